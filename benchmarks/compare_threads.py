#!/usr/bin/env python3
"""How much faster is a run on two threads than on one, and do more threads than cores cost anything?

    compare_threads.py [--threads 1,2] [--sizes 200] [--only run,psolve,microcircuit] [--math libm,vector] [--pairs 5]

Runs each model with each number of threads in turn, and prints median wall times of the run without setup, and how many
times as fast the later numbers of threads are as the first one: the median of the ratios of pairs. `run` and `psolve`: a
ring of --sizes cells of 50 compartments with hh, advanced by run(), which comes back to the script after each step, and by
pc.psolve, where cells continue by themselves for the minimum delay of 1 ms. `microcircuit`: models/microcircuit at a fifth of
its size, whose shortest delay is a step. The raster of each model must be the same for all numbers of threads above one.
"""

import json
import pathlib
import statistics
import subprocess
import tempfile

from compare import ROOT, parser

RING = """
{ load_file("stdrun.hoc") }
begintemplate Cell
  public soma, synapse, source
  create soma
  objref synapse, source, nil
  proc init() {
    soma { L = 1000 diam = 2 nseg = 50 insert hh synapse = new ExpSyn(0.5) source = new NetCon(&v(0.5), nil) }
  }
endtemplate Cell
objref pc, cells, joins, start, starts
pc = new ParallelContext()
cells = new List()
joins = new List()
for i = 0, cells_wanted - 1 {
  cells.append(new Cell())
  pc.set_gid2node(i, 0)
  pc.cell(i, cells.o(i).source)
}
for i = 0, cells_wanted - 1 {
  joins.append(pc.gid_connect((i + cells_wanted - 1) % cells_wanted, cells.o(i).synapse))
  joins.o(i).delay = 1
  joins.o(i).weight = 0.05
}
start = new NetStim()
start.number = 1
start.start = 1
starts = new List()
for (i = 0; i < cells_wanted; i += 10) {
  starts.append(new NetCon(start, cells.o(i).synapse, 0, 1, 0.05))
}
tstop = duration
pc.set_maxstep(10)
stdinit()
if (by_steps) { run() } else { pc.psolve(tstop) }
"""


def ring(size, by_steps):
    duration = max(100, 5000 // size)  # [ms]
    return [
        part
        for name, value in {"cells_wanted": size, "by_steps": by_steps, "duration": duration}.items()
        for part in ("-c", f"{name} = {value}")
    ]


def words_of(model, size, folder):
    if model == "microcircuit":
        settings = {"scale": 0.2, "tstop": 500}
        return [part for name, value in settings.items() for part in ("-c", f"{name} = {value}")] + [
            ROOT / "models/microcircuit/microcircuit.hoc"
        ]
    script = pathlib.Path(folder, "ring.hoc")
    script.write_text(RING)
    return [*ring(size, int(model == "run")), script]


def measure(options, words, math, threads, folder):
    """(wall time of the run [s], hash of the raster)"""
    summary = pathlib.Path(folder, "summary.json")
    command = [options.ranvier, "--quiet", "--math", math, "--threads", threads, "--summary", summary]
    command += ["--raster", pathlib.Path(folder, "raster.h5"), *words]
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
    told = json.loads(summary.read_text())
    return told["phases"]["per_rank"][0]["wall"], told["raster"].get("sha256")


def compare(options, model, size, math, folder):
    words = words_of(model, size, folder)
    times = {n: [] for n in options.threads}
    rasters = {}
    for _ in range(options.pairs):
        for n in options.threads:
            seconds, raster = measure(options, words, math, n, folder)
            times[n].append(seconds)
            rasters[n] = raster
    if len({raster for n, raster in rasters.items() if n > 1}) > 1:
        raise SystemExit(f"{model}: the rasters of {options.threads} threads differ")
    name = model if model == "microcircuit" else f"{model}, {size} cells"
    figures = ", ".join(f"{n}: {statistics.median(times[n]):.3f} s" for n in options.threads)
    ratios = []
    for n in options.threads[1:]:
        pairs = [one / several for one, several in zip(times[options.threads[0]], times[n])]
        ratios.append(statistics.median(pairs))
        figures += f"; {n} threads {ratios[-1]:.2f} ({min(pairs):.2f}–{max(pairs):.2f})"
    print(f"{name}, {math}: {figures}", flush=True)
    return ratios


def main():
    options = parser(__doc__)
    options.add_argument("--threads", default="1,2")
    options.add_argument("--sizes", default="200", help="numbers of cells of the ring")
    options.add_argument("--only", default="run,psolve,microcircuit")
    options.add_argument("--math", default="libm,vector")
    options = options.parse_args()
    options.threads = [int(n) for n in options.threads.split(",")]
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        for model in options.only.split(","):
            for size in [0] if model == "microcircuit" else map(int, options.sizes.split(",")):
                for math in options.math.split(","):
                    ratios += compare(options, model, size, math, folder)
    print(f"ratio: {statistics.geometric_mean(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})")


if __name__ == "__main__":
    main()
