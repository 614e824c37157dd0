"""pc.cells and pc.connect: the same network on any ranks and threads, by any exchange, and made one by one."""

import re
import sys

import h5py
import pytest
from oracle.commands import run
from oracle.one_by_one import JOIN

NET = """
objref pc, all, drive, threads
pc = new ParallelContext()
{ pc.nthread(%d) }
dt = 0.1
all = pc.cells("IntFire1", 0, 300%s, "tau", "uniform", 8, 12, "refrac", 2)
drive = pc.cells("NetStim", 300, 60, "consecutive", "interval", 10, "number", 1e9, "noise", 1, "start", 0, "seed", 5)
{ pc.connect(drive, all, "fixed_outdegree", 20, "weight", 0.8, "seed", 3) }
{ pc.connect(all, all, "fixed_indegree", 30, "weight", 0.03, "delay", "normal", 1.5, 0.75, "redraw", 0.4, "seed", 7) }
{ pc.connect(all, all, "fixed_total_number", 900, "weight", -0.01, "delay", "uniform", 1, 2, "delay_resolution", 0.1) }
{ pc.connect(all, all, "pairwise_bernoulli", 0.01, "weight", "lognormal", -4, 0.5, "delay", 1, "autapses", 0) }
"""
RUN = """
{ pc.set_maxstep(10) }
{ finitialize() }
{ pc.psolve(60) }
"""


def raster(ranvier, folder, script, name, *options, ranks=1):
    (folder / f"{name}.hoc").write_text(script)
    ranvier.check("run", "--raster", f"{name}.dat", *options, f"{name}.hoc", cwd=folder, ranks=ranks)
    return (folder / f"{name}.dat").read_bytes()


@pytest.fixture(scope="module")
def reference(ranvier, tmp_path_factory):
    folder = tmp_path_factory.mktemp("connect")
    spikes = raster(ranvier, folder, NET % (1, "") + RUN, "reference")
    assert spikes.count(b"\n") > 1000
    return spikes


PLACES = ["", ', "consecutive"', ', pc.placement("shuffled", 300, 4)']


@pytest.mark.parametrize("ranks, threads, place", [(1, 2, 1), (2, 1, 0), (3, 2, 1), (4, 1, 2)])
def test_raster_is_the_same_on_ranks_and_threads(ranvier, tmp_path, reference, ranks, threads, place):
    assert raster(ranvier, tmp_path, NET % (threads, PLACES[place]) + RUN, "net", ranks=ranks) == reference


def test_raster_is_the_same_by_each_exchange(ranvier, tmp_path, reference):
    areas = "for gid = 0, 359 { pc.area(gid, int(gid / 90)) }\n"
    for k, words in enumerate(ranvier.exchanges(tmp_path, covering=1)):
        script = NET % (1, "") + areas + RUN
        assert raster(ranvier, tmp_path, script, f"net{k}", "--exchange", words, ranks=2) == reference, words


CHANGED = """
objref more
{ pc.write_connections("before.csv") }
{ pc.set_maxstep(10) }
{ finitialize() }
{ pc.psolve(20) }
more = pc.cells("IntFire1", 1000, 40)
{ pc.connect(all, more, "fixed_indegree", 20, "weight", 0.1, "delay", 2) }
{ pc.connect(more, all, "fixed_indegree", 2, "weight", 0.1, "delay", "uniform", 1, 2) }
{ pc.nthread(%d) }
{ pc.set_maxstep(10) }
{ pc.psolve(40) }
{ pc.write_connections("after.csv") }
{ pc.psolve(60) }
"""


def test_a_network_that_changes_after_a_run_keeps_its_connections(ranvier, tmp_path):
    """The rules make their connections again: IntFire1 does not assign their weights."""
    rasters = []
    for k, (ranks, threads, then) in enumerate([(1, 1, 1), (1, 2, 1), (2, 1, 2), (1, 1, 3)]):
        script = NET % (threads, PLACES[0]) + CHANGED % then
        rasters.append(raster(ranvier, tmp_path, script, f"net{k}", ranks=ranks))
        before, after = ((tmp_path / f"{name}.csv").read_text().splitlines() for name in ("before", "after"))
        if ranks == 1:
            assert after[: len(before)] == before
        assert len(after) == len(before) + 40 * 20 + 300 * 2
    assert rasters[0].count(b"\n") > 1000
    assert rasters[1:] == rasters[:1] * 3


