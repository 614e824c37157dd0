#!/usr/bin/env python3
"""What does a compartment with hh cost a step, and how does that compare with NEURON, CoreNEURON and Arbor?

Two networks, on one core: models/ring with use_hh = 1 (128 unbranched cells of 50 compartments), and
benchmarks/kernels/branched_ring.hoc (512 cells, random trees of some 50 branches, no two alike). The programs run in
turn, repetition by repetition. It measures processor time, less that of a short run of the same network (start,
setup), divided by compartments and steps; of each run the fastest of --attempts, since what disturbs only adds. Prints a
table for each network, with the bytes that a compartment takes, and what each ratio is; the last line, `ratio: MEDIAN
(MIN–MAX)`, is Arbor's time over Ranvier's in the unbranched network, hh's TABLE off on both sides. With --write-docs the
tables replace those in docs/performance.md. `--repetitions 3 --tstop 50` takes five minutes on a quiet machine.

Peers: NEURON and CoreNEURON from PyPI's `neuron`, Arbor from PyPI's `arbor` (`build/python/bin/pip install arbor==0.12.2`).
CoreNEURON gets the text of Ranvier's hh.mod, once as it is with the wheel's own flags and once without its TABLE with
`-O3 -march=native -ffast-math`; compiling it takes a minute each time and is kept in build/kernels.
"""

import argparse
import dataclasses
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
KERNELS = pathlib.Path(__file__).resolve().parent / "kernels"
STEPS_PER_MS = 40


@dataclasses.dataclass
class Program:
    name: str
    command: object  # (network, cells, tstop) -> words
    environment: dict = dataclasses.field(default_factory=dict)
    under_callgrind: bool = True


@dataclasses.dataclass
class Network:
    name: str
    cells: int
    times: tuple  # [ms] of the short and the long run
    compartments: object  # cells -> number


def branched_compartments(cells):
    sys.path.insert(0, str(KERNELS))
    from random_tree import RandomTrees

    trees = RandomTrees()
    return sum(1 + len(trees.next()) for _ in range(cells))


def networks(options):
    return [
        Network("uniform", 128, (5, 5 + options.tstop), lambda cells: 50 * cells),
        Network("branched", 512, (2, 2 + options.tstop / 4), branched_compartments),
    ]


def hoc_statements(network, cells, tstop, table):
    uniform = ["ncomp = 50", "use_hh = 1"] if network == "uniform" else []
    statements = [f"ncell = {cells}", "kick_every = 8", f"usetable = {int(table)}", f"tstop = {tstop:g}", *uniform]
    return [word for statement in statements for word in ("-c", statement)]


def hoc_file(network):
    return ROOT / "models/ring/ring.hoc" if network == "uniform" else KERNELS / "branched_ring.hoc"


def ranvier(options, name, math, table, **environment):
    def command(network, cells, tstop):
        return [
            options.ranvier,
            "--quiet",
            "--math",
            math,
            *hoc_statements(network, cells, tstop, table),
            hoc_file(network),
        ]

    return Program(name, command, environment)


def neuron(options, name, table):
    def command(network, cells, tstop):
        return [
            f"{options.python}/nrniv",
            "-nobanner",
            "-nogui",
            *neuron_dll(options),
            *hoc_statements(network, cells, tstop, table),
            hoc_file(network),
        ]

    return Program(name, command)


