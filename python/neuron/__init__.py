"""The module `neuron` for scripts that use `from neuron import h`, running on Ranvier's engine."""

import pathlib
import sys

import _ranvier
from ranvier import session as _session
from ranvier.interpreter import h
from ranvier.mechanisms import DensityMechanism
from ranvier.objects import HocBaseObject, HocObject, hclass
from ranvier.sections import Section, Segment

if _session.start_unless_started(math="libm"):
    _session.say_ranks()

n = h
from neuron import config, hoc, nrn  # noqa: E402  (they need h)

sys.modules.update(hoc=hoc, nrn=nrn)  # scripts also import them without their package

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
    """The contents of the section as a dict."""
    if not isinstance(section, Section):
        raise TypeError(f"sec is not a Section: {section!r}")
    return section.psection()


def help(request=None):
    """Python's help, which also knows hoc's classes and functions: help(h.Vector)."""
    import pydoc

    pydoc.Helper()(*([] if request is None else [request]))


class HocError(Exception):
    """An error of hoc, for scripts that raise their own."""


class Wrapper:
    """A Python object that holds an object of hoc, `hoc_obj`, and has its members."""

    hoc_obj = None

    def __getattr__(self, name):
        return getattr(self.hoc_obj, name)

    def __setattr__(self, name, value):
        try:
            setattr(self.hoc_obj, name, value)
        except (AttributeError, LookupError):
            object.__setattr__(self, name, value)


def new_point_process(name, doc=None):
    """A Python class for a point process of hoc: AlphaSynapse = new_point_process("AlphaSynapse"); it is constructed with
    a section and a position (0.5).
    """

    def construct(self, section, position=0.5):
        object.__setattr__(self, "hoc_obj", getattr(h, name)(section(position)))

    return type(name, (Wrapper,), {"__init__": construct, "__doc__": doc})


def new_hoc_class(name, doc=None):
    """A Python class for a class of hoc; it is constructed with values of members: Stim = new_hoc_class("NetStim");
    Stim(interval=10).
    """

    def construct(self, **members):
        object.__setattr__(self, "hoc_obj", getattr(h, name)())
        for member, value in members.items():
            setattr(self.hoc_obj, member, value)

    return type(name, (Wrapper,), {"__init__": construct, "__doc__": doc})


def numpy_element_ref(array, index):
    """A reference to an element of a writable array of float64, which the reference keeps."""
    return _ranvier.reference_to_memory(array, index)
