"""ranvier replay: reruns any part of a network, bit for bit, with the raster in place of the rest."""

import random

import h5py
import numpy as np
import pytest

CELLS = 12


@pytest.fixture(scope="module")
def script(root):
    return root / "tests" / "end_to_end" / "scripts" / "replayed_net.hoc"


@pytest.fixture(scope="module")
def recorded(ranvier, script, tmp_path_factory):
    """A folder with the raster of a run on two ranks and the voltages of its cells, v.GID."""
    folder = tmp_path_factory.mktemp("recorded")
    ranvier.check("--quiet", "--raster", "all.h5", "-c", "strdef out", "-c", 'out = "v"', script, cwd=folder, ranks=2)
    return folder


def replay(ranvier, script, recorded, folder, cells, *more):
    outcome = ranvier.run(
        "replay",
        "--quiet",
        "--raster",
        recorded / "all.h5",
        "--cells",
        cells,
        "--verify",
        "-c",
        "strdef out",
        "-c",
        'out = "v"',
        *more,
        script,
        cwd=folder,
    )
    return outcome


def assert_repeats(ranvier, script, recorded, folder, gids, *more):
    cells = ",".join(str(gid) for gid in gids)
    outcome = replay(ranvier, script, recorded, folder, cells, *more)
    assert outcome.status == 0, outcome
    with h5py.File(recorded / "all.h5") as file:
        count = int(np.isin(file["spikes/All/node_ids"], gids).sum())
    assert (
        count > 0
        and f"identical: {count} spike{'s'[: count != 1]} of {len(gids)} cell{'s'[: len(gids) != 1]} up to 50 ms"
        in outcome.out
    ), outcome
    for gid in gids:
        if gid < 100:
            assert (folder / f"v.{gid}").read_text() == (recorded / f"v.{gid}").read_text(), f"voltages of gid {gid}"


@pytest.mark.parametrize("gid", [*range(CELLS), 100, 107])
def test_each_cell_repeats_exactly(ranvier, script, recorded, tmp_path, gid):
    assert_repeats(ranvier, script, recorded, tmp_path, [gid])


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(s, marks=pytest.mark.long) for s in range(4, 20))])
def test_random_subsets_repeat_exactly(ranvier, script, recorded, tmp_path, seed):
    draw = random.Random(seed)
    gids = draw.sample([*range(CELLS), *range(100, 100 + CELLS)], draw.randint(2, 2 * CELLS))
    assert_repeats(ranvier, script, recorded, tmp_path, sorted(gids))


def test_what_is_not_chosen_stands_still(ranvier, script, recorded, tmp_path):
    assert replay(ranvier, script, recorded, tmp_path, "3").status == 0
    still = (tmp_path / "v.4").read_text().split()
    assert len(set(still)) == 1 and len(still) < len((recorded / "v.4").read_text().split())


def test_one_ranks_part_of_the_script(ranvier, script, recorded, tmp_path):
    assert_repeats(ranvier, script, recorded, tmp_path, [1, 5, 101], "--rank", "1", "--of", "2")
    assert not (tmp_path / "v.0").exists(), "rank 0's cell"


def test_another_model_is_noticed(ranvier, script, recorded, tmp_path):
    outcome = replay(ranvier, script, recorded, tmp_path, "0-11,100-111", "-c", "celsius = 7")
    assert outcome.status == 1 and "different: raster | replay: spike 0: " in outcome.out, outcome


def test_neurons_arithmetic_repeats_too(ranvier, script, tmp_path):
    ranvier.check("--quiet", "--math", "libm", "--raster", "all.h5", script, cwd=tmp_path, ranks=2)
    outcome = ranvier.check(
        "replay",
        "--quiet",
        "--math",
        "libm",
        "--raster",
        "all.h5",
        "--cells",
        "0,4,105",
        "--verify",
        script,
        cwd=tmp_path,
    )
    assert "identical: " in outcome.out and "identical: 0 " not in outcome.out, outcome


