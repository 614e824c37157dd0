"""Ranvier from Python: `from ranvier import h`, or `from neuron import h` for scripts written for NEURON.

The package whose `h` is used first determines the arithmetic, like the name of the program: `ranvier` uses
faster arithmetic, `neuron` uses NEURON's. Call `ranvier.start` first to choose the arithmetic, threads and MPI.
"""

from ranvier.session import start

__all__ = ["h", "start"]


def __getattr__(name):
    if name == "h":
        from ranvier import session
        from ranvier.interpreter import h

        session.start_unless_started(math="vector")
        return h
    raise AttributeError(f"module 'ranvier' has no attribute {name!r}")
