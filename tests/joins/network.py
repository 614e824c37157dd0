"""The network of the joins as a script: the same cells, connections and spikes, whatever makes them.

Six cells in a ring, each of which reaches the next two; three NetStims with separate random streams drive every second
one. Each rank prints the spikes of its sources in full precision.
"""

COUNT, REACH, FIRST_DRIVE, STOP = 6, 2, 100, 30  # ms
DELAY, DRIVE_DELAY = 1.5, 1.25  # [ms]
WEIGHTS = {"detailed": 0.02, "point processes": 0.45, "artificial": 0.45, "stepped": 900}  # to cells of each kind
DRIVES = {"detailed": 0.05, "point processes": 1.2, "artificial": 1.2, "stepped": 3000}
MECHANISMS = {"artificial": "IntFire1", "stepped": "iaf_psc_exp"}
FIRES_AT = {"detailed": "v(0.5)"}
# What `--report` and `--trace` record, of cell 0 in traces.
REPORTS = {
    "detailed": "v.h5:variable=v,dt=0.5",
    "mixed": "v.h5:variable=v,dt=0.5",
    "point processes": "v.h5:variable=Spiker.s,dt=0.5",
    "artificial": "v.h5:variable=IntFire1.m,dt=0.5",
    "stepped": "v.h5:variable=iaf_psc_exp.V_m,dt=0.5",
}
TRACES = {
    "detailed": "cell0.soma.v(0.5)",
    "mixed": "cell0.soma.v(0.5)",
    "point processes": "spiker0.s",
    "artificial": "cell0.m",
    "stepped": "cell0.V_m",
}

SPIKER = """COMMENT A leaky integrator that fires when its inputs add up to 1. ENDCOMMENT
NEURON {
    POINT_PROCESS Spiker
    RANGE tau, g, i
    NONSPECIFIC_CURRENT i
}
UNITS {
    (nA) = (nanoamp)
    (uS) = (microsiemens)
    (mV) = (millivolt)
}
PARAMETER {
    tau = 6 (ms)
    g = 0.001 (uS)
}
ASSIGNED {
    v (mV)
    i (nA)
}
STATE { s (1) }
INITIAL { s = 0 }
BREAKPOINT {
    SOLVE decay METHOD cnexp
    i = g*s*v
}
DERIVATIVE decay { s' = -s/tau }
NET_RECEIVE (w (1)) {
    s = s + w
    if (s > 1) {
        net_event(t)
        s = 0
    }
}
"""


def kind_of(case, gid):
    if case["cells"] == "mixed":
        return "artificial" if gid % 2 else "detailed"
    return case["cells"]


def edges():
    """(source, target) of the ring, in the order of targets."""
    return [((k - step) % COUNT, k) for k in range(COUNT) for step in range(REACH, 0, -1)]


