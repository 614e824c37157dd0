"""hoc from Python: `from neuron import h` on Ranvier's engine, beside NEURON's own module with the same script."""
import pathlib
import sys

import pytest

from oracle.commands import run


@pytest.fixture(scope="session")
def python(ranvier):
    """Runs a script with the module of the build; returns its Outcome."""
    folder = pathlib.Path(ranvier.bin_folder).parent / "python"
    if not (folder / "_ranvier.abi3.so").exists():
        pytest.skip("the Python module was not built: there were no headers of Python")

    def run_script(text, cwd, **env):
        (pathlib.Path(cwd) / "script.py").write_text(text)
        return run([sys.executable, "script.py"], cwd, {"PYTHONPATH": str(folder), **env})

    return run_script


def test_function_of_a_mod_file_in_a_folder_with_spaces(ranvier, python, tmp_path):
    folder = tmp_path / "a folder of mine"
    folder.mkdir()
    (folder / "three.mod").write_text("NEURON {SUFFIX nothing}\nFUNCTION three() {\n  three = 3\n}\n")
    ranvier.check(".", name="nrnivmodl", cwd=folder)
    outcome = python("from neuron import h\nprint(h.three())", folder)
    assert (outcome.status, outcome.out) == (0, "3.0\n"), outcome


NAMES = """\
from neuron import h
print(h.t, h.dt, h.celsius, h.exp(0), h.PI > 3.14)
print(h('x = 3\\nstrdef s\\ns = "abc"\\ndouble y[3]\\nobjref o\\nfunc twice() { return $1*2 }'))
print(h.x, h.s, h.twice(4), h.o, len(h.y), h.y[1])
h.x = 5
h.s = "def"
h.y[1] = 2.5
h('print x, " ", s, " ", y[1]')
h.o = h.Vector(3)
h('print o, o.size()')
print(h.o.size(), h.o == h.o, h.o.hname() == str(h.o))
try:
    h.nothing_of_that_name
except AttributeError:
    print("AttributeError")
try:
    h.nothing_of_that_name = 3
except (AttributeError, LookupError):
    print("no such name")
"""


@pytest.mark.parametrize("script", [pytest.param(NAMES, id="names")])
def test_prints_what_neuron_prints(python, neuron, tmp_path, script):
    outcome = python(script, tmp_path)
    assert outcome.status == 0, outcome
    assert outcome.out == neuron.run_python(script)
