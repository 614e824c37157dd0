"""Whether two sets of runs differ, by how much, and how sure that is.

1. Runs are paired: same configuration but for what is compared, same repetition. Times are compared as log-ratios, since
   disturbances multiply.
2. p is that of the exact sign-flip test (Fisher 1935, The Design of Experiments, section 21): without a difference, each
   log-ratio could as well have the other sign. Of all 2^n patterns of signs, p is the share whose sum is at least as far
   from 0 as the one that was found. Above 16 pairs, patterns are sampled.
3. Several configurations are several chances of an error: p is adjusted by Holm (1979, Scand J Statist 6:65-70).
   A difference is shown if the adjusted p is at most 0.05.
4. Intervals of the ratio are BCa bootstrap intervals (Efron 1987, J Am Stat Assoc 82:171-185) at level 1 - 0.05/m, where m
   is the number of configurations, so that all of them hold together with 95%.
5. Where no difference is shown, the smallest one that the data could have shown is given: the ratio at which the same
   scatter would have been significant. n pairs cannot show any difference if 2/2^n is above the level.
"""

import dataclasses
import math
from collections.abc import Hashable, Mapping, Sequence

import numpy as np

LEVEL = 0.05
EXACT = 16  # most pairs of which all patterns are tried
SAMPLES = 100_000  # patterns, beyond
RESAMPLES = 10_000
TOLERANCE = 1e-12  # of sums that are equal but for rounding, relative


@dataclasses.dataclass(frozen=True)
class Comparison:
    """B compared with A in one configuration; ratios are times of B over times of A, below 1 where B is faster."""

    key: Hashable
    pairs: int
    ratio: float  # geometric mean
    low: float  # of the interval
    high: float
    level: float  # of the interval
    p: float
    adjusted: float  # p after Holm
    is_shown: bool
    could_show: float | None  # smallest ratio above 1 that could have been shown; None: none, with so few pairs
    needed: int  # the number of pairs needed to show any difference

    def sentence(self, a: str, b: str) -> str:
        """What may be said, and no more."""
        if self.is_shown:
            word = "slower" if self.ratio > 1 else "faster"
            times = self.ratio if self.ratio > 1 else 1 / self.ratio
            low, high = (self.low, self.high) if self.ratio > 1 else (1 / self.high, 1 / self.low)
            percent = f"{100 * self.level:.4g}"
            return f"{b} is {times:.3g} times {word} than {a} ({percent}% interval {low:.3g}–{high:.3g})"
        if self.could_show is None:
            return f"no difference shown between {a} and {b}; {self.pairs} pairs cannot show any, {self.needed} could: raise repeat"
        share = 100 * (self.could_show - 1)
        percent = f"{share:.0f}" if share >= 10 else f"{share:.2g}"
        return f"no difference shown between {a} and {b}; one of {percent}% could have been"


def sign_patterns(n: int, seed: int) -> tuple[np.ndarray, bool]:
    """Rows of n signs, and whether these are all patterns there are."""
    if n <= EXACT:
        bits = np.arange(1 << n)[:, None] >> np.arange(n) & 1
        return 1.0 - 2.0 * bits, True
    return np.random.default_rng(seed).choice([-1.0, 1.0], size=(SAMPLES, n)), False


def sign_flip(differences: Sequence[float], seed: int = 1) -> float:
    """Two-sided p of "the differences are symmetric about 0"."""
    values = np.asarray(differences, float)
    if len(values) == 0:
        return 1.0
    signs, is_exact = sign_patterns(len(values), seed)
    found = abs(values.sum())
    count = int(np.sum(np.abs(signs @ values) >= found - TOLERANCE * np.abs(values).sum()))
    return count / len(signs) if is_exact else (count + 1) / (len(signs) + 1)


def holm(p: Sequence[float]) -> list[float]:
    """Adjusted p, in the same order."""
    adjusted = [0.0] * len(p)
    most = 0.0
    for rank, k in enumerate(sorted(range(len(p)), key=lambda k: p[k])):
        most = max(most, min(1.0, (len(p) - rank) * p[k]))
        adjusted[k] = most
    return adjusted


