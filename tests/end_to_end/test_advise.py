"""`ranvier advise`: the choice is that of `ranvier exchange simulate`, and the table says why."""

import json
import re

import pytest

EXCHANGES = ("allgather", "alltoall", "isend", "two_tier")
ASKED = tuple(word for each in EXCHANGES for word in ("--exchange", each))


@pytest.fixture
def net(ranvier, root, tmp_path):
    """A recorded run of four areas."""
    words = ("--raster", "net.h5", "--connections", "edges.h5", "--summary", "net.json", "--intervals")
    statements = ("areas = 4", "cells = 20", "inputs = 10", "rate = 40", "tstop = 30", "warm_up = 0")
    statements = [word for each in statements for word in ("-c", each)]
    (tmp_path / "net").mkdir()
    script = root / "models/areas/areas.hoc"
    ranvier.check("run", "--quiet", *words, *statements, script, cwd=tmp_path / "net", ranks=1)
    return tmp_path / "net"


def machine(ranvier, folder, name="infiniband_hdr", collectives=1.0, messages=1.0, core=1.0):
    """Writes a file of constants in which operations cost so many times as much."""
    known = json.loads(ranvier.check("exchange", "machines", "--json", cwd=folder).out)
    constants = next(each for each in known if each["name"] == name)
    for key in constants:
        constants[key] = constants[key] * messages if key.endswith("_s") else constants[key]
    for costs in constants["collectives"].values():
        costs |= {key: value * collectives for key, value in costs.items() if key.endswith("_s")}
    (folder / "machine.json").write_text(json.dumps({**constants, "core_speed": core}))


def simulated(ranvier, folder, ranks, placements):
    """The total times [s] of all choices, by `exchange simulate`."""
    times = {}
    for placement in placements:
        for exchange in EXCHANGES:
            words = (
                "--raster",
                "net.h5",
                "--edges",
                "edges.h5",
                "--summary",
                "net.json",
                "--ranks",
                str(ranks),
                "--json",
            )
            words = (*words, "--machine-file", "machine.json", "--exchange", exchange, "--placement", placement)
            outcome = ranvier.check("exchange", "simulate", *words, cwd=folder)
            times[exchange, placement] = max(rank["wall"] for rank in json.loads(outcome.out)["phases"]["per_rank"])
    return times


def rows_of(out, ranks):
    """(exchange, placement, ratio) of each row, in order."""
    found = []
    for line in out.splitlines():
        words = line.replace(",", " ").split()
        if len(words) > 5 and words[0] == str(ranks) and words[1] in EXCHANGES:
            found.append((words[1], words[2], float(words[5])))
    return found


@pytest.mark.parametrize("costs", [{}, {"collectives": 100.0}, {"messages": 100.0}])
def test_the_choice_is_that_of_the_simulation(ranvier, net, costs):
    machine(ranvier, net, **costs)
    advice = ranvier.check(
        "advise", "net.json", "--ranks", "2,8", "--machine-file", "machine.json", *ASKED, cwd=net
    ).out
    for ranks in (2, 8):
        times = simulated(ranvier, net, ranks, ("round_robin", "by_area"))
        rows = rows_of(advice, ranks)
        assert len(rows) == 8
        least = min(times.values())
        for exchange, placement, ratio in rows:
            assert ratio == pytest.approx(times[exchange, placement] / least, abs=0.006)
        assert [ratio for _, _, ratio in rows] == sorted(ratio for _, _, ratio in rows)
        exchange, placement, _ = rows[0]
        assert times[exchange, placement] == least
        (said,) = [line for line in advice.splitlines() if line.startswith(f"on {ranks} ranks: ")]
        assert f"use {exchange}, {placement}; " in said
        assert ("<- not allgather" in advice) or rows[0][0] == "allgather"


def test_costs_change_the_choice(ranvier, net):
    chosen = []
    for costs in ({"collectives": 100.0}, {"messages": 1000.0}):
        machine(ranvier, net, **costs)
        words = ("advise", "net.json", "--ranks", "8", "--machine-file", "machine.json", "--placement", "round_robin")
        advice = ranvier.check(*words, "--exchange", "allgather", "--exchange", "pairwise", cwd=net).out
        chosen.append(advice.split("on 8 ranks: use ")[1].split(",")[0])
    assert chosen == ["pairwise", "allgather"]


def test_it_says_what_would_change_it(ranvier, net, tmp_path):
    """Also from another folder, where the summary finds its files beside itself."""
    advice = ranvier.check("advise", "net/net.json", "--ranks", "4,81,100000", *ASKED, cwd=tmp_path).out
    assert "as net/net.json has measured it on 1 rank" in advice
    assert advice.count("not possible: the network has only 80 cells") == 2
    assert "set by" in advice and "for example gid" in advice and "better balance saves at most" in advice
    assert "exchange and waiting take" in advice and "bytes received by a rank" in advice


def test_small_differences_do_not_matter(ranvier, net):
    """Where computing takes nearly all of the time, nothing is to be gained."""
    words = ("advise", "net.json", "--ranks", "2", "--core-speed", "1e-6", "--placement", "round_robin", *ASKED)
    advice = ranvier.check(*words, cwd=net).out
    assert "on 2 ranks: no difference that matters: all are within 5%; keep what you have" in advice


