"""Inputs of SONATA circuits: which spikes virtual cells send, along which edges."""

import json
import shutil

import h5py
import pytest
from oracle import sonata_circuit
from test_sonata_circuits import LIBM, change, spikes_of

SPIKES = {"input_type": "spikes", "module": "sonata", "input_file": "$BASE/spikes.h5", "node_set": "drive"}


@pytest.fixture
def folder(tmp_path):
    sonata_circuit.write(tmp_path)
    return tmp_path


def spikes_after(ranvier, folder):
    """(spikes, what the program says) of a run."""
    said = ranvier.check("run", *LIBM, "config.json", cwd=folder).out
    return spikes_of(folder / "out" / "spikes.h5"), said


def test_a_second_input_of_a_population_makes_its_edges_again(ranvier, folder):
    """As in bmtk, the cells send what the first input says."""
    once, _ = spikes_after(ranvier, folder)
    with h5py.File(folder / "other.h5", "w") as handle:
        handle["spikes/drive/timestamps"] = [1.0]
        handle["spikes/drive/node_ids"] = [3]
    tree = json.loads((folder / "config.json").read_text())
    change(folder, **{"inputs.more": SPIKES | {"input_file": "other.h5"}})
    found, said = spikes_after(ranvier, folder)
    assert "warning: inputs.more makes the edges of drive once more, with the spikes of inputs.drive" in said
    # the same edges in two files
    with h5py.File(folder / "network" / "driven.h5") as handle, h5py.File(folder / "network" / "again.h5", "w") as copy:
        handle.copy("edges/driven", copy, "edges/again")
    tree["networks"]["edges"].append(dict(tree["networks"]["edges"][1], edges_file="$NET/again.h5"))
    (folder / "config.json").write_text(json.dumps(tree))
    twice, said = spikes_after(ranvier, folder)
    assert found == twice != once and "warning" not in said


def test_a_part_of_a_virtual_population_stands_for_all_of_it(ranvier, folder):
    """As in bmtk, which takes the population of the set and leaves its nodes to the file."""
    whole, _ = spikes_after(ranvier, folder)
    shutil.rmtree(folder / "out")
    change(folder, **{"inputs.drive.node_set": {"population": "drive", "node_id": [1, 2]}})
    found, said = spikes_after(ranvier, folder)
    assert found == whole
    assert "warning: inputs.drive.node_set selects 2 of the 5 nodes of drive, but all of them send" in said
