"""What a report shows of what its reader chooses: values of axes, several studies, and keys of the summaries."""

import json
import re

import pytest
from pages import Page, data_of, table_of
from synthetic_study import write_study

pytest.importorskip("plotly")
pytest.importorskip("jinja2")

from ranvier_study import metadata  # noqa: E402
from ranvier_study.errors import StudyError  # noqa: E402
from ranvier_study.report import text_report, write_report, write_reports  # noqa: E402
from ranvier_study.report.selection import chooser, chosen_by  # noqa: E402
from ranvier_study.report.write import open_book, open_books, section_of  # noqa: E402

AXES = {"exchange": ["allgather", "persistent"], "ranks": [1, 2, 4]}
BASELINE = {"exchange": "allgather"}
HOSTILE = "</script><img src=x onerror=alert(1)>&\"'"


def study(folder, axes=AXES, **options):
    options = {"baseline": BASELINE, "repeat": 8, "intervals": False} | options
    return write_study(folder, axes, **options)


def change_plan(folder, **values):
    path = folder / "plan.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | values))
    return folder


def is_left(data, key, **chosen):
    """Whether a filter such as ranks=["2"] leaves what has the key of this number."""
    axes = {name: texts for name, _, texts in data["axes"]}
    places = zip(axes, data["keys"][key])
    return all(place is None or name not in chosen or axes[name][place] in chosen[name] for name, place in places)


# The filter.


def test_everything_on_the_page_has_the_key_of_its_values(tmp_path):
    """Each row, bar, point and figure, so that a filter hides what it should and nothing else."""
    data = data_of(write_report(study(tmp_path, AXES | {"model.set.ncon": [100, 1000]}, intervals=True)).read_text())
    assert [name for name, _, _ in data["axes"]] == ["exchange", "ranks", "model.set.ncon"]
    for name, place in (("runs", 1), ("means", 0)):
        rows = table_of(data, name, "csv").splitlines()[1:]
        for row, key in zip(rows, data["tables"][name]["keys"]):
            exchange, ranks, ncon = row.split(",")[place : place + 3]
            assert is_left(data, key, exchange=[exchange], ranks=[ranks], **{"model.set.ncon": [ncon]})
            assert not is_left(data, key, ranks=[other for other in "124" if other != ranks])
    for row, key in zip(table_of(data, "comparisons", "csv").splitlines()[1:], data["tables"]["comparisons"]["keys"]):
        exchange, ncon, ranks = row.split(",")[:3]
        assert is_left(data, key, exchange=[exchange], ranks=[ranks], **{"model.set.ncon": [ncon]})
        assert not is_left(data, key, ranks=[other for other in "124" if other != ranks])
    labels = set()
    for slide in data["slides"]:
        for panel in slide["panels"]:
            for label, number, of_view in panel["views"]:
                view = data["views"][number]
                assert of_view is not None or all(
                    "keys" in trace or trace["name"] == "ideal" for trace in view["traces"]
                )
                for trace in view["traces"]:
                    points = trace.get("keys", [])
                    x = trace["x"] if isinstance(trace["x"][0], (int, float, str)) else trace["x"][0]
                    assert not points or len(points) == len(x) == len(trace["y"])
                    if panel["key"] in ("scaling", "efficiency"):
                        assert all(is_left(data, key, ranks=[str(at)]) for key, at in zip(points, x))
                if view["rows"] and of_view is None:
                    assert len(view["keys"]) == len(view["rows"])
                    labels.add(panel["key"])
                if of_view is not None and slide["title"].startswith("all compared"):
                    exchange, ranks = label.split(", ")
                    assert is_left(data, of_view, exchange=[exchange], ranks=[ranks.split()[0]])
                    assert not is_left(
                        data, of_view, exchange=["allgather" if exchange == "persistent" else "persistent"]
                    )
    assert {"phases", "ratio", "scaling", "efficiency", "real_time", "cache", "construction", "memory"} <= labels


def test_categories_have_keys(tmp_path):
    data = data_of(write_report(study(tmp_path)).read_text())
    (ratio,) = (panel for panel in data["slides"][0]["panels"] if panel["key"] == "ratio")
    axis = data["views"][ratio["views"][0][1]]["layout"]["yaxis"]
    assert len(axis["keys"]) == len(axis["categoryarray"]) == 3
    assert [is_left(data, key, ranks=["2"]) for key in axis["keys"]] == [
        label.startswith("2 ") for label in axis["categoryarray"]
    ]


