"""Equations of NMODL and their solvers, against NEURON: one section a mechanism, all in one run of each program.

A mechanism's current drives its section, so an error in a state shows in v and grows. With --math libm the first step must
agree to 1e-10, relative, and everything after 100 ms to 1e-6.
"""

import pytest

# name: (text of the .mod file, what is compared in its section)
MODS = {
    "Deriv": (
        """
NEURON { SUFFIX Deriv NONSPECIFIC_CURRENT i RANGE g }
PARAMETER { g = 0.0004 }
ASSIGNED { v i minf mtau }
STATE { m h }
INITIAL { rates(v) m = minf h = 0.3 }
BREAKPOINT { SOLVE states METHOD derivimplicit  i = g*m*m*h*(v - 20) }
DERIVATIVE states {
    rates(v)
    m' = (minf - m)/mtau + 0.05*m*(1 - m)*h
    h' = 0.02*(1 - h) - 0.1*h*m*m
}
PROCEDURE rates(v) { minf = 1/(1 + exp(-(v + 55)/9)) mtau = 1 + 4*exp(-(v + 60)^2/900) }
""",
        ["m_Deriv", "h_Deriv"],
    ),
    "Carried": (
        """
NEURON { SUFFIX Carried NONSPECIFIC_CURRENT i }
ASSIGNED { v i a lag }
STATE { m h n }
INITIAL { m = 0.9 h = 0.8 n = 0.4 a = 0.1 lag = 0.2 }
BREAKPOINT { SOLVE s METHOD derivimplicit  i = 0.0003*m*h*n*(v - 20) }
DERIVATIVE s {
    h' = 0.1*(1 - h) - a*h
    m' = 0.2*(1 - m) - f(m)*m
    if (n > 0.4001) { lag = 0.3 + 0.1*m }
    n' = lag*(1 - n)
}
FUNCTION f(x) { a = 1 + 0.3*x  f = 0.1 }
""",
        ["m_Carried", "h_Carried", "n_Carried"],
    ),
    "Library": (
        """
NEURON { SUFFIX Library NONSPECIFIC_CURRENT i GLOBAL q, tau }
PARAMETER { q = 2.3 }
ASSIGNED { v i celsius inf tau steady slow }
STATE { m h }
INITIAL { m = 0.2 h = 0.4 }
BREAKPOINT { SOLVE states METHOD cnexp  i = 0.0003*m*h*(v - 10) }
DERIVATIVE states {
    tau = rise(v)/q^((celsius - 20)/10)
    inf = 0.5*(1 + tanh((v + 50)/20))
    m' = (inf - m)/tau
    steady = 0.6 + 0.3*sin(v/40)*inf^1.7
    slow = 3 + log(2 + m) + log10(1 + fabs(v)) + fmod(fabs(v), 7)
    h' = (steady - h)/slow
}
FUNCTION rise(v) { if (v < -40) { rise = 1 + 0.01*(v + 40)^2 } else { rise = 2*exp(-(v + 40)/60) } }
""",
        ["m_Library", "h_Library"],
    ),
    "Fallback": (
        """
NEURON { SUFFIX Fallback NONSPECIFIC_CURRENT i }
ASSIGNED { v i }
STATE { m n }
INITIAL { m = 0.2 n = 1 }
BREAKPOINT { SOLVE states METHOD cnexp  i = 0.0003*m*n*(v - 10) }
DERIVATIVE states {
    m' = 0.1*(1 - m)*exp((v + 65)/80) - 0.03*n/(1 + m)
    n' = (0.7 - n)/5 + 0.1*exp(-n*m)
}
""",
        ["m_Fallback", "n_Fallback"],
    ),
    # Equations with products of a state with itself, which NEURON treats as linear, beside one that is linear.
    "Products": (
        """
NEURON { SUFFIX Products NONSPECIFIC_CURRENT i }
PARAMETER { a = 0.9 b = 0.6 }
ASSIGNED { v i }
STATE { p q r s w }
INITIAL { p = 0.1 q = 0.3 r = 0.2 s = 0.2 w = 0.4 }
BREAKPOINT { SOLVE states METHOD cnexp  i = 0.0003*p*s*(v - 10) + 0.00001*(q + w) }
DERIVATIVE states {
    p' = p*(1 - p)*0.5
    q' = (a - q)*(b - q)/20 + exp(v/50)
    r' = (p - r)/7
    s' = 0.001*(v + 65) - s*r*s
    w' = -0.1*(w - a)*(w - b)*(w - 1) + 0.01
}
""",
        ["p_Products", "q_Products", "r_Products", "s_Products", "w_Products"],
    ),
    "Euler": (
        """
NEURON { SUFFIX Euler NONSPECIFIC_CURRENT i }
ASSIGNED { v i }
STATE { a b[2] }
INITIAL { a = 0.5 b[0] = 0.1 b[1] = 0.2 }
BREAKPOINT { SOLVE states METHOD euler  i = 0.0002*a*(v + 30) }
DERIVATIVE states { a' = 0.2*(1 - a*a) - 0.01*(v + 65)*a*b[0] }
""",
        ["a_Euler"],
    ),
    "Runge": (
        """
NEURON { SUFFIX Runge NONSPECIFIC_CURRENT i }
ASSIGNED { v i }
STATE { a b }
INITIAL { a = 0.5 b = -0.3 }
BREAKPOINT { SOLVE states METHOD runge  i = 0.0002*a*a*(v + 30) }
DERIVATIVE states { a' = b*(1 + 0.1*sin(t))  b' = -a - 0.2*b*a*a + 0.001*v }
""",
        ["a_Runge", "b_Runge"],
    ),
    "Gates": (
        """
NEURON { SUFFIX Gates NONSPECIFIC_CURRENT i RANGE g }
PARAMETER { g = 0.001 q = 1.5 }
ASSIGNED { v i a b }
STATE { c1 c2 c3 o in }
INITIAL { SOLVE kin STEADYSTATE sparse }
BREAKPOINT { SOLVE kin METHOD sparse  i = g*o*(v - 30) }
KINETIC kin {
    rates(v)
    ~ c1 <-> c2 (3*a, b)
    ~ c2 <-> c3 (2*a, 2*b)
    ~ c3 <-> o  (q*a, 3*b)
    ~ o <-> in  (0.05, 0.002*exp(-(v + 65)/30))
    ~ in <-> c2 (0.001, 0.0003)
    CONSERVE c1 + c2 + c3 + o + in = 1
}
PROCEDURE rates(v) { a = 0.4*exp((v + 50)/25) b = 0.8*exp(-(v + 50)/20) }
""",
        ["c1_Gates", "c2_Gates", "c3_Gates", "o_Gates", "in_Gates"],
    ),
    "Pump": (
        """
NEURON { SUFFIX Pump NONSPECIFIC_CURRENT i RANGE total, flux }
DEFINE NANN 4
PARAMETER { k1 = 1 k2 = 0.3 k3 = 0.1 k4 = 0.01 total = 0.4 D = 0.05 }
ASSIGNED { v i flux diam frat[NANN] vrat[NANN] out influx }
STATE { ca[NANN] pump pumpca buf[NANN] cabuf[NANN] START 0.1 }
INITIAL {
    FROM k = 0 TO NANN-1 { vrat[k] = 0.2*(k + 1) frat[k] = 1/(k + 1) ca[k] = 0.05*(k + 1) buf[k] = 0.5 }
    pump = total*0.9
    pumpca = total*0.1
    out = 2
}
BREAKPOINT { SOLVE state METHOD sparse  i = 0.0001*(v + 40)*ca[0] }
LOCAL dsqvol
KINETIC state {
    LOCAL here
    COMPARTMENT j, diam*vrat[j] {ca buf cabuf}
    COMPARTMENT 10*diam {pump pumpca}
    influx = -0.001*v
    here = 2*k1
    ~ ca[0] << (influx*0.1)
    FROM j = 0 TO NANN-2 {
        ~ ca[j] <-> ca[j+1] (D*frat[j+1], D*frat[j+1])
    }
    dsqvol = diam
    FROM j = 0 TO NANN-1 {
        ~ ca[j] + buf[j] <-> cabuf[j] (here*vrat[j]*dsqvol, k2*vrat[j]*dsqvol)
    }
    ~ ca[0] + pump <-> pumpca (k1, k2)
    ~ pumpca <-> pump + out (k3, k4)
    CONSERVE pump + pumpca = total*10*diam
    flux = f_flux - b_flux
    ~ ca[3] -> (k4*2 + 0.001)
}
""",
        ["ca_Pump[0]", "ca_Pump[1]", "ca_Pump[3]", "pump_Pump", "pumpca_Pump", "cabuf_Pump[2]", "flux_Pump"],
    ),
    "Dimer": (
        """
NEURON { SUFFIX Dimer NONSPECIFIC_CURRENT i }
PARAMETER { f = 0.5 r = 0.2 s = 0.1 }
ASSIGNED { v i }
STATE { x xx w }
INITIAL { x = 1 xx = 0.1 w = 0.4 }
BREAKPOINT { SOLVE kin METHOD sparse  i = 0.0003*xx*(v + 20) }
KINETIC kin {
    ~ 2 x <-> xx (f, r*exp(v/100))
    ~ x + 2 w <-> 3 w (f + s, s)
    ~ w <-> x (0.3, 0.05)
    CONSERVE x + 2 xx + w = 2
}
""",
        ["x_Dimer", "xx_Dimer", "w_Dimer"],
    ),
    "Open": (
        """
NEURON { SUFFIX Open NONSPECIFIC_CURRENT i }
PARAMETER { f = 0.5 r = 0.2 s = 0.1 }
ASSIGNED { v i }
STATE { xx ww zz }
INITIAL { xx = 0.3 ww = 0.5 zz = 0.2 }
BREAKPOINT { SOLVE kin METHOD sparse  i = 0.0003*ww*(v + 20) }
KINETIC kin {
    ~ xx <-> ww (s < f, r + s)
    ~ ww <-> zz (r > s, f - s || s)
}
""",
        ["xx_Open", "ww_Open", "zz_Open"],
    ),
    "Lin": (
        """
NEURON { SUFFIX Lin NONSPECIFIC_CURRENT i }
ASSIGNED { v i a }
STATE { x w z }
BREAKPOINT { a = 1 + v*v/1000 SOLVE eq METHOD simeq i = 0.00001*(x + w - z) }
INITIAL { a = 2 SOLVE eq }
LINEAR eq {
    ~ a*x - 2*w = 3 + z
    ~ -x + w*a + 0.5*z = -v/10
    ~ x + w = 2*a
    ~+ -3*z/a = 1
}
""",
        ["x_Lin", "w_Lin", "z_Lin"],
    ),
    "Nonlin": (
        """
NEURON { SUFFIX Nonlin NONSPECIFIC_CURRENT i }
ASSIGNED { v i }
STATE { x w }
INITIAL { x = 1 w = 2 }
BREAKPOINT { SOLVE eq METHOD newton  i = 0.00001*x*w }
NONLINEAR eq {
    ~ x*x*x + w = 3 + v/100
    ~ exp(-w)*0.3 - w = 0.1*x - 1.1*x + 0.2
}
""",
        ["x_Nonlin", "w_Nonlin"],
    ),
    "Past": (
        """
NEURON { SUFFIX Past NONSPECIFIC_CURRENT i RANGE y, q }
PARAMETER { d = 0.3 gbar = 0.001 }
ASSIGNED { v i y q g a[6] }
STATE { m }
INITIAL {
    m = 0.3
    q = 0
    FROM k = 0 TO 5 { a[k] = k*k }
    FROM k = 0 TO 5 { FROM j = 1 TO 3 { q = q + k/j + a[(k/2)*2] + a[k-k/2] } }
}
BREAKPOINT {
    CONDUCTANCE g
    SOLVE s METHOD cnexp
    LAG m BY d
    y = lag_m_d + q
    g = gbar*m
    i = g*(v + 30) + 0.0001*y
}
DERIVATIVE s { m' = (1/(1 + exp(-(v + 40)/7)) - m)/3 }
""",
        ["m_Past", "y_Past"],
    ),
    "Tabled": (
        """
NEURON { SUFFIX Tabled NONSPECIFIC_CURRENT i USEION ca READ cai THREADSAFE RANGE k, corr, minf }
PARAMETER { k = 15.87301587302 g = 0.000123456789 }
ASSIGNED { v i cai corr minf }
STATE { m }
INITIAL { rate(v) m = minf }
BREAKPOINT { SOLVE s METHOD cnexp  i = g*m*corr*(v + 10) }
DERIVATIVE s { rate(v) m' = (minf - m)/7.123456789 }
PROCEDURE rate(v) {
    TABLE minf DEPEND k FROM -100 TO 50 WITH 700
    minf = (1 + cai*20000)/(1 + exp(-(v + 40)/k))
    corr = 1.5 + k/100
}
""",
        ["m_Tabled", "minf_Tabled"],
    ),
    "Shared": (
        """
NEURON { SUFFIX Shared NONSPECIFIC_CURRENT i GLOBAL tadj, ninf RANGE gk }
PARAMETER { dt celsius q10 = 2.3 }
ASSIGNED { v i tadj ninf gk }
STATE { n }
LOCAL nexp
INITIAL { n = ninf }
BREAKPOINT { SOLVE states  gk = 0.0001*tadj*n  i = gk*(v + 10) }
PROCEDURE states() { trates(v) n = n + nexp*(ninf - n) }
PROCEDURE trates(v) { LOCAL tinc
    TABLE ninf, nexp DEPEND dt, celsius FROM -120 TO 100 WITH 199
    tadj = q10^((celsius - 23)/10)
    ninf = 1/(1 + exp(-(v + 40)/9))
    tinc = -dt*tadj
    nexp = 1 - exp(tinc/3)
}
""",
        ["n_Shared", "gk_Shared"],
    ),
    "Jump": (
        """
NEURON { SUFFIX Jump NONSPECIFIC_CURRENT i USEION na WRITE ena RANGE f }
ASSIGNED { i f v ena }
STATE { g }
INITIAL { f = fibonacci(10) g = 0 }
BREAKPOINT {
    if (at_time(1.5)) { state_discontinuity(g, g + 0.0001*exp(v/50)) }
    if (at_time(30)) { state_discontinuity(g, g/3) }
    i = g*(v - 10) + 0.00001*f
    ena = 40 + t
}
FUNCTION fibonacci(n) { if (n < 2) { fibonacci = n } else { fibonacci = fibonacci(n - 1) + fibonacci(n - 2) } }
""",
        ["g_Jump", "ena"],
    ),
    # A reversal potential that is only written is the mechanism's own: the ion's first is 0, which hh beside it sees.
    "Erev": (
        """
NEURON { SUFFIX Erev USEION na READ ina WRITE ena }
ASSIGNED { ina ena }
BREAKPOINT { if (t > 3) { ena = ena + 0.4 - 0.002*ena - ina } }
""",
        ["ena", "m_hh"],
    ),
    # Blocks that occur twice run one after the other; each has its own locals.
    "Twice": (
        """
NEURON { SUFFIX Twice NONSPECIFIC_CURRENT i RANGE g, a }
ASSIGNED { v i g a b }
STATE { m }
INITIAL { LOCAL a  a = 3  m = a/10 }
BREAKPOINT {
    LOCAL a
    SOLVE s METHOD cnexp
    a = m*m
    g = 0.0002*a
}
DERIVATIVE s { m' = (1/(1 + exp(-(v + 40)/7)) - m)/3 }
INITIAL { a = 2*m }
BREAKPOINT { a = 0.9*a + 0.01*m  g = g*(1 + a)  i = g*(v + 20) }
""",
        ["m_Twice", "g_Twice", "a_Twice"],
    ),
}
BESIDE = {"Erev": "hh"}

