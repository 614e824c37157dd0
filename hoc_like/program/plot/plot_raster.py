#!/usr/bin/env python3
"""Plots a raster of spikes with its population rates.

    plot_raster.py RASTER -o FIGURE [--start MS] [--tstop MS] [--gids GIDS] [--population NAME ...] [--title TEXT]
                   [--group NAME=START:STOP:STEP ...]

RASTER is SONATA (HDF5) or text with one spike per line, "time gid". Populations are those that the script has named
(pc.cells), else those of the SONATA file; --group defines them by gid instead, as Python slices ("kicked=0::8"). A cell
belongs to the first group that contains its gid. Rates are those of all cells if the raster says how many there are, else of
those that fired.
"""

import argparse
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MaxNLocator
from plot_style import COLORS, STYLE, write_title
from raster_file import parse_gids, read_raster, read_raster_and_run

__all__ = ["draw", "main", "parse_group", "read_raster", "regroup"]


def parse_group(text):
    """Parses NAME=START:STOP:STEP into a name and a function that selects from an array of gids."""
    name, equals, span = text.partition("=")
    try:
        parts = [int(part) if part else None for part in span.split(":")]
        start, stop, step = parts + [None] * (3 - len(parts))
    except ValueError:
        equals = ""
    if not equals or not name or len(parts) not in (2, 3):
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME=START:STOP or NAME=START:STOP:STEP")
    start, step = start or 0, step or 1

    def takes(gids):
        return (gids >= start) & ((gids - start) % step == 0) & (gids < (stop if stop is not None else np.inf))

    return name, takes


def range_group(name, first, last):
    return name, lambda gids: (gids >= first) & (gids < last)


def regroup(populations, groups):
    """The spikes of all populations, divided into `groups`; gids in no group form the group "rest"."""
    times = np.concatenate([times for _, times, _ in populations])
    gids = np.concatenate([gids for _, _, gids in populations])
    left = np.ones(len(gids), bool)
    result = []
    for name, takes in groups:
        mine = left & takes(gids)
        result.append((name, times[mine], gids[mine]))
        left &= ~mine
    if left.any():
        result.append(("rest", times[left], gids[left]))
    return result


def count_cells(run, populations, groups, chosen=None):
    """The number of cells in each population, None where the raster does not say it. `chosen`: ranges of gids, or None."""
    if run.gids is None:
        whole = run.cells if len(populations) == 1 and not groups and chosen is None else None
        return [whole if len(populations) == 1 else None for _ in populations]
    gids = np.arange(*run.gids)
    if chosen is not None:
        gids = gids[is_in(gids, chosen)]
    if not groups:
        return [len(gids)] if len(populations) == 1 else [None] * len(populations)
    left = np.ones(len(gids), bool)
    counts = {}
    for name, takes in groups:
        mine = left & takes(gids)
        counts[name] = int(mine.sum())
        left &= ~mine
    counts["rest"] = int(left.sum())
    return [counts.get(name) for name, _, _ in populations]


def is_in(gids, ranges):
    return np.logical_or.reduce([(gids >= first) & (gids < last) for first, last in ranges])


def select(populations, names):
    """The populations with these names, in this order."""
    known = [name for name, _, _ in populations]
    unknown = [name for name in names if name not in known]
    if unknown:
        raise ValueError(f"no population '{unknown[0]}'; it has {', '.join(known)}")
    return [populations[known.index(name)] for name in names]


def bin_width(duration):
    """A round width [ms] that gives about 50 bins."""
    return next((width for width in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100) if duration / width <= 60), duration / 60)


def rate_of(times, cells, edges):
    """Spikes per cell and second in each bin."""
    counts, _ = np.histogram(times, edges)
    return counts / max(cells, 1) / (np.diff(edges) / 1000)


def marks(span):
    """Height and width in points of a spike's mark in that many rows."""
    height = float(np.clip(450 / span, 1.0, 9))
    return height, float(np.clip(height, 0.6, 1.8))


