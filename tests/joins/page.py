"""docs/joins.md: which choices go together. `python -m joins.page` in tests/ writes it."""

import pathlib

from .choices import CHOICES, FACTORS, pairs
from .refusals import REFUSALS, is_refused

HEAD = """# What goes together

A run is a combination of choices: the language of the script, the kind of cells and how they are connected, steps, ranks,
threads, exchange, outputs, and what is done with the outputs. The tests run a set of combinations in which each pair of
these choices occurs, but for those pairs that are refused. Every combination gives the same spikes and values as the same
network with its cells and connections made singly, on one rank and one thread. This page is written by the tests.

"""
NAMES = {
    "made": "connections made",
    "raster": "--raster",
    "report": "--report",
    "trace": "--trace",
    "summary": "--summary",
    "intervals": "--intervals",
    "figures": "--figures",
    "connections": "--connections",
}


def name(factor):
    return NAMES.get(factor, factor)


def words(choices):
    factor, chosen = choices
    return f"{name(factor)}: {', '.join(chosen)}"


def counted(one, other):
    refused = sum(is_refused((one, a), (other, b)) for a in CHOICES[one] for b in CHOICES[other])
    return str(refused) if refused else ""


def text():
    lines = [HEAD + "## Choices\n", "| | |", "|---|---|"]
    lines += [f"| {name(factor)} | {', '.join(choices)} |" for factor, choices in CHOICES.items()]
    everything = list(pairs())
    refused = sum(is_refused(*pair) for pair in everything)
    lines += [
        "",
        f"## Refused pairs\n\nOf {len(everything)} pairs, {refused} are refused. The error says so, and why.\n",
    ]
    lines += ["| | with | because |", "|---|---|---|"]
    lines += [f"| {words(each.one)} | {words(each.other)} | {each.why} |" for each in REFUSALS]
    lines += [
        "",
        "Cells without gids are in a report only on a single rank. What is done with a raster needs one: `--raster` or",
        "`pc.raster`.",
        "",
        "## All pairs\n\nThe number of refused pairs of two factors; none where the table is empty.\n",
        "| | " + " | ".join(map(name, FACTORS[:-1])) + " |",
        "|---" * len(FACTORS) + "|",
    ]
    for k, factor in enumerate(FACTORS[1:], 1):
        cells = [counted(factor, other) for other in FACTORS[:k]] + [""] * (len(FACTORS) - 1 - k)
        lines.append(f"| {name(factor)} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (pathlib.Path(__file__).resolve().parents[2] / "docs" / "joins.md").write_text(text())
