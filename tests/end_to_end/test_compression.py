"""Spikes of fixed steps are sent compressed, whatever fires them, and arrive with the same bits."""

import pytest

# Cells that BREAKPOINT advances fire at the end of a step, a WATCH at its beginning, a threshold's crossing 1e-10 ms later.
WATCHER = """
NEURON { POINT_PROCESS Watcher }
INITIAL { net_send(0, 1) }
NET_RECEIVE(w) {
    if (flag == 1) { WATCH (v > -20) 2 }
    if (flag == 2) { net_event(t) }
}
"""

NET = """
objref pc, cells, nc, sent, counted, nil, stim[4], watcher[4], soma_of[4]
pc = new ParallelContext()
{ pc.exchange("%(strategy)s", "compress", "%(compress)s", "fixed", 0) }
n = %(stepped)d
if (n > 0) { cells = pc.cells("ignore_and_fire", 0, n, "rate", 50, "phase", "uniform", 0, 1, "seed", 1) }
if (n > 0) { pc.connect(cells, cells, "all_to_all", "delay", %(delay)g) }
%(sections)s
{ pc.interval_log(1) pc.set_maxstep(10) }
dt = %(dt)g
{ finitialize(-65) pc.psolve(60) }
sent = pc.interval_log("spikes_sent")
counted = pc.interval_log("bytes_sent")
{ printf("%%d %%d %%d %%d\\n", pc.id, sent.size, sent.sum, counted.sum) }
"""

SECTIONS = """
create soma[4]
for i = 0, 3 { if (i %% pc.nhost == pc.id) {
    soma[i] { L = diam = 20 insert hh stim[i] = new IClamp(0.5) stim[i].dur = 1e9 stim[i].amp = 0.2 + 0.1*i
        pc.set_gid2node(500 + i, pc.id) nc = new NetCon(&v(0.5), nil) pc.cell(500 + i, nc)
        %(watcher)s }
} }
objref syn, ncs
ncs = new List()
syn = new List()
for i = 0, 3 { if (i %% pc.nhost == pc.id) { soma[i] { syn.append(new ExpSyn(0.5)) }
    for j = 0, 3 { ncs.append(pc.gid_connect(500 + j, syn.o(syn.count - 1))) ncs.o(ncs.count - 1).delay = %(delay)g
        if (%(watches)d) { ncs.append(pc.gid_connect(600 + j, syn.o(syn.count - 1))) ncs.o(ncs.count - 1).delay = %(delay)g } }
} }
"""

WATCHES = "watcher[i] = new Watcher(0.5) pc.set_gid2node(600 + i, pc.id) nc = new NetCon(watcher[i], nil) pc.cell(600 + i, nc)"


def counted(ranvier, folder, text, header):
    """By rank: intervals, spikes sent, bytes sent without headers; and the raster."""
    (folder / "net.hoc").write_text(text)
    outcome = ranvier.check("--raster", "net.dat", "net.hoc", cwd=folder, ranks=2)
    assert "uncompressed" not in outcome.err, outcome
    ranks = sorted(tuple(map(int, line.split())) for line in outcome.out.splitlines() if line.count(" ") == 3)
    assert len(ranks) == 2, outcome
    return [(spikes, sent - header * intervals) for _, intervals, spikes, sent in ranks], (
        folder / "net.dat"
    ).read_text()


@pytest.mark.parametrize("strategy, header", [("allgather", 8), ("alltoall", 12)])
@pytest.mark.parametrize(
    "kinds, delay, dt",
    [
        ("stepped", 1.5, 0.1),
        ("thresholds", 1.5, 0.025),
        ("stepped thresholds", 1.5, 0.1),
        ("thresholds watches", 1.5, 0.025),
        ("stepped thresholds watches", 1.5, 0.025),
        ("stepped thresholds", 5, 0.025),  # 401 times: more than a byte counts
    ],
)
def test_spikes_of_steps_take_two_bytes(ranvier, tmp_path, strategy, header, kinds, delay, dt):
    watches = "watches" in kinds
    if watches:
        (tmp_path / "watcher.mod").write_text(WATCHER)
    words = {"watcher": WATCHES if watches else "", "watches": watches, "delay": delay}
    words["sections"] = SECTIONS % words if "thresholds" in kinds else ""
    words |= {"stepped": 40 if "stepped" in kinds else 0, "dt": dt, "strategy": strategy}
    on, raster = counted(ranvier, tmp_path, NET % {**words, "compress": "on"}, header)
    off, same = counted(ranvier, tmp_path, NET % {**words, "compress": "off"}, header)
    assert raster == same
    assert raster.count("\n") > 20
    for (spikes, sent), (spikes_off, sent_off) in zip(on, off):
        assert spikes == spikes_off > 0
        assert (sent, sent_off) == (2 * spikes, 12 * spikes)
