"""Reads what `ranvier view` shows: rasters, reports and traces.

- SONATA rasters (HDF5): /spikes/POPULATION/{timestamps,node_ids}, and the older /spikes/{timestamps,gids};
- rasters as text: a time [ms] and a gid a line, or columns that a first line names, as in files of NEST and bmtk's CSV;
- SONATA reports (HDF5): /report/POPULATION/{data,mapping};
- traces as text: a time [ms] and values a line; a first line may name the columns.
"""

import dataclasses
import functools
import pathlib
import re

import numpy as np

from ..errors import StudyError
from .spikes import PIECE, Recorded, raster_of

TIMES = ("timestamps", "times", "time", "time_ms", "t", "t_ms")
GIDS = ("node_ids", "gids", "gid", "senders", "sender", "node_id", "cell", "id")
SCRIPTS = (".hoc", ".py", ".mod", ".ses")
POPULATIONS = ("population", "populations")


@dataclasses.dataclass
class Report:
    """Traces: `values` [frame, column]. `columns`: gid (None: not of a cell) and a label of each."""

    name: str
    variable: str
    units: str
    times: np.ndarray  # [ms]
    values: np.ndarray
    columns: list[tuple[int | None, str]]


def read(path, selection):
    """The rasters and reports in a file, as far as they are selected. Raises StudyError."""
    path = pathlib.Path(path)
    try:
        with open(path, "rb") as file:
            is_hdf5 = file.read(8) == b"\x89HDF\r\n\x1a\n"
    except OSError as error:
        raise StudyError(f"cannot read {path}: {error.strerror}") from None
    if is_hdf5:
        return read_hdf5(path, selection)
    if path.suffix in SCRIPTS:
        raise StudyError(f"{path} is a script, not what a run has written; run it: ranvier --raster spikes.h5 {path}")
    if path.suffix in (".h5", ".hdf5"):
        raise StudyError(f"{path} is not an HDF5 file, although its name ends in {path.suffix}; write it again")
    return [read_text(path, selection)]


def read_hdf5(path, selection):
    from .. import hdf5_files

    try:
        with hdf5_files.opened(path) as file:
            if "ranvier_extract" in file.attrs:
                raise StudyError(
                    f"{path} holds cells to be run, not results; run it: ranvier --raster spikes.h5 {path}"
                )
            found = []
            if "spikes" in file:
                found.append(spikes_of(path, file["spikes"], selection))
            for name, group in file.get("report", {}).items():
                found.append(report_of(path, name, group, selection))
    except (OSError, KeyError, TypeError, AttributeError) as error:
        raise StudyError(f"{path} is damaged or not SONATA: {error}") from None
    if not found:
        raise StudyError(f"{path} has neither /spikes nor /report; expected a SONATA raster or report")
    return found


def spikes_of(path, group, selection):
    named = [("cells", group, "gids")] if "gids" in group else [(name, group.get(name), "node_ids") for name in group]
    parts = []
    for number, (name, part, ids) in enumerate(named):
        if part is None or not {"timestamps", ids} <= set(part):
            raise StudyError(f"{path}: the population {name} cannot be read: it has not both timestamps and {ids}")
        times, gids = part["timestamps"], part[ids]
        check_units(path, times)
        if times.shape != gids.shape or times.ndim != 1:
            raise StudyError(f"{path}: {part.name} has {times.size} timestamps and {gids.size} {ids}")
        parts.append(functools.partial(pieces_of, path, times.name, gids.name, number))
    raster = raster_of(path, [name for name, _, _ in named], parts, selection)
    raster.recorded = [recorded_of(part.attrs) for _, part, _ in named]
    return raster


def recorded_of(attributes):
    """What a population's group says of its run, as Ranvier writes it; other programs say nothing."""
    said = {name: text_of(attributes[name]) for name in ("begin", "tstop", "cells", "gids") if name in attributes}
    try:
        first, last = (int(word) for word in said["gids"].split(":")) if "gids" in said else (None, None)
        return Recorded(
            *(float(said[name]) if name in said else None for name in ("begin", "tstop")),
            int(said["cells"]) if "cells" in said else None,
            (first, last - 1) if last is not None else None,
        )
    except ValueError:
        return Recorded()


