"""neuron.psection: the contents of a section as a dictionary."""

from ranvier.psection import psection

__all__ = ["psection"]
