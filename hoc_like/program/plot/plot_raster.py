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
from matplotlib.colors import to_rgb
from matplotlib.ticker import MaxNLocator
from plot_style import COLORS, MOST_DRAWN, STYLE, save, write_title
from raster_file import Raster, parse_gids, united
from spike_counts import Extent, parts_of

__all__ = ["Raster", "Regrouped", "draw", "main", "parse_group"]


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


class Regrouped:
    """The spikes of `pieces`, divided into `groups`; gids in no group form the group "rest"."""

    def __init__(self, pieces, groups):
        self.pieces, self.groups = pieces, groups

    def __iter__(self):
        for name, _ in self.groups:
            yield name, np.empty(0), np.empty(0, np.int64)
        for _, times, gids in self.pieces:
            left = np.ones(len(gids), bool)
            for name, takes in self.groups:
                mine = left & takes(gids)
                yield name, times[mine], gids[mine]
                left &= ~mine
            if left.any():
                yield "rest", times[left], gids[left]


class Chosen:
    """The spikes of `pieces` whose gids are in `ranges`."""

    def __init__(self, pieces, ranges):
        self.pieces, self.ranges = pieces, ranges

    def __iter__(self):
        for name, times, gids in self.pieces:
            mine = is_in(gids, self.ranges)
            yield name, times[mine], gids[mine]


class Selected:
    """The populations of `pieces` with these names, in this order."""

    def __init__(self, pieces, names):
        self.pieces, self.names = pieces, names

    def __iter__(self):
        for name in self.names:
            yield name, np.empty(0), np.empty(0, np.int64)
        yield from (piece for piece in self.pieces if piece[0] in self.names)


def count_cells(run, populations, groups, chosen=None):
    """The number of cells in each population, None where the raster does not say it.

    `populations`: names; `chosen`: ranges of gids, or None.
    """
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
    return [counts.get(name) for name in populations]


def is_in(gids, ranges):
    return np.logical_or.reduce([(gids >= first) & (gids < last) for first, last in ranges])


def check_known(names, known):
    unknown = [name for name in names if name not in known]
    if unknown:
        raise ValueError(f"no population '{unknown[0]}'; it has {', '.join(known)}")


def bin_width(duration):
    """A round width [ms] that gives about 50 bins."""
    return next((width for width in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100) if duration / width <= 60), duration / 60)


def rate_of(counts, cells, edges):
    """Spikes per cell and second in each bin."""
    return counts / max(cells, 1) / (np.diff(edges) / 1000)


def draw_marks(axes, part, color, label):
    """A mark for each spike; the density where there are too many. A line of the legend names the population."""
    axes.plot(
        np.concatenate(part.times or [np.empty(0)]),
        np.concatenate(part.gids or [np.empty(0)]),
        linestyle="none",
        marker="|",
        color=color,
        label=label,
        rasterized=part.count > MOST_DRAWN,
        clip_on=False,  # the first and the last are whole
    )
    if part.density is None:
        return
    counts = part.density.counts
    image = np.empty((*counts.shape, 4), np.uint8)
    image[..., :3] = np.round(255 * np.array(to_rgb(color)))
    image[..., 3] = np.where(counts > 0, 40 + 215 * (counts / max(counts.max(), 1)), 0)
    axes.imshow(image, extent=part.density.extent, origin="lower", aspect="auto", interpolation="nearest", zorder=2)


def fit_marks(figure, axes):
    """Makes the marks of cells lower than the distance to their neighbors, except where they could hardly be seen then."""
    figure.draw_without_rendering()  # lays it out
    low, high = axes.get_ylim()
    row = axes.bbox.height / figure.dpi * 72 / (high - low)  # [points]
    visible = min(2.5, 450 / (high - low))
    height = float(np.clip(max(0.8 * row, visible), 1.0, 9))
    for line in axes.lines:
        line.set(markersize=height, markeredgewidth=float(np.clip(0.4 * height, 0.6, 1.8)))


def draw_rates(axes, parts, counted, edges):
    for index, (part, cells) in enumerate(zip(parts, counted)):
        color = COLORS[index % len(COLORS)]
        rate = rate_of(part.histogram, cells, edges)
        axes.stairs(rate, edges, color=color, linewidth=1.3, label=part.name)
        if len(parts) < 4:  # more fillings would mix into gray
            axes.stairs(rate, edges, color=color, alpha=0.25 if len(parts) < 3 else 0.08, fill=True)
    axes.set_xlabel("Time (ms)")
    axes.set_ylabel("Rate (spikes/s\nper cell)")
    axes.set_xlim(edges[0], edges[-1])
    axes.set_ylim(bottom=0)


