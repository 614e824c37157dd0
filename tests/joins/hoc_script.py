"""The network in hoc."""

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

HEAD = """{ load_file("stdrun.hoc") }
{ if (!name_declared("t_signal")) execute("t_signal = 0") }
{ if (!name_declared("signal_number")) execute("signal_number = 0") }
objref pc, cv, fih, kept, times, who, nc, nil, drive, relay, range, pre, post, weights, delays, half, picture
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
MAKES = {"detailed": "Cell()", "point processes": "Point()", "artificial": "IntFire1()", "stepped": "iaf_psc_exp()"}


def source_of(kind, name):
    """A NetCon from the cell."""
    if kind == "detailed":
        return f"{name}.soma nc = new NetCon(&v(0.5), nil, -20, 1, 1)"
    return f"nc = new NetCon({name}{'.spiker' if kind == 'point processes' else ''}, nil)"


class HocScript(Script):
    def here(self, gid, *lines):
        """On the rank that has the gid."""
        where = "pc.id == 0" if self.case["gids"] == "none" else f"pc.id == {gid} % pc.nhost"
        self.add(f"if ({where}) {{", *("    " + line for line in lines), "}")

    def begin(self):
        case = self.case
        self.add(HEAD)
        for gid in range(COUNT):
            self.add(f"objref cell{gid}, spiker{gid}")
        if makes_cells_in_bulk(case):
            words = ', "tau", 8, "refrac", 2' if case["cells"] == "artificial" else ""
            self.add(f'range = pc.cells("{MECHANISMS[case["cells"]]}", 0, {COUNT}{words})')
            for gid in range(COUNT):
                self.add(f"if (pc.gid_exists({gid})) cell{gid} = pc.gid2cell({gid})")

    def cell(self, gid):
        kind, name = kind_of(self.case, gid), f"cell{gid}"
        lines = []
        if not makes_cells_in_bulk(self.case):
            lines.append(f"{name} = new {MAKES[kind]}")
            if kind == "artificial":
                lines.append(f"{{ {name}.tau = 8 {name}.refrac = 2 }}")
            if kind == "point processes":
                lines.append(f"spiker{gid} = {name}.spiker")
            lines.append(source_of(kind, name))
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
            return
        to = receiver(kind, f"cell{target}")
        if self.relays(drive):
            make = (
                *make,
                "relay = new IntFire1()",
                "{ kept.append(relay) }",
                f"nc = new NetCon(drive, relay, 0, {DRIVE_DELAY}, {RELAYED})",
                "{ kept.append(nc) }",
            )
        via = "relay" if self.relays(drive) else "drive"
        self.here(
            target, *make, f"nc = new NetCon({via}, {to}, 0, {DRIVE_DELAY}, {DRIVES[kind]})", "{ kept.append(nc) }"
        )

    def connect(self, source, target, weight, delay):
        to = receiver(kind_of(self.case, target), f"cell{target}")
        if self.case["gids"] == "none":
            kind = kind_of(self.case, source)
            make = (
                source_of(kind, f"cell{source}")
                .replace("nil, -20, 1, 1)", f"{to}, -20, 1, 1)")
                .replace("nil)", f"{to})")
            )
        else:
            make = f"nc = pc.gid_connect({source}, {to})"
        self.here(target, make, f"{{ nc.weight = {weight} nc.delay = {delay} kept.append(nc) }}")

    @property
    def onto(self):
        if self.case["made"] == "synapses":
            words = ', "make", "{make}", "on", "{on}", "distance", {distance[0]}, {distance[1]}, "share", "{share}"'
            return words.format(**MADE)
        synapses = SYNAPSES.get(self.case["cells"])
        return f', "onto", "{synapses}"' if synapses else ""

    def connect_file(self):
        self.add(f'{{ pc.connect("table.csv", "table"{self.onto}) }}')

    def vector(self, name, values):
        self.add(f"{name} = new Vector()", f"{{ {name}.append({', '.join(map(str, values))}) }}")

    def connect_table(self, sources, targets, weights, delays):
        for name, values in (("pre", sources), ("post", targets), ("weights", weights), ("delays", delays)):
            self.vector(name, values)
        self.add(f'{{ pc.connect(pre, post, "table", "weight", weights, "delay", delays{self.onto}) }}')

    def connect_rule(self, rule, sources, targets, weight, delay):
        words = f'"weight", {weight}, "delay", {delay}{self.onto}'
        if rule == "adjacent":
            cells = f"new GidRange(0, {COUNT})"
            self.add(f'{{ pc.connect({cells}, {cells}, "adjacent", {REACH}, 1, {words}) }}')
            return
        self.vector("pre", sources)
        self.vector("post", targets)
        self.add(f'{{ pc.connect(pre, post, "{rule}", {words}) }}')

    def join_by_rule(self, sources, targets):
        self.vector("pre", sources)
        self.vector("post", targets)
        words = f'"gap", "conductance", {CONDUCTANCE}, "on", "dend", "x", 0.5'
        self.add(f'{{ pc.connect(pre, post, "one_to_one", {words}) }}')

    def join(self):
        for ends in JOINED:
            for cell, other in (ends, ends[::-1]):
                self.here(
                    cell,
                    f"cell{cell}.dend half = new GapJunction(0.5)",
                    f"{{ half.conductance = {CONDUCTANCE} kept.append(half) }}",
                    f"{{ pc.source_var(&cell{cell}.dend.v(0.5), {cell}) pc.target_var(half, &half.v_other, {other}) }}",
                )
        self.add("{ pc.setup_transfer() }")

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
