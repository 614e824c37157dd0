"""Rows of tables that belong together: what is compared, and with what."""

import dataclasses
import difflib
from collections.abc import Iterable
from typing import Any

from . import table
from .errors import StudyError

Row = dict[str, Any]
Key = tuple[tuple[str, Any], ...]  # axes and their values
OPERATORS = ("!=", "<=", ">=", "=", "<", ">")


def axes_of(rows: Iterable[Row]) -> list[str]:
    """Columns of axes."""
    return [name for name in dict.fromkeys(name for row in rows for name in row) if name.startswith("axis.")]


def is_given(rows: Iterable[Row], name: str, others: Iterable[str]) -> bool:
    """Whether one of the other columns determines this one, as ranks the size of the network in weak scaling.

    A column with one value is given by nothing.
    """
    rows = list(rows)
    if len({row.get(name) for row in rows}) < 2:
        return False
    for other in others:
        found: dict[Any, set] = {}
        for row in rows:
            found.setdefault(row.get(other), set()).add(row.get(name))
        if other != name and all(len(values) == 1 for values in found.values()):
            return True
    return False


def key_of(row: Row, axes: Iterable[str]) -> Key:
    return tuple((name, row.get(name)) for name in axes)


def spoken(key: Key) -> str:
    """`exchange=isend, ranks=2`."""
    said = ", ".join(f"{name.removeprefix('axis.')}={value}" for name, value in key if value is not None)
    return said or "the only configuration"


def pairs(a: Iterable[Row], b: Iterable[Row], axes: Iterable[str], column: str) -> dict[Key, list[tuple[float, float]]]:
    """Values of done runs of A and B by configuration, paired by repetition."""
    axes = list(axes)
    partners: dict[tuple[Key, int], Row] = {}
    for row in a:
        if row.get(column) is not None:
            here = (key_of(row, axes), row["repetition"])
            if here in partners:
                raise StudyError(
                    f"two runs stand for {spoken(here[0])} in repetition {row['repetition']}: {partners[here]['run']} "
                    f"and {row['run']}; name more axes to choose one"
                )
            partners[here] = row
    found: dict[Key, list[tuple[float, float]]] = {}
    seen: set[tuple[Key, int]] = set()
    for row in b:
        here = (key_of(row, axes), row["repetition"])
        if row.get(column) is None or here not in partners:
            continue
        if here in seen:
            raise StudyError(f"several runs stand for {spoken(here[0])} in B; name more axes to choose one")
        seen.add(here)
        values = (float(partners[here][column]), float(row[column]))
        if min(values) <= 0:
            raise StudyError(f"{column} of {partners[here]['run']} or {row['run']} is not above 0: there is no ratio")
        found.setdefault(here[0], []).append(values)
    return _ordered(found)


def _ordered(found: dict[Key, Any]) -> dict[Key, Any]:
    """By the values of the axes, whatever the order of time: numbers, then texts, then what a peer has not."""

    def place(value: Any) -> tuple:
        return (
            (2, 0, "") if value is None else (0, value, "") if isinstance(value, (int, float)) else (1, 0, str(value))
        )

    return dict(sorted(found.items(), key=lambda item: [place(value) for _, value in item[0]]))


@dataclasses.dataclass(frozen=True)
class Paired:
    """A configuration and the baseline that it is compared with."""

    key: Key  # all axes of the configuration
    configurations: tuple[str, str]  # identifiers: of the baseline, and of this one
    pairs: dict[int, tuple[float, float]]  # repetition: times of the baseline and of this one, where both are done
    missing: int  # the first repetition of which a run is still to come, above all others if none is


def paired(rows: list[Row], baseline: Iterable[str], column: str = "time.run") -> list[Paired]:
    """Each configuration that has a partner: same values in all axes that the baseline leaves open.

    `baseline`: names of the axes that the study's baseline fixes. Axes that vary only together with a fixed one
    (`together`) may differ, too. Empty without a baseline.
    """
    axes = axes_of(rows)
    fixed = {f"axis.{name}" for name in baseline}
    if not fixed:
        return []
    open_axes = [name for name in axes if name not in fixed and not is_given(rows, name, fixed)]
    partners: dict[Key, dict[int, Row]] = {}
    mine: dict[Key, dict[int, Row]] = {}
    for row in rows:
        place = (partners, open_axes) if row["is_baseline"] else (mine, axes)
        place[0].setdefault(key_of(row, place[1]), {})[row["repetition"]] = row
    found = {}
    for key, runs in mine.items():
        others = partners.get(key_of(next(iter(runs.values())), open_axes))
        if others is not None:
            found[key] = _paired(key, others, runs, column)
    return list(_ordered(found).values())