LEARNER = """
NEURON { ARTIFICIAL_CELL Learner RANGE m }
ASSIGNED { m }
INITIAL { m = 0 }
NET_RECEIVE (w) {
    if (t < 20) { w = w*1.01 }
    m = m + w
    if (m > 1) { m = 0  net_event(t) }
}
"""


def test_weights_that_mechanisms_have_changed_survive_a_change_of_the_network(ranvier, tmp_path):
    (tmp_path / "learner.mod").write_text(LEARNER)
    learning = NET.replace('"IntFire1"', '"Learner"').replace(', "tau", "uniform", 8, 12, "refrac", 2', "")
    changed = CHANGED.replace("psolve(20)", 'psolve(20)  pc.write_connections("learned.csv")')
    rasters = []
    for ranks in (1, 2):
        script = learning % (1, "") + changed % 2
        rasters.append(raster(ranvier, tmp_path, script, f"net{ranks}", ranks=ranks))
        before, learned, after = (
            (tmp_path / f"{name}.csv").read_text().splitlines() for name in ("before", "learned", "after")
        )
        assert len(learned) == len(before) and learned != before
        assert set(learned) <= set(after)
    assert rasters[0].count(b"\n") > 100
    assert rasters[1] == rasters[0]


CELLS = """
objref pc, all, other, pre, post, nc
pc = new ParallelContext()
all = pc.cells("IntFire1", 0, 10)
other = pc.cells("IntFire2", 10, 5)
pre = new Vector()
post = new Vector()
{ pre.append(0, 1, 2)  post.append(3, 3, 4) }
"""


@pytest.mark.parametrize("math", ["vector", "libm"])
@pytest.mark.parametrize("suffix", ["csv", "h5"])
def test_the_network_is_the_same_from_a_file_and_one_by_one(ranvier, tmp_path, math, suffix):
    """Also with NEURON's order of events at the same time, which is that of creation."""
    options = ["--math", math]
    made = raster(ranvier, tmp_path, NET % (1, "") + RUN, "made", *options, "--connections", f"edges.{suffix}")
    cells = "".join(f"{line}\n" for line in (NET % (1, "")).splitlines() if "pc.connect" not in line)
    table = f'{{ pc.connect("edges.{suffix}", "table") }}\n'
    for ranks in (1, 2):
        again = ["--connections", f"again{ranks}.csv"]
        assert raster(ranvier, tmp_path, cells + table + RUN, "read", *options, *again, ranks=ranks) == made
    rows = (tmp_path / "again1.csv").read_text().splitlines()
    assert sorted(rows) == sorted((tmp_path / "again2.csv").read_text().splitlines())
    if suffix == "csv":  # a table is sorted by target
        first = (tmp_path / "edges.csv").read_text().splitlines()
        assert rows == first[:1] + sorted(first[1:], key=lambda row: int(row.split(",")[1]))
    calls = "".join(f"{{ join({row}) }}\n" for row in rows[1:])
    assert len(rows) > 10000
    assert raster(ranvier, tmp_path, cells + JOIN + calls + RUN, "joined", *options) == made


def test_files_without_some_columns_take_them_from_the_call(ranvier, tmp_path):
    (tmp_path / "pairs.csv").write_text("source_node_id target_node_id\n0 1\n2 3\n0 3\n")
    script = (
        CELLS
        + """
{ pc.connect("pairs.csv", "table", "weight", "uniform", 1, 2, "delay", 3, "first_source", 5) }
{ pc.write_connections("made.csv") }
"""
    )
    (tmp_path / "net.hoc").write_text(script)
    for ranks in (1, 2):
        ranvier.check("net.hoc", cwd=tmp_path, ranks=ranks)
        rows = [row.split(",") for row in (tmp_path / "made.csv").read_text().splitlines()[1:]]
        assert sorted(row[:3] for row in rows) == [["5", "1", "3"], ["5", "3", "3"], ["7", "3", "3"]]
        assert all(1 <= float(row[3]) <= 2 for row in rows)


