"""Studies with a fake program (fake_ranvier.py), which is its own launcher and takes no time."""

import os
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FAKE = pathlib.Path(__file__).parent / "fake_ranvier.py"
sys.path.insert(0, str(ROOT / "python"))

from ranvier_study import configuration, machine, plan, programs, runner, slurm  # noqa: E402
from ranvier_study.progress import Progress  # noqa: E402

STUDY = """\
study: exchanges
question: Which exchange is faster?
model:
  script: net/net.hoc
  set: {ncell: 64, ncon: 10}
  tstop: 100
axes:
  exchange: [allgather, alltoall]
  ranks: [1, 2]
baseline: {exchange: allgather}
repeat: 2
"""
SCRIPT = 'load_file("cell.hoc")\nprint ncell, ncon, tstop\n'


class Folder:
    """A study's file, a model beside it, and results."""

    def __init__(self, path: pathlib.Path):
        self.path, self.results, self.file = path, path / "results", path / "study.yml"
        self.starts = path / "starts"
        (path / "net").mkdir()
        (path / "net" / "net.hoc").write_text(SCRIPT)
        (path / "net" / "cell.hoc").write_text("// a cell\n")
        self.write(STUDY)

    def write(self, text: str, fake: bool = True) -> pathlib.Path:
        self.file.write_text(text + (f"launcher: {FAKE} -n {{ranks}}\n" if fake else ""))
        return self.file

    def change(self, before: str, after: str) -> pathlib.Path:
        text = self.file.read_text()
        assert before in text
        self.file.write_text(text.replace(before, after))
        return self.file

    def plan(self, host=None):
        study = configuration.load(self.file)
        found, missing = programs.find(study)
        assert not missing
        return study, plan.make(study, host or slurm.here(), found.builds), found

    def execute(self, progress=None):
        study, made, found = self.plan()
        return runner.execute(study, made, found, self.results, progress or Progress())

    def started(self) -> list[str]:
        """Names of the runs that were started, in order."""
        return self.starts.read_text().split() if self.starts.exists() else []

    def runs(self) -> pathlib.Path:
        return self.results / "exchanges" / "runs"

    def done(self) -> set[str]:
        return {path.parent.name for path in self.runs().glob("*/summary.json")}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("RANVIER_PROGRAM", str(FAKE))
    monkeypatch.setenv("FAKE_STARTS", str(tmp_path / "starts"))
    monkeypatch.setattr(machine, "load_now", lambda: 0.0)
    monkeypatch.setattr(runner, "WATCH", 0.02)
    for name in [name for name in os.environ if name.startswith("FAKE_") and name != "FAKE_STARTS"]:
        monkeypatch.delenv(name)
    return Folder(tmp_path)
