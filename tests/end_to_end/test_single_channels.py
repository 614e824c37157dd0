"""KSChan.single(1): molecules simulated one by one, in distribution as in NEURON, from streams that no rank changes."""

import math

import pytest

CHANNEL = r"""
objref ks, vec, gate, state[3], tr, nil
proc rate() {  // direction, form, three parameters
    vec = new Vector()
    vec.append($3, $4, $5)
    tr.set_f($1, $2, vec)
}
ks = new KSChan(1)
{ks.name("chan") ks.iv_type(0) ks.gmax(1e-5) ks.erev(0)}
gate = nil
state[0] = ks.add_ksstate(gate, "closed")
gate = state[0].gate
state[1] = ks.add_ksstate(gate, "open")
state[2] = ks.add_ksstate(gate, "blocked")
{state[1].frac(1)}
tr = ks.add_transition(state[0], state[1])
{rate(0, 2, 0.6, 0.02, -60) rate(1, 2, 0.9, -0.02, -60)}
tr = ks.add_transition(state[1], state[2])
{rate(0, 1, 0.4, 0, 0) rate(1, 1, 0.3, 0, 0)}
"""

# One section of many channels at a clamped voltage: closed <-> open <-> blocked. Two times, 5 ms apart.
CLAMPED = (
    CHANNEL
    + r"""
create soma
access soma
{L = diam = 20  cm = 1e9}
{ks.single(1)}
objref all, p, first[3], second[3]
all = new List()
for k = 1, number_ { p = new chan(0.5)  p.Nsingle = size_  p.gmax = 0  all.append(p) }
proc note() { local k
    for k = 0, all.count - 1 { p = all.o(k)  printf("%g %g %g %g\n", p.closed, p.open, p.blocked, p.g) }
}
proc run_them() {
    finitialize(-40)
    note()
    while (t < 5 - dt/2) fadvance()
    note()
}
run_them()
quit()
"""
)


def fractions_at(v):
    """Steady state of closed, open and blocked; detailed balance, because the scheme has no loop."""
    alpha, beta = 0.6 * math.exp(0.02 * (v + 60)), 0.9 * math.exp(-0.02 * (v + 60))
    closed, opened, blocked = 1.0, alpha / beta, alpha / beta * 0.4 / 0.3
    total = closed + opened + blocked
    return closed / total, opened / total, blocked / total


def assert_binomial(numbers, size, fraction):
    """Mean and variance are within 5 standard errors; the seeds are fixed, so this does not depend on chance."""
    n = len(numbers)
    mean, variance = size * fraction, size * fraction * (1 - fraction)
    fourth = variance * (1 + 3 * variance * (1 - 2 / size))  # central moment of the binomial distribution
    found = sum(numbers) / n
    spread = sum((each - found) ** 2 for each in numbers) / (n - 1)
    assert abs(found - mean) < 5 * math.sqrt(variance / n), (found, mean)
    assert abs(spread - variance) < 5 * math.sqrt((fourth - variance**2 * (n - 3) / (n - 1)) / n), (spread, variance)


@pytest.mark.parametrize("size", [1, 40])
@pytest.mark.parametrize("simulator", ["ranvier", "neuron"])
def test_states_are_distributed_binomially(ranvier, neuron, tmp_path, simulator, size):
    """At finitialize and 5 ms later, which is several time constants: as in NEURON."""
    number = 2000
    script = f"number_ = {number}\nsize_ = {size}\n" + CLAMPED
    if simulator == "neuron":
        out = neuron.run(script)["out"]
    else:
        (tmp_path / "script.hoc").write_text(script)
        out = ranvier.check("--quiet", "script.hoc", cwd=tmp_path).out
    rows = [[float(word) for word in line.split()] for line in out.splitlines() if line.count(" ") == 3]
    assert len(rows) == 2 * number and all(sum(row[:3]) == size for row in rows)
    for part in (rows[:number], rows[number:]):
        for k, fraction in enumerate(fractions_at(-40)):
            assert_binomial([row[k] for row in part], size, fraction)
    moved = sum(before[:3] != after[:3] for before, after in zip(rows[:number], rows[number:], strict=True))
    assert moved > number / 3


