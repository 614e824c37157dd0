"""Sections, segments, and the density mechanisms in them."""

import itertools
import math

import _ranvier

_unnamed = itertools.count(1)


def _range_error(holder, name, error=None):
    return AttributeError(f"{holder} has no {name}" + (f": {error}" if error else _ranvier.suggestion(name)))


def _load(section, name, element, x, holder):
    try:
        return _ranvier.range_load(section, name, element, x)
    except (RuntimeError, ValueError) as error:
        raise _range_error(holder, name, error) from None


class Section(_ranvier.Section):
    """An unbranched cable: Section(name=..., cell=...). A section made by Python is deleted with its Python object."""

    __slots__ = ()

    def __init__(self, name=None, cell=None):
        if name is None:
            name = f"__nrnsec_{next(_unnamed):#x}"
        elif not isinstance(name, str):
            raise TypeError("a section's name must be a str")
        if not name.isprintable() or not name:
            raise ValueError(f"a section cannot have the name {name!r}")
        super().__init__(name if cell is None else f"{cell}.{name}", cell)

    def __getattr__(self, name):
        if name.startswith("_ref_"):
            return getattr(self(0.5), name)
        if name.startswith("__"):
            raise AttributeError(name)
        kind = _ranvier.range_kind(name)
        if kind is None:
            raise _range_error(self, name)
        length, per_section, _ = kind
        if length > 1:
            return RangeArray(self(0.5), name, length)
        value = _load(self, name, 0, 0.5, self)
        return int(value) if per_section and name == "nseg" else value

    def __setattr__(self, name, value):
        kind = _ranvier.range_kind(name)
        if kind is None:
            if type(self) is Section:
                raise _range_error(self, name)
            return object.__setattr__(self, name, value)  # of a derived class
        if kind[0] > 1:
            raise TypeError(f"{name} is an array: assign to its elements")
        _ranvier.range_store(self, name, 0, None, value)

    def __call__(self, x=0.5):
        return Segment(self, x)

    def __len__(self):
        return self.nseg

    def __bool__(self):
        return self.exists()

    def __iter__(self):
        n = self.nseg
        return (Segment(self, (i + 0.5) / n) for i in range(n))

    def __contains__(self, segment):
        return isinstance(segment, Segment) and segment.sec == self

    def allseg(self):
        """The end at 0, the segments, and the end at 1."""
        yield Segment(self, 0)
        yield from self
        yield Segment(self, 1)

    def __repr__(self):
        return self.name() if self.exists() else "<deleted section>"

    def __dir__(self):
        return sorted(set(object.__dir__(self)) | {"L", "Ra", "nseg", "rallbranch", "v", "diam", "cm"})

    hname = _ranvier.Section.name

    def same(self, other):
        return self == other

    def hoc_internal_name(self):
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
        _ranvier.call(None, "disconnect", (), self)
        return self

    def parentseg(self):
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
        link = _ranvier.link(self)
        return link[2] if link else 0.0

    def children(self):
        """The children, newest first like in NEURON."""
        return _ranvier.children(self)

    def subtree(self):
        found, waiting = [], [self]
        while waiting:
            found.append(waiting.pop())
            waiting += reversed(found[-1].children())
        return found

    def wholetree(self):
        root = self
        while link := _ranvier.link(root):
            root = link[0]
        return root.subtree()

    # Mechanisms

    def insert(self, mechanism):
        _ranvier.insert(self, _name_of(mechanism), True)
        return self

    def uninsert(self, mechanism):
        _ranvier.insert(self, _name_of(mechanism), False)
        return self

    def has_membrane(self, mechanism):
        return _name_of(mechanism) in _ranvier.mechanisms(self)

    def push(self):
        """Accesses the section until h.pop_section()."""
        _ranvier.push(self)

    # Shape

    def n3d(self):
        return int(_ranvier.call(None, "n3d", (), self))

    def x3d(self, i):
        return _ranvier.call(None, "x3d", (i,), self)

    def y3d(self, i):
        return _ranvier.call(None, "y3d", (i,), self)

    def z3d(self, i):
        return _ranvier.call(None, "z3d", (i,), self)

    def diam3d(self, i):
        return _ranvier.call(None, "diam3d", (i,), self)

    def arc3d(self, i):
        return _ranvier.call(None, "arc3d", (i,), self)

    def pt3dclear(self, *size):
        return int(_ranvier.call(None, "pt3dclear", size, self))

    def pt3dadd(self, x, y, z, diam):
        if hasattr(x, "__iter__"):
            for point in zip(x, y, z, diam):
                _ranvier.call(None, "pt3dadd", point, self)
        else:
            _ranvier.call(None, "pt3dadd", (x, y, z, diam), self)

    def pt3dinsert(self, i, x, y, z, diam):
        _ranvier.call(None, "pt3dinsert", (i, x, y, z, diam), self)

    def pt3dremove(self, i):
        _ranvier.call(None, "pt3dremove", (i,), self)

    def pt3dchange(self, i, *values):
        _ranvier.call(None, "pt3dchange", (i, *values), self)

    def pt3dstyle(self, *values):
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


