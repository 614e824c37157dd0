"""The module `neuron` for scripts that use `from neuron import h`, running on Ranvier's engine."""

import os
import pathlib
import sys

import _ranvier
from ranvier import session as _session
from ranvier.interpreter import Interface as _Interface
from ranvier.interpreter import h
from ranvier.mechanisms import DensityMechanism
from ranvier.objects import HocBaseObject, HocObject, hclass
from ranvier.sections import Section, Segment

if _session.start_unless_started(math="libm"):
    _session.say_ranks()

n = _Interface()
from neuron import config, hoc, nrn  # noqa: E402  (they need h)

sys.modules.update(hoc=hoc, nrn=nrn)  # scripts also import them without their package

__version__ = version = "9.0.2"  # the version that Ranvier reproduces

nrn_dll_loaded = []  #: the folders and libraries that load_mechanisms has loaded


_loaded_texts = {}  #: of .mod files, by the path given to load_mechanisms


def load_mechanisms(path, warn_if_already_loaded=True):
    """Loads mechanisms from a folder: those that nrnivmodl listed there, else its .mod files, else those of the one folder
    below it that holds some. Also loads a .mod file or a library.

    A second call loads files that are new. Returns whether there were mechanisms; says so if there were none, or if they were
    loaded before. Raises RuntimeError if several folders below hold .mod files.
    """
    path = str(path)
    place = pathlib.Path(path)
    if path in nrn_dll_loaded:
        _load_new_files(path, place, warn_if_already_loaded)
        return True
    source = _source_of_mechanisms(place)
    if source is None:
        print(f"NEURON mechanisms not found in {path}.")
        return False
    h.nrn_load_dll(os.fsencode(source))
    nrn_dll_loaded.append(path)
    _loaded_texts[path] = {file.read_bytes() for file in [*place.glob("*.mod"), *source.glob("*.mod")]}
    return True


def _load_new_files(path, place, warns):
    source, loaded = _source_of_mechanisms(place), _loaded_texts.setdefault(path, set())
    files = sorted({*place.glob("*.mod"), *(source.glob("*.mod") if source else ())})
    fresh = [file for file in files if file.read_bytes() not in loaded]
    for file in fresh:
        h.nrn_load_dll(os.fsencode(file))
        loaded.add(file.read_bytes())
    if warns and not fresh:
        print(f"Mechanisms already loaded from path: {path}.  Aborting.")


def _source_of_mechanisms(place):
    """What holds the mechanisms of a folder, or None."""
    if not place.is_dir():
        return place if place.exists() else None
    made = place / os.uname().machine
    if _lists_files(made / "ranvier-mechanisms.txt"):
        return made
    if any(place.glob("*.mod")):
        return place
    below = sorted({file.parent for file in place.glob("[!.]*/*.mod")})
    if len(below) > 1:
        raise RuntimeError(
            f"load_mechanisms: {place} holds no .mod files, but several folders in it do "
            f"({', '.join(folder.name for folder in below)}); name one of them, or run nrnivmodl in {place}"
        )
    return below[0] if below else None


def _lists_files(made):
    """Whether nrnivmodl listed files that are still where they were; a repository may carry a list of another machine."""
    listed = made.read_text().splitlines() if made.is_file() else []
    return bool(listed) and all(os.path.exists(file) for file in listed)


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
