"""A mechanism of one cell that changes the threshold of another's NetCon does so in each step, whatever blocks and threads."""

import pathlib

import pytest

MOD = pathlib.Path(__file__).parent / "mods" / "published" / "adapt.mod"

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