def test_mistakes_are_told(ranvier, net):
    (net / "edges.h5").rename(net / "elsewhere.h5")
    outcome = ranvier.run("advise", "net.json", "--ranks", "2", cwd=net)
    assert outcome.status and "net.json names no file for --edges that is here; give it with --edges" in outcome.err
    assert ranvier.check("advise", "net.json", "--ranks", "2", "--edges", "elsewhere.h5", cwd=net).out
    assert ranvier.run("advise", "net.json", "--edges", "elsewhere.h5", cwd=net).status
    outcome = ranvier.run("advise", "none.json", "--ranks", "2", cwd=net)
    assert outcome.status and "cannot read the summary none.json" in outcome.err
    words = ("advise", "net.json", "--ranks", "2", "--edges", "elsewhere.h5", "--exchange", "isent")
    outcome = ranvier.run(*words, cwd=net)
    assert outcome.status and "not possible: " in outcome.out


def with_constant_costs(folder):
    """Removes the measured times of the recorded run, so that computing takes the same in each run of a test."""
    summary = json.loads((folder / "net.json").read_text())
    del summary["work"]
    (folder / "net.json").write_text(json.dumps(summary))


def table_of(out):
    """The columns after exchange and placement, by these."""
    rows = {}
    for line in out.splitlines():
        found = re.match(r" *\d+  (\S+), (\S+) +~?([\d.e-]+) (\S+) +([\d.]+) +([\d.]+) +(\S+) +(\S+ \S+)", line)
        if found:
            seconds = float(found[3]) * {"s": 1, "ms": 1e-3, "us": 1e-6}[found[4]]
            rows[found[1], found[2]] = (seconds, float(found[6]), float(found[7]), found[8])
    return rows


@pytest.mark.parametrize("ranks", ["2", "7", "32"])
@pytest.mark.parametrize("costs", [{}, {"collectives": 100.0}, {"messages": 100.0}])
def test_estimates_are_the_simulation(ranvier, net, costs, ranks):
    """Bytes, memory and balance are equal; so are times, but for the order of messages within an interval."""
    machine(ranvier, net, **costs)
    with_constant_costs(net)
    words = ("advise", "net.json", "--ranks", ranks, "--machine-file", "machine.json")
    simulated = table_of(ranvier.check(*words, cwd=net).out)
    estimate = ranvier.check(*words, "--estimate", cwd=net).out
    estimated = table_of(estimate)
    assert "~ estimated from counts" in estimate and "a simulation would need" not in estimate
    assert len(simulated) == 12 and simulated.keys() == estimated.keys()
    for key, (seconds, imbalance, received, kept) in estimated.items():
        sends = key[0] in ("isend", "persistent")
        # Four digits are printed. A rank that looks for messages after each fourth spike may settle in other rounds.
        assert seconds == pytest.approx(simulated[key][0], rel=0.01 if sends else 2e-3), key
        assert imbalance == pytest.approx(simulated[key][1], abs=0.03 if sends else 0.011), key
        assert (received, kept) == simulated[key][2:], key


def test_ends_of_advances(ranvier, root, tmp_path):
    """Where a run is made of several advances, spikes are exchanged at the end of each one."""
    words = ("--raster", "net.h5", "--connections", "edges.h5", "--summary", "net.json", "--intervals")
    (tmp_path / "advances.hoc").write_text(
        """
        objref pc, cells, drive
        pc = new ParallelContext()
        cells = pc.cells("IntFire1", 0, 40, "tau", "uniform", 8, 12, "refrac", 2)
        drive = pc.cells("NetStim", 40, 40, "interval", 5, "number", 1e9, "noise", 1, "start", 0)
        n = pc.connect(drive, cells, "fixed_indegree", 2, "weight", 1.2, "delay", 1)
        n = pc.connect(cells, cells, "fixed_indegree", 10, "weight", 0.02, "delay", 1)
        { pc.set_maxstep(10) }
        { finitialize() }
        for i = 1, 9 pc.psolve(3.3 * i)
        """
    )
    ranvier.check("run", "--quiet", *words, "advances.hoc", cwd=tmp_path, ranks=1)
    with_constant_costs(tmp_path)
    simulated = table_of(ranvier.check("advise", "net.json", "--ranks", "9", cwd=tmp_path).out)
    estimated = table_of(ranvier.check("advise", "net.json", "--ranks", "9", "--estimate", cwd=tmp_path).out)
    assert len(simulated) == 5
    for key, (seconds, _, received, kept) in estimated.items():
        sends = key[0] in ("isend", "persistent")
        assert seconds == pytest.approx(simulated[key][0], rel=0.01 if sends else 2e-3), key
        assert (received, kept) == simulated[key][2:], key


def test_more_ranks_than_fit_into_memory(ranvier, tmp_path):
    """100,000 ranks would take 1.5 TB."""
    words = ("--raster", "net.h5", "--connections", "edges.h5", "--summary", "net.json", "--intervals")
    (tmp_path / "large.hoc").write_text(
        """
        objref pc, drive, cells
        pc = new ParallelContext()
        drive = pc.cells("NetStim", 0, 50000, "interval", 5, "number", 1, "noise", 1, "start", 0)
        cells = pc.cells("IntFire1", 50000, 50000)
        n = pc.connect(drive, cells, "fixed_indegree", 1, "weight", 0.2, "delay", 1)
        { pc.set_maxstep(10) }
        { finitialize() }
        { pc.psolve(3) }
        """
    )
    ranvier.check("run", "--quiet", *words, "large.hoc", cwd=tmp_path, ranks=1)
    words = ("advise", "net.json", "--ranks", "100000", "--exchange", "allgather", "--exchange", "isend")
    out = ranvier.check(*words, "--exchange", "pairwise", cwd=tmp_path).out
    assert "because a simulation would need more memory than this machine has" in out
    assert "on 100000 ranks: use isend, round_robin" in out
    assert "pairwise, round_robin" in out and "not possible: there is no estimate of it, only of allgather" in out
