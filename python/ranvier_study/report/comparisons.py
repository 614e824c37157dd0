"""Each configuration against the baseline: what statistics.py finds, with its place in the report."""

import dataclasses
import math

from .slides import is_of


@dataclasses.dataclass
class Comparison:
    """`ratio`: time of the baseline over that of this strategy (geometric mean of pairs), so that more than 1 is faster.

    `low`, `high`: limits of its interval at `level`, which all intervals of the study keep together with 95%; `p`: adjusted
    for all comparisons; `smallest`: the least ratio that the data could have shown, None where there are too few pairs;
    `needed`: the number of pairs needed to show any difference.
    """

    strategy: object
    group: dict
    point: object
    ratio: float
    low: float | None
    high: float | None
    p: float | None
    is_shown: bool
    pairs: int
    smallest: float | None = None
    level: float = 0.95
    needed: int = 0
    is_exact: bool = False  # on a simulated machine, whose times have no scatter: there is nothing to test

    @property
    def times(self):
        """How many times as fast, with its interval: one of those that hold together with 95%."""
        interval = f", 95% interval {self.low:.2f}–{self.high:.2f}" if self.low and self.high else ""
        return f"{self.ratio:.2f} times as fast{interval}"

    def in_words(self):
        nothing = "; no difference" + ("" if self.is_exact else " shown")
        return self.times + ("" if self.is_shown else nothing)


def compare(book):
    """The comparisons of a study, in the order of slides, points and strategies."""
    from .. import pairing, statistics

    pairs = pairing.against_baseline([run.row for run in book.study.runs], book.study.baseline, book.study.measure)
    is_exact = book.study.is_simulated
    found = []
    for one in statistics.compare(pairs):
        values = {name.removeprefix("axis."): value for name, value in one.key}
        place = place_of(book, values)
        if place is None or not one.pairs:
            continue
        strategy, group, point = place
        if is_exact:
            found.append(Comparison(*place, 1 / one.ratio, None, None, None, one.ratio != 1, one.pairs, is_exact=True))
            continue
        found.append(
            Comparison(
                strategy,
                group,
                point,
                ratio=1 / one.ratio,
                low=finite(1 / one.high),
                high=finite(1 / one.low),
                p=one.adjusted,
                is_shown=one.is_shown,
                pairs=one.pairs,
                smallest=one.could_show,
                level=one.level,
                needed=one.needed,
            )
        )
    groups = [slide.group for slide in book.slides]
    found.sort(key=lambda c: (groups.index(c.group), book.points.index(c.point), c.strategy.index))
    return found


def place_of(book, values):
    """(strategy, group, point) of a configuration given by the values of its axes, or None if it is on no slide."""
    strategy = next((s for s in book.strategies if s.has(values)), None)
    slide = next((s for s in book.slides if is_of(values, s.group)), None)
    point = values.get(book.abscissa) if book.abscissa else None
    if strategy is None or slide is None or point not in book.points:
        return None
    return strategy, slide.group, point


def finite(value):
    return value if math.isfinite(value) else None
