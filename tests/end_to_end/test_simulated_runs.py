"""`ranvier exchange simulate --raster`: a recorded run on simulated ranks counts what the real ranks have counted."""

import json

import pytest

NETS = {
    "areas": ("areas = 4", "cells = 40", "inputs = 20", "rate = 40", "tstop = 30"),
    "artificial_net": ("ncell = 60", "ncon = 20", "area_size = 20", "consecutive = 1", "tstop = 50"),
    "ring": ("ncell = 16", "kick_every = 4", "tstop = 30"),
}
SENT = ("spikes_sent", "messages", "bytes_sent")
RECEIVED = ("spikes_received", "bytes_received")


@pytest.fixture
def record(ranvier, root, tmp_path):
    """Runs a model on ranks; returns the summary."""

    def run(net, ranks, *words, options=()):
        script = net if net.endswith(".hoc") else root / "models" / net / f"{net}.hoc"
        statements = [word for each in (*NETS.get(net, ()), *options) for word in ("-c", each)]
        files = ("--summary", "run.json", "--raster", "run.h5", "--connections", "edges.h5", "--intervals")
        ranvier.check("run", "--quiet", *files, *statements, *words, script, cwd=tmp_path, ranks=ranks)
        return json.loads((tmp_path / "run.json").read_text())

    return run


@pytest.fixture
def simulate(ranvier, tmp_path):
    def run(ranks, *words, summary=True):
        given = ("--summary", "run.json") if summary else ()
        words = (
            "--raster",
            "run.h5",
            "--edges",
            "edges.h5",
            *given,
            "--ranks",
            str(ranks),
            "--json",
            "--intervals",
            *words,
        )
        outcome = ranvier.check("exchange", "simulate", *words, cwd=tmp_path)
        assert outcome.err == ""
        return json.loads(outcome.out)

    return run


def columns_of(summary, names):
    """For each rank, and interval, the values of columns."""
    numbers = [summary["intervals"]["columns"].index(name) for name in names]
    return [[[row[k] for k in numbers] for row in rank] for rank in summary["intervals"]["per_rank"]]


def check_same(real, simulated, exchange, also=("deliveries",)):
    counts = ("spikes_sent", "messages_sent", "bytes_sent", *RECEIVED)
    for rank, mine in enumerate(real["exchange"]["per_rank"]):
        told = simulated["exchange"]["per_rank"][rank]
        assert {name: told[name] for name in counts} == {name: mine[name] for name in counts}, (exchange, rank)
    for name in ("intervals", "steps", *also):
        assert simulated["counts"][name] == real["counts"][name], (exchange, name)
    assert columns_of(simulated, RECEIVED) == columns_of(real, RECEIVED), exchange
    if "phases=2" not in exchange:  # relays pass on what has arrived
        assert columns_of(simulated, ("t_ms", *SENT)) == columns_of(real, ("t_ms", *SENT)), exchange
    if exchange.startswith(("allgather", "alltoall", "iallgather", "pairwise")):
        assert columns_of(simulated, ("rounds",)) == columns_of(real, ("rounds",)), exchange


@pytest.fixture
def strategies(ranvier, tmp_path):
    listed = ranvier.check("exchange", "list", "--specifications", "--covering", "1", cwd=tmp_path).out.split()
    # The former needs MPI 4; the latter's choice depends on timing.
    return [each for each in listed if "collective=persistent" not in each and not each.startswith("auto")]


@pytest.mark.parametrize("ranks", [2, 3])
@pytest.mark.parametrize("net", ["areas", "artificial_net"])
def test_counts_are_those_of_the_real_run(record, simulate, strategies, net, ranks):
    """Messages are counted where a strategy has any; bytes and spikes under each."""
    if net == "artificial_net":  # the last of each strategy, and its defaults
        last = {each.split(":")[0]: each for each in strategies}
        strategies = [*last, *last.values()]
    for exchange in strategies:
        real = record(net, ranks, "--exchange", exchange)
        assert sum(rank["spikes_sent"] for rank in real["exchange"]["per_rank"]) > 50
        check_same(real, simulate(ranks, "--exchange", exchange), exchange)


