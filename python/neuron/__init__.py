"""The module `neuron` for scripts that use `from neuron import h`, running on Ranvier's engine."""

import pathlib

from ranvier import session as _session
from ranvier.interpreter import h
from ranvier.objects import HocBaseObject, HocObject, hclass
from ranvier.sections import Section, Segment

if _session.start_unless_started(math="libm"):
    _session.say_ranks()

n = h
from neuron import config, hoc, nrn  # noqa: E402  (they need h)

__version__ = version = "9.0.2"  # the version that Ranvier reproduces

nrn_dll_loaded = []  #: the folders and libraries that load_mechanisms has loaded


def load_mechanisms(path, warn_if_already_loaded=True):
    """Compiles and loads the .mod files of a folder, or loads the library that nrnivmodl built there.

    Returns whether there were mechanisms; says so if there were none, or if they were loaded before.
    """
    path = str(path)
    if path in nrn_dll_loaded:
        if warn_if_already_loaded:
            print(f"Mechanisms already loaded from path: {path}.  Aborting.")
        return True
    place = pathlib.Path(path)
    if not place.exists() or (place.is_dir() and not any(place.glob("*.mod"))):
        print(f"NEURON mechanisms not found in {path}.")
        return False
    h.nrn_load_dll(path)
    nrn_dll_loaded.append(path)
    return True


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
