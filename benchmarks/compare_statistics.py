#!/usr/bin/env python3
"""Do the networks of models/ fire as the same ones do in NEST?

    compare_statistics.py [--models microcircuit,balanced,areas] [--runs 10] [--jobs 2] [--rasters FOLDER] [name=value...]

Ten runs of Ranvier and ten of NEST 3.10 (benchmarks/kernels/nest_networks.py), each with another seed. Of each population,
the distributions over its cells of three statistics after the warm-up: rates, coefficients of variation of the intervals of
cells that fired three times or more, and correlations of the spike counts of 200 cells in bins of 2 ms.

A statistic passes if Ranvier's runs lie as near to NEST's as these lie to each other: the median Kolmogorov-Smirnov distance
of Ranvier's runs to the ten pooled runs of NEST is at most the largest distance of a run of NEST to the other nine. By
chance, 1 in 100 statistics of equal distributions fails; other seeds (--seed 11) tell a chance from a difference.

The cells of models/areas fire at given rates: the number of spikes of each must be what its rate and phase say. The last
line is the number of statistics that passed. --rasters keeps the spikes, and takes those that are in FOLDER already.
"""

import concurrent.futures
import fractions
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
    "microcircuit": {"scale": 0.1, "warm_up": 500, "tstop": 2500},
    "balanced": {"scale": 0.4, "inputs": 1125, "strength": 3, "warm_up": 200, "tstop": 1200},
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
    paths = [[folder / f"{model}-{side}-{seed}.dat" for seed in options.seeds] for side in ("ranvier", "nest")]

    def run(side, seed, path):
        made = path.with_suffix(".part.dat")
        words = size | {"seed": seed}
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
    """(median of our runs' distances to all of theirs, the largest of one of their runs to their others)."""
    pooled = np.concatenate(theirs)
    to_all = [ks_distance(run, pooled) for run in ours]
    among = [
        ks_distance(run, np.concatenate([other for j, other in enumerate(theirs) if j != k]))
        for k, run in enumerate(theirs)
    ]
    return np.median(to_all), max(among)


def judge_network(options, model, size, folder):
    """Prints a line for each statistic; returns whether each passed."""
    ours, theirs = rasters(options, model, size, folder)
    sizes = read_raster(theirs[0])[2]
    ours, theirs = ([all_statistics(path, sizes, size) for path in side] for side in (ours, theirs))
    passed = []
    for k, population in enumerate(POPULATIONS[model]):
        for name in ours[0][k]:
            samples = [[run[k][name] for run in side] for side in (ours, theirs)]
            d_ours, d_nest = distances(*samples)
            means = [np.mean([sample.mean() for sample in side]) for side in samples]
            spreads = [np.std([sample.mean() for sample in side], ddof=1) for side in samples]
            passed.append(d_ours <= d_nest)
            print(
                f"{model:12s} {population:10s} {name:16s} D {d_ours:.4f} (NEST's own: {d_nest:.4f})  "
                f"mean {means[0]:.4f} ± {spreads[0]:.4f} (NEST: {means[1]:.4f} ± {spreads[1]:.4f})  "
                f"{'passed' if passed[-1] else 'FAILED'}",
                flush=True,
            )
    return passed


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
    options.add_argument("--rasters", type=pathlib.Path, help="keep the spikes in this folder")
    options.add_argument("size", nargs="*", metavar="name=value", help="options of the models")
    options = options.parse_args()
    options.nest = nest_python(options.nest)
    options.seeds = range(options.seed, options.seed + options.runs)
    passed = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.rasters or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for model in options.models.split(","):
            given = {name: float(value) for name, value in (word.split("=") for word in options.size)}
            size = SIZES[model] | given
            passed += (
                judge_areas(options, size, folder) if model == "areas" else judge_network(options, model, size, folder)
            )
    print(f"passed {sum(passed)} of {len(passed)}")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