def subtitle(parts, total, is_whole, edges, width):
    start, end = edges[0], edges[-1]
    count = sum(part.count for part in parts)
    mean = count / total / ((end - start) / 1000) if total else 0.0
    of = "per cell" if is_whole else "per cell that fired"
    period = f"in {end - start:.6g} ms" if start == 0 else f"from {start:.6g} to {end:.6g} ms"
    spikes = f"{count} spikes" + (" (as density)" if any(part.density is not None for part in parts) else "")
    return f"{spikes} of {total} cells {period}, {mean:.3g} spikes/s {of}; rate in bins of {width:g} ms"


def draw(spikes, tstop=None, title="Spikes", start=0.0, cells=None):
    """The figure: every spike above, the rate of each population below.

    `spikes`: pieces (population, times, gids), which are read several times; `start`, `tstop` [ms]: the part of the run that
    is shown, by default until the last spike; `cells`: the number of cells of each population, None for those that fired.
    """
    extent = Extent(spikes, start, np.inf if tstop is None else tstop)
    end = tstop if tstop is not None else extent.last if extent.last is not None else start + 1.0
    if end <= start:
        raise ValueError(f"there is nothing from {start:g} to {end:g} ms")
    width = bin_width(end - start)
    edges = np.append(np.arange(start, end - 1e-9 * width, width), end)
    parts = parts_of(spikes, extent, start, end, edges)
    cells = [None] * len(parts) if cells is None else cells
    counted = [known if known is not None else len(part.fired.values()) for known, part in zip(cells, parts)]

    with plt.rc_context(STYLE):
        figure, (raster, rates) = plt.subplots(
            2, 1, figsize=(9, 6.2), sharex=True, height_ratios=(3, 1), layout="constrained"
        )
        for index, (part, known) in enumerate(zip(parts, cells)):
            what = "cells" if known is not None else "cells fired"
            label = f"{part.name} ({counted[index]} {what}, {part.count} spikes)"
            draw_marks(raster, part, COLORS[index % len(COLORS)], label)
        raster.set_ylabel("Cell (gid)")
        raster.yaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
        raster.margins(y=0.03)
        draw_rates(rates, parts, counted, edges)
        figure.align_ylabels()
        for axes in (raster, rates):
            axes.grid(axis="x", color="#e4e4e4", linewidth=0.8)
            axes.set_axisbelow(True)
        is_whole = all(known is not None for known in cells)
        write_title(raster, title, subtitle(parts, sum(counted), is_whole, edges, width))
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
        fit_marks(figure, raster)
        if not extent.count:
            raster.text(0.5, 0.5, "no spikes", transform=raster.transAxes, ha="center", color="#777777")
    return figure


def check_chosen(run, spikes, words):
    """Raises ValueError if the raster has none of the chosen gids: neither spikes of them, nor the word that they ran."""
    if run.gids is not None and is_in(np.arange(*run.gids), spikes.ranges).any():
        return
    if any(Extent(spikes).names.values()):
        return
    known = f"; its gids are {run.gids[0]}-{run.gids[1] - 1}" if run.gids is not None else " that has fired"
    raise ValueError(f"--gids {words}: there is no such cell{known}")


def figure_of(options):
    """The figure that the options ask for."""
    spikes = raster = Raster(options.raster)
    chosen = parse_gids(options.gids) if options.gids else None
    if chosen is not None:
        spikes = Chosen(spikes, chosen)
        check_chosen(raster.run, spikes, options.gids)
    groups = options.group or [(name, cells.contains) for name, cells in united(raster.run.populations)]
    if groups:
        spikes = Regrouped(spikes, groups)
    counts = Extent(spikes).names
    cells = dict(zip(counts, count_cells(raster.run, list(counts), groups, chosen)))
    names = options.population or list(counts)
    check_known(names, counts)
    if chosen is not None and groups:  # not the populations of which nothing was chosen
        names = [name for name in names if cells[name] != 0 or counts[name]]
    tstop = options.tstop if options.tstop is not None else raster.run.tstop
    title = options.title or pathlib.Path(options.raster).name
    start = options.start if options.start is not None else raster.run.begin or 0.0
    return draw(Selected(spikes, names), tstop, title, start, [cells[name] for name in names])


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("raster", help="SONATA (HDF5) or text file of spikes")
    parser.add_argument("-o", "--output", default="raster.png", help="figure: .png, .svg or .pdf")
    parser.add_argument(
        "--start",
        type=float,
        help="beginning of the time axis [ms]; default: when recording began, if the file says it, else 0",
    )
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
    save(figure, options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
