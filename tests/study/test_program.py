"""Studies with the program itself: what it says of its runs is what the study reads."""

import json
import shutil

import pytest
from conftest import ROOT
from oracle.commands import run
from ranvier_study import table
from ranvier_study.report.runs import SETUP

STUDY = """\
study: ring
question: Do ranks and exchange change the ring's spikes?
model:
  script: models/ring/ring.hoc
  set: {ncell: 16, kick_every: 8, nthread: 1}
  tstop: 40
  neutral: [nthread]
axes:
  exchange: [allgather, "isend:phases=2,subintervals=2"]
  ranks: [1, 2]
  together: [{threads: 1, model.set.nthread: 1}, {threads: 2, model.set.nthread: 2}]
repeat: 1
intervals: true
limits: {attempts: 1}
"""


@pytest.fixture
def real(ranvier, folder, monkeypatch):
    """A study's folder and its commands, `ranvier study ...`."""
    monkeypatch.delenv("RANVIER_PROGRAM")
    for name in ("ring", "areas"):
        shutil.copytree(ROOT / "models" / name, folder.path / "models" / name)
    shutil.copy(ROOT / "models" / "network.hoc", folder.path / "models")
    folder.write(STUDY, fake=False)
    return lambda *words: run([ranvier.bin_folder / "ranvier", "study", *words], folder.path)


def test_a_study_of_the_ring(real, folder):
    done = real("run", "study.yml")
    assert done.status == 0 and "8 runs are done, 0 failed" in done.out, done
    rows = table.rows(folder.results / "ring")
    assert len({row["raster.sha256"] for row in rows}) == 1 and rows[0]["raster.records"] > 0
    for row in rows:
        assert row["configuration.ranks"] == row["axis.ranks"] and row["configuration.threads"] == row["axis.threads"]
        assert row["counts.cells"] == 16 and row["time.run"] > 0 and row["time.setup"] > 0
        assert row["configuration.end_ms"] == pytest.approx(40)
    summary = table.summary_of(folder.results / "ring", rows[0]["run"])
    assert summary["intervals"]["per_rank"] and summary["files"]
    assert set(summary["setup"]["per_rank"][0]) <= set(SETUP), "the report shows each part"
    again = real("run", "study.yml")
    assert again.status == 0 and "8 of 8 runs are done already" in again.out, again
    assert real("report").status == 0


def test_a_script_that_sets_the_value_itself_fails(real, folder):
    text = (folder.path / "models/ring/ring.hoc").read_text()
    (folder.path / "models/ring/ring.hoc").write_text(
        text.replace("duration = tstop", "ncell = 8\nduration = tstop", 1)
    )
    done = real("run", "study.yml")
    assert done.status == 1 and "ncell = 8 instead of 16" in done.out, done


OWN_NET = """\
study: elsewhere
question: Which exchange would be fastest for this network on another machine?
model:
  set: {raster: net/run.h5, edges: net/edges.h5, summary: net/run.json, placement: round_robin, lookup_cost: 0.3us}
axes:
  exchange: [allgather, isend, persistent, two_tier, auto]
  ranks: [4, 16]
  model.set.placement: [round_robin, by_area]
  machine: [infiniband_hdr, net/here.json]
machine: {simulated: infiniband_hdr}
baseline: {exchange: allgather}
"""


@pytest.fixture
def recorded(real, ranvier, folder):
    """A network of one's own beside the study's file, and a machine's file of constants."""
    words = ("--raster", "run.h5", "--connections", "edges.h5", "--summary", "run.json", "--intervals")
    net = [word for each in ("areas = 4", "cells = 40", "inputs = 20", "tstop = 80") for word in ("-c", each)]
    model = folder.path / "models/areas/areas.hoc"
    assert run([ranvier.bin_folder / "ranvier", "run", *words, *net, model], folder.path / "net").status == 0
    machines = json.loads(run([ranvier.bin_folder / "ranvier", "exchange", "machines", "--json"], folder.path).out)
    machine = next(each for each in machines if each["name"] == "infiniband_hdr")
    (folder.path / "net/here.json").write_text(json.dumps({**machine, "name": "here", "core_speed": 1e-4}))
    return folder


