"""Ranks that differ in what must be the same end with one message, and those that may differ run."""

import re
import sys

import pytest
from oracle import commands

NET = """
objref pc, cell, nc, nil, kept, times, gids
pc = new ParallelContext()
begintemplate Cell
public soma, syn
create soma
objref syn
proc init() {
    soma { L = 20  diam = 20  insert MECHANISM }
    soma syn = new ExpSyn(0.5)
    IN_CELL
}
endtemplate Cell
objref cells[4]
kept = new List()
times = new Vector()
gids = new Vector()
for gid = 0, 3 if (gid % NRANKS == pc.id) {
    cells[gid] = new Cell()
    pc.set_gid2node(gid, pc.id)
    cells[gid].soma nc = new NetCon(&v(0.5), nil)
    nc.threshold = -60
    pc.cell(gid, nc)
}
for gid = 0, 3 if (gid % NRANKS == pc.id) {
    CONNECT
}
objref stim
if (pc.gid_exists(0)) {
    cells[0].soma stim = new IClamp(0.5)
    { stim.del = 1  stim.dur = 2  stim.amp = 1 }
}
{ pc.spike_record(-1, times, gids) }
BEFORE
{ pc.set_maxstep(10) }
AFTER
finitialize(-65)
ADVANCE
n = pc.allreduce(times.size, 1)
if (pc.id == 0) print n, " spikes"
{ pc.barrier() }
quit()
"""
CONNECT = "{ nc = pc.gid_connect((gid + 3) % 4, cells[gid].syn)  nc.delay = 2  nc.weight = 0.05  kept.append(nc) }"


def network(mechanism="hh", in_cell="", connect=CONNECT, before="", after="", advance="{ pc.psolve(20) }", ranks=2):
    words = {
        "MECHANISM": mechanism,
        "IN_CELL": in_cell,
        "CONNECT": connect,
        "BEFORE": before,
        "AFTER": after,
        "ADVANCE": advance,
        "NRANKS": str(ranks),
    }
    text = NET
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def launch(ranvier, *words, cwd):
    """The outcome of ranks that are started in different ways: -n 1 ... : -n 1 ..."""
    env = {"PYTHONPATH": str(ranvier.bin_folder.parent / "python")}
    return commands.run([ranvier.mpiexec, *words], cwd, env, limit=60)


def check_refused(outcome, *patterns):
    """All ranks ended with one message."""
    assert outcome.status == 1, outcome
    for pattern in patterns:
        assert re.search(pattern, outcome.err), outcome
    said = re.findall("^rank [0-9]+: |^the ranks|^deadlock|^Traceback", outcome.err, flags=re.M)
    assert len(said) == 1, outcome


# --- when a network runs


@pytest.mark.parametrize(
    "words, message",
    [
        ({"before": "dt = 0.025*(1 + pc.id)"}, "dt is 0.025 ms on rank 0, 0.05 ms on rank 1"),
        ({"after": "if (pc.id == 2) dt = 0.0125"}, "dt is 0.025 ms on ranks 0-1, 0.0125 ms on rank 2"),
        ({"before": "if (pc.id == 1) celsius = 20"}, "celsius is 6.3 degrees on rank 0, 20 degrees on rank 1"),
        (
            {"after": "if (pc.id == 1) dt = 0.05", "advance": "while (t < 20) fadvance()"},
            "dt is 0.025 ms on rank 0, 0.05 ms on rank 1",
        ),
    ],
)
def test_a_network_has_one_dt_and_one_temperature(ranvier, tmp_path, words, message):
    ranks = 3 if "2" in message.split()[-1] else 2
    (tmp_path / "net.hoc").write_text(network(ranks=ranks, **words))
    check_refused(ranvier.run("net.hoc", cwd=tmp_path, ranks=ranks), re.escape(message))


@pytest.mark.parametrize("exchange", ["alltoall", "isend", "isend:subintervals=2", "pairwise", "persistent"])
def test_with_each_exchange(ranvier, tmp_path, exchange):
    (tmp_path / "net.hoc").write_text(network(before="dt = 0.025*(1 + pc.id)"))
    outcome = ranvier.run("--exchange", exchange, "net.hoc", cwd=tmp_path, ranks=2)
    check_refused(outcome, "dt is 0.025 ms on rank 0, 0.05 ms on rank 1")


PYTHON_NET = """
from neuron import h
pc = h.ParallelContext()
rank = int(pc.id())
soma = h.Section(name="soma")
soma.insert("hh")
syn = h.ExpSyn(soma(0.5))
pc.set_gid2node(rank, rank)
source = h.NetCon(soma(0.5)._ref_v, None, sec=soma)
pc.cell(rank, source)
nc = pc.gid_connect(1 - rank, syn)
nc.delay = 3
pc.set_maxstep(10)
SETTING
h.finitialize(-65)
pc.psolve(10)
"""


