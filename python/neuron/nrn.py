"""neuron.nrn, which `import nrn` also finds: the types of sections, segments and mechanisms."""

import _ranvier
from ranvier.interpreter import h as _h
from ranvier.mechanisms import DensityMechanism
from ranvier.sections import Mechanism, Section, Segment

__all__ = ["Mechanism", "Section", "Segment", "allsec", "cas"]


def allsec():
    """All sections, as h.allsec()."""
    return _h.allsec()


def cas():
    """The currently accessed section, as h.cas()."""
    return _h.cas()


def __getattr__(name):
    """The type of a density mechanism in a segment: nrn.hh is nrn.Mechanism."""
    if not name.startswith("__") and _ranvier.is_density(name):
        return Mechanism
    raise AttributeError(f"module 'nrn' has no attribute {name!r}")
