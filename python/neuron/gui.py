"""The standard run system. Windows are not there: graphics classes are accepted, as by `nrniv -nogui`."""

from neuron import h as _h

_h.load_file("nrngui.hoc")
