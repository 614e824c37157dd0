"""Ranvier from Python: `from ranvier import h`, or `from neuron import h` for scripts written for NEURON.

The package whose `h` is used first decides the arithmetic, as the name of the program does: `ranvier` takes the faster one,
`neuron` NEURON's. `ranvier.start` decides it, and threads and MPI, beforehand.
"""

import _ranvier

from ranvier.session import start

__all__ = ["h", "start"]


def __getattr__(name):
    if name == "h":
        from ranvier import session
        from ranvier.interpreter import h

        session.start_unless_started(math="vector")
        return h
    raise AttributeError(f"module 'ranvier' has no attribute {name!r}")
