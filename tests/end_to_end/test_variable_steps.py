"""Variable steps (CVODE), all cells together and each alone, against NEURON's and against a fine fixed step.

The same script runs in both. As many spikes, each within 0.1 ms + 0.2% of its time; no more than a tenth more steps and
evaluations than NEURON; and with falling tolerance the spikes converge to those of small fixed steps.
"""

import re

import pytest
from oracle.mechanisms import ABOVE, PUMP

MODS = {
    "Gates": """
NEURON { SUFFIX Gates USEION k READ ek WRITE ik RANGE g }
PARAMETER { g = 0.002 }
ASSIGNED { v ek ik a b }
STATE { c1 c2 o }
INITIAL { SOLVE kin STEADYSTATE sparse }
BREAKPOINT { SOLVE kin METHOD sparse  ik = g*o*(v - ek) }
KINETIC kin {
    a = 0.3*exp((v + 40)/20)
    b = 0.1*exp(-(v + 50)/30)
    ~ c1 <-> c2 (2*a, b)
    ~ c2 <-> o (a, 2*b)
    CONSERVE c1 + c2 + o = 1
}
""",
    "Pool": """
NEURON { SUFFIX Pool USEION ca READ ica WRITE cai }
STATE { cai (mM) <1e-3> bound }
ASSIGNED { ica diam }
INITIAL { cai = 5e-5 bound = 0 }
BREAKPOINT { SOLVE pool METHOD sparse }
KINETIC pool {
    COMPARTMENT 2.5 { cai bound }
    ~ cai << (-ica*1e4/(2*96485.3*0.1) - 0.02*(cai - 5e-5))
    ~ cai <-> bound (0.5, 0.05)
}
""",
    "Calcium": """
NEURON { SUFFIX Calcium USEION ca READ cai, cao WRITE ica RANGE p }
PARAMETER { p = 0.0004 }
ASSIGNED { v cai cao ica minf tau }
STATE { m h k }
INITIAL { rates() m = minf h = 1 k = 0.5 }
BREAKPOINT { SOLVE states METHOD derivimplicit  ica = p*m*m*h*(v - 60) }
DERIVATIVE states {
    rates()
    m' = (minf - m)/tau
    h' = 0.01*(1 - h) - 2*h*h*cai
    k' = 0.02*(1 - exp(k)) + 0.001*h
}
PROCEDURE rates() { minf = 1/(1 + exp(-(v + 30)/6)) tau = 0.8 + 2*exp(-(v + 30)^2/400) }
""",
    "Gap": """
NEURON { POINT_PROCESS Gap NONSPECIFIC_CURRENT i RANGE g, vgap }
PARAMETER { g = 0.002 }
ASSIGNED { v vgap i }
BREAKPOINT { i = g*(v - vgap) }
""",
    "Pump": PUMP,
    "Shell": """
NEURON { SUFFIX Shell USEION na READ ina WRITE nai RANGE content }
ASSIGNED { ina nai }
STATE { content }
INITIAL { content = 10 nai = content }
BREAKPOINT { SOLVE states METHOD cnexp }
DERIVATIVE states {
    content' = -ina*2 - (content - 10)/50
    nai = content
}
""",
    "Diffusing": """
NEURON { SUFFIX Diffusing USEION ca READ ica WRITE cai }
PARAMETER { D = 2 }
ASSIGNED { ica diam }
STATE { cai (mM) <1e-3> bound (mM) <1e-3> }
INITIAL { cai = 1e-4 bound = 0 }
BREAKPOINT { SOLVE state METHOD sparse }
KINETIC state {
    COMPARTMENT 0.785*diam*diam { cai bound }
    LONGITUDINAL_DIFFUSION D*diam*diam { cai }
    ~ cai << (-ica*diam*0.16 - 0.01*diam*(cai - 1e-4))
    ~ cai <-> bound (0.5, 0.02)
}
""",
    "Rise": """
NEURON { POINT_PROCESS Rise RANGE count NONSPECIFIC_CURRENT i }
ASSIGNED { v i count }
STATE { g h }
INITIAL { g = 0 h = 0 count = 0 }
BREAKPOINT { SOLVE state METHOD cnexp  i = (g + 0.1*h)*v }
DERIVATIVE state { g' = -g/5  h' = (g - h)/12 }
NET_RECEIVE (w, last) {
    INITIAL { last = t }
    if (flag == 0) {
        state_discontinuity(g, g + w*(1 + exp(-(t - last)/10)))
        count = count + 1
        net_send(7, 1)
        FOR_NETCONS (each, earlier) { earlier = t }
    } else {
        h = h + 0.002
        net_event(t)
    }
}
""",
    "Box": """
NEURON { POINT_PROCESS Box RANGE from, length, amp ELECTRODE_CURRENT i }
PARAMETER { from = 5 length = 20 amp = 0.5 }
ASSIGNED { i }
BREAKPOINT {
    at_time(from)
    at_time(from + length)
    if (t < from + length && t >= from) { i = amp } else { i = 0 }
}
""",
    "Above": ABOVE,
    "Counter": """
NEURON { SUFFIX Counter RANGE calls }
ASSIGNED { calls }
INITIAL { calls = 0 }
BREAKPOINT { SOLVE count METHOD after_cvode }
PROCEDURE count() { calls = calls + 1 }
""",
    "Plain": """
NEURON { SUFFIX Plain RANGE x }
ASSIGNED { x }
BREAKPOINT { SOLVE count }
PROCEDURE count() { x = x + 1 }
""",
    "Wild": """
NEURON { SUFFIX Wild }
STATE { w }
INITIAL { w = 1 }
BREAKPOINT { SOLVE states METHOD derivimplicit }
DERIVATIVE states { w' = w*w }
""",
}

