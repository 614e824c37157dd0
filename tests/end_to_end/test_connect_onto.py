"""pc.connect onto synapses of cells with sections: the same network by rule, by table and made one by one, and as in NEURON."""

import pytest
from oracle.program import raster_of

# Cells of three kinds of synapses: one, an array, a List in which the number differs.
CELLS = """
{ load_file("stdrun.hoc") }
objref pc, cell, cells, nc, nil, gids, stims, stim, netcons, times, who, syns
pc = new ParallelContext()
cells = new List()
netcons = new List()
stims = new List()
begintemplate Pyramid
public soma, dend, exc, inh, syns
create soma, dend[3]
objref exc, inh[3], syns, syn
proc init() { local i
    soma { L = 15 diam = 15 insert hh }
    syns = new List()
    for i = 0, 2 {
        connect dend[i](0), soma(i/2)
        dend[i] { L = 60 diam = 1 nseg = 3 insert pas e_pas = -65 }
        dend[i] inh[i] = new ExpSyn(0.3 + i/5)
        inh[i].e = -80
        inh[i].tau = 3 + i
    }
    dend[1] exc = new Exp2Syn(0.5)
    exc.tau1 = 0.5
    exc.tau2 = 2
    for i = 0, 1 + $1 % 4 {
        dend[i % 3] syn = new Exp2Syn(i/5)
        syn.tau2 = 2 + i
        syns.append(syn)
    }
}
endtemplate Pyramid
count = 24
drives = 8
for (gid = pc.id; gid < count; gid += pc.nhost) {
    cell = new Pyramid(gid)
    cells.append(cell)
    pc.set_gid2node(gid, pc.id)
    cell.soma nc = new NetCon(&v(0.5), nil, -20, 1, 0)
    pc.cell(gid, nc)
}
for (gid = count + pc.id; gid < count + drives; gid += pc.nhost) {
    stim = new NetStim()
    stim.interval = 4 + gid % 5
    stim.number = 1e9
    stim.start = 1 + gid % 3
    stims.append(stim)
    pc.set_gid2node(gid, pc.id)
    nc = new NetCon(stim, nil)
    pc.cell(gid, nc)
}
"""
RULES = """
objref cells_range, drive_range
cells_range = new GidRange(0, count)
drive_range = new GidRange(count, drives)
{ pc.connect(drive_range, cells_range, "fixed_indegree", 3, "onto", "exc", "weight", 0.01, "delay", "uniform", 1, 3) }
{ pc.connect(cells_range, cells_range, "fixed_indegree", 5, "onto", "syns", "pick", "uniform", "weight", "normal", 0.003, 0.0005, "delay", "normal", 2, 0.5, "redraw", 0.5, "delay_resolution", 0.025, "autapses", 0) }
{ pc.connect(cells_range, cells_range, "pairwise_bernoulli", 0.2, "onto", "inh", "pick", 1, "weight", 0.002, "delay", 1.5) }
{ pc.connect(cells_range, cells_range, "fixed_total_number", 40, "onto", "inh", "pick", "uniform", "weight", 0.001, "delay", 2.5, "seed", 3) }
"""
JOIN = """
strdef command
proc join() {
    if (!pc.gid_exists($2)) { return }
    cell = pc.gid2cell($2)
    sprint(command, "nc = pc.gid_connect(%d, cell.%s)", $1, $s3)
    execute(command)
    nc.delay = $4
    nc.weight = $5
    netcons.append(nc)
}
"""
RUN = """
{ times = new Vector()  who = new Vector() }
{ pc.spike_record(-1, times, who) }
{ pc.set_maxstep(10)  stdinit()  pc.psolve(50) }
{ pc.barrier() }
for rank = 0, pc.nhost - 1 {
    if (rank == pc.id) for i = 0, times.size - 1 printf("%.17g %d\\n", times.x[i], who.x[i])
    { pc.barrier() }
}
"""
# Prints each connection onto the cells, with the member of the cell that is its synapse.
LIST = """
objref columns, source, weight, delay, x
strdef name
proc name_synapse() { local k
    name = "exc"
    for k = 0, 2 if (cell.inh[k] == columns.synapse($1)) sprint(name, "inh[%d]", k)
    for k = 0, cell.syns.count - 1 if (cell.syns.o(k) == columns.synapse($1)) sprint(name, "syns.o(%d)", k)
}
proc list_connections() { local gid, i
    for (gid = pc.id; gid < count; gid += pc.nhost) {
        cell = pc.gid2cell(gid)
        columns = pc.connections(gid)
        source = columns.source()
        weight = columns.weight()
        delay = columns.delay()
        x = columns.x()
        for i = 0, columns.size - 1 {
            name_synapse(i)
            printf("connection %d %d %s %.17g %.17g %s %s %g\\n", gid, source.x[i], name, delay.x[i], weight.x[i], columns.mechanism(i), columns.section(i), x.x[i])
        }
    }
}
"""


