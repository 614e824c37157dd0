"""Reads rasters for figures: spikes, in pieces, and what the file says about its run."""

import dataclasses
import itertools
import pathlib
from collections.abc import Iterator

import numpy as np


@dataclasses.dataclass
class Run:
    """What a raster says about its run; rasters of other programs, and text, say nothing."""

    begin: float | None = None  # when recording began [ms]
    tstop: float | None = None  # end [ms]
    cells: int | None = None  # the number of cells that were recorded, silent ones included
    gids: tuple | None = None  # (first, last + 1), if all of these were recorded
    populations: list = dataclasses.field(default_factory=list)  # [(name, first, last + 1)], a name for each range


def _text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def _range(text):
    first, last = text.split(":")
    return int(first), int(last)


def run_of(attributes):
    """The Run of the attributes of a population's group, as Ranvier writes them."""
    names = ("begin", "tstop", "cells", "gids", "populations")
    found = {name: _text(attributes[name]) for name in names if name in attributes}
    run = Run()
    if "begin" in found:
        run.begin = float(found["begin"])
    if "tstop" in found:
        run.tstop = float(found["tstop"])
    if "cells" in found:
        run.cells = int(found["cells"])
    if "gids" in found:
        run.gids = _range(found["gids"])
    for word in filter(None, found.get("populations", "").split(",")):
        name, _, span = word.rpartition("=")
        run.populations.append((name, *_range(span)))
    return run


class Gids:
    """The gids of a population, in ranges [(first, last + 1)]; those in several ranges count once."""

    def __init__(self, ranges):
        joined = []
        for first, last in sorted(ranges):
            if joined and first <= joined[-1][1]:
                joined[-1][1] = max(last, joined[-1][1])
            else:
                joined.append([first, last])
        self.first, self.last = np.array(joined).T
        self.before = np.concatenate(([0], np.cumsum(self.last - self.first)))

    def __len__(self):
        return int(self.before[-1])

    def contains(self, gids):
        at = np.searchsorted(self.first, gids, "right") - 1
        return (at >= 0) & (gids < self.last[at])

    def numbers(self, gids):
        """The places, among these gids in ascending order, of gids that are contained."""
        at = np.searchsorted(self.first, gids, "right") - 1
        return self.before[at] + gids - self.first[at]


def united(groups):
    """[(name, Gids)] of [(name, first, last + 1)]: ranges of one name are one population."""
    ranges = {}
    for name, first, last in groups:
        ranges.setdefault(name, []).append((first, last))
    return [(name, Gids(of)) for name, of in ranges.items()]


PIECE = 1 << 18  # spikes


class Raster:
    """The spikes of a SONATA or text file, in pieces (population, times [ms], gids), in the order of the file.

    Each iteration reads the file again. A population without spikes has one piece, too. `run`: what the file says of its run.
    """

    def __init__(self, path):
        import h5py

        self.path, self.run = pathlib.Path(path), Run()
        self.is_hdf5 = self.path.exists() and h5py.is_hdf5(self.path)
        if not self.is_hdf5:
            if self.path.suffix.lower() in (".h5", ".hdf5"):
                raise OSError(f"{self.path} is not an HDF5 file, or does not exist")
            return
        with h5py.File(self.path, "r") as file:
            if "spikes" not in file:
                raise ValueError(f"{self.path}: no group /spikes; is this a SONATA raster?")
            groups = [] if "gids" in file["spikes"] else list(file["spikes"].values())
            if len(groups) == 1:
                self.run = run_of(groups[0].attrs)

    def __iter__(self):
        for name, pieces in self.populations():
            yield from ((name, times, gids) for times, gids in pieces)

    def populations(self):
        """(name, its pieces (times, gids)) of each population. The pieces of several may be read in turns."""
        if not self.is_hdf5:
            return [("cells", self._pieces_of_text())]
        import h5py

        with h5py.File(self.path, "r") as file:
            if "gids" in file["spikes"]:  # the layout before populations
                return [("cells", self._pieces_of("spikes/timestamps", "spikes/gids"))]
            names = list(file["spikes"])
            for name in names:
                part = file["spikes"].get(name)
                if not isinstance(part, h5py.Group) or not {"timestamps", "node_ids"} <= set(part):
                    raise ValueError(f"/spikes/{name} has not both timestamps and node_ids")
        return [(name, self._pieces_of(f"spikes/{name}/timestamps", f"spikes/{name}/node_ids")) for name in names]

    def _pieces_of(self, times_name, gids_name):
        import h5py

        with h5py.File(self.path, "r") as file:
            times, gids = file[times_name], file[gids_name]
            if times.shape != gids.shape or times.ndim != 1:
                raise ValueError(f"{times_name} and {gids_name} are not two columns of the same length")
            for begin in range(0, max(len(times), 1), PIECE):
                end = begin + PIECE
                yield np.asarray(times[begin:end], float), np.asarray(gids[begin:end]).astype(np.int64)

    def _pieces_of_text(self):
        with open(self.path, encoding="utf-8") as file:
            is_first = True
            while (lines := list(itertools.islice(file, PIECE))) or is_first:
                is_first = False
                rows = [line.split()[:2] for line in lines if line.strip() and line[0] not in "#/"]
                yield np.array([float(row[0]) for row in rows]), np.array([int(row[1]) for row in rows], np.int64)