CELL = """
create soma, dend
soma { L = 20 diam = 20 insert hh }
dend { L = 300 diam = 2 nseg = 11 insert pas e_pas = -65 }
connect dend(0), soma(1)
objref clamp, syn, stim, input, watch, spikes, none, trace
spikes = new Vector()
trace = new Vector()
soma watch = new NetCon(&v(0.5), none)
watch.threshold = 0
watch.record(spikes)
soma trace.record(&v(0.5), 0.5)
"""
PULSE = """
soma clamp = new IClamp(0.5)
clamp.del = 5.3
clamp.dur = 60
clamp.amp = 0.5
"""
SYNAPSE = """
dend syn = new ExpSyn(1)
stim = new NetStim()
stim.start = 20
stim.interval = 12
stim.number = 6
input = new NetCon(stim, syn, 0, 1.3, 0.3)
"""
PATTERN = """
objref pc, pattern, at, of
pc = new ParallelContext()
dend syn = new ExpSyn(1)
input = pc.gid_connect(100, syn)
input.delay = 1.3
input.weight = 0.3
at = new Vector(4)
of = new Vector(4)
for i = 0, 3 {
    at.x[i] = 10 + 17*i
    of.x[i] = 100
}
pattern = new PatternStim()
pattern.play(at, of)
"""
CHANNEL = """
objref channel, at, rates, none_of, closed, middle, opened
channel = new KSChan()
channel.name("Kx")
channel.ion("k")
channel.gmax(0.01)
proc rate() {  // function $2 of transition $1: rate $4 at -40 mV, slope $5
    at = channel.trans($1)
    rates = new Vector()
    rates.append($4, $5, -40)
    at.set_f($2, $3, rates)
}
"""
GATES = (
    CHANNEL
    + """
channel.add_hhstate("m")
channel.add_hhstate("h")
rate(0, 0, 3, 1, 0.1)
rate(0, 1, 2, 1, -0.055)
rate(1, 0, 2, 0.02, -0.05)
rate(1, 1, 4, 1, -0.1)
soma insert Kx
"""
)
SCHEME = (
    CHANNEL
    + """
closed = channel.add_ksstate(none_of, "c1")
middle = channel.add_ksstate(closed.gate, "c2")
opened = channel.add_ksstate(closed.gate, "o")
closed.frac(0)
middle.frac(0)
at = channel.add_transition(closed, middle)
at = channel.add_transition(middle, opened)
for i = 0, 1 {
    rate(i, 0, 2, 0.3 - 0.2*i, 0.05)
    rate(i, 1, 2, 0.2, -0.03)
}
soma insert Kx
"""
)
GAP = """
create other
other { L = 20 diam = 20 insert hh }
objref pc, here, there
pc = new ParallelContext()
soma here = new Gap(0.5)
other there = new Gap(0.5)
soma {pc.source_var(&v(0.5), 1)}
other {pc.source_var(&v(0.5), 2)}
{pc.target_var(&here.vgap, 2)}
{pc.target_var(&there.vgap, 1)}
{pc.setup_transfer()}
other watch = new NetCon(&v(0.5), none)
watch.threshold = 0
watch.record(spikes)
"""
INTFIRE = """
objref fire, links[3]
fire = new IntFire2()
fire.taum = 10
fire.taus = 20
fire.ib = 0.3
stim = new NetStim()
stim.start = 3
stim.interval = 7
stim.number = 12
soma syn = new Exp2Syn(0.5)
syn.tau1 = 1
syn.tau2 = 4
links[0] = new NetCon(stim, fire, 0, 1, 0.4)
links[1] = new NetCon(fire, syn, 0, 2, 0.05)
soma links[2] = new NetCon(&v(0.5), fire, 0, 1.5, 0.5)
links[1].record(spikes)
"""
RING = """
begintemplate Cell
public soma, syn
create soma
objref syn
proc init() {
    soma { L = 20 diam = 20 insert hh }
    soma syn = new Exp2Syn(0.5)
    syn.tau1 = 0.5
    syn.tau2 = 3
}
endtemplate Cell
objref cell[5], link[6], start, spikes, ids, trace
spikes = new Vector()
ids = new Vector()
trace = new Vector()
for i = 0, 4 cell[i] = new Cell()
for i = 0, 4 {
    cell[i].soma link[i] = new NetCon(&v(0.5), cell[(i + 1) % 5].syn, 0, 3, 0.03)
    link[i].record(spikes, ids, i)
}
start = new NetStim()
start.start = 1
start.number = 1
link[5] = new NetCon(start, cell[0].syn, 0, 0, 0.03)
cell[2].soma trace.record(&v(0.5), 0.5)
"""

