"""Metadata: the keys of summaries that a report shows, chosen by `metadata` in the study's file.

A key is a path into summary.json, such as host.cpu. One that names a mapping stands for all that is in it.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from .errors import nearest

ANY = ...  # names that the schema does not know, such as those of libraries

# What summary.json says besides what it measured: docs/run-summary.md.
KEYS: dict[str, Any] = {
    "command": None,
    "started": None,
    "program": dict.fromkeys(("name", "version", "build", "commit", "compiler", "compiler_flags")) | {"libraries": ANY},
    "host": dict.fromkeys(("name", "system", "cpu", "cores", "governor", "memory_bytes", "load_1min", "simulated"))
    | {"caches": ANY, "compute": ANY},
    "configuration": dict.fromkeys(
        ("math", "isa", "exchange", "ranks", "threads", "threads_used", "threads_notice", "compat", "begin_ms", "end_ms",
         "dt_ms", "min_delay_ms", "interval_ms", "placement", "chosen")
    ) | {"set": ANY},
    "ranks": dict.fromkeys(("host", "cpus", "threads", "per_rank")),
    "job": dict.fromkeys(("id", "variable")),
    "dry_run": ANY,
    "files": ANY,
    "counts": dict.fromkeys(
        ("cells", "gids", "compartments", "connections", "spikes_fired", "spikes_in_raster", "deliveries", "steps",
         "intervals")
    ),
    "trials": dict.fromkeys(("chosen", "connecting", "trying", "lost", "strategies")),
    "memory": dict.fromkeys(("peak_bytes_per_rank",)) | {"by_part": ANY},
    "traffic": ANY,
    "work": ANY,
    "replay": dict.fromkeys(("rank", "of")),
    "raster": dict.fromkeys(("path", "sha256", "records", "absent")),
}  # fmt: skip
DEFAULT = (
    "program", "host", "ranks.host", "ranks.cpus", "configuration", "counts.cells", "counts.gids", "counts.compartments", "counts.connections", "files",
)  # fmt: skip
ONLY_BY_NAME = {"host.load_1min", "ranks.per_rank"}  # differs in each run; a text for each rank
MOST_LETTERS = 160  # of a value; lists of gids have thousands
HASH = 12  # digits of a file's hash that are shown


def problem(key: str, names: Iterable[str]) -> str | None:
    """Why no summary has the key, or None. `names`: the variables that the study sets."""
    part, before = KEYS | {"configuration": KEYS["configuration"] | {"set": dict.fromkeys(names)}}, ""
    for word in key.split("."):
        if part is ANY:
            return None
        if part is None:
            return f"no summary has this key: {before.rstrip('.')} has no parts"
        if word not in part:
            return f"no summary has this key; {nearest(before + word, [before + name for name in part])}"
        part, before = part[word], f"{before}{word}."
    return None


def chosen(summary: Mapping[str, Any], keys: Iterable[str] | None) -> dict[str, str]:
    """{dotted key: text} of what a summary says of the keys, in their order; None: of the usual ones."""
    ranks = (summary.get("ranks") or {}).get("per_rank", [])
    with_files = {
        **summary,
        "ranks": {name: _once(ranks, name) for name in KEYS["ranks"] if name in ranks[0]} | {"per_rank": ranks}
        if ranks
        else {},
        "files": {str(f.get("path")): str(f.get("sha256"))[:HASH] for f in summary.get("files", [])},
    }
    found: dict[str, str] = {}
    for key in DEFAULT if keys is None else keys:
        said = _at(with_files, key)
        if said is not ANY:
            parts = flatten(said, key)
            found |= {name: text for name, text in parts.items() if name == key or name not in ONLY_BY_NAME}
    return found


def _once(ranks: Iterable[Mapping[str, Any]], name: str) -> str:
    """What the ranks say, each text once: there may be thousands of ranks, on few hosts."""
    return ", ".join(dict.fromkeys(str(rank.get(name)) for rank in ranks))


def _at(value: Any, key: str) -> Any:
    """The value of a dotted key, or ANY if there is none. Names of files have dots in them."""
    if not isinstance(value, Mapping):
        return ANY
    if key in value:
        return value[key]
    heads = (key[:at] for at, letter in enumerate(key) if letter == ".")
    return next((_at(value[head], key[len(head) + 1 :]) for head in heads if head in value), ANY)


def flatten(value: Any, name: str) -> dict[str, str]:
    """{dotted key: text} of nested mappings; lists are one text. An empty mapping says nothing."""
    if isinstance(value, Mapping):
        return {key: text for word, part in value.items() for key, text in flatten(part, f"{name}.{word}").items()}
    return {name: shown(value)}


def shown(value: Any) -> str:
    """A value as text, the same for 2 and 2.0, and not longer than MOST_LETTERS."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 1] + "…"
