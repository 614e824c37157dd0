"""Hands the tables to pc.connect, one call for each mechanism on all ranks."""

import numpy as np

from .errors import SonataError
from .ranks import gathered


def _common(values):
    """The number that all rows have, or None."""
    return float(values[0]) if len(values) and (values == values[0]).all() else None


class _Columns:
    """The columns of one table on this rank; every rank has the same ones. `constant` are those with one value on all ranks."""

    def __init__(self, pc, table):
        own = table.columns() if table else {}
        count = len(own.get("source", ()))
        said = gathered(pc, (count, {name: _common(values) for name, values in own.items()}))
        names = sorted(set().union(*(columns for _, columns in said)))
        self._arrays = {name: own.get(name, np.full(count, np.nan)) for name in names}
        self.constant = {}
        for name in names:
            values = {columns.get(name) for size, columns in said if size}
            if len(values) == 1 and None not in values:
                self.constant[name] = values.pop()

    def array(self, name):
        return self._arrays[name]

    def value(self, name):
        return self.constant.get(name, self._arrays[name])

    def parameters(self, mechanism):
        """The parameters of a mechanism; where a row has no value, the mechanism's own one."""
        start = "parameter "
        found = {name.removeprefix(start): self.value(name) for name in self._arrays if name.startswith(start)}
        lacking = [name for name, values in found.items() if np.isnan(values).any()]
        if lacking:
            found |= _filled(mechanism, {name: found[name] for name in lacking})
        return found


def _filled(mechanism, parameters):
    """Parameters with the mechanism's defaults in place of NaN."""
    from ranvier import h

    section = h.Section(name="defaults")
    instance = getattr(h, mechanism)(section(0.5))
    found = {name: np.where(np.isnan(each), getattr(instance, name, np.nan), each) for name, each in parameters.items()}
    h.delete_section(sec=section)
    return found


def _connect(pc, table, columns, **words):
    words |= {"weight": columns.array("weight"), "delay": columns.value("delay")}
    try:
        words |= columns.parameters(words.get("make"))
        return pc.connect(columns.array("source"), columns.array("target"), "table", **words)
    except (RuntimeError, ValueError, LookupError) as error:
        file = table.origin.types.file if table else ""
        raise SonataError(file, words.get("make", "point neurons"), str(error)) from None


def _all_names(pc, names):
    """The names of all ranks in one order: every rank makes the same calls."""
    return sorted(set().union(*gathered(pc, list(names))))


def connect_all(pc, tables):
    """The number of connections made on this rank. Empties the tables."""
    made = 0
    for mechanism in _all_names(pc, tables.of_synapses):
        table = tables.of_synapses.pop(mechanism, None)
        columns = _Columns(pc, table)
        words = {"make": mechanism, "section": columns.array("section"), "x": columns.array("x"), "numbered": "all"}
        made += _connect(pc, table, columns, **words)
    for mechanism in _all_names(pc, tables.of_points):
        table = tables.of_points.pop(mechanism, None)
        made += _connect(pc, table, _Columns(pc, table))
    return made
