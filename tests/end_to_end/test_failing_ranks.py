"""A rank that fails, or ranks that wait for each other, end the whole run: soon, with one message, and nothing left.

Each case is a script in hoc and in Python, run by nrniv, by nrniv -python and by python3."""

import concurrent.futures
import dataclasses
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from oracle import commands
from oracle.processes import processes_in

LIMIT_S = 5  # from the fault to the end of all ranks, with the default patience and no other test running
BUSY_LIMIT_S = 60  # the same however busy the computer is
PATIENCE = 0.25  # a quarter of what users wait (RANVIER_PATIENCE); one test has theirs


@dataclasses.dataclass
class Case:
    """What goes wrong; `fault()` marks the time."""

    name: str
    hoc: str
    python: str
    status: int | None = 1  # None: any but 0
    message: str = ""  # a pattern that stands once in the output, or nothing at all
    places: tuple = ()  # of the ranks in a deadlock


# What a Python function raised that hoc called is the cause of what its caller gets: one message with two tracebacks.
CAUSE = "\nThe above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):"
DEADLOCK = "deadlock: every rank waits for another one or has ended"

CASES = [
    Case(
        "raises",
        'if (pc.id == 1) { fault()  execerror("boo", "") }\npc.barrier()',
        "if pc.id() == 1:\n    fault()\n    raise ValueError('boo')\npc.barrier()",
        message="^rank 1: .*(Traceback|boo)",
    ),
    Case(
        "wrong_attribute",
        'create soma\nif (pc.id == 0) { fault()  execute("soma.nosuch = 3") }\npc.set_maxstep(10)\nfinitialize()\npc.psolve(5)',
        "soma = h.Section()\nif pc.id() == 0:\n    fault()\n    soma.nosuch = 3\n"
        "pc.set_maxstep(10)\nh.finitialize()\npc.psolve(5)",
        message="^rank 0: ",
    ),
    Case(
        "exits_with_status",
        "if (pc.id == 1) { fault()  quit(6) }\npc.barrier()",
        "if pc.id() == 1:\n    fault()\n    sys.exit(6)\npc.barrier()",
        status=6,
        message="^rank 1: ended with exit status 6 while other ranks were running$",
    ),
    Case(
        "raises_system_exit",
        "if (pc.id == 0) { fault()  quit(4) }\npc.barrier()",
        "if pc.id() == 0:\n    fault()\n    raise SystemExit(4)\npc.barrier()",
        status=4,
        message="^rank 0: ended with exit status 4 while other ranks were running$",
    ),
    Case(
        "exits_with_message",
        'if (pc.id == 0) { fault()  execerror("boo", "") }\npc.barrier()',
        "if pc.id() == 0:\n    fault()\n    sys.exit('boo')\npc.barrier()",
        message="^(rank 0: .*boo|boo\nrank 0: ended with exit status 1 while)",  # python3 prints the text itself
    ),
    Case(
        "quits_alone",
        "if (pc.id == 0) { fault()  quit() }\npc.barrier()",
        "if pc.id() == 0:\n    fault()\n    h.quit()\npc.barrier()",
        message=DEADLOCK,
        places=("rank 0: ended", "waiting in barrier.*pc.barrier"),
    ),
    Case(
        "solves_alone",
        "create soma\npc.set_gid2node(pc.id, pc.id)\npc.set_maxstep(10)\nfinitialize()\nfault()\nif (pc.id == 0) pc.psolve(5)",
        "soma = h.Section()\npc.set_gid2node(pc.id(), pc.id())\npc.set_maxstep(10)\nh.finitialize()\nfault()\n"
        "if pc.id() == 0:\n    pc.psolve(5)",
        message=DEADLOCK,
        places=("rank 0: waiting in .*psolve", "ended"),
    ),
    Case(
        "barrier_against_allreduce",
        "fault()\nif (pc.id == 0) { pc.barrier() } else { pc.allreduce(1, 1) }",
        "fault()\nif pc.id() == 0:\n    pc.barrier()\nelse:\n    pc.allreduce(1, 1)",
        message=DEADLOCK,
        places=("rank 0: waiting in barrier.*pc.barrier", "waiting in allreduce.*pc.allreduce"),
    ),
    Case(
        "done_without_runworker",
        "fault()\npc.barrier()\npc.done()\nquit()",
        "fault()\npc.barrier()\npc.done()\nh.quit()",
        0,
    ),
    Case("quits_without_done", "pc.runworker()\nfault()\nquit()", "pc.runworker()\nfault()\nh.quit()", 0),
    Case(
        "jobs_then_quit",
        'pc.runworker()\nfor i=1, 5 pc.submit("hoc_ac_ = 7")\nwhile (pc.working()) {}\nfault()\nquit()\npc.done()',
        "pc.runworker()\nfor i in range(5): pc.submit('hoc_ac_ = 7')\nwhile pc.working(): pass\nfault()\nh.quit()",
        0,
    ),
    Case(
        "ends_before_a_broadcast",
        "objref vec\nvec = new Vector(3)\nfault()\nif (pc.id != 1) { pc.broadcast(vec, 1) }",
        "v = h.Vector(3)\nfault()\nif pc.id() != 1:\n    pc.broadcast(v, 1)",
        message=DEADLOCK,
        places=("waiting in broadcast.*pc.broadcast", "rank 1: ended"),
    ),
    Case(
        "nobody_posts",
        'fault()\npc.take("k")',
        "fault()\npc.take('k')",
        message=DEADLOCK,
        places=("waiting for messages.*pc.take",),
    ),
    Case(
        "fails_while_others_compute",
        'if (pc.id == 1) { fault()  execerror("boo", "") }\nx = 0\nwhile (1) { x += 1 }',
        "if pc.id() == 1:\n    fault()\n    raise ValueError('boo')\nwhile True:\n    pass",
        message="^rank 1: .*(Traceback|boo)",
    ),
    Case(
        "all_but_one_fail",
        'if (pc.id > 0) { fault()  execerror("boo", "") }\nx = 0\nwhile (1) { x += 1 }',
        "if pc.id() > 0:\n    fault()\n    raise ValueError('boo')\nwhile True:\n    pass",
        message="^rank [1-3]: .*(Traceback|boo)",
    ),
    Case(
        "exits_while_others_compute",
        "if (pc.id == 1) { fault()  quit(8) }\nx = 0\nwhile (1) { x += 1 }",
        "if pc.id() == 1:\n    fault()\n    sys.exit(8)\nwhile True:\n    pass",
        status=8,
        message="^rank 1: ended with exit status 8 while other ranks were running$",
    ),
    Case(
        "all_raise",
        'fault()\nexecerror("boo", "")',
        "fault()\nraise ValueError('boo')",
        message="^rank 0: .*(Traceback|boo)",
    ),
    Case(
        "is_killed",
        'if (pc.id == 1) { fault()  system("kill -KILL $PPID") }\npc.barrier()',
        "if pc.id() == 1:\n    fault()\n    os.kill(os.getpid(), 9)\npc.barrier()",
        status=None,
        message="BAD TERMINATION",
    ),
    Case(
        "one_barrier_more",
        "pc.barrier()\nfault()\nif (pc.id == 1) pc.barrier()",
        "pc.barrier()\nfault()\nif pc.id() == 1:\n    pc.barrier()",
        message=DEADLOCK,
        places=("rank 1: waiting in barrier \\(collective 2\\)", "ended"),
    ),
    Case(
        "fails_in_an_event",
        'create soma\nobjref cvode\ncvode = new CVode()\nproc boo() { fault()  execerror("boo", "") }\n'
        'pc.set_maxstep(1)\nfinitialize()\nif (pc.id == 1) cvode.event(2.3, "boo()")\npc.psolve(5)',
        "soma = h.Section()\ncvode = h.CVode()\ndef boo():\n    fault()\n    raise ValueError('boo')\n"
        "pc.set_maxstep(1)\nh.finitialize()\nif pc.id() == 1:\n    cvode.event(2.3, boo)\npc.psolve(5)",
        message="^rank 1: .*(Traceback|boo)",
    ),
    Case(
        "fails_in_a_job",
        'pc.runworker()\nfault()\npc.submit("nosuch()")\npc.submit("nosuch()")\nwhile (pc.working()) {}\npc.done()',
        "pc.runworker()\nfault()\npc.submit('nosuch()')\npc.submit('nosuch()')\nwhile pc.working(): pass\npc.done()",
        message="^rank [0-9]: .*",
    ),
    Case(
        "set_maxstep_against_psolve",
        "create soma\npc.set_maxstep(10)\nfinitialize()\nfault()\n"
        "if (pc.id == 0) { pc.set_maxstep(10)  pc.barrier() } else { pc.psolve(5)  pc.allreduce(1, 1) }",
        "soma = h.Section()\npc.set_maxstep(10)\nh.finitialize()\nfault()\n"
        "if pc.id() == 0:\n    pc.set_maxstep(10)\n    pc.barrier()\nelse:\n    pc.psolve(5)\n    pc.allreduce(1, 1)",
        message=DEADLOCK,
        places=("rank 0: waiting in ",),
    ),
]

