"""KINETIC schemes too long for one function: cut into functions, and eliminated by a table of places."""

import pytest
from oracle.long_kinetic import scheme

SCRIPT = """
create cable, other
access cable
{nseg = 3 L = 60 diam = 2}
forall { insert hh insert long }
objref stim, cvode
stim = new IClamp(0.5)
{stim.del = 0.5 stim.dur = 1e9 stim.amp = 0.3}
cvode = new CVode()
proc show() { local i
    printf("%g", t)
    forall { printf(" %.17g %.17g %.17g", cai(0.5), total_long(0.5), v(0.5)) }
    for i = 0, $1 - 1 { printf(" %.17g %.17g", ca_long[i](0.2), bcaca_long[i](0.8)) }
    print ""
}
"""
FIXED = """
finitialize(-65)
for i = 1, 60 { fadvance() show(%d) }
"""
SECOND_ORDER = "secondorder = 2\n" + FIXED
VARIABLE = """
cvode.active(1)
cvode.atol(1e-5)
finitialize(-65)
while (t < 3) { cvode.solve(t + 0.25) show(%d) }
"""


@pytest.mark.parametrize("verbatim", [False, True], ids=["C++", "C"])
@pytest.mark.parametrize("shells", [2, 5, 12])
@pytest.mark.parametrize("steps", [FIXED, SECOND_ORDER], ids=["implicit", "second order"])
def test_bits_are_those_of_neuron(ranvier, neuron, tmp_path, shells, verbatim, steps):
    """Written out; in functions and by a table in variable steps; in functions and by a table in fixed steps, too."""
    text = scheme("long", shells, verbatim)
    script = SCRIPT + steps % shells
    (tmp_path / "long.mod").write_text(text)
    (tmp_path / "long.hoc").write_text(script)
    ours = ranvier.check("-nogui", "--math", "libm", "long.hoc", cwd=tmp_path, name="nrniv").out.splitlines()
    theirs = neuron.run(script, mods=[tmp_path / "long.mod"])["out"].splitlines()
    assert len(theirs) > 59
    assert ours == theirs


@pytest.mark.parametrize("verbatim", [False, True], ids=["C++", "C"])
def test_variable_steps_agree_with_neuron(ranvier, neuron, tmp_path, verbatim):
    script = SCRIPT + VARIABLE % 5
    (tmp_path / "long.mod").write_text(scheme("long", 5, verbatim))
    (tmp_path / "long.hoc").write_text(script)
    ours = ranvier.check("-nogui", "--math", "libm", "long.hoc", cwd=tmp_path, name="nrniv").out.splitlines()
    theirs = neuron.run(script, mods=[tmp_path / "long.mod"])["out"].splitlines()
    assert len(ours) == len(theirs) > 11
    for our_line, their_line in zip(ours, theirs):
        for a, b in zip(our_line.split(), their_line.split(), strict=True):
            assert float(a) == pytest.approx(float(b), rel=1e-4, abs=1e-7), their_line
