"""Variables, arrays and tables whose names differ only by a number."""

import pytest

MODS = {
    "scheme": """
NEURON { SUFFIX scheme NONSPECIFIC_CURRENT i RANGE s_0, s0_, w_1, w }
ASSIGNED { v i s_0 s0_ w[2] w_1 }
STATE { s[3] }
INITIAL { s_0 = 0.5  s0_ = 3  w[1] = 4  w_1 = 5  FROM k = 0 TO 2 { s[k] = k*s_0 } }
BREAKPOINT { SOLVE k METHOD sparse  w_1 = w_1 + w[1]  i = 1e-6*(s[0] + s_0)*v }
KINETIC k {
    ~ s[0] <-> s[1] (1, exp(v/50))
    ~ s[1] <-> s[2] (1, 1)
}
""",
    "derived": """
NEURON { SUFFIX derived NONSPECIFIC_CURRENT i GLOBAL g_0, g RANGE m, m_1 }
PARAMETER { g_0 = 2 }
ASSIGNED { v i g[2] m[2] m_1 f_0[2] f }
STATE { m_0 }
INITIAL { g[0] = 1 g[1] = 2 m_1 = 0.25  m[1] = 0.5  m_0 = m_1  f = 0  f_0[1] = 1 }
BREAKPOINT { SOLVE d METHOD cnexp  g_0 = v  g[1] = v*2  f_0[0] = f + 1  i = 1e-6*(m[0]*m_0 + m_1)*(v + f_0[0]) }
DERIVATIVE d { m[0] = exp(v/50)  m[1] = m[0] + m_0  m_0' = (m[1] - m_0)/4 }
""",
    "tables": """
NEURON { SUFFIX tables NONSPECIFIC_CURRENT i RANGE x_0, x }
ASSIGNED { v i x[2] x_0 y }
STATE { q }
INITIAL { rates(v)  q = x[0] }
BREAKPOINT { SOLVE d METHOD cnexp  i = 1e-6*q*x_0*(v + y) }
DERIVATIVE d { rates(v)  q' = (x[0] - q)/x[1] }
PROCEDURE rates(v) {
    TABLE x, x_0, y FROM -100 TO 100 WITH 50
    x[0] = exp(v/60)
    x[1] = 2 + v*v*1e-3
    x_0 = 1 + v*1e-2
    y = v + 7
}
""",
}

C_CODE = """
FUNCTION positive(x) {
VERBATIM
    _lpositive = _lx > 0;
ENDVERBATIM
}
"""

SCRIPT = """
create a
access a
insert pas
insert scheme
insert derived
insert tables
proc show() {
    printf("%.12g %.12g %.12g %.12g %.12g\\n", v, s_scheme[0], s_scheme[2], s_0_scheme, w_1_scheme)
    printf("%.12g %.12g %.12g %.12g %.12g\\n", m_derived[0], m_0_derived, m_1_derived, g_0_derived, g_derived[1])
    printf("%.12g %.12g %.12g %.12g\\n", x_tables[0], x_tables[1], x_0_tables, q_tables)
}
finitialize(-65)
show()
for k = 0, 9 { fadvance() show() }
quit()
"""


@pytest.mark.parametrize("code", ["", C_CODE], ids=["NMODL", "C"])
def test_prints_what_neuron_prints(ranvier, neuron, tmp_path, code):
    mods = []
    for name, text in MODS.items():
        mods.append(tmp_path / f"{name}.mod")
        mods[-1].write_text(text + code)
    (tmp_path / "script.hoc").write_text(SCRIPT)
    expected = neuron.run(SCRIPT, mods=mods)["out"]
    assert ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out == expected
    fast = ranvier.check("--math", "vector", "--quiet", "script.hoc", cwd=tmp_path).out
    assert [float(word) for word in fast.split()] == pytest.approx([float(w) for w in expected.split()], rel=1e-9)
