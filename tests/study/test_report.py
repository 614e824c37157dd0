"""The report says what the data show, shows all of them, and neither fetches nor runs what it was not made of."""

import base64
import csv
import hashlib
import io
import json
import math
import pathlib
import random
import re

import pytest
from pages import Page, data_of, table_of, unpacked
from synthetic_study import exchange_study, summary_of, write_study

pytest.importorskip("plotly")
pytest.importorskip("jinja2")

from ranvier_study import metadata  # noqa: E402
from ranvier_study import pages as shared  # noqa: E402
from ranvier_study.errors import StudyError  # noqa: E402
from ranvier_study.report import write_report  # noqa: E402
from ranvier_study.report.answer import answer  # noqa: E402
from ranvier_study.report.panels.cycles import expected_maximum, order_statistics  # noqa: E402
from ranvier_study.report.write import open_book  # noqa: E402

HOSTILE = '</script><script>alert("1")</script><img src=http://example.org/x onerror=alert(2)>'
AXES = {"exchange": ["allgather", "persistent"], "ranks": [1, 2, 4]}
BASELINE = {"exchange": "allgather"}


def hostile(summary, axes, repetition):
    summary["host"]["name"] = HOSTILE


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return write_study(
        tmp_path_factory.mktemp("study"),
        AXES,
        baseline=BASELINE,
        repeat=7,
        question=f"Which is faster, {HOSTILE}?",
        failing={(1, 2): ["reading net.hoc", HOSTILE, "\x1b[31merror: no memory"]},
        missing={(4, 3)},
        change=hostile,
    )


@pytest.fixture(scope="module")
def text(study):
    path = write_report(study)
    assert path == study / "report.html"
    return path.read_text()


@pytest.fixture(scope="module")
def page(text):
    return Page(text)


def panel(data, slide, key, view=0):
    found = next(one for one in data["slides"][slide]["panels"] if one["key"] == key)
    return data["views"][found["views"][view][1]]


def test_the_page_is_valid_and_fetches_nothing(page):
    assert page.faults == []
    assert page.fetched() == []
    assert page.policy()["default-src"] == ["'none'"] and "connect-src" not in page.policy()


def test_only_the_scripts_of_the_page_run(page, text):
    """The policy names hashes, so that nothing that slips into the page could run."""
    allowed = page.policy()["script-src"]
    own = [piece for piece in page.scripts if "function" in piece] + [unpacked(text, "plotly").decode()]
    assert sorted(allowed) == sorted(
        f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" for script in own
    )


def test_hostile_names_are_text(page):
    assert not any(tag == "img" for tag, _ in page.elements)
    assert sum(tag == "script" for tag, _ in page.elements) == 3
    assert page.words.count("onerror=alert(2)") >= 3  # the question, the log, the host


def test_labels_of_figures_are_text(tmp_path):
    folder = write_study(
        tmp_path, {"model.script": ["a.hoc", HOSTILE], "ranks": [1, 2]}, baseline={"model.script": "a.hoc"}, repeat=2
    )
    found = json.dumps([view["traces"] for view in data_of(write_report(folder).read_text())["views"]])
    assert "<img" not in found and "&lt;img" in found


def test_failed_runs_are_shown_with_the_end_of_their_log(page):
    assert "Attempt 2 failed: the program ended with status 1" in page.words
    assert "error: no memory" in page.words and "\x1b" not in page.words
    assert "1 run failed" in page.words and "Still to come: 1 run" in page.words


def test_all_data_are_there(study, text):
    """Each wall time of each run, in the CSV of the tables and in the data of the figure."""
    walls = sorted(
        max(rank["wall"] for rank in json.loads(path.read_text())["phases"]["per_rank"])
        for path in study.glob("runs/*/summary.json")
    )
    data = data_of(text)
    table = list(csv.DictReader(io.StringIO(table_of(data, "runs", "csv"))))
    assert len(table) == 42
    assert sorted(float(row["wall (s)"]) for row in table if row["wall (s)"]) == walls
    assert (study / "tables" / "runs.csv").read_text() == table_of(data, "runs", "csv")
    phases = panel(data, 0, "phases")
    assert sorted(row[phases["columns"].index("wall_s")] for row in phases["rows"]) == walls
    for row in phases["rows"]:
        named = dict(zip(phases["columns"], row))
        parts = [value for name, value in named.items() if name.endswith("_s") and name != "wall_s"]
        assert sum(parts) == pytest.approx(named["wall_s"], rel=1e-9)


