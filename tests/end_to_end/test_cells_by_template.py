"""pc.cells with a template of hoc or a class of Python: the network that a loop makes, on any ranks and threads."""

import h5py
import pytest

PYRAMID = """
begintemplate Pyramid
public soma, dend, syn, stim, tau_w, drive, id, connect2target, is_excitatory
create soma, dend[2]
objref syn, stim, this
proc init() { local i
    id = $1
    tau_w = 2
    drive = 0
    for i = 0, 1 connect dend[i](0), soma(i)
    soma { pt3dadd(0, -9, 0, 18)  pt3dadd(0, 9, 0, 18)  insert hh }
    dend[0] { nseg = 3  pt3dadd(0, -9, 0, 2)  pt3dadd(30, -60, 10, 1.3)  pt3dadd(31, -110, 17, 1)  insert pas  g_pas = 0.0001 }
    dend[1] { nseg = 5  pt3dadd(0, 9, 0, 3)  pt3dadd(-3, 250, 7, 2)  insert pas  g_pas = 0.0001 }
    dend[1] syn = new ExpSyn(0.7)
    soma stim = new IClamp(0.5)
    stim.amp = 0.2 + 0.03 * (id % 7)
    stim.dur = 1e9
    stim.del = 1 + (id % 3) * 1.3
}
func is_excitatory() { return 1 }
proc connect2target() {
    soma $o2 = new NetCon(&v(1), $o1)
    $o2.threshold = -10
}
endtemplate Pyramid
objref pc, cells, netcons, nc, nil, times, gids, group
pc = new ParallelContext()
netcons = new List()
cells = new List()
"""
BY_TEMPLATE = """
group = pc.cells("Pyramid", 0, 12%s)
for gid = 0, 11 if (pc.gid_exists(gid)) cells.append(pc.gid2cell(gid))
"""
LOOP = """
for (gid = pc.id; gid < 12; gid += pc.nhost) {
    cells.append(new Pyramid(gid))
    pc.set_gid2node(gid, pc.id)
    cells.o(cells.count - 1).connect2target(nil, nc)
    pc.cell(gid, nc)
}
"""
CONNECT = """
for k = 0, cells.count - 1 for i = 1, 2 {
    nc = pc.gid_connect((cells.o(k).id + i * i) % 12, cells.o(k).syn)
    nc.weight = 0.001 * i
    nc.delay = 1 + 0.3 * i
    cells.o(k).syn.tau = cells.o(k).tau_w
    netcons.append(nc)
}
"""
RUN = """
times = new Vector()
gids = new Vector()
{ pc.spike_record(-1, times, gids) }
{ pc.set_maxstep(10)  finitialize(-65)  pc.psolve(80) }
"""


def raster(ranvier, folder, script, name, *options, ranks=1, suffix="dat"):
    (folder / f"{name}.hoc").write_text(script)
    ranvier.check("run", "--raster", f"{name}.{suffix}", *options, f"{name}.hoc", cwd=folder, ranks=ranks)
    return (folder / f"{name}.dat").read_bytes() if suffix == "dat" else None


@pytest.fixture(scope="module")
def looped(ranvier, tmp_path_factory):
    spikes = raster(ranvier, tmp_path_factory.mktemp("loop"), PYRAMID + LOOP + CONNECT + RUN, "loop")
    assert spikes.count(b"\n") > 50
    return spikes


PLACEMENTS = ["", ', "consecutive"', ', "shuffled", 3', ', pc.placement("shuffled", 12, 4)']


@pytest.mark.parametrize(
    "ranks, threads, placement", [(1, 1, 0), (1, 3, 1), (2, 1, 1), (2, 2, 2), (3, 1, 0), (3, 2, 3)]
)
def test_the_spikes_are_those_of_a_loop(ranvier, tmp_path, looped, ranks, threads, placement):
    script = PYRAMID + f"{{ pc.nthread({threads}) }}" + BY_TEMPLATE % PLACEMENTS[placement] + CONNECT + RUN
    assert raster(ranvier, tmp_path, script, "net", ranks=ranks) == looped


