"""The start and end of the session."""

import atexit
import os
import sys

import _ranvier

atexit.register(_ranvier.end)


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
    wants_mpi = bool(mpi) or os.environ.get("NEURON_INIT_MPI", "0") not in ("", "0") or "mpi4py.MPI" in sys.modules
    _ranvier.start(math, threads, compat, wants_mpi)


def start_unless_started(math):
    if not _ranvier.is_started():
        start(math)
