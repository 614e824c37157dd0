"""pc.connect makes gap junctions: as those that a script makes one by one, on any ranks and threads, and as in NEURON."""

import re

import pytest
from oracle.detailed_net import CELLS, check_refusal
from oracle.program import raster_of

# A chain of cells and random pairs, of which some cells get a current.
MAKE = """
objref amps
amps = new Vector(24)
{ amps.indgen(0.025)  cells = pc.cells("Pyramid", 0, 24) }
{ pc.insert(cells, "IClamp", "on", "soma", "x", 0.5, "del", 1, "dur", 1e9, "amp", amps) }
{ pc.connect(cells, cells, "adjacent", 1, 1, "gap", "conductance", 0.0005, "on", "soma") }
{ pc.connect(cells, cells, "pairwise_bernoulli", 0.15, "gap", "conductance", "uniform", 0.0001, 0.0003, "on", "dend tuft", "by", "area") }
"""
RUN = "{ pc.set_maxstep(10)  stdinit()  pc.psolve(80)  pc.barrier() }\n"
LIST = """
proc list_junctions() { local gid, i  localobj halves, half
    for (gid = pc.id; gid < 24; gid += pc.nhost) {
        halves = pc.gap_junctions(gid)
        for i = 0, halves.count - 1 {
            half = halves.o(i)
            x = half.get_loc()
            printf("half %d %d %d %.17g %s %.17g\\n", gid, half.partner, half.number, half.conductance, secname(), x)
            pop_section()
        }
    }
}
{ list_junctions() }
"""
GAP = """
NEURON { POINT_PROCESS GapJunction ELECTRODE_CURRENT i RANGE conductance, i, v_other }
PARAMETER { conductance (microsiemens) }
ASSIGNED { v (mV) v_other (mV) i (nA) }
BREAKPOINT { i = conductance*(v_other - v) }
"""


def halves_of(text):
    """(gid, partner, number, conductance, section, x) of each half, in the order of each cell."""
    rows = [line.split()[1:] for line in text.splitlines() if line.startswith("half ")]
    return [(int(gid), int(partner), int(n), g, name.split(".")[-1], x) for gid, partner, n, g, name, x in rows]


def one_by_one(halves):
    """The same cells and junctions in NEURON's way, on one rank."""
    lines = [
        "objref half, halves, stim",
        "{ cells = new List()  halves = new List() }",
        "for (gid = 0; gid < 24; gid += 1) { cell = new Pyramid()  cells.append(cell)  pc.set_gid2node(gid, 0)  "
        "nc = cell.connect2target()  pc.cell(gid, nc) }",
    ]
    lines.append(
        "for (gid = 0; gid < 24; gid += 1) { cell = pc.gid2cell(gid)  cell.soma stim = new IClamp(0.5)  stim.del = 1  "
        "stim.dur = 1e9  stim.amp = 0.025*gid  halves.append(stim) }"
    )
    for gid, partner, number, g, section, x in halves:
        mine, other = 2 * number + (gid > partner), 2 * number + (partner > gid)
        lines.append(
            f"{{ cell = pc.gid2cell({gid})  cell.{section} half = new GapJunction({x})  half.conductance = {g}  "
            f"halves.append(half)  cell.{section} pc.source_var(&v({x}), {mine})  "
            f"pc.target_var(half, &half.v_other, {other}) }}"
        )
    return "\n".join([*lines, "{ pc.setup_transfer() }\n"])


@pytest.fixture(scope="module")
def joined(ranvier, tmp_path_factory):
    """The folder of the network's script, its raster by one rank and thread, and its halves of junctions."""
    folder = tmp_path_factory.mktemp("joined")
    (folder / "net.hoc").write_text(CELLS + MAKE + RUN + LIST)
    out = ranvier.check("run", "--quiet", "--math", "libm", "--raster", "net.dat", "net.hoc", cwd=folder).out
    spikes = raster_of((folder / "net.dat").read_text())
    halves = halves_of(out)
    assert len({gid for t, gid in spikes}) > 12 and len(spikes) > 50 and len(halves) > 100
    return folder, spikes, halves


