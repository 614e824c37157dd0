"""Runs: nothing that is done is lost or run twice, whatever happens; failures, limits, checksums, peers."""

import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from conftest import FAKE, ROOT
from ranvier_study import criteria, machine, programs, rasters, storage, table
from ranvier_study.errors import ConfigurationError, StudyError, StudyStopped
from ranvier_study.progress import Progress


def command(folder, *words):
    return [sys.executable, "-m", "ranvier_study", words[0], "--results", str(folder.results), *map(str, words[1:])]


def environment(**more):
    return {**os.environ, "PYTHONPATH": str(ROOT / "python"), **more}


def call(folder, *words, **more):
    return subprocess.run(
        command(folder, *words), capture_output=True, text=True, env=environment(**more), cwd=folder.path, timeout=60
    )


def leftovers(folder):
    """Files of runs that should not be there between runs."""
    return [
        path
        for path in folder.runs().rglob("*")
        if path.name.endswith(".part") or path.name.startswith(("raster", "out"))
    ]


def wait_for(condition, seconds=20):
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_every_run_leaves_its_results(folder):
    outcome = folder.execute()
    assert outcome.is_good and outcome.done == 8 and outcome.before == 0
    _, made, _ = folder.plan()
    assert folder.started() == [run.name for run in made.runs]
    assert folder.done() == set(folder.started())
    for run in made.runs:
        place = folder.runs() / run.name
        assert sorted(path.name for path in place.iterdir()) == ["log.txt", "run.json", "summary.json"]
        known = json.loads((place / "run.json").read_text())
        assert known["attempt"] == 1 and known["order"] == run.order and known["load_before"] == 0.0
        assert known["seconds"] > 0 and known["command"][-1].endswith("net.hoc")
        assert (place / "log.txt").read_text().startswith("running")


def test_the_program_gets_the_configuration(folder):
    folder.change("  tstop: 100", "  tstop: 100\n  presimulate: 20")
    folder.change("ncon: 10}", "ncon: 10, label: some text}")
    (folder.path / "net" / "cell.hoc").write_text("// label\n")
    folder.change(
        "repeat: 2", "repeat: 1\nthreads: 3\noptions: {isa: avx2, quiet: true, force: false}\nintervals: true"
    )
    study, made, found = folder.plan()
    run = next(run for run in made.runs if run.axes == {"exchange": "alltoall", "ranks": 2})
    words = programs.command(study, found, run.configuration, "s.json", "r.h5")
    assert words[1:3] == ["-n", "2"]
    assert words[4:] == [
        *("--summary", "s.json", "--raster", "r.h5", "--exchange", "alltoall", "--threads", "3", "--math", "vector"),
        *("--presimulate", "20", "--intervals", "--isa", "avx2", "--quiet", "-c", "ncell = 64", "-c", "ncon = 10"),
        *("-c", "strdef label", "-c", 'label = "some text"', "-c", "tstop = 100.0", str(folder.path / "net/net.hoc")),
    ]
    assert folder.execute().is_good


def test_what_is_done_is_not_run_again(folder):
    folder.execute()
    again = folder.execute()
    assert again.before == 8 and again.done == 0 and len(folder.started()) == 8


def test_more_repetitions_run_only_what_is_new(folder):
    folder.execute()
    folder.change("repeat: 2", "repeat: 3")
    assert folder.execute().done == 4 and len(set(folder.started())) == len(folder.started()) == 12


def test_a_failing_run_is_tried_again_after_all_others(folder, monkeypatch):
    monkeypatch.setenv("FAKE_TROUBLE", "fails once")
    monkeypatch.setenv("FAKE_UNLUCKY", "alltoall")
    outcome = folder.execute()
    assert outcome.is_good and outcome.done == 8
    names = [run.name for run in folder.plan()[1].runs]
    unlucky = [run.name for run in folder.plan()[1].runs if run.axes["exchange"] == "alltoall"]
    assert folder.started() == names + unlucky
    place = folder.runs() / unlucky[0]
    assert "bad luck" in (place / "log.1.txt").read_text() and not (place / "failure.json").exists()
    assert json.loads((place / "run.json").read_text())["attempt"] == 2


