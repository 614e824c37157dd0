#!/usr/bin/env python3
"""Is the exchange strategy that `ranvier advise` recommends a fast one on real ranks?

    judge_advice.py [--ranks 2] [--rounds 5] [--only ring,areas]

Measures this machine (`ranvier exchange calibrate`) and runs each network on one rank, from which `ranvier advise` recommends a
strategy for several ranks; where it says that no difference matters, that is the one which the run had (allgather). Then runs
the network with each of its strategies in turn on real ranks, with libm and vector. Prints, for each case, the recommended and
the fastest strategy, and the ratio of their times (medians over the rounds). A case passes if the recommended one takes at most
15% longer. Ends with the status 0 if all pass. Nothing else may run; use at most as many ranks as there are cores.
"""

import re
import statistics
import subprocess
import sys

from judge_predictions import judge, times_of

MOST = 1.15
USED = "allgather"  # in the run that is recorded


def advised(case):
    """(the recommended strategy, all that were compared)."""
    case.run(1, "--intervals")
    words = ["advise", "run.json", "--ranks", case.options.ranks, "--machine-file", case.machine]
    command = [str(word) for word in (case.options.ranvier, *words, "--placement", case.placement)]
    said = subprocess.run(command, check=True, capture_output=True, text=True, cwd=case.folder).stdout
    strategies = re.findall(rf"^ +\d+  (\S+), {case.placement} ", said, re.M)
    return (USED if "no difference that matters" in said else strategies[0]), strategies


def verdict(case):
    choice, strategies = advised(case)
    times = {strategy: [] for strategy in strategies}
    for _ in range(case.options.rounds):
        for strategy, found in times.items():
            found.append(times_of(case.run(case.options.ranks, "--exchange", strategy))[-1])
    medians = {strategy: statistics.median(found) for strategy, found in times.items()}
    fastest = min(medians, key=medians.get)
    ratio = medians[choice] / medians[fastest]
    return f"recommended {choice}, fastest {fastest}, {ratio:.2f} times as long", ratio <= MOST


def main():
    good, count = judge(__doc__, verdict)
    sys.exit(0 if good == count else 1)


if __name__ == "__main__":
    main()
