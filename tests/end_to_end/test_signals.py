"""Signals of batch systems: a run saves its state, finishes its raster, and ends (SIGTERM) or continues (SIGUSR1)."""

import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import uuid

import pytest
from oracle.processes import processes_in

FIXED, STEPWISE, LOCAL, GLOBAL, EVENTS = range(5)
ENDED = re.compile(r"^SIGTERM    ended the run at t = ([\d.e+]+) ms: (.*)$", re.M)
WENT_ON = re.compile(r"^SIGUSR1    at t = ([\d.e+]+) ms: (.*); the run continues$", re.M)


@pytest.fixture(scope="module")
def folder(root):
    return root / "tests" / "end_to_end" / "checkpoints"


@pytest.fixture(scope="module")
def net(folder):
    return folder / "signaled_net.hoc"


def words(*statements):
    return [word for statement in statements for word in ("-c", statement)]


def heed_ctrl_c():
    """Shells let background jobs ignore it, and what these start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def ignore_signals():
    """As `trap '' TERM` in a shell."""
    for number in (signal.SIGTERM, signal.SIGUSR1, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)


class Started:
    """A program that runs until it ends or gets a signal. When the test ends, it is killed."""

    folders = set()

    def __init__(self, ranvier, arguments, cwd, ranks=1, name="ranvier", env=None, before=heed_ctrl_c):
        command = [name if name.startswith("/") else ranvier.bin_folder / name, *arguments]
        if ranks > 1:
            command = [ranvier.mpiexec, "-n", ranks, *command]
        self.folders.add(pathlib.Path(cwd))
        self.ranks, self.comm = ranks, pathlib.Path(name).name
        self.mark = f"RANVIER_TEST_RUN={uuid.uuid4()}"  # by which the processes of the ranks are found
        self.begun, self.fired = (pathlib.Path(cwd) / name for name in ("begun", "fired"))
        for mark in (self.begun, self.fired):
            mark.unlink(missing_ok=True)
        self.said = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [str(word) for word in command],
            cwd=cwd,
            env={**os.environ, **(env or {}), **dict([self.mark.split("=")])},
            stdout=subprocess.PIPE,
            stderr=self.said,
            text=True,
            start_new_session=True,
            preexec_fn=before,
        )

    def wait_until_begun(self):
        """The script writes this file when the run begins."""
        self.wait_for(self.begun)

    def wait_until_fired(self):
        """signaled_net.hoc writes this file when cells have fired."""
        self.wait_for(self.fired)

    def wait_for(self, mark):
        limit = time.monotonic() + 30
        while not mark.exists():
            assert self.process.poll() is None and time.monotonic() < limit, self.errors()
            time.sleep(0.005)

    def rank_processes(self):
        """By rank."""
        if self.ranks == 1:
            return [self.process.pid]
        found = {}
        for entry in pathlib.Path("/proc").iterdir():
            try:
                variables = (entry / "environ").read_text().split("\0")
                if self.mark not in variables or (entry / "comm").read_text().strip() != self.comm:
                    continue
            except (OSError, UnicodeDecodeError):
                continue
            for variable in variables:
                if variable.startswith("PMI_RANK="):
                    found[int(variable.split("=")[1])] = int(entry.name)
        return [found[rank] for rank in sorted(found)]

    def send(self, number, rank=0):
        processes = self.rank_processes()
        assert len(processes) == self.ranks
        os.kill(processes[rank], number)

    def errors(self):
        """What it has written to standard error."""
        return os.pread(self.said.fileno(), 1 << 20, 0).decode()

    def wait_until_said(self, pattern, times=1):
        limit = time.monotonic() + 30
        while len(re.findall(pattern, self.errors())) < times:
            assert self.process.poll() is None and time.monotonic() < limit, self.errors()
            time.sleep(0.01)

    def finish(self, limit=60):
        try:
            out, _ = self.process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            out, _ = self.process.communicate()
            pytest.fail(f"still running after {limit} s\n{out}\n{self.errors()}")
        return self.process.returncode, out, self.errors()


@pytest.fixture(autouse=True)
def nothing_is_left():
    """Kills what a failed test left running."""
    yield
    for folder in Started.folders:
        for pid in processes_in(folder):
            os.kill(pid, signal.SIGKILL)
    Started.folders.clear()


def times_in(raster):
    return [float(line.split()[0]) for line in raster.read_text().splitlines()]


# --- each kind of run

KINDS = [(FIXED, 1), (FIXED, 2), (STEPWISE, 1), (STEPWISE, 2), (LOCAL, 1), (LOCAL, 2), (GLOBAL, 1), (EVENTS, 1)]


@pytest.mark.parametrize("kind,ranks", KINDS)
def test_sigterm_ends_each_kind_of_run(ranvier, net, tmp_path, kind, ranks):
    """One rank gets the signal; all end, with the raster of an uninterrupted run up to there."""
    run = Started(ranvier, ["--raster", "spikes.txt", *words(f"kind = {kind}"), net], tmp_path, ranks)
    run.wait_until_fired()
    run.send(signal.SIGTERM, rank=ranks - 1)
    status, out, err = run.finish(20)
    assert status == 143 and "done" not in out, err
    (end,) = ENDED.findall(err)
    assert end[1] == "no checkpoint was requested; wrote the raster spikes.txt"
    t = float(end[0])
    ranvier.check("--raster", "whole.txt", *words(f"kind = {kind}", f"end = {t + 5}"), net, cwd=tmp_path)
    cut = (tmp_path / "spikes.txt").read_text().splitlines()
    whole = (tmp_path / "whole.txt").read_text().splitlines()
    assert cut and cut == whole[: len(cut)]
    assert all(float(line.split()[0]) > t - 5 for line in whole[len(cut) :])


@pytest.mark.parametrize("kind,ranks", KINDS)
def test_sigusr1_lets_the_run_continue(ranvier, net, tmp_path, kind, ranks):
    wants = ["--checkpoint", "saved"] if kind in (FIXED, STEPWISE) else []
    run = Started(ranvier, [*wants, *words(f"kind = {kind}"), net], tmp_path, ranks)
    run.wait_until_fired()
    run.send(signal.SIGUSR1, rank=ranks - 1)
    run.wait_until_said(WENT_ON)
    assert run.process.poll() is None and (tmp_path / "saved").exists() == bool(wants)
    run.send(signal.SIGUSR1)
    run.wait_until_said(WENT_ON, 2)
    run.send(signal.SIGTERM)
    status, _, err = run.finish(20)
    said = WENT_ON.findall(err)
    assert status == 143 and len(said) == 2 and float(said[1][0]) > float(said[0][0]) > 0, err
    assert {each[1] for each in said} == {"wrote the checkpoint saved" if wants else "no checkpoint was requested"}


def test_signals_that_were_ignored_stay_ignored(ranvier, net, tmp_path):
    arguments = ["--checkpoint", "saved", *words("end = 20000"), net]
    run = Started(ranvier, arguments, tmp_path, before=ignore_signals)
    run.wait_until_begun()
    for number in (signal.SIGUSR1, signal.SIGTERM, signal.SIGINT):
        run.send(number)
    status, out, err = run.finish()
    assert status == 0 and out == "done\n" and "SIG" not in err, err


HANDLER = """#include <signal.h>
#include <unistd.h>
static void note(int number) { if (write(1, "theirs\\n", 7)) return; }
__attribute__((constructor)) static void install(void) { signal(SIGUSR1, note); }
"""


def test_a_library_keeps_its_handler_of_sigusr1(ranvier, net, tmp_path):
    """MPICH has one."""
    (tmp_path / "handler.c").write_text(HANDLER)
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", "handler.so", "handler.c"], cwd=tmp_path, check=True)
    run = Started(ranvier, [net], tmp_path, env={"LD_PRELOAD": str(tmp_path / "handler.so")})
    run.wait_until_begun()
    run.send(signal.SIGUSR1)
    run.wait_until_said(WENT_ON)
    run.send(signal.SIGTERM)
    status, out, err = run.finish(20)
    assert status == 143 and out.count("theirs") == 1 and len(WENT_ON.findall(err)) == 1, (out, err)


# --- what resumes is what would have been


def signal_at_random(run, draw, longest):
    run.wait_until_begun()
    time.sleep(draw.uniform(0, longest))
    try:
        run.send(signal.SIGTERM, draw.randrange(run.ranks))
    except (AssertionError, ProcessLookupError):
        pass  # it has ended by itself


def assert_resumes(start, ranks, seed, times, results, longest):
    """The results of a run that is ended `times` times and resumed are those of one that is not. A run that ends by
    itself first is started again, with less time for the signal."""
    draw = random.Random(seed)
    expected, ended = results(), 0
    for _ in range(3 * times + 4):
        if ended == times:
            break
        run = start(draw.choice(ranks))
        signal_at_random(run, draw, longest)
        status, _, err = run.finish()
        assert status in (0, 143), err
        assert (status == 143) == bool(ENDED.search(err) or "outside of a run" in err), err
        ended += status == 143
        if status == 0:
            assert results() == expected
            longest *= 0.7
    assert ended == times
    status, _, err = start(draw.choice(ranks)).finish()
    assert status == 0, err
    assert results() == expected


def assert_hoc_resumes(ranvier, net, cwd, ranks, seed, times, name="ranvier", kind=FIXED):
    arguments = [*words("end = 40000", "ncell = 8", f"kind = {kind}"), net]
    if name == "nrniv":
        arguments = ["--math", "vector", "-nobanner", *arguments]
    begin = time.monotonic()
    ranvier.check("--raster", "spikes.txt", *arguments, cwd=cwd, name=name)
    length = time.monotonic() - begin
    saving = ["--raster", "spikes.txt", "--checkpoint-every", "1h", "--resume"]
    assert_resumes(
        lambda n: Started(ranvier, [*saving, *arguments], cwd, n, name),
        ranks,
        seed,
        times,
        (cwd / "spikes.txt").read_bytes,
        length / 3,
    )
    assert not list(cwd.glob("spikes.txt.checkpoint*"))


@pytest.mark.parametrize(
    "ranks,name,kind", [([1], "nrniv", FIXED), ([2], "ranvier", FIXED), ([1, 2], "nrniv", STEPWISE)]
)
def test_an_ended_run_resumes(ranvier, net, tmp_path, ranks, name, kind):
    assert_hoc_resumes(ranvier, net, tmp_path, ranks, f"{ranks} {name}", 2, name, kind)


@pytest.mark.long
@pytest.mark.parametrize("ranks", [[1], [2], [1, 2, 3]])
def test_an_ended_run_resumes_again_and_again(ranvier, net, tmp_path, ranks):
    assert_hoc_resumes(ranvier, net, tmp_path, ranks, f"{ranks}", 20)


def python_results(cwd):
    lines = [line for path in cwd.glob("spikes.*") for line in path.read_text().splitlines()]
    return sorted(lines, key=lambda line: [float(word) for word in line.split()])


PYTHON = [("nrniv", [1]), ("nrniv", [2]), (sys.executable, [1]), (sys.executable, [2])]


def assert_python_resumes(ranvier, folder, cwd, name, ranks, times):
    """By pc.checkpoint; the script catches all exceptions. nrniv needs no request from the script."""
    script, by_script = [folder / "signaled_net.py", "40000"], name != "nrniv"
    env = {"PYTHONPATH": str(ranvier.bin_folder.parent / "python")}

    def start(n, saves=True):
        if by_script:
            return Started(ranvier, [*script, *(["saved"] if saves else [])], cwd, n, name, env)
        saving = ["--checkpoint", "saved", "--resume"] if saves else []
        return Started(ranvier, [*saving, "-nobanner", "-python", *script], cwd, n, name, env)

    begin = time.monotonic()
    assert start(ranks[0], saves=False).finish()[0] == 0
    length = time.monotonic() - begin
    assert_resumes(start, ranks, name, times, lambda: python_results(cwd), length / 3)
    assert not list(cwd.glob("saved*"))


@pytest.mark.parametrize("name,ranks", PYTHON)
def test_an_ended_python_script_resumes(ranvier, folder, tmp_path, name, ranks):
    assert_python_resumes(ranvier, folder, tmp_path, name, ranks, 2)


@pytest.mark.long
@pytest.mark.parametrize("name,ranks", PYTHON)
def test_an_ended_python_script_resumes_again_and_again(ranvier, folder, tmp_path, name, ranks):
    assert_python_resumes(ranvier, folder, tmp_path, name, ranks, 20)


# --- the end of a script that would continue

SOMA = """create soma
soma insert hh
objref pc, file
pc = new ParallelContext()
file = new File()
proc begin() { file.wopen("begun") file.close() }
"""


def test_a_script_cannot_catch_the_end(ranvier, tmp_path):
    (tmp_path / "catches.hoc").write_text(
        SOMA
        + """finitialize()
