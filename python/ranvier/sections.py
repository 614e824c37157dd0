"""Sections, segments, and the density mechanisms in them."""

import functools
import math
import operator

import _ranvier

from ranvier.objects import listed, member_of, set_member, written_later


def _extends(kind):
    """Gives a type of the module _ranvier the members of a class body; objects of a derived class would be slower."""

    def extend(body):
        for name, member in vars(body).items():
            if name not in ("__dict__", "__weakref__", "__module__", "__qualname__"):
                setattr(kind, name, member)
        return kind

    return extend


@_extends(_ranvier.Section)
class Section:
    """An unbranched cable: Section(name=..., cell=...). A section made by Python is deleted with its Python object."""

    def __dir__(self):
        self.name()  # raises for a deleted section
        return listed(self, ("L", "Ra", "nseg", "rallbranch"))

    def same(self, other):
        """Whether both are the same section."""
        return self == other

    def hoc_internal_name(self):
        """A name by which hoc finds the section."""
        return f"__nrnsec_{hash(self):#x}"

    # Connections

    def connect(self, parent, *where):
        """connect(parent(x), end=0) or connect(parent, x=1, end=0)."""
        if isinstance(parent, Segment):
            parent, x = parent.sec, parent.x
        else:
            x, where = (where[0], where[1:]) if where else (1.0, ())
        end = where[0] if where else 0.0
        _ranvier.connect(self, end, parent, x)
        return self

    def disconnect(self):
        """Separates the section from its parent."""
        _ranvier.call(None, "disconnect", (), self)

    def parentseg(self):
        """The segment of the parent to which the section is connected, or None."""
        link = _ranvier.link(self)
        return link and Segment(link[0], link[1])

    def trueparentseg(self):
        """The place of connection on the true parent, skipping parents to whose near end the path connects."""
        at = self
        while link := _ranvier.link(at):
            parent, x, _ = link
            above = _ranvier.link(parent)
            if x != (above[2] if above else 0.0):
                return Segment(parent, x)
            at = parent
        return None

    def orientation(self):
        """The end that is connected to the parent, 0 or 1."""
        link = _ranvier.link(self)
        return link[2] if link else 0.0

    def children(self):
        """The children, newest first like in NEURON."""
        return _ranvier.children(self)

    def subtree(self):
        """The section and all sections below it."""
        return _ranvier.subtree(self, False)

    def wholetree(self):
        """All sections of the cell, from its root."""
        return _ranvier.subtree(self, True)

    # Mechanisms

    def insert(self, mechanism):
        """Inserts a density mechanism, insert("hh") or insert(h.hh); returns the section."""
        if hasattr(mechanism, "insert") and not isinstance(mechanism, _ranvier.Section):
            mechanism.insert(self)
            return self
        elif not isinstance(mechanism, str):
            raise TypeError("insert argument must be either a string or an object with an insert method")
        return self._insert(mechanism, True)

    def uninsert(self, mechanism):
        """Removes a density mechanism; returns the section."""
        return self._insert(_checked_text(mechanism), False)

    def _insert(self, mechanism, inserts):
        is_special = mechanism in ("capacitance", "morphology")
        if is_special or not _ranvier.is_density(mechanism):
            advice = "" if is_special else written_later(mechanism) or _ranvier.mechanism_suggestion(mechanism)
            raise ValueError(f"argument not a density mechanism name: {mechanism}{advice}")
        _ranvier.insert(self, mechanism, inserts)
        return self

    def has_membrane(self, mechanism):
        """Whether the density mechanism is inserted."""
        return _checked_text(mechanism) in (*_ranvier.mechanisms(self), "capacitance", "morphology")

    def push(self, *ignored):
        """Accesses the section until h.pop_section()."""
        _ranvier.push(self)
        return self

    # Shape

    def pt3dclear(self, *size):
        """Removes all 3-D points; a number reserves memory for that many."""
        if len(size) > 1:
            raise TypeError(f"function takes exactly 1 argument ({len(size)} given)")
        if size and operator.index(size[0]) < 0:
            raise Exception("Arg out of range: the size of the buffer of 3-D points must not be negative")
        return int(_ranvier.call(None, "pt3dclear", size, self))

    def pt3dinsert(self, i, x, y, z, diam):
        """Inserts a 3-D point before point i [um]."""
        self._check_point(i, self.n3d() + 1)
        _ranvier.call(None, "pt3dinsert", (i, x, y, z, diam), self)

    def pt3dremove(self, i):
        """Removes 3-D point i."""
        self._check_point(i, self.n3d())
        _ranvier.call(None, "pt3dremove", (i,), self)

    def pt3dchange(self, i, *values):
        """pt3dchange(i, x, y, z, diam) or pt3dchange(i, diam): changes 3-D point i [um]."""
        if len(values) not in (1, 4):
            raise Exception("Wrong number of arguments: a diameter, or x, y, z and the diameter, are expected")
        values = tuple(map(float, values))
        self._check_point(i, self.n3d())
        _ranvier.call(None, "pt3dchange", (i, *values), self)

    def _check_point(self, i, end):
        if not 0 <= operator.index(i) < end:
            raise Exception(
                f"Arg out of range: {self} has {self.n3d()} 3-D points; index {i} is not one of 0 to {end - 1}"
            )

    def spine3d(self, i):
        """Whether 3-D point i belongs to a spine; its diameter is stored negative."""
        self._check_point(i, self.n3d())
        return bool(_ranvier.call(None, "spine3d", (i,), self))

    def pt3dstyle(self, *values):
        """pt3dstyle(1, x, y, z) sets where the drawing leaves the parent [um], pt3dstyle(0) unsets it; whether it is set."""
        if len(values) == 1 and operator.index(values[0]) != 0:
            raise AttributeError("If exactly one argument, it must be 0.")
        if values:
            operator.index(values[0])
        return bool(_ranvier.call(None, "pt3dstyle", values, self))

    def psection(self):
        """The contents of the section as a dict: mechanisms with their values, point processes, shape."""
        from ranvier.psection import psection

        return psection(self)


