"""Time against ranks on logarithmic axes, with the ideal line (Migliore et al. 2006, figure 2; Hines et al. 2011, figure 4)."""

from ..panel import Panel, View, log_axis, log_range, mean, plain, unit_of_seconds
from .lines import is_numeric, keys_of, line_columns, line_traces, scaling_of, series


def ideal(book, found, power):
    """The ideal line [s]: from the baseline's mean at the smallest point; [] without a power."""
    if power is None:
        return []
    baseline = next((s.index for s in book.strategies if s.is_baseline and s.index in found), None)
    first, values = found[baseline if baseline is not None else min(found)][0]
    return [(point, mean(values) * (point / first) ** power) for point in book.points if point >= first]


def make(book, slide):
    measured = book.study.measured
    found = series(book, slide, measured)
    if not is_numeric(book) or not found:
        note = (
            "No run of this slide is done." if not found else "No axis with numbers, such as ranks, has several values."
        )
        return Panel("scaling", "Scaling", [View("scaling", note=note)])
    power, words = scaling_of(book, slide)
    line = ideal(book, found, power)
    every = [time for run in book.study.done if (time := measured(run))]
    factor, unit = unit_of_seconds(max(every))
    scaled = {
        index: [(point, [factor * wall for wall in walls]) for point, walls in walls_at]
        for index, walls_at in found.items()
    }
    traces, _ = line_traces(book, slide, scaled, unit)
    rows = line_traces(book, slide, found)[1]
    if line:
        traces.append(
            {
                "type": "scatter",
                "mode": "lines",
                "name": "ideal",
                "x": [point for point, _ in line],
                "y": [factor * value for _, value in line],
                "line": {"color": "@muted", "dash": "dot", "width": 1.5},
                "hovertemplate": f"ideal: %{{y:.4g}} {unit}<extra></extra>",
            }
        )
    keys = keys_of(book, slide, found) + [None] * len(line)
    rows += [["ideal", str(point), value, value, value, 0] for point, value in line]
    limits = log_range([factor * time for time in every] + [factor * value for _, value in line])
    layout = {
        "xaxis": log_axis(book, book.points),
        "yaxis": {
            "title": {"text": f"{book.study.measure_words} ({unit})"},
            "type": "log",
            "range": limits,
            "tickformat": ".6~g",
            "dtick": "D2" if limits[1] - limits[0] < 2 else 1,
        },
    }
    note = f"{words} Bars: from the shortest to the longest repetition."
    title = f"Scaling with {book.abscissa_words}"
    return Panel("scaling", title, [View("scaling", traces, layout, line_columns(book, "wall_s"), rows, note, keys)])
