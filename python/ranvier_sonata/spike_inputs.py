"""Inputs of spikes: cells that send the spikes of a file, or at given times, to the cells of the circuit."""

import dataclasses

import numpy as np

from .edge_files import read_edge_file
from .edge_rules import FromVirtual, Replayed, Spontaneous
from .labels import label
from .spike_files import delivered_times, read_spikes


@dataclasses.dataclass
class _Senders:
    """Cells with consecutive gids from `first` on that send spikes: `times` [ms] of the cells `numbers`."""

    name: str
    first: int
    count: int
    times: np.ndarray
    numbers: np.ndarray
    input: str = ""


class SpikeInputs:
    """Adds the edges of senders to tables, and makes the senders."""

    def __init__(self, circuit, node_sets, edges):
        self._circuit, self._node_sets, self._edges = circuit, node_sets, edges
        self._senders = {}
        self.warnings = []

    def _file(self, name, words, key):
        configuration = self._circuit.configuration
        if key not in words:
            raise configuration.error(f"inputs.{name}.{key}", "is missing")
        return configuration.existing(f"inputs.{name}.{key}", words[key])

    def add_virtual(self, name, words, tables):
        """Virtual populations send the spikes of a file.

        As in bmtk, each input makes all edges of its populations, which send the spikes of their first input.
        """
        configuration, key = self._circuit.configuration, f"inputs.{name}.node_set"
        file = self._file(name, words, "input_file")
        chosen = self._node_sets.rows(words.get("node_set", "all"), key)
        chosen = [(population, rows) for population, rows in chosen if self._circuit.is_virtual(population)]
        if not chosen:
            raise configuration.error(key, "names no population of virtual nodes")
        for population, rows in chosen:
            self._warn_of_parts(key, population, rows)
            self._send(name, population, file, words)
            for edges in self._edges:
                if edges.source is population:
                    tables.add(edges, FromVirtual())

    def _warn_of_parts(self, key, population, rows):
        if len(rows) < len(population):
            what = (
                f"{key} selects {len(rows)} of the {len(population)} nodes of {population.name}, but all of them send"
            )
            self.warnings.append(f"{what} the spikes that the file has of them, as in bmtk")

    def _send(self, name, population, file, words):
        first = self._senders.get(population.name)
        if first:
            what = (
                f"inputs.{name} makes the edges of {population.name} once more, with the spikes of inputs.{first.input}"
            )
            self.warnings.append(f"{what}, as in bmtk; to send both trains, put them into one file")
            return
        times, numbers = self._read(file, words, population, f"inputs.{name}.input_file")
        senders = _Senders(population.name, population.offset, population.size, times, numbers, name)
        self._senders[population.name] = senders

    def add_replayed(self, name, words, tables):
        """Cells of another run send what they have sent there, along the edges of a file."""
        key = f"inputs.{name}"
        file = self._file(name, words, "spikes_file")
        entry = words.get("edges")
        if not isinstance(entry, dict) or "edges_file" not in entry:
            raise self._circuit.configuration.error(f"{key}.edges.edges_file", "is missing")
        if "node_set" in words:
            what = f"{key}.node_set has no effect, as in bmtk: the keys are source_node_set and target_node_set"
            self.warnings.append(what)
        for edges in read_edge_file(self._circuit.configuration, entry, f"{key}.edges", self._circuit.nodes):
            first = self._replaying(file, edges.source, key)
            tables.add(edges, Replayed(self._node_sets, key, words, lambda _population, first=first: first))

    def _replaying(self, file, population, key):
        """The gid of the first of the cells that send the spikes of a population."""
        name = f"replayed_{population.name}"
        if name not in self._senders:
            times, numbers = self._read(file, {}, population, f"{key}.spikes_file")
            first = self._circuit.more_gids(population.size)
            self._senders[name] = _Senders(name, first, population.size, times, numbers)
        return self._senders[name].first

    def spontaneous(self, name, words):
        """The rule of recurrent edges for an input of type syn_activity."""
        configuration, key = self._circuit.configuration, f"inputs.{name}"
        times = words.get("timestamps")
        times = times if isinstance(times, list) else [times]
        if not all(isinstance(each, int | float) and not isinstance(each, bool) and each >= 0 for each in times):
            raise configuration.error(f"{key}.timestamps", "must be a time of 0 or more, or a list of such [ms]")
        if not isinstance(words.get("precell_filter"), dict):
            raise configuration.error(f"{key}.precell_filter", "must be an object")
        times, numbers = np.sort(np.array(times, float)), np.zeros(len(times), np.int64)
        first = self._circuit.more_gids(1)
        self._senders[name] = _Senders(name, first, 1, delivered_times(times, numbers), numbers)
        return Spontaneous(self._node_sets, key, words, first)

    def _read(self, file, words, population, key):
        times, nodes = read_spikes(file, words, population.name, key)
        known = population.rows_of(nodes) >= 0
        if not known.all():
            strange = int(nodes[np.argmin(known)])
            some = f"{int((~known).sum())} spikes are of nodes that {population.name} does not have, such as {strange}"
            self.warnings.append(f"{file}: {some}; they are left out, as in bmtk")
        return delivered_times(times[known], nodes[known]), nodes[known]

    def make(self, pc):
        """Makes the senders. Collective."""
        for senders in self._senders.values():
            gids = (senders.numbers + senders.first).astype(float)
            owners = self._circuit.owners[senders.first : senders.first + senders.count]
            words = {"spikes": (senders.times, gids), "population": label(senders.name)}
            pc.cells("spike_generator", senders.first, senders.count, owners, **words)

    def spikes_of(self, gids):
        """{gid: times} of senders."""
        found = {}
        for senders in self._senders.values():
            for gid in gids:
                if 0 <= gid - senders.first < senders.count:
                    found[gid] = senders.times[senders.numbers == gid - senders.first]
        return found


class ImmediateEvents:
    """Events of senders whose delay is below dt: at the start of a run they are put into the queue of this rank."""

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
