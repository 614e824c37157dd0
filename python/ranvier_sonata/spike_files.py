"""Spikes of virtual cells, read from SONATA or CSV files."""

import csv

import numpy as np

from . import hdf5
from .errors import SonataError


def _chosen(root, population, file):
    """The group of a population, or the only one."""
    if population in root:
        return root[population]
    groups = [name for name in root if hasattr(root[name], "keys")]
    if len(groups) == 1:
        return root[groups[0]]
    if "timestamps" in root:
        return root
    if not groups:
        return None
    raise SonataError(file, "/spikes", f"has no population {population}, but {', '.join(groups) or 'none'}")


def _read_sonata(file, population, key):
    with hdf5.opened(file, key) as handle:
        group = _chosen(hdf5.group(handle, "spikes"), population, file)
        if group is None:  # of a run without spikes
            return np.zeros(0), np.zeros(0, np.int64)
        times = hdf5.dataset(group, "timestamps", kind="number")[:].astype(float)
        name = "node_ids" if "node_ids" in group else "gids"
        return times, hdf5.dataset(group, name, len(times), "whole")[:].astype(np.int64)


def _read_nwb(file, key, trial):
    """NWB 1: a group for each node in /processing/TRIAL/spike_train."""
    with hdf5.opened(file, key) as handle:
        trials = hdf5.group(handle, "processing")
        if trial is None and len(trials) != 1:
            raise SonataError(file, "/processing", f"has the trials {', '.join(trials)}: the key trial chooses one")
        groups = hdf5.group(trials, f"{trial or next(iter(trials))}/spike_train")
        trains = {}
        for name, group in groups.items():
            if not name.isdigit():
                raise SonataError(file, f"{groups.name}/{name}", "is not named by a node id")
            trains[int(name)] = hdf5.dataset(group, "data", kind="number")[()].astype(float)
    counts = [len(train) for train in trains.values()]
    return np.concatenate([np.zeros(0), *trains.values()]), np.repeat(np.array([*trains], np.int64), counts)


def _read_csv(file, population):
    try:
        with open(file, newline="") as opened:
            lines = [line.strip() for line in opened if line.strip()]
    except OSError as error:
        raise SonataError(file, None, f"cannot be read: {error.strerror}") from None
    separator = "," if lines and "," in lines[0] else " "
    rows = list(csv.DictReader(lines, delimiter=separator, skipinitialspace=True))
    header = rows[0].keys() if rows else ()
    name = "node_ids" if "node_ids" in header else "gids"
    if rows and ("timestamps" not in header or name not in header):
        raise SonataError(file, "line 1", "needs the columns timestamps and node_ids")
    rows = [row for row in rows if row.get("population") in (None, "", population)]
    try:
        return np.array([float(row["timestamps"]) for row in rows]), np.array(
            [int(row[name]) for row in rows], np.int64
        )
    except (TypeError, ValueError) as error:
        raise SonataError(file, None, f"holds no spikes: {error}") from None


def read_spikes(file, words, population, key):
    """(times [ms], node ids) of a population, sorted by node, then time; words["module"] names the form of the file."""
    if words.get("module") == "csv":
        times, nodes = _read_csv(file, population)
    elif words.get("module") == "nwb":
        times, nodes = _read_nwb(file, key, words.get("trial"))
    else:
        times, nodes = _read_sonata(file, population, key)
    if len(times) and (not np.isfinite(times).all() or times.min() < 0):
        raise SonataError(file, "timestamps", "must be numbers of at least 0")
    order = np.lexsort((times, nodes))
    return times[order], nodes[order]


def delivered_times(times, nodes):
    """The times at which NEURON's VecStim sends these spikes, which are sorted by node, then time.

    Its next event is sent with (t + next) - t, where t is the time of the last one.
    """
    times = times.copy()
    first = np.flatnonzero(np.diff(nodes, prepend=-1))
    starts = np.repeat(first, np.diff([*first, len(nodes)]))
    number = np.arange(len(nodes)) - starts
    by_number = np.argsort(number, kind="stable")
    sorted_numbers = number[by_number]
    bounds = np.searchsorted(sorted_numbers, np.arange(1, sorted_numbers[-1] + 2 if len(nodes) else 1))
    for start, end in zip(bounds[:-1], bounds[1:]):
        rows = by_number[start:end]
        last = times[rows - 1]
        times[rows] = (last + times[rows]) - last
    return times
