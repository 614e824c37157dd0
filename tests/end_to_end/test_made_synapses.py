"""pc.connect makes synapses: the same on any ranks and threads, after checkpoints, in replays and extracts, and as in NEURON."""

import collections
import math

import pytest
from oracle.detailed_net import CELLS, LIST, RUN, check_refusal, one_by_one, rows_of
from oracle.program import raster_of

MAKE = """
cells = pc.cells("Pyramid", 0, 24)
drives = pc.cells("NetStim", 24, 8, "interval", 6, "number", 1e9, "noise", 1, "start", 0)
{ pc.connect(drives, cells, "fixed_indegree", 4, "make", "Exp2Syn", "on", "dend", "distance", 20, 150, "tau1", 0.5, "tau2", "uniform", 2, 4, "weight", 0.008, "delay", "uniform", 1, 3) }
{ pc.connect(cells, cells, "pairwise_bernoulli", 0.3, "make", "ExpSyn", "e", -80, "on", "all", "by", "area", "weight", "normal", 0.001, 0.0002, "delay", 1.5, "autapses", 0) }
{ pc.connect(cells, cells, "fixed_total_number", 30, "make", "Sampler", "on", "tuft soma", "by", "segment", "weight", 0.002, "delay", 2, "seed", 3) }
"""
# A synapse whose events are dropped at random.
SAMPLER = """
NEURON { POINT_PROCESS Sampler NONSPECIFIC_CURRENT i RANGE tau, g RANDOM draw }
PARAMETER { tau = 3 (ms) }
ASSIGNED { v (mV) i (nA) }
STATE { g }
INITIAL { g = 0 }
BREAKPOINT { SOLVE decay METHOD cnexp  i = g*(v + 10) }
DERIVATIVE decay { g' = -g/tau }
NET_RECEIVE (w) { if (random_uniform(draw) < 0.6) { g = g + w } }
"""
LISTED = CELLS + MAKE + LIST + "{ list_connections() }\n"


@pytest.fixture(scope="module")
def made(ranvier, tmp_path_factory):
    """The folder of the network's script, its raster by one rank and thread, and its connections."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "sampler.mod").write_text(SAMPLER)
    (folder / "net.hoc").write_text(LISTED + RUN % 60 + "{ list_connections() }\n")
    out = ranvier.check("run", "--quiet", "--raster", "net.dat", "net.hoc", cwd=folder).out
    rows = rows_of(out)
    half = len(rows) // 2
    assert rows[:half] == rows[half:]
    spikes = raster_of((folder / "net.dat").read_text())
    assert len({gid for t, gid in spikes if gid < 24}) == 24 and sum(gid < 24 for t, gid in spikes) > 48
    return folder, spikes, rows[:half]


@pytest.mark.parametrize("exchange", ["allgather", "isend", "two_tier"])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_synapses_are_the_same_on_ranks_and_threads(ranvier, made, tmp_path, ranks, threads, exchange):
    folder, spikes, rows = made
    (tmp_path / "sampler.mod").write_text(SAMPLER)
    areas = "for gid = 0, 31 { pc.area(gid, gid % 2) }\n"
    (tmp_path / "net.hoc").write_text(LISTED + areas + RUN % 60)
    options = ("--threads", threads, "--exchange", exchange)
    out = ranvier.check("run", "--quiet", "--raster", "net.dat", *options, "net.hoc", cwd=tmp_path, ranks=ranks).out
    assert sorted(rows_of(out)) == sorted(rows)
    assert raster_of((tmp_path / "net.dat").read_text()) == spikes


def test_synapses_are_where_the_rule_says(made):
    rows = made[2]
    by_kind = collections.defaultdict(list)
    for row in rows:
        by_kind[row.mechanism].append(row)
    assert len(by_kind["Exp2Syn"]) == 24 * 4 and len(by_kind["Sampler"]) == 30
    # From the middle of the soma to that of a segment: 10 um, and then 10, 30, ... or 20, 60, ... of the dendrite.
    within = {("dend[0]", k) for k in range(0, 5)} | {("dend[1]", k) for k in range(0, 4)}
    assert {(row.section, int(row.x * 5)) for row in by_kind["Exp2Syn"]} == within
    assert {row.section for row in by_kind["Sampler"]} == {"tuft", "soma"}
    for row in by_kind["Exp2Syn"]:
        tau1, tau2 = row.parameters
        assert tau1 == "tau1=0.5" and 2 < float(tau2.removeprefix("tau2=")) < 4
    assert all(row.parameters == ("e=-80",) for row in by_kind["ExpSyn"])


def test_places_are_drawn_by_area_length_or_segment(ranvier, tmp_path):
    """Counts of n draws: within five standard deviations of n p."""
    area = {"soma": math.pi * 400, "dend[0]": math.pi * 200, "dend[1]": math.pi * 200, "tuft": math.pi * 60}
    length = {"soma": 20, "dend[0]": 100, "dend[1]": 200, "tuft": 60}
    segment = {"soma": 1, "dend[0]": 5, "dend[1]": 5, "tuft": 3}
    for by, weights in (("area", area), ("length", length), ("segment", segment)):
        script = f"""
