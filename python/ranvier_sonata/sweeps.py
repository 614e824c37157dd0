"""Sweeps of electrophysiology files of the Allen Cell Types Database (NWB 1): currents in A at a constant rate."""

import numpy as np

from . import hdf5
from .errors import SonataError


def sweep(file, words, error):
    """(interval [ms], amplitudes [nA]) of words["sweep_id"]; error(key, what) makes an error of a key."""
    name = words.get("sweep_id")
    if name is None:
        raise error("sweep_id", "is missing")
    name = f"Sweep_{int(name)}" if str(name).replace(".0", "").isdigit() else str(name)
    with hdf5.opened(file, None) as handle:
        group = hdf5.group(handle, f"epochs/{name}/stimulus/timeseries")
        rate = hdf5.dataset(group, "starting_time").attrs.get("rate")
        if not rate:
            raise SonataError(file, f"{group.name}/starting_time", "has no attribute rate")
        interval = 1000.0 / float(rate)
        amps = hdf5.dataset(group, "data", kind="number")[()] * 1.0e9
    delays = np.arange(len(amps)) * interval
    spacing = words.get("downsample")
    if spacing is not None and spacing > interval:
        stride = int(np.round(spacing / interval))
        amps, delays, interval = amps[::stride], delays[::stride], float(spacing)
    window = words.get("sweep_window")
    if window is not None:
        if not isinstance(window, list) or len(window) != 2 or not 0 <= window[0] < window[1]:
            raise error("sweep_window", "must be two times, from 0 on, of which the second is later")
        amps = amps[(delays >= window[0]) & (delays <= window[1])]
    return interval, amps
