"""From counts to times.

All ranks meet at the end of each (sub-)interval, so it lasts as long as the slowest of them takes. A rank takes what its
deliveries, lookups, sends and receives cost, one after the other; messages travel meanwhile.
"""

import dataclasses

import numpy as np

from . import counts

MESSAGE = 16  # bytes of a spike as a message: time, gid, sub-interval
HEADER = 8  # bytes of allgather's
BLOCK = 4096  # ranks


@dataclasses.dataclass(frozen=True)
class Computing:
    """What computing costs a rank [s]."""

    event: float  # a delivery to a cell
    queued: float  # a wanted spike of another rank that is put into the queue, and taken out
    lookup: float  # to see whether a spike is wanted here
    buffer: float  # to look at what a rank has sent in a collective


@dataclasses.dataclass(frozen=True)
class Method:
    name: str
    machine: str  # whose costs
    subintervals: int
    phases: int
    persistent: bool = False
    collective: bool = False  # allgather
    fixed: int = 10  # spikes in the fixed part
    spike_bytes: int = 2  # compressed


# As in Tables 1 and 2 of Hines et al.; Multisend with one phase in Table 3.
ALLGATHER = Method("Allgather", "bluegene_p", 1, 1, collective=True)
ISEND = Method("Isend", "bluegene_p", 2, 2)
MULTICAST = Method("Multicast", "bluegene_p_multisend", 2, 2)
ONE_PHASE = Method("Multicast, one phase", "bluegene_p_multisend", 2, 1)
REPLAY = Method("Record-Replay", "bluegene_p_multisend", 1, 1, persistent=True)


@dataclasses.dataclass(frozen=True)
class Times:
    computing: float  # a rank's, on average [s]
    run: float  # [s]


def _per_interval(array, subintervals):
    """Sums of sub-intervals, where the method has one in an interval."""
    return array if subintervals == counts.PER_MS else array.reshape(len(array), -1, counts.PER_MS).sum(axis=2)


def _later(array, columns):
    """What happens `columns` later than the spike fired."""
    return np.concatenate([np.zeros_like(array[:, :columns]), array[:, :-columns]], axis=1)


@dataclasses.dataclass
class _Blocks:
    """One block of ranks after the other: the longest time of a rank in each column, and the mean of all."""

    longest: np.ndarray
    total: float = 0.0

    def add(self, busy, done):
        self.longest = np.maximum(self.longest, done.max(axis=0))
        self.total += float(busy.sum())


def _rows(ranks):
    return [slice(first, min(first + BLOCK, ranks)) for first in range(0, ranks, BLOCK)]


def times(network, out, into, method, machine, computing):
    return (_allgather if method.collective else _messages)(network, out, into, method, machine, computing)


def _allgather(network, out, into, method, machine, computing):
    """A barrier's worth of waiting, the collective, then each spike of all ranks is looked up."""
    spikes = out.by_group.sum(axis=0).reshape(-1, counts.PER_MS).sum(axis=1)
    overflow = np.zeros(len(spikes))
    blocks = _Blocks(np.zeros(len(spikes)))
    for rows in _rows(network.ranks):
        own = _per_interval(out.spikes[rows].astype(float), 1)
        overflow += np.maximum(own - method.fixed, 0).sum(axis=0)
        wanted = _later(_per_interval(into.spikes[rows].astype(float), 1), 1)
        delivered = _later(_per_interval(into.events[rows].astype(float), 1), 1)
        looked_up = _later(spikes - own, 1)
        busy = (
            computing.event * delivered
            + computing.queued * wanted
            + computing.lookup * looked_up
            + computing.buffer * (network.ranks - 1)
        )
        blocks.add(busy, busy)
    exchange = len(spikes) * machine.seconds(
        "allgather", network.ranks, network.ranks * (HEADER + method.spike_bytes * method.fixed)
    )
    exchange += sum(
        machine.seconds("allgather", network.ranks, method.spike_bytes * rest) for rest in overflow if rest > 0
    )
    return Times(blocks.total / network.ranks, blocks.longest.sum() + exchange)


