"""`ranvier exchange simulate --summary`: a recorded run's measured times, divided among the simulated ranks."""

import json

import h5py
import pytest

NETS = {
    "ring": ("ncell = 16", "kick_every = 4", "tstop = 20"),
    "areas": ("areas = 4", "cells = 40", "inputs = 20", "rate = 40", "tstop = 30"),
    "artificial_net": ("ncell = 60", "ncon = 20", "tstop = 50"),
}
COMPUTE = ("update", "deliver", "collocate", "wait")


@pytest.fixture
def record(ranvier, root, tmp_path):
    """Runs a model; returns the summary."""

    def run(net, *words, ranks=1, raster="run.h5"):
        script = net if net.endswith(".hoc") else root / "models" / net / f"{net}.hoc"
        statements = [word for each in NETS.get(net, ()) for word in ("-c", each)]
        files = ("--summary", "run.json", "--raster", raster, "--connections", "edges.h5")
        ranvier.check("run", "--quiet", *files, *statements, *words, script, cwd=tmp_path, ranks=ranks)
        return json.loads((tmp_path / "run.json").read_text())

    return run


@pytest.fixture
def simulate(ranvier, tmp_path):
    def run(ranks, *words, summary="run.json", raster="run.h5", note=""):
        given = ("--summary", summary) if summary else ()
        words = ("--raster", raster, "--edges", "edges.h5", *given, "--ranks", str(ranks), "--json", *words)
        outcome = ranvier.check("exchange", "simulate", *words, cwd=tmp_path)
        assert note in outcome.err and bool(note) == bool(outcome.err)
        return json.loads(outcome.out)

    return run


def computed(simulated):
    return [rank["compute"] for rank in simulated["phases"]["per_rank"]]


def measured(summary):
    return [sum(rank[name] for name in COMPUTE) for rank in summary["phases"]["per_rank"]]


@pytest.mark.parametrize("intervals", [(), ("--intervals",)])
@pytest.mark.parametrize(
    "net, ranks, words, raster",
    [
        ("ring", 1, (), "run.h5"),
        ("ring", 2, ("--threads", "2"), "run.txt"),
        ("areas", 1, ("--math", "libm", "--event-order", "ranks"), "run.txt"),
        ("areas", 2, ("--math", "libm", "--exchange", "isend"), "run.h5"),
        ("artificial_net", 2, (), "run.h5"),
    ],
)
def test_on_the_same_ranks_computing_takes_what_was_measured(record, simulate, net, ranks, words, raster, intervals):
    for _ in range(5):
        summary = record(net, *words, *intervals, ranks=ranks, raster=raster)
        simulated = simulate(ranks, raster=raster)
        # Inputs at the very end are not counted in the same interval. That matters if another program has stopped the run there.
        expected = pytest.approx(measured(summary), rel=0.05)
        if computed(simulated) == expected:
            break
    assert computed(simulated) == expected
    assert simulated["simulated"]["compute"] == {
        "from": "measured", "file": "run.json", "recorded_ranks": ranks, "core_speed": 1
    }  # fmt: skip


def test_a_rank_is_divided_as_its_cells_cost(record, simulate, tmp_path):
    """By block, within a block by work, and an input by its block."""
    summary = record("areas")
    blocks = [
        {"update": 3.0, "deliver": 0.0, "deliveries": 0, "cells": [[1, [[0, 1, 10]]], [9, [[10, 1, 10]]]]},
        {"update": 1.0, "deliver": 0.5, "deliveries": 10, "cells": [[1, [[20, 1, 140]]]]},
    ]
    summary["work"]["per_rank"] = [{"blocks": blocks}]
    summary["phases"]["per_rank"] = [{"update": 8.0, "deliver": 1.0, "collocate": 1.5, "wait": 0.1}]
    (tmp_path / "run.json").write_text(json.dumps(summary))
    # The times of blocks add up to those of the phases; what is left is shared by all cells alike.
    others = 1.6 / 160
    told = computed(simulate(16, "--placement", "consecutive"))
    assert told[:2] == pytest.approx([0.6 + 10 * others, 5.4 + 10 * others], rel=1e-3)
    assert sum(told[2:]) == pytest.approx(2 + 1 + 140 * others, rel=0.02)
    assert max(told[2:]) < 0.3 + 10 * others
    told = computed(simulate(2, "--placement", "round_robin"))
    assert sum(told) == pytest.approx(10.6, rel=0.02) and told[0] == pytest.approx(told[1], rel=0.05)


