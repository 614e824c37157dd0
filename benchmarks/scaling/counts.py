"""Spikes out, relayed and in, for each rank and half millisecond (the sub-interval of the methods that have two of them).

The rules are those of exchange/strategy/point_to_point/delivery_plan.cpp. Each array counts by the time at which the cell
fired, whenever the message travels.
"""

import dataclasses
import functools

import numpy as np

from . import adjacent, firing, occupancy, streams

PER_MS = 2  # sub-intervals
FINE = 8  # bins a ms in which spikes out are counted as well
BLOCK = 1 << 19  # cells drawn at once


def relays_of(targets):
    """Number of ranks to which a source with so many target ranks sends when there are two phases."""
    targets = np.asarray(targets)
    root = np.sqrt(targets.astype(float)).astype(np.int64)
    root -= root * root > targets
    root += (root + 1) ** 2 <= targets
    return np.where(targets > 0, targets // np.maximum(root, 1), 0)


@dataclasses.dataclass
class Outgoing:
    """What each rank's own cells send. Rows are ranks, columns time."""

    fine: np.ndarray  # spikes, FINE columns a ms
    messages: np.ndarray  # to each target rank one; PER_MS columns a ms
    first: np.ndarray  # of them those of the first of two phases
    novel: np.ndarray  # messages of first spikes of cells, one column a ms
    by_group: np.ndarray  # [group, column] spikes of all ranks; PER_MS columns a ms

    @functools.cached_property
    def spikes(self):
        """PER_MS columns a ms."""
        return self.fine.reshape(len(self.fine), -1, FINE // PER_MS).sum(axis=2, dtype=np.uint16)


@dataclasses.dataclass
class Incoming:
    """What arrives on each rank, PER_MS columns a ms, and what comes of it."""

    spikes: np.ndarray  # of other ranks, wanted here
    relayed: np.ndarray  # of them those that this rank passes on
    passed_on: np.ndarray  # messages of that
    events: np.ndarray  # deliveries to cells that these spikes and the rank's own cause


def _histogram(rank, column, ranks, columns, weights=None):
    return np.bincount(rank * columns + column, weights, minlength=ranks * columns).reshape(ranks, columns)


def target_ranks(network, gids):
    """Of each source, the number of other ranks that listen."""
    if network.topology == "adjacent":
        return adjacent.target_ranks(network, gids)
    drawn = streams.uniforms(streams.keys(network.seed, gids), firing.TARGETS)
    return occupancy.binomial(network.ranks - 1, occupancy.mean_wants(network), drawn)


def _blocks(network):
    ranks = max(1, BLOCK * network.ranks // network.cells)
    return [(first, min(first + ranks, network.ranks)) for first in range(0, network.ranks, ranks)]


def outgoing(network):
    def empty(per_ms, kind):
        return np.zeros((network.ranks, per_ms * network.tstop), kind)

    out = Outgoing(
        empty(FINE, np.uint8),
        empty(PER_MS, np.float32),
        empty(PER_MS, np.float32),
        empty(1, np.float32),
        np.zeros((network.groups, PER_MS * network.tstop), np.int64),
    )
    for first, last in _blocks(network):
        gids, rank = network.members(first, last)
        targets = target_ranks(network, gids)
        phase_one = relays_of(targets)
        group = network.group_of(gids)
        rows = slice(first, last)
        for nth, (where, t) in enumerate(firing.spikes(network, gids)):
            heard = targets[where] > 0
            where, t = where[heard], t[heard]
            column = (t * PER_MS).astype(np.int64)
            at, ranks = rank[where], last - first

            def binned(columns, per_ms, weights=None, at=at, ranks=ranks):
                return _histogram(at, columns, ranks, per_ms * network.tstop, weights)

            out.fine[rows] += binned((t * FINE).astype(np.int64), FINE).astype(np.uint8)
            out.messages[rows] += binned(column, PER_MS, targets[where])
            out.first[rows] += binned(column, PER_MS, phase_one[where])
            out.by_group += _histogram(group[where], column, network.groups, PER_MS * network.tstop)
            if nth == 0:
                out.novel[rows] += binned(t.astype(np.int64), 1, targets[where])
    return out


@dataclasses.dataclass
class Wanted:
    """Of ranks in turn: connections onto their cells, and sources of other ranks that they listen for, [rank, group]."""

    connections: np.ndarray
    sources: np.ndarray


def _wanted_at_random(network, first, last, random):
    gids, rank = network.members(first, last)
    connections = np.bincount(rank, firing.in_degrees(network, gids), minlength=last - first)
    elsewhere = network.cells - network.cells_on(first, last)
    foreign = random.binomial(connections.astype(np.int64), elsewhere / (network.cells - 1))
    sources = np.empty((last - first, network.groups))
    sizes = np.array([_size(network, group) for group in range(network.groups)])
    shares = random.multinomial(foreign, sizes / network.cells)
    for group, size in enumerate(sizes):
        # The rank's own cells are not sources of other ranks; they are few, and spread over the groups alike.
        others = max(2, round(size * (1 - 1 / network.ranks)))
        mean, variance = occupancy.distinct(shares[:, group], others)
        drawn = np.rint(random.normal(mean, np.sqrt(variance)))
        sources[:, group] = np.clip(drawn, np.minimum(1, shares[:, group]), np.minimum(shares[:, group], others))
    return Wanted(connections, sources.astype(np.int64))


def incoming(network, out):
    """Draws what arrives where, given how many spikes there were in each group and column.

    Which of N sources fire in a column is independent of who listens, so a rank that listens for D of them gets a
    hypergeometric number of the K spikes; each of its spikes finds it among the relays with equal probability.
    """
    random = np.random.default_rng(network.seed)
    shape = out.messages.shape
    arriving = Incoming(*(np.zeros(shape, np.float32) for _ in range(4)))
    total, phase_one = out.messages.sum(axis=0, dtype=float), out.first.sum(axis=0, dtype=float)
    relaying = np.divide(phase_one, total, out=np.zeros_like(total), where=total > 0)
    # A source whose groups have one rank each, as with fewer than four targets, needs no relays.
    per_relay = np.divide(total - phase_one, phase_one, out=np.zeros_like(total), where=phase_one > 0)
    for first, last in _blocks(network):
        rows = slice(first, last)
        if network.topology == "adjacent":
            spikes, events = adjacent.arrivals(network, out, first, last, random)
        else:
            spikes, events = _arrivals_at_random(network, out, first, last, random)
        arriving.spikes[rows], arriving.events[rows] = spikes, events
        relayed = random.binomial(spikes.astype(np.int64), np.where(per_relay > 0, relaying, 0))
        arriving.relayed[rows] = relayed
        arriving.passed_on[rows] = relayed * per_relay
    return arriving


def _arrivals_at_random(network, out, first, last, random):
    wanted = _wanted_at_random(network, first, last, random)
    spikes = np.zeros((last - first, out.by_group.shape[1]))
    for group in range(network.groups):
        good = wanted.sources[:, group, None]
        drawn = np.broadcast_to(out.by_group[group], spikes.shape)
        spikes += random.hypergeometric(good, _size(network, group) - good, drawn)
    # A wanted source has one connection or more to the rank: as many as of so many draws hit it, if any does.
    hits = (wanted.connections / network.cells)[:, None]
    per_spike = (wanted.connections / np.maximum(wanted.sources.sum(axis=1), 1))[:, None]
    spread = np.sqrt(spikes * np.maximum(per_spike * (1 + hits - per_spike), 0))
    return spikes, np.maximum(spikes * per_spike + spread * random.standard_normal(spikes.shape, np.float32), spikes)


def _size(network, group):
    if not network.group_size:
        return network.cells
    return min(network.group_size, network.cells - group * network.group_size)