begin()
while (1) execute1("pc.psolve(t + 1e4)", 0)
"""
    )
    run = Started(ranvier, ["catches.hoc"], tmp_path)
    run.wait_until_begun()
    run.send(signal.SIGTERM)
    assert run.finish(20)[0] == 143


def test_a_statement_within_a_run_may_take_long(ranvier, tmp_path):
    """Longer than the script may take for something else after SIGTERM."""
    (tmp_path / "long.hoc").write_text(
        SOMA
        + """objref cvode
cvode = new CVode()
proc compute() {
    begin()
    until = startsw() + 3.5
    while (startsw() < until) {}
}
finitialize()
{ cvode.event(1, "compute()")  pc.psolve(1e7) }
"""
    )
    run = Started(ranvier, ["--checkpoint", "saved", "-c", "until = 0", "long.hoc"], tmp_path)
    run.wait_until_begun()
    run.send(signal.SIGTERM)
    status, _, err = run.finish(20)
    assert status == 143 and "wrote the checkpoint saved" in err, err


@pytest.mark.parametrize("ranks,whom", [(1, [0]), (2, [1]), (2, [0, 1])])
def test_outside_of_a_run_the_end_comes_soon(ranvier, tmp_path, ranks, whom):
    """The script does something else when the signal comes. The raster can be recovered."""
    (tmp_path / "busy.hoc").write_text(
        SOMA
        + """objref nc, nil, stim
