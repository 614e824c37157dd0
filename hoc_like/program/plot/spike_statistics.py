"""Rates, variation of intervals and correlations of spike trains, and the distance between two samples of these."""

import numpy as np

BIN = 2.0  # [ms] of the spike counts that are correlated
MOST_CORRELATED = 200  # cells of a population


def ks_distance(a, b):
    """The Kolmogorov-Smirnov distance of two samples: the largest difference of their distribution functions, 0 to 1."""
    a, b = np.sort(a), np.sort(b)
    if not len(a) or not len(b):
        raise ValueError("a sample is empty: it has no distribution; run for longer, so that more cells fire")
    steps = np.concatenate((a, b))
    return np.abs(np.searchsorted(a, steps, "right") / len(a) - np.searchsorted(b, steps, "right") / len(b)).max()


def rates(cells, count, duration):
    """The rate of each of `count` cells [1/s]. `cells`: the cell of each spike, from 0; `duration` [ms]."""
    return np.bincount(cells, minlength=count) / (duration / 1000)


def interval_variations(times, cells, least=3):
    """The coefficient of variation of the intervals of each cell that fired at least `least` times.

    `times` [ms] and `cells` of the spikes, in any order. The variance is that of a sample (n - 1).
    """
    order = np.lexsort((times, cells))
    times, cells = np.asarray(times)[order], np.asarray(cells)[order]
    same = cells[1:] == cells[:-1]
    intervals, owners = np.diff(times)[same], cells[1:][same]
    n = np.bincount(owners)
    chosen = n >= least - 1
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.bincount(owners, intervals) / n
        variance = np.bincount(owners, (intervals - mean[owners]) ** 2) / (n - 1)
        return (np.sqrt(variance) / mean)[chosen]


def bins_of(times, start, stop, width):
    """The number of bins, the bin of each time, and whether it is one of them."""
    bins = int((stop - start) / width + 0.5)
    # Times lie on a grid of steps, as the limits of bins do: half a bin's millionth keeps rounding errors from them.
    at = np.floor((times - start) / width + 1e-6).astype(int)
    return bins, at, (at >= 0) & (at < bins)


def correlations(times, cells, start, stop, width=BIN, most=MOST_CORRELATED):
    """Pearson's coefficient of the spike counts of each pair among the first `most` cells that fired.

    Counts are in bins of `width` from `start` to `stop` [ms]; spikes outside are not counted.
    """
    times, cells = np.asarray(times), np.asarray(cells)
    bins, at, inside = bins_of(times, start, stop, width)
    fired, rows = np.unique(cells[inside], return_inverse=True)
    counts = np.zeros((len(fired), bins))
    np.add.at(counts, (rows, at[inside]), 1)
    counts = counts[:most]
    deviations = counts - counts.mean(axis=1, keepdims=True)
    norms = np.linalg.norm(deviations, axis=1, keepdims=True)
    scaled = (deviations / np.where(norms > 0, norms, 1))[norms[:, 0] > 0]
    return (scaled @ scaled.T)[np.triu_indices(len(scaled), 1)]


def statistics_of(times, cells, count, start, stop):
    """{name: values} of a population of `count` cells.

    `times` [ms] and `cells` of its spikes, from 0 to count - 1; those after `start` and not after `stop` [ms] count.
    """
    counted = (times > start) & (times <= stop)
    times, cells = times[counted], cells[counted]
    return {
        "rates": rates(cells, count, stop - start),
        "CV of intervals": interval_variations(times, cells),
        "correlations": correlations(times, cells, start, stop),
    }