def pieces_of(path, times_name, gids_name, number):
    from .. import hdf5_files

    with hdf5_files.opened(path) as file:
        times, gids = file[times_name], file[gids_name]
        for begin in range(0, len(times), PIECE):
            some = np.asarray(gids[begin : begin + PIECE]).astype(np.int64)
            yield np.asarray(times[begin : begin + PIECE], np.float64), some, np.full(len(some), number)


def text_of(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def check_units(path, dataset):
    units = text_of(dataset.attrs.get("units", "ms"))
    if units != "ms":
        raise StudyError(f"{path}: {dataset.name} is in '{units}'; expected ms")


def report_of(path, name, group, selection):
    mapping, data = group["mapping"], group["data"]
    if data.ndim != 2:
        raise StudyError(f"{path}: {data.name} is not a table of frames and elements, but of shape {data.shape}")
    pointers = np.asarray(mapping["index_pointers" if "index_pointers" in mapping else "index_pointer"]).astype(
        np.int64
    )
    nodes = np.asarray(mapping["node_ids"]).astype(np.int64)
    if len(pointers) == len(nodes):  # other programs omit the end of the last node
        pointers = np.append(pointers, data.shape[1])
    if len(pointers) != len(nodes) + 1 or (np.diff(pointers) < 0).any() or pointers[-1] != data.shape[1]:
        raise StudyError(f"{path}: {mapping.name}/index_pointers does not divide the {data.shape[1]} columns of data")
    start, _, step = (float(value) for value in mapping["time"][()])
    if not step > 0:
        raise StudyError(f"{path}: {mapping.name}/time has the step {step:g} ms; expected one above 0")
    check_units(path, mapping["time"])
    gids = np.repeat(nodes, np.diff(pointers))
    sections = np.asarray(mapping["element_ids"]) if "element_ids" in mapping else np.zeros(len(gids), int)
    positions = np.asarray(mapping["element_pos"]) if "element_pos" in mapping else np.full(len(gids), 0.5)
    times = start + step * np.arange(data.shape[0])
    frames, columns = np.flatnonzero(selection.has_times(times)), np.flatnonzero(selection.has_gids(gids))
    check_size(path, len(frames) * len(columns), selection)
    first, last = (frames[0], frames[-1] + 1) if len(frames) else (0, 0)
    values = np.asarray(data[first:last, :][:, columns], np.float32)
    variable = text_of(data.attrs.get("variable", "")) or name
    labels = [(int(gids[c]), f"gid {gids[c]}, section {sections[c]}({positions[c]:.3g})") for c in columns]
    return Report(path.name, variable, text_of(data.attrs.get("units", "")), times[first:last], values, labels)


MOST_BYTES = 50_000_000  # of values in a page


def check_size(path, count, selection):
    """Raises StudyError if so many values of 4 bytes are too many for a page."""
    if 4 * count > MOST_BYTES:
        chosen = f" ({selection})" if not selection.is_all else ""
        raise StudyError(
            f"{path}{chosen} has {count:,} values, {4 * count / 1e6:.0f} MB; a page holds {MOST_BYTES / 1e6:.0f} MB: "
            "choose some with --cells, --from and --to"
        )


def tables(path):
    """The lines of a text file, as tables of PIECE lines."""
    import pandas

    names, separator, skipped = heading(path)
    try:
        yield from pandas.read_csv(
            path,
            sep=separator,
            comment="#",
            header=None,
            names=names,
            skiprows=skipped,
            skip_blank_lines=True,
            chunksize=PIECE,
        )
    except (ValueError, UnicodeDecodeError) as error:
        raise StudyError(
            f"{path}: {str(error).strip()}; expected lines of a time and a gid, or of a time and values"
        ) from None


def read_text(path, selection):
    """A raster or traces, whichever the columns are."""
    names, _, _ = heading(path)
    if names is None:
        return unnamed(path, selection)
    columns = {str(name).strip().lower(): name for name in names}
    time = next((columns[name] for name in TIMES if name in columns), None)
    gid = next((columns[name] for name in GIDS if name in columns), None)
    if time is None:
        raise StudyError(
            f"{path}: no column of times among {', '.join(map(str, names))}; expected one of {', '.join(TIMES)}"
        )
    if gid is None:
        return traces_of(path, time, {name: str(name) for name in names if name != time}, selection)
    population = next((columns[name] for name in POPULATIONS if name in columns), None)
    populations = ["cells"]
    if population is not None:
        populations = sorted(set().union(*(table[population].astype(str) for table in tables(path))))
    return raster_of(
        path, populations, [functools.partial(lines_of, path, time, gid, population, populations)], selection
    )


def lines_of(path, time, gid, population, populations):
    """The pieces of a text file with these columns."""
    for table in tables(path):
        times, gids = numbers(path, table, time), integers(path, table, gid)
        of = np.zeros(len(times), np.int64)
        if population is not None:
            of = np.searchsorted(populations, table[population].astype(str).to_numpy(str))
        yield times, gids, of


def unnamed(path, selection):
    """Two columns of which the second has integers are a raster; all else are traces."""
    is_raster = True
    for table in tables(path):
        columns = list(table.columns)
        if len(columns) < 2:
            raise StudyError(f"{path}: a line has one column; expected a time and a gid, or a time and values")
        second = numbers(path, table, columns[1])
        is_raster = is_raster and len(columns) == 2 and bool(((second == np.floor(second)) & (second >= 0)).all())
    if is_raster:
        return raster_of(
            path, ["cells"], [functools.partial(lines_of, path, columns[0], columns[1], None, ["cells"])], selection
        )
    labels = {name: f"column {index + 1}" for index, name in enumerate(columns) if index}
    return traces_of(path, columns[0], labels, selection)


def traces_of(path, time, labels, selection):
    import pandas

    table = pandas.concat(tables(path))
    return trace_of(
        path,
        numbers(path, table, time),
        {label: numbers(path, table, name) for name, label in labels.items()},
        selection,
    )


def trace_of(path, times, values, selection):
    if (np.diff(times) < 0).any():
        raise StudyError(f"{path}: times of a trace must not descend")
    wanted = selection.has_times(times)
    check_size(path, int(wanted.sum()) * len(values), selection)
    table = np.column_stack([column[wanted] for column in values.values()]).astype(np.float32)
    return Report(path.name, "", "", times[wanted], table, [(None, str(name)) for name in values])


def heading(path):
    """(names of the columns or None, separator, lines before the data) of a text file."""
    try:
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file):
                text = line.strip()
                if not text or (text.startswith("#") and not named(text.lstrip("# "))):
                    continue
                separator = next((mark for mark in (",", ";") if mark in text), r"\s+")
                if named(text.lstrip("# ")):
                    words = re.split(r"\s*[,;]\s*|\s+", text.lstrip("# "))
                    return words, separator, number + 1
                return None, separator, number
    except UnicodeDecodeError:
        raise StudyError(f"{path} is neither HDF5 nor text") from None
    raise StudyError(f"{path} has no data")


def named(text):
    """Whether a line names columns: one of its words is a name of times."""
    words = re.split(r"\s*[,;]\s*|\s+", text.lower())
    return any(word in TIMES for word in words) and not any(is_number(word) for word in words)


def is_number(word):
    try:
        float(word)
    except ValueError:
        return False
    return True


def numbers(path, table, name):
    try:
        return table[name].to_numpy(dtype=np.float64)
    except ValueError as error:
        raise StudyError(f"{path}: column {name}: {error}") from None


def integers(path, table, name):
    values = numbers(path, table, name)
    if not np.isfinite(values).all() or (values != np.floor(values)).any():
        raise StudyError(f"{path}: column {name} has values that are not gids")
    return values.astype(np.int64)
