"""Where rules make synapses, and what they share: expressions of the place, contacts, one synapse for several connections."""

import collections
import itertools
import math

import pytest
from oracle.detailed_net import CELLS, LIST, RUN, one_by_one, rows_of
from oracle.program import raster_of

DRIVES = """
objref starts
starts = new Vector(8)
{ starts.indgen() }
cells = pc.cells("Pyramid", 0, 24)
drives = pc.cells("NetStim", 24, 8, "interval", 6, "number", 1e9, "start", starts)
"""
MAKE = """
{ pc.connect(drives, cells, "fixed_indegree", 6, "make", "Exp2Syn", "on", "dend", "by", "exp(-dist/80)", "share", "segment", "tau1", 0.5, "tau2", "2 + (order == 0)", "weight", "0.004*(1 + dist/100)", "delay", "uniform", 1, 3) }
{ pc.connect(cells, cells, "pairwise_bernoulli", 0.2, "contacts", "poisson", 2.5, "make", "ExpSyn", "e", -80, "on", "all", "by", "area", "share", "segment", "weight", "normal", 0.0005, 0.0001, "delay", 1.5, "autapses", 0) }
{ pc.connect(cells, cells, "fixed_indegree", 2, "contacts", 3, "make", "ExpSyn", "on", "tuft soma", "weight", 0.001, "delay", 2, "seed", 3) }
"""
LISTED = CELLS + DRIVES + MAKE + LIST + "{ list_connections() }\n"


@pytest.fixture(scope="module")
def shared(ranvier, tmp_path_factory):
    """The folder of the network's script, its raster by one rank and thread, and its connections."""
    folder = tmp_path_factory.mktemp("shared")
    (folder / "net.hoc").write_text(LISTED + RUN % 60)
    rows = rows_of(ranvier.check("run", "--quiet", "--raster", "net.dat", "net.hoc", cwd=folder).out)
    spikes = raster_of((folder / "net.dat").read_text())
    assert len({gid for t, gid in spikes if gid < 24}) > 20
    return folder, spikes, rows


@pytest.mark.parametrize(
    "ranks, options",
    [(1, ("--threads", "2")), (2, ("--threads", "2", "--exchange", "isend")), (3, ("--exchange", "two_tier"))],
)
def test_they_are_the_same_on_ranks_and_threads(ranvier, shared, tmp_path, ranks, options):
    folder, spikes, rows = shared
    areas = "for gid = 0, 31 { pc.area(gid, gid % 2) }\n"
    (tmp_path / "net.hoc").write_text(LISTED + areas + RUN % 60)
    out = ranvier.check("run", "--quiet", "--raster", "net.dat", *options, "net.hoc", cwd=tmp_path, ranks=ranks).out
    assert sorted(rows_of(out)) == sorted(rows)
    assert raster_of((tmp_path / "net.dat").read_text()) == spikes


def test_made_one_by_one_they_have_the_same_spikes(ranvier, neuron, shared, tmp_path):
    """With the synapses shared in the same way; also in NEURON."""
    folder, spikes, rows = shared
    (tmp_path / "singly.hoc").write_text(CELLS + one_by_one(rows) + RUN % 60)
    ranvier.check("run", "--quiet", "--raster", "one.dat", "singly.hoc", cwd=tmp_path)
    assert raster_of((tmp_path / "one.dat").read_text()) == spikes
    ranvier.check("run", "--quiet", "--math", "libm", "--raster", "libm.dat", str(folder / "net.hoc"), cwd=tmp_path)
    recorded = "objref times, gids\ntimes = new Vector()\ngids = new Vector()\n{ pc.spike_record(-1, times, gids) }\n"
    shown = 'for i = 0, times.size - 1 printf("%.17g %d\\n", times.x[i], gids.x[i])\n'
    answer = neuron.run(CELLS + one_by_one(rows) + recorded + RUN % 60 + shown)
    assert raster_of(answer["out"]) == raster_of((tmp_path / "libm.dat").read_text())


