"""Two rasters compared: the first difference, and the spikes that only one of them has."""

import dataclasses

import numpy as np

from .spikes import Raster, Stream, together


@dataclasses.dataclass
class Differences:
    """`index`: place of the first difference among the spikes sorted by time, then gid; None: the rasters are identical.

    `a`, `b`: the spikes (time [ms], gid) there, None where a raster has ended. `lacking_a`, `lacking_b`: the numbers of
    spikes that the other raster lacks. `only_a`, `only_b`: of each spike, whether it is one; None for rasters in pieces.
    """

    index: int | None
    a: tuple[float, int] | None
    b: tuple[float, int] | None
    lacking_a: int
    lacking_b: int
    only_a: np.ndarray | None = None
    only_b: np.ndarray | None = None

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
            f"{self.lacking_a:,} spikes are only in {names[0]}, {self.lacking_b:,} only in {names[1]}."
        )


def compare(a, b):
    """The Differences of two Rasters, which are sorted by time, then gid. Times must agree to the last bit."""
    shorter = min(len(a.times), len(b.times))
    unequal = (a.times[:shorter] != b.times[:shorter]) | (a.gids[:shorter] != b.gids[:shorter])
    index = int(np.argmax(unequal)) if unequal.any() else shorter if len(a.times) != len(b.times) else None
    only_a, only_b = unmatched(a, b)
    return Differences(
        index, spike_at(a, index), spike_at(b, index), int(only_a.sum()), int(only_b.sum()), only_a, only_b
    )


def compare_in_pieces(a, b):
    """The same of rasters of any size."""
    whole = Differences(None, None, None, 0, 0)
    known = 0  # spikes before these pieces, which both have
    for pieces in together([Stream(raster.in_order()) for raster in (a, b)]):
        one, other = (sorted_piece(*piece) for piece in pieces)
        found = compare(one, other)
        whole.lacking_a += found.lacking_a
        whole.lacking_b += found.lacking_b
        if (
            whole.index is not None
        ):  # a raster that had no more spikes in the piece of the difference may have some here
            whole.a, whole.b = whole.a or spike_at(one, 0), whole.b or spike_at(other, 0)
        elif found.index is not None:
            whole.index, whole.a, whole.b = known + found.index, found.a, found.b
        known += one.count
    return whole


def sorted_piece(times, gids, of):
    order = np.lexsort((gids, times))
    return Raster("", times[order], gids[order], [], of[order])


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
