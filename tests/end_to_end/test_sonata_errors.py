"""What is wrong with a SONATA circuit is an error that names the file and the key, on all ranks."""

import json
import shutil

import h5py
import numpy as np
import pytest
from oracle import sonata_circuit
from test_sonata_circuits import change


def keys(**settings):
    """Damages config.json: sets keys."""
    return lambda folder: change(folder, **settings)


def text(name, old, new):
    """Damages a text file."""

    def damage(folder):
        file = folder / name
        before = file.read_text()
        assert old in before
        file.write_text(before.replace(old, new, 1))

    return damage


def without(name):
    return lambda folder: (folder / name).unlink()


def hdf5(name, function):
    """Damages an HDF5 file."""

    def damage(folder):
        with h5py.File(folder / name, "r+") as handle:
            function(handle)

    return damage


def removed(name, *paths):
    def remove(handle):
        for path in paths:
            del handle[path]

    return hdf5(name, remove)


def replaced(name, path, values):
    def replace(handle):
        attributes = dict(handle[path].attrs)
        del handle[path]
        handle[path] = values
        handle[path].attrs.update(attributes)

    return hdf5(name, replace)


def cut(folder):
    file = folder / "network" / "recurrent.h5"
    file.write_bytes(file.read_bytes()[:700])


def renamed_population(handle):
    handle["edges/recurrent/source_node_id"].attrs["node_population"] = "cortex"


def empty_network(folder):
    (folder / "circuit.json").write_text("{}")
    change(folder, networks=None, network="circuit.json")


