"""Commands and options of ranvier with a SONATA circuit: checkpoints, plans of memory, costs of exchanges, traces."""

import json
import re

import h5py
import numpy as np
import pytest
from oracle import sonata_circuit
from test_sonata_circuits import LIBM, change, spikes_of

FAILS = """
objref events, handler
events = new CVode()
proc fail() {
    if (system("test -e fails") == 0) events.event(35, "execerror(\\"killed\\", 0)")
}
handler = new FInitializeHandler(1, "fail()")
"""
SAVES = ("--checkpoint-every", "5ms", "--checkpoint", "saved")


@pytest.fixture
def folder(tmp_path):
    sonata_circuit.write(tmp_path)
    return tmp_path


@pytest.fixture
def failing(folder):
    """The circuit, which ends after 35 ms while there is a file `fails`."""
    (folder / "templates").mkdir()
    (folder / "templates" / "fails.hoc").write_text(FAILS)
    change(folder, **{"components.templates_dir": "templates"})
    return folder


def fail(ranvier, folder, ranks):
    (folder / "fails").touch()
    outcome = ranvier.run("run", *LIBM, *SAVES, "config.json", cwd=folder, ranks=ranks)
    assert outcome.status != 0 and "killed" in outcome.err and (folder / "saved").exists()
    (folder / "fails").unlink()


@pytest.mark.parametrize("before, after", [(2, 3), (2, 1), (1, 2)])
def test_a_run_continues_on_other_ranks(ranvier, failing, before, after):
    change(failing, **{"reports.v": None})
    ranvier.check("run", *LIBM, "config.json", "--set", "output.output_dir=whole", cwd=failing)
    fail(ranvier, failing, before)
    ranvier.check("run", *LIBM, *SAVES, "--resume", "config.json", cwd=failing, ranks=after)
    for name in ("spikes.h5", "spikes.csv"):
        assert (failing / "out" / name).read_bytes() == (failing / "whole" / name).read_bytes()


def test_reports_continue_on_the_same_ranks_only(ranvier, failing):
    """The error of one rank is said, too."""
    ranvier.check("run", *LIBM, "config.json", "--set", "output.output_dir=whole", cwd=failing)
    for ranks in (3, 2):
        fail(ranvier, failing, 2)
        outcome = ranvier.run("run", *LIBM, *SAVES, "--resume", "config.json", cwd=failing, ranks=ranks)
        if ranks == 2:
            assert outcome.status == 0, outcome
            assert (failing / "out" / "v.h5").read_bytes() == (failing / "whole" / "v.h5").read_bytes()
        else:
            what = "v.h5: its beginning is missing: a report can only be continued on the same number of ranks"
            assert outcome.status != 0 and outcome.err.count(what) == 1, outcome


def test_memory_is_estimated(ranvier, folder):
    said = ranvier.check("estimate", "config.json", cwd=folder).out
    assert "  drive: 5 virtual cells, gids 10 to 14\n" in said and re.search(r"^connections +\d+, ", said, re.M)


@pytest.mark.parametrize("rank", [0, 7])
def test_a_rank_of_many_is_built_alone(ranvier, folder, rank):
    words = ("--dry-run", "--ranks", "8", "--rank", str(rank), "--json")
    said = ranvier.check("build", *words, "config.json", cwd=folder).out
    plan = json.loads(said[said.index("{") :])
    cells = {0: [0, 8], 7: [7]}[rank]
    recurrent = [target for _, target, *_ in sonata_circuit.RECURRENT + sonata_circuit.ONTO_POINTS]
    made = sum(target in cells for target in recurrent)
    made += sum(count if target < 6 else 1 for _, target, count in sonata_circuit.DRIVEN if target in cells)
    detectors = sum(target < 6 for target in cells)
    assert plan["counts"]["connections"] == made + detectors, plan


def test_costs_of_an_exchange_are_simulated(ranvier, folder):
    """From the raster, the connections and the summary of a run, whose times of cells it holds."""
    words = ("--raster", "all.h5", "--connections", "edges.h5", "--summary", "run.json")
    ranvier.check("run", *LIBM, *words, "config.json", cwd=folder)
    words = ("--ranks", "4", "--raster", "all.h5", "--edges", "edges.h5", "--summary", "run.json")
    said = ranvier.check("exchange", "simulate", *words, cwd=folder).out
    assert (
        re.search(r"^intervals +4\d +4\d$", said, re.M) and "computing: as run.json has measured it on 1 rank" in said
    )
    with h5py.File(folder / "all.h5") as handle:
        gids = handle["spikes/All/node_ids"][:]
    assert (gids < 10).sum() == len(spikes_of(folder / "out" / "spikes.h5"))
    assert (gids >= 10).sum() == sum(map(len, sonata_circuit.input_times()))


def test_a_voltage_is_traced(ranvier, folder):
    """The trace has the initial state, too, which the report does not."""
    ranvier.check("run", *LIBM, "--trace", "cell4.soma[0].v(0.5)", "config.json", cwd=folder)
    lines = (folder / "traces.csv").read_text().splitlines()
    values = np.array([[float(each) for each in line.split(",")] for line in lines if line[0].isdigit()])
    with h5py.File(folder / "out" / "v.h5") as handle:
        v = handle["report/cells/data"][:, 1]
    assert values[0, 1] == -70 and np.allclose(values[1:, 1], v, rtol=1e-6)