# Cells that fire for two gids each: from the soma, and from the end of a long axon.
TWO_OUTPUTS = """
objref pc, nc, nil, cells, ncs, syns
pc = new ParallelContext()
{ cells = new List()  ncs = new List()  syns = new List() }
begintemplate Cell
public soma, axon
create soma, axon
proc init() {
    connect axon(0), soma(1)
    soma { L = diam = 20 insert hh }
    axon { L = 600 diam = 1 nseg = 9 insert hh }
}
endtemplate Cell
proc make() { local k
    for (k = pc.id; k < 4; k += pc.nhost) {
        cells.append(new Cell())
        cells.o(cells.count - 1).soma syns.append(new ExpSyn(0.5))
        cells.o(cells.count - 1).soma nc = new NetCon(&v(0.5), nil)
        { pc.set_gid2node(k, pc.id)  pc.cell(k, nc) }
        cells.o(cells.count - 1).axon nc = new NetCon(&v(1), nil)
        { pc.set_gid2node(10 + k, pc.id)  pc.cell(10 + k, nc) }
        if (k == 0) { syns.append(new IClamp(0.5)) }
        if (k == 0) { syns.o(1).del = 1  syns.o(1).dur = 100  syns.o(1).amp = 5 }
    }
    for (k = 0; k < cells.count; k += 1) {
        nc = pc.gid_connect(10 + (pc.id + k*pc.nhost + 3) % 4, syns.o(k + (pc.id == 0 && k > 0)))
        { nc.weight = 0.05  nc.delay = 1.5  ncs.append(nc) }
    }
}
{ make()  pc.set_maxstep(10)  finitialize(-65)  pc.psolve(50) }
"""


@pytest.mark.parametrize("cells", ["1", "12", "2,13", "3,13"])
def test_cells_of_several_gids_are_compared_by_those_that_were_chosen(ranvier, tmp_path, cells):
    (tmp_path / "two.hoc").write_text(TWO_OUTPUTS)
    ranvier.check("--quiet", "--raster", "all.h5", "two.hoc", cwd=tmp_path, ranks=2)
    outcome = ranvier.check(
        "replay",
        "--quiet",
        "--raster",
        "all.h5",
        "--cells",
        cells,
        "--verify",
        "--out",
        "some.txt",
        "two.hoc",
        cwd=tmp_path,
    )
    assert "identical: " in outcome.out and "identical: 0 " not in outcome.out, outcome
    written = [line.split() for line in (tmp_path / "some.txt").read_text().splitlines() if not line.startswith("#")]
    assert {gid for _, gid in written} == set(cells.split(","))


def test_replayed_spikes_are_written(ranvier, script, recorded, tmp_path):
    replay(ranvier, script, recorded, tmp_path, "2,4", "--out", "two.txt")
    written = [line.split() for line in (tmp_path / "two.txt").read_text().splitlines() if not line.startswith("#")]
    assert {gid for _, gid in written} == {"2", "4"}


@pytest.mark.parametrize("raster", ['"all.txt"', "times, ids"])
def test_from_a_script(ranvier, script, recorded, tmp_path, raster):
    ranvier.check("--quiet", "--raster", "all.txt", script, cwd=tmp_path, ranks=2)
    rows = [line.split() for line in (tmp_path / "all.txt").read_text().splitlines() if not line.startswith("#")]
    vectors = "".join(f"{{times.append({t}) ids.append({gid})}}\n" for t, gid in rows) if "times" in raster else ""
    (tmp_path / "part.hoc").write_text(
        "objref pc, times, ids, chosen\npc = new ParallelContext()\ntimes = new Vector()\nids = new Vector()\n"
        f"{vectors}chosen = new Vector()\nchosen.append(3, 8)\npc.replay({raster}, chosen)\n"
        f'{{load_file("{script}")}}\n'
    )
    ranvier.check(
        "--quiet", "--raster", "part.txt", "-c", "strdef out", "-c", f'out = "{tmp_path}/v"', "part.hoc", cwd=tmp_path
    )
    ours = [line.split() for line in (tmp_path / "part.txt").read_text().splitlines() if not line.startswith("#")]
    assert ours == [row for row in rows if row[1] in ("3", "8")] and ours
    assert (tmp_path / "v.8").read_text() == (recorded / "v.8").read_text()


