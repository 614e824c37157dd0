"""pc.connect chooses sources by their distance and delays by the way: the same on any ranks, for all kinds of cells."""

import math

import pytest
from oracle.detailed_net import CELLS, LIST, RUN, rows_of
from oracle.program import raster_of

PLACED = """
cells = pc.cells("Pyramid", 0, 24, "position", "box", 0, 400, 0, 50, 0, 400)
drives = pc.cells("NetStim", 24, 8, "interval", 6, "number", 1e9, "noise", 1, "start", 0, "position", "cylinder", 200, 200, 150, 0, 50)
"""
CONNECT = """
{ pc.connect(drives, cells, "fixed_indegree", 4, "falloff", "exponential", 150, "make", "Exp2Syn", "on", "dend", "tau1", 0.5, "tau2", 3, "weight", 0.01, "delay", 0.5, "velocity", 200, "delay_resolution", 0.05) }
{ pc.connect(cells, cells, "pairwise_bernoulli", 0.9, "falloff", "gaussian", 120, "cutoff", 250, "axes", "xz", "periodic", 400, 0, 400, "autapses", 0, "make", "ExpSyn", "on", "all", "weight", 0.001, "delay", 0.3, "velocity", 300) }
{ pc.connect(cells, cells, "fixed_indegree", 2, "multapses", 0, "cutoff", 1e3, "make", "ExpSyn", "on", "soma", "e", -75, "weight", 0.001, "delay", "uniform", 1, 2) }
"""
POSITIONS = """
for gid = 0, 31 if (pc.id == 0) printf("position %.17g %.17g %.17g\\n", pc.position(gid).x[0], pc.position(gid).x[1], pc.position(gid).x[2])
"""
NET = CELLS + PLACED + CONNECT + POSITIONS + LIST + "{ list_connections() }\n"


@pytest.fixture(scope="module")
def placed(ranvier, tmp_path_factory):
    """The raster of the network by one rank and thread, its connections, and where its cells are."""
    folder = tmp_path_factory.mktemp("placed")
    (folder / "net.hoc").write_text(NET + RUN % 60)
    out = ranvier.check("run", "--quiet", "--raster", "net.dat", "net.hoc", cwd=folder).out
    spikes = raster_of((folder / "net.dat").read_text())
    assert sum(gid < 24 for t, gid in spikes) > 24
    positions = [tuple(map(float, line.split()[1:])) for line in out.splitlines() if line.startswith("position ")]
    return spikes, rows_of(out), positions


@pytest.mark.parametrize(
    "ranks, options",
    [(1, ("--threads", "2")), (2, ("--threads", "2", "--exchange", "isend")), (3, ("--exchange", "two_tier"))],
)
def test_they_are_the_same_on_ranks_and_threads(ranvier, placed, tmp_path, ranks, options):
    areas = "for gid = 0, 31 { pc.area(gid, gid % 2) }\n"
    (tmp_path / "net.hoc").write_text(NET + areas + RUN % 60)
    out = ranvier.check("run", "--quiet", "--raster", "net.dat", *options, "net.hoc", cwd=tmp_path, ranks=ranks).out
    assert sorted(rows_of(out)) == sorted(placed[1])
    assert raster_of((tmp_path / "net.dat").read_text()) == placed[0]


def test_delays_are_those_of_the_way(placed):
    _, rows, positions = placed
    for row in rows:
        if row.mechanism == "Exp2Syn":
            way = 0.5 + math.dist(positions[row.source], positions[row.gid]) / 200
            assert row.delay == pytest.approx(round(way / 0.05) * 0.05, abs=1e-12)
        elif row.parameters == ("e=0",):
            assert row.delay == pytest.approx(
                0.3 + periodic(positions[row.source], positions[row.gid]) / 300, abs=1e-12
            )
        else:
            assert 1 < row.delay < 2


def periodic(a, b):
    """The distance along x and z in a space that repeats itself after 400 um."""
    return math.hypot(*(min(abs(a[k] - b[k]), 400 - abs(a[k] - b[k])) for k in (0, 2)))


def test_sources_are_chosen_by_distance(placed):
    """Sums of n independent choices: within five standard deviations."""
    _, rows, positions = placed
    drawn = [row for row in rows if row.mechanism == "ExpSyn" and row.parameters == ("e=0",)]
    expected = variance = 0
    for target in range(24):
        for source in range(24):
            distance = periodic(positions[source], positions[target])
            p = 0.9 * math.exp(-(distance**2) / (2 * 120**2)) if distance <= 250 and source != target else 0
            expected += p
            variance += p * (1 - p)
    assert abs(len(drawn) - expected) < 5 * math.sqrt(variance)
    assert all(periodic(positions[row.source], positions[row.gid]) <= 250 and row.source != row.gid for row in drawn)
    different = [row for row in rows if row.parameters == ("e=-75",)]
    assert len({(row.gid, row.source) for row in different}) == len(different) == 48


def test_a_network_is_replayed_and_estimated(ranvier, placed, tmp_path):
    (tmp_path / "net.hoc").write_text(CELLS + PLACED + CONNECT + RUN % 60)
    ranvier.check("run", "--quiet", "--raster", "net.h5", "net.hoc", cwd=tmp_path, ranks=2)
    words = ["--raster", "net.h5", "--cells", "0,3,7-9", "--verify"]
    assert "identical: " in ranvier.check("replay", *words, "net.hoc", cwd=tmp_path).out
    first = ranvier.check("estimate", "net.hoc", cwd=tmp_path).out.splitlines()[0]
    assert abs(float(first.split()[1].rstrip(",")) - len(placed[1])) < 60, "the number of one rule is drawn"


