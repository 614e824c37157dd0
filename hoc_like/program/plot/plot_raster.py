#!/usr/bin/env python3
"""Plots a raster of spikes with its population rates.

    plot_raster.py RASTER -o FIGURE [--tstop MS] [--title TEXT] [--group NAME=START:STOP:STEP ...]

RASTER is SONATA (.h5) or text with one spike per line, "time gid". Populations are taken from the SONATA file; --group
defines them by gid instead, as Python slices ("kicked=0::8"). A cell belongs to the first group that contains its gid.
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


def read_raster(path):
    """[(population, times [ms], gids)] of a SONATA or text file."""
    path = pathlib.Path(path)
    if path.suffix in (".h5", ".hdf5"):
        import h5py

        with h5py.File(path, "r") as file:
            if "spikes" not in file:
                raise ValueError(f"{path}: no group /spikes; is this a SONATA raster?")
            if "gids" in file["spikes"]:  # the layout before populations
                return [
                    ("cells", np.asarray(file["spikes/timestamps"], float), np.asarray(file["spikes/gids"], np.int64))
                ]
            return [
                (name, np.asarray(group["timestamps"], float), np.asarray(group["node_ids"], np.int64))
                for name, group in file["spikes"].items()
            ]
    rows = [line.split()[:2] for line in path.read_text().splitlines() if line.strip() and line[0] not in "#/"]
    times = np.array([float(row[0]) for row in rows])
    gids = np.array([int(row[1]) for row in rows], np.int64)
    return [("cells", times, gids)]


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


def bin_width(duration):
    """A round width [ms] that gives about 50 bins."""
    return next((width for width in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100) if duration / width <= 60), duration / 60)


def draw(populations, tstop=None, title="Spikes"):
    """The figure: every spike above, the rate of each population below."""
    all_times = np.concatenate([times for _, times, _ in populations] or [np.empty(0)])
    all_gids = np.concatenate([gids for _, _, gids in populations] or [np.empty(0, int)])
    duration = tstop or (float(all_times.max()) * 1.02 if len(all_times) else 1.0)
    cells = [len(np.unique(gids)) for _, _, gids in populations]

    with plt.rc_context(STYLE):
        figure, (raster, rates) = plt.subplots(
            2, 1, figsize=(9, 6.2), sharex=True, height_ratios=(3, 1), layout="constrained"
        )
        span = (all_gids.max() - all_gids.min() + 1) if len(all_gids) else 1
        height = float(np.clip(450 / span, 2.0, 9))  # points, about a row
        width = bin_width(duration)
        edges = np.arange(0, duration + width, width)
        for index, (name, times, gids) in enumerate(populations):
            color = COLORS[index % len(COLORS)]
            raster.plot(
                times,
                gids,
                linestyle="none",
                marker="|",
                markersize=height,
                markeredgewidth=1.8,
                color=color,
                label=f"{name} ({cells[index]} cells, {len(times)} spikes)",
                rasterized=len(times) > 20000,
            )
            counts, _ = np.histogram(times, edges)
            rate = counts / max(cells[index], 1) / (width / 1000)
            rates.stairs(rate, edges, color=color, linewidth=1.3, label=name)
            rates.stairs(rate, edges, color=color, alpha=0.25 if len(populations) < 3 else 0.08, fill=True)

        raster.set_ylabel("Cell (gid)")
        raster.yaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
        raster.margins(y=0.03)
        rates.set_xlabel("Time (ms)")
        rates.set_ylabel("Rate (spikes/s\nper cell)")
        rates.set_xlim(0, duration)
        rates.set_ylim(bottom=0)
        figure.align_ylabels()
        for axes in (raster, rates):
            axes.grid(axis="x", color="#e4e4e4", linewidth=0.8)
            axes.set_axisbelow(True)
        total = len(np.unique(all_gids))
        mean = len(all_times) / total / (duration / 1000) if total else 0.0
        write_title(
            raster,
            title,
            f"{len(all_times)} spikes of {total} cells in {duration:.4g} ms, {mean:.3g} "
            "spikes/s per cell; "
            f"rate in bins of {width:g} ms",
        )
        # Outside the axes, where the legend hides no spikes.
        figure.legend(
            *raster.get_legend_handles_labels(),
            loc="outside lower center",
            ncols=3,
            frameon=False,
            handlelength=0.8,
            markerscale=1.6,
            fontsize=9.5,
        )
        if not len(all_times):
            raster.text(0.5, 0.5, "no spikes", transform=raster.transAxes, ha="center", color="#777777")
    return figure


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("raster", help="SONATA (.h5) or text file of spikes")
    parser.add_argument("-o", "--output", default="raster.png", help="figure: .png, .svg or .pdf")
    parser.add_argument("--tstop", type=float, help="end of the time axis [ms]; default: the last spike")
    parser.add_argument("--title", help="default: the name of the file")
    parser.add_argument("--group", type=parse_group, action="append", default=[], metavar="NAME=START:STOP:STEP")
    options = parser.parse_args(arguments)
    try:
        populations = read_raster(options.raster)
    except (OSError, ValueError, IndexError) as error:
        print(f"plot: cannot read {options.raster}: {error}", file=sys.stderr)
        return 1
    if options.group and populations:
        populations = regroup(populations, options.group)
    figure = draw(populations, options.tstop, options.title or pathlib.Path(options.raster).name)
    figure.savefig(options.output, dpi=150)
    return 0


if __name__ == "__main__":
    sys.exit(main())
