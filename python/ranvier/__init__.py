"""Ranvier from Python: `from ranvier import h`, or `from neuron import h` for scripts that know NEURON.

Whose `h` is asked for first decides the arithmetic, as the names of the program do: `ranvier` takes the faster one,
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