WRONG_FILES = {
    "source,target\n1,2\n3,x\n": "edges.csv:3: 'x' is not a whole number",
    "source,weight\n": "edges.csv:1: the header lacks the column target",
    "source,target,delay\n1,2,1\n3,99,1\n": "1 of 2 connections in the file are onto gids that exist on no rank",
    "source,target,delay\n1,2,0.001\n": "they must be at least dt",
    "source,target,weight\n1,2,5\n": "weight: edges.csv has its own",
    "source,target\n1,2\n": "edges.csv has no column delay",
    "source,target,delya\n1,2,3\n": "edges.csv has no column delay",
    "source,target\n": "edges.csv has no column delay",
}


@pytest.mark.parametrize("text", WRONG_FILES)
def test_wrong_files_are_errors(ranvier, tmp_path, text):
    (tmp_path / "edges.csv").write_text(text)
    (tmp_path / "wrong.hoc").write_text(f'{CELLS}{{ pc.connect("edges.csv", "table", "weight", 1) }}\n')
    for ranks in (1, 2):
        outcome = ranvier.run("wrong.hoc", cwd=tmp_path, ranks=ranks)
        assert outcome.status == 1
        assert "wrong.hoc:9:" in outcome.err and WRONG_FILES[text] in outcome.err, outcome


@pytest.mark.parametrize("missing, other", [("delay", "weight"), ("syn_weight", "delay")])
def test_sonata_edges_without_a_quantity_take_it_from_the_call(ranvier, tmp_path, missing, other):
    with h5py.File(tmp_path / "edges.h5", "w") as file:
        for name, values in (("source_node_id", [0, 2]), ("target_node_id", [1, 3]), ("0/delay", [2.0, 4.0])):
            file[f"edges/e/{name}"] = values
        file["edges/e/0/syn_weight"] = [0.5, 0.25]
        file.move(f"edges/e/0/{missing}", f"edges/e/0/{missing[:-1]}")  # misspelt
    word = missing.removeprefix("syn_")
    for given, says in (("", f"edges.h5 has no column {word} (CSV) or {missing}"), (f', "{word}", 7', "")):
        (tmp_path / "net.hoc").write_text(
            f'{CELLS}{{ pc.connect("edges.h5", "table"{given}) }}\n{{ pc.write_connections("made.csv") }}\n'
        )
        for ranks in (1, 2):
            outcome = ranvier.run("net.hoc", cwd=tmp_path, ranks=ranks)
            assert outcome.status == (1 if says else 0) and says in outcome.err, outcome
    rows = sorted((tmp_path / "made.csv").read_text().splitlines()[1:])
    assert rows == (["0,1,7,0.5", "2,3,7,0.25"] if other == "weight" else ["0,1,2,7", "2,3,4,7"])


def test_gids_without_a_cell_are_errors(ranvier, tmp_path):
    (tmp_path / "edges.csv").write_text("source,target,delay,weight\n99,2,1,0\n")
    run_it = "{ pc.set_maxstep(10) }\n{ finitialize() }\n{ pc.psolve(1) }\n"
    (tmp_path / "wrong.hoc").write_text(f'{CELLS}{{ pc.connect("edges.csv", "table") }}\n{run_it}')
    for ranks in (1, 2):
        outcome = ranvier.run("wrong.hoc", cwd=tmp_path, ranks=ranks)
        assert outcome.status == 1 and "gid 99" in outcome.err, outcome


def test_connections_without_gids_are_counted(ranvier, tmp_path):
    script = (
        CELLS
        + """
objref stim
stim = new NetStim()
if (pc.gid_exists(1)) { nc = new NetCon(stim, pc.gid2cell(1)) }
{ pc.connect(all, all, "one_to_one") }
"""
    )
    (tmp_path / "net.hoc").write_text(script)
    for ranks in (1, 2):
        outcome = ranvier.check("run", "--connections", "made.h5", "net.hoc", cwd=tmp_path, ranks=ranks)
        assert (
            outcome.err.count("not in made.h5, which holds active connections between gids: 1 connection, for") == 1
        ), outcome
        assert "for example NetCon 0 (NetStim[0] -> IntFire1[" in outcome.err, outcome
    outcome = ranvier.run("run", "--connections", "made.txt", "net.hoc", cwd=tmp_path)
    assert outcome.status == 1 and "connections are written to a .csv file, or to a .h5 file" in outcome.err