def run_script(ranvier, folder, name, script, *options, **how):
    (folder / f"{name}.hoc").write_text(script)
    return ranvier.check("run", "--quiet", *options, f"{name}.hoc", cwd=folder, **how).out


def connections_of(text):
    """(gid, source, synapse, delay, weight, mechanism, section, x), in the order of creation onto each gid."""
    rows = [line.split()[1:] for line in text.splitlines() if line.startswith("connection ")]
    return [
        (int(gid), int(source), synapse, float(delay), float(weight), mechanism, section, float(x))
        for gid, source, synapse, delay, weight, mechanism, section, x in rows
    ]


def one_by_one(rows):
    """Makes these connections in NEURON's way."""
    calls = "".join(
        f'{{ join({source}, {gid}, "{synapse}", {delay:.17g}, {weight:.17g}) }}\n'
        for gid, source, synapse, delay, weight, *_ in rows
    )
    return JOIN + calls


@pytest.fixture(scope="module")
def made(ranvier, tmp_path_factory):
    """The spikes and connections of the rules, in libm and in vector."""
    folder = tmp_path_factory.mktemp("onto")
    script = CELLS + RULES + LIST + "{ list_connections() }\n" + RUN + "{ list_connections() }\n"
    texts = {math: run_script(ranvier, folder, math, script, "--math", math) for math in ("libm", "vector")}
    spikes = {math: raster_of(text) for math, text in texts.items()}
    assert all(len(each) > 130 and len({gid for t, gid in each if gid < 24}) > 15 for each in spikes.values())
    return spikes, texts["libm"]


def test_connections_are_listed_before_and_after_they_are_in_tables(made):
    rows = connections_of(made[1])
    half = len(rows) // 2
    assert rows[:half] == rows[half:]
    onto = {gid: [row for row in rows[:half] if row[0] == gid] for gid in range(24)}
    for gid, of_cell in onto.items():
        sources = {kind: [row[1] for row in of_cell if row[2].startswith(kind)] for kind in ("exc", "syns", "inh")}
        assert len(sources["exc"]) == 3 and min(sources["exc"]) >= 24
        assert len(sources["syns"]) == 5 and gid not in sources["syns"]
        assert {row[2] for row in of_cell} <= {
            "exc",
            *(f"syns.o({k})" for k in range(2 + gid % 4)),
            *(f"inh[{k}]" for k in range(3)),
        }
    synapses = {row[2] for row in rows}
    assert synapses == {"exc", *(f"syns.o({k})" for k in range(5)), *(f"inh[{k}]" for k in range(3))}
    assert all(
        (m, sec) == ("ExpSyn", synapse.replace("inh", "dend"))
        for _, _, synapse, _, _, m, sec, _ in rows
        if "inh" in synapse
    )
    assert all(
        (m, sec, x) == ("Exp2Syn", "dend[1]", 0.5) for _, _, synapse, _, _, m, sec, x in rows if synapse == "exc"
    )