@pytest.mark.parametrize("ranks", [2, 3])
def test_threshold_crossings_are_compressed_as_in_the_real_run(record, simulate, ranks):
    for exchange in ("allgather:compress=on,fixed=1", "alltoall:compress=on,fixed=0"):
        real = record("ring", ranks, "--exchange", exchange)
        told = simulate(ranks, "--exchange", exchange)
        check_same(real, told, exchange, also=())  # in the ring, also sources without gids make deliveries
        assert any(rank["compressed_intervals"] > 0 for rank in told["exchange"]["per_rank"])


MEETINGS = """
{ load_file("stdrun.hoc") }
objref pc, cell, nc, cells, netcons, nil
pc = new ParallelContext()
cells = new List()
netcons = new List()
dt = 0.125
for gid = 0, 5 if (gid % pc.nhost == pc.id) {
    pc.set_gid2node(gid, pc.id)
    cell = new NetStim()
    cell.start = 1
    cell.interval = 0.5 + 0.25 * (gid % 3)  // fires where steps, intervals and advances end
    cell.number = 1e9
    cells.append(cell)
    nc = new NetCon(cell, nil)
    pc.cell(gid, nc)
}
for gid = 10, 15 if (gid % pc.nhost == pc.id) {
    pc.set_gid2node(gid, pc.id)
    cell = new ignore_and_fire()
    cell.rate = 500 + 500 * (gid % 2)  // fires at the ends of steps
    cells.append(cell)
    nc = new NetCon(cell, nil)
    pc.cell(gid, nc)
}
for gid = 10, 15 if (gid % pc.nhost == pc.id) {
    for from = 0, 15 if (from < 6 || from > 9) {
        nc = pc.gid_connect(from, pc.gid2cell(gid))
        nc.delay = 1 + (from == gid) / 2
        netcons.append(nc)
    }
}
{ pc.set_maxstep(10) }
{ stdinit() }
"""
ADVANCES = {
    "one": "{ pc.psolve(10) }",
    "pieces": "for k = 1, 20 { pc.psolve(k * 0.5) }",
    "odd pieces": "for k = 1, 7 { pc.psolve(k * 1.375) }",
    "nothing": "{ pc.psolve(3) pc.psolve(3) pc.psolve(3.05) pc.psolve(4) }",
    "single steps": "for k = 1, 53 { fadvance() }",
    "both": "for k = 1, 13 { fadvance() }\n{ pc.psolve(5) }\nfor k = 1, 5 { fadvance() }",
    "longer intervals at most": "{ pc.set_maxstep(0.25) stdinit() pc.psolve(4) }",
}


@pytest.mark.parametrize("advances", ADVANCES)
def test_spikes_fall_into_the_intervals_of_the_real_run(record, simulate, tmp_path, advances):
    """Events at the ends of steps belong to the next one, except where an advance ends."""
    (tmp_path / "net.hoc").write_text(MEETINGS + ADVANCES[advances] + "\n")
    for exchange in ("pairwise", "allgather:compress=on,fixed=1", "isend", "iallgather:fixed=1"):
        real = record(str(tmp_path / "net.hoc"), 2, "--exchange", exchange)
        check_same(real, simulate(2, "--exchange", exchange), exchange)


def test_a_run_on_one_rank_tells_of_more(record, simulate):
    """With the placement of the real run, also by options instead of the summary."""
    exchange = "two_tier:inner=allgather:compress=on+fixed=1,outer=alltoall"
    real = record("artificial_net", 3, "--exchange", exchange)
    words = ("--exchange", exchange, "--placement", "consecutive")
    check_same(real, simulate(3, *words), exchange)
    options = ("--cells", "60", "--dt", "0.025", "--tstop", "50", "--area-size", "20")
    told = simulate(3, *words, *options, summary=False)
    check_same(real, told, exchange)
    assert record("artificial_net", 1)["exchange"]["per_rank"][0]["bytes_sent"] == 0
    alone = simulate(3, *words)
    assert alone["exchange"] == told["exchange"]
    counted = ("t_ms", *SENT, *RECEIVED, "rounds")  # the times are measured ones with a summary only
    assert columns_of(alone, counted) == columns_of(told, counted)


@pytest.mark.parametrize("exchange", ["alltoall:fixed=1", "isend"])
def test_counts_begin_where_those_of_the_run_do(record, simulate, exchange):
    """Within an interval."""
    real = record("artificial_net", 2, "--exchange", exchange, "--presimulate", "30.3")
    told = simulate(2, "--exchange", exchange)
    check_same(real, told, exchange)
    assert told["configuration"]["begin_ms"] == pytest.approx(30.3)
    assert told["counts"]["steps"] == 788