def bca_interval(
    values: Sequence[float], level: float, seed: int = 1, resamples: int | None = None
) -> tuple[float, float]:
    """Interval of the mean (Efron 1987, equations 6.8 and 7.3 for the acceleration)."""
    from scipy.special import ndtr, ndtri  # takes a tenth of a second, which few commands need

    x = np.asarray(values, float)
    mean = x.mean()
    if len(x) < 2 or np.ptp(x) <= TOLERANCE * np.abs(x).max():
        return float(mean), float(mean)
    resamples = resamples or RESAMPLES
    random = np.random.default_rng(seed)
    means = np.sort(x[random.integers(0, len(x), (resamples, len(x)))].mean(axis=1))
    below = (np.sum(means < mean) + 0.5 * np.sum(means == mean)) / resamples
    z0 = ndtri(np.clip(below, 0.5 / resamples, 1 - 0.5 / resamples))
    without = (x.sum() - x) / (len(x) - 1)
    d = without.mean() - without
    a = np.sum(d**3) / (6 * np.sum(d**2) ** 1.5)
    ends = []
    for tail in ((1 - level) / 2, (1 + level) / 2):
        z = z0 + ndtri(tail)
        share = ndtr(z0 + z / (1 - a * z))
        ends.append(float(np.quantile(means, share)))
    return ends[0], ends[1]


def needed_pairs(level: float) -> int:
    """Pairs of which the exact test can show a difference at this level: 2/2^n <= level."""
    return math.ceil(math.log2(2 / level) - 1e-9)


def smallest_shown(differences: Sequence[float], level: float, seed: int = 1) -> float | None:
    """The mean at which these differences, shifted, would have p <= level; the larger of the two directions.

    With r the differences less their mean and d a shift, a pattern s reaches the sum found, n d, if |s.r + d s.1| >= n d:
    up to d = max(s.r / (n - s.1), -s.r / (n + s.1)). So p falls as d grows, and d follows from sorting these bounds.
    """
    x = np.asarray(differences, float)
    n = len(x)
    if n == 0:
        return None
    signs, is_exact = sign_patterns(n, seed)
    allowed = math.floor(level * len(signs) * (1 + 1e-12)) if is_exact else math.floor(level * (len(signs) + 1)) - 1
    residuals = x - x.mean()
    sums, ones = signs @ residuals, signs.sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        up, down = sums / (n - ones), sums / (n + ones)
    bounds = []
    for sign in (1, -1):
        bound = np.maximum(sign * up, -sign * down)
        bound[np.abs(ones) == n] = np.inf  # all signs alike: the sum found itself
        bound = np.sort(bound)[::-1]
        if allowed < len(bound):
            bounds.append(max(0.0, float(bound[allowed])))
    least = max(bounds, default=0.0)
    return None if math.isinf(least) else least


def compare(pairs: Mapping[Hashable, Sequence[tuple[float, float]]], seed: int = 1) -> list[Comparison]:
    """Compares times (A, B) of pairs of runs, by configuration; every time must be above 0."""
    keys = list(pairs)
    m = max(1, len(keys))
    logs = {key: np.array([math.log(b / a) for a, b in pairs[key]]) for key in keys}
    p = [sign_flip(logs[key], seed) for key in keys]
    adjusted = holm(p)
    shown = sum(value <= LEVEL for value in adjusted)
    found = []
    for key, raw, value in zip(keys, p, adjusted):
        differences = logs[key]
        level = 1 - LEVEL / m
        is_shown = bool(value <= LEVEL)
        low, high = bca_interval(differences, level, seed) if len(differences) else (math.nan, math.nan)
        bound = LEVEL / max(1, m - shown)  # Holm's, for the first that is not shown
        could = None if is_shown else smallest_shown(differences, bound, seed)
        found.append(
            Comparison(
                key=key,
                pairs=len(differences),
                ratio=math.exp(differences.mean()) if len(differences) else math.nan,
                low=math.exp(low),
                high=math.exp(high),
                level=level,
                p=raw,
                adjusted=value,
                is_shown=is_shown,
                could_show=None if could is None else math.exp(could),
                needed=needed_pairs(bound),
            )
        )
    return found
