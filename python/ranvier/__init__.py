"""Ranvier from Python: `from ranvier import h`, or `from neuron import h` for scripts written for NEURON.

The package whose `h` is used first determines the arithmetic, like the name of the program: `ranvier` uses
faster arithmetic, `neuron` uses NEURON's. Call `ranvier.start` first to choose the arithmetic, threads and MPI.
"""

import signal
import threading

_hang_up = signal.getsignal(signal.SIGHUP)

import _ranvier  # noqa: E402

if _hang_up is not None and threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGHUP, _hang_up)  # UCX, a library of MPI, has taken it

from ranvier.session import start  # noqa: E402

__all__ = ["h", "start"]


def __getattr__(name):
    if name == "h":
        from ranvier import session
        from ranvier.interpreter import h

        session.start_unless_started(math="vector")
        return h
    raise AttributeError(f"module 'ranvier' has no attribute {name!r}")
