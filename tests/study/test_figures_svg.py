"""Figures for documents: the same bytes in every process, with the data and the texts of the report's figures."""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

import pytest
from synthetic_study import PACKAGES, write_study

pytest.importorskip("matplotlib")

from ranvier_study.errors import StudyError  # noqa: E402
from ranvier_study.report.figures_svg import main, write_figures  # noqa: E402

PANELS = [
    "phases",
    "ratio",
    "scaling",
    "efficiency",
    "real_time",
    "intervals",
    "cycles",
    "cache",
    "construction",
    "memory",
]


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    axes = {"exchange": ["allgather", "isend:phases=2,subintervals=2"], "ranks": [1, 2]}
    return write_study(tmp_path_factory.mktemp("study"), axes, baseline={"exchange": "allgather"}, repeat=6)


@pytest.fixture(scope="module")
def figures(study, tmp_path_factory):
    return write_figures(study, tmp_path_factory.mktemp("figures"))


def test_there_is_a_figure_of_each_panel(figures):
    assert [path.name for path in figures] == [f"all-compared-{panel}.svg" for panel in PANELS]


def test_figures_are_whole_and_name_what_they_show(figures):
    texts = {path.stem: path.read_text() for path in figures}
    for text in texts.values():
        xml.fromstring(text)
        assert not re.search(r"<dc:date>|20\d\d-\d\d-\d\d", text)
    phases = texts["all-compared-phases"]
    for word in ("Phases", "Time of the run (s)", "deliver", "unmeasured", "allgather", "isend", "Ranks"):
        assert f">{word}<" in phases, word
    assert (
        ">isend:phases=2,subintervals=2<" in texts["all-compared-scaling"]
        and ">ideal<" in texts["all-compared-scaling"]
    )


def test_a_strategy_has_its_color_here_too(figures):
    scaling = next(path for path in figures if path.stem.endswith("scaling")).read_text().lower()
    assert "#d55e00" in scaling and "#009e73" in scaling


def test_another_process_writes_the_same_bytes(study, figures, tmp_path):
    command = [sys.executable, "-m", "ranvier_study.report.figures_svg", str(study), "-o", str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(PACKAGES), "PYTHONHASHSEED": "7", "SOURCE_DATE_EPOCH": "1"}
    subprocess.run([*command, "--panels", "phases,intervals,ratio"], env=environment, check=True, capture_output=True)
    written = sorted(tmp_path.iterdir())
    assert len(written) == 3
    for path in written:
        assert path.read_bytes() == next(one for one in figures if one.name == path.name).read_bytes()


def test_slides_and_panels_are_chosen_by_name(study, tmp_path, capsys):
    assert main([str(study), "-o", str(tmp_path), "--slides", "all", "--panels", "scaling"]) == 0
    assert len(list(tmp_path.iterdir())) == 3
    with pytest.raises(StudyError, match="there is no slide none; there are: all-compared, allgather"):
        write_figures(study, tmp_path, ["none"])
    assert main([str(study), "-o", str(tmp_path), "--panels", "none"]) == 1
    assert "there is no panel none; there are: phases" in capsys.readouterr().err
