"""What a run says of itself: the program's summary, or the same made of a peer's line or of a simulated machine's JSON."""

import hashlib
import json
import pathlib
from typing import Any

from . import rasters
from .errors import StudyError
from .plan import Configuration

FORMAT, VERSION = "ranvier summary", 1
NEEDED = ("status", "program", "host", "configuration", "setup", "phases", "counts", "memory", "raster")


class RunFailed(StudyError):
    """The run has ended, but not with what was asked for."""


def read(path: pathlib.Path) -> dict[str, Any]:
    """The summary of a run that ended well. Raises RunFailed."""
    try:
        summary = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RunFailed("the program ended without writing its summary") from None
    except (ValueError, UnicodeDecodeError) as error:
        raise RunFailed(f"the summary is not whole: {error}") from None
    check_format(summary)
    return summary


def check_format(summary: Any) -> None:
    if not isinstance(summary, dict) or summary.get("format") != FORMAT:
        raise RunFailed(f'the summary does not begin with "format": "{FORMAT}"')
    if summary.get("version") != VERSION:
        raise RunFailed(f"the summary has version {summary.get('version')}; this study reads version {VERSION}")
    if "dry_run" in summary:
        raise RunFailed("the summary is of a dry run, which makes one rank's share of a network and runs nothing")
    missing = [key for key in NEEDED if key not in summary]
    if missing:
        raise RunFailed(f"the summary lacks {', '.join(missing)}")
    phases = summary["phases"].get("per_rank") if isinstance(summary["phases"], dict) else None
    if not phases or not all(isinstance(rank.get("wall"), (int, float)) for rank in phases):
        raise RunFailed("the summary lacks phases.per_rank with a wall time of each rank")


def check_asked(summary: dict[str, Any], asked: Configuration) -> None:
    """Raises RunFailed if the program ran something else than it was asked to."""
    if summary["status"] != 0:
        raise RunFailed(f"the summary says status {summary['status']}")
    ran = summary["configuration"]
    expected = {"ranks": asked.ranks, "threads": asked.threads, "math": asked.math}
    differing = [f"{k} {ran[k]!r} instead of {v!r}" for k, v in expected.items() if k in ran and ran[k] != v]
    if (
        asked.ranks > 1
        and ran.get("exchange") is not None
        and ran["exchange"].split(":")[0] != asked.exchange.split(":")[0]
    ):
        differing.append(f"exchange {ran['exchange']!r} instead of {asked.exchange!r}")
    for name, value in asked.set.items():
        if name in ran.get("set", {}) and not _same(ran["set"][name], value):
            said = ran["set"][name]
            shown = f"{said:g}" if isinstance(said, float) else said
            differing.append(f"{name} = {shown} instead of {value}")
    end, slack = ran.get("end_ms"), 1.01 * max(ran.get("dt_ms") or 0, 0.001)
    if asked.tstop is not None and end is not None and abs(end - asked.tstop) > slack:
        raise RunFailed(
            f"the run ended at {end:g} ms instead of tstop = {asked.tstop:g} ms: the script does not follow tstop"
        )
    if differing:
        raise RunFailed(f"the run had {', '.join(differing)}")


def _same(said: Any, asked: Any) -> bool:
    try:
        return float(said) == float(asked)
    except (TypeError, ValueError):
        return str(said).strip('"') == str(asked)


def changed_file(summary: dict[str, Any], folder: pathlib.Path) -> str | None:
    """A file that the run has read and that is different now; `folder`: where the run was started."""
    for file in summary.get("files", []):
        path = folder / file["path"]
        try:
            if hashlib.sha256(path.read_bytes()).hexdigest() != file["sha256"]:
                return file["path"]
        except OSError:
            return file["path"]
    return None


def of_peer(
    line: str, asked: Configuration, version: str, raster: pathlib.Path, host: dict[str, Any]
) -> dict[str, Any]:
    """A summary from the last line that a peer's script printed: {"setup_s":, "run_s":, "spikes":, "raster":}."""
    try:
        said = json.loads(line)
        setup, run, spikes = float(said["setup_s"]), float(said["run_s"]), int(said["spikes"])
    except (ValueError, KeyError, TypeError):
        raise RunFailed(
            f'{asked.script} must print {{"setup_s": S, "run_s": S, "spikes": N, "raster": FILE or null}} as its last line; '
            f"it printed {line[:200]!r}"
        ) from None
    record: dict[str, Any] = {"absent": "the peer wrote none"}
    named = said.get("raster")
    if named:
        path = raster.parent / named
        times, gids = rasters.read(path)
        record = {"path": str(named), "sha256": rasters.checksum(times, gids), "records": len(times)}
    return {
        "format": FORMAT,
        "version": VERSION,
        "status": 0,
        "program": {"name": asked.simulator, "version": version, "build": f"{asked.simulator} {version}"},
        "host": host,
        "configuration": {
            "ranks": asked.ranks,
            "threads": asked.threads,
            "set": dict(asked.set),
            "begin_ms": asked.presimulate,
            "end_ms": asked.tstop,
        },
        "files": [],
        "setup": {"per_rank": [{"total": setup}]},
        "phases": {"per_rank": [{"wall": run}]},
        "counts": {"spikes_fired": spikes},
        "memory": {"peak_bytes_per_rank": [], "by_part": {}},
        "raster": record,
    }


