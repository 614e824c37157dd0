"""The module that scripts for NEURON import, `from neuron import h`, on Ranvier's engine."""

from ranvier import session as _session
from ranvier.interpreter import h
from ranvier.objects import HocBaseObject, HocObject, hclass
from ranvier.sections import Section, Segment

_session.start_unless_started(math="libm")

n = h
from neuron import hoc, nrn  # noqa: E402  (they need h)

__version__ = "9.0.2"  # the version that this reproduces


def load_mechanisms(path, warn_if_already_loaded=True):
    """Compiles and loads the .mod files of a folder, or the library that nrnivmodl made there."""
    return bool(h.nrn_load_dll(path))


def init():
    h.finitialize()


def run(tstop):
    """Advances to time tstop [ms]."""
    h("tstop = %.17g" % tstop)
    while h.t < h.tstop:
        h.fadvance()


def psection(section):
    """Prints the section."""
    h.psection(sec=section)
