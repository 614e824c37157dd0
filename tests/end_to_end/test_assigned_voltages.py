"""A mechanism that assigns v changes its own copy, which lasts for one evaluation of a block; NET_RECEIVE sets the
compartment's voltage."""

import pytest

MODS = {
    "shifting": """
NEURON { SUFFIX shifting USEION ca READ cai, eca WRITE ica RANGE gmax, first, seen, state, calcium, reversal }
PARAMETER { gmax = 1e-4 }
ASSIGNED { v (mV) cai (mM) eca (mV) ica (mA/cm2) first seen state calcium reversal }
STATE { m h }
PROCEDURE up() { v = v + 10 }
FUNCTION inf() { v = v + 5  inf = 1/(1 + exp(-(v + 40)/9))  v = v - 5 }
INITIAL { v = v + 3  first = v  m = inf()  h = 0.5  cai = cai + 1 }
BREAKPOINT { SOLVE rates METHOD cnexp
    up()
    seen = v
    cai = cai*2
    calcium = cai
    eca = eca + 1
    reversal = eca
    ica = gmax*m*h*(v - eca)
}
DERIVATIVE rates {
    v = v + 1
    m' = (inf() - m)/2
    state = v
    h' = (0.3 + v*1e-3 - h)/5
}
""",
    "between": """
NEURON { SUFFIX between RANGE early, middle, late }
ASSIGNED { v (mV) early middle late }
BEFORE STEP { v = v + 1  early = v }
BEFORE BREAKPOINT { v = v + 2  middle = v }
AFTER SOLVE { v = v + 3  late = v }
BREAKPOINT { v = v*2 }
""",
    "scheme": """
NEURON { SUFFIX scheme NONSPECIFIC_CURRENT i RANGE i }
ASSIGNED { v (mV) i (mA/cm2) k }
STATE { c o }
INITIAL { v = 20 SOLVE gate STEADYSTATE sparse }
BREAKPOINT { SOLVE gate METHOD sparse  v = v - 5  i = 1e-5*o*(v + 70)  v = v + 5 }
KINETIC gate { v = -50  k = exp(v/50)  ~ c <-> o (k, 0.5)  CONSERVE c + o = 1 }
""",
    "tonic": """
NEURON { POINT_PROCESS tonic RANGE seen, received, initial NONSPECIFIC_CURRENT i }
ASSIGNED { v (mV) i (nA) seen received initial }
INITIAL { v = 0  received = 0  net_send(0.5, 1) }
PROCEDURE go(x) { v = x }
BREAKPOINT { go(v + 7)  seen = v  i = 1e-3*(v + 60) }
NET_RECEIVE (w) {
    INITIAL { v = 99  w = 1 }
    received = v
    if (flag == 1) { go(-30) }
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
create a, b
objref clamp, point, netcon, cvode
forall { L = 30 diam = 20 nseg = 3 insert pas insert shifting insert between insert scheme }
connect b(0), a(1)
access a
clamp = new IClamp(0.5)
clamp.del = 1
clamp.dur = 1e9
clamp.amp = 0.05
point = new tonic(0.5)
netcon = new NetCon(&v(0.5), point)
proc show() {
    printf("%.17g %.17g %.17g %.17g\\n", t, v(0.5), v(0.9), b.v(0.5))
    printf("%.17g %.17g %.17g %.17g\\n", first_shifting, seen_shifting, state_shifting, m_shifting(0.5))
    printf("%.17g %.17g %.17g %.17g\\n", calcium_shifting, reversal_shifting, cai, eca)
    printf("%.17g %.17g %.17g\\n", early_between, middle_between, late_between)
    printf("%.17g %.17g %.17g\\n", o_scheme, i_scheme(0.5), ica)
    printf("%.17g %.17g %.17g\\n", point.seen, point.received, netcon.weight)
}
proc trial() {
    finitialize(-65)
    show()
    while (t < 3 - 1e-9) { fadvance() show() }
}
cvode = new CVode()
{cvode.atol(1e-4)}
{cvode.active(VARIABLE)}
trial()
quit()
"""


def values(text):
    return [float(word) for word in text.split()]


@pytest.mark.parametrize("code", ["", C_CODE], ids=["NMODL", "C"])
def test_blocks_change_their_own_copy(ranvier, neuron, tmp_path, code):
    mods = []
    for name, text in MODS.items():
        mods.append(tmp_path / f"{name}.mod")
        mods[-1].write_text(text + code)
    for variable in 0, 1:
        script = SCRIPT.replace("VARIABLE", str(variable))
        (tmp_path / "script.hoc").write_text(script)
        expected = neuron.run(script, mods=mods)["out"]
        exact, fast = (
            ranvier.check("--math", math, "--quiet", "script.hoc", cwd=tmp_path).out for math in ("libm", "vector")
        )
        assert variable or exact == expected
        precision = 1e-5 if variable else 1e-9  # variable steps differ in the last bits, which grow
        assert values(exact) == pytest.approx(values(expected), rel=precision)
        assert values(fast) == pytest.approx(values(expected), rel=precision)


@pytest.mark.parametrize("name", ["t", "dt", "celsius", "diam", "area"])
def test_other_variables_of_the_simulation_cannot_be_assigned(ranvier, tmp_path, name):
    (tmp_path / "m.mod").write_text(f"""NEURON {{ SUFFIX m RANGE x }}
ASSIGNED {{ x {name} }}
PROCEDURE set(y) {{
    {name} = y
}}
""")
    outcome = ranvier.run("compile", "m.mod", cwd=tmp_path)
    assert outcome.status != 0
    assert "m.mod:4:5: " in outcome.err
    assert f"'{name}' belongs to the simulation and cannot be assigned here" in outcome.err