TIED = """
objref pc, stim, nc, nil
pc = new ParallelContext()
create a, b
forall insert hh
a pc.set_gid2node(0, 0)
a nc = new NetCon(&v(0.5), nil)
{pc.cell(0, nc)}
b nc = new NetCon(&v(0.5), nil)
{pc.set_gid2node(1, 0) pc.cell(1, nc)}
%s
pc.set_maxstep(10)
access a
finitialize(-65)
pc.psolve(5)
"""
GAP = """
objref gap
b gap = new IClamp(0.5)
a pc.source_var(&v(0.5), 7)
pc.target_var(&gap.amp, 7)
pc.setup_transfer()
"""
TOGETHER = """
objref c, g, y, y0, rhs, lm, sl, xs
c = new Matrix(2, 2)
g = new Matrix(2, 2)
{g.x[0][0] = g.x[1][1] = 1e-4 g.x[0][1] = g.x[1][0] = -1e-4}
y = new Vector(2)
y0 = new Vector(2)
rhs = new Vector(2)
sl = new SectionList()
a sl.append()
b sl.append()
xs = new Vector(2, 0.5)
lm = new LinearMechanism(c, g, y, y0, rhs, sl, xs)
"""


@pytest.mark.parametrize(
    "tie, says", [(GAP, ["gap junction 7", "a (gid 0)", "b (gid 1)"]), (TOGETHER, ["LinearMechanism"])]
)
def test_cells_that_are_tied_run_together_or_not_at_all(ranvier, tmp_path, tie, says):
    (tmp_path / "tied.hoc").write_text(TIED % tie)
    (tmp_path / "empty.txt").write_text("")

    def outcome(cells):
        return ranvier.run("replay", "--quiet", "--raster", "empty.txt", "--cells", cells, "tied.hoc", cwd=tmp_path)

    alone = outcome("1")
    assert alone.status == 1 and all(word in alone.err for word in says), alone
    assert outcome("0,1").status == 0


# Cells 0 and 1, of two ranks, are joined by a gap junction; 2 and 3 are not.
JOINED_RANKS = """
objref pc, nc, clamps, ncs, nil
pc = new ParallelContext()
clamps = new List()
ncs = new List()
create soma[4]
for (g = pc.id; g < 4; g += pc.nhost) soma[g] {
    L = diam = 20
    insert hh
    pc.set_gid2node(g, pc.id)
    nc = new NetCon(&v(0.5), nil)
    pc.cell(g, nc)
    ncs.append(nc)
    clamps.append(new IClamp(0.5))
    { clamps.o(clamps.count - 1).dur = 1e9  clamps.o(clamps.count - 1).amp = 0.2 + 0.05*g }
    if (g < 2) {
        clamps.append(new SEClamp(0.5))
        { clamps.o(clamps.count - 1).dur1 = 1e9  clamps.o(clamps.count - 1).rs = 300 }
        pc.source_var(&v(0.5), 70 + g)
        pc.target_var(&clamps.o(clamps.count - 1).amp1, 71 - g)
    }
}
{ pc.setup_transfer() pc.set_maxstep(10) finitialize(-65) pc.psolve(30) }
"""


def test_a_ranks_part_may_want_for_the_far_ends_of_gap_junctions(ranvier, tmp_path):
    """If running cells do not need them."""
    (tmp_path / "net.hoc").write_text(JOINED_RANKS)
    ranvier.check("--quiet", "--raster", "all.h5", "net.hoc", cwd=tmp_path, ranks=2)

    def outcome(cells, *more):
        return ranvier.run(
            "replay", "--quiet", "--raster", "all.h5", "--verify", "--cells", cells, *more, "net.hoc", cwd=tmp_path
        )

    for done in (outcome("2", "--rank", "0", "--of", "2"), outcome("1,0")):
        assert done.status == 0 and "identical: " in done.out and "identical: 0 " not in done.out, done
    refused = outcome("0,2", "--rank", "0", "--of", "2")
    assert refused.status == 1 and "gap junction 71 leads to SEClamp in soma[0] (gid 0), which runs" in refused.err, (
        refused
    )


