"""Events at equal times: with libm arithmetic, one rank and one thread, in NEURON's order, which decides who fires."""

import random
import re

import pytest

CELLS = 12


STEPS = ["{finitialize(-65)}", "while (t < 200) fadvance()"]
SELF_QUEUE = [
    "objref pc, cvode",
    "pc = new ParallelContext()",
    "cvode = new CVode()",
    "{cvode.queue_mode(0, 1)}",
    "{pc.set_maxstep(1)}",
    "{finitialize(-65)}",
    "{pc.psolve(200)}",
]


def network(seed, delays, run=STEPS, weights=()):
    """IntFire1 cells whose inputs, of both signs, nearly all arrive at whole milliseconds."""
    some = random.Random(seed)
    lines = [
        f"objref cell[{CELLS}], drive[4], nc[{8 * CELLS}], times, ids, nil",
        "times = new Vector()",
        "ids = new Vector()",
    ]
    for i in range(CELLS):
        lines += [
            f"cell[{i}] = new IntFire1()",
            f"cell[{i}].tau = {10 + i % 3}",
            f"cell[{i}].refrac = {some.choice([1, 2, 3])}",
        ]
    for i in range(4):
        lines += [
            f"drive[{i}] = new NetStim()",
            f"drive[{i}].number = 1e9",
            f"drive[{i}].start = {some.choice([0, 1, 2])}",
            f"drive[{i}].interval = {some.choice([2, 3, 4])}",
        ]
    made = 0
    for source, count, sources, chosen in (
        ("drive", 2, 4, weights or [0.3, 0.5, 0.7, -0.4]),
        ("cell", 5, CELLS, weights or [0.3, 0.5, 0.7, -0.4, -0.7]),
    ):
        for i in range(CELLS):
            for _ in range(count):
                lines.append(
                    f"nc[{made}] = new NetCon({source}[{some.randrange(sources)}], cell[{i}], 0, "
                    f"{some.choice(delays):.17g}, {some.choice(chosen)})"
                )
                made += 1
    for i in range(CELLS):
        lines += [f"nc[{made}] = new NetCon(cell[{i}], nil)", f"{{nc[{made}].record(times, ids, {i})}}"]
        made += 1
    return "\n".join(
        [
            *lines,
            "create dummy",
            "access dummy",
            *run,
            'for i = 0, times.size - 1 printf("%.17g %d\\n", times.x[i], ids.x[i])',
            "quit()",
            "",
        ]
    )


def spikes(text):
    return sorted((float(t), int(cell)) for t, cell in (line.split() for line in text.splitlines() if line.strip()))


# Delays that a few units in the last place tell apart lead to one time, rounded.
DELAYS = {"one delay": (1,), "three delays": (1, 2, 3), "close delays": (1, 2, 1 + 2**-52, 1 + 2**-51)}


@pytest.mark.parametrize("delays", DELAYS.values(), ids=DELAYS)
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_ties_are_delivered_in_neurons_order(ranvier, neuron, tmp_path, seed, delays):
    script = network(seed, delays)
    expected = spikes(neuron.run(script)["out"])
    assert len(expected) > 100  # the net is alive: 186 spikes of NEURON at least
    (tmp_path / "net.hoc").write_text(script)
    assert spikes(ranvier.check("--math", "libm", "--quiet", "net.hoc", cwd=tmp_path).out) == expected


def test_another_order_would_be_seen(ranvier, neuron, tmp_path):
    """Vector arithmetic keeps the order that does not depend on ranks; here it gives other spikes."""
    script = network(1, (1, 2, 3))
    (tmp_path / "net.hoc").write_text(script)
    assert spikes(ranvier.check("--math", "vector", "--quiet", "net.hoc", cwd=tmp_path).out) != spikes(
        neuron.run(script)["out"]
    )


SYNAPSES = 12


