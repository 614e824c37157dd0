"""Extracellular stimulation (xstim): electrodes whose potential all segments see, changed after each step.

An electrode is a point, or the points of a mesh; in a medium of resistance rho [ohm cm] a current I at the distance r makes the
potential rho I/(4 pi r).
"""

import math

import numpy as np

from .blank_tables import numbers_of, read_table
from .configuration import read_json
from .coordinates import rotation_xyz

_LEAST_DISTANCE = 10  # [um]


class Waveform:
    """A current [mA] over time [ms]: dc or sin between two times."""

    def __init__(self, words, error):
        if not isinstance(words, dict):
            raise error("waveform", "must be an object, or the name of a JSON file of one")
        self._shape = str(words.get("shape", "")).lower()
        if self._shape not in ("dc", "sin"):
            raise error("waveform.shape", f"there is no {self._shape or 'shape'}; known are dc and sin")
        needed = ("amp", "del", "dur", "freq") if self._shape == "sin" else ("amp", "del", "dur")
        for name in needed:
            if not isinstance(words.get(name), int | float):
                raise error(f"waveform.{name}", "must be a number")
        self._words = words

    def at(self, t):
        words = self._words
        if not words["del"] < t < words["del"] + words["dur"]:
            return 0.0
        if self._shape == "dc":
            return words["amp"]
        phase, offset = words.get("phase", np.pi), words.get("offset", 0)
        return words["amp"] * np.sin(2 * np.pi * (words["freq"] / 1000.0) * t + phase) + offset


class Electrodes:
    """Meshes of points [um] at their places."""

    def __init__(self, file, folder):
        places, turns = ("pos_x", "pos_y", "pos_z"), ("rotation_x", "rotation_y", "rotation_z")
        rows = read_table(file, *places, *turns)
        self.meshes = []
        for place, turn, row in zip(numbers_of(file, rows, places), numbers_of(file, rows, turns), rows):
            mesh = np.zeros((3, 1))
            if row.get("electrode_mesh_file"):
                name = f"{folder}/{row['electrode_mesh_file']}"
                axes = ("x_pos", "y_pos", "z_pos")
                mesh = numbers_of(name, read_table(name, *axes), axes).T
            mesh = np.dot(rotation_xyz(*turn), mesh)
            self.meshes.append((mesh.T + (place - np.mean(mesh, axis=1))).T)

    def resistances(self, points, rho):
        """What a current of each electrode makes at the points; None if one is too close."""
        found = np.zeros((len(self.meshes), points.shape[1]))
        for row, mesh in zip(found, self.meshes):
            for point in mesh.T:
                away = point.reshape(3, 1) - points
                distance = np.sqrt(np.einsum("ij,ij->j", away, away))
                if (distance < _LEAST_DISTANCE).any():
                    return None
                row += 1.0 / distance
        return found * ((rho / (4 * math.pi)) * 0.01)


class ElectricField:
    """Sets e_extracellular of the cells of this rank after each step."""

    def __init__(self, circuit, steps):
        self._circuit, self._steps = circuit, steps

    def add(self, name, words):
        """One input with module xstim."""
        configuration, key = self._circuit.configuration, f"inputs.{name}"
        if "positions_file" not in words:
            raise configuration.error(f"{key}.positions_file", "is missing")
        file = configuration.existing(f"{key}.positions_file", words["positions_file"])
        folder = words.get("mesh_files_dir")
        folder = configuration.existing(f"{key}.mesh_files_dir", folder) if folder else file.rpartition("/")[0]
        waveform = words.get("waveform")
        if isinstance(waveform, str):
            waveform = read_json(configuration.existing(f"{key}.waveform", waveform), f"{key}.waveform")
        waveform = Waveform(waveform, lambda place, what: configuration.error(f"{key}.{place}", what))
        electrodes = Electrodes(file, folder)
        fields = [self._field(key, cell, electrodes, words) for cell in self._circuit.cells.values()]
        dt, sizes = self._circuit.dt, np.array([mesh.shape[1] for mesh in electrodes.meshes])

        def step(done):
            current = waveform.at(dt * done)
            for pointers, resistances in fields:
                pointers.set(np.dot(np.full(len(sizes), current) / sizes, resistances) * 1e6)

        self._steps.every(step)

    def _field(self, key, cell, electrodes, words):
        points = self._circuit.points(cell.gid, 0.5)
        resistances = electrodes.resistances(points, float(words.get("resistance", 300.0)))
        if resistances is None:
            what = f"an electrode is less than {_LEAST_DISTANCE} um away from gid {cell.gid}"
            raise self._circuit.configuration.error(f"{key}.positions_file", what)
        return _Pointers(cell), resistances


class _Pointers:
    """e_extracellular of all segments of a cell, which gets the mechanism."""

    def __init__(self, cell):
        from ranvier import h

        for section in cell.all:
            section.insert("extracellular")
        self._segments = [segment for section in cell.all for segment in section]
        self._vector = h.PtrVector(len(self._segments))
        self._handler = h.FInitializeHandler(0, self._point)

    def _point(self):
        for k, segment in enumerate(self._segments):
            self._vector.pset(k, segment._ref_e_extracellular)

    def set(self, values):
        from ranvier import h

        self._vector.scatter(h.Vector(values))