# name: (model, what else is done, mechanisms)
MODELS = {
    "a pulse": (CELL + PULSE, "", []),
    "events": (CELL + SYNAPSE, "", []),
    "pulse and events": (CELL + PULSE + SYNAPSE, "", []),
    "fine tolerance": (CELL + PULSE + SYNAPSE, "cvode.atol(1e-5)\ncvode.rtol(1e-5)\n", []),
    "crossings within steps": (CELL + PULSE + SYNAPSE, "cvode.condition_order(2)\ncvode.maxstep(5)\n", []),
    "a played current": (
        CELL
        + PULSE
        + """
objref at, amp
at = new Vector(4)
amp = new Vector(4)
at.x[1] = 10 at.x[2] = 30 at.x[3] = 70
amp.x[1] = 0.6 amp.x[2] = 0.1 amp.x[3] = 0.5
amp.play(&clamp.amp, at, 1)
""".replace(" at.x[2]", "\nat.x[2]")
        .replace(" at.x[3]", "\nat.x[3]")
        .replace(" amp.x[2]", "\namp.x[2]")
        .replace(" amp.x[3]", "\namp.x[3]"),
        "",
        [],
    ),
    "KINETIC, concentrations": (
        CELL + PULSE + "soma { insert Gates insert Pool insert Calcium insert Shell }\n",
        'cvode.atolscale("cai", 1e-4)\n',
        ["Gates", "Pool", "Calcium", "Shell"],
    ),
    "gates of a script's channel": (CELL + PULSE + GATES, "", []),
    "a scheme of a script's channel": (CELL + PULSE + SCHEME, "", []),
    "discontinuities, FOR_NETCONS": (
        CELL + SYNAPSE.replace("ExpSyn(1)", "Rise(1)").replace("0.3)", "0.02)"),
        "",
        ["Rise"],
    ),
    "at_time": (CELL + "soma clamp = new Box(0.5)\n", "", ["Box"]),
    "at_time, each cell alone": (CELL + "soma clamp = new Box(0.5)\n", "cvode.use_local_dt(1)\n", ["Box"]),
    "a played raster": (CELL + PATTERN, "", []),
    "a played raster, each cell alone": (CELL + PATTERN, "cvode.use_local_dt(1)\n", []),
    "a gap junction": (CELL + PULSE + GAP, "", ["Gap"]),
    "a current from equations": (CELL + PULSE + "soma { insert Pump }\n", "", ["Pump"]),
    "extracellular": (
        CELL
        + PULSE
        + "dend { insert extracellular xg = 0.05 xraxial = 30 xc = 0.1 }\n"
        + "soma { insert extracellular }\n",
        "",
        [],
    ),
    "extracellular along an axon": (
        CELL
        + PULSE
        + """create axon
connect axon(0), soma(0)
axon { L = 2000  diam = 2  nseg = 21  insert hh }
forall { insert extracellular }
soma { xraxial = 1e5 }
""",
        "",
        [],
    ),
    "IDA by choice": (CELL + PULSE + SYNAPSE, "cvode.use_daspk(1)\n", []),
    "IntFire and a cell": (CELL + INTFIRE, "", []),
    "IntFire and a cell alone": (CELL + INTFIRE, "cvode.use_local_dt(1)\n", []),
    "a ring": (RING, "", []),
    "a ring, each cell alone": (RING, "cvode.use_local_dt(1)\n", []),
    "a synapse, each cell alone": (CELL + SYNAPSE + PULSE, "cvode.use_local_dt(1)\n", []),
}

