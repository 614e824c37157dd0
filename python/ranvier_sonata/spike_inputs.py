"""Inputs of spikes: virtual cells that send the spikes of a file."""

import numpy as np

from .errors import SonataError
from .spike_files import delivered_times, read_spikes

MODULES = ("sonata", "h5", "csv")


class SpikeInputs:
    """Adds the edges of the virtual populations to tables, and makes their cells."""

    def __init__(self, circuit, node_sets, edges):
        self._circuit, self._node_sets, self._edges = circuit, node_sets, edges
        self._spikes = {}

    def add(self, name, words, tables):
        """One input of type spikes."""
        configuration = self._circuit.configuration
        key = f"inputs.{name}"
        if "input_file" not in words:
            raise configuration.error(f"{key}.input_file", "is missing")
        file = configuration.existing(f"{key}.input_file", words["input_file"])
        populations = self._node_sets.populations(words.get("node_set", "all"), f"{key}.node_set")
        for population in populations:
            if not self._circuit.is_virtual(population):
                continue
            if population.name in self._spikes:
                raise configuration.error(f"{key}.node_set", f"another input has the spikes of {population.name}")
            self._spikes[population.name] = self._read(file, words, population, f"{key}.input_file")
            for edges in self._edges:
                if edges.source is population:
                    tables.add(edges)
        if not any(self._circuit.is_virtual(population) for population in populations):
            raise configuration.error(f"{key}.node_set", "names no population of virtual nodes")

    @staticmethod
    def _read(file, words, population, key):
        times, nodes = read_spikes(file, words.get("module"), population.name, key)
        known = population.rows_of(nodes) >= 0
        if not known.all():
            strange = int(nodes[np.argmin(known)])
            raise SonataError(file, "node_ids", f"population {population.name} has no node {strange}")
        return delivered_times(times, nodes), nodes

    def make(self, pc):
        """Makes the virtual cells. Collective."""
        for name, (times, nodes) in self._spikes.items():
            population = self._circuit.nodes[name]
            first, count = population.offset, population.size
            gids = (nodes + first).astype(float)
            owners = self._circuit.owners[first : first + count]
            pc.cells("spike_generator", first, count, owners, spikes=(times, gids), population=name)

    def spikes_of(self, gids):
        """{gid: times} of virtual cells."""
        found = {}
        for name, (times, nodes) in self._spikes.items():
            population = self._circuit.nodes[name]
            for gid in gids:
                node = gid - population.offset
                if 0 <= node < population.size:
                    found[gid] = times[nodes == node]
        return found


class ImmediateEvents:
    """Spikes of virtual cells whose delay is below dt: they are sent to artificial cells of this rank by the calendar."""

    def __init__(self, pc, inputs, immediate):
        from ranvier import h

        self._events = []
        if not immediate:
            return
        sources, targets, weights, delays = map(np.concatenate, zip(*immediate))
        times = inputs.spikes_of({int(gid) for gid in sources})
        for source, target, weight, delay in zip(sources, targets, weights, delays):
            connection = h.NetCon(None, pc.gid2cell(int(target)))
            connection.delay, connection.weight[0] = 0, float(weight)
            self._events.append((connection, times[int(source)] + delay))
        self._handler = h.FInitializeHandler(self._send)

    def _send(self):
        for connection, times in self._events:
            for time in times:
                connection.event(float(time))