def sampled(seed):
    """Conductances that jump at multiples of half a millisecond, when they are sampled; one source's events displace samples."""
    some = random.Random(seed)
    lines = [
        f"objref syn[{SYNAPSES}], stim[5], nc[{3 * SYNAPSES}], r[{SYNAPSES + 2}]",
        "create soma",
        "access soma",
        "insert pas",
    ]
    lines += [f"for i = 0, {SYNAPSES - 1} {{ syn[i] = new ExpSyn(0.5)  syn[i].tau = 2 }}"]
    for i in range(5):
        start, interval = (
            (0.25, some.choice([0.15, 0.35])) if i == 0 else (some.choice([0, 0.5, 1.25]), some.choice([0.5, 1, 1.5]))
        )
        lines += [
            f"stim[{i}] = new NetStim()",
            f"stim[{i}].number = 1e9",
            f"stim[{i}].start = {start}",
            f"stim[{i}].interval = {interval}",
        ]
    for k in range(3 * SYNAPSES):
        i = some.randrange(5)
        delay = 0.05 if i == 0 else some.choice([0.5, 1, 1.5])
        lines += [f"nc[{k}] = new NetCon(stim[{i}], syn[{k % SYNAPSES}], 0, {delay}, 1e-4)"]
    lines += [
        f"{{r[{i}] = new Vector()  r[{i}].record(&syn[{i}].g, {0.25 if i == some.randrange(9) else 0.5})}}"
        for i in range(SYNAPSES)
    ]
    lines += [
        f"{{r[{SYNAPSES}] = new Vector()  r[{SYNAPSES}].record(&t, 0.5)}}",
        f"{{r[{SYNAPSES + 1}] = new Vector()  r[{SYNAPSES + 1}].record(&soma.v(0.5), 0.5)}}",
    ]
    return "\n".join(
        [
            *lines,
            "{finitialize(-65)}",
            "while (t < 40) fadvance()",
            f'for i = 0, {SYNAPSES + 1} for j = 0, r[i].size - 1 printf("%.17g\\n", r[i].x[j])',
            "quit()",
            "",
        ]
    )


@pytest.mark.parametrize("seed", range(1, 7))
def test_samples_are_taken_in_neurons_order(ranvier, neuron, tmp_path, seed):
    script = sampled(seed)
    (tmp_path / "net.hoc").write_text(script)
    ours = ranvier.check("--math", "libm", "--quiet", "net.hoc", cwd=tmp_path).out.split()
    assert len(ours) >= 80 * SYNAPSES
    assert ours == neuron.run(script)["out"].split()


@pytest.mark.parametrize("delays", [(1,), (1, 2, 3)], ids=["one delay", "three delays"])
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_self_queue_delivers_after_the_connections(ranvier, neuron, tmp_path, seed, delays):
    """IntFire1 ends its refractory time by a self event: of inputs at the end of it, NEURON then ignores all.

    Equal weights make the order of the inputs among themselves indifferent: NEURON's marks of the intervals between ranks
    are in its queue then, and change that order.
    """
    script = network(seed, delays, SELF_QUEUE, [0.4])
    expected = spikes(neuron.run(script)["out"])
    usual = spikes(neuron.run(network(seed, delays, weights=[0.4]))["out"])
    assert len(expected) > 50 and expected != usual
    (tmp_path / "net.hoc").write_text(script)
    for math in ("libm", "vector"):
        assert spikes(ranvier.check("--math", math, "--quiet", "net.hoc", cwd=tmp_path).out) == expected


def test_queue_mode_says_what_was_chosen(ranvier, neuron, tmp_path):
    script = """
objref cvode
cvode = new CVode()
print cvode.queue_mode()
print cvode.queue_mode(1), cvode.queue_mode(0, 1), cvode.queue_mode(), cvode.queue_mode(1), cvode.queue_mode(0, 0)
quit()
"""
    (tmp_path / "script.hoc").write_text(script)
    assert ranvier.check("--quiet", "script.hoc", cwd=tmp_path).out == neuron.run(script)["out"]


PAIRS = """
objref pc, cells, ncs, nc, nil, stims
pc = new ParallelContext()
pc.nthread(THREADS)
cells = new List()
ncs = new List()
stims = new List()
for gid = 0, 15 if (gid % pc.nhost == pc.id) {
    pc.set_gid2node(gid, pc.id)
    pc.set_gid2node(100 + gid, pc.id)
    stims.append(new NetStim())
    stims.o(stims.count - 1).start = 1 + gid / 7
    stims.o(stims.count - 1).number = 3
    stims.o(stims.count - 1).interval = 4
    cells.append(new IntervalFire())
    pc.cell(gid, new NetCon(cells.o(cells.count - 1), nil))
    pc.cell(100 + gid, new NetCon(stims.o(stims.count - 1), nil))
}
proc onto() {  // each connection differs in its delay from all others, but for pairs
    nc = pc.gid_connect($1, pc.gid2cell($2))
    nc.weight = $3
    nc.delay = $4
    ncs.append(nc)
}
for gid = 0, 15 if (pc.gid_exists(gid)) {
    onto(100 + (gid + 1) % 16, gid, 1.1, 1 + gid / 16)
    onto(100 + (gid + 1) % 16, gid, 1.1, 1 + gid / 16)
    for k = 1, 3 onto(100 + (gid + 1) % 16, gid, 0.01, 2 + gid / 16 + k / 3)
}
{ pc.set_maxstep(10)  finitialize(-65)  pc.psolve(15) }
"""