def test_a_run_that_always_fails_ends_with_its_log_and_the_next_call_tries_it_again(folder, monkeypatch):
    monkeypatch.setenv("FAKE_TROUBLE", "fails")
    monkeypatch.setenv("FAKE_UNLUCKY", "alltoall")
    outcome = folder.execute()
    assert len(outcome.failed) == 4 and outcome.done == 4 and len(folder.started()) == 12
    assert all("status 1" in why and "the model is broken" in why for why in outcome.failed.values())
    rows = {row["run"]: row for row in table.rows(folder.results / "exchanges")}
    assert [rows[name]["state"] for name in outcome.failed] == ["failed"] * 4
    assert "the model is broken" in rows[next(iter(outcome.failed))]["why"]
    monkeypatch.setenv("FAKE_TROUBLE", "")
    assert folder.execute().done == 4
    assert {row["state"] for row in table.rows(folder.results / "exchanges")} == {"done"}


def test_a_study_of_which_nothing_runs_stops_after_the_first_repetition(folder, monkeypatch):
    monkeypatch.setenv("FAKE_TROUBLE", "fails")
    with pytest.raises(StudyError, match="every configuration fails, 4 of 4 with: ended with status 1"):
        folder.execute()
    assert len(folder.started()) == 4
    monkeypatch.setenv("FAKE_TROUBLE", "")
    assert folder.execute().done == 8


@pytest.mark.parametrize(
    "trouble, said",
    [
        ("killed rank", "was ended by SIGKILL"),
        ("says nothing", "without writing its summary"),
        ("half a summary", "the summary is not whole"),
        ("dry run", "the summary is of a dry run"),
    ],
)
def test_runs_that_end_badly_fail(folder, monkeypatch, trouble, said):
    monkeypatch.setenv("FAKE_TROUBLE", trouble)
    monkeypatch.setenv("FAKE_UNLUCKY", "alltoall")
    folder.change("repeat: 2", "limits: {attempts: 1}\nrepeat: 1")
    outcome = folder.execute()
    assert len(outcome.failed) == 2 and all(said in why for why in outcome.failed.values()), outcome.failed
    assert not leftovers(folder)
    if trouble == "killed rank":  # only in its first attempt
        assert folder.execute().done == 2


def test_a_run_of_something_else_fails(folder, monkeypatch):
    monkeypatch.setenv("FAKE_TROUBLE", "other ranks")
    folder.change("repeat: 2", "limits: {attempts: 1}\nrepeat: 1")
    outcome = folder.execute()
    assert set(outcome.failed.values()) == {"the run had ranks 1 instead of 2"} and len(outcome.failed) == 2


def test_a_script_that_sets_a_value_itself_fails(folder, monkeypatch):
    monkeypatch.setenv("FAKE_TROUBLE", "own value")
    folder.change("repeat: 2", "limits: {attempts: 1}\nrepeat: 1")
    (said,) = set(folder.execute().failed.values())
    assert said == "the run had ncell = 8 instead of 64"


