"""Populations of edges: an HDF5 file with groups of columns and an index by target, and a CSV file of edge types.

Only the edges onto some targets are read, in the order of the index: it is the order in which bmtk makes them.
"""

import numpy as np

from . import hdf5
from .edge_index import edges_of
from .errors import SonataError
from .nearest import advice
from .row_reading import Rows
from .types_tables import TypesTable, is_none

OLD_NAMES = {"afferent_section_id": "sec_id", "afferent_section_pos": "sec_x"}


class Edges:
    """The edges onto some targets, or from some sources (`end`). `sources` and `targets` are node ids."""

    def __init__(self, population, handle, nodes, end):
        self.population = population
        self.file, self.types = population.file, population.types
        root = hdf5.group(hdf5.group(handle, "edges"), population.name)
        self.numbers = edges_of(root, nodes, population.count, end)
        self._rows = Rows(self.numbers)
        self.sources = self._read(root, "source_node_id")
        self.targets = self._read(root, "target_node_id")
        self.type_ids = self._read(root, "edge_type_id")
        groups = self._read(root, "edge_group_id") if "edge_group_id" in root else np.zeros(len(self), np.int64)
        rows = self._read(root, "edge_group_index") if "edge_group_index" in root else self.numbers
        del self._rows
        self._members = {int(number): np.flatnonzero(groups == number) for number in np.unique(groups)}
        self._columns, self._parameters = {}, {}
        for number, mine in self._members.items():
            self._read_group(hdf5.group(root, str(number)), number, Rows(rows[mine]))
        self._check()

    def __len__(self):
        return len(self.numbers)

    def _read(self, root, name):
        return self._rows.of(hdf5.dataset(root, name, self.population.count, "whole")).astype(np.int64)

    def _read_group(self, group, number, rows):
        self._columns[number] = self._read_columns(group, rows)
        parameters = group.get("dynamics_params")
        self._parameters[number] = {} if parameters is None else self._read_columns(parameters, rows, "number")

    def _read_columns(self, group, rows, kind=None):
        found, last = {}, int(rows.numbers.max()) if len(rows.numbers) else -1
        for name, data in hdf5.columns(group, kind=kind).items():
            if last >= len(data):
                raise SonataError(self.file, f"{group.name}/{name}", f"has no row {last}, which an edge uses")
            found[name] = hdf5.texts(rows.of(data))
        return found

    def _check(self):
        missing = [each for each in np.unique(self.type_ids) if int(each) not in self.types]
        if missing:
            place = f"has no row {missing[0]}, which /edges/{self.population.name} uses"
            raise SonataError(self.types.file, "edge_type_id", place)

    def names(self):
        return set().union(self.types.columns, *self._columns.values())

    def has(self, name):
        """For each edge, whether its group or the table of types has a column of this name."""
        if name in self.types.columns:
            return np.ones(len(self), bool)
        found = np.zeros(len(self), bool)
        for number, mine in self._members.items():
            found[mine] = name in self._columns[number]
        return found

    def parameters(self, rows):
        """{name: values} of the columns of dynamics_params for these rows; NaN where a group has no such column."""
        found = {}
        for number, columns in self._parameters.items():
            for name, values in columns.items():
                found.setdefault(name, np.full(len(self), np.nan))[self._members[number]] = values
        return {name: values[rows] for name, values in found.items()}

    def coded(self, name, rows):
        """(codes, values): the value of a column for row k is values[codes[k]]; None means no value."""
        type_ids, codes = np.unique(self.type_ids, return_inverse=True)
        values = [self.types[int(type_id)].get(name) for type_id in type_ids]
        for number, mine in self._members.items():
            if name in self._columns[number]:
                own, of_group = np.unique(self._columns[number][name].astype(str), return_inverse=True)
                codes[mine] = of_group + len(values)
                values += own.tolist()
        return codes[rows], [None if is_none(value) else value for value in values]

    def numbers_of(self, name, rows, default=None):
        """The numbers of a column for these rows; without a default each edge needs one."""
        found = np.full(len(self), np.nan)
        for type_id in np.unique(self.type_ids):
            value = self.types[int(type_id)].get(name)
            found[self.type_ids == type_id] = np.nan if is_none(value) else self._number(value, name)
        for number, mine in self._members.items():
            values = self._columns[number].get(name)
            if values is not None:
                if values.dtype.kind not in "iuf":
                    raise SonataError(self.file, f"/edges/{self.population.name}/{number}/{name}", "holds no numbers")
                found[mine] = values
        found = found[rows]
        bad = np.isnan(found)
        if default is not None:
            found[bad] = default
        elif bad.any():
            edge = int(self.numbers[rows][np.argmax(bad)])
            what = f"edge {edge} of population {self.population.name} needs a number{advice(name, self.names())}"
            raise SonataError(self.types.file or self.file, name, what)
        return found

    def _number(self, value, name):
        if isinstance(value, int | float):
            return value
        raise SonataError(self.types.file, name, f"must be a number, not {value!r}")


