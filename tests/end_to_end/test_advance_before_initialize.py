"""An advance that no finitialize precedes starts from the values that sections and cells have when they are made."""

import sys

import pytest
from oracle.commands import run

HOC = {
    "fadvance": "{fadvance()}",
    "psolve": "{pc.set_maxstep(10) pc.psolve(5)}",
    "continuerun": "{continuerun(5)}",
    "steprun": "{steprun()}",
}
# NEURON fails an assertion.
VARIABLE = {
    "cvode.solve, fixed steps": ("{cvode.solve()}", 0.025),
    "cvode.solve": ("{cvode.active(1) cvode.solve(5)}", 5),
    "variable steps": ("{cvode.active(1) fadvance()}", None),
}
SETTING = """{load_file("stdrun.hoc")}
objref pc, cvode
pc = new ParallelContext()
cvode = new CVode()
create soma
access soma
insert pas
e_pas = -70
"""
SHOW = '{printf("%.17g %.17g\\n", t, v)}\n'


@pytest.mark.parametrize("how", HOC)
def test_hoc_advances_as_neuron_does(ranvier, neuron, tmp_path, how):
    script = SETTING + HOC[how] + "\n" + SHOW
    (tmp_path / "first.hoc").write_text(script)
    theirs = neuron.run(script)["out"].split()[-2:]
    for ranks in 1, 2:
        ours = ranvier.check("--math", "libm", "first.hoc", cwd=tmp_path, ranks=ranks).out.split()[-2:]
        assert ours == theirs, (ranks, ours, theirs)


@pytest.mark.parametrize("how", VARIABLE)
def test_variable_steps_begin_anywhere(ranvier, tmp_path, how):
    statement, t = VARIABLE[how]
    (tmp_path / "first.hoc").write_text(SETTING + statement + "\n" + SHOW)
    found, v = map(float, ranvier.check("first.hoc", cwd=tmp_path).out.split()[-2:])
    assert found == pytest.approx(t, abs=1e-9) if t else found >= 0
    assert -70 < v <= -65


def test_figures_of_neuron(ranvier, tmp_path):
    times = []
    for how in "fadvance", "psolve", "continuerun", "steprun":
        (tmp_path / "first.hoc").write_text(SETTING + HOC[how] + "\n" + SHOW)
        times.append(float(ranvier.check("--math", "libm", "first.hoc", cwd=tmp_path).out.split()[-2]))
    assert times == pytest.approx([0.025, 5, 5, 0.025], abs=1e-9)


@pytest.mark.parametrize(
    "advance", ["h.fadvance()", "pc.psolve(5)", "h.continuerun(5)", "h.steprun()", "h.cvode.solve()"]
)
@pytest.mark.parametrize("cells", ["", 'pc.cells("IntFire1", 0, 10)'])
def test_python_advances(ranvier, tmp_path, advance, cells):
    folder = ranvier.bin_folder.parent / "python"
    if not (folder / "_ranvier.abi3.so").exists():
        pytest.skip("the Python module was not built: there were no headers of Python")
    (tmp_path / "first.py").write_text(f"""from neuron import h
h.load_file("stdrun.hoc")
pc = h.ParallelContext()
{"" if cells else 'soma = h.Section(name="soma")'}
{cells}
pc.set_maxstep(10)
{advance}
print(h.t)
""")
    outcome = run([sys.executable, "first.py"], tmp_path, {"PYTHONPATH": str(folder)})
    assert outcome.status == 0, outcome
    assert float(outcome.out) == pytest.approx(0.025 if "5" not in advance else 5, abs=1e-9)