def test_every_slide_has_the_same_places(text):
    data = data_of(text)
    assert [slide["id"] for slide in data["slides"]] == ["all-compared", "allgather", "persistent"]
    keys = [[one["key"] for one in slide["panels"]] for slide in data["slides"]]
    assert keys[0] == keys[1] == keys[2] and len(keys[0]) == 10
    limits = [panel(data, slide, "phases")["layout"]["yaxis"]["range"] for slide in range(3)]
    assert limits[0] == limits[1] == limits[2]


def metadata_on(slide, key=None):
    """{name: values} of the metadata that a slide shows of all runs, or of those with one key."""
    return {name: [value for value, keys in values if key is None or key in keys] for name, values in slide["metadata"]}


def test_slides_show_the_metadata_that_differ(text):
    data = data_of(text)
    compared, one, other = map(metadata_on, data["slides"])
    assert list(compared) == ["configuration.exchange", "configuration.ranks"]
    assert compared["configuration.exchange"] == ["allgather", "persistent"] and compared["configuration.ranks"] == [
        "1",
        "2",
        "4",
    ]
    assert (one["configuration.exchange"], other["configuration.exchange"]) == (["allgather"], ["persistent"])
    two = next(number for number, (exchange, ranks) in enumerate(data["keys"]) if (exchange, ranks) == (0, 1))
    assert metadata_on(data["slides"][0], two) == {
        "configuration.exchange": ["allgather"],
        "configuration.ranks": ["2"],
    }


def test_whole_numbers_of_metadata_have_no_fraction(page):
    assert re.search(r"configuration\.end_ms ?250\b(?!\.)", page.words) and "0.025" in page.words


def test_a_strategy_has_one_color_on_all_slides(text):
    data = data_of(text)
    colors = {}
    for slide in range(3):
        for key in ("scaling", "efficiency", "real_time", "cache", "ratio"):
            for trace in panel(data, slide, key)["traces"]:
                if trace["name"] in ("allgather", "persistent"):
                    colors.setdefault(trace["name"], set()).add(trace["marker"]["color"])
    assert all(len(found) == 1 for found in colors.values()) and len(set.union(*colors.values())) == 2


def test_ratios_are_those_of_compare(study, text):
    from ranvier_study import pairing, statistics, table

    paired = pairing.paired(table.rows(study), BASELINE)
    expected = statistics.compare({one.key: list(one.pairs.values()) for one in paired})
    view = panel(data_of(text), 0, "ratio")
    found = [dict(zip(view["columns"], row)) for row in view["rows"]]
    assert sorted(row["ratio"] for row in found) == pytest.approx(sorted(1 / one.ratio for one in expected))
    ends = {1 / one.ratio: one.high and 1 / one.high for one in expected}
    assert [row["interval_low"] for row in found] == [pytest.approx(ends[row["ratio"]]) for row in found]
    assert [row["pairs"] for row in found] == [7, 5, 7]  # of two pairs, a run is missing
    assert [row["interval_low"] is None for row in found] == [False, True, False]  # three comparisons need seven


def faster_by(factor, *, of="persistent", at=(1, 2, 4)):
    """Makes a strategy's runs last exactly so many times as long as the baseline's, but for noise of 1%."""

    def change(summary, axes, repetition):
        noise = 1 + 0.01 * random.Random(f"{axes} {repetition}").random()
        is_changed = axes["exchange"] == of and axes["ranks"] in at
        for rank in summary["phases"]["per_rank"]:
            rank["wall"] = noise * (factor if is_changed else 1) * 8 / axes["ranks"]

    return change


