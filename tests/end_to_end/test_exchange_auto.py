"""--exchange auto: the run tries the strategies itself, keeps the fastest, and its spikes are those of any other run."""

import json
import re

import pytest

QUICK = "auto:trial=4,span=0"  # chooses after at most 220 intervals, however fast the machine is
NET = {"ncell": 64, "ncon": 20, "tstop": 1500, "weight": 0.01}
AREAS = {**NET, "area_size": 32, "long_delay": 3, "consecutive": 1}


@pytest.fixture
def run(ranvier, root, tmp_path):
    def run(exchange, ranks, net):
        settings = [word for name, value in net.items() for word in ("-c", f"{name} = {value}")]
        words = ("--exchange", exchange, "--summary", "s.json", "--raster", "r.txt", *settings)
        model = root / "models/artificial_net/artificial_net.hoc"
        outcome = ranvier.check(*words, model, cwd=tmp_path, ranks=ranks)
        return outcome, json.loads((tmp_path / "s.json").read_text()), (tmp_path / "r.txt").read_bytes()

    return run


@pytest.mark.parametrize("ranks, net", [(2, NET), (3, NET), (2, AREAS)])
def test_the_spikes_are_the_same_and_the_trials_are_told(run, ranks, net):
    _, _, spikes = run("allgather", ranks, net)
    outcome, told, same = run(QUICK, ranks, net)
    assert same == spikes and spikes.count(b"\n") > 1000
    assert told["configuration"]["exchange"] == QUICK
    trials = told["trials"]
    tried = {each["exchange"]: each for each in trials["strategies"] if "trials" in each}
    assert {"allgather", "alltoall", "pairwise", "isend", "persistent", "iallgather"} <= set(tried)
    assert ("two_tier" in tried) == ("area_size" in net)
    assert trials["chosen"] in tried
    # Others left because even their shortest trial was much longer.
    most = max(len(each["trials"]) for each in tried.values())
    shortest = {name: min(each["trials"]) for name, each in tried.items() if len(each["trials"]) == most}
    stayed = [name for name, seconds in shortest.items() if seconds <= 1.25 * min(shortest.values())]
    medians = {name: tried[name]["median"] for name in stayed}
    # After one trial each, only the chosen one is left: those that left after the trials before, which are shorter, may have
    # been quicker than its one trial, if the machine was busy during that.
    if most > 1:
        assert medians[trials["chosen"]] == min(medians.values())
    assert trials["lost"] <= trials["trying"] + trials["connecting"]
    for each in tried.values():
        assert min(each["trials"]) <= each["median"] <= max(each["trials"])
        assert each["spread"] == pytest.approx(max(each["trials"]) - min(each["trials"]))
    assert re.search(rf"^auto +{re.escape(trials['chosen'])}; us an interval: allgather [\d.e+]+, ", outcome.err, re.M)


def test_a_short_run_says_that_nothing_was_chosen(run):
    outcome, told, _ = run("auto", 2, {**NET, "tstop": 20})
    assert told["trials"]["chosen"] is None
    assert "auto       the run ended before a strategy was chosen" in outcome.err


def test_on_one_rank_there_is_nothing_to_choose(run):
    _, _, spikes = run("allgather", 1, NET)
    outcome, told, same = run("auto", 1, NET)
    assert same == spikes and told["trials"]["chosen"] is None and "\nauto " not in outcome.err


PACERS = """
objref pc, cells, netcons, nc, nil
{ pc = new ParallelContext()  cells = new List()  netcons = new List() }
for (i = pc.id; i < 32; i += pc.nhost) {
    cells.append(new NetStim())
    { cells.o(cells.count - 1).interval = 10 + i  cells.o(cells.count - 1).number = 1e9 }
    { pc.set_gid2node(i, pc.id)  nc = new NetCon(cells.o(cells.count - 1), nil)  pc.cell(i, nc) }
}
for (i = pc.id; i < 32; i += pc.nhost) {
    cells.append(new IntFire1())
    netcons.append(pc.gid_connect((i + 1) % 32, cells.o(cells.count - 1)))
    netcons.o(netcons.count - 1).delay = 1
}
{ pc.set_maxstep(10)  finitialize()  pc.psolve(1000)  STOP  pc.psolve(1200) }
"""


def test_a_checkpoint_keeps_the_choice(ranvier, tmp_path):
    def run(exchange, stop, *words, name="ranvier"):
        (tmp_path / "net.hoc").write_text(PACERS.replace("STOP", stop))
        words = ("--exchange", exchange, "--raster", "r.txt", *words, "net.hoc")
        return ranvier.run(*words, cwd=tmp_path, ranks=2)

    assert run("allgather", "").status == 0
    spikes = (tmp_path / "r.txt").read_bytes()
    (tmp_path / "r.txt").unlink()
    assert run(QUICK, "execerror(1)", "--checkpoint-every", "700").status == 1
    words = ("--checkpoint-every", "700", "--resume=force", "--summary", "s.json")
    outcome = run(QUICK, "", *words)
    assert outcome.status == 0 and (tmp_path / "r.txt").read_bytes() == spikes
    trials = json.loads((tmp_path / "s.json").read_text())["trials"]
    assert trials["chosen"] and not [each for each in trials["strategies"] if "trials" in each], trials
    assert f"auto       {trials['chosen']}, as the checkpoint says" in outcome.err
