"""What a run of a SONATA circuit writes: messages, currents of electrodes, synapses."""

import re

import h5py
import numpy as np
import pytest
from oracle import sonata_circuit
from test_sonata_circuits import LIBM, change, spikes_of


@pytest.fixture
def folder(tmp_path):
    sonata_circuit.write(tmp_path)
    return tmp_path


def test_messages_go_to_the_log_file(ranvier, folder):
    change(folder, **{"output.log_file": "log.txt", "inputs.drive.node_set": {"population": "drive", "node_id": [1]}})
    for ranks in (1, 2):
        said = ranvier.check("run", "--quiet", "config.json", cwd=folder, ranks=ranks).out.splitlines()
        lines = (folder / "out" / "log.txt").read_text().splitlines()
        found = [re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} \[(\w+)\] (.+)", line).groups() for line in lines]
        assert [text for _, text in found] == [line.removeprefix("warning: ").strip() for line in said]
        assert [level for level, _ in found] == ["INFO"] * 3 + ["WARNING", "INFO"]


def test_an_error_of_a_run_is_in_the_log_file(ranvier, folder):
    change(folder, **{"output.log_file": "log.txt", "reports.v.variable_name": "cai"})
    assert ranvier.run("run", "--quiet", "config.json", cwd=folder).status == 1
    assert (folder / "out" / "log.txt").read_text().endswith("gid 0 has no variable cai\n")
    change(folder, **{"output.log_file": "nowhere/log.txt"})
    outcome = ranvier.run("run", "--quiet", "config.json", cwd=folder, ranks=2)
    assert outcome.status == 1 and "nowhere/log.txt: output.log_file: cannot be written: No such file" in outcome.err


@pytest.mark.parametrize("kept", ["spikes.h5", "spikes.csv", "v.h5"])
def test_what_is_there_may_stay(ranvier, folder, kept):
    change(folder, **{"output.overwrite_output_dir": False, "run.tstop": 5})
    ranvier.check("run", "--quiet", "config.json", cwd=folder)
    for name in {"spikes.h5", "spikes.csv", "v.h5"} - {kept}:
        (folder / "out" / name).unlink()
    outcome = ranvier.run("run", "--quiet", "config.json", cwd=folder)
    assert outcome.status == 1 and f"{folder}/out has a file {kept}; --set output.output_dir=NAME writes" in outcome.err
    ranvier.check("run", "--quiet", "config.json", "--set", "output.output_dir=other", cwd=folder)
    change(folder, **{"output.overwrite_output_dir": True})
    ranvier.check("run", "--quiet", "config.json", cwd=folder)


def test_states_of_bmtk_are_refused(ranvier, folder):
    outcome = ranvier.run("run", "config.json", "--set", "run.save_state=true", cwd=folder)
    assert "run.save_state: states of bmtk are not supported; ranvier run --checkpoint FILE" in outcome.err


def test_currents_of_electrodes_are_reported(ranvier, folder):
    """The clamps of cells 4 and 5, two steps each, one of cell 0, and a voltage clamp of cell 1."""
    third = {"input_type": "current_clamp", "module": "IClamp", "node_set": [0]}
    third |= {"amp": 0.05, "delay": 5.0, "duration": 10.0}
    holds = {"input_type": "voltage_clamp", "module": "SEClamp", "node_set": [1], "resistance": 0.01}
    holds |= {"amp": -60.0, "delay": 20.0, "duration": 10.0}
    reports = {f"reports.{kind}": {"module": "clamp_report", "variable_name": kind} for kind in ("ic", "se")}
    change(folder, **{"inputs.third": third, "inputs.hold": holds, "run.tstop": 50}, **reports)
    found = []
    for ranks in (1, 2):
        ranvier.check("run", *LIBM, "config.json", cwd=folder, ranks=ranks)
        with h5py.File(folder / "out" / "ic.h5") as handle:
            currents = handle["data"][:]
        with h5py.File(folder / "out" / "se.h5") as handle:
            found.append(handle["data"][:])
        t = (np.arange(1000) + 0.5) * sonata_circuit.DT
        first, second = np.where((t > 5) & (t < 15), 0.1, 0), np.where((t > 30) & (t < 40), 0.2, 0)
        assert np.array_equal(currents, np.array([first, second, first, second, first / 2]).T)
    assert found[0].shape == (1000, 1) and abs(found[0][450:590]).max() > 0.1 and abs(found[0][700:]).max() < 1e-9
    assert np.array_equal(*found)