def sentence(folder, factor, repeat=8, **options):
    made = write_study(
        folder, AXES, baseline=BASELINE, repeat=repeat, intervals=False, change=faster_by(factor, **options)
    )
    return answer(open_book(made))


def test_the_answer_says_from_where_on_a_strategy_is_faster(tmp_path):
    said = sentence(tmp_path, 0.8, at=(2, 4))
    assert said.startswith("persistent is faster than allgather from 2 ranks on (1.2")
    assert said.endswith("at 4 ranks); at 1 rank no difference is shown.")


def test_the_answer_names_a_baseline_that_is_fastest(tmp_path):
    assert sentence(tmp_path, 1.25).startswith("allgather is faster than all others; the slowest is persistent")


def test_the_answer_says_where_the_fastest_is_fastest(tmp_path):
    time = {"allgather": 8.0, "isend": 6.0, "persistent": 4.0}
    axes = {"exchange": list(time), "ranks": [1, 2]}
    change = walls(lambda axes: time[axes["exchange"]] / axes["ranks"] ** 0.5)
    made = write_study(tmp_path, axes, baseline=BASELINE, repeat=9, change=change)
    said = answer(open_book(made))
    assert said.startswith("persistent is faster than allgather (2.0") or said.startswith(
        "persistent is faster than allgather (1.9"
    )
    assert " at 1 rank; " in said and said.endswith(" at 2 ranks), and has the shortest typical time at 2 ranks.")


def test_the_answer_counts_what_is_slower(tmp_path):
    assert "faster than allgather, and 1 of 3 is slower" in sentence(tmp_path, 1.25, at=(2,))
    assert "faster than allgather, and 2 of 3 are slower" in sentence(tmp_path / "two", 1.25, at=(2, 4))


def test_the_answer_claims_nothing_where_nothing_is_shown(tmp_path):
    said = sentence(tmp_path, 1.0)
    assert re.fullmatch(
        r"No difference to allgather is shown; with 8 pairs, one of [\d.]+% or more would have shown everywhere\.", said
    )


def test_few_pairs_show_nothing_however_large_the_difference(tmp_path):
    said = sentence(tmp_path, 0.1, repeat=3)
    assert said.startswith(
        "Nothing can be said of 3 of 3 comparisons with allgather: 3 pairs cannot decide, 7 can (raise"
    )


def test_the_answer_of_a_study_without_runs(tmp_path):
    missing = {(index, 1) for index in range(6)}
    made = write_study(tmp_path, AXES, baseline=BASELINE, repeat=1, missing=missing)
    found = Page(write_report(made).read_text())
    assert found.faults == [] and "No run is done yet" in found.words and "Still to come: 6 runs" in found.words


def test_spikes_that_differ_are_reported(tmp_path):
    def change(summary, axes, repetition):
        if axes == {"exchange": "persistent", "ranks": 2}:
            summary["raster"]["sha256"] = "0" * 64

    made = write_study(tmp_path, AXES, baseline=BASELINE, repeat=1, intervals=False, change=change)
    words = Page(write_report(made).read_text()).words
    assert "Spikes differ between runs that must agree, in 1 of 1 models" in words


def test_a_peer_has_a_bar_of_unmeasured_time(tmp_path):
    choices = [{"simulator": "ranvier", "exchange": "allgather", "ranks": n} for n in (1, 2)]
    choices += [{"simulator": "neuron", "exchange": None, "ranks": n} for n in (1, 2)]

    def change(summary, axes, repetition):
        if axes["simulator"] == "neuron":
            summary["phases"] = {"per_rank": [{"wall": 9.0 / axes["ranks"]}]}
            summary["setup"] = {"per_rank": [{"total": 1.5}]}
            del summary["intervals"], summary["counts"]["steps"]
            summary["memory"] = {"peak_bytes_per_rank": [], "by_part": {}}

    made = write_study(tmp_path, {}, choices=choices, baseline=BASELINE, repeat=2, change=change)
    data = data_of(write_report(made).read_text())
    assert [slide["title"] for slide in data["slides"]] == ["all compared", "allgather", "neuron"]
    bars = panel(data, 2, "phases")["traces"]
    assert [bar["name"] for bar in bars] == ["unmeasured", "wall, each run"] and bars[0]["y"] == [9.0, 4.5]
    assert bars[0]["marker"]["pattern"]["shape"] == "/"
    assert [trace["name"] for trace in panel(data, 2, "construction")["traces"]][0] == "total"
    memory = panel(data, 0, "memory")
    assert {at for bar in memory["traces"] for at in bar["x"][1]} == {"allgather"}  # no bar of 0 for NEURON
    assert [view[0] for view in data["slides"][2]["panels"][-1]["views"]] == ["by part"]
    assert panel(data, 2, "memory")["note"] == "The summaries do not divide memory by part."


