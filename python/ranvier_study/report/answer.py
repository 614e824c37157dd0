"""The answer to a study's question: one sentence that says no more than the data show."""

from .runs import is_number, text_of
from .slides import describe


def answer(book):
    """The sentence. It speaks of differences only where the adjusted test shows them."""
    study = book.study
    missing = len(study.runs) - len(study.done)
    if not study.done:
        return "No run is done yet, so there is no answer."
    tail = f" ({missing} of {len(study.runs)} runs are missing.)" if missing else ""
    baseline = book.baseline_words
    if baseline is None:
        return "The study names no baseline, so nothing is compared." + tail
    if not study.comparisons:
        return f"There are no pairs of runs with the baseline {baseline}, so nothing is compared." + tail
    if study.is_simulated:
        tail = " (On the simulated machine.)" + tail
    if study.measure != "time.run":
        tail = f" ({study.measure_words}.)" + tail
    groups = list({str(c.group): c.group for c in study.comparisons}.values())
    parts = []
    for group in groups:
        mine = [c for c in study.comparisons if c.group == group]
        varied = {key: value for key, value in group.items() if len(study.axes.get(key, ())) > 1}
        where = f"With {describe(varied)}, " if varied else ""
        clause = of_group if book.base_point is None else along_abscissa
        parts.append(where + clause(book, baseline, mine, not where))
    is_short = len(parts) <= 4 and (book.base_point is None or len(study.comparisons) <= 8)
    return (". ".join(dict.fromkeys(parts)) if is_short else summary(book, baseline)) + "." + tail


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
        shown = [c for c in comparisons if c.point == point and c.is_shown]
        faster = [c for c in shown if c.ratio > 1]
        best[point] = max(faster, key=lambda c: c.ratio) if faster else None
    where_faster = [point for point in points if best[point]]
    if not where_faster:
        return nothing_faster(book, baseline, comparisons, points, begins)
    last = best[where_faster[-1]]
    mine = [c for c in comparisons if c.strategy is last.strategy]
    faster = [p for p in points if any(c.point == p and c.is_shown and c.ratio > 1 for c in mine)]
    shown_there = [c for c in comparisons if c.point == last.point and c.is_shown and c.ratio > 1]
    text = f"{last.strategy.label} is faster than {baseline}{where(book, points, faster)} "
    ends = [next(c for c in mine if c.point == point) for point in dict.fromkeys((faster[0], faster[-1]))]
    placed = book.abscissa and len(ends) > 1
    text += "(" + "; ".join(c.times + (f" at {at(book, c.point)}" if placed else "") for c in ends) + ")"
    if len(shown_there) > 1:
        several = book.abscissa and len(points) > 1
        text += ", and has the shortest mean time" + (f" at {at(book, last.point)}" if several else "")
    rest = [p for p in points if p not in faster]
    silent = [p for p in rest if not any(c.is_shown for c in comparisons if c.point == p)]
    if silent:
        text += f"; {listed(book, silent)} " + ("there is no difference" if last.is_exact else "no difference is shown")
    for point in rest:
        if point not in silent:
            text += "; at " + at(book, point) + " " + other(best[point], comparisons, point, baseline)
    return text


def along_abscissa(book, baseline, comparisons, begins):
    """The clause for one group whose baseline is a point of the abscissa, such as 1 rank: each comparison."""
    clauses = []
    for c in comparisons:
        strategy = [c.strategy.label] if len(book.strategies) > 1 else []
        place = " at ".join([*strategy, book.at(c.point)])
        none = "no difference" if c.is_exact else "no difference is shown"
        clauses.append(f"{place}: {c.times if c.is_shown else none}")
    return f"{'Compared' if begins else 'compared'} with {baseline}, " + "; ".join(clauses)


def other(c, comparisons, point, baseline):
    if c:
        return f"{c.strategy.label} is faster ({c.times})"
    slower = [c for c in comparisons if c.point == point and c.is_shown]
    return f"nothing is shown to be faster than {baseline}, and {len(slower)} slower"


def nothing_faster(book, baseline, comparisons, points, begins):
    def start(word):
        return word.capitalize() if begins else word

    slower = [c for c in comparisons if c.is_shown]
    if not slower and book.study.is_simulated:
        return f"{start('all')} take the same time as {baseline}"
    if not slower:
        blind = [c for c in comparisons if c.smallest is None]
        if blind:
            few, needed = min(c.pairs for c in blind), max(c.needed for c in blind)
            return f"{start('no')} difference to {baseline} is shown; {few} pairs cannot show any, {needed} could: raise repeat"
        could = max(c.smallest for c in comparisons)
        return f"{start('no')} difference to {baseline} is shown; a ratio of {could:.2f} could have been, everywhere"
    worst = min(slower, key=lambda c: c.ratio)
    place = f" at {at(book, worst.point)}" if book.abscissa and len(points) > 1 else ""
    if len(slower) == len(comparisons):
        text = f"{baseline} is faster than all others"
    else:
        text = f"{start('nothing')} is shown to be faster than {baseline}, and {len(slower)} of {len(comparisons)} {'is' if len(slower) == 1 else 'are'} slower"
    return f"{text}; the slowest is {worst.strategy.label}{place}: {worst.times}"


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
    faster = [c for c in comparisons if c.is_shown and c.ratio > 1]
    slower = [c for c in comparisons if c.is_shown and c.ratio < 1]
    text = f"Of {len(comparisons)} configurations, {len(faster)} {'is' if len(faster) == 1 else 'are'} shown to be faster than {baseline}, {len(slower)} slower"
    if faster:
        best = max(faster, key=lambda c: c.ratio)
        place = describe({**best.group, **({book.abscissa: best.point} if book.abscissa else {})})
        text += f"; most of all {best.strategy.label} ({place}): {best.times}"
    return text