cells = pc.cells("Pyramid", 0, 24)
{{ pc.connect(cells, cells, "fixed_indegree", 500, "make", "ExpSyn", "on", "soma dend tuft", "by", "{by}") }}
"""
        (tmp_path / "net.hoc").write_text(CELLS + script + LIST + "{ list_connections() }\n")
        rows = rows_of(ranvier.check("net.hoc", cwd=tmp_path).out)
        assert len(rows) == 12_000
        counts = collections.Counter(row.section for row in rows)
        for section, weight in weights.items():
            p = weight / sum(weights.values())
            assert abs(counts[section] - 12_000 * p) < 5 * math.sqrt(12_000 * p * (1 - p)), (by, section)
    # Each of the 14 segments has the same probability here, and the draws of two connections are independent.
    places = [(row.section, row.x) for row in rows]
    for lag in (1, 2, 500):
        equal = sum(a == b for a, b in zip(places, places[lag:]))
        pairs = len(places) - lag
        assert abs(equal - pairs / 14) < 5 * math.sqrt(pairs / 14 * 13 / 14), lag


def test_made_one_by_one_they_have_the_same_spikes(ranvier, neuron, tmp_path):
    """Also in NEURON: without random numbers, whose streams are different there."""
    regular = MAKE.replace('"noise", 1, "start", 0', '"start", starts').replace('"Sampler"', '"ExpSyn"')
    assert regular.count("starts") == 1 and "Sampler" not in regular
    starts = "objref starts\nstarts = new Vector(8)\n{ starts.indgen() }\n"
    (tmp_path / "net.hoc").write_text(CELLS + starts + regular + LIST + "{ list_connections() }\n" + RUN % 60)
    spikes = {}
    for numbers in ("vector", "libm"):
        words = ["run", "--quiet", "--math", numbers, "--raster", f"{numbers}.dat"]
        out = ranvier.check(*words, "net.hoc", cwd=tmp_path).out
        rows = rows_of(out)
        (tmp_path / "singly.hoc").write_text(CELLS + one_by_one(rows) + RUN % 60)
        ranvier.check(*words[:-1], f"{numbers}1.dat", "singly.hoc", cwd=tmp_path)
        spikes[numbers] = raster_of((tmp_path / f"{numbers}.dat").read_text())
        assert raster_of((tmp_path / f"{numbers}1.dat").read_text()) == spikes[numbers]
        assert sum(gid < 24 for t, gid in spikes[numbers]) > 48
    recorded = """
