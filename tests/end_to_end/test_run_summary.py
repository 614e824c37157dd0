"""--summary: what a run says about itself, as JSON; the studies read it."""

import hashlib
import json
import re
import struct

import pytest

NET = "models/ring/ring.hoc"
WORDS = ("-c", "ncell = 16", "-c", "tstop = 40", "-c", "kick_every = 8")


def summary_of(ranvier, root, folder, *words, ranks=1, name="ranvier"):
    file = folder / "summary.json"
    ranvier.check("--summary", file, *words, *WORDS, root / NET, cwd=folder, ranks=ranks, name=name)
    return json.loads(file.read_text())


def checksum(raster):
    """Over records sorted by time, then gid: float64 [ms], uint64, little-endian."""
    lines = [line.split() for line in raster.read_text().splitlines() if not line.startswith("#")]
    records = sorted((float(t), int(gid)) for t, gid in lines)
    return hashlib.sha256(b"".join(struct.pack("<dQ", t, gid) for t, gid in records)).hexdigest()


@pytest.mark.parametrize("ranks", [1, 2])
def test_it_tells_what_ran_and_what_came_of_it(ranvier, root, tmp_path, ranks):
    told = summary_of(ranvier, root, tmp_path, "--raster", "r.txt", ranks=ranks)
    assert told["format"] == "ranvier summary" and told["version"] == 1 and told["status"] == 0
    assert told["command"][1] == "--summary" and told["command"][-1] == str(root / NET)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", told["started"])
    assert re.fullmatch(r"[0-9a-f]{16}", told["program"]["build"])
    assert told["host"]["cores"] >= 1 and told["host"]["memory_bytes"] > 1e8
    configuration = told["configuration"]
    assert configuration["set"] == {"ncell": 16, "tstop": 40, "kick_every": 8}
    assert (configuration["ranks"], configuration["threads"], configuration["exchange"]) == (ranks, 1, "allgather")
    assert (configuration["begin_ms"], configuration["dt_ms"], configuration["math"]) == (0, 0.025, "vector")
    assert configuration["end_ms"] == pytest.approx(40)
    hashes = {file["path"]: file["sha256"] for file in told["files"] if file["kind"] == "script"}
    assert hashes[str(root / NET)] == hashlib.sha256((root / NET).read_bytes()).hexdigest()
    counts = told["counts"]
    spikes = sum(not line.startswith("#") for line in (tmp_path / "r.txt").read_text().splitlines())
    assert counts["cells"] == counts["gids"] == 16 and counts["compartments"] == 16 * 52
    assert counts["spikes_in_raster"] == told["raster"]["records"] == spikes > 0
    assert counts["spikes_fired"] == spikes + 2  # two NetStims, without gids, kick cells
    assert told["raster"]["sha256"] == checksum(tmp_path / "r.txt")
    for part in ("setup", "phases", "exchange"):
        assert len(told[part]["per_rank"]) == ranks, part
    for phases in told["phases"]["per_rank"]:
        assert 0 < phases["update"] < phases["wall"] and sum(phases.values()) < 2.1 * phases["wall"]
    assert all(peak > 1e6 for peak in told["memory"]["peak_bytes_per_rank"])


def test_the_checksum_is_of_the_spikes_alone(ranvier, root, tmp_path):
    """Not of the file, and not of ranks or strategy."""
    sums = set()
    for raster, ranks, exchange in (("r.txt", 1, "allgather"), ("r.h5", 2, "alltoall"), ("s.h5", 3, "isend")):
        told = summary_of(ranvier, root, tmp_path, "--raster", raster, "--exchange", exchange, ranks=ranks)
        sums.add(told["raster"]["sha256"])
    assert len(sums) == 1


def test_without_a_raster_it_says_so(ranvier, root, tmp_path):
    told = summary_of(ranvier, root, tmp_path)
    assert told["raster"] == {"absent": "nothing was recorded"} and "spikes_in_raster" not in told["counts"]


def test_intervals_on_request(ranvier, root, tmp_path):
    told = summary_of(ranvier, root, tmp_path, "--intervals", "--raster", "r.h5", ranks=2)
    columns, ranks = told["intervals"]["columns"], told["intervals"]["per_rank"]
    assert columns[:2] == ["t_ms", "deliver"] and len(ranks) == 2
    times = [row[0] for row in ranks[0]]
    assert times == sorted(times) and len(times) == told["counts"]["intervals"] > 1
    assert all(len(row) == len(columns) for rank in ranks for row in rank)


def test_nrniv_and_python_tell_too(ranvier, root, tmp_path):
    told = summary_of(ranvier, root, tmp_path, name="nrniv")
    assert told["configuration"]["math"] == "libm"
    (tmp_path / "p.py").write_text("from neuron import h\ns = h.Section()\nh.finitialize(-65)\nh.fadvance()\n")
    ranvier.check("-nobanner", "--summary", "p.json", "-python", "p.py", cwd=tmp_path, name="nrniv")
    told = json.loads((tmp_path / "p.json").read_text())
    assert told["configuration"]["end_ms"] == pytest.approx(0.025)
    assert [file["path"] for file in told["files"]] == ["p.py"]


def test_a_file_that_cannot_be_written_fails_the_run(ranvier, root, tmp_path):
    outcome = ranvier.run("--summary", "none/s.json", *WORDS, root / NET, cwd=tmp_path)
    assert outcome.status != 0 and "none/s.json" in outcome.err, outcome
