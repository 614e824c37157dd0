"""--summary: what a run says about itself, as JSON; the studies read it."""

import hashlib
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys

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
        assert 0 < phases["update"] < phases["wall"]
    assert all(peak > 1e6 for peak in told["memory"]["peak_bytes_per_rank"])


def test_studies_know_its_keys(ranvier, root, tmp_path):
    """Those that `metadata` of a study may name: all but what was measured."""
    sys.path.append(str(root / "python"))  # at the end: NEURON's own package has precedence over ours
    from ranvier_study import metadata

    measured = {"format", "version", "status", "setup", "phases", "exchange", "intervals"}
    words = ("--raster", "r.txt", "--exchange", "auto", "--intervals")
    told = summary_of(ranvier, root, tmp_path, *words, ranks=2)
    keys = [key for part, value in told.items() if part not in measured for key in metadata.flatten(value, part)]
    names = told["configuration"]["set"]
    assert {"configuration.set.ncell", "host.governor", "trials.chosen", "memory.by_part.queues"} <= set(keys)
    assert [said for key in keys if (said := metadata.problem(key, names))] == []
    assert set(told) - measured <= set(metadata.KEYS)


PHASES = ("deliver", "update", "collocate", "communicate", "synchronize", "wait", "script")

STEPPED = """
{ load_file("stdrun.hoc") }
objref pc, cvode, cells[12], nil, nc, stims[12]
pc = new ParallelContext()
cvode = new CVode()
begintemplate Cell
public soma
create soma
proc init() { create soma  soma { nseg = NSEG  L = 20  diam = 20  insert hh } }
endtemplate Cell
for i = 0, 11 if (i % pc.nhost == pc.id) {
    cells[i] = new Cell()
    cells[i].soma stims[i] = new IClamp(.5)
    { stims[i].amp = .3 + i / 20  stims[i].dur = 1e9 }
    pc.set_gid2node(i, pc.id)
    cells[i].soma nc = new NetCon(&v(.5), nil)
    pc.cell(i, nc)
}
pc.set_maxstep(1)
"""


@pytest.mark.parametrize("how", ["psolve", "steps", "run"])
@pytest.mark.parametrize("ranks, threads", [(1, 1), (1, 2), (2, 1), (2, 2)])
def test_phases_add_up_to_what_the_run_took(ranvier, tmp_path, how, ranks, threads):
    advance = {
        "psolve": "pc.psolve(TSTOP)",
        "steps": "while (t < TSTOP / 10) pc.psolve(t + .1)",
        "run": "continuerun(TSTOP / 10)",
    }[how]
    script = f"""{STEPPED.replace("NSEG", "1" if how == "run" else "41")}
proc go() {{ local began
    pc.set_maxstep(1)
    steps_per_ms = 40
    stdinit()
    began = startsw()
    {advance.replace("TSTOP", "400")}
    printf("rank %d took %g\\n", pc.id, startsw() - began)
}}
go()
"""
    (tmp_path / "n.hoc").write_text(script)
    differences = []
    while True:
        outcome = ranvier.check("--summary", "s.json", "--threads", threads, "n.hoc", cwd=tmp_path, ranks=ranks)
        took = {int(rank): float(seconds) for rank, seconds in re.findall(r"rank (\d) took (\S+)", outcome.out)}
        told = json.loads((tmp_path / "s.json").read_text())["phases"]["per_rank"]
        walls = [phases.pop("wall") for phases in told]
        for wall, phases in zip(walls, told):
            assert set(phases) == set(PHASES) and min(phases.values()) >= 0
            assert sum(phases.values()) == pytest.approx(wall, rel=5e-3)
            assert (phases["wait"] > 0) == (threads > 1), phases
            assert (phases["synchronize"] > 0) == (ranks > 1), phases
            assert phases["update"] > 0 and phases["script"] > 0 or how == "psolve"
        # Another program may run between the two readings, of the script and of the run, but not each time.
        differences.append(max(abs(wall / took[rank] - 1) for rank, wall in enumerate(walls)))
        if differences[-1] < (0.05 if how == "run" else 0.02):
            break
        assert len(differences) < 5, differences