def test_a_study_of_peers_calls_ours_by_its_name(tmp_path):
    axes = {"simulator": ["neuron", "ranvier"], "ranks": [1, 2]}
    made = write_study(tmp_path, axes, baseline={"simulator": "neuron"}, repeat=1)
    assert [each.label for each in open_book(made).strategies] == ["ranvier", "neuron"]


def walls(time_of):
    """Makes runs last as `time_of` says [s], but for noise of 1%."""

    def change(summary, axes, repetition):
        noise = 1 + 0.01 * random.Random(f"{axes} {repetition}").random()
        for rank in summary["phases"]["per_rank"]:
            rank["wall"] = noise * time_of(axes)

    return change


def test_ranks_are_compared_with_one_rank(tmp_path):
    """A study in which nothing but the ranks varies, and the baseline is one of them."""
    time = {1: 8.0, 2: 5.0, 4: 5.0, 8: 10.0}
    made = write_study(
        tmp_path, {"ranks": list(time)}, baseline={"ranks": 1}, repeat=8, change=walls(lambda axes: time[axes["ranks"]])
    )
    said = answer(open_book(made))
    assert (
        said.startswith("Compared with 1 rank, 2 ranks: 1.60 times as fast, 95% interval 1.") and said.count(";") == 2
    )
    assert (
        "; 8 ranks: 0.80 times as fast, 95% interval 0.7" in said
        or "; 8 ranks: 0.80 times as fast, 95% interval 0.8" in said
    )
    data = data_of(write_report(made).read_text())
    ideal = next(trace for trace in panel(data, 0, "scaling")["traces"] if trace["name"] == "ideal")
    assert [ideal["y"][0] / y for y in ideal["y"]] == pytest.approx([1, 2, 4, 8])
    ratio = panel(data, 0, "ratio")
    assert ratio["layout"]["xaxis"]["title"]["text"] == "Times as fast as 1 rank"
    assert ratio["layout"]["yaxis"]["categoryarray"] == ["8 ranks", "4 ranks", "2 ranks"]
    same = walls(lambda axes: 8.0)
    made = write_study(tmp_path / "same", {"ranks": [1, 2]}, baseline={"ranks": 1}, repeat=8, change=same)
    assert answer(open_book(made)) == "Compared with 1 rank, 2 ranks: no difference is shown."


def test_an_efficiency_is_that_of_mean_times(tmp_path):
    """1 s and 3 s on one rank, 1 s on two: half of 2 s. Their left end is at 100%, although 2/1 and 2/3 have another mean."""

    def change(summary, axes, repetition):
        for rank in summary["phases"]["per_rank"]:
            rank["wall"] = 1.0 if axes["ranks"] == 2 or repetition == 1 else 3.0

    made = write_study(tmp_path, {"ranks": [1, 2]}, baseline={"ranks": 1}, repeat=2, change=change)
    (line, _) = panel(data_of(write_report(made).read_text()), 0, "efficiency")["traces"]
    assert line["y"] == pytest.approx([1, 1])
    assert line["error_y"]["array"] == pytest.approx([1, 0])  # up to 2/1


