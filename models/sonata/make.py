"""Writes a SONATA circuit of detailed cells: python3 make.py FOLDER [--cells 20] [--synapses 20] [--tstop 200].

Each cell has hh channels in its soma and passive dendrites. It receives --synapses synapses from other cells and a tenth as
many from virtual cells, at random places that the files hold. One cell in five inhibits. The configuration is
FOLDER/config.json, in the dialect of bmtk.
"""

import argparse
import json
import math
import pathlib

import h5py
import numpy as np

BRANCHES = 6  # dendrites of a cell, each of which branches once


def morphology():
    """An SWC file: a soma of 16 um, an axon, and dendrites that branch after 80 um and end after 120 um more."""
    rows = [(1, 1, 0.0, 0.0, 8.0, -1), (2, 2, 4.0, 7.0, 0.8, 1), (3, 2, 40.0, 70.0, 0.5, 2)]
    for k in range(BRANCHES):
        angle = 2 * math.pi * k / BRANCHES
        kind = 4 if k == 0 else 3
        rows.append((len(rows) + 1, kind, 8 * math.cos(angle), 8 * math.sin(angle), 1.2, 1))
        rows.append((len(rows) + 1, kind, 80 * math.cos(angle), 80 * math.sin(angle), 1.0, len(rows)))
        fork = len(rows)
        for turn in (-0.3, 0.3):
            x, y = 200 * math.cos(angle + turn), 200 * math.sin(angle + turn)
            rows.append((len(rows) + 1, kind, x, y, 0.5, fork))
    return "".join(f"{n} {kind} {x:.3f} {y:.3f} 0 {radius} {parent}\n" for n, kind, x, y, radius, parent in rows)


def parameters():
    """Channels, in the form of the Allen Cell Types Database."""
    everywhere = ("soma", "axon", "dend", "apic")
    leaks = [{"section": each, "name": "g_pas", "value": 1e-4, "mechanism": ""} for each in everywhere]
    channels = [
        {"section": "soma", "name": "gnabar_hh", "value": 0.2, "mechanism": "hh"},
        {"section": "soma", "name": "gl_hh", "value": 0.0, "mechanism": "hh"},
    ]
    passive = {"ra": 120.0, "e_pas": -70.0, "cm": [{"section": each, "cm": 1.0} for each in everywhere]}
    reversal = [{"section": "soma", "ena": 50.0, "ek": -77.0}]
    return {"passive": [passive], "conditions": [{"erev": reversal}], "genome": channels + leaks}


NODE_TYPES = """\
node_type_id model_type model_template morphology dynamics_params model_processing ei
100 biophysical ctdb:Biophys1.hoc cell.swc cell.json aibs_perisomatic e
101 biophysical ctdb:Biophys1.hoc cell.swc cell.json aibs_perisomatic i
"""
EDGE_TYPES = """\
edge_type_id model_template dynamics_params delay
200 Exp2Syn exc.json 1.5
201 Exp2Syn inh.json 1.5
"""
EXCITATION = {"erev": 0.0, "tau1": 0.3, "tau2": 2.0}
INHIBITION = {"erev": -75.0, "tau1": 0.5, "tau2": 6.0}


def pairs(bounds):
    """[(start, end)] of ranges that follow one another."""
    return np.stack([bounds[:-1], bounds[1:]], axis=1).astype(np.uint64)


def write_nodes(file, name, types):
    with h5py.File(file, "w") as handle:
        root = handle.create_group(f"nodes/{name}")
        root["node_id"] = np.arange(len(types), dtype=np.uint64)
        root["node_type_id"] = types.astype(np.uint64)
        root["node_group_id"] = np.zeros(len(types), np.uint32)
        root["node_group_index"] = np.arange(len(types), dtype=np.uint64)
        root.create_group("0")


def write_edges(file, source, sources, types, weights, per_cell, random):
    """Edges sorted by target, with places in the dendrites, and their indices."""
    count = len(sources)
    cells = count // per_cell
    with h5py.File(file, "w") as handle:
        root = handle.create_group(f"edges/{source}_to_cells")
        root["source_node_id"] = sources.astype(np.uint64)
        root["source_node_id"].attrs["node_population"] = source
        root["target_node_id"] = np.repeat(np.arange(cells, dtype=np.uint64), per_cell)
        root["target_node_id"].attrs["node_population"] = "cells"
        root["edge_type_id"] = types.astype(np.uint32)
        root["edge_group_id"] = np.zeros(count, np.uint16)
        root["edge_group_index"] = np.arange(count, dtype=np.uint32)
        # the soma is section 0; each dendrite has three
        root["0/afferent_section_id"] = random.integers(1, 3 * BRANCHES + 1, count)
        root["0/afferent_section_pos"] = random.uniform(0, 1, count)
        root["0/syn_weight"] = weights
        index = root.create_group("indices/target_to_source")
        index["node_id_to_range"] = pairs(np.arange(cells + 1))
        index["range_to_edge_id"] = pairs(np.arange(cells + 1) * per_cell)
        order = np.argsort(sources, kind="stable")
        index = root.create_group("indices/source_to_target")
        index["node_id_to_range"] = pairs(np.searchsorted(sources[order], np.arange(sources.max() + 2)))
        index["range_to_edge_id"] = np.stack([order, order + 1], axis=1).astype(np.uint64)


