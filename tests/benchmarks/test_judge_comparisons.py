"""benchmarks/judge_comparisons.py on pools with invented times."""

import csv
import math
import pathlib
import random
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))

import judge_comparisons  # noqa: E402
from ranvier_study import configuration  # noqa: E402

STRATEGIES = {"allgather": 2.0, "alltoall": 1.8, "persistent": 2.2}


def write_pool(path, scatter, builds=("",), slowed=None, repetitions=60):
    """Times of lognormal scatter on a machine that becomes half as slow again; in the last build `slowed` takes 1.2 times."""
    chance = random.Random(f"{scatter} {builds}")
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["run", "state", "repetition", "axis.exchange", "axis.build", "time.run"])
        for k in range(repetitions):
            for strategy, time in STRATEGIES.items():
                for build in builds:
                    factor = 1.2 if strategy == slowed and build == builds[-1] else 1.0
                    time_k = time * factor * (1 + 0.5 * k / repetitions) * math.exp(chance.gauss(0, scatter))
                    writer.writerow([f"{strategy}{build}{k}", "done", k + 1, strategy, build, time_k])
    return path


def judged(capsys, *words):
    status = judge_comparisons.main(list(map(str, words)))
    return status, capsys.readouterr().out.splitlines()


def test_a_quiet_machine_passes(tmp_path, capsys):
    status, lines = judged(capsys, write_pool(tmp_path / "pool.csv", 0.03))
    assert status == 0 and len(lines) == 4 and all(line.endswith("passed") for line in lines), lines
    assert lines[0].startswith("with itself: of 100 comparisons ")
    assert [line.split(":")[0] for line in lines[1:]] == [f"with {name} slowed by 20%" for name in STRATEGIES]


def test_a_machine_on_which_times_scatter_too_much_fails(tmp_path, capsys):
    """A build with itself still passes: the test is exact whatever the scatter."""
    status, lines = judged(capsys, write_pool(tmp_path / "pool.csv", 0.5))
    assert status == 1 and [line.rsplit(None, 1)[1] for line in lines] == ["passed", "FAILED", "FAILED", "FAILED"]


def test_two_builds_of_which_one_is_slower(tmp_path, capsys):
    pool = write_pool(tmp_path / "pool.csv", 0.03, builds=("before", "after"), slowed="alltoall")
    status, lines = judged(capsys, pool, "--builds", "before,after", "--slowed", "alltoall")
    assert status == 0 and [line.split(":")[0] for line in lines] == [
        "before with itself",
        "after with itself",
        "before with after",
    ]
    status, lines = judged(capsys, pool, "--builds", "before,after", "--slowed", "persistent")
    assert status == 1 and lines[2].endswith("100 another (at most 10)  FAILED")


def test_pairs_are_neighbors_in_time_and_a_coin_decides_which_is_a():
    times = [float(k) for k in range(1, 61)]
    drawn = judge_comparisons.with_itself({"allgather": times}, 1)["allgather"]
    assert len(drawn) == len({min(pair) for pair in drawn}) == 10
    assert all(abs(a - b) == 1 and min(a, b) % 2 == 1 for a, b in drawn)
    assert 0 < sum(a < b for a, b in drawn) < 10
    assert judge_comparisons.with_itself({"allgather": times}, 1)["allgather"] == drawn
    assert judge_comparisons.with_itself({"allgather": times}, 2)["allgather"] != drawn
    slowed = judge_comparisons.with_itself({"allgather": times}, 1, "allgather")["allgather"]
    assert [b / old for (_, b), (_, old) in zip(slowed, drawn)] == pytest.approx([1.2] * 10)


def test_a_pool_that_is_too_small_or_not_whole_is_refused(tmp_path):
    with pytest.raises(SystemExit, match="18 repetitions give 9 pairs, but a comparison draws 10"):
        judge_comparisons.main([str(write_pool(tmp_path / "pool.csv", 0.03, repetitions=18))])
    text = (tmp_path / "pool.csv").read_text().replace("done", "failed", 1)
    (tmp_path / "pool.csv").write_text(text)
    with pytest.raises(SystemExit, match="is failed; the pool needs all of its runs"):
        judge_comparisons.main([str(tmp_path / "pool.csv")])


def test_the_study_makes_such_a_pool():
    study = configuration.load(ROOT / "benchmarks" / "comparison_pool.yml")
    assert study.repeat == 60 and set(study.axes["exchange"]) == set(STRATEGIES) and study.ranks == 2
