"""hoc objects, and the lookup of names: variables, arrays, functions, classes."""

import pathlib
import re
import time

import _ranvier

from ranvier import documentation

_types = {}
_imported_at = time.time()


class HocClass(type):
    """The type of a class or template of hoc, h.Cell; h.Cell[3] is its object with index 3."""

    def __new__(meta, name, bases, members, **options):
        return super().__new__(meta, name, bases, members, **options)

    def __init__(cls, name, bases, members, **options):
        super().__init__(name, bases, members)

    def __setattr__(cls, name, value):
        super().__setattr__(name, value)
        _ranvier.forget(cls)

    def __getitem__(cls, index):
        found = _ranvier.numbered(cls._hoc_class, index)
        if found is None:
            raise IndexError(f"there is no {cls._hoc_class}[{index}]")
        return found


def type_of_class(name):
    """The type for a class or template of hoc; always returns the same object."""
    known = _types.get(name)
    if known is None:
        from ranvier.containers import base_of_class

        base = base_of_class(name)
        doc = documentation.of_class(name, base.__doc__ if base is not HocObject else None)
        members = {"_hoc_class": name, "__module__": "hoc", "__slots__": (), "__doc__": doc}
        known = HocClass(name, (base,), members)
        _types[name] = known
    return known


class Array:
    """A hoc array, or a part of it selected by its first indices: `h.x[1]` of `h.x[1][2]`."""

    __slots__ = ("_object", "_name", "_sizes", "_indices")

    def __init__(self, of, name, sizes, indices=()):
        self._object, self._name, self._sizes, self._indices = of, name, sizes, indices

    def _at(self, index):
        size = self._sizes[0]
        index = index.__index__() if hasattr(index, "__index__") else index
        if index < 0 and size > 0:
            index += size
        if index < 0 or (0 <= size <= index):
            raise IndexError(f"index {index} is outside of {self._name}, whose size is {size}")
        return self._indices + (index,)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        indices = self._at(index)
        if len(self._sizes) > 1:
            return Array(self._object, self._name, self._sizes[1:], indices)
        return _ranvier.load(self._object, self._name, indices)

    def __setitem__(self, index, value):
        if len(self._sizes) > 1:
            raise TypeError(f"{self._name} needs more indices")
        _ranvier.store(self._object, self._name, self._at(index), value)

    def __len__(self):
        if self._sizes[0] >= 0:
            return self._sizes[0]
        count = self._object is not None and _COUNTS.get((self._object._hoc_class, self._name))
        if not count:
            raise TypeError(f"the length of {self._name} is not known")
        return int(_ranvier.call(self._object, count, (), None))

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __repr__(self):
        return f"<array {_prefix(self._object)}{self._name}{''.join(f'[{i}]' for i in self._indices)}>"


class ArrayReference:
    """`_ref_x` of an array; as many indices as it has dimensions lead to a pointer to an element."""

    __slots__ = ("_object", "_name", "_dimensions", "_indices")

    def __init__(self, of, name, dimensions, indices=()):
        self._object, self._name, self._dimensions, self._indices = of, name, dimensions, indices

    def __getitem__(self, index):
        indices = (*self._indices, index)
        if len(indices) < self._dimensions:
            return ArrayReference(self._object, self._name, self._dimensions, indices)
        return _ranvier.refer(self._object, self._name, indices)


# The method that tells how many elements an array has whose size depends on the object.
_COUNTS = {("NetCon", "weight"): "wcnt", ("SectionRef", "child"): "nchild"}


def _prefix(of):
    return "h." if of is None else f"{of.hname()}."


def _spelled(of, name):
    """hoc's name: `delay` stands for `del` of IClamp and others, which is a Python keyword."""
    if name in ("delay", "_ref_delay") and of is not None and _ranvier.meaning(of, "delay") is None:
        if _ranvier.meaning(of, "del") is not None:
            return name.replace("delay", "del")
    return name


def written_later(name):
    """What to do about the unknown name of a mechanism whose .mod file was written after the session began."""
    defines = re.compile(rf"^[^:]*\b(?:SUFFIX|POINT_PROCESS|ARTIFICIAL_CELL)\s+{re.escape(name)}\b", re.M)
    for path in sorted(pathlib.Path().glob("*.mod")):
        if path.stat().st_mtime > _imported_at and defines.search(path.read_text(errors="replace")):
            return f"; {path} was written after the start of Python: call neuron.load_mechanisms('.')"
    return ""


def unknown(of, name):
    """The AttributeError for an unknown name."""
    if of is None:
        return AttributeError(
            f"hoc has no {name}{written_later(name) or documentation.advice_on(name) or _ranvier.suggestion(name)}"
        )
    import difflib

    near = difflib.get_close_matches(name, _ranvier.names(of), 1)
    return AttributeError(f"{of.hname()} has no member {name}" + (f"; do you mean '{near[0]}'?" if near else ""))


