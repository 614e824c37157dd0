"""The scripts of tests/hoc_like/library print in NEURON what their comments say; a unit test runs them in a session."""

import pathlib

import pytest

SCRIPTS = pathlib.Path(__file__).parent.parent / "hoc_like" / "library" / "scripts"
MARK = "// expect:"


@pytest.mark.parametrize("name", sorted(str(path.relative_to(SCRIPTS)) for path in SCRIPTS.rglob("*.hoc")))
def test_what_a_script_expects_is_neurons(neuron, name):
    path = SCRIPTS / name
    text = path.read_text()
    expected = [line.partition(MARK)[2].strip() for line in text.splitlines() if MARK in line]
    ends = "" if "/*" in text and "*/" not in text else "\nquit()\n"  # within a comment that does not end
    printed = neuron.run(text + ends, mods=sorted(path.parent.glob("*.mod")))["out"]
    assert [line.strip() for line in printed.splitlines()] == expected
