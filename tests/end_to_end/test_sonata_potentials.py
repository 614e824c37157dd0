"""Potentials of electrodes in the tissue (extracellular): those of all cells, and of each."""

import json

import h5py
import numpy as np
import pytest
from oracle import sonata_circuit
from test_sonata_circuits import LIBM, change

PLACES = np.array([[10.0, 40.0, 20.0], [-50.0, 0.0, 30.0], [600.0, 300.0, 100.0]])
REPORT = {"module": "extracellular", "cells": "all", "variable_name": "v", "electrode_positions": "places.csv"}


@pytest.fixture
def folder(tmp_path):
    sonata_circuit.write(tmp_path)
    rows = [f"{k} {x} {y} {z}\n" for k, (x, y, z) in enumerate(PLACES.tolist())]
    (tmp_path / "places.csv").write_text("channel x_pos y_pos z_pos\n" + "".join(rows))
    with h5py.File(tmp_path / "network" / "cells.h5", "r+") as handle:
        group = handle["nodes/cells/0"]
        group["rotation_angle_yaxis"], group["rotation_angle_zaxis"] = np.arange(6) * 0.7, np.arange(6) * -0.3
    change(tmp_path, **{"reports.ecp": REPORT | {"contributions_dir": "cells"}, "run.tstop": 20})
    return tmp_path


def potentials(file):
    with h5py.File(file) as handle:
        return handle["ecp/data"][:]


POINTS = """
import json
import numpy as np
import ranvier_sonata
network = ranvier_sonata.load("config.json")
points = {gid: network.circuit.points(gid, 0.5).T.tolist() for gid in network.cells}
print(json.dumps(points))
"""


def test_potentials_are_those_of_the_currents(ranvier, python, folder):
    """Far away, the potential of a segment is that of a point; the currents are those of a report of i_membrane_."""
    current = {"module": "membrane_report", "variable_name": "i_membrane_", "cells": "biophysical", "sections": "all"}
    change(folder, **{"reports.i": current})
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    points = {int(gid): np.array(rows) for gid, rows in json.loads(python(POINTS, folder).out).items()}
    with h5py.File(folder / "out" / "i.h5") as handle:
        report = handle["report/cells"]
        starts, currents = report["mapping/index_pointer"][:].astype(int), report["data"][:]
    away = PLACES[2]
    whole = np.zeros(len(currents))
    for gid in range(6):
        distances = np.linalg.norm(points[gid] - away, axis=1)
        mine = currents[:, starts[gid] : starts[gid + 1]] @ (1 / (4 * np.pi * 0.3 * distances))
        stored = potentials(folder / "out" / "cells" / f"{gid}.h5")[:, 2]
        assert np.allclose(stored, mine, rtol=1e-3, atol=2e-3 * abs(mine).max())
        whole += stored
    found = potentials(folder / "out" / "ecp.h5")
    assert found.shape == (400, 3) and np.allclose(found[:, 2], whole, rtol=0, atol=1e-15) and abs(found).max() > 1e-4


def test_potentials_are_the_same_on_any_ranks(ranvier, folder):
    files = []
    for ranks in (1, 2, 3):
        ranvier.check("run", *LIBM, "config.json", cwd=folder, ranks=ranks)
        files.append((folder / "out" / "ecp.h5").read_bytes())
    assert files[0] == files[1] == files[2]


def test_a_least_distance_bounds_the_potential(ranvier, folder):
    """Of an electrode in the middle of a dendrite of cell 0."""
    (folder / "places.csv").write_text("channel x_pos y_pos z_pos\n0 34.0 2.5 0.0\n")
    greatest = []
    for least in (1.0, 30.0, "auto"):
        change(folder, **{"reports.ecp.minimum_distance": least})
        ranvier.check("run", *LIBM, "config.json", cwd=folder)
        greatest.append(abs(potentials(folder / "out" / "cells" / "0.h5")).max())
    assert greatest[0] > 1.5 * greatest[1] and greatest[1] < greatest[2] < np.inf


def test_what_is_wrong_is_named(ranvier, folder):
    for name, value, what in (
        ("electrode_positions", None, "reports.ecp.electrode_positions: is missing"),
        ("electrode_positions", "none.csv", "reports.ecp.electrode_positions: there is no "),
        ("minimum_distance", "far", "reports.ecp.minimum_distance: must be a distance [um] or auto, not 'far'"),
    ):
        change(folder, **{"reports.ecp": dict(REPORT), f"reports.ecp.{name}": value})
        outcome = ranvier.run("validate", "config.json", cwd=folder)
        assert outcome.status == 1 and what in outcome.err, outcome
    (folder / "places.csv").write_text("x y z\n1 2 3\n")
    change(folder, **{"reports.ecp": dict(REPORT)})
    assert "places.csv: line 1: has no column x_pos" in ranvier.run("validate", "config.json", cwd=folder).err


def test_a_cell_is_turned_before_it_is_seen(ranvier, folder):
    """A quarter turn about z, then one about x: an electrode that turns with the cell has the same potential."""
    found = []
    for angles, place in (((0, 0), "20.0 40.0 10.0"), ((np.pi / 2, np.pi / 2), "-40.0 -10.0 20.0")):
        (folder / "places.csv").write_text(f"channel x_pos y_pos z_pos\n0 {place}\n")
        with h5py.File(folder / "network" / "cells.h5", "r+") as handle:
            group = handle["nodes/cells/0"]
            for axis, angle in (("y", 0), ("z", angles[0]), ("x", angles[1])):
                group.pop(f"rotation_angle_{axis}axis", None)
                group[f"rotation_angle_{axis}axis"] = np.full(6, float(angle))
        ranvier.check("run", *LIBM, "config.json", cwd=folder)
        found.append(potentials(folder / "out" / "cells" / "0.h5"))
    assert np.allclose(*found, rtol=1e-6, atol=1e-12) and abs(found[0]).max() > 1e-5


BLOCKS = """
import ranvier_sonata
from ranvier_sonata import potentials, report_files
potentials.BYTES = report_files.BYTES = SIZE
ranvier_sonata.load("config.json", ["output.output_dir=FOLDER"]).run()
"""


def test_files_are_written_in_blocks(python, folder):
    for size, name in ((1000, "few"), (1 << 26, "all")):
        python(BLOCKS.replace("SIZE", str(size)).replace("FOLDER", name), folder)
    for name in ("ecp.h5", *(f"cells/{gid}.h5" for gid in range(6))):
        assert np.array_equal(potentials(folder / "few" / name), potentials(folder / "all" / name)), name
    with h5py.File(folder / "few" / "v.h5") as few, h5py.File(folder / "all" / "v.h5") as whole:
        assert np.array_equal(few["report/cells/data"][()], whole["report/cells/data"][()])
    assert potentials(folder / "few" / "cells" / "5.h5").all()
