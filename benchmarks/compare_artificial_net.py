#!/usr/bin/env python3
"""How much faster than NEURON does a large net of artificial cells deliver spikes, and how much smaller is it?

    compare_artificial_net.py [--cells 4096,65536] [--inputs 1000] [--tstop 30] [--pairs 3]

models/artificial_net, built alike (connection by connection) by either program on one core, in turn. Connections have weight
0, so both deliver about the same number of events: cells fire 33 times per second. NEURON also runs with its queue of bins
(queue_mode 1), and the faster of its runs counts. The time is that of the run after the first step; NEURON takes 250 bytes a
connection, 17 GB for 65 million.

Then models/intfire_net of the same size, made by rule, for its bytes. The last line is the ratio of times at the first size.
"""

import pathlib
import re
import statistics
import tempfile

from compare import ROOT, compile_for_neuron, parser, programs, timed

READY = re.compile(r"ready after ([\d.]+) s, ([\d.]+) bytes a connection; ([\d.]+) s from there")
RULE = re.compile(r"ready after ([\d.]+) s, ([\d.]+) bytes each")
MODEL = ROOT / "models" / "artificial_net"


def settings(**values):
    return [part for name, value in values.items() for part in ("-c", f"{name} = {value}")]


def measured(command, folder):
    """(seconds until ready, bytes a connection, seconds of the run, spikes)."""
    output = timed(command, folder)[2]
    return *map(float, READY.search(output).groups()), int(re.search(r"(\d+) spikes", output).group(1))


def compare_size(cells, options, folder):
    words = settings(ncell=cells, ncon=options.inputs, tstop=options.tstop, show_time=1)
    runs = programs(options)
    ours, theirs = [*runs["Ranvier"], "--math", "libm", *words], [*runs["NEURON"], *words]
    ratios, ns = [], []
    for pair in range(1, options.pairs + 1):
        ready, size, seconds, spikes = measured([*ours, MODEL / "artificial_net.hoc"], folder)
        other = [
            measured([*theirs, *settings(queue_mode=mode), MODEL / "artificial_net.hoc"], folder) for mode in (0, 1)
        ]
        best = min(run[2] for run in other)
        ratios.append(best / seconds)
        ns.append(1e9 * seconds / (spikes * options.inputs))
        print(
            f"{cells} cells, pair {pair}: run {seconds:.3f} s ({ns[-1]:.1f} ns a delivery), NEURON {other[0][2]:.3f} s (by bins "
            f"{other[1][2]:.3f}); ready {ready:.2f} s, NEURON {other[0][0]:.2f}; bytes {size:.1f}, NEURON {other[0][1]:.1f}; "
            f"spikes {spikes}, NEURON {other[0][3]}",
            flush=True,
        )
    made = timed(
        [
            options.ranvier,
            *settings(ncell=cells, ncon=options.inputs, tstop=1, warm_up=0.5),
            ROOT / "models/intfire_net/intfire_net.hoc",
        ],
        folder,
    )[2]
    rule = RULE.search(made)
    print(
        f"{cells} cells by rule: ready {rule.group(1)} s, {rule.group(2)} bytes; NEURON's {other[0][1] / float(rule.group(2)):.1f} times"
    )
    return ratios, statistics.median(ns)


def main():
    options = parser(__doc__)
    options.add_argument("--cells", default="4096,65536")
    options.add_argument("--inputs", type=int, default=1000)
    options.add_argument("--tstop", type=float, default=30)
    options = options.parse_args()
    sizes = [int(cells) for cells in options.cells.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        compile_for_neuron(options.neuron, MODEL.glob("*.mod"), folder)
        found = [compare_size(cells, options, folder) for cells in sizes]
    for cells, (ratios, ns) in zip(sizes, found):
        print(
            f"{cells} cells: {statistics.median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f}), {ns:.1f} ns a delivery, "
            f"{ns / found[0][1]:.2f} of that at {sizes[0]} cells"
        )
    ratios = found[0][0]
    print(f"ratio: {statistics.median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})")


main()