@pytest.mark.parametrize(
    "words, says",
    [
        (["--cells", "40"], "the script creates no cell with gid 40"),
        (["--cells", "3-1"], "the range '3-1' is empty"),
        (["--cells", "x"], "'x' is not a gid"),
        (["--cells", "@none.txt"], "cannot read none.txt"),
        (["--cells", "1", "--rank", "2", "--of", "2"], "ranks are numbered from 0"),
        (["--cells", "1", "--rank", "-1", "--of", "2"], "--rank: -1 is not in the range 0 to 2147483646"),
        (["--cells", "0", "--rank", "1", "--of", "2"], "no cell with gid 0 as this rank; choose --cells that"),
        (["--cells", "1", "--population", "Other"], "Other"),
    ],
)
def test_bad_choices(ranvier, script, recorded, tmp_path, words, says):
    outcome = ranvier.run("replay", "--quiet", "--raster", recorded / "all.h5", *words, script, cwd=tmp_path)
    assert outcome.status != 0 and says in outcome.err, outcome


@pytest.mark.parametrize(
    "text, says",
    [
        ("1.5\t3\n2.5\t77\n", "gid 77 fires in the raster, but the script does not create it"),
        ("nan\t3\n", "raster.txt:1"),
        ("1.5 three\n", "raster.txt:1"),
        (None, "no such file"),
    ],
)
def test_bad_rasters(ranvier, script, tmp_path, text, says):
    if text is not None:
        (tmp_path / "raster.txt").write_text(text)
    outcome = ranvier.run("replay", "--quiet", "--raster", "raster.txt", "--cells", "3", script, cwd=tmp_path)
    assert outcome.status == 1 and says in outcome.err, outcome


def test_ring_and_artificial_net_repeat(ranvier, root, tmp_path):
    for model, words in (
        ("ring", ["ncell = 16", "kick_every = 2", "ncomp = 10", "tstop = 50"]),
        ("artificial_net", ["ncell = 48", "ncon = 20", "weight = 0.02", "tstop = 60"]),
    ):
        script = root / "models" / model / f"{model}.hoc"
        given = [word for statement in words for word in ("-c", statement)]
        ranvier.check("--quiet", "--raster", f"{model}.h5", *given, script, cwd=tmp_path, ranks=2)
        for cells in ("5", "0-7", "3,9,15"):
            outcome = ranvier.check(
                "replay",
                "--quiet",
                "--raster",
                f"{model}.h5",
                "--cells",
                cells,
                "--verify",
                *given,
                script,
                cwd=tmp_path,
            )
            assert "identical: " in outcome.out and "identical: 0 " not in outcome.out, outcome


# Two artificial cells with gids, joined by something other than spikes of gids.
JOINED = """
objref pc, a, b, nc, other, nil, r
pc = new ParallelContext()
create s
access s
%s
{pc.set_gid2node(0, 0) nc = new NetCon(a, nil) pc.cell(0, nc %s)}
{pc.set_gid2node(1, 0) nc = new NetCon(b, nil) pc.cell(1, nc)}
%s
{pc.set_maxstep(10)}
finitialize(-65)
{pc.psolve(5)}
"""
DRAWS = """
NEURON { ARTIFICIAL_CELL Draws POINTER held RANGE drawn }
ASSIGNED { held drawn }
INITIAL { net_send(1, 1) }
NET_RECEIVE (w) { drawn = pick() net_send(1, 1) }
VERBATIM
extern double nrn_random_pick(void*);
extern void* nrn_random_arg(int);
ENDVERBATIM
FUNCTION pick() {
VERBATIM
    return _p_held ? nrn_random_pick((void*)_p_held) : 0.;
ENDVERBATIM
}
PROCEDURE take() {
VERBATIM
    void** at = (void**)(&_p_held);
    *at = nrn_random_arg(1);
ENDVERBATIM
}
"""


