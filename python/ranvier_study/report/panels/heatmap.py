"""Time of each exchange interval on each rank (Hines et al. 2011, figures 5 to 8; Lober et al. 2026, figure 13)."""

import numpy as np

from ..panel import Panel, View, cells, unit_of_seconds
from ..runs import text_of

MOST_INTERVALS, MOST_RANKS = 400, 128  # a figure has no more columns and rows; then each shows a mean


def make(book, slide):
    views = [
        view_of(label_of(book, slide, strategy, point), run, book.key_of(run.configuration))
        for strategy, point, runs in reversed(list(cells(book, slide)))
        if (run := typical([run for run in runs if run.intervals])) is not None
    ]
    if not views:
        note = "No summary has times of intervals: write `intervals: true` in the study's file."
        views = [View("intervals", note=note)]
    return Panel("intervals", "Exchange intervals", views)


def typical(runs):
    """The run of the median time, or None."""
    return sorted(runs, key=lambda run: (run.wall, run.repetition))[(len(runs) - 1) // 2] if runs else None


def tables(run):
    """(end of each interval [ms], computing, waiting [s]): the latter two [rank, interval].

    Computing is deliver, update and collocate. Waiting is communicate and synchronize: what a rank spends until it has the
    spikes of the others.
    """
    columns = run.intervals["columns"]
    ranks = run.intervals["per_rank"]
    count = min(len(rank) for rank in ranks)
    table = np.array([rank[:count] for rank in ranks], float)

    def total(*names):
        return sum((table[:, :, columns.index(name)] for name in names if name in columns), np.zeros(table.shape[:2]))

    times = table[0, :, columns.index("t_ms")]
    return times, total("deliver", "update", "collocate"), total("communicate", "synchronize", "wait")


def thin(table, most_rows, most_columns):
    """Means of adjacent rows and columns, at most `most_rows` and `most_columns` of them."""
    for axis, most in ((0, most_rows), (1, most_columns)):
        step = -(-table.shape[axis] // most)
        if step > 1:
            starts = np.arange(0, table.shape[axis], step)
            counts = np.diff(np.append(starts, table.shape[axis]))
            shape = (-1, 1) if axis == 0 else (1, -1)
            table = np.add.reduceat(table, starts, axis=axis) / counts.reshape(shape)
    return table


def label_of(book, slide, strategy, point):
    """What a view of one configuration is called on its slide."""
    parts = ([strategy.label] if slide.strategy is None else []) + ([book.at(point)] if book.abscissa else [])
    return ", ".join(parts) or strategy.label


def view_of(label, run, key):
    times, computing, waiting = tables(run)
    columns = ["interval_end_ms", "rank", "computing_s", "waiting_s"]
    thinned = [thin(table, MOST_RANKS, MOST_INTERVALS) for table in (computing, waiting)]
    step_t, step_r = -(-computing.shape[1] // MOST_INTERVALS), -(-computing.shape[0] // MOST_RANKS)
    shown_times = times[step_t - 1 :: step_t]
    if len(shown_times) < thinned[0].shape[1]:
        shown_times = np.append(shown_times, times[-1])
    shown_ranks = np.arange(thinned[0].shape[0]) * step_r
    top = float(np.quantile(np.concatenate([table.ravel() for table in thinned]), 0.995)) or 1e-9
    factor, unit = unit_of_seconds(top)
    rows = [
        [float(t), int(rank), float(thinned[0][i, j]), float(thinned[1][i, j])]
        for i, rank in enumerate(shown_ranks)
        for j, t in enumerate(shown_times)
    ]

    def heat(table, name, axis):
        return {
            "type": "heatmap",
            "name": name,
            "x": [float(t) for t in shown_times],
            "y": [int(rank) for rank in shown_ranks],
            "z": [[float(f"{factor * value:.4g}") for value in row] for row in table],
            "yaxis": axis,
            "coloraxis": "coloraxis",
            "hovertemplate": f"{name}<br>to %{{x}} ms, rank %{{y}}: %{{z:.4g}} {unit}<extra></extra>",
        }

    layout = {
        "xaxis": {"title": {"text": "End of the interval (ms)"}, "anchor": "y2"},
        "yaxis": {"title": {"text": "Rank<br>computing"}, "domain": [0.54, 1], "dtick": rank_tick(computing.shape[0])},
        "yaxis2": {"title": {"text": "Rank<br>waiting"}, "domain": [0, 0.46], "dtick": rank_tick(computing.shape[0])},
        "coloraxis": {
            "colorscale": "Cividis",
            "cmin": 0,
            "cmax": factor * top,
            "colorbar": {"title": {"text": f"Time ({unit})", "side": "right"}, "thickness": 12, "len": 1},
        },
    }
    notes = [f"Repetition {run.repetition}, the median of its configuration. Waiting: communicate and synchronize."]
    if step_t > 1 or step_r > 1:
        notes.append(f"Each field is the mean of {step_t} intervals and {step_r} ranks.")
    traces = [heat(thinned[0], "computing", "y"), heat(thinned[1], "waiting", "y2")]
    return View(label, traces, layout, columns, rows, " ".join(notes), key=key)


def rank_tick(ranks):
    return 1 if ranks <= 8 else 2 ** max(0, (ranks - 1).bit_length() - 3)