NEAR, FAR = (0, 0.5), (1, 1)  # number and position in section
SEGMENTS = """
objref pc, cells, cell, nc, target
pc = new ParallelContext()
cells = new List()
begintemplate Cell
    public soma, dend, near, far, spont
    create soma, dend
    objref near, far, spont
    proc init() {
        connect dend(0), soma(1)
        soma near = new ExpSyn(0.5)
        dend far = new ExpSyn(1)
    }
endtemplate Cell
objref alone, nil
create island
island alone = new ExpSyn(0.5)
objref netcons
netcons = new List()
proc join() { nc = pc.gid_connect($1, $o2)  nc.delay = $3  nc.weight = $4  netcons.append(nc) }
for (gid = pc.id; gid < 6; gid += pc.nhost) {
    cell = new Cell()
    pc.set_gid2node(gid, pc.id)
    cell.soma nc = new NetCon(&v(0.5), nil)
    pc.cell(gid, nc)
    if (gid == 2) {  // one cell has two gids: the least names it
        pc.set_gid2node(102, pc.id)
        cell.dend nc = new NetCon(&v(1), nil)
        pc.cell(102, nc)
    }
    cells.append(cell)
}
for k = 0, cells.count - 1 {
    gid = pc.id + k * pc.nhost
    cell = cells.o(k)
    join((gid + 1) % 6, cell.near, 1 + gid / 8, .25)
    join((gid + 2) % 6, cell.far, 2, .5)
    if (gid == 3) {
        join(102, cell.far, 3, .75)
        join(0, cell.far, 9, 1)
        netcons.o(netcons.count - 1).active(0)
        join(0, alone, 9, 1)
    }
}
{ pc.set_maxstep(10) }
{ finitialize(-65) }
{ pc.psolve(0.1) }
"""


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_connections_onto_segments_have_the_gid_of_the_cell(ranvier, tmp_path, ranks):
    (tmp_path / "net.hoc").write_text(SEGMENTS)
    outcome = ranvier.check("run", "--connections", "made.csv", "net.hoc", cwd=tmp_path, ranks=ranks)
    header, *lines = (tmp_path / "made.csv").read_text().splitlines()
    assert header == "source,target,delay,weight,section,x"
    rows = {tuple(map(float, row.split(","))) for row in lines}
    near = {((gid + 1) % 6, gid, 1 + gid / 8, 0.25, *NEAR) for gid in range(6)}
    far = {((gid + 2) % 6, gid, 2, 0.5, *FAR) for gid in range(6)}
    assert rows == near | far | {(102, 3, 3, 0.75, *FAR)}
    assert outcome.err.count("not in made.csv, which holds active connections between gids: 2 connections,") == 1, (
        outcome
    )
    assert re.search(r"for example NetCon \d+ \(gid 0 -> ExpSyn\[\d+\] in Cell\[\d\]\.dend\(1\)\)", outcome.err), (
        outcome
    )


