"""Whether a peer has simulated the same: by the criterion that the study's file gives it.

A peer's run is compared with Ranvier's runs of the same model and parameters, whatever their ranks, threads and exchange:
with `spikes: same` by the checksums of their rasters, with `rates: 5%` by their numbers of spikes.
"""

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from .statistics import percent

Row = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Finding:
    """What is known of a peer's spikes. `is_met`: None if they were not compared."""

    peer: str
    is_met: bool | None
    words: str


def judge(rows: Iterable[Row], criteria: Mapping[str, Mapping[str, Any]]) -> list[Finding]:
    """A finding for each peer that has runs. `criteria`: of plan.json, {"spikes": "same"} or {"rates": 0.05} by peer."""
    ours: dict[tuple, list[Row]] = {}
    theirs: dict[str, list[Row]] = {}
    for row in rows:
        if row["state"] != "done":
            continue
        if row["configuration.simulator"] == "ranvier":
            ours.setdefault(_model(row), []).append(row)
        else:
            theirs.setdefault(row["configuration.simulator"], []).append(row)
    return [_judged(peer, mine, ours, criteria.get(peer)) for peer, mine in theirs.items()]


def _model(row: Row) -> tuple:
    return tuple((name, row[name]) for name in sorted(row) if name.startswith("axis.model."))


def _judged(peer: str, mine: list[Row], ours: dict[tuple, list[Row]], criterion: Mapping[str, Any] | None) -> Finding:
    if not criterion:
        return Finding(peer, None, f"The spikes of {peer} were not compared: the study names no criterion.")
    both = [(row, ours[_model(row)]) for row in mine if _model(row) in ours]
    if not both:
        return Finding(peer, None, f"The spikes of {peer} were not compared: no run of Ranvier has the same model.")
    return _same_spikes(peer, both) if criterion.get("spikes") else _same_rates(peer, both, criterion["rates"])


def _same_spikes(peer: str, both: list[tuple[Row, list[Row]]]) -> Finding:
    unread = sum("raster.sha256" not in row for row, _ in both)
    if unread:
        return Finding(
            peer, False, f"{unread} of {len(both)} runs of {peer} left no raster, so their spikes are not known."
        )
    other = sum(row["raster.sha256"] not in {each.get("raster.sha256") for each in ours} for row, ours in both)
    if other:
        return Finding(peer, False, f"{other} of {len(both)} runs of {peer} have other spikes than Ranvier.")
    return Finding(peer, True, f"{peer} has the same spikes as Ranvier in all of its {len(both)} runs.")


def _same_rates(peer: str, both: list[tuple[Row, list[Row]]], most: float) -> Finding:
    apart = max(abs(_spikes(row) / max(1, _spikes(each)) - 1) for row, ours in both for each in ours)
    words = f"Numbers of spikes of {peer} and Ranvier differ by up to {percent(apart)}; {percent(most)} are allowed."
    return Finding(peer, apart <= most, words)


def _spikes(row: Row) -> int:
    return row.get("raster.records", row.get("counts.spikes_fired", 0))
