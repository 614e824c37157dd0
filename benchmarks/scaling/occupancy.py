"""How many ranks listen for a source, and for how many sources a rank listens.

Each target draws its sources at random from all other cells, so a rank with S connections listens for a given source of
another rank with probability 1 - (1 - 1/(N-1))^S (Lober, Diesmann & Kunkel 2026, equation 13, has it for threads), and
independently of other ranks: the number of target ranks of a source is binomial. The number of different sources among S
draws follows the classical occupancy distribution.
"""

import functools

import numpy as np


def wants(draws, sources):
    """Probability that a given one of `sources` is among `draws` random ones."""
    return -np.expm1(draws * np.log1p(-1.0 / sources))


def distinct(draws, sources):
    """(mean, variance) of the number of different values among `draws` from `sources`."""
    draws = np.asarray(draws, float)
    missed = np.exp(draws * np.log1p(-1.0 / sources))  # a given one
    both = np.exp(draws * np.log1p(-2.0 / sources)) if sources > 2 else np.zeros_like(draws)
    # M(M-1) both + M missed - M^2 missed^2, with the difference of large numbers taken first.
    variance = sources * (sources - 1) * (both - missed**2) + sources * missed * (1 - missed)
    return sources * (1 - missed), np.maximum(variance, 0)


@functools.lru_cache(maxsize=64)
def _binomial_table(n, p):
    """(smallest value, cumulative probabilities) over all values that double precision can tell from impossible."""
    if p <= 0 or p >= 1:
        return (0 if p <= 0 else n), np.ones(1)
    spread = 12 * np.sqrt(n * p * (1 - p)) + 12
    low, high = max(0, int(n * p - spread)), min(n, int(n * p + spread))
    k = np.arange(low, high)
    log_ratio = np.log((n - k) / (k + 1)) + np.log(p / (1 - p))
    log_pmf = np.concatenate([[0.0], np.cumsum(log_ratio)])
    pmf = np.exp(log_pmf - log_pmf.max())
    cumulative = np.cumsum(pmf / pmf.sum())
    cumulative[-1] = 1.0
    return low, cumulative


def binomial(n, p, uniform):
    """Binomial numbers from uniform ones, by inversion."""
    low, cumulative = _binomial_table(int(n), float(p))
    return low + np.searchsorted(cumulative, uniform, side="right")


def mean_wants(network):
    """Probability that a rank other than its own listens for a source, the mean over ranks and numbers of connections.

    That ranks differ a little in their connections makes the number of target ranks narrower than binomial by the variance
    of the probability over ranks, some 1e-5 of it.
    """
    least, most = network.in_degrees
    keeps = np.exp(
        np.arange(least, most + 1) * np.log1p(-1.0 / (network.cells - 1))
    ).mean()  # a cell without the source
    sizes, how_many = np.unique(network.cells_on(0, network.ranks), return_counts=True)
    return float(np.sum(how_many * (1 - keeps**sizes)) / network.ranks)
