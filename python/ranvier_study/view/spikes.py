"""Rasters: in memory if they are small, else read in pieces as often as needed."""

import dataclasses
import functools
from collections.abc import Callable, Iterator

import numpy as np

from ..errors import StudyError

MOST_SPIKES = 2_000_000  # in a page; beyond, it shows their density
PIECE = 1 << 18  # spikes

Pieces = Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]  # times [ms], gids, numbers of populations


@dataclasses.dataclass(frozen=True)
class Recorded:
    """What a file says of the run of a population; None: nothing."""

    begin: float | None = None  # [ms]
    end: float | None = None  # [ms]
    cells: int | None = None  # silent ones included
    gids: tuple[int, int] | None = None  # first and last, if all of these were recorded

    def cells_in(self, selection):
        """How many of the recorded cells are selected; None if that is not known."""
        if selection.cells is None:
            return self.cells
        if self.gids is None:
            return None
        return int(selection.has_gids(np.arange(self.gids[0], self.gids[1] + 1)).sum())


@dataclasses.dataclass
class Raster:
    """Spikes sorted by time, then gid. `populations`: names; `of`: the number of each spike's population; `recorded`: of each
    population."""

    name: str
    times: np.ndarray  # [ms]
    gids: np.ndarray
    populations: list[str]
    of: np.ndarray
    recorded: list[Recorded] = dataclasses.field(default_factory=list)

    @property
    def count(self):
        return len(self.times)

    @property
    def range(self):
        """The times of the first and the last spike [ms]; None without spikes."""
        return (float(self.times[0]), float(self.times[-1])) if self.count else None

    @property
    def gid_range(self):
        return (int(self.gids.min()), int(self.gids.max())) if self.count else None

    @functools.cached_property
    def cells(self):
        """The number of cells that fired."""
        return len(np.unique(self.gids))

    def in_order(self):
        """Pieces in order of time."""
        for begin in range(0, self.count, PIECE):
            yield tuple(column[begin : begin + PIECE] for column in (self.times, self.gids, self.of))

    in_any_order = in_order


@dataclasses.dataclass
class LargeRaster:
    """A raster of more than MOST_SPIKES spikes, which stays in its file. `parts`: reads the pieces of each population."""

    name: str
    populations: list[str]
    parts: list[Callable[[], Pieces]]
    count: int
    range: tuple[float, float]  # [ms]
    gid_range: tuple[int, int]
    cells: int
    is_sorted: bool  # each part is in order of time
    recorded: list[Recorded] = dataclasses.field(default_factory=list)

    def in_any_order(self):
        return (piece for part in self.parts for piece in part())

    def in_order(self):
        """Pieces in order of time. Holds the whole raster if a part is not."""
        if self.is_sorted:
            return merged([part() for part in self.parts])
        every = [piece for part in self.parts for piece in part()]
        times, gids, of = (np.concatenate([piece[k] for piece in every]) for k in range(3))
        order = np.argsort(times, kind="stable")
        return Raster(self.name, times[order], gids[order], self.populations, of[order]).in_order()


class Survey:
    """What is known of a raster after its pieces have been seen; holds the first MOST_SPIKES spikes."""

    def __init__(self):
        self.count, self.held, self.is_sorted = 0, [], True
        self.least, self.most = (np.inf, np.inf), (-np.inf, -np.inf)  # time [ms], gid
        self.known, self.new = np.empty(0, np.int64), []  # gids
        self.last = -np.inf

    def begin_part(self):
        self.last = -np.inf

    def add(self, times, gids, of):
        if not len(times):
            return
        self.count += len(times)
        self.held = [*self.held, (times, gids, of)] if self.count <= MOST_SPIKES else []
        ascends = times[0] >= self.last and bool((np.diff(times) >= 0).all())
        self.is_sorted, self.last = self.is_sorted and ascends, times[-1]
        self.least = (min(self.least[0], float(times.min())), min(self.least[1], int(gids.min())))
        self.most = (max(self.most[0], float(times.max())), max(self.most[1], int(gids.max())))
        self.new.append(np.unique(gids))
        if sum(map(len, self.new)) > max(PIECE, len(self.known)):
            self.gids()

    def gids(self):
        """The gids that fired, ascending."""
        self.known = np.unique(np.concatenate((self.known, *self.new)))
        self.new = []
        return self.known


def raster_of(path, populations, parts, selection):
    """The Raster or LargeRaster of `parts`, which read the pieces of `populations`."""

    def selected(part):
        for times, gids, of in part():
            check(path, times, gids)
            wanted = selection.has_gids(gids) & selection.has_times(times)
            yield times[wanted], gids[wanted], of[wanted]

    parts = [functools.partial(selected, part) for part in parts]
    survey = Survey()
    for part in parts:
        survey.begin_part()
        for piece in part():
            survey.add(*piece)
    if survey.count > MOST_SPIKES:
        times, gids = zip(survey.least, survey.most)
        cells = len(survey.gids())
        return LargeRaster(path.name, populations, parts, survey.count, times, gids, cells, survey.is_sorted)
    types = (np.float64, np.int64, np.int64)
    times, gids, of = (np.concatenate([piece[k] for piece in survey.held] or [np.empty(0, types[k])]) for k in range(3))
    order = np.lexsort((of, gids, times))
    return Raster(path.name, times[order], gids[order], populations, of[order])


def check(path, times, gids):
    if not np.isfinite(times).all():
        raise StudyError(f"{path}: a time is not finite")
    if len(gids) and (gids.min() < 0 or gids.max() > 2**31 - 1):
        raise StudyError(f"{path}: a gid is below 0 or above 2147483647")


class Stream:
    """Pieces in order of time, of which the first spikes are taken."""

    def __init__(self, pieces):
        self.pieces, self.columns, self.has_ended = pieces, None, False
        self.read()

    def read(self):
        """Reads one more piece."""
        piece = next(self.pieces, None)
        self.has_ended = piece is None
        if piece is not None and self.columns is not None:
            piece = tuple(np.concatenate(both) for both in zip(self.columns, piece))
        self.columns = self.columns if piece is None else piece

    @property
    def horizon(self):
        """No spike that has not been read is before this time [ms]."""
        if self.has_ended:
            return np.inf
        return self.columns[0][-1] if len(self.columns[0]) else -np.inf

    def take(self, before):
        """The spikes before this time [ms]."""
        if self.columns is None:
            return np.empty(0), np.empty(0, np.int64), np.empty(0, np.int64)
        n = np.searchsorted(self.columns[0], before)
        taken = tuple(column[:n] for column in self.columns)
        self.columns = tuple(column[n:] for column in self.columns)
        return taken


def together(streams):
    """What the streams have of the same range of time, range by range; spikes of one time are in one range."""
    while True:
        before = min((stream.horizon for stream in streams), default=np.inf)
        taken = [stream.take(before) for stream in streams]
        if any(len(times) for times, _, _ in taken):
            yield taken
        if before == np.inf:
            return
        for stream in streams:
            if stream.horizon == before:
                stream.read()


def merged(parts):
    """The pieces of several parts, each in order of time, as pieces in order of time."""
    for taken in together([Stream(part) for part in parts]):
        columns = [np.concatenate([piece[k] for piece in taken]) for k in range(3)]
        order = np.argsort(columns[0], kind="stable")
        yield tuple(column[order] for column in columns)
