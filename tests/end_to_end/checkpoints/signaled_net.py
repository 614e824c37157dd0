"""The ring of signaled_net.hoc, driven by Python. Arguments: the end [ms]; a checkpoint that the script requests."""

import sys

from neuron import h

h.load_file("stdrun.hoc")
pc = h.ParallelContext()
rank, ranks, count = int(pc.id()), int(pc.nhost()), 8
own = sys.argv[sys.argv.index(__file__) + 1 :]  # under the name nrniv, sys.argv is the whole command
end = float(own[0]) if own else 1e7
if len(own) > 1:
    pc.checkpoint(own[1], "", 1)

cells = {}
for gid in range(rank, count, ranks):
    soma = h.Section(name=f"soma{gid}")
    soma.L = soma.diam = 20
    soma.insert("hh")
    syn = h.ExpSyn(soma(0.5))
    syn.tau = 2
    pc.set_gid2node(gid, rank)
    out = h.NetCon(soma(0.5)._ref_v, None, sec=soma)
    out.threshold = -10
    pc.cell(gid, out)
    cells[gid] = [soma, syn, out]
for gid, cell in cells.items():
    nc = pc.gid_connect((gid + count - 1) % count, cell[1])
    nc.weight[0] = 0.05
    nc.delay = 1.7
    cell.append(nc)
if rank == 0:
    stim = h.NetStim()
    stim.interval, stim.number, stim.start, stim.noise = 23, 1e9, 1, 0.5
    stim.noiseFromRandom123(1, 2, 3)
    kick = h.NetCon(stim, cells[0][1], 0, 1, 0.05)
times, gids = h.Vector(), h.Vector()
pc.spike_record(-1, times, gids)
pc.set_maxstep(10)
h.stdinit()
pc.barrier()
if rank == 0:
    open("begun", "w").close()
try:
    pc.psolve(end)
    pc.barrier()
except:  # noqa: E722  a script may catch everything
    print("caught", sys.exc_info()[0].__name__, flush=True)
    pc.psolve(end)
with open(f"spikes.{rank}", "w") as file:
    for t, gid in zip(times, gids, strict=True):
        file.write(f"{t!r} {gid:g}\n")
