"""A line for each strategy against the abscissa, the slide's strategy in full and the others pale."""

import dataclasses

from ..marks import colors_of, dash_of, marker_of
from ..panel import cells, mean, plain
from ..runs import is_number, text_of


def series(book, slide, value_of):
    """{index of a strategy: [(point, [values of its repetitions])]} for all strategies of the slide's group."""
    everyone = dataclasses.replace(slide, strategy=None)
    found = {}
    for strategy, point, runs in cells(book, everyone):
        values = [value for run in runs if (value := value_of(run)) is not None]
        if values:
            found.setdefault(strategy.index, []).append((point, values))
    return found


def line_traces(book, slide, found, unit="", center=mean):
    """Traces and rows of `series`: means (or `center`) as lines, from the smallest to the largest repetition as bars."""
    colors = colors_of(book.strategies)
    traces, rows = [], []
    for strategy in book.strategies:
        line = found.get(strategy.index)
        if not line:
            continue
        chosen = slide.strategy is None or slide.strategy is strategy
        means = [center(values) for _, values in line]
        rows += [[strategy.label, text_of(p), center(v), min(v), max(v), len(v)] for p, v in line]
        traces.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": plain(strategy.label),
                "x": [point if is_number(point) else plain(text_of(point)) for point, _ in line],
                "y": means,
                "keys": [book.key_at(slide, strategy, point) for point, _ in line],
                "error_y": {
                    "type": "data",
                    "symmetric": False,
                    "array": [max(v) - m for (_, v), m in zip(line, means)],
                    "arrayminus": [m - min(v) for (_, v), m in zip(line, means)],
                    "thickness": 1.2,
                },
                "line": {"color": colors[strategy.index], "dash": dash_of(strategy), "width": 2.5 if chosen else 1},
                "marker": {"symbol": marker_of(strategy), "size": 9 if chosen else 6, "color": colors[strategy.index]},
                "opacity": 1 if chosen else 0.55,
                "hovertemplate": f"%{{y:.4g}} {unit}<extra>{plain(strategy.label)}, %{{x}}</extra>",
            }
        )
    return traces, rows


def keys_of(book, slide, found):
    """The keys of the rows of `line_traces`."""
    return [book.key_at(slide, s, point) for s in book.strategies for point, _ in found.get(s.index, ())]


def line_columns(book, name):
    return ["strategy", book.abscissa or "abscissa", f"{name}_mean", f"{name}_least", f"{name}_most", "repetitions"]


def is_numeric(book):
    """Whether the abscissa has several numbers above 0: a scaling can be drawn."""
    return len(book.points) > 1 and all(is_number(point) and point > 0 for point in book.points)


def grows(book, slide, count):
    """Whether a count is proportional to the abscissa, within a tenth."""
    found = {
        point: run.count(count)
        for point in book.points
        for run in slide.runs
        if text_of(book.point_of(run)) == text_of(point)
    }
    sizes = [size / point for point, size in found.items() if size]
    return len(sizes) > 1 and max(sizes) < 1.1 * min(sizes)


def scaling_of(book, slide):
    """(power, words) of the ideal: its time is proportional to this power of the abscissa; None: there is no ideal.

    Ranks and threads share one network, or one that grows with them. Along other axes the network itself may grow.
    """
    if book.abscissa in ("ranks", "threads"):
        if grows(book, slide, "cells"):
            return 0, "Weak scaling: the network grows along the axis."
        return -1, "Strong scaling: one network."
    if grows(book, slide, "cells") or grows(book, slide, "connections"):
        return 1, "The network grows along the axis; the ideal time is proportional to its size."
    return None, f"Time against {book.abscissa_words}: there is no ideal."
