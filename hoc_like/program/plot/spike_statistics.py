"""Rates, variation of intervals and correlations of spike trains, and the distance between two samples of these."""

import numpy as np


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


def correlations(times, cells, start, stop, width=2.0, most=200):
    """Pearson's coefficient of the spike counts of each pair among the first `most` cells that fired.

    Counts are in bins of `width` from `start` to `stop` [ms]; spikes outside are not counted.
    """
    times, cells = np.asarray(times), np.asarray(cells)
    bins = int((stop - start) / width + 0.5)
    # Times lie on a grid of steps, as the limits of bins do: half a bin's millionth keeps rounding errors from them.
    at = np.floor((times - start) / width + 1e-6).astype(int)
    inside = (at >= 0) & (at < bins)
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