def test_connections_share_a_synapse_if_segment_and_parameters_are_equal(shared):
    rows = shared[2]
    kinds = collections.defaultdict(list)
    for row in rows:
        kinds[row.gid, row.mechanism, row.parameters, row.section, row.x].append(row.number)
    shares = {True: 0, False: 0}
    for (_, mechanism, parameters, *_), numbers in kinds.items():
        is_shared = mechanism == "Exp2Syn" or parameters == ("e=-80",)
        assert len(set(numbers)) == (1 if is_shared else len(numbers))
        shares[is_shared] += len(numbers) > 1
    assert shares[True] > 10 and shares[False] > 0
    assert all(len({row.number for row in of}) > 1 for _, of in itertools.groupby(rows, key=lambda row: row.gid))


def test_shared_synapses_have_the_currents_of_those_they_stand_for(ranvier, tmp_path):
    """The voltage differs by rounding only: 1e-9 mV is far above it, and far below the effect of one event."""
    probe = '{ printf("%.17g\\n", pc.gid2cell(5).soma.v(0.5)) }\n'
    voltages = []
    for share in ('"share", "segment", ', ""):
        make = f"""{{ pc.connect(drives, cells, "fixed_indegree", 40, "make", "Exp2Syn", {share}"on", "dend", "weight", 0.0001, "delay", 1) }}\n"""
        (tmp_path / "net.hoc").write_text(CELLS + DRIVES + make + RUN % 25 + probe)
        voltages.append(float(ranvier.check("net.hoc", "--quiet", cwd=tmp_path).out))
    assert voltages[0] == pytest.approx(voltages[1], abs=1e-9) and voltages[0] > -64


def test_rules_share_synapses_with_equal_parameters(ranvier, tmp_path):
    make = '{ pc.connect(drives, cells, "all_to_all", "make", "ExpSyn", "e", %s, "on", "soma", %s "weight", 1, "delay", 1) }\n'
    share = '"share", "segment",'
    calls = [("-80", share), ("0", share), ("-80", share), ("-80", ""), ('"uniform", -80, -80', share)]
    (tmp_path / "net.hoc").write_text(
        CELLS + DRIVES + "".join(make % call for call in calls) + LIST + "{ list_connections() }\n"
    )
    rows = rows_of(ranvier.check("net.hoc", cwd=tmp_path).out)
    numbers = [row.number for row in rows if row.gid == 7]
    assert [numbers[8 * k : 8 * k + 8] for k in range(5)] == [[0] * 8, [1] * 8, [0] * 8, [*range(2, 10)], [10] * 8]
    assert [row.parameters for row in rows if row.gid == 7][::8] == [(f"e={e}",) for e in (-80, 0, -80, -80, -80)]


def path(row):
    """From the middle of the soma [um]."""
    begin, length = {"dend[0]": (10, 100), "dend[1]": (10, 200), "tuft": (210, 60), "soma": (0, 0)}[row.section]
    return begin + row.x * length


def test_expressions_are_those_of_the_place(shared):
    for row in shared[2]:
        if row.mechanism != "Exp2Syn":
            continue
        assert row.weight == pytest.approx(0.004 * (1 + path(row) / 100), rel=1e-12)
        assert row.parameters[1] == "tau2=3"


def test_the_probability_of_a_place_follows_the_expression(ranvier, tmp_path):
    script = """{ pc.connect(drives, cells, "fixed_indegree", 500, "make", "ExpSyn", "on", "dend tuft", "by", "diam*exp(-dist/80)", "delay", 1) }\n"""
    (tmp_path / "net.hoc").write_text(CELLS + DRIVES + script + LIST + "{ list_connections() }\n")
    rows = rows_of(ranvier.check("net.hoc", cwd=tmp_path).out)
    weights = {}
    for section, nseg, length, diam in (("dend[0]", 5, 100, 2), ("dend[1]", 5, 200, 1), ("tuft", 3, 60, 1)):
        for i in range(nseg):
            x = (i + 0.5) / nseg
            away = {"dend[0]": 10, "dend[1]": 10, "tuft": 210}[section] + x * length
            weights[section, round(x, 6)] = diam * math.exp(-away / 80) * length / nseg
    counts = collections.Counter((row.section, round(row.x, 6)) for row in rows)
    for place, weight in weights.items():
        p = weight / sum(weights.values())
        assert abs(counts[place] - 12_000 * p) < 5 * math.sqrt(12_000 * p * (1 - p)), place