def test_the_spikes_are_those_of_neuron(ranvier, neuron, tmp_path):
    printed = '\nfor i = 0, times.size - 1 printf("%.17g %d\\n", times.x[i], gids.x[i])\n'
    expected = neuron.run(PYRAMID + LOOP + CONNECT + RUN + printed)["out"]
    (tmp_path / "net.hoc").write_text(PYRAMID + BY_TEMPLATE % "" + CONNECT + RUN + printed)
    found = ranvier.check("run", "--math", "libm", "net.hoc", cwd=tmp_path).out
    assert sorted(found.splitlines()) == sorted(expected.splitlines()) and found.count("\n") > 50


VALUES = """
objref drives
drives = new Vector(12)
{ drives.indgen(0.5) }
group = pc.cells("Pyramid", 0, 12, "tau_w", "normal", 20, 2, "drive", drives, "seed", 5)
func ends() { pc.gid2cell($1).dend[1] return x3d(1) * 1e6 + y3d(1) * 1e3 + z3d(1) }
for gid = 0, 11 if (pc.gid_exists(gid)) {
    print gid, pc.gid2cell(gid), pc.gid2cell(gid).tau_w, pc.gid2cell(gid).drive
}
"""


def lines_on(ranvier, folder, script, ranks):
    (folder / "net.hoc").write_text(script)
    return sorted(ranvier.check("run", "net.hoc", cwd=folder, ranks=ranks).out.splitlines())


def test_values_of_public_variables_are_drawn_by_gid(ranvier, tmp_path):
    one = [line.split() for line in lines_on(ranvier, tmp_path, PYRAMID + VALUES, 1)]
    three = [line.split() for line in lines_on(ranvier, tmp_path, PYRAMID + VALUES, 3)]
    assert [row[:1] + row[2:] for row in one] == [row[:1] + row[2:] for row in three]
    assert {row[1] for row in three} == {f"Pyramid[{k}]" for k in range(4)}  # each rank has made its own
    assert {int(row[0]): float(row[3]) for row in one} == {gid: gid * 0.5 for gid in range(12)}
    taus = [float(row[2]) for row in one]
    assert len(set(taus)) == 12 and all(10 < tau < 30 for tau in taus)
    artificial = (
        PYRAMID
        + 'pc.cells("IntFire1", 0, 12, "tau", "normal", 20, 2, "refrac", 1, "seed", 5)\n'
        + ("for gid = 0, 11 print gid, pc.gid2cell(gid).tau\n")
    )
    (tmp_path / "same.hoc").write_text(artificial)
    rows = ranvier.check("run", "same.hoc", cwd=tmp_path).out.splitlines()[1:]
    assert [row.split()[1] for row in sorted(rows)] == [row[2] for row in one]


PLACED = """
func where_is() { localobj at  // a number for the position of a gid
    at = pc.position($1)
    return at.x[0] + 1e4 * at.x[1] + 1e8 * at.x[2]
}
proc points() { local i  // of the cell and section
    for i = 0, n3d() - 1 printf("%.9g %.9g %.9g %.9g ", x3d(i), y3d(i), z3d(i), diam3d(i))
    printf("L %.17g area %.17g diam %.17g\\n", L, area(.5), diam(.5))
}
"""
BOX = ', "position", "box", -100, 100, -700, -500, 0, 50'


@pytest.mark.parametrize(
    "words", [BOX, ', "position", "cylinder", 5, 6, 100, -700, -500', f'{BOX}, "rotation", "random"']
)
def test_each_rank_knows_all_positions(ranvier, tmp_path, words):
    script = PYRAMID + PLACED + BY_TEMPLATE % words + 'for gid = 0, 11 printf("%d %.17g\\n", gid, where_is(gid))\n'
    one = lines_on(ranvier, tmp_path, script, 1)
    assert len(set(one)) == 12
    assert lines_on(ranvier, tmp_path, script, 3) == sorted(one * 3)


