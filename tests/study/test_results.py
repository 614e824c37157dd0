"""Results for documents: two files hold the data, and the figures are drawn from nothing but them."""

import csv
import json
import re
import shutil

import pytest
from conftest import ROOT
from synthetic_study import exchange_study, write_study

pytest.importorskip("matplotlib")

from ranvier_study import cli, storage  # noqa: E402
from ranvier_study.errors import StudyError  # noqa: E402
from ranvier_study.report.answer import answer  # noqa: E402
from ranvier_study.report.panels import make_panels  # noqa: E402
from ranvier_study.report.results import draw_results, read_results, write_results  # noqa: E402
from ranvier_study.report.write import open_book  # noqa: E402

AXES = {"exchange": ["allgather", "persistent"], "ranks": [1, 2, 4]}
PUBLISHED = sorted((ROOT / "docs" / "results").glob("*.json"))


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return write_study(tmp_path_factory.mktemp("study"), AXES, baseline={"exchange": "allgather"}, repeat=8)


@pytest.fixture(scope="module")
def written(study, tmp_path_factory):
    return write_results(study, tmp_path_factory.mktemp("results"), None)


def test_data_and_figures_are_written(written):
    names = [path.name for path in written]
    assert names[:2] == ["exchange_methods.csv", "exchange_methods.json"]
    assert {"exchange_methods-ratio.svg", "exchange_methods-phases.svg", "exchange_methods-scaling.svg"} < set(names)
    assert "exchange_methods-intervals.svg" not in names  # intervals are in summaries only
    with open(written[0], newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 48 and {"axis.ranks", "time.run", "phases.update.mean"} < set(rows[0])
    about = json.loads(written[1].read_text())
    assert about["equal"]["host.cpu"] == "AMD EPYC 7742" and about["load_before"] == {"median": 0.12, "most": 0.12}
    text = written[0].read_text() + written[1].read_text()
    assert "node1" not in text and "net.hoc" not in text  # names of machines and paths
    assert written[0].stat().st_size < 48 * 400


def test_figures_from_the_stored_data_are_those_of_the_report(study, written):
    """But for rounding; of the ranks, only mean and maximum are stored."""
    stored, whole = read_results(written[1]), open_book(study)
    assert answer(stored) == answer(whole)
    for slide, other in zip(stored.slides, whole.slides, strict=True):
        for ours, theirs in zip(make_panels(stored, slide), make_panels(whole, other), strict=True):
            if ours.key not in ("phases", "ratio", "scaling", "efficiency", "real_time", "cache"):
                continue
            assert ours.views[0].columns == theirs.views[0].columns
            for a, b in zip(ours.views[0].rows, theirs.views[0].rows, strict=True):
                assert a == pytest.approx(b, rel=2e-4, abs=1e-6) if all(map(is_plain, b)) else same(a, b), ours.key


def is_plain(value):
    return isinstance(value, (int, float))


def same(a, b):
    return all(
        x == pytest.approx(y, rel=2e-3, abs=1e-5) if isinstance(y, float) else x == y for x, y in zip(a, b, strict=True)
    )


def test_figures_are_drawn_again_to_the_byte(written, tmp_path):
    for path in written[:2]:
        shutil.copy(path, tmp_path)
    assert cli.main(["results", str(tmp_path / "exchange_methods.json")]) == 0
    for path in written[2:]:
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


def test_the_command_runs_a_study_and_writes_its_results(folder, capsys, monkeypatch):
    monkeypatch.chdir(folder.path)
    folder.change("repeat: 2", "repeat: 8")
    words = ["results", "study.yml", "docs", "--panels", "ratio,scaling"]
    assert cli.main(words) == 0
    assert sorted(path.name for path in (folder.path / "docs").iterdir()) == [
        *("exchanges-ratio.svg", "exchanges-scaling.svg", "exchanges.csv", "exchanges.json")
    ]
    before = {path.name: path.read_bytes() for path in (folder.path / "docs").iterdir()}
    assert cli.main(words) == 0 and len(folder.started()) == 32
    assert {path.name: path.read_bytes() for path in (folder.path / "docs").iterdir()} == before
    assert cli.main(["results", "study.yml"]) == 1 and "name the folder" in capsys.readouterr().err


def test_no_results_are_written_of_a_study_that_failed(folder, capsys, monkeypatch):
    monkeypatch.chdir(folder.path)
    monkeypatch.setenv("FAKE_DIFFERS", "alltoall")
    assert cli.main(["results", "study.yml", "docs"]) == 1 and not (folder.path / "docs").exists()


def test_several_slides_have_several_figures(tmp_path):
    made = exchange_study(tmp_path, repeat=1, intervals=False)
    names = [path.name for path in write_results(made, tmp_path / "docs", ["ratio"])]
    assert names[2:] == [f"exchange_methods-all-compared-ncon-{n}-ratio.svg" for n in (100, 1000)]


def test_another_file_is_refused(tmp_path):
    storage.write_json(tmp_path / "x.json", {"format": "something else"})
    with pytest.raises(StudyError, match="x.json does not hold results"):
        draw_results(tmp_path / "x.json")


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.stem)
def test_published_figures_are_those_of_the_published_data(path, tmp_path):
    import matplotlib

    drawn_with = re.search(r"matplotlib ([\d.]+)", (ROOT / "docs" / "results" / "README.md").read_text())[1]
    for suffix in (".json", ".csv"):
        shutil.copy(path.with_suffix(suffix), tmp_path)
    drawn = draw_results(tmp_path / path.name)
    there = sorted(each.name for each in path.parent.glob(f"{path.stem}-*.svg"))
    assert sorted(each.name for each in drawn) == there
    if matplotlib.__version__ != drawn_with.rstrip("."):
        pytest.skip(f"the figures were drawn with matplotlib {drawn_with}")
    for each in drawn:
        assert each.read_bytes() == (path.parent / each.name).read_bytes(), (
            f"draw it again: ranvier study results {path}"
        )


def test_published_results_are_explained():
    """README.md has the answer that the data give, the command that makes them again, and each figure."""
    text = (ROOT / "docs" / "results" / "README.md").read_text()
    flat = " ".join(text.split())
    for path in PUBLISHED:
        about = json.loads(path.read_text())
        assert answer(read_results(path)) == about["answer"]
        assert about["answer"] in flat, about["answer"]
        panels = ",".join(about["panels"])
        assert f"ranvier study results studies/{path.stem}.yml docs/results --panels {panels}" in flat
        assert str(about["load_before"]["median"]) in flat and about["began"][:10] in flat
        assert (ROOT / "studies" / f"{path.stem}.yml").exists()
    figures = {path.name for path in (ROOT / "docs" / "results").glob("*.svg")}
    assert figures == set(re.findall(r"\]\(([\w-]+\.svg)\)", text))
    assert set(re.findall(r"docs/results/([\w-]+\.svg)", (ROOT / "README.md").read_text())) <= figures