@pytest.mark.parametrize(
    "make, output, join, says",
    [
        (
            "a = new Draws()\nb = new Draws()\nr = new Random()",
            "",
            "{a.take(r) b.take(r)}",
            ["draw from one Random", "Draws (gid 0)", "Draws (gid 1)", "together: 0,1"],
        ),
        (
            "a = new IntFire1()\nb = new IntFire1()",
            ", 0",
            "other = pc.gid_connect(0, b)",
            ["from IntFire1 (gid 0) to IntFire1 (gid 1)", "pc.cell keeps"],
        ),
    ],
)
def test_what_else_joins_cells_is_noticed(ranvier, tmp_path, make, output, join, says):
    (tmp_path / "draws.mod").write_text(DRAWS)
    (tmp_path / "joined.hoc").write_text(JOINED % (make, output, join))
    (tmp_path / "empty.txt").write_text("")

    def outcome(cells):
        return ranvier.run("replay", "--quiet", "--raster", "empty.txt", "--cells", cells, "joined.hoc", cwd=tmp_path)

    alone = outcome("1")
    assert alone.status == 1 and all(word in alone.err for word in says), alone
    together = outcome("0,1")
    assert together.status == 0, together


def test_another_source_of_an_idle_cell_is_noticed(ranvier, tmp_path):
    (tmp_path / "tied.hoc").write_text(
        TIED % "objref syn, by\nb syn = new ExpSyn(0.5)\na by = new NetCon(&v(0), syn)\n"
    )
    (tmp_path / "empty.txt").write_text("")
    outcome = ranvier.run("replay", "--quiet", "--raster", "empty.txt", "--cells", "1", "tied.hoc", cwd=tmp_path)
    assert (
        outcome.status == 1
        and "has no gid, and hence no spikes in the raster, leads from a (gid 0) to ExpSyn in b (gid 1)" in outcome.err
    ), outcome


# Fires every millisecond; nothing binds one to another.
COUNTER = """
NEURON { ARTIFICIAL_CELL Counter GLOBAL all RANGE own }
ASSIGNED { all own }
INITIAL { %s net_send(1, 1) }
NET_RECEIVE (w) { %s net_event(t) net_send(1, 1) }
"""


@pytest.mark.parametrize(
    "at_start, at_events, join, says",
    [
        ("own = 0", "own = own + 1", "", None),
        ("all = 0", "all = all + 1", "", "instances of Counter pass values to each other through GLOBAL variables"),
        ("own = scop_random()", "own = 1", "", None),
        ("own = 0", "own = scop_random()", "", "drew from the random stream that all cells of a process share"),
        (
            "own = 0",
            "own = 1",
            '{other = new NetCon(a, nil) other.record("b.own = 2")}',
            "statements of NetCon.record were not run at spikes of 1 idle",
        ),
    ],
)
def test_what_a_replay_may_not_repeat_is_noticed(ranvier, tmp_path, at_start, at_events, join, says):
    (tmp_path / "counter.mod").write_text(COUNTER % (at_start, at_events))
    (tmp_path / "untied.hoc").write_text(JOINED % ("a = new Counter()\nb = new Counter()", "", join))
    ranvier.check("--raster", "all.h5", "untied.hoc", cwd=tmp_path)
    outcome = ranvier.check("replay", "--raster", "all.h5", "--cells", "1", "--verify", "untied.hoc", cwd=tmp_path)
    assert "identical: 5 spikes" in outcome.out, outcome
    (tmp_path / "part.hoc").write_text(
        "objref pc, chosen\npc = new ParallelContext()\nchosen = new Vector()\nchosen.append(1)\n"
        'pc.replay("all.h5", chosen)\n{load_file("untied.hoc")}\n'
    )
    for told in outcome.err, ranvier.check("part.hoc", cwd=tmp_path).err:
        assert ("the spikes may differ from the raster" in told) == bool(says), told
        assert not says or says in told, told


def test_a_replay_that_never_runs_has_no_doubts(ranvier, tmp_path):
    (tmp_path / "counter.mod").write_text(COUNTER % ("all = 0", "all = all + 1"))
    joined = JOINED % (
        "a = new Counter()\nb = new Counter()",
        "",
        '{other = new NetCon(a, nil) other.record("b.own = 2")}',
    )
    (tmp_path / "net.hoc").write_text(joined)
    ranvier.check("--raster", "all.h5", "net.hoc", cwd=tmp_path)
    (tmp_path / "never.hoc").write_text(
        joined.replace("finitialize(-65)\n{pc.psolve(5)}", '{pc.replay("all.h5", new Vector(1, 1))}')
    )
    assert "may differ" not in ranvier.check("never.hoc", cwd=tmp_path).err