def _volume_between(points, begin, end):
    """The volume of a chain of frusta, given by (path length, diameter), between two path lengths."""

    def diameter(left, right, at):
        return left[1] + (right[1] - left[1]) * (at - left[0]) / (right[0] - left[0])

    total = 0.0
    for left, right in zip(points, points[1:]):
        first, last = max(left[0], begin), min(right[0], end)
        if first < last:
            d0, d1 = diameter(left, right, first), diameter(left, right, last)
            total += (last - first) * (d0 * d0 + d0 * d1 + d1 * d1)
    return total * math.pi / 12


@_extends(_ranvier.Segment)
class Segment:
    """A position on a section, sec(x). Its attributes are the variables of the segment that contains x."""

    def __repr__(self):
        return f"{self.sec}({self.x:g})" if _ranvier.section_of(self) else "<segment of deleted section>"

    def __dir__(self):
        return listed(self, ("v", "diam", "cm", *(mechanism.name() for mechanism in self)))

    def _node(self):
        """The segment itself; at an end by which its section is connected, the parent's segment."""
        at = self
        while at.x in (0, 1) and (link := _ranvier.link(at.sec)) and link[2] == at.x:
            at = Segment(link[0], link[1])
        return at

    def volume(self):
        """Of the frusta between the section's points, else of a cylinder [um3]; 0 at the section's ends."""
        if not 0 < self.x < 1:
            return 0.0
        length = self.sec.L / self.sec.nseg
        begin = int(self.x * self.sec.nseg) * length
        if self.sec.n3d() > 1:
            points = [(self.sec.arc3d(i), abs(self.sec.diam3d(i))) for i in range(self.sec.n3d())]
            return _volume_between(points, begin, begin + length)
        return math.pi / 4 * self.diam**2 * length

    def point_processes(self):
        """The point processes in the segment, newest first as in NEURON."""
        return _ranvier.located(self.sec, self.x)[::-1]