class Segment(_ranvier.Segment):
    """A position on a section, sec(x). Its attributes are the variables of the segment that contains x."""

    __slots__ = ()

    def __getattr__(self, name):
        if name.startswith("_ref_"):
            return _reference(self, name[5:])
        if name.startswith("__"):
            raise AttributeError(name)
        kind = _ranvier.range_kind(name)
        if kind is not None and not kind[1]:
            if kind[0] > 1:
                return RangeArray(self, name, kind[0])
            return _load(self.sec, name, 0, self.x, self)
        if name in _ranvier.mechanisms(self.sec):
            return Mechanism(self, name)
        raise _range_error(self, name)

    def __setattr__(self, name, value):
        kind = _ranvier.range_kind(name)
        if kind is None or kind[1]:
            raise _range_error(self, name)
        if kind[0] > 1:
            raise TypeError(f"{name} is an array: assign to its elements")
        _ranvier.range_store(self.sec, name, 0, self.x, value)

    def __eq__(self, other):
        if not isinstance(other, Segment):
            return NotImplemented
        return self._place() == other._place()

    def __hash__(self):
        return hash(self._place())

    def _place(self):
        """A key that is equal for all positions in one segment; the ends have their own keys."""
        x, n = self.x, self.sec.nseg
        return self.sec, -1 if x == 0 else n if x == 1 else int(x * n)

    def __repr__(self):
        return f"{self.sec}({self.x:g})"

    def __iter__(self):
        return (Mechanism(self, name) for name in _as_neuron_lists(_ranvier.mechanisms(self.sec)))

    def area(self):
        return _ranvier.call(None, "area", (self.x,), self.sec)

    def ri(self):
        return _ranvier.call(None, "ri", (self.x,), self.sec)

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
        return _ranvier.located(self.sec, self.x)


