"""SONATA circuits run from their configuration: NEURON's spikes and voltages, the same on any ranks and threads."""

import json

import h5py
import numpy as np
import pytest
from oracle import sonata_circuit

LIBM = ("--math", "libm", "--quiet")


@pytest.fixture
def folder(tmp_path):
    sonata_circuit.write(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def answer(neuron):
    return json.loads(neuron.run_python(sonata_circuit.neurons_script()).splitlines()[-1])


def spikes_of(file):
    """[(time, population, node id)], sorted."""
    with h5py.File(file) as handle:
        found = []
        for name, group in handle["spikes"].items():
            found += [(time, name, int(node)) for time, node in zip(group["timestamps"][:], group["node_ids"][:])]
    return sorted(found)


def change(folder, **settings):
    """Sets keys of config.json: change(folder, **{"run.tstop": 10}); None removes one."""
    file = folder / "config.json"
    tree = json.loads(file.read_text())
    for name, value in settings.items():
        *path, last = name.split(".")
        inner = tree
        for part in path:
            inner = inner[int(part)] if isinstance(inner, list) else inner.setdefault(part, {})
        if value is None:
            inner.pop(last)
        else:
            inner[last] = value
    file.write_text(json.dumps(tree))


def test_spikes_and_voltages_are_neurons(ranvier, folder, answer):
    out = ranvier.check("run", *LIBM, "config.json", cwd=folder).out
    assert (
        out.startswith("SONATA circuit in the dialect bmtk: config.json\n") and "drive: 5 virtual cells, gids 10" in out
    )
    spikes = [(time, node) for time, _, node in spikes_of(folder / "out" / "spikes.h5")]
    expected = [(time, gid) for time, gid in answer["spikes"]]
    assert len({gid for _, gid in expected}) == 10 and len(expected) > 60
    assert [gid for _, gid in spikes] == [gid for _, gid in expected]
    assert np.allclose([time for time, _ in spikes], [time for time, _ in expected], rtol=0, atol=1e-9)
    with h5py.File(folder / "out" / "v.h5") as handle:
        mapping = handle["report/cells/mapping"]
        assert list(mapping["node_ids"]) == [0, 4] and list(mapping["time"]) == [0, 60, 0.05]
        assert list(mapping["index_pointer"]) == [0, 1, 2] and list(mapping["element_pos"]) == [0.5, 0.5]
        v = handle["report/cells/data"][:]
    theirs = np.array([answer["v"]["0"], answer["v"]["4"]]).T
    assert v.shape == theirs.shape and v.max() > 10
    first = round(expected[0][0] / sonata_circuit.DT) - 20
    assert first > 20 and abs(v - theirs)[:first].max() < 1e-9 and abs(v - theirs).max() < 1e-4


def test_runs_are_the_same_on_ranks_and_threads(ranvier, folder):
    files = ("spikes.h5", "spikes.csv", "v.h5")
    found = set()
    for ranks, threads in ((1, 1), (1, 2), (2, 1), (3, 2)):
        words = ("--quiet", "--threads", threads, "--set", f"output.output_dir=out{ranks}{threads}", "config.json")
        ranvier.check("run", *map(str, words), cwd=folder, ranks=ranks)
        found.add(b"".join((folder / f"out{ranks}{threads}" / name).read_bytes() for name in files))
    assert len(found) == 1
    assert len(spikes_of(folder / "out32" / "spikes.h5")) > 60


def test_a_synapse_is_on_each_kind_of_section(python, folder):
    script = """
import ranvier_sonata
network = ranvier_sonata.load("config.json")
for gid in range(6):
    columns = network.pc.connections(gid)
    rows = zip(columns["source"], columns["section"], columns["x"])
    print(sorted((source, section.split(".")[-1], x) for source, section, x in rows if source < 10))
print(network.gid("drive", 2), network.nodes["cells"].size, len(network.cells[0].all), list(network.pc.position(8)))
"""
    out = python(script, folder).out.splitlines()
    # the section's number k is that in: the soma, four dendrites, three apical dendrites, axon[0], axon[1]
    names = ["soma[0]", *(f"dend[{k}]" for k in range(4)), *(f"apic[{k}]" for k in range(3)), "axon[0]", "axon[1]"]
    for gid in range(6):
        wanted = sorted((s, names[section], x) for s, t, _, section, x, _ in sonata_circuit.RECURRENT if t == gid)
        assert [
            (s, name) for s, name, _ in json.loads(out[gid].replace("(", "[").replace(")", "]").replace("'", '"'))
        ] == [(s, name) for s, name, _ in wanted]
    assert out[6] == "12 10 10 [60.0, 0.0, 0.0]"


def test_settings_change_any_key(ranvier, folder):
    words = ("--set", "run.tstop=20", "--set", "inputs.clamp.enabled=false", "--set", "reports.v.enabled=false")
    out = ranvier.check("run", *LIBM, *words, "config.json", cwd=folder).out
    assert "spikes to 20 ms" in out and not (folder / "out" / "v.h5").exists()
    times = [time for time, _, _ in spikes_of(folder / "out" / "spikes.h5")]
    assert times and max(times) <= 20


def test_the_network_may_have_a_separate_file(ranvier, folder):
    tree = json.loads((folder / "config.json").read_text())
    circuit = {key: tree.pop(key) for key in ("networks", "components")}
    (folder / "sub").mkdir()
    circuit["manifest"] = {"$NET": "$BASE/network", "$BASE": "${configdir}/.."}
    (folder / "sub" / "circuit.json").write_text(json.dumps(circuit))
    tree["network"] = "$BASE/sub/circuit.json"
    (folder / "simulation.json").write_text(json.dumps(tree))
    both = {"network": "sub/circuit.json", "simulation": "simulation.json"}
    (folder / "both.json").write_text(json.dumps(both))
    whole = ranvier.check("run", *LIBM, "config.json", cwd=folder).out.splitlines()[-1]
    spikes = spikes_of(folder / "out" / "spikes.h5")
    for name in ("simulation.json", "both.json"):
        assert ranvier.check("run", *LIBM, name, cwd=folder).out.splitlines()[-1] == whole
        assert spikes_of(folder / "out" / "spikes.h5") == spikes


def test_keys_of_the_simulation_come_before_those_of_the_network(ranvier, folder):
    tree = json.loads((folder / "config.json").read_text())
    circuit = {"networks": tree.pop("networks"), "components": {"morphologies_dir": "$BASE/nowhere"}}
    (folder / "circuit.json").write_text(json.dumps(circuit | {"manifest": tree["manifest"]}))
    (folder / "simulation.json").write_text(json.dumps(tree | {"network": "circuit.json"}))
    assert "nothing is wrong" in ranvier.check("validate", "simulation.json", cwd=folder).out


def test_a_user_adds_to_the_network_before_it_runs(python, folder):
    script = """
import ranvier_sonata
from ranvier import h
network = ranvier_sonata.load("config.json", ["run.tstop=30", "inputs.drive.enabled=false", "inputs.clamp.enabled=false"])
clamp = h.IClamp(network.cells[2].soma[0](0.5))
clamp.delay, clamp.dur, clamp.amp = 5, 20, 1.0
print(network.run() > 0)
"""
    assert python(script, folder).out.endswith("True\n")
    found = spikes_of(folder / "out" / "spikes.h5")
    assert (found[0][1], found[0][2]) == ("cells", 2)


def test_recorded_spikes_replace_the_recurrent_cells(ranvier, folder):
    """Cells 0 to 3 that get what all cells sent in another run repeat their spikes; what they send reaches no other cell."""
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    whole = [row for row in spikes_of(folder / "out" / "spikes.h5") if row[2] < 4]
    assert len(whole) > 10
    (folder / "out").rename(folder / "recorded")
    replay = {
        "input_type": "replay_spikes",
        "module": "replay",
        "spikes_file": "recorded/spikes.h5",
        "edges": {"edges_file": "network/recurrent.h5", "edge_types_file": "network/edge_types.csv"},
        "target_node_set": {"population": "cells", "name": "fitted"},
    }
    change(folder, **{"inputs.again": replay, "networks.edges.0.enabled": False})
    # places are drawn in the order of the inputs, and replayed edges have none
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    again = spikes_of(folder / "out" / "spikes.h5")
    assert [row for row in again if row[2] < 4] == whole
    assert len(again) != len(spikes_of(folder / "recorded" / "spikes.h5"))


def test_synapses_are_active_at_given_times(ranvier, folder):
    """Only the synapses of cell 6 are; they alone make cells fire, because the drive is off."""
    activity = {
        "input_type": "syn_activity",
        "module": "syn_activity",
        "precell_filter": {"name": "firing"},
        "timestamps": [10.0, 12.0, 30.0],
    }
    change(folder, **{"inputs.active": activity, "inputs.drive.enabled": False, "inputs.clamp.enabled": False})
    out = folder / "out" / "spikes.h5"
    ranvier.check("run", *LIBM, "config.json", "--set", "inputs.active.timestamps=[500]", cwd=folder)
    assert not spikes_of(out)
    edges = h5py.File(folder / "network" / "recurrent.h5", "r+")
    edges["edges/recurrent/0/syn_weight"][...] = 0.05
    edges.close()
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    fired = spikes_of(out)
    assert {node for _, _, node in fired} == {0, 1, 2} and min(time for time, _, _ in fired) > 10 + sonata_circuit.DELAY


def test_reports_have_segments_times_and_synapses(ranvier, folder):
    dendrites = {"module": "membrane_report", "variable_name": ["v", "i_pas"], "cells": "biophysical"}
    dendrites |= {"sections": ["basal", "apic"], "start_time": 10.0, "end_time": 20.0, "dt": 0.5}
    synapses = {"module": "netcon_report", "variable_name": "tau2", "cells": [0], "file_name": "tau.h5"}
    change(folder, **{"reports.dendrites": dendrites, "reports.synapses": synapses})
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    with h5py.File(folder / "out" / "dendrites_v.h5") as handle:
        report = handle["report/cells"]
        assert dict(report["data"].attrs) == {"variable": "v", "units": "mV"}
        assert report["data"].shape[0] == 20 and list(report["mapping/time"]) == [10, 20, 0.5]
        assert set(report["mapping/element_ids"]) == set(range(1, 8)) and list(report["mapping/node_ids"]) == [
            *range(6)
        ]
        v = report["data"][:]
    with h5py.File(folder / "out" / "dendrites_i_pas.h5") as handle:
        i = handle["report/cells/data"][:]
        of_first = handle["report/cells/mapping/index_pointer"][1]
    # [mA/cm2] of a fitted cell, whose leak is 3e-4 S/cm2 and reverses at -70 mV; half a step lies between current and voltage
    leak = 3e-4 * (v[:, :of_first] + 70)
    assert (
        np.corrcoef(i[:, :of_first].ravel(), leak.ravel())[0, 1] > 0.98
        and 0.9 < i[:, :of_first].sum() / leak.sum() < 1.1
    )
    with h5py.File(folder / "out" / "tau.h5") as handle:
        report = handle["report/cells"]
        drawn = sum(n for _, target, n in sonata_circuit.DRIVEN if target == 0)
        assert report["data"].shape == (1200, 3 + drawn)
        assert list(report["mapping/src_ids"][:4]) == [6, 7, 1, -1] and set(report["mapping/trg_ids"]) == {0}
        assert list(report["data"][5, :3]) == [0.8, 0.8, 6.0]


def test_virtual_cells_send_at_the_times_of_vecstim(python, tmp_path):
    """The next event of NEURON's VecStim is sent with (t + next) - t."""
    script = """
import numpy as np
from ranvier_sonata.spike_files import delivered_times
random = np.random.RandomState(3)
times = np.concatenate([np.sort(random.uniform(0, 3000, count)) for count in (40, 0, 1, 25)])
nodes = np.repeat([0, 1, 2, 7], [40, 0, 1, 25])
expected, last = [], {}
for time, node in zip(times, nodes):
    last[node] = (last[node] + time) - last[node] if node in last else time
    expected.append(last[node])
print(list(delivered_times(times, nodes)) == expected, int((times != expected).sum()) > 10)
print(len(delivered_times(np.zeros(0), np.zeros(0, int))))
"""
    assert python(script, tmp_path).out == "True True\n0\n"


def test_spikes_come_from_other_files(ranvier, folder):
    """CSV and NWB files of the same spikes; a file of a run without spikes has no population."""
    out = folder / "out" / "spikes.h5"
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    whole = spikes_of(out)
    times = sonata_circuit.input_times()
    rows = [f"{float(time)!r} drive {node}\n" for node in range(5) for time in times[node]]
    (folder / "spikes.csv").write_text("timestamps population node_ids\n" + "".join(reversed(rows)))
    with h5py.File(folder / "spikes.nwb", "w") as handle:
        for node, train in enumerate(times):
            handle[f"processing/trial_0/spike_train/{node}/data"] = train
    with h5py.File(folder / "none.h5", "w") as handle:
        handle.create_group("spikes")
    for module, name in (("csv", "spikes.csv"), ("nwb", "spikes.nwb")):
        change(folder, **{"inputs.drive.module": module, "inputs.drive.input_file": name})
        ranvier.check("run", *LIBM, "config.json", cwd=folder)
        assert spikes_of(out) == whole
    change(folder, **{"inputs.drive.module": "sonata", "inputs.drive.input_file": "none.h5"})
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    assert 0 < len(spikes_of(out)) < len(whole)


TEMPLATE = """
begintemplate Sphere
public soma, all
objref all
create soma
proc init() {
    all = new SectionList()
    soma { L = $1  diam = $2  insert hh  all.append() }
}
endtemplate Sphere
"""


def test_a_circuit_brings_templates_and_mechanisms(ranvier, folder):
    """Cells of a template, and synapses of a mechanism that the circuit brings; parameters have the names of the mechanism."""
    for name in ("templates", "mechanisms"):
        (folder / name).mkdir()
    (folder / "templates" / "sphere.hoc").write_text(TEMPLATE)
    (folder / "mechanisms" / "slow.mod").write_text(sonata_circuit.SLOW)
    (folder / "components" / "fit.json").write_text('{"params": [20, 25]}')
    (folder / "components" / "exc.json").write_text('{"erev": -10, "tau": 5}')
    types = folder / "network" / "node_types.csv"
    types.write_text(
        types.read_text().replace(
            "ctdb:Biophys1.hoc cell.swc fit.json aibs_perisomatic", "hoc:Sphere NULL fit.json NULL"
        )
    )
    edges = folder / "network" / "edge_types.csv"
    edges.write_text(
        edges.read_text().replace("Exp2Syn", "Slow").replace("\"['basal', 'apical']\" \"[10.0", '"[\'somatic\']" "[0.0')
    )
    with h5py.File(folder / "network" / "recurrent.h5", "r+") as handle:
        onto_spheres = handle["edges/recurrent/target_node_id"][:] < 4
        of_group = handle["edges/recurrent/edge_group_id"][:] == 0
        handle["edges/recurrent/0/afferent_section_id"][onto_spheres[of_group]] = 0
    change(folder, **{"components.templates_dir": "templates", "components.mechanisms_dir": "mechanisms"})
    report = {"module": "netcon_report", "variable_name": "e", "cells": [0], "syn_type": "Slow"}
    driven = "network/driven.h5"
    with h5py.File(folder / driven, "r+") as handle:
        rows = handle["edges/driven/target_node_id"][:] >= 4
        handle["edges/driven/0/nsyns"][rows & (handle["edges/driven/target_node_id"][:] < 6)] = 0
    change(folder, **{"reports.v": None, "reports.e": report})
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    with h5py.File(folder / "out" / "e.h5") as handle:
        assert set(handle["report/cells/data"][3]) == {-10} and set(handle["report/cells/mapping/element_ids"]) == {0}
    assert {node for _, _, node in spikes_of(folder / "out" / "spikes.h5")} >= {0, 1, 2, 3}


def test_a_circuit_is_validated(ranvier, folder):
    out = ranvier.check("validate", "config.json", cwd=folder, ranks=2).out
    count = len(sonata_circuit.RECURRENT) + len(sonata_circuit.ONTO_POINTS)
    count += sum(n if target < 6 else 1 for _, target, n in sonata_circuit.DRIVEN)
    assert f"  cells: 10 cells, gids 0 to 9\n  drive: 5 virtual cells, gids 10 to 14\n  {count} connections" in out
    assert not (folder / "out").exists()


def test_currents_come_from_files(ranvier, folder):
    """A current of a file does what the same steps do."""
    words = {"input_type": "current_clamp", "module": "IClamp", "node_set": [1], "duration": 10.0}
    words |= {"amp": 0.6, "delay": 20.0, "section_name": "dend", "section_index": 1, "section_dist": 0.5}
    change(folder, **{"inputs.clamp": words, "inputs.drive.enabled": False})
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    steps = spikes_of(folder / "out" / "spikes.h5")
    assert steps and steps[0][2] == 1
    (folder / "current.csv").write_text("timestamps amps\n20.0 0.6\n30.0 0.0\n")
    words = {name: value for name, value in words.items() if name not in ("amp", "delay", "duration")}
    change(folder, **{"inputs.clamp": words | {"input_type": "csv", "file": "current.csv"}})
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    played = spikes_of(folder / "out" / "spikes.h5")
    assert [row[1:] for row in played] == [row[1:] for row in steps]
    assert np.allclose([row[0] for row in played], [row[0] for row in steps], atol=2 * sonata_circuit.DT)


def test_a_voltage_clamp_holds_the_soma(ranvier, folder):
    words = {"input_type": "voltage_clamp", "module": "SEClamp", "node_set": [0], "resistance": 0.01}
    words |= {"amp": -40.0, "delay": 20.0, "duration": 10.0}
    change(folder, **{"inputs.clamp": words, "inputs.drive.enabled": False})
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    with h5py.File(folder / "out" / "v.h5") as handle:
        v = handle["report/cells/data"][:, 0]
    at = [round(t / sonata_circuit.DT) for t in (19.5, 25, 29.5, 45)]
    assert abs(v[at[1]] + 40) < 0.1 and abs(v[at[2]] + 40) < 0.1 and v[at[0]] < -60 and v[at[3]] < -60


def test_a_replay_reports_cells_that_do_not_run_as_unknown(ranvier, folder):
    change(folder, **{"reports.v.cells": "all"})
    ranvier.check("run", *LIBM, "--raster", "all.h5", "config.json", cwd=folder)
    with h5py.File(folder / "out" / "v.h5") as handle:
        whole = handle["report/cells/data"][:]
    words = ("--raster", "all.h5", "--cells", "cells:1", "--verify", "--set", "output.output_dir=again")
    ranvier.check("replay", *LIBM, *words, "config.json", cwd=folder)
    with h5py.File(folder / "again" / "v.h5") as handle:
        again = handle["report/cells/data"][:]
        ids = handle["report/cells/mapping/node_ids"][:].tolist()
    run = ids.index(1)
    assert np.array_equal(again[:, run], whole[:, run])
    assert np.isnan(again[1:, [k for k in range(len(ids)) if k != run]]).all()
