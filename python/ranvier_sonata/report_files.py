"""Writing reports: each rank appends its columns to its own file; at the end rank 0 puts them together."""

import os

import h5py
import numpy as np

from .errors import SonataError
from .recorders import recorder

BYTES = 64 << 20  # of the columns of all ranks that rank 0 holds at a time


class Column:
    """A column of a report. `extra` holds further numbers of its mapping, by name."""

    def __init__(self, node_id, element, pos, reference, **extra):
        self.node_id, self.element, self.pos, self.reference, self.extra = node_id, element, pos, reference, extra


class ReportFile:
    """One variable of the columns of some populations: {name: [Column]} of this rank, sorted by node id.

    steps: the (start, end, every) of the steps to keep; row k of all steps is the state after step k + 1.
    """

    def __init__(self, file, variable, columns, steps, times):
        self.file, self._variable, self._times = file, variable, times
        self._columns = columns
        self._start, self._end, self._every = steps
        self._recorder, self._log, self._rows, self._done = None, None, None, -1

    @property
    def count(self):
        """The number of values that are recorded in each step."""
        return sum(map(len, self._columns.values()))

    @property
    def width(self):
        """The number of values that are kept of each step."""
        return self.count

    def _kept(self, values):
        """What is kept of recorded rows."""
        return values

    def start(self, pc, steps):
        """Begins to record. Called before the initialization."""
        self._pc = pc
        name = f"{self.file}.part{int(pc.id())}"
        self._log = open(name, "r+b" if os.path.exists(name) else "w+b")  # noqa: SIM115
        references = [column.reference for columns in self._columns.values() for column in columns]
        if references:
            self._recorder = recorder(self._variable, references, steps)

    def _wanted(self, steps):
        return (steps >= self._start) & (steps < self._end) & (steps % self._every == 0)

    def flush(self, done):
        """Appends what has been recorded since the last time, when `done` steps are done.

        A run that continues from a checkpoint skips the steps before it, and records nothing but the initial state.
        """
        if self._recorder is None:
            return
        expected, self._done = done - self._done, done
        values = self._recorder.rows()
        if len(values) < min(2, expected):
            return
        self._recorder.clear()
        first = done - len(values)  # the initial state is step -1
        if self._rows is None:
            self._continue(first)
        wanted = self._wanted(np.arange(first, done))
        self._rows += int(wanted.sum())
        np.ascontiguousarray(self._kept(values[wanted])).tofile(self._log)
        self._log.flush()

    def _continue(self, first):
        """Keeps what a run that this one continues has written before the step `first`."""
        self._rows = int(self._wanted(np.arange(max(first, 0))).sum())
        size = 8 * self._rows * self.width
        if os.path.getsize(self._log.name) < size:
            what = "its beginning is missing: a report can only be continued on the same number of ranks"
            raise SonataError(self.file, None, what)
        self._log.truncate(size)
        self._log.seek(0, os.SEEK_END)

    def finish(self):
        """Puts the file together. Collective."""
        self._log.close()
        parts = self._pc.py_gather((self._rows or 0, self._mapping()), 0)
        if int(self._pc.id()) == 0:
            self._write(parts)
        self._pc.barrier()
        os.remove(self._log.name)

    def _mapping(self):
        """What rank 0 needs to know of the columns of this rank."""
        return {
            name: [(column.node_id, column.element, column.pos, column.extra) for column in columns]
            for name, columns in self._columns.items()
        }

    def _write(self, parts):
        rows = max(count for count, _ in parts)
        populations = {name: None for _, columns in parts for name, of in columns.items() if of}
        try:
            with h5py.File(self.file, "w") as handle:
                handle.attrs["magic"] = np.uint32(0x0A7A)
                handle.attrs["version"] = np.array([0, 1], np.uint32)
                self._fill(handle, populations, parts, rows)
        except OSError as error:
            raise SonataError(self.file, None, f"cannot be written: {error}") from None

    def _fill(self, handle, populations, parts, rows):
        root = handle.create_group("report")
        for name in populations:
            told = _sorted_columns(parts, name)
            group = root.create_group(name)
            _write_mapping(group.create_group("mapping"), [column for _, _, column in told], self._times)
            data = self._write_data(group, told, parts, rows)
            data.attrs["variable"] = self._variable
            if units := _units(self._variable):
                data.attrs["units"] = units

    def _write_data(self, group, told, parts, rows):
        data = group.create_dataset("data", (rows, len(told)), float)
        widths = [sum(map(len, columns.values())) for _, columns in parts]
        chunk = max(1, BYTES // (8 * sum(widths)))
        for first in range(0, rows, chunk):
            last = min(first + chunk, rows)
            block = np.empty((last - first, len(told)))
            for rank, width in enumerate(widths):
                mine = [k for k, each in enumerate(told) if each[0] == rank]
                if mine:
                    block[:, mine] = self._logged(rank, width, first, last)[:, [told[k][1] for k in mine]]
            data[first:last] = block
        return data

    def _logged(self, rank, width, first, last):
        """Rows of the log of a rank."""
        values = np.fromfile(f"{self.file}.part{rank}", float, (last - first) * width, offset=8 * first * width)
        return values.reshape(last - first, width)


class ClampFile(ReportFile):
    """Currents of electrodes [nA], in the layout of bmtk: `data` has a row for each step and a column for each electrode."""

    def _fill(self, handle, populations, parts, rows):
        for name in populations:
            self._write_data(handle, _sorted_columns(parts, name), parts, rows).attrs["units"] = "nA"


def _sorted_columns(parts, name):
    """[(rank, column in its log, what the mapping says)] of a population, sorted by node id."""
    told = []
    for rank, (_, columns) in enumerate(parts):
        before = 0
        for other, of in columns.items():
            told += [(rank, before + k, column) for k, column in enumerate(of)] if other == name else []
            before += len(of)
    return sorted(told, key=lambda each: each[2][0])  # columns of one cell keep their order


def _units(variable):
    """The unit of a range variable; an empty text if it has none, or is a variable of synapses."""
    from ranvier import h

    try:
        return h.units(variable)
    except RuntimeError:
        return ""


def _write_mapping(group, told, times):
    nodes, starts = np.unique([column[0] for column in told], return_index=True)
    group["node_ids"] = nodes.astype(np.uint64)
    group["element_ids"] = np.array([column[1] for column in told]).astype(np.int64)
    group["element_pos"] = np.array([column[2] for column in told], float)
    group["index_pointer"] = np.append(starts, len(told)).astype(np.uint64)  # the name that bmtk reads
    group["index_pointers"] = group["index_pointer"]
    group["time"] = np.array(times, float)
    group["time"].attrs["units"] = "ms"
    for name in told[0][3]:
        group[name] = np.array([column[3][name] for column in told], np.int64)