def _messages(network, out, into, method, machine, computing):
    """A rank's own work and what it receives, also while it waits for others; then the ranks compare their counts."""
    total = out.messages.sum(axis=0, dtype=float)
    at_once = (
        np.divide(out.first.sum(axis=0, dtype=float), total, out=np.ones_like(total), where=total > 0)
        if method.phases == 2
        else np.ones_like(total)
    )
    per_spike = total.sum() / max(1, int(out.by_group.sum()))
    columns = network.tstop * method.subintervals
    blocks = _Blocks(np.zeros(columns))
    message = computing.queued + computing.lookup + machine.receive_overhead_s  # that comes in
    passed_on_last = 0.0  # by relays, at the end of the run
    for rows in _rows(network.ranks):
        fresh = _per_interval(into.spikes[rows] * at_once, method.subintervals)
        relayed = _per_interval(_later(into.spikes[rows] * (1 - at_once), 1), method.subintervals)
        delivered = _later(_per_interval(into.events[rows].astype(float), method.subintervals), method.subintervals)
        busy = computing.event * delivered + _sending(out, into, rows, method, machine) + message * (fresh + relayed)
        blocks.add(busy, busy + _still_leaving(out.fine[rows], per_spike, busy, method, machine))
        if method.phases == 2:
            last = _lists(into.relayed[rows][:, -1], into.passed_on[rows][:, -1].astype(float), machine)
            passed_on_last = max(passed_on_last, float(last.max()))
    allreduce = machine.seconds("allreduce", network.ranks, 16) + machine.send_overhead_s
    ends = columns * allreduce + passed_on_last
    if (
        method.subintervals == 1 or method.phases == 2
    ):  # what has just been sent is still under way when it is asked for
        ends += np.count_nonzero(_per_interval(total[None], method.subintervals)) * (allreduce + machine.latency_s)
    return Times(blocks.total / network.ranks, blocks.longest.sum() + ends)


def _sending(out, into, rows, method, machine):
    spikes, messages = out.spikes[rows].astype(float), out.messages[rows]
    if method.persistent:
        spikes, messages = _per_interval(spikes, method.subintervals), _per_interval(messages, method.subintervals)
        novel = out.novel[rows]
        first = np.divide(
            novel * spikes, messages, out=np.zeros_like(spikes), where=messages > 0
        )  # spikes of new cells
        return (
            machine.record_list_s * first
            + machine.record_target_s * novel
            + machine.replay_list_s * spikes
            + machine.replay_target_s * messages
        )
    lists, copies = spikes, messages
    if method.phases == 2:
        lists = spikes + _later(into.relayed[rows], 1)
        copies = out.first[rows] + _later(into.passed_on[rows], 1)
    lists, copies = _per_interval(lists, method.subintervals), _per_interval(copies, method.subintervals)
    return _lists(lists, copies, machine)


def _lists(lists, copies, machine):
    """To send so many lists of ranks, which have so many ranks together."""
    return machine.send_overhead_s * lists + machine.further_send_s * np.maximum(copies - lists, 0)


def _still_leaving(fine, per_spike, busy, method, machine):
    """How long messages still leave the rank after it has computed its interval; with two sub-intervals they have time."""
    if method.subintervals == counts.PER_MS:
        return 0.0
    work = fine.reshape(*busy.shape, -1) * (per_spike * machine.injection(MESSAGE))
    bins = work.shape[2]
    backlog = np.zeros_like(busy)
    for bin in range(bins):  # each bin's spikes are taken to fire in its middle
        backlog = backlog + work[:, :, bin]
        backlog = np.maximum(backlog - busy / bins * (0.5 if bin == bins - 1 else 1.0), 0)
    return backlog
