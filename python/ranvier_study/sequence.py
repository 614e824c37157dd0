"""Studies that stop when they are decided: when they are looked at, and what each look decides.

A study is looked at after fixed numbers of repetitions, and a comparison is decided at the first look whose interval lies
on one side of what matters, or within. Every look is one more chance of an error: with m comparisons and L looks, each
interval has the level 1 - 0.05/(m L) (Bonferroni), so that all intervals of all looks hold together with 95%, and with them
everything that is decided, whenever it is.
"""

import dataclasses
from collections.abc import Hashable, Sequence

from . import statistics
from .pairing import Paired

LEAST_GROWTH = 1.4  # of the number of repetitions from look to look; each look costs all others some of their level


@dataclasses.dataclass(frozen=True)
class Decision:
    """What is known of a comparison after the looks so far."""

    paired: Paired
    comparison: statistics.Comparison  # at the look that decided, else at the last one
    decided_after: int | None  # repetitions


def looks(at_most: int, comparisons: int) -> list[int]:
    """Numbers of repetitions after which to look: as many as grow by two fifths, the last one `at_most`."""
    chosen = [at_most]
    for count in range(2, at_most + 1):
        first = statistics.needed_pairs(statistics.LEVEL / (max(1, comparisons) * count))
        if first >= at_most or (at_most / first) ** (1 / (count - 1)) < LEAST_GROWTH:
            break
        chosen = [round(first * (at_most / first) ** (k / (count - 1))) for k in range(count)]
    return chosen


def decide(found: Sequence[Paired], at: Sequence[int], matters: float) -> list[Decision]:
    """What the looks that could be taken so far decide, for each comparison of the study."""
    return [_decision(one, at, len(found) * len(at), matters) for one in found]


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