def test_contacts_are_several_connections_of_a_pair(shared):
    rows = shared[2]
    fixed = [row for row in rows if row.mechanism == "ExpSyn" and row.parameters == ("e=0",)]
    counts = collections.Counter((row.gid, row.source) for row in fixed)
    assert set(counts.values()) <= {3, 6} and len(fixed) == 24 * 2 * 3
    places = [{(row.section, row.x) for row in fixed if (row.gid, row.source) == pair} for pair in counts]
    assert sum(len(of_pair) > 1 for of_pair in places) > len(places) / 2
    # 2.5 for each of 24 * 23 pairs that 0.2 connects: the variance of the sum is that of a Poisson number of pairs, at most.
    drawn = sum(row.parameters == ("e=-80",) for row in rows)
    pairs = 24 * 23 * 0.2
    assert abs(drawn - 2.5 * pairs) < 5 * math.sqrt(pairs * (2.5 + 2.5**2))


def test_they_are_replayed_extracted_and_resumed(ranvier, shared, tmp_path):
    folder, spikes, _ = shared
    (tmp_path / "net.hoc").write_text(CELLS + DRIVES + MAKE + RUN % 60)
    ranvier.check("run", "--quiet", "--raster", "net.h5", "net.hoc", cwd=tmp_path, ranks=2)
    words = ["--raster", "net.h5", "--cells", "0,3,7-9"]
    assert "identical: " in ranvier.check("replay", *words, "--verify", "net.hoc", cwd=tmp_path).out
    ranvier.check("extract", *words, "--out", "some.h5", "net.hoc", cwd=tmp_path)
    assert "identical: " in ranvier.check("run", "some.h5", cwd=tmp_path).out
    stopping = RUN.replace(
        "pc.psolve(%s)", 'pc.psolve(40)  if (file.ropen("stop")) execerror("stop", "here")  pc.psolve(60)'
    )
    (tmp_path / "net.hoc").write_text(CELLS + DRIVES + MAKE + stopping)
    (tmp_path / "stop").write_text("")
    words = ["run", "--raster", "net.dat", "--checkpoint-every", "15ms", "--resume", "net.hoc"]
    assert ranvier.run(*words, cwd=tmp_path, ranks=2).status == 1
    (tmp_path / "stop").unlink()
    assert "resumed    at t" in ranvier.check(*words, cwd=tmp_path, ranks=3).err
    assert raster_of((tmp_path / "net.dat").read_text()) == spikes


TABLE = """
objref from, to, at, x, nil
from = new Vector()
to = new Vector()
at = new Vector()
x = new Vector()
{ from.append(24, 25, 26, 27, 24, 25)  to.append(3, 0, 3, 7, 0, 3)  at.append(1, 0, 2, 2, 1, 1)  x.append(0.3, 0.5, 1, 0.9, 0, 0.1) }
{ pc.connect(from, to, "table", "make", "ExpSyn", %s, "e", from, "weight", x, "delay", 1) }
"""
PLACES = {
    '"section", at, "x", x': [("dend[0]", 0.3), ("soma", 0.5), ("dend[1]", 1), ("dend[1]", 0.9), ("dend[0]", 0), ("dend[0]", 0.1)],
    '"section", at.c.add(1), "x", x, "numbered", "all"': [("dend[1]", 0.3), ("dend[0]", 0.5), ("tuft", 1), ("tuft", 0.9), ("dend[1]", 0), ("dend[1]", 0.1)],
    '"section", at.c.fill(0), "x", x, "on", "tuft"': [("tuft", each) for each in (0.3, 0.5, 1, 0.9, 0, 0.1)],
    '"segment", at': [("dend[0]", 0.1), ("soma", 0.5), ("dend[0]", 0.3), ("dend[0]", 0.3), ("dend[0]", 0.1), ("dend[0]", 0.1)],
    '"segment", at, "on", "tuft dend"': [("tuft", 0.5), ("tuft", 1 / 6), ("tuft", 5 / 6), ("tuft", 5 / 6), ("tuft", 0.5), ("tuft", 0.5)],
}  # fmt: skip