WRONG = {
    'pc.connect(all, all, "fixed_indgree", 3)': "unknown rule 'fixed_indgree'; did you mean 'fixed_indegree'?",
    'pc.connect(all, all, "fixed_indegree", 11, "multapses", 0)': "11 different sources cannot be chosen from 10",
    'pc.connect(all, all, "fixed_indegree", 10, "multapses", 0, "autapses", 0)': "cannot be chosen from 9",
    'pc.connect(all, all, "fixed_indegree")': "argument 4 must be a number",
    'pc.connect(all, all, "fixed_indegree", -1)': "-1 is not a whole number",
    'pc.connect(all, all, "fixed_indegree", 2.5)': "2.5 is not a whole number",
    'pc.connect(all, other, "one_to_one")': "one_to_one needs as many targets as sources, not 5 and 10",
    'pc.connect(all, all, "pairwise_bernoulli", 1.5)': "a probability must lie between 0 and 1, not 1.5",
    'pc.connect(all, all, "all_to_all", "delay", 0.01)': "they must be at least dt, 0.025 ms",
    'pc.connect(all, all, "all_to_all", "delay", "uniform", 0, 1, "clip", 0.01)': "they must be at least dt, 0.025 ms",
    'pc.connect(all, all, "all_to_all", "delay", "normal", -50, 1)': "fewer than one draw in 1000 lies within the bounds",
    'pc.connect(all, all, "all_to_all", "weight", "gaussian", 1, 1)': "unknown distribution 'gaussian'",
    'pc.connect(all, all, "all_to_all", "wieght", 1)': "unknown word 'wieght'; did you mean 'weight'?",
    'pc.connect(all, all, "all_to_all", "weight", 1, "weight", 2)': "weight is given twice",
    'pc.connect(all, all, "all_to_all", "multapses", 0)': "multapses: all_to_all does not draw pairs",
    'pc.connect(all, all, "all_to_all", "weight", pre)': "the array has 3 values, not 10 for each of 10 targets",
    'pc.connect(all, new GidRange(5, 10), "all_to_all")': "the targets of a rule must be of one mechanism",
    'pc.connect(all, new GidRange(5, 20), "all_to_all")': "gid 15, a target of this rule, is not a cell of any rank",
    'pc.connect(new GidRange(15, 3), all, "all_to_all")': "gid 15, a source of this rule, is not a cell of any rank",
    'pc.connect(pre, all, "table")': "table",
    'pc.connect(pre, post, "table", "delay", new Vector(2, 1))': "the Vector has 2 elements, but there are 3 connections",
    'pc.connect(pre, post, "all_to_all")': "gid 3 is listed twice",
    'pc.cells("IntFire1", 9, 3)': "gid 9 already exists",
    'pc.cells("IntFire9", 20, 3)': "unknown template or artificial cell 'IntFire9'",
    'pc.cells("ExpSyn", 20, 3)': "unknown template or artificial cell 'ExpSyn'",
    'pc.cells("IntFire1", 20, 3, "tua", 3)': "unknown parameter 'tua'",
    'pc.cells("IntFire1", 20, 3, "tau", pre.c.append(1))': "tau: the Vector has 4 elements, but there are 3 cells",
    'pc.cells("IntFire1", 20, 3, new Vector(3, 7))': "cell 0 cannot be on rank 7",
}


@pytest.mark.parametrize("call", WRONG)
def test_wrong_calls_are_errors_at_their_line(ranvier, tmp_path, call):
    (tmp_path / "wrong.hoc").write_text(f"{CELLS}{{ {call} }}\n")
    for ranks in (1, 2):
        outcome = ranvier.run("wrong.hoc", cwd=tmp_path, ranks=ranks)
        assert outcome.status == 1
        assert "wrong.hoc:9:" in outcome.err and WRONG[call] in outcome.err.replace("\n", " "), outcome


def test_ranks_with_different_rules_are_an_error(ranvier, tmp_path):
    (tmp_path / "wrong.hoc").write_text(f'{CELLS}{{ pc.connect(all, all, "fixed_indegree", 2 + pc.id) }}\n')
    outcome = ranvier.run("wrong.hoc", cwd=tmp_path, ranks=2)
    assert outcome.status == 1
    assert "the ranks were given different rules" in outcome.err


def test_ranks_may_have_parts_of_a_table(ranvier, tmp_path):
    part = """
objref pc, pre, post
pc = new ParallelContext()
{ pc.cells("IntFire1", 0, 6) }
pre = new Vector()
post = new Vector()
for (gid = pc.id; gid < 6; gid += pc.nhost) { pre.append((gid + 1) %% 6, (gid + 2) %% 6)  post.append(gid, gid + %d) }
print pc.connect(pre, post, "table")
"""
    (tmp_path / "part.hoc").write_text(part % 0)
    assert sorted(ranvier.check("part.hoc", cwd=tmp_path, ranks=2).out.split()) == ["6", "6"]
    (tmp_path / "wrong.hoc").write_text(part % 1)
    outcome = ranvier.run("wrong.hoc", cwd=tmp_path, ranks=2)
    assert outcome.status == 1 and "is not a cell of this rank, which has a part of the table" in outcome.err