def drives():
    """(drive, target)."""
    return [(FIRST_DRIVE + k, 2 * k) for k in range(COUNT // 2)]


def in_bulk(case, target):
    """Whether a rule, a table or a file makes the connections onto the target, if the case has one."""
    return case["made"] != "singly" and (case["cells"] != "mixed" or kind_of(case, target) == "artificial")


def rows(case):
    """(source, target, weight, delay) of a table."""
    ring = [(s, t, WEIGHTS.get(kind_of(case, t)), DELAY) for s, t in edges() if in_bulk(case, t)]
    driven = [(d, t, DRIVES.get(kind_of(case, t)), DRIVE_DELAY) for d, t in drives() if in_bulk(case, t)]
    return ring + (driven if case["gids"] == "all" else [])


def table_file(case):
    return "source,target,weight,delay\n" + "".join(f"{s},{t},{w},{d}\n" for s, t, w, d in rows(case))


def makes_cells_in_bulk(case):
    return case["made"] in ("rule", "file") and case["cells"] in MECHANISMS and case["gids"] != "none"


# --- hoc -------------------------------------------------------------------------------------------------------------

HOC = """{ load_file("stdrun.hoc") }
{ if (!name_declared("t_signal")) execute("t_signal = 0") }
{ if (!name_declared("signal_number")) execute("signal_number = 0") }
objref pc, cv, fih, kept, times, who, nc, nil, drive, range, pre, post, weights, delays, picture
{ pc = new ParallelContext() cv = new CVode() kept = new List() times = new Vector() who = new Vector() }
strdef command
begintemplate Cell
public soma, dend, syn
create soma, dend
objref syn
proc init() {
    soma { L = 15 diam = 15 insert hh }
    connect dend(0), soma(1)
    dend { L = 80 diam = 1 nseg = 3 insert pas e_pas = -65 }
    dend syn = new ExpSyn(0.5)
}
endtemplate Cell
begintemplate Point
public soma, spiker
create soma
objref spiker
proc init() {
    soma { L = 10 diam = 10 insert pas }
    soma spiker = new Spiker(0.5)
}
endtemplate Point
proc strike() {  // not by system(), during which a process ignores SIGINT
    // Ranks ask each other a few times a second whether to stop.
    sprint(command, "import os, time; os.kill(os.getpid(), %d); time.sleep(0.5)", signal_number)
    nrnpython(command)
}
proc plan() { if (t_signal > 0 && pc.id == 0) cv.event(t_signal, "strike()") }
fih = new FInitializeHandler(1, "plan()")
"""
HOC_MAKES = {"detailed": "Cell()", "point processes": "Point()", "artificial": "IntFire1()", "stepped": "iaf_psc_exp()"}


def hoc_source(kind, name):
    """A NetCon from the cell."""
    if kind == "detailed":
        return f"{name}.soma nc = new NetCon(&v(0.5), nil, -20, 1, 1)"
    return f"nc = new NetCon({name}{'.spiker' if kind == 'point processes' else ''}, nil)"


def hoc_target(kind, name):
    return name + {"detailed": ".syn", "point processes": ".spiker"}.get(kind, "")


class HocScript:
    def __init__(self, case):
        self.case = case
        self.lines = [HOC]

    def add(self, *lines):
        self.lines += lines

    def here(self, gid, *lines):
        """On the rank that has the gid."""
        where = "pc.id == 0" if self.case["gids"] == "none" else f"pc.id == {gid} % pc.nhost"
        self.add(f"if ({where}) {{", *("    " + line for line in lines), "}")

    def text(self):
        case = self.case
        for gid in range(COUNT):
            self.add(f"objref cell{gid}, spiker{gid}")
        if makes_cells_in_bulk(case):
            words = ', "tau", 8, "refrac", 2' if case["cells"] == "artificial" else ""
            self.add(f'range = pc.cells("{MECHANISMS[case["cells"]]}", 0, {COUNT}{words})')
            for gid in range(COUNT):
                self.add(f"if (pc.gid_exists({gid})) cell{gid} = pc.gid2cell({gid})")
        for gid in range(COUNT):
            self.cell(gid)
        for drive, target in drives():
            self.drive(drive, target)
        for source, target in edges():
            if not in_bulk(case, target):
                self.connect(source, target, WEIGHTS[kind_of(case, target)], DELAY)
        self.bulk()
        self.run()
        return "\n".join(self.lines) + "\n"

    def cell(self, gid):
        kind, name = kind_of(self.case, gid), f"cell{gid}"
        lines = []
        if not makes_cells_in_bulk(self.case):
            lines.append(f"{name} = new {HOC_MAKES[kind]}")
            if kind == "artificial":
                lines.append(f"{{ {name}.tau = 8 {name}.refrac = 2 }}")
            if kind == "point processes":
                lines.append(f"spiker{gid} = {name}.spiker")
            lines.append(hoc_source(kind, name))
            if self.case["gids"] == "none":
                lines.append(f"{{ nc.record(times, who, {gid}) kept.append(nc) }}")
            else:
                lines.append(f"{{ pc.set_gid2node({gid}, pc.id) pc.cell({gid}, nc) }}")
        if self.case["gids"] != "none":
            lines.append(f"{{ pc.area({gid}, {gid % 2}) }}")
        self.here(gid, *lines)

    def drive(self, drive, target):
        k, kind = drive - FIRST_DRIVE, kind_of(self.case, target)
        make = (
            "drive = new NetStim()",
            f"{{ drive.start = {2 + k} drive.interval = {5 + k} drive.number = 1e9 drive.noise = 0.5 }}",
            f"{{ drive.noiseFromRandom123({k}, 7, 0) kept.append(drive) }}",
        )
        if self.case["gids"] == "all":
            own = (
                f"{{ pc.set_gid2node({drive}, pc.id) }}",
                "nc = new NetCon(drive, nil)",
                f"{{ pc.cell({drive}, nc) pc.area({drive}, {drive % 2}) }}",
            )
            self.here(drive, *make, *own)
            if not in_bulk(self.case, target):
                self.connect(drive, target, DRIVES[kind], DRIVE_DELAY)
            return
        to = hoc_target(kind, f"cell{target}")
        self.here(
            target, *make, f"nc = new NetCon(drive, {to}, 0, {DRIVE_DELAY}, {DRIVES[kind]})", "{ kept.append(nc) }"
        )

    def connect(self, source, target, weight, delay):
        to = hoc_target(kind_of(self.case, target), f"cell{target}")
        if self.case["gids"] == "none":
            kind = kind_of(self.case, source)
            make = (
                hoc_source(kind, f"cell{source}")
                .replace("nil, -20, 1, 1)", f"{to}, -20, 1, 1)")
                .replace("nil)", f"{to})")
            )
        else:
            make = f"nc = pc.gid_connect({source}, {to})"
        self.here(target, make, f"{{ nc.weight = {weight} nc.delay = {delay} kept.append(nc) }}")

    def bulk(self):
        case, all_rows = self.case, rows(self.case)
        if case["made"] == "singly":
            return
        if case["made"] == "file":
            return self.add('{ pc.connect("table.csv", "table") }')
        if case["made"] == "table":
            columns = zip(("pre", "post", "weights", "delays"), zip(*all_rows, strict=True), strict=True)
            for name, values in columns:
                self.add(f"{name} = new Vector()", f"{{ {name}.append({', '.join(map(str, values))}) }}")
            return self.add('{ pc.connect(pre, post, "table", "weight", weights, "delay", delays) }')
        for name, made, weight, delay in ((edges(), "ring", WEIGHTS, DELAY), (drives(), "drives", DRIVES, DRIVE_DELAY)):
            chosen = [(s, t) for s, t in name if in_bulk(case, t)]
            if not chosen or (made == "drives" and case["gids"] != "all"):
                continue
            weight = weight[kind_of(case, chosen[0][1])]
            words = f'"weight", {weight}, "delay", {delay}'
            if made == "drives":
                self.add("{ pre = new Vector() post = new Vector() }")
                self.add(
                    f"{{ pre.append({', '.join(str(s) for s, t in chosen)}) post.append({', '.join(str(t) for s, t in chosen)}) }}"
                )
                self.add(f'{{ pc.connect(pre, post, "one_to_one", {words}) }}')
            elif case["cells"] == "mixed":
                for step in range(1, REACH + 1):
                    self.add("{ pre = new Vector() post = new Vector() }")
                    of_step = [(s, t) for s, t in chosen if (t - s) % COUNT == step]
                    self.add(
                        f"{{ pre.append({', '.join(str(s) for s, t in of_step)}) post.append({', '.join(str(t) for s, t in of_step)}) }}"
                    )
                    self.add(f'{{ pc.connect(pre, post, "one_to_one", {words}) }}')
            else:
                cells = f"new GidRange(0, {COUNT})"
                self.add(f'{{ pc.connect({cells}, {cells}, "adjacent", {REACH}, 1, {words}) }}')

    def run(self):
        case = self.case
        self.add("{ dt = 0.025 steps_per_ms = 40 }")
        if case["steps"] != "fixed":
            self.add(
                "{ cvode_active(1) cv.atol(1e-4) }"
                if case["steps"] == "global"
                else "{ cvode_active(1) cv.use_local_dt(1) cv.atol(1e-4) }"
            )
        if case["gids"] != "none":
            self.add("{ pc.spike_record(-1, times, who) }")
        if case["figures"] == "on":
            self.add(
                "{ weights = new Vector(3) weights.indgen() }",
                "if (pc.id == 0) { picture = new Graph() weights.line(picture, 1) }",
            )
        if case["pc.raster"] == "on":
            self.add('{ pc.raster("pc.h5") }')
        self.add(f"tstop = {STOP}", "{ pc.set_maxstep(10) stdinit() pc.psolve(tstop) }")
        self.add(
            'for i = 0, times.size - 1 printf("spike %d %.17g\\n", who.x[i], times.x[i])', "{ pc.barrier() quit() }"
        )


# --- Python ----------------------------------------------------------------------------------------------------------

PYTHON = """import json
import os
import time

session = json.loads(os.environ.get("JOIN_SESSION", "{}"))  # of python3, which has no options
if session:
    import ranvier

    ranvier.start(math=session["math"], threads=session["threads"])
from neuron import h

h.load_file("stdrun.hoc")
pc, cv = h.ParallelContext(), h.CVode()
if session:
    pc.exchange(session["exchange"])
    for report in session["reports"]:
        pc.report(report)
    if session["checkpoint"]:
        pc.checkpoint(*session["checkpoint"])
rank, ranks = int(pc.id()), int(pc.nhost())
kept, times, who = [], h.Vector(), h.Vector()
cells = {}


class Cell:
    def __init__(self, gid):
        self.gid = gid
        self.soma, self.dend = h.Section(name="soma", cell=self), h.Section(name="dend", cell=self)
        self.soma.L = self.soma.diam = 15
        self.soma.insert("hh")
        self.dend.connect(self.soma(1))
        self.dend.L, self.dend.diam, self.dend.nseg = 80, 1, 3
        self.dend.insert("pas")
        self.dend.e_pas = -65
        self.syn = h.ExpSyn(self.dend(0.5))

    def __str__(self):
        return f"cell{self.gid}"


class Point:
    def __init__(self, gid):
        self.gid = gid
        self.soma = h.Section(name="soma", cell=self)
        self.soma.L = self.soma.diam = 10
        self.soma.insert("pas")
        self.spiker = h.Spiker(self.soma(0.5))

    def __str__(self):
        return f"cell{self.gid}"


def strike():
    os.kill(os.getpid(), int(os.environ["JOIN_SIGNAL"]))
    time.sleep(0.5)  # ranks ask each other a few times a second whether to stop


def plan():
    if "JOIN_SIGNAL" in os.environ and rank == 0:
        cv.event(float(os.environ["JOIN_TIME"]), strike)


handler = h.FInitializeHandler(1, plan)
"""
PYTHON_MAKES = {
    "detailed": "Cell({})",
    "point processes": "Point({})",
    "artificial": "h.IntFire1()",
    "stepped": "h.iaf_psc_exp()",
}


def python_netcon(kind, name, to, words=""):
    if kind == "detailed":
        return f"h.NetCon({name}.soma(0.5)._ref_v, {to}, -20, 1, 1, sec={name}.soma)"
    return f"h.NetCon({name}{'.spiker' if kind == 'point processes' else ''}, {to})"


class PythonScript:
    def __init__(self, case):
        self.case = case
        self.lines = [PYTHON]

    def add(self, *lines):
        self.lines += lines

    def here(self, gid, *lines):
        where = "rank == 0" if self.case["gids"] == "none" else f"rank == {gid} % ranks"
        self.add(f"if {where}:", *("    " + line for line in lines))

    def text(self):
        case = self.case
        if makes_cells_in_bulk(case):
            words = ", tau=8, refrac=2" if case["cells"] == "artificial" else ""
            self.add(f'pc.cells("{MECHANISMS[case["cells"]]}", 0, {COUNT}{words})')
        for gid in range(COUNT):
            self.cell(gid)
        for drive, target in drives():
            self.drive(drive, target)
        for source, target in edges():
            if not in_bulk(case, target):
                self.connect(source, target, WEIGHTS[kind_of(case, target)], DELAY)
        self.bulk()
        self.run()
        return "\n".join(self.lines) + "\n"

    def cell(self, gid):
        kind, name = kind_of(self.case, gid), f"cells[{gid}]"
        if makes_cells_in_bulk(self.case):
            lines = [f"{name} = pc.gid2cell({gid})"]
        else:
            lines = [f"{name} = {PYTHON_MAKES[kind].format(gid)}"]
            if kind == "artificial":
                lines.append(f"{name}.tau, {name}.refrac = 8, 2")
            lines.append(f"nc = {python_netcon(kind, name, None)}")
            if self.case["gids"] == "none":
                lines += [f"nc.record(times, who, {gid})", "kept.append(nc)"]
            else:
                lines += [f"pc.set_gid2node({gid}, rank)", f"pc.cell({gid}, nc)"]
        if kind == "point processes":
            lines += [f'h("objref spiker{gid}")', f"h.spiker{gid} = {name}.spiker"]
        elif kind != "detailed":
            lines += [f'h("objref cell{gid}")', f"h.cell{gid} = {name}"]
        if self.case["gids"] != "none":
            lines.append(f"pc.area({gid}, {gid % 2})")
        self.here(gid, *lines)

    def drive(self, drive, target):
        k, kind = drive - FIRST_DRIVE, kind_of(self.case, target)
        make = (
            "drive = h.NetStim()",
            f"drive.start, drive.interval, drive.number, drive.noise = {2 + k}, {5 + k}, 1e9, 0.5",
            f"drive.noiseFromRandom123({k}, 7, 0)",
            "kept.append(drive)",
        )
        if self.case["gids"] == "all":
            own = (
                f"pc.set_gid2node({drive}, rank)",
                f"pc.cell({drive}, h.NetCon(drive, None))",
                f"pc.area({drive}, {drive % 2})",
            )
            self.here(drive, *make, *own)
            if not in_bulk(self.case, target):
                self.connect(drive, target, DRIVES[kind], DRIVE_DELAY)
            return
        to = hoc_target(kind, f"cells[{target}]")
        self.here(target, *make, f"kept.append(h.NetCon(drive, {to}, 0, {DRIVE_DELAY}, {DRIVES[kind]}))")

    def connect(self, source, target, weight, delay):
        to = hoc_target(kind_of(self.case, target), f"cells[{target}]")
        if self.case["gids"] == "none":
            make = python_netcon(kind_of(self.case, source), f"cells[{source}]", to)
        else:
            make = f"pc.gid_connect({source}, {to})"
        self.here(target, f"nc = {make}", f"nc.weight[0], nc.delay = {weight}, {delay}", "kept.append(nc)")

    def bulk(self):
        case, all_rows = self.case, rows(self.case)
        if case["made"] == "singly":
            return
        if case["made"] == "file":
            return self.add('pc.connect("table.csv", "table")')
        if case["made"] == "table":
            pre, post, weights, delays = map(list, zip(*all_rows, strict=True))
            return self.add(f'pc.connect({pre}, {post}, "table", weight={weights}, delay={delays})')
        for name, made, weight, delay in ((edges(), "ring", WEIGHTS, DELAY), (drives(), "drives", DRIVES, DRIVE_DELAY)):
            chosen = [(s, t) for s, t in name if in_bulk(case, t)]
            if not chosen or (made == "drives" and case["gids"] != "all"):
                continue
            words = f"weight={weight[kind_of(case, chosen[0][1])]}, delay={delay}"
            if made == "drives":
                steps = [chosen]
            elif case["cells"] == "mixed":
                steps = [[(s, t) for s, t in chosen if (t - s) % COUNT == step] for step in range(1, REACH + 1)]
            else:
                self.add(f'pc.connect(range({COUNT}), range({COUNT}), "adjacent", {REACH}, 1, {words})')
                continue
            for pairs in steps:
                self.add(f'pc.connect({[s for s, t in pairs]}, {[t for s, t in pairs]}, "one_to_one", {words})')

    def run(self):
        case = self.case
        self.add("h.dt, h.steps_per_ms = 0.025, 40")
        if case["steps"] != "fixed":
            self.add("cv.active(1)", "cv.atol(1e-4)")
        if case["steps"] == "local":
            self.add("cv.use_local_dt(1)")
        if case["gids"] != "none":
            self.add("pc.spike_record(-1, times, who)")
        if case["figures"] == "on":
            self.add("if rank == 0:", "    graph = h.Graph()", "    h.Vector([0, 1, 2]).line(graph, 1)")
        if case["pc.raster"] == "on":
            self.add('pc.raster("pc.h5")')
        self.add(f"h.tstop = {STOP}", "pc.set_maxstep(10)", "h.stdinit()", "pc.psolve(h.tstop)")
        self.add("for gid, t in zip(who, times):", '    print(f"spike {int(gid)} {t:.17g}")', "pc.barrier()")


def script_of(case):
    """(name, text)."""
    if case["script"] == "hoc":
        return "net.hoc", HocScript(case).text()
    return "net.py", PythonScript(case).text()
