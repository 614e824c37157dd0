"""Efficiency against ranks: the ideal time over the time (Migliore et al. 2006, figure 3)."""

import statistics

from ..panel import Panel, View, log_axis, mean
from .lines import is_numeric, keys_of, line_columns, line_traces, scaling_of, series


def make(book, slide):
    found = series(book, slide, book.study.measured)
    if not is_numeric(book) or not found:
        return Panel("efficiency", "Efficiency", [View("efficiency", note="There is no scaling to judge.")])
    power, _ = scaling_of(book, slide)
    if power is None:
        return Panel("efficiency", "Efficiency", [View("efficiency", note="There is no ideal to compare with.")])
    efficiencies = {}
    for index, line in found.items():
        first, values = line[0]
        reference = mean(values)
        efficiencies[index] = [
            (point, [reference * (point / first) ** power / wall for wall in walls]) for point, walls in line
        ]
    # The harmonic mean: that of the mean time, so that the left end is at 100% however much times scatter.
    traces, rows = line_traces(book, slide, efficiencies, center=statistics.harmonic_mean)
    traces.append(
        {
            "type": "scatter",
            "mode": "lines",
            "name": "ideal",
            "x": [book.points[0], book.points[-1]],
            "y": [1, 1],
            "line": {"color": "@muted", "dash": "dot", "width": 1.5},
            "hoverinfo": "skip",
        }
    )
    top = max(value for line in efficiencies.values() for _, values in line for value in values)
    layout = {
        "xaxis": log_axis(book, book.points),
        "yaxis": {"title": {"text": "Efficiency"}, "range": [0, max(1.1, 1.05 * top)], "tickformat": ".0%"},
    }
    note = "Against the ideal from each strategy's own mean time at the left end."
    columns = line_columns(book, "efficiency")
    keys = keys_of(book, slide, efficiencies)
    return Panel("efficiency", "Efficiency", [View("efficiency", traces, layout, columns, rows, note, keys)])
