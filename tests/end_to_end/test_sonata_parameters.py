"""Parameters of single edges and nodes of SONATA circuits: columns of dynamics_params override the file of the type."""

import h5py
import numpy as np
import pytest
from oracle import sonata_circuit
from test_sonata_circuits import LIBM, change, spikes_of

TAU = {"module": "netcon_report", "variable_name": ["tau2", "e"], "cells": [0, 1], "file_name": "synapse.h5"}


@pytest.fixture
def folder(tmp_path):
    sonata_circuit.write(tmp_path)
    return tmp_path


def edge_parameters(folder, name, values, group="edges/recurrent/0"):
    with h5py.File(folder / "network" / "recurrent.h5", "r+") as handle:
        handle[f"{group}/dynamics_params/{name}"] = values


def values_of(folder, variable):
    """The values of the synapses of cells 0 and 1 from other cells."""
    with h5py.File(folder / "out" / f"synapse_{variable}.h5") as handle:
        report = handle["report/cells"]
        return report["data"][3][report["mapping/src_ids"][:] >= 0].tolist()


def test_edges_may_have_their_own_parameters(ranvier, folder):
    """The five edges onto the cells 0 and 1 of the file: exc, exc, inh, exc, exc."""
    change(folder, **{"reports.synapse": TAU, "run.tstop": 5})
    edge_parameters(folder, "tau2", [0.8, 1.1, 1.2, np.nan, 1.4] + [2.0] * 4)
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    assert values_of(folder, "tau2") == [0.8, 1.1, 1.2, 0.8, 1.4]
    assert values_of(folder, "e") == [0, 0, -75, 0, 0]
    (folder / "components" / "exc.json").write_text('{"erev": 0.0, "tau1": 0.2}')
    outcome = ranvier.run("run", "--quiet", "config.json", cwd=folder)
    assert outcome.status == 1 and "exc.json: tau2: is missing: Exp2Syn needs it" in outcome.err


def test_a_parameter_that_a_mechanism_lacks_is_refused(ranvier, folder):
    edge_parameters(folder, "tau_2", np.ones(9))
    outcome = ranvier.run("run", "--quiet", "config.json", cwd=folder)
    assert "/edges/recurrent: dynamics_params/tau_2: Exp2Syn has no such parameter; did you mean 'tau2'?" in outcome.err


def test_what_no_file_says_is_the_default_of_the_mechanism(ranvier, folder):
    """Edges from virtual cells have no tau in their file, recurrent ones have; on each number of ranks."""
    (folder / "mechanisms").mkdir()
    (folder / "mechanisms" / "slow.mod").write_text(sonata_circuit.SLOW)
    types = folder / "network" / "edge_types.csv"
    text = (
        types.read_text().replace("Exp2Syn", "Slow").replace("exp2syn", "Slow").replace("203 Slow exc", "203 Slow bare")
    )
    types.write_text(text)
    for name, values in (("exc", '"tau": 5'), ("inh", '"tau": 6'), ("bare", '"e": -10')):
        (folder / "components" / f"{name}.json").write_text(f"{{{values}}}")
    report = {"module": "netcon_report", "variable_name": "tau", "cells": [0, 1], "syn_type": "Slow"}
    words = {"components.mechanisms_dir": "mechanisms", "reports.synapse": report, "run.tstop": 2}
    change(folder, **words)
    for ranks in (1, 2):
        ranvier.check("run", *LIBM, "config.json", cwd=folder, ranks=ranks)
        with h5py.File(folder / "out" / "synapse.h5") as handle:
            report = handle["report/cells"]
            recurrent = report["mapping/src_ids"][:] >= 0
            assert set(report["data"][1][~recurrent]) == {20} and set(report["data"][1][recurrent]) == {5, 6}


def test_artificial_cells_may_have_their_own_parameters(ranvier, folder):
    """In the units of the file: seconds for IntFire1."""
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    as_before = spikes_of(folder / "out" / "spikes.h5")
    with h5py.File(folder / "network" / "cells.h5", "r+") as handle:
        handle["nodes/cells/1/dynamics_params/tau"] = [0.008, np.nan, 0.008, np.nan]
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    assert spikes_of(folder / "out" / "spikes.h5") == as_before
    with h5py.File(folder / "network" / "cells.h5", "r+") as handle:
        handle["nodes/cells/1/dynamics_params/tau"][:] = 0.0001
    ranvier.check("run", *LIBM, "config.json", cwd=folder)
    found = spikes_of(folder / "out" / "spikes.h5")
    assert sum(node >= 6 for _, _, node in found) < sum(node >= 6 for _, _, node in as_before)


def test_those_of_detailed_cells_have_no_effect(ranvier, folder):
    with h5py.File(folder / "network" / "cells.h5", "r+") as handle:
        handle["nodes/cells/0/dynamics_params/g_pas"] = np.ones(6)
    said = ranvier.check("validate", "config.json", cwd=folder).out
    assert "cells.h5: dynamics_params of single detailed cells of cells have no effect, as in bmtk" in said
