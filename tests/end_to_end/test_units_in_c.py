"""Files with VERBATIM become one C file: what else stands in them does what NEURON does. And --sandbox refuses them."""

MODS = {
    "cwatch": """
NEURON { POINT_PROCESS cwatch NONSPECIFIC_CURRENT i RANGE calls, crossings }
ASSIGNED { v i calls crossings }
STATE { g }
INITIAL { g = 0 calls = 0 crossings = 0 net_send(0, 1) }
BREAKPOINT { SOLVE s METHOD cnexp  i = g*(v + 10) }
DERIVATIVE s { g' = -g/4 }
NET_RECEIVE(w, a, last) {
    INITIAL { a = 1 last = t }
    VERBATIM
    calls = calls + 1;
    ENDVERBATIM
    if (flag == 1) {
        WATCH (v > -58) 2, (v < -66) 3
    } else if (flag == 2) {
        crossings = crossings + 1
        WATCH (v < -60) 4
    } else if (flag == 3) {
        crossings = crossings + 100
    } else if (flag == 4) {
        crossings = crossings + 10
        FOR_NETCONS(w1, a1, last1) { a1 = a1*0.8  w1 = w1*1.01 + 1e-5*last1 }
        WATCH (v > -58) 2
    } else {
        g = g + w*a*exp(-(t - last)/20)
        last = t
    }
}
""",
    "cdiff": """
NEURON { SUFFIX cdiff RANGE calls, D }
PARAMETER { D = 0.3 }
ASSIGNED { v diam calls }
STATE { x }
INITIAL { calls = 0  x = diam/10 }
BREAKPOINT { SOLVE k METHOD sparse  count() }
KINETIC k {
    COMPARTMENT diam*diam { x }
    LONGITUDINAL_DIFFUSION D*diam*diam { x }
    ~ x << (0.001*(v + 70)*diam)
    ~ x -> (0.05*diam)
}
PROCEDURE count() {
    VERBATIM
    calls = calls + x;
    ENDVERBATIM
}
""",
    "ctable": """
NEURON { SUFFIX ctable NONSPECIFIC_CURRENT i RANGE calls, g GLOBAL minf, mtau }
PARAMETER { g = 0.0002 }
ASSIGNED { v celsius i calls minf mtau }
STATE { m }
INITIAL { calls = 0  rates(v)  m = minf }
BREAKPOINT { SOLVE s METHOD cnexp  i = g*m*(v - 20) }
DERIVATIVE s {
    VERBATIM
    calls = calls + 1;
    ENDVERBATIM
    rates(v)
    m' = (minf - m)/mtau
}
PROCEDURE rates(v) {
    TABLE minf, mtau DEPEND celsius FROM -100 TO 100 WITH 50
    minf = 1/(1 + exp(-(v + 50)/(8 + celsius/10)))
    mtau = (1 + exp(-(v + 40)^2/400))*3^((24 - celsius)/10)
}
""",
    "silent": """
NEURON { ARTIFICIAL_CELL silent RANGE level }
ASSIGNED { level }
INITIAL { level = 0 }
NET_RECEIVE(w) { level = level + w*exp(-t/50) }
""",
}
# The same without C.
MODS["ptable"] = (
    MODS["ctable"]
    .replace("VERBATIM\n    calls = calls + 1;\n    ENDVERBATIM", "calls = calls + 1")
    .replace("ctable", "ptable")
)