def test_a_study_of_a_recorded_network_on_machines_that_are_not_here(real, recorded):
    recorded.write(OWN_NET, fake=False)
    done = real("run", "study.yml")
    assert done.status == 0 and "40 runs are done, 0 failed" in done.out, done
    rows = {
        tuple(row[f"axis.{name}"] for name in ("exchange", "ranks", "model.set.placement", "machine")): row
        for row in table.rows(recorded.results / "elsewhere")
    }
    assert len(rows) == 40
    for (exchange, ranks, placement, machine), row in rows.items():
        assert row["configuration.placement"] == placement and row["configuration.ranks"] == ranks
        assert row["host.simulated"] == machine.removeprefix("net/").removesuffix(".json")
        assert row["time.run"] > 0 and row["counts.cells"] == 160 and row["counts.spikes_fired"] > 0
        # Whether the trials of auto end within the run depends on the times that were measured.
        assert "configuration.chosen" not in row or exchange == "auto"
        there = rows[exchange, ranks, placement, "net/here.json"]["phases.update.mean"]
        here = rows[exchange, ranks, placement, "infiniband_hdr"]["phases.update.mean"]
        # The core of this machine is 1e4 times slower; costs of spikes that arrive, which are not measured, do not grow.
        assert 100 * here < there < 1.001e4 * here
    sent = {key: row["exchange.bytes_sent.sum"] for key, row in rows.items()}
    assert sent["isend", 4, "by_area", "infiniband_hdr"] < sent["isend", 4, "round_robin", "infiniband_hdr"]
    assert real("report").status == 0
    assert real("validate", "--no-run", "study.yml").status == 0
    # Another recording is another study's run; the same one is not.
    assert "40 of 40 runs are done already" in real("run", "study.yml").out
    summary = json.loads((recorded.path / "net/run.json").read_text())
    (recorded.path / "net/run.json").write_text(json.dumps(summary, indent=2))
    assert "done already" not in real("run", "study.yml").out


def test_intervals_of_a_simulated_run_are_drawn(real, recorded, ranvier):
    text = OWN_NET.replace("  machine: [infiniband_hdr, net/here.json]\n", "").replace(", auto]", "]")
    recorded.write(text + "intervals: true\n", fake=False)
    assert real("run", "study.yml").status == 0
    rows = table.rows(recorded.results / "elsewhere")
    summary = table.summary_of(recorded.results / "elsewhere", rows[0]["run"])
    assert (
        "update" in summary["intervals"]["columns"] and len(summary["intervals"]["per_rank"]) == rows[0]["axis.ranks"]
    )
    assert real("report").status == 0
    words = ("--raster", "run.h5", "--edges", "edges.h5", "--summary", "run.json", "--ranks", "4", "--intervals")
    program = ranvier.bin_folder / "ranvier"
    net = recorded.path / "net"
    assert run([program, "exchange", "simulate", *words, "--out", "simulated.json"], net).status == 0
    drawn = run([program, "plot", "intervals", "simulated.json", "-o", "simulated.svg"], net)
    assert drawn.status == 0 and (net / "simulated.svg").stat().st_size > 1000, drawn


@pytest.mark.parametrize(
    "before, after, said",
    [
        (
            "net/run.h5",
            "net/none.h5",
            "there is no file net/none.h5; paths are relative to the folder of the study's file",
        ),
        ("net/here.json", "net/there.json", "there is no file net/there.json"),
        ("axes:", "  tstop: 10\naxes:", "the times of a recorded run are those of its summary; remove the key"),
        ("machine: {simulated: infiniband_hdr}", "repeat: 1", "machine"),
    ],
)
def test_what_a_study_of_a_recorded_network_cannot_be(real, recorded, before, after, said):
    recorded.write(OWN_NET.replace(before, after), fake=False)
    refused = real("validate", "--no-run", "study.yml")
    assert refused.status != 0 and said in refused.out + refused.err, refused
