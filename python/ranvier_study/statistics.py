"""Whether two sets of runs differ, by how much, and how sure that is.

1. Runs are paired: same configuration but for what is compared, same repetition. Times are compared as log-ratios, since
   disturbances multiply. Estimated is the ratio of a typical pair: the median of the log-ratios.
2. p and interval come from one test, so that they cannot contradict each other: the interval holds each ratio r that the
   test, with r taken off every pair, does not reject, and a difference is shown if 1 lies outside.
3. Up to 14 pairs, the test is the exact sign-flip test (Fisher 1935, The Design of Experiments, section 21): of all 2^n
   patterns of signs, p is the share whose sum is at least as far from 0 as the one found. Its interval ends at order
   statistics of the means of all subsets of the log-ratios (Hartigan 1969, J Am Stat Assoc 64:1303-1317).
4. The sign-flip test assumes that log-ratios scatter alike to both sides. Occasional slow runs of one side violate this, and
   the error grows with the number of pairs: with one slow run in ten, simulated intervals of two comparisons hold together in
   95% of studies at 14 pairs, 94% at 16, and 92% at 20. So beyond 14 pairs the test is the sign test. Its intervals end at
   order statistics of the log-ratios, and hold for the median whatever the noise.
5. Several comparisons are several chances of an error: each of m has the level 1 - 0.05/m, so that all intervals of a study
   hold together with 95%. n pairs decide nothing if 2/2^n is above 0.05/m: then there is no interval.
"""

import dataclasses
import enum
import math
from collections.abc import Hashable, Mapping, Sequence

import numpy as np

LEVEL = 0.05
MOST_FLIPPED = 14  # pairs of which all patterns of signs are tried
TOLERANCE = 1e-12  # of sums that are 0 but for rounding, relative


class Verdict(enum.StrEnum):
    """What a comparison decides. Where nothing is said of what matters, each difference does."""

    FASTER = "faster"  # by more than what matters
    SLOWER = "slower"
    EQUAL = "equal"  # within what matters
    UNDECIDED = "undecided"


@dataclasses.dataclass(frozen=True)
class Comparison:
    """B compared with A in one configuration; ratios are times of B over times of A, below 1 where B is faster."""

    key: Hashable
    pairs: int
    ratio: float  # of a typical pair; not a number without pairs
    low: float | None  # of the interval; None: too few pairs
    high: float | None
    level: float  # of the interval
    p: float
    adjusted: float  # p for all comparisons together: at most 0.05 where a difference is shown
    needed: int  # the number of pairs of which an interval can be made
    matters: float | None = None  # the smallest difference that matters, as 0.05 for 5%; None: any

    @property
    def is_shown(self) -> bool:
        return self.low is not None and not self.low <= 1 <= self.high

    @property
    def could_show(self) -> float | None:
        """The ratio beyond which a difference would have shown with this scatter; None: no difference would have."""
        if self.low is None:
            return None
        return max(self.ratio / self.low, self.high / self.ratio)

    @property
    def verdict(self) -> Verdict:
        if self.low is None:
            return Verdict.UNDECIDED
        bound = 1 + (self.matters or 0)
        if self.low > bound:
            return Verdict.SLOWER
        if self.high < 1 / bound:
            return Verdict.FASTER
        within = self.matters is not None and 1 / bound <= self.low and self.high <= bound
        return Verdict.EQUAL if within else Verdict.UNDECIDED

    def sentence(self, a: str, b: str) -> str:
        """What may be said, and no more."""
        if self.low is None:
            return f"nothing is shown of {a} and {b}; {counted(self.pairs)} cannot decide, it needs {self.needed}"
        if self.verdict is Verdict.EQUAL:
            return f"{a} and {b} take the same time within {percent(self.matters)} (ratio {self._interval(self.low, self.high)})"
        if not self.is_shown:
            least = f"with {counted(self.pairs)}, one of {percent(self.could_show - 1)} or more would have shown"
            return f"no difference shown between {a} and {b}; {least}"
        is_slower = self.low > 1
        times, ends = self.ratio, (self.low, self.high)
        if not is_slower:
            times, ends = 1 / self.ratio, (1 / self.high, 1 / self.low)
        said = f"{b} is {times:.3g} times {'slower' if is_slower else 'faster'} than {a} ({self._interval(*ends)})"
        if self.verdict is Verdict.UNDECIDED:
            said += f"; whether by more than {percent(self.matters)} is undecided"
        return said

    def _interval(self, low: float, high: float) -> str:
        return f"{100 * self.level:.4g}% interval {low:.3g}–{high:.3g}"


