"""Real-time factor: time of the run over model time (Albers et al. 2022)."""

from ..panel import Panel, View, log_axis, plain
from ..runs import text_of
from .lines import is_numeric, line_columns, line_traces, series


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
    traces.append(
        {
            "type": "scatter",
            "mode": "lines",
            "name": "real time",
            "x": [traces[0]["x"][0], traces[0]["x"][-1]] if not is_numeric(book) else [book.points[0], book.points[-1]],
            "y": [1, 1],
            "line": {"color": "@muted", "dash": "dot", "width": 1.5},
            "visible": True if max(factors) > 0.5 and min(factors) < 5 else "legendonly",
            "hoverinfo": "skip",
        }
    )
    if traces[-1]["visible"] == "legendonly":
        traces.pop()  # a legend covers what is drawn, and no more
    layout = {
        "xaxis": axis,
        "yaxis": {"title": {"text": "Real-time factor"}, "range": [0, 1.08 * max(factors)]},
    }
    note = "Time of the run over model time; below 1 is faster than real time."
    columns = line_columns(book, "real_time_factor")
    return Panel("real_time", "Real-time factor", [View("real time", traces, layout, columns, rows, note)])
