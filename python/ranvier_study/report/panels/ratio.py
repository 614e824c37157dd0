"""Ratio to the baseline with its interval, a row for each configuration, and the line at 1."""

import math

from ...statistics import percent
from ..marks import colors_of, marker_of
from ..panel import Panel, View, cut, plain, short
from ..runs import text_of

ROW = 17  # height of a row [px]


def make(book, slide):
    view = view_of(book, slide)
    of = "" if book.study.measure == "time.run" else f": {book.study.measure_words.lower()}"
    return Panel("ratio", f"Ratio to the baseline{of}", [view])


def view_of(book, slide):
    if book.baseline_words is None:
        return View("ratio", note="The study names no baseline.")
    found = [c for c in book.study.comparisons if c.group == slide.group]
    if not found:
        return View("ratio", note="No configuration has a pair of runs with the baseline.")
    colors, traces, rows, labels = colors_of(book.strategies), [], [], []
    keys = {id(c): book.key_of(c.values) for c in found}
    ordered = sorted(found, key=lambda c: (book.points.index(c.point), c.strategy.index), reverse=True)
    for comparison in ordered:
        labels.append(label_of(book, comparison))
    for strategy in book.strategies:
        mine = [c for c in ordered if c.strategy is strategy]
        chosen = slide.strategy is None or slide.strategy is strategy
        for shown in (True, False):
            part = [c for c in mine if c.is_shown == shown]
            if not part:
                continue
            symbol = marker_of(strategy) + ("" if shown else "-open")
            traces.append(
                {
                    "type": "scatter",
                    "mode": "markers",
                    "name": plain(strategy.label),
                    "orientation": "h",
                    "x": [c.ratio for c in part],
                    "y": [label_of(book, c) for c in part],
                    "error_x": {
                        "type": "data",
                        "symmetric": False,
                        "array": [(c.high or c.ratio) - c.ratio for c in part],
                        "arrayminus": [c.ratio - (c.low or c.ratio) for c in part],
                        "thickness": 2,
                    },
                    "marker": {"symbol": symbol, "size": 10, "color": colors[strategy.index]},
                    "showlegend": shown or not any(c.is_shown for c in mine),
                    "opacity": 1 if chosen else 0.5,
                    "text": [plain(c.in_words()) for c in part],
                    "keys": [keys[id(c)] for c in part],
                    "hovertemplate": "%{text}<extra></extra>",
                }
            )
    row_keys = [keys[id(c)] for c in reversed(ordered)]
    for c in reversed(ordered):
        row = [c.strategy.label, text_of(c.point), c.ratio, c.low, c.high, c.p, c.is_shown, str(c.verdict), c.pairs]
        rows.append([*row, c.smallest])
    every = [v for c in book.study.comparisons for v in (c.ratio, c.low, c.high) if v]
    bound = 1 + (book.study.matters or 0)
    reach = max(1.02, bound, *(max(value, 1 / value) for value in every))
    limit = math.log10(min(reach, 5000)) * 1.1
    layout = {
        "xaxis": {
            "title": {"text": f"Times as fast as {plain(cut(book.baseline_words, 40))}"},
            "type": "log",
            "range": [-limit, limit],
            "tickvals": [value for value, _ in ticks(10**limit)],
            "ticktext": [text for _, text in ticks(10**limit)],
        },
        "yaxis": {"type": "category", "categoryorder": "array", "categoryarray": labels, "automargin": True},
        "shapes": [
            {
                "type": "line",
                "x0": value,
                "x1": value,
                "y0": 0,
                "y1": 1,
                "yref": "paper",
                "line": {"color": "@ink", "width": 1.5, "dash": "solid" if value == 1 else "dot"},
            }
            for value in sorted({1 / bound, 1, bound})
        ],
    }
    layout["yaxis"]["range"] = [-0.7, len(labels) - 0.3]
    layout["yaxis"]["dtick"] = 1  # each row has its label
    layout["yaxis"]["keys"] = [keys[id(c)] for c in ordered]
    layout["meta"] = {"row": ROW}
    if book.brief_words:
        words = f"{book.abscissa_words} · {book.brief_words}" if book.abscissa else book.brief_words
        layout["yaxis"]["title"] = {"text": plain(words)}
        layout["showlegend"] = False  # each row has its label
    columns = ["strategy", book.abscissa or "abscissa", "ratio", "interval_low", "interval_high", "p_adjusted"]
    columns += ["difference_shown", "verdict", "pairs", "smallest_detectable_ratio"]
    if book.study.is_simulated:
        note = "Right of 1: faster. Exact: a simulated machine has no scatter. Open: no difference."
        return View("ratio", traces, layout, columns, rows, note, row_keys)
    note = "Right of 1: faster. Bars: intervals that hold together with 95%. Open: no difference shown."
    if book.study.matters:
        note += f" Between the dotted lines: less than {percent(book.study.matters)}, which does not matter."
    return View("ratio", traces, layout, columns, rows, note, row_keys)


def label_of(book, comparison):
    if len(book.strategies) == 1 and book.abscissa:
        return plain(book.at(comparison.point))
    at = f"{text_of(comparison.point)} · " if book.abscissa else ""
    return plain(at + short(comparison.strategy, book, 24))


def ticks(most):
    """Round ratios from 1/most to most, and their texts."""
    steps = next(
        (
            steps
            for limit, steps in (
                (1.06, (1.02, 1.04)),
                (1.15, (1.05, 1.1)),
                (1.6, (1.2, 1.5)),
                (3, (1.5, 2, 3)),
                (6, (2, 3, 5)),
                (40, (2, 5, 10, 20)),
                (math.inf, (10, 100, 1000)),
            )
            if most <= limit
        )
    )
    steps = [step for step in steps if step <= most]
    slower = [(1 / step, f"1/{step:g}") for step in reversed(steps)]
    return [*slower, (1, "1"), *((step, f"{step:g}") for step in steps)]