# In NEURON, a statement at top level prints what it returns.
RUN = """
objref cvode
cvode = new CVode()
{cvode.active(1)}
proc choose() { %s
}
choose()
finitialize(-65)
cvode.solve(100)
{printf("SPIKES")}
for i = 0, spikes.size() - 1 {printf(" %%.10g", spikes.x[i])}
{printf("\\nTRACE")}
for i = 0, trace.size() - 1 {printf(" %%.6g", trace.x[i])}
{printf("\\n")}
{cvode.statistics()}
"""


@pytest.fixture(scope="module")
def mods(tmp_path_factory):
    folder = tmp_path_factory.mktemp("variable")
    for name, text in MODS.items():
        (folder / f"{name}.mod").write_text(text.lstrip())
    return folder


@pytest.fixture(scope="module")
def compiled(ranvier, mods):
    """A folder from which the program loads them."""
    ranvier.check(cwd=mods, name="nrnivmodl")
    return mods


def results(text):
    rows = {
        row.split()[0]: [float(x) for x in row.split()[1:]]
        for row in text.splitlines()
        if row.startswith(("SPIKES", "TRACE"))
    }
    steps = sum(int(n) for n in re.findall(r"(\d+) advance_tn", text))
    evaluations = sum(int(n) for n in re.findall(r"(\d+) function evaluations", text))
    return rows["SPIKES"], rows["TRACE"], steps, evaluations


@pytest.mark.parametrize("name", MODELS)
def test_spikes_and_steps_are_neurons(ranvier, neuron, compiled, name):
    model, choices, wanted = MODELS[name]
    script = model + RUN % choices
    (compiled / "script.hoc").write_text(script)
    ours = results(ranvier.check("-nogui", "-nobanner", "script.hoc", cwd=compiled, name="nrniv").out)
    theirs = results(neuron.run(script, mods=[compiled / f"{name}.mod" for name in wanted])["out"])
    assert len(ours[0]) == len(theirs[0]) > 0
    for a, b in zip(sorted(ours[0]), sorted(theirs[0])):
        assert abs(a - b) < 0.1 + 0.002 * b
    assert len(ours[1]) == len(theirs[1])
    near = sum(abs(a - b) < 1 for a, b in zip(ours[1], theirs[1]))
    # On a spike's flank, some 100 mV/ms and more, a shift of 0.01 ms is a millivolt; thresholds are looked at between steps,
    # whose ends depend on last bits.
    assert near >= 0.9 * len(ours[1])
    # Along the gap junction there are 510 (NEURON's number) to 570 steps as the first voltage changes by some 1e-11 mV.
    assert ours[2] <= (1.15 if name == "a gap junction" else 1.1) * theirs[2], "steps"
    assert ours[3] <= 1.1 * theirs[3], "evaluations"


