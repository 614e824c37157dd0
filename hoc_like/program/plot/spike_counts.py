"""What a figure of a raster shows, collected from pieces of spikes at constant memory."""

import numpy as np

MOST_MARKS = 1_000_000  # drawn one by one; of more spikes, the density is drawn
GRID = (1600, 800)  # most fields of a density: times, rows of cells


class Distinct:
    """The distinct values among arrays of integers."""

    def __init__(self):
        self._known, self._new, self._waiting = np.empty(0, np.int64), [], 0

    def add(self, values):
        self._new.append(np.unique(values))
        self._waiting += len(self._new[-1])
        if self._waiting > max(1 << 20, len(self._known)):
            self.values()

    def values(self):
        """In ascending order."""
        self._known = np.unique(np.concatenate((self._known, *self._new)))
        self._new, self._waiting = [], 0
        return self._known


class Density:
    """Counts of spikes in fields of time and gids; all populations have the same fields."""

    def __init__(self, start, end, least, most):
        self.start, self.end, self.least = start, end, least
        self.each = -(-(most - least + 1) // GRID[1])  # gids in a row
        self.rows = -(-(most - least + 1) // self.each)
        self.counts = np.zeros((self.rows, GRID[0]), np.uint32)

    def add(self, times, gids):
        columns = ((times - self.start) * (GRID[0] / (self.end - self.start))).astype(np.int64)
        fields = (gids - self.least) // self.each * GRID[0] + np.minimum(columns, GRID[0] - 1)
        self.counts += np.bincount(fields, minlength=self.counts.size).reshape(self.counts.shape).astype(np.uint32)

    @property
    def extent(self):
        """Left, right, bottom and top, in ms and gids."""
        bottom = self.least - 0.5
        return self.start, self.end, bottom, bottom + self.rows * self.each


class Part:
    """The spikes of one population in a window: their number, cells and rates; and marks, or their density."""

    def __init__(self, name, edges, density=None):
        self.name, self.edges, self.density = name, edges, density
        self.count, self.fired, self.histogram = 0, Distinct(), np.zeros(len(edges) - 1, np.int64)
        self.times, self.gids = [], []  # of the marks

    def add(self, times, gids):
        self.count += len(times)
        self.fired.add(gids)
        self.histogram += np.histogram(times, self.edges)[0]
        if self.density is not None:
            self.density.add(times, gids)
        else:
            self.times.append(times)
            self.gids.append(gids)


def within(pieces, start, end):
    """The spikes of `pieces` (name, times, gids) from `start` to `end` [ms]."""
    for name, times, gids in pieces:
        shown = (times >= start) & (times <= end)
        yield name, times[shown], gids[shown]


class Extent:
    """What a first look at `pieces` (name, times, gids) finds.

    `last`: the greatest time [ms], None without spikes; `names`: of the populations, with their numbers of spikes; `count`,
    `least` and `most`: number and gids of the spikes from `start` to `end` [ms].
    """

    def __init__(self, pieces, start=-np.inf, end=np.inf):
        self.names, self.count, self.last = {}, 0, None
        self.least, self.most = np.inf, -np.inf
        for name, times, gids in pieces:
            self.names[name] = self.names.get(name, 0) + len(times)
            if len(times):
                self.last = max(float(times.max()), -np.inf if self.last is None else self.last)
            gids = gids[(times >= start) & (times <= end)]
            if len(gids):
                self.count += len(gids)
                self.least, self.most = min(self.least, int(gids.min())), max(self.most, int(gids.max()))

    @property
    def span(self):
        """From the least gid to the most."""
        return self.most - self.least + 1 if self.count else 1


def parts_of(pieces, extent, start, end, edges):
    """A Part for each population of `pieces`, whose Extent is given, from `start` to `end` [ms]."""

    def density():
        return Density(start, end, extent.least, extent.most) if extent.count > MOST_MARKS else None

    parts = {name: Part(name, edges, density()) for name in extent.names}
    for name, times, gids in within(pieces, start, end):
        parts[name].add(times, gids)
    return list(parts.values())
