"""The answer to a study's question: one sentence that says no more than the data show."""

import dataclasses

from ..pairing import spoken, without_partner
from ..statistics import Verdict, counted, percent
from .runs import is_number
from .slides import describe


def answer(book):
    """The sentence. It says of each comparison no more than its verdict does."""
    study = book.study
    missing = len(study.runs) - len(study.done)
    if not study.done:
        return "No run is done yet, so there is no answer."
    rest = f" ({missing} of {len(study.runs)} runs are missing.)" if missing else ""
    baseline = book.baseline_words
    if baseline is None:
        return "The study names no baseline, so nothing is compared." + rest
    if not study.comparisons:
        return f"There are no pairs of runs with the baseline {baseline}, so nothing is compared." + rest
    lonely = without_partner([run.row for run in study.runs], study.baseline)
    if lonely:
        rest = (
            f" (Without a partner: {'; '.join(map(spoken, lonely[:4]))}{' and more' if len(lonely) > 4 else ''}.)"
            + rest
        )
    groups = list({str(c.group): c.group for c in study.comparisons}.values())
    parts = []
    for group in groups:
        mine = [c for c in study.comparisons if c.group == group]
        varied = {key: value for key, value in group.items() if len(study.axes.get(key, ())) > 1}
        where = f"With {describe(varied)}, " if varied else ""
        clause = of_group if book.base_point is None else along_abscissa
        parts.append(where + clause(book, baseline, mine, not where))
    is_short = len(parts) <= 4 and (book.base_point is None or len(study.comparisons) <= 8)
    return (". ".join(dict.fromkeys(parts)) if is_short else summary(book, baseline)) + "." + tail(study) + rest


MOST_NAMED = 8  # comparisons that a sentence about chosen ones names


@dataclasses.dataclass(frozen=True)
class Headline:
    """What the sentence about chosen comparisons is made of; page/filter.js makes the same one.

    `clauses`: of each comparison the number of its key, its verdict, and what is said of it. `verdicts`: what they are called.
    """

    compared: str
    counted: str
    nothing: str
    verdicts: dict[str, str]
    clauses: list[tuple[int, str, str]]
    tail: str = ""

    def sentence(self, is_chosen):
        """`is_chosen(key)`: whether a comparison is."""
        found = [(verdict, text) for key, verdict, text in self.clauses if is_chosen(key)]
        if not found:
            return self.nothing + self.tail
        if len(found) <= MOST_NAMED:
            return self.compared + "; ".join(text for _, text in found) + "." + self.tail
        counts = {words: sum(verdict == one for one, _ in found) for verdict, words in self.verdicts.items()}
        said = ", ".join(f"{count} {words}" for words, count in counts.items() if count)
        return f"Of {len(found)} {self.counted}: {said}." + self.tail


def headline(book):
    """What is said of each comparison of the study with its baseline."""
    study, baseline = book.study, book.baseline_words
    if baseline is None or not study.comparisons:
        return Headline("", "", answer(book), {}, [])
    clauses = [
        (
            book.key_of(c.values),
            str(c.verdict),
            f"{place_of(book, c)}: {said_of(c)}" if place_of(book, c) else said_of(c),
        )
        for c in study.comparisons
    ]
    return Headline(
        f"Compared with {baseline}, ",
        f"chosen comparisons with {baseline}",
        "No comparison is chosen.",
        words_of_verdicts(study.comparisons[0]),
        clauses,
        tail(study),
    )


def words_of_verdicts(c):
    """What counts of verdicts are called."""
    equal = f"the same within {percent(c.matters)}" if c.matters else "without a difference"
    undecided = "undecided" if c.matters else "without a difference shown"
    more = by_more(c)
    return {"faster": f"faster{more}", "slower": f"slower{more}", "equal": equal, "undecided": undecided}


def place_of(book, c):
    """Which configuration a comparison is about: strategy, group and point."""
    strategy = [c.strategy.label] if len(book.strategies) > 1 else []
    group = {key: value for key, value in c.group.items() if len(book.study.axes.get(key, ())) > 1}
    point = [book.at(c.point)] if book.abscissa else []
    return ", ".join([*strategy, *([describe(group)] if group else []), *point])


