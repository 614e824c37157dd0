"""benchmarks/compare_nest.py: the best number of threads of each program, and rows whose spikes differ, from recorded numbers."""

import copy
import pathlib
import sys

import pytest

BENCHMARKS = pathlib.Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

import compare_nest  # noqa: E402

# The microcircuit at scale 0.1 with three seeds: NEST builds faster with one thread than with two.
CONNECTIONS = 2_991_000


def runs(seconds_to_build, run, spikes, ready=14.0, peak=20.0):
    return [
        {"built": CONNECTIONS / built, "run": time, "ready": ready, "peak": peak, "spikes": count}
        for built, time, count in zip(seconds_to_build, run, spikes)
    ]


OURS = {
    1: runs((0.42, 0.40, 0.41), (1.30, 1.31, 1.29), (14210, 14380, 14300)),
    2: runs((0.27, 0.26, 0.28), (0.71, 0.70, 0.72), (14210, 14380, 14300), peak=21.0),
}
THEIRS = {
    1: runs((1.20, 1.22, 1.19), (5.0, 5.2, 5.1), (14100, 14500, 14350), ready=35, peak=36),
    2: runs((5.30, 5.40, 5.20), (2.9, 2.8, 3.0), (14200, 14450, 14250), ready=36, peak=37),
}


def with_spikes(side, factor):
    changed = copy.deepcopy(side)
    for of_threads in changed.values():
        for run in of_threads:
            run["spikes"] = int(run["spikes"] * factor)
    return changed


def test_each_program_is_taken_at_its_best():
    assert compare_nest.best_threads(THEIRS, "built") == 1 and compare_nest.best_threads(OURS, "built") == 2
    assert compare_nest.best_threads(THEIRS, "run") == 2 and compare_nest.best_threads(OURS, "peak") == 1
    assert compare_nest.ratios(OURS, THEIRS, "built") == pytest.approx([1.20 / 0.27, 1.22 / 0.26, 1.19 / 0.28])
    assert compare_nest.ratios(OURS, THEIRS, "run") == pytest.approx([2.9 / 0.71, 2.8 / 0.70, 3.0 / 0.72])
    assert compare_nest.ratios(OURS, THEIRS, "peak") == pytest.approx([36 / 20] * 3)


def test_the_table_shows_all_threads_and_the_ratio_of_the_best():
    head, rule, *rows = compare_nest.table({"microcircuit": (OURS, THEIRS)})
    assert head == (
        "| model | figure | Ranvier, 1 thread | Ranvier, 2 threads | NEST, 1 thread | NEST, 2 threads | best over best |"
    )
    assert rule.count("---") == head.count("|") - 1
    assert (
        rows[0] == "| microcircuit | connections built | 7.3 M/s | 11.1 M/s | 2.49 M/s | 0.564 M/s | 4.44 (4.25–4.69) |"
    )
    assert rows[1] == "| microcircuit | time of the run | 1.3 s | 0.71 s | 5.1 s | 2.9 s | 4.08 (4.00–4.17) |"
    assert len(rows) == 4


def test_the_report_says_which_targets_are_met():
    lines = compare_nest.report("microcircuit", OURS, THEIRS)
    assert lines[0].startswith("microcircuit: spikes differ by 0.") and "INVALID" not in lines[0]
    assert lines[1] == "microcircuit: built 4.44 (4.25–4.69), target 3.00: met"
    slower = {n: runs((0.9, 0.9, 0.9), (2, 2, 2), (14210, 14380, 14300)) for n in (1, 2)}
    assert compare_nest.report("microcircuit", slower, THEIRS)[1].endswith("target 3.00: missed")


@pytest.mark.parametrize("factor", [0.95, 1.05])
def test_a_row_whose_spikes_differ_more_than_nests_seeds_has_no_ratio(factor):
    """NEST's seeds differ by 1.7% here."""
    distance, own = compare_nest.spike_differences(with_spikes(OURS, factor), THEIRS)
    assert own == pytest.approx(14100 / 14350 - 1, abs=1e-9) or own == pytest.approx(1 - 14100 / 14350, abs=1e-9)
    assert distance > own
    lines = compare_nest.report("microcircuit", with_spikes(OURS, factor), THEIRS)
    assert len(lines) == 1 and lines[0].endswith("INVALID, no ratios")
    rows = compare_nest.table({"microcircuit": (with_spikes(OURS, factor), THEIRS)})[2:]
    assert all(row.endswith("| invalid: the spikes differ |") for row in rows)


def test_nests_own_differences_need_three_runs():
    few = {1: OURS[1][:2]}
    with pytest.raises(ValueError, match="raise --pairs"):
        compare_nest.report("microcircuit", few, few)
