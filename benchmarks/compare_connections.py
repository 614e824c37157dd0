#!/usr/bin/env python3
"""How fast does hoc build a network by pc.gid_connect, how much memory does a connection take, and how fast is it freed?

The shape of model 137845: two nested loops, a NetCon a turn with weight and delay, kept in a List. One script, run by
both programs; connections a second of CPU time, bytes a connection from the growth of the process, and the time to free
half of them and all of them, whose ratio tells a linear end (2) from a quadratic one (4).
"""

import pathlib
import re
import statistics
import subprocess
import tempfile

from compare import PROCESSOR_TIME, judged, parser, programs

SCRIPT = """
objref pc, cells, nc, list, nil
pc = new ParallelContext()
cells = new List()
begintemplate Cell
public soma, syn
external pc
create soma
objref syn, nc, nil
proc init() {
  soma { syn = new ExpSyn(0.5)  pc.set_gid2node($1, 0)  nc = new NetCon(&v(0.5), nil) }
  pc.cell($1, nc)
  nc = nil
}
endtemplate Cell
for i = 0, 199 { cells.append(new Cell(i)) }
proc build() { local i, j
  for i = 0, $1 / 200 - 1 { for j = 0, 199 {
    nc = pc.gid_connect(i % 200, cells.object(j).syn)
    nc.weight = 0.001
    nc.delay = 1 + 0.1 * (i % 10)
    list.append(nc)
  } }
  nc = nil
}
objref memory
memory = new File()
func resident() { local kilobytes  // of this process
  memory.ropen("/proc/self/statm")
  memory.scanvar()
  kilobytes = memory.scanvar() * 4
  memory.close()
  return kilobytes
}
proc measure() { local start, before
  list = new List()
  before = resident()
  start = processor_time()
  build($1)
  printf("@built %g %g\\n", processor_time() - start, (resident() - before) * 1024 / $1)
  start = processor_time()
  list = nil
  printf("@freed %g\\n", processor_time() - start)
}
"""


def run(command, folder, count):
    """(connections a second, bytes a connection, seconds to free them) of one program."""
    script = PROCESSOR_TIME + SCRIPT + f"{{measure({count})}}\nquit()\n"
    (pathlib.Path(folder) / "connections.hoc").write_text(script)
    out = subprocess.run([*command, "connections.hoc"], cwd=folder, capture_output=True, text=True, check=True).stdout
    seconds, size = map(float, re.search(r"@built (\S+) (\S+)", out).groups())
    return count / seconds, size, float(re.search(r"@freed (\S+)", out).group(1))


def compare_connections(commands, count, runs):
    """Prints a line a program, medians of `runs` runs in turn, and the ratio of their rates."""
    kept = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(runs):
            for name, command in commands.items():
                kept[name].append((*run(command, folder, count), run(command, folder, count // 2)[2]))
    medians = {name: [statistics.median(column) for column in zip(*rows)] for name, rows in kept.items()}
    print(f"{count} connections{'built/s':>12}{'bytes each':>12}{'freed [s]':>12}{'half [s]':>12}")
    for name, (rate, size, freed, half) in medians.items():
        print(f"{name:18}{rate:12.0f}{size:12.0f}{freed:12.3f}{half:12.3f}")
    print(f"{'connections built':50}   {judged(medians['Ranvier'][0] / medians['NEURON'][0], 5)}")
    size = medians["Ranvier"][1]
    print(f"bytes of a connection: {size:.0f}   target 64: {'met' if size <= 64 else 'missed'}")


def main():
    options = parser(__doc__)
    options.add_argument("--connections", type=int, default=1000000)
    options.add_argument("--runs", type=int, default=3)
    options = options.parse_args()
    compare_connections(programs(options), options.connections, options.runs)


if __name__ == "__main__":
    main()
