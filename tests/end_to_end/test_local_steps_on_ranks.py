"""Variable steps of each cell alone, on several ranks: the same bits, whatever the ranks and the exchange.

A cell never stops because ranks exchange: it has the steps, the spikes and the trace that it has on one rank.
"""

import pytest

NETWORK = """
begintemplate Cell
public soma, dend, syn
create soma, dend
objref syn
proc init() {
    soma { L = 20 diam = 20 insert hh }
    dend { L = 300 diam = 2 nseg = 3 insert pas e_pas = -65 }
    connect dend(0), soma(1)
    dend syn = new Exp2Syn(0.7)
    syn.tau1 = 0.5
    syn.tau2 = 3
}
endtemplate Cell
objref pc, cvode, areas, of, cell, nc, stim, nil, connections, cells, v_of[7], step_of[7], t_of[7], out
strdef name
pc = new ParallelContext()
cvode = new CVode()
connections = new List()
cells = new List()
// Gid 6 is an IntFire1: where it lies alone, a rank has no equations. The placement has no order.
func rank_of() { return (5*$1 + int($1/4))%pc.nhost }
areas = new Vector(7)
of = new Vector(7)
for g = 0, 6 {
    of.x[g] = g
    areas.x[g] = rank_of(g)
}
pc.area(of, areas)
for g = 0, 5 if (rank_of(g) == pc.id) {
    cell = new Cell()
    cells.append(cell)
    pc.set_gid2node(g, pc.id)
    cell.soma nc = new NetCon(&v(0.5), nil)
    nc.threshold = -10
    pc.cell(g, nc)
    v_of[g] = new Vector()
    step_of[g] = new Vector()
    t_of[g] = new Vector()
    cell.soma v_of[g].record(&v(0.5), 0.7)
    cell.soma cvode.record(&v(0.5), step_of[g], t_of[g])
}
if (rank_of(6) == pc.id) {
    cell = new IntFire1()
    cell.tau = 20
    cell.refrac = 3
    cells.append(cell)
    pc.set_gid2node(6, pc.id)
    nc = new NetCon(cell, nil)
    pc.cell(6, nc)
}
for g = 0, 5 if (pc.gid_exists(g)) {
    for k = 1, 2 {
        nc = pc.gid_connect((g + k)%7, pc.gid2cell(g).syn)
        nc.delay = 1 + 0.37*k + 0.013*g
        nc.weight = 0.015/k
        connections.append(nc)
    }
    if (g%3 == 0) {
        stim = new NetStim()
        stim.start = 1.5 + 0.31*g
        stim.interval = 17 + g
        stim.number = 4
        nc = new NetCon(stim, pc.gid2cell(g).syn, 0, 0.5, 0.03)
        connections.append(stim)
        connections.append(nc)
    }
}
if (pc.gid_exists(6)) for g = 1, 4 {
    nc = pc.gid_connect(g, pc.gid2cell(6))
    nc.delay = 1.37
    nc.weight = 0.7
    connections.append(nc)
}
proc settings() { CHOICES }
{cvode.active(1)  cvode.use_local_dt(1)  pc.set_maxstep(10)}
settings()
{finitialize(-65)}
{pc.psolve(20.3)}
{pc.psolve(45)}
out = new File()
for g = 0, 5 if (pc.gid_exists(g)) {
    sprint(name, "trace%d.txt", g)
    out.wopen(name)
    for i = 0, v_of[g].size - 1 out.printf("%.17g\\n", v_of[g].x[i])
    for i = 0, step_of[g].size - 1 out.printf("%.17g %.17g\\n", t_of[g].x[i], step_of[g].x[i])
    out.close()
}
{pc.barrier()}
"""
TRACES = [f"trace{g}.txt" for g in range(6)]
SETTINGS = {"thresholds between steps": "", "thresholds within steps": "cvode.condition_order(2)"}


def run(ranvier, folder, settings="", ranks=1, exchange="allgather"):
    (folder / "script.hoc").write_text(NETWORK.replace("CHOICES", settings))
    for name in TRACES:
        (folder / name).unlink(missing_ok=True)
    ranvier.check("--quiet", "--exchange", exchange, "--raster", "spikes.txt", "script.hoc", cwd=folder, ranks=ranks)
    return [(folder / name).read_text() for name in ("spikes.txt", *TRACES)]


@pytest.fixture(scope="module")
def alone(ranvier, tmp_path_factory):
    """The results of one rank."""
    folder = tmp_path_factory.mktemp("alone")
    return {name: run(ranvier, folder, text) for name, text in SETTINGS.items()}


@pytest.mark.parametrize(
    "ranks, exchange, settings",
    [
        (2, "allgather", "thresholds between steps"),
        (3, "allgather", "thresholds within steps"),
        (7, "alltoall", "thresholds between steps"),
        (2, "isend", "thresholds between steps"),
        (3, "isend:subintervals=2", "thresholds between steps"),
        (3, "persistent", "thresholds within steps"),
        (2, "iallgather", "thresholds between steps"),
        (3, "pairwise", "thresholds between steps"),
        (3, "two_tier", "thresholds between steps"),
    ],
)
def test_spikes_and_steps_are_those_of_one_rank(ranvier, tmp_path, alone, ranks, exchange, settings):
    expected = alone[settings]
    gids = [int(line.split()[-1]) for line in expected[0].splitlines() if not line.startswith("#")]
    assert set(gids) == set(range(7)) and len(gids) > 20
    assert all(len(trace.split()) > 300 for trace in expected[1:])
    assert run(ranvier, tmp_path, SETTINGS[settings], ranks, exchange) == expected


