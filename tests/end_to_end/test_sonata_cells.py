"""Detailed cells of SONATA circuits: axons that model_processing replaces, and where cells are."""

import json

import h5py
import numpy as np
import pytest
from oracle import sonata_circuit
from test_sonata_circuits import LIBM, spikes_of

AXON = ["12 2 0 -8 0 0.9 1", "13 2 0 -70 0 0.6 12"]


def oblique(sign):
    """An axon along (0, 0.6, 0.8), or against it, from the middle of the soma."""
    rows = (f"12 2 0 {36 * sign} {48 * sign} 0.9 1", f"13 2 0 {42 * sign} {56 * sign} 0.6 12")
    return sonata_circuit.SWC.replace(AXON[0], rows[0]).replace(AXON[1], rows[1])


POINTS = """
import json
import ranvier_sonata
from ranvier import h
cell = ranvier_sonata.load("config.json").cells[0]
print([section.L for section in cell.axon])
points = lambda section: [[round(read(k, sec=section), 4) for read in (h.x3d, h.y3d, h.z3d, h.diam3d)] for k in (0, 1)]
print(json.dumps([points(section) for section in cell.axon]))
"""


@pytest.fixture
def folder(tmp_path):
    sonata_circuit.write(tmp_path)
    return tmp_path


def process(folder, name):
    file = folder / "network" / "node_types.csv"
    file.write_text(file.read_text().replace("aibs_perisomatic", name))


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(
    "name, at, diam", [("aibs_perisomatic_directed", 0, 1), ("aibs_allactive_directed", 8, 1.5)], ids=["peri", "active"]
)
def test_an_axon_keeps_its_direction(python, folder, name, at, diam, sign):
    """The cylinders follow one another from the place on the soma on."""
    (folder / "components" / "cell.swc").write_text(oblique(sign))
    process(folder, name)
    lengths, points = python(POINTS, folder).out.splitlines()
    assert json.loads(lengths) == pytest.approx([30, 30])
    ends = [[at, 18 * sign * k, 24 * sign * k, diam] for k in range(3)]
    assert json.loads(points) == [ends[:2], ends[1:]]


def test_the_direction_of_an_axon_changes_no_spike(ranvier, folder):
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    before = spikes_of(folder / "out" / "spikes.h5")
    process(folder, "aibs_perisomatic_directed")
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    assert spikes_of(folder / "out" / "spikes.h5") == before


@pytest.mark.parametrize("name", ["aibs_perisomatic_directed", "aibs_allactive"])
def test_a_cell_without_an_axon_has_no_direction(ranvier, folder, name):
    lines = sonata_circuit.SWC.splitlines()
    (folder / "components" / "cell.swc").write_text("\n".join(lines[:-2]) + "\n")
    process(folder, name)
    outcome = ranvier.run("run", "--quiet", "config.json", cwd=folder)
    assert "cell.swc: has no axon, whose diameters or direction model_processing takes" in outcome.err


MOVED = """
import json
import numpy as np
import ranvier_sonata
from ranvier import h
network = ranvier_sonata.load("config.json")
for gid in network.cells:
    soma, dendrite = network.cells[gid].soma[0], network.cells[gid].dend[0]
    points = lambda section: np.array([[read(k, sec=section) for read in (h.x3d, h.y3d, h.z3d)] for k in range(section.n3d())])
    middle = points(soma).mean(axis=0)
    end = points(dendrite)[-1] - middle
    print(json.dumps([gid, middle.round(3).tolist(), end.round(3).tolist(), list(network.pc.position(gid))]))
"""


def test_cells_are_at_their_positions(python, ranvier, folder):
    """The middle of the soma is; moving changes no bit of the voltages."""
    swc = sonata_circuit.SWC.replace("1 1 0 0 0 8 -1", "1 1 1 2 0 8 -1")
    (folder / "components" / "cell.swc").write_text(swc)
    with h5py.File(folder / "network" / "cells.h5", "r+") as handle:
        x = handle["nodes/cells/0/x"][:]
        del handle["nodes/cells/0/x"], handle["nodes/cells/1/x"]
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    before = (folder / "out" / "v.h5").read_bytes(), spikes_of(folder / "out" / "spikes.h5")
    with h5py.File(folder / "network" / "cells.h5", "r+") as handle:
        for axis, values in (("x", x), ("y", np.full(6, -400.0)), ("z", x / 3)):
            handle[f"nodes/cells/0/{axis}"] = values
    for ranks in (1, 3):
        ranvier.check("run", *LIBM, "config.json", cwd=folder, ranks=ranks)
        assert ((folder / "out" / "v.h5").read_bytes(), spikes_of(folder / "out" / "spikes.h5")) == before
    for line in python(MOVED, folder).out.splitlines():
        gid, middle, end, position = json.loads(line)
        assert middle == position == [30 * gid, -400, 10 * gid] and end == [59, 3, 0]