@pytest.mark.parametrize("local", [0, 1])
def test_spikes_converge_as_the_tolerance_falls(ranvier, tmp_path, local):
    fixed = """
objref cvode
cvode = new CVode()
secondorder = 2
dt = 0.001
finitialize(-65)
while (t < 100) fadvance()
{printf("SPIKES")}
for i = 0, spikes.size() - 1 {printf(" %.10g", spikes.x[i])}
{printf("\\nTRACE\\n")}
"""

    def spikes(text):
        (tmp_path / "script.hoc").write_text(
            CELL.replace("connect dend(0), soma(1)", "") + PULSE.replace("0.5\n", "0.2\n") + text
        )
        return results(ranvier.check("script.hoc", cwd=tmp_path).out)[0]

    exact = spikes(fixed)
    errors = []
    for atol in (1e-2, 1e-3, 1e-5):
        found = spikes(RUN % f"cvode.atol({atol})\ncvode.condition_order(2)\ncvode.use_local_dt({local})\n")
        assert len(found) == len(exact)
        errors.append(max(abs(a - b) for a, b in zip(found, exact)))
    assert len(exact) > 3 and errors[0] < 1 and errors[1] < 0.1 and errors[2] < 0.01 and errors[2] < errors[0] / 10, (
        errors
    )


@pytest.mark.parametrize(
    "settings",
    [
        "",
        "cvode.atol(1e-6)",
        "cvode.atol(1e-2)  cvode.rtol(1e-3)",
        "cvode.maxstep(0.3)",
        "cvode.maxorder(2)",
        "cvode.condition_order(2)",
        "cvode.minstep(1e-5)",
    ],
)
def test_a_single_cell_takes_the_same_steps_in_both_ways(ranvier, tmp_path, settings):
    """With all cells (one) together, and with each alone: the same bits."""

    def steps(local):
        (tmp_path / "cell.hoc").write_text(f"""{{load_file("stdrun.hoc")}}
{CELL}{PULSE}{SYNAPSE}objref at, values
at = new Vector()
values = new Vector()
{{cvode.record(&soma.v(0.5), values, at)}}
{{cvode.active(1)  cvode.use_local_dt({local})  {settings}}}
{{finitialize(-65)}}
{{cvode.solve(100)}}
for i = 0, at.size() - 1 printf("%.17g %.17g\\n", at.x[i], values.x[i])
for i = 0, spikes.size() - 1 printf("%.17g\\n", spikes.x[i])
""")
        return ranvier.check("--quiet", "--math", "libm", "cell.hoc", cwd=tmp_path).out.splitlines()

    together, alone = steps(0), steps(1)
    assert together == alone and len(together) > 300


def test_local_steps_are_those_of_the_active_cell(ranvier, tmp_path):
    """A cell at rest needs few steps while another fires."""
    (tmp_path / "script.hoc").write_text(
        RING
        + """
objref cvode, quiet, quiet_t, busy, busy_t
cvode = new CVode()
{cvode.active(1)}
{cvode.use_local_dt(1)}
{link[1].weight = 0}
quiet = new Vector()
quiet_t = new Vector()
busy = new Vector()
busy_t = new Vector()
{cvode.record(&cell[4].soma.v(0.5), quiet, quiet_t)}
{cvode.record(&cell[0].soma.v(0.5), busy, busy_t)}
{finitialize(-65)}
{cvode.solve(50)}
print quiet.size(), quiet_t.size(), busy.size(), busy_t.size(), busy_t.x[busy_t.size() - 1], t
"""
    )
    row = ranvier.check("script.hoc", cwd=tmp_path).out.split()
    quiet, quiet_t, busy, busy_t = (int(n) for n in row[:4])
    assert quiet == quiet_t and busy == busy_t
    assert 5 < quiet < busy / 2
    assert float(row[4]) == float(row[5]) == 50


def test_an_event_that_ends_variable_steps_within_an_advance_is_an_error(ranvier, tmp_path):
    """The integrators go while one of them is about to continue."""
    (tmp_path / "script.hoc").write_text("""
create soma
access soma
{insert hh L = 10 diam = 10}
objref cvode
cvode = new CVode()
{cvode.active(1)}
proc off() { cvode.active(0) }
{finitialize(-65)}
{cvode.event(2, "off()")}
{cvode.solve(5)}
""")
    outcome = ranvier.run("script.hoc", cwd=tmp_path)
    assert outcome.status == 1
    assert "at t = 2 ms turned variable steps off: call cvode.active(0) between advances" in outcome.err