def test_a_script_that_sets_its_own_end_fails(folder, monkeypatch):
    monkeypatch.setenv("FAKE_TROUBLE", "own end")
    folder.change("repeat: 2", "limits: {attempts: 1}\nrepeat: 1")
    (said,) = set(folder.execute().failed.values())
    assert said == "the run ended at 75 ms instead of tstop = 100 ms: the script does not follow tstop"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_loses_nothing_and_nothing_runs_twice(folder, number):
    """The second exchange sleeps; whatever was done before stays."""
    study = subprocess.Popen(
        command(folder, "run", folder.file),
        env=environment(FAKE_TROUBLE="sleeps", FAKE_UNLUCKY="alltoall"),
        cwd=folder.path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    sleeping = {run.name for run in folder.plan()[1].runs if run.axes["exchange"] == "alltoall"}
    wait_for(lambda: sleeping & set(folder.started()))
    processes = machine.tree(study.pid)
    study.send_signal(number)
    deadline = time.monotonic() + 20
    while study.poll() is None and time.monotonic() < deadline:  # more of them, while processes end
        study.send_signal(signal.SIGINT)
        time.sleep(0.002)
    _, said = study.communicate(timeout=1)
    assert study.returncode in (128 + number, 130) and "the same command continues" in said
    assert not [pid for pid, began in processes.items() if machine.started(pid) == began]
    before, done = folder.started(), folder.done()
    assert done == set(before) - sleeping and not leftovers(folder)
    assert not list(folder.runs().rglob("failure.json"))
    outcome = folder.execute()
    assert outcome.is_good and outcome.done == 8 - len(done)
    assert not done & set(folder.started()[len(before) :]) and len(folder.done()) == 8


def test_a_killed_study_leaves_no_processes_and_resumes(folder):
    study = subprocess.Popen(
        command(folder, "run", folder.file),
        env=environment(FAKE_TROUBLE="sleeps", FAKE_UNLUCKY="alltoall"),
        cwd=folder.path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    sleeping = {run.name for run in folder.plan()[1].runs if run.axes["exchange"] == "alltoall"}
    wait_for(lambda: sleeping & set(folder.started()))
    processes = machine.tree(study.pid)
    study.kill()
    study.wait()
    wait_for(lambda: not [pid for pid, began in processes.items() if machine.started(pid) == began])
    before, done = folder.started(), folder.done()
    assert folder.execute().is_good
    assert not done & set(folder.started()[len(before) :]) and len(folder.done()) == 8 and not leftovers(folder)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_ranks_of_mpi_end_with_the_study(folder, number):
    """With the real launcher, whose processes are not children of the study; SIGKILL leaves the study no time."""
    if programs.find_launcher() is None:
        pytest.skip("there is no mpiexec")
    program = folder.path / "sleeper"
    program.write_text(
        f"#!/bin/sh\n[ $1 = run ] && exec {FAKE} run --help\n[ $1 = --quiet ] && exit 0\necho $$ >>{folder.path}/ranks\nexec sleep 60\n"
    )
    program.chmod(0o755)
    folder.write(folder.file.read_text().split("launcher")[0], fake=False)
    folder.change("ranks: [1, 2]", "ranks: [2]")
    words = command(folder, "run", folder.file)
    study = subprocess.Popen(
        words, env=environment(RANVIER_PROGRAM=str(program)), cwd=folder.path, stderr=subprocess.PIPE
    )
    noted = folder.path / "ranks"
    wait_for(lambda: noted.exists() and len(noted.read_text().split()) == 2)
    ranks = {pid: machine.started(pid) for pid in map(int, noted.read_text().split())}
    assert all(ranks.values())
    study.send_signal(number)
    study.communicate(timeout=30)
    wait_for(lambda: not [pid for pid, began in ranks.items() if machine.started(pid) == began])
    assert not folder.done() and not list(folder.runs().rglob("failure.json"))


def test_a_killed_rank_of_mpi_is_tried_again_and_nothing_else(folder, monkeypatch):
    """With the real launcher: in its first attempt, rank 1 of two is killed while rank 0 computes."""
    if programs.find_launcher() is None:
        pytest.skip("there is no mpiexec")
    program = folder.path / "program"
    program.write_text(
        f"""#!/bin/sh
[ $1 = run ] && exec {FAKE} run --help
rank=${{PMI_RANK:-0}}
ranks=${{PMI_SIZE:-1}}
if [ $ranks = 2 ] && [ ! -e "$(dirname $2)/log.1.txt" ]; then
    echo $$ >>{folder.path}/killed
    [ $rank = 1 ] && sleep 0.2 && kill -KILL $$
    exec sleep 60
fi
[ $rank = 0 ] && exec {FAKE} -n $ranks {FAKE} "$@"
exit 0
"""
    )
    program.chmod(0o755)
    monkeypatch.setenv("RANVIER_PROGRAM", str(program))
    folder.write(folder.file.read_text().split("launcher")[0], fake=False)
    began = time.monotonic()
    outcome = folder.execute()
    assert outcome.is_good and outcome.done == 8 and time.monotonic() - began < 55
    made = folder.plan()[1].runs
    unlucky = [run.name for run in made if run.axes["ranks"] == 2]
    assert folder.started() == [run.name for run in made if run.axes["ranks"] == 1] + unlucky
    for name in unlucky:
        assert json.loads((folder.runs() / name / "run.json").read_text())["attempt"] == 2
    ranks = (folder.path / "killed").read_text().split()
    assert len(ranks) == 8 and not [pid for pid in ranks if machine.started(int(pid))]
    assert folder.execute().done == 0 and not leftovers(folder)


def test_ctrl_c_at_a_terminal(folder):
    pexpect = pytest.importorskip("pexpect")
    words = command(folder, "run", folder.file)
    told = environment(FAKE_TROUBLE="sleeps", FAKE_UNLUCKY="alltoall", COLUMNS="200", TERM="xterm")
    terminal = pexpect.spawn(words[0], words[1:], env=told, cwd=str(folder.path), encoding="utf-8", timeout=30)
    sleeping = {run.name for run in folder.plan()[1].runs if run.axes["exchange"] == "alltoall"}
    wait_for(lambda: sleeping & set(folder.started()))
    terminal.sendintr()
    terminal.expect("stopped by SIGINT; the same command continues")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130 and folder.done() == set(folder.started()) - sleeping


def test_a_full_disk_stops_the_study_where_it_writes(folder):
    """/dev/full says what a full disk says."""
    folder.execute()
    folder.change("repeat: 2", "repeat: 3")
    third = folder.plan()[1].runs[10].name
    (folder.runs() / third).mkdir()
    real = storage.write_json

    def to_full(path, value):
        if path.parent.name == third:
            path.unlink(missing_ok=True)
            path.symlink_to("/dev/full")
        real(path, value)

    with pytest.MonkeyPatch.context() as patch, pytest.raises(StudyStopped, match="No space left on device. Make room"):
        patch.setattr(storage, "write_json", to_full)
        folder.execute()
    assert len(folder.done()) == 10
    for path in (folder.runs() / third).iterdir():
        path.unlink()
    outcome = folder.execute()
    assert outcome.is_good and outcome.done == 2 and len(folder.started()) == 12 and not leftovers(folder)


def test_a_limit_of_file_sizes_stops_the_study(folder):
    """The log becomes too long: the run has not failed, and the study waits for room."""

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))

    words = command(folder, "run", folder.file)
    told = environment(FAKE_TROUBLE="prints much", FAKE_UNLUCKY="alltoall")
    stopped = subprocess.run(words, env=told, cwd=folder.path, capture_output=True, text=True, preexec_fn=limit)
    assert stopped.returncode == 1 and "Make room" in stopped.stderr, stopped
    assert len(folder.started()) == 1 and not folder.done() and not list(folder.runs().rglob("failure.json"))
    outcome = folder.execute()
    assert outcome.is_good and outcome.done == 8 and len(folder.started()) == 9