@pytest.mark.parametrize("rotation", ["", ', "rotation", "y"', ', "rotation", "random"', ', "rotation", angles'])
def test_cells_compute_the_same_wherever_they_are(ranvier, tmp_path, looped, rotation):
    angles = "\nobjref angles\nangles = new Vector(12, 1)\n"
    script = PYRAMID + angles + BY_TEMPLATE % (BOX + rotation) + CONNECT + RUN
    assert raster(ranvier, tmp_path, script, "net", ranks=2) == looped


def shapes(ranvier, folder, words, show="points()"):
    """The 3-D points, and L, area and diam, of the sections of two cells."""
    script = (
        PYRAMID
        + PLACED
        + words
        + f"""
for gid = 7, 8 {{
    pc.gid2cell(gid).soma {show}
    pc.gid2cell(gid).dend[1] {show}
}}
"""
    )
    (folder / "net.hoc").write_text(script)
    rows = ranvier.check("run", "net.hoc", cwd=folder).out.splitlines()
    split = [row.partition("L") for row in rows if "area" in row]
    points = [[float(word) for word in points.split()] for points, _, _ in split]
    return [[row[k : k + 4] for k in range(0, len(row), 4)] for row in points], [rest for _, _, rest in split]


def test_lengths_and_areas_are_those_of_cells_that_were_not_moved(ranvier, tmp_path):
    plain, sizes = shapes(ranvier, tmp_path, '{ pc.cells("Pyramid", 6, 3) }\n')
    moved, sizes_there = shapes(ranvier, tmp_path, f'{{ pc.cells("Pyramid", 6, 3{BOX}, "rotation", "random") }}\n')
    assert sizes_there == sizes and moved != plain


def test_points_are_rotated_then_moved(ranvier, tmp_path):
    vectors = (
        "objref x, y, z, angles\nx = new Vector(3, 100)\ny = new Vector(3, -20)\nz = new Vector(3)\n{ z.indgen(7) }\n"
    )
    quarter = "angles = new Vector(3, PI / 2)\n"
    plain, sizes = shapes(ranvier, tmp_path, '{ pc.cells("Pyramid", 6, 3) }\n')
    words = f'{vectors}{quarter}{{ pc.cells("Pyramid", 6, 3, "position", x, y, z, "rotation", angles) }}\n'
    moved, sizes_there = shapes(ranvier, tmp_path, words)
    assert sizes_there == sizes
    for k, (before, after) in enumerate(zip(plain, moved)):
        depth = 7 if k < 2 else 14  # of gid 7, of gid 8
        for (x, y, z, diam), found in zip(before, after):
            assert found == pytest.approx([100 + z, -20 + y, depth - x, diam], abs=1e-4)


POSITION = """proc position() { local i
    soma for i = 0, n3d() - 1 pt3dchange(i, $1 + x3d(i), $2 + y3d(i), 1000 + z3d(i), diam3d(i))
}
endtemplate"""


def test_a_template_may_move_its_cells_itself(ranvier, tmp_path):
    words = '{ pc.cells("Pyramid", 6, 3, "position", "box", 50, 50, 60, 60, 70, 70) }\n'
    own = PYRAMID.replace("public soma", "public position, soma").replace("endtemplate", POSITION, 1)
    (tmp_path / "net.hoc").write_text(
        own + PLACED + words + "pc.gid2cell(7).soma points()\npc.gid2cell(7).dend[1] points()\n"
    )
    soma, dend = (
        row.split() for row in ranvier.check("run", "net.hoc", cwd=tmp_path).out.splitlines() if "area" in row
    )
    assert soma[:4] == ["50", "51", "1000", "18"] and dend[:4] == ["0", "9", "0", "3"]


SOURCE = """
begintemplate Bare
public soma, dend, id
create soma, dend[2]
proc init() { soma { L = diam = 10  insert hh } id = 5 }
endtemplate Bare
objref pc
pc = new ParallelContext()
"""


def test_words_name_the_source(ranvier, tmp_path):
    script = (
        SOURCE
        + """
{ pc.cells("Bare", 0, 2, "source", "soma", 0.5, "threshold", -13)  pc.cells("Bare", 2, 2, "source", "dend[1]", 0) }
print pc.threshold(0), pc.threshold(3), pc.gid2cell(1), pc.gid2cell(2).id, pc.gid_exists(3)
"""
    )
    (tmp_path / "net.hoc").write_text(script)
    out = ranvier.check("run", "net.hoc", cwd=tmp_path).out
    assert out.splitlines()[-1].split() == ["-13", "10", "Bare[1]", "5", "3"]


