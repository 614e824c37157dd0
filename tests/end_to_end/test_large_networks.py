"""models/: the large networks, small: the same spikes on any ranks and threads, by any exchange, and one by one."""

import json
import os
import re
import shlex

import pytest
from oracle.one_by_one import JOIN

LONG = os.environ.get("RANVIER_LONG") == "1"

MODELS = {
    "microcircuit": {"scale": 0.01, "scale_inputs": 0.02, "area_size": 200, "least_delay": 0.2, "tstop": 80},
    "balanced": {"scale": 0.02, "inputs": 100, "strength": 4, "area_size": 60, "tstop": 80},
    "areas": {
        "areas": 3,
        "cells": 100,
        "inputs": 40,
        "rate": 30,
        "size_cv": 0.3,
        "rate_cv": 0.3,
        "least_within": 0.2,
        "tstop": 80,
    },
    "intfire_net": {"ncell": 200, "ncon": 30, "weight": 0.02, "area_size": 50, "tstop": 80},
}
SECONDS = re.compile(r"[\d.]+ (s|bytes)\b|peak [\d.]+")


def raster(ranvier, root, folder, model, *options, ranks=1, threads=1):
    """The bytes of the raster, and what was printed, without times and sizes."""
    words = MODELS[model] | {"nthread": threads, "warm_up": 20}
    settings = [part for name, value in words.items() for part in ("-c", f"{name} = {value}")]
    script = root / "models" / model / f"{model}.hoc"
    out = ranvier.check(
        "run", "--quiet", "--raster", "net.dat", *options, *settings, script, cwd=folder, ranks=ranks
    ).out
    return (folder / "net.dat").read_bytes(), SECONDS.sub("", out)


@pytest.mark.parametrize("model", MODELS)
def test_spikes_are_the_same_on_ranks_and_threads(ranvier, root, tmp_path, model):
    expected = raster(ranvier, root, tmp_path, model)
    assert expected[0].count(b"\n") > 100
    for ranks, threads in [(1, 2), (2, 1), (3, 2), (4, 1)]:
        assert raster(ranvier, root, tmp_path, model, ranks=ranks, threads=threads) == expected, (ranks, threads)


@pytest.mark.parametrize("model", MODELS)
def test_spikes_are_the_same_by_each_exchange(ranvier, root, tmp_path, model):
    expected = raster(ranvier, root, tmp_path, model)[0]
    ranks_of = [(2, 1), (3, 1), (4, 2)] if LONG else [(2, 1)]
    for words in ranvier.exchanges(tmp_path, covering=None if LONG else 1):
        for ranks, threads in ranks_of:
            found = raster(ranvier, root, tmp_path, model, "--exchange", words, ranks=ranks, threads=threads)[0]
            assert found == expected, (words, ranks, threads)


@pytest.mark.parametrize("math", ["vector", "libm"])
def test_connections_one_by_one_give_the_same_spikes(ranvier, root, tmp_path, math):
    """The table that --connections exports, connected in its order."""
    expected, _ = raster(ranvier, root, tmp_path, "microcircuit", "--math", math, "--connections", "net.csv")
    rows = (tmp_path / "net.csv").read_text().split("\n")
    names = rows[0].split(",")
    columns = [names.index(name) for name in ("source", "target", "delay", "weight")]
    text = (root / "models/microcircuit/microcircuit.hoc").read_text()
    joins = [",".join(row.split(",")[k] for k in columns) for row in rows[1:] if row]
    assert len(joins) > 5000
    body = "\n".join(f"join({row})" for row in joins)
    text = text.replace("made = connect_populations()", f"{JOIN}\n{body}\nmade = netcons.count")
    for name in ("network.hoc", "microcircuit/parameters.hoc"):
        to = tmp_path / "models" / name
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text((root / "models" / name).read_text())
    (tmp_path / "models/microcircuit/microcircuit.hoc").write_text(text)
    for ranks in (1, 2):
        assert raster(ranvier, tmp_path, tmp_path, "microcircuit", "--math", math, ranks=ranks)[0] == expected, ranks


SCHEMES = {
    "conventional": 800,
    "intermediate": 800,
    "structure-aware": 81,
}  # exchanges in 80 ms, and after the first step


@pytest.mark.parametrize("scheme", SCHEMES)
def test_areas_run_by_each_scheme_of_the_paper(ranvier, root, tmp_path, scheme):
    """As the README's commands say: how often ranks exchange, and the same spikes."""
    readme = (root / "models/areas/README.md").read_text()
    (command,) = re.findall(rf"^mpiexec.mpich -n 4 ranvier(.*) models/areas/areas.hoc +# {scheme}$", readme, re.M)
    small = [
        part for word in ("areas = 4", "cells = 60", "inputs = 20", "rate = 30", "tstop = 80") for part in ("-c", word)
    ]
    words = [*shlex.split(command), *small, root / "models/areas/areas.hoc"]
    ranvier.check("--quiet", "--summary", "net.json", "--raster", "net.h5", *words, cwd=tmp_path, ranks=4)
    ranvier.check("--quiet", "--raster", "alone.h5", *words, cwd=tmp_path)
    ranvier.check("raster", "compare", "net.h5", "alone.h5", cwd=tmp_path)
    assert json.loads((tmp_path / "net.json").read_text())["counts"]["intervals"] == SCHEMES[scheme]


@pytest.mark.parametrize("model", MODELS)
def test_commands_of_the_readme_count_some_time(root, model):
    """What is printed begins after the warm-up, which a command's tstop must not precede."""
    text = (root / "models" / model / "README.md").read_text()
    default = {name: float(re.search(rf"^\| `{name}` \| (\d+) \|", text, re.M)[1]) for name in ("warm_up", "tstop")}
    commands = [line for line in text.splitlines() if re.match(r" *(mpiexec.mpich -n \d+ )?ranvier ", line)]
    assert commands
    for command in commands:
        given = default | {name: float(value) for name, value in re.findall(r'-c "(warm_up|tstop) = (\d+)"', command)}
        assert given["tstop"] > given["warm_up"], command


def test_a_run_within_the_warm_up_is_counted_as_a_whole(ranvier, root, tmp_path):
    words = [part for word in ("ncell = 200", "ncon = 10", "tstop = 50") for part in ("-c", word)]
    out = ranvier.check("--quiet", *words, root / "models/intfire_net/intfire_net.hoc", cwd=tmp_path).out
    assert "\n50 ms after the first 0 ms took" in out, out
