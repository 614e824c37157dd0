"""hoc objects, and the lookup of names: variables, arrays, functions, classes."""

import functools
import pathlib
import re
import time
from collections.abc import Sequence

import _ranvier

from ranvier import documentation

HocObject = _ranvier.HocObject  #: the type of h, its functions and references, from which those of objects are derived
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

    def __repr__(cls):
        return (
            f"{cls._hoc_class}()"
            if cls.__name__ == "HocObject" and cls.__mro__[1] is HocInstance
            else type.__repr__(cls)
        )

    def __dir__(cls):
        """NEURON lists the members of point processes only; here, `h.Vector.` and Tab show those of each class."""
        of_class = cls.__dict__.get("_hoc_class")
        return sorted({*type.__dir__(cls), *members_of(of_class)} if of_class else type.__dir__(cls))

    def __len__(cls):
        """How many objects of a template or a class of point processes there are."""
        if cls.__name__ != "HocObject":
            raise TypeError(f"object of type 'HocClass' has no len(): h.{cls._hoc_class} is a type")
        return len(_objects_of(cls._hoc_class))

    def __bool__(cls):
        return True

    def __iter__(cls):
        return iter(_objects_of(cls._hoc_class))

    def __getitem__(cls, index):
        found = _ranvier.numbered(cls._hoc_class, index)
        if found is None:
            raise IndexError(f"there is no {cls._hoc_class}[{index}]")
        return found


def _objects_of(hoc_class):
    from ranvier.interpreter import h

    return list(h.List(hoc_class))


def type_of_class(name):
    """The type for a class or template of hoc; always returns the same object."""
    known = _types.get(name)
    if known is None:
        from ranvier.containers import base_of_class

        # As in NEURON, a class of hoc has its own type, but all point processes and templates share the name HocObject.
        own_name = name if _ranvier.is_class_of_hoc(name) else "HocObject"
        base = base_of_class(name)
        doc = documentation.of_class(name, base.__doc__ if base is not HocInstance else None)
        members = {"_hoc_class": name, "__module__": "hoc", "__slots__": (), "__doc__": doc}
        known = HocClass(own_name, (base,), members)
        _types[name] = known
    return known


class _OfElements(HocObject):
    """The base of arrays and of references to them, whose attributes are those of their classes."""

    __slots__ = ()
    __getattribute__, __setattr__, __delattr__, __dir__ = (
        object.__getattribute__,
        object.__setattr__,
        object.__delattr__,
        object.__dir__,
    )


class Array(_OfElements):
    """A hoc array, or a part of it selected by its first indices: `h.x[1]` of `h.x[1][2]`."""

    __slots__ = ("_object", "_name", "_sizes", "_indices")

    def __init__(self, of, name, sizes, indices=()):
        self._object, self._name, self._sizes, self._indices = of, name, sizes, indices

    def _check_shape(self):
        """Raises TypeError if a variable of the top level has been declared with another number of dimensions since."""
        if self._object is not None:
            return
        meaning = _ranvier.meaning(None, self._name)
        has, had = len(meaning[1]) if meaning else 0, len(self._indices) + len(self._sizes)
        if has != had:
            raise TypeError(f"{self._name} was declared again: it has {has} dimensions now, and had {had}")

    def _at(self, index):
        if isinstance(index, slice):
            raise TypeError("sequence index must be integer, not 'slice'")
        if not hasattr(index, "__index__"):
            raise IndexError(f"{self._full_name()}: {index!r} is not an index")
        size, at = self._sizes[0], index.__index__()
        if at < 0 or 0 <= size <= at:
            raise self._no_element(at)
        return self._indices + (at,)

    def _no_element(self, index):
        return IndexError(f"{self._full_name()}: index {index} is out of range; the size is {len(self)}")

    def _full_name(self):
        return f"{'' if self._object is None else self._object.hname() + '.'}{self._name}"

    def __getitem__(self, index):
        indices = self._at(index)
        if len(self._sizes) > 1:
            self._check_shape()
            if self._sizes[0] < 0 and indices[-1] >= len(self):
                raise self._no_element(indices[-1])
            return Array(self._object, self._name, self._sizes[1:], indices)
        try:
            return _ranvier.load(self._object, self._name, indices)
        except RuntimeError:
            if self._sizes[0] < 0 and indices[-1] >= len(self):
                raise self._no_element(indices[-1]) from None
            raise

    def __setitem__(self, index, value):
        if len(self._sizes) > 1:
            self._check_shape()
            raise TypeError(f"{self._name} needs more indices")
        indices = self._at(index)
        try:
            _ranvier.store(self._object, self._name, indices, value)
        except RuntimeError:
            if self._sizes[0] < 0 and indices[-1] >= len(self):
                raise self._no_element(indices[-1]) from None
            raise

    def __len__(self):
        self._check_shape()
        if self._sizes[0] >= 0:
            return self._sizes[0]
        counts = _COUNTS.get((self._object._hoc_class, self._name)) if self._object is not None else None
        if counts:
            return int(_ranvier.call(self._object, counts[len(self._indices)], (), None))
        return self._counted()

    def _counted(self):
        """The length of a variable of a point process, found by reading its elements."""
        count = 0
        while count < _MOST_COUNTED:
            try:
                _ranvier.load(self._object, self._name, (*self._indices, count))
            except RuntimeError:
                break
            count += 1
        return count

    __iter__ = Sequence.__iter__  # ends where the array ends then: a loop over SectionRef.child may disconnect

    def hname(self):
        return repr(self)

    def __repr__(self):
        return f"{self._full_name()}{''.join(f'[{i}]' for i in self._indices)}[?]"


