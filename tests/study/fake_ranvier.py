#!/usr/bin/env -S python3 -S -E
"""Stands for `mpiexec -n R ranvier ...`: prints a summary at once. FAKE_* in the environment say what goes wrong.

The words are those of the launcher and of the program, since the study starts it as `FAKE -n R FAKE --summary ...`.
Each start adds a line to the file FAKE_STARTS.
"""

import hashlib
import json
import os
import pathlib
import random
import signal
import sys
import time

FLAGS = {"--intervals", "--quiet"}


def parsed(words):
    options, settings, files = {}, {}, []
    words = list(words)
    while words:
        word = words.pop(0)
        if word == "-c":
            name, _, value = words.pop(0).partition("=")
            if value:
                settings[name.strip()] = value.strip()
        elif word in FLAGS:
            options[word.lstrip("-")] = True
        elif word.startswith("-"):
            options[word.lstrip("-")] = words.pop(0)
        elif os.access(word, os.X_OK):
            continue  # the program, after its launcher
        else:
            files.append(word)
    return options, settings, files


def seconds(options, settings):
    """Run time: alltoall is 20% faster, two ranks are 1.8 times as fast, noise is 1%, drawn for each start."""
    starts = os.environ.get("FAKE_STARTS")
    count = len(pathlib.Path(starts).read_text().split()) if starts else 0
    noise = random.Random(f"{options['exchange']} {count}").gauss(0, 0.01)
    speed = (1.2 if options["exchange"].startswith("alltoall") else 1.0) * (1.8 if options.get("n") == "2" else 1.0)
    return float(settings.get("tstop", 100)) / 100 / speed * 2.718281828**noise


def summary(options, settings, files):
    ranks = int(options.get("n", 1))
    wall = seconds(options, settings)
    model = {name: value for name, value in settings.items() if name not in os.environ.get("FAKE_NEUTRAL", "").split()}
    spikes = hashlib.sha256(json.dumps([model, options["math"]], sort_keys=True).encode()).hexdigest()
    if os.environ.get("FAKE_DIFFERS") == options["exchange"]:
        spikes = "f" * 64
    shares = {
        "deliver": 0.2,
        "update": 0.5,
        "collocate": 0.05,
        "communicate": 0.1,
        "synchronize": 0.1,
        "wait": 0.0,
        "script": 0.0,
    }
    read = os.environ.get("FAKE_READS", "").split()
    return {
        "format": "ranvier summary",
        "version": 1,
        "command": sys.argv,
        "started": "2026-01-01T00:00:00Z",
        "status": 0,
        "program": {"version": "0.9.0", "build": os.environ.get("FAKE_BUILD", "b1"), "libraries": {"mpi": "MPICH"}},
        "host": {"name": "node1", "cores": 2, "caches": {"L2": 524288}, "governor": None, "memory_bytes": 1 << 34},
        "configuration": {
            "math": options["math"],
            "exchange": options["exchange"],
            "ranks": ranks,
            "threads": int(options["threads"]),
            "set": settings,
            "begin_ms": float(options.get("presimulate", 0)),
            "end_ms": float(settings.get("tstop", 100)),
            "dt_ms": 0.025,
            "min_delay_ms": 1.0,
        },
        "files": [
            {"path": path, "sha256": hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest(), "kind": "script"}
            for path in [*files, *read]
        ],
        "setup": {
            "per_rank": [{"read": 0.01, "create": 0.02, "connect": 0.03, "tables": 0.01, "prepare": 0.01}] * ranks
        },
        "phases": {
            "per_rank": [{"wall": wall, **{name: s * wall for name, s in shares.items()}} for _ in range(ranks)]
        },
        "counts": {"cells": 64, "gids": 64, "connections": 640, "spikes_fired": 42, "spikes_in_raster": 42},
        "exchange": {
            "per_rank": [{"spikes_sent": 21, "bytes_sent": 100 * (k + 1), "messages_sent": 4} for k in range(ranks)]
        },
        "memory": {"peak_bytes_per_rank": [50_000_000] * ranks, "by_part": {"connections": 2000}},
        "raster": {"path": options["raster"], "sha256": spikes, "records": 42},
    }


OPTIONS = "summary raster exchange threads math isa tables quiet force presimulate intervals block-size".split()


def main():
    if sys.argv[1:] == ["run", "--help"]:
        print("\n".join(f"  --{name}  of the fake" for name in OPTIONS if name != os.environ.get("FAKE_LACKS")))
        return
    if sys.argv[1:2] == ["-n"] and not sys.argv[3].endswith(("ranvier.py", "other")):  # launches a peer
        os.execv(sys.argv[3], sys.argv[3:])
    options, settings, files = parsed(sys.argv[1:])
    if "summary" not in options:  # asks whether there is such an exchange
        known = ("allgather", "alltoall", "isend", "persistent", "two_tier")
        name = options["exchange"].split(":")[0]
        sys.exit(0 if name in known else f"there is no exchange strategy '{name}'")
    place = pathlib.Path(options["summary"]).parent
    if starts := os.environ.get("FAKE_STARTS"):
        with open(starts, "a") as file:
            file.write(f"{place.name}\n")
    print("running", *files)
    pathlib.Path(options["raster"]).write_bytes(b"spikes")
    trouble = os.environ.get("FAKE_TROUBLE", "")
    unlucky = options["exchange"] == os.environ.get("FAKE_UNLUCKY", options["exchange"])
    if trouble == "fails" and unlucky:
        sys.exit("error: the model is broken")
    if trouble == "fails once" and unlucky and not (place / "log.1.txt").exists():
        sys.exit("error: bad luck")
    if trouble == "killed rank" and unlucky and not (place / "log.1.txt").exists():
        os.kill(os.getpid(), signal.SIGKILL)
    if trouble == "says nothing" and unlucky:
        return
    if trouble == "sleeps" and unlucky:
        time.sleep(60)
    if trouble == "takes memory":
        held = bytearray(200 << 20)
        time.sleep(30)
        del held
    if trouble == "fills the disk":
        pathlib.Path(options["raster"]).write_bytes(b"x" * (900 << 10))
    if trouble == "prints much":
        sys.stdout.write("x" * 100_000)
        sys.stdout.flush()
    text = json.dumps(summary(options, settings, files))
    if trouble == "half a summary" and unlucky:
        text = text[: len(text) // 2]
    if trouble == "dry run" and unlucky:
        text = text.replace('"status": 0', '"status": 0, "dry_run": {"rank": 0, "of": 4}')
    if trouble == "own value" or (trouble == "own value if short" and float(settings["tstop"]) < 100):
        text = text.replace('"ncell": "64"', '"ncell": 8.0')
    if trouble == "own end":
        text = text.replace('"end_ms": 100.0', '"end_ms": 75.0')
    if trouble == "other ranks":
        text = text.replace('"ranks": 2', '"ranks": 1')
    pathlib.Path(options["summary"]).write_text(text)


main()
