#!/usr/bin/env python3
"""Do comparisons of studies show what differs, and nothing else?

    ranvier study run benchmarks/comparison_pool.yml --csv pool.csv    # 60 runs of each strategy: about 5 minutes
    judge_comparisons.py pool.csv

Draws comparisons from a pool of runs, and counts which strategies they flag (statistics.py: is_shown). A comparison takes
10 pairs of neighbors in time of each strategy: of a build with itself the repetitions 2k-1 and 2k, where a coin decides
which is A; of two builds their runs of one repetition. Seeds are fixed here, before the pool is measured.

1. Of 100 comparisons of a build with itself, at most 10 may flag any strategy. The test of a comparison is exact at 5%, so
   that more than 10 occur in 1 of 100 pools.
2. With one strategy slowed by 20% of its time after setup, at least 90 must flag that one, and at most 10 another. Each
   strategy is slowed in turn, by multiplying B's times; --builds BEFORE,AFTER takes two builds of the pool instead, of which
   AFTER has the strategy --slowed.

Ends with the status 0 if all of this holds.
"""

import argparse
import csv
import pathlib
import random
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "python"))
from ranvier_study import statistics  # noqa: E402

COMPARISONS = 100
PAIRS = 10
MOST_WRONG = 10  # of the comparisons: flag what does not differ
LEAST_RIGHT = 90  # flag what does
SLOWER = 1.2


def read_pool(path):
    """{build: {strategy: [time after setup [s], by repetition]}}; the build is "" if the pool has one."""
    found = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            if row["state"] != "done":
                sys.exit(f"{path}: run {row['run']} is {row['state']}; the pool needs all of its runs")
            of_build = found.setdefault(row.get("axis.build", ""), {})
            of_build.setdefault(row["axis.exchange"], {})[int(row["repetition"])] = float(row["time.run"])
    pool = {
        build: {strategy: [times[k] for k in sorted(times)] for strategy, times in strategies.items()}
        for build, strategies in found.items()
    }
    least = min(len(times) for strategies in pool.values() for times in strategies.values())
    if least < 2 * PAIRS:
        sys.exit(f"{path}: {least} repetitions give {least // 2} pairs, but a comparison draws {PAIRS}; raise repeat")
    return pool


def with_itself(pool, seed, slowed=None, factor=SLOWER):
    """{strategy: [(A, B)]} of a comparison of a build with itself; B's times of the strategy `slowed` are multiplied."""
    chance = random.Random(f"comparison {seed}")
    pairs = {}
    for strategy in sorted(pool):
        times = pool[strategy]
        drawn = []
        for k in sorted(chance.sample(range(len(times) // 2), PAIRS)):
            a, b = times[2 * k : 2 * k + 2] if chance.random() < 0.5 else times[2 * k : 2 * k + 2][::-1]
            drawn.append((a, b * factor if strategy == slowed else b))
        pairs[strategy] = drawn
    return pairs


def of_builds(before, after, seed):
    """{strategy: [(A, B)]} of a comparison of two builds: A is a run of the first, B that of the second beside it."""
    chance = random.Random(f"builds {seed}")
    pairs = {}
    for strategy in sorted(before):
        both = list(zip(before[strategy], after[strategy], strict=True))
        pairs[strategy] = chance.sample(both, PAIRS)
    return pairs


def flagged(pairs):
    """The strategies of which the comparison shows a difference."""
    return {each.key for each in statistics.compare(pairs) if each.is_shown}


def judge(what, comparisons, slowed=None):
    """Prints how many comparisons flag the strategy `slowed`, and how many another; whether that is good."""
    found = [flagged(pairs) for pairs in comparisons]
    wrong = sum(bool(each - {slowed}) for each in found)
    right = sum(slowed in each for each in found)
    is_good = wrong <= MOST_WRONG and (slowed is None or right >= LEAST_RIGHT)
    said = f"{right} flag it (at least {LEAST_RIGHT}), {wrong} another" if slowed else f"{wrong} flag a strategy"
    print(f"{what}: of {len(found)} comparisons {said} (at most {MOST_WRONG})  {'passed' if is_good else 'FAILED'}")
    return is_good


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pool", type=pathlib.Path, help="table of a study as CSV")
    parser.add_argument("--builds", help="BEFORE,AFTER: names of two builds of the pool")
    parser.add_argument("--slowed", metavar="STRATEGY", help="what AFTER has slowed")
    options = parser.parse_args(arguments)
    if bool(options.builds) != bool(options.slowed):
        parser.error("--builds and --slowed belong together")
    pool = read_pool(options.pool)
    seeds = range(1, COMPARISONS + 1)
    good = []
    for build, strategies in pool.items():
        of = f"{build} " if build else ""
        good.append(judge(f"{of}with itself", [with_itself(strategies, seed) for seed in seeds]))
        for slowed in [] if options.builds else sorted(strategies):
            drawn = [with_itself(strategies, seed, slowed) for seed in seeds]
            good.append(judge(f"{of}with {slowed} slowed by {SLOWER - 1:.0%}", drawn, slowed))
    if options.builds:
        before, after = (pool[name] for name in options.builds.split(","))
        drawn = [of_builds(before, after, seed) for seed in seeds]
        good.append(judge(f"{options.builds.replace(',', ' with ')}", drawn, options.slowed))
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