@pytest.mark.parametrize("words", PLACES)
@pytest.mark.parametrize("ranks", [1, 2])
def test_a_table_gives_the_places(ranvier, tmp_path, words, ranks):
    (tmp_path / "net.hoc").write_text(CELLS + DRIVES + TABLE % words + LIST + "{ list_connections() }\n")
    rows = rows_of(ranvier.check("net.hoc", cwd=tmp_path, ranks=ranks).out)
    found = {(row.gid, row.source): row for row in rows}
    assert len(found) == 6
    listed = zip((24, 25, 26, 27, 24, 25), (3, 0, 3, 7, 0, 3), (0.3, 0.5, 1, 0.9, 0, 0.1), PLACES[words])
    for source, gid, weight, (section, x) in listed:
        row = found[gid, source]
        # A position between the ends is that of the segment's middle, as NEURON reports it.
        nseg = {"soma": 1, "tuft": 3}.get(section, 5)
        middle = x if x in (0, 1) else (min(int(x * nseg), nseg - 1) + 0.5) / nseg
        assert (row.section, row.weight, row.parameters) == (section, weight, (f"e={source}",))
        assert row.x == pytest.approx(middle, abs=1e-12)


def test_a_table_may_share_its_synapses(ranvier, tmp_path):
    words = '"segment", at.c.fill(4), "share", "segment"'
    script = TABLE.replace('"e", from, ', "") % words
    (tmp_path / "net.hoc").write_text(CELLS + DRIVES + script + LIST + "{ list_connections() }\n")
    rows = rows_of(ranvier.check("net.hoc", cwd=tmp_path).out)
    assert {row.gid: row.number for row in rows} == {0: 0, 3: 0, 7: 0} and len(rows) == 6


WRONG = {
    ('"make", "ExpSyn", "on", "dend", "by", "dist +"'): "an expression of dist, diam, order and y: expected an expression",
    ('"make", "ExpSyn", "on", "dend", "by", "dist; x = 1"'): "'dist; x = 1' is not an expression of dist, diam, order and y",
    ('"make", "ExpSyn", "on", "dend", "by", "20 - dist"'): "by: 20 - dist is -20, below 0, at Pyramid[0].dend[0](0.3) of gid 0",
    ('"make", "ExpSyn", "on", "dend", "weight", "log(dist - 25)"'): "log",
    ('"make", "ExpSyn", "on", "dend", "weight", "y"'): "y: section Pyramid[0].dend[0] of gid 0 has no 3-D points",
    ('"make", "ExpSyn", "on", "dend", "delay", "dist"'): "unknown distribution 'dist'",
    ('"make", "ExpSyn", "on", "dend", "share", "cell"'): 'share: "segment", not "cell"',
    ('"make", "Sampler", "on", "dend", "share", "segment"'): "share: Sampler is not linear",
    ('"share", "segment"'): 'share: say which synapses, by "make"',
    ('"make", "ExpSyn", "on", "dend", "contacts", 1.5'): "contacts: 1.5 is not a whole number",
    ('"make", "ExpSyn", "on", "dend", "contacts", "poisson", -1'): "contacts: -1 is not a number between 0 and 10000",
    ('"make", "ExpSyn", "on", "dend", "contacts", "gauss", 1'): 'contacts: a number or "poisson", not "gauss"',
    ('"make", "ExpSyn", "section", at, "x", at'): "section, x, segment: only the connections of a table have given places",
}  # fmt: skip
SAMPLER = """
NEURON { POINT_PROCESS Sampler NONSPECIFIC_CURRENT i RANDOM draw }
ASSIGNED { v i }
STATE { g }
INITIAL { g = 0 }
BREAKPOINT { SOLVE decay METHOD cnexp  i = g*v }
DERIVATIVE decay { g' = -g }
NET_RECEIVE (w) { if (random_uniform(draw) < 0.6) { g = g + w } }
"""


