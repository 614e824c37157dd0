"""spike_generator: cells that fire at given times, to the bit; and IntervalFire, which is built in, too."""

import random
import sys

import pytest
from oracle.commands import run

SCRIPT = """
objref pc, file, times, gids, cells, targets
pc = new ParallelContext()
{ pc.nthread(%d) }
file = new File()
times = new Vector()
gids = new Vector()
{ file.ropen("times.txt")  times.scanf(file)  file.close() }
{ file.ropen("gids.txt")  gids.scanf(file)  file.close() }
cells = pc.cells("spike_generator", 100, 50, "spikes", times, gids)
targets = pc.cells("IntFire1", 0, 40, "tau", 20)
{ pc.connect(cells, targets, "fixed_indegree", 10, "weight", 0.2, "delay", 1.5) }
{ pc.connect(targets, cells, "fixed_indegree", 10, "weight", 5) }
{ pc.set_maxstep(10) }
{ finitialize() }
{ pc.psolve(200) }
"""


@pytest.fixture(scope="module")
def given():
    """[(time, gid)], in no order; some cells have none; some times lie on the grid, some come twice."""
    draw = random.Random(5)
    spikes = [(draw.uniform(0, 250), draw.randrange(100, 148)) for _ in range(3000)]
    spikes += [(round(draw.uniform(0, 250), 1), draw.randrange(100, 148)) for _ in range(3000)]
    return spikes + spikes[:20] + [(0.0, 103), (200.0, 104), (10.0, 103)]


def raster(ranvier, folder, given, threads=1, ranks=1):
    """[(time, gid)] of generators, and of all other cells."""
    for name, column in (("times", 0), ("gids", 1)):
        (folder / f"{name}.txt").write_text("\n".join(repr(spike[column]) for spike in given))
    (folder / "net.hoc").write_text(SCRIPT % threads)
    ranvier.check("run", "--quiet", "--raster", "net.dat", "net.hoc", cwd=folder, ranks=ranks)
    rows = [line.split() for line in (folder / "net.dat").read_text().splitlines()]
    spikes = [(float(t), int(gid)) for t, gid in rows]
    return sorted(s for s in spikes if s[1] >= 100), [s for s in spikes if s[1] < 100]


def test_cells_fire_at_the_given_times(ranvier, tmp_path, given):
    expected = sorted(spike for spike in given if spike[0] < 200)
    generated, others = raster(ranvier, tmp_path, given)
    assert generated == expected
    assert len(others) > 100
    for ranks, threads in [(2, 1), (3, 2)]:
        assert raster(ranvier, tmp_path, given, threads, ranks) == (generated, others), (ranks, threads)


def test_a_run_begins_with_the_first_spike_again(ranvier, tmp_path):
    (tmp_path / "net.hoc").write_text("""
objref pc, times, gids
pc = new ParallelContext()
times = new Vector()
gids = new Vector()
{ times.append(7.25, 3)  gids.append(4, 4) }
{ pc.cells("spike_generator", 4, 1, "spikes", times, gids)  times.resize(0)  gids.resize(0) }
{ pc.spike_record(-1, times, gids)  pc.set_maxstep(10) }
for i = 0, 1 { finitialize()  pc.psolve(5 + 5*i)  times.printf("%g ") }
""")
    assert ranvier.check("--quiet", "net.hoc", cwd=tmp_path).out.split() == ["3", "3", "7.25"]


@pytest.mark.parametrize(
    "change, message",
    [
        ("times.append(1)", "spikes: there are 1 times, but 0 gids"),
        ("times.append(-1)  gids.append(3)", "spikes: cell 3 cannot fire at -1 ms; a run begins at 0"),
        ("times.append(log(0))  gids.append(3)", "cannot fire"),
        ("times.append(1)  gids.append(9)", "spikes: gid 9 is not one of the 9 cells"),
    ],
)
def test_bad_times(ranvier, tmp_path, change, message):
    head = "objref pc, times, gids\npc = new ParallelContext()\ntimes = new Vector()\ngids = new Vector()\n"
    script = head + f'{{ {change} }}\npc.cells("spike_generator", 0, 9, "spikes", times, gids)\n'
    (tmp_path / "net.hoc").write_text(script)
    outcome = ranvier.run("net.hoc", cwd=tmp_path)
    assert outcome.status != 0
    assert message in outcome.err


def test_other_cells_take_no_times(ranvier, tmp_path):
    script = (
        'objref pc, none\npc = new ParallelContext()\nnone = new Vector()\npc.cells("%s", 0, 9, "spikes", none, none)\n'
    )
    for name in ("IntFire1", "iaf_psc_alpha_stdp"):
        (tmp_path / "net.hoc").write_text(script % name)
        outcome = ranvier.run("net.hoc", cwd=tmp_path)
        assert outcome.status != 0 and "unknown parameter 'spikes'" in outcome.err, outcome


def test_a_checkpoint_contains_the_times(ranvier, tmp_path, given):
    generated, others = raster(ranvier, tmp_path, given)
    stop = '{ pc.psolve(140) }\nif (name_declared("fails")) { execerror("stop") }\n{ pc.psolve(200) }\n'
    (tmp_path / "net.hoc").write_text((SCRIPT % 1).replace("{ pc.psolve(200) }\n", stop))
    words = ("run", "--raster", "again.dat", "--checkpoint-every", "70ms")
    assert ranvier.run(*words, "-c", "fails = 1", "net.hoc", cwd=tmp_path).status != 0
    assert "at t = 140 ms" in ranvier.check(*words, "--resume", "net.hoc", cwd=tmp_path, ranks=2).err
    assert (tmp_path / "again.dat").read_bytes() == (tmp_path / "net.dat").read_bytes()


def test_python_gives_times_and_gids(ranvier, tmp_path):
    python = """
from neuron import h
pc = h.ParallelContext()
pc.cells("spike_generator", 0, 4, spikes=([5.5, 2.25, 1], (2, 0, 2)))
times, gids = h.Vector(), h.Vector()
pc.spike_record(-1, times, gids)
pc.set_maxstep(10)
h.finitialize()
pc.psolve(10)
print(list(zip(times, gids)))
"""
    (tmp_path / "net.py").write_text(python)
    outcome = run([sys.executable, "net.py"], tmp_path, {"PYTHONPATH": str(ranvier.bin_folder.parent / "python")})
    assert outcome.out == "[(1.0, 2.0), (2.25, 0.0), (5.5, 2.0)]\n", outcome


def test_interval_fire_is_that_of_the_mod_file(ranvier, root, tmp_path):
    """Built in, and from the file that NEURON compiles for models/artificial_net."""
    script = """
objref pc, cells
pc = new ParallelContext()
cells = pc.cells("IntervalFire", 0, 100, "tau", 8, "shortest", 5, "longest", 9, "seed", 2)
{ pc.connect(cells, cells, "fixed_indegree", 10, "weight", 0.05)  pc.set_maxstep(10)  finitialize()  pc.psolve(100) }
"""
    rasters = []
    for name in ("built_in", "file"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "net.hoc").write_text(script)
        if name == "file":
            text = (root / "models/artificial_net/interval_fire.mod").read_text()
            (folder / "interval_fire.mod").write_text(text.replace("ASSIGNED {", "ASSIGNED {\n    own"))
        ranvier.check("run", "--raster", "net.dat", "net.hoc", cwd=folder)
        rasters.append((folder / "net.dat").read_bytes())
    assert rasters[0] == rasters[1] and rasters[0].count(b"\n") > 1000
