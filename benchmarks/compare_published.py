#!/usr/bin/env python3
"""How much faster than NEURON are published models, run as they are?

    compare_published.py FOLDER --models DIR [--only NAME,...] [--repeat N] [--markdown | --compile]
    compare_published.py --sweep LIST --models DIR

FOLDER/conformance holds the list of models (corpus.dev.yaml) and what is run beside each; DIR holds the models as they are
published, DIR/<accession> as a work tree or DIR/ModelDBRepository+<accession>/repo as a git directory. Copies of them,
compiled once for either program, stay in build/published.

NEURON, Ranvier with --math libm and Ranvier with --math vector run each model in turn. A row has the medians of processor
time (user and system, all children), without compilation and without that of an empty script, which is measured here, too.
The last line is `ratio: MEAN (MIN–MAX)`, NEURON's time over that of libm: the geometric mean over the fixed-step models on
which NEURON takes 0.8 s or more. The line before it is that of vector.

With --compile each model's .mod files are compiled instead, with an empty cache, by either nrnivmodl in turn. The last line
is the same of processor times, the line before it of wall times.

With --sweep the models are those of LIST, a file of accession numbers, whose buttons are pressed (published_sweep.py). The last
line is the geometric mean over the cases on which NEURON takes 0.5 s or more; before it stand the five worst, each with the
functions in which Ranvier spends most, as far as perf is there.
"""

import collections
import pathlib
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

import compare
import published_sweep
import yaml

# Fixed steps, and NEURON takes at least 0.8 s: below that the start of the programs would count more than the run.
COUNTED = (
    "2488_fig1",
    "3264_fig3a",
    "3670_fig5a",
    "7400",
    "33975_perf",
    "71312_cl",
    "87284",
    "112086_cnt",
    "116835_grc",
    "118631",
    "123815_ca1net",
    "144526",
    "2014814_nm",
)
SIDES = ("NEURON", "libm", "vector")
LEAST = 0.001  # [s]: what is left of a run that took no longer than an empty script
RASTERS = ("acc.spk", "acc.*.of.*", "out.dat")

Row = collections.namedtuple(
    "Row", "name variable_step seconds spikes"
)  # seconds: {side: s}; spikes: same, differ or none


class Failed(Exception):
    """What a row says instead of numbers."""


def checked(ended, who):
    if ended.status != 0:
        said = [line for line in (ended.errors + ended.output).splitlines() if line.strip()]
        message = next(
            (line for line in said if re.search(r"error|undefined|cannot|not ", line, re.I)), said[-1] if said else ""
        )
        raise Failed(f"{who} ends with {ended.status}: {message.strip()[:120]}")
    return ended


# --- folders


def fetch(models, accession, to):
    """A copy of the published model at `to`."""
    tree, git = models / str(accession), models / f"ModelDBRepository+{accession}" / "repo"
    if tree.is_dir():
        shutil.copytree(tree, to, symlinks=True, ignore=shutil.ignore_patterns(".git", "x86_64", "aarch64"))
    elif git.is_dir():
        subprocess.run(["git", "clone", "-q", git, to], check=True)
    else:
        raise Failed(f"not in {models}")


class Programs:
    """The commands of both, for one entry of the list."""

    def __init__(self, options):
        self.bin = pathlib.Path(options.ranvier).resolve().parent
        self.neuron = pathlib.Path(options.neuron).resolve()
        self.corpus = (pathlib.Path(options.folder) / "conformance" / "dev").resolve()

    def nrniv(self, side):
        return [self.neuron / "nrniv"] if side == "NEURON" else [self.bin / "nrniv", "--math", side]

    def run(self, side, entry):
        words = shlex.split(entry["run"].replace("$CORPUS", str(self.corpus)))
        if words[0] != "nrniv":
            raise Failed(f"its command starts with {words[0]}, not nrniv")
        return [*self.nrniv(side), *words[1:]]

    def compile(self, side, entry):
        """None where there is nothing to compile."""
        words = shlex.split(entry.get("compile") or "")
        if not words:
            return None
        if side == "vector":
            return [self.bin / "ranvier", "compile", "--math", "vector", *words[1:]]
        return [(self.neuron if side == "NEURON" else self.bin) / "nrnivmodl", *words[1:]]