@pytest.mark.parametrize("words", WRONG)
def test_wrong_words_are_errors(ranvier, tmp_path, words):
    (tmp_path / "sampler.mod").write_text(SAMPLER)
    call = f'objref at\nat = new Vector(36)\ncells = pc.cells("Pyramid", 0, 6)\n{{ pc.connect(cells, cells, "all_to_all", {words}) }}\n'
    (tmp_path / "wrong.hoc").write_text(CELLS + call)
    outcome = ranvier.run("wrong.hoc", cwd=tmp_path)
    assert outcome.status == 1 and "wrong.hoc:" in outcome.err and WRONG[words] in outcome.err, outcome


WRONG_TABLES = {
    '"section", at': 'give the places as "section" and "x", or as "segment"',
    '"section", at, "segment", at, "x", x': 'give the places as "section" and "x", or as "segment"',
    '"section", at, "x", x, "by", "area"': "distance, by: the places of the synapses are given; nothing is drawn",
    '"section", at.c.add(3), "x", x': "section: gid 0 has no section 4; it has 4, counted from 0",
    '"section", at, "x", x.c.mul(2)': "x: 2 is not between 0 and 1, for a synapse of gid 3",
    '"segment", at.c.add(13)': "segment: gid 0 has no segment 14; it has 14, counted from 0",
    '"segment", at.c.add(0.5)': "has no segment",
    '"segment", new Vector(2)': "2 places are given for 6 connections",
    '"segment", at, "contacts", 2': "contacts: a table lists its connections; repeat its pairs",
}


@pytest.mark.parametrize("words", WRONG_TABLES)
def test_wrong_places_are_errors(ranvier, tmp_path, words):
    (tmp_path / "wrong.hoc").write_text(CELLS + DRIVES + TABLE % words)
    outcome = ranvier.run("wrong.hoc", cwd=tmp_path)
    assert outcome.status == 1 and "wrong.hoc:" in outcome.err and WRONG_TABLES[words] in outcome.err, outcome


def test_python_gives_functions_of_the_place(python, tmp_path):
    script = """
from neuron import h

pc = h.ParallelContext()


class Cell:
    def __init__(self, gid):
        self.soma = h.Section(name="soma", cell=self)
        self.dend = h.Section(name="dend", cell=self)
        self.soma.L = 20
        self.dend.L, self.dend.nseg = 200, 4
        self.dend.connect(self.soma)
        for y in (10, 210):
            self.dend.pt3dadd(0, y, 0, 2)


cells = pc.cells(Cell, 0, 6, source=("soma", 0.5))
pc.connect(cells, cells, "all_to_all", make="ExpSyn", on="dend", by=lambda dist: dist < 100, contacts=4, weight=lambda y, diam: y * diam, tau="1 + dist", share="segment", delay=2)
columns = pc.connections(3)
assert len(columns["x"]) == 24 and set(columns["x"]) == {0.125, 0.375}
assert columns["weight"] == [2 * (10 + 200 * x) for x in columns["x"]]
assert len(set(columns["number"])) == 2
for wrong in (lambda z: z, lambda: 1):
    try:
        pc.connect(cells, cells, "all_to_all", make="ExpSyn", on="dend", by=wrong)
        print("no error")
    except Exception as error:
        assert "takes some of dist, diam, order and y" in str(error), error
try:
    pc.connect(cells, cells, "all_to_all", make="ExpSyn", on="dend", by=lambda dist: 1 / 0)
    print("no error")
except Exception as error:
    assert "division by zero" in str(error), error
pc.connect([1, 2], [3, 4], "table", make="ExpSyn", section=[1, 0], x=[0.9, 0.5], delay=2)
assert pc.connections(3)["section"][-1] == "dend" and pc.connections(4)["section"][-1] == "soma"
print("done")
"""
    outcome = python(script, tmp_path)
    assert outcome.status == 0 and outcome.out.split() == ["done"], outcome