def test_each_pair_is_joined_once(joined):
    halves = joined[2]
    by_number = {}
    for gid, partner, number, g, _section, _x in halves:
        by_number.setdefault(number, []).append((gid, partner, g))
    assert sorted(by_number) == list(range(len(halves) // 2))
    for (a, b, g), (c, d, h) in by_number.values():
        assert (a, b, g) == (d, c, h) and a != b
    chain = {tuple(sorted(by_number[n][0][:2])) for n in range(24)}
    assert chain == {tuple(sorted((k, (k + 1) % 24))) for k in range(24)}
    drawn = [tuple(sorted(ends[0][:2])) for number, ends in by_number.items() if number >= 24]
    assert len(drawn) == len(set(drawn)) and 20 < len(drawn) < 65, "of 276 pairs, each with probability 0.15"
    assert {half[4] for half in halves if half[2] < 24} == {"soma"}
    assert {half[4] for half in halves if half[2] >= 24} == {"dend[0]", "dend[1]", "tuft"}


def test_without_junctions_spikes_differ(ranvier, joined, tmp_path):
    alone = "\n".join(line for line in MAKE.splitlines() if "gap" not in line)
    (tmp_path / "net.hoc").write_text(CELLS + alone + "\n" + RUN)
    ranvier.check("run", "--quiet", "--math", "libm", "--raster", "net.dat", "net.hoc", cwd=tmp_path)
    assert raster_of((tmp_path / "net.dat").read_text()) != joined[1]


@pytest.mark.parametrize(
    "ranks, options", [(1, ("--threads", "3")), (2, ("--threads", "2")), (3, ("--exchange", "isend"))]
)
def test_they_are_the_same_on_ranks_and_threads(ranvier, joined, tmp_path, ranks, options):
    (tmp_path / "net.hoc").write_text(CELLS + MAKE + RUN + LIST)
    words = ["run", "--quiet", "--math", "libm", "--raster", "net.dat", *options, "net.hoc"]
    out = ranvier.check(*words, cwd=tmp_path, ranks=ranks).out
    assert sorted(halves_of(out)) == sorted(joined[2])
    assert raster_of((tmp_path / "net.dat").read_text()) == joined[1]


def test_made_one_by_one_they_have_the_same_spikes(ranvier, neuron, joined, tmp_path):
    folder, spikes, halves = joined
    singly = CELLS + one_by_one(halves)
    (tmp_path / "singly.hoc").write_text(singly + RUN)
    ranvier.check("run", "--quiet", "--math", "libm", "--raster", "net.dat", "singly.hoc", cwd=tmp_path)
    assert raster_of((tmp_path / "net.dat").read_text()) == spikes
    (tmp_path / "gap.mod").write_text(GAP)
    recorded = """
objref times, gids
times = new Vector()
gids = new Vector()
{ pc.spike_record(-1, times, gids) }
"""
    shown = 'for i = 0, times.size - 1 printf("%.17g %d\\n", times.x[i], gids.x[i])\n'
    answer = neuron.run(singly + recorded + RUN + shown, mods=[tmp_path / "gap.mod"])
    assert raster_of(answer["out"]) == spikes


def test_variable_steps(ranvier, joined, tmp_path):
    """Global steps on one rank take them; local ones do not."""
    (tmp_path / "net.hoc").write_text(CELLS + MAKE + "objref cvode\ncvode = new CVode()\n{ cvode.active(1) }\n" + RUN)
    ranvier.check("run", "--quiet", "--math", "libm", "--raster", "net.dat", "net.hoc", cwd=tmp_path)
    variable, fixed = raster_of((tmp_path / "net.dat").read_text()), joined[1]
    assert abs(len(variable) - len(fixed)) < 0.05 * len(fixed)
    (tmp_path / "net.hoc").write_text(
        CELLS + MAKE + "objref cvode\ncvode = new CVode()\n{ cvode.active(1)  cvode.use_local_dt(1) }\n" + RUN
    )
    refused = ranvier.run("net.hoc", cwd=tmp_path)
    assert refused.status == 1 and "gap junction" in refused.err


def test_they_are_replayed(ranvier, joined):
    folder = joined[0]
    (folder / "quiet.hoc").write_text(CELLS + MAKE + RUN)
    ranvier.check("run", "--quiet", "--raster", "net.h5", "quiet.hoc", cwd=folder, ranks=2)
    words = ["--raster", "net.h5", "--cells"]
    assert "identical: " in ranvier.check("replay", *words, "0-23", "--verify", "quiet.hoc", cwd=folder).out
    refused = ranvier.run("replay", *words, "3", "quiet.hoc", cwd=folder)
    assert refused.status == 1 and "choose these together: 0,1,2,3," in refused.err
    assert re.search(r"gap junction \d+ of a rule binds Pyramid\[\d+\]", refused.err)
    refused = ranvier.run("extract", *words, "0-23", "--out", "some.h5", "quiet.hoc", cwd=folder)
    assert refused.status == 1 and "gap junction" in refused.err


def test_they_resume_on_other_ranks(ranvier, joined, tmp_path):
    """The script fails at 20 ms while there is a file `stop`."""
    stopping = RUN.replace(
        "pc.psolve(80)", 'pc.psolve(20)  if (file.ropen("stop")) execerror("stop", "here")  pc.psolve(80)'
    )
    (tmp_path / "net.hoc").write_text(CELLS + MAKE + stopping)
    (tmp_path / "stop").write_text("")
    words = ["run", "--math", "libm", "--raster", "net.dat", "--checkpoint-every", "15ms", "--resume", "net.hoc"]
    assert ranvier.run(*words, cwd=tmp_path, ranks=3).status == 1
    (tmp_path / "stop").unlink()
    assert "resumed    at t" in ranvier.check(*words, cwd=tmp_path, ranks=2).err
    assert raster_of((tmp_path / "net.dat").read_text()) == joined[1]


WRONG = {
    '"gap", "on", "soma"': 'gap: say how well it conducts, as in "conductance", 0.001',
    '"gap", "conductance", 0.001': 'gap: say where, as in "on", "dend"',
    '"gap", "conductance", 0.001, "on", "soma", "weight", 1': "gap: weight is only for connections that carry spikes",
    '"gap", "conductance", 0.001, "on", "soma", "delay", 2': "gap: delay is only for connections that carry spikes",
    '"gap", "conductance", 0.001, "on", "soma", "share", "segment"': "share: GapJunction is not linear",
    '"gap", "conductance", -1, "on", "soma"': "gap: a conductance of -1 uS is below 0",
    '"gap", "conductance", "0.001*dist", "on", "soma"': "gap: a conductance cannot depend on a place",
    '"gap", "conductance", 0.001, "on", "nothing"': "on nothing: the cell of gid 0 has no sections there",
    '"gap", "conductance", 0.001, "on", "soma", "make", "ExpSyn"': "make, gap: a rule makes either synapses or gap junctions",
    '"gap", "conductance", 0.001, "on", "soma", "v_other", 1': "unknown word 'v_other'",
}  # fmt: skip


@pytest.mark.parametrize("words", WRONG)
def test_wrong_words_are_errors(ranvier, tmp_path, words):
    check_refusal(ranvier, tmp_path, words, WRONG[words])
