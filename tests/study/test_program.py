"""Studies with the program itself: what it says of its runs is what the study reads."""

import shutil

import pytest
from conftest import ROOT
from oracle.commands import run
from ranvier_study import table
from ranvier_study.report.runs import SETUP

STUDY = """\
study: ring
question: Do ranks and exchange change the ring's spikes?
model:
  script: models/ring/ring.hoc
  set: {ncell: 16, kick_every: 8, nthread: 1}
  tstop: 40
  neutral: [nthread]
axes:
  exchange: [allgather, "isend:phases=2,subintervals=2"]
  ranks: [1, 2]
  together: [{threads: 1, model.set.nthread: 1}, {threads: 2, model.set.nthread: 2}]
repeat: 1
intervals: true
limits: {attempts: 1}
"""


@pytest.fixture
def real(ranvier, folder, monkeypatch):
    """A study's folder and its commands, `ranvier study ...`."""
    monkeypatch.delenv("RANVIER_PROGRAM")
    shutil.copytree(ROOT / "models", folder.path / "models")
    folder.write(STUDY, fake=False)
    return lambda *words: run([ranvier.bin_folder / "ranvier", "study", *words], folder.path)


def test_a_study_of_the_ring(real, folder):
    done = real("run", "study.yml")
    assert done.status == 0 and "8 runs are done, 0 failed" in done.out, done
    rows = table.rows(folder.results / "ring")
    assert len({row["raster.sha256"] for row in rows}) == 1 and rows[0]["raster.records"] > 0
    for row in rows:
        assert row["configuration.ranks"] == row["axis.ranks"] and row["configuration.threads"] == row["axis.threads"]
        assert row["counts.cells"] == 16 and row["time.run"] > 0 and row["time.setup"] > 0
        assert row["configuration.end_ms"] == pytest.approx(40)
    summary = table.summary_of(folder.results / "ring", rows[0]["run"])
    assert summary["intervals"]["per_rank"] and summary["files"]
    assert set(summary["setup"]["per_rank"][0]) <= set(SETUP), "the report shows each part"
    again = real("run", "study.yml")
    assert again.status == 0 and "8 of 8 runs are done already" in again.out, again
    assert real("report").status == 0


def test_a_script_that_sets_the_value_itself_fails(real, folder):
    text = (folder.path / "models/ring/ring.hoc").read_text()
    (folder.path / "models/ring/ring.hoc").write_text(
        text.replace("duration = tstop", "ncell = 8\nduration = tstop", 1)
    )
    done = real("run", "study.yml")
    assert done.status == 1 and "ncell = 8 instead of 16" in done.out, done