@_extends(_ranvier.Mechanism)
class Mechanism:
    """A density mechanism in a segment: sec(0.5).hh."""

    def _other_member(self, name):
        """A FUNCTION, PROCEDURE or GLOBAL of the mechanism."""
        full = f"{name}_{self.name()}"
        kind = None if name.startswith("__") else (_ranvier.meaning(None, full) or (None,))[0]
        if kind == "callable":
            return _MechanismFunction(self, full)
        if kind == "number":
            return member_of(None, full)
        raise AttributeError(f"{self.name()} has no {name}")

    def _set_other_member(self, name, value):
        """Sets a POINTER or a GLOBAL of the mechanism."""
        if name.startswith("_ref_"):
            _ranvier.set_pointer(value, f"{name[5:]}_{self.name()}", self.segment()._node())
            return
        full = f"{name}_{self.name()}"
        if (_ranvier.meaning(None, full) or (None,))[0] != "number":
            raise (AttributeError if name.isascii() else TypeError)(f"{self.name()} has no {name!a}")
        set_member(None, full, value)

    def __iter__(self):
        return (RangeVar(self, own, length) for own, length in self._variables().values())

    def __dir__(self):
        names = listed(self, (*self._variables(), *_functions_of(self.name())))
        return [name for name in names if name[0] != "_" or name.startswith("__")]

    def _variables(self):
        from ranvier.psection import variables_of

        return variables_of(self.name())

    def is_ion(self):
        """Whether it holds the concentrations and the current of an ion."""
        return self.name().endswith("_ion")


@functools.cache
def _functions_of(mechanism):
    """The names of the FUNCTIONs and PROCEDUREs of a mechanism, without its suffix."""
    ending = f"_{mechanism}"
    names = [name for name in _ranvier.names(None) if name.endswith(ending) and not name.startswith("setdata_")]
    return [name.removesuffix(ending) for name in names if (_ranvier.meaning(None, name) or ("",))[0] == "callable"]


class _MechanismFunction:
    """A FUNCTION or PROCEDURE of a density mechanism, for the instance in one segment."""

    def __init__(self, mechanism, name):
        self._mechanism, self._name = mechanism, name

    def __call__(self, *arguments):
        segment = self._mechanism.segment()._node()
        _ranvier.call(None, f"setdata_{self._mechanism.name()}", (segment.x,), segment.sec)
        return _ranvier.call(None, self._name, arguments, segment.sec)


class RangeArray:
    """A range variable that is an array, in one segment; or in a section: read in the middle, set in all segments."""

    __slots__ = ("_segment", "_name", "_length", "_sets_all")

    def __init__(self, segment, name, length, sets_all=False):
        self._segment, self._name, self._length, self._sets_all = segment, name, length, sets_all

    def _checked(self, i):
        if not hasattr(i, "__index__"):
            raise TypeError(f"sequence index must be integer, not '{type(i).__name__}'")
        i = i.__index__()
        if i < 0:
            i += self._length
        if not 0 <= i < self._length:
            raise IndexError(f"index {i} is outside of {self._name}, whose size is {self._length}")
        return i

    def __getitem__(self, i):
        return _ranvier.element_load(self._segment.sec, self._name, self._checked(i), self._segment.x)

    def __setitem__(self, i, value):
        x = None if self._sets_all else self._segment.x
        _ranvier.element_store(self._segment.sec, self._name, self._checked(i), x, value)

    def __len__(self):
        return self._length

    def __iter__(self):
        return (self[i] for i in range(self._length))

    def references(self):
        """What `_ref_x` of the array is: [i] refers to an element."""
        return _RangeArrayReference(self)

    def reference(self, i):
        return _ranvier.element_refer(self._segment.sec, self._name, self._checked(i), self._segment.x)


class RangeVar(RangeArray):
    """A range variable of a density mechanism, as iteration over the mechanism gives it; [0] is the value of a scalar."""

    __slots__ = ("_mechanism",)

    def __init__(self, mechanism, name, length):
        super().__init__(mechanism.segment()._node(), name, length)
        self._mechanism = mechanism

    def name(self):
        return self._name

    def mech(self):
        return self._mechanism

    def __repr__(self):
        return f"<range variable {self._name}>"


class _RangeArrayReference:
    def __init__(self, array):
        self._array = array

    def __getitem__(self, i):
        return self._array.reference(i)


def _checked_text(mechanism):
    if isinstance(mechanism, str):
        return mechanism
    kind = "None" if mechanism is None else type(mechanism).__name__
    raise TypeError(f"argument 1 must be str, not {kind}: the name of a density mechanism")
