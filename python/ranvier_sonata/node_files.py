"""Populations of nodes: an HDF5 file with groups of columns, and a CSV file of node types.

A column of a node is that of its group, or else that of its type.
"""

import math

import numpy as np

from . import hdf5
from .errors import SonataError
from .nearest import advice
from .types_tables import TypesTable, is_none

POINT = ("point_neuron", "point_process")
MODEL_TYPES = ("biophysical", *POINT, "virtual")


class NodePopulation:
    """All nodes of a population. The gid of a node is `offset` + its node id, by which `place` finds its row."""

    def __init__(self, name, file, handle, types, offset):
        self.name, self.file, self.types, self.offset = name, file, types, offset
        root = hdf5.group(hdf5.group(handle, "nodes"), name)
        self.type_ids = hdf5.dataset(root, "node_type_id", kind="whole")[:].astype(np.int64)
        count = len(self.type_ids)
        if not count:
            raise SonataError(file, f"/nodes/{name}", "the population is empty")
        self.node_ids = np.arange(count)
        if "node_id" in root:
            self.node_ids = hdf5.dataset(root, "node_id", count, "whole")[:].astype(np.int64)
        self._group_ids = self._numbers(root, "node_group_id", count, np.zeros(count, np.int64))
        self._group_rows = self._numbers(root, "node_group_index", count, np.arange(count))
        self._groups = self._read_groups(root)
        self.size = int(self.node_ids.max()) + 1
        self._rows = np.full(self.size, -1, np.int64)
        self._rows[self.node_ids] = np.arange(count)
        self._check(count)

    @staticmethod
    def _numbers(root, name, count, default):
        return hdf5.dataset(root, name, count, "whole")[:].astype(np.int64) if name in root else default

    def _read_groups(self, root):
        groups, self._vectors, self._parameters = {}, {}, {}
        for number in np.unique(self._group_ids):
            group = hdf5.group(root, str(number))
            for name in ("positions", "position"):
                if name in group:
                    self._vectors[int(number)] = hdf5.dataset(group, name, kind="number")[:].astype(float)
            needed = int(self._group_rows[self._group_ids == number].max()) + 1
            found = hdf5.columns(group)
            groups[int(number)] = {name: hdf5.texts(data[:]) for name, data in found.items()}
            self._check_length(group, found, needed)
            self._parameters[int(number)] = self._read_parameters(group, needed)
        return groups

    def _read_parameters(self, group, needed):
        inner = group.get("dynamics_params")
        found = (
            {name: data[:] for name, data in hdf5.columns(inner, kind="number").items()} if inner is not None else {}
        )
        self._check_length(inner, found, needed)
        return found

    def _check_length(self, group, found, needed):
        short = next((name for name, data in found.items() if len(data) < needed), None)
        if short:
            raise SonataError(self.file, f"{group.name}/{short}", f"has {len(found[short])} rows, not {needed}")

    def _check(self, count):
        if self.node_ids.min() < 0 or len(np.unique(self.node_ids)) != count:
            raise SonataError(self.file, f"/nodes/{self.name}/node_id", "must hold different numbers from 0 on")
        missing = [each for each in np.unique(self.type_ids) if int(each) not in self.types]
        if missing:
            raise SonataError(
                self.types.file, "node_type_id", f"has no row {missing[0]}, which /nodes/{self.name} uses"
            )

    def __len__(self):
        return len(self.node_ids)

    def rows_of(self, node_ids):
        """The rows of node ids; -1 for those that aren't there."""
        node_ids = np.asarray(node_ids, np.int64)
        found = np.full(node_ids.shape, -1, np.int64)
        inside = (node_ids >= 0) & (node_ids < self.size)
        found[inside] = self._rows[node_ids[inside]]
        return found

    def names(self):
        """The names of all columns, of groups and of types."""
        return set().union(self.types.columns, *self._groups.values())

    def value(self, row, name, default=None):
        """The value of a column for the node of a row; None for no value."""
        group = self._groups[int(self._group_ids[row])]
        if name in group:
            value = group[name][self._group_rows[row]]
            value = value.item() if hasattr(value, "item") else value
        else:
            value = self.types[int(self.type_ids[row])].get(name, default)
        return default if is_none(value) else value

    def column(self, name):
        """The values of all rows, an array of objects with None for no value."""
        found = np.full(len(self), None, object)
        for type_id in np.unique(self.type_ids):
            value = self.types[int(type_id)].get(name)
            found[self.type_ids == type_id] = None if is_none(value) else value
        for number, group in self._groups.items():
            if name in group:
                mine = self._group_ids == number
                values = group[name][self._group_rows[mine]].tolist()
                found[mine] = [None if is_none(value) else value for value in values]
        return found

    def need(self, row, name):
        """A value that must be there."""
        value = self.value(row, name)
        if value is None:
            node = f"node {self.node_ids[row]} of population {self.name}"
            raise SonataError(self.types.file or self.file, name, f"{node} needs a value{advice(name, self.names())}")
        return value

    def position(self, row):
        """The position of the soma [um]; an axis without a column is 0."""
        stored = self._vectors.get(int(self._group_ids[row]))
        if stored is not None:
            return stored[self._group_rows[row]]
        return [float(self.value(row, axis, 0.0)) for axis in "xyz"]

    def has_positions(self):
        return bool(self._vectors) or "x" in self.names()

    def positions(self):
        """The x, y and z of the somata of all rows [um]."""
        return np.array([self.position(row) for row in range(len(self))], float).T

    def angles(self, row):
        """The angles of rotation about x, y and z [rad]."""
        return [float(self.value(row, f"rotation_angle_{axis}axis", 0.0)) for axis in "xyz"]

    def parameters(self, row):
        """dynamics_params of the group of a node, by name, without those that are NaN."""
        columns = self._parameters[int(self._group_ids[row])]
        found = {name: float(values[self._group_rows[row]]) for name, values in columns.items()}
        return {name: value for name, value in found.items() if not math.isnan(value)}

    def has_parameters(self, rows):
        """Whether the group of one of these rows has parameters."""
        return any(self._parameters[int(number)] for number in np.unique(self._group_ids[rows]))


def read_nodes(configuration):
    """The populations of networks.nodes by name, in the order of the configuration, by which gids are counted."""
    populations, offset = {}, 0
    if "networks" not in configuration:
        what = "is missing: run the configuration that has it, or name its file with the key network"
        raise configuration.error("networks", what)
    entries = configuration.section("networks").get("nodes", [])
    for k, entry in enumerate(entries):
        key = f"networks.nodes[{k}]"
        if not entry.get("enabled", True):
            continue
        if "nodes_file" not in entry:
            raise configuration.error(f"{key}.nodes_file", "is missing")
        file = configuration.existing(f"{key}.nodes_file", entry["nodes_file"])
        types = entry.get("node_types_file")
        types = TypesTable(types and configuration.existing(f"{key}.node_types_file", types), "node_type_id")
        with hdf5.opened(file, f"{key}.nodes_file") as handle:
            for name in hdf5.group(handle, "nodes"):
                if name in populations:
                    raise SonataError(file, f"/nodes/{name}", "another file has a population of this name, too")
                populations[name] = NodePopulation(name, file, handle, types, offset)
                offset += populations[name].size
    if not populations:
        raise configuration.error("networks.nodes", "names no population of nodes")
    return populations