def test_weak_scaling_against_one_rank(tmp_path):
    choices = [{"ranks": ranks, "model.set.ncell": 256 * ranks} for ranks in (1, 2, 4)]
    made = write_study(
        tmp_path,
        {},
        choices=choices,
        baseline={"ranks": 1},
        repeat=8,
        change=walls(lambda axes: 8 + axes["ranks"]),
    )
    assert answer(open_book(made)).startswith("Compared with 1 rank, 2 ranks: 0.90 times as fast")
    view = panel(data_of(write_report(made).read_text()), 0, "scaling")
    ideal = next(trace for trace in view["traces"] if trace["name"] == "ideal")
    assert len(set(ideal["y"])) == 1 and "Weak scaling" in view["note"]


def test_a_study_of_construction_compares_its_times(tmp_path):
    """And an axis that follows a compared one, such as the threads that a script sets itself, makes no slides."""
    choices = [
        {"threads": threads, "model.set.nthread": threads, "ranks": ranks} for threads in (1, 2) for ranks in (1, 2)
    ]

    def change(summary, axes, repetition):
        noise = 1 + 0.01 * random.Random(f"{axes} {repetition}").random()
        time = noise * (6 if axes["threads"] == 1 else 4) / axes["ranks"]
        summary["setup"] = {"per_rank": [{"create": 0.25 * time, "connect": 0.75 * time}] * axes["ranks"]}

    made = write_study(
        tmp_path,
        {},
        choices=choices,
        baseline={"threads": 1, "ranks": 1},
        measure="time.setup",
        repeat=8,
        change=change,
    )
    said = answer(open_book(made))
    assert said.startswith("Compared with 1 thread at 1 rank, 2 threads at 1 rank: 1.50 times as fast"), said
    assert said.endswith(" (Time of construction.)") and "2 threads at 2 ranks: 3.0" in said
    data = data_of(write_report(made).read_text())
    assert [slide["title"] for slide in data["slides"]] == ["all compared", "1 thread", "2 threads"]
    assert data["slides"][0]["panels"][1]["title"] == "Ratio to the baseline: time of construction"
    assert panel(data, 0, "scaling")["layout"]["yaxis"]["title"]["text"] == "Time of construction (s)"


def test_a_simulated_machine_is_exact(tmp_path):
    """One repetition is enough, and nothing is tested."""

    def change(summary, axes, repetition):
        wall = {"allgather": 8.0, "persistent": 8.0 if axes["ranks"] == 1 else 4.0}[axes["exchange"]] / axes["ranks"]
        summary["host"] = {"name": "node1", "simulated": "bluegene_p"}
        summary["phases"] = {"per_rank": [{"wall": wall, "update": 0.5 * wall, "communicate": 0.2 * wall}]}
        summary["counts"] = {"cells": 1024, "spikes_fired": 70.5, "deliveries": 100}
        summary["setup"], summary["raster"] = (
            {"per_rank": [{"connect": 0.5}]},
            {"absent": "a simulated machine writes none"},
        )
        summary["memory"] = {"peak_bytes_per_rank": [], "by_part": {}}

    options = {"intervals": False, "change": change}
    made = write_study(tmp_path, AXES, baseline=BASELINE, repeat=1, **options)
    assert answer(open_book(made)) == (
        "persistent is faster than allgather from 2 ranks on (2.00 times as fast at 2 ranks; 2.00 times as fast at 4 "
        "ranks); at 1 rank there is no difference. (On the simulated machine.)"
    )
    page = Page(write_report(made).read_text())
    assert page.faults == [] and "simulated machine bluegene_p: exact, so there are no intervals" in page.words


def test_weak_scaling_is_recognized(tmp_path):
    choices = [
        {"exchange": exchange, "ranks": ranks, "model.set.ncell": 256 * ranks}
        for exchange in ("allgather", "alltoall")
        for ranks in (1, 2, 4)
    ]
    made = write_study(tmp_path, {}, choices=choices, baseline=BASELINE, repeat=1)
    data = data_of(write_report(made).read_text())
    assert [slide["title"] for slide in data["slides"]] == ["all compared", "allgather", "alltoall"]
    view = panel(data, 0, "scaling")
    ideal = next(trace for trace in view["traces"] if trace["name"] == "ideal")
    assert len(set(ideal["y"])) == 1 and "Weak scaling" in view["note"]


