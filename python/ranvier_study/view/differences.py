"""Two rasters compared: the first difference, and the spikes that only one of them has."""

import dataclasses

import numpy as np


@dataclasses.dataclass
class Differences:
    """`index`: place of the first difference among the spikes sorted by time, then gid; None: the rasters are identical.

    `a`, `b`: the spikes (time [ms], gid) there, None where a raster has ended. `only_a`, `only_b`: of each spike, whether
    the other raster lacks it.
    """

    index: int | None
    a: tuple[float, int] | None
    b: tuple[float, int] | None
    only_a: np.ndarray
    only_b: np.ndarray

    @property
    def time(self):
        """When the rasters begin to differ [ms], or None."""
        times = [spike[0] for spike in (self.a, self.b) if spike is not None]
        return min(times) if times else None

    def in_words(self, names):
        if self.index is None:
            return "The rasters are identical."

        def said(spike):
            return "has ended" if spike is None else f"has {spike[0]!r} ms, gid {spike[1]}"

        return (
            f"First difference at spike {self.index + 1}: {names[0]} {said(self.a)}; {names[1]} {said(self.b)}. "
            f"{int(self.only_a.sum()):,} spikes are only in {names[0]}, {int(self.only_b.sum()):,} only in {names[1]}."
        )


def compare(a, b):
    """The Differences of two Rasters, which are sorted by time, then gid. Times must agree to the last bit."""
    shorter = min(len(a.times), len(b.times))
    unequal = (a.times[:shorter] != b.times[:shorter]) | (a.gids[:shorter] != b.gids[:shorter])
    index = int(np.argmax(unequal)) if unequal.any() else shorter if len(a.times) != len(b.times) else None
    only_a, only_b = unmatched(a, b)
    return Differences(index, spike_at(a, index), spike_at(b, index), only_a, only_b)


def spike_at(raster, index):
    if index is None or index >= len(raster.times):
        return None
    return float(raster.times[index]), int(raster.gids[index])


def unmatched(a, b):
    """Of each spike of A and of B, whether the other has no such spike. Equal spikes are matched one by one."""
    times, gids = np.concatenate((a.times, b.times)), np.concatenate((a.gids, b.gids))
    of = np.repeat([0, 1], [len(a.times), len(b.times)])
    numbers = np.concatenate((occurrences(a), occurrences(b)))
    order = np.lexsort((of, numbers, gids, times))
    same = np.ones(max(len(order) - 1, 0), bool)
    for column in (times, gids, numbers):
        same &= column[order][1:] == column[order][:-1]
    matched = np.zeros(len(order), bool)
    matched[order[1:][same]] = matched[order[:-1][same]] = True
    return ~matched[: len(a.times)], ~matched[len(a.times) :]


def occurrences(raster):
    """Of each spike, how many equal ones come before it."""
    begins = np.ones(len(raster.times), bool)
    begins[1:] = (np.diff(raster.times) != 0) | (np.diff(raster.gids) != 0)
    places = np.arange(len(begins))
    return places - np.maximum.accumulate(np.where(begins, places, 0))
