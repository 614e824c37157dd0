"""neuron.hoc: the types of hoc objects."""

from ranvier.interpreter import h as _h
from ranvier.objects import HocClass, HocObject, hclass


def __getattr__(name):
    """The type of a class of hoc: hoc.Vector is h.Vector."""
    found = None if name.startswith("__") else getattr(_h, name, None)
    if isinstance(found, HocClass):
        return found
    raise AttributeError(f"module 'neuron.hoc' has no attribute {name!r}")


def hoc_ac(*value):
    """The value of hoc_ac_, the variable of hoc for results; with a number, sets it."""
    if value:
        (_h.hoc_ac_,) = value
    return _h.hoc_ac_


def execute(statements):
    """Runs statements of hoc."""
    return _h(statements)
