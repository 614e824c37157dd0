#!/usr/bin/env python3
"""How fast does hoc build a network by pc.gid_connect, how much memory does a connection take, and how fast is it freed?

The shape of model 137845: two nested loops, a NetCon a turn with weight and delay, kept in a List. One script, run by
both programs; connections a second of CPU time, bytes a connection from the growth of the process, and the time to free
half of them and all of them, whose ratio tells a linear end (2) from a quadratic one (4).
"""
import pathlib
import re
import subprocess
import tempfile

from compare import parser

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
  start = startsw()
  build($1)
  printf("@built %g %g\\n", startsw() - start, (resident() - before) * 1024 / $1)
  start = startsw()
  list = nil
  printf("@freed %g\\n", startsw() - start)
}
"""


def run(command, folder, count):
    (pathlib.Path(folder) / "connections.hoc").write_text(SCRIPT + f"{{measure({count})}}\nquit()\n")
    out = subprocess.run([*command, "connections.hoc"], cwd=folder, capture_output=True, text=True, check=True).stdout
    seconds, size = map(float, re.search(r"@built (\S+) (\S+)", out).groups())
    return count / seconds, size, float(re.search(r"@freed (\S+)", out).group(1))


def main():
    options = parser(__doc__)
    options.add_argument("--connections", type=int, default=400000)
    options = options.parse_args()
    commands = {"Ranvier": [options.ranvier, "--quiet"], "NEURON": [f"{options.neuron}/nrniv", "-nobanner", "-nogui"]}
    built = {}
    print(f"{'':10}{'built/s':>12}{'bytes each':>12}{'freed [s]':>12}{'of half [s]':>14}")
    with tempfile.TemporaryDirectory() as folder:
        for name, command in commands.items():
            _, _, half = run(command, folder, options.connections // 2)
            built[name], size, freed = run(command, folder, options.connections)
            print(f"{name:10}{built[name]:12.0f}{size:12.0f}{freed:12.3f}{half:14.3f}")
    print(f"{'built/s':30} ratio: {built['Ranvier'] / built['NEURON']:.1f}")


main()
