import os
import pathlib
import shutil
import signal
import sys

import pytest
from oracle.commands import run
from oracle.machine import MACHINE
from oracle.neuron import Neuron
from oracle.program import Program

ROOT = pathlib.Path(__file__).resolve().parent.parent


def mpiexec_command():
    return next(
        (found for name in ("mpiexec.mpich", "mpiexec.hydra", "mpiexec") if (found := shutil.which(name))), None
    )


def oracle_cache():
    """The folder of NEURON's answers, which all checkouts share."""
    caches = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(os.environ.get("RANVIER_TEST_CACHE") or pathlib.Path(caches) / "ranvier-tests")


# The files that take longest, first: what is left to a second process at the end is then short.
SLOWEST_FILES = (
    "test_failing_ranks",
    "test_signals",
    "test_random_mechanisms",
    "test_runner",
    "test_docs",
    "test_long_kinetic",
    "test_large_networks",
    "test_ring",
    "test_simulated_runs",
    "test_machine_code",
)


@pytest.hookimpl(tryfirst=True)
def pytest_configure():
    """Programs that tests start are ended by SIGHUP, also where nohup started the tests, and use their threads.

    In their memory, what is not yet written or no longer owned holds bytes that no value has (mallopt(3), M_PERTURB): who
    reads it computes something else, or crashes, at every run. PYTHONUNBUFFERED would have print() write word by word, and
    those of several ranks would mix.
    """
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell's `&` ignores
    os.environ["RANVIER_LEAST_WORK"] = "0"  # the threads of small networks share their work, too
    os.environ.setdefault("MALLOC_PERTURB_", "165")
    os.environ.pop("PYTHONUNBUFFERED", None)


def pytest_collection_modifyitems(items):
    place = {name: k for k, name in enumerate(SLOWEST_FILES)}
    items.sort(key=lambda item: place.get(item.path.stem, len(place)))
    if MACHINE != "x86_64":
        for item in items:
            if item.get_closest_marker("x86_64"):
                item.add_marker(pytest.mark.skip(reason=f"about instructions of x86-64; this is {MACHINE}"))


@pytest.fixture(scope="session")
def first_seed():
    """The seed from which a soak test counts (RANVIER_SEED; scripts/soak raises it from turn to turn)."""
    return int(os.environ.get("RANVIER_SEED", "1000"))


@pytest.fixture(scope="session")
def root():
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def ranvier():
    """The program of build/release, or of the build folder that RANVIER_BUILD names."""
    bin_folder = pathlib.Path(os.environ.get("RANVIER_BUILD", ROOT / "build" / "release")).resolve() / "bin"
    if not (bin_folder / "ranvier").exists():
        pytest.fail(f"{bin_folder}/ranvier is not built; run make")
    return Program(bin_folder, mpiexec_command())


@pytest.fixture(params=["whole", "without the system"])
def checked(ranvier, request):
    """The program, and a build in which the system refuses nothing, so that --sandbox depends on its own checks."""
    return ranvier if request.param == "whole" else ranvier.without("unconfined")


@pytest.fixture(scope="session")
def python(ranvier):
    """Runs a script with the module of the build; returns its Outcome."""
    folder = pathlib.Path(ranvier.bin_folder).parent / "python"
    if not (folder / "_ranvier.abi3.so").exists():
        pytest.skip("the Python module was not built: there were no headers of Python")

    def run_script(text, cwd, **env):
        (pathlib.Path(cwd) / "script.py").write_text(text)
        return run([sys.executable, "script.py"], cwd, {"PYTHONPATH": str(folder), **env})

    return run_script


@pytest.fixture(scope="session")
def pandas_2():
    """The interpreter of build/python-bmtk, which has bmtk and pandas 2 where build/python has pandas 3."""
    interpreter = pathlib.Path(sys.prefix + "-bmtk") / "bin" / "python"
    if not interpreter.exists():
        pytest.skip("bmtk and pandas 2 are not installed; scripts/python-environment does it")
    return interpreter


@pytest.fixture(scope="session")
def bmtk(pandas_2):
    """Runs a script that uses bmtk; returns what it prints."""

    def run_script(text, cwd):
        outcome = run([pandas_2, "-c", text], cwd)
        assert outcome.status == 0, outcome
        return outcome.out

    return run_script


@pytest.fixture(scope="session")
def neuron():
    """NEURON as the oracle; tests that need it are skipped where it is not installed."""
    found, why = Neuron.find(oracle_cache(), mpiexec_command())
    if found is None:
        pytest.skip(why)
    return found


@pytest.fixture(scope="session")
def open_mpi(ranvier):
    """The words that start ranks of Open MPI, before their number.

    When a rank aborts, Open MPI 4.1's launcher reads freed memory (in pmix_server_log_fn); if MALLOC_PERTURB_ has overwritten
    it, the launcher crashes. So only the ranks get MALLOC_PERTURB_.
    """
    launcher = shutil.which("mpiexec.openmpi")
    if not launcher:
        pytest.skip("there is no mpiexec.openmpi")
    if not (ranvier.bin_folder.parent / "lib/ranvier/ranvier_openmpi.so").exists():
        pytest.skip("Open MPI's header was missing when Ranvier was built")
    perturbed = f"MALLOC_PERTURB_={os.environ['MALLOC_PERTURB_']}"
    return ("env", "-u", "MALLOC_PERTURB_", launcher, "--oversubscribe", "-x", perturbed, "-n")