class Mechanism:
    """A density mechanism in a segment: sec(0.5).hh."""

    __slots__ = ("_segment", "_name")

    def __init__(self, segment, name):
        object.__setattr__(self, "_segment", segment)
        object.__setattr__(self, "_name", name)

    def _range_name(self, name):
        """The full name of a range variable: gnabar_hh for gnabar of hh, ena for ena of na_ion."""
        own = f"{name}_{self._name}"
        if _ranvier.range_kind(own) is not None:
            return own
        if self._name.endswith("_ion") and _ranvier.range_kind(name) is not None:
            return name
        return None

    def __getattr__(self, name):
        if name.startswith("_ref_"):
            found = self._range_name(name[5:])
            if found:
                return _reference(self._segment, found)
        elif not name.startswith("__"):
            found = self._range_name(name)
            if found:
                return getattr(self._segment, found)
            function = f"{name}_{self._name}"
            if (meaning := _ranvier.meaning(None, function)) and meaning[0] == "callable":
                return _MechanismFunction(self, function)
        raise AttributeError(f"{self._name} has no {name}")

    def __setattr__(self, name, value):
        if name.startswith("_ref_"):  # a POINTER
            _ranvier.set_pointer(value, f"{name[5:]}_{self._name}", self._segment)
            return
        found = self._range_name(name)
        if not found:
            raise AttributeError(f"{self._name} has no {name}")
        setattr(self._segment, found, value)

    def __iter__(self):
        return (RangeVar(self, own, length) for own, length in self._variables().values())

    def __dir__(self):
        return sorted(set(object.__dir__(self)) | set(self._variables()))

    def _variables(self):
        from ranvier.psection import variables_of

        return variables_of(self._name)

    def name(self):
        return self._name

    def segment(self):
        return self._segment

    def is_ion(self):
        return self._name.endswith("_ion")

    def __repr__(self):
        return self._name


class _MechanismFunction:
    """A FUNCTION or PROCEDURE of a density mechanism, for the instance in one segment."""

    def __init__(self, mechanism, name):
        self._mechanism, self._name = mechanism, name

    def __call__(self, *arguments):
        segment = self._mechanism.segment()
        _ranvier.call(None, f"setdata_{self._mechanism.name()}", (segment.x,), segment.sec)
        return _ranvier.call(None, self._name, arguments, segment.sec)


class RangeArray:
    """A range variable that is an array, in one segment."""

    __slots__ = ("_segment", "_name", "_length")

    def __init__(self, segment, name, length):
        self._segment, self._name, self._length = segment, name, length

    def _checked(self, i):
        i = i.__index__()
        if i < 0:
            i += self._length
        if not 0 <= i < self._length:
            raise IndexError(f"index {i} is outside of {self._name}, whose size is {self._length}")
        return i

    def __getitem__(self, i):
        return _load(self._segment.sec, self._name, self._checked(i), self._segment.x, self._segment)

    def __setitem__(self, i, value):
        _ranvier.range_store(self._segment.sec, self._name, self._checked(i), self._segment.x, value)

    def __len__(self):
        return self._length

    def __iter__(self):
        return (self[i] for i in range(self._length))

    def reference(self, i):
        return _ranvier.range_refer(self._segment.sec, self._name, self._checked(i), self._segment.x)


class RangeVar(RangeArray):
    """A range variable of a density mechanism, as iteration over the mechanism gives it; [0] is the value of a scalar."""

    __slots__ = ("_mechanism",)

    def __init__(self, mechanism, name, length):
        super().__init__(mechanism.segment(), name, length)
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


def _reference(segment, name):
    kind = _ranvier.range_kind(name)
    if kind is None or kind[1]:
        raise _range_error(segment, name)
    if kind[0] > 1:
        return _RangeArrayReference(RangeArray(segment, name, kind[0]))
    try:
        return _ranvier.range_refer(segment.sec, name, 0, segment.x)
    except (RuntimeError, ValueError) as error:
        raise _range_error(segment, name, error) from None


def _as_neuron_lists(names):
    """NEURON's order: newest mechanism first, each after the ions it introduced; in `names`, ions precede it."""
    listed, ions = [], []
    for name in names:
        if name.endswith("_ion"):
            ions.insert(0, name)
        else:
            listed[:0] = [*ions, name]
            ions = []
    return ions + listed


class DensityMechanism:
    """A density mechanism by its hoc name, as an argument of sec.insert: h.hh."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"<density mechanism {self.name}>"


def _name_of(mechanism):
    if isinstance(mechanism, DensityMechanism):
        return mechanism.name
    if isinstance(mechanism, str):
        return mechanism
    raise TypeError(f"expected a mechanism's name, not {mechanism!r}")