HEAD = """
celsius = 20
dt = 0.025
secondorder = {secondorder}
objref stim[{count}]
create s[{count}]
{{forall {{ L = 15 diam = 12 nseg = 1 insert pas g_pas = 0.0002 e_pas = -70 }}}}
"""
SECTION = """
s[{k}] {{
    insert {name} {beside}
    stim[{k}] = new IClamp(0.5)
    stim[{k}].del = 2
    stim[{k}].dur = 90
    stim[{k}].amp = 0.02
}}
"""
TAIL = """
proc sample() {{
{prints}
}}
proc go() {{ local i, k
    finitialize(-65)
    sample()
    fadvance()
    sample()
    for i = 1, 25 {{
        for k = 1, 159 fadvance()
        fadvance()
        sample()
    }}
}}
go()
quit()
"""


def script(secondorder):
    text = HEAD.format(count=len(MODS), secondorder=secondorder)
    prints = []
    for k, (name, (_, columns)) in enumerate(MODS.items()):
        text += SECTION.format(k=k, name=name, beside=f"insert {BESIDE[name]}" if name in BESIDE else "")
        for column in ["v", *columns]:
            place = column.replace("[", "(0.5)[") if "[" in column else column + "(0.5)"
            value = f"s[{k}].{column}" if "[" in column else f"s[{k}].{place}"
            prints.append(f'    printf("{name}.{column} %.17g %.17g\\n", t, {value})')
    return text + TAIL.format(prints="\n".join(prints))