def counted(pairs: int) -> str:
    return f"{pairs} pair{'s' * (pairs != 1)}"


def percent(share: float) -> str:
    """0.021 as 2.1%, 0.25 as 25%."""
    value = 100 * share
    return f"{value:.0f}%" if value >= 10 else f"{value:.2g}%"


def subset_means(values: Sequence[float]) -> np.ndarray:
    """The means of all subsets of the values but the empty one: 2^n - 1."""
    x = np.asarray(values, float)
    sums, sizes = np.zeros(1), np.zeros(1)
    for value in x:
        sums, sizes = np.concatenate([sums, sums + value]), np.concatenate([sizes, sizes + 1])
    sums[np.abs(sums) <= TOLERANCE * np.abs(x).sum()] = 0
    return sums[1:] / sizes[1:]


def binomial_tail(n: int, most: int) -> float:
    """The chance that of n tosses of a coin `most` at the most are heads."""
    return sum(math.comb(n, k) for k in range(min(most, n) + 1)) / 2**n


def sign_flip(differences: Sequence[float]) -> float:
    """Two-sided p of "the differences are symmetric about 0"."""
    if len(differences) == 0:
        return 1.0
    # A pattern's sum is as far from 0 as the whole one if the mean of those whose sign it flips has the other sign.
    means = subset_means(differences)
    further = min(np.count_nonzero(means <= 0), np.count_nonzero(means >= 0))
    return min(1.0, 2 * (1 + int(further)) / 2 ** len(differences))


def sign_test(differences: Sequence[float]) -> float:
    """Two-sided p of "the median of the differences is 0" (Arbuthnott 1710); a difference of 0 speaks for it."""
    x = np.asarray(differences, float)
    fewer = min(np.count_nonzero(x <= 0), np.count_nonzero(x >= 0))
    return min(1.0, 2 * binomial_tail(len(x), int(fewer)))


def p_of(differences: Sequence[float]) -> float:
    """p of "B takes as long as A in a typical pair"."""
    x = np.asarray(differences, float)
    if len(x) > MOST_FLIPPED:
        return sign_test(x)
    if len(x) and min(x.mean(), np.median(x)) <= 0 <= max(x.mean(), np.median(x)):
        return 1.0  # between the two that could be meant
    return sign_flip(x)


def interval_of(differences: Sequence[float], alpha: float) -> tuple[float, float] | None:
    """All shifts that p_of, with the shift taken off, finds above alpha: the smallest and the largest; None: too few pairs."""
    x = np.sort(np.asarray(differences, float))
    n = len(x)
    if n < needed_pairs(alpha):
        return None
    if n > MOST_FLIPPED:
        k = 0
        while 2 * binomial_tail(n, k) <= alpha:
            k += 1
        return float(x[k - 1]), float(x[n - k])
    k = math.floor(alpha * 2 ** (n - 1) * (1 + TOLERANCE))
    means = subset_means(x)
    ends = np.partition(means, (k - 1, len(means) - k))
    typical = np.median(x)
    return float(min(ends[k - 1], typical)), float(max(ends[-k], typical))


def needed_pairs(alpha: float) -> int:
    """Pairs of which the test can show a difference at this level: 2/2^n <= alpha."""
    return math.ceil(math.log2(2 / alpha) - 1e-9)


def compared(
    key: Hashable, pairs: Sequence[tuple[float, float]], chances: int, matters: float | None = None
) -> Comparison:
    """Compares times (A, B), each above 0, as one of so many chances of an error."""
    differences = np.array([math.log(b / a) for a, b in pairs])
    alpha = LEVEL / chances
    ends = interval_of(differences, alpha)
    p = p_of(differences)
    return Comparison(
        key=key,
        pairs=len(differences),
        ratio=math.exp(np.median(differences)) if len(differences) else math.nan,
        low=None if ends is None else math.exp(ends[0]),
        high=None if ends is None else math.exp(ends[1]),
        level=1 - alpha,
        p=p,
        adjusted=min(1.0, chances * p),
        needed=needed_pairs(alpha),
        matters=matters,
    )


def compare(
    pairs: Mapping[Hashable, Sequence[tuple[float, float]]], matters: float | None = None, looks: int = 1
) -> list[Comparison]:
    """Compares times (A, B) of pairs of runs, by configuration: one study's comparisons.

    `looks`: how often the study was looked at in order to stop it (sequence.py).
    """
    return [compared(key, mine, len(pairs) * looks, matters) for key, mine in pairs.items()]