def fails(ranvier, folder, script):
    (folder / "script.hoc").write_text(NETWORK.replace("CHOICES", "") + script)
    outcome = ranvier.run("--quiet", "script.hoc", cwd=folder, ranks=2)
    assert outcome.status != 0
    return outcome.err


def test_what_ranks_cannot_do_is_said(ranvier, tmp_path):
    assert "cvode.solve(tstop)" in fails(ranvier, tmp_path, "fadvance()\n")
    assert "steps of each cell (cvode.use_local_dt(1))" in fails(
        ranvier, tmp_path, "cvode.use_local_dt(0)\nfinitialize(-65)\npc.psolve(5)\n"
    )


def test_cells_made_later_do_not_step_locally(ranvier, tmp_path):
    """As in NEURON, use_local_dt(1) has no effect without cells, on two ranks as on one."""
    early = "objref cvode\ncvode = new CVode()\n{cvode.active(1)  cvode.use_local_dt(1)}\n"
    network = NETWORK.replace("CHOICES", "").replace("cvode.use_local_dt(1)", "")
    for ranks in (1, 2):
        (tmp_path / "early.hoc").write_text(early + network + 'print "LOCAL ", cvode.use_local_dt()\n')
        outcome = ranvier.run("--quiet", "early.hoc", cwd=tmp_path, ranks=ranks)
        if ranks == 1:
            assert "LOCAL 0" in outcome.out, outcome
        else:
            assert outcome.status != 0 and "use steps of each cell (cvode.use_local_dt(1))" in outcome.err, outcome


def test_steps_may_become_fixed_and_variable_again(ranvier, tmp_path):
    """Spikes in flight when the kind of steps changes arrive."""
    change = "cvode.active(0)\ndt = 0.025\npc.psolve(60)\ncvode.active(1)\npc.psolve(70)\n"
    (tmp_path / "script.hoc").write_text(NETWORK.replace("CHOICES", "") + change)
    rasters = []
    for ranks in (1, 3):
        ranvier.check(
            "--quiet",
            "--exchange",
            "isend:subintervals=2",
            "--raster",
            "spikes.txt",
            "script.hoc",
            cwd=tmp_path,
            ranks=ranks,
        )
        rasters.append((tmp_path / "spikes.txt").read_text())
    assert rasters[0] == rasters[1]


def test_threads_change_nothing(ranvier, tmp_path, alone):
    name = "thresholds between steps"
    assert run(ranvier, tmp_path, SETTINGS[name] + " pc.nthread(3)", ranks=2) == alone[name]


# Each cell's axon drives, without delay, an artificial cell that drives the cell's synapse, without delay; at 0 ms another
# one does.
LOOPS = """
objref pc, cvode, cells, relays, stims, samples, nc, kept, nil
create soma[8]
pc = new ParallelContext()
cvode = new CVode()
cells = new List()
relays = new List()
stims = new List()
samples = new List()
kept = new List()
for (g = pc.id; g < 8; g += pc.nhost) soma[g] {
    L = diam = 15 + g
    insert hh
    gnabar_hh = 0.2
    kept.append(new IClamp(0.5))
    kept.o(kept.count - 1).dur = 1e9
    kept.o(kept.count - 1).amp = 0.2 + 0.03*g
    cells.append(new ExpSyn(0.5))
    relays.append(new IntFire1())
    samples.append(new Vector())
    samples.o(samples.count - 1).record(&v(0.5))
    stims.append(new NetStim())
    { stims.o(stims.count - 1).start = 0  stims.o(stims.count - 1).number = 1 }
    pc.set_gid2node(20 + g, pc.id)
    pc.cell(20 + g, new NetCon(stims.o(stims.count - 1), nil))
    kept.append(pc.gid_connect(20 + g, cells.o(cells.count - 1)))
    { kept.o(kept.count - 1).delay = 0  kept.o(kept.count - 1).weight = 0.001 }
    pc.set_gid2node(g, pc.id)
    nc = new NetCon(&v(0.5), nil, -20, 1, 0)
    pc.cell(g, nc)
    pc.set_gid2node(10 + g, pc.id)
    pc.cell(10 + g, new NetCon(relays.o(relays.count - 1), nil))
}
for k = 0, cells.count - 1 {
    g = pc.id + k*pc.nhost
    kept.append(pc.gid_connect(g, relays.o(k)))
    { kept.o(kept.count - 1).delay = 0  kept.o(kept.count - 1).weight = 2 }
    kept.append(pc.gid_connect(10 + g, cells.o(k)))
    { kept.o(kept.count - 1).delay = 0  kept.o(kept.count - 1).weight = 0.002 }
}
{cvode.active(1)  cvode.use_local_dt(1)  pc.set_maxstep(10)}
{finitialize(-65)}
{pc.psolve(60)}
for k = 0, samples.count - 1 printf("steps %d %d\\n", pc.id + k*pc.nhost, samples.o(k).size)
"""


def test_what_comes_back_without_delay_finds_the_cell_where_it_fired(ranvier, tmp_path):
    (tmp_path / "loops.hoc").write_text(LOOPS)

    def spikes_and_steps(ranks):
        out = ranvier.check("--quiet", "--raster", "spikes.txt", "loops.hoc", cwd=tmp_path, ranks=ranks).out
        return (tmp_path / "spikes.txt").read_text(), sorted(line for line in out.splitlines() if "steps" in line)

    alone = spikes_and_steps(1)
    assert alone[0].count("\n") > 50 and len(alone[1]) == 8
    assert spikes_and_steps(3) == alone
    assert spikes_and_steps(4) == alone
