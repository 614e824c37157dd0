"""Writes what scripts/clients found into docs/compat.md, between its two marks."""

import re

FIRST, LAST = "<!-- clients: written by make clients -->", "<!-- clients end -->"
NAMES = {"neuron": "NEURON", "ranvier": "Ranvier"}
HEAD = [
    "| client | ranks | outcome | compared | largest difference | compiling [s] NEURON | Ranvier | CPU [s] NEURON | Ranvier |",
    "|---|---|---|---|---|---|---|---|---|",
]


def outcome(row):
    """Whether a client matches, and why not, without paths and what would end a cell of the table."""
    return "differs: " + re.sub(r"/\S+/", "", row["why"]).replace("|", "/")[:160] if row["why"] else "matches"


def compared(row):
    if "tests" in row:
        return f"{row['tests']} tests pass"
    parts = [f"{row[part]} {part}" for part in ("spikes", "traces", "values") if row.get(part)]
    return ", ".join(parts)


def difference(row):
    if "largest" not in row:
        return ""
    if row["shift"] is not None:
        return f"variable step: a spike by {row['shift']:.2g} ms"
    return f"{row['largest']:.2g}"


def seconds(row, key):
    return f"{row[key]:.1f}" if row.get(key) is not None else ""


def line(row):
    times = [seconds(row, f"{side}_{what}") for what in ("compile", "cpu") for side in NAMES]
    return (
        "| " + " | ".join([row["name"], str(row["ranks"]), outcome(row), compared(row), difference(row), *times]) + " |"
    )


def machine(cpuinfo, cores):
    """What the seconds depend on, beside the load."""
    model = re.search(r"model name\s*: (.*)", cpuinfo)
    return f"{model[1] if model else 'an unknown processor'} with {cores} cores"


def span(values):
    """The smallest and the largest, or the one value."""
    first, last = min(values), max(values)
    return f"{first} to {last}" if first != last else str(first)


def written(page, rows, where):
    """The page with the table of the rows."""
    before, rest = page.split(FIRST)
    after = rest.split(LAST)[1]
    count = sum(not row["why"] for row in rows)
    dates, loads = span([row["date"] for row in rows]), span([round(row["load"]) for row in rows])
    said = [
        f"{count} of {len(rows)} match. CPU seconds are those of all processes of one run, compiling apart, on {where},",
        f"{dates}, at load averages of {loads}; on 2 ranks they include waiting for each other.",
    ]
    return before + "\n".join([FIRST, *said, "", *HEAD, *map(line, rows), LAST]) + after