class ArrayReference(_OfElements):
    """`_ref_x` of an array; as many indices as it has dimensions lead to a pointer to an element."""

    __slots__ = ("_object", "_name", "_dimensions", "_indices")

    def __init__(self, of, name, dimensions, indices=()):
        self._object, self._name, self._dimensions, self._indices = of, name, dimensions, indices

    def __getitem__(self, index):
        indices = (*self._indices, index)
        if len(indices) < self._dimensions:
            return ArrayReference(self._object, self._name, self._dimensions, indices)
        if not hasattr(index, "__index__"):
            raise IndexError(f"{self._name}: {index!r} is not an index")
        try:
            return _ranvier.refer(self._object, self._name, tuple(each.__index__() for each in indices))
        except RuntimeError as error:
            raise IndexError(
                f"{'' if self._object is None else self._object.hname() + '.'}{self._name}: {error}"
            ) from None

    def __repr__(self):
        return f"<incomplete pointer to hoc array {self._name}>"


# The methods that tell how many elements an array has whose size depends on the object, one for each dimension.
_COUNTS = {("NetCon", "weight"): ("wcnt",), ("SectionRef", "child"): ("nchild",), ("Matrix", "x"): ("nrow", "ncol")}
_MOST_COUNTED = 1_000_000


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


class MissingAttribute(AttributeError):
    """The AttributeError for an unknown name. Its text, with the nearest name, is composed when it is read."""

    def __init__(self, of, name):
        super().__init__(name=name, obj=of)

    def __str__(self):
        if isinstance(self.obj, HocObject):
            return _unknown_text(self.obj if isinstance(self.obj, HocInstance) else None, self.name)
        return _ranvier.missing_text(self.obj, self.name)

    @property
    def args(self):
        return (str(self),)

    def __repr__(self):
        return f"AttributeError({str(self)!r})"

    def __reduce__(self):
        return AttributeError, self.args


MissingAttribute.__name__ = MissingAttribute.__qualname__ = "AttributeError"
MissingAttribute.__module__ = "builtins"


def unknown(of, name):
    """The AttributeError for an unknown name; as in NEURON, a TypeError for one that hoc cannot have."""
    if not name.isascii():
        return TypeError(f"{name!a}: names of hoc are ASCII")
    return AttributeError(_unknown_text(of, name))


def not_assignable(of, name):
    """The error for an assignment to an unknown name: as in NEURON, a LookupError unless the class has its own type."""
    if not name.isascii() or of is not None and type_of_class(of._hoc_class).__name__ != "HocObject":
        return unknown(of, name)
    return LookupError(f"'{name}' is not a defined hoc variable name: {_unknown_text(of, name)}")


def _unknown_text(of, name):
    if of is None:
        advice = written_later(name) or documentation.advice_on(name)
        return f"hoc has no {name}{advice or _ranvier.suggestion(name)}"
    import difflib

    near = difflib.get_close_matches(name, _ranvier.names(of), 1)
    return f"{of.hname()} has no member {name}" + (f"; do you mean '{near[0]}'?" if near else "")


_OF_SECTIONS = ("L", "Ra", "nseg", "rallbranch")  # of the accessed section, h.L; range variables need a section's name


def _check_is_of_sections(name):
    if name not in _OF_SECTIONS:
        raise TypeError(
            f"Cannot access {name} directly; use the range variable of a section or segment, such as soma(0.5).{name}"
        )


def member_of(of, name):
    """The meaning of `name` at the top level (of=None) or after the dot of an object.

    The module _ranvier finds numbers, strings, objects and functions itself, and comes here for all else.
    """
    name = _spelled(of, name)
    if name.startswith("_ref_"):
        return _reference(of, name[5:])
    if name.startswith("__"):
        raise AttributeError(name)
    if name == "get_segment" and has_segment(of):
        return lambda *ignored: segment_of(of)
    meaning = _ranvier.meaning(of, name)
    if meaning is None:
        raise unknown(of, name)
    kind, sizes, _ = meaning
    if kind == "callable":
        return _ranvier.function(of, name)
    if kind == "class":
        return type_of_class(name)
    if kind == "range":
        _check_is_of_sections(name)
        return getattr(_ranvier.accessed(), name)
    if kind == "mechanism":
        from ranvier.mechanisms import density_mechanism

        if name in ("capacitance", "morphology"):
            raise TypeError(f"Cannot access {name} directly.")

        return density_mechanism(name)
    if sizes:
        return Array(of, name, sizes)
    return _ranvier.load(of, name, ())