def said_of(c):
    """What one comparison shows, within a sentence."""
    if c.low is None and not c.is_exact:
        return f"{counted(c.pairs)} cannot decide, {c.needed} can"
    return c.times if is_faster(c) or is_slower(c) else undecided([c])


def tail(study):
    """What is said behind every answer: of which time it is, and of which machine."""
    measure = f" ({study.measure_words}.)" if study.measure != "time.run" else ""
    return measure + (" (On the simulated machine.)" if study.is_simulated else "")


def at(book, point):
    """Where in words: "at 4 ranks", "with ncell 100", or nothing if there is only one place."""
    if book.abscissa is None:
        return ""
    return book.at(point)


def of_group(book, baseline, comparisons, begins):
    """The clause for one group: the fastest strategy where it is shown to differ, and where nothing is shown.

    `begins`: it begins the sentence.
    """
    points = [point for point in book.points if any(c.point == point for c in comparisons)]
    best = {}
    for point in points:
        faster = [c for c in comparisons if c.point == point and is_faster(c)]
        best[point] = max(faster, key=lambda c: c.ratio) if faster else None
    where_faster = [point for point in points if best[point]]
    if not where_faster:
        return nothing_faster(book, baseline, comparisons, points, begins)
    last = best[where_faster[-1]]
    mine = [c for c in comparisons if c.strategy is last.strategy]
    faster = [p for p in points if any(c.point == p and is_faster(c) for c in mine)]
    text = f"{last.strategy.label} is faster than {baseline}{by_more(last)}{where(book, points, faster)} "
    ends = [next(c for c in mine if c.point == point) for point in dict.fromkeys((faster[0], faster[-1]))]
    placed = book.abscissa and len(ends) > 1
    text += "(" + "; ".join(c.times + (f" at {at(book, c.point)}" if placed else "") for c in ends) + ")"
    if sum(c.point == last.point and is_faster(c) for c in comparisons) > 1:
        several = book.abscissa and len(points) > 1
        text += ", and has the shortest typical time" + (f" at {at(book, last.point)}" if several else "")
    return text + elsewhere(book, baseline, comparisons, [p for p in points if p not in faster], best)


def is_faster(c):
    return c.verdict is Verdict.FASTER


def is_slower(c):
    return c.verdict is Verdict.SLOWER


def by_more(c):
    return f" by more than {percent(c.matters)}" if c.matters else ""


def elsewhere(book, baseline, comparisons, rest, best):
    """The clauses for the points at which the fastest strategy is not shown to be faster."""
    text = ""
    silent = [p for p in rest if not any(is_faster(c) or is_slower(c) for c in comparisons if c.point == p)]
    if silent:
        text += f"; {listed(book, silent)} " + undecided([c for c in comparisons if c.point in silent])
    for point in rest:
        if point not in silent:
            text += "; at " + at(book, point) + " " + other(best[point], comparisons, point, baseline)
    return text


def undecided(comparisons):
    """Of comparisons without a difference: that they are equal, or that nothing is known."""
    one = comparisons[0]
    if one.is_exact:
        return "there is no difference"
    if one.matters is None:
        return "no difference is shown"
    equal = sum(c.verdict is Verdict.EQUAL for c in comparisons)
    if equal == len(comparisons):
        return f"times are the same within {percent(one.matters)}"
    return f"{equal} of {len(comparisons)} take the same time within {percent(one.matters)}, the rest is undecided"


def along_abscissa(book, baseline, comparisons, begins):
    """The clause for one group whose baseline is a point of the abscissa, such as 1 rank: each comparison."""
    clauses = []
    for c in comparisons:
        strategy = [c.strategy.label] if len(book.strategies) > 1 else []
        place = " at ".join([*strategy, book.at(c.point)])
        clauses.append(f"{place}: {said_of(c)}")
    return f"{'Compared' if begins else 'compared'} with {baseline}, " + "; ".join(clauses)


