"""Who listens to whom when each cell's sources are those nearest by gid, for each way of dealing the cells out.

Every cell is taken to have the mean number of connections, as many from either side; cells at the ends are neighbors.
"""

import numpy as np

from . import occupancy, streams


def _reach(network):
    return network.connections // 2


def _overlap(network, rank_distance, position):
    """Consecutive placement: targets of the cells at `position` on their rank that live `rank_distance` ranks on."""
    cells = network.cells // network.ranks
    low = np.maximum(rank_distance * cells, position - _reach(network))
    high = np.minimum(rank_distance * cells + cells - 1, position + _reach(network))
    return np.maximum(high - low + 1, 0)


def _ranks_in_reach(network):
    return -(-_reach(network) * network.ranks // network.cells)


def target_ranks(network, gids):
    if network.placement == "round_robin":
        return np.full(len(gids), min(network.connections, network.ranks - 1))
    if network.placement == "consecutive":
        position = gids % (network.cells // network.ranks)
        near = _ranks_in_reach(network)
        return sum(
            (_overlap(network, distance, position) > 0).astype(np.int64)
            for distance in range(-near, near + 1)
            if distance
        )
    mean, variance = occupancy.distinct(network.connections, network.ranks)
    return np.rint(mean + np.sqrt(variance) * _normal(network, gids)).astype(np.int64)


def _normal(network, gids):
    stream = streams.keys(network.seed, gids)
    radius = np.sqrt(-2 * np.log1p(-streams.uniforms(stream, 1 << 20)))
    return radius * np.cos(2 * np.pi * streams.uniforms(stream, (1 << 20) + 1))


def _different_sources(network, gids, rank, ranks):
    """[rank, group] cells within reach of a rank's own, each once, counted with the group of the cell that listens."""
    order = np.lexsort((gids, rank))
    gids, rank = gids[order], rank[order]
    gap = np.diff(gids, append=gids[-1:] + network.cells)
    gap[:-1][np.diff(rank) != 0] = network.cells  # the last of each rank
    new = np.minimum(gap, 2 * _reach(network))
    table = np.zeros((ranks, network.groups))
    np.add.at(table, (rank, network.group_of(gids)), new)
    return np.minimum(table, network.group_size or network.cells).astype(np.int64)


def arrivals(network, out, first, last, random):
    """(spikes that arrive, deliveries that they and the ranks' own cause) of ranks from `first` to before `last`."""
    if network.placement == "consecutive":
        return _from_neighbors(network, out, first, last, random)
    gids, rank = network.members(first, last)
    sources = _different_sources(network, gids, rank, last - first)
    spikes = np.zeros((last - first, out.by_group.shape[1]))
    of = network.group_size or network.cells
    for group in range(network.groups):
        spikes += random.hypergeometric(
            sources[:, group, None], of - sources[:, group, None], np.broadcast_to(out.by_group[group], spikes.shape)
        )
    connections = network.connections * network.cells_on(first, last)
    return spikes, spikes * (connections / sources.sum(axis=1))[:, None]


def _from_neighbors(network, out, first, last, random):
    cells = network.cells // network.ranks
    if _reach(network) < cells:
        raise ValueError(
            "consecutive cells with adjacent sources: some are heard by no other rank, which is not counted"
        )
    position = np.arange(cells)
    near = _ranks_in_reach(network)
    spikes = np.zeros((last - first, out.by_group.shape[1]))
    events = np.zeros_like(spikes)
    ranks = np.arange(first, last)
    for distance in range(-near, near + 1):
        targets = _overlap(network, distance, position)  # of each cell `distance` ranks before
        heard = (targets > 0).mean()
        own = out.spikes[(ranks - distance) % network.ranks].astype(np.int64)
        arriving = own if heard == 1 else random.binomial(own, heard)
        if heard > 0:
            events += arriving * targets[targets > 0].mean()
        if distance:
            spikes += arriving
    return spikes, events
