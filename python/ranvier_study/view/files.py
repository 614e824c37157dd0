"""Reads what `ranvier view` shows: rasters, reports and traces.

- SONATA rasters (HDF5): /spikes/POPULATION/{timestamps,node_ids}, and the older /spikes/{timestamps,gids};
- rasters as text: a time [ms] and a gid a line, or columns that a first line names, as in files of NEST and bmtk's CSV;
- SONATA reports (HDF5): /report/POPULATION/{data,mapping};
- traces as text: a time [ms] and values a line; a first line may name the columns.
"""

import dataclasses
import pathlib
import re

import numpy as np

from ..errors import StudyError

TIMES = ("timestamps", "times", "time", "time_ms", "t", "t_ms")
GIDS = ("node_ids", "gids", "gid", "senders", "sender", "node_id", "cell", "id")
POPULATIONS = ("population", "populations")


@dataclasses.dataclass
class Raster:
    """Spikes sorted by time, then gid. `populations`: names; `of`: the number of each spike's population."""

    name: str
    times: np.ndarray  # [ms]
    gids: np.ndarray
    populations: list[str]
    of: np.ndarray


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
    return read_hdf5(path, selection) if is_hdf5 else [read_text(path, selection)]


def read_hdf5(path, selection):
    import h5py

    try:
        with h5py.File(path, "r") as file:
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
    parts = (
        [("cells", group, "gids")] if "gids" in group else [(name, part, "node_ids") for name, part in group.items()]
    )
    every = []
    for name, part, ids in parts:
        times, gids = np.asarray(part["timestamps"], np.float64), np.asarray(part[ids]).astype(np.int64)
        check_units(path, part["timestamps"])
        if times.shape != gids.shape or times.ndim != 1:
            raise StudyError(f"{path}: {part.name} has {times.size} timestamps and {gids.size} {ids}")
        every.append((name, times, gids))
    return raster_of(path, every, selection)


def raster_of(path, populations, selection):
    """A Raster of [(population, times, gids)]."""
    times = np.concatenate([times for _, times, _ in populations] or [np.empty(0)])
    gids = np.concatenate([gids for _, _, gids in populations] or [np.empty(0, np.int64)])
    of = np.repeat(np.arange(len(populations)), [len(times) for _, times, _ in populations])
    if not np.isfinite(times).all():
        raise StudyError(f"{path}: a time is not finite")
    if len(gids) and (gids.min() < 0 or gids.max() > 2**31 - 1):
        raise StudyError(f"{path}: a gid is below 0 or above 2147483647")
    wanted = selection.has_gids(gids) & selection.has_times(times)
    times, gids, of = times[wanted], gids[wanted], of[wanted]
    order = np.lexsort((of, gids, times))
    return Raster(path.name, times[order], gids[order], [name for name, _, _ in populations], of[order])


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


def read_text(path, selection):
    """A raster or traces, whichever the columns are."""
    import pandas

    names, separator, skipped = heading(path)
    try:
        table = pandas.read_csv(
            path, sep=separator, comment="#", header=None, names=names, skiprows=skipped, skip_blank_lines=True
        )
    except (ValueError, UnicodeDecodeError) as error:
        raise StudyError(
            f"{path}: {str(error).strip()}; expected lines of a time and a gid, or of a time and values"
        ) from None
    columns = {str(name).strip().lower(): name for name in table.columns}
    if names is None:
        return unnamed(path, table, selection)
    time = next((columns[name] for name in TIMES if name in columns), None)
    gid = next((columns[name] for name in GIDS if name in columns), None)
    if time is None:
        raise StudyError(
            f"{path}: no column of times among {', '.join(map(str, names))}; expected one of {', '.join(TIMES)}"
        )
    if gid is None:
        values = {name: numbers(path, table, name) for name in table.columns if name != time}
        return trace_of(path, numbers(path, table, time), values, selection)
    population = next((columns[name] for name in POPULATIONS if name in columns), None)
    times, gids = numbers(path, table, time), integers(path, table, gid)
    if population is None:
        return raster_of(path, [("cells", times, gids)], selection)
    texts = table[population].astype(str).to_numpy()
    return raster_of(
        path, [(name, times[texts == name], gids[texts == name]) for name in sorted(set(texts))], selection
    )


def unnamed(path, table, selection):
    """Two columns of which the second has integers are a raster; all else are traces."""
    if len(table.columns) < 2:
        raise StudyError(f"{path}: a line has one column; expected a time and a gid, or a time and values")
    times = numbers(path, table, table.columns[0])
    second = numbers(path, table, table.columns[1])
    if len(table.columns) == 2 and (second == np.floor(second)).all() and (second >= 0).all():
        return raster_of(path, [("cells", times, second.astype(np.int64))], selection)
    values = {f"column {index + 1}": numbers(path, table, name) for index, name in enumerate(table.columns) if index}
    return trace_of(path, times, values, selection)


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