HOC = """
objref pc, mark_
pc = new ParallelContext()
proc fault() { mark_ = new File()  mark_.wopen("MARK")  mark_.printf("x")  mark_.close() }
"""
PYTHON = """
import os, sys
IMPORT
pc = h.ParallelContext()
def fault():
    open("MARK", "w").close()
"""


def repetitions():
    """A race that one run in twenty loses shows in the long tests; the usual ones have 132 runs of a second or two."""
    return 20 if os.environ.get("RANVIER_LONG") == "1" else 1


# How a case is run: by what, and on how many ranks.
KINDS = (("hoc", 2), ("hoc", 4), ("nrniv", 2), ("nrniv", 4), ("python3", 2), ("python3", 4))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("failing")


@dataclasses.dataclass
class Job:
    case: Case
    front: str
    ranks: int
    number: int
    imports: str = "from neuron import h"
    env: dict = dataclasses.field(default_factory=lambda: {"RANVIER_PATIENCE": str(PATIENCE)})
    label: str = ""
    launcher: tuple = ()  # instead of MPICH's mpiexec -n

    @property
    def name(self):
        return f"{self.case.name}{self.label}-{self.front}-{self.ranks}-{self.number}"


def start(ranvier, folder, job):
    """The outcome."""
    name = job.name
    mark = folder / f"{name}.mark"
    if job.front == "hoc":
        script = folder / f"{name}.hoc"
        script.write_text(HOC.replace("MARK", mark.name) + job.case.hoc + "\n")
        command = [ranvier.bin_folder / "nrniv", "-mpi", "-nobanner", script.name]
    else:
        script = folder / f"{name}.py"
        text = PYTHON.replace("MARK", mark.name).replace("IMPORT", job.imports)
        script.write_text(text + job.case.python + "\n")
        in_nrniv = [ranvier.bin_folder / "nrniv", "-mpi", "-nobanner", "-python", script.name]
        command = in_nrniv if job.front == "nrniv" else [sys.executable, script.name]
    env = {"PYTHONPATH": str(ranvier.bin_folder.parent / "python"), **job.env}
    try:
        return commands.run([*(job.launcher or (ranvier.mpiexec, "-n")), job.ranks, *command], folder, env, limit=60)
    except TimeoutError:
        end_processes_of(folder, script.name)
        raise


