"""The page of a view: spikes and values as packed arrays, which its script draws."""

import json
import pathlib

import numpy as np

from .. import pages
from . import spikes
from .differences import compare, compare_in_pieces

PAGE = pathlib.Path(__file__).parent / "page"

GRID = (2400, 1200)  # most fields of a density: times, cells


def page_of(rasters, reports, selection):
    """(text of the page, sentences about it)."""
    import markupsafe

    said, packs = [], []
    begin, end = range_of(rasters, reports, selection)

    def pack(array):
        packs.append(pages.packed(np.ascontiguousarray(array).tobytes()))
        return len(packs) - 1

    count = sum(raster.count for raster in rasters)
    is_dense = count > spikes.MOST_SPIKES
    differences = None
    if len(rasters) == 2:
        differences = (compare_in_pieces if is_dense else compare)(*rasters)
    described = []
    for number, raster in enumerate(rasters):
        only = (differences.only_a, differences.only_b)[number] if differences else None
        shown = dense(raster, begin, end, rasters, pack) if is_dense else single(raster, only, pack)
        described.append({**shown, "recorded": recorded_cells(raster, selection)})
    if is_dense:
        said.append(
            f"{count:,} spikes are more than the {spikes.MOST_SPIKES:,} that a page holds: it shows their density; "
            "choose some with --cells, --from and --to to see single spikes"
        )
    if differences:
        names = [raster.name for raster in rasters]
        said.append(
            differences.in_words(names) if count else f"Neither {names[0]} nor {names[1]} has spikes to compare."
        )
    if not selection.is_all:
        said.append(f"Only {selection}.")
    data = {
        "begin": begin,
        "end": end,
        "rasters": described,
        "is_dense": is_dense,
        "reports": [report_of(report, pack) for report in reports],
        "difference": None if differences is None else described_difference(differences),
    }
    script = pages.script_of(pages.COMMON, *(PAGE / name for name in ("axes.js", "charts.js", "view.js")))
    text = pages.rendered(
        PAGE,
        "view.html.j2",
        policy=markupsafe.Markup(pages.policy(script)),
        style=markupsafe.Markup((PAGE / "view.css").read_text(encoding="utf-8")),
        script=markupsafe.Markup(script),
        data=pages.packed(json.dumps(data, allow_nan=False, separators=(",", ":"))),
        packs=packs,
        title=", ".join(dict.fromkeys(part.name for part in [*rasters, *reports])),
        facts=[*(summary(raster, selection) for raster in rasters), *(extent(report) for report in reports), *said],
        has_rasters=bool(rasters),
        has_single=bool(rasters) and not is_dense,
        reports=[heading(report) for report in reports],
        has_difference=differences is not None and differences.index is not None,
    )
    return text, said


def range_of(rasters, reports, selection):
    """The range of time that is shown [ms]: what was asked for, else from when recording began to the end of the run if the
    file tells these, else that of the data, from 0 if they begin soon after."""
    times = [t for raster in rasters for t in raster.range or ()]
    times += [float(t) for part in reports if len(part.times) for t in (part.times.min(), part.times.max())]
    least, most = (min(times), max(times)) if times else (0.0, 1.0)
    is_told = any(part.begin is not None for raster in rasters for part in raster.recorded)
    if 0 <= least < 0.2 * most and not is_told:
        least = 0.0
    least = min([least, *(part.begin for raster in rasters for part in raster.recorded if part.begin is not None)])
    most = max([most, *(part.end for raster in rasters for part in raster.recorded if part.end is not None)])
    begin = selection.begin if selection.begin is not None else least
    end = selection.end if selection.end is not None else most
    return (begin, end) if end > begin else (begin - 0.5, begin + 0.5)


def recorded_cells(raster, selection):
    """Of each population, the number of its cells, and their gids if these are a range; null where the file tells nothing."""
    gids = [part.gids if selection.cells is None else None for part in raster.recorded]
    return [{"cells": part.cells_in(selection), "gids": ids} for part, ids in zip(raster.recorded, gids)]


def single(raster, only, pack):
    """A raster spike by spike."""
    return {
        "name": raster.name,
        "populations": raster.populations,
        "count": len(raster.times),
        "times": pack(raster.times.astype("<f8")),
        "gids": pack(raster.gids.astype("<i4")),
        "of": pack(raster.of.astype("<u2")),
        "only": None if only is None else pack(only.astype("u1")),
    }


def dense(raster, begin, end, rasters, pack):
    """A raster as counts in fields of time and cells; all rasters have the same fields."""
    ranges = [each.gid_range for each in rasters if each.count]
    least, most = min(first for first, _ in ranges), max(last for _, last in ranges)
    columns, rows = GRID[0], min(GRID[1], most - least + 1)
    counts = np.zeros(rows * columns, "<u4")
    for times, gids, _ in raster.in_any_order():
        column = np.minimum(((times - begin) * (columns / (end - begin))).astype(np.int64), columns - 1)
        row = (gids - least) * rows // (most - least + 1)
        counts += np.bincount(row * columns + column, minlength=len(counts)).astype("<u4")
    return {
        "name": raster.name,
        "populations": raster.populations,
        "count": raster.count,
        "cells": raster.cells,
        "least": least,
        "most": most,
        "rows": rows,
        "columns": columns,
        "density": pack(counts),
    }


def report_of(report, pack):
    """A report column by column."""
    return {
        "name": report.name,
        "variable": report.variable,
        "units": report.units,
        "columns": [[gid, label] for gid, label in report.columns],
        "frames": len(report.times),
        "times": pack(report.times.astype("<f8")),
        "values": pack(report.values.T.astype("<f4")),
    }


def described_difference(differences):
    return {
        "index": differences.index,
        "time": differences.time,
        "gids": [spike[1] for spike in (differences.a, differences.b) if spike is not None],
    }


def heading(report):
    variable = report.variable or "traces"
    return f"{report.name}: {variable}" + (f" ({report.units})" if report.units else "")


def summary(raster, selection):
    """A sentence about a raster."""
    known = [part.cells_in(selection) for part in raster.recorded]
    of = f"{sum(known):,} cells" if known and None not in known else "cells"
    ends = [part.end for part in raster.recorded if part.end is not None]
    until = f" The run ended at {max(ends):.6g} ms." if ends else ""
    begins = [part.begin for part in raster.recorded if part.begin]
    if begins:
        until = f" Recording began at {min(begins):.6g} ms.{until}"
    if not raster.count:
        return f"{raster.name}: no spikes{f' of {of}' if of != 'cells' else ''}.{until}"
    first, last = raster.range
    fired = f"{raster.cells:,} of {of}" if of != "cells" else f"{raster.cells:,} cells"
    return f"{raster.name}: {raster.count:,} spikes of {fired}, {first:.6g} to {last:.6g} ms.{until}"


def extent(report):
    frames, columns = report.values.shape
    return f"{heading(report)}: {columns:,} columns, {frames:,} frames."
