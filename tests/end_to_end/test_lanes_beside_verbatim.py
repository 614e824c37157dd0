"""Kernels that VERBATIM has no part in run as other mechanisms' do, with NEURON's bits: they share columns, GLOBALs, ions and
the states of other kernels with the C code of the same file."""
import pytest

# name: (what is in C++, the file)
MODS = {
    "initial": ({"advance", "current"}, """
NEURON { SUFFIX initial USEION ca READ cai, ica WRITE cai NONSPECIFIC_CURRENT i RANGE x, deep GLOBAL g }
PARAMETER { tau = 20  g = 0.0001 }
ASSIGNED { v ica x i deep[3] }
STATE { cai m }
INITIAL {
VERBATIM
    cai = _ion_cai;
    deep[1] = 3;
ENDVERBATIM
    m = 0.2
}
BREAKPOINT { LOCAL a, q
    SOLVE states METHOD cnexp
    a = 2
    q = 0
    if (v > -70) { q = gate(v) } else { q = 0.5 }
    deep[0] = deep[1]*q
    i = g*m*q*deep[0]*(v + 70)
    x = a*m^2
}
DERIVATIVE states { LOCAL drive
    drive = -0.01*ica
    if (drive < 0) { drive = 0 }
    cai' = drive + (5e-5 - cai)/tau
    m' = (gate(v) - m)/5
}
FUNCTION gate(v) { LOCAL a  a = exp(-v/50)  gate = a/(1 + a) }
"""),
    "received": ({"advance", "current"}, """
NEURON { POINT_PROCESS received NONSPECIFIC_CURRENT i RANGE tau, e, n GLOBAL total }
PARAMETER { tau = 3  e = 0  total = 0 }
ASSIGNED { v i n factor }
STATE { a b }
INITIAL { a = 0  b = 0  n = 0  factor = 1.5 }
BREAKPOINT { SOLVE states METHOD cnexp  i = (b - a)*mg(v)*(v - e) }
DERIVATIVE states { a' = -a/tau  b' = -b/(2*tau) }
FUNCTION mg(v) { mg = 1/(1 + 0.3*exp(-0.06*v)) }
NET_RECEIVE(w) {
VERBATIM
    n = n + 1;
    total = total + 1;
ENDVERBATIM
    a = a + w*factor
    b = b + w*factor
}
"""),
    "carried": ({"current"}, """
NEURON { SUFFIX carried NONSPECIFIC_CURRENT i RANGE seen GLOBAL last, inf }
ASSIGNED { v i seen last inf }
STATE { m }
INITIAL { last = 0  rates(v)  m = inf }
BREAKPOINT { SOLVE states METHOD cnexp
    last = last + 0.001
    seen = last
    i = 0.0002*m*(1 + 0.01*last)*(v + 60)
}
DERIVATIVE states { rates(v)  m' = (inf - m)/4 }
PROCEDURE rates(v) {
    inf = 1/(1 + exp(-(v + 50)/8))
VERBATIM
    inf *= 0.9;
ENDVERBATIM
}
"""),
    "nested": ({"current"}, """
NEURON { SUFFIX nested NONSPECIFIC_CURRENT i }
ASSIGNED { v i k }
STATE { m }
INITIAL { m = 0.4 }
BREAKPOINT { LOCAL a
    SOLVE states METHOD cnexp
    a = 0.001
    if (v > -64) { LOCAL a  a = 0.5  k = a*m } else { k = a + m }
    i = 0.1*a*(1 + k)*(v + 65 - third(v))
}
DERIVATIVE states {
VERBATIM
    if (m > 10) m = 10;
ENDVERBATIM
    m' = (0.5 - m)/7
}
FUNCTION third(a) { LOCAL v  v = a/3  third = v*0.1 }
"""),
}

SCRIPT = r"""
create many, few
many { nseg = 21  L = 900  insert initial  insert carried  insert nested  insert hh }
few { nseg = 1  insert initial  insert carried  insert nested }
connect few(0), many(1)
objref points[40], stim, lines, times, drive
stim = new NetStim()
stim.interval = 3
stim.number = 100
stim.start = 1
lines = new List()
for i = 0, 39 {
    many points[i] = new received(i/40)
    lines.append(new NetCon(stim, points[i], 0, 1 + 0.1*i, 0.001))
}
proc show() {
    printf("%%.17g %%.17g %%.17g %%.17g\n", t, many.v(0.3), few.v(0.5), total_received + last_carried + inf_carried)
    forall for (x, 0) printf("%%.17g %%.17g %%.17g %%.17g %%.17g %%.17g\n", cai(x), m_initial(x), x_initial(x), i_initial(x), seen_carried(x), m_nested(x))
    for i = 0, 39 printf("%%.17g %%.17g %%.17g\n", points[i].a, points[i].i, points[i].n)
}
%s
{finitialize(-60)}
show()
while (t < 20) {
    fadvance()
    if (int(t/0.025 + 0.5) %% 40 == 0) show()
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("beside_verbatim")
    for name, (_, text) in MODS.items():
        (made / f"{name}.mod").write_text(text)
    return made


@pytest.mark.parametrize("name", MODS)
def test_kernels_without_verbatim_are_cpp(name, ranvier, folder):
    text = ranvier.check("compile", "--math", "libm", "--dump", "cpp", f"{name}.mod", cwd=folder).out
    assert {kernel for kernel in ("advance", "current") if f".{kernel} = rv_mod_{kernel}," in text} == MODS[name][0]


@pytest.mark.parametrize("setting", ["", "celsius = 20", "secondorder = 2"])
def test_they_compute_what_neuron_computes(setting, ranvier, neuron, folder):
    script = SCRIPT % setting
    (folder / "script.hoc").write_text(script)
    expected = neuron.run(script, mods=sorted(folder.glob("*.mod")))["out"].splitlines()
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=folder).out.splitlines()
    assert len(expected) == 21*(1 + 22 + 40)
    assert ours == expected
