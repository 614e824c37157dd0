"""The standard run system. There are no windows: graphics classes are accepted, as by `nrniv -nogui`."""

from neuron import h as _h

_h.load_file("nrngui.hoc")