def test_groups_of_inputs_are_not_divided_with_the_cells(record, simulate, tmp_path):
    """Those inputs of a spike that have one delay are found together on each rank that has some of them."""
    (block,) = record("areas")["work"]["per_rank"][0]["blocks"]
    # Equal where load lengthened a timed group: the estimate from one in 31 is capped at the whole.
    assert 0 < block["groups"] <= block["deliver"]
    summary = record("artificial_net")
    (block,) = summary["work"]["per_rank"][0]["blocks"]
    with h5py.File(tmp_path / "run.h5") as raster, h5py.File(tmp_path / "edges.h5") as file:
        spikes = list(zip(raster["spikes/All/timestamps"], raster["spikes/All/node_ids"], strict=True))
        (edges,) = file["edges"].values()
        of_source = {}
        columns = (edges[name][()] for name in ("source_node_id", "target_node_id", "0/delay"))
        for source, target, delay in zip(*columns, strict=True):
            of_source.setdefault(source, set()).add((delay, target % 2))

    def groups(rank=None):
        return sum(
            len({delay for delay, where in of_source.get(gid, ()) if where == rank or rank is None if t + delay < 50})
            for t, gid in spikes
        )

    for name in COMPUTE:
        summary["phases"]["per_rank"][0][name] = 4.0 * (name == "deliver")
    block |= {"update": 0.0, "deliver": 4.0}
    for part, shares in ((4.0, [4 * groups(rank) / groups() for rank in (0, 1)]), (0.0, [2, 2])):
        block["groups"] = part
        (tmp_path / "run.json").write_text(json.dumps(summary))
        told = computed(simulate(2, "--placement", "round_robin"))
        assert told == pytest.approx(shares, rel=0.02 if part else 0.1)
    assert groups(0) + groups(1) > 1.9 * groups()


def test_larger_cells_take_longer(record, simulate, tmp_path):
    """Three of 3 and one of 60 compartments."""
    (tmp_path / "net.hoc").write_text("""
{ load_file("stdrun.hoc") }
begintemplate Cable
public soma
create soma
proc init() { soma { nseg = $1  insert hh } }
endtemplate Cable
objref pc, cells, nc, nil, clamp
pc = new ParallelContext()
cells = new List()
for gid = 0, 3 if (gid % pc.nhost == pc.id) {
    pc.set_gid2node(gid, pc.id)
    if (gid == 2) cells.append(new Cable(60)) else cells.append(new Cable(3))
    cells.o(cells.count - 1).soma nc = new NetCon(&v(0.5), nil)
    pc.cell(gid, nc)
}
{ pc.set_maxstep(10) stdinit() pc.psolve(20) }
""")
    summary = record(str(tmp_path / "net.hoc"))
    (block,) = summary["work"]["per_rank"][0]["blocks"]
    (small, these), (large, runs) = block["cells"]
    assert large == 20 * small and runs == [[2, 1, 1]] and these == [[0, 1, 2], [3, 1, 1]]
    told = computed(simulate(4))
    assert told[2] / told[0] == pytest.approx(20, rel=0.3) and told[0] == told[1] == told[3]


def test_time_goes_as_it_went_in_the_recorded_run(record, simulate, tmp_path):
    summary = record("areas", "--intervals", "--presimulate", "10")
    rows = summary["intervals"]["per_rank"][0]
    columns = summary["intervals"]["columns"]
    assert rows[-1][columns.index("t_ms")] == pytest.approx(30)
    rows[:] = [[end, 0, update] + [0] * (len(columns) - 3) for end, update in ((20, 3.0), (30, 1.0))]
    assert columns[:3] == ["t_ms", "deliver", "update"]
    for name in COMPUTE:
        summary["phases"]["per_rank"][0][name] = 4.0 * (name == "update")
    (tmp_path / "run.json").write_text(json.dumps(summary))
    told = simulate(4, "--intervals")
    assert sum(computed(told)) == pytest.approx(4.0, rel=0.01)
    t, compute = (told["intervals"]["columns"].index(name) for name in ("t_ms", "compute"))
    for rank in told["intervals"]["per_rank"]:
        early = sum(row[compute] for row in rank if row[t] < 20.05)
        assert early == pytest.approx(3 * sum(row[compute] for row in rank if row[t] > 20.05), rel=0.02)