def test_times_between_transitions_are_exponential(ranvier, tmp_path):
    """A molecule that leaves a state with rate r stays 1/r on average, and sqrt(1/r^2) is the standard deviation."""
    script = (
        CLAMPED.replace("run_them()\nquit()", "")
        + r"""
objref kept
p = all.o(0)
finitialize(-40)
dt = 0.005
was = p.open
since = -1
while (t < 20000) {
    fadvance()
    if (p.open != was) {
        if (was == 1 && since >= 0) print t - since
        was = p.open
        since = t
    }
}
"""
    )
    (tmp_path / "script.hoc").write_text("number_ = 1\nsize_ = 1\n" + script)
    times = [float(line) for line in ranvier.check("--quiet", "script.hoc", cwd=tmp_path).out.split()]
    leaving = 0.9 * math.exp(-0.02 * 20) + 0.4
    mean = sum(times) / len(times)
    deviation = math.sqrt(sum((each - mean) ** 2 for each in times) / len(times))
    assert len(times) > 2000
    # Visits of less than a step are missed, or seen as a step: 0.5 % of the mean. 5 standard errors are more.
    assert mean == pytest.approx(1 / leaving, rel=5 / math.sqrt(len(times)))
    assert deviation == pytest.approx(1 / leaving, rel=5 * math.sqrt(2 / len(times)))


# A ring of cells that fire, with channels that change their voltages: two sections, two channels at one place.
NETWORK = (
    CHANNEL
    + r"""
{ks.single(1)}
begintemplate Cell
public soma, dend, synapse, chans
objref synapse, chans, p
create soma, dend
proc init() { local k
    chans = new List()
    soma { L = diam = 20  insert hh }
    dend { L = 100  diam = 2  nseg = 3  insert pas }
    connect dend(0), soma(1)
    for k = 1, 2 { soma p = new chan(0.5)  { p.Nsingle = 60  chans.append(p) } }
    dend { p = new chan(0.9)  { p.Nsingle = 60  p.gmax = 3e-5  chans.append(p) } }
    dend p = new chan(0.1)
    { p.Nsingle = 1  p.gmax = 1e-3  chans.append(p) }
    soma synapse = new ExpSyn(0.5)
}
endtemplate Cell
objref pc, cells, cell, nc, kept, stim
pc = new ParallelContext()
cells = new List()
kept = new List()
for (gid = pc.id; gid < 7; gid += pc.nhost) {
    cell = new Cell()
    cells.append(cell)
    pc.set_gid2node(gid, pc.id)
    cell.soma nc = new NetCon(&v(0.5), nil)
    pc.cell(gid, nc)
}
for k = 0, cells.count - 1 {
    gid = pc.id + k * pc.nhost
    nc = pc.gid_connect((gid + 6) % 7, cells.o(k).synapse)
    { nc.delay = 2  nc.weight = 0.04  kept.append(nc) }
}
for k = 0, 1 if (pc.gid_exists(3*k)) {
    stim = new NetStim()
    { stim.start = 1 + 5*k  stim.number = 1e9  stim.interval = 40  kept.append(stim) }
    nc = new NetCon(stim, pc.gid2cell(3*k).synapse)
    { nc.weight = 0.05  kept.append(nc) }
}
{pc.set_maxstep(10)}
proc state_of_cells() { local k, i
    for k = 0, cells.count - 1 {
        printf("gid %d", pc.id + k * pc.nhost)
        for i = 0, 3 printf(" %g/%g", cells.o(k).chans.o(i).open, cells.o(k).chans.o(i).blocked)
        printf(" %.17g\n", cells.o(k).soma.v(0.5))
    }
}
"""
)
RUN = "finitialize(-65)\npc.psolve(stop_)\nstate_of_cells()\npc.barrier()\n"