def test_a_kind_of_electrode_that_is_not_known_is_refused(ranvier, folder):
    change(folder, **{"reports.i": {"module": "clamp_report", "variable_name": "vc"}})
    outcome = ranvier.run("validate", "config.json", cwd=folder)
    assert "reports.i.variable_name: there is no kind vc" in outcome.err


def test_a_multimeter_is_a_membrane_report(ranvier, folder):
    change(folder, **{"reports.v.module": "multimeter_report", "run.tstop": 5})
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    with h5py.File(folder / "out" / "v.h5") as handle:
        assert handle["report/cells/data"].shape == (100, 2)


def test_saved_synapses_make_the_same_network(ranvier, folder):
    """The files hold the places that were drawn; with them, the circuit has the same spikes."""
    change(folder, **{"reports.save": {"module": "save_synapses", "network_dir": "$OUT/network"}})
    files = [folder / "out" / "network" / f"{source}_cells_edges.h5" for source in ("cells", "drive")]
    contents = []
    for ranks in (2, 1):
        ranvier.check("run", *LIBM, "config.json", cwd=folder, ranks=ranks)
        contents.append([file.read_bytes() for file in files])
    assert contents[0] == contents[1]
    spikes = spikes_of(folder / "out" / "spikes.h5")
    with h5py.File(files[1]) as handle:
        edges = handle["edges/drive_cells"]
        drawn = sum(count for _, target, count in sonata_circuit.DRIVEN if target < 6)
        assert len(edges["0/syn_weight"]) == drawn and set(edges["0/afferent_section_id"]) <= {*range(1, 8)}
        assert edges["source_node_id"].attrs["node_population"] == "drive" and edges["edge_group_id"][-1] == 1
        for name, nodes in (("source_to_target", "source_node_id"), ("target_to_source", "target_node_id")):
            index = edges[f"indices/{name}"]
            for node, (first, last) in enumerate(index["node_id_to_range"]):
                ranges = index["range_to_edge_id"][first:last].astype(int)
                numbers = np.concatenate([np.arange(0), *(np.arange(*pair) for pair in ranges)])
                assert np.array_equal(numbers, np.flatnonzero(edges[nodes][:] == node))
    for k, file in enumerate(files):
        file.rename(folder / "network" / file.name)
        change(folder, **{f"networks.edges.{k}.edges_file": f"$NET/{file.name}"})
    change(folder, **{"reports.save.enabled": False})
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    assert spikes_of(folder / "out" / "spikes.h5") == spikes


def test_files_of_synapses_need_a_folder(ranvier, folder):
    change(folder, **{"reports.save": {"module": "save_synapses"}})
    outcome = ranvier.run("validate", "config.json", cwd=folder)
    assert "reports.save.network_dir: is missing: it names the folder of the files" in outcome.err


def test_keys_of_how_bmtk_writes_have_no_effect(ranvier, folder):
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    files = [(folder / "out" / name).read_bytes() for name in ("spikes.h5", "v.h5")]
    words = {"log_level": "DEBUG", "log_format": "%(message)s", "log_to_console": True, "quiet_simulator": True}
    words |= {"compression": "none", "cache_to_disk": False}
    change(folder, **{f"output.{name}": value for name, value in words.items()}, **{"reports.v.buffer": False})
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    assert [(folder / "out" / name).read_bytes() for name in ("spikes.h5", "v.h5")] == files
