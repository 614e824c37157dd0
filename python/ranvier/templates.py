"""Cells that pc.cells makes from a Python class, or from another callable that returns a cell."""

import difflib
import inspect
import numbers
import re

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def template_of(value):
    """What pc.cells takes for its first argument: a name for a class of hoc, a CellTemplate for another callable."""
    from ranvier.objects import HocClass, type_of_class

    if isinstance(value, HocClass) and type_of_class(value._hoc_class) is value:
        return value._hoc_class
    return CellTemplate(value) if callable(value) else value


def _parameters(function):
    """The parameters of a function; None if Python does not know them, as for those of hoc."""
    try:
        return list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None


def _takes_gid(function):
    return any(
        each.name == "gid" or (each.kind in _POSITIONAL and each.default is inspect.Parameter.empty)
        for each in _parameters(function) or ()
    )


def _caller(function):
    """function(gid), with the gid where its signature wants it: as `gid`, as its first argument, or not at all."""
    named = {each.name: each.kind for each in _parameters(function) or ()}
    if named.get("gid") in (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY):
        return lambda gid: function(gid=gid)
    return function if _takes_gid(function) else lambda gid: function()


def _numbers_of(cell):
    """The names of attributes that are numbers."""
    names = (name for name in dir(cell) if not name.startswith("_"))
    return [name for name in names if isinstance(getattr(cell, name, None), numbers.Real)]


class CellTemplate:
    """The methods by which pc.cells makes cells and asks for their parts. `exception`: what the last call has raised."""

    def __init__(self, make):
        self.name = getattr(make, "__name__", None) or repr(make)
        self.exception = None
        self._make = _caller(make)

    def make(self, gid):
        cell = self._heeding(self._make, int(gid))
        if cell is None:
            raise TypeError(f"{self.name} has returned None, not a cell")
        return cell

    def set(self, cell, name, value):
        self._heeding(self._set, cell, name, value)

    def source(self, cell, name, x):
        return self._heeding(self._source, cell, name, x)

    def own_source(self, cell):
        """The NetCon that connect2target(None) returns, or hoc's connect2target(None, netcon) assigns; None: no such method."""
        method = getattr(cell, "connect2target", None)
        return self._heeding(self._connected, method) if callable(method) else None

    def move(self, cell, x, y, z):
        method = getattr(cell, "position", None)
        if not callable(method):
            return False
        self._heeding(method, x, y, z)
        return True

    def _heeding(self, function, *arguments):
        try:
            return function(*arguments)
        except Exception as exception:
            self.exception = exception
            raise

    def _set(self, cell, name, value):
        if not isinstance(getattr(cell, name, None), numbers.Real):
            raise AttributeError(f"a cell has no number '{name}'{self._advice(name, _numbers_of(cell))}")
        setattr(cell, name, value)

    def _source(self, cell, name, x):
        from ranvier.interpreter import h
        from ranvier.sections import Section

        of, index = re.fullmatch(r"(.*?)(?:\[(\d+)\])?", name, re.S).groups()
        section = getattr(cell, of, None)
        if index is not None and section is not None:
            section = section[int(index)]
        if not isinstance(section, Section):
            raise AttributeError(f"a cell has no section '{name}'")
        return h.NetCon(section(x)._ref_v, None, sec=section)

    @staticmethod
    def _connected(method):
        from ranvier.interpreter import h

        known = _parameters(method)
        if known is not None and sum(each.kind in _POSITIONAL for each in known) < 2:
            netcon = method(None)
        else:
            place = h.ref(None)
            netcon = method(None, place)
            netcon = netcon if place[0] is None else place[0]
        if netcon is None:
            raise TypeError("connect2target has made no NetCon")
        return netcon

    @staticmethod
    def _advice(name, known):
        nearest = difflib.get_close_matches(name, known, 1)
        return f"; did you mean '{nearest[0]}'?" if nearest else ""


def section_list(value):
    """A SectionList of the sections in an attribute of a cell: one, several in a list or tuple, or a SectionList."""
    from ranvier.interpreter import h
    from ranvier.sections import Section

    if getattr(value, "_hoc_class", None) == "SectionList":
        return value
    sections = [value] if isinstance(value, Section) else list(value) if isinstance(value, (list, tuple)) else []
    if not all(isinstance(section, Section) for section in sections):
        sections = []
    return h.SectionList(sections)