def test_cells_are_objects_on_demand(ranvier, tmp_path):
    script = """
objref pc, cell, nc, random
pc = new ParallelContext()
{ pc.cells("IntFire1", 3, 4, "tau", 7)  pc.cells("NetStim", 10, 1, "noise", 1) }
cell = pc.gid2cell(4)
cell.refrac = 6
print cell, cell.tau, cell.refrac
objref cell
print pc.gid2cell(4).refrac
nc = pc.gid_connect(3, pc.gid2cell(5))
print nc.syn == pc.gid2cell(5), nc.pre == pc.gid2cell(3), nc.srcgid
cell = pc.gid2cell(10)
random = new Random()
{ random.Random123(1, 2, 3)  random.negexp(1)  cell.noiseFromRandom(random) }
objref cell, random
{ finitialize() }
{ pc.psolve(30) }
print pc.gid2cell(99)
"""
    (tmp_path / "cells.hoc").write_text(script)
    outcome = ranvier.run("cells.hoc", cwd=tmp_path)
    assert outcome.out.split("\n")[:3] == ["IntFire1[0] 7 6 ", "6 ", "1 1 3 "]
    assert "gid 99 has no source on rank 0" in outcome.err


def test_python_takes_ranges_lists_tuples_and_keywords(ranvier, tmp_path):
    python = """
from neuron import h
pc = h.ParallelContext()
cells = pc.cells("IntFire1", 0, 20, tau=("uniform", 8, 12), refrac=2)
assert cells.first() == 0 and cells.size() == 20 and pc.gid2cell(3).tau != pc.gid2cell(4).tau
assert pc.connect(cells, range(5, 20), "fixed_indegree", 4, weight=0.5, delay=("normal", 1.5, 0.75), seed=7) == 60
assert pc.connect([0, 1], [2, 3], "all_to_all", weight=[1, 2, 3, 4], autapses=False) == 4
try:
    pc.connect(cells, cells, "all_to_all", wieght=1)
except RuntimeError as error:
    assert "did you mean 'weight'?" in str(error), error
try:
    pc.set_gid2node(30, rank=0)
except RuntimeError as error:
    print("RuntimeError", error)
"""
    (tmp_path / "net.py").write_text(python)
    outcome = run([sys.executable, "net.py"], tmp_path, {"PYTHONPATH": str(ranvier.bin_folder.parent / "python")})
    assert outcome.status == 0, outcome
    assert outcome.out == "RuntimeError invalid keyword argument 'rank': functions of hoc take only sec\n"


SPIKER = "NEURON { POINT_PROCESS Spiker }\nNET_RECEIVE (w) { net_event(t) }\n"
CELLS_OF_GIDS = """
begintemplate Cell
public soma, spiker
create soma
objref spiker
proc init() { create soma  soma spiker = new Spiker(0.5) }
endtemplate Cell
create alone
objref pc, cell, spiker, stim, nc[5], nil
pc = new ParallelContext()
cell = new Cell()
alone { spiker = new Spiker(0.5)  stim = new NetStim(0.5) }
alone nc[0] = new NetCon(&v(0.5), nil)
cell.soma nc[1] = new NetCon(&v(0.5), nil)
nc[2] = new NetCon(spiker, nil)
nc[3] = new NetCon(cell.spiker, nil)
nc[4] = new NetCon(stim, nil)
for i = 0, 4 { pc.set_gid2node(i, 0)  pc.cell(i, nc[i]) }
for i = 0, 4 print pc.gid2cell(i), pc.gid2obj(i)
quit()
"""


def test_the_cell_of_a_gid_is_neurons(ranvier, neuron, tmp_path):
    (tmp_path / "spiker.mod").write_text(SPIKER)
    (tmp_path / "script.hoc").write_text(CELLS_OF_GIDS)
    expected = neuron.run(CELLS_OF_GIDS, mods=[tmp_path / "spiker.mod"])["out"]
    assert "Spiker[1]" in expected and "Cell[0]" in expected
    assert ranvier.check("--quiet", "script.hoc", cwd=tmp_path).out == expected