@dataclasses.dataclass
class Stream:
    """The next spikes of a list of pieces (times, gids)."""

    pieces: Iterator
    times: np.ndarray = dataclasses.field(default_factory=lambda: np.empty(0))
    gids: np.ndarray = dataclasses.field(default_factory=lambda: np.empty(0, np.int64))

    def has_more(self):
        while not len(self.times):
            piece = next(self.pieces, None)
            if piece is None:
                return False
            self.times, self.gids = piece
        return True

    def take(self, til):
        """The spikes up to `til` [ms]."""
        n = np.searchsorted(self.times, til, "right")
        taken = self.times[:n], self.gids[:n]
        self.times, self.gids = self.times[n:], self.gids[n:]
        return taken


def merged(populations):
    """The spikes of several lists of pieces (times, gids), each in order of time, as one list."""
    streams = [Stream(iter(pieces)) for pieces in populations]
    while streams := [stream for stream in streams if stream.has_more()]:
        til = min(stream.times[-1] for stream in streams)  # no later piece has an earlier spike
        taken = [stream.take(til) for stream in streams]
        times, gids = (np.concatenate([each[k] for each in taken]) for k in (0, 1))
        order = np.argsort(times, kind="stable")
        yield times[order], gids[order]


class InOrderOfTime:
    """The spikes of a Raster in pieces (times, gids), in order of time; `last`: the greatest time [ms], None without spikes.

    Holds the whole raster if a population is in another order.
    """

    def __init__(self, raster):
        self.raster, self.last, self.whole = raster, None, None
        is_sorted = True
        for _, pieces in raster.populations():
            before = -np.inf
            for times, _ in pieces:
                if not len(times):
                    continue
                is_sorted = is_sorted and times[0] >= before and bool((np.diff(times) >= 0).all())
                before = times[-1]
                self.last = max(float(times.max()), -np.inf if self.last is None else self.last)
        if not is_sorted:
            self.whole = self._sorted()

    def _sorted(self):
        pieces = [(times, gids) for _, times, gids in self.raster]
        times, gids = (np.concatenate([piece[k] for piece in pieces]) for k in (0, 1))
        order = np.argsort(times, kind="stable")
        return times[order], gids[order]

    def __iter__(self):
        if self.whole is None:
            return merged([pieces for _, pieces in self.raster.populations()])
        times, gids = self.whole
        return ((times[k : k + PIECE], gids[k : k + PIECE]) for k in range(0, len(times), PIECE))


def parse_gids(text):
    """The ranges (first, last + 1) of 0-3,7."""
    ranges = []
    for word in text.split(","):
        first, _, last = word.partition("-")
        if not first.isdecimal() or (last and not last.isdecimal()) or word.endswith("-"):
            raise ValueError(f"'{text}' is not a list of gids like 0-3,7")
        ranges.append((int(first), int(last or first) + 1))
        if ranges[-1][0] >= ranges[-1][1]:
            raise ValueError(f"'{text}': a range of gids ends before it begins")
    return ranges
