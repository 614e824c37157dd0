#!/usr/bin/env python3
"""How well does a run on one rank predict what more ranks take?

    judge_predictions.py [--ranks 2] [--rounds 5] [--only ring,areas]

Measures this machine (`ranvier exchange calibrate`). Then runs each network in turn on one rank, from which `ranvier exchange
simulate` predicts, and on several ranks; with libm and vector. Prints, for each case, the error of the predicted time of
computing of the worst rank and that of the whole time: medians over the rounds of the prediction, over that of the real runs.
A case passes if no rank's computing is off by more than 15%, and the whole time by no more than 20%. Ends with the status 0 if
9 of 10 cases pass. Nothing else may run; use at most as many ranks as there are cores.
"""

import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

from compare import ROOT, parser

COMPUTE, WHOLE, LEAST_SHARE = 0.15, 0.20, 0.9
# Runs of about a second on one rank, with detailed cells and artificial ones.
NETS = {
    "ring": {"ncell": 128, "ncomp": 50, "kick_every": 8, "tstop": 100},
    "areas": {"areas": 4, "cells": 1000, "inputs": 300, "tstop": 2000},
    "microcircuit": {"scale": 0.03, "tstop": 600},
    "artificial_net": {"ncell": 2048, "ncon": 500, "tstop": 400},
    "balanced": {"scale": 0.1, "inputs": 1000, "tstop": 600},
}


def computing(rank):
    """Time of a rank's own work [s]; a simulated rank has it in one sum."""
    parts = ("update", "deliver", "collocate", "script")
    return rank["compute"] if "compute" in rank else sum(rank.get(part) or 0 for part in parts)


class Case:
    """A network with an arithmetic, and the folder of its files."""

    def __init__(self, options, name, math, machine, folder):
        self.options, self.name, self.math, self.machine, self.folder = options, name, math, machine, folder

    def call(self, *words, ranks=1):
        launcher = ["mpiexec.mpich", "-n", ranks] if ranks > 1 else []
        command = [str(word) for word in (*launcher, self.options.ranvier, *words)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder)

    @property
    def placement(self):
        """That of the script."""
        return "by_area" if self.name == "areas" else "round_robin"

    def run(self, ranks, *more):
        """Runs the network, with `more` options; its summary."""
        given = [part for name, value in NETS[self.name].items() for part in ("-c", f"{name} = {value}")]
        words = [
            "--quiet",
            "--math",
            self.math,
            "--event-order",
            "ranks",
            "--summary",
            "run.json",
            "--raster",
            "net.h5",
            *more,
        ]
        if ranks == 1:
            words += ["--connections", "edges.h5"]
        self.call("run", *words, *given, ROOT / f"models/{self.name}/{self.name}.hoc", ranks=ranks)
        return json.loads((self.folder / "run.json").read_text())

    def predicted(self):
        """Runs it on one rank; times of each of the simulated ranks [s], and the whole time."""
        self.run(1)
        words = ["--raster", "net.h5", "--edges", "edges.h5", "--summary", "run.json", "--machine-file", self.machine]
        words += ["--placement", self.placement]
        self.call("exchange", "simulate", *words, "--ranks", self.options.ranks, "--out", "there.json")
        return times_of(json.loads((self.folder / "there.json").read_text()))

    def error(self):
        """(of computing of the worst rank, of the whole time), relative."""
        rounds = [(self.predicted(), times_of(self.run(self.options.ranks))) for _ in range(self.options.rounds)]
        medians = [[statistics.median(values) for values in zip(*side)] for side in zip(*rounds)]
        errors = [guess / real - 1 for guess, real in zip(*medians)]
        return max(errors[:-1], key=abs), errors[-1]


def times_of(summary):
    """Computing of each rank, then the whole time [s]."""
    ranks = summary["phases"]["per_rank"]
    return [*(computing(rank) for rank in ranks), max(rank["wall"] for rank in ranks)]


def judge(description, verdict):
    """Calls verdict(case), which returns (text, whether it passed), for each case, once this machine has been measured.

    Returns how many passed, and how many there are.
    """
    options = parser(description)
    options.add_argument("--ranks", type=int, default=2)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--only", default=",".join(NETS), help="names of networks, with commas between them")
    options = options.parse_args()
    passed = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        machine = folder / "here.json"
        words = ["mpiexec.mpich", "-n", options.ranks, options.ranvier, "exchange", "calibrate", "--out", machine]
        subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL)
        for net in options.only.split(","):
            for math in ("libm", "vector"):
                text, is_good = verdict(Case(options, net, math, machine, folder))
                print(f"{net}, {math}: {text}  {'passed' if is_good else 'FAILED'}", flush=True)
                passed.append(is_good)
    print(f"{sum(passed)} of {len(passed)} cases passed")
    return sum(passed), len(passed)


def verdict(case):
    compute, whole = case.error()
    return f"computing {compute:+.0%}, whole time {whole:+.0%}", abs(compute) <= COMPUTE and abs(whole) <= WHOLE


def main():
    good, count = judge(__doc__, verdict)
    sys.exit(0 if good >= LEAST_SHARE * count else 1)


if __name__ == "__main__":
    main()
