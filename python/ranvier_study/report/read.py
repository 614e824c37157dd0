"""Reads a study's folder: plan.json and what its runs left (storage.py describes the files)."""

import pathlib

from ..table import left_by, read_plan, row_of
from .marks import FAMILIES, family_of
from .runs import Run, Study, is_number, text_of

LAST_LINES = 12  # of the log of a failed run
MOST_BYTES = 65536  # of the end of a log that are looked at


def read_study(folder):
    """The Study in a folder. Raises StudyError if there is no plan, or if a file is damaged."""
    folder = pathlib.Path(folder)
    plan = read_plan(folder)
    runs = [read_run(folder, planned) for planned in plan["runs"]]
    axes = {name: values_of(name, runs, plan.get("baseline", {})) for name in plan["axes"]}
    return Study(
        plan["study"],
        plan.get("question", ""),
        axes,
        plan.get("baseline", {}),
        runs,
        measure=plan.get("measure", "time.run"),
        matters=plan.get("matters"),
        looks=plan.get("looks", []),
        criteria=plan.get("criteria", {}),
        metadata=plan.get("metadata"),
    )


def read_run(folder, planned):
    """The run that the plan describes, as the study's folder shows it."""
    left = left_by(folder, planned["name"])
    log = []
    if left.state == "failed":
        log = last_lines(folder / "runs" / planned["name"] / "log.txt")
        log.append(f"Attempt {left.failure['attempt']} failed: {left.failure['why']}")
    return Run(
        name=planned["name"],
        configuration=planned["axes"],
        repetition=planned["repetition"],
        status=left.state,
        summary=left.summary,
        log=log,
        attempt=left.known.get("attempt"),
        order=planned.get("order"),
        load=left.known.get("load_before"),
        disturbed=bool(left.known.get("is_disturbed")),
        group=planned.get("group"),
        settings={key: value for key, value in planned.get("configuration", {}).items() if key != "id"},
        is_baseline=bool(planned.get("is_baseline")),
        row=row_of(planned, left),
    )


def last_lines(path):
    """The last lines of a log, without control characters; [] if there is none."""
    try:
        with open(path, "rb") as file:
            file.seek(0, 2)
            file.seek(max(0, file.tell() - MOST_BYTES))
            text = file.read().decode("utf-8", "replace")
    except FileNotFoundError:
        return []
    lines = [
        "".join(c if c.isprintable() or c == "\t" else "\N{REPLACEMENT CHARACTER}" for c in line)
        for line in text.splitlines()
    ]
    return lines[-LAST_LINES:]


def values_of(name, runs, baseline):
    """The values of an axis in the order of figures: the baseline's first, then numbers ascending, then texts."""
    found = list({text_of(run.configuration.get(name)): run.configuration.get(name) for run in runs}.values())
    families = list(FAMILIES)

    def rank(value):
        family = family_of(text_of(value))
        return (
            name == "simulator" and value != "ranvier",
            name not in baseline or text_of(value) != text_of(baseline[name]),
            value is None,
            not is_number(value),
            value if is_number(value) else 0,
            families.index(family) if family in families else len(families),
            text_of(value),
        )

    return sorted(found, key=rank)
