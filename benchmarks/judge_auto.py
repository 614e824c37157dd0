#!/usr/bin/env python3
"""Does --exchange auto choose well, and what does it cost?

    judge_auto.py [--ranks 2] [--runs 10] [--tstop 20000] [name=value...]

Runs models/artificial_net, whose exchange takes most of its time (or with other options, given as name=value), with auto and
alone with each strategy that auto tries, in turn and in a random order, and prints the median wall time of each, without
setup. A choice is right if the strategy, alone, takes at most 1.1 times as long as the fastest one; the run with auto may take
1.15 times as long. Best and worst must differ by 30%, or there is nothing to choose. Ends with the status 0 if 9 of 10 choices
are right and the runs with auto short enough.
"""

import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

from compare import ROOT, parser

RIGHT, SHORT, APART = 1.1, 1.15, 1.3
LEAST_SHARE = 0.9  # of the choices that are right


def main():
    options = parser(__doc__)
    options.add_argument("--ranks", type=int, default=2)
    options.add_argument("--runs", type=int, default=10)
    options.add_argument("--tstop", type=float, default=20000, help="length of a run [ms]")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("size", nargs="*", metavar="name=value", help="options of the model")
    options = options.parse_args()
    net = {"ncell": 256, "ncon": 20, "weight": 0.01, "tstop": options.tstop} | dict(w.split("=") for w in options.size)
    settings = [part for name, value in net.items() for part in ("-c", f"{name} = {value}")]
    with tempfile.TemporaryDirectory() as folder:

        def run(exchange):
            summary = pathlib.Path(folder, "summary.json")
            command = ["mpiexec.mpich", "-n", options.ranks, options.ranvier, "--quiet", "--exchange", exchange]
            command += ["--summary", summary, *settings, ROOT / "models/artificial_net/artificial_net.hoc"]
            subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL, cwd=folder)
            told = json.loads(summary.read_text())
            return max(rank["wall"] for rank in told["phases"]["per_rank"]), told.get("trials")

        trials = run("auto")[1]
        tried = [each["exchange"] for each in trials["strategies"] if "trials" in each]
        times = {name: [] for name in ["auto", *tried]}
        chosen = []
        chance = random.Random(options.seed)
        for _ in range(options.runs):
            for name in chance.sample(sorted(times), len(times)):
                seconds, told = run(name)
                times[name].append(seconds)
                if told:
                    chosen.append(told["chosen"])
    medians = {name: statistics.median(all_of_it) for name, all_of_it in times.items()}
    best = min(tried, key=medians.get)
    worst = max(tried, key=medians.get)
    for name in sorted(medians, key=medians.get):
        share = f", chosen {chosen.count(name)} times" if name in chosen else ""
        print(f"{name}: {medians[name]:.3f} s ({min(times[name]):.3f}–{max(times[name]):.3f}){share}")
    apart = medians[worst] / medians[best]
    right = sum(name is not None and medians[name] <= RIGHT * medians[best] for name in chosen)
    cost = medians["auto"] / medians[best]
    print(f"worst over best: {apart:.2f}; right choices: {right} of {len(chosen)}; auto over best: {cost:.2f}")
    if apart < APART:
        sys.exit("these strategies differ by less than 30%: choose another net")
    sys.exit(0 if right >= LEAST_SHARE * len(chosen) and cost <= SHORT else 1)


if __name__ == "__main__":
    main()
