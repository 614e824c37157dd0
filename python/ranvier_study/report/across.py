"""Several studies on one page: what they are called, and the first one compared with each other one.

Studies are compared where they have the same script, axes and measure: configurations that both have, paired by
repetition. All intervals of these comparisons hold together with 95%.
"""

import dataclasses
import itertools
import pathlib

from .. import pairing, statistics
from .answer import Headline, said_of, words_of_verdicts
from .comparisons import exact, tested
from .runs import text_of
from .slides import describe
from .tables import Table


@dataclasses.dataclass
class Part:
    """The first study and another one. `why_not`: they are not compared."""

    name: str
    headline: Headline
    comparisons: list
    differing: list[str]

    @property
    def text(self):
        return self.headline.sentence(lambda key: True)


@dataclasses.dataclass
class Across:
    name: str  # of the first study
    parts: list[Part]
    table: Table
    notes: list[str]


def unique_names(names, folders):
    """The names of studies; where two have one, with as much of the path before it as tells them apart."""
    unique = []
    for name, folder in zip(names, folders):
        others = [other for other_name, other in zip(names, folders) if other_name == name and other != folder]
        if not others:
            unique.append(name)
            continue
        for length in itertools.count(2):
            here = folder.parts[-length:]
            if all(other.parts[-length:] != here for other in others):
                break
        differing = "/".join(here[:-1]) if all(other.name == folder.name for other in others) else "/".join(here)
        unique.append(f"{name} ({differing})")
    return unique


def compare_across(books):
    """The comparisons of the first study with the others."""
    first, *others = books
    reasons = {book.study.name: why_not(first.study, book.study) for book in others}
    found = {}
    for book in others:
        if reasons[book.study.name] is None:
            columns = [f"axis.{name}" for name in first.study.axes]
            pairs = pairing.pairs(rows_of(first), rows_of(book), columns, first.study.measure)
            found |= {(book.study.name, key): values for key, values in pairs.items()}
    matters = {book.study.matters for book in books}
    compared = statistics.compare(
        found, matters.pop() if len(matters) == 1 else None, max(1, *(len(book.study.looks) for book in books))
    )
    parts = [part_of(first, book, compared, reasons[book.study.name]) for book in others]
    return Across(first.study.name, parts, table_of(first, parts), notes_of(first, parts))


def rows_of(book):
    return [run.row for run in book.study.done]


def why_not(first, other):
    """Why two studies are not compared, or None."""
    scripts = [fixed_settings(study).get("script") for study in (first, other)]
    if None not in scripts and len({pathlib.PurePath(script).name for script in scripts}) > 1:
        return (
            f"{other.name} is not compared with {first.name}: it runs {scripts[1]}, and {first.name} runs {scripts[0]}."
        )
    if set(first.axes) != set(other.axes):
        mine, theirs = (", ".join(axes) or "nothing" for axes in (first.axes, other.axes))
        return f"{other.name} is not compared with {first.name}: it varies {theirs}, and {first.name} varies {mine}."
    if first.measure != other.measure:
        return f"{other.name} is not compared with {first.name}: they measure {other.measure} and {first.measure}."
    return None


def part_of(first, book, compared, reason):
    is_exact = first.study.is_simulated and book.study.is_simulated
    comparisons = []
    for one in compared:
        name, key = one.key
        if name == book.study.name:
            values = {axis.removeprefix("axis."): value for axis, value in key}
            place = (None, {}, None, values)
            comparisons.append(exact(place, one) if is_exact else tested(place, one, None))
    nothing = reason or f"{book.study.name} and {first.study.name} have no configuration in common."
    if comparisons:
        nothing = f"No comparison of {book.study.name} with {first.study.name} is chosen."
    clauses = [(book.key_of(c.values), str(c.verdict), f"{place_of(first, c)}{said_of(c)}") for c in comparisons]
    headline = Headline(
        f"{book.study.name} compared with {first.study.name}, ",
        f"chosen comparisons of {book.study.name} with {first.study.name}",
        nothing,
        words_of_verdicts(comparisons[0]) if comparisons else {},
        clauses,
    )
    differing = pairing.differing(rows_of(first), rows_of(book)) if comparisons else []
    return Part(book.study.name, headline, comparisons, [*differing, *differing_settings(first.study, book.study)])


def fixed_settings(study):
    """{dotted name: value} of what all runs of Ranvier in a study were given alike."""
    ours = [run.settings for run in study.runs if run.settings.get("simulator") == "ranvier"]
    flat = [dict(pairs_of(settings)) for settings in ours]
    return {name: v for name, v in (flat[0].items() if flat else ()) if all(each.get(name) == v for each in flat)}


def pairs_of(settings, before=""):
    for name, value in settings.items():
        if isinstance(value, dict):
            yield from pairs_of(value, f"{before}{name}.")
        else:
            yield before + name, value


def differing_settings(first, other):
    """What the studies give to all of their runs, but not the same, as `set.ncell: 100 → 200`."""
    if why_not(first, other) is not None:
        return []
    mine, theirs = fixed_settings(first), fixed_settings(other)
    names = [name for name in {**mine, **theirs} if name != "script" and mine.get(name) != theirs.get(name)]
    varied = {name.removeprefix("model.") for name in first.axes}
    return [f"{n}: {text_of(mine.get(n))} → {text_of(theirs.get(n))}" for n in names if n not in varied]


def place_of(first, c):
    values = {k: v for k, v in c.values.items() if v is not None and len(first.study.axes[k]) > 1}
    return f"{describe(values)}: " if values else ""


def table_of(first, parts):
    axes = list(first.study.axes)
    columns = ["study", *(name.removeprefix("model.set.") for name in axes), f"times as fast as {first.study.name}"]
    columns += ["from", "to", "p, adjusted", "difference", "pairs"]
    kinds = ["text", *("text" for _ in axes), ".3f", ".3f", ".3f", ".3g", "text", "d"]
    rows, keys = [], []
    for part in parts:
        for c, (key, _, _) in zip(part.comparisons, part.headline.clauses):
            values = [text_of(c.values[name]) for name in axes]
            rows.append([part.name, *values, c.ratio, c.low, c.high, c.p, c.difference, c.pairs])
            keys.append(key)
    return Table("across", f"Compared with {first.study.name}", columns, kinds, rows, keys)


def notes_of(first, parts):
    """What else is to be known of these comparisons."""
    every = [c for part in parts for c in part.comparisons]
    notes = []
    if every and not all(c.is_exact for c in every):
        together = (
            f"The {len(every)} intervals hold together with 95%: each has" if len(every) > 1 else "The interval has"
        )
        notes.append(f"Ratios are those of a typical pair. {together} the level {100 * every[0].level:.4g}%.")
        notes.append("Runs of different studies did not take turns: they also differ by what changed in between.")
    notes += [f"{part.name} differs from {first.study.name} in {line}" for part in parts for line in part.differing]
    return notes