def prepared(entry, programs, models, kept):
    """{side: folder to run in}: copies of the model, compiled. Both arithmetics of Ranvier share one."""
    folders = {}
    for side in SIDES:
        top = kept / entry["name"] / ("NEURON" if side == "NEURON" else "Ranvier")
        folders[side] = top / entry["subdir"]
        done = top.parent / f"{side} is compiled"
        if not top.exists():
            done.unlink(missing_ok=True)
            top.parent.mkdir(parents=True, exist_ok=True)
            fetch(models, entry["accession"], top)
        command = programs.compile(side, entry)
        # Ranvier keeps what it compiles by content, and may be another build than the last time.
        if command and not (side == "NEURON" and done.exists()):
            checked(compare.run(command, folders[side]), f"{command[0].name} of {side}")
            done.touch()
    return folders


# --- running


def raster(folder):
    """The spikes that a run has written there: sorted lines."""
    files = [path for pattern in RASTERS for path in folder.rglob(pattern)]
    return sorted(line for path in files for line in path.read_text(errors="replace").splitlines())


def remove_rasters(folder):
    for pattern in RASTERS:
        for path in folder.rglob(pattern):
            path.unlink()


def in_turn(repeat, take):
    """{side: median of take(side)}, A B C A B C."""
    taken = {side: [] for side in SIDES}
    for _ in range(repeat):
        for side in SIDES:
            taken[side].append(take(side))
    return {side: statistics.median(values) for side, values in taken.items()}


def empty_script(programs, repeat):
    """{side: processor time of a script that does nothing [s]}"""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "empty.hoc").write_text("")
        return in_turn(
            max(5, repeat),
            lambda side: (
                checked(compare.run([*programs.nrniv(side), "-nogui", "-nobanner", "empty.hoc"], folder), side).cpu
            ),
        )


def measured(entry, programs, options, empty):
    folders = prepared(entry, programs, pathlib.Path(options.models).resolve(), options.kept)
    rasters = {}

    def take(side):
        remove_rasters(folders[side])
        ended = checked(compare.run(programs.run(side, entry), folders[side]), side)
        rasters[side] = raster(folders[side])
        return ended.cpu

    seconds = in_turn(options.pairs, take)
    spikes = "none" if not any(rasters.values()) else "same" if rasters["NEURON"] == rasters["libm"] else "differ"
    return Row(
        entry["name"],
        bool(entry.get("variable_step")),
        {side: max(LEAST, seconds[side] - empty[side]) for side in SIDES},
        spikes,
    )


# --- compiling


def compiled(entry, programs, options):
    """{side: (wall, processor time [s])} of both, from nothing; medians."""
    taken = {"NEURON": [], "libm": []}
    if not entry.get("compile"):
        raise Failed("has no .mod files")
    for _ in range(options.pairs):
        for side, all_taken in taken.items():
            with tempfile.TemporaryDirectory() as folder:
                fetch(pathlib.Path(options.models).resolve(), entry["accession"], pathlib.Path(folder) / "model")
                command = programs.compile(side, entry)
                cache = f"RANVIER_CACHE={folder}/cache"
                ended = checked(
                    compare.run(["env", cache, *command], pathlib.Path(folder) / "model" / entry["subdir"]), side
                )
                all_taken.append((ended.wall, ended.cpu))
    return {side: tuple(map(statistics.median, zip(*values))) for side, values in taken.items()}


# --- printing


def summary(ratios):
    """`ratio: 3.10 (1.20–8.00)`: geometric mean and range."""
    if not ratios:
        return "ratio: none"
    return f"ratio: {statistics.geometric_mean(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})"


def ratio(row, side):
    return row.seconds["NEURON"] / row.seconds[side]


def table(rows, markdown):
    """Lines of a table with a row for each model."""
    head = ("model", "NEURON [s]", "libm [s]", "vector [s]", "libm: times", "vector: times", "spikes")
    cells = [
        (
            row.name,
            *(f"{row.seconds[side]:.3f}" for side in SIDES),
            f"{ratio(row, 'libm'):.2f}",
            f"{ratio(row, 'vector'):.2f}",
            row.spikes,
        )
        for row in rows
    ]
    if markdown:
        return [f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *cells)]
    return [f"{line[0]:18}" + "".join(f"{cell:>15}" for cell in line[1:]) for line in (head, *cells)]


