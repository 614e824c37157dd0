"""Real-time factor: time of the run over model time (Albers et al. 2022)."""

from ..panel import Panel, View, log_axis, plain
from ..runs import text_of
from .lines import is_numeric, keys_of, line_columns, line_traces, series


def make(book, slide):
    found = series(book, slide, lambda run: run.real_time_factor)
    if not found:
        return Panel("real_time", "Real-time factor", [View("real time", note="No model time was advanced.")])
    traces, rows = line_traces(book, slide, found)
    factors = [factor for run in book.study.done if (factor := run.real_time_factor)]
    if is_numeric(book):
        axis = log_axis(book, book.points)
    else:
        axis = {"title": {"text": plain(book.abscissa_title)}, "type": "category"}
        axis["range"] = [-0.6, len(book.points) - 0.4]
        for trace in traces:
            trace["x"] = [plain(text_of(x)) if book.abscissa else "all runs" for x in trace["x"]]
    has_real_time = max(factors) > 0.5 and min(factors) < 5
    if has_real_time:
        ends = [book.points[0], book.points[-1]] if is_numeric(book) else [traces[0]["x"][0], traces[0]["x"][-1]]
        traces.append(
            {
                "type": "scatter",
                "mode": "lines",
                "name": "real time",
                "x": ends,
                "y": [1, 1],
                "line": {"color": "@muted", "dash": "dot", "width": 1.5},
                "hoverinfo": "skip",
            }
        )
    layout = {
        "xaxis": axis,
        "yaxis": {"title": {"text": "Real-time factor"}, "range": [0, 1.08 * max(*factors, 1 if has_real_time else 0)]},
    }
    note = "Time of the run over model time; below 1 is faster than real time."
    columns = line_columns(book, "real_time_factor")
    keys = keys_of(book, slide, found)
    return Panel("real_time", "Real-time factor", [View("real time", traces, layout, columns, rows, note, keys)])
