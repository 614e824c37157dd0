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


PLACES = """
import ranvier_sonata
from ranvier import h
words = ["inputs.clamp.node_set=biophysical", 'inputs.clamp.section_name=["dend", "apical"]', "run.dL=5"]
network = ranvier_sonata.load("config.json", [*words, "inputs.clamp.section_index=[60, 100]"])
for clamp in network._electrodes.clamps[::2]:
    clamp = clamp.electrode
    segment = clamp.get_segment()
    cell = network.cells[int(segment.sec.name().split(".")[0].removeprefix("cell"))]
    half = segment.sec.L / segment.sec.nseg / 2
    distance = h.distance(cell.soma[0](0), segment)
    print(segment, distance + half > 60 and distance - half < 100)
"""


def test_electrodes_may_be_at_random_distances(python, folder):
    """In dendrites only, at another place in each cell, and at the same places in each run."""
    places = python(PLACES, folder).out.splitlines()
    assert len(places) == 6 and all(line.endswith(" True") for line in places)
    assert all(line.split(".")[1][:4] in ("dend", "apic") for line in places)
    assert len({line.split(".", 1)[1] for line in places}) > 3
    assert python(PLACES, folder).out.splitlines() == places


def test_electrodes_at_no_distance_are_refused(ranvier, folder):
    words = {"inputs.clamp.section_name": "apic", "inputs.clamp.section_index": [900, 999]}
    change(folder, **words)
    outcome = ranvier.run("run", "--quiet", "config.json", cwd=folder)
    assert "inputs.clamp.section_index: no segment of apic lies 900 to 999 um from the soma" in outcome.err


def add_field(folder):
    """An electrode above cell 0 with a current from 10 to 20 ms."""
    (folder / "electrode.csv").write_text(
        "pos_x pos_y pos_z rotation_x rotation_y rotation_z\n0.0 300.0 0.0 0.0 0.0 0.0\n"
    )
    field = {"input_type": "lfp", "module": "xstim", "node_set": "all", "positions_file": "electrode.csv"}
    field["waveform"] = {"shape": "dc", "del": 10.0, "dur": 10.0, "amp": 0.01}
    change(folder, **{"inputs.field": field, "run.tstop": 25})


def of_somata(variable, **words):
    return {"module": "membrane_report", "variable_name": variable, "cells": "biophysical", "sections": "soma"} | words


def test_a_report_of_the_field_is_that_of_the_next_step(ranvier, folder):
    """As in bmtk, row k holds what the waveform has at (k + 1) dt, which acts in the step after that."""
    add_field(folder)
    change(folder, **{"reports.e": of_somata("e_extracellular")})
    for ranks in (1, 2):
        ranvier.check("run", *LIBM, "config.json", cwd=folder, ranks=ranks)
        with h5py.File(folder / "out" / "e.h5") as handle:
            e = handle["report/cells/data"][:]
        assert e.shape == (500, 6) and (e[200:399] > 0).all() and not e[:200].any() and not e[399:].any()


@pytest.mark.parametrize("transform", ["first_element", {"vext": "first_element"}])
def test_a_report_takes_the_first_element_of_an_array(ranvier, folder, transform):
    """vext is the potential outside the membrane, where the field is."""
    add_field(folder)
    change(folder, **{"reports.vext": of_somata("vext", transform=transform)})
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    with h5py.File(folder / "out" / "vext.h5") as handle:
        vext = handle["report/cells/data"][:]
    assert vext[350, 0] == pytest.approx(7.958, rel=0.02) and abs(vext[450]).max() < 0.1


def test_another_function_of_a_report_is_refused(ranvier, folder):
    change(folder, **{"reports.v.transform": "mean"})
    outcome = ranvier.run("validate", "config.json", cwd=folder)
    assert "reports.v.transform: must be first_element, or an object of variables" in outcome.err