def test_a_peer_has_all_values_of_what_it_has_not(tmp_path):
    choices = [{"simulator": "ranvier", "exchange": name, "ranks": 1} for name in ("allgather", "persistent")]
    choices += [{"simulator": "neuron", "exchange": None, "ranks": 1}]
    data = data_of(write_report(study(tmp_path, {}, choices=choices, repeat=2)).read_text())
    rows = [row.split(",")[1:3] for row in table_of(data, "runs", "csv").splitlines()[1:]]
    left = [
        row for row, key in zip(rows, data["tables"]["runs"]["keys"]) if is_left(data, key, exchange=["persistent"])
    ]
    assert sorted(left) == [["neuron", "none"]] * 2 + [["ranvier", "persistent"]] * 2


def test_slides_belong_to_what_they_show(tmp_path):
    data = data_of(write_report(study(tmp_path, AXES | {"model.set.ncon": [100, 1000]})).read_text())
    left = [slide["title"] for slide in data["slides"] if is_left(data, slide["key"], exchange=["persistent"])]
    assert left == [
        "all compared; ncon 100",
        "persistent; ncon 100",
        "all compared; ncon 1000",
        "persistent; ncon 1000",
    ]
    assert all(is_left(data, key, **{"model.set.ncon": ["100"]}) for key in data["slides"][0]["keys"])
    assert len(data["slides"][0]["keys"]) == 6 and len(data["slides"][1]["keys"]) == 3


def test_weak_scaling_is_filtered_by_what_follows_ranks(tmp_path):
    choices = [
        {"exchange": exchange, "ranks": ranks, "model.set.ncell": 256 * ranks}
        for exchange in ("allgather", "alltoall")
        for ranks in (1, 2, 4)
    ]
    data = data_of(write_report(study(tmp_path, {}, choices=choices)).read_text())
    (scaling,) = (panel for panel in data["slides"][0]["panels"] if panel["key"] == "scaling")
    trace = data["views"][scaling["views"][0][1]]["traces"][0]
    assert [is_left(data, key, **{"model.set.ncell": ["512"]}) for key in trace["keys"]] == [False, True, False]


def headline_of(folder):
    """A study's book, and what its page makes sentences of."""
    book = open_book(folder)
    section = section_of(book, "")
    return book, section.headline


def test_a_sentence_about_what_is_chosen_names_few_and_counts_many(tmp_path):
    book, headline = headline_of(study(tmp_path))
    two = chooser(book, {"ranks": ["2"]})
    said = headline.sentence(two)
    assert re.fullmatch(
        r"Compared with allgather, persistent, 2 ranks: 1\.\d\d times as fast, 95% interval [\d.]+–[\d.]+\.", said
    )
    assert headline.sentence(chooser(book, {"exchange": ["allgather"]})) == "No comparison is chosen."
    axes = {"exchange": ["allgather", "persistent"], "ranks": [1, 2, 4], "model.set.ncon": [100, 1000, 2000, 4000]}
    book, headline = headline_of(study(tmp_path / "many", axes, repeat=9))
    many = headline.sentence(chooser(book, {"ranks": ["2", "4", "1"]}))
    assert re.fullmatch(
        r"Of 12 chosen comparisons with allgather: (\d+ faster, )?(\d+ slower, )?\d+ without a difference shown\.", many
    ), many


def test_intervals_of_what_is_chosen_are_those_of_the_whole_study(tmp_path):
    """A choice that is made after looking must not make them narrower."""
    folder = study(tmp_path)
    whole = text_report([folder]).splitlines()
    chosen = text_report([folder], ["ranks=2"]).splitlines()
    row = next(line for line in whole if line.startswith("persistent") and line.split()[1] == "2")
    assert row.split() in [line.split() for line in chosen]
    assert chosen[0] == "Only ranks 2" and any("16 of 16 runs are done" in line for line in chosen)


def test_the_text_and_the_page_take_conditions(tmp_path):
    folder = study(tmp_path, AXES | {"model.set.ncon": [100, 1000]})
    text = text_report([folder], ["ranks<=2", "ncon!=100"])
    assert text.startswith("Only ranks 1, 2; ncon 1000\n") and " 32 of 32 runs are done." in text
    assert data_of(write_report(folder, None, ["ranks<=2"]).read_text())["chosen"] == {"ranks": ["1", "2"]}
    assert data_of(write_report(folder).read_text())["chosen"] == {}
    books = open_books([folder])
    for condition, said in (
        ("rank=2", "rank is not an axis with several values; there are: exchange, ranks, model.set.ncon"),
        ("ranks", "ranks is not a condition; write name=value"),
        ("ranks=3", "no run has ranks=3; the values of ranks that are left are 1, 2, 4"),
    ):
        with pytest.raises(StudyError, match=re.escape(said)):
            chosen_by(books, [condition])