def test_scripts_see_states_time_and_step(ranvier, compiled):
    (compiled / "script.hoc").write_text(
        CELL
        + PULSE
        + """
{printf("BEGIN\\n")}
objref cvode, y, dy
strdef name
soma insert Counter
cvode = new CVode()
{cvode.active(1)}
y = new Vector()
dy = new Vector()
{finitialize(-65)}
{fadvance()}
first = t
print abs(dt - t) < 1e-9
{fadvance()}
print t > first
{cvode.states(y)}
{cvode.dstates(dy)}
print y.size() == 12 + 3, dy.size() == y.size(), y.x[0] == soma.v(0.5) || y.x[11] == soma.v(0.5)
n = 0
for i = 0, y.size() - 1 {
    cvode.statename(i, name)
    if (strcmp(name, "soma.m_hh(0.5)") == 0) n = n + (y.x[i] == soma.m_hh(0.5))
}
print n == 1
print soma.calls_Counter(0.5) == 2
{cvode.event(7.5, "print t == 7.5, abs(soma.v(0.5) + 65) > 1")}
{cvode.solve(8)}
print t == 8
{cvode.active(0)}
dt = 0.025
{fadvance()}
print abs(t - 8.025) < 1e-8
{cvode.active(1)}
{cvode.solve(9)}
print t == 9
"""
    )
    out = ranvier.check("script.hoc", cwd=compiled).out.split("BEGIN")[1]
    assert set(out.split()) == {"1"}, out


def test_runs_end_at_their_time_and_go_on_from_saved_states(ranvier, tmp_path):
    script = tmp_path / "script.hoc"
    script.write_text("""
create soma
access soma
{L = 20  diam = 20  nseg = 3  insert hh}
objref stim, cvode, kept, nil
stim = new IClamp(0.5)
{stim.del = 2  stim.dur = 100  stim.amp = 0.3}
cvode = new CVode()
{cvode.active(1)}
for alone = 0, 1 {
    {cvode.use_local_dt(alone)  finitialize(-65)}
    {cvode.solve(10)}
    v10 = v(0.5)
    print t == 10
    kept = new SaveState()
    {kept.save()  cvode.solve(20)}
    v20 = v(0.5)
    print t == 20
    {finitialize(-65)  kept.restore()  cvode.re_init()}
    print t == 10, v(0.5) == v10
    {cvode.solve(20)}
    print t == 20, abs(v(0.5) - v20) < 0.2, abs(v20 - v10) > 1
}
""")
    assert set(ranvier.check(script, cwd=tmp_path).out.split()) == {"1"}


@pytest.mark.parametrize(
    "text, message",
    [
        ("soma insert Plain", "Plain cannot be used with variable steps"),
        ("cvode.use_local_dt(1)\nsoma insert extracellular", "extracellular"),
        ("soma insert Wild", "w of Wild in soma(0.5)"),
        ("cvode.use_local_dt(1)\nsoma { insert pas cm = 0 }", "segments without capacitance (cm = 0)"),
    ],
)
def test_what_cannot_be_done_is_said(ranvier, compiled, text, message):
    (compiled / "script.hoc").write_text(f"""
objref cvode
cvode = new CVode()
create soma
{text}
cvode.active(1)
finitialize(-65)
cvode.solve(5)
""")
    outcome = ranvier.run("script.hoc", cwd=compiled)
    assert outcome.status != 0 and message in outcome.err, outcome


DIFFUSION = (
    CELL
    + PULSE
    + """
forall insert Diffusing
soma { insert Calcium  p_Calcium = 0.004 }
objref inside, near
inside = new Vector()
near = new Vector()
soma near.record(&cai(0.5), 0.5)
dend inside.record(&cai(0.15), 0.5)
"""
)


