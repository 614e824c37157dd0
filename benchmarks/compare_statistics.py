#!/usr/bin/env python3
"""Do the networks of models/ fire as the same ones do in NEST?

    compare_statistics.py [--models microcircuit,balanced,areas] [--runs 10] [--jobs 2] [--rasters FOLDER] [--figure PNG]
                          [--strengthen 1.05] [name=value...]

Ten runs of Ranvier and ten of NEST 3.10 (benchmarks/kernels/nest_networks.py), each with another seed. Of each population,
the distributions over its cells of three statistics of 10 s after the warm-up: rates, coefficients of variation of the
intervals of cells that fired three times or more, and correlations of the spike counts of 200 cells in bins of 2 ms.

A statistic passes if Ranvier's runs lie as near to NEST's as these lie to each other: of the Kolmogorov-Smirnov distances of
two runs, the median of the 100 between the simulators is at most the 90th percentile of the 45 within NEST. That the
comparison can fail is shown by --strengthen 1.05, which raises Ranvier's weights by 5%. --figure draws the distances.

The cells of models/areas fire at given rates: the number of spikes of each must be what its rate and phase say. The last
line is the number of statistics that passed. --rasters keeps the spikes, and takes those that are in FOLDER already.
"""

import concurrent.futures
import fractions
import itertools
import math
import pathlib
import sys
import tempfile

import numpy as np
from compare import ROOT, parser, timed
from compare_nest import commands, nest_python

sys.path.append(str(ROOT / "hoc_like" / "program" / "plot"))
from spike_statistics import ks_distance, statistics_of  # noqa: E402

SIZES = {
    "microcircuit": {"scale": 0.1, "warm_up": 500, "tstop": 10500},
    "balanced": {"scale": 0.4, "inputs": 1125, "strength": 3, "warm_up": 200, "tstop": 10200},
    "areas": {"areas": 4, "cells": 500, "inputs": 100, "rate_cv": 0.5, "size_cv": 0.3, "tstop": 2000},
}
POPULATIONS = {
    "microcircuit": ["L23E", "L23I", "L4E", "L4I", "L5E", "L5I", "L6E", "L6I"],
    "balanced": ["excitatory", "inhibitory"],
}
STEP = 0.1  # [ms]


def read_raster(path):
    """(times [ms], gids, sizes of the populations as far as the file has them)."""
    with open(path) as file:
        first = file.readline()
    table = np.loadtxt(path, ndmin=2)
    return table[:, 0], table[:, 1].astype(int), [int(size) for size in first[1:].split()] if first[0] == "#" else []


def rasters(options, model, size, folder):
    """Paths of the rasters of both sides, a list for each. Runs what the folder lacks, several at once."""
    name = "ranvier" if options.strengthen == 1 else f"ranvier-{options.strengthen}"
    paths = [[folder / f"{model}-{side}-{seed}.dat" for seed in options.seeds] for side in (name, "nest")]

    def run(side, seed, path):
        made = path.with_suffix(".part.dat")
        words = size | {"seed": seed}
        if side == 0 and options.strengthen != 1:
            words["strength"] = size.get("strength", 1) * options.strengthen
        both = commands(options.ranvier, options.nest, model, words, ["--quiet", "--raster", made], [f"raster={made}"])
        timed(both[side], ROOT)
        made.rename(path)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = [
            pool.submit(run, side, seed, path)
            for side in (0, 1)
            for seed, path in zip(options.seeds, paths[side])
            if not path.exists()
        ]
        for each in runs:
            each.result()
    return paths


def all_statistics(path, sizes, size):
    """[population]{name: values} of a run."""
    times, gids, _ = read_raster(path)
    times = times - STEP / 2  # a spike's time is the end of its step, which may be the limit of a bin
    found, first = [], 0
    for count in sizes:
        mine = (gids >= first) & (gids < first + count)
        found.append(statistics_of(times[mine], gids[mine] - first, count, size["warm_up"], size["tstop"]))
        first += count
    return found


def distances(ours, theirs):
    """(the distances of each of our runs to each of theirs, those among theirs): of 10 runs each, 100 and 45."""
    between = [ks_distance(one, other) for one in ours for other in theirs]
    within = [ks_distance(one, other) for one, other in itertools.combinations(theirs, 2)]
    return between, within


def typical(between, within):
    """What is compared: (the median between the simulators, the 90th percentile within NEST)."""
    return np.median(between), np.percentile(within, 90)


def judge_network(options, model, size, folder, drawn):
    """Prints a line for each statistic; returns whether each passed. `drawn` receives the distances of each."""
    ours, theirs = rasters(options, model, size, folder)
    sizes = read_raster(theirs[0])[2]
    ours, theirs = ([all_statistics(path, sizes, size) for path in side] for side in (ours, theirs))
    passed = []
    for k, population in enumerate(POPULATIONS[model]):
        for name in ours[0][k]:
            samples = [[run[k][name] for run in side] for side in (ours, theirs)]
            between, within = distances(*samples)
            d_ours, d_nest = typical(between, within)
            drawn.append((model, population, name, between, within))
            means = [np.mean([sample.mean() for sample in side]) for side in samples]
            spreads = [np.std([sample.mean() for sample in side], ddof=1) for side in samples]
            passed.append(d_ours <= d_nest)
            print(
                f"{model:12s} {population:10s} {name:16s} D {d_ours:.4f} (at most {d_nest:.4f})  "
                f"mean {means[0]:.4f} ± {spreads[0]:.4f} (NEST: {means[1]:.4f} ± {spreads[1]:.4f})  "
                f"{'passed' if passed[-1] else 'FAILED'}",
                flush=True,
            )
    return passed


