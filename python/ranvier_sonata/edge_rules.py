"""Which edges of a population are made, from which sources, and with which weights."""

import numpy as np


class Stored:
    """All edges, from the cells that the file names."""

    sends_from_file = False  # whether the sources are cells of this reader, which send the spikes of a file

    def rows(self, edges):
        """The rows of the edges that are made."""
        return np.arange(len(edges))

    def sources(self, edges, rows):
        """The gids of the sources."""
        return edges.sources[rows] + edges.population.source.offset

    def weights(self, _edges, _rows, weights):
        return weights


class FromVirtual(Stored):
    """The edges of a virtual population."""

    sends_from_file = True


def _matching(node_sets, wanted, key, population):
    """For each node id of a population, whether it is in a set."""
    found = np.zeros(population.size, bool)
    for each, rows in node_sets.rows(wanted, key):
        if each is population:
            found[each.node_ids[rows]] = True
    return found


class Replayed(Stored):
    """Edges between two sets of cells whose sources are replaced: they send spikes recorded before."""

    sends_from_file = True

    def __init__(self, node_sets, key, words, first_gid):
        """first_gid(population): the gid of the node 0 of the cells that send the recorded spikes."""
        self._node_sets, self._key, self._words, self._first_gid = node_sets, key, words, first_gid

    def _set(self, name, population):
        wanted = self._words.get(name, "all")
        return _matching(self._node_sets, wanted, f"{self._key}.{name}", population)

    def rows(self, edges):
        sources = self._set("source_node_set", edges.population.source)
        targets = self._set("target_node_set", edges.population.target)
        return np.flatnonzero(sources[edges.sources] & targets[edges.targets])

    def sources(self, edges, rows):
        return edges.sources[rows] + self._first_gid(edges.population.source)


class Spontaneous(Stored):
    """Edges whose synapses are active at given times, whatever their sources do; all others have the weight 0."""

    def __init__(self, node_sets, key, words, gid):
        self._node_sets, self._key, self._words, self._gid = node_sets, key, words, gid

    def _chosen(self, edges, rows):
        before = self._words.get("precell_filter", {})
        after = self._words.get("postcell_filter") or {}
        sources = _matching(self._node_sets, before, f"{self._key}.precell_filter", edges.population.source)
        targets = _matching(self._node_sets, after, f"{self._key}.postcell_filter", edges.population.target)
        return sources[edges.sources[rows]] & targets[edges.targets[rows]]

    def sources(self, edges, rows):
        return np.where(self._chosen(edges, rows), self._gid, super().sources(edges, rows))

    def weights(self, edges, rows, weights):
        return np.where(self._chosen(edges, rows), weights, 0.0)