# use_local_dt wants a section to be there
VARIABLE = ["-c", "create spare", "-c", "objref cv", "-c", "cv = new CVode()"]


@pytest.mark.parametrize("gids", [[3], [0, 5, 105], [7, 100, 101]])
def test_local_steps_repeat_too(ranvier, script, tmp_path, gids):
    words = [*VARIABLE, "-c", "cv.use_local_dt(1)", "-c", "cv.active(1)", "-c", "strdef out", "-c", 'out = "v"']
    (tmp_path / "again").mkdir()
    ranvier.check("--quiet", "--raster", "all.h5", *words, script, cwd=tmp_path, ranks=2)
    outcome = ranvier.check(
        "replay",
        "--quiet",
        "--raster",
        "../all.h5",
        "--verify",
        "--cells",
        ",".join(map(str, gids)),
        *words,
        script,
        cwd=tmp_path / "again",
    )
    assert "identical: " in outcome.out and "identical: 0 " not in outcome.out, outcome
    for gid in gids:
        if gid < 100:
            trace = (tmp_path / "again" / f"v.{gid}").read_text()
            assert trace.count("\n") > 100 and trace == (tmp_path / f"v.{gid}").read_text(), f"voltages of gid {gid}"


def test_steps_of_all_cells_together_are_refused(ranvier, script, recorded, tmp_path):
    outcome = replay(ranvier, script, recorded, tmp_path, "3", *VARIABLE, "-c", "cv.active(1)")
    assert outcome.status == 1 and "use_local_dt(1)" in outcome.err, outcome


SHORT = """
objref pc, cells, joins, nil
pc = new ParallelContext()
cells = new List()
joins = new List()
if (!name_declared("tstop")) { execute("tstop = 20") }
for i = 0, 2 {
  cells.append(new NetStim())
  cells.o(i).interval = 3
  cells.o(i).number = 100
  cells.o(i).start = i
  pc.set_gid2node(i, 0)
  pc.cell(i, new NetCon(cells.o(i), nil))
}
{ pc.set_maxstep(1)  finitialize()  pc.psolve(tstop) }
"""


@pytest.fixture(scope="module")
def short(ranvier, tmp_path_factory):
    folder = tmp_path_factory.mktemp("short")
    (folder / "net.hoc").write_text(SHORT)
    ranvier.check("--quiet", "--raster", "all.h5", "net.hoc", cwd=folder)
    return folder


def test_a_replay_beyond_its_raster_is_an_error(ranvier, short):
    words = ("--quiet", "--raster", "all.h5", "--cells", "1", "--verify")
    assert ranvier.run("replay", *words, "-c", "tstop = 20", "net.hoc", cwd=short).status == 0
    assert ranvier.run("replay", *words, "-c", "tstop = 15", "net.hoc", cwd=short).status == 0
    outcome = ranvier.run("replay", *words, "-c", "tstop = 30", "net.hoc", cwd=short)
    assert outcome.status == 1
    assert "all.h5 ends at 20 ms, but the replay ran until 30 ms, where the other cells were silent" in outcome.err
    # A raster of another program does not say where it ends.
    with h5py.File(short / "all.h5") as ours, h5py.File(short / "other.h5", "w") as other:
        for name in ("timestamps", "node_ids"):
            other[f"spikes/All/{name}"] = ours[f"spikes/All/{name}"][:]
    others = ("--quiet", "--raster", "other.h5", "--cells", "1")
    assert ranvier.run("replay", *others, "-c", "tstop = 30", "net.hoc", cwd=short).status == 0


def test_a_replay_with_another_arithmetic_is_an_error(ranvier, short):
    words = ("--quiet", "--raster", "all.h5", "--cells", "1")
    outcome = ranvier.run("replay", "--math", "libm", *words, "net.hoc", cwd=short)
    assert outcome.status == 1
    assert "all.h5 was recorded with --math vector" in outcome.err and "replay it with --math vector" in outcome.err