@pytest.mark.parametrize("recorded, simulated", [(1, 1), (1, 4), (2, 2), (2, 3)])
def test_delivering_goes_as_it_went_in_the_recorded_run(record, simulate, tmp_path, recorded, simulated):
    """Inputs come evenly; what they cost was planted, as was an interval without any: each interval takes what it took."""
    summary = record("areas", "--intervals", ranks=recorded)
    columns = summary["intervals"]["columns"]
    assert columns[:3] == ["t_ms", "deliver", "update"]
    planted = {
        0: [(0.5, 0.2, 0.1), (10, 6.0, 0.3), (20, 1.0, 0.3), (30, 2.0, 0.3)],
        1: [(15, 0.5, 0.5), (30, 3.5, 0.5)],
    }
    for rank in range(recorded):
        rows = [[end, deliver, update] + [0] * (len(columns) - 3) for end, deliver, update in planted[rank]]
        summary["intervals"]["per_rank"][rank] = rows
        sums = {"deliver": sum(row[1] for row in rows), "update": sum(row[2] for row in rows)}
        summary["phases"]["per_rank"][rank].update({name: sums.get(name, 0.0) for name in COMPUTE})
    if simulated > 1:  # on other ranks, there are other groups of inputs
        for rank in summary["work"]["per_rank"]:
            for block in rank["blocks"]:
                block["groups"] = 0.0
    (tmp_path / "run.json").write_text(json.dumps(summary))
    told = simulate(simulated, "--intervals")
    t, compute = (told["intervals"]["columns"].index(name) for name in ("t_ms", "compute"))
    every = [(row[t], row[compute]) for rank in told["intervals"]["per_rank"] for row in rank]
    cuts = sorted({end for rank in range(recorded) for end, _, _ in planted[rank]})
    if recorded == 2 or simulated == 1:  # whose intervals do not end where those of all recorded ranks do
        cuts = [30]
    for begin, end in zip([0, *cuts], cuts):
        found = sum(seconds for at, seconds in every if begin + 0.05 < at <= end + 0.05)
        expected = sum(d + u for rank in range(recorded) for til, d, u in planted[rank] if begin < til <= end)
        assert found == pytest.approx(expected, rel=0.03), (begin, end, every[:5], len(every))


def test_another_core_is_a_stated_factor(record, simulate, ranvier, tmp_path):
    record("ring")
    here = simulate(2)
    words = ("exchange", "machines", "--json")
    machine = next(m for m in json.loads(ranvier.check(*words, cwd=tmp_path).out) if m["name"] == "bluegene_p")
    (tmp_path / "slow.json").write_text(json.dumps({**machine, "core_speed": 0.25}))
    for given, factor in (
        (("--core-speed", "2"), 0.5),
        (("--machine-file", "slow.json"), 4),
        (("--machine-file", "slow.json", "--core-speed", "1"), 1),
    ):
        told = simulate(2, *given)
        assert computed(told) == pytest.approx([each * factor for each in computed(here)], rel=0.02)
        assert told["simulated"]["compute"]["core_speed"] == 1 / factor
    (tmp_path / "slow.json").write_text(json.dumps({**machine, "core_speed": 0}))
    words = ("exchange", "simulate", "--ranks", "2", "--machine-file", "slow.json")
    assert "core_speed must be a factor above 0" in ranvier.run(*words, cwd=tmp_path).err


def test_constants_are_for_runs_without_measured_times(record, simulate, ranvier, tmp_path):
    """The output says which it was."""
    summary = record("ring")
    words = (
        "exchange",
        "simulate",
        "--raster",
        "run.h5",
        "--edges",
        "edges.h5",
        "--summary",
        "run.json",
        "--ranks",
        "2",
    )
    for name in ("--step-cost", "--event-cost", "--spike-cost"):
        outcome = ranvier.run(*words, name, "1us", cwd=tmp_path)
        assert outcome.status and f"{name} is for runs without measured times, but run.json has them" in outcome.err
    del summary["work"]
    (tmp_path / "old.json").write_text(json.dumps(summary))
    slow, fast = (simulate(2, "--step-cost", cost, summary="old.json") for cost in ("3us", "1us"))
    assert computed(slow)[0] > 2 * computed(fast)[0]
    assert slow["simulated"]["compute"]["from"] == "constants"
    assert "earlier version" in slow["simulated"]["compute"]["why"]
    outcome = ranvier.run(*[{"run.json": "old.json"}.get(w, w) for w in words], "--core-speed", "2", cwd=tmp_path)
    assert outcome.status and "--core-speed scales measured times, which the recorded run lacks" in outcome.err
    summary["work"] = {"event_order": "canonical", "per_rank": [{"blocks": [{"update": "x"}]}]}
    (tmp_path / "old.json").write_text(json.dumps(summary))
    outcome = ranvier.run(*[{"run.json": "old.json"}.get(w, w) for w in words], cwd=tmp_path)
    assert outcome.status and 'old.json: the part "work" is damaged' in outcome.err


