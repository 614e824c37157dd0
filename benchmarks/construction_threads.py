#!/usr/bin/env python3
"""How much faster do two threads make the connections of a network than one, and how much could this machine gain?

    construction_threads.py [--threads 2] [--models areas,microcircuit,balanced] [--pairs 5] [name=value...]

In turn: one thread; several threads; as many processes of one thread at once, which share nothing but the machine. Time runs
from the first call until the first step has been taken. Where cores share caches, memory or power, the processes slow each
other down too: their gain, threads times the time of one process alone over that of all at once, is what threads can reach.
The last line is the median ratio of the times of one and of several threads for the first model.
"""

import re
import statistics
import subprocess

from compare import ROOT, parser

SIZES = {
    "areas": {"areas": 4, "cells": 10000, "inputs": 1000},
    "microcircuit": {"scale": 0.3},
    "balanced": {"scale": 1, "inputs": 5000},
}


def ready_after(options, model, size, threads, processes=1):
    """The mean time until the networks of some processes, which run at once, are ready [s]."""
    words = {**size, "nthread": threads, "warm_up": 0.1, "tstop": 0.2}
    settings = [part for name, value in words.items() for part in ("-c", f"{name} = {value}")]
    command = [options.ranvier, "run", "--quiet", *settings, ROOT / f"models/{model}/{model}.hoc"]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(processes)]
    outputs = [process.communicate()[0] for process in running]
    if any(process.returncode != 0 for process in running):
        raise SystemExit(f"{' '.join(map(str, command))}: failed")
    return statistics.mean(float(re.search(r"ready after ([\d.]+) s", output).group(1)) for output in outputs)


def main():
    options = parser(__doc__)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--models", default=",".join(SIZES))
    options.add_argument("size", nargs="*", metavar="name=value", help="options of the models")
    options = options.parse_args()
    last = None
    for model in options.models.split(","):
        size = SIZES[model] | dict(word.split("=") for word in options.size)
        gains, ceilings = [], []
        for _ in range(options.pairs):
            one = ready_after(options, model, size, 1)
            several = ready_after(options, model, size, options.threads)
            at_once = ready_after(options, model, size, 1, options.threads)
            gains.append(one / several)
            ceilings.append(options.threads * one / at_once)
            print(
                f"{model}: 1 thread {one:.3f} s, {options.threads} threads {several:.3f} s, {options.threads} processes "
                f"at once {at_once:.3f} s",
                flush=True,
            )
        for what, values in (("threads", gains), ("processes", ceilings)):
            print(f"{model}: {what} gain {statistics.median(values):.2f} ({min(values):.2f}–{max(values):.2f})")
        last = last or gains
    print(f"ratio: {statistics.median(last):.2f} ({min(last):.2f}–{max(last):.2f})")


if __name__ == "__main__":
    main()
