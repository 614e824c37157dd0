"""Rules with names are changed between runs; electrodes are inserted by rule; procedures of synapses are called."""

import pytest
from oracle.detailed_net import CELLS, LIST, RUN, rows_of
from oracle.program import raster_of

NET = """
cells = pc.cells("Pyramid", 0, 24)
drives = pc.cells("NetStim", 24, 8, "interval", 6, "number", 1e9, "noise", 1, "start", 0)
{ pc.connect(drives, cells, "fixed_indegree", 4, "name", "drive", "make", "Exp2Syn", "on", "dend", "weight", %g, "delay", "uniform", 1, 3) }
{ pc.connect(cells, cells, "pairwise_bernoulli", 0.3, %s "make", "ExpSyn", "e", 0, "on", "all", "weight", 0.003, "delay", 1.5, "autapses", 0) }
"""
RECURRENT = '"name", "recurrent",'


def raster(ranvier, folder, text, **words):
    (folder / "net.hoc").write_text(text)
    ranvier.check("run", "--quiet", "--raster", "net.dat", "net.hoc", cwd=folder, **words)
    return raster_of((folder / "net.dat").read_text())


@pytest.mark.parametrize("ranks", [1, 2])
def test_weights_are_scaled_before_and_after_a_run(ranvier, tmp_path, ranks):
    scaled = raster(ranvier, tmp_path, CELLS + NET % (0.008 * 1.25, RECURRENT) + RUN % 40)
    change = '{ pc.rule("drive").scale_weights(1.25) }\n'
    before = raster(ranvier, tmp_path, CELLS + NET % (0.008, RECURRENT) + change + RUN % 40, ranks=ranks)
    assert before == scaled
    # The raster holds the spikes of the last run only.
    after = CELLS + NET % (0.008, RECURRENT) + RUN % 20 + change + RUN % 40
    twice = raster(ranvier, tmp_path, after, ranks=ranks)
    assert twice[-len(scaled) :] == scaled or twice == scaled
    assert scaled != raster(ranvier, tmp_path, CELLS + NET % (0.008, RECURRENT) + RUN % 40)


@pytest.mark.parametrize("ranks", [1, 2])
def test_connections_are_turned_off_and_on(ranvier, tmp_path, ranks):
    without = NET.split("{ pc.connect(cells")[0] % 0.008
    alone = raster(ranvier, tmp_path, CELLS + without + RUN % 40)
    off = CELLS + NET % (0.008, RECURRENT) + '{ pc.rule("recurrent").active(0) }\n'
    assert raster(ranvier, tmp_path, off + RUN % 40, ranks=ranks) == alone
    whole = raster(ranvier, tmp_path, CELLS + NET % (0.008, RECURRENT) + RUN % 40)
    assert whole != alone
    assert raster(ranvier, tmp_path, off + '{ pc.rule("recurrent").active(1) }\n' + RUN % 40, ranks=ranks) == whole


def test_changed_rules_are_replayed_and_resumed(ranvier, tmp_path):
    change = '{ pc.rule("drive").scale_weights(1.25)  pc.rule("recurrent").active(0) }\n'
    (tmp_path / "net.hoc").write_text(CELLS + NET % (0.008, RECURRENT) + change + RUN % 60)
    ranvier.check("run", "--quiet", "--raster", "net.h5", "net.hoc", cwd=tmp_path, ranks=2)
    words = ["--raster", "net.h5", "--cells", "0,3,7-9"]
    assert "identical: " in ranvier.check("replay", *words, "--verify", "net.hoc", cwd=tmp_path).out
    ranvier.check("extract", *words, "--out", "some.h5", "net.hoc", cwd=tmp_path)
    assert "identical: " in ranvier.check("run", "some.h5", cwd=tmp_path).out
    expected = raster(ranvier, tmp_path, CELLS + NET % (0.008, RECURRENT) + change + RUN % 60)
    stopping = RUN.replace(
        "pc.psolve(%s)", 'pc.psolve(40)  if (file.ropen("stop")) execerror("stop", "here")  pc.psolve(60)'
    )
    (tmp_path / "net.hoc").write_text(CELLS + NET % (0.008, RECURRENT) + change + stopping)
    (tmp_path / "stop").write_text("")
    words = ["run", "--raster", "net.dat", "--checkpoint-every", "15ms", "--resume", "net.hoc"]
    assert ranvier.run(*words, cwd=tmp_path, ranks=2).status == 1
    (tmp_path / "stop").unlink()
    assert "resumed    at t" in ranvier.check(*words, cwd=tmp_path, ranks=3).err
    assert raster_of((tmp_path / "net.dat").read_text()) == expected


def test_errors_name_what_there_is(ranvier, tmp_path):
    for statement, message in (
        ('pc.rule("drives")', "unknown rule 'drives'; did you mean 'drive'?"),
        ('pc.rule("drive").scale_weights(1, 1)', "has 1 weights; there is no weight 1"),
        ('pc.rule("drive").scale_weights(0/0)', ""),
        ("new NamedRule()", 'rules are found by pc.rule("name")'),
    ):
        (tmp_path / "wrong.hoc").write_text(CELLS + NET % (0.008, RECURRENT) + f"objref r\n{{ r = {statement} }}\n")
        outcome = ranvier.run("wrong.hoc", cwd=tmp_path)
        assert outcome.status == 1 and message in outcome.err, outcome