def test_placement_changes_the_traffic(record, simulate):
    """Areas together send less between ranks; more ranks than ran are as good as any."""
    record("areas", 2)
    sent = {}
    for placement in ("by_area", "round_robin", "random", "consecutive"):
        told = simulate(8, "--exchange", "isend", "--placement", placement)
        assert told["configuration"]["placement"] == placement and len(told["phases"]["per_rank"]) == 8
        sent[placement] = sum(rank["messages_sent"] for rank in told["exchange"]["per_rank"])
    assert sent["by_area"] < sent["round_robin"]
    assert told["configuration"]["interval_ms"] == pytest.approx(0.1) and told == simulate(
        8, "--exchange", "isend", "--placement", "consecutive"
    )


def test_a_network_of_segments_can_be_simulated(record, simulate):
    """Connections onto synapses in sections have the target's cell."""
    record("ring", 1)
    told = simulate(4, "--exchange", "isend")
    assert any(rank["spikes_sent"] > 0 for rank in told["exchange"]["per_rank"])
    assert all(rank["wall"] > 0 for rank in told["phases"]["per_rank"])


BASE = ("--raster", "run.h5", "--edges", "edges.h5", "--summary", "run.json")
FREE = ("--raster", "run.h5", "--edges", "edges.h5")
TIMES = ("--dt", "0.1", "--tstop", "30")
MISTAKES = {
    "more ranks than cells": ((*BASE, "--ranks", "161"), "run.json has 160 cells, fewer than the 161 ranks; use at most 160"),
    "unknown machine": ((*BASE, "--ranks", "2", "--machine", "cray"), 'unknown machine "cray"'),
    "raster beyond the end": (
        (*FREE, "--dt", "0.1", "--tstop", "20", "--ranks", "2"),
        "after the end of the run at 20 ms; give the raster and the --summary (or --tstop) of the same run",
    ),
    "gids without rank": (
        (*FREE, *TIMES, "--cells", "100", "--ranks", "2"),
        "has no rank, because --cells 100 lacks it; are both of the same network?",
    ),
    "edges without delays": (
        ("--raster", "run.h5", "--edges", "bare.csv", "--summary", "run.json", "--ranks", "2"),
        "bare.csv has no delays, on which the exchange depends; write the connections with --connections",
    ),
    "raster of another run": (
        ("--raster", "other.txt", "--edges", "edges.h5", "--summary", "run.json", "--ranks", "2"),
        "other.txt is not the raster of the run that wrote run.json: its spikes differ",
    ),
    "edges of another network": (
        ("--raster", "run.h5", "--edges", "other.csv", "--summary", "run.json", "--ranks", "2"),
        "the shortest delay between ranks is 7 ms in other.csv, but was 1 ms in the recorded run",
    ),
    "no areas": ((*FREE, *TIMES, "--ranks", "2", "--exchange", "two_tier"), "two_tier needs the area of each gid"),
    "by areas that are unknown": ((*FREE, *TIMES, "--ranks", "2", "--placement", "by_area"), "or give --area-size"),
    "recorded, but elsewhere": (
        (*BASE, "--ranks", "5", "--placement", "recorded"),
        "the recorded run had 2 ranks, not 5; choose another --placement",
    ),
    "recorded, but unknown": ((*FREE, *TIMES, "--ranks", "2", "--placement", "recorded"), "does not say on which rank"),
    "no times": (("--raster", "other.txt", "--edges", "edges.h5", "--ranks", "2"), "--dt and --tstop [ms] must be given"),
    "steps longer than delays": ((*FREE, "--dt", "5", "--tstop", "30", "--ranks", "2"), "less than dt = 5 ms"),
    "no summary": ((*FREE, "--summary", "none.json", "--ranks", "2"), "cannot read the summary none.json"),
    "a summary of something else": ((*FREE, "--summary", "list.json", "--ranks", "2"), "list.json is not a summary"),
    "a damaged summary": ((*FREE, "--summary", "bad.json", "--ranks", "2"), 'bad.json: the part "traffic" is damaged'),
    "a summary that cannot tell": (
        (*FREE, "--summary", "mute.json", "--ranks", "2"),
        'mute.json does not describe its traffic of spikes: "the run had variable steps"',
    ),
    "an old summary": ((*FREE, "--summary", "old.json", "--ranks", "2"), "old.json was written by an earlier version"),
    "no edges": (("--raster", "run.h5", "--ranks", "2"), "--raster requires --edges"),
    "a net besides": ((*BASE, "--ranks", "2", "--connections", "5"), "--raster excludes --connections"),
    "a placement of a net": (("--ranks", "2", "--placement", "by_area"), "by_area needs a recorded run, with --raster"),
    "no file": (("--raster", "none.h5", "--edges", "edges.h5", *TIMES, "--ranks", "2"), "none.h5"),
    "two_tier with short delays between areas": (
        (*FREE, *TIMES, "--ranks", "4", "--exchange", "two_tier", "--area-size", "7"),
        "",
    ),
}  # fmt: skip


