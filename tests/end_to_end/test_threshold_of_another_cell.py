"""A mechanism of one cell that changes the threshold of another's NetCon does so in each step, whatever blocks and threads."""

import pathlib

import pytest

MOD = pathlib.Path(__file__).parent.parent / "hoc_like" / "library" / "scripts" / "published" / "adapt.mod"

SCRIPT = r"""
create watched[4], watching[4]
objref stimulus[8], adapt[4], netcon[4], nothing, times, ids
times = new Vector()
ids = new Vector()
k = 0
forall {
    insert hh
    L = 20
    diam = 20
    stimulus[k] = new IClamp(.5)
    stimulus[k].dur = 1e9
    stimulus[k].amp = .15 + .02*k
    k += 1
}
for i = 0, 3 {
    watching[i] adapt[i] = new Adapt(.5)
    watched[i] netcon[i] = new NetCon(&v(.5), nothing, 5, 1, 0)
    setpointer adapt[i].level, netcon[i].threshold
    adapt[i].rate = .3 + .1*i
    netcon[i].record(times, ids, i)
}
{finitialize(-65)}
{ParallelContext[0].psolve(150)}
for i = 0, times.size - 1 printf("%.17g %d\n", times.x[i], ids.x[i])
for i = 0, 3 printf("%.17g\n", netcon[i].threshold)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("thresholds")
    (made / "adapt.mod").write_text(MOD.read_text())
    (made / "script.hoc").write_text("objref pc\npc = new ParallelContext()\n" + SCRIPT)
    return made


@pytest.mark.parametrize(
    "options", [("--block-size", "1"), ("--block-size", "1", "--threads", "2"), ("--threads", "2")], ids=" ".join
)
def test_blocks_and_threads_see_the_same_thresholds(options, ranvier, folder):
    expected = ranvier.check("--math", "vector", "--quiet", "script.hoc", cwd=folder).out
    assert len(expected.splitlines()) > 15
    assert ranvier.check("--math", "vector", "--quiet", *options, "script.hoc", cwd=folder).out == expected


# Spikes do not depend on the rank of the connection that sets the threshold of its source.
RECEIVERS = r"""
objref pc, clamp, nothing, source, syn, received, times, ids
pc = new ParallelContext()
create soma, other
access soma
times = new Vector()
ids = new Vector()
last = pc.nhost - 1
soma { L = 20 diam = 20 }
if (pc.id == 0) {
    soma insert hh
    clamp = new IClamp(.5)
    clamp.del = 1
    clamp.dur = 1
    clamp.amp = .6
    pc.set_gid2node(3, 0)
    source = new NetCon(&v(.5), nothing)
    source.threshold = -20
    pc.cell(3, source)
    pc.spike_record(3, times, ids)
}
{pc.barrier()}
if (pc.id == last) {
    other syn = new ExpSyn(.5)
    received = pc.gid_connect(3, syn)
    received.delay = 1
    SET
}
proc show() { local i  if (pc.id == 0) { for i = 0, times.size - 1 printf("%.17g %g\n", times.x[i], pc.threshold(3)) } }
{pc.set_maxstep(10)}
{finitialize(-65)}
{pc.psolve(10)}
show()
if (pc.id == last) received.threshold = -30
{finitialize(-65)}
{pc.psolve(1)}
if (pc.id == last) received.threshold = 25
{pc.psolve(10)}
show()
if (pc.id == last) received.threshold = -40
{pc.set_maxstep(1)}
if (pc.id == 0) print pc.threshold(3)
{pc.barrier()}
{quit()}
"""

BY = {
    "an assignment": "received.threshold = 5\n    received.threshold = 15",
    "nothing": "",
    "a pointer": "set(&received.threshold)",
}


@pytest.mark.parametrize("name", BY)
def test_a_connection_sets_the_threshold_of_its_source_on_any_rank(name, ranvier, neuron, tmp_path):
    script = "proc set() { $&1 = 15 }\n" + RECEIVERS.replace("SET", BY[name])
    expected = neuron.run(script)["out"].split()
    assert len(expected) >= 5
    (tmp_path / "script.hoc").write_text(script)
    for ranks in (1, 2, 3):
        assert (
            ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path, ranks=ranks).out.split() == expected
        )


def test_ranks_that_ask_for_different_thresholds_are_named(ranvier, tmp_path):
    (tmp_path / "script.hoc").write_text("""
objref pc, source, syn, received, nothing
pc = new ParallelContext()
create soma
access soma
if (pc.id == 0) {
    pc.set_gid2node(7, 0)
    source = new NetCon(&v(.5), nothing)
    pc.cell(7, source)
}
{pc.barrier()}
syn = new ExpSyn(.5)
received = pc.gid_connect(7, syn)
if (pc.id == 1) received.threshold = 5
if (pc.id == 2) {
    received.threshold = -5
}
{pc.set_maxstep(1)}
""")
    outcome = ranvier.run("script.hoc", cwd=tmp_path, ranks=3)
    assert outcome.status != 0
    for words in (
        "gid 7",
        "5 mV on rank 1",
        "-5 mV on rank 2",
        "script.hoc:14: ",
        "script.hoc:16: received.threshold = -5",
    ):
        assert words in outcome.err, outcome
