"""Runs random hoc programs in NEURON and in Ranvier (as nrniv), and prints what they covered and where the two differ.

build/python/bin/python tests/oracle/random_hoc --seed 1 --count 1000
build/python/bin/python tests/oracle/random_hoc --program 17    # the text of one program
"""

import argparse
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[0] = str(ROOT / "tests")

from oracle.commands import run  # noqa: E402
from oracle.random_hoc.batches import batch, by_program, processes  # noqa: E402
from oracle.random_hoc.coverage import report  # noqa: E402
from oracle.random_hoc.mixed import Mixed  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0, help="number of the first program")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--batch", type=int, default=100, help="programs in one process")
    parser.add_argument("--show", type=int, default=5, help="how many differences are printed")
    parser.add_argument("--program", type=int, help="print the text of this program and stop")
    parser.add_argument("--nrniv", type=pathlib.Path, default=ROOT / "build" / "release" / "bin" / "nrniv")
    parser.add_argument("--neuron", type=pathlib.Path, default=pathlib.Path(sys.executable).parent / "nrniv")
    return parser.parse_args()


def outputs(nrniv, programs):
    """{seed: what it printed} up to the program that stopped the process, and stderr if one did."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "programs.hoc").write_text(batch(programs))
        try:
            outcome = run([nrniv, "-nobanner", "-nogui", "programs.hoc"], folder, limit=60)
        except TimeoutError as error:  # its text tells how far it came
            return by_program(str(error).split(" s\n", 1)[1]), "still running"
    return by_program(outcome.out), outcome.err if outcome.status or "hoc_execerror" in outcome.err else ""


def outputs_of_all(nrniv, programs):
    """As `outputs`, continuing after programs that stop the process: they map to None."""
    found, errors, left = {}, {}, dict(programs)
    while left:
        printed, error = outputs(nrniv, left)
        if error:
            failed = max(printed, default=next(iter(left)))
            printed[failed] = None
            errors[failed] = error
        found.update(printed)
        left = {seed: text for seed, text in left.items() if seed > max(printed, default=max(left))}
    return found, errors


def first_difference(one, other):
    lines, others = one.splitlines(), other.splitlines()
    for i in range(max(len(lines), len(others))):
        a, b = (some[i] if i < len(some) else "(nothing)" for some in (lines, others))
        if a != b:
            before = "".join(f"           {line}\n" for line in lines[max(i - 2, 0) : i])
            return f"{before}  NEURON   {a[:400]}\n  Ranvier  {b[:400]}"
    return "(the same lines)"


def between(programs, failed):
    """`programs` without those that failed, in the parts that had a process each."""
    part = {}
    for seed, text in programs.items():
        if seed not in failed:
            part[seed] = text
            continue
        yield part
        part = {}
    yield part


def outputs_of_both(options, programs):
    """What NEURON and Ranvier printed, and the errors of programs that stopped them. Where NEURON had to be restarted, so is Ranvier."""
    theirs, their_errors = outputs_of_all(options.neuron, programs)
    ours, our_errors = {}, {}
    for part in between(programs, their_errors):
        printed, failed = outputs_of_all(options.nrniv, part)
        ours.update(printed)
        our_errors.update(failed)
    return theirs, their_errors, ours, our_errors


def difference(options, seed, text, theirs, ours, our_error):
    """Where what both printed parts, and whether it does so in processes of this program alone, too."""
    again, _, mine_again, _ = outputs_of_both(options, {seed: text})
    alone = "the same alone" if again.get(seed) == mine_again.get(seed) else "alone, too"
    return f"program {seed} differs ({alone}):\n{our_error[-1000:] if ours is None else first_difference(theirs, ours)}"


def compare(options):
    used, differing = {}, []
    for first in range(options.seed, options.seed + options.count, options.batch):
        programs = {
            seed: Mixed(seed) for seed in range(first, min(first + options.batch, options.seed + options.count))
        }
        for texts in processes(programs, options.batch):
            theirs, their_errors, ours, our_errors = outputs_of_both(options, texts)
            for seed, text in texts.items():
                if theirs.get(seed) is None:
                    print(f"program {seed}: NEURON stops: {their_errors.get(seed, '')[-600:]}", flush=True)
                elif theirs[seed] == ours.get(seed):
                    continue
                differing.append(seed)
                if len(differing) <= options.show and theirs.get(seed) is not None:
                    print(
                        difference(options, seed, text, theirs[seed], ours.get(seed), our_errors.get(seed, "")),
                        flush=True,
                    )
        used.update({seed: program.used for seed, program in programs.items()})
        print(
            f"{first + len(programs) - options.seed} programs, {len(differing)} that differ",
            file=sys.stderr,
            flush=True,
        )
    return used, differing


def main():
    options = arguments()
    if options.program is not None:
        print(Mixed(options.program).text(), end="")
        return 0
    used, differing = compare(options)
    print(report(used))
    print(
        f"{options.count} programs from seed {options.seed}: {options.count - len(differing)} print the same, {len(differing)} differ",
        *differing[:50],
    )
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
