"""Vector, List, Matrix and SectionList as Python containers."""

import _ranvier

from ranvier.collectives import NetConObject, ParallelContextObject
from ranvier.objects import HocObject
from ranvier.shapes import PlotShapeObject


class VectorObject(_ranvier.Vector, HocObject):
    """Numbers: h.Vector(10), h.Vector([1, 2, 3]), h.Vector(array)."""

    __slots__ = ()
    _hoc_class = "Vector"

    def __reduce__(self):
        return _unpickled, (_ranvier.numbers(self),)

    # Python and NumPy

    def as_numpy(self):
        """A NumPy array that shares the Vector's memory, and keeps the Vector; valid until the Vector grows."""
        import numpy

        return numpy.frombuffer(_ranvier.memory(self), dtype=float)

    def __array__(self, dtype=None, copy=None):
        import numpy

        return numpy.array(self.as_numpy(), dtype=dtype)

    @property
    def __array_interface__(self):
        memory = self.as_numpy()
        return {**memory.__array_interface__, "shape": (len(self),)}

    def from_python(self, source):
        """Copies the numbers of a sequence or array to the Vector, whose size becomes theirs; returns the Vector."""
        return _ranvier.assign(self, source)

    def to_python(self, target=None):
        """A list of the numbers; or copies them to `target`, a sequence of the same length."""
        numbers = _ranvier.numbers(self)
        if target is None:
            return numbers
        if len(target) != len(numbers):
            raise ValueError(f"{len(numbers)} numbers cannot be copied to {len(target)} elements")
        target[:] = numbers
        return target

    def apply(self, function, *stretch):
        """Replaces each number x by function(x); `function` is a Python function or the name of a hoc function."""
        if not callable(function):
            return _ranvier.call(self, "apply", (function, *stretch), None)
        numbers = _ranvier.numbers(self)
        first, last = stretch if stretch else (0, len(numbers) - 1)
        for i in range(int(first), int(last) + 1):
            numbers[i] = function(numbers[i])
        return _ranvier.assign(self, numbers)


def _unpickled(numbers):
    from ranvier.interpreter import h

    return h.Vector(numbers)


class ListObject(HocObject):
    """Objects in order, or all living objects of a class: h.List(), h.List("Cell")."""

    __slots__ = ()
    _hoc_class = "List"

    def __len__(self):
        return int(_ranvier.call(self, "count", (), None))

    def __getitem__(self, i):
        n = len(self)
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(n))]
        i = i.__index__()
        if i < 0:
            i += n
        if not 0 <= i < n:
            raise IndexError(f"index {i} is outside of {self.hname()}, whose size is {n}")
        return _ranvier.call(self, "object", (i,), None)

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __contains__(self, value):
        return any(value == each for each in self)


class SectionListObject(HocObject):
    """Sections in order: h.SectionList(), h.SectionList([soma, dend])."""

    __slots__ = ()
    _hoc_class = "SectionList"

    def __new__(cls, *arguments, **options):
        if len(arguments) == 1 and hasattr(arguments[0], "__iter__") and not isinstance(arguments[0], _ranvier.Section):
            self = super().__new__(cls)
            for section in arguments[0]:
                _ranvier.call(self, "append", (section,), None)
            return self
        return super().__new__(cls, *arguments, **options)

    def __iter__(self):
        return iter(_ranvier.sections(self))

    def __len__(self):
        return len(_ranvier.sections(self))

    def __contains__(self, section):
        return section in _ranvier.sections(self)


class RangeVarPlotObject(HocObject):
    """A variable along a path: h.RangeVarPlot("v", soma(0), dend(1))."""

    __slots__ = ()
    _hoc_class = "RangeVarPlot"

    def __new__(cls, expression, begin=None, end=None, **options):
        self = super().__new__(cls, expression, **options)
        if begin is not None:
            _ranvier.call(self, "begin", (begin,), None)
        if end is not None:
            _ranvier.call(self, "end", (end,), None)
        return self


_bases = {
    cls._hoc_class: cls
    for cls in (
        VectorObject,
        ListObject,
        SectionListObject,
        RangeVarPlotObject,
        ParallelContextObject,
        NetConObject,
        PlotShapeObject,
    )
}


def base_of_class(name):
    return _bases.get(name, HocObject)