ARTIFICIAL = """
objref pc, cells, d, f
pc = new ParallelContext()
d = new Vector()
f = new Vector()
{ d.append(0, 100, 200)  f.append(1, 0.5, 0) }
cells = pc.cells("IntFire1", 0, 400, "position", "box", 0, 1000, 0, 0, 0, 1000)
printf("made %d\\n", pc.connect(cells, cells, "pairwise_bernoulli", 0.8, "falloff", "table", d, f, "weight", 0.5, "delay", 1, "velocity", 500))
{ pc.write_connections("edges.csv") }
"""


def test_artificial_cells_are_connected_by_a_table_of_distances(ranvier, tmp_path):
    (tmp_path / "net.hoc").write_text(ARTIFICIAL)
    made, edges = [], []
    for ranks in (1, 2):
        out = ranvier.check("net.hoc", cwd=tmp_path, ranks=ranks).out
        made.append(sum(int(line.split()[1]) for line in out.splitlines() if line.startswith("made ")))
        edges.append(sorted((tmp_path / "edges.csv").read_text().splitlines()))
    assert edges[0] == edges[1] and made[0] == made[1] == len(edges[0]) - 1
    # In the plane, 400 cells in 10^6 um2 around most: the integral of 0.8 f(r) 2 pi r, less at the borders.
    inside = 0.8 * 400 / 1e6 * 2 * math.pi * sum(r * (1 - r / 200) for r in range(200))
    assert 0.75 * inside < made[0] / 400 < inside


WRONG = {
    '"falloff", "linear", 3': "unknown form of falloff 'linear'; known are flat, exponential, gaussian, table",
    '"falloff", "gaussian", 0': "probability by distance: the length 0 um is not a number > 0",
    '"falloff", "table", new Vector(2), new Vector(2)': "the distances of the table do not ascend",
    '"cutoff", -1': "probability by distance: the cut-off -1 um is not a number >= 0",
    '"velocity", 0': "velocity: 0 um/ms is not above 0",
    '"axes", "xw", "cutoff", 9': "axes: 'xw' is not made of x, y and z",
    '"axes", "xz"': "axes: nothing depends on distance; add falloff, cutoff or velocity",
    '"periodic", 9, 9, 9': "periodic: nothing depends on distance",
    '"periodic", -9, 9, 9, "cutoff", 9': "periodic: -9 um is not a length",
    '"cutof", 9': "unknown word 'cutof'; did you mean 'cutoff'?",
    '"cutoff", 1e-9': "gid 20 cannot have 3 sources: 0 are near enough",
}  # fmt: skip


@pytest.mark.parametrize("words", WRONG)
def test_wrong_words_are_errors(ranvier, tmp_path, words):
    script = f"""
objref pc
pc = new ParallelContext()
{{ pc.cells("IntFire1", 0, 20, "position", "box", 0, 9, 0, 9, 0, 9) }}
{{ pc.cells("IntFire1", 20, 20, "position", "box", 0, 9, 0, 9, 0, 9) }}
{{ pc.connect(new GidRange(0, 20), new GidRange(20, 20), "fixed_indegree", 3, {words}) }}
"""
    (tmp_path / "wrong.hoc").write_text(script)
    outcome = ranvier.run("wrong.hoc", cwd=tmp_path)
    assert outcome.status == 1 and "wrong.hoc:6" in outcome.err and WRONG[words] in outcome.err, outcome


def test_cells_without_positions_and_other_rules_are_errors(ranvier, tmp_path):
    script = """
objref pc
pc = new ParallelContext()
{ pc.cells("IntFire1", 0, 9, "position", "box", 0, 9, 0, 9, 0, 9) }
{ pc.cells("IntFire1", 9, 9) }
{ pc.connect(%s) }
"""
    for call, message in (
        ('new GidRange(0, 9), new GidRange(9, 9), "one_to_one", "velocity", 3', "gid 9 has no position; give it one"),
        (
            'new GidRange(0, 9), new GidRange(0, 9), "all_to_all", "cutoff", 3',
            "only pairwise_bernoulli and fixed_indegree",
        ),
        (
            'new GidRange(0, 9), new GidRange(0, 9), "one_to_one", "delay", 0.001, "velocity", 3',
            "delays of 0.001 ms can occur",
        ),
    ):
        (tmp_path / "wrong.hoc").write_text(script % call)
        outcome = ranvier.run("wrong.hoc", cwd=tmp_path)
        assert outcome.status == 1 and message in outcome.err, outcome


def test_python_says_the_same(python, tmp_path):
    script = """
from neuron import h

pc = h.ParallelContext()
cells = pc.cells("IntFire1", 0, 50, position=("box", 0, 100, 0, 100, 0, 100))
words = dict(falloff=("table", [0, 50], [1, 0]), periodic=(100, 100, 0), axes="xy", velocity=100, contacts=("poisson", 1.5), delay=1)
made = pc.connect(cells, cells, "pairwise_bernoulli", 0.9, **words)
columns = pc.connections(7)
for source, delay in zip(columns["source"], columns["delay"]):
    a, b = pc.position(source), pc.position(7)
    apart = [min(abs(p - q), 100 - abs(p - q)) for p, q in zip(a, b)]
    assert abs(delay - 1 - (apart[0] ** 2 + apart[1] ** 2) ** 0.5 / 100) < 1e-12
assert made > 100
print("done")
"""
    outcome = python(script, tmp_path)
    assert outcome.status == 0 and outcome.out.split() == ["done"], outcome
