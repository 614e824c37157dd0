"""Files of connections hold the places and all weights of synapses: what is written is read back as the same network."""

import h5py
import pytest
from oracle.detailed_net import CELLS, LIST, RUN, rows_of
from oracle.program import raster_of

DUAL = """
NEURON { POINT_PROCESS Dual NONSPECIFIC_CURRENT i RANGE tau, e }
PARAMETER { tau = 3 (ms) e = 0 (mV) }
ASSIGNED { v (mV) i (nA) }
STATE { fast slow }
INITIAL { fast = 0 slow = 0 }
BREAKPOINT { SOLVE decay METHOD cnexp  i = (fast + slow)*(v - e) }
DERIVATIVE decay { fast' = -fast/tau  slow' = -slow/(10*tau) }
NET_RECEIVE (ampa, nmda) { fast = fast + ampa  slow = slow + nmda }
"""
CELLS_AND_DRIVES = """
cells = pc.cells("Pyramid", 0, 24)
drives = pc.cells("NetStim", 24, 8, "interval", 6, "number", 1e9, "noise", 1, "start", 0)
"""
MAKE = """
{ pc.connect(drives, cells, "fixed_indegree", 4, "make", "Dual", "on", "dend tuft", "tau", 2, "weight", "uniform", 0.004, 0.008, "weight1", "0.001*dist/100", "delay", "uniform", 1, 3) }
{ pc.connect(cells, cells, "pairwise_bernoulli", 0.2, "make", "Dual", "on", "soma", "tau", 2, "weight", 0.001, "weight1", 0.0005, "delay", 1.5) }
"""
READ = """{ pc.connect("edges%s", "table", "make", "Dual", "tau", 2) }\n"""


@pytest.fixture(scope="module")
def written(ranvier, tmp_path_factory):
    """The folder of the files that two ranks wrote, the raster, and the connections."""
    folder = tmp_path_factory.mktemp("written")
    (folder / "dual.mod").write_text(DUAL)
    write = '{ pc.write_connections("edges.h5")  pc.write_connections("edges.csv") }\n'
    (folder / "net.hoc").write_text(
        CELLS + CELLS_AND_DRIVES + MAKE + write + LIST + "{ list_connections() }\n" + RUN % 60
    )
    out = ranvier.check("run", "--quiet", "--raster", "net.dat", "net.hoc", cwd=folder, ranks=2).out
    spikes = raster_of((folder / "net.dat").read_text())
    assert sum(gid < 24 for t, gid in spikes) > 24
    return folder, spikes, rows_of(out)


def key(row):
    return (row.gid, row.source, row.section, row.x, row.delay, row.weight)


@pytest.mark.parametrize("ending", [".h5", ".csv"])
@pytest.mark.parametrize("ranks", [1, 2])
def test_a_file_makes_the_same_network(ranvier, written, tmp_path, ending, ranks):
    folder, spikes, rows = written
    (tmp_path / "dual.mod").write_text(DUAL)
    (tmp_path / f"edges{ending}").write_bytes((folder / f"edges{ending}").read_bytes())
    script = CELLS + CELLS_AND_DRIVES + READ % ending + LIST + "{ list_connections() }\n" + RUN % 60
    (tmp_path / "net.hoc").write_text(script)
    out = ranvier.check("run", "--quiet", "--raster", "net.dat", "net.hoc", cwd=tmp_path, ranks=ranks).out
    assert sorted(map(key, rows_of(out))) == sorted(map(key, rows))
    assert raster_of((tmp_path / "net.dat").read_text()) == spikes


def test_columns_are_those_of_sonata(written):
    folder, _, rows = written
    with h5py.File(folder / "edges.h5") as file:
        group = file["edges/default/0"]
        assert sorted(group) == ["afferent_section_id", "afferent_section_pos", "delay", "syn_weight", "syn_weight1"]
        assert group["afferent_section_id"].dtype == "uint64"
        # soma, dend[0], dend[1], and then what is in none of the members with a number: the tuft.
        sections = [{"soma": 0, "dend[0]": 1, "dend[1]": 2, "tuft": 3}[row.section] for row in rows]
        assert sorted(group["afferent_section_id"][()]) == sorted(sections) and 3 in sections
        assert sorted(group["afferent_section_pos"][()]) == sorted(row.x for row in rows)
        assert sorted(group["syn_weight"][()]) == sorted(row.weight for row in rows)
    header = (folder / "edges.csv").read_text().splitlines()[0]
    assert header == "source,target,delay,weight,weight1,section,x"


