"""Loads the standard run system. There are no windows: graphics classes work like in `nrniv -nogui`."""

from neuron import h as _h

_h.load_file("nrngui.hoc")
