"""Sets of nodes: a population, values of columns, node ids, or the name of a set in node_sets or node_sets_file."""

import numpy as np

from .configuration import read_json
from .nearest import advice
from .node_files import MODEL_TYPES

_IDS = {"node_id", "node_ids", "gid", "gids", "node_type_id"}


class NodeSets:
    """The named sets of a configuration."""

    def __init__(self, configuration, nodes):
        self._configuration, self._nodes = configuration, nodes
        self._named = {}
        if "node_sets_file" in configuration:
            file = configuration.existing("node_sets_file", configuration.raw("node_sets_file"))
            self._named.update(read_json(file, "node_sets_file"))
        self._named.update(configuration.section("node_sets"))

    def rows(self, wanted, key):
        """[(population, rows of its nodes)]; `key` is the key that names the set."""
        conditions = self._conditions(wanted, key)
        names = conditions.pop("population", conditions.pop("populations", list(self._nodes)))
        names = [names] if isinstance(names, str) else names
        unknown = [name for name in names if name not in self._nodes]
        if unknown:
            raise self._configuration.error(
                key, f"there is no population {unknown[0]}{advice(unknown[0], self._nodes)}"
            )
        chosen = [self._nodes[name] for name in names]
        columns = set().union(_IDS, *(population.names() for population in chosen))
        unknown = [name for name in conditions if name not in columns]
        if unknown:
            raise self._configuration.error(key, f"nodes have no column {unknown[0]}{advice(unknown[0], columns)}")
        return [(population, self._matching(population, conditions)) for population in chosen]

    def gids(self, wanted, key):
        """The gids of a set, in order."""
        return [
            int(gid)
            for population, rows in self.rows(wanted, key)
            for gid in population.node_ids[rows] + population.offset
        ]

    def _conditions(self, wanted, key, pending=()):
        """The object of a set."""
        if isinstance(wanted, list) and all(isinstance(each, int) for each in wanted):
            return {"node_id": wanted}
        if isinstance(wanted, dict):
            return dict(wanted)
        if not isinstance(wanted, str):
            raise self._configuration.error(key, f"must be a name, a list of node ids or an object, not {wanted!r}")
        if wanted in self._named and wanted not in pending:
            return self._conditions(self._named[wanted], key, (*pending, wanted))
        if wanted in self._nodes:
            return {"population": wanted}
        if wanted == "all":
            return {}
        if wanted in MODEL_TYPES:
            return {"model_type": wanted}
        known = [*self._named, *self._nodes, "all", *MODEL_TYPES]
        raise self._configuration.error(key, f"there is no set {wanted}{advice(wanted, known)}")

    @staticmethod
    def _matching(population, conditions):
        """The rows whose columns have these values; where there is no such column, none."""
        chosen = np.ones(len(population), bool)
        for name, value in conditions.items():
            values = value if isinstance(value, list) else [value]
            if name == "node_type_id":
                column = population.type_ids
            else:
                column = population.node_ids if name in _IDS else population.column(name)
            chosen &= np.array([each in values for each in column.tolist()], bool)
        return np.flatnonzero(chosen)
