#!/usr/bin/env python3
"""Plots the time of each exchange interval, as in Hines, Kumar & Schuermann 2011, figures 5 to 8.

    plot_intervals.py SUMMARY.json ... -o FIGURE [--title TEXT]

Each SUMMARY of `ranvier --intervals --summary SUMMARY.json` becomes a panel of the figure. Rasters of earlier versions
can be given, too: their attributes contain the times of rank 0, and the mean and maximum computing time over all ranks.
"""

import argparse
import dataclasses
import json
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from plot_style import COLORS, STYLE, save, write_title


@dataclasses.dataclass
class Intervals:
    """The intervals of one run; times [s]."""

    name: str
    exchange: str
    ranks: int
    t: np.ndarray  # end of the interval [ms]
    compute: np.ndarray  # on rank 0
    mean: np.ndarray  # of compute over all ranks
    most: np.ndarray
    total: np.ndarray  # on rank 0, with communication and waiting


def read_intervals(path):
    """Intervals of a summary, or of an older SONATA file; raises ValueError if the file has none."""
    import h5py

    if not h5py.is_hdf5(path):
        return intervals_of_summary(path, json.loads(pathlib.Path(path).read_text()))

    with h5py.File(path, "r") as file:
        groups = [group for group in file.get("spikes", {}).values() if "interval_t" in group.attrs]
        if not groups:
            raise ValueError("a raster has no intervals; give the file of --intervals --summary FILE.json")
        attributes = dict(groups[0].attrs)

    def column(name):
        return np.array([float(word) for word in attributes[f"interval_{name}"].split()])

    compute = column("deliver") + column("update") + column("collocate")
    return Intervals(
        pathlib.Path(path).name,
        attributes["exchange"],
        len(attributes["update_s"].split()),
        column("t"),
        compute,
        column("compute_mean"),
        column("compute_max"),
        compute + column("communicate") + column("synchronize"),
    )


def intervals_of_summary(path, summary):
    is_simulated = summary.get("format") == "ranvier simulated summary"
    if summary.get("format") != "ranvier summary" and not is_simulated:
        raise ValueError("this is not the summary of a run")
    if "intervals" not in summary:
        raise ValueError("the summary has no intervals; run with --intervals")
    columns = summary["intervals"]["columns"]
    ranks = [np.array(rows).reshape(-1, len(columns)) for rows in summary["intervals"]["per_rank"]]
    count = min(map(len, ranks))
    if count == 0:
        raise ValueError("the run has had no exchange interval")
    shown = np.array([rows[:count] for rows in ranks])  # rank, interval, column

    def column(*names):
        return sum(shown[:, :, columns.index(name)] for name in names)

    compute = column("compute") if is_simulated else column("deliver", "update", "collocate")
    waiting = ("communicate", "synchronize") if is_simulated else ("communicate", "synchronize", "wait")
    return Intervals(
        pathlib.Path(path).name,
        summary["configuration"]["exchange"],
        len(ranks),
        column("t_ms")[0],
        compute[0],
        compute.mean(axis=0),
        compute.max(axis=0),
        (compute + column(*waiting))[0],
    )


def scale_of(seconds):
    """The factor and unit that show these times with few digits."""
    return (1e3, "ms") if seconds >= 1e-3 else (1e6, "µs")


def top_of(runs):
    """The end of the axis [s]: above nearly all intervals, but below a few long ones, which would hide the others."""
    return max(min(run.total.max(), 1.5 * np.quantile(run.total, 0.98)) for run in runs) * 1.06


def draw_panel(axes, run, factor, top):
    axes.plot(run.t, factor * run.total, color=COLORS[0], linewidth=1.1, label="Total, rank 0")
    axes.plot(
        run.t,
        factor * run.most,
        color="black",
        linewidth=0.9,
        linestyle=(0, (4, 2)),
        label="Computing, maximum over ranks",
    )
    axes.plot(run.t, factor * run.mean, color="black", linewidth=2.2, label="Computing, mean over ranks")
    axes.plot(run.t, factor * run.compute, color=COLORS[1], linewidth=0.9, label="Computing, rank 0")
    axes.set_xlim(0, run.t[-1])
    axes.set_ylim(0, factor * top)
    axes.grid(axis="both", color="#e4e4e4", linewidth=0.8)
    axes.set_axisbelow(True)


def describe(run, top):
    text = (
        f"{len(run.t)} intervals on {run.ranks} rank{'s' if run.ranks > 1 else ''}, {run.total.sum():.3g} s; "
        f"computing {run.mean.sum():.3g} s, {run.mean.sum() / run.total.sum():.0%}"
    )
    above = int((run.total > top).sum())
    return text + (f"; {above} longer than the axis" if above else "")


def draw(runs, title=None):
    """The figure: a panel for each run, all on the same scale."""
    top = top_of(runs)
    factor, unit = scale_of(top)
    columns = 1 if len(runs) == 1 else 2
    rows = -(-len(runs) // columns)
    with plt.rc_context(STYLE):
        figure, panels = plt.subplots(
            rows,
            columns,
            figsize=(9 if columns == 1 else 13, 1.2 + 3.8 * rows),
            sharey=True,
            squeeze=False,
            layout="constrained",
        )
        if title and len(runs) > 1:
            figure.suptitle(title, x=0.01, ha="left", fontsize=14, fontweight="bold")
        for axes, run in zip(panels.flat, runs):
            draw_panel(axes, run, factor, top)
            write_title(axes, title if title and len(runs) == 1 else run.exchange, describe(run, top))
        for axes in panels.flat[len(runs) :]:
            axes.set_visible(False)
        for axes in panels[-1]:
            axes.set_xlabel("End of the interval (ms)")
        for row in panels:
            row[0].set_ylabel(f"Time for an interval ({unit})")
        figure.legend(
            *panels[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False, fontsize=9.5
        )
    return figure


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("summaries", nargs="+", help="of runs with --intervals")
    parser.add_argument("-o", "--output", default="intervals.png", help="figure: .png, .svg or .pdf")
    parser.add_argument("--title", help="default: the exchange strategy, or none for several runs")
    options = parser.parse_args(arguments)
    runs = []
    for summary in options.summaries:
        try:
            runs.append(read_intervals(summary))
        except (OSError, ValueError, KeyError) as error:
            print(f"plot intervals: cannot read {summary}: {error}", file=sys.stderr)
            return 1
    save(draw(runs, options.title), options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
