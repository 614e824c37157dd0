#!/usr/bin/env python3
"""Are local variable steps worth it, do they converge, and how do they stand beside NEURON's?

A network of `--cells` hh cells, of which every `--busy`th fires all the time, and the others now and then. In turn, run by
run, medians of the processor time of the run alone, and of the whole program's wall time:
  - each cell its own step, all cells together, fixed steps of 0.025 ms; in Ranvier and in NEURON;
  - with `--math libm` and `--math vector`.
Then how far spikes lie from those of fixed steps of 0.001 ms (secondorder 2) as the tolerance falls. Ends with
`ratio: ...`, the time of all together over that of each alone.
"""

import pathlib
import statistics
import tempfile

from compare import PROCESSOR_TIME, parser, programs, timed

NETWORK = (
    PROCESSOR_TIME
    + """
{load_file("stdrun.hoc")}
begintemplate Cell
public soma, dend, syn
create soma, dend
objref syn
proc init() {
    soma { L = 20 diam = 20 insert hh }
    dend { L = 400 diam = 2 nseg = 9 insert pas e_pas = -65 }
    connect dend(0), soma(1)
    dend syn = new Exp2Syn(0.7)
    syn.tau1 = 0.5
    syn.tau2 = 3
}
endtemplate Cell
objref cells, nc, nil, connections, spikes, ids, drives, drive
cells = new List()
connections = new List()
drives = new List()
spikes = new Vector()
ids = new Vector()
for i = 0, CELLS - 1 cells.append(new Cell())
for i = 0, CELLS - 1 {
    cells.o(i).soma nc = new NetCon(&v(0.5), cells.o((i*7 + 1)%CELLS).syn, -10, 1.5 + 0.01*i, 0.001)
    nc.record(spikes, ids, i)
    connections.append(nc)
    if (i%BUSY == 0) {
        cells.o(i).soma drive = new IClamp(0.5)
        drive.del = 2 + 0.1*i
        drive.dur = 1e9
        drive.amp = 0.4
        drives.append(drive)
    }
}
objref cvode_
cvode_ = new CVode()
{ STEPS }
{finitialize(-65)}
began = processor_time()
ADVANCE
took = processor_time() - began
{printf("TOOK %.6f\\n", took)}
for i = 0, spikes.size() - 1 {printf("SPIKE %d %.10g\\n", ids.x[i], spikes.x[i])}
quit()
"""
)
SOLVE, FIXED = "{cvode_.solve(TSTOP)}", "while (t < TSTOP) fadvance()"
VARIABLE = "cvode_.active(1)  cvode_.atol(ATOL)"
KINDS = {
    "each alone": (VARIABLE + "  cvode_.use_local_dt(1)", SOLVE),
    "all together": (VARIABLE, SOLVE),
    "fixed, 0.025 ms": ("dt = 0.025", FIXED),
}


def script(kind, cells, busy, tstop, atol="1e-3"):
    steps, advance = kind
    text = NETWORK.replace("STEPS", steps).replace("ADVANCE", advance)
    for name, value in (("CELLS", cells), ("BUSY", busy), ("TSTOP", tstop), ("ATOL", atol)):
        text = text.replace(name, str(value))
    return text


def run(command, text, folder):
    """(processor time of the run [s], {(cell, number of its spike): time}, wall time of the program [s])"""
    (folder / "script.hoc").write_text(text)
    wall, _, out = timed([*command, "script.hoc"], folder)
    seconds, spikes, count = 0, {}, {}
    for line in out.splitlines():
        words = line.split()
        if words[:1] == ["TOOK"]:
            seconds = float(words[1])
        elif words[:1] == ["SPIKE"]:
            cell = int(words[1])
            count[cell] = count.get(cell, 0) + 1
            spikes[cell, count[cell]] = float(words[2])
    return seconds, spikes, wall


def compare_times(options, folder):
    ours = [options.ranvier, "--quiet"]
    commands = {
        "libm": [*ours, "--math", "libm"],
        "vector": [*ours, "--math", "vector"],
        "NEURON": programs(options)["NEURON"],
    }
    times = {(kind, name): [] for kind in KINDS for name in commands}
    walls = {key: [] for key in times}
    for _ in range(options.pairs):
        for kind, name in times:
            seconds, _, wall = run(
                commands[name], script(KINDS[kind], options.cells, options.busy, options.tstop), folder
            )
            times[kind, name].append(seconds)
            walls[kind, name].append(wall)
    median = {key: statistics.median(of) for key, of in times.items()}
    for title, of in (
        ("processor time [s]", median),
        ("program, wall [s]", {key: statistics.median(w) for key, w in walls.items()}),
    ):
        print(f"{title:20}" + "".join(f"{name:>10}" for name in commands))
        for kind in KINDS:
            print(f"{kind:20}" + "".join(f"{of[kind, name]:10.3f}" for name in commands))
    for name in commands:
        print(
            f"{name}: all together takes {median['all together', name] / median['each alone', name]:.2f} of each alone"
        )
    return median["all together", "vector"] / median["each alone", "vector"]


def compare_accuracy(options, folder):
    """Of a small network: the largest distance of a spike from that of fine fixed steps [ms]."""
    command, size = [options.ranvier, "--quiet"], (6, 2, 60)
    exact = run(command, script(("dt = 0.001  secondorder = 2", FIXED), *size), folder)[1]
    print(f"{len(exact)} spikes; the largest distance from fixed steps of 0.001 ms [ms]:")
    for atol in ("1e-2", "1e-3", "1e-4", "1e-5", "1e-6"):
        row = []
        for kind in ("each alone", "all together"):
            steps, advance = KINDS[kind]
            spikes = run(command, script((steps + "  cvode_.condition_order(2)", advance), *size, atol), folder)[1]
            same = spikes.keys() == exact.keys()
            row.append(f"{max(abs(spikes[k] - exact[k]) for k in exact):.6f}" if same else f"{len(spikes)} spikes")
        print(f"atol {atol}: {kind_names(row)}")


def kind_names(row):
    return ", ".join(f"{kind} {value}" for kind, value in zip(("each alone", "all together"), row))


def main():
    options = parser(__doc__)
    options.add_argument("--cells", type=int, default=300)
    options.add_argument("--busy", type=int, default=50, help="every n-th cell fires all the time")
    options.add_argument("--tstop", type=float, default=100)
    options = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        compare_accuracy(options, folder)
        ratio = compare_times(options, folder)
    print(f"ratio: {ratio:.2f}")


main()