def _paired(key: Key, others: dict[int, Row], runs: dict[int, Row], column: str) -> Paired:
    both = sorted(runs.keys() & others.keys())
    pairs = {
        k: (float(others[k][column]), float(runs[k][column]))
        for k in both
        if others[k].get(column) and runs[k].get(column)
    }
    missing = [k for side in (others, runs) for k, row in side.items() if row["state"] == "missing"]
    ids = tuple(next(iter(side.values())).get("configuration.id", "") for side in (others, runs))
    return Paired(key, ids, pairs, min(missing, default=max(both, default=0) + 1))


def without_partner(rows: list[Row], baseline: Iterable[str]) -> list[Key]:
    """Configurations that are not the baseline and that nothing can be compared with."""
    have = {one.key for one in paired(rows, baseline)}
    axes = axes_of(rows)
    keys = dict.fromkeys(key_of(row, axes) for row in rows if not row["is_baseline"])
    return [key for key in keys if key not in have] if baseline else []


def column_named(name: str, rows: list[Row]) -> str:
    """The column of a full name, of an axis's name, or of the end of a name that only one column has.

    Raises StudyError with the nearest names.
    """
    names = table.columns(rows)
    for candidate in (name, f"axis.{name}"):
        if candidate in names:
            return candidate
    ends = [column for column in names if column.endswith("." + name)]
    if len(ends) == 1:
        return ends[0]
    short = {column.removeprefix("axis."): column for column in names}
    alike = ends or [short[each] for each in difflib.get_close_matches(name, short, 2, 0.5)]
    hint = f"; did you mean {', '.join(alike)}?" if alike else ""
    raise StudyError(f"there is no column {name}{hint} `ranvier study query --columns list` lists all")


def parsed(condition: str) -> tuple[str, str, str]:
    """Name, operator and value of a condition: name=value, also with != < > <= >=. Raises StudyError."""
    places = [(condition.find(operator), -len(operator), operator) for operator in OPERATORS if operator in condition]
    if not places:
        raise StudyError(f"{condition} is not a condition; write name=value, or != < > <= >= in place of =")
    at, _, operator = min(places)
    return condition[:at].strip(), operator, condition[at + len(operator) :].strip()


def chosen(rows: list[Row], conditions: Iterable[str]) -> list[Row]:
    """Rows for which all conditions hold."""
    for condition in conditions:
        name, operator, wanted = parsed(condition)
        column = column_named(name, rows)
        kept = [row for row in rows if holds(row.get(column), operator, wanted)]
        if not kept and operator == "=":
            there = ", ".join(sorted({str(row[column]) for row in rows if column in row})[:12])
            raise StudyError(f"no run has {column} = {wanted}; there are: {there}")
        rows = kept
    return rows


def holds(value: Any, operator: str, wanted: str) -> bool:
    """Whether a value meets a condition; texts of numbers are compared as numbers."""
    if value is None:
        return operator == "!="
    try:
        given, other = float(value), float(wanted)
    except (TypeError, ValueError):
        given, other = str(value), wanted
        if isinstance(value, bool):
            given, other = str(value).lower(), wanted.lower()
    comparisons = {
        "=": given == other,
        "!=": given != other,
        "<": given < other,
        ">": given > other,
        "<=": given <= other,
        ">=": given >= other,
    }
    return comparisons[operator]


def differing(a: list[Row], b: list[Row], prefixes: tuple[str, ...] = ("program.", "host.")) -> list[str]:
    """What is one value in A and another one in B, as `program.version: 0.9.0 → 0.10.0`."""
    said = []
    for name in table.columns([*a, *b]):
        if not name.startswith(prefixes) or name == "host.load_1min":
            continue
        left, right = ({str(row[name]) for row in rows if name in row} for rows in (a, b))
        if len(left) == len(right) == 1 and left != right:
            said.append(f"{name}: {left.pop()} → {right.pop()}")
    return said
