"""Folders of studies as `ranvier study run` leaves them, with invented times, for tests of reports."""

import hashlib
import itertools
import json
import math
import pathlib
import random
import sys

PACKAGES = pathlib.Path(__file__).resolve().parents[2] / "python"
if str(PACKAGES) not in sys.path:
    sys.path.append(str(PACKAGES))  # at the end: NEURON's own package has precedence over ours

SPEED = {"allgather": 1.0, "isend:phases=2,subintervals=2": 0.78, "persistent": 0.7, "alltoall": 0.9}


def summary_of(axes, repetition, *, intervals=True, seed=0):
    """A summary whose times follow from `axes`: exchange, ranks, and in `model.set.*` ncell and ncon."""
    exchange, ranks = axes.get("exchange", "allgather"), axes.get("ranks", 1)
    cells, connections = axes.get("model.set.ncell", 1024), axes.get("model.set.ncon", 100)
    chance = random.Random(f"{exchange} {ranks} {cells} {connections} {repetition} {seed}")
    noise = math.exp(chance.gauss(0, 0.02))
    update, deliver = 2.4e-5 * 200 * cells / ranks * noise, 1.1e-7 * cells * connections * 8 / ranks * noise
    if update < 1.5:
        update *= 0.8  # fits into a cache
    speed = SPEED.get(exchange, 1.0)
    communicate = 0.12 * speed * math.log2(ranks) if ranks > 1 else 0.0
    table, per_rank = [], []
    for _ in range(ranks):
        rows = []
        for index in range(200):
            load = 1 + 0.5 * math.sin(index / 9) + chance.gauss(0, 0.08)
            rows.append(
                [float(index + 1), deliver * load / 200, update * load / 200, 0.0004 * load, communicate / 200, 0.0]
            )
        table.append(rows)
        per_rank.append([sum(row[k] for row in rows) for k in range(1, 6)])
    for index in range(200):
        compute = [sum(rows[index][1:4]) for rows in table]
        for rank, rows in enumerate(table):
            rows[index][5] = (max(compute) - compute[rank]) * speed
            per_rank[rank][4] += rows[index][5]
    walls = [sum(phases) + 0.03 for phases in per_rank]
    names = ("deliver", "update", "collocate", "communicate", "synchronize")
    summary = {
        "format": "ranvier summary",
        "version": 1,
        "command": ["ranvier", "--summary", "s.json", "net.hoc"],
        "started": "2026-11-25T10:00:00Z",
        "status": 0,
        "program": {
            "version": "0.9.0",
            "build": "b1946ac9",
            "compiler": "GNU 12.2.0",
            "libraries": {"mpi": "MPICH 4.0.2"},
        },
        "host": {
            "name": "node1",
            "system": "Linux 6.1",
            "cpu": "AMD EPYC 7742",
            "cores": 8,
            "caches": {"L1d": 32768, "L2": 524288, "L3": 33554432},
            "memory_bytes": 25000000000,
            "load_1min": 0.2,
        },
        "configuration": {
            "math": "vector",
            "exchange": exchange,
            "ranks": ranks,
            "threads": 1,
            "set": {"ncell": str(cells), "ncon": str(connections)},
            "begin_ms": 50.0,
            "end_ms": 250.0,
            "dt_ms": 0.025,
        },
        "files": [{"path": "net.hoc", "sha256": hashlib.sha256(b"net").hexdigest(), "kind": "script"}],
        "setup": {
            "per_rank": [
                {
                    "read": 0.02,
                    "create": 4e-5 * cells / ranks,
                    "connect": 3e-7 * cells * connections / ranks,
                    "prepare": 0.01,
                }
            ]
            * ranks
        },
        "phases": {
            "per_rank": [
                {"wall": max(walls), **dict(zip(names, phases)), "wait": 0.0, "script": 0.004} for phases in per_rank
            ]
        },
        "counts": {
            "cells": cells,
            "gids": cells,
            "compartments": 50 * cells,
            "connections": cells * connections,
            "spikes_fired": 8 * cells,
            "spikes_in_raster": 8 * cells,
            "deliveries": 8 * cells * connections,
            "steps": 8000,
            "intervals": 200,
        },
        "exchange": {"per_rank": [{"spikes_sent": 10, "messages_sent": 4}] * ranks},
        "memory": {
            "peak_bytes_per_rank": [40_000_000 + 60_000 * cells // ranks + 1000 * rank for rank in range(ranks)],
            "by_part": {
                "compartments": 50 * cells * 900,
                "connections": 24 * cells * connections,
                "rest": 8_000_000 * ranks,
            },
        },
        "raster": {
            "path": "raster.h5",
            "sha256": hashlib.sha256(f"{cells} {connections}".encode()).hexdigest(),
            "records": 8 * cells,
        },
    }
    if intervals:
        summary["intervals"] = {"columns": ["t_ms", *names], "per_rank": table}
    return summary


def write_study(
    folder,
    axes,
    *,
    baseline,
    repeat=6,
    name="exchange_methods",
    question="Which method of exchange is fastest?",
    **options,
):
    """Writes plan.json and the runs of the product of `axes` (or of `options["choices"]`). Returns the folder.

    options: `failing`: {(index of the configuration, repetition): lines of the log}; `missing`: the same, as a set;
    `intervals`; `change(summary, axes, repetition)`.
    """
    folder = pathlib.Path(folder) / name
    choices = options.get("choices") or [dict(zip(axes, values)) for values in itertools.product(*axes.values())]
    names = list(dict.fromkeys(key for choice in choices for key in choice))
    planned = []
    for repetition in range(1, repeat + 1):
        for index, choice in enumerate(choices):
            run = hashlib.sha256(f"{choice} {repetition}".encode()).hexdigest()[:16]
            group = [choice.get("model.set.ncell"), choice.get("model.set.ncon")]
            planned.append(
                {
                    "name": run,
                    "configuration": {"id": f"c{index}", "simulator": "ranvier"},
                    "axes": choice,
                    "repetition": repetition,
                    "order": len(planned),
                    "group": hashlib.sha256(str(group).encode()).hexdigest()[:12],
                    "is_baseline": bool(baseline) and all(choice.get(key) == value for key, value in baseline.items()),
                }
            )
            place = folder / "runs" / run
            place.mkdir(parents=True)
            if (index, repetition) in options.get("missing", ()):
                continue
            failing = options.get("failing", {}).get((index, repetition))
            known = {"order": len(planned) - 1, "attempt": 2 if failing else 1, "load_before": 0.12, "load_beside": 0.1}
            known["is_disturbed"] = len(planned) == 5
            (place / "run.json").write_text(json.dumps(known))
            if failing:
                (place / "failure.json").write_text(
                    json.dumps({"attempt": 2, "why": "the program ended with status 1"})
                )
                (place / "log.txt").write_text("\n".join(failing) + "\n")
                continue
            summary = summary_of(choice, repetition, intervals=options.get("intervals", True))
            if "change" in options:
                options["change"](summary, choice, repetition)
            (place / "summary.json").write_text(json.dumps(summary))
    plan = {
        "format": "ranvier study plan",
        "version": 1,
        "study": name,
        "question": question,
        "axes": names,
        "baseline": baseline,
        "measure": options.get("measure", "time.run"),
        "runs": planned,
    }
    (folder / "plan.json").write_text(json.dumps(plan))
    return folder


def exchange_study(folder, **options):
    """The usual one: four strategies, 1 to 8 ranks, two numbers of connections."""
    axes = {"exchange": list(SPEED), "ranks": [1, 2, 4, 8], "model.set.ncon": [100, 1000]}
    return write_study(folder, axes, baseline={"exchange": "allgather"}, repeat=options.pop("repeat", 10), **options)
