"""The start and end of the session."""

import atexit
import linecache
import os
import sys
import threading
import traceback

import _ranvier

_packages = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def _running_line():
    """The line of the script that runs, "file:line: text"; for messages about deadlocks."""
    frame = sys._getframe()
    while frame and frame.f_code.co_filename.startswith(_packages):
        frame = frame.f_back
    if not frame:
        return ""
    file, line = frame.f_code.co_filename, frame.f_lineno
    return f"{file}:{line}: {linecache.getline(file, line).strip()}"


def _end_all_ranks(kind, value, trace):
    """sys.excepthook of a parallel run: the others would wait for this rank forever."""
    sys.stdout.flush()
    _ranvier.abort("".join(traceback.format_exception(kind, value, trace)).rstrip("\n"))


_exit = os._exit
_process = os.getpid()


def _end_rank(status):
    """os._exit of a parallel run. A rank that vanished would seem to have succeeded, though the others cannot continue.

    It ends as after sys.exit(status), without Python's finalization: it waits for the others, which notice if they wait for
    it. A thread cannot wait in MPI beside the script, so it ends all ranks.
    """
    if os.getpid() != _process or _ranvier.number_of_ranks() < 2:
        _exit(status)
    if threading.current_thread() is not threading.main_thread():
        _ranvier.end_all(f"a thread called os._exit({status}) while ranks were running", status or 1)
    if not _ranvier.owns_session():
        raise SystemExit(status)  # the program ends the rank
    sys.stdout.flush()
    _ranvier.end_rank(status)
    if "mpi4py.MPI" in sys.modules and not sys.modules["mpi4py.MPI"].Is_finalized():
        sys.modules["mpi4py.MPI"].Finalize()
    _exit(status)


os._exit = _end_rank
atexit.register(_ranvier.end)


def run_exit_functions():
    """Runs the functions of atexit while hoc can be used, also those that were registered before this module."""
    atexit.unregister(_ranvier.end)
    atexit._run_exitfuncs()
    atexit.register(_ranvier.end)


_ranvier.set_place(_running_line)


def _shares_mpi4py():
    """Whether mpi4py has been imported: the session uses its MPI library; None if it cannot, on a single rank."""
    if "mpi4py.MPI" not in sys.modules:
        return False
    from mpi4py import MPI

    theirs, ours = MPI.get_vendor()[0], _ranvier.mpi_vendor()
    is_like_ours = theirs == ours or {theirs, ours} <= {"MPICH", "Intel MPI", "MVAPICH", "Cray MPICH"}
    launched = _ranvier.launched_ranks()
    is_alone = MPI.COMM_WORLD.size == 1
    if not is_like_ours and is_alone and launched <= 1:
        return None
    # One line of one rank: the traceback of each would hide what to do.
    if not is_like_ours:
        _refuse(
            f"mpi4py uses {theirs}, which this build of Ranvier cannot call, and a process cannot use two MPI libraries "
            "(docs/python.md)"
        )
    if is_alone and launched > 1:
        _refuse(
            f"mpi4py uses {theirs}, but {launched} ranks were started by another MPI's launcher and do not see each "
            f"other: use the mpiexec of {theirs}, or let mpi4py use the launcher's library (docs/python.md)"
        )
    return True


def _refuse(message):
    if _ranvier.launched_rank() == 0:
        print(message, file=sys.stderr)
    raise SystemExit(1)


def _options_of_environment():
    """The options of nrniv in $NEURON_MODULE_OPTIONS, as NEURON's module takes them: {option: number or None}."""
    words = os.environ.get("NEURON_MODULE_OPTIONS", "").split()
    found = {}
    while words:
        word = words.pop(0)
        if word in ("-NFRAME", "-NSTACK"):
            if not words or not words[0].isdigit() or int(words[0]) < 1:
                raise ValueError(f"NEURON_MODULE_OPTIONS: {word} needs a number of at least 1")
            found[word] = int(words.pop(0))
        elif word in ("-nogui", "-nobanner", "-mpi"):
            found[word] = None
        else:
            raise ValueError(
                f"NEURON_MODULE_OPTIONS: there is no option {word}; known are -NFRAME n, -NSTACK n, -nogui, -nobanner, -mpi"
            )
    return found


def start(math="vector", threads=1, compat=None, mpi=False):
    """Starts the session; call it before h is used.

    math: "vector", or "libm" for NEURON's order of operations. threads: per rank. compat: "9" or "8.2", the version of
    NEURON whose random numbers are the default. mpi: True uses MPI even without mpiexec; mpiexec implies MPI.
    """
    if math not in ("vector", "libm"):
        raise ValueError(f"math must be 'vector' or 'libm', not {math!r}")
    compat = compat or os.environ.get("RANVIER_COMPAT", "9")
    if compat not in ("9", "8.2"):
        raise ValueError(f"compat must be '9' or '8.2', not {compat!r}")
    options = _options_of_environment()
    shares_mpi = _shares_mpi4py()
    wants_mpi = (
        bool(mpi)
        or "-mpi" in options
        or (os.environ.get("NEURON_INIT_MPI", "0") not in ("", "0") and shares_mpi is not None)
    )
    wants_mpi = wants_mpi or shares_mpi  # None: without MPI
    _ranvier.start(math, threads, compat, wants_mpi)
    if "-NFRAME" in options:
        _ranvier.limit_frames(options["-NFRAME"])
    if _ranvier.number_of_ranks() > 1 and sys.excepthook is sys.__excepthook__ and not sys.flags.interactive:
        sys.excepthook = _end_all_ranks


def start_unless_started(math):
    """Whether this has started the session."""
    if _ranvier.is_started():
        return False
    start(math)
    return True


def say_ranks():
    """NEURON's line about MPI, which its module prints where MPI is in use."""
    in_use = "mpi4py.MPI" in sys.modules or os.environ.get("NEURON_INIT_MPI", "0") not in ("", "0")
    if in_use and _ranvier.launched_rank() == 0:
        _ranvier.run("{nrnmpi_init()}")
