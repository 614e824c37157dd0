"""A DERIVATIVE block called by name, as if it were a PROCEDURE: with cnexp a step; with other methods the equations are
evaluated, and the states stay as they are."""

import pytest

MOD = """
NEURON {{ SUFFIX Called RANGE tau, p, inf }}
PARAMETER {{ tau = 2 }}
ASSIGNED {{ v (mV) p inf }}
STATE {{ m h }}
BREAKPOINT {{ SOLVE states METHOD {method}
    p = 3*m + inf
}}
INITIAL {{ m = 0.25 h = 0.5 inf = 7 states() p = m + 10*h + inf }}
PROCEDURE again() {{ states() }}
DERIVATIVE states {{
    inf = 0.5 + 0.1*m
    m' = (inf - m)/tau
    h' = -h/(3*tau)
}}
"""

SCRIPT = """
create s
access s
insert Called
finitialize(-65)
print m_Called, h_Called, p_Called, inf_Called
fadvance()
print m_Called, h_Called, p_Called, inf_Called
setdata_Called(0.5)
again_Called()
print m_Called, h_Called, p_Called, inf_Called
quit()
"""


@pytest.mark.parametrize("method", ["cnexp", "derivimplicit", "euler"])
def test_is_neurons(ranvier, neuron, tmp_path, method):
    mod = tmp_path / "Called.mod"
    mod.write_text(MOD.format(method=method))
    (tmp_path / "script.hoc").write_text(SCRIPT)
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out
    assert ours == neuron.run(SCRIPT, mods=[mod])["out"]
