"""When the cells of the artificial net fire: each at intervals drawn uniformly from 20 to 40 ms, the first from time 0.
In a burst group's own 50 ms the interval that is drawn is a fifth as long."""

import numpy as np

from . import streams

SHORTEST, LONGEST = 20.0, 40.0  # [ms]
BURST_RATE, BURST_TIME = 5, 50.0  # times as often, for [ms]
HALF_STEP = 0.0125  # [ms]

TARGETS, IN_DEGREE, FIRST_INTERVAL = 0, 1, 2  # numbers of a source's stream


def spikes(network, gids):
    """Yields (positions in gids, times [ms]) of each cell's first spike, then of second ones, and so on.

    A step does what is due up to half a step after its beginning: so much is added to the times, that they fall into the
    interval in which the spike leaves.
    """
    stream = streams.keys(network.seed, gids)
    group = network.group_of(gids)
    where = np.arange(len(gids))
    t = np.zeros(len(gids))
    draw = FIRST_INTERVAL
    while where.size:
        interval = SHORTEST + (LONGEST - SHORTEST) * streams.uniforms(stream[where], draw)
        if network.group_size:
            since = t - group[where] * BURST_TIME
            interval[(since >= 0) & (since < BURST_TIME)] /= BURST_RATE
        t = t + interval
        going = t + HALF_STEP < network.tstop
        where, t = where[going], t[going]
        yield where, t + HALF_STEP
        draw += 1


def in_degrees(network, gids):
    """Number of connections onto each cell."""
    least, most = network.in_degrees
    drawn = streams.uniforms(streams.keys(network.seed, gids), IN_DEGREE)
    return least + (drawn * (most - least + 1)).astype(np.int64)