objref times, gids
times = new Vector()
gids = new Vector()
{ pc.spike_record(-1, times, gids) }
"""
    shown = 'for i = 0, times.size - 1 printf("%.17g %d\\n", times.x[i], gids.x[i])\n'
    answer = neuron.run(CELLS + one_by_one(rows) + recorded + RUN % 60 + shown)
    assert raster_of(answer["out"]) == spikes["libm"]


def test_they_are_replayed_and_extracted(ranvier, made):
    folder = made[0]
    (folder / "quiet.hoc").write_text(CELLS + MAKE + RUN % 60)
    ranvier.check("run", "--quiet", "--raster", "net.h5", "quiet.hoc", cwd=folder, ranks=2)
    words = ["--raster", "net.h5", "--cells", "0,3,7-9"]
    assert "identical: " in ranvier.check("replay", *words, "--verify", "quiet.hoc", cwd=folder).out
    ranvier.check("extract", *words, "--out", "some.h5", "quiet.hoc", cwd=folder)
    assert "identical: " in ranvier.check("run", "some.h5", cwd=folder).out
    first = ranvier.check("estimate", "quiet.hoc", cwd=folder).out.splitlines()[0]
    assert first.startswith("connections  ")
    assert abs(float(first.split()[1].rstrip(",")) - len(made[2])) < 40, "the number of one rule is drawn"


@pytest.mark.parametrize("first, then", [(1, 2), (3, 1)])
def test_they_resume_on_other_ranks(ranvier, made, tmp_path, first, then):
    """The script fails at 40 ms while there is a file `stop`."""
    (tmp_path / "sampler.mod").write_text(SAMPLER)
    stopping = RUN.replace(
        "pc.psolve(%s)", 'pc.psolve(40)  if (file.ropen("stop")) execerror("stop", "here")  pc.psolve(60)'
    )
    (tmp_path / "net.hoc").write_text(CELLS + MAKE + stopping)
    (tmp_path / "stop").write_text("")
    words = ["run", "--raster", "net.dat", "--checkpoint-every", "15ms", "--resume", "net.hoc"]
    assert ranvier.run(*words, cwd=tmp_path, ranks=first).status == 1
    (tmp_path / "stop").unlink()
    assert "resumed    at t" in ranvier.check(*words, cwd=tmp_path, ranks=then).err
    assert raster_of((tmp_path / "net.dat").read_text()) == made[1]


WRONG = {
    '"make", "ExpSyn"': 'make: say where, as in "on", "dend"',
    '"on", "dend"': 'on: say which synapses, by "make"',
    '"make", "ExpSin", "on", "dend"': "unknown mechanism of synapses 'ExpSin'; did you mean 'ExpSyn'?",
    '"make", "IClamp", "on", "dend"': "unknown mechanism of synapses 'IClamp'",
    '"make", "ExpSyn", "on", "dendrite"': "on dendrite: the cell of gid 0 has no sections there",
    '"make", "ExpSyn", "on", "connect2target"': "on connect2target: the cell of gid 0 has no sections there",
    '"make", "ExpSyn", "on", ""': "on: the name of the sections is empty",
    '"make", "ExpSyn", "on", "dend", "distance", 500, 600': "gid 0 has no segment in which the rule could make a synapse",
    '"make", "ExpSyn", "on", "dend", "distance", 60, 50': "distance: 60 to 50 um is not a range",
    '"make", "ExpSyn", "on", "dend", "by", "volume"': "unknown kind of probability 'volume'",
    '"make", "ExpSyn", "on", "dend", "tua", 3': "unknown word 'tua'; known are tau, e,",
    '"tau", 3, "make", "ExpSyn", "on", "dend"': "unknown word 'tau'",
    '"make", "ExpSyn", "on", "dend", "onto", "syn"': "a rule either makes synapses or connects to those that there are",
    '"make", "ExpSyn", "on", "dend", "pick", 1': "make, pick: each connection has the synapse that is made for it",
    '"make", "ExpSyn", "on", "dend", "weight1", 2': "weight1: a connection onto ExpSyn has only 1 of weight",
    '"make", "ExpSyn", "on", "dend", "tau", "normal", 1, -1': "tau: a standard deviation must be >= 0",
}  # fmt: skip


@pytest.mark.parametrize("words", WRONG)
def test_wrong_words_are_errors(ranvier, tmp_path, words):
    check_refusal(ranvier, tmp_path, words, WRONG[words])


def test_sections_that_a_cell_has_deleted_get_none(ranvier, tmp_path):
    deleting = CELLS.replace("soma { L = 20", "dend[0] delete_section()\n    soma { L = 20").replace(
        "for i = 0, 1 {", "for i = 1, 1 {"
    )
    make = '{ pc.connect(cells, cells, "fixed_indegree", 20, "make", "ExpSyn", "on", "dend", "weight", 1) }\n'
    write = '{ pc.write_connections("edges.csv") }\n'
    cells = 'cells = pc.cells("Pyramid", 0, 24)\n'
    (tmp_path / "net.hoc").write_text(deleting + cells + make + write + LIST + "{ list_connections() }\n")
    assert {row.section for row in rows_of(ranvier.check("net.hoc", cwd=tmp_path).out)} == {"dend[1]"}
    places = {line.split(",")[4] for line in (tmp_path / "edges.csv").read_text().splitlines()[1:]}
    assert places == {"1"}, "the second section that there is"


def test_python_makes_synapses(python, tmp_path):
    script = """
from neuron import h

pc = h.ParallelContext()


class Cell:
    def __init__(self, gid):
        self.soma = h.Section(name="soma", cell=self)
        self.dend = [h.Section(name=f"dend{k}", cell=self) for k in range(3)]
        self.all = h.SectionList([self.soma, *self.dend])
        for each in self.dend:
            each.connect(self.soma)
            each.nseg = 3
        self.number = 5


cells = pc.cells(Cell, 0, 6, source=("soma", 0.5))
for on, found in (("soma", {"soma"}), (["dend", "soma"], {"soma", "dend0", "dend1", "dend2"}), ("all", None)):
    taus = list(range(1, 37))
    made = pc.connect(cells, cells, "all_to_all", make="ExpSyn", on=on, by="segment", tau=taus, weight=1, delay=2)
    assert made == 36
    for gid in range(6):
        columns = pc.connections(gid)
        assert set(columns["section"][-6:]) <= (found or {"soma", "dend0", "dend1", "dend2"})
        assert columns["mechanism"][-6:] == ["ExpSyn"] * 6 and columns["synapse"][-6:] == [None] * 6
for on in ("number", "nothing"):
    try:
        pc.connect(cells, cells, "all_to_all", make="ExpSyn", on=on)
        print("no error")
    except Exception as error:
        assert f"on {on}: the cell of gid 0 has no sections there" in str(error), error
h("objref context, columns")
h("context = new ParallelContext()")
h("columns = context.connections(2)")
assert list(h.columns.parameter("tau")) == 3 * [13, 14, 15, 16, 17, 18]
print("done")
"""
    outcome = python(script, tmp_path)
    assert outcome.status == 0 and outcome.out.split() == ["done"], outcome