def test_a_study_that_varies_nothing_has_no_filter(tmp_path):
    folder = study(tmp_path, {}, choices=[{}], baseline={}, repeat=2)
    page = Page(write_report(folder).read_text())
    assert page.faults == [] and "filter" not in [attributes.get("id") for _, attributes in page.elements]


# Several studies.


def two_studies(folder, **second):
    first = study(folder / "one", name="before")
    options = {
        "change": lambda summary, axes, repetition: [
            rank.update(wall=0.8 * rank["wall"]) for rank in summary["phases"]["per_rank"]
        ]
    }
    return first, study(folder / "two", name=second.pop("name", "after"), **(options | second))


def test_several_studies_stand_on_one_page(tmp_path):
    folders = two_studies(tmp_path, question=f"Is {HOSTILE} faster?")
    text = write_reports(folders, tmp_path / "both.html").read_text()
    page, data = Page(text), data_of(text)
    assert page.faults == [] and page.fetched() == ["#study-before", "#study-after"] * 0
    assert [slide["id"] for slide in data["slides"]] == [
        *("before-all-compared", "before-allgather", "before-persistent"),
        *("after-all-compared", "after-allgather", "after-persistent"),
    ]
    assert [slide["study"] for slide in data["slides"]] == [0, 0, 0, 1, 1, 1] and data["studies"] == ["before", "after"]
    assert data["slides"][3]["title"] == "after: all compared"
    assert not any(tag == "img" for tag, _ in page.elements) and "onerror=alert(1)" in page.words
    assert {"before-runs", "after-runs", "before-comparisons", "after-comparisons", "across"} <= set(data["tables"])
    for folder in folders:
        assert (folder / "tables" / "runs.csv").is_file()


def test_studies_with_the_same_axes_are_compared(tmp_path):
    folders = two_studies(tmp_path)
    text = write_reports(folders, tmp_path / "both.html").read_text()
    rows = [row.split(",") for row in table_of(data_of(text), "across", "csv").splitlines()]
    assert rows[0][:4] == ["study", "exchange", "ranks", "times as fast as before"]
    assert len(rows) == 7 and all(float(row[3]) == pytest.approx(1.25) for row in rows[1:])
    said = Page(text).words
    assert "after compared with before, exchange allgather, 1 rank: 1.25 times as fast" in said
    assert "The 6 intervals hold together with 95%: each has the level 99.17%." in said
    assert "did not take turns" in said


def test_studies_are_not_compared_where_axes_differ(tmp_path):
    folders = two_studies(tmp_path, axes={"exchange": ["allgather", "isend"], "threads": [1, 2]})
    text = text_report(folders)
    assert "after is not compared with before: it varies exchange, threads, and before varies exchange, ranks." in text
    folders = two_studies(tmp_path / "measure", measure="time.setup")
    assert "after is not compared with before: they measure time.setup and time.run." in text_report(folders)
    folders = two_studies(tmp_path / "values", axes=AXES | {"ranks": [8, 16]})
    assert "after and before have no configuration in common." in text_report(folders)


def give(folder, **settings):
    """Gives all runs of a study something, as its file would."""
    plan = json.loads((folder / "plan.json").read_text())
    for run in plan["runs"]:
        run["configuration"] |= settings
    change_plan(folder, runs=plan["runs"])


def test_studies_of_other_models_are_not_compared(tmp_path):
    first, second = two_studies(tmp_path)
    give(first, script="../net.hoc", set={"ncell": 100})
    give(second, script="ring/ring.hoc", set={"ncell": 100})
    text = text_report([first, second])
    assert "after is not compared with before: it runs ring/ring.hoc, and before runs ../net.hoc." in text
    give(second, script="models/net.hoc", set={"ncell": 200}, tstop=50)
    text = text_report([first, second])
    assert "times as fast" in text and "- after differs from before in set.ncell: 100 → 200\n" in text
    assert "- after differs from before in tstop: none → 50\n" in text and "net.hoc" not in text


