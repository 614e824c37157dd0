"""pc.synapses makes objects of synapses that rules have made, which last as long as a script keeps them."""

import pytest
from oracle.detailed_net import CELLS, RUN
from oracle.program import raster_of

NET = """
cells = pc.cells("Pyramid", 0, 24)
drives = pc.cells("NetStim", 24, 8, "interval", 6, "number", 1e9, "noise", 1, "start", 0)
{ pc.connect(drives, cells, "fixed_indegree", 4, "make", "Exp2Syn", "on", "dend", "tau2", %g, "share", "segment", "weight", 0.008, "delay", 1) }
{ pc.connect(cells, cells, "fixed_indegree", 2, "make", "ExpSyn", "e", -80, "on", "soma", "weight", 0.001, "delay", 1) }
objref list, trace
"""


def test_they_are_those_that_the_connections_number(ranvier, tmp_path):
    script = """
list = pc.synapses(7)
columns = pc.connections(7)
{ printf("%d of %d\\n", list.count, columns.number.max + 1) }
for i = 0, columns.size - 1 printf("is %d %d\\n", columns.synapse(i) == list.o(columns.number.x[i]), list.o(columns.number.x[i]).get_segment().x == columns.x.x[i])
columns = new List("ExpSyn")
{ printf("listed %d\\n", columns.count) }
objref list
{ printf("listed %d, connected %d\\n", columns.count, pc.connections(7).size) }
"""
    (tmp_path / "net.hoc").write_text(CELLS + NET % 3 + script)
    first, *rest = ranvier.check("--quiet", "net.hoc", cwd=tmp_path).out.splitlines()
    found, expected = first.split(" of ")
    assert found == expected
    assert rest == ["is 1 1"] * 6 + ["listed 2", "listed 0, connected 6"]


@pytest.mark.parametrize("ranks", [1, 2])
def test_their_variables_can_be_changed_and_recorded(ranvier, tmp_path, ranks):
    change = """
for gid = 0, 23 if (pc.gid_exists(gid)) {
    list = pc.synapses(gid)
    for i = 0, list.count - 1 if (!strcmp(pc.connections(gid).mechanism(0), "Exp2Syn")) {
        if (list.o(i).e == 0) list.o(i).tau2 = 5
    }
    if (gid == 7) {
        trace = new Vector()
        trace.record(&list.o(0).g)
    }
}
objref list
"""
    look = 'if (pc.gid_exists(7)) printf("g %d %g\\n", trace.size, trace.max)\n'
    rasters, seen = [], []
    for script in (NET % 3 + change + RUN % 40 + look, NET % 5 + RUN % 40, NET % 3 + RUN % 40):
        (tmp_path / "net.hoc").write_text(CELLS + script)
        out = ranvier.check("run", "--quiet", "--raster", "r.dat", "net.hoc", cwd=tmp_path, ranks=ranks).out
        rasters.append(raster_of((tmp_path / "r.dat").read_text()))
        seen += [line.split()[1:] for line in out.splitlines() if line.startswith("g ")]
    assert rasters[0] == rasters[1] != rasters[2]
    assert [size for size, _ in seen] == ["1601"] and float(seen[0][1]) > 0.001


@pytest.mark.parametrize("ranks", [1, 2])
def test_netcons_change_connections(ranvier, tmp_path, ranks):
    """As weights and delays that are given at once."""
    change = """
for gid = 0, 23 if (pc.gid_exists(gid)) {
    list = pc.netcons(gid)
    columns = pc.connections(gid)
    for i = 0, list.count - 1 {
        if (list.o(i).srcgid != columns.source.x[i] || list.o(i).weight != columns.weight.x[i]) execerror("not", "it")
        if (list.o(i).weight == 0.008) list.o(i).weight = 0.012
        if (list.o(i).weight == 0.001) list.o(i).delay = 2
    }
}
objref list, columns
"""
    count = 'columns = new List("NetCon")\n{ printf("left %d\\n", columns.count) }\n'
    given = (NET % 3).replace("0.008", "0.012").replace('0.001, "delay", 1', '0.001, "delay", 2')
    rasters = []
    for script in (NET % 3 + change + count, given, NET % 3):
        (tmp_path / "net.hoc").write_text(CELLS + script + RUN % 40)
        out = ranvier.check("run", "--quiet", "--raster", "r.dat", "net.hoc", cwd=tmp_path, ranks=ranks).out
        rasters.append(raster_of((tmp_path / "r.dat").read_text()))
        assert "left 0" in out or script != NET % 3 + change + count
    assert rasters[0] == rasters[1] != rasters[2]


def test_they_cannot_be_moved(ranvier, tmp_path):
    for call, message in (
        ("access pc.gid2cell(7).soma\n{ list.o(0).loc(0.5) }", "a synapse that a rule has made cannot be moved"),
        ("{ pc.synapses(99) }", "99"),
    ):
        (tmp_path / "net.hoc").write_text(CELLS + NET % 3 + "list = pc.synapses(7)\n" + call + "\n")
        outcome = ranvier.run("net.hoc", cwd=tmp_path)
        assert outcome.status == 1 and message in outcome.err, outcome


def test_python_has_a_list(python, tmp_path):
    script = """
from neuron import h

pc = h.ParallelContext()


class Cell:
    def __init__(self, gid):
        self.soma = h.Section(name="soma", cell=self)


cells = pc.cells(Cell, 0, 6, source=("soma", 0.5))
pc.connect(cells, cells, "all_to_all", make="ExpSyn", on="soma", tau=list(range(1, 37)), weight=1, delay=2)
synapses = pc.synapses(2)
assert [synapse.tau for synapse in synapses] == list(range(13, 19))
assert set(pc.gid2cell(2).soma(0.5).point_processes()) == set(synapses)
assert pc.connections(2)["synapse"] == synapses
synapses[0].tau = 50
recorded = h.Vector().record(synapses[0]._ref_i)
del synapses
assert pc.connections(2)["synapse"] == [None] * 6 and pc.gid2cell(2).soma(0.5).point_processes() == []
assert [synapse.tau for synapse in pc.synapses(2)][:2] == [50, 14]
h.finitialize(-65)
h.fadvance()
assert len(recorded) == 2
print("done")
"""
    outcome = python(script, tmp_path)
    assert outcome.status == 0 and outcome.out.split() == ["done"], outcome