ELECTRODES = """
cells = pc.cells("Pyramid", 0, 24)
objref amps
amps = new Vector(24)
{ amps.indgen(0.05) }
printf("made %d\\n", pc.insert(cells, "IClamp", "on", "soma", "x", 0.5, "amp", amps, "del", 1, "dur", "uniform", 10, 20))
"""
SINGLY = """
objref amps, durations, clamps
clamps = new List()
cells = pc.cells("Pyramid", 0, 24)
for gid = 0, 23 if (pc.gid_exists(gid)) {
    pc.gid2cell(gid).soma clamps.append(new IClamp(0.5))
    clamps.o(clamps.count - 1).amp = 0.05*gid
    clamps.o(clamps.count - 1).del = 1
    clamps.o(clamps.count - 1).dur = 15
}
"""


def test_electrodes_are_inserted(ranvier, tmp_path):
    inserted = ELECTRODES.replace('"uniform", 10, 20', "15")
    spikes = raster(ranvier, tmp_path, CELLS + SINGLY + RUN % 30)
    assert len(spikes) > 20
    for ranks in (1, 2):
        assert raster(ranvier, tmp_path, CELLS + inserted + RUN % 30, ranks=ranks) == spikes
    drawn = [raster(ranvier, tmp_path, CELLS + ELECTRODES + RUN % 30, ranks=ranks) for ranks in (1, 3)]
    assert drawn[0] == drawn[1] != spikes
    (tmp_path / "net.hoc").write_text(CELLS + ELECTRODES + RUN % 30)
    ranvier.check("run", "--quiet", "--raster", "net.h5", "net.hoc", cwd=tmp_path, ranks=2)
    words = ["--raster", "net.h5", "--cells", "3,7-9", "--verify", "net.hoc"]
    assert "identical: " in ranvier.check("replay", *words, cwd=tmp_path).out


def test_wrong_electrodes_are_errors(ranvier, tmp_path):
    for words, message in (
        ('cells, "IClam", "on", "soma"', "unknown point process 'IClam'; did you mean 'IClamp'?"),
        ('cells, "IClamp"', 'make: say where, as in "on", "dend"'),
        ('cells, "IClamp", "on", "soma", "weight", 1', "unknown word 'weight'"),
        ('cells, "IClamp", "on", "soma", "x", 2', "x: 2 is not between 0 and 1"),
        ('cells, "IClamp", "on", "nothing"', "on nothing: the cell of gid 0 has no sections there"),
        ('30, "IClamp", "on", "soma"', "30"),
    ):
        (tmp_path / "wrong.hoc").write_text(CELLS + f'cells = pc.cells("Pyramid", 0, 24)\n{{ pc.insert({words}) }}\n')
        outcome = ranvier.run("wrong.hoc", cwd=tmp_path)
        assert outcome.status == 1 and "wrong.hoc:" in outcome.err and message in outcome.err, outcome


CALLED = """
NEURON { POINT_PROCESS Called NONSPECIFIC_CURRENT i RANGE tau, sum }
PARAMETER { tau = 3 (ms) sum = 0 }
ASSIGNED { v (mV) i (nA) }
STATE { g }
INITIAL { g = 0 }
BREAKPOINT { SOLVE decay METHOD cnexp  i = g*v }
DERIVATIVE decay { g' = -g/tau }
NET_RECEIVE (w) { g = g + w }
PROCEDURE setup(a, b, c) { sum = sum + 10000*a + 100*b + c + tau }
FUNCTION twice(x) { twice = 2*x }
"""


def test_procedures_are_called_once_for_each_synapse(ranvier, tmp_path):
    (tmp_path / "called.mod").write_text(CALLED)
    make = '{ pc.connect(cells, cells, "fixed_indegree", 3, "make", "Called", "tau", 2, "call", "setup", "gid", "index", 7, "on", "dend", %s "weight", 1) }\n'
    show = 'for gid = 0, 23 if (pc.gid_exists(gid)) printf("sums %d %g %g %g\\n", gid, pc.connections(gid).parameter("sum").x[0], pc.connections(gid).parameter("sum").x[1], pc.connections(gid).parameter("sum").x[2])\n'
    cells = 'cells = pc.cells("Pyramid", 0, 24)\n'
    for ranks in (1, 2):
        (tmp_path / "net.hoc").write_text(CELLS + cells + make % "" + show)
        out = ranvier.check("net.hoc", cwd=tmp_path, ranks=ranks).out
        found = {int(line.split()[1]): line.split()[2:] for line in out.splitlines() if line.startswith("sums ")}
        assert found == {gid: [f"{10000 * gid + 100 * k + 9:g}" for k in range(3)] for gid in range(24)}
    (tmp_path / "net.hoc").write_text(CELLS + cells + make % '"distance", 20, 20, "share", "segment",' + show)
    out = ranvier.check("net.hoc", cwd=tmp_path).out
    assert "sums 1 10009 10009 10009\n" in out, "a shared synapse is set up once"
    for call, message in (
        ('"setp", 1', "unknown function of the mechanism 'setp'"),
        ('"setup", 1', "call: setup takes 3 arguments, not 1"),
    ):
        (tmp_path / "net.hoc").write_text(CELLS + cells + make.replace('"setup", "gid", "index", 7', call) % "")
        outcome = ranvier.run("net.hoc", cwd=tmp_path)
        assert outcome.status == 1 and message in outcome.err, outcome


def test_one_position_in_each_section(ranvier, tmp_path):
    make = (
        '{ pc.connect(cells, cells, "fixed_indegree", 30, "make", "ExpSyn", "on", "dend tuft", "x", 1, "weight", 1) }\n'
    )
    (tmp_path / "net.hoc").write_text(
        CELLS + 'cells = pc.cells("Pyramid", 0, 24)\n' + make + LIST + "{ list_connections() }\n"
    )
    rows = rows_of(ranvier.check("net.hoc", cwd=tmp_path).out)
    assert len(rows) == 24 * 30 and {(row.section, row.x) for row in rows} == {
        ("dend[0]", 1),
        ("dend[1]", 1),
        ("tuft", 1),
    }
