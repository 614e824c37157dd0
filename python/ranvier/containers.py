"""Vector, List, Matrix and SectionList as Python containers."""

import _ranvier

from ranvier.collectives import NetConObject, ParallelContextObject
from ranvier.objects import HocInstance
from ranvier.shapes import PlotShapeObject, plot_range


class VectorObject(_ranvier.Vector, HocInstance):
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


class ListObject(_ranvier.List, HocInstance):
    """Objects in order, or all living objects of a class: h.List(), h.List("Cell")."""

    __slots__ = ()
    _hoc_class = "List"

    def __new__(cls, *arguments, **options):
        if arguments and not isinstance(arguments[0], (str, bytes, int, float)):
            raise RuntimeError(f"List: the name of a class is expected, not {arguments[0]!r}")
        return super().__new__(cls, *arguments, **options)


def _takes_section(name, kind=float):
    """A method of SectionList whose argument is a section, or another SectionList for `remove`."""

    def method(self, *arguments, **words):
        if len(arguments) == 1 and not words and type(arguments[0]) is _ranvier.Section:
            return kind(_ranvier.call(self, name, arguments, None))
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


class SectionListObject(_ranvier.SectionList, HocInstance):
    """Sections in order: h.SectionList(), h.SectionList([soma, dend])."""

    __slots__ = ()
    _hoc_class = "SectionList"

    append, remove = _takes_section("append"), _takes_section("remove")
    wholetree, subtree, children = map(_takes_section, ("wholetree", "subtree", "children"))
    contains = _takes_section("contains", bool)


class SectionRefObject(HocInstance):
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


class RangeVarPlotObject(HocInstance):
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
    return _bases.get(name, HocInstance)
