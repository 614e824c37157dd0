"""Each configuration against the baseline: what statistics.py finds, with its place in the report."""

import dataclasses

from ..statistics import Verdict, counted, percent
from .slides import is_of


@dataclasses.dataclass
class Comparison:
    """`ratio`: time of the baseline over that of this strategy in a typical pair, so that more than 1 is faster.

    `low`, `high`: limits of its interval at `level`, which all intervals of the study keep together with 95%, None where there
    are too few pairs; `p`: adjusted for all comparisons; `smallest`: the ratio beyond which a difference would have shown;
    `needed`: the number of pairs of which an interval can be made; `decided_after`: repetitions, in a study that stops.
    """

    strategy: object
    group: dict
    point: object
    values: dict  # of all axes
    ratio: float
    low: float | None
    high: float | None
    p: float | None
    is_shown: bool
    verdict: Verdict
    pairs: int
    smallest: float | None = None
    level: float = 0.95
    needed: int = 0
    matters: float | None = None
    decided_after: int | None = None
    is_exact: bool = False  # on a simulated machine, whose times have no scatter: there is nothing to test

    @property
    def times(self):
        """How many times as fast, with its interval: one of those that hold together with 95%."""
        interval = f", 95% interval {fast(self.low)}–{fast(self.high)}" if self.low else ""
        after = f", decided after {self.decided_after} repetitions" if self.decided_after else ""
        return f"{fast(self.ratio)} times as fast{interval}{after}"

    @property
    def difference(self):
        """What is decided, in words."""
        if self.is_exact:
            least = f" of {percent(self.matters)}" if self.matters else ""
            return "exact" if self.is_shown else f"no difference{least}"
        if self.low is None:
            return f"{counted(self.pairs)} cannot decide; it needs {self.needed}"
        if self.verdict is Verdict.EQUAL:
            return f"the same within {percent(self.matters)}"
        if not self.is_shown:
            return "no difference shown"
        if self.verdict is Verdict.UNDECIDED:
            return f"shown; whether more than {percent(self.matters)} is undecided"
        return "shown" if self.matters is None else f"more than {percent(self.matters)}"

    def in_words(self):
        return f"{self.times}; {self.difference}"


def fast(ratio):
    """A ratio with two decimals, or as many as tell it from 1."""
    return next((text for text in (f"{ratio:.{digits}f}" for digits in (2, 3, 4)) if float(text) != 1), f"{ratio:.2f}")


def compare(book):
    """The comparisons of a study, in the order of slides, points and strategies."""
    from .. import pairing, sequence

    study = book.study
    paired = pairing.paired([run.row for run in study.runs], study.baseline, study.measure)
    found = []
    for one, decided_after in sequence.compare(paired, study.matters, study.looks).values():
        place = place_of(book, {name.removeprefix("axis."): value for name, value in one.key})
        if place is not None and one.pairs:
            found.append(exact(place, one) if study.is_simulated else tested(place, one, decided_after))
    groups = [slide.group for slide in book.slides]
    found.sort(key=lambda c: (groups.index(c.group), book.points.index(c.point), c.strategy.index))
    return found


LEAST = 5e-4  # a difference of exact times below this is none: it does not show in three decimals


def exact_verdict(ratio, matters):
    bound = 1 + max(matters or 0, LEAST)
    if 1 / bound <= ratio <= bound:
        return Verdict.EQUAL
    return Verdict.FASTER if ratio > 1 else Verdict.SLOWER


def exact(place, one):
    ratio = 1 / one.ratio
    verdict = exact_verdict(ratio, one.matters)
    is_shown = verdict is not Verdict.EQUAL
    return Comparison(*place, ratio, None, None, None, is_shown, verdict, one.pairs, matters=one.matters, is_exact=True)


def tested(place, one, decided_after):
    """`one` is of times, in which less is faster."""
    return Comparison(
        *place,
        ratio=1 / one.ratio,
        low=None if one.high is None else 1 / one.high,
        high=None if one.low is None else 1 / one.low,
        p=one.adjusted,
        is_shown=one.is_shown,
        verdict=one.verdict,
        pairs=one.pairs,
        smallest=one.could_show,
        level=one.level,
        needed=one.needed,
        matters=one.matters,
        decided_after=decided_after,
    )


def place_of(book, values):
    """(strategy, group, point, values) of a configuration given by the values of its axes, or None if it is on no slide."""
    strategy = next((s for s in book.strategies if s.has(values)), None)
    slide = next((s for s in book.slides if is_of(values, s.group)), None)
    point = values.get(book.abscissa) if book.abscissa else None
    if strategy is None or slide is None or point not in book.points:
        return None
    return strategy, slide.group, point, values