def test_a_disk_that_becomes_full_and_has_room_again(folder):
    """A small file system: rasters of 900 KB are kept until there is no room."""
    if subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True).returncode != 0:
        pytest.skip("file systems cannot be mounted here")
    folder.results.mkdir()
    folder.change("repeat: 2", "repeat: 2\nkeep: rasters")
    study = " ".join(command(folder, "run", folder.file))
    script = f"""
        mount -t tmpfs -o size=4m none {folder.results}
        {study} && exit 9
        ls {folder.runs()}/*/summary.json | wc -l; ls {folder.runs()}/*/failure.json
        mount -o remount,size=40m {folder.results}
        {study} || exit 8
        ls {folder.runs()}/*/summary.json | wc -l
    """
    told = environment(FAKE_TROUBLE="fills the disk")
    done = subprocess.run(
        ["unshare", "-rm", "bash", "-c", script], env=told, cwd=folder.path, capture_output=True, text=True
    )
    assert done.returncode == 0 and "Make room" in done.stderr, done
    counts = [int(line) for line in done.stdout.splitlines() if line.isdigit()]
    assert 1 <= counts[0] < 8 and counts[1] == 8
    started = folder.started()
    assert len(started) <= 9 and len(set(started)) == 8  # at most the run that met the full disk was started twice


def test_a_run_that_takes_too_long_is_ended(folder, monkeypatch):
    monkeypatch.setenv("FAKE_TROUBLE", "sleeps")
    monkeypatch.setenv("FAKE_UNLUCKY", "alltoall")
    folder.change("repeat: 2", "limits: {minutes: 0.05, attempts: 1}\nrepeat: 1")
    outcome = folder.execute()
    assert set(outcome.failed.values()) == {"took longer than limits.minutes = 0.05"} and outcome.done == 2


def test_a_run_that_takes_too_much_memory_is_ended(folder, monkeypatch):
    monkeypatch.setenv("FAKE_TROUBLE", "takes memory")
    folder.change("repeat: 2", "limits: {memory: 100 MiB, attempts: 1}\nrepeat: 1")
    folder.change("[allgather, alltoall]", "[allgather]")
    folder.change("[1, 2]", "[1]")
    (why,) = folder.execute().failed.values()
    assert why.endswith("more than limits.memory = 0.0977 GiB")