def test_cells_outlive_variables_and_gids(ranvier, tmp_path):
    script = (
        SOURCE
        + """
{ pc.cells("Bare", 0, 2, "source", "soma", 0.5)  pc.gid_clear(0) }
{ pc.cells("Bare", 1, 2, "source", "soma", 0.5) }
objref all
all = new List("Bare")
print all.count, pc.gid2cell(1), pc.gid_exists(0)
"""
    )
    (tmp_path / "net.hoc").write_text(script)
    assert ranvier.check("run", "net.hoc", cwd=tmp_path).out.splitlines()[-1].split() == ["4", "Bare[2]", "0"]


FRAGILE = """
begintemplate Fragile
public soma, connect2target
create soma
proc init() { if ($1 == 21) execerror("cells like this", "fail") }
obfunc connect2target() { localobj nc
    soma nc = new NetCon(&v(.5), $o1)
    return nc
}
endtemplate Fragile
begintemplate Silent
public soma, connect2target
create soma
proc init() {}
proc connect2target() {}
endtemplate Silent
objref three
three = new Vector(3)
{ pc.cells("IntFire1", 0, 10) }
"""
WRONG = {
    'pc.cells("Fragil", 20, 3)': "unknown template or artificial cell 'Fragil'; did you mean 'Fragile'?",
    'pc.cells("Fragile", 20, 3)': "error: Fragile, gid 21, rank {rank}: ",
    'pc.cells("Fragile", 9, 3)': "gid 9 already exists",
    'pc.cells("Fragile", 20, -1)': "argument 3",
    'pc.cells("Bare", 20, 3)': "Bare, gid 20, rank 0: there is no source of its spikes; give the template a public",
    'pc.cells("Silent", 20, 3)': "Silent, gid 20, rank 0: connect2target has made no NetCon",
    'pc.cells("Bare", 20, 3, "source", "smoa", 0.5)': "unknown public section 'smoa'; did you mean 'soma'?",
    'pc.cells("Bare", 20, 3, "source", "soma", 1.5)': "source: a section has no 1.5",
    'pc.cells("Bare", 20, 3, "source", "dend[2]", 0.5)': "Bare, gid 20, rank 0: ",
    'pc.cells("Bare", 20, 3, "source", "soma", 1, "ie", 3)': "unknown public variable 'ie'; did you mean 'id'?",
    'pc.cells("Bare", 20, 3, "source", "soma", 1, "dend", 3)': "unknown public variable 'dend'",
    'pc.cells("Bare", 20, 4, "source", "soma", 1, "id", three)': "id: the Vector has 3 elements, but there are 4 cells",
    'pc.cells("Bare", 20, 4, "position", three, three, three)': "position: the Vectors have 3 elements, but there are 4",
    'pc.cells("Bare", 20, 4, "position", three, three, three.c.append(1))': "position: the Vectors have 3, 3 and 4",
    'pc.cells("Bare", 20, 4, "position", "box", 0, 1, 2, 1, 0, 1)': "position: y from 2 to 1 um",
    'pc.cells("Bare", 20, 4, "position", "box", 0, 1, 2)': 'position, "box": argument 9 must be a number',
    'pc.cells("Bare", 20, 4, "position", "cylinder", 0, 0, -1, 0, 1)': "position: radius -1 um",
    'pc.cells("Bare", 20, 4, "position", "bok", 0, 1)': "unknown region 'bok'; did you mean 'box'?",
    'pc.cells("Bare", 20, 4, "rotation", "z")': "unknown rotation 'z'",
    'pc.cells("Bare", 20, 4, "rotation", three)': "rotation: the Vector has 3 elements, but there are 4 cells",
    'pc.cells("IntFire1", 20, 4, "rotation", "y")': "unknown parameter 'rotation'",
    "pc.cells(three, 20, 4)": "cells are made from the name of a template or mechanism, or from a class of Python",
    "pc.position(3)": "gid 3 has no position",
    'pc.position(3, "box", 0, 1, 0, 1, 0, 1, "sed", 1)': "unknown word 'sed'; did you mean 'seed'?",
    'pc.population("E 1", 3)': "population: 'E 1' is empty, or has a blank",
}


