"""Metadata of runs: what all have in common stands at the head of the report, what differs on the slides."""

import json

from .runs import text_of

IGNORED = {"started", "command", "raster", "phases", "setup", "intervals", "exchange", "status", "format", "version"}
IGNORED_NAMES = {"host.load_1min", "configuration.random123_global_index"}


def flatten(value, name=""):
    """{dotted name: text} of nested mappings; lists are one text."""
    if isinstance(value, dict) and value:
        return {k: v for key, part in value.items() for k, v in flatten(part, f"{name}.{key}" if name else key).items()}
    return {name: text_of(value) if isinstance(value, (str, float)) else json.dumps(value)}


def metadata_of(run):
    """{dotted name: text} of what a run's summary says besides what it measured."""
    summary = {key: value for key, value in run.summary.items() if key not in IGNORED | {"counts", "memory", "files"}}
    found = flatten(summary)
    for name, value in run.summary.get("counts", {}).items():
        if name in ("cells", "gids", "compartments", "connections"):
            found[f"counts.{name}"] = json.dumps(value)
    for file in run.summary.get("files", []):
        found[f"files.{file.get('path')}"] = str(file.get("sha256"))[:12]
    return {name: text for name, text in found.items() if name not in IGNORED_NAMES}


def divide(runs):
    """(common: {name: text}, names of what differs, in order, {name of a run: its values of those}) over all done runs."""
    every = [metadata_of(run) for run in runs]
    names = list(dict.fromkeys(name for found in every for name in found))
    common, differing = {}, []
    for name in names:
        values = {found.get(name) for found in every}
        if len(values) == 1:
            common[name] = values.pop()
        else:
            differing.append(name)
    by_run = {run.name: {name: found.get(name) for name in differing} for run, found in zip(runs, every)}
    return common, differing, by_run


def of_slide(runs, names, by_run):
    """{name: its values on a slide, as one text}."""
    every = [by_run[run.name] for run in runs]
    result = {}
    for name in names:
        values = list(dict.fromkeys(text for found in every if (text := found.get(name)) is not None))
        values.sort(key=lambda text: (0, float(text), "") if is_numeric(text) else (1, 0.0, text))
        result[name] = ", ".join(values) if values else "–"
    return result


def is_numeric(text):
    try:
        float(text)
    except ValueError:
        return False
    return True