def run(ranvier, folder, job):
    """The outcome, and how long after the fault all ranks had ended [s]."""
    outcome = start(ranvier, folder, job)
    mark = folder / f"{job.name}.mark"
    assert mark.exists(), (job, str(outcome))
    return outcome, time.time() - mark.stat().st_mtime


def check(job, outcome, seconds, limit=BUSY_LIMIT_S):
    case = job.case
    said = (job, seconds, str(outcome))
    if job.launcher:
        outcome.err = without_words_of_open_mpi(outcome.err)
    assert seconds < limit, said
    assert outcome.status == case.status or (case.status is None and outcome.status != 0), said
    if case.name == "is_killed":  # mpiexec says so
        assert outcome.out.count(case.message) == 1 and outcome.err == "", said
        return
    if not case.message:
        assert outcome.err == "", said
        return
    assert len(re.findall(case.message, outcome.err, flags=re.M)) == 1, said
    message = outcome.err.replace(CAUSE, "")
    assert len(re.findall("^(rank|deadlock|Traceback)", message, flags=re.M)) == 1, said
    assert message.count("Traceback") <= 1, said
    for place in case.places:
        assert re.search(f"^  ranks? .*{place}|^  {place}", outcome.err, flags=re.M), (place, said)


def without_words_of_open_mpi(text):
    """Its launcher comments on exit statuses, between lines of hyphens."""
    return re.sub(r"^-{60,}\n.*?^-{60,}\n", "", text, flags=re.M | re.S)