soma { L = diam = 20  stim = new IClamp(0.5) }
{ stim.dur = 1e9  stim.amp = 0.3 }
pc.set_gid2node(pc.id, pc.id)
soma nc = new NetCon(&v(0.5), nil)
pc.cell(pc.id, nc)
{ pc.set_maxstep(1)  finitialize()  pc.psolve(20) }
until = startsw() + 1.2  // what is a second old is on disk
while (startsw() < until) {}
{ pc.psolve(22)  pc.barrier() }
begin()
while (1) x = x + 1
"""
    )
    run = Started(ranvier, ["--raster", "spikes.txt", "-c", "x = 0", "busy.hoc"], tmp_path, ranks)
    run.wait_until_begun()
    begin = time.monotonic()
    processes = run.rank_processes()
    for rank in whom:
        os.kill(processes[rank], signal.SIGTERM)
    status, _, err = run.finish(30)
    assert status == 143 and time.monotonic() - begin < 20, err
    assert err.count("SIGTERM    ended the program outside of a run, without a checkpoint\n") == 1, err
    assert "ranvier raster recover spikes.txt rebuilds the raster from what was written" in err
    ranvier.check("raster", "recover", "spikes.txt", cwd=tmp_path)
    assert times_in(tmp_path / "spikes.txt")


@pytest.mark.parametrize("raster", [True, False])
def test_ctrl_c_names_the_way_back(ranvier, net, tmp_path, raster):
    run = Started(ranvier, [*(["--raster", "spikes.txt"] if raster else []), net], tmp_path)
    run.wait_until_fired()
    run.send(signal.SIGINT)
    status, _, err = run.finish(20)
    line = "SIGINT     ranvier raster recover spikes.txt rebuilds the raster from what was written\n"
    assert status == -signal.SIGINT and err.strip("\n") == (line.strip("\n") if raster else ""), err


# --- what does not return

ENDLESS = {
    "statement": "objref cvode\ncvode = new CVode()\nproc forever() { begin() while (1) {} }\n"
    '{ finitialize() cvode.event(1, "forever()")  pc.psolve(1e7) }\n',
    "handler": "objref at_start\nproc forever() { begin() while (1) {} }\n"
    'at_start = new FInitializeHandler("forever()")\nfinitialize()\n',
    "mechanism": "soma insert endless\n{ finitialize() begin() pc.psolve(1e7) }\n",
    "events": "objref stim, syn, nc\nstim = new NetStim()\n{ stim.number = 1e300 stim.interval = 1 }\n"
    "soma syn = new ExpSyn(0.5)\nnc = new NetCon(stim, syn)\n{ finitialize() dt = 1e308 begin() fadvance() }\n",
}
LOOP = "NEURON { SUFFIX endless }\nASSIGNED { x }\nBREAKPOINT { x = 1 WHILE (x > 0) { x = x + t } }\n"


def test_what_does_not_return_is_ended(ranvier, tmp_path):
    """Statements and mechanisms in a run, all tried at the same time because each takes six seconds."""
    runs = {}
    for name, text in ENDLESS.items():
        folder = tmp_path / name
        folder.mkdir()
        if name == "mechanism":
            (folder / "endless.mod").write_text(LOOP)
        (folder / "endless.hoc").write_text(SOMA + text)
        runs[name] = Started(ranvier, ["endless.hoc"], folder, ranks=2 if name == "handler" else 1)
    for run in runs.values():
        run.wait_until_begun()
    for run in runs.values():
        run.send(signal.SIGTERM, rank=run.ranks - 1)
    for name, run in runs.items():
        status, _, err = run.finish(20)
        assert status == 143 and err.count("SIGTERM") == 1, (name, err)
        assert "a statement or mechanism did not return for 6 s" in err, (name, err)


# --- SIGHUP


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_lost_terminal_ends_the_run(ranvier, net, tmp_path, ranks):
    run = Started(ranvier, ["--raster", "spikes.txt", "--checkpoint", "saved", net], tmp_path, ranks)
    run.wait_until_fired()
    run.send(signal.SIGHUP, rank=ranks - 1)
    status, _, err = run.finish(20)
    assert status == 129, err
    assert re.search(
        "^SIGHUP     ended the run at t = .*: wrote the checkpoint saved, the raster spikes.txt$", err, re.M
    )


def test_nohup_is_heeded(ranvier, net, tmp_path):
    run = Started(ranvier, [net], tmp_path, before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    run.wait_until_begun()
    run.send(signal.SIGHUP)
    time.sleep(0.5)
    run.send(signal.SIGTERM)
    status, _, err = run.finish(20)
    assert status == 143 and "SIGHUP" not in err, err


def test_a_lost_terminal_ends_python(ranvier, tmp_path):
    run = started_module(ranvier, tmp_path, request="")
    run.wait_until_begun()
    run.send(signal.SIGHUP)
    assert run.finish(20)[0] == -signal.SIGHUP


# --- Ctrl-C


def test_ctrl_c_of_ranks_is_a_failure(ranvier, net, tmp_path):
    run = Started(ranvier, [net], tmp_path, ranks=2)
    run.wait_until_fired()
    run.process.send_signal(signal.SIGINT)  # mpiexec passes it on
    assert run.finish(20)[0] == 130


# --- when checkpoints are written


def test_checkpoints_by_the_clock(ranvier, net, tmp_path):
    run = Started(ranvier, ["--checkpoint-every", "0.4s", "--checkpoint", "saved", net], tmp_path, 2)
    run.wait_until_begun()
    limit = time.monotonic() + 30
    while not list(tmp_path.glob("saved.3.state-*")) and time.monotonic() < limit:
        time.sleep(0.01)
    run.send(signal.SIGTERM, 1)
    status, _, err = run.finish(20)
    assert status == 143 and "wrote the checkpoint saved" in err, err
    assert int(max(tmp_path.glob("saved.*.state-0-of-2")).name.split(".")[1]) >= 3


@pytest.mark.parametrize("interval", ["10 days", "0", "-1min", "ms", "inf h"])
@pytest.mark.parametrize("name", ["ranvier", "nrniv"])
def test_intervals_that_are_none_are_refused(ranvier, tmp_path, name, interval):
    outcome = ranvier.run(
        f"--checkpoint-every={interval}" if name == "ranvier" else "--checkpoint-every",
        *([interval] if name == "nrniv" else []),
        "-c",
        "x = 1",
        cwd=tmp_path,
        name=name,
    )
    assert outcome.status != 0 and "(10, 10ms) or of the clock (90s, 30min, 2h), not '" in outcome.err, outcome


@pytest.mark.parametrize(
    "text,said",
    [
        ('pc.checkpoint("a")\npc.checkpoint("b")\n', "checkpoints have been requested already"),
        ('finitialize()\npc.checkpoint("a")\n', "checkpoints must be requested before the first finitialize"),
        ('pc.checkpoint("a", "1 year")\n', "the interval between checkpoints must be"),
        ('pc.checkpoint("")\n', "the name of the file is empty"),
        ('pc.checkpoint("none/a")\nfinitialize()\n', "none"),
    ],
)
def test_requests_of_scripts_that_are_refused(ranvier, tmp_path, text, said):
    (tmp_path / "refused.hoc").write_text(SOMA + text)
    outcome = ranvier.run("refused.hoc", cwd=tmp_path)
    assert outcome.status == 1 and said in outcome.err, outcome


def test_a_script_requests_checkpoints(ranvier, tmp_path):
    """Of 5 ms of the model's time; the script ends itself. 2: resumed by another script."""
    text = SOMA + 'pc.checkpoint("saved", %s, 2)\nfinitialize()\npc.psolve(12)\n%s\npc.psolve(20)\nprint soma.v(0.5)\n'
    (tmp_path / "whole.hoc").write_text(text % ("5", ""))
    (tmp_path / "broken.hoc").write_text(text % ('"5ms"', 'execerror("broken", "")'))
    expected = ranvier.check("whole.hoc", cwd=tmp_path).out
    assert not list(tmp_path.glob("saved*"))
    assert ranvier.run("broken.hoc", cwd=tmp_path).status == 1
    resumed = ranvier.check("whole.hoc", cwd=tmp_path)
    assert resumed.out == expected and "resumed    at t = 10" in resumed.err, resumed
    assert not list(tmp_path.glob("saved*"))