def test_columns_give_parameters_and_weights(ranvier, tmp_path):
    """Also where the places are drawn, and where the call numbers the sections."""
    (tmp_path / "dual.mod").write_text(DUAL)
    (tmp_path / "edges.csv").write_text(
        "source,target,delay,w,n,tau_d,section,x\n24,3,1,0.5,0.25,7,1,0.3\n25,3,2,0.75,0,8,0,0.5\n"
    )
    call = '"edges.csv", "table", "make", "Dual", %s "tau", "column", "tau_d", "weight", "column", "w", "weight1", "column", "n"'
    listing = """
columns = pc.connections(3)
for i = 0, 1 printf("%s %g %g %g %g %g\\n", columns.section(i), columns.x.x[i], columns.weight.x[i], columns.weight(1).x[i], columns.parameter("tau").x[i], columns.delay.x[i])
"""
    for words, expected in (
        ("", "dend[0] 0.3 0.5 0.25 7 1\nsoma 0.5 0.75 0 8 2\n"),
        ('"numbered", "tuft dend",', "dend[0] 0.3 0.5 0.25 7 1\ntuft 0.5 0.75 0 8 2\n"),
        ('"on", "soma",', "soma 0.5 0.5 0.25 7 1\nsoma 0.5 0.75 0 8 2\n"),
    ):
        (tmp_path / "net.hoc").write_text(CELLS + CELLS_AND_DRIVES + f"{{ pc.connect({call % words}) }}\n" + listing)
        assert ranvier.check("--quiet", "net.hoc", cwd=tmp_path).out == expected


def test_files_onto_synapses_that_cells_have_bring_all_weights(ranvier, tmp_path):
    (tmp_path / "dual.mod").write_text(DUAL)
    cells = CELLS.replace("public soma", "public syn, soma").replace("objref all", "objref all, syn")
    cells = cells.replace("all = new SectionList()", "all = new SectionList()\n    soma syn = new Dual(0.5)")
    (tmp_path / "edges.csv").write_text("source,target,delay,weight,weight1\n24,3,1,0.5,0.25\n")
    script = (
        cells
        + CELLS_AND_DRIVES
        + '{ pc.connect("edges.csv", "table", "onto", "syn") }\nprint pc.connections(3).weight(1).x[0]\n'
    )
    (tmp_path / "net.hoc").write_text(script)
    assert ranvier.check("--quiet", "net.hoc", cwd=tmp_path).out.split() == ["0.25"]


WRONG = {
    '"edges.csv", "table", "make", "ExpSyn"': "edges.csv has no column section (CSV) or afferent_section_id (SONATA)",
    '"edges.csv", "table", "make", "ExpSyn", "on", "dend", "tau", "column", "tau_x"': "edges.csv has no column tau_x",
    'cells, cells, "all_to_all", "make", "ExpSyn", "on", "dend", "tau", "column", "tau"': "column: only a file has columns",
    '"edges.csv", "table", "make", "ExpSyn", "section", new Vector(1), "x", new Vector(1)': "the file has the places of its connections",
}  # fmt: skip


@pytest.mark.parametrize("call", WRONG)
def test_wrong_columns_are_errors(ranvier, tmp_path, call):
    (tmp_path / "edges.csv").write_text("source,target,delay,weight\n24,3,1,0.5\n")
    (tmp_path / "wrong.hoc").write_text(CELLS + CELLS_AND_DRIVES + f"{{ pc.connect({call}) }}\n")
    outcome = ranvier.run("wrong.hoc", cwd=tmp_path)
    assert outcome.status == 1 and "wrong.hoc:" in outcome.err and WRONG[call] in outcome.err, outcome
