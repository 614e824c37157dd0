"""Studies that stop when they are decided: when they are looked at, and what each look decides.

A study is looked at after fixed numbers of repetitions, and a comparison is decided at the first look whose interval lies
on one side of what matters, or within. Every look is one more chance of an error: with m comparisons and L looks, each
interval has the level 1 - 0.05/(m L) (Bonferroni), so that all intervals of all looks hold together with 95%, and with them
everything that is decided, whenever it is.
"""

import dataclasses
import math
from collections.abc import Hashable, Sequence

from . import statistics
from .pairing import Paired

# Each look costs all others some of their level, so they are few. Up to 14 pairs the sharper test holds (statistics.py): a look
# at 14 decides more than one at 18. Simulated, three comparisons whose ratios scatter by 6%, equal within 10% (true: 0, 2 and
# 3%): looks at 9, 15 and 24 decide 79% of studies, 9, 14 and 24 86%; 9, 13, 20 and 30 95%, 9, 14 and 30 98%, with as many runs.
LEAST_GROWTH = 1.4  # of the number of repetitions from the first look to the next one, and from 14 to the last


@dataclasses.dataclass(frozen=True)
class Decision:
    """What is known of a comparison after the looks so far."""

    paired: Paired
    comparison: statistics.Comparison  # at the look that decided, else at the last one
    decided_after: int | None  # repetitions


def looks(at_most: int, comparisons: int) -> list[int]:
    """Numbers of repetitions after which to look: the fewest that can decide, 14, then twice as many each, and `at_most`."""
    later = [at_most]
    ratio = at_most / statistics.MOST_FLIPPED
    if ratio >= LEAST_GROWTH:
        steps = max(1, int(math.log2(ratio)))
        later = [round(statistics.MOST_FLIPPED * ratio ** (k / steps)) for k in range(steps + 1)]
    least = statistics.needed_pairs(statistics.LEVEL / (max(1, comparisons) * (len(later) + 1)))
    later = [look for look in later if look >= least] or [at_most]
    return [least, *later] if later[0] / least >= LEAST_GROWTH else later


def decide(found: Sequence[Paired], at: Sequence[int], matters: float, until: float = math.inf) -> list[Decision]:
    """What the looks that could be taken so far decide, for each comparison of the study.

    `until`: the last look that counts. A study that is resumed has the runs of later ones already.
    """
    taken = [look for look in at if look <= until]
    return [_decision(one, taken, len(found) * len(at), matters) for one in found]


def _decision(one: Paired, at: Sequence[int], chances: int, matters: float) -> Decision:
    def after(repetitions: int) -> statistics.Comparison:
        seen = [pair for repetition, pair in one.pairs.items() if repetition <= repetitions]
        return statistics.compared(one.key, seen, chances, matters)

    latest = dataclasses.replace(after(one.missing), low=None, high=None)  # between looks nothing is said
    for look in at:
        if one.missing <= look:
            break
        latest = after(look)
        if latest.verdict is not statistics.Verdict.UNDECIDED:
            return Decision(one, latest, look)
    return Decision(one, latest, None)


def wanted(decisions: Sequence[Decision]) -> set[str]:
    """Identifiers of configurations that are still compared."""
    return {name for each in decisions if each.decided_after is None for name in each.paired.configurations}


def compare(
    found: Sequence[Paired], matters: float | None, at: Sequence[int]
) -> dict[Hashable, tuple[statistics.Comparison, int | None]]:
    """The study's comparisons and after how many repetitions each was decided; without looks, of all pairs."""
    if at:
        return {each.paired.key: (each.comparison, each.decided_after) for each in decide(found, at, matters or 0.0)}
    compared = statistics.compare({one.key: list(one.pairs.values()) for one in found}, matters)
    return {each.key: (each, None) for each in compared}