def test_mistakes_are_told(ranvier, record, tmp_path):
    record("areas", 2)
    (tmp_path / "bare.csv").write_text("source,target\n1,2\n")
    (tmp_path / "other.csv").write_text("source,target,delay\n0,159,7\n")
    (tmp_path / "other.txt").write_text("1.5 3\n")
    (tmp_path / "list.json").write_text("[]")
    summary = json.loads((tmp_path / "run.json").read_text())
    summary["traffic"]["per_rank"][1]["gids"] = [[-5, 1, 3]]
    (tmp_path / "bad.json").write_text(json.dumps(summary))
    summary["traffic"] = {"absent": "the run had variable steps"}
    (tmp_path / "mute.json").write_text(json.dumps(summary))
    del summary["traffic"]
    (tmp_path / "old.json").write_text(json.dumps(summary))
    for name, (words, complaint) in MISTAKES.items():
        outcome = ranvier.run("exchange", "simulate", *words, cwd=tmp_path)
        assert (outcome.status != 0) == bool(complaint), (name, outcome)
        assert complaint in outcome.err, (name, outcome)
        assert outcome.err.count("\n") <= 2 or "--help" in outcome.err, (name, outcome)


@pytest.mark.parametrize(
    "change, reason",
    [
        ("{ pc.set_maxstep(10) stdinit() pc.psolve(5) stdinit() pc.psolve(5) }", "the script ran more than once"),
        ("{ stdinit() pc.psolve(5) }\ndt = 0.05\n{ pc.psolve(6) }", "dt, t, the network or pc.set_maxstep was changed"),
        ("{ stdinit() }", "the run took no fixed steps"),
        ("{ cvode_active(1) cvode_local(1) pc.set_maxstep(10) stdinit() pc.psolve(5) }", "the run had variable steps"),
    ],
)
def test_summaries_say_what_cannot_be_simulated(record, tmp_path, change, reason):
    script = MEETINGS.replace("{ stdinit() }\n", "") + change + "\n"
    if "cvode" in change:
        script = script.replace("new ignore_and_fire", "new IntFire1").replace("cell.rate", "rate")
    (tmp_path / "net.hoc").write_text(script)
    assert reason in record(str(tmp_path / "net.hoc"), 2)["traffic"]["absent"]


def test_irregular_gids_are_not_listed(record, simulate, ranvier, tmp_path):
    """Then the summary says so, and any other placement works."""
    script = (
        MEETINGS
        + "for k = 0, 140000 { gid = 100 + k * 5 + k * k % 5  if (k % pc.nhost == pc.id) { \
pc.set_gid2node(gid, pc.id)  cell = new IntFire1()  cells.append(cell)  nc = new NetCon(cell, nil)  pc.cell(gid, nc) } }\n"
    )
    (tmp_path / "net.hoc").write_text(script + "{ stdinit() pc.psolve(3) }\n")
    real = record(str(tmp_path / "net.hoc"), 2)
    assert "too irregular for a short list" in real["traffic"]["per_rank"]["absent"]
    assert simulate(2)["configuration"]["placement"] == "round_robin"


def test_connections_that_are_not_in_the_file_are_noted(record, ranvier, tmp_path):
    """A connection that is switched off makes a rank listen all the same."""
    script = MEETINGS.replace("netcons.append(nc)", "nc.active(from != 3)  netcons.append(nc)")
    (tmp_path / "net.hoc").write_text(script + "{ pc.psolve(3) }\n")
    record(str(tmp_path / "net.hoc"), 2)
    outcome = ranvier.check("exchange", "simulate", *BASE, "--ranks", "2", cwd=tmp_path)
    assert "note: rank 0 listened for 6 gids of other ranks in the recorded run, but edges.h5" in outcome.err, outcome