@pytest.mark.parametrize("exchange", ["allgather", "alltoall", "pairwise", "isend", "persistent", "iallgather"])
def test_waiting_for_a_slower_rank_is_told_apart_from_communicating(ranvier, tmp_path, exchange):
    """Rank 1 has a hundred times the compartments of rank 0."""
    script = (
        STEPPED.replace("NSEG", "1")
        .replace("soma stims[i]", "soma { nseg = 1 + 400 * pc.id  stims[i]")
        .replace("IClamp(.5)", "IClamp(.5) }")
    )
    (tmp_path / "n.hoc").write_text(script + "{ stdinit()  pc.psolve(40) }\n")
    ranvier.check("--summary", "s.json", "--exchange", exchange, "n.hoc", cwd=tmp_path, ranks=2)
    idle, busy = json.loads((tmp_path / "s.json").read_text())["phases"]["per_rank"]
    assert busy["update"] > 2 * idle["update"]
    assert idle["synchronize"] > idle["communicate"], idle


def test_statements_within_an_advance_are_the_scripts_time(ranvier, tmp_path):
    script = """
objref cvode, pc
{ create soma  cvode = new CVode()  pc = new ParallelContext()  pc.set_maxstep(10) }
func busy() { local began, x  began = startsw()  while (startsw() - began < .05) x += 1  return x }
{ finitialize(-65)  cvode.event(5, "busy()")  cvode.event(7, "busy()")  pc.psolve(10) }
"""
    (tmp_path / "n.hoc").write_text(script)
    ranvier.check("--summary", "s.json", "n.hoc", cwd=tmp_path)
    (phases,) = json.loads((tmp_path / "s.json").read_text())["phases"]["per_rank"]
    assert 0.1 <= phases["script"] <= phases["wall"] and phases["script"] > 0.9 * phases["wall"]


@pytest.mark.parametrize("ranks", [1, 2])
@pytest.mark.parametrize("how", ["psolve", "run", "variable"])
def test_counting_begins_when_the_presimulation_ends(ranvier, tmp_path, ranks, how):
    variable = "cvode.active(1)  cvode.use_local_dt(1)" if how == "variable" else ""
    run = "run()" if how == "run" else "stdinit()  pc.psolve(tstop)"
    script = STEPPED.replace("NSEG", "1") + f"\n{{ tstop = 60  steps_per_ms = 40  {variable}  {run} }}\n"
    (tmp_path / "n.hoc").write_text(script)

    def told(*words):
        ranvier.check("--summary", "s.json", "--raster", "r.txt", *words, "n.hoc", cwd=tmp_path, ranks=ranks)
        return json.loads((tmp_path / "s.json").read_text()), (tmp_path / "r.txt").read_bytes()

    (whole, raster), (part, same) = told(), told("--presimulate", "20.01")
    assert same == raster, "the raster is whole"
    begin = part["configuration"]["begin_ms"]
    assert part["configuration"]["end_ms"] == whole["configuration"]["end_ms"]
    spikes = [float(line.split()[0]) for line in raster.decode().splitlines() if not line.startswith("#")]
    if how != "variable":
        assert begin == pytest.approx(20.025, abs=1e-9)
        assert part["counts"]["spikes_fired"] == sum(t > begin for t in spikes) < len(spikes)
        assert part["counts"]["steps"] == pytest.approx((60 - begin) / 0.025, abs=1.1)
    else:
        assert 20.01 <= begin < 25 and 0 < part["counts"]["spikes_fired"] < len(spikes)
    for name in ("spikes_fired", "steps"):
        assert 0 < part["counts"][name] < whole["counts"][name], name
    for phases in part["phases"]["per_rank"]:
        wall = phases.pop("wall")
        assert sum(phases.values()) == pytest.approx(wall, rel=5e-3, abs=1e-5)
    assert "spikes_in_raster" in part["counts"] and part["counts"]["spikes_in_raster"] == len(spikes)


