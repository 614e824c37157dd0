"""Distribution of cycle times, with the prediction of order statistics (Lober et al. 2026, section 2.4 and figure 7b).

A cycle is an exchange interval; its time on a rank is what the rank computes (deliver, update, collocate). All ranks wait
for the slowest. If the times of M ranks were independent and normal, with mean mu and standard deviation sigma, the
slowest would take mu + xi_M sigma on average (equation 8); Blom (1958) approximates xi_M. Here each interval has its own
mu, since activity varies over time for all ranks alike, and sigma is that of the ranks around it.
"""

import math
import statistics

import numpy as np

from ..marks import colors_of
from ..panel import Panel, View, cells, unit_of_seconds
from .heatmap import label_of, tables

BINS = 60


def expected_maximum(ranks):
    """xi_M: the expected maximum of M independent standard normal numbers, after Blom (1958) with alpha = 0.375."""
    if ranks < 2:
        return 0.0
    return statistics.NormalDist().inv_cdf((ranks - 0.375) / (ranks - 2 * 0.375 + 1))


def make(book, slide):
    colors = colors_of(book.strategies)
    views = []
    for strategy, point, runs in reversed(list(cells(book, slide))):
        found = [tables(run)[1] for run in runs if run.intervals]
        if found:
            count = min(table.shape[1] for table in found)
            same = [table[:, :count] for table in found if table.shape[0] == found[0].shape[0]]
            label, key = label_of(book, slide, strategy, point), book.key_at(slide, strategy, point)
            views.append(view_of(label, colors[strategy.index], same, key))
    if not views:
        views = [View("cycles", note="No summary has times of intervals: write `intervals: true` in the study's file.")]
    return Panel("cycles", "Cycle times", views)


def view_of(label, color, repetitions, key):
    """`repetitions`: of each run the computing time [rank, interval] [s]."""
    every = np.concatenate([table.ravel() for table in repetitions])
    maxima = np.concatenate([table.max(axis=0) for table in repetitions])
    ranks = repetitions[0].shape[0]
    means = np.concatenate([table.mean(axis=0) for table in repetitions])
    mu, sigma = float(every.mean()), spread(repetitions)
    predicted = mu + expected_maximum(ranks) * sigma
    low, top = float(every.min()), max(float(np.quantile(maxima, 0.995)), predicted)
    width = (top - low) / BINS or 1e-9
    edges = low + width * np.arange(BINS + 1)
    factor, unit = unit_of_seconds(top)
    middles = factor * (edges[:-1] + width / 2)
    above = int((every > edges[-1]).sum())
    density = [np.histogram(values, edges)[0] / (len(values) * factor * width) for values in (every, maxima)]
    traces, rows = [], []
    names = ("each rank and interval", "slowest rank of each interval")
    for values, name, dash, fill in zip(density, names, ("solid", "dash"), ("tozeroy", None)):
        traces.append(
            {
                "type": "scatter",
                "mode": "lines",
                "name": name,
                "x": [float(f"{x:.6g}") for x in middles],
                "y": [float(f"{y:.6g}") for y in values],
                "line": {"color": color, "dash": dash, "width": 2, "shape": "hvh"},
                "hovertemplate": f"%{{x:.4g}} {unit}: %{{y:.4g}} per {unit}<extra>{name}</extra>",
                **({"fill": fill, "fillcolor": "rgba(128,128,128,0.18)"} if fill else {}),
            }
        )
    curve = order_statistics(edges, means, sigma, ranks)
    highest = max(float(values.max()) for values in density)
    if curve is not None:
        traces.append(
            {
                "type": "scatter",
                "mode": "lines",
                "name": "slowest, predicted",
                "x": [float(f"{x:.6g}") for x in middles],
                "y": [float(f"{y / factor:.6g}") for y in curve],
                "line": {"color": "@ink", "dash": "dot", "width": 1.5},
                "hovertemplate": f"%{{x:.4g}} {unit}: %{{y:.4g}} per {unit}<extra>slowest, predicted</extra>",
            }
        )
        highest = max(highest, float(curve.max()) / factor)
    for middle, *values in zip(middles, *density, curve / factor if curve is not None else np.full(BINS, np.nan)):
        rows.append([float(middle) / factor, *(None if math.isnan(v) else float(v) * factor for v in values)])
    layout = {
        "xaxis": {"title": {"text": f"Computing time of an interval ({unit})"}, "range": [factor * low, factor * top]},
        "yaxis": {"title": {"text": f"Density (1/{unit})"}, "range": [0, 1.05 * highest]},
    }
    columns = ["time_s", "density_per_s", "density_of_slowest_per_s", "predicted_density_of_slowest_per_s"]
    return View(label, traces, layout, columns, rows, note_of(repetitions, mu, predicted, maxima, above), key=key)


def note_of(repetitions, mu, predicted, maxima, above):
    ranks, intervals = repetitions[0].shape
    factor, unit = unit_of_seconds(max(predicted, float(maxima.mean())) * intervals)
    text = f"{len(repetitions)} runs of {intervals} intervals on {ranks} rank{'s' if ranks > 1 else ''}. "
    if ranks < 2:
        return text + "One rank waits for nobody."
    measured = factor * intervals * (float(maxima.mean()) - mu)
    expected = factor * intervals * (predicted - mu)
    text += (
        f"Waiting for the slowest rank, sum over a run: {measured:.3g} {unit} measured; "
        f"{expected:.3g} {unit} predicted by order statistics, for independent normal times."
    )
    return text + (f" {above} times beyond the axis." if above else "")


def spread(repetitions):
    """Standard deviation of the ranks' times around the mean of their interval [s]."""
    ranks = repetitions[0].shape[0]
    if ranks < 2:
        return 0.0
    return math.sqrt(float(np.mean([table.var(axis=0, ddof=1).mean() for table in repetitions])))


def order_statistics(edges, means, sigma, ranks):
    """Density [1/s] of the slowest of `ranks` independent normal times, mean over each bin; None if it is not defined.

    `means`: the mean of each interval, all of the same weight.
    """
    if ranks < 2 or sigma <= 0:
        return None
    normal = statistics.NormalDist()
    distances = (edges[:, None] - means[None, :]) / sigma
    tabulated = np.linspace(-8, 8, 1601)
    values = np.array([normal.cdf(x) for x in tabulated]) ** ranks
    distribution = np.interp(distances, tabulated, values).mean(axis=1)
    return np.diff(distribution) / np.diff(edges)