def test_different_spikes_within_a_group_fail_the_study_and_name_the_runs(folder, monkeypatch):
    monkeypatch.setenv("FAKE_DIFFERS", "alltoall")
    outcome = folder.execute()
    assert not outcome.is_good and len(outcome.differences) == 1
    said = outcome.differences[0]
    assert said.startswith("runs that must give the same spikes") and "ffffffffffff: " in said
    for run in folder.plan()[1].runs:
        assert f"{run.name} ({run.label})" in said
    again = call(folder, "run", folder.file)
    assert again.returncode == 1 and "study failed: runs that must give the same spikes" in again.stderr


def test_a_program_rebuilt_during_the_study_fails_it(folder, monkeypatch):
    folder.execute()
    monkeypatch.setenv("FAKE_BUILD", "b2")
    folder.change("repeat: 2", "repeat: 3")
    (said,) = folder.execute().differences
    assert said.startswith("the program ranvier changed during the study")


def test_a_run_whose_files_have_changed_is_run_again(folder, monkeypatch, tmp_path):
    """Files outside the script's folder, which the run's name does not know."""
    other = tmp_path / "shared.hoc"
    other.write_text("x = 1\n")
    monkeypatch.setenv("FAKE_READS", str(other))
    folder.execute()
    assert folder.execute().done == 0
    other.write_text("x = 2\n")
    outcome = folder.execute()
    assert outcome.before == 0 and outcome.done == 8 and folder.execute().done == 0


def test_load_beside_a_run_marks_it(folder, monkeypatch):
    loads = iter([0.1, 2.0] * 4)
    monkeypatch.setattr(machine, "load_now", lambda: next(loads))
    monkeypatch.setattr(machine.LoadMeter, "of_others", lambda meter, own: 0.2)
    folder.execute()
    rows = table.rows(folder.results / "exchanges")
    assert [row["is_disturbed"] for row in rows] == [False, True] * 4
    assert [row["load.before"] for row in rows] == [0.1, 2.0] * 4 and rows[0]["load.beside"] == 0.2


def test_the_load_of_others_is_measured():
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        time.sleep(0.2)
        assert machine.load_now(0.5) > 0.2
    finally:
        busy.kill()
        busy.wait()
    meter = machine.LoadMeter(busy=machine.busy_seconds() - 3.0, began=time.monotonic() - 2.0)
    assert meter.of_others(own_seconds=1.0) == pytest.approx(1.0, abs=0.2)


def test_two_processes_do_not_run_one_study(folder):
    (folder.results / "exchanges").mkdir(parents=True)
    with (
        storage.locked(folder.results / "exchanges"),
        pytest.raises(StudyError, match="another process runs the study"),
    ):
        folder.execute()


def test_rasters_are_kept_on_request(folder):
    folder.change("repeat: 2", "repeat: 1\nkeep: rasters")
    folder.execute()
    folder.execute()
    assert len(list(folder.runs().glob("*/raster.h5"))) == 4


def test_a_damaged_result_is_named(folder):
    folder.execute()
    next(folder.runs().glob("*/summary.json")).write_text("{")
    with pytest.raises(StudyError, match=r"summary\.json is damaged .* remove it, and the run is repeated"):
        folder.execute()


def test_another_build_is_an_axis(folder):
    other = shutil.copy(folder.plan()[2].paths[""], folder.path / "other")
    with open(other, "a") as file:
        file.write("# another build\n")
    folder.change("[allgather, alltoall]", "[allgather]\n  build: [before, after]")
    text = folder.file.read_text()
    folder.write(text.split("launcher")[0] + f"builds: {{before: {os.environ['RANVIER_PROGRAM']}, after: other}}\n")
    outcome = folder.execute()
    assert outcome.done == 8
    used = {json.loads(path.read_text())["command"][3] for path in folder.runs().glob("*/run.json")}
    assert used == {os.environ["RANVIER_PROGRAM"], str(other)}


PEER = """
import json, pathlib, sys
given = dict(word.split("=", 1) for word in sys.argv[1:])
pathlib.Path(given["raster"]).with_name("raster.txt").write_text("2.5\\t7\\n1.5\\t3\\n")
print("something else")
print(json.dumps({"setup_s": 0.5, "run_s": float(given["tstop"]) / 100, "spikes": 2, "raster": "raster.txt"}))
"""