def test_longitudinal_diffusion(ranvier, neuron, compiled):
    """As in NEURON, with as many steps, because currents are part of Newton's matrix; and close to fixed steps."""
    show = """
{printf("INSIDE")}
for i = 0, inside.size() - 1 {printf(" %.6g %.6g", inside.x[i], near.x[i])}
{printf("\\n")}
"""
    script = DIFFUSION + RUN % "cvode.atol(1e-5)\n" + show
    fixed = script.replace("{cvode.active(1)}", "dt = 0.005\nsecondorder = 2").replace(
        "cvode.solve(100)", "while (t < 100) fadvance()"
    )
    mods = [compiled / f"{name}.mod" for name in ("Diffusing", "Calcium")]

    def inside(text):
        return next([float(x) for x in row.split()[1:]] for row in text.splitlines() if row.startswith("INSIDE"))

    def ours(text):
        (compiled / "script.hoc").write_text(text)
        return ranvier.check("-nogui", "-nobanner", "script.hoc", cwd=compiled, name="nrniv").out

    found, theirs = ours(script), neuron.run(script, mods=mods)["out"]
    a, b = results(found), results(theirs)
    assert len(a[0]) == len(b[0]) > 0 and all(abs(x - y) < 0.01 for x, y in zip(a[0], b[0]))
    assert a[2] <= 1.1 * b[2] and a[3] <= 1.1 * b[3]
    exact, near = inside(ours(fixed)), inside(found)
    assert len(near) == len(inside(theirs)) and max(near) > 5 * min(near)
    for x, y, z in zip(near, inside(theirs), exact):
        assert abs(x - y) < 1e-3 * max(near) and abs(x - z) < 0.01 * max(near)


def test_results_do_not_depend_on_who_looks(ranvier, compiled):
    """Values that follow from the states are computed after a step only if they are read."""

    def spikes(before, advance, local=0):
        (compiled / "script.hoc").write_text(
            CELL
            + PULSE
            + SYNAPSE
            + "soma { insert Calcium insert Gates }\n"
            + before
            + f"""
objref cvode
cvode = new CVode()
{{cvode.active(1)}}
{{cvode.use_local_dt({local})}}
{{finitialize(-65)}}
{advance}
for i = 0, spikes.size() - 1 {{printf("%.17g\\n", spikes.x[i])}}
for i = 0, trace.size() - 1 {{printf("%.17g\\n", trace.x[i])}}
printf("%.17g %.17g %.17g\\n", soma.ina(0.5), soma.ica(0.5), soma.n_hh(0.5))
"""
        )
        return ranvier.check("--quiet", "script.hoc", cwd=compiled).out

    looks = "objref currents\ncurrents = new Vector()\n{currents.record(&soma.ina(0.5))}\n"
    unseen = spikes("", "{cvode.solve(90)}")
    assert len(unseen.split()) > 180 and unseen == spikes(looks, "{cvode.solve(90)}")
    steps = spikes("", "while (t < 80) {fadvance()}\n{cvode.solve(90)}")
    assert unseen.split()[:150] == steps.split()[:150]
    # The watched variable follows from v, and not from other data of a step.
    above = "objref above, hits\nsoma above = new Above(0.5)\nhits = new NetCon(above, none)\n{hits.record(spikes)}\n"
    watched = spikes(above, "{cvode.solve(90)}")
    assert len(watched.split()) > len(unseen.split())
    assert watched.split()[:150] == spikes(above, "while (t < 80) {fadvance()}\n{cvode.solve(90)}").split()[:150]
    times = "objref cv, currents, times\ncv = new CVode()\ncurrents = new Vector()\ntimes = new Vector()\n{cv.record(&soma.ina(0.5), currents, times)}\n"
    assert spikes("", "{cvode.solve(90)}", 1) == spikes(times, "{cvode.solve(90)}", 1)


def test_a_network_on_several_ranks_is_refused(ranvier, tmp_path):
    """Ranks without gids do not wait for each other, so each may take its steps."""
    gids = "objref pc\npc = new ParallelContext()\n{ pc.set_gid2node(pc.id, pc.id) }\n"
    for begin, is_network in (("", False), (gids, True)):
        (tmp_path / "script.hoc").write_text(
            CELL + begin + "objref cvode\ncvode = new CVode()\ncvode.active(1)\nfinitialize(-65)\nfadvance()\n"
        )
        outcome = ranvier.run("script.hoc", cwd=tmp_path, ranks=2)
        assert (outcome.status != 0) == is_network and ("one rank" in outcome.err) == is_network, outcome


