"""With variable steps, voltages of compartments without capacitance (ends of sections) follow from their neighbors'. Along
very small resistances a rounding error in them is a current, so they must be computed as NEURON does."""

import re

SCRIPT = r"""
load_file("stdrun.hoc")
create soma[4], dend[3]
for i = 0, 3 soma[i] { L = 0.9 + i/7  diam = 17 + i }
for i = 1, 3 connect soma[i](0), soma[i-1](1)
for i = 0, 2 {
    connect dend[i](0), soma[i](1)
    dend[i] { L = 80  diam = 1.3  nseg = 3 }
}
forall { Ra = 0.7  insert pas  e_pas = -66.1  g_pas = 1e-4 }
objref states, derivatives, cv
cv = new CVode()
{cv.active(1)}
proc at() { local i
    v_init = $1
    stdinit()
    states = new Vector()
    derivatives = new Vector()
    cv.states(states)
    cv.f(0, states, derivatives)
    for i = 0, derivatives.size - 1 printf("%.17g\n", derivatives.x[i])
}
for k = 0, 9 at(-66.5 + k*0.173)
quit()
"""


def test_equal_voltages_make_no_currents(ranvier, neuron, tmp_path):
    (tmp_path / "script.hoc").write_text(SCRIPT)
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out.split()
    expected = neuron.run(SCRIPT)["out"].split()
    numbers = [sorted(float(x) for x in out if re.match(r"[-\d]", x)) for out in (ours, expected)]
    assert len(numbers[0]) == len(numbers[1]) > 100
    assert numbers[0] == numbers[1]