def _reference(of, name):
    meaning = _ranvier.meaning(of, name)
    if meaning is None:
        raise unknown(of, name)
    kind, sizes, _ = meaning
    if kind == "range":
        raise TypeError(f"Cannot access _ref_{name} directly; use the one of a segment, such as sec(0.5)._ref_{name}")
    if sizes:
        return ArrayReference(of, name, len(sizes))
    if kind == "object":
        raise NotImplementedError(f"_ref_{name}: references to hoc objrefs are not supported; use h.ref(None)")
    try:
        return _ranvier.refer(of, name, ())
    except RuntimeError as error:
        if has_segment(of) and not _ranvier.call(of, "has_loc", (), None):
            raise TypeError(f"No value: {error}") from None
        raise


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
        if name == "get_segment" and has_segment(of):
            raise TypeError("not assignable: get_segment is a method")
        raise not_assignable(of, name)
    kind, sizes, _ = meaning
    if kind == "range" and name in _OF_SECTIONS:
        setattr(_ranvier.accessed(), name, value)
    elif kind == "range":
        raise TypeError(f"not assignable: {name} is a range variable; use the one of a section or segment")
    elif kind in ("callable", "class", "mechanism", "section"):
        raise TypeError(f"not assignable: {'h' if of is None else of.hname()}.{name} is a {kind}")
    elif sizes:
        raise TypeError(f"'{name}' requires subscript for assignment")
    else:
        _ranvier.store(of, name, (), value)


def has_segment(of):
    """Whether the object is a point process in a section, and no artificial cell."""
    return of is not None and _ranvier.meaning(of, "get_loc") is not None and _ranvier.is_in_sections(of)


def members_of(of):
    """The members of an object, or of the class with a name, in Python's spelling."""
    names = {"delay" if name == "del" else name for name in _ranvier.names(of)}
    return names | {"get_segment"} if "get_loc" in names and _ranvier.is_in_sections(of) else names


@functools.cache
def _names_of_type(kind, size):
    """The names that its objects have in Python, in order. `size` changes when the type is given a name."""
    return dict.fromkeys(sorted(dir(kind.__mro__[-1]) + [name for base in kind.__mro__[:-1] for name in vars(base)]))


def listed(of, names):
    """What dir() lists, and sorts: the names of the object's type and of the object itself in Python, and those given."""
    kind = type(of)
    own = _names_of_type(kind, sum(map(len, map(vars, kind.__mro__))))
    return list({**own, **getattr(of, "__dict__", {}), **dict.fromkeys(names)})


def refuse_deletion(of, name):
    """The error for `del of.name`."""
    if _ranvier.meaning(of, _spelled(of, name)) is None:
        raise not_assignable(of, name)
    raise TypeError(f"not assignable: {name} belongs to hoc and cannot be deleted")


def segment_of(point_process):
    """The segment of a point process; None if it is not located in a section."""
    from ranvier.sections import Segment

    place = _ranvier.place(point_process)
    return place and Segment(*place)


class _NameOf:
    """A method of objects, their name Vector[3], and of their class, as h.IClamp is an object in NEURON: IClamp()."""

    def __get__(self, of, kind):
        return (lambda: f"{kind._hoc_class}()") if of is None else (lambda: _ranvier.Object.hname(of))


class HocInstance(_ranvier.Object, metaclass=HocClass):
    """An object of a template or of a class of hoc. Its members are hoc's."""

    __slots__ = ()
    __str__ = _NameOf()
    hname = _NameOf()

    def __dir__(self):
        return [name for name in listed(self, members_of(self)) if name != "_hoc_class"]

    def hocobjptr(self):
        """A number that no other living object has."""
        return _ranvier.identity(self)

    def same(self, other):
        """Whether both are the same object of hoc."""
        return self == other


class HocBaseObject(HocInstance):
    """A base for Python classes derived from hoc's: class Mine(HocBaseObject, hoc_type=h.NetStim).

    The arguments of __new__ are those of hoc's constructor, so a class that defines __init__ needs __new__, too.
    """

    def __init_subclass__(cls, hoc_type=None, **options):
        super().__init_subclass__(**options)
        if hoc_type is not None:
            if not isinstance(hoc_type, HocClass):
                raise TypeError("hoc_type must be a class or template of hoc")
            if hoc_type.__mro__[1] is not HocInstance:
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
    if hoc_class.__mro__[1] is not HocInstance:
        return hoc_class
    return HocClass(hoc_class._hoc_class, (HocBaseObject,), {"__module__": "hoc"}, hoc_type=hoc_class)