def write_spikes(file, count, tstop, random):
    """The virtual cells fire 20 times a second, at random."""
    trains = [np.sort(random.uniform(0, tstop, random.poisson(0.02 * tstop))) for _ in range(count)]
    with h5py.File(file, "w") as handle:
        handle["spikes/drive/timestamps"] = np.concatenate(trains)
        handle["spikes/drive/timestamps"].attrs["units"] = "ms"
        handle["spikes/drive/node_ids"] = np.repeat(np.arange(count), [len(train) for train in trains])


def configuration(tstop):
    entry = {"nodes_file": "$NETWORK/cells.h5", "node_types_file": "$NETWORK/cell_types.csv"}
    drive = {"nodes_file": "$NETWORK/drive.h5", "node_types_file": "$NETWORK/drive_types.csv"}
    names = ("cells_to_cells.h5", "drive_to_cells.h5")
    edges = [{"edges_file": f"$NETWORK/{name}", "edge_types_file": "$NETWORK/edge_types.csv"} for name in names]
    spikes = {"input_type": "spikes", "module": "sonata", "input_file": "$BASE/spikes.h5", "node_set": "drive"}
    report = {"module": "membrane_report", "variable_name": "v", "cells": [0, 1, 2], "sections": "soma"}
    folders = ("morphologies_dir", "synaptic_models_dir", "biophysical_neuron_models_dir")
    return {
        "manifest": {"$BASE": "${configdir}", "$NETWORK": "$BASE/network", "$OUTPUT": "$BASE/output"},
        "run": {"tstop": tstop, "dt": 0.1, "dL": 20.0, "spike_threshold": -15.0},
        "conditions": {"celsius": 20.0, "v_init": -70.0},
        "components": dict.fromkeys(folders, "$BASE/components"),
        "networks": {"nodes": [entry, drive], "edges": edges},
        "inputs": {"drive": spikes},
        "reports": {"v": report},
        "output": {"output_dir": "$OUTPUT", "spikes_file": "spikes.h5", "spikes_sort_order": "time"},
    }


def write(folder, cells, synapses, tstop, seed):
    random = np.random.default_rng(seed)
    network, components = folder / "network", folder / "components"
    for each in (network, components):
        each.mkdir(parents=True, exist_ok=True)
    (components / "cell.swc").write_text(morphology())
    for name, values in (("cell", parameters()), ("exc", EXCITATION), ("inh", INHIBITION)):
        (components / f"{name}.json").write_text(json.dumps(values, indent=1))
    (network / "cell_types.csv").write_text(NODE_TYPES)
    (network / "edge_types.csv").write_text(EDGE_TYPES)
    (network / "drive_types.csv").write_text("node_type_id model_type\n300 virtual\n")
    drive, driven = max(10, cells // 10), max(1, synapses // 10)
    inhibits = np.arange(cells) % 5 == 4
    write_nodes(network / "cells.h5", "cells", np.where(inhibits, 101, 100))
    write_nodes(network / "drive.h5", "drive", np.full(drive, 300))
    sources = random.integers(0, cells, cells * synapses)
    types, weights = np.where(inhibits[sources], 201, 200), np.full(len(sources), 0.02 / synapses)
    write_edges(network / "cells_to_cells.h5", "cells", sources, types, weights, synapses, random)
    sources = random.integers(0, drive, cells * driven)
    types, weights = np.full(len(sources), 200), np.full(len(sources), 0.06 / math.sqrt(driven))
    write_edges(network / "drive_to_cells.h5", "drive", sources, types, weights, driven, random)
    write_spikes(folder / "spikes.h5", drive, tstop, random)
    (folder / "config.json").write_text(json.dumps(configuration(tstop), indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser(description="Writes a SONATA circuit of detailed cells.")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--cells", type=int, default=20)
    parser.add_argument("--synapses", type=int, default=20, help="of each cell, from other cells")
    parser.add_argument("--tstop", type=float, default=200, help="[ms]")
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    write(words.folder, words.cells, words.synapses, words.tstop, words.seed)


if __name__ == "__main__":
    main()