@pytest.mark.parametrize("call", WRONG)
def test_wrong_calls_are_one_error(ranvier, tmp_path, call):
    script = SOURCE + FRAGILE
    (tmp_path / "wrong.hoc").write_text(f"{script}{{ {call} }}\n")
    for ranks in (1, 2):
        outcome = ranvier.run("wrong.hoc", cwd=tmp_path, ranks=ranks)
        assert outcome.status == 1
        text = outcome.err.replace("\n", " ")
        assert WRONG[call].format(rank=1 % ranks) in text, outcome
        assert text.count(" error: ") == 1, outcome


@pytest.mark.parametrize("begin", ['pc.cells("IntFire1", 0, 2, "position"', "pc.position(3"])
@pytest.mark.parametrize("places", ["x, x, x", '"box", 0, 1, 0, 1, 0, 1 + pc.id'])
def test_positions_that_differ_between_ranks_are_an_error(ranvier, tmp_path, begin, places):
    count = 2 if "cells" in begin else 1
    (tmp_path / "wrong.hoc").write_text(f"""
objref pc, x
pc = new ParallelContext()
x = new Vector({count}, pc.id)
{{ {begin}, {places}) }}
""")
    ranvier.check("run", "wrong.hoc", cwd=tmp_path)
    outcome = ranvier.run("run", "wrong.hoc", cwd=tmp_path, ranks=2)
    assert outcome.status == 1 and "the ranks were given different positions" in outcome.err, outcome


def test_artificial_cells_have_positions_too(ranvier, tmp_path):
    script = (
        PYRAMID
        + PLACED
        + f"""
{{ pc.cells("IntFire1", 0, 3{BOX}, "seed", 4) }}
{{ pc.cells("Pyramid", 3, 3, "population", "P") }}
{{ pc.position(new GidRange(3, 3){BOX[12:]}, "seed", 4) }}
for gid = 0, 5 printf("%d %.17g\\n", gid, where_is(gid))
"""
    )
    one = lines_on(ranvier, tmp_path, script, 1)
    assert len({line.split()[1] for line in one}) == 6
    assert lines_on(ranvier, tmp_path, script, 2) == sorted(one * 2)


def test_populations_of_any_gids_are_in_the_raster(ranvier, tmp_path):
    script = (
        PYRAMID
        + LOOP
        + CONNECT
        + """
objref odd
odd = new Vector()
{ odd.append(7, 1, 2, 9) }
{ pc.population("odd", odd)  pc.population("first", 0)  pc.population("low", new GidRange(0, 6)) }
"""
        + RUN
    )
    for ranks in (1, 2):
        raster(ranvier, tmp_path, script, "net", ranks=ranks, suffix="h5")
        with h5py.File(tmp_path / "net.h5") as file:
            found = file["spikes/All"].attrs["populations"]
        assert found == "odd=1:3,odd=7:8,odd=9:10,first=0:1,low=0:6"
    outcome = ranvier.check("plot", "populations", "net.h5", "-o", "net.svg", cwd=tmp_path)
    assert [line.partition(":")[0] for line in outcome.out.splitlines()] == ["odd", "first", "low"]
    assert "rates 0" not in outcome.out


