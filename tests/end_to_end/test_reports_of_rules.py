"""--report rule=NAME: the synapses of a rule alone, the same on any ranks, and as a Vector records them."""

import h5py
import numpy as np
import pytest
from oracle.detailed_net import CELLS, RUN

NET = """
cells = pc.cells("Pyramid", 0, 24)
drives = pc.cells("NetStim", 24, 8, "interval", 6, "number", 1e9, "noise", 1, "start", 0)
{ pc.connect(drives, cells, "fixed_indegree", 4, "make", "ExpSyn", "on", "dend", "name", "drive", "weight", 0.008, "delay", 1) }
{ pc.connect(cells, cells, "fixed_indegree", 2, "make", "ExpSyn", "e", -80, "on", "soma", "name", "inhibit", "weight", 0.001, "delay", 1) }
{ pc.connect(cells, cells, "adjacent", 1, 1, "gap", "conductance", 0.0001, "on", "tuft") }
"""


def report(path):
    """(gid, section, x) of each value, and the values by frame."""
    with h5py.File(path) as file:
        (population,) = file["report"].values()
        mapping = population["mapping"]
        node_ids, bounds = mapping["node_ids"][()], mapping["index_pointers"][()]
        gids = np.repeat(node_ids, np.diff(bounds).astype(int))
        places = zip(
            gids.tolist(), mapping["element_ids"][()].tolist(), mapping["element_pos"][()].tolist(), strict=True
        )
        return list(places), population["data"][()]


def run(ranvier, folder, words, script=NET, ranks=1):
    (folder / "net.hoc").write_text(CELLS + script + RUN % 20)
    ranvier.check("run", "--quiet", "--report", f"r.h5:{words}", "net.hoc", cwd=folder, ranks=ranks)
    return report(folder / "r.h5")


def test_only_its_synapses_are_in_the_report(ranvier, tmp_path):
    places, values = run(ranvier, tmp_path, "variable=ExpSyn.e,rule=drive,dt=5")
    assert len(places) == 24 * 4 and set(values.ravel()) == {0}
    places, values = run(ranvier, tmp_path, "variable=ExpSyn.e,rule=inhibit,dt=5")
    assert len(places) == 24 * 2 and set(values.ravel()) == {-80} and {x for _, _, x in places} == {0.5}
    places, values = run(ranvier, tmp_path, "variable=ExpSyn.e,rule=drive,cells=3-5,dt=5")
    assert [gid for gid, _, _ in places] == [3] * 4 + [4] * 4 + [5] * 4
    places, values = run(ranvier, tmp_path, "variable=ExpSyn.e,sections=all,dt=5")
    assert len(places) == 24 * 6


@pytest.mark.parametrize("ranks", [2, 3])
def test_they_are_the_same_on_ranks(ranvier, tmp_path, ranks):
    for words in ("variable=ExpSyn.g,rule=drive,dt=0.5", "variable=GapJunction.i,sections=tuft,dt=0.5"):
        places, values = run(ranvier, tmp_path, words)
        assert values.any() and len(values) == 40
        places_there, values_there = run(ranvier, tmp_path, words, ranks=ranks)
        assert places_there == places and np.array_equal(values_there, values)


def test_their_values_are_those_that_a_vector_records(ranvier, tmp_path):
    record = """
objref traces, trace
traces = new List()
for i = 0, 3 {
    trace = new Vector()
    trace.record(&pc.synapses(3).o(i).g, 0.5)
    traces.append(trace)
}
"""
    show = 'for i = 0, 3 for j = 0, 39 printf("g %.17g\\n", traces.o(i).x[j])\n'
    (tmp_path / "net.hoc").write_text(CELLS + NET + record + RUN % 20 + show)
    words = ("--report", "r.h5:variable=ExpSyn.g,rule=drive,cells=3,dt=0.5,precision=double")
    out = ranvier.check("run", "--quiet", *words, "net.hoc", cwd=tmp_path).out
    recorded = np.array([float(line.split()[1]) for line in out.splitlines() if line.startswith("g ")]).reshape(4, 40)
    values = report(tmp_path / "r.h5")[1][:40].T
    assert recorded.any() and sorted(map(tuple, recorded)) == sorted(map(tuple, values))


WRONG = {
    "variable=ExpSyn.g,rule=drvie": "report r.h5: no rule has the name 'drvie'; did you mean 'drive'?",
    "variable=v,rule=drive": "rule: name a variable of its synapses, as in variable=ExpSyn.g",
    "variable=Exp2Syn.g,rule=drive": "there is no Exp2Syn in the selected sections",
    "variable=ExpSyn.g,rule=": "rule is empty",
}


@pytest.mark.parametrize("words", WRONG)
def test_wrong_rules_are_errors(ranvier, tmp_path, words):
    (tmp_path / "net.hoc").write_text(CELLS + NET + RUN % 20)
    outcome = ranvier.run("run", "--quiet", "--report", f"r.h5:{words}", "net.hoc", cwd=tmp_path)
    assert outcome.status in (1, 2) and WRONG[words] in outcome.err, outcome
