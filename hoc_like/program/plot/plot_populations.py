#!/usr/bin/env python3
"""Plots the spikes of populations with the distributions of their rates, intervals and correlations.

    plot_populations.py RASTER -o FIGURE [--group NAME=START:STOP ...] [--start MS] [--tstop MS] [--title TEXT]

Without --group, the populations are those that the script has named (pc.cells, pc.population). The raster shows the last 400 ms at most.
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
from plot_style import COLORS, MOST_DRAWN, STYLE, save, write_title
from raster_file import InOrderOfTime, Raster, united
from spike_counts import Distinct
from spike_statistics import BIN, MOST_CORRELATED, RunningStatistics, bins_of

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


class Rows:
    """The marks of the raster, for each population: of large networks only those of each n-th cell."""

    def __init__(self, groups, start, stop):
        self.groups, self.start, self.stop = groups, start, stop
        self.each = -(-sum(len(cells) for _, cells in groups) // MOST_ROWS)
        self.marks = [[] for _ in groups]

    def add(self, times, gids):
        shown = (times > self.start) & (times <= self.stop)
        times, gids = times[shown], gids[shown]
        for marks, (_, cells) in zip(self.marks, self.groups):
            mine = cells.contains(gids)
            numbers = cells.numbers(gids[mine])
            drawn = numbers % self.each == 0
            marks.append((times[mine][drawn], numbers[drawn] // self.each))

    def draw(self, axes):
        """The populations from bottom to top, like their gids in other rasters."""
        top, ticks = 0, []
        for k, (marks, (_, cells)) in enumerate(zip(self.marks, self.groups)):
            times, rows = (np.concatenate([part[column] for part in marks] or [np.empty(0)]) for column in (0, 1))
            is_image = len(times) > MOST_DRAWN
            color = COLORS[k % len(COLORS)]
            axes.plot(times, top + rows, ".", markersize=2, color=color, rasterized=is_image, clip_on=False)
            height = -(-len(cells) // self.each)
            ticks.append(top + (height - 1) / 2)
            top += height
        axes.set_yticks(ticks, [name for name, _ in self.groups])
        axes.set_ylim(-1, top)
        axes.set_xlim(self.start, self.stop)
        axes.set_xlabel("Time (ms)")


def first_that_fired(groups, spikes, start, stop):
    """Of each population, the numbers of the first cells that fired."""
    fired = [Distinct() for _ in groups]
    for times, gids in spikes:
        gids = gids[(times > start) & (times <= stop) & bins_of(times, start, stop, BIN)[2]]
        for distinct, (_, cells) in zip(fired, groups):
            distinct.add(cells.numbers(gids[cells.contains(gids)]))
    return [distinct.values()[:MOST_CORRELATED] for distinct in fired]


def draw_boxes(axes, label, samples):
    """A box for each population, from the first quartile to the third; whiskers to 5% and 95%, a dot for the mean."""
    boxes = axes.boxplot(
        [sample if len(sample) else [np.nan] for sample in samples],
        orientation="horizontal",
        whis=(5, 95),
        showfliers=False,
        showmeans=True,
        widths=0.6,
        capwidths=0.25,
        patch_artist=True,
        medianprops={"color": "white"},
        meanprops={"marker": "o", "markersize": 4, "markerfacecolor": "black", "markeredgecolor": "black"},
    )
    for k, box in enumerate(boxes["boxes"]):
        box.set(facecolor=COLORS[k % len(COLORS)], edgecolor="none")
    axes.set_ylim(0.4, len(samples) + 0.6)
    axes.set_yticks([])
    axes.set_xlabel(label)
    if label != "correlations":
        axes.set_xlim(0, max(1.05, axes.get_xlim()[1]))


def draw(groups, spikes, start, stop, title):
    """The figure: the raster, and beside it a panel for each statistic; and the statistics of each population.

    `groups`: [(name, first, last + 1)]. `spikes`: pieces (times, gids) in order of time, which are read twice.
    """
    groups = united(groups)
    fired = first_that_fired(groups, spikes, start, stop)
    running = [RunningStatistics(len(cells), start, stop, those) for (_, cells), those in zip(groups, fired)]
    rows = Rows(groups, max(start, stop - LONGEST), stop)
    for times, gids in spikes:
        rows.add(times, gids)
        for statistics, (_, cells) in zip(running, groups):
            mine = cells.contains(gids)
            statistics.add(times[mine], cells.numbers(gids[mine]))
    found = [statistics.all() for statistics in running]
    with plt.rc_context(STYLE):
        figure, (raster, *panels) = plt.subplots(
            1, 4, figsize=(12, 5.4), width_ratios=(4, 1.4, 1.4, 1.4), layout="constrained"
        )
        rows.draw(raster)
        for name, axes in zip(found[0], panels):
            draw_boxes(axes, name + UNITS.get(name, ""), [statistics[name] for statistics in found])
            axes.grid(axis="x", color="#e4e4e4", linewidth=0.8)
            axes.set_axisbelow(True)
        which = "every cell" if rows.each == 1 else f"1 of {rows.each} cells"
        write_title(
            raster,
            title,
            f"{which}; statistics of {start:g} to {stop:.4g} ms: boxes quartiles, whiskers 5 and 95%, dots means",
        )
        raster.texts[-1].set_in_layout(False)  # it may reach over the other panels
    return figure, found


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("raster", help="SONATA (.h5) or text file of spikes")
    parser.add_argument("-o", "--output", default="populations.png", help="figure: .png, .svg or .pdf")
    parser.add_argument("--group", type=parse_range, action="append", default=[], metavar="NAME=START:STOP")
    parser.add_argument(
        "--start", type=float, help="spikes count from here [ms]; default: when recording began, else 0"
    )
    parser.add_argument("--tstop", type=float, help="end [ms]; default: the run's, else the last spike")
    parser.add_argument("--title", help="default: the name of the file")
    options = parser.parse_args(arguments)
    try:
        return write_figure(options)
    except (OSError, ValueError, IndexError, KeyError) as error:
        print(f"plot populations: cannot read {options.raster}: {error}", file=sys.stderr)
        return 1


def write_figure(options):
    raster = Raster(options.raster)
    groups = options.group or raster.run.populations
    if not groups:
        print(
            f"plot populations: {options.raster} names no populations; give their gids with --group NAME=START:STOP",
            file=sys.stderr,
        )
        return 1
    spikes = InOrderOfTime(raster)
    start = options.start if options.start is not None else raster.run.begin or 0.0
    stop = next((t for t in (options.tstop, raster.run.tstop, spikes.last) if t is not None), 0)
    if spikes.last is None or spikes.last <= start or stop <= start:
        print(f"plot populations: {options.raster} has no spikes after {start:g} ms", file=sys.stderr)
        return 1
    title = options.title or pathlib.Path(options.raster).name
    figure, found = draw(groups, spikes, start, stop, title)
    for (name, _), statistics in zip(united(groups), found):
        means = ", ".join(f"{label} {values.mean():.4g}" for label, values in statistics.items() if len(values))
        print(f"{name}: {means}")
    save(figure, options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
