"""A replay makes only the connections onto the cells that it runs, of each rule, table and file."""

import csv

import pytest

NET = """
objref pc, all, drive, none
pc = new ParallelContext()
dt = 0.1
all = pc.cells("IntFire1", 0, 300, "tau", "uniform", 8, 12, "refrac", 2)
drive = pc.cells("NetStim", 300, 60, "interval", 10, "number", 1e9, "noise", 1, "start", 0, "seed", 5)
"""
RULES = """
{ pc.connect(drive, all, "fixed_outdegree", 20, "weight", 0.8, "seed", 3) }
{ pc.connect(all, all, "fixed_indegree", 30, "weight", 0.03, "delay", "normal", 1.5, 0.75, "redraw", 0.4, "seed", 7) }
{ pc.connect(all, all, "fixed_total_number", 900, "weight", -0.01, "delay", "uniform", 1, 2, "delay_resolution", 0.1) }
{ pc.connect(all, all, "pairwise_bernoulli", 0.01, "weight", "lognormal", -4, 0.5, "delay", 1, "autapses", 0) }
{ pc.connect(all, all, "adjacent", 1, 3, "weight", "normal", 0.1, 0.03, "delay", 1) }
"""
FILE = '{ pc.connect("edges.csv", "table") }\n'
RUN = """
{ pc.write_connections("made.csv") }
{ pc.set_maxstep(10) }
{ finitialize() }
{ pc.psolve(60) }
"""
CHOSEN = ("3", "17", "42", "299")


def rows(path):
    with open(path) as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def recorded(ranvier, tmp_path_factory):
    folder = tmp_path_factory.mktemp("rules")
    (folder / "net.hoc").write_text(NET + RULES + RUN)
    ranvier.check("--quiet", "--raster", "all.h5", "net.hoc", cwd=folder, ranks=2)
    assert len(rows(folder / "made.csv")) > 10_000
    return folder


def replay(ranvier, recorded, folder, script, *words):
    (folder / "net.hoc").write_text(script)
    raster = recorded / "all.h5"
    return ranvier.run("replay", "--quiet", "--verify", "--raster", raster, *words, "net.hoc", cwd=folder)


@pytest.mark.parametrize("made", ["by rules", "from a file"])
def test_connections_onto_other_cells_are_not_made(ranvier, recorded, tmp_path, made):
    all_rows = rows(recorded / "made.csv")
    (tmp_path / "edges.csv").write_text((recorded / "made.csv").read_text())
    script = NET + (RULES if made == "by rules" else FILE) + RUN
    outcome = replay(ranvier, recorded, tmp_path, script, "--cells", ",".join(CHOSEN))
    assert outcome.status == 0 and "identical: " in outcome.out and "identical: 0 " not in outcome.out, outcome

    def sorted_onto_chosen(some):
        return sorted(tuple(row.values()) for row in some if row["target"] in CHOSEN)

    here = rows(tmp_path / "made.csv")
    assert sorted_onto_chosen(here) == sorted_onto_chosen(all_rows)
    assert len(here) == len(sorted_onto_chosen(here)) > 100


def test_cells_chosen_by_an_expression(ranvier, recorded, tmp_path):
    outcome = replay(ranvier, recorded, tmp_path, NET + RULES + RUN, "--expr", "gid % 100 == 17 && gid < 300")
    assert outcome.status == 0 and "identical: " in outcome.out and " of 3 cells" in outcome.out, outcome


ANOTHER = """
objref times, gids, chosen
times = new Vector()
gids = new Vector()
chosen = new Vector()
{ times.append(5)  gids.append(300)  chosen.append(%s) }
{ pc.replay(times, gids, chosen) }
{ finitialize() }
"""


@pytest.mark.parametrize("made", ["by rules", "from a file"])
def test_choosing_others_after_the_network_was_made_is_an_error(ranvier, recorded, tmp_path, made):
    (tmp_path / "edges.csv").write_text((recorded / "made.csv").read_text())
    network = NET + (RULES if made == "by rules" else FILE)
    outcome = replay(ranvier, recorded, tmp_path, network + ANOTHER % "3, 18", "--cells", "3,17")
    assert outcome.status == 1, outcome
    assert "gid 18 was not among the chosen cells when pc.connect made the connections onto them" in outcome.err
    (tmp_path / "net.hoc").write_text(network + ANOTHER % "17" + "{ pc.psolve(10) }\n")
    words = ("--raster", recorded / "all.h5", "--cells", "3,17", "net.hoc")
    assert ranvier.run("replay", "--quiet", *words, cwd=tmp_path).status == 0