def test_one_filter_is_for_all_studies(tmp_path):
    """Of a study that does not vary an axis, the value that its file gives."""
    first = study(tmp_path / "one", name="before")
    second = study(tmp_path / "two", {"exchange": ["allgather", "isend"]}, name="after")
    plan = json.loads((second / "plan.json").read_text())
    for run in plan["runs"]:
        run["configuration"]["ranks"] = 8
    change_plan(second, runs=plan["runs"])
    data = data_of(write_reports([first, second], tmp_path / "both.html").read_text())
    exchange, ranks = data["axes"]
    assert exchange[2] == ["allgather", "isend", "persistent"] and sorted(ranks[2]) == ["1", "2", "4", "8"]
    keys = data["tables"]["after-runs"]["keys"]
    assert all(is_left(data, key, ranks=["8"]) and not is_left(data, key, ranks=["1", "2", "4"]) for key in keys)


@pytest.mark.parametrize("places, names", [
    (("one/quick", "two/quick"), ["quick (one)", "quick (two)"]),
    (("a/results/quick", "b/results/quick"), ["quick (a/results)", "quick (b/results)"]),
    (("results/quick", "results/copy"), ["quick (results/quick)", "quick (results/copy)"]),
])  # fmt: skip
def test_studies_of_one_name_are_told_apart(tmp_path, places, names):
    folders = []
    for place in places:
        made = study(tmp_path / place / "made", name="quick", repeat=2)
        folders.append(made.rename(tmp_path / place / "there"))
        for inner in list(folders[-1].iterdir()):
            inner.rename(tmp_path / place / inner.name)
        folders[-1] = tmp_path / place
    books = open_books(folders)
    assert [book.study.name for book in books] == names
    page = Page(write_reports(folders, tmp_path / "both.html").read_text())
    assert page.faults == [] and names[1] in page.words


def test_a_study_is_named_once(tmp_path):
    folder = study(tmp_path, repeat=1)
    with pytest.raises(StudyError, match="is named twice"):
        open_books([folder, folder.parent / "." / folder.name])


# Metadata.


def test_metadata_are_the_usual_ones_without_a_choice(tmp_path):
    """No lists of gids, of which a summary has thousands."""

    def change(summary, axes, repetition):
        summary["traffic"] = {"per_rank": [{"gids": [[0, 1, 1000]]}]}
        summary["work"] = {"per_rank": [{"blocks": [{"cells": [[3, [[0, 1, 1000]]]]}]}]}

    words = Page(write_report(study(tmp_path, repeat=1, change=change)).read_text()).words
    assert re.search("host.cpu ?AMD EPYC 7742", words) and "files.net.hoc" in words and "counts.cells" in words
    assert "traffic" not in words and "work." not in words and "host.load_1min" not in words


def test_metadata_are_chosen_by_keys(tmp_path):
    keys = ["host.cpu", "host.caches", "host.load_1min", "files.net.hoc", "configuration.exchange", "trials.chosen"]
    folder = change_plan(study(tmp_path, repeat=1), metadata=keys)
    page = Page(write_report(folder).read_text())
    found = re.search(r"equal in all runs (.*) ◀", page.words)[1]
    assert re.fullmatch(
        r"host\.cpu ?AMD EPYC 7742 ?host\.caches\.L1d ?32768 ?host\.caches\.L2 ?524288 ?host\.caches\.L3 ?33554432 ?"
        r"host\.load_1min ?0\.2 ?files\.net\.hoc ?[0-9a-f]{12} ?trials\.chosen ?–",
        found.strip(),
    ), found
    text = text_report([folder])
    assert (
        "\nMetadata\nhost.cpu: AMD EPYC 7742\n" in text and "\nconfiguration.exchange: allgather, persistent\n" in text
    )
    change_plan(folder, metadata=[])
    assert "Machine and versions" not in Page(write_report(folder).read_text()).words


def test_long_values_are_cut():
    found = metadata.chosen({"configuration": {"set": {"name": "x" * 500}}}, None)
    assert len(found["configuration.set.name"]) == metadata.MOST_LETTERS and found["configuration.set.name"].endswith(
        "…"
    )


def test_metadata_of_a_stranger_are_text(tmp_path):
    def change(summary, axes, repetition):
        summary["configuration"]["set"][HOSTILE] = HOSTILE

    page = Page(write_report(study(tmp_path, repeat=1, change=change)).read_text())
    assert page.faults == [] and not any(tag == "img" for tag, _ in page.elements)
    assert page.words.count("onerror=alert(1)") >= 2