def test_tables_are_latex(study, text):
    latex = table_of(data_of(text), "means", "tex")
    lines = latex.splitlines()
    assert lines[0].startswith(r"\begin{tabular}{l") and lines[-1] == r"\end{tabular}"
    columns = lines[0].count("l", len(r"\begin{tabular}")) + lines[0].count("r", len(r"\begin{tabular}"))
    assert {line.count(" & ") + 1 for line in lines if " & " in line} == {columns}
    from ranvier_study.report.tables import latex_text

    assert latex_text(r"a_b & 5% {\x}") == r"a\_b \& 5\% \{\textbackslash{}x\}"


def test_the_expected_maximum_is_that_of_normal_numbers():
    """Blom's approximation against the exact values for 2 (1/sqrt(pi)) and 3 (1.5/sqrt(pi)), and a table's for 100."""
    assert expected_maximum(1) == 0
    assert expected_maximum(2) == pytest.approx(1 / math.sqrt(math.pi), rel=0.05)
    assert expected_maximum(3) == pytest.approx(1.5 / math.sqrt(math.pi), rel=0.04)
    assert expected_maximum(100) == pytest.approx(2.5076, rel=0.01)


def test_the_predicted_distribution_of_maxima_has_their_mean():
    np = pytest.importorskip("numpy")
    edges = np.linspace(0, 20, 2001)
    density = order_statistics(edges, np.array([9.0, 11.0]), 1.0, 8)
    assert density.sum() * 0.01 == pytest.approx(1, abs=1e-6)
    mean = (density * (edges[:-1] + 0.005)).sum() * 0.01
    assert mean == pytest.approx(10 + 1.4236, abs=0.002)  # of 8 normal numbers: Harter 1961, table 1


def test_a_damaged_summary_is_named(tmp_path):
    made = write_study(tmp_path, AXES, baseline=BASELINE, repeat=1, intervals=False)
    path = next(made.glob("runs/*/summary.json"))
    path.write_text("{")
    with pytest.raises(StudyError, match="summary.json is damaged"):
        write_report(made)
    with pytest.raises(StudyError, match="there is no plan.json"):
        write_report(tmp_path)


def test_each_summary_is_read_once(study, monkeypatch):
    """With the times of intervals, summaries are what takes long to read."""
    read, real = [], pathlib.Path.read_text
    monkeypatch.setattr(
        pathlib.Path, "read_text", lambda path, *how, **named: (read.append(path), real(path, *how, **named))[1]
    )
    write_report(study)
    summaries = [path for path in read if path.name == "summary.json"]
    assert len(summaries) == len(set(summaries)) == 42


def test_the_page_is_the_same_each_time(study, text):
    assert write_report(study).read_text() == text


def test_four_strategies_in_two_groups(tmp_path):
    made = exchange_study(tmp_path, repeat=1, intervals=False)
    text = write_report(made).read_text()
    data = data_of(text)
    assert len(data["slides"]) == 10 and data["slides"][5]["title"] == "all compared; ncon 1000"
    assert "intervals" not in [one["key"] for one in data["slides"][0]["panels"]]
    assert "Exchange intervals: No summary has times of intervals" in Page(text).words


def test_summaries_of_this_test_have_the_shape_that_a_study_checks():
    from ranvier_study import summaries

    summaries.check_format(summary_of({"ranks": 2}, 1))


def test_scripts_that_would_end_their_element_are_refused(tmp_path):
    path = tmp_path / "x.js"
    path.write_text("let a = '</script>'")
    with pytest.raises(ValueError):
        shared.script_of(path)


def without_an_end(summary, axes, repetition):
    summary["configuration"]["end_ms"] = None