def draw(populations, tstop=None, title="Spikes", start=0.0, cells=None):
    """The figure: every spike above, the rate of each population below.

    `start`, `tstop` [ms]: the part of the run that is shown; by default it ends at the last spike. `cells`: the number of
    cells of each population, None for those that fired.
    """
    last = max((float(times.max()) for _, times, _ in populations if len(times)), default=start + 1.0)
    end = last if tstop is None else tstop
    if end <= start:
        raise ValueError(f"there is nothing from {start:g} to {end:g} ms")
    shown = [((times >= start) & (times <= end)) for _, times, _ in populations]
    populations = [(name, times[mine], gids[mine]) for (name, times, gids), mine in zip(populations, shown)]
    all_times = np.concatenate([times for _, times, _ in populations] or [np.empty(0)])
    all_gids = np.concatenate([gids for _, _, gids in populations] or [np.empty(0, int)])
    fired = [len(np.unique(gids)) for _, _, gids in populations]
    cells = [None] * len(populations) if cells is None else cells
    counted = [known if known is not None else those for known, those in zip(cells, fired)]

    with plt.rc_context(STYLE):
        figure, (raster, rates) = plt.subplots(
            2, 1, figsize=(9, 6.2), sharex=True, height_ratios=(3, 1), layout="constrained"
        )
        span = (all_gids.max() - all_gids.min() + 1) if len(all_gids) else 1
        height, thickness = marks(span)
        width = bin_width(end - start)
        edges = np.append(np.arange(start, end - 1e-9 * width, width), end)
        for index, (name, times, gids) in enumerate(populations):
            color = COLORS[index % len(COLORS)]
            what = "cells" if cells[index] is not None else "cells fired"
            raster.plot(
                times,
                gids,
                linestyle="none",
                marker="|",
                markersize=height,
                markeredgewidth=thickness,
                color=color,
                label=f"{name} ({counted[index]} {what}, {len(times)} spikes)",
                rasterized=len(times) > 20000,
            )
            rate = rate_of(times, counted[index], edges)
            rates.stairs(rate, edges, color=color, linewidth=1.3, label=name)
            if len(populations) < 4:  # more fillings would mix into gray
                rates.stairs(rate, edges, color=color, alpha=0.25 if len(populations) < 3 else 0.08, fill=True)

        raster.set_ylabel("Cell (gid)")
        raster.yaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
        raster.margins(y=0.03)
        rates.set_xlabel("Time (ms)")
        rates.set_ylabel("Rate (spikes/s\nper cell)")
        rates.set_xlim(start, end)
        rates.set_ylim(bottom=0)
        figure.align_ylabels()
        for axes in (raster, rates):
            axes.grid(axis="x", color="#e4e4e4", linewidth=0.8)
            axes.set_axisbelow(True)
        total = sum(counted)
        mean = len(all_times) / total / ((end - start) / 1000) if total else 0.0
        of = "per cell" if all(known is not None for known in cells) else "per cell that fired"
        period = f"in {end - start:.6g} ms" if start == 0 else f"from {start:.6g} to {end:.6g} ms"
        write_title(
            raster,
            title,
            f"{len(all_times)} spikes of {total} cells {period}, {mean:.3g} spikes/s {of}; rate in bins of {width:g} ms",
        )
        # Outside the axes, where the legend hides no spikes.
        legend = figure.legend(
            *raster.get_legend_handles_labels(),
            loc="outside lower center",
            ncols=3,
            frameon=False,
            handlelength=0.8,
            fontsize=9.5,
        )
        for handle in legend.legend_handles:
            handle.set(markersize=9, markeredgewidth=2.5)
        if not len(all_times):
            raster.text(0.5, 0.5, "no spikes", transform=raster.transAxes, ha="center", color="#777777")
    return figure


def figure_of(options):
    """The figure that the options ask for."""
    populations, run = read_raster_and_run(options.raster)
    chosen = parse_gids(options.gids) if options.gids else None
    if chosen is not None:
        populations = [
            (name, times[is_in(gids, chosen)], gids[is_in(gids, chosen)]) for name, times, gids in populations
        ]
    groups = options.group or [range_group(*each) for each in run.populations]
    if groups and populations:
        populations = regroup(populations, groups)
    cells = count_cells(run, populations, groups, chosen)
    if options.population:
        counts = dict(zip((name for name, _, _ in populations), cells))
        populations = select(populations, options.population)
        cells = [counts[name] for name, _, _ in populations]
    if chosen is not None and groups:  # populations of which nothing was chosen
        kept = [k for k, (count, (_, times, _)) in enumerate(zip(cells, populations)) if count != 0 or len(times)]
        populations, cells = [populations[k] for k in kept], [cells[k] for k in kept]
    tstop = options.tstop if options.tstop is not None else run.tstop
    return draw(populations, tstop, options.title or pathlib.Path(options.raster).name, options.start, cells)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("raster", help="SONATA (HDF5) or text file of spikes")
    parser.add_argument("-o", "--output", default="raster.png", help="figure: .png, .svg or .pdf")
    parser.add_argument("--start", type=float, default=0.0, help="beginning of the time axis [ms]")
    parser.add_argument(
        "--tstop", type=float, help="end of the time axis [ms]; default: the run's, else the last spike"
    )
    parser.add_argument("--gids", help="cells to draw: 0-3,7; default: all")
    parser.add_argument("--population", action="append", default=[], help="draw only this population; may be repeated")
    parser.add_argument("--title", help="default: the name of the file")
    parser.add_argument("--group", type=parse_group, action="append", default=[], metavar="NAME=START:STOP:STEP")
    options = parser.parse_args(arguments)
    try:
        figure = figure_of(options)
    except (OSError, ValueError, IndexError) as error:
        print(f"plot: cannot draw {options.raster}: {error}", file=sys.stderr)
        return 1
    figure.savefig(options.output, dpi=150)
    return 0


if __name__ == "__main__":
    sys.exit(main())
