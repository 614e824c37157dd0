"""make soak: what it names exists, what it builds, and where its next run begins."""

import re
import subprocess
import time

import pytest
from conftest import ROOT
from oracle.scripts import load_script


def test_each_target_is_a_test_of_the_soak():
    for name, (test, count) in load_script("soak").PYTESTS.items():
        file, function = test.split("::")
        text = (ROOT / (file if "/" in file else f"tests/end_to_end/{file}")).read_text()
        found = re.search(rf"@pytest.mark.soak\n(?:@.*\n)*def {function}\(.*first_seed", text)
        assert found and count > 0, f"{name}: {test}"


def test_each_test_of_the_soak_is_a_target():
    named = {test for test, _ in load_script("soak").PYTESTS.values()}
    for file in (ROOT / "tests").glob("*/test_*.py"):
        name = file.name if file.parent.name == "end_to_end" else str(file.relative_to(ROOT))
        for function in re.findall(r"@pytest.mark.soak\n(?:@.*\n)*def (\w+)\(", file.read_text()):
            assert f"{name}::{function}" in named


@pytest.fixture
def soak(tmp_path, monkeypatch):
    module = load_script("soak")
    monkeypatch.setattr(module, "RECORD", tmp_path / "soak.csv")
    monkeypatch.setattr(module, "OUTPUT", tmp_path / "output")
    return module


def target(soak, name, done, preset=""):
    def run(first, seconds):
        done.append((name, first))
        return soak.Turn(7)

    return soak.Target(name, run, preset=preset, build_target=name)


def test_all_is_built_before_the_time_begins(soak, monkeypatch):
    done = []

    def build(preset, targets):
        time.sleep(0.5)  # longer than the turns may last
        done.append((preset, targets))
        return subprocess.CompletedProcess([], 0, "")

    monkeypatch.setattr(soak, "build", build)
    run = soak.Soak([target(soak, "a", done, "fuzz"), target(soak, "b", done, "fuzz")], 1e-4)
    run.run()
    assert done[0] == ("fuzz", ["a", "b"]) and {name for name, _ in done[1:]} == {"a", "b"}, done[:5]
    assert not run.failed


def test_a_build_that_fails_is_a_finding(soak, monkeypatch, tmp_path):
    done = []
    monkeypatch.setattr(soak, "build", lambda preset, targets: subprocess.CompletedProcess([], 1, "no such header"))
    run = soak.Soak([target(soak, "a", done, "fuzz"), target(soak, "c", done)], 1e-5)
    run.run()
    assert [path.read_text() for path in run.failed] == ["no such header"]
    assert run.failed[0].parent == tmp_path / "output" and {name for name, _ in done} == {"c"}


def test_the_next_run_continues_the_seeds(soak):
    done = []
    for _ in range(2):
        soak.Soak([target(soak, "a", done)], 1e-5).run()
    assert [first for _, first in done] == list(range(1, len(done) + 1)) and len(done) > 1


def test_each_fuzz_target_is_a_target():
    names = [target.name for target in load_script("soak").TARGETS]
    programs = {path.stem for path in (ROOT / "tests" / "fuzz").glob("fuzz_*.cpp")}
    assert programs and programs <= set(names)