def answers(text):
    """{quantity: [(t, value), ...]}"""
    found = {}
    for line in text.splitlines():
        words = line.split()
        if len(words) == 3 and "." in words[0]:
            found.setdefault(words[0], []).append((float(words[1]), float(words[2])))
    return found


@pytest.fixture(scope="module")
def mods(tmp_path_factory):
    folder = tmp_path_factory.mktemp("equations")
    for name, (text, _) in MODS.items():
        (folder / f"{name}.mod").write_text(text)
    return folder


@pytest.fixture(scope="module", params=[0, 2], ids=["first order", "second order"])
def both(request, ranvier, neuron, mods):
    text = script(request.param)
    (mods / "script.hoc").write_text(text)
    expected = answers(neuron.run(text, mods=sorted(mods.glob("*.mod")))["out"])
    return expected, answers(ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=mods).out)


@pytest.mark.parametrize("name", MODS)
def test_equations_are_neurons(both, name):
    expected, ours = both
    quantities = [f"{name}.{column}" for column in ["v", *MODS[name][1]]]
    for quantity in quantities:
        assert len(ours[quantity]) == len(expected[quantity]) == 27
        for step, ((t, a), (_, b)) in enumerate(zip(ours[quantity], expected[quantity])):
            limit = 1e-10 if step < 2 else 1e-6
            assert abs(a - b) <= limit * max(abs(a), abs(b)) + 1e-14, f"{quantity} at t = {t:g}: {a!r}, NEURON {b!r}"
        assert len({b for _, b in expected[quantity]}) > (2 if quantity == "Jump.g_Jump" else 3), (
            f"{quantity} hardly moves and so compares little"
        )
