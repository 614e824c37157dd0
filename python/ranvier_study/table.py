"""The table of a study: one row a run, derived from the plan and the folders of its runs.

Columns have dotted names. Those of ranks are reduced: `.mean`, `.max`, `.min` or `.sum` over the ranks. The schema of
table.parquet holds the unit and the meaning of each column (`units`, `meanings`).

    run, state, why            name; done, failed or missing; why it failed
    repetition, order, attempt
    configuration.id           identifier that repetitions share
    group                      runs that must have the same raster.sha256
    is_baseline, is_disturbed  as the study's file says; whether the machine did other work during the run
    axis.NAME                  the value of each axis; empty where a peer has no such thing
    load.before, load.beside   busy cores of others
    time.*                     what studies compare: the same for Ranvier, peers and simulated machines
    program.*, host.*, configuration.*, setup.*, phases.*, counts.*, exchange.*, memory.*, raster.*   of summary.json
"""

import dataclasses
import json
import pathlib
from collections.abc import Iterable
from typing import Any

from . import storage
from .errors import StudyError

PHASES = ("deliver", "update", "collocate", "communicate", "synchronize", "wait", "script")

# Unit and meaning of columns whose names are known; the longest prefix that ends in "." stands for the rest.
COLUMNS: dict[str, tuple[str, str]] = {
    "run": ("", "name of the run: its folder in runs/"),
    "state": ("", "done, failed or missing"),
    "why": ("", "why the last attempt failed"),
    "repetition": ("1", "from 1"),
    "order": ("1", "place of the run in the study, from 0"),
    "attempt": ("1", "attempts that the run took"),
    "started": ("", "when the run began (UTC)"),
    "configuration.id": ("", "identifier of the configuration, the same in all repetitions"),
    "group": ("", "runs of a group must have the same raster"),
    "is_baseline": ("", "whether ratios refer to this configuration"),
    "is_disturbed": ("", "whether the load of others was above limits.load"),
    "axis.": ("", "value of an axis of the study"),
    "load.before": ("cores", "busy cores before the run"),
    "load.beside": ("cores", "busy cores of other processes during the run"),
    "time.run": (
        "s",
        "wall time of the slowest rank from the first begin to the last end of advances, after presimulate",
    ),
    "time.setup": ("s", "setup of the slowest rank"),
    "time.whole": ("s", "wall time of the whole process tree, as the study measured it"),
    "time.per_model_second": ("s/s", "time.run for each second of the model's time"),
    "configuration.begin_ms": ("ms", "begin of the counted part"),
    "configuration.end_ms": ("ms", "end of the counted part"),
    "configuration.dt_ms": ("ms", "step; 0: variable"),
    "configuration.min_delay_ms": ("ms", "minimum delay between ranks"),
    "configuration.": ("", "as the program reports it"),
    "program.": ("", "as the program reports it"),
    "host.memory_bytes": ("B", "memory of the machine"),
    "host.caches.": ("B", "size of a cache"),
    "host.load_1min": ("cores", "load average when the program began"),
    "host.": ("", "as the program reports it"),
    "setup.": ("s", "time of a part of the setup, over the ranks"),
    "phases.unmeasured.": ("s", "wall time that the phases do not sum to, over the ranks"),
    "phases.": ("s", "time in a phase after presimulate, over the ranks"),
    "counts.": ("1", "count over all ranks"),
    "exchange.bytes_sent.": ("B", "bytes sent, over the ranks"),
    "exchange.bytes_received.": ("B", "bytes received, over the ranks"),
    "exchange.": ("1", "count of the exchange, over the ranks"),
    "memory.peak_bytes.": ("B", "peak of resident memory, over the ranks"),
    "memory.by_part.": ("B", "memory of a part"),
    "raster.sha256": ("", "checksum of the spikes sorted by time, then gid"),
    "raster.records": ("1", "spikes in the raster"),
}


def rows(folder: pathlib.Path) -> list[dict[str, Any]]:
    """A row for each run of the plan, in the order of time; values of missing parts are not in the row."""
    plan = read_plan(folder)
    return [row_of(run, left_by(folder, run["name"])) for run in plan["runs"]]


def read_plan(folder: pathlib.Path) -> dict[str, Any]:
    """plan.json of a study's folder. Raises StudyError if it is not there."""
    plan = storage.read_json(folder / "plan.json")
    if plan is None or plan.get("format") != "ranvier study plan":
        raise StudyError(f"{folder} is not a study's folder: there is no plan.json")
    return plan


def summary_of(folder: pathlib.Path, run: str) -> dict[str, Any] | None:
    """summary.json of a run that is done: what the table leaves out, such as lists per rank and intervals."""
    return storage.read_json(folder / "runs" / run / "summary.json")


@dataclasses.dataclass(frozen=True)
class Left:
    """What a run has left in its folder; storage.py describes the files."""

    known: dict[str, Any]  # run.json
    summary: dict[str, Any] | None
    failure: dict[str, Any] | None

    @property
    def state(self) -> str:
        return "done" if self.summary is not None else "failed" if self.failure is not None else "missing"


def left_by(folder: pathlib.Path, run: str) -> Left:
    """Reads what the run of this name has left. Raises StudyError if a file is damaged."""
    place = folder / "runs" / run
    read = storage.read_json
    return Left(read(place / "run.json") or {}, read(place / "summary.json"), read(place / "failure.json"))


