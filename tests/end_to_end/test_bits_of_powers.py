"""Powers have NEURON's bits with --math libm, in lanes and for single instances. The compiler of NEURON's mechanisms writes
x^2 as x*x and x^-1 as 1/x; the library's pow differs from that in one of 1,200 cases.

Each segment follows a chaotic map made of powers: after 200 steps one wrong bit is a wrong number.
"""

import pytest

MOD = """
NEURON { SUFFIX powers RANGE x, start, a, b }
PARAMETER { start = 0.3  a = 1.7 }
ASSIGNED { x b }
INITIAL { x = start }
BREAKPOINT { SOLVE map }
PROCEDURE map() { MAP }
"""

MAPS = {
    "square": "x = 3.9*(x - x^2)",
    "pow": "x = 3.9*(x - pow(x, 2))",
    "inverse": "b = (1 + x)^-1  x = 7.8*x*(1 - x)*(b + x*b)/2",
    "cube": "x = 2.5*(x - x^3)",
    "parameter": "x = 2.8*(x - x^a*x)",
    "two that vary": "x = 3.6*(x^(1 + 0.001*x) - x*x)",
}

SCRIPT = """
create many, few
many { nseg = %d  insert powers }
few { nseg = 2  insert powers }
forall for (x, 0) start_powers(x) = 0.1 + 0.7*x
dt = 0.1
{finitialize(-65)}
for i = 1, 200 fadvance()
forall for (x, 0) printf("%%.17g\\n", x_powers(x))
"""


@pytest.mark.parametrize("name", MAPS)
def test_powers_have_neurons_bits(name, ranvier, neuron, tmp_path):
    (tmp_path / "powers.mod").write_text(MOD.replace("MAP", MAPS[name]))
    script = SCRIPT % 61
    (tmp_path / "script.hoc").write_text(script)
    expected = neuron.run(script, mods=[tmp_path / "powers.mod"])["out"].split()
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out.split()
    assert len(expected) == 63 and len(set(expected)) > 60
    assert ours == expected