def test_a_run_that_ends_before_counting_begins_fails(ranvier, root, tmp_path):
    outcome = ranvier.run("--presimulate", 50, *WORDS, root / NET, cwd=tmp_path)
    assert outcome.status == 1
    assert "--presimulate 50: the run ended at 40 ms, before anything was counted" in outcome.err, outcome
    for name, option in (("ranvier", "--presimulate"), ("nrniv", "--presimulate")):
        outcome = ranvier.run(option, "-3", root / NET, cwd=tmp_path, name=name)
        assert outcome.status != 0 and "--presimulate" in outcome.err, outcome


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


def test_it_says_where_each_rank_ran_and_in_which_job(ranvier, root, tmp_path):
    cpu = min(os.sched_getaffinity(0))
    file = tmp_path / "summary.json"
    words = [*WORDS, "--summary", file, "--threads", "2", root / NET]
    ranvier.check(*words, cwd=tmp_path, ranks=2, env={"PBS_JOBID": "4711.head", "JOB_ID": ""})
    told = json.loads(file.read_text())
    cpus = [rank["cpus"] for rank in told["ranks"]["per_rank"]]
    assert [(rank["host"], rank["threads"]) for rank in told["ranks"]["per_rank"]] == [(socket.gethostname(), 2)] * 2
    assert all(numbers_of(text) <= os.sched_getaffinity(0) and numbers_of(text) for text in cpus)
    assert told["job"] == {"id": "4711.head", "variable": "PBS_JOBID"}
    command = ["taskset", "-c", str(cpu), ranvier.bin_folder / "ranvier", "--summary", file, *WORDS, root / NET]
    no_job = {name: text for name, text in os.environ.items() if not name.endswith(("JOB_ID", "JOBID"))}
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, env=no_job)
    told = json.loads(file.read_text())
    assert [rank["cpus"] for rank in told["ranks"]["per_rank"]] == [str(cpu)] and told["host"]["cores"] == 1
    assert told["job"] is None


def numbers_of(text):
    """{0, 1, 2, 8} of "0-2,8"."""
    ranges = [(int(first), int(last or first)) for first, _, last in (word.partition("-") for word in text.split(","))]
    return {number for first, last in ranges for number in range(first, last + 1)}


def commit_in(file):
    """The text in what cmake/RanvierCommit.cmake writes; None for a null pointer."""
    found = re.search(r"commit_text = (.*);", file.read_text()).group(1)
    return None if found == "nullptr" else found.strip('"')


def git(folder, *words):
    names = ["-c", "user.name=x", "-c", "user.email=x@x"]
    return subprocess.run(
        ["git", *names, *words], cwd=folder, check=True, capture_output=True, text=True
    ).stdout.strip()


def test_the_commit_is_that_of_the_build(ranvier, root, tmp_path):
    told = summary_of(ranvier, root, tmp_path)["program"]["commit"]
    assert told == commit_in(ranvier.bin_folder.parent / "generated" / "commit.cpp")


def test_the_commit_is_what_git_describes(root, tmp_path):
    sources, out = tmp_path / "sources", tmp_path / "commit.cpp"
    sources.mkdir()
    (sources / "a.txt").write_text("1")
    cmake = ["cmake", "-D", f"SOURCE={sources}", "-D", f"OUT={out}", "-P", root / "cmake" / "RanvierCommit.cmake"]

    def made(**env):
        subprocess.run(cmake, check=True, env={**os.environ, **env})
        return commit_in(out)

    if shutil.which("git") is None:
        pytest.skip("there is no git")
    nowhere = {"GIT_CEILING_DIRECTORIES": str(tmp_path)}
    assert made(**nowhere) is None, "a folder without git, as a release is unpacked"
    git(sources, "init")
    git(sources, "add", ".")
    git(sources, "commit", "-m", "first")
    commit = git(sources, "rev-parse", "HEAD")[:12]
    assert made() == commit
    written = out.stat().st_mtime_ns
    assert made() == commit and out.stat().st_mtime_ns == written, "an unchanged text must compile nothing"
    (sources / "a.txt").write_text("2")
    assert made() == f"{commit}-dirty"
    git(sources, "commit", "-am", "second")
    git(sources, "tag", "v1")
    assert made() == "v1"
    (sources / "part").mkdir()
    cmake[2] = f"SOURCE={sources / 'part'}"
    assert made() is None, "a folder of another checkout"