def _whole(count: float) -> int | float:
    """The JSON of a simulated machine has 71.0 for 71."""
    return int(count) if float(count).is_integer() else count


def _of_recorded_run(said: dict[str, Any], host: dict[str, Any], build: str) -> dict[str, Any]:
    """What a simulated rank computes, in one number, is its update here."""
    simulated = said["simulated"]
    ours = {"wall": "wall", "compute": "update", "communicate": "communicate", "synchronize": "synchronize"}
    phases = [{ours[name]: seconds for name, seconds in rank.items()} for rank in said["phases"]["per_rank"]]
    cells = said["counts"]["gids"]
    summary = {
        "format": FORMAT,
        "version": VERSION,
        "status": 0,
        "program": {"build": build},
        "host": {**host, "simulated": simulated["machine"], "compute": simulated["compute"]},
        "configuration": {**said["configuration"], "threads": 1, "set": {}},
        "files": [],
        "setup": {"per_rank": [{"connect": simulated["setup_s"]}]},
        "phases": {"per_rank": phases},
        "counts": {**said["counts"], "cells": cells, "spikes_fired": said["counts"]["spikes_in_raster"]},
        "exchange": said["exchange"],
        "memory": {"peak_bytes_per_rank": [], "by_part": {}},
        "raster": {"absent": "a simulated machine writes none"},
    }
    if "intervals" in said:
        columns = [ours.get(name, name) for name in said["intervals"]["columns"]]
        summary["intervals"] = {**said["intervals"], "columns": columns}
    return summary


def of_simulation(said: dict[str, Any], asked: Configuration, host: dict[str, Any], build: str) -> dict[str, Any]:
    """A summary from the JSON of `ranvier exchange simulate`: the mean rank and the slowest one stand for all ranks.

    Of a recorded run, each rank is there.
    """
    try:
        if said.get("format") == "ranvier simulated summary":
            return _of_recorded_run(said, host, build)
        times, counts = said["times_s"], said["counts"]
        names = {"compute": "update", "communicate": "communicate", "synchronize": "synchronize"}
        mean = {ours: times[theirs]["mean"] for theirs, ours in names.items()}
        wall = times["total"]["max"]
        sums = {"spikes_sent": "spikes_sent", "spikes_received": "spikes_received", "messages_sent": "messages_sent"}
        sums |= {"bytes_sent": "bytes_sent", "bytes_received": "bytes_received"}
        exchange = {ours: _whole(counts[theirs]["sum"]) for ours, theirs in sums.items()}
        net = said["net"]
        summary = {
            "format": FORMAT,
            "version": VERSION,
            "status": 0,
            "program": {"build": build},
            "host": {**host, "simulated": said["machine"]},
            "configuration": {
                "exchange": said["exchange"],
                "ranks": said["ranks"],
                "threads": 1,
                "placement": said["placement"],
                "set": {},
                "begin_ms": said["tbegin_ms"],
                "end_ms": said["tstop_ms"],
                "dt_ms": said["dt_ms"],
                "min_delay_ms": net["delay_ms"],
            },
            "files": [],
            "setup": {"per_rank": [{"connect": said["setup_s"]}]},
            "phases": {"per_rank": [{"wall": wall, **mean}], "of": "the mean rank; wall is the slowest rank's"},
            "counts": {
                "cells": net["cells"],
                "connections": net["cells"] * net["connections"],
                "spikes_fired": _whole(counts["spikes_fired"]["sum"]),
                "deliveries": _whole(counts["events"]["sum"]),
                "intervals": _whole(counts["intervals"]["max"]),
            },
            "exchange": {"per_rank": [exchange], "of": "all ranks together"},
            "memory": {"peak_bytes_per_rank": [], "by_part": {}},
            "raster": {"absent": "a simulated machine writes none"},
        }
    except (KeyError, TypeError) as error:
        raise RunFailed(f"`ranvier exchange simulate` wrote no {error}") from None
    return summary
