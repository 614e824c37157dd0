"""Extracellular potentials (`extracellular`): what the membrane currents of detailed cells make at electrodes.

Each segment is a line that a current leaves evenly. In a medium of conductivity sigma, such a line of length s makes the potential
I / (4 pi sigma s) ln((b + sqrt(b^2 + d^2)) / (a + sqrt(a^2 + d^2))), where d is the distance from its axis, and a and b = a + s are
places along the axis (Holt and Koch, 1999, J. Comput. Neurosci. 6:169).
"""

import contextlib
import math
import os

import h5py
import numpy as np

from .blank_tables import numbers_of, read_table
from .errors import SonataError
from .report import Report
from .report_files import BYTES, Column, ReportFile

SIGMA = 0.3  # [S/m]


def resistances(electrodes, starts, ends, least):
    """The potential [mV] at electrodes [n x 3] that 1 nA of each segment makes; starts and ends are arrays of three rows [um].

    least: for each segment, or all, the least distance from its axis [um] beside it; None for no such limit.
    """
    axes = ends - starts
    lengths = np.linalg.norm(axes, axis=0)
    found = np.zeros((len(electrodes), len(lengths)))
    for row, place in zip(found, electrodes):
        away = place.reshape(3, 1) - (starts + ends) / 2
        along = abs(np.einsum("ij,ij->j", away, axes) / lengths)
        across = np.einsum("ij,ij->j", away, away) - along**2
        high, low = along + lengths / 2, along - lengths / 2
        if least is not None:
            across = np.where(low < least, np.fmax(across, np.square(least)), across)
        row[:] = np.log((high + np.sqrt(high**2 + across)) / (low + np.sqrt(low**2 + across))) / lengths
    return found / (4 * math.pi * SIGMA)


class PotentialFile(ReportFile):
    """The potentials of all cells together; with a folder `parts`, also those of each cell."""

    def __init__(self, file, columns, steps, times, matrices, parts, sites):
        super().__init__(file, "i_membrane_", columns, steps, times)
        self._matrices, self._parts, self._sites = matrices, parts, sites  # {gid: electrodes x segments}

    @property
    def width(self):
        return sum(len(matrix) for matrix in self._matrices.values())

    def _kept(self, currents):
        """The potentials of one cell after the other."""
        bounds = np.cumsum([matrix.shape[1] for matrix in self._matrices.values()])[:-1]
        of_cells = np.split(currents, bounds, axis=1)
        return np.concatenate([each @ matrix.T for each, matrix in zip(of_cells, self._matrices.values())], axis=1)

    def start(self, pc, steps):
        if self._parts:
            try:
                os.makedirs(self._parts, exist_ok=True)
            except OSError as error:
                raise SonataError(self._parts, None, f"cannot be made: {error.strerror}") from None
        super().start(pc, steps)

    def finish(self):
        if self._parts:
            self._write_cells()
        super().finish()

    def _mapping(self):
        return list(self._matrices)

    def _write_cells(self):
        for first, last in self._blocks(self.width, self._rows or 0):
            values = self._logged(int(self._pc.id()), self.width, first, last)
            for k, gid in enumerate(self._matrices):
                with _written(os.path.join(self._parts, f"{gid}.h5"), "r+" if first else "w") as handle:
                    data = handle.require_dataset("ecp/data", (self._rows, self._sites), float)
                    data[first:last] = values[:, self._sites * k : self._sites * (k + 1)]

    def _write(self, parts):
        rows, of_ranks = max(count for count, _ in parts), [gids for _, gids in parts]
        order = np.argsort(np.concatenate(of_ranks))  # so that sums do not depend on ranks
        with _written(self.file) as handle:
            data = handle.create_dataset("ecp/data", (rows, self._sites), float)
            data.attrs["units"] = "mV"
            handle["ecp/time"] = np.array(self._times, float)
            handle["ecp/time"].attrs["units"] = "ms"
            handle["ecp/channel_id"] = np.arange(self._sites)
            for first, last in self._blocks(len(order) * self._sites, rows):
                logs = [
                    self._logged(rank, len(gids) * self._sites, first, last)
                    for rank, gids in enumerate(of_ranks)
                    if gids
                ]
                cells = np.concatenate(logs, axis=1).reshape(last - first, len(order), self._sites)
                data[first:last] = cells[:, order].sum(axis=1)

    @staticmethod
    def _blocks(width, rows):
        """[(first row, last row)] of blocks of a bounded size."""
        step = max(1, BYTES // (8 * max(1, width)))
        return [(first, min(first + step, rows)) for first in range(0, rows if width else 0, step)]


@contextlib.contextmanager
def _written(file, mode="w"):
    try:
        with h5py.File(file, mode) as handle:
            handle.attrs["magic"] = np.uint32(0x0A7A)
            handle.attrs["version"] = np.array([0, 1], np.uint32)
            yield handle
    except OSError as error:
        raise SonataError(file, None, f"cannot be written: {error}") from None


class PotentialReport(Report):
    """The potentials at the electrodes of a file."""

    def __init__(self, circuit, node_sets, name, words):
        super().__init__(circuit, node_sets, name, words | {"variable_name": "i_membrane_"})
        if "electrode_positions" not in words:
            raise self.error("electrode_positions", "is missing")
        file = circuit.configuration.existing(f"{self.key}.electrode_positions", words["electrode_positions"])
        axes = ("x_pos", "y_pos", "z_pos")
        self._electrodes = numbers_of(file, read_table(file, *axes), axes)
        least = words.get("minimum_distance")
        if least not in (None, "auto") and (isinstance(least, bool) or not isinstance(least, int | float)):
            raise self.error("minimum_distance", f"must be a distance [um] or auto, not {least!r}")

    def _least(self, cell):
        least = self.words.get("minimum_distance")
        if least == "auto":
            return np.array([segment.diam / 2 for section in cell.all for segment in section])
        return max(float(least), 0.0) if least else None

    def files(self, _pc, folder, _clamps):
        from ranvier import h

        h.CVode().use_fast_imem(1)  # makes i_membrane_
        matrices, columns = {}, []
        for _, node, gid in self.local_gids():
            cell = self.circuit.cells.get(gid)
            if cell is None:
                continue
            ends = [self.circuit.points(gid, part) for part in (0, 1)]
            matrices[gid] = resistances(self._electrodes, *ends, self._least(cell))
            segments = [segment for section in cell.all for segment in section]
            columns += [Column(node, 0, segment.x, segment._ref_i_membrane_) for segment in segments]
        parts = self.words.get("contributions_dir")
        parts = parts and os.path.join(folder, parts)
        path = os.path.join(folder, self.file("i_membrane_"))
        yield PotentialFile(path, {"": columns}, self.steps, self.times, matrices, parts, len(self._electrodes))
