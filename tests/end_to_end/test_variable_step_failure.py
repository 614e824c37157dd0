"""A variable step that fails: the message names cell, state and time, and earlier spikes are kept."""

import pytest

BREAK = """
NEURON { SUFFIX Break RANGE kind }
PARAMETER { kind = 0 }
ASSIGNED { v }
STATE { m }
INITIAL { m = 0.5 }
BREAKPOINT { SOLVE state METHOD derivimplicit }
DERIVATIVE state { m' = rate(t) - m }
FUNCTION rate(t) {
    rate = 0
    if (t > 20) {
        if (kind == 1) { rate = log(-1) }
        if (kind == 2) { rate = 1/(t - t) }
    }
}
"""
SCRIPT = """
load_file("stdrun.hoc")
create soma[2]
objref pc, nc, nil, clamp[2]
pc = new ParallelContext()
for i = 0, 1 {
    soma[i] { L = 20  diam = 20  insert hh  insert Break }
    soma[i] nc = new NetCon(&v(0.5), nil)
    pc.set_gid2node(10 + i, pc.id)
    pc.cell(10 + i, nc)
    soma[i] clamp[i] = new IClamp(0.5)
    clamp[i].del = 1
    clamp[i].dur = 100
    clamp[i].amp = 0.3
}
{cvode_active(1)}
{cvode.use_local_dt(LOCAL)}
CHOICES
{pc.set_maxstep(10)}
{finitialize(-65)}
{pc.psolve(50)}
print "after"
"""


@pytest.fixture(scope="module")
def folder(ranvier, tmp_path_factory):
    folder = tmp_path_factory.mktemp("failure")
    (folder / "Break.mod").write_text(BREAK.lstrip())
    ranvier.check(cwd=folder, name="nrnivmodl")
    return folder


def failure(ranvier, folder, choices, local):
    (folder / "script.hoc").write_text(SCRIPT.replace("LOCAL", str(local)).replace("CHOICES", choices))
    for old in folder.glob("spikes.txt*"):
        old.unlink()
    outcome = ranvier.run("--quiet", "--raster", "spikes.txt", "script.hoc", cwd=folder, limit=60)
    assert outcome.status != 0 and "after" not in outcome.out, outcome
    return outcome.err


@pytest.mark.parametrize("local", [0, 1])
@pytest.mark.parametrize("kind", [1, 2])
def test_an_equation_without_a_number_is_named(ranvier, folder, kind, local):
    said = failure(ranvier, folder, f"soma[1].kind_Break = {kind}", local)
    assert "from t = 20 ms failed: an equation has a result that is not finite" in said, said
    assert "m of Break in soma[1](0.5) (gid 11)" in said, said
    ranvier.check("raster", "recover", "spikes.txt", cwd=folder)
    spikes = [line.split() for line in (folder / "spikes.txt").read_text().splitlines() if not line.startswith("#")]
    assert {gid for _, gid in spikes} == {"10", "11"} and all(float(t) < 20 for t, _ in spikes)


@pytest.mark.parametrize("ida", [0, 1])
def test_a_shortest_step_that_is_too_long_is_named(ranvier, folder, ida):
    said = failure(ranvier, folder, f"{{cvode.use_daspk({ida})}}\n{{cvode.minstep(1)}}", 0)
    assert "even with the shortest step" in said and "(gid 1" in said and "cvode.minstep" in said, said


@pytest.mark.parametrize("local", [0, 1])
def test_limits_that_allow_no_step_are_named(ranvier, folder, local):
    said = failure(ranvier, folder, "{cvode.maxstep(0.1)}\n{cvode.minstep(1)}", local)
    assert "cvode.minstep, 1 ms, is above cvode.maxstep, 0.1 ms" in said, said
