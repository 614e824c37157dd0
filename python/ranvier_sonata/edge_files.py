"""Populations of edges: an HDF5 file with an index by target, groups of columns, and a CSV file of edge types.

Only the edges onto some targets are read, in the order of the index: it is the order in which bmtk makes them.
"""

import h5py
import numpy as np

from . import hdf5
from .errors import SonataError
from .nearest import advice
from .types_tables import TypesTable, is_none

OLD_NAMES = {"afferent_section_id": "sec_id", "afferent_section_pos": "sec_x"}


def _spans(starts, ends):
    """All numbers of the half-open spans, one span after the other."""
    lengths = ends - starts
    total = int(lengths.sum())
    steps = np.ones(total, np.int64)
    if not total:
        return steps
    full = lengths > 0
    starts, lengths = starts[full], lengths[full]
    steps[0] = starts[0]
    steps[np.cumsum(lengths)[:-1]] = starts[1:] - (starts[:-1] + lengths[:-1] - 1)
    return np.cumsum(steps)


def _rows(data, numbers):
    """The rows of a dataset with these numbers; reads what lies between the least and the greatest."""
    if not len(numbers):
        return data[:0]
    first, last = int(numbers.min()), int(numbers.max()) + 1
    return data[first:last][numbers - first]


class Edges:
    """The edges onto some targets. `sources` and `targets` are node ids."""

    def __init__(self, population, handle, targets):
        self.population = population
        self.file, self.types = population.file, population.types
        root = hdf5.group(hdf5.group(handle, "edges"), population.name)
        self.numbers = population.edge_numbers(root, targets)
        self.sources = self._read(root, "source_node_id")
        self.targets = self._read(root, "target_node_id")
        self.type_ids = self._read(root, "edge_type_id")
        groups = self._read(root, "edge_group_id") if "edge_group_id" in root else np.zeros(len(self), np.int64)
        rows = self._read(root, "edge_group_index") if "edge_group_index" in root else self.numbers
        self._members = {int(number): np.flatnonzero(groups == number) for number in np.unique(groups)}
        self._columns = {number: self._of_group(root, number, rows[mine]) for number, mine in self._members.items()}
        self._parameters = {
            number: self._parameters_of(root, number, rows[mine]) for number, mine in self._members.items()
        }
        self._check()

    def __len__(self):
        return len(self.numbers)

    def _read(self, root, name):
        return _rows(hdf5.dataset(root, name, self.population.count, "whole"), self.numbers).astype(np.int64)

    def _of_group(self, root, number, rows):
        return self._read_columns(hdf5.group(root, str(number)), rows)

    def _read_columns(self, group, rows, kind=None):
        found = {}
        for name, data in hdf5.columns(group, kind=kind).items():
            if len(rows) and int(rows.max()) >= len(data):
                raise SonataError(
                    self.file, f"{group.name}/{name}", f"has no row {int(rows.max())}, which an edge uses"
                )
            found[name] = hdf5.texts(_rows(data, rows))
        return found

    def _parameters_of(self, root, number, rows):
        """The columns of dynamics_params of a group."""
        group = hdf5.group(root, str(number)).get("dynamics_params")
        return self._read_columns(group, rows, "number") if group is not None else {}

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

    def edge_numbers(self, root, targets):
        """The numbers of the edges onto the targets, target by target."""
        index = root.get("indices/target_to_source")
        if not isinstance(index, h5py.Group):
            place = f"{root.name}/indices/target_to_source"
            raise SonataError(
                self.file, place, "the file has no index by target; bmtk's or libsonata's tools write one"
            )
        nodes = hdf5.dataset(index, "node_id_to_range", kind="whole")
        ranges = hdf5.dataset(index, "range_to_edge_id", kind="whole")
        known = targets[targets < len(nodes)]
        spans = nodes[:].astype(np.int64)[known]
        spans = ranges[:].astype(np.int64)[_spans(spans[:, 0], spans[:, 1])]
        numbers = _spans(spans[:, 0], spans[:, 1])
        if len(numbers) and (numbers.min() < 0 or numbers.max() >= self.count):
            raise SonataError(self.file, f"{index.name}/range_to_edge_id", "names edges that aren't there")
        return numbers

    def onto(self, targets):
        """The edges onto the node ids of targets."""
        with hdf5.opened(self.file, None) as handle:
            edges = Edges(self, handle, np.asarray(targets, np.int64))
        if len(edges) and not np.isin(edges.targets, targets).all():
            raise SonataError(self.file, f"/edges/{self.name}/indices", "the index names edges onto other targets")
        strange = self.source.rows_of(edges.sources) < 0
        if strange.any():
            node = int(edges.sources[np.argmax(strange)])
            place = f"/edges/{self.name}/source_node_id"
            raise SonataError(self.file, place, f"population {self.source.name} has no node {node}")
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
