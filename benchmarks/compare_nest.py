#!/usr/bin/env python3
"""How much faster than NEST is a large network of point neurons built and run, and how much smaller is it?

    compare_nest.py [--threads 2] [--models areas,static,balanced,microcircuit] [--pairs 5] [name=value...]

The networks of models/ and the same ones in NEST 3.10 (benchmarks/kernels/nest_networks.py): the same cells, connections
with double weights (static_synapse_hpc), delays on a grid of 0.1 ms, nothing recorded, the same number of threads, in turn.
Both fire at random; the spikes of a model must agree within --spikes percent on average, or the figures mean nothing.

Connections a second: from the first call until the first step has been taken. Bytes a connection: growth of resident memory,
ready and peak, cells included. Time: after the first 100 ms. `static` is `balanced` without learning. The last line is the ratio of microcircuit's times.

NEST comes from the package index, into build/nest, unless --nest names a Python that has it.
"""

import re
import statistics
import subprocess
import sys

from compare import ROOT, parser, timed

SIZES = {
    "microcircuit": {"scale": 0.2, "tstop": 600},
    # With 11,250 inputs, the rates of runs with different seeds differ by more than a tenth, in NEST too.
    "balanced": {"scale": 1, "inputs": 1125, "strength": 3, "tstop": 500},
    "static": {"scale": 1, "inputs": 1125, "strength": 3, "tstop": 500, "plastic": 0},
    "areas": {"areas": 4, "cells": 5000, "inputs": 1000, "tstop": 1100},
}
MODELS = {"static": "balanced"}  # whose name is not that of its folder
TARGETS = {"built": 3, "run": 2, "ready": 1 / 0.7, "peak": 1 / 0.7}
BYTES = ("ready", "peak")  # with targets for connections that do not learn
LINES = re.compile(
    r"(\d+) connections ready after ([\d.]+) s, ([\d.]+) bytes each \(peak ([\d.]+)\)\n[^\n]*took ([\d.]+) s",
    re.MULTILINE,
)


def nest_python(named):
    if named:
        return named
    folder = ROOT / "build" / "nest"
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "nest-simulator==3.10"], check=True)
    return python


def figures(output):
    connections, seconds, ready, peak, run = map(float, LINES.search(output).groups())
    spikes = int(re.search(r"(\d+) fired", output).group(1))
    return {"built": connections / seconds, "run": run, "ready": ready, "peak": peak, "spikes": spikes}


def commands(ranvier, python, model, words, ours=(), theirs=()):
    """What runs a model in Ranvier, and in NEST; `words`: options of both, `ours` and `theirs`: more arguments of each."""
    settings = [part for name, value in words.items() for part in ("-c", f"{name} = {value}")]
    given = [f"{name}={value}" for name, value in words.items()]
    return (
        [ranvier, "run", *ours, *settings, ROOT / f"models/{model}/{model}.hoc"],
        [python, ROOT / "benchmarks/kernels/nest_networks.py", model, *given, *theirs],
    )


def measured(model, options, python, size):
    """The figures of both sides, a list for each, from runs in turn."""
    ours, theirs = [], []
    for pair in range(options.pairs):
        words = {"seed": pair + 1, **size, "nthread": options.threads}
        our_command, their_command = commands(options.ranvier, python, MODELS.get(model, model), words)
        ours.append(figures(timed(our_command, ROOT, with_errors=True)[2]))
        theirs.append(figures(timed(their_command, ROOT)[2]))
        mine, other = ours[-1], theirs[-1]
        print(
            f"{model} {pair + 1}: run {mine['run']:.3f} s, NEST {other['run']:.3f} s; built {mine['built'] / 1e6:.2f} M/s, "
            f"NEST {other['built'] / 1e6:.2f}; bytes {mine['ready']:.1f} (peak {mine['peak']:.1f}), NEST {other['ready']:.1f} "
            f"({other['peak']:.1f}); spikes {mine['spikes']}, NEST {other['spikes']}",
            flush=True,
        )
    return ours, theirs


def ratios(ours, theirs, what):
    """Theirs over ours, pair by pair; more is better for us."""
    pairs = [(mine[what], other[what]) for mine, other in zip(ours, theirs)]
    return [mine / other if what == "built" else other / mine for mine, other in pairs]


def main():
    options = parser(__doc__)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--models", default=",".join(reversed(SIZES)))
    options.add_argument("--nest", help="a Python that has NEST")
    options.add_argument("--spikes", type=float, default=2, help="percent by which the numbers of spikes may differ")
    options.add_argument("size", nargs="*", metavar="name=value", help="options of the models")
    options = options.parse_args()
    python = nest_python(options.nest)
    last = None
    for model in options.models.split(","):
        size = SIZES[model] | dict(word.split("=") for word in options.size)
        ours, theirs = measured(model, options, python, size)
        mean = [statistics.mean(run["spikes"] for run in side) for side in (ours, theirs)]
        difference = 100 * abs(mean[0] / mean[1] - 1)
        print(f"{model}: spikes differ by {difference:.2f}%{'' if difference <= options.spikes else ': TOO MUCH'}")
        for what, target in TARGETS.items():
            all_of = ratios(ours, theirs, what)
            median = statistics.median(all_of)
            line = f"{model}: {what} {median:.2f} ({min(all_of):.2f}–{max(all_of):.2f})"
            has_target = model != "balanced" or what not in BYTES
            print(f"{line}, target {target:.2f}: {'met' if median >= target else 'missed'}" if has_target else line)
        if last is None or model == "microcircuit":
            last = ratios(ours, theirs, "run")
    print(f"ratio: {statistics.median(last):.2f} ({min(last):.2f}–{max(last):.2f})")


if __name__ == "__main__":
    main()