PYTHON = """
from neuron import h

class Pyramid:
    def __init__(self, gid):
        self.gid, self.tau_w = gid, 2.0
        self.soma = h.Section(name="soma", cell=self)
        self.dend = [h.Section(name=f"dend[{k}]", cell=self) for k in range(2)]
        for dend, side in zip(self.dend, (0, 1)):
            dend.connect(self.soma(side))
        for section, points in zip((self.soma, *self.dend), (
            [(0, -9, 0, 18), (0, 9, 0, 18)],
            [(0, -9, 0, 2), (30, -60, 10, 1.3), (31, -110, 17, 1)],
            [(0, 9, 0, 3), (-3, 250, 7, 2)],
        )):
            for point in points:
                section.pt3dadd(*point)
        for section, name, nseg in zip((self.soma, *self.dend), ("hh", "pas", "pas"), (1, 3, 5)):
            section.nseg = nseg
            section.insert(name)
            if name == "pas":
                section.g_pas = 0.0001
        self.syn = h.ExpSyn(self.dend[1](0.7))
        self.stim = h.IClamp(self.soma(0.5))
        self.stim.amp, self.stim.dur, self.stim.delay = 0.2 + 0.03 * (gid %% 7), 1e9, 1 + (gid %% 3) * 1.3

    def connect2target(self, target):
        netcon = h.NetCon(self.soma(1)._ref_v, target, sec=self.soma)
        netcon.threshold = -10
        return netcon

pc = h.ParallelContext()
%s
netcons = []
for gid in range(12):
    if pc.gid_exists(gid):
        for i in (1, 2):
            cell = pc.gid2cell(gid)
            assert isinstance(cell, Pyramid) and cell.gid == gid
            netcon = pc.gid_connect((gid + i * i) %% 12, cell.syn)
            netcon.weight[0], netcon.delay, cell.syn.tau = 0.001 * i, 1 + 0.3 * i, cell.tau_w
            netcons.append(netcon)
pc.set_maxstep(10)
h.finitialize(-65)
pc.psolve(80)
"""


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_a_class_of_python_makes_the_same_network(ranvier, tmp_path, looped, ranks):
    (tmp_path / "net.py").write_text(
        PYTHON % 'pc.cells(Pyramid, 0, 12, "consecutive", position=("box", 0, 1, 0, 1, 0, 1))'
    )
    ranvier.check("run", "--raster", "net.dat", "net.py", cwd=tmp_path, ranks=ranks)
    assert (tmp_path / "net.dat").read_bytes() == looped


def test_python_takes_callables_keywords_and_templates(python, tmp_path):
    script = """
from neuron import h
pc = h.ParallelContext()
class Ball:
    gids = []
    def __init__(self, *, size=10, gid):
        self.soma, self.size = h.Section(name="soma", cell=self), size
        self.soma.pt3dadd(0, 0, 0, 10)
        self.soma.pt3dadd(10, 0, 0, 10)
        self.gids.append(gid)
cells = pc.cells(Ball, 5, 3, "consecutive", size=[1, 2, 3], source=("soma", 0.5), threshold=-7, seed=3, population="B",
                 position=([1, 2, 3], [4, 5, 6], [7, 8, 9]), rotation=[0, 0, 3.141592653589793])
assert cells.size() == 3 and Ball.gids == [5, 6, 7]
assert [pc.gid2cell(gid).size for gid in (5, 6, 7)] == [1, 2, 3] and pc.threshold(6) == -7
assert list(pc.position(6)) == [2, 5, 8]
assert [pc.gid2cell(gid).soma.x3d(1) for gid in (5, 6, 7)] == [11, 12, -7]

class Line:
    def __init__(self):
        self.parts = [h.Section(name=f"parts[{k}]", cell=self) for k in range(2)]
pc.cells(lambda: Line(), 10, 2, source=("parts[1]", 1))
assert pc.gid_exists(11) == 3

h('''begintemplate Bare
public soma, id
create soma
proc init() { if (numarg() > 0) execerror("an argument", "") }
endtemplate Bare''')
pc.cells(h.Bare, 20, 2, source=("soma", 0.5), population="bare")
pc.cells(h.IntFire1, 22, 2, tau=5)
assert pc.gid2cell(21) == h.Bare[1] and pc.gid2cell(22).tau == 5
made = pc.cells(lambda gid: h.Bare(), 30, 1, source=("soma", 0.5))
assert pc.gid2cell(30) == h.Bare[2]
assert pc.population("mixed", [5, 20, 7]) == 3
pc.position(range(20, 24), "box", 0, 1, 0, 1, 0, 1)
assert 0 < pc.position(23)[1] < 1

def fails(gid):
    if gid == 41:
        raise ValueError("no such cell")
    return Line()
for call, words, says in (
    (fails, {"source": ("parts[1]", 0)}, "fails, gid 41, rank 0: Python: ValueError: no such cell"),
    (Line, {}, "Line, gid 50, rank 0: there is no source of its spikes"),
    (Line, {"source": ("part", 0)}, "Line, gid 50, rank 0: Python: AttributeError: a cell has no section 'part'"),
    (Ball, {"source": ("soma", 0), "siez": 3}, "a cell has no number 'siez'; did you mean 'size'?"),
):
    try:
        pc.cells(call, 40 if call is fails else 50 if call is Line else 60, 2, **words)
        raise SystemExit(f"{call} has not failed")
    except RuntimeError as error:
        assert says in str(error), error
        assert call is not fails or isinstance(error.__cause__, ValueError)
print("done")
"""
    outcome = python(script, tmp_path)
    assert outcome.status == 0 and outcome.out.endswith("done\n"), outcome