def neuron_dll(options):
    """NEURON reads models/ring's own channels, since the script names them."""
    folder = options.build / "neuron"
    if not any(folder.glob("*/libnrnmech.so")):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for mod in (ROOT / "models/ring").glob("*.mod"):
            shutil.copy(mod, folder)
        subprocess.run(
            [f"{options.python}/nrnivmodl", "."],
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    return ["-dll", next(folder.glob("*/libnrnmech.so"))]


def coreneuron_folder(options, table, flags):
    """`special` with hh from Ranvier's text under the name hhours; CoreNEURON takes what rates() assigns as RANGE only."""
    folder = options.build / ("coreneuron-table" if table else "coreneuron-exact")
    text = (ROOT / "mechanisms/builtin/hh.mod").read_text()
    text = text.replace("SUFFIX hh\n", "SUFFIX hhours\n").replace("GLOBAL minf", "RANGE minf")
    if not table:
        text = re.sub(r"\n    TABLE .*", "", text)
    kept = folder / "hhours.mod"
    if not (kept.exists() and kept.read_text() == text and any(folder.glob("*/special"))):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        kept.write_text(text)
        for mod in (ROOT / "models/ring").glob("*.mod"):
            shutil.copy(mod, folder)
        print(f"nrnivmodl -coreneuron {flags} ...", flush=True)
        words = ["-incflags", flags] if flags else []
        subprocess.run(
            [f"{options.python}/nrnivmodl", "-coreneuron", *words, "."],
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    for network in ("uniform", "branched"):
        script = hoc_file(network).read_text().replace("insert hh\n", "insert hhours\n")
        script = re.sub(r"usetable_hh = usetable\b", "usetable_hhours = usetable" if table else "", script)
        (folder / f"{network}.hoc").write_text(script)
    return folder


def coreneuron(options, name, table, flags=""):
    folder = coreneuron_folder(options, table, flags)
    special = next(folder.glob("*/special"))

    def command(network, cells, tstop):
        statements = hoc_statements(network, cells, tstop, table)[1::2]
        return [special, "-python", KERNELS / "coreneuron_ring.py", folder / network, *statements]

    return Program(name, command, {"OMP_NUM_THREADS": "1"})  # else a thread a core, which spins


def arbor(options):
    def command(network, cells, tstop):
        return [f"{options.python}/python", KERNELS / "arbor_ring.py", network, cells, 50, f"{tstop:g}"]

    return Program("Arbor", command, {"PYTHONDONTWRITEBYTECODE": "1"})


def run(words, environment=None):
    """(processor seconds, peak memory [bytes], output) of a command; ends the program when it fails."""
    env = {**os.environ, **(environment or {})}
    env.pop("DISPLAY", None)
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryDirectory() as cwd:
        process = subprocess.Popen(
            [str(word) for word in words], cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read()
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: exit {process.returncode}\n{text}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, text


def nanoseconds(program, network, attempts):
    short, long = (
        min(run(program.command(network.name, network.cells, t), program.environment)[0] for _ in range(attempts))
        for t in network.times
    )
    steps = (network.times[1] - network.times[0]) * STEPS_PER_MS
    return (long - short) * 1e9 / (steps * network.compartments(network.cells))


def bytes_a_compartment(program, network):
    """Growth of the peak when the network is made five times as large: cells, their scripts' objects and synapses too."""
    small, large = (run(program.command(network.name, network.cells * k, 0.1), program.environment)[1] for k in (1, 5))
    return (large - small) / (network.compartments(5 * network.cells) - network.compartments(network.cells))


def bytes_of_hh(words):
    """Growth of the peak a compartment, where long cables with hh are all there is."""
    small, large = (run([*words, "-c", f"ncomp = {n}", KERNELS / "cables.hoc"])[1] for n in (1, 10001))
    return (large - small) / (20 * 10000)


def instructions(program, network):
    """By callgrind, which knows no AVX-512: a compartment and step, from runs of 1 ms and 3 ms with an eighth of the cells."""
    counts = []
    cells = network.cells // 8
    for tstop in (1, 3):
        words = [
            "valgrind",
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
            "--trace-children=yes",
            *program.command(network.name, cells, tstop),
        ]
        text = run(words, {**program.environment, "RANVIER_ISA": "avx2"})[2]
        counts.append(max(int(n) for n in re.findall(r"Collected\s*: (\d+)", text)))
    return (counts[1] - counts[0]) / (2 * STEPS_PER_MS * network.compartments(cells))


def ratio(rows, above, below):
    pairs = [a / b for a, b in zip(rows[above], rows[below])]
    return f"{statistics.median(pairs):.2f} ({min(pairs):.2f}–{max(pairs):.2f})"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument(
        "--tstop", type=float, default=100, help="[ms] that count in the unbranched network; a quarter in the other"
    )
    parser.add_argument("--networks", nargs="+", default=["uniform", "branched"], choices=["uniform", "branched"])
    parser.add_argument(
        "--write-docs",
        action="store_true",
        help="put the tables into docs/performance.md (both networks, all programs)",
    )
    parser.add_argument("--only", nargs="+", help="programs whose name contains one of these words")
    parser.add_argument("--attempts", type=int, default=2, help="runs of which the fastest counts")
    parser.add_argument("--no-memory", action="store_true", help="not the bytes a compartment, from growth of the peak")
    parser.add_argument(
        "--instructions", action="store_true", help="also instructions, by valgrind's callgrind (AVX2; minutes)"
    )
    parser.add_argument("--ranvier", default=str(ROOT / "build/release/bin/ranvier"))
    parser.add_argument(
        "--python", default=str(ROOT / "build/python/bin"), help="folder of NEURON's and Arbor's python"
    )
    parser.add_argument(
        "--build", type=pathlib.Path, default=ROOT / "build/kernels", help="where compiled mechanisms are kept"
    )
    return parser.parse_args()


def all_programs(options):
    makers = {
        "Ranvier vector": lambda name: ranvier(options, name, "vector", False),
        "Ranvier vector, TABLE": lambda name: ranvier(options, name, "vector", True),
        "Ranvier libm": lambda name: ranvier(options, name, "libm", False),
        "Ranvier libm, TABLE": lambda name: ranvier(options, name, "libm", True),
        "NEURON": lambda name: neuron(options, name, False),
        "NEURON, TABLE": lambda name: neuron(options, name, True),
        "CoreNEURON, TABLE": lambda name: coreneuron(options, name, True),
        "CoreNEURON, fast-math": lambda name: coreneuron(options, name, False, "-O3 -march=native -ffast-math"),
        "Arbor": lambda name: arbor(options),
    }
    wanted = [name for name in makers if not options.only or any(word in name for word in options.only)]
    return [makers[name](name) for name in wanted]


RATIOS = [
    ("NEURON, TABLE", "Ranvier vector, TABLE"),
    ("NEURON", "Ranvier libm"),
    ("NEURON, TABLE", "Ranvier libm, TABLE"),
    ("CoreNEURON, TABLE", "Ranvier vector"),
    ("CoreNEURON, fast-math", "Ranvier vector"),
    ("Arbor", "Ranvier vector"),
]


def spread(times):
    return f"{statistics.median(times):.1f} ({min(times):.1f}–{max(times):.1f})"


def documented(options, results, notes):
    """The tables as Markdown: ns a compartment-step, ratios, bytes."""
    titles = {"uniform": "cables", "branched": "trees"}
    present = [name for name in titles if name in results]

    def table(head, rows):
        lines = [
            f"| {head} | " + " | ".join(titles[name] for name in present) + " |",
            "|---" * (len(present) + 1) + "|",
        ]
        return "\n".join(lines + [f"| {title} | " + " | ".join(cells) + " |" for title, cells in rows])

    programs = results[present[0]]
    times = [(name, [spread(results[network][name]) for network in present]) for name in programs]
    ratios = [
        (f"{above} / {below}", [ratio(results[network], above, below) for network in present])
        for above, below in RATIOS
        if above in programs and below in programs
    ]
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    return "\n\n".join(
        [
            f"Processor time in ns a compartment and step, median (range) of {options.repetitions} repetitions, {load}:",
            table("ns", times),
            table("time of one over the other", ratios),
            *notes,
        ]
    )


def write_docs(text):
    path = ROOT / "docs/performance.md"
    begin, end = "<!-- figures of compare_kernels.py -->\n", "<!-- end of figures -->\n"
    before, rest = path.read_text().split(begin)
    path.write_text(before + begin + text + "\n" + end + rest.split(end)[1])


def report(options, network, programs, rows):
    print(
        f"\n{network.name}: {network.cells} cells, {network.compartments(network.cells)} compartments, "
        f"{network.times[1] - network.times[0]:g} ms, processor time, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )
    head = "program                     ns/compartment-step (min–max)"
    print(
        head
        + ("   bytes/compartment" if not options.no_memory else "")
        + ("   instructions" if options.instructions else "")
    )
    for program in programs:
        times = rows[program.name]
        line = f"{program.name:27} {statistics.median(times):7.1f} ({min(times):.1f}–{max(times):.1f})"
        if not options.no_memory:
            line = f"{line:60} {bytes_a_compartment(program, network):12.0f}"
        if options.instructions and program.under_callgrind:
            line = f"{line:78} {instructions(program, network):8.0f}"
        print(line, flush=True)
    for above, below in RATIOS:
        if above in rows and below in rows:
            print(f"{above} / {below}: {ratio(rows, above, below)}")


def main():
    options = parse_arguments()
    programs = all_programs(options)
    results = {}
    for network in networks(options):
        if network.name not in options.networks:
            continue
        rows = {program.name: [] for program in programs}
        for repetition in range(options.repetitions):
            for program in programs:
                rows[program.name].append(nanoseconds(program, network, options.attempts))
            print(
                f"{network.name} {repetition + 1}/{options.repetitions}: "
                + ", ".join(f"{name} {times[-1]:.1f}" for name, times in rows.items()),
                flush=True,
            )
        report(options, network, programs, rows)
        results[network.name] = rows
    notes = []
    if not options.no_memory and not options.only:
        ours, theirs = (
            bytes_of_hh([options.ranvier, "--quiet"]),
            bytes_of_hh([f"{options.python}/nrniv", "-nobanner", "-nogui"]),
        )
        notes.append(f"Bytes of a compartment with hh in long cables: Ranvier {ours:.0f}, NEURON {theirs:.0f}.")
        print("\n" + notes[0])
    if options.write_docs:
        write_docs(documented(options, results, notes))
    for rows in reversed(results.values()):
        if "Arbor" in rows and "Ranvier vector" in rows:
            print(f"ratio: {ratio(rows, 'Arbor', 'Ranvier vector')}")


main()
