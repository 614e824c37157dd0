"""A POINTER onto the weight of a NetCon, as mechanisms of plasticity have: the weight moves with every change of
connections, and the mechanism keeps changing it."""

import pathlib

import pytest

MOD = pathlib.Path(__file__).parent.parent / "hoc_like" / "library" / "scripts" / "published" / "learner.mod"

# Four cells, of which each drives the next by a synapse that learns.
NETWORK = r"""
objref pc, kick[4], synapse[4], learner[4], netcon[4], before[4], after[4], start[4], nothing, times, ids, target
pc = new ParallelContext()
times = new Vector()
ids = new Vector()
create cell[4]
for i = 0, 3 cell[i] {
    insert hh
    L = 20
    diam = 20
    synapse[i] = new ExpSyn(.5)
    learner[i] = new Learner(.5)
    kick[i] = new NetStim()
    kick[i].interval = 7 + i
    kick[i].number = 1e9
    start[i] = new NetCon(kick[i], synapse[i], 0, 1, .02)
}
for i = 0, 3 {
    target = synapse[(i + 1) % 4]
    cell[i] netcon[i] = new NetCon(&v(.5), target, 0, 2 + i, .003*(i + 1))
    setpointer learner[i].w, netcon[i].weight
    cell[i] before[i] = new NetCon(&v(.5), learner[i], 0, 1, 1)
    cell[(i + 1) % 4] after[i] = new NetCon(&v(.5), learner[i], 0, 1, -1)
    cell[i] netcon[i].record(times, ids, i)
}
proc show() { local i
    printf("%g ms, %d spikes\n", t, times.size)
    for i = 0, 3 printf("%.17g %.17g %.17g\n", netcon[i].weight, learner[i].w, learner[i].target())
}
{pc.set_maxstep(10)}
{finitialize(-65)}
"""

SCRIPT = (
    NETWORK
    + r"""
show()
{pc.psolve(40)}
show()
netcon[0].weight = .011
learner[1].w = .02
show()
{pc.psolve(60)}
show()
netcon[2].delay = 4
objref more[20]
for i = 0, 19 more[i] = new NetCon(kick[i % 4], synapse[(i + 1) % 4], 0, 3, 1e-4)
show()
{pc.psolve(80)}
for i = 0, 9 more[i].active(0)
{learner[3].w += .001}
show()
{pc.psolve(100)}
show()
number = 7
setpointer learner[0].w, number
{pc.psolve(110)}
printf("%.17g %.17g %.17g\n", netcon[0].weight, learner[0].w, number)
for i = 0, times.size - 1 printf("%.17g %d\n", times.x[i], ids.x[i])
"""
)


def test_prints_what_neuron_prints(ranvier, neuron, tmp_path):
    (tmp_path / MOD.name).write_text(MOD.read_text())
    (tmp_path / "script.hoc").write_text(SCRIPT + "quit()\n")
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out
    assert ours == neuron.run(SCRIPT + "quit()\n", mods=[MOD])["out"]
    assert len(ours.splitlines()) > 40


@pytest.mark.parametrize(
    "options", [("--block-size", "1"), ("--block-size", "1", "--threads", "2"), ("--threads", "2")], ids=" ".join
)
def test_blocks_and_threads_learn_the_same(options, ranvier, tmp_path):
    (tmp_path / MOD.name).write_text(MOD.read_text())
    (tmp_path / "script.hoc").write_text(
        NETWORK + "{pc.psolve(100)}\nshow()\nfor i = 0, times.size - 1 print times.x[i]"
    )
    expected = ranvier.check("--math", "vector", "--quiet", "script.hoc", cwd=tmp_path).out
    assert ranvier.check("--math", "vector", "--quiet", *options, "script.hoc", cwd=tmp_path).out == expected


def test_a_weight_may_end_before_the_mechanism_that_points_to_it(ranvier, tmp_path):
    (tmp_path / MOD.name).write_text(MOD.read_text())
    ended = "{pc.psolve(20)}\nobjref netcon[1]\n{pc.psolve(40)}\nprint learner[0].target() > 0\n"
    (tmp_path / "script.hoc").write_text(NETWORK + ended)
    assert ranvier.check("--quiet", "script.hoc", cwd=tmp_path).out == "1 \n"


def test_a_weight_that_does_not_exist_is_refused(ranvier, tmp_path):
    (tmp_path / MOD.name).write_text(MOD.read_text())
    (tmp_path / "script.hoc").write_text(NETWORK + "setpointer learner[0].w, netcon[0].weight[1]\n")
    result = ranvier.run("--quiet", "script.hoc", cwd=tmp_path)
    assert result.status != 0 and "there is no weight[1]" in result.err
