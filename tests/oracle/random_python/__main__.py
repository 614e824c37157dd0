"""Runs random Python programs with NEURON's module and with Ranvier's, and prints where their answers differ.

build/python/bin/python tests/oracle/random_python --seed 1 --count 1000
build/python/bin/python tests/oracle/random_python --program 17    # the lines of one program, with both answers
"""

import argparse
import collections
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[0] = str(ROOT / "tests")

from oracle.random_python.comparison import answers, first_difference  # noqa: E402
from oracle.random_python.programs import Program  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0, help="number of the first program")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--show", type=int, default=20, help="how many differences are printed")
    parser.add_argument("--program", type=int, help="print this program and its answers")
    parser.add_argument("--module", type=pathlib.Path, default=ROOT / "build" / "release" / "python")
    return parser.parse_args()


def both(programs, module):
    with tempfile.TemporaryDirectory() as folder:
        return answers(programs, folder), answers(programs, folder, module)


def show_program(seed, module):
    program = Program(seed)
    theirs, ours = both({seed: program}, module)
    for i, line in enumerate(program.lines):
        a, b = (found[seed].lines[i] if i < len(found[seed].lines) else ("(none)", "") for found in (theirs, ours))
        print(f"{' ' if a[0] == b[0] else '!'} {i:3} {line}\n      NEURON  {a[0]} {a[1]}\n      Ranvier {b[0]} {b[1]}")


def compare(options):
    programs = {seed: Program(seed) for seed in range(options.seed, options.seed + options.count)}
    theirs, ours = both(programs, options.module)
    crashed = [seed for seed in programs if theirs[seed].status]
    kinds, shown = collections.Counter(), 0
    for seed, program in programs.items():
        found = first_difference(seed, theirs[seed], ours[seed])
        if not found:
            continue
        kind = program.kinds[found.line]
        kinds[kind] += 1
        if kinds[kind] == 1 and shown < options.show:
            shown += 1
            print(f"program {seed}, line {found.line}: {program.lines[found.line]}\n  NEURON  {' '.join(found.theirs)[:600]}\n"
                  f"  Ranvier {' '.join(found.ours)[:600]}")  # fmt: skip
    for (subject, pattern), count in kinds.most_common():
        print(f"{count:4} {subject}: {pattern}")
    differing = sum(kinds.values())
    print(f"{len(programs)} programs from seed {options.seed}: {len(programs) - differing} answer the same, {differing} differ; "
          f"NEURON crashes in {len(crashed)}: {crashed[:20]}")  # fmt: skip
    return differing


def main():
    options = arguments()
    if options.program is not None:
        show_program(options.program, options.module)
        return 0
    return 1 if compare(options) else 0


if __name__ == "__main__":
    sys.exit(main())
