"""The network in Python."""

from .network import (
    CONDUCTANCE,
    COUNT,
    DRIVE_DELAY,
    DRIVES,
    FIRST_DRIVE,
    JOINED,
    MADE,
    MECHANISMS,
    REACH,
    RELAYED,
    STOP,
    SYNAPSES,
    Script,
    kind_of,
    makes_cells_in_bulk,
    receiver,
)

HEAD = """import json
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
MAKES = {
    "detailed": "Cell({})",
    "point processes": "Point({})",
    "artificial": "h.IntFire1()",
    "stepped": "h.iaf_psc_exp()",
}


def netcon(kind, name, to):
    if kind == "detailed":
        return f"h.NetCon({name}.soma(0.5)._ref_v, {to}, -20, 1, 1, sec={name}.soma)"
    return f"h.NetCon({name}{'.spiker' if kind == 'point processes' else ''}, {to})"


class PythonScript(Script):
    def here(self, gid, *lines):
        where = "rank == 0" if self.case["gids"] == "none" else f"rank == {gid} % ranks"
        self.add(f"if {where}:", *("    " + line for line in lines))

    def begin(self):
        case = self.case
        self.add(HEAD)
        if makes_cells_in_bulk(case):
            words = ", tau=8, refrac=2" if case["cells"] == "artificial" else ""
            self.add(f'pc.cells("{MECHANISMS[case["cells"]]}", 0, {COUNT}{words})')

    def cell(self, gid):
        kind, name = kind_of(self.case, gid), f"cells[{gid}]"
        if makes_cells_in_bulk(self.case):
            lines = [f"{name} = pc.gid2cell({gid})"]
        else:
            lines = [f"{name} = {MAKES[kind].format(gid)}"]
            if kind == "artificial":
                lines.append(f"{name}.tau, {name}.refrac = 8, 2")
            lines.append(f"nc = {netcon(kind, name, None)}")
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
            return
        to = receiver(kind, f"cells[{target}]")
        if self.relays(drive):
            relay = f"kept.append(h.NetCon(drive, relay, 0, {DRIVE_DELAY}, {RELAYED}))"
            make = (*make, "relay = h.IntFire1()", "kept.append(relay)", relay)
        via = "relay" if self.relays(drive) else "drive"
        self.here(target, *make, f"kept.append(h.NetCon({via}, {to}, 0, {DRIVE_DELAY}, {DRIVES[kind]}))")

    def connect(self, source, target, weight, delay):
        to = receiver(kind_of(self.case, target), f"cells[{target}]")
        if self.case["gids"] == "none":
            make = netcon(kind_of(self.case, source), f"cells[{source}]", to)
        else:
            make = f"pc.gid_connect({source}, {to})"
        self.here(target, f"nc = {make}", f"nc.weight[0], nc.delay = {weight}, {delay}", "kept.append(nc)")

    @property
    def onto(self):
        if self.case["made"] == "synapses":
            return "".join(f", {word}={value!r}" for word, value in MADE.items())
        synapses = SYNAPSES.get(self.case["cells"])
        return f", onto={synapses!r}" if synapses else ""

    def connect_file(self):
        self.add(f'pc.connect("table.csv", "table"{self.onto})')

    def connect_table(self, sources, targets, weights, delays):
        self.add(f'pc.connect({sources}, {targets}, "table", weight={weights}, delay={delays}{self.onto})')

    def connect_rule(self, rule, sources, targets, weight, delay):
        more = f", {REACH}, 1" if rule == "adjacent" else ""
        self.add(f'pc.connect({sources}, {targets}, "{rule}"{more}, weight={weight}, delay={delay}{self.onto})')

    def join_by_rule(self, sources, targets):
        words = f'"gap", conductance={CONDUCTANCE}, on="dend", x=0.5'
        self.add(f'pc.connect({sources}, {targets}, "one_to_one", {words})')

    def join(self):
        for ends in JOINED:
            for cell, other in (ends, ends[::-1]):
                middle = f"cells[{cell}].dend(0.5)"
                self.here(
                    cell,
                    f"half = h.GapJunction({middle})",
                    f"half.conductance = {CONDUCTANCE}",
                    "kept.append(half)",
                    f"pc.source_var({middle}._ref_v, {cell}, sec=cells[{cell}].dend)",
                    f"pc.target_var(half, half._ref_v_other, {other})",
                )
        self.add("pc.setup_transfer()")

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
