"""The faults that scripts/faults plants (make test-long)."""

import subprocess

import pytest
from conftest import ROOT
from oracle.scripts import load_script

faults = load_script("faults")
PATCHES = sorted((ROOT / "tests" / "faults").glob("*.patch"))


def test_each_part_has_one():
    assert {"engine", "exchange", "nmodl", "language", "library", "python"} <= {patch.stem for patch in PATCHES}


@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: patch.stem)
def test_it_applies_and_names_tests(patch):
    fault = faults.read(patch)
    applied = subprocess.run(["git", "apply", "--check", patch], cwd=ROOT, capture_output=True, text=True)
    assert applied.returncode == 0, applied.stderr
    listed = "".join(path.read_text() for path in (ROOT / "tests").rglob("CMakeLists.txt"))
    for test in fault.tests:
        exists = f"add_unit_test({test}" in listed if fault.tier == "unit" else (ROOT / test).exists()
        assert exists, test


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """A fault in a copy of one file, whose test is a search for a word, and nothing to build."""
    monkeypatch.setattr(faults, "COPY", tmp_path)
    monkeypatch.setattr(faults, "ROOT", tmp_path)
    monkeypatch.setattr(faults, "must", lambda *words: None)
    (tmp_path / "file.txt").write_text("right\n")

    class Searched(faults.Fault):
        def test(self):
            return faults.run("grep", *self.tests, "file.txt")

    def fault(removed, test):
        patch = tmp_path / "fault.patch"
        patch.write_text(f"Wrong.\nTests: unit x\n\n--- a/file.txt\n+++ b/file.txt\n@@ -1 +1 @@\n-{removed}\n+wrong\n")
        return Searched("fault", patch, "unit", [test])

    real = faults.run
    monkeypatch.setattr(
        faults, "run", lambda *words, **more: real("true") if words[0] == "ninja" else real(*words, **more)
    )
    return fault


@pytest.mark.parametrize(
    "removed, test, says",
    [
        ("right", "right", ""),
        ("right", "r", "pass with it"),
        ("right", "absent", "fail without it"),
        ("other", "right", "no longer applies"),
    ],
)
def test_what_counts_as_red(copied, tmp_path, removed, test, says):
    wrong = faults.plant(copied(removed, test))
    assert says in wrong and bool(says) == bool(wrong), wrong
    assert (tmp_path / "file.txt").read_text() == "right\n"
