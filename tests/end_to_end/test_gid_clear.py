"""pc.gid_clear: a script makes one network after another, also with cells on other ranks than before."""

import re

import pytest

NETWORKS = r"""
objref pc, cells, netcons, nil, nc, times, gids
pc = new ParallelContext()
proc network() { local gid  // each gid on the rank ((gid + $1) mod nhost), which the one before fires
    pc.gid_clear()
    cells = new List()
    netcons = new List()
    times = new Vector()
    gids = new Vector()
    for gid = 0, 5 if ((gid + $1) % pc.nhost == pc.id) pc.set_gid2node(gid, pc.id)
    for gid = 0, 5 if (pc.gid_exists(gid)) {
        cells.append(new IntFire1())
        nc = new NetCon(cells.o(cells.count - 1), nil)
        pc.cell(gid, nc)
        pc.spike_record(gid, times, gids)
    }
    for gid = 0, 5 if (pc.gid_exists(gid)) {
        nc = pc.gid_connect((gid + 5) % 6, pc.gid2cell(gid))
        nc.weight = 1.1
        nc.delay = 2
        netcons.append(nc)
    }
}
proc go() { local i
    pc.set_maxstep(10)
    finitialize(-65)
    if (pc.gid_exists(0)) cells.o(0).m = 0
    if (pc.gid_exists(0)) netcons.o(0).event(1)
    pc.psolve(20)
    for i = 0, times.size - 1 printf("%d: %g %d\n", $1, times.x[i], gids.x[i])
}
"""


def spikes(out, network):
    return sorted(tuple(map(float, each)) for each in re.findall(rf"^{network}: (\S+) (\S+)$", out, re.MULTILINE))


@pytest.mark.parametrize("ranks", (1, 2, 3))
def test_networks_follow_each_other(ranvier, tmp_path, ranks):
    script = tmp_path / "networks.hoc"
    script.write_text(NETWORKS + "for k = 0, 2 { network(k)  go(k) }\n")
    out = ranvier.check(script, cwd=tmp_path, ranks=ranks).out
    first = spikes(out, 0)
    assert first == [(1 + 2 * k, k % 6) for k in range(10)]
    assert spikes(out, 1) == first
    assert spikes(out, 2) == first
