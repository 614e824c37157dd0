"""Vector, List, Matrix and SectionList as Python containers."""

from collections.abc import Sequence

import _ranvier

from ranvier.collectives import NetConObject, ParallelContextObject
from ranvier.objects import HocObject
from ranvier.shapes import PlotShapeObject, plot_range


class VectorObject(_ranvier.Vector, HocObject):
    """Numbers: h.Vector(10), h.Vector([1, 2, 3]), h.Vector(array)."""

    __slots__ = ()
    _hoc_class = "Vector"

    def __reduce__(self):
        return _unpickled, (_ranvier.numbers(self),)

    # Python and NumPy

    def as_numpy(self, *ignored):
        """A NumPy array that shares the Vector's memory. When the Vector outgrows this memory, you get a RuntimeWarning."""
        import numpy

        return numpy.frombuffer(_ranvier.memory(self), dtype=float)

    def __array__(self, dtype=None, copy=None):
        import numpy

        return numpy.array(self.as_numpy(), dtype=dtype)

    @property
    def __array_interface__(self):
        return {"version": 3, "typestr": "<f8", "shape": (len(self),), "data": _ranvier.memory(self)}

    def from_python(self, source):
        """Copies the numbers of a sequence or array to the Vector, whose size becomes theirs; returns the Vector."""
        if isinstance(source, _ranvier.Object):
            raise RuntimeError(f"{source}  is not a PythonObject")
        return _ranvier.assign(self, source)

    def to_python(self, target=None, *ignored):
        """A list of the numbers; or copies them to `target`, a sequence of the same length."""
        numbers = _ranvier.numbers(self)
        if target is None:
            return numbers
        if isinstance(target, _ranvier.Object):
            raise RuntimeError(f"{target}  is not a PythonObject")
        if not hasattr(target, "__len__"):
            raise RuntimeError(f"Vector.to_python: a sequence is expected, not {target!r}")
        if len(target) != len(numbers):
            raise RuntimeError(f"{self} Python Sequence not same size as Vector: {len(target)} and {len(numbers)}")
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

    def __new__(cls, *arguments, **options):
        if arguments and not isinstance(arguments[0], (str, bytes, int, float)):
            raise RuntimeError(f"List: the name of a class is expected, not {arguments[0]!r}")
        return super().__new__(cls, *arguments, **options)

    def __len__(self):
        return int(_ranvier.call(self, "count", (), None))

    def __getitem__(self, i):
        n = len(self)
        if isinstance(i, slice):
            raise TypeError("sequence index must be integer, not 'slice'")
        if not hasattr(i, "__index__"):
            raise TypeError(f"sequence index must be integer, not '{type(i).__name__}'")
        at = i.__index__()
        if at < 0:
            at += n
        if not 0 <= at < n:
            raise IndexError(f"{self.hname()}: index {i} is out of range; the size is {n}")
        return _ranvier.call(self, "object", (at,), None)

    __iter__ = Sequence.__iter__  # ends where the List ends then: the loop may add and remove

    def __contains__(self, value):
        return any(value == each for each in self)


def _takes_section(name, kind=float):
    """A method of SectionList whose argument is a section, or another SectionList for `remove`."""

    def method(self, *arguments, **words):
        if words.keys() - {"sec"}:
            raise RuntimeError(f"invalid keyword argument: SectionList.{name} takes only sec")
        if "sec" in words and not isinstance(words["sec"], _ranvier.Section):
            raise TypeError(f"sec is not a Section: {words['sec']!r}")
        if name == "append" and len(arguments) > 1:
            raise RuntimeError(f"Too many parameters. SectionList.{name} takes 0 or 1 arguments")
        is_list = name == "remove" and arguments and isinstance(arguments[0], SectionListObject)
        if arguments and not is_list and not isinstance(arguments[0], _ranvier.Section):
            raise RuntimeError(f"SectionList.{name}: expected a section, not {arguments[0]!r}")
        return kind(_ranvier.call(self, name, arguments[:1], words.get("sec")))

    method.__name__ = name
    return method


class SectionListObject(HocObject):
    """Sections in order: h.SectionList(), h.SectionList([soma, dend])."""

    __slots__ = ()
    _hoc_class = "SectionList"

    def __new__(cls, *arguments, **options):
        self = super().__new__(cls, **options)
        if not arguments:
            return self
        if isinstance(arguments[0], (str, _ranvier.Object)) or not hasattr(arguments[0], "__iter__"):
            raise RuntimeError(f"SectionList: argument must be a Python iterable, not {arguments[0]!r}")
        for section in arguments[0]:
            if not isinstance(section, _ranvier.Section):
                raise RuntimeError(f"SectionList: iterable must contain only Section objects, not {section!r}")
            if section:
                _ranvier.call(self, "append", (section,), None)
        return self

    append, remove = _takes_section("append"), _takes_section("remove")
    wholetree, subtree, children = map(_takes_section, ("wholetree", "subtree", "children"))
    contains = _takes_section("contains", bool)

    def __iter__(self):
        return iter(_ranvier.sections(self))

    def __len__(self):
        return len(_ranvier.sections(self))

    def __contains__(self, section):
        return section in _ranvier.sections(self)


class SectionRefObject(HocObject):
    """A reference to a section: h.SectionRef(sec=soma)."""

    __slots__ = ()
    _hoc_class = "SectionRef"

    def __new__(cls, *arguments, **options):
        if arguments and not isinstance(arguments[0], _ranvier.Section):
            raise RuntimeError(f"SectionRef: expected a section, not {arguments[0]!r}")
        return super().__new__(cls, *arguments, **options)

    def _above(self, name):
        try:
            if _ranvier.call(self, f"has_{name}", (), None):
                return _ranvier.load(self, name, ())
            why = "its section is a root"
        except RuntimeError as error:
            why = str(error)
        raise TypeError(f"No value: {self} has no {name}: {why}")

    def _refuse(self, section):
        raise TypeError("not assignable: the sections of a SectionRef can only be read")

    parent = property(lambda self: self._above("parent"), _refuse)
    trueparent = property(lambda self: self._above("trueparent"), _refuse)


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

    def plot(self, graph, *arguments, **options):
        """Draws the variable against the distance: plot(pyplot), plot(axes), plot(plotly) or plot(h.Graph()).

        Further arguments go to the library that draws; returns what it returns, for matplotlib a list with the line.
        """
        return plot_range(self, graph, *arguments, **options)


_bases = {
    cls._hoc_class: cls
    for cls in (
        VectorObject,
        ListObject,
        SectionListObject,
        SectionRefObject,
        RangeVarPlotObject,
        ParallelContextObject,
        NetConObject,
        PlotShapeObject,
    )
}


def base_of_class(name):
    return _bases.get(name, HocObject)
