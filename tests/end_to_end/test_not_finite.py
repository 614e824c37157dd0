"""Voltages that become infinite or not a number: an error, or a run that continues as NEURON's does."""

import re

import pytest

# The current of one cell becomes infinite; others must not notice, and events and Vectors continue.
SCRIPT = r"""
load_file("stdrun.hoc")
create a, b, c
objref clamp, nc, nil, times, seen, syn, pc
pc = new ParallelContext()
forall { L = 20  diam = 20  insert hh }
c { L = 100  nseg = 5  insert pas }
b clamp = new IClamp(0.5)
{ clamp.del = 1  clamp.dur = 100  clamp.amp = 0.3 }
c syn = new ExpSyn(0.9)
times = new Vector()
seen = new Vector()
b nc = new NetCon(&v(0.5), syn, 0, 1, 0.01)
nc.record(times)
seen.record(&c.v(0.1))
finitialize(-65)
while (t < 5) fadvance()
BREAK
while (t < 30) fadvance()
printf("%.17g %d %d %d\n", t, a.v == a.v, times.size(), seen.size())
printf("%.17g %.17g %.17g\n", b.v, c.v(0.3), seen.x[seen.size() - 1])
for i = 0, times.size() - 1 printf("%.17g\n", times.x[i])
quit()
"""
BREAKS = {
    "infinite": "a.v = 1e308 * 10",
    "not a number": "{ a.gl_hh = 1e308 * 10  a.el_hh = -1e308 * 10 }",
}


@pytest.mark.parametrize("kind", BREAKS)
def test_the_run_continues_as_neurons(ranvier, neuron, tmp_path, kind):
    text = SCRIPT.replace("BREAK", BREAKS[kind])
    (tmp_path / "net.hoc").write_text(text)
    expected = neuron.run(text)["out"]
    assert re.search(r"^(29\.99\d+|30\S*) 0 3 1201$", expected, re.M), expected
    words = ("--not-finite", "continue", "net.hoc")
    outcome = ranvier.run(*words, name="nrniv", cwd=tmp_path)
    assert outcome.status == 0 and outcome.out == expected, outcome
    assert outcome.err.count("warning: the voltage in a(0.5) is ") == 1, outcome
    vector = ranvier.run("--quiet", *words, cwd=tmp_path)
    assert vector.status == 0 and re.search(r"^(29\.99\d+|30\S*) 0 3 1201$", vector.out, re.M), vector


def test_without_the_option_it_is_an_error(ranvier, tmp_path):
    (tmp_path / "net.hoc").write_text(SCRIPT.replace("BREAK", BREAKS["infinite"]))
    outcome = ranvier.run("--quiet", "net.hoc", cwd=tmp_path)
    assert outcome.status == 1 and "the simulation has diverged" in outcome.err, outcome
    outcome = ranvier.run("--quiet", "net.hoc", cwd=tmp_path, env={"RANVIER_NOT_FINITE": "continue"})
    assert outcome.status == 0 and "The run continues" in outcome.err, outcome


@pytest.mark.parametrize("ranks", [1, 2])
def test_each_run_warns_once(ranvier, tmp_path, ranks):
    (tmp_path / "net.py").write_text(
        "from neuron import h\npc = h.ParallelContext()\ns = h.Section(name='s')\nclamp = h.IClamp(s(0.5))\n"
        "clamp.dur, clamp.amp = 1e9, float('inf')\npc.set_maxstep(10)\nfor _ in range(3):\n    h.finitialize(-65)\n"
        "    pc.psolve(20)\nprint('t', round(h.t, 6))\npc.barrier()\n"
    )
    words = ("--quiet", "--not-finite", "continue", "net.py")
    outcome = ranvier.run(*words, cwd=tmp_path, ranks=ranks)
    assert outcome.status == 0 and outcome.out.split() == ["t", "20.0"] * ranks, outcome
    assert outcome.err.count("The run continues") == 3 * ranks, outcome