@pytest.mark.parametrize(
    "setting, message",
    [
        ("h.celsius = 6.3 + 10 * rank", "celsius is 6.3 degrees on rank 0, 16.3 degrees on rank 1"),
        ("h.dt = 0.1 / (1 + rank)", "dt is 0.1 ms on rank 0, 0.05 ms on rank 1"),
    ],
)
@pytest.mark.parametrize("program", ["ranvier", "python3"])
def test_so_does_one_of_python(ranvier, python, tmp_path, setting, message, program):
    (tmp_path / "net.py").write_text(PYTHON_NET.replace("SETTING", setting))
    command = sys.executable if program == "python3" else ranvier.bin_folder / program
    outcome = launch(ranvier, "-n", 2, command, "net.py", cwd=tmp_path)
    assert outcome.status == 1 and message in outcome.err and "deadlock" not in outcome.err, outcome


@pytest.mark.parametrize("program, name", [("ranvier", "net.hoc"), ("ranvier", "net.py"), ("python3", "net.py")])
def test_the_ranks_of_a_network_run_the_same_script(ranvier, python, tmp_path, program, name):
    text = network() if name == "net.hoc" else PYTHON_NET.replace("SETTING", "")
    (tmp_path / name).write_text(text)
    (tmp_path / ("other_" + name)).write_text(text.replace("0.05", "0.06").replace("delay = 3", "delay = 4"))
    command = sys.executable if program == "python3" else ranvier.bin_folder / program
    outcome = launch(ranvier, "-n", 1, command, name, ":", "-n", 1, command, "other_" + name, cwd=tmp_path)
    pattern = r"script .* is [0-9a-f]{16} on rank 0, [0-9a-f]{16} on rank 1"
    assert outcome.status == 1 and re.search(pattern, outcome.err), outcome


NO_CELSIUS = """
NEURON { SUFFIX plainleak NONSPECIFIC_CURRENT i RANGE g }
PARAMETER { g = 0.0003 }
ASSIGNED { v i }
BREAKPOINT { i = g*(v + 65) }
"""


@pytest.mark.parametrize(
    "words",
    [
        # Set where it is computed, and given to the others before the run.
        {
            "before": "if (pc.id == 0) dt = 0.0125",
            "after": "objref sent\nsent = new Vector(1, dt)\n{ pc.broadcast(sent, 0)  dt = sent.x[0] }",
        },
        # Only ranks with cells set it.
        {"in_cell": "{ celsius = 20  dt = 0.0125 }", "ranks": 1},
        # Nothing depends on it.
        {"mechanism": "pas", "before": "celsius = 10 + pc.id"},
        {"mechanism": "plainleak", "before": "celsius = 10 + pc.id"},
        {"mechanism": "plainleak", "before": "celsius = 10 + pc.id", "advance": "while (t < 20) fadvance()"},
        # The cells of different ranks have nothing to do with each other.
        {"connect": "", "before": "{ celsius = 10 + pc.id  dt = 0.025/(1 + pc.id) }"},
        # Each rank loads another file.
        {"before": 'strdef file\n{ sprint(file, "cell%d.hoc", pc.id)  load_file(file) }'},
        {"before": '{ if (pc.id == 0) load_file("cell0.hoc") }'},
    ],
)
@pytest.mark.parametrize("ranks", [2, 3])
def test_what_may_differ(ranvier, tmp_path, words, ranks):
    for rank in range(3):
        (tmp_path / f"cell{rank}.hoc").write_text(f"my_rank = {rank}\n")
    (tmp_path / "plainleak.mod").write_text(NO_CELSIUS)
    (tmp_path / "net.hoc").write_text(network(**{"ranks": 2, **words}))
    out = ranvier.check("--quiet", "net.hoc", cwd=tmp_path, ranks=ranks).out
    assert int(out.split()[0]) >= 1, out


# --- at the start

MOD = "NEURON { SUFFIX leaky NONSPECIFIC_CURRENT i }\nASSIGNED { v i }\nBREAKPOINT { i = G*(v + 65) }\n"


def started(ranvier, tmp_path, first, second, folders=(".", "."), names=("ranvier", "ranvier")):
    """The outcome of ranks 0 and 1, started with different words."""
    (tmp_path / "print.hoc").write_text("objref pc\npc = new ParallelContext()\n{ pc.barrier() }\nquit()\n")
    script = tmp_path / "print.hoc"
    ranks = [
        ["-n", "1", "-wdir", tmp_path / folder, ranvier.bin_folder / name, *words, script]
        for folder, name, words in zip(folders, names, (first, second), strict=True)
    ]
    return launch(ranvier, *ranks[0], ":", *ranks[1], cwd=tmp_path)