def states(outcome):
    return sorted(line for line in outcome.out.splitlines() if line.startswith("gid "))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("single")
    (made / "net.hoc").write_text(NETWORK + RUN)
    (made / "twice.hoc").write_text(NETWORK + RUN + RUN)
    return made


@pytest.fixture(scope="module")
def whole(ranvier, folder):
    outcome = ranvier.check("--quiet", "--raster", "whole.h5", "-c", "stop_ = 120", "net.hoc", cwd=folder)
    ranvier.check("--quiet", "--raster", "whole.txt", "-c", "stop_ = 120", "net.hoc", cwd=folder)
    found = states(outcome)
    assert len(found) == 7 and len({line.split(" ", 2)[2] for line in found}) == 7
    assert len((folder / "whole.txt").read_text().splitlines()) > 8
    return found


@pytest.mark.parametrize("ranks, more", [(2, []), (3, []), (1, ["--threads", "2"]), (2, ["--exchange", "isend"])])
def test_same_for_ranks_and_threads(ranvier, folder, whole, tmp_path, ranks, more):
    raster = tmp_path / "spikes.txt"
    outcome = ranvier.check(
        "--quiet", "--raster", raster, *more, "-c", "stop_ = 120", "net.hoc", cwd=folder, ranks=ranks
    )
    assert states(outcome) == whole
    assert raster.read_bytes() == (folder / "whole.txt").read_bytes()


@pytest.mark.parametrize("before, after", [(1, 2), (2, 1)])
def test_interrupted_run_goes_on(ranvier, folder, whole, tmp_path, before, after):
    raster = tmp_path / "spikes.txt"
    run = ["--quiet", "--raster", raster, "--checkpoint-every", "10ms", "--resume"]
    failed = ranvier.run(*run, "-c", "stop_ = 55", "net.hoc", "-c", "quit(3)", cwd=folder, ranks=before)
    assert failed.status == 3, failed
    outcome = ranvier.check(*run, "-c", "stop_ = 120", "net.hoc", cwd=folder, ranks=after)
    assert states(outcome) == whole
    assert raster.read_bytes() == (folder / "whole.txt").read_bytes()


def test_cells_are_replayed_alone(ranvier, folder, whole):
    arguments = ["--raster", "whole.h5", "--cells", "2,5", "--verify", "-c", "stop_ = 120", "net.hoc"]
    assert "identical" in ranvier.check("replay", *arguments, cwd=folder).out


def test_cells_are_not_extracted(ranvier, folder, whole):
    """A file of extracted cells names .mod files; the script that makes the channel is not among them."""
    arguments = ["--raster", "whole.h5", "--cells", "2,5", "--out", "cells.h5", "-c", "stop_ = 120", "net.hoc"]
    outcome = ranvier.run("extract", *arguments, cwd=folder)
    assert outcome.status == 1 and "chan was made by a script (KSChan)" in outcome.err, outcome


def test_streams_go_on_and_begin_again_with_the_seed(ranvier, folder, whole, tmp_path):
    """As in NEURON, a second finitialize draws other numbers, unless rseed is set before."""

    def runs(between, ranks):
        text = (folder / "twice.hoc").read_text().replace(RUN + RUN, RUN + 'print "--"\n' + between + RUN)
        (tmp_path / "script.hoc").write_text(text)
        out = ranvier.check("--quiet", "-c", "stop_ = 20", "script.hoc", cwd=tmp_path, ranks=ranks).out
        found = sorted(line for line in out.splitlines() if line.startswith("gid "))
        assert len(found) == 14
        return found

    again = runs("{ks.rseed(0)}\n", 1)
    assert again[::2] == again[1::2]
    other, on = runs("{ks.rseed(7)}\n", 1), runs("", 1)
    assert other[::2] != other[1::2] and on[::2] != on[1::2] and other != on
    assert runs("{ks.rseed(7)}\n", 2) == other and runs("", 2) == on


