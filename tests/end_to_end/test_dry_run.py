"""ranvier build --dry-run: one rank's share of a network on many ranks."""

import csv
import json
import re

import pytest

RANKS = 4

NET = """
objref pc, cells
pc = new ParallelContext()
cells = pc.cells("IntFire1", 0, 400)
{ pc.connect(cells, cells, "fixed_indegree", 20, "weight", 0.1, "delay", "uniform", 1, 2, "seed", 3) }
"""
RUN = """
{ pc.set_maxstep(10)  finitialize()  pc.psolve(5) }
print "after"
"""


def dry_run(ranvier, folder, *arguments, script=NET + RUN, ranks=RANKS):
    (folder / "net.hoc").write_text(script)
    return ranvier.run("build", "--dry-run", "--ranks", str(ranks), *arguments, "net.hoc", cwd=folder)


def figures(out):
    """The numbers of a report, by what they count."""
    found = re.search(r"rank \d+ of \d+: (\d+) cells and other sources, (\d+) connections from (\d+) sources of", out)
    assert found, out
    made = dict(zip(("cells", "connections", "wanted"), map(int, found.groups()), strict=True))
    found = re.search(r"estimated: (\d+) sources that (\d+) other ranks want, (\d+) pairs", out)
    assert found, out
    return made | dict(zip(("outputs", "neighbors", "pairs"), map(int, found.groups()), strict=True))


