"""neuron.hoc: the types of hoc objects."""

from ranvier.interpreter import h as _h
from ranvier.objects import HocClass, HocObject, hclass


def execute(statements):
    """Runs statements of hoc."""
    return _h(statements)