def test_a_replay_leaves_the_checkpoint_of_the_run(ranvier, tmp_path):
    text = (
        SOMA
        + """objref nc, nil
pc.set_gid2node(0, 0)
soma nc = new NetCon(&v(0.5), nil)
pc.cell(0, nc)
{ pc.checkpoint("saved", 5, 1)  pc.set_maxstep(10)  finitialize()  pc.psolve(12) }
%s
{ pc.psolve(20) }
"""
    )
    (tmp_path / "broken.hoc").write_text(text % 'execerror("broken", "")')
    (tmp_path / "whole.hoc").write_text(text % "")
    assert ranvier.run("broken.hoc", cwd=tmp_path).status == 1
    saved = {path: path.read_bytes() for path in tmp_path.glob("saved*")}
    (tmp_path / "empty.txt").write_text("")
    replayed = ranvier.check("replay", "--raster", "empty.txt", "--cells", "0", "whole.hoc", cwd=tmp_path)
    assert "resumed" not in replayed.err
    assert saved and {path: path.read_bytes() for path in tmp_path.glob("saved*")} == saved


# --- the Python module

MODULE = """import signal, sys
{before}
from neuron import h
soma = h.Section(name="soma")
soma.insert("hh")
pc = h.ParallelContext()
{request}
h.finitialize(-65)
open("begun", "w").close()
{run}
"""
REQUEST = 'pc.checkpoint("saved", "5ms")'