def test_the_order_of_events_of_one_rank_is_noted(record, simulate):
    """With libm, one rank and one thread take NEURON's, unless the order of several ranks is asked for."""
    assert record("areas", "--math", "libm")["work"]["event_order"] == "insertion"
    simulate(2, note="record the run with --event-order ranks")
    summary = record("areas", "--math", "libm", "--event-order", "ranks")
    assert summary["work"]["event_order"] == "canonical"
    alone = summary["raster"]["sha256"]
    simulate(2)
    assert record("areas", "--math", "libm", ranks=2)["raster"]["sha256"] == alone


@pytest.fixture
def sample(ranvier, root, tmp_path):
    """Replays one rank of several; returns its summary."""

    def run(net, rank, of, *words, raster="run.h5"):
        cells = range(rank, 16 if net == "ring" else 60, of)
        statements = [word for each in NETS[net] for word in ("-c", each)]
        file = f"rank{rank}.json"
        given = ("--raster", raster, "--rank", str(rank), "--of", str(of), "--summary", file, "--intervals", "--verify")
        given = (*given, "--cells", ",".join(map(str, cells)))
        outcome = ranvier.check(
            "replay", "--quiet", *given, *statements, *words, root / f"models/{net}/{net}.hoc", cwd=tmp_path
        )
        assert "different: " not in outcome.out and "spikes" in outcome.out
        return json.loads((tmp_path / file).read_text())

    return run


@pytest.mark.parametrize(
    "net, words, raster",
    [("ring", (), "run.txt"), ("artificial_net", ("--math", "libm", "--event-order", "ranks"), "run.h5")],
)
def test_a_replay_of_a_rank_measures_its_share(record, simulate, sample, net, words, raster):
    """Of its cells alone; the times of other ranks are drawn from those that were measured."""
    record(net, *words, raster=raster)
    shares = {rank: sample(net, rank, 4, *words, raster=raster) for rank in (1, 3)}
    for rank, share in shares.items():
        assert share["replay"] == {"rank": rank, "of": 4}
    told = simulate(4, "--times", "rank1.json", "--times", "rank3.json", raster=raster)
    times = {rank: sum(share["phases"]["per_rank"][0][name] for name in COMPUTE) for rank, share in shares.items()}
    for rank in (1, 3):
        assert computed(told)[rank] == pytest.approx(times[rank], rel=0.05)
    for rank in (0, 2):
        assert 0.5 * min(times.values()) < computed(told)[rank] < 2 * max(times.values())
    assert told["simulated"]["compute"] == {"from": "sampled ranks", "ranks": [1, 3], "core_speed": 1}
    assert simulate(4, "--times", "rank1.json", "rank3.json", raster=raster) == told
    halved = simulate(4, "--times", "rank1.json", "rank3.json", "--core-speed", "2", raster=raster)
    assert computed(halved)[1] == pytest.approx(times[1] / 2, rel=0.05)


PLACED = """
{ load_file("stdrun.hoc") }
objref pc, cells, cell, stims, stim, nc, nil, areas, rank_of, cons
pc = new ParallelContext()
{ cells = new List()  stims = new List()  cons = new List()  areas = new Vector(12) }
for gid = 0, 11 { areas.x[gid] = int(gid / 5) }
rank_of = pc.placement(%s)
for gid = 0, 11 if (rank_of.x[gid] == pc.id) {
    cell = new IntFire1()
    stim = new NetStim()
    { stim.start = 1 + gid / 4  stim.interval = 3  stim.number = 100  stims.append(stim) }
    nc = new NetCon(stim, cell)
    { nc.weight = 2  cons.append(nc) }
    { cells.append(cell)  pc.set_gid2node(gid, pc.id) }
    nc = new NetCon(cell, nil)
    { pc.cell(gid, nc)  pc.area(gid, areas.x[gid]) }
}
for i = 0, cells.count - 1 for source = 0, 11 {
    nc = pc.gid_connect(source, cells.o(i))
    { nc.delay = 1  nc.weight = 0  cons.append(nc) }
}
{ pc.set_maxstep(10)  stdinit()  pc.psolve(20) }
"""