def other(c, comparisons, point, baseline):
    if c:
        return f"{c.strategy.label} is faster ({c.times})"
    slower = sum(c.point == point and is_slower(c) for c in comparisons)
    return f"nothing is shown to be faster than {baseline}, and {slower} slower"


def nothing_faster(book, baseline, comparisons, points, begins):
    def start(word):
        return word.capitalize() if begins else word

    slower = [c for c in comparisons if is_slower(c)]
    if not slower:
        return nothing_differs(book, baseline, comparisons, start)
    worst = min(slower, key=lambda c: c.ratio)
    place = f" at {at(book, worst.point)}" if book.abscissa and len(points) > 1 else ""
    if len(slower) == len(comparisons):
        text = f"{baseline} is faster than all others{by_more(worst)}"
    else:
        text = f"{start('nothing')} is shown to be faster than {baseline}, and {len(slower)} of {len(comparisons)} {'is' if len(slower) == 1 else 'are'} slower{by_more(worst)}"
    text += f"; the slowest is {worst.strategy.label}{place}: {worst.times}"
    rest = [c for c in comparisons if not is_slower(c)]
    return text + (f"; of the rest, {undecided(rest)}" if rest and worst.matters else "")


def nothing_differs(book, baseline, comparisons, start):
    """The clause where nothing is faster or slower than the baseline."""
    if book.study.is_simulated:
        return f"{start('all')} take the same time as {baseline}"
    blind = [c for c in comparisons if c.low is None]
    if blind:
        few, needed = min(c.pairs for c in blind), max(c.needed for c in blind)
        more = "at_most" if book.study.looks else "repeat"
        return (
            f"{start('nothing')} can be said of {len(blind)} of {len(comparisons)} comparisons with {baseline}: "
            f"{counted(few)} cannot decide, {needed} can (raise {more})"
        )
    matters = comparisons[0].matters
    if matters and all(c.verdict is Verdict.EQUAL for c in comparisons):
        whole = "all take" if len(comparisons) > 1 else f"{comparisons[0].strategy.label} takes"
        return f"{start(whole)} the same time as {baseline} within {percent(matters)}"
    if matters:
        return f"{start('compared')} with {baseline}, {undecided(comparisons)}"
    widest = max(comparisons, key=lambda c: c.smallest)
    could = f"{percent(widest.smallest - 1)}" if widest.smallest < 2 else f"a factor of {widest.smallest:.2f}"
    return (
        f"{start('no')} difference to {baseline} is shown; with {counted(widest.pairs)}, one of {could} or more would have "
        "shown everywhere"
    )


def where(book, points, chosen):
    """Where: " from 4 ranks on", " at 2 ranks", or nothing if everywhere."""
    if book.abscissa is None or chosen == points:
        return ""
    if chosen == points[points.index(chosen[0]) :] and is_number(chosen[0]) and len(chosen) > 1:
        return f" from {at(book, chosen[0])} on"
    return " at " + " and ".join(at(book, point) for point in chosen)


def listed(book, silent):
    if all(is_number(p) for p in silent) and len(silent) > 1 and silent == book.points[: len(silent)]:
        return f"up to {at(book, silent[-1])}"
    return "at " + " and ".join(at(book, point) for point in silent)


def summary(book, baseline):
    """For many groups: only counts."""
    comparisons = book.study.comparisons
    faster = [c for c in comparisons if is_faster(c)]
    slower = [c for c in comparisons if is_slower(c)]
    text = f"Of {len(comparisons)} configurations, {len(faster)} {'is' if len(faster) == 1 else 'are'} shown to be faster than {baseline}{by_more(comparisons[0])}, {len(slower)} slower"
    equal = sum(c.verdict is Verdict.EQUAL for c in comparisons)
    if comparisons[0].matters:
        text += f", and {equal} take the same time"
    if faster:
        best = max(faster, key=lambda c: c.ratio)
        place = describe({**best.group, **({book.abscissa: best.point} if book.abscissa else {})})
        text += f"; most of all {best.strategy.label} ({place}): {best.times}"
    return text
