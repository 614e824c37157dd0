"""The network of the joins as a script: the same cells, connections and spikes, whatever makes them.

Six cells in a ring, each of which reaches the next two; three NetStims with separate random streams drive every second
one, the first through a relay if some cells have no gids. Each rank prints the spikes of its sources in full precision.
"""

COUNT, REACH, FIRST_DRIVE, STOP = 6, 2, 100, 30  # ms
DELAY, DRIVE_DELAY = 1.25, 1.5  # [ms]; a spike of the ring that leaves one interval late arrives too late
WEIGHTS = {"detailed": 0.02, "point processes": 0.45, "artificial": 0.45, "stepped": 900}  # to cells of each kind
DRIVES = {"detailed": 0.05, "point processes": 1.2, "artificial": 1.2, "stepped": 3000}
RELAYED = 1.2  # weight onto the relay, which then fires
# Where a rule makes synapses: in the middle of the dendrite, like those that the cells have.
MADE = {"make": "ExpSyn", "on": "dend", "distance": (45, 50), "share": "segment"}
SYNAPSES = {"detailed": "syn"}  # onto which pc.connect connects cells of each kind; others receive spikes themselves
# Gap junctions join the middles of two dendrites.
JOINED = ((0, 3), (1, 4), (2, 5))
CONDUCTANCE = 0.002  # uS
MECHANISMS = {"artificial": "IntFire1", "stepped": "iaf_psc_exp"}
FIRES_AT = {"detailed": "v(0.5)"}
# What `--report` and `--trace` record: traces of cells 0 and 1, which are on different ranks if there are several.
REPORTS = {
    "detailed": "v.h5:variable=v,dt=0.5",
    "mixed": "v.h5:variable=v,dt=0.5",
    "point processes": "v.h5:variable=Spiker.s,dt=0.5",
    "artificial": "v.h5:variable=IntFire1.m,dt=0.5",
    "stepped": "v.h5:variable=iaf_psc_exp.V_m,dt=0.5",
}
TRACES = {
    "detailed": ("cell0.soma.v(0.5)", "cell1.soma.v(0.5)"),
    "mixed": ("cell0.soma.v(0.5)", "cell1.m"),
    "point processes": ("spiker0.s", "spiker1.s"),
    "artificial": ("cell0.m", "cell1.m"),
    "stepped": ("cell0.V_m", "cell1.V_m"),
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


def rules(case):
    """(rule, sources, targets, weight, delay) of calls of pc.connect; `adjacent` has ranges."""
    for made, weights, delay in ((edges(), WEIGHTS, DELAY), (drives(), DRIVES, DRIVE_DELAY)):
        chosen = [(s, t) for s, t in made if in_bulk(case, t)]
        is_ring = delay == DELAY
        if not chosen or not (is_ring or case["gids"] == "all"):
            continue
        weight = weights[kind_of(case, chosen[0][1])]
        if is_ring and case["cells"] != "mixed":
            yield "adjacent", range(COUNT), range(COUNT), weight, delay
            continue
        for step in range(1, REACH + 1) if is_ring else (None,):
            pairs = [(s, t) for s, t in chosen if step is None or (t - s) % COUNT == step]
            yield "one_to_one", [s for s, t in pairs], [t for s, t in pairs], weight, delay


class Script:
    """Writes the network in a language, which the derived classes know."""

    def __init__(self, case):
        self.case = case
        self.lines = []

    def add(self, *lines):
        self.lines += lines

    def relays(self, drive):
        """Whether a cell without gid passes the spikes of a drive without gid on: a network that needs it has it."""
        return self.case["gids"] == "some" and drive == FIRST_DRIVE

    def text(self):
        case = self.case
        self.begin()
        for gid in range(COUNT):
            self.cell(gid)
        for drive, target in drives():
            self.drive(drive, target)
            if case["gids"] == "all" and not in_bulk(case, target):
                self.connect(drive, target, DRIVES[kind_of(case, target)], DRIVE_DELAY)
        for source, target in edges():
            if not in_bulk(case, target):
                self.connect(source, target, WEIGHTS[kind_of(case, target)], DELAY)
        if case["made"] == "file":
            self.connect_file()
        elif case["made"] == "table":
            self.connect_table(*map(list, zip(*rows(case), strict=True)))
        elif case["made"] in ("rule", "synapses"):
            for rule in rules(case):
                self.connect_rule(*rule)
        if case["gap junctions"] == "rule":
            self.join_by_rule([a for a, b in JOINED], [b for a, b in JOINED])
        elif case["gap junctions"] == "singly":
            self.join()
        self.run()
        return "\n".join(self.lines) + "\n"


def receiver(kind, name):
    """What receives the spikes of a cell, in either language."""
    return name + {"detailed": ".syn", "point processes": ".spiker"}.get(kind, "")
