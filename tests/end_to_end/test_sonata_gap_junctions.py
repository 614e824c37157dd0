"""Gap junctions of SONATA circuits: edges with is_gap_junction, by a mechanism Gap of the circuit."""

import h5py
import numpy as np
import pytest
from oracle import sonata_circuit
from test_sonata_circuits import LIBM, change, spikes_of

GAP = """
NEURON { POINT_PROCESS Gap ELECTRODE_CURRENT i RANGE g, i, vgap }
PARAMETER { g = 1 (uS) }
ASSIGNED { v (millivolt) vgap (millivolt) i (nanoamp) }
BREAKPOINT { i = (vgap - v)*g }
"""
# source, target, section of both, conductance [uS]; sorted by target
JUNCTIONS = [(5, 0, 3, 0.004), (0, 1, 2, 0.002), (2, 3, 0, 0.003), (1, 4, 5, 0.001)]
TYPES = "edge_type_id is_gap_junction delay target_sections distance_range\n300 True 0.0 \"['basal', 'apical']\" \"[0.0, 120.0]\"\n"


def couple(folder, junctions=JUNCTIONS, placed=True):
    """Adds gap junctions to a circuit; without `placed`, their places are drawn."""
    (folder / "mechanisms").mkdir()
    (folder / "mechanisms" / "gap.mod").write_text(GAP)
    (folder / "network" / "gap_types.csv").write_text(TYPES)
    sources, targets, sections, weights = map(np.array, zip(*junctions))
    with h5py.File(folder / "network" / "gaps.h5", "w") as handle:
        root = handle.create_group("edges/gaps")
        for name, nodes in (("source_node_id", sources), ("target_node_id", targets)):
            root[name] = nodes.astype(np.uint64)
            root[name].attrs["node_population"] = "cells"
        root["edge_type_id"] = np.full(len(sources), 300)
        root["0/syn_weight"] = weights
        if placed:
            root["0/afferent_section_id"], root["0/afferent_section_pos"] = sections, np.full(len(sources), 0.5)
        else:
            root["0/nsyns"] = np.ones(len(sources), int)
        sonata_circuit.index(root, targets, 10)
    entry = {"edges_file": "$NET/gaps.h5", "edge_types_file": "$NET/gap_types.csv"}
    edges = [*sonata_circuit.configuration()["networks"]["edges"], entry]
    change(folder, **{"networks.edges": edges, "components.mechanisms_dir": "mechanisms"})


@pytest.fixture
def folder(tmp_path):
    sonata_circuit.write(tmp_path)
    return tmp_path


HALVES = """
import ranvier_sonata
network = ranvier_sonata.load("config.json", ["run.tstop=29", "inputs.drive.enabled=false"])
network.run()
for half in network._gaps._made:
    segment = half.get_segment()
    print(segment, half.g, half.vgap, segment.v, half.i)
"""


def test_each_junction_has_two_halves(python, folder):
    """Each sees the voltage of the other, of the step before, and their currents cancel."""
    couple(folder)
    rows = [line.split() for line in python(HALVES, folder).out.splitlines()]
    names = ["soma[0]", *(f"dend[{k}]" for k in range(4)), *(f"apic[{k}]" for k in range(3)), "axon[0]", "axon[1]"]
    halves = {place: tuple(map(float, values)) for place, *values in rows}
    assert len(halves) == 8
    differences = []
    for source, target, section, weight in JUNCTIONS:
        one, other = (halves[f"cell{gid}.{names[section]}(0.5)"] for gid in (source, target))
        assert one[0] == other[0] == weight
        assert one[1] == pytest.approx(other[2], abs=0.01) and other[1] == pytest.approx(one[2], abs=0.01)
        assert one[3] == pytest.approx(weight * (other[2] - one[2]), abs=0.02 * weight)
        assert other[3] == pytest.approx(-one[3], abs=0.02 * weight)
        differences.append(abs(one[2] - other[2]))
    assert max(differences) > 1


@pytest.mark.parametrize("placed", [True, False])
def test_coupled_cells_fire_alike_on_any_ranks(ranvier, folder, placed):
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    alone = spikes_of(folder / "out" / "spikes.h5")
    couple(folder, placed=placed)
    found = []
    for ranks in (1, 2, 3):
        ranvier.check("run", *LIBM, "config.json", cwd=folder, ranks=ranks)
        found.append(spikes_of(folder / "out" / "spikes.h5"))
    assert found[0] == found[1] == found[2] != alone and len(found[0]) > 60


def test_a_clamped_cell_carries_its_neighbour(ranvier, folder):
    """A strong junction between two somata holds the second one at the voltage of the first."""
    couple(folder, [(0, 4, 0, 10.0)])
    holds = {"input_type": "voltage_clamp", "module": "SEClamp", "node_set": [0], "resistance": 0.001}
    holds |= {"amp": -65.0, "delay": 1.0, "duration": 50.0}
    change(folder, **{"inputs.clamp": holds, "inputs.drive.enabled": False})
    ranvier.check("run", *LIBM, "config.json", cwd=folder, ranks=2)
    with h5py.File(folder / "out" / "v.h5") as handle:
        v = handle["report/cells/data"][:]
    assert abs(v[900] + 65).max() < 0.1


def test_what_is_wrong_with_a_junction_is_named(ranvier, folder):
    couple(folder, [(0, 1, 2, 0.01), (0, 7, 2, 0.01)])
    outcome = ranvier.run("run", "--quiet", "config.json", cwd=folder, ranks=2)
    assert "gap_types.csv: is_gap_junction: gap junctions join detailed cells only" in outcome.err
    (folder / "mechanisms" / "gap.mod").unlink()
    (folder / "mechanisms").rmdir()
    couple(folder, [(0, 1, 88, 0.01)])
    outcome = ranvier.run("run", "--quiet", "config.json", cwd=folder)
    assert "/edges/gaps: afferent_section_id: gid 1 has no section 88" in outcome.err
    change(folder, **{"components.mechanisms_dir": None, "networks.edges.2.enabled": True})
    with h5py.File(folder / "network" / "gaps.h5", "r+") as handle:
        handle["edges/gaps/0/afferent_section_id"][...] = 2
    outcome = ranvier.run("run", "--quiet", "config.json", cwd=folder)
    assert "/edges/gaps: gap junctions need a mechanism Gap with g and vgap in components.mechanisms_dir" in outcome.err