@pytest.mark.parametrize(
    "first, second, message",
    [
        (["--math", "libm"], ["--math", "vector"], "--math is libm on rank 0, vector on rank 1"),
        (["--compat", "8.2"], [], "--compat is 8.2 on rank 0, 9 on rank 1"),
        (["--exchange", "isend"], [], "--exchange is isend on rank 0, allgather on rank 1"),
        (["--raster", "a.h5"], ["--raster", "b.h5"], "--raster is a.h5 on rank 0, b.h5 on rank 1"),
        (["--raster", "a.h5"], [], "--raster is a.h5 on rank 0, none on rank 1"),
    ],
)
def test_ranks_start_with_the_same_options(ranvier, tmp_path, first, second, message):
    check_refused(started(ranvier, tmp_path, first, second), re.escape(message))


def test_ranks_start_the_same_program(ranvier, tmp_path):
    outcome = started(ranvier, tmp_path, ["--math", "libm"], ["-nobanner"], names=("ranvier", "nrniv"))
    check_refused(outcome, "the program is ranvier on rank 0, nrniv on rank 1")


def test_ranks_start_with_the_same_mechanisms(ranvier, tmp_path):
    for folder, g in (("one", "0.001"), ("two", "0.002"), ("none", None)):
        (tmp_path / folder).mkdir()
        if g:
            (tmp_path / folder / "leaky.mod").write_text(MOD.replace("G", g))
    different = started(ranvier, tmp_path, [], [], folders=("one", "two"))
    check_refused(different, r"leaky.mod is \[[0-9a-f]{16}\] on rank 0, \[[0-9a-f]{16}\] on rank 1")
    missing = started(ranvier, tmp_path, [], [], folders=("one", "none"))
    check_refused(missing, r"leaky.mod is \[[0-9a-f]{16}\] on rank 0, missing on rank 1")
    (tmp_path / "two" / "leaky.mod").write_text(MOD.replace("G", "0.001"))
    same = started(ranvier, tmp_path, ["--quiet"], ["--quiet"], folders=("one", "two"))
    assert same.status == 0, same


def test_ranks_of_python_start_with_the_same_mechanisms(ranvier, python, tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "leaky.mod").write_text(MOD.replace("G", "0.001"))
    words = ["-n", 1, "-wdir", tmp_path / "one", sys.executable, "-c", "from neuron import h; h.t"]
    words += [":", "-n", 1, "-wdir", tmp_path, sys.executable, "-c", "from neuron import h; h.t"]
    check_refused(launch(ranvier, *words, cwd=tmp_path), r"leaky.mod is \[[0-9a-f]{16}\] on rank 0, missing on rank 1")


@pytest.mark.parametrize("method", ["pc.raster(name)", "pc.report(name)"])
def test_a_script_names_the_same_file_on_all_ranks(ranvier, tmp_path, method):
    words = 'sprint(name, "r%d.h5", pc.id)' if "raster" in method else 'sprint(name, "r%d.h5:variable=v", pc.id)'
    (tmp_path / "names.hoc").write_text(
        f"strdef name\nobjref pc\npc = new ParallelContext()\n{{ {words}  {method} }}\nquit()\n"
    )
    check_refused(ranvier.run("names.hoc", cwd=tmp_path, ranks=3), "r1.h5 on rank 1, but another file on rank 0")


CELLS = """
objref pc, place
pc = new ParallelContext()
place = new Vector(8)
begintemplate Ball
public soma, gain
create soma
proc init() { gain = 1  soma { insert hh } }
endtemplate Ball
{ pc.cells("Ball", 0, 8, WORDS, "source", "soma", 0.5) }
print "made"
quit()
"""
DIFFERENT = {
    '"seed", pc.id': "the ranks were given different cells",
    '"gain", "uniform", 0, 1 + pc.id': "the ranks were given different cells",
    '"gain", pc.id': "the ranks were given different cells",
    "place.fill(pc.id)": "the ranks would make 16 cells, not 8",
    "place.fill(1 - pc.id)": "the ranks would make 0 cells, not 8",
}


@pytest.mark.parametrize("words", DIFFERENT)
def test_cells_are_the_same_on_all_ranks(ranvier, tmp_path, words):
    (tmp_path / "net.hoc").write_text(CELLS.replace("WORDS", words))
    outcome = ranvier.run("net.hoc", cwd=tmp_path, ranks=2)
    assert outcome.status == 1 and DIFFERENT[words] in outcome.err and "made" not in outcome.out, outcome


def test_a_rank_may_know_the_values_of_its_cells_only(ranvier, tmp_path):
    own = CELLS.replace("WORDS", '"gain", place.fill(pc.id)')
    (tmp_path / "net.hoc").write_text(own)
    assert ranvier.check("net.hoc", cwd=tmp_path, ranks=2).out.count("made") >= 1
