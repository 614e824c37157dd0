#!/usr/bin/env python3
"""Plots the spikes of populations with the distributions of their rates, intervals and correlations.

    plot_populations.py RASTER -o FIGURE [--group NAME=START:STOP ...] [--start MS] [--tstop MS] [--title TEXT]

Without --group, the populations are those that the script has named (pc.cells). The raster shows the last 400 ms at most.
Statistics count the spikes from --start to --tstop: rates of all cells of the gids START to STOP - 1, coefficients of variation of the intervals of cells that fired three times or more, and
correlations of the spike counts of 200 cells in bins of 2 ms.
"""

import argparse
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from plot_style import COLORS, STYLE, write_title
from raster_file import read_raster_and_run
from spike_statistics import statistics_of

MOST_ROWS = 1000  # cells in the raster
LONGEST = 400  # [ms] in the raster
UNITS = {"rates": " (spikes/s)"}


def parse_range(text):
    """Parses NAME=START:STOP into a name and two gids."""
    name, _, span = text.partition("=")
    start, colon, stop = span.partition(":")
    if not (name and colon and start.isdecimal() and stop.isdecimal() and int(start) < int(stop)):
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME=START:STOP with START < STOP")
    return name, int(start), int(stop)


def draw_raster(axes, groups, times, gids, start, stop):
    """The populations from top to bottom; of large networks only each n-th cell."""
    each = -(-sum(last - first for _, first, last in groups) // MOST_ROWS)
    top, ticks = 0, []
    for k, (_, first, last) in enumerate(groups):
        shown = (gids >= first) & (gids < last) & ((gids - first) % each == 0) & (times > start) & (times <= stop)
        axes.plot(times[shown], top + (gids[shown] - first) // each, ".", markersize=2, color=COLORS[k % len(COLORS)])
        rows = -(-(last - first) // each)
        ticks.append(top + rows / 2)
        top += rows
    axes.set_yticks(ticks, [name for name, _, _ in groups])
    axes.set_ylim(top, 0)
    axes.set_xlim(start, stop)
    axes.set_xlabel("Time (ms)")
    return each


def draw_boxes(axes, label, samples):
    """A box for each population, from the first quartile to the third; whiskers to 5% and 95%, a dot for the mean."""
    boxes = axes.boxplot(
        [sample if len(sample) else [np.nan] for sample in samples],
        orientation="horizontal",
        whis=(5, 95),
        showfliers=False,
        showmeans=True,
        widths=0.6,
        patch_artist=True,
        medianprops={"color": "white"},
        meanprops={"marker": "o", "markersize": 4, "markerfacecolor": "black", "markeredgecolor": "black"},
    )
    for k, box in enumerate(boxes["boxes"]):
        box.set(facecolor=COLORS[k % len(COLORS)], edgecolor="none")
    axes.set_ylim(len(samples) + 0.6, 0.4)
    axes.set_yticks([])
    axes.set_xlabel(label)
    if label != "correlations":
        axes.set_xlim(0, max(1, axes.get_xlim()[1]))


def draw(groups, times, gids, start, stop, title):
    """The figure: the raster, and beside it a panel for each statistic."""
    found = []
    for _, first, last in groups:
        mine = (gids >= first) & (gids < last)
        found.append(statistics_of(times[mine], gids[mine] - first, last - first, start, stop))
    with plt.rc_context(STYLE):
        figure, (raster, *panels) = plt.subplots(
            1, 4, figsize=(12, 5.4), width_ratios=(4, 1.4, 1.4, 1.4), layout="constrained"
        )
        each = draw_raster(raster, groups, times, gids, max(start, stop - LONGEST), stop)
        for name, axes in zip(found[0], panels):
            draw_boxes(axes, name + UNITS.get(name, ""), [statistics[name] for statistics in found])
            axes.grid(axis="x", color="#e4e4e4", linewidth=0.8)
            axes.set_axisbelow(True)
        rows = "every cell" if each == 1 else f"1 of {each} cells"
        write_title(
            raster,
            title,
            f"{rows}; statistics of {start:g} to {stop:.4g} ms: boxes quartiles, whiskers 5 and 95%, dots means",
        )
        raster.texts[-1].set_in_layout(False)  # it may reach over the other panels
    return figure, found


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("raster", help="SONATA (.h5) or text file of spikes")
    parser.add_argument("-o", "--output", default="populations.png", help="figure: .png, .svg or .pdf")
    parser.add_argument("--group", type=parse_range, action="append", default=[], metavar="NAME=START:STOP")
    parser.add_argument("--start", type=float, default=0, help="spikes count from here [ms]")
    parser.add_argument("--tstop", type=float, help="end [ms]; default: the run's, else the last spike")
    parser.add_argument("--title", help="default: the name of the file")
    options = parser.parse_args(arguments)
    try:
        populations, run = read_raster_and_run(options.raster)
    except (OSError, ValueError, IndexError) as error:
        print(f"plot populations: cannot read {options.raster}: {error}", file=sys.stderr)
        return 1
    groups = options.group or run.populations
    if not groups:
        print(
            f"plot populations: {options.raster} names no populations; give their gids with --group NAME=START:STOP",
            file=sys.stderr,
        )
        return 1
    times, gids = (np.concatenate([each[k] for each in populations] or [np.empty(0)]) for k in (1, 2))
    stop = next((t for t in (options.tstop, run.tstop) if t is not None), times.max() if len(times) else 0)
    if not (times > options.start).any() or stop <= options.start:
        print(f"plot populations: {options.raster} has no spikes after {options.start:g} ms", file=sys.stderr)
        return 1
    title = options.title or pathlib.Path(options.raster).name
    figure, found = draw(groups, times, gids, options.start, stop, title)
    for (name, _, _), statistics in zip(groups, found):
        means = ", ".join(f"{label} {values.mean():.4g}" for label, values in statistics.items() if len(values))
        print(f"{name}: {means}")
    figure.savefig(options.output, dpi=150)
    return 0


if __name__ == "__main__":
    sys.exit(main())
