#!/usr/bin/env python3
"""How much faster than NEST is a large network of point neurons built and run, and how much smaller is it?

    compare_nest.py [--threads 1,2] [--models areas,static,balanced,microcircuit] [--pairs 5] [name=value...]

The networks of models/ and the same ones in NEST 3.10 (benchmarks/kernels/nest_networks.py): the same cells, connections
with double weights (static_synapse_hpc), delays on a grid of 0.1 ms, nothing recorded. Both run with each number of threads,
in turn, and each figure compares the best of both: NEST may build slower on two threads than on one.

Both fire at random, so each pair has another seed. A row is valid if the median difference of our numbers of spikes from
NEST's mean is at most the largest one of a NEST run from the mean of its other seeds; else it is marked, and no ratio is
printed.

Connections a second: from the first call until the first step has been taken. Bytes a connection: growth of resident memory,
ready and peak, cells included. Time: after the first 100 ms. `static` is `balanced` without learning. `--markdown` prints a
table at the end. The last line is the ratio of microcircuit's times.

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
    """{threads: figures of each run} of Ranvier and of NEST, from runs in turn."""
    ours, theirs = ({threads: [] for threads in options.threads} for _ in range(2))
    for pair in range(options.pairs):
        for threads in options.threads:
            words = {"seed": pair + 1, **size, "nthread": threads}
            our_command, their_command = commands(options.ranvier, python, MODELS.get(model, model), words)
            mine = figures(timed(our_command, ROOT, with_errors=True)[2])
            other = figures(timed(their_command, ROOT)[2])
            ours[threads].append(mine)
            theirs[threads].append(other)
            print(
                f"{model} {pair + 1}, {threads} threads: run {mine['run']:.3f} s, NEST {other['run']:.3f} s; built "
                f"{mine['built'] / 1e6:.2f} M/s, NEST {other['built'] / 1e6:.2f}; bytes {mine['ready']:.1f} (peak "
                f"{mine['peak']:.1f}), NEST {other['ready']:.1f} ({other['peak']:.1f}); spikes {mine['spikes']}, NEST "
                f"{other['spikes']}",
                flush=True,
            )
    return ours, theirs


def best_threads(runs, what):
    """The number of threads with the best median of a figure."""
    choose = max if what == "built" else min
    return choose(runs, key=lambda threads: statistics.median(run[what] for run in runs[threads]))


def best(runs, what):
    """The figure of each run with that number of threads."""
    return [run[what] for run in runs[best_threads(runs, what)]]


def ratios(ours, theirs, what):
    """Theirs over ours, each with its best number of threads, pair by pair; more is better for us."""
    pairs = zip(best(ours, what), best(theirs, what))
    return [mine / other if what == "built" else other / mine for mine, other in pairs]


def spike_differences(ours, theirs):
    """How far our numbers of spikes are from NEST's, and how far NEST's own are from each other, as shares of the mean.

    The median over our runs of the difference from NEST's mean; the largest difference of a run of NEST from the mean of
    those with other seeds. Runs with other numbers of threads have other random numbers, too.
    """
    mine = [run["spikes"] for runs in ours.values() for run in runs]
    others = [run["spikes"] for runs in theirs.values() for run in runs]
    if len(others) < 3:
        raise ValueError("NEST's own differences need three of its runs: raise --pairs")
    mean = statistics.mean(others)
    distance = statistics.median(abs(count / mean - 1) for count in mine)
    left = [(others[k], statistics.mean(others[:k] + others[k + 1 :])) for k in range(len(others))]
    return distance, max(abs(count / rest - 1) for count, rest in left)


def is_valid(ours, theirs):
    distance, own = spike_differences(ours, theirs)
    return distance <= own


def verdict(model, what, all_of):
    median = statistics.median(all_of)
    line = f"{model}: {what} {median:.2f} ({min(all_of):.2f}–{max(all_of):.2f})"
    if model == "balanced" and what in BYTES:
        return line  # the target is for connections that do not learn
    target = TARGETS[what]
    return f"{line}, target {target:.2f}: {'met' if median >= target else 'missed'}"


def report(model, ours, theirs):
    """The lines about one model: whether its spikes agree, and only then the ratios."""
    distance, own = spike_differences(ours, theirs)
    line = f"{model}: spikes differ by {distance:.2%}, NEST's seeds by {own:.2%}"
    if not is_valid(ours, theirs):
        return [f"{line}: INVALID, no ratios"]
    return [line, *(verdict(model, what, ratios(ours, theirs, what)) for what in TARGETS)]


UNITS = {"built": (1e6, "M/s"), "run": (1, "s"), "ready": (1, "B"), "peak": (1, "B")}
TITLES = {
    "built": "connections built",
    "run": "time of the run",
    "ready": "a connection, ready",
    "peak": "a connection, peak",
}


def table(results):
    """The rows in Markdown of {model: (ours, theirs)}: medians with each number of threads, and the ratio of the best."""
    threads = sorted({n for ours, _ in results.values() for n in ours})
    columns = [f"{name}, {n} thread{'s' if n > 1 else ''}" for name in ("Ranvier", "NEST") for n in threads]
    lines = ["| model | figure | " + " | ".join(columns) + " | best over best |", "|---" * (len(columns) + 3) + "|"]
    for model, (ours, theirs) in results.items():
        for what, (unit, symbol) in UNITS.items():
            medians = [
                f"{statistics.median(run[what] for run in runs[n]) / unit:.3g} {symbol}"
                for runs in (ours, theirs)
                for n in threads
            ]
            ratio = "invalid: the spikes differ"
            if is_valid(ours, theirs):
                of_pairs = ratios(ours, theirs, what)
                ratio = f"{statistics.median(of_pairs):.2f} ({min(of_pairs):.2f}–{max(of_pairs):.2f})"
            lines.append(f"| {model} | {TITLES[what]} | " + " | ".join(medians) + f" | {ratio} |")
    return lines


def thread_numbers(text):
    return [int(word) for word in text.split(",")]


def main():
    options = parser(__doc__)
    options.add_argument("--threads", type=thread_numbers, default=[1, 2], help="numbers of threads: 1,2")
    options.add_argument("--models", default=",".join(reversed(SIZES)))
    options.add_argument("--nest", help="a Python that has NEST")
    options.add_argument("--markdown", action="store_true", help="print a table at the end")
    options.add_argument("size", nargs="*", metavar="name=value", help="options of the models")
    options = options.parse_args()
    python = nest_python(options.nest)
    results = {}
    for model in options.models.split(","):
        size = SIZES[model] | dict(word.split("=") for word in options.size)
        results[model] = measured(model, options, python, size)
        print("\n".join(report(model, *results[model])), flush=True)
    if options.markdown:
        print("\n".join(table(results)))
    last = results["microcircuit" if "microcircuit" in results else next(iter(results))]
    if not is_valid(*last):
        sys.exit("ratio: none, because the spikes differ")
    of_last = ratios(*last, "run")
    print(f"ratio: {statistics.median(of_last):.2f} ({min(of_last):.2f}–{max(of_last):.2f})")


if __name__ == "__main__":
    main()