@pytest.fixture
def peer(folder, monkeypatch):
    """A peer that is installed, with this script for the model."""
    monkeypatch.setitem(programs.ASK_PEER, "arbor", "print('1.2.3')")
    script = folder.path / "peer.py"
    script.write_text(PEER)
    folder.change("  tstop: 100", "  tstop: 100\n  peers: {arbor: peer.py, nest: peer.py}")
    folder.file.write_text(folder.file.read_text() + "peers: [arbor]\n")
    return script


def test_peers_run_beside_ranvier(folder, peer):
    outcome = folder.execute()
    assert outcome.is_good and outcome.done == 12 and not leftovers(folder)
    rows = [row for row in table.rows(folder.results / "exchanges") if row["axis.simulator"] == "arbor"]
    assert len(rows) == 4 and all(row["time.run"] == 1.0 and row["time.setup"] == 0.5 for row in rows)
    expected = rasters.checksum(np.array([1.5, 2.5]), np.array([3, 7], np.uint64))
    assert {row["raster.sha256"] for row in rows} == {expected}
    assert rows[0]["program.version"] == "1.2.3" and "axis.exchange" not in rows[0]


CRITERIA = {  # what the study says, and the report; the fake fires 42 spikes, the peer 2
    "": (None, "The spikes of arbor were not compared: the study names no criterion."),
    "criterion: {arbor: {spikes: same}}": (False, "4 of 4 runs of arbor have other spikes than Ranvier."),
    "criterion: {arbor: {rates: 5%}}": (False, "of arbor and Ranvier differ by up to 95%; 5% are allowed."),
    "criterion: {arbor: {rates: 96%}}": (True, "of arbor and Ranvier differ by up to 95%; 96% are allowed."),
}


@pytest.mark.parametrize("line", CRITERIA)
def test_the_spikes_of_a_peer_are_compared_as_the_study_says(folder, peer, line):
    folder.file.write_text(folder.file.read_text() + line + "\n")
    is_met, words = CRITERIA[line]
    outcome = folder.execute()
    assert outcome.is_good == (is_met is not False) and (words in "".join(outcome.differences)) == (is_met is False)
    assert call(folder, "report").returncode == 0
    assert words in (folder.results / "exchanges" / "report.html").read_text()


@pytest.mark.parametrize("given", [True, False])
def test_a_peer_with_the_same_spikes(folder, peer, given):
    """The rows of a study whose peer has Ranvier's spikes, or left no raster."""
    folder.execute()
    rows = table.rows(folder.results / "exchanges")
    checksum = next(row["raster.sha256"] for row in rows if row["axis.simulator"] == "ranvier")
    for row in rows:
        if row["axis.simulator"] == "arbor":
            row["raster.sha256"] = checksum
            if not given:
                del row["raster.sha256"]
    (found,) = criteria.judge(rows, {"arbor": {"spikes": "same"}})
    assert found.is_met == given
    assert found.words == (
        "arbor has the same spikes as Ranvier in all of its 4 runs."
        if given
        else "4 of 4 runs of arbor left no raster, so their spikes are not known."
    )


@pytest.mark.parametrize(
    "line, said",
    [
        ("criterion: {nest: {spikes: same}}", "is not in peers; "),
        ("criterion: {arbor: {}}", "write either spikes: same, or rates: 5%"),
        ("criterion: {arbor: {spikes: same, rates: 5%}}", "write either spikes: same"),
        ("criterion: {arbor: {spikes: other}}", "criterion.arbor"),
    ],
)
def test_a_criterion_that_says_nothing_is_an_error(folder, peer, line, said):
    folder.file.write_text(folder.file.read_text() + line + "\n")
    with pytest.raises(ConfigurationError) as error:
        folder.plan()
    assert said in str(error.value)


def test_a_peer_that_says_something_else_fails(folder, peer):
    peer.write_text("print('done')\n")
    outcome = folder.execute()
    assert len(outcome.failed) == 4 and "as its last line; it printed 'done'" in next(iter(outcome.failed.values()))


def test_a_peer_that_is_not_installed_is_an_error_of_validate(folder, peer):
    empty = folder.path / "python-without-nest"
    empty.write_text("#!/bin/sh\necho \"ModuleNotFoundError: No module named 'nest'\" >&2\nexit 1\n")
    empty.chmod(0o755)
    folder.change("peers: [arbor]", f"peers: [{{nest: {empty}}}]")
    found = call(folder, "validate", folder.file)
    assert found.returncode == 1
    assert f"peer nest is not installed for {empty} (ModuleNotFoundError: No module named 'nest')" in found.stdout
    assert "or remove it from peers" in found.stdout