@pytest.mark.parametrize("placement", ["round_robin", "consecutive", "random", "by_area"])
def test_a_rank_of_a_placement_needs_no_list_of_cells(record, simulate, ranvier, root, tmp_path, placement):
    """The cells are those that the simulation puts there: it accepts the sample."""
    given = {"by_area": '"by_area", areas', "random": '"shuffled", 12, 3'}.get(placement, f'"{placement}", 12')
    (tmp_path / "net.hoc").write_text(PLACED % given)
    script = tmp_path / "net.hoc"
    record(str(script))
    recorded = ("--recorded", "run.json") if placement == "by_area" else ()
    words = ("--placement", placement, "--seed", "3", *recorded, "--summary", "rank1.json")
    replay = ("replay", "--quiet", "--raster", "run.h5", "--rank", "1", "--of", "3")
    ranvier.check(*replay, *words, script, cwd=tmp_path)
    simulate(3, "--placement", placement, "--seed", "3", "--times", "rank1.json")
    outcome = ranvier.run(*replay, *words, "--cells", "1", script, cwd=tmp_path)
    assert outcome.status != 0 and "--placement chooses the cells of --rank" in outcome.err


def test_a_share_that_is_not_known_is_refused(record, ranvier, root, tmp_path):
    record("ring")
    script = (*[word for each in NETS["ring"] for word in ("-c", each)], root / "models/ring/ring.hoc")
    ranvier.check("raster", "convert", "run.h5", "run.txt", cwd=tmp_path)
    replay = ("replay", "--quiet", "--rank", "1", "--of", "3", "--raster")
    outcome = ranvier.run(*replay, "run.txt", *script, cwd=tmp_path)
    assert outcome.status != 0 and "run.txt does not say which cells there are" in outcome.err
    ranvier.check(*replay, "run.txt", "--recorded", "run.json", *script, cwd=tmp_path)
    outcome = ranvier.run(*replay, "run.h5", "--placement", "by_area", *script, cwd=tmp_path)
    assert outcome.status != 0 and "placement by_area needs the area of each gid" in outcome.err
    outcome = ranvier.run("replay", "--raster", "run.h5", *script, cwd=tmp_path)
    assert outcome.status != 0 and "or a rank of several with --rank and --of" in outcome.err


def test_drawn_ranks_have_whole_windows_of_the_samples(record, simulate, sample, tmp_path):
    """A window comes from one sample, at its time: here the samples are busy in the first and the second half."""
    record("artificial_net")
    for rank, busy in ((0, 1), (1, 2)):
        share = sample("artificial_net", rank, 8)
        columns = share["intervals"]["columns"]
        rows = [[k + 1.0, 0, busy * (1.0 if k < 25 else 3.0), *[0] * (len(columns) - 3)] for k in range(50)]
        share["intervals"]["per_rank"] = [rows]
        sums = {"update": sum(row[2] for row in rows)}
        share["phases"]["per_rank"][0].update({name: sums.get(name, 0.0) for name in COMPUTE})
        (tmp_path / f"rank{rank}.json").write_text(json.dumps(share))
    words = ("--times", "rank0.json", "rank1.json")
    told = simulate(8, *words)
    assert len({each for each in computed(told)[2:]}) > 1, "ranks are drawn one by one"
    # 25 ms of 1 s and 25 ms of 3 s, and twice that.
    assert computed(told)[:2] == pytest.approx([100, 200], rel=0.01)
    assert all(99 < each < 201 for each in computed(told))


def test_samples_that_do_not_fit_are_refused(record, sample, ranvier, tmp_path):
    record("ring")
    sample("ring", 1, 4)
    words = ("exchange", "simulate", "--raster", "run.h5", "--edges", "edges.h5", "--summary", "run.json")
    for given, said in (
        (("--ranks", "2", "--times", "rank1.json"), "has measured a rank of 4, not of 2; replay with --of 2"),
        (
            ("--ranks", "4", "--times", "rank1.json", "--placement", "consecutive"),
            "choose the --placement that the script has",
        ),
        (("--ranks", "4", "--times", "run.json"), "run.json is not the summary of a replay of one rank"),
        (("--ranks", "4", "--times", "none.json"), "cannot read none.json"),
    ):
        outcome = ranvier.run(*words, *given, cwd=tmp_path)
        assert outcome.status and said in outcome.err, outcome
