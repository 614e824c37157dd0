"""pc.cells with the placement "balanced": ranks get cells by what they cost, and the spikes stay the same."""

import pytest
from oracle.program import raster_of

NET = """
begintemplate Large
public soma, dend
create soma, dend[4]
proc init() { local i
    soma { L = 20  diam = 20  insert hh }
    for i = 0, 3 {
        connect dend[i](0), soma(1)
        dend[i] { L = 100  diam = 1  nseg = 5  insert pas }
    }
}
endtemplate Large
begintemplate Small
public soma
create soma
proc init() { soma { L = 15  diam = 15  insert hh } }
endtemplate Small

objref pc, large, small, drive
pc = new ParallelContext()
large = pc.cells("Large", 0, 5, PLACED "source", "soma", 0.5)
small = pc.cells("Small", 5, 60, PLACED "source", "soma", 0.5)
drive = pc.cells("NetStim", 65, 10, PLACED "interval", 5, "number", 1e9, "noise", 1, "start", 0)
{ pc.connect(drive, small, "fixed_indegree", 2, "make", "ExpSyn", "on", "soma", "weight", 0.01, "delay", 1) }
{ pc.connect(small, large, "fixed_indegree", 4, "make", "ExpSyn", "on", "dend", "weight", 0.01, "delay", 1) }
cost = 0
forall cost += 3*nseg
for gid = 65, 74 if (pc.gid_exists(gid)) cost += 1
printf("cost %d\\n", cost)
{ pc.set_maxstep(10)  finitialize(-65)  pc.psolve(30)  pc.barrier() }
"""


def run(ranvier, path, placement, ranks):
    (path / "net.hoc").write_text(NET.replace("PLACED", f'"{placement}",' if placement else ""))
    out = ranvier.check("run", "--quiet", "--raster", "r.dat", "net.hoc", cwd=path, ranks=ranks).out
    costs = [int(line.split()[1]) for line in out.splitlines() if line.startswith("cost ")]
    return raster_of((path / "r.dat").read_text()), costs


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_costs_of_ranks_are_equal_and_spikes_the_same(ranvier, tmp_path, ranks):
    spikes, costs = run(ranvier, tmp_path, "", 1)
    balanced, of_ranks = run(ranvier, tmp_path, "balanced", ranks)
    assert balanced == spikes and len(spikes) > 100
    # A large cell costs 63, a small one 3, a drive 1: the last, smallest ones leave ranks a unit apart.
    assert sum(of_ranks) == sum(costs) == 5 * 63 + 60 * 3 + 10 and max(of_ranks) - min(of_ranks) <= 1
    if ranks > 1:
        assert max(run(ranvier, tmp_path, "", ranks)[1]) - min(run(ranvier, tmp_path, "", ranks)[1]) > 20


def test_without_the_other_ranks_it_is_an_error(ranvier, tmp_path):
    (tmp_path / "net.hoc").write_text(NET.replace("PLACED", '"balanced",'))
    outcome = ranvier.run("build", "--dry-run", "--ranks", "4", "net.hoc", cwd=tmp_path)
    assert (
        outcome.status == 1 and "balanced: what cells cost is measured by the rank that makes the first" in outcome.err
    )


def test_a_template_that_fails_ends_all_ranks(ranvier, tmp_path):
    (tmp_path / "net.hoc").write_text(
        NET.replace("PLACED", '"balanced",').replace(
            "proc init() { soma { L = 15", 'proc init() { execerror("no", "cell") soma { L = 15'
        )
    )
    for ranks in (1, 2):
        outcome = ranvier.run("net.hoc", cwd=tmp_path, ranks=ranks)
        assert outcome.status != 0 and "Small, gid 5, rank" in outcome.err


@pytest.mark.parametrize("ranks", [2, 3])
def test_measured_times_balance_cells(ranvier, tmp_path, ranks):
    """The times of a run on one rank are those of its cells in proportion to their work."""
    spikes, costs = run(ranvier, tmp_path, "", 1)
    words = ["run", "--quiet", "--summary", "times.json", "--raster", "r.dat", "net.hoc"]
    ranvier.check(*words, cwd=tmp_path)
    (tmp_path / "net.hoc").write_text(NET.replace("PLACED", '"balanced", "times.json",'))
    out = ranvier.check("run", "--quiet", "--raster", "r.dat", "net.hoc", cwd=tmp_path, ranks=ranks).out
    assert raster_of((tmp_path / "r.dat").read_text()) == spikes
    of_ranks = [int(line.split()[1]) for line in out.splitlines() if line.startswith("cost ")]
    # Work counts ends of sections and synapses, too, so that the costs of the script are not quite equal.
    assert sum(of_ranks) == sum(costs) and max(of_ranks) < 1.1 * sum(of_ranks) / ranks


WRONG = {
    "none.json": "balanced: cannot read none.json",
    "damaged.json": "balanced: damaged.json is not the summary of a run",
    "other.json": "balanced: other.json has none of the gids 0 to 4",
}


@pytest.mark.parametrize("file", WRONG)
def test_a_wrong_summary_is_an_error(ranvier, tmp_path, file):
    (tmp_path / "damaged.json").write_text("[1, 2")
    other = """
objref pc
pc = new ParallelContext()
{ pc.cells("NetStim", 100, 3, "interval", 5, "number", 1e9)  pc.set_maxstep(1)  finitialize()  pc.psolve(5) }
"""
    (tmp_path / "other.hoc").write_text(other)
    ranvier.check("run", "--quiet", "--summary", "other.json", "other.hoc", cwd=tmp_path)
    (tmp_path / "net.hoc").write_text(NET.replace("PLACED", f'"balanced", "{file}",'))
    outcome = ranvier.run("net.hoc", cwd=tmp_path)
    assert outcome.status == 1 and WRONG[file] in outcome.err and "net.hoc:" in outcome.err, outcome


def test_a_run_says_that_its_ranks_are_not_balanced(ranvier, tmp_path):
    """All cells are on rank 0, which therefore takes about twice the mean."""
    on_first = "objref first\nfirst = new Vector(100)\n"
    net = on_first + NET.replace("begintemplate Large", "objref none\nbegintemplate Large", 1)
    for count in (5, 60, 10):
        net = net.replace(f"{count}, PLACED", f"{count}, first.c(0, {count - 1}),", 1)
    (tmp_path / "net.hoc").write_text(net.replace("psolve(30)", "psolve(4000)"))
    told = ranvier.check("net.hoc", cwd=tmp_path, ranks=2).err
    assert "balance    the slowest rank computes " in told and "ranvier advise" in told