def draw(drawn, path):
    """A row of panels for each network, one for each statistic: the distances by population, ours to NEST's and NEST's own."""
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    models = list(dict.fromkeys(model for model, *_ in drawn))
    names = list(dict.fromkeys(name for _, _, name, *_ in drawn))
    figure, axes = plt.subplots(
        len(models), len(names), figsize=(3.6 * len(names), 2.8 * len(models)), squeeze=False, layout="constrained"
    )
    for (row, model), (column, name) in itertools.product(enumerate(models), enumerate(names)):
        panel = axes[row, column]
        chosen = [each for each in drawn if each[0] == model and each[2] == name]
        for k, (_, _, _, between, within) in enumerate(chosen):
            for values, x, color in ((between, k - 0.17, "C3"), (within, k + 0.17, "0.45")):
                low, middle, high = np.percentile(values, (10, 50, 90))
                panel.plot([x, x], [low, high], color=color, lw=2, solid_capstyle="butt")
                panel.plot(x, middle, "o", color=color, ms=5)
        panel.set_xticks(range(len(chosen)), [population for _, population, *_ in chosen])
        panel.set_xlim(-0.6, len(chosen) - 0.4)
        panel.set_ylim(bottom=0)
        panel.spines[["top", "right"]].set_visible(False)
        panel.set_title(f"{model}: {name}", fontsize=10)
        if column == 0:
            panel.set_ylabel("Kolmogorov-Smirnov distance")
    handles = [plt.Line2D([], [], color=color, marker="o", lw=2) for color in ("C3", "0.45")]
    figure.legend(
        handles,
        ["Ranvier's runs to NEST's", "NEST's runs to each other (median, 10th to 90th percentile)"],
        loc="outside lower center",
        ncols=2,
        frameon=False,
    )
    without_date = {"metadata": {"Date": None}} if path.suffix == ".svg" else {}
    figure.savefig(path, dpi=150, **without_date)
    print(f"wrote {path}")


def spikes_of_rate(rate, phase, tstop):
    """The number of spikes until `tstop` [ms] of a cell that fires `rate` times a second, first after the share `phase` of
    an interval; both are rounded to steps."""
    if rate <= 0:
        return 0
    step, half = fractions.Fraction(str(STEP)), fractions.Fraction(1, 2)
    interval = math.floor(1000 / (fractions.Fraction(rate) * step) + half)
    first = math.floor(fractions.Fraction(phase) * interval + half) or interval
    return max(0, math.floor((fractions.Fraction(str(tstop)) / step - first) / interval) + 1)


def judge_areas(options, size, folder):
    """Whether each cell of models/areas fired as often as its rate and phase say."""
    path = folder / "areas-ranvier.dat"
    show = 'for i = 0, first.x[areas] - 1 { printf("cell %.17g %.17g\\n", pc.gid2cell(i).rate, pc.gid2cell(i).phase) }'
    command, _ = commands(options.ranvier, options.nest, "areas", size, ["--quiet", "--raster", path])
    output = timed([*command, "-c", show], ROOT)[2]
    given = [tuple(map(float, line.split()[1:])) for line in output.split("\n") if line.startswith("cell ")]
    expected = [spikes_of_rate(rate, phase, size["tstop"]) for rate, phase in given]
    found = np.bincount(read_raster(path)[1], minlength=len(given)).tolist()
    wrong = sum(a != b for a, b in zip(found, expected, strict=True))
    print(
        f"areas        {len(given)} cells, {sum(found)} spikes, {wrong} cells with a number other than their rate and phase "
        f"give  {'FAILED' if wrong or not given else 'passed'}"
    )
    return [not wrong and bool(given)]


def main():
    options = parser(__doc__)
    options.add_argument("--models", default=",".join(SIZES))
    options.add_argument("--nest", help="a Python that has NEST")
    options.add_argument("--runs", type=int, default=10, help="of either side")
    options.add_argument("--seed", type=int, default=1, help="of the first run; the others follow")
    options.add_argument("--jobs", type=int, default=2, help="runs at once")
    options.add_argument("--strengthen", type=float, default=1, metavar="FACTOR", help="of the weights in Ranvier")
    options.add_argument("--figure", type=pathlib.Path, help="draw the distances into this file")
    options.add_argument("--rasters", type=pathlib.Path, help="keep the spikes in this folder")
    options.add_argument("size", nargs="*", metavar="name=value", help="options of the models")
    options = options.parse_args()
    options.nest = nest_python(options.nest)
    options.seeds = range(options.seed, options.seed + options.runs)
    passed, drawn = [], []
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.rasters or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for model in options.models.split(","):
            given = {name: float(value) for name, value in (word.split("=") for word in options.size)}
            size = SIZES[model] | given
            passed += (
                judge_areas(options, size, folder)
                if model == "areas"
                else judge_network(options, model, size, folder, drawn)
            )
    if options.figure and drawn:
        draw(drawn, options.figure)
    print(f"passed {sum(passed)} of {len(passed)}")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