SCRIPT = """
create s, w[2]
objref stim, drive, target, cell, nc[5], times, nil, clamp[2]
s { nseg = 7 L = 300 diam(0:1) = 1:4 insert pas g_pas = 0.0003 e_pas = -66 insert cdiff
    stim = new IClamp(0.2) stim.del = 3 stim.dur = 8 stim.amp = 0.15 }
for k = 0, 1 w[k] { L = 20 diam = 20 insert pas clamp[k] = new IClamp(0.5) clamp[k].del = 1 clamp[k].dur = 1e9 clamp[k].amp = 0.01 }
w[0] insert ctable
w[1] insert ptable
drive = new NetStim()
drive.start = 1
drive.interval = 4
drive.number = 4
s target = new cwatch(0.6)
cell = new silent()
nc[0] = new NetCon(drive, target, 0, 1, 0.004)
nc[1] = new NetCon(drive, target, 0, 2.5, 0.002)
nc[2] = new NetCon(drive, cell, 0, 0.5, 0.3)
nc[3] = new NetCon(cell, target, 0, 1, 0.01)
nc[4] = new NetCon(cell, nil)
times = new Vector()
nc[4].record(times)
proc show() { local k
    printf("%.17g %.17g %.17g %.17g %.17g\\n", t, target.g, target.calls, target.crossings, cell.level)
    for k = 0, 1 printf("%.17g %.17g %.17g\\n", nc[k].weight[0], nc[k].weight[1], nc[k].weight[2])
    for (x) s printf("%.17g %.17g ", s.v(x), s.x_cdiff(x))
    printf("%.17g\\n", s.calls_cdiff(0.5))
    printf("%.17g %.17g %.17g %.17g\\n", w[0].m_ctable, minf_ctable, mtau_ctable, w[0].calls_ctable)
    printf("%.17g %.17g %.17g %.17g\\n", w[1].m_ptable, minf_ptable, mtau_ptable, w[1].calls_ptable)
}
proc steps() { local k
    for k = 1, $1 { fadvance() if (k % 100 == 0) show() }
}
celsius = 10
finitialize(-65)
show()
{nc[3].event(7)}
steps(600)
celsius = 33
steps(600)
usetable_ctable = 0
usetable_ptable = 0
steps(200)
celsius = 20
usetable_ctable = 1
usetable_ptable = 1
steps(400)
print times.size()
quit()
"""


def numbers(text):
    return [[float(word) for word in line.split()] for line in text.splitlines() if line.strip()]


def test_what_stands_beside_verbatim_is_neurons(ranvier, neuron, tmp_path):
    for name, text in MODS.items():
        (tmp_path / f"{name}.mod").write_text(text)
    (tmp_path / "script.hoc").write_text(SCRIPT)
    theirs = numbers(neuron.run(SCRIPT, mods=sorted(tmp_path.glob("*.mod")))["out"])
    ours = numbers(ranvier.check("-nogui", "script.hoc", cwd=tmp_path, name="nrniv").out)
    assert len(theirs) > 19 * 6 and theirs[-1] == [0], theirs[-1]
    assert len(ours) == len(theirs)
    for number, (a, b) in enumerate(zip(ours, theirs)):
        assert len(a) == len(b) and all(abs(x - y) <= 1e-9 * abs(y) + 1e-13 for x, y in zip(a, b)), (
            f"line {number}: {a}, NEURON {b}"
        )
    assert theirs[-7][3] >= 11, "WATCH and FOR_NETCONS were not reached"


def test_sandbox_refuses_verbatim(checked, tmp_path):
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "cwatch.mod").write_text(MODS["cwatch"])
    (folder / "script.hoc").write_text("objref watching\nwatching = new cwatch()\nprint 1\nquit()\n")
    cache = {"RANVIER_CACHE": str(tmp_path / "cache")}
    outcome = checked.run("--quiet", "--sandbox", "script.hoc", cwd=folder, env=cache)
    assert outcome.status == 1 and "cwatch.mod:10:" in outcome.err and "VERBATIM" in outcome.err, outcome
    assert not list((tmp_path / "cache").glob("*.so")) and "1" not in outcome.out
    # What was compiled without it does not slip through either.
    checked.check("--quiet", "script.hoc", cwd=folder, env=cache)
    assert checked.run("--quiet", "--sandbox", "script.hoc", cwd=folder, env=cache).status == 1