class RunningIntervals:
    """interval_variations of `count` cells, from pieces of spikes in order of time."""

    def __init__(self, count):
        self.last = np.full(count, np.nan)  # time of the last spike
        self.first = np.full(
            count, np.nan
        )  # interval, from which others are counted: then sums of squares lose no digits
        self.n, self.sums, self.squares = np.zeros(count, int), np.zeros(count), np.zeros(count)

    def add(self, times, cells):
        order = np.lexsort((times, cells))
        times, cells = times[order], cells[order]
        is_new = np.ones(len(cells), bool)
        is_new[1:] = cells[1:] != cells[:-1]
        before = np.empty(len(times))
        before[1:] = times[:-1]
        before[is_new] = self.last[cells[is_new]]
        is_last = np.roll(is_new, -1)
        self.last[cells[is_last]] = times[is_last]
        known = ~np.isnan(before)
        intervals, owners = (times - before)[known], cells[known]
        fresh, at = np.unique(owners, return_index=True)
        fresh, at = (part[np.isnan(self.first[fresh])] for part in (fresh, at))
        self.first[fresh] = intervals[at]
        beyond, count = intervals - self.first[owners], len(self.n)
        self.n += np.bincount(owners, minlength=count)
        self.sums += np.bincount(owners, beyond, count)
        self.squares += np.bincount(owners, beyond**2, count)

    def variations(self, least=3):
        chosen = self.n >= least - 1
        n, sums = self.n[chosen], self.sums[chosen]
        variance = np.maximum(self.squares[chosen] - sums**2 / n, 0) / (n - 1)
        return np.sqrt(variance) / (self.first[chosen] + sums / n)


class RunningCorrelations:
    """correlations of `cells` (ascending), from pieces of spikes in order of time. Holds some bins, and one number a pair."""

    def __init__(self, cells, start, stop, width=BIN):
        self.cells, self.start, self.stop, self.width = np.asarray(cells, int), start, stop, width
        n = len(self.cells)
        self.sums, self.products = np.zeros(n), np.zeros((n, n))
        self.bin, self.counts = -1, np.zeros(n)  # the last bin, of which more may come

    def add(self, times, cells):
        _, at, inside = bins_of(times, self.start, self.stop, self.width)
        inside &= np.isin(cells, self.cells)
        at, rows = at[inside], np.searchsorted(self.cells, cells[inside])
        numbers, columns = np.unique(at, return_inverse=True)
        most = 4096  # bins at once
        for begin in range(0, len(numbers), most):
            some = numbers[begin : begin + most]
            mine = (columns >= begin) & (columns < begin + most)
            counts = np.zeros((len(self.cells), len(some)))
            np.add.at(counts, (rows[mine], columns[mine] - begin), 1)
            if some[0] == self.bin:
                counts[:, 0] += self.counts
            else:
                self._count(self.counts[:, None])
            self._count(counts[:, :-1])
            self.bin, self.counts = some[-1], counts[:, -1].copy()

    def _count(self, counts):
        self.sums += counts.sum(axis=1)
        self.products += counts @ counts.T

    def coefficients(self):
        self._count(self.counts[:, None])
        self.counts = np.zeros(len(self.cells))
        bins, _, _ = bins_of(np.empty(0), self.start, self.stop, self.width)
        deviations = self.products - np.outer(self.sums, self.sums) / max(bins, 1)
        norms = np.sqrt(np.maximum(np.diag(deviations), 0))
        varies = norms > 0
        scaled = deviations[np.ix_(varies, varies)] / np.outer(norms[varies], norms[varies])
        return scaled[np.triu_indices(len(scaled), 1)]


class RunningStatistics:
    """statistics_of a population of `count` cells, from pieces in order of time; `fired`: those that are correlated."""

    def __init__(self, count, start, stop, fired):
        self.start, self.stop = start, stop
        self.spikes, self.intervals = np.zeros(count, int), RunningIntervals(count)
        self.correlated = RunningCorrelations(fired, start, stop)

    def add(self, times, cells):
        counted = (times > self.start) & (times <= self.stop)
        times, cells = times[counted], cells[counted]
        self.spikes += np.bincount(cells, minlength=len(self.spikes))
        self.intervals.add(times, cells)
        self.correlated.add(times, cells)

    def all(self):
        return {
            "rates": self.spikes / ((self.stop - self.start) / 1000),
            "CV of intervals": self.intervals.variations(),
            "correlations": self.correlated.coefficients(),
        }
