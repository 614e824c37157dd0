"""Ranks that stop for a while or are slow change no spike; one that is killed ends the others, with one message.

A rank is unruly by itself, in an event during the run, so that it happens there however busy the computer is."""

import concurrent.futures
import sys
import time

import pytest
from oracle import commands
from oracle.processes import wait_until_ended
from oracle.program import raster_of

RANKS = 3
LIMIT_S = 60  # however busy the computer is; test_failing_ranks.py measures how soon a run ends
STATEMENTS = ("ncell = 60", "ncon = 20", "weight = 0.02", "area_size = 20", "consecutive = 1", "tstop = 60")
# The shell's parent is the rank. What waits in the background must not hold the pipe that the rank reads.
DEEDS = {
    "none": "{ }",
    "stops": '{ system("(sleep 2; kill -CONT $PPID) > /dev/null 2>&1 & kill -STOP $PPID") }',
    "is_slow": "{ started_ = startsw()  while (startsw() - started_ < 0.05) { } }",
    "is_killed": '{ system("kill -KILL $PPID") }',
}
EVERY_MS = """
objref cvode_
proc be_unruly() {
    DEED
    if (again_ && t < tstop - 2) { cvode_.event(t + 1, "be_unruly()") }
}
proc arrange() {
    cvode_ = new CVode()
    if (pc.id == unruly_rank) { cvode_.event(30.3, "be_unruly()") }
}
"""


@pytest.fixture(scope="module")
def folder(root, tmp_path_factory):
    """models/artificial_net with a script for each disturbance."""
    folder = tmp_path_factory.mktemp("unruly")
    source = root / "models" / "artificial_net"
    (folder / "interval_fire.mod").write_text((source / "interval_fire.mod").read_text())
    text = (source / "artificial_net.hoc").read_text()
    assert text.count("proc run_net()") == text.count("    pc.psolve(tstop)\n") == 1
    for name, deed in DEEDS.items():
        again = f"again_ = {int(name == 'is_slow')}\n"
        changed = text.replace("proc run_net()", again + EVERY_MS.replace("DEED", deed) + "\nproc run_net()")
        (folder / f"{name}.hoc").write_text(
            changed.replace("    pc.psolve(tstop)\n", "    arrange()\n    pc.psolve(tstop)\n")
        )
    return folder


def words(unruly_rank):
    return [word for statement in (*STATEMENTS, f"unruly_rank = {unruly_rank}") for word in ("-c", statement)]


def run(ranvier, folder, deed, exchange, unruly_rank, ranks=RANKS):
    """The outcome, the file of spikes, and how long it took [s]."""
    raster = folder / f"{deed}-{unruly_rank}-{exchange.replace(':', '-')}.txt"
    began = time.monotonic()
    outcome = ranvier.run(
        "--quiet",
        "--exchange",
        exchange,
        "--raster",
        raster,
        *words(unruly_rank),
        f"{deed}.hoc",
        cwd=folder,
        ranks=ranks,
    )
    return outcome, raster, time.monotonic() - began


@pytest.fixture(scope="module")
def expected(ranvier, folder):
    """Of one rank, undisturbed."""
    outcome, raster, _ = run(ranvier, folder, "none", "allgather", 0, ranks=1)
    assert outcome.status == 0, outcome
    spikes = raster_of(raster.read_text())
    assert len(spikes) > 60
    return spikes


@pytest.fixture(scope="module")
def exchanges(ranvier, folder):
    """Each value of each strategy's options once."""
    return ranvier.exchanges(folder, covering=1)


def run_together(ranvier, folder, deed, cases):
    """Of each (exchange, unruly rank): both and what `run` returned. Ranks sleep or wait most of the time."""
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        jobs = [(case, pool.submit(run, ranvier, folder, deed, *case)) for case in cases]
        return [(case, *job.result()) for case, job in jobs]


def test_a_rank_that_stops_changes_nothing(ranvier, folder, expected, exchanges):
    cases = [(exchange, k % RANKS) for k, exchange in enumerate(exchanges)]
    for case, outcome, raster, seconds in run_together(ranvier, folder, "stops", cases):
        assert outcome.status == 0 and outcome.err == "" and seconds > 2, (case, seconds, str(outcome))
        assert raster_of(raster.read_text()) == expected, case


def test_a_slow_rank_changes_nothing(ranvier, folder, expected):
    """It takes 50 ms for each of the last 28 ms of the run."""
    cases = [("allgather", 0), ("isend:subintervals=2,phases=2", 1), ("two_tier:inner=allgather,outer=alltoall", 2)]
    for case, outcome, raster, seconds in run_together(ranvier, folder, "is_slow", cases):
        assert outcome.status == 0 and seconds > 1.3, (case, seconds, str(outcome))
        assert raster_of(raster.read_text()) == expected, case


def test_a_killed_rank_ends_the_others_with_one_message(ranvier, folder, exchanges):
    """Which mpiexec writes, on its standard output."""
    strategies = list(dict.fromkeys(exchange.partition(":")[0] for exchange in exchanges))
    cases = [(strategy, k % RANKS) for k, strategy in enumerate([*strategies, "allgather"])]
    for case, outcome, _, seconds in run_together(ranvier, folder, "is_killed", cases):
        check_killed(case, outcome, seconds)
    wait_until_ended(folder)


def check_killed(case, outcome, seconds):
    assert outcome.status != 0 and seconds < LIMIT_S, (case, seconds, str(outcome))
    assert outcome.err == "" and outcome.out.count("BAD TERMINATION") == 1, (case, str(outcome))
    assert "Killed (signal 9)" in outcome.out, (case, str(outcome))


def test_so_it_is_by_neurons_words_and_from_python(ranvier, folder):
    mpiexec = [ranvier.mpiexec, "-n", RANKS]
    settings = "\n".join(f"h('{statement}')" for statement in (*STATEMENTS, "unruly_rank = 1"))
    (folder / "killed.py").write_text(f"from neuron import h\n{settings}\nh.load_file('is_killed.hoc')\n")
    python_path = {"PYTHONPATH": str(ranvier.bin_folder.parent / "python")}
    for command, env in (
        ([*mpiexec, ranvier.bin_folder / "nrniv", "-mpi", "-nobanner", *words(1), "is_killed.hoc"], {}),
        ([*mpiexec, ranvier.bin_folder / "nrniv", "-mpi", "-nobanner", "-python", "killed.py"], {}),
        ([*mpiexec, sys.executable, "killed.py"], python_path),
    ):
        began = time.monotonic()
        outcome = commands.run(command, folder, env)
        check_killed(command, outcome, time.monotonic() - began)