def report(rows, markdown):
    """The output after the runs: three tables, then vector's ratio and libm's."""
    groups = [
        ("fixed steps", [row for row in rows if row.name in COUNTED]),
        ("fixed steps, not in the mean", [row for row in rows if row.name not in COUNTED and not row.variable_step]),
        ("variable steps, not in the mean", [row for row in rows if row.variable_step]),
    ]
    for title, group in groups:
        if group:
            yield from [f"{title}:", "", *table(group, markdown), ""]
    counted = groups[0][1]
    if len(counted) < len(COUNTED):
        yield f"{len(counted)} of the {len(COUNTED)} models that the mean is taken of have run"
    yield "--math vector, " + summary([ratio(row, "vector") for row in counted])
    yield summary([ratio(row, "libm") for row in counted])


def compile_line(name, took):
    (their_wall, their_cpu), (our_wall, our_cpu) = took["NEURON"], took["libm"]
    return (
        f"{name:24} NEURON {their_cpu:7.2f} s CPU {their_wall:7.2f} s wall, Ranvier {our_cpu:7.2f} s CPU {our_wall:7.2f} s wall, "
        f"ratio {their_cpu / our_cpu:.2f}"
    )


def compile_all(entries, programs, options):
    taken = {}
    for entry in entries:
        try:
            taken[entry["name"]] = compiled(entry, programs, options)
            print(compile_line(entry["name"], taken[entry["name"]]), flush=True)
        except Failed as why:
            print(f"{entry['name']:24} {why}", flush=True)
    ratios = {kind: [took["NEURON"][kind] / took["libm"][kind] for took in taken.values()] for kind in (0, 1)}
    if taken:
        worst = min(taken, key=lambda name: taken[name]["NEURON"][1] / taken[name]["libm"][1])
        print(f"the worst: {compile_line(worst, taken[worst])}")
    print("wall time, " + summary(ratios[0]))
    print(summary(ratios[1]))


def run_all(entries, programs, options):
    empty = empty_script(programs, options.pairs)
    print(
        "empty script, taken off [s]: " + ", ".join(f"{side} {seconds:.3f}" for side, seconds in empty.items()),
        flush=True,
    )
    rows = []
    for entry in entries:
        try:
            rows.append(measured(entry, programs, options, empty))
            if not options.markdown:
                print(table(rows, False)[-1], flush=True)
        except Failed as why:
            print(f"{entry['name']:18} {why}", flush=True)
    print(*report(rows, options.markdown), sep="\n")


def main():
    arguments = compare.parser(__doc__)
    arguments.set_defaults(pairs=3)
    arguments.add_argument("folder", metavar="FOLDER", nargs="?", help="where conformance/corpus.dev.yaml lies")
    arguments.add_argument("--sweep", metavar="LIST", help="accession numbers; sweep.py lies beside this file")
    arguments.add_argument("--most-seconds", type=float, default=600, help="of a case of the sweep")
    arguments.add_argument("--models", required=True, help="folder of the models as published")
    arguments.add_argument(
        "--only", default="", help="names of the list, separated by commas [those that NEURON 9 runs]"
    )
    arguments.add_argument("--markdown", action="store_true", help="print the tables of docs/performance.md")
    arguments.add_argument("--compile", action="store_true", help="measure nrnivmodl")
    arguments.add_argument(
        "--work", default=str(compare.ROOT / "build" / "published"), help="where copies of the models stay"
    )
    options = arguments.parse_args()
    if options.sweep:
        return published_sweep.run(options)
    if not options.folder:
        arguments.error("FOLDER or --sweep is missing")
    options.kept = pathlib.Path(options.work).resolve()
    entries = yaml.safe_load((pathlib.Path(options.folder) / "conformance" / "corpus.dev.yaml").read_text())
    only = list(filter(None, options.only.split(",")))
    if unknown := sorted(set(only) - {entry["name"] for entry in entries}):
        sys.exit(f"no such entry: {', '.join(unknown)}")
    chosen = [
        entry
        for entry in entries
        if (
            entry["name"] in only
            if only
            else entry["name"] in COUNTED or str(entry["reference_neuron"]).startswith("9")
        )
    ]
    (compile_all if options.compile else run_all)(chosen, Programs(options), options)


if __name__ == "__main__":
    main()