RECURRENT, CELLS = "network/recurrent.h5", "network/cells.h5"
MANIFEST = {"$A": "$B/x", "$B": "$A/y", "$BASE": "${configdir}", "$OUT": "$A", "$NET": "$BASE/network"}
PROBE = {"module": "ecephys_probe", "input_type": "spikes"}
CLAMP = {"module": "SEClamp", "cells": "all"}
DAMAGES = {  # what is done, and what the message says
    "no JSON": (text("config.json", '"run"', "run"), "config.json: line 7: is not JSON"),
    "cyclic manifest": (keys(manifest=MANIFEST), "config.json: manifest.$A: refers to itself: A -> B -> A"),
    "no variable": (
        keys(**{"output.output_dir": "$NOWHERE/x"}),
        "output.output_dir: the manifest has no variable $NOWHERE",
    ),
    "top key": (keys(inptus={}), "config.json: inptus: there is no such key; did you mean 'inputs'?"),
    "run key": (keys(**{"run.tstpo": 3}), "config.json: run.tstpo: there is no such key; did you mean 'tstop'?"),
    "no tstop": (keys(**{"run.tstop": None}), "config.json: run.tstop: is missing"),
    "network alone": (keys(run=None), "config.json: run: is missing: this is the configuration of a network; run that"),
    "simulation alone": (empty_network, "config.json: networks: is missing: run the configuration that has it"),
    "other simulator": (keys(target_simulator="NEST"), "config.json: target_simulator: circuits for NEST are not supp"),
    "no time": (keys(**{"run.dt": 0}), "config.json: run.dt: must be above 0, not 0"),
    "no length": (keys(**{"run.dL": -20.0}), "config.json: run.dL: must be above 0, not -20"),
    "folder for a file": (
        keys(**{"networks.nodes.0.nodes_file": "$NET"}),
        "/network: networks.nodes[0].nodes_file: is a folder, not a file",
    ),
    "file for a folder": (
        keys(**{"components.morphologies_dir": "$NET/cells.h5"}),
        "components.morphologies_dir: ",
    ),
    "output is a file": (keys(**{"output.output_dir": "spikes.h5"}), "/spikes.h5: is a file, not a folder"),
    "edges for nodes": (
        keys(**{"networks.nodes.0.nodes_file": "$NET/recurrent.h5"}),
        "recurrent.h5: /nodes: there is no such group; did you mean 'edges'?",
    ),
    "text for a number": (keys(**{"run.dt": "fast"}), "config.json: run.dt: must be a number, not 'fast'"),
    "component key": (keys(**{"components.morphology_dir": "x"}), "components.morphology_dir: there is no such key"),
    "no component": (keys(**{"components.morphologies_dir": None}), "components.morphologies_dir: is missing"),
    "no folder": (
        keys(**{"components.synaptic_models_dir": "nowhere"}),
        "components.synaptic_models_dir: there is no ",
    ),
    "old import": (keys(**{"run.use_old_import3d": True}), "run.use_old_import3d: the old import of morphologies"),
    "report refused": (
        keys(**{"reports.clamp": CLAMP}),
        "reports.clamp.module: voltage clamps as reports (use clamp_report with variable_name se) are not supported",
    ),
    "what to do instead": (keys(**{"reports.clamp": CLAMP}), "--set reports.clamp.enabled=false runs the rest"),
    "input refused": (
        keys(**{"inputs.p": PROBE}),
        "inputs.p.module: spikes of probes (ecephys_probe) are not supported",
    ),
    "input key": (keys(**{"inputs.clamp.ampl": 1}), "inputs.clamp.ampl: there is no such key; did you mean 'amp'?"),
    "lists differ": (keys(**{"inputs.clamp.delay": [1, 2, 3]}), "inputs.clamp.amp: has 2 elements, not 3"),
    "no amp": (keys(**{"inputs.clamp.amp": None}), "inputs.clamp.amp: is missing"),
    "no section": (
        keys(**{"inputs.clamp.section_index": 4}),
        "inputs.clamp.section_name: gid 4 has no section soma[4]",
    ),
    "node set": (keys(**{"inputs.clamp.node_set": "pyramids"}), "inputs.clamp.node_set: there is no set pyramids"),
    "set column": (
        keys(**{"inputs.clamp.node_set": {"layer": 4}}),
        "inputs.clamp.node_set: nodes have no column layer",
    ),
    "no spikes file": (without("spikes.h5"), "inputs.drive.input_file: there is no "),
    "not virtual": (
        keys(**{"inputs.drive.node_set": "cells"}),
        "inputs.drive.node_set: names no population of virtual",
    ),
    "report variable": (
        keys(**{"reports.v.variable_name": "cai"}),
        "reports.v.variable_name: gid 0 has no variable cai",
    ),
    "report sections": (keys(**{"reports.v.sections": "spine"}), "reports.v.sections: there are no sections spine"),
    "report times": (keys(**{"reports.v.end_time": 900}), "reports.v.start_time: and end_time must be times from 0 to"),
    "spike order": (keys(**{"output.spikes_sort_order": "size"}), "output.spikes_sort_order: there is no order 'size'"),
    "no nodes file": (without(CELLS), "networks.nodes[0].nodes_file: there is no "),
    "not HDF5": (
        text("network/drive_types.csv", "node", "edge"),
        "drive_types.csv: node_type_id: the file has no such",
    ),
    "no type": (text("network/node_types.csv", "\n102 ", "\n104 "), "node_types.csv: node_type_id: has no row 102"),
    "short row": (
        text("network/node_types.csv", " NULL exported", ""),
        "node_types.csv: line 3: has 5 columns, not the 7",
    ),
    "model type": (
        text("network/node_types.csv", "point_neuron", "point"),
        "node_types.csv: model_type: 'point' of node 6",
    ),
    "template": (
        text("network/node_types.csv", "ctdb:", "cdtb:"),
        "model_template: cdtb:Biophys1.hoc is not supported",
    ),
    "no morphology": (
        text("network/node_types.csv", "cell.swc", "cel.swc"),
        "node_types.csv: morphology: there is no cel.swc in ",
    ),
    "no parameters": (without("components/fit.json"), "node_types.csv: dynamics_params: there is no "),
    "mechanism": (text("components/fit.json", '"hh"', '"hhh"'), "fit.json: hhh: cannot be used in soma[0]"),
    "parameter": (
        text("components/fit.json", "gnabar_hh", "gnabra_hh"),
        "fit.json: gnabra_hh: cannot be used in soma[0]",
    ),
    "processing": (
        text("network/node_types.csv", "aibs_perisomatic", "aibs_all"),
        "model_processing: there is no aibs_all",
    ),
    "NeuroML": (
        text("components/c.nml", "condDensity", "density"),
        "c.nml: <channelDensity id='g_pas'>: has no condDensity",
    ),
    "IntFire1": (
        text("components/fire.json", "refrac", "refract"),
        "fire.json: refrac: is missing: IntFire1 needs it [s]",
    ),
    "empty population": (
        hdf5(CELLS, lambda handle: [handle["nodes/cells"].pop(name) for name in ("node_type_id", "node_id")]),
        "cells.h5: /nodes/cells/node_type_id: there is no such dataset",
    ),
    "no rows": (
        replaced(CELLS, "nodes/cells/node_type_id", np.zeros(0, int)),
        "cells.h5: /nodes/cells: the population is empty",
    ),
    "bad index": (
        replaced(RECURRENT, "edges/recurrent/indices/target_to_source/range_to_edge_id", np.full((10, 2), [3, 99])),
        "recurrent.h5: /edges/recurrent/indices/target_to_source/range_to_edge_id: has a range that is not within 0 to 14",
    ),
    "flat index": (
        replaced(RECURRENT, "edges/recurrent/indices/target_to_source/node_id_to_range", np.arange(10)),
        "recurrent.h5: /edges/recurrent/indices/target_to_source/node_id_to_range: must have two columns",
    ),
    "no source": (
        removed(RECURRENT, "edges/recurrent/source_node_id"),
        "recurrent.h5: /edges/recurrent/source_node_id: there is no such dataset",
    ),
    "node outside": (
        replaced(RECURRENT, "edges/recurrent/source_node_id", np.full(14, 77)),
        "recurrent.h5: /edges/recurrent/source_node_id: population cells has no node 77",
    ),
    "no population": (
        hdf5(RECURRENT, renamed_population),
        "recurrent.h5: /edges/recurrent/source_node_id: there is no node population cortex",
    ),
    "wrong type": (
        replaced(RECURRENT, "edges/recurrent/edge_type_id", np.full(14, 1.5)),
        "recurrent.h5: /edges/recurrent/edge_type_id: holds float64, not whole numbers",
    ),
    "no weights": (
        removed(RECURRENT, "edges/recurrent/0/syn_weight"),
        "edge_types.csv: syn_weight: edge 0 of population recurrent needs a number",
    ),
    "section outside": (
        replaced(RECURRENT, "edges/recurrent/0/afferent_section_id", np.full(9, 55)),
        "edge_types.csv: Exp2Syn: ",
    ),
    "cut file": (cut, "recurrent.h5: networks.edges[0].edges_file: cannot be read as HDF5"),
    "edge type": (text("network/edge_types.csv", "\n203 ", "\n209 "), "edge_types.csv: edge_type_id: has no row 203"),
    "synapse": (text("network/edge_types.csv", "exp2syn", "exp9syn"), "edge_types.csv: exp9syn: "),
    "no template": (
        text("network/edge_types.csv", "exp2syn", "NULL"),
        "edge_types.csv: model_template: edges onto cells with",
    ),
    "no synapse file": (without("components/inh.json"), "edge_types.csv: dynamics_params: there is no "),
    "synapse parameter": (text("components/inh.json", "erev", "rev"), "inh.json: erev: is missing: Exp2Syn needs it"),
    "target sections": (
        text("network/edge_types.csv", "basal", "basel"),
        "target_sections: there are no sections basel",
    ),
    "far away": (
        text("network/edge_types.csv", "10.0, 120.0", "900.0, 999.0"),
        "distance_range: no segment of basal, apical",
    ),
    "delay": (
        text("network/edge_types.csv", "inh.json 1.5", "inh.json 0.01"),
        "delay: a delay of 0.01 ms is below run.dt",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_wrong_is_named(ranvier, tmp_path, damage):
    sonata_circuit.write(tmp_path)
    spoil, message = DAMAGES[damage]
    spoil(tmp_path)
    outcome = ranvier.run("run", "--quiet", "config.json", cwd=tmp_path, limit=20)
    assert outcome.status == 1 and message in outcome.err and outcome.err.count("\n") == 1, outcome


@pytest.mark.parametrize(
    "damage", ["no tstop", "node outside", "mechanism", "synapse", "section outside", "report variable"]
)
def test_all_ranks_end(ranvier, tmp_path, damage):
    """Also where only some of them have what is wrong."""
    sonata_circuit.write(tmp_path)
    spoil, message = DAMAGES[damage]
    spoil(tmp_path)
    outcome = ranvier.run("run", "--quiet", "config.json", cwd=tmp_path, ranks=3, limit=20)
    assert outcome.status != 0 and outcome.err.count(message) == 1, outcome


def test_files_may_be_below_the_home_folder(ranvier, tmp_path):
    sonata_circuit.write(tmp_path / "here")
    change(tmp_path / "here", **{"manifest.$BASE": "~/here"})
    (tmp_path / "config.json").write_text((tmp_path / "here" / "config.json").read_text())
    said = ranvier.check("validate", "config.json", cwd=tmp_path, env={"HOME": str(tmp_path)}).out
    assert "nothing is wrong" in said


def test_other_dialects_and_settings_are_refused(ranvier, tmp_path):
    sonata_circuit.write(tmp_path)
    outcome = ranvier.run("run", "--set", "run.tstop", "config.json", cwd=tmp_path)
    assert outcome.status == 1 and "--set: run.tstop: must be KEY=VALUE" in outcome.err
    tree = json.loads((tmp_path / "config.json").read_text())
    tree["networks"]["nodes"][0]["populations"] = {"cells": {"type": "biophysical"}}
    (tmp_path / "config.json").write_text(json.dumps(tree))
    outcome = ranvier.run("validate", "config.json", cwd=tmp_path)
    assert outcome.status == 1 and "dialect of the Blue Brain Project and the Open Brain Institute" in outcome.err
    shutil.copy(tmp_path / "config.json", tmp_path / "other.json")
    outcome = ranvier.run("run", "config.json", "other.json", cwd=tmp_path)
    assert outcome.status != 0 and "is a SONATA configuration, which is run alone" in outcome.err