def test_saved_state_restores_molecules(ranvier, tmp_path):
    """SaveState leaves random streams where they are, so a run from it is another one."""
    script = (
        NETWORK
        + r"""
objref state
finitialize(-65)
pc.psolve(20)
state = new SaveState()
state.save()
state_of_cells()
pc.psolve(40)
state.restore()
state_of_cells()
pc.psolve(40)
"""
    )
    (tmp_path / "script.hoc").write_text(script)
    found = states(ranvier.check("--quiet", "script.hoc", cwd=tmp_path))
    assert found[::2] == found[1::2] and len(found) == 14


def test_members_are_neurons(ranvier, neuron, tmp_path):
    script = (
        CHANNEL
        + r"""
print ks.single(1), ks.single, ks.vres, ks.vres(0.5), ks.rseed
tr = ks.add_transition(state[0], state[2])
print ks.single
{ks.remove_transition(tr)}
{ks.single(1)}
{state[0].gate.power(2)}
print ks.single
{state[0].gate.power(1)}
{ks.single(1)}
create soma
access soma
objref p
p = new chan(0.5)
print p.Nsingle, p.nsingle, p.gmax, p.e
p.Nsingle = 0
finitialize(-65)
for k = 1, 40 fadvance()
printf("%g %.12g %.12g %.12g\n", p.Nsingle, p.open, p.blocked, p.i)
p.Nsingle = 24.7
finitialize(-65)
print p.Nsingle, p.nsingle, p.open + p.closed + p.blocked
quit()
"""
    )
    (tmp_path / "script.hoc").write_text(script)
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out.split()
    theirs = neuron.run(script)["out"].split()
    assert len(theirs) > 15
    assert [float(word) for word in ours] == [pytest.approx(float(word), rel=1e-10) for word in theirs]


def test_streams_can_be_chosen(ranvier, tmp_path):
    """One for each channel; equal ids give equal numbers."""
    script = "number_ = 3\nsize_ = 30\n" + CLAMPED.replace(
        "run_them()\nquit()",
        "{all.o(0).single_stream.set_ids(1, 2, 3) all.o(2).single_stream.set_ids(1, 2, 3)}\nrun_them()",
    )
    (tmp_path / "script.hoc").write_text(script)
    lines = ranvier.check("--quiet", "script.hoc", cwd=tmp_path).out.splitlines()
    assert len(lines) == 6 and lines[0] == lines[2] != lines[1] and lines[3] == lines[5]


@pytest.mark.parametrize(
    "statements, says",
    [
        ("ks = new KSChan(0)\nks.single(1)", "only a point process has single channels: new KSChan(1)"),
        ('ks = new KSChan(1)\n{ks.add_hhstate("m")}\nks.single(1)', "exactly one gate, which is a kinetic scheme"),
        ("{state[0].gate.power(2)}\nks.single(1)", "a gate to the power 1"),
        ("objref p\ncreate soma\nsoma p = new chan(0.5)\nks.single(1)", "in use as a mechanism"),
        ("{ks.single(1)}\nobjref p\ncreate soma\nsoma p = new chan(0.5)\nstate[0].gate.power(2)", "need the power 1"),
        (
            "{ks.single(1)}\nobjref p\ncreate soma\nsoma p = new chan(0.5)\np.Nsingle = -1\nfinitialize()",
            "from 0 to 1e9",
        ),
        (
            "{ks.single(1)}\nobjref p, cvode\ncreate soma\nsoma p = new chan(0.5)\ncvode = new CVode()\n{cvode.active(1)}\nfinitialize()",
            "chan cannot be used with variable steps: its single channels need fixed steps",
        ),
    ],
)
def test_mistake_is_explained(ranvier, tmp_path, statements, says):
    (tmp_path / "script.hoc").write_text(CHANNEL + statements + "\n")
    outcome = ranvier.run("--quiet", "script.hoc", cwd=tmp_path)
    assert outcome.status != 0 and says in outcome.err, outcome