class EdgePopulation:
    """A population of edges in a file; `source` and `target` are populations of nodes."""

    def __init__(self, name, file, handle, types, nodes):
        self.name, self.file, self.types = name, file, types
        root = hdf5.group(hdf5.group(handle, "edges"), name)
        self.source = self._population(root, "source_node_id", nodes)
        self.target = self._population(root, "target_node_id", nodes)
        self.count = hdf5.dataset(root, "edge_type_id", kind="whole").shape[0]
        hdf5.dataset(root, "source_node_id", self.count, "whole")
        hdf5.dataset(root, "target_node_id", self.count, "whole")

    def _population(self, root, column, nodes):
        name = hdf5.text_attribute(hdf5.dataset(root, column), "node_population")
        if name is None:
            raise SonataError(self.file, f"{root.name}/{column}", "has no attribute node_population")
        if name not in nodes:
            raise SonataError(
                self.file, f"{root.name}/{column}", f"there is no node population {name}{advice(name, nodes)}"
            )
        return nodes[name]

    def onto(self, targets):
        """The edges onto the node ids of targets."""
        return self._edges(np.asarray(targets, np.int64), "target")

    def sent_by(self, sources):
        """The edges from the node ids of sources."""
        return self._edges(np.asarray(sources, np.int64), "source")

    def _edges(self, nodes, end):
        with hdf5.opened(self.file, None) as handle:
            edges = Edges(self, handle, nodes, end)
        ends = {"source": (edges.sources, self.source), "target": (edges.targets, self.target)}
        if len(edges) and not np.isin(ends[end][0], nodes).all():
            raise SonataError(self.file, f"/edges/{self.name}/indices", f"the index names edges of other {end}s")
        for column, (found, population) in ends.items():
            strange = population.rows_of(found) < 0
            if strange.any():
                place = f"/edges/{self.name}/{column}_node_id"
                what = f"population {population.name} has no node {int(found[np.argmax(strange)])}"
                raise SonataError(self.file, place, what)
        return edges


def read_edges(configuration, nodes):
    """The populations of networks.edges, in the order of the configuration."""
    found = []
    for k, entry in enumerate(configuration.section("networks").get("edges", [])):
        key = f"networks.edges[{k}]"
        if not entry.get("enabled", True):
            continue
        if "edges_file" not in entry:
            raise configuration.error(f"{key}.edges_file", "is missing")
        found += read_edge_file(configuration, entry, key, nodes)
    return found


def read_edge_file(configuration, entry, key, nodes):
    """The populations of one file."""
    file = configuration.existing(f"{key}.edges_file", entry["edges_file"])
    types = entry.get("edge_types_file")
    types = TypesTable(types and configuration.existing(f"{key}.edge_types_file", types), "edge_type_id")
    with hdf5.opened(file, f"{key}.edges_file") as handle:
        return [EdgePopulation(name, file, handle, types, nodes) for name in hdf5.group(handle, "edges")]