@pytest.mark.parametrize("threads, ranks", [(2, 1), (1, 2), (1, 3), (2, 2)])
def test_connections_of_one_delay_deliver_at_once(ranvier, root, tmp_path, threads, ranks):
    """The first of a pair makes the cell fire at that time; the second arrives before it does, however few pairs there are."""
    rasters = {}
    for t, r in ((1, 1), (threads, ranks)):
        (tmp_path / "pairs.hoc").write_text(PAIRS.replace("THREADS", str(t)))
        ranvier.check(
            "--quiet", "--math", "libm", "--raster", "s.txt", "--mechanisms", root / "models/artificial_net", "pairs.hoc",
            cwd=tmp_path, ranks=r,
        )  # fmt: skip
        rasters[t, r] = (tmp_path / "s.txt").read_text()
    assert rasters[threads, ranks] == rasters[1, 1] and rasters[1, 1].count("\n") > 60


# IntFire1 fires at 1 + d and is refractory for 5 ms; the inputs of the second come just as it ends.
DELAY_OF_ZERO = """
objref cell, first, second, input[2], out, times, nothing, cvode, more
cell = new IntFire1()
cell.refrac = 5
first = new NetStim()
first.start = 1
first.number = 1
second = new NetStim()
second.start = 6
second.number = 1
input[0] = new NetCon(first, cell, 0, d, 2)
input[1] = new NetCon(second, cell, 0, d, 2)
out = new NetCon(cell, nothing)
times = new Vector()
{out.record(times)}
cvode = new CVode()
proc trial() { local i
    print cvode.queue_mode(0, 1)
    dt = 0.1
    finitialize(-65)
    print cvode.queue_mode()
    while (t < 20) fadvance()
    for i = 0, times.size - 1 printf("%.17g\\n", times.x[i])
}
trial()
more = new NetCon(nothing, cell, 0, 0, 0)
trial()
objref more
more = new NetCon(first, nothing, 0, 0, 0)
{more.active(0)}
trial()
quit()
"""


@pytest.mark.parametrize("delay", ["0", "1"])
def test_a_delay_of_zero_turns_queue_mode_off(ranvier, neuron, tmp_path, delay):
    script = f"d = {delay}\n{DELAY_OF_ZERO}"
    (tmp_path / "script.hoc").write_text(script)
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path)
    notice = re.compile(r"Notice: The global minimum.*\n.*use_self_queue.*\n")
    theirs = neuron.run(script)["out"]
    assert ours.out.split() == notice.sub("", theirs).split()
    assert ours.err.count("a connection has a delay of 0") == len(notice.findall(theirs)) > 0


def test_a_delay_of_zero_on_one_rank_turns_queue_mode_off_on_all(ranvier, tmp_path):
    (tmp_path / "script.hoc").write_text("""
objref pc, cvode, cell, nc, nothing
pc = new ParallelContext()
cvode = new CVode()
cell = new IntFire1()
if (pc.id == 1) nc = new NetCon(nothing, cell, 0, 0, 1)
{cvode.queue_mode(0, 1)}
{pc.set_maxstep(1)}
finitialize(-65)
{printf("rank %d: %d\\n", pc.id, cvode.queue_mode())}
{pc.barrier()}
quit()
""")
    ours = ranvier.check("--quiet", "script.hoc", cwd=tmp_path, ranks=2)
    assert sorted(line for line in ours.out.splitlines() if "rank" in line) == ["rank 0: 0", "rank 1: 0"]
    assert ours.err.count("a connection has a delay of 0") == 1


# At 1 ms, `one` fires and sends an event for 1.5 ms. That displaces neither delivery onto `last` at 2 ms, as the one onto
# `two` at 1 ms is still the earliest event: 1.2 comes before -0.5.
SENDS_BETWEEN = """objref one, two, three, last, source, other, nc[6], times, nil
times = new Vector()
{one = new IntFire1()  two = new IntFire1()  three = new IntFire1()  last = new IntFire1()}
{source = new NetStim()  source.number = 1  source.start = 0}
{other = new NetStim()  other.number = 1  other.start = 0}
{nc[0] = new NetCon(source, one, 0, 1, 2)}
{nc[1] = new NetCon(source, two, 0, 1, 0.1)}
{nc[2] = new NetCon(source, last, 0, 2, 1.2)}
{nc[3] = new NetCon(other, last, 0, 2, -0.5)}
{nc[4] = new NetCon(one, three, 0, 0.5, 0.1)}
{nc[5] = new NetCon(last, nil)}
{nc[5].record(times)}
create dummy
access dummy
{finitialize(-65)}
while (t < 5) fadvance()
print times.size
quit()
"""


def test_an_event_sent_between_two_of_a_spike_displaces_none(ranvier, neuron, tmp_path):
    (tmp_path / "net.hoc").write_text(SENDS_BETWEEN)
    found = ranvier.check("--math", "libm", "--quiet", "net.hoc", cwd=tmp_path).out.split()
    assert found == neuron.run(SENDS_BETWEEN)["out"].split() == ["1"]