SHAPES = {
    "one configuration": ({}, {}, {"choices": [{}]}),
    "no baseline": ({"exchange": ["allgather", "isend"]}, {}, {}),
    "no exchange": ({"ranks": [1, 2]}, {}, {}),
    "baseline of ranks": ({"ranks": [1, 2, 4]}, {"ranks": 1}, {}),
    "baseline of two": (
        {"exchange": ["allgather", "isend"], "ranks": [1, 2]},
        {"exchange": "allgather", "ranks": 1},
        {},
    ),
    "sizes": ({"model.set.ncell": [64, 256, 1024], "math": ["libm", "vector"]}, {"math": "libm"}, {}),
    "options": ({"options.block-size": [True, False, "auto"], "ranks": [1, 2]}, {"options.block-size": "auto"}, {}),
    "scripts": (
        {"model.script": ["a.hoc", "b.hoc"], "exchange": ["allgather", "isend"]},
        {"exchange": "allgather"},
        {},
    ),
    "no end": ({"ranks": [1, 2]}, {}, {"change": without_an_end}),
    "no baseline that ran": (AXES, BASELINE, {"missing": {(k, r) for k in range(3) for r in (1, 2)}}),
    "zero": ({"model.set.ncon": [0, 10], "exchange": ["allgather", "isend"]}, {"exchange": "allgather"}, {}),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_study_of_any_shape_has_a_report(tmp_path, shape):
    axes, baseline, options = SHAPES[shape]
    made = write_study(tmp_path, axes, baseline=baseline, repeat=2, **options)
    text = write_report(made).read_text()
    assert Page(text).faults == []
    data = data_of(text)
    assert len({slide["id"] for slide in data["slides"]}) == len(data["slides"]) >= 1
    done = len(list(made.glob("runs/*/summary.json")))
    shown = {slide["title"]: panel(data, k, "phases")["rows"] for k, slide in enumerate(data["slides"])}
    alone = [rows for title, rows in shown.items() if not title.startswith("all compared")]
    assert sum(map(len, alone)) == done  # each run is on the slide of its strategy


def test_a_network_that_grows_has_an_ideal_that_grows(tmp_path):
    axes = {"model.set.ncell": [64, 256, 1024], "math": ["libm", "vector"]}
    made = write_study(tmp_path, axes, baseline={"math": "libm"}, repeat=1)
    view = panel(data_of(write_report(made).read_text()), 0, "scaling")
    ideal = next(trace for trace in view["traces"] if trace["name"] == "ideal")["y"]
    assert [value / ideal[0] for value in ideal] == pytest.approx([1, 4, 16])
    assert view["note"].startswith("The network grows along the axis") and "Weak" not in view["note"]


@pytest.mark.parametrize(
    "axis, values, expected",
    [
        ("exchange", ["allgather", "isend:phases=2"], ["allgather", "isend"]),
        (
            "exchange",
            ["isend:phases=1,subintervals=2", "isend:phases=2,subintervals=2"],
            ["isend:ph=1,sub=2", "isend:ph=2,sub=2"],
        ),
        ("options.block-size", [256, 1024], ["block-size 256", "block-size 1024"]),
        ("model.set.longest_interval", [0.1, 0.2], ["longest_…erval 0.1", "longest_…erval 0.2"]),
        ("model.set.ncell", [16, 32], ["ncell 16", "ncell 32"]),
    ],
)
def test_bars_of_two_strategies_have_two_places(tmp_path, axis, values, expected):
    made = write_study(tmp_path, {axis: values, "ranks": [1, 2]}, baseline={axis: values[0]}, repeat=1, intervals=False)
    bars = panel(data_of(write_report(made).read_text()), 0, "phases")["traces"]
    assert list(dict.fromkeys(bars[0]["x"][1])) == expected


def test_an_axis_that_changes_no_size_has_no_ideal(tmp_path):
    axes = {"options.block-size": [64, 256], "exchange": ["allgather", "isend"]}
    made = write_study(tmp_path, axes, baseline=BASELINE | {"exchange": "allgather"}, repeat=1)
    text = write_report(made).read_text()
    names = [trace["name"] for trace in panel(data_of(text), 0, "scaling")["traces"]]
    assert names == ["allgather", "isend"]
    assert "Efficiency: There is no ideal to compare with." in Page(text).words


def test_a_large_study_is_looked_through_once_for_each_slide(tmp_path, monkeypatch):
    """Not once more for each configuration, which takes a minute for 5,000 runs."""
    from ranvier_study.report import slides

    asked, has = [], slides.Strategy.has
    monkeypatch.setattr(slides.Strategy, "has", lambda self, values: asked.append(1) or has(self, values))
    counts = []
    for ncon in ([100], [100, 200, 400, 800]):
        axes = {"exchange": ["allgather", "alltoall"], "ranks": [1, 2, 4], "model.set.ncon": ncon}
        asked.clear()
        write_report(write_study(tmp_path / str(len(ncon)), axes, baseline=BASELINE, repeat=2, intervals=False))
        counts.append(len(asked))
    assert counts[1] <= 4.2 * counts[0]


def test_labels_of_several_axes_keep_what_differs(tmp_path):
    axes = {
        "exchange": ["allgather", "isend:phases=2"],
        "threads": [1, 2],
        "model.set.placement": [0, 1],
        "ranks": [1, 2],
    }
    baseline = {"exchange": "allgather", "threads": 1, "model.set.placement": 0}
    data = data_of(write_report(write_study(tmp_path, axes, baseline=baseline, repeat=1, intervals=False)).read_text())
    bar = panel(data, 0, "phases")
    labels = set(bar["traces"][0]["x"][1])
    assert "allgather · 1 · 0" in labels and "isend · 2 · 1" in labels and len(labels) == 8
    assert bar["layout"]["xaxis"]["title"]["text"] == "Ranks; in each: exchange · threads · placement"
    ratio = panel(data, 0, "ratio")["layout"]
    assert ratio["yaxis"]["title"]["text"] == "ranks · exchange · threads · placement"
    assert len(ratio["yaxis"]["categoryarray"]) == 14 and ratio["meta"]["row"] > 11  # a row is as high as its label


def test_costs_are_times_of_all_ranks_for_each_unit_of_work(tmp_path):
    """Of a compartment in a step: what all ranks take for it, divided by how many there are of both."""
    axes = {"exchange": ["allgather"], "ranks": [1, 4]}
    made = write_study(tmp_path, axes, baseline={}, repeat=1, intervals=False)
    summaries = [json.loads(path.read_text()) for path in sorted(made.glob("runs/*/summary.json"))]
    expected = {
        summary["configuration"]["ranks"]: 1e9
        * sum(rank["update"] for rank in summary["phases"]["per_rank"])
        / (summary["counts"]["compartments"] * summary["counts"]["steps"])
        for summary in summaries
    }
    view = panel(data_of(write_report(made).read_text()), 0, "cache")
    found = {
        int(row[view["columns"].index("ranks")]): row[view["columns"].index("update_ns_mean")] for row in view["rows"]
    }
    assert found == pytest.approx(expected)


@pytest.mark.parametrize(
    "ratio, matters, verdict",
    [
        (1.0004, None, "equal"),
        (1.002, None, "faster"),
        (0.998, None, "slower"),
        (1.04, 0.05, "equal"),
        (1.06, 0.05, "faster"),
    ],
)
def test_exact_times_differ_if_it_shows_or_matters(ratio, matters, verdict):
    from ranvier_study.report import comparisons

    assert comparisons.exact_verdict(ratio, matters) == verdict


def test_metadata_name_commit_and_hosts_once():
    """A text per rank would fill the page; jobs differ in each run, and gids are of the network."""
    summary = {
        "program": {"commit": "v1-3-gabc"},
        "job": {"id": "7", "variable": "SLURM_JOB_ID"},
        "ranks": {"per_rank": [{"host": h, "cpus": c, "threads": 2} for h, c in (("a", "0"), ("a", "1"), ("b", "0"))]},
        "work": {"per_rank": [1, 2]},
        "traffic": {"per_rank": [3]},
    }
    usual = {"program.commit": "v1-3-gabc", "ranks.host": "a, b", "ranks.cpus": "0, 1"}
    assert metadata.chosen(summary, None) == usual
    assert metadata.chosen(summary, ["job", "ranks.threads"]) == {
        "job.id": "7", "job.variable": "SLURM_JOB_ID", "ranks.threads": "2"
    }  # fmt: skip
