#!/usr/bin/env python3
"""Plots the traces of `ranvier run --trace`.

    plot_traces.py TRACES.csv -o FIGURE [--start MS] [--tstop MS] [--title TEXT]

The first column of the file is the time, "t (ms)"; each further one is a variable. Variables of the same name, such as v in
several sections, share a panel.
"""

import argparse
import csv
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from plot_style import COLORS, STYLE, save, write_title

UNITS = {"v": "mV", "i": "nA", "vext": "mV"}  # of variables whose units do not depend on the mechanism


def read_traces(path):
    """Times [ms], and the values of each variable by its name; raises ValueError if the file is another."""
    with open(path, newline="") as file:
        rows = csv.reader(file)
        names = next(rows, [])
        if not names or names[0] != "t (ms)":
            raise ValueError("this is not a file of --trace: its first column is not 't (ms)'")
        values = np.array([[float(word) for word in row] for row in rows]).reshape(-1, len(names))
    return values[:, 0], dict(zip(names[1:], values[:, 1:].T))


def variable_of(name):
    """v of soma.v(0.5)."""
    return name.partition("(")[0].rpartition(".")[2]


def panels_of(traces):
    """The names of the traces of each panel, by variable."""
    panels = {}
    for name in traces:
        panels.setdefault(variable_of(name), []).append(name)
    return panels


def draw(times, traces, title):
    panels = panels_of(traces)
    with plt.rc_context(STYLE):
        figure, all_axes = plt.subplots(
            len(panels), 1, figsize=(9, 1.4 + 2.6 * len(panels)), sharex=True, squeeze=False, layout="constrained"
        )
        for axes, (variable, names) in zip(all_axes[:, 0], panels.items()):
            for k, name in enumerate(names):
                style = ("-", "--", ":")[k // len(COLORS) % 3]
                axes.plot(
                    times, traces[name], color=COLORS[k % len(COLORS)], linewidth=1.2, linestyle=style, label=name
                )
            unit, is_alone = UNITS.get(variable), len(names) == 1
            label = names[0] if is_alone else variable
            axes.set_ylabel(f"{label} in {unit}" if unit else label)
            axes.margins(x=0)
            axes.grid(axis="y", color="#e4e4e4", linewidth=0.8)
            axes.set_axisbelow(True)
            if not is_alone:
                axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False, fontsize=9.5)
        all_axes[-1, 0].set_xlabel("Time (ms)")
        write_title(
            all_axes[0, 0], title, f"{len(traces)} variable{'s' if len(traces) > 1 else ''} at {len(times)} times"
        )
    return figure


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("traces", help="CSV file of --trace")
    parser.add_argument("-o", "--output", default="traces.png", help="figure: .png, .svg or .pdf")
    parser.add_argument("--start", type=float, help="beginning of the time axis [ms]")
    parser.add_argument("--tstop", type=float, help="end of the time axis [ms]")
    parser.add_argument("--title", help="default: the name of the file")
    options = parser.parse_args(arguments)
    try:
        times, traces = read_traces(options.traces)
        begin = -np.inf if options.start is None else options.start
        end = np.inf if options.tstop is None else options.tstop
        shown = (times >= begin) & (times <= end)
        if not shown.any():
            raise ValueError("it has no values in this time")
        traces = {name: values[shown] for name, values in traces.items()}
        figure = draw(times[shown], traces, options.title or pathlib.Path(options.traces).name)
    except (OSError, ValueError) as error:
        print(f"plot: cannot draw {options.traces}: {error}", file=sys.stderr)
        return 1
    save(figure, options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