def member_of(of, name):
    """The meaning of `name` at the top level (of=None) or after the dot of an object.

    The module _ranvier finds numbers, strings, objects and functions itself, and comes here for all else.
    """
    name = _spelled(of, name)
    if name.startswith("_ref_"):
        return _reference(of, name[5:])
    if name.startswith("__"):
        raise AttributeError(name)
    meaning = _ranvier.meaning(of, name)
    if meaning is None:
        if name == "get_segment" and of is not None and _ranvier.meaning(of, "get_loc"):
            return lambda: _segment_of(of)
        raise unknown(of, name)
    kind, sizes, _ = meaning
    if kind == "callable":
        return _ranvier.function(of, name)
    if kind == "class":
        return type_of_class(name)
    if kind == "range":
        return getattr(_ranvier.accessed(), name)
    if kind == "mechanism":
        from ranvier.sections import DensityMechanism

        return DensityMechanism(name)
    if sizes:
        return Array(of, name, sizes)
    return _ranvier.load(of, name, ())


def _reference(of, name):
    meaning = _ranvier.meaning(of, name)
    if meaning is None:
        raise unknown(of, name)
    kind, sizes, _ = meaning
    if kind == "range":
        return getattr(_ranvier.accessed(), "_ref_" + name)
    if sizes:
        return ArrayReference(of, name, len(sizes))
    if kind == "object":
        raise NotImplementedError(f"_ref_{name}: references to hoc objrefs are not supported; use h.ref(None)")
    return _ranvier.refer(of, name, ())


def set_member(of, name, value):
    """Assigns `of.name = value`; AttributeError if neither hoc nor Python can."""
    if name.startswith("_ref_") and of is not None:  # a POINTER
        _ranvier.set_pointer(value, name[5:], of)
        return
    name = _spelled(of, name)
    if of is not None and _types.get(of._hoc_class) is not type(of) and _ranvier.meaning(of, name) is None:
        _ranvier.set_own(of, name, value)  # a class of Python, whose objects may have further attributes
        return
    meaning = _ranvier.meaning(of, name)
    if meaning is None:
        raise unknown(of, name)
    kind, sizes, _ = meaning
    if kind == "range":
        setattr(_ranvier.accessed(), name, value)
    elif kind in ("callable", "class", "mechanism", "section"):
        raise AttributeError(f"{_prefix(of)}{name} is a {kind} and cannot be assigned to")
    elif sizes and of is None:
        raise TypeError(f"{name} is an array: assign to its elements")
    else:
        _ranvier.store(of, name, (), value)


def _segment_of(point_process):
    """The segment of a point process; None if it is not located in a section."""
    from ranvier.sections import Segment

    place = _ranvier.place(point_process)
    return place and Segment(*place)


class _NameOf:
    """A method of objects, their name Vector[3], and of their class, as h.IClamp is an object in NEURON: IClamp()."""

    def __get__(self, of, kind):
        return (lambda: f"{kind._hoc_class}()") if of is None else (lambda: _ranvier.Object.hname(of))


class HocObject(_ranvier.Object, metaclass=HocClass):
    """An object of a template or of a class of hoc. Its members are hoc's."""

    __slots__ = ()
    __str__ = _NameOf()
    hname = _NameOf()

    def __dir__(self):
        names = {"delay" if name == "del" else name for name in _ranvier.names(self)}
        if "get_loc" in names:
            names.add("get_segment")
        return sorted(names.union(object.__dir__(self)) - {"_hoc_class"})

    def baseattr(self, name):
        """hoc's member, even if a Python class has a member of the same name."""
        return member_of(self, name)

    def same(self, other):
        """Whether both are the same object of hoc."""
        return self == other


class HocBaseObject(HocObject):
    """A base for Python classes derived from hoc's: class Mine(HocBaseObject, hoc_type=h.NetStim).

    The arguments of __new__ are those of hoc's constructor, so a class that defines __init__ needs __new__, too.
    """

    def __init_subclass__(cls, hoc_type=None, **options):
        super().__init_subclass__(**options)
        if hoc_type is not None:
            if not isinstance(hoc_type, HocClass):
                raise TypeError("hoc_type must be a class or template of hoc")
            if hoc_type.__mro__[1] is not HocObject:
                raise TypeError(f"hoc_type: derive from h.{hoc_type._hoc_class} itself")
            cls._hoc_type, cls._hoc_class = hoc_type, hoc_type._hoc_class
        if not hasattr(cls, "_hoc_type"):
            raise TypeError("hoc_type is missing; it names the class of hoc to derive from")
        if len({base._hoc_type for base in cls.__mro__ if hasattr(base, "_hoc_type")}) > 1:
            raise TypeError("a class cannot be derived from several classes of hoc")
        if "__init__" in vars(cls) and cls.__new__ is HocBaseObject.__new__:
            raise TypeError("a class with __init__ needs a __new__ that passes the arguments of hoc's constructor")

    def __new__(cls, *arguments, **options):
        return super().__new__(cls, *arguments, **options)


def hclass(hoc_class):
    """A base for Python classes derived from a class of hoc: class Mine(hclass(h.Vector))."""
    if hoc_class.__mro__[1] is not HocObject:
        return hoc_class
    return HocClass(hoc_class.__name__, (HocBaseObject,), {"__module__": "hoc"}, hoc_type=hoc_class)