def row_of(run: dict[str, Any], left: Left) -> dict[str, Any]:
    """The row of a run of the plan. Values of missing parts are not in it."""
    known, summary, failure = left.known, left.summary, left.failure
    row: dict[str, Any] = {
        "run": run["name"],
        "state": left.state,
        "why": failure["why"] if summary is None and failure is not None else None,
        "repetition": run["repetition"],
        "order": run["order"],
        "attempt": known.get("attempt"),
        "started": known.get("started"),
        "configuration.id": run["configuration"]["id"],
        "group": run["group"],
        "is_baseline": run["is_baseline"],
        "is_disturbed": known.get("is_disturbed") if summary is not None else None,
    }
    row |= {f"axis.{name}": value for name, value in run["axes"].items()}
    if summary is not None:
        row |= {"load.before": known.get("load_before"), "load.beside": known.get("load_beside")}
        row |= _times(summary, known)
        row |= {"configuration.simulator": run["configuration"]["simulator"]}
        row |= flattened(summary)
    return {name: value for name, value in row.items() if value is not None}


def _times(summary: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    run = max(rank["wall"] for rank in summary["phases"]["per_rank"])
    setup = max((sum(v for v in rank.values() if v) for rank in summary["setup"].get("per_rank", [])), default=None)
    begin, end = summary["configuration"].get("begin_ms") or 0, summary["configuration"].get("end_ms")
    model = (end - begin) / 1000 if end is not None and end > begin else None
    return {
        "time.run": run,
        "time.setup": setup,
        "time.whole": known.get("seconds"),
        "time.per_model_second": run / model if model else None,
    }


def flattened(summary: dict[str, Any]) -> dict[str, Any]:
    """Columns of a summary: dotted names; lists over ranks reduced."""
    found: dict[str, Any] = {}
    for part in ("program", "host", "configuration", "counts", "memory", "raster"):
        for name, value in _leaves(part, summary[part]):
            if name == "memory.peak_bytes_per_rank":
                found |= _reduced("memory.peak_bytes", value, ("sum", "max"))
            elif name not in ("raster.path", "raster.absent"):
                found[name] = value
    for name, values in _by_name(summary["setup"].get("per_rank", [])):
        found |= _reduced(f"setup.{name}", values, ("mean", "max"))
    phases = summary["phases"]["per_rank"]
    for name, values in _by_name(phases):
        found |= _reduced(f"phases.{name}", values, ("mean", "max", "min"))
    if any(phase in phases[0] for phase in PHASES):
        rest = [rank["wall"] - sum(rank.get(phase) or 0 for phase in PHASES) for rank in phases]
        found |= _reduced("phases.unmeasured", rest, ("mean", "max", "min"))
    for name, values in _by_name(summary.get("exchange", {}).get("per_rank", [])):
        found |= _reduced(f"exchange.{name}", values, ("sum", "max"))
    return found


def _leaves(name: str, value: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(f"{name}.{key}", inner)
    elif value is not None:
        yield name, value


def _by_name(per_rank: list[dict[str, Any]]) -> Iterable[tuple[str, list]]:
    names = dict.fromkeys(name for rank in per_rank for name in rank)
    for name in names:
        values = [rank[name] for rank in per_rank if rank.get(name) is not None]
        if values:
            yield name, values


def _reduced(name: str, values: list, kinds: tuple[str, ...]) -> dict[str, Any]:
    if not values:
        return {}
    reduce = {"sum": sum, "max": max, "min": min, "mean": lambda given: sum(given) / len(given)}
    return {f"{name}.{kind}": reduce[kind](values) for kind in kinds}


def described(name: str) -> tuple[str, str]:
    """Unit and meaning of a column; empty where nothing is known of it."""
    prefixes = [prefix for prefix in COLUMNS if name == prefix or (prefix.endswith(".") and name.startswith(prefix))]
    return COLUMNS[max(prefixes, key=len)] if prefixes else ("", "")


def columns(found: list[dict[str, Any]]) -> list[str]:
    """All columns that a row has, in the order of the first row that has each, those of a kind together."""
    names = list(dict.fromkeys(name for row in found for name in row))
    kinds = list(dict.fromkeys(name.split(".")[0] for name in names))
    return sorted(names, key=lambda name: kinds.index(name.split(".")[0]))


def frame(folder: pathlib.Path):
    """The table as a pandas DataFrame, made from the runs' folders."""
    import pandas

    found = rows(folder)
    return pandas.DataFrame(found, columns=columns(found))


def write(folder: pathlib.Path) -> pathlib.Path:
    """Writes table.parquet, whose schema has units."""

    import pyarrow
    import pyarrow.parquet

    found = rows(folder)
    arrays, fields = [], []
    for name in columns(found):
        values = [row.get(name) for row in found]
        kinds = {type(value) for value in values if value is not None}
        if kinds == {int, float}:
            values = [None if value is None else float(value) for value in values]
        elif len(kinds) > 1 or kinds & {list, dict}:
            values = [
                None if value is None else value if isinstance(value, str) else json.dumps(value) for value in values
            ]
        array = pyarrow.array(values)
        unit, meaning = described(name)
        arrays.append(array)
        fields.append(pyarrow.field(name, array.type, metadata={"unit": unit, "meaning": meaning}))
    path = folder / "table.parquet"
    with storage.written_anew(path) as file:
        pyarrow.parquet.write_table(pyarrow.Table.from_arrays(arrays, schema=pyarrow.schema(fields)), file)
    return path


def units(folder: pathlib.Path) -> dict[str, str]:
    """Unit of each column of table.parquet."""
    import pyarrow.parquet

    schema = pyarrow.parquet.read_schema(folder / "table.parquet")
    return {field.name: (field.metadata or {}).get(b"unit", b"").decode() for field in schema}


def write_csv(folder: pathlib.Path, path: pathlib.Path) -> None:
    """The table as CSV, numbers with all their digits."""
    import csv
    import io

    found = rows(folder)
    text = io.StringIO()
    writer = csv.DictWriter(text, columns(found), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    storage.write_text(path, text.getvalue())