@pytest.mark.parametrize(
    "ranks, options",
    [
        (1, ("--threads", "2")),
        (2, ("--threads", "2", "--exchange", "isend")),
        (3, ("--exchange", "two_tier")),
        (3, ("--exchange", "allgather")),
    ],
)
def test_the_network_is_the_same_on_ranks_and_threads(ranvier, tmp_path, made, ranks, options):
    areas = "for gid = 0, count + drives - 1 { pc.area(gid, gid % 2) }\n"
    script = CELLS + RULES + areas + LIST + RUN + "{ list_connections() }\n"
    text = run_script(ranvier, tmp_path, "net", script, *options, ranks=ranks)
    rows = connections_of(made[1])
    assert sorted(connections_of(text)) == sorted(rows[: len(rows) // 2])
    assert raster_of(text) == made[0]["vector"]


@pytest.mark.parametrize("math", ["vector", "libm"])
def test_made_one_by_one_it_has_the_same_spikes(ranvier, tmp_path, made, math):
    rows = connections_of(made[1])
    script = CELLS + one_by_one(rows[: len(rows) // 2]) + RUN
    assert raster_of(run_script(ranvier, tmp_path, "joined", script, "--math", math)) == made[0][math]


def test_neuron_has_the_same_spikes(neuron, made):
    rows = connections_of(made[1])
    answer = neuron.run(CELLS + one_by_one(rows[: len(rows) // 2]) + RUN)
    assert raster_of(answer["out"]) == made[0]["libm"]


WRONG = {
    '"onto", "excc"': "onto excc: Pyramid[0], the cell of gid 0, has no public member of this name",
    '"onto", "soma"': "onto soma: Pyramid[0].soma is neither a synapse nor an array or List of synapses",
    '"onto", ""': "onto: the name of the synapses is empty",
    '"onto", "inh", "pick", 3': "pick: there is no synapse 3 of gid 0, which has 3",
    '"onto", "syns", "pick", 2': "pick: there is no synapse 2 of gid 0, which has 2",
    '"onto", "inh", "pick", 0.5': "pick: 0.5 is not the number of a synapse",
    '"onto", "inh", "pick", "unifrom"': 'pick: a number, a Vector or "uniform", not "unifrom"',
    '"onto", "exc", "weight1", 2': "weight1: a connection onto Exp2Syn has only 1 of weight, weight1",
    '"onto", "exc", "weight0", 2': "weight0: the weights are weight, weight1, weight2, ...",
    '"pick", 1': 'pick: say of which synapses, by "onto"',
    '"weight", 1': 'gid 0 is not an artificial cell: say onto which of its synapses pc.connect is to connect it, as in "onto", "syn"',
}  # fmt: skip


@pytest.mark.parametrize("words", WRONG)
def test_wrong_synapses_are_errors(ranvier, tmp_path, words):
    script = CELLS + f'{{ pc.connect(new GidRange(0, count), new GidRange(0, count), "one_to_one", {words}) }}\n'
    (tmp_path / "wrong.hoc").write_text(script)
    for ranks in (1, 2):
        outcome = ranvier.run("wrong.hoc", cwd=tmp_path, ranks=ranks)
        assert outcome.status == 1 and "wrong.hoc:" in outcome.err, outcome
        assert WRONG[words].split("gid 0")[0] in outcome.err, outcome
        assert ranks == 2 or WRONG[words] in outcome.err, outcome


@pytest.mark.parametrize(
    "line, instead, onto, says",
    [
        ("syns.append(syn)", "syns.append(new Vector())", "syns", "gid 0 has Vector[0] there, which is not a synapse"),
        ("dend[1] exc = new Exp2Syn(0.5)", "i = 0", "exc", "gid 0 has NULLobject there, which is not a synapse"),
        ("inh[i].e = -80", "if (i == 1) inh[i] = new Exp2Syn(0.5)", "inh", "must be of one mechanism"),
        ("inh[i].e = -80", "if (i == 1) inh[i] = new IClamp(0.5)", "inh", "must be of one mechanism"),
        (
            "dend[1] exc = new Exp2Syn(0.5)",
            "dend exc = new IClamp(0.5)",
            "exc",
            "IClamp cannot be the target of a NetCon",
        ),
    ],
)
def test_other_members_than_synapses_are_errors(ranvier, tmp_path, line, instead, onto, says):
    cells = (
        CELLS.replace(line, instead)
        .replace("exc.tau1 = 0.5", "")
        .replace("exc.tau2 = 2", "")
        .replace("inh[i].tau = 3 + i", "")
    )
    assert instead in cells
    connect = f'{{ pc.connect(new GidRange(0, count), new GidRange(0, count), "one_to_one", "onto", "{onto}") }}\n'
    (tmp_path / "wrong.hoc").write_text(cells + connect)
    outcome = ranvier.run("wrong.hoc", cwd=tmp_path)
    assert outcome.status == 1 and says in outcome.err, outcome


PYTHON = """
from neuron import h

pc = h.ParallelContext()
rank, ranks = int(pc.id()), int(pc.nhost())
cells = {}


class Cell:
    def __init__(self, gid):
        self.soma = h.Section(name="soma", cell=self)
        self.soma.insert("hh")
        self.exc = h.ExpSyn(self.soma(0.5))
        self.many = [h.Learner(self.soma(0.5)) for _ in range(2 + gid % 2)]
        self.pair = (self.exc, h.ExpSyn(self.soma(0)))
        self.nothing = []
        self.text = "exc"


for gid in range(rank, 10, ranks):
    cells[gid] = Cell(gid)
    pc.set_gid2node(gid, rank)
    pc.cell(gid, h.NetCon(cells[gid].soma(0.5)._ref_v, None, sec=cells[gid].soma))
"""

# A synapse with two weights, of which it changes the second.
TWO_WEIGHTS = """
NEURON { POINT_PROCESS Learner NONSPECIFIC_CURRENT i RANGE seen }
ASSIGNED { v (mV) i (nA) seen }
BREAKPOINT { i = 0 }
INITIAL { seen = 0 }
NET_RECEIVE (w, count) {
    count = count + 1
    seen = seen + w*count
}
"""


def test_python_keeps_synapses_in_attributes(python, ranvier, tmp_path):
    (tmp_path / "learner.mod").write_text(TWO_WEIGHTS)
    script = (
        PYTHON
        + """
picks = [gid % 2 for gid in range(10)]
print(pc.connect(range(10), range(10), "one_to_one", onto="pair", pick=picks, weight=2, delay=3))
print(pc.connect(range(10), range(10), "all_to_all", onto="many", pick="uniform", weight=("uniform", 0, 1), weight1=5))
for gid, cell in cells.items():
    columns = pc.connections(gid)
    assert len(columns["source"]) == 11 and columns["source"][0] == gid and columns["delay"][:2] == [3, 1]
    assert columns["synapse"][0] == cell.pair[gid % 2] and columns["x"][0] == 0.5 * (gid % 2 == 0)
    assert columns["source"][1:] == list(range(10)) and columns["weight1"][1:] == [5] * 10
    assert columns["mechanism"] == ["ExpSyn"] + ["Learner"] * 10 and columns["section"] == ["soma"] * 11
    assert {cell.many.index(synapse) for synapse in columns["synapse"][1:]} <= set(range(len(cell.many)))
    assert all(0 < weight < 1 for weight in columns["weight"][1:])
pc.set_maxstep(10)
h.finitialize(-65)
for onto, says in {
    "none": "no attribute none",
    "nothing": "gid 0 has no synapse to connect to",
    "text": "which is not a synapse",
    "soma": "which is not a synapse",
}.items():
    try:
        pc.connect(range(10), range(10), "one_to_one", onto=onto)
        assert not says, onto
    except Exception as error:
        assert says and says in str(error), (onto, error)
print("done")
"""
    )
    outcome = python(script, tmp_path)
    assert outcome.status == 0 and outcome.out.split() == ["10", "100", "done"], outcome