MOVED = PYRAMID + BY_TEMPLATE % f'{BOX}, "rotation", "random", "tau_w", "uniform", 1, 3' + CONNECT + RUN


@pytest.fixture(scope="module")
def moved(ranvier, tmp_path_factory):
    """The folder of a network of templates in hoc and Python, and of its rasters."""
    folder = tmp_path_factory.mktemp("moved")
    raster(ranvier, folder, MOVED, "net", suffix="h5")
    words = f'tau_w=("uniform", 1, 3), rotation="random", position=("box", {BOX.split(", ", 3)[3]})'
    (folder / "net.py").write_text(PYTHON % f"pc.cells(Pyramid, 0, 12, {words})")
    ranvier.check("run", "--raster", "python.h5", "net.py", cwd=folder)
    assert "identical" in ranvier.check("raster", "compare", "net.h5", "python.h5", cwd=folder).out
    return folder


@pytest.mark.parametrize("script", ["net.hoc", "net.py"])
def test_templates_can_be_replayed_and_extracted(ranvier, moved, script):
    words = ["--raster", "net.h5", "--cells", "0,3,7-9"]
    assert "identical: " in ranvier.check("replay", *words, "--verify", script, cwd=moved).out
    ranvier.check("extract", *words, "--out", f"{script}.h5", script, cwd=moved)
    assert "identical: " in ranvier.check("run", f"{script}.h5", cwd=moved).out


@pytest.mark.parametrize("script", ["net.hoc", "net.py"])
def test_templates_can_be_estimated_and_built_alone(ranvier, moved, script):
    (moved / "loop.hoc").write_text(PYRAMID + LOOP + CONNECT + RUN)
    share = ["build", "--dry-run", "--ranks", "4", "--rank", "1"]
    for command in (["estimate"], share):
        first, of_loop = (ranvier.check(*command, each, cwd=moved).out.splitlines()[0] for each in (script, "loop.hoc"))
        assert first == of_loop
    assert first.startswith("rank 1 of 4: 3 cells and other sources, ")


@pytest.mark.parametrize("first, then", [(1, 2), (3, 1), (2, 3)])
def test_templates_resume_on_other_ranks(ranvier, tmp_path, first, then):
    """The script fails at 50 ms while there is a file `stop`."""
    stopping = MOVED.replace(
        "pc.psolve(80)", 'pc.psolve(50)  if (file.ropen("stop")) execerror("stop", "here")  pc.psolve(80)'
    )
    (tmp_path / "net.hoc").write_text("objref file\nfile = new File()\n" + stopping)
    ranvier.check("run", "--raster", "whole.dat", "net.hoc", cwd=tmp_path)
    (tmp_path / "stop").write_text("")
    words = ["run", "--raster", "net.dat", "--checkpoint-every", "15ms", "--resume", "net.hoc"]
    assert ranvier.run(*words, cwd=tmp_path, ranks=first).status == 1
    (tmp_path / "stop").unlink()
    assert "resumed    at t" in ranvier.check(*words, cwd=tmp_path, ranks=then).err
    assert (tmp_path / "net.dat").read_bytes() == (tmp_path / "whole.dat").read_bytes()