def started_module(ranvier, cwd, **parts):
    (cwd / "script.py").write_text(
        MODULE.format(**{"before": "", "request": REQUEST, "run": "pc.psolve(1e7)", **parts})
    )
    env = {"PYTHONPATH": str(ranvier.bin_folder.parent / "python")}
    return Started(ranvier, ["script.py"], cwd, name=sys.executable, env=env)


def test_signals_stay_pythons_without_a_request(ranvier, tmp_path):
    run = started_module(ranvier, tmp_path, request="")
    run.wait_until_begun()
    run.send(signal.SIGTERM)
    assert run.finish(20)[0] == -signal.SIGTERM


def test_a_handler_of_the_script_is_kept(ranvier, tmp_path):
    """Python calls it when the run looks for Ctrl-C."""
    handler = "def stop(*_):\n    print('its own')\n    sys.exit(7)\nsignal.signal(signal.SIGTERM, stop)"
    run = started_module(ranvier, tmp_path, before=handler)
    run.wait_until_begun()
    run.send(signal.SIGTERM)
    status, out, err = run.finish(20)
    assert status == 7 and "its own" in out, err


def test_so_is_one_of_sigusr1(ranvier, tmp_path):
    handler = "signal.signal(signal.SIGUSR1, lambda *_: print('its own'))"
    run = started_module(ranvier, tmp_path, before=handler, request='pc.checkpoint("saved")')
    run.wait_until_begun()
    run.send(signal.SIGUSR1)
    time.sleep(0.7)
    assert not (tmp_path / "saved").exists()
    run.send(signal.SIGTERM)
    status, out, err = run.finish(20)
    assert status == 143 and out == "its own\n" and "SIGUSR1" not in err, (out, err)


