"""The module `neuron` for scripts that use `from neuron import h`, running on Ranvier's engine."""

from ranvier import session as _session
from ranvier.interpreter import h
from ranvier.objects import HocBaseObject, HocObject, hclass
from ranvier.sections import Section, Segment

_session.start_unless_started(math="libm")

n = h
from neuron import hoc, nrn  # noqa: E402  (they need h)

__version__ = "9.0.2"  # the version that Ranvier reproduces


def load_mechanisms(path, warn_if_already_loaded=True):
    """Compiles and loads the .mod files of a folder, or loads the library that nrnivmodl built there."""
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