def end_processes_of(folder, script):
    """mpiexec starts ranks in separate process groups: they do not end with it."""
    for pid, command in processes_in(folder).items():
        if script in command:
            os.kill(pid, signal.SIGKILL)


def check_that_none_is_left(folder, name):
    limit = time.monotonic() + BUSY_LIMIT_S
    while any(f"{name}." in command for command in processes_in(folder).values()):
        assert time.monotonic() < limit, name
        time.sleep(0.05)


@pytest.fixture(scope="module")
def pool():
    """Ranks that wait cost little: a few runs at a time."""
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        yield pool


def started(pool, ranvier, folder, jobs):
    return [(job, pool.submit(run, ranvier, folder, job)) for job in jobs]


def check_all(folder, running):
    for job, result in running:
        check(job, *result.result())
        check_that_none_is_left(folder, job.name)


@pytest.fixture(scope="module")
def runs(request, pool, ranvier, folder):
    """The running jobs of each case that is to be tested, by its name."""
    params = [item.callspec.params for item in request.session.items if hasattr(item, "callspec")]
    chosen = {each["case"].name for each in params if isinstance(each.get("case"), Case)}
    return {
        case.name: started(
            pool,
            ranvier,
            folder,
            [Job(case, front, ranks, n) for front, ranks in KINDS for n in range(repetitions())],
        )
        for case in CASES
        if case.name in chosen
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_all_ranks_end_with_one_message(runs, folder, case):
    check_all(folder, runs[case.name])


@pytest.mark.alone
def test_nobody_waits_long(ranvier, folder):
    """With the patience that users have."""
    chosen = ("exits_with_status", "quits_alone", "all_but_one_fail", "ends_before_a_broadcast")
    for case in CASES:
        if case.name in chosen:
            job = Job(case, "python3", 4, 0, env={}, label="-patiently")
            check(job, *run(ranvier, folder, job), LIMIT_S)
            check_that_none_is_left(folder, job.name)


@pytest.mark.parametrize("word", ["", "0", "soon", "1001", "nan"])
def test_patience_is_a_number(ranvier, folder, word):
    case = Case("patience", "pc.barrier()", "pc.barrier()")
    for front in ("hoc", "python3"):
        outcome = start(ranvier, folder, Job(case, front, 2, 0, env={"RANVIER_PATIENCE": word}))
        message = f"RANVIER_PATIENCE is '{word}'; it must be a number from 0.01 to 1000, or not set"
        assert outcome.status != 0 and message in outcome.err, (front, str(outcome))


def test_a_rank_that_computes_is_no_deadlock(ranvier, folder):
    """For longer than any wait is allowed to last while all ranks wait."""
    case = Case(
        "computes",
        'x = startsw()\nif (pc.id == 0) { while (startsw() - x < 3) {} }\npc.barrier()\nprint "fine"',
        "import time\nif pc.id() == 1:\n    x = time.time()\n    while time.time() - x < 3: pass\npc.barrier()\nprint('fine')",
    )
    for front in ("hoc", "python3"):
        began = time.monotonic()
        outcome = start(ranvier, folder, Job(case, front, 2, 0))
        assert outcome.status == 0 and outcome.err == "" and outcome.out.count("fine") == 2, str(outcome)
        assert time.monotonic() - began > 3


def test_workers_that_wait_for_a_job_are_no_deadlock(ranvier, folder):
    case = Case(
        "idle_workers",
        "",
        "import time\npc.runworker()\ntime.sleep(2)\npc.submit('hoc_ac_ = 7')\npc.working()\npc.done()\nprint('fine')",
    )
    outcome = start(ranvier, folder, Job(case, "python3", 4, 0))
    assert outcome.status == 0 and outcome.err == "" and outcome.out == "fine\n", str(outcome)


@pytest.fixture(scope="module")
def with_mpi4py(ranvier, folder):
    """The environment in which mpi4py uses the MPI library that Ranvier uses."""
    pytest.importorskip("mpi4py", reason="mpi4py is not installed")
    known = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    mpich = re.search(r"libmpich\.so\.12 .*=> (\S+)", known)
    if not mpich:
        pytest.skip("there is no MPICH under Debian's name")
    (folder / "lib").mkdir()
    (folder / "lib" / "libmpi.so.12").symlink_to(mpich[1])  # the name that mpi4py's binary package looks for
    return {"LD_LIBRARY_PATH": str(folder / "lib"), "MPI4PY_MPIABI": "mpich"}


@pytest.mark.parametrize("order", ["before", "after"])
def test_so_it_is_with_mpi4py(pool, ranvier, folder, with_mpi4py, order):
    """The status of a SystemExit is seen only after mpi4py has finalized MPI, if it has initialized it."""
    lines = ["from mpi4py import MPI", "from neuron import h"]
    imports = "\n".join(lines if order == "before" else reversed(lines))
    chosen = (
        "raises",
        "wrong_attribute",
        "exits_with_status",
        "raises_system_exit",
        "quits_alone",
        "solves_alone",
        "barrier_against_allreduce",
        "done_without_runworker",
        "quits_without_done",
        "fails_while_others_compute",
    )
    cases = [dataclasses.replace(case) for case in CASES if case.name in chosen]
    for case in cases:
        if order == "before" and case.name in ("exits_with_status", "raises_system_exit"):
            case.message, case.places = DEADLOCK, ("rank [01]: ended", "waiting in barrier")
    cases.append(
        Case(
            "raises_before_a_barrier_of_mpi4py",
            "",
            "if pc.id() == 1:\n    fault()\n    raise ValueError('boo')\nMPI.COMM_WORLD.Barrier()",
            message="^rank 1: Traceback",
        )
    )
    jobs = [
        Job(case, "python3", ranks, n, imports, with_mpi4py | {"RANVIER_PATIENCE": str(PATIENCE)}, order)
        for case in cases
        for ranks in (2, 4)
        for n in range(repetitions())
    ]
    check_all(folder, started(pool, ranvier, folder, jobs))


def test_so_it_is_under_open_mpi(pool, ranvier, folder, open_mpi):
    env = {"RANVIER_PATIENCE": str(PATIENCE), "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    chosen = [case for case in CASES if case.name != "is_killed"]
    jobs = [
        Job(case, front, ranks, n, env=env, label="-open_mpi", launcher=open_mpi)
        for k, case in enumerate(chosen)
        for front, ranks in (KINDS if repetitions() > 1 else KINDS[k % 2 * 4 : k % 2 * 4 + 1])
        for n in range(repetitions())
    ]
    check_all(folder, started(pool, ranvier, folder, jobs))
