#!/usr/bin/env python3
"""Plots traces of a SONATA report: one variable of segments over time.

    plot_report.py REPORT -o FIGURE [--population NAME] [--cells GIDS] [--title TEXT]

Draws a line for each segment. If there are many, use --cells to select some; the legend names the first few.
"""

import argparse
import pathlib
import sys

import h5py
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from plot_style import COLORS, STYLE, save, write_title

MOST_LINES = 40  # more are drawn as a band of their values


def text_of(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def check_report(name, data, mapping, nodes, pointers):
    """Checks that the parts of a report are consistent; raises ValueError naming the inconsistent part."""
    if data.ndim != 2 or data.dtype.kind not in "fiu":
        raise ValueError(f"{name}/data is not a table of numbers, but {data.dtype} of shape {data.shape}")
    if (
        len(pointers) != len(nodes) + 1
        or (np.diff(pointers) < 0).any()
        or pointers[0] != 0
        or pointers[-1] != data.shape[1]
    ):
        raise ValueError(
            f"{name}/mapping/index_pointers does not divide the {data.shape[1]} columns of data among {len(nodes)} nodes"
        )
    if mapping["element_ids"].shape != data.shape[1:]:
        raise ValueError(
            f"{name}/mapping has {len(mapping['element_ids'])} element_ids, data has {data.shape[1]} columns"
        )
    time = mapping["time"]
    if time.shape != (3,) or not np.isfinite(time[()]).all() or time[2] <= 0:
        raise ValueError(f"{name}/mapping/time is not a start, an end and a step [ms]")
    if text_of(time.attrs.get("units", "ms")) != "ms":
        raise ValueError(f"{name}/mapping/time is in '{text_of(time.attrs['units'])}'; expected ms")


def read_report(path, population=None):
    """The contents of one population's group as a dictionary; `data` is not read yet."""
    file = h5py.File(path, "r")
    if "report" not in file:
        raise ValueError("no group /report; is this a SONATA report?")
    names = list(file["report"])
    if population is None and len(names) != 1:
        raise ValueError(f"it has the populations {', '.join(names)}; choose one with --population")
    if population is not None and population not in names:
        raise ValueError(f"it has no population {population}; it has {', '.join(names)}")
    group = file["report"][population or names[0]]
    mapping = group["mapping"]
    pointers = mapping["index_pointers" if "index_pointers" in mapping else "index_pointer"][()].astype(np.int64)
    nodes = mapping["node_ids"][()].astype(np.int64)
    if len(pointers) == len(nodes):  # other programs omit the end of the last node
        pointers = np.append(pointers, group["data"].shape[1])
    data = group["data"]
    check_report(group.name, data, mapping, nodes, pointers)
    start, stop, step = mapping["time"][()]
    positions = mapping["element_pos"][()] if "element_pos" in mapping else np.full(data.shape[1], 0.5)
    return {
        "file": file,
        "data": data,
        "times": start + step * np.arange(data.shape[0]),
        "dt": step,
        "gids": np.repeat(nodes, np.diff(pointers)),
        "sections": mapping["element_ids"][()],
        "positions": positions,
        "units": text_of(data.attrs.get("units", "")),
        "variable": text_of(data.attrs.get("variable", "value")),
    }


def parse_cells(words):
    """ "0-3,7" as a set of gids, and None; "E:0-3,E:7" as one of ids, and the population's name."""
    cells, names = set(), set()
    for word in words.split(","):
        name, colon, span = word.rpartition(":")
        names.add(name if colon else None)
        first, _, last = span.partition("-")
        try:
            cells |= set(range(int(first), int(last or first) + 1))
        except ValueError:
            raise argparse.ArgumentTypeError(f"'{word}' is not a gid or a range like 0-9") from None
    if len(names) > 1:
        raise argparse.ArgumentTypeError(f"'{words}' names more than one population")
    return cells, names.pop()


def label_of(report, column):
    one_each = len(set(report["gids"].tolist())) == len(report["gids"])
    place = "" if one_each else f", section {report['sections'][column]} at {report['positions'][column]:.3g}"
    return f"gid {report['gids'][column]}{place}"


def draw(report, columns, title):
    """The figure: a line for each column or, if there are many, their median, quartiles and range at each time."""
    times = report["times"]
    values = np.asarray(report["data"][:, columns], float)
    cells = len(set(report["gids"][columns].tolist()))
    with plt.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(9, 5), layout="constrained")
        if len(columns) <= MOST_LINES:
            for k, column in enumerate(columns):
                axes.plot(
                    times,
                    values[:, k],
                    color=COLORS[k % len(COLORS)],
                    linewidth=1.1,
                    linestyle=("-", "--", ":")[k // len(COLORS) % 3],
                    label=label_of(report, column) if k < 12 else None,
                    alpha=1 if len(columns) < 8 else 0.75,
                )
        elif len(times):
            low, first, middle, third, high = np.percentile(values, [0, 25, 50, 75, 100], axis=1)
            axes.fill_between(times, low, high, color=COLORS[1], alpha=0.15, linewidth=0, label="all segments")
            axes.fill_between(times, first, third, color=COLORS[1], alpha=0.35, linewidth=0, label="the middle half")
            axes.plot(times, middle, color=COLORS[1], linewidth=1.3, label="median")
        units = f" ({report['units']})" if report["units"] else ""
        axes.set_ylabel(f"{report['variable']}{units}")
        axes.set_xlabel("Time (ms)")
        axes.margins(x=0)
        axes.grid(axis="y", color="#e4e4e4", linewidth=0.8)
        axes.set_axisbelow(True)
        more = f"; the first 12 of {len(columns)} are named" if 12 < len(columns) <= MOST_LINES else ""
        write_title(
            axes,
            title,
            f"{report['variable']} of {len(columns)} segments of {cells} cells, "
            f"{len(times)} frames, one every {report['dt']:g} ms{more}",
        )
        if len(columns):
            figure.legend(loc="outside lower center", ncols=4, frameon=False, fontsize=9.5, handlelength=1.2)
        if not len(times):
            axes.text(0.5, 0.5, "no frames", transform=axes.transAxes, ha="center", color="#777777")
    return figure


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("report", help="SONATA file of a report")
    parser.add_argument("-o", "--output", default="report.png", help="figure: .png, .svg or .pdf")
    parser.add_argument("--population", help="population, if the file has several")
    parser.add_argument("--cells", type=parse_cells, help="gids: 0-3,7, or E:0-3 of population E; default: all")
    parser.add_argument("--title", help="default: the name of the file")
    options = parser.parse_args(arguments)
    try:
        cells, population = options.cells or (None, None)
        report = read_report(options.report, population or options.population)
        columns = np.arange(report["data"].shape[1])
        if cells is not None:
            columns = columns[np.isin(report["gids"], list(cells))]
            if not len(columns):
                gids = report["gids"]
                raise ValueError(f"the report has none of these cells; its gids are from {gids.min()} to {gids.max()}")
        figure = draw(report, columns, options.title or pathlib.Path(options.report).name)
    except (OSError, ValueError, KeyError) as error:
        print(f"plot: cannot read {options.report}: {error}", file=sys.stderr)
        return 1
    save(figure, options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