def test_peers_do_not_see_our_package_neuron(folder, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "python"), "/elsewhere"]))
    assert programs.environment_of_peers()["PYTHONPATH"] == "/elsewhere"


def test_checksums_do_not_depend_on_the_order_of_spikes(tmp_path):
    times, gids = np.array([2.0, 1.0, 1.0]), np.array([1, 5, 3], np.uint64)
    order = [2, 0, 1]
    assert rasters.checksum(times, gids) == rasters.checksum(times[order], gids[order])
    assert rasters.checksum(times, gids) != rasters.checksum(times, gids[order])
    import hashlib
    import struct

    by_hand = b"".join(struct.pack("<dQ", t, gid) for t, gid in ((1.0, 3), (1.0, 5), (2.0, 1)))
    assert rasters.checksum(times, gids) == hashlib.sha256(by_hand).hexdigest()
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "r.h5", "w") as file:
        file["spikes/All/timestamps"], file["spikes/All/node_ids"] = times, gids
    read = rasters.read(tmp_path / "r.h5")
    assert rasters.checksum(*read) == hashlib.sha256(by_hand).hexdigest()


SIMULATED = """\
study: simulated
question: Which exchange would be faster?
model:
  set: {cells: 64, connections: 20}
  tstop: 25
axes:
  exchange: [allgather, isend]
  ranks: [4, 16]
machine: {simulated: bluegene_p}
"""


def test_a_simulated_machine(ranvier, folder, monkeypatch):
    monkeypatch.setenv("RANVIER_PROGRAM", str(ranvier.bin_folder / "ranvier"))
    folder.write(SIMULATED, fake=False)
    outcome = folder.execute()
    assert outcome.is_good and outcome.done == 4, outcome
    rows = table.rows(folder.results / "simulated")
    assert all(row["host.simulated"] == "bluegene_p" and row["counts.cells"] == 64 for row in rows)
    assert all(row["configuration.ranks"] == row["axis.ranks"] and row["time.run"] > 0 for row in rows)
    spikes = {row["counts.spikes_fired"] for row in rows}
    assert len(spikes) == 1 and type(next(iter(spikes))) is int and spikes.pop() > 0
    assert not any(row["is_disturbed"] for row in rows)
    assert call(folder, "report").returncode == 0
    said = call(folder, "compare", "exchange=allgather", "exchange=isend").stdout.splitlines()
    assert [line.split(":")[0] for line in said] == ["ranks=4", "ranks=16"]
    times = {(row["axis.exchange"], row["axis.ranks"]): row["time.run"] for row in rows}
    ratio = times["isend", 4] / times["allgather", 4]
    assert said[0].endswith(
        f"exchange=isend takes {ratio:.4g} times as long as exchange=allgather on the simulated machine"
    )


@pytest.mark.parametrize(
    "line, said",
    [
        ("repeat: 2", "takes the same time in each repetition"),
        ("intervals: true", "reports times of each rank and interval only of a recorded run"),
        ("peers: [neuron]", "peers do not run on a simulated machine"),
    ],
)
def test_what_a_simulated_machine_cannot_do(folder, line, said):
    folder.write(SIMULATED + line + "\n", fake=False)
    with pytest.raises(ConfigurationError, match=said):
        folder.plan()


def test_the_time_left_follows_the_configurations_that_are_left(folder):
    study, made, found = folder.plan()
    progress = Progress()
    long, short = made.runs[0], next(run for run in made.runs if run.configuration != made.runs[0].configuration)
    with progress.of(8, made.runs, {long.configuration.identifier: [9.0, 11.0], short.configuration.identifier: [2.0]}):
        # 2 of 10 s, 2 of 2 s, and 4 that are not known: the mean of both
        assert progress.left() == 2 * 10 + 2 * 2 + 4 * 6
        progress.done(long, 10.0, False)
        assert progress.left() == 10 + 2 * 2 + 4 * 6


def test_progress_outside_a_terminal_is_lines_with_the_time_left(folder, capsys):
    folder.execute()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 8 and lines[0].startswith("1/8 ") and "about" in lines[0] and " left" in lines[0]
    assert lines[7].startswith("8/8 ") and "left" not in lines[7]
    assert pathlib.Path(folder.results / "exchanges" / "table.parquet").exists()