# A STATE that is an ion's concentration; with a tolerance, the mechanism's own state is integrated more exactly.
TOLERANCES = {
    "an accumulation, sparse": "cai (mM) <1e-10>\nSOLVE s METHOD sparse\nKINETIC s { ~ cai << (-0.00026*ica) }",
    "an accumulation, cnexp": "cai (mM) <1e-10>\nSOLVE s METHOD cnexp\nDERIVATIVE s { cai' = -0.00026*ica }",
    "outside": "cao (mM) <1e-10>\nSOLVE s METHOD cnexp\nDERIVATIVE s { cao' = 0.00026*ica }",
    "beside another state": "cai (mM) <1e-10> x <1e-6>\nSOLVE s METHOD derivimplicit\n"
    "DERIVATIVE s { cai' = -0.00026*ica  x' = 0.1*(1 - x) - x*exp(v/50) }",
}

TOLERANT = """
create soma
access soma
objref cvode
cvode = new CVode()
soma { L = 100 diam = 2 insert pas insert Pump insert Tolerant }
{cvode.active(1)}
proc trial() { local n
    finitialize(-60)
    for (n = 0; t < 20; n += 1) fadvance()
    printf("%d %.7g %.7g %.7g %g %g\\n", n, cai, cao, v, cvode.atolscale("cai"), cvode.atolscale("cao"))
}
trial()
{cvode.atolscale("cai", 1e-10)}  // by the script: it applies
trial()
quit()
"""


@pytest.mark.parametrize("name", TOLERANCES)
def test_the_tolerance_of_an_ions_concentration_is_not_its_mechanisms(ranvier, neuron, tmp_path, name):
    states, solve, block = TOLERANCES[name].split("\n")
    written = states.split()[0]
    (tmp_path / "tolerant.mod").write_text(f"""
NEURON {{ SUFFIX Tolerant USEION ca READ ica WRITE {written} }}
ASSIGNED {{ ica v }}
STATE {{ {states} }}
INITIAL {{ {written} = 0.00025 }}
BREAKPOINT {{ {solve} }}
{block}
""")
    (tmp_path / "pump.mod").write_text("""
NEURON { SUFFIX Pump USEION ca READ cai WRITE ica }
ASSIGNED { ica cai }
BREAKPOINT { ica = 0.0312/(1 + 0.0005/cai) }
""")
    (tmp_path / "script.hoc").write_text(TOLERANT)
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out.split()
    theirs = neuron.run(TOLERANT, mods=sorted(tmp_path.glob("*.mod")))["out"].split()
    assert len(theirs) == 12
    assert [float(x) for x in ours] == pytest.approx([float(x) for x in theirs], rel=1e-6)


# Segments without capacitance: a cell, a cable, one segment, one without channels, beside a branch.
WITHOUT_CAPACITANCE = {
    "a cell": "a { cm = 0 }",
    "a cable": "a { nseg = 5 L = 500 cm = 0 }",
    "one segment": "a { nseg = 5 L = 500 cm(.5) = 0 }",
    "hh in one segment": "a { uninsert pas insert hh nseg = 5 L = 500 cm(.5) = 0 }",
    "a parent": "a { nseg = 3 L = 500 cm = 0 }\nb connect a(1), 0",
    "no channels": "a { uninsert pas cm = 0 }\nb connect a(1), 0",
}


@pytest.mark.parametrize("name", WITHOUT_CAPACITANCE)
def test_segments_without_capacitance_as_with_small_fixed_steps(ranvier, tmp_path, name):
    (tmp_path / "script.hoc").write_text(f"""
create a, b
access a
objref cvode, clamp
cvode = new CVode()
forall {{ L = 20 diam = 20 insert pas e_pas = -60 g_pas = 0.001 }}
{WITHOUT_CAPACITANCE[name]}
clamp = new IClamp(.3)
clamp.del = 1
clamp.dur = 3
clamp.amp = .05
proc trial() {{
    finitialize(-65)
    if ($1 == 0) {{ while (t < 3 - dt/2) fadvance() }} else cvode.solve(3)
    print t, a.v(.1), a.v(.5), b.v(.5)
    if ($1 == 0) {{ while (t < 6 - dt/2) fadvance() }} else cvode.solve(6)
    print t, a.v(.1), a.v(.5), b.v(.5)
}}
dt = 0.0005
trial(0)
{{cvode.active(1)}}
{{cvode.atol(1e-5)}}
trial(1)
""")
    values = [float(x) for x in ranvier.check("--quiet", "script.hoc", cwd=tmp_path).out.split()]
    fixed, variable = values[:8], values[8:]
    assert variable == pytest.approx(fixed, abs=2e-3)
