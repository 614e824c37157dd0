"""Python's ranks that cannot work together: two MPI libraries, a rank that ends before MPI begins, os._exit."""

import sys
import time

import pytest
from oracle import commands


@pytest.fixture(scope="module")
def python_path(ranvier):
    return {"PYTHONPATH": str(ranvier.bin_folder.parent / "python")}


def run(ranvier, folder, text, env, ranks=1, limit=60, launcher=None):
    (folder / "run.py").write_text(text)
    front = [launcher or ranvier.mpiexec, "-n", ranks] if ranks > 1 else []
    return commands.run([*front, sys.executable, "run.py"], folder, env, limit=limit)


@pytest.fixture(scope="module")
def open_mpi(tmp_path_factory):
    """The environment in which mpi4py takes Open MPI."""
    pytest.importorskip("mpi4py", reason="mpi4py is not installed")
    env = {"MPI4PY_MPIABI": "openmpi", "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    check = "from mpi4py import MPI; print(MPI.get_vendor()[0])"
    outcome = commands.run([sys.executable, "-c", check], tmp_path_factory.mktemp("open_mpi"), env)
    if outcome.status != 0 or "Open MPI" not in outcome.out:
        pytest.skip("mpi4py finds no Open MPI")
    return env


@pytest.mark.parametrize("module", ["neuron", "ranvier"])
def test_a_single_rank_does_not_care_which_mpi_library_mpi4py_has(ranvier, tmp_path, python_path, open_mpi, module):
    text = f"""
from mpi4py import MPI
from {module} import h
pc = h.ParallelContext()
print("began", pc.nhost(), pc.allreduce(3, 1), MPI.COMM_WORLD.allreduce(4))
"""
    outcome = run(ranvier, tmp_path, text, {**python_path, **open_mpi})
    says_ranks = ["numprocs=1"] if module == "neuron" else []  # as NEURON's module does
    assert (outcome.status, outcome.out.split()) == (0, [*says_ranks, "began", "1", "3.0", "4"]), outcome


@pytest.mark.parametrize("module", ["neuron", "ranvier"])
def test_an_mpi4py_of_another_launcher_is_one_line(ranvier, tmp_path, python_path, open_mpi, module):
    ranks = 2
    text = f"from mpi4py import MPI\nfrom {module} import h\nprint('began', h.ParallelContext().nhost())\n"
    outcome = run(ranvier, tmp_path, text, {**python_path, **open_mpi}, ranks)
    said = [line for line in outcome.err.splitlines() if "mpi4py uses" in line]
    assert outcome.status == 1 and "began" not in outcome.out, outcome
    assert len(said) == 1 and said[0].startswith("mpi4py uses Open MPI, but 2 ranks were started by another"), outcome
    assert "Traceback" not in outcome.err and "egmentation" not in outcome.err, outcome


BEFORE = {
    "an error": ("raise ValueError('boo')", "ValueError: boo"),
    "an exit": ("sys.exit(0)", ""),
    "os._exit": ("os._exit(0)", ""),
}


@pytest.mark.alone
@pytest.mark.parametrize("what, ranks", [("an error", 2), ("an error", 4), ("an exit", 2), ("os._exit", 2)])
def test_a_rank_that_ends_before_mpi_begins_ends_the_others(ranvier, tmp_path, python_path, what, ranks):
    deed, says = BEFORE[what]
    text = f"import os, sys\nif os.environ['PMI_RANK'] == '1':\n    {deed}\nfrom neuron import h\nprint('began')\n"
    began = time.monotonic()
    outcome = run(ranvier, tmp_path, text, python_path, ranks)
    assert time.monotonic() - began < 8, outcome
    assert outcome.status != 0 and "began" not in outcome.out and says in outcome.err, outcome
    assert outcome.err.count("rank 1 ended before MPI began, where all others wait") == 1, outcome


def test_ranks_that_begin_late_or_under_a_shell_are_waited_for(ranvier, tmp_path, python_path):
    (tmp_path / "late.py").write_text(
        "import os, time\ntime.sleep(3 * (os.environ['PMI_RANK'] == '1'))\n"
        "from neuron import h\npc = h.ParallelContext()\npc.barrier()\nprint(f'all{int(pc.nhost())}\\n', end='')\n"
    )
    command = [ranvier.mpiexec, "-n", 2, "sh", "-c", f"{sys.executable} late.py; exit $?"]
    outcome = commands.run(command, tmp_path, python_path, limit=60)
    assert outcome.status == 0 and outcome.out.split() == ["all2", "all2"] and outcome.err == "", outcome


AFTER = """
import os, threading
from neuron import h
pc = h.ParallelContext()
soma = h.Section()
pc.set_gid2node(pc.id(), pc.id())
pc.set_maxstep(10)
h.finitialize()
if pc.id() == 1:
    DEED
pc.psolve(5)
print("survived\\n", end="", flush=True)  # one piece, which ranks do not mix
"""
DEADLOCK = "deadlock: every rank waits for another one or has ended\n"


@pytest.mark.parametrize("front, ranks", [("python3", 2), ("python3", 3), ("nrniv", 2)])
@pytest.mark.parametrize("status", [0, 7])
def test_os_exit_of_a_rank_is_no_success(ranvier, tmp_path, python_path, front, ranks, status):
    (tmp_path / "run.py").write_text(AFTER.replace("DEED", f"os._exit({status})"))
    in_nrniv = [ranvier.bin_folder / "nrniv", "-mpi", "-nobanner", "-python"]
    command = [ranvier.mpiexec, "-n", ranks, *(in_nrniv if front == "nrniv" else [sys.executable]), "run.py"]
    outcome = commands.run(command, tmp_path, python_path, limit=60)
    assert outcome.status == (status or 1) and "survived" not in outcome.out, outcome
    said = "rank 1: ended with exit status 7 while other ranks were running" if status else DEADLOCK
    assert outcome.err.count(said) == 1, outcome


def test_os_exit_of_a_thread_ends_all(ranvier, tmp_path, python_path):
    """A watchdog: the thread cannot take part in what MPI does."""
    deed = "threading.Thread(target=os._exit, args=(0,)).start(); threading.Event().wait()"
    outcome = run(ranvier, tmp_path, AFTER.replace("DEED", deed), python_path, 2)
    assert outcome.status == 1 and "survived" not in outcome.out, outcome
    assert outcome.err.count("rank 1: a thread called os._exit(0) while ranks were running") == 1, outcome


def test_os_exit_of_all_ranks_and_of_child_processes_keeps_its_status(ranvier, tmp_path, python_path):
    """Children of fork, such as multiprocessing's, are not ranks."""
    child = "child = os.fork()\n    if child == 0: os._exit(5)\n    print(f'{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\\n', end='')"
    text = AFTER.replace("DEED", child)
    outcome = run(ranvier, tmp_path, text + "os._exit(0)\n", python_path, 2)
    assert outcome.status == 0 and sorted(outcome.out.split()) == ["5", "survived", "survived"], outcome
    outcome = run(ranvier, tmp_path, text + "os._exit(4)\n", python_path, 2)
    assert outcome.status == 4, outcome
    outcome = run(ranvier, tmp_path, text.replace("pc.id() == 1", "True") + "os._exit(4)\n", python_path)
    assert outcome.status == 4 and outcome.out.split() == ["5", "survived"], outcome