@pytest.mark.parametrize(
    "end,status,stays", [("", 0, False), ("1/0", 1, True), ("h.no_such_thing()", 1, True), ("sys.exit(0)", 0, False)]
)
def test_the_checkpoint_goes_when_a_script_has_succeeded(ranvier, tmp_path, end, status, stays):
    run = started_module(ranvier, tmp_path, run=f"pc.psolve(12)\n{end}")
    assert run.finish(20)[0] == status
    assert (tmp_path / "saved").exists() == stays


def test_a_checkpoint_beyond_the_end_of_a_script_stays(ranvier, tmp_path):
    assert started_module(ranvier, tmp_path, run="pc.psolve(12)\n1/0").finish(20)[0] == 1
    shorter = {"request": 'pc.checkpoint("saved", "5ms", 1)', "run": "pc.psolve(5)"}
    assert started_module(ranvier, tmp_path, **shorter).finish(20)[0] == 0
    assert (tmp_path / "saved").exists()


def test_a_script_may_change_its_folder(ranvier, tmp_path):
    """load_file does so; the checkpoint stays where it was requested."""
    (tmp_path / "below").mkdir()
    text = SOMA + "finitialize()\n{ pc.psolve(12) }\n%s\npc.psolve(20)\nprint soma.v(0.5)\n"
    (tmp_path / "below" / "inner.hoc").write_text(text % 'if (name_declared("breaks")) execerror("broken", "")')
    (tmp_path / "outer.hoc").write_text('{ load_file("below/inner.hoc") }\n')
    arguments = ["--checkpoint", "saved", "--checkpoint-every", "5", "--resume", "outer.hoc"]
    expected = ranvier.check("outer.hoc", cwd=tmp_path).out
    ranvier.run("-c", "breaks = 1", *arguments, cwd=tmp_path)
    assert (tmp_path / "saved").exists() and [path.name for path in (tmp_path / "below").iterdir()] == ["inner.hoc"]
    resumed = ranvier.check(*arguments, cwd=tmp_path)
    assert resumed.out == expected and "resumed    at t = 10 ms from saved" in resumed.err, resumed
