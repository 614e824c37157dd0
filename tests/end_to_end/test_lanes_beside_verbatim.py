"""Kernels without VERBATIM run like those of other mechanisms, with NEURON's bits: they share columns, GLOBALs, ions
and the states of other kernels with the C code of the same file."""

import pytest

# name: (what is in C++, the file)
MODS = {
    "initial": (
        {"advance", "current"},
        """
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
""",
    ),
    "received": (
        {"advance", "current"},
        """
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
""",
    ),
    "carried": (
        {"current"},
        """
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
""",
    ),
    "nested": (
        {"current"},
        """
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
""",
    ),
    "implicit": (
        {"advance", "current"},
        """
NEURON { SUFFIX implicit USEION ca READ ica NONSPECIFIC_CURRENT i RANGE depth, pump }
PARAMETER { depth = 0.3  pump = 0.02 }
ASSIGNED { v ica i }
STATE { c d }
INITIAL {
VERBATIM
    c = 0.1 + _ion_ica;
ENDVERBATIM
    d = 0.2
}
BREAKPOINT { SOLVE shells METHOD derivimplicit  i = 1e-5*(c^3 - d)*(v + 60) }
DERIVATIVE shells {
    c' = -0.1*ica/depth - pump*c/(c + 0.01) + (d - c)/3
    d' = (c - d)/3 + exp(v/40)*0.01*(1 - d)
}
""",
    ),
    "scheme": (
        {"advance", "current"},
        """
NEURON { SUFFIX scheme NONSPECIFIC_CURRENT i RANGE rate, left }
PARAMETER { rate = 0.4 }
ASSIGNED { v i left }
STATE { closed open blocked }
INITIAL {
VERBATIM
    left = 3;
ENDVERBATIM
    closed = 0.7  open = 0.2  blocked = 0.1
}
BREAKPOINT { SOLVE kin METHOD sparse  i = 0.0001*open^3*(v + 50) }
KINETIC kin {
    ~ closed <-> open (rate*exp(v/30), rate)
    ~ open <-> blocked (0.1, 0.05*exp(-v/60))
    CONSERVE closed + open + blocked = 1
}
""",
    ),
    "tabled": (
        {"advance", "current"},
        """
NEURON { SUFFIX tabled NONSPECIFIC_CURRENT i RANGE n GLOBAL inf, tau, shift }
PARAMETER { shift = 0 }
ASSIGNED { v i inf tau[2] }
STATE { n h }
INITIAL { rates(v)  n = inf  h = 0.5 }
BREAKPOINT { SOLVE onward  i = 0.0003*n*h*gain(v)*(v + 70) }
PROCEDURE onward() { rates(v)  n = n + dt*(inf - n)/tau[0]  h = h + dt*(1 - inf - h)/tau[1] }
PROCEDURE rates(v) { LOCAL a, k
    TABLE inf, tau DEPEND shift, celsius FROM -90 TO 30 WITH 150
    a = exp(-(v + 40 + shift)/9)
    inf = 1/(1 + a)
    FROM k = 0 TO 1 { tau[k] = 2 + k }
VERBATIM
    tau[1] = tau[0] + _la/(1 + _la) + celsius/30;
ENDVERBATIM
}
FUNCTION gain(v) {
    TABLE DEPEND shift FROM -100 TO 0 WITH 77
    gain = 1 + exp((v + shift)/30)
}
""",
    ),
    "vary": (
        {"current"},
        """
NEURON { SUFFIX vary NONSPECIFIC_CURRENT i RANGE own }
PARAMETER { own = 0 }
ASSIGNED { v i inf }
STATE { n }
INITIAL {
VERBATIM
    n = 0.25;
ENDVERBATIM
}
BREAKPOINT { SOLVE onward  i = 0.0001*n*(v + 70) }
PROCEDURE onward() { rates(v)  n = n + dt*(inf - n)/3 }
PROCEDURE rates(v) {
    TABLE inf DEPEND own FROM -90 TO 30 WITH 40
    inf = 1/(1 + exp(-(v + 40 + own)/9))
}
""",
    ),
}

SCRIPT = r"""
create many, few
many { nseg = 21  L = 900  insert initial  insert carried  insert nested  insert hh }
few { nseg = 1  insert initial  insert carried  insert nested }
forall { insert implicit  insert scheme  insert tabled  insert vary  depth_implicit = 0.25 }
few.own_vary = 5
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
    forall for (x, 0) printf("%%.17g %%.17g %%.17g %%.17g %%.17g\n", c_implicit(x), d_implicit(x), open_scheme(x), n_tabled(x), n_vary(x))
    printf("%%.17g %%.17g\n", inf_tabled, tau_tabled[1])
    for i = 0, 39 printf("%%.17g %%.17g %%.17g\n", points[i].a, points[i].i, points[i].n)
}
%s
{finitialize(-60)}
show()
while (t < 20) {
    fadvance()
    if (t > 10) shift_tabled = 3
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


@pytest.mark.parametrize("setting", ["", "celsius = 20", "secondorder = 2", "usetable_tabled = 0"])
def test_they_compute_what_neuron_computes(setting, ranvier, neuron, folder):
    script = SCRIPT % setting
    (folder / "script.hoc").write_text(script)
    expected = neuron.run(script, mods=sorted(folder.glob("*.mod")))["out"].splitlines()
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=folder).out.splitlines()
    assert len(expected) == 21 * (1 + 22 + 23 + 40)
    assert ours == expected