@pytest.fixture(scope="module")
def edges(ranvier, tmp_path_factory):
    """Source and target of each connection of the whole network, as the real run on four ranks makes it."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "net.hoc").write_text(NET + RUN)
    ranvier.check("run", "--quiet", "--connections", "edges.csv", "net.hoc", ranks=RANKS, cwd=folder)
    with open(folder / "edges.csv") as file:
        lines = csv.DictReader(line for line in file if not line.startswith("#"))
        return [(int(line["source"]), int(line["target"])) for line in lines]


@pytest.mark.parametrize("rank", range(RANKS))
def test_a_rank_makes_what_it_makes_in_the_real_run(ranvier, tmp_path, edges, rank):
    made = figures(dry_run(ranvier, tmp_path, "--rank", str(rank)).out)
    onto = [edge for edge in edges if edge[1] % RANKS == rank]
    assert len(edges) == 8000
    assert made["cells"] == 100
    assert made["connections"] == len(onto)
    assert made["wanted"] == len({source for source, _ in onto if source % RANKS != rank})


def test_lists_of_ranks_are_near_those_of_the_real_run(ranvier, tmp_path, edges):
    made = figures(dry_run(ranvier, tmp_path).out)
    pairs = {(source, target % RANKS) for source, target in edges if source % RANKS == 0 != target % RANKS}
    assert made["pairs"] == pytest.approx(len(pairs), rel=0.03)
    assert made["outputs"] == pytest.approx(len({source for source, _ in pairs}), rel=0.06)
    assert made["neighbors"] == len({rank for _, rank in pairs})


def bytes_of(what, out):
    return float(re.search(rf"^{what} +([\d.]+) MB", out, re.M).group(1))


def test_buffers_grow_with_the_ranks_where_all_send_to_all(ranvier, tmp_path):
    def buffers(exchange, ranks):
        return bytes_of("buffers", dry_run(ranvier, tmp_path, "--exchange", exchange, ranks=ranks).out)

    assert buffers("allgather", 40000) == pytest.approx(10 * buffers("allgather", 4000), rel=0.01)
    assert buffers("isend", 40000) == 0


def test_the_first_run_ends_the_script(ranvier, tmp_path):
    ended = dry_run(ranvier, tmp_path)
    assert ended.status == 0
    assert "after" not in ended.out


def test_a_script_that_never_runs_is_told_at_its_end(ranvier, tmp_path):
    ended = dry_run(ranvier, tmp_path, script=NET + 'print "end"\n')
    assert ended.out.startswith("end\nrank 0 of 4: ")
    assert figures(ended.out)["connections"] == 2000


def test_parts_have_their_times_and_bytes(ranvier, tmp_path):
    made = dry_run(ranvier, tmp_path, script=NET.replace("400", "80000") + RUN).out
    parts = {
        name: (float(s), float(mb)) for name, s, mb in re.findall(r"^(\w+) +([\d.]+) s +(-?[\d.]+) MB", made, re.M)
    }
    assert list(parts) == ["script", "cells", "connections", "tables", "initialization", "all"]
    each = [parts[name] for name in parts if name != "all"]
    assert parts["all"][0] == pytest.approx(sum(seconds for seconds, _ in each), abs=0.01)
    assert parts["all"][1] == pytest.approx(sum(megabytes for _, megabytes in each), abs=0.01)
    # 20,000 cells of more than 100 bytes; 400,000 connections of 12.
    assert parts["cells"][1] > 2 and parts["tables"][1] + parts["connections"][1] > 4.8


@pytest.mark.parametrize("call", ["pc.alltoall(x, y)", "pc.allgather(1, y)", "pc.broadcast(x, 1)"])
def test_collectives_that_need_other_ranks_are_errors(ranvier, tmp_path, call):
    script = f"{NET}\nobjref x, y\nx = new Vector({RANKS}, 1)\ny = new Vector()\n{{ {call} }}\n"
    ended = dry_run(ranvier, tmp_path, script=script)
    assert ended.status == 1
    assert "a dry run has only rank 0 of 4" in ended.err, ended


def test_allreduce_uses_only_this_rank_and_says_so(ranvier, tmp_path):
    ended = dry_run(ranvier, tmp_path, "--rank", "2", script=NET + "print pc.allreduce(pc.id, 1)\n")
    assert ended.out.startswith("2 \n")
    assert "dry run: pc.allreduce uses only rank 2" in ended.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--ranks", "4", "--rank", "4"), "--rank: must be less than --ranks"),
        (("--ranks", "0"), "--ranks"),
        (("--rank", "0"), "--ranks is missing"),
    ],
)
def test_wrong_ranks(ranvier, tmp_path, arguments, message):
    (tmp_path / "net.hoc").write_text(NET + RUN)
    ended = ranvier.run("build", "--dry-run", *arguments, "net.hoc", cwd=tmp_path)
    assert ended.status == 2
    assert message in ended.err


def test_build_without_a_dry_run(ranvier, tmp_path):
    (tmp_path / "net.hoc").write_text(NET + RUN)
    ended = ranvier.run("build", "--ranks", "4", "net.hoc", cwd=tmp_path)
    assert ended.status == 2
    assert "--dry-run is missing" in ended.err


def test_a_dry_run_needs_one_rank(ranvier, tmp_path):
    (tmp_path / "net.hoc").write_text(NET + RUN)
    ended = ranvier.run("build", "--dry-run", "--ranks", "4", "net.hoc", ranks=2, cwd=tmp_path)
    assert ended.status == 1
    assert "a dry run needs one rank only" in ended.err


def test_it_says_the_same_as_json_and_in_a_summary(ranvier, tmp_path):
    table = figures(dry_run(ranvier, tmp_path, "--rank", "2").out)
    said = json.loads(dry_run(ranvier, tmp_path, "--rank", "2", "--json", "--summary", "dry.json").out)
    assert (said["rank"], said["of"]) == (2, RANKS)
    counts, estimates = said["counts"], said["estimates"]
    assert counts == {"sources": table["cells"], "connections": table["connections"], "sources_wanted": table["wanted"]}
    found = {name: estimates[name] for name in ("sources_wanted_by_others", "neighbors", "pairs")}
    assert found == dict(zip(found, (table["outputs"], table["neighbors"], table["pairs"])))
    assert list(said["parts"]) == ["script", "cells", "connections", "tables", "initialization"]
    assert all(set(part) == {"seconds", "bytes"} for part in said["parts"].values())
    assert estimates["buffers_bytes"] > 0 and said["peak_bytes"] > 1e6
    summary = json.loads((tmp_path / "dry.json").read_text())
    assert summary["dry_run"] == said and summary["status"] == 0
    assert "dry_run" not in real_summary(ranvier, tmp_path)


def real_summary(ranvier, folder):
    ranvier.check(
        "--quiet", "--summary", "real.json", "--raster", "r.h5", "--connections", "e.h5", "net.hoc", cwd=folder
    )
    return json.loads((folder / "real.json").read_text())


@pytest.mark.parametrize("command", ["simulate", "advise"])
def test_its_summary_is_refused_where_a_run_is_needed(ranvier, tmp_path, command):
    dry_run(ranvier, tmp_path, "--summary", "dry.json")
    real_summary(ranvier, tmp_path)
    words = {
        "simulate": [
            "exchange",
            "simulate",
            "--raster",
            "r.h5",
            "--edges",
            "e.h5",
            "--summary",
            "dry.json",
            "--ranks",
            "2",
        ],
        "advise": ["advise", "dry.json", "--ranks", "2"],
    }
    outcome = ranvier.run(*words[command], cwd=tmp_path)
    assert outcome.status != 0 and "dry.json is the summary of a dry run" in outcome.err, outcome
