"""Electrodes: current clamps with steps of current or with a current from a CSV file, and voltage clamps."""

import csv

import numpy as np

from .errors import SonataError


def _list(value):
    return list(value) if isinstance(value, list) else [value]


def _steps(configuration, key, words):
    """[(amp [nA], delay [ms], duration [ms])] of a current clamp: numbers, or lists of one length."""
    columns = []
    for name in ("amp", "delay", "duration"):
        if name not in words:
            raise configuration.error(f"{key}.{name}", "is missing")
        values = _list(words[name])
        if any(isinstance(each, bool) or not isinstance(each, int | float) for each in values):
            raise configuration.error(f"{key}.{name}", f"must be a number or a list of numbers, not {words[name]!r}")
        columns.append(values)
    count = max(map(len, columns))
    for name, values in zip(("amp", "delay", "duration"), columns):
        if len(values) not in (1, count):
            raise configuration.error(f"{key}.{name}", f"has {len(values)} elements, not {count} as another list")
    return list(zip(*(values * (count if len(values) == 1 else 1) for values in columns)))


def _segment(configuration, key, words, cell):
    """The place of an electrode: section_name, section_index and section_dist; otherwise the middle of the soma."""
    name, index = words.get("section_name", "soma"), words.get("section_index", 0)
    if not isinstance(index, int):
        what = "must be a whole number; random places by a range of distances are not supported"
        raise configuration.error(f"{key}.section_index", what)
    labels = {"somatic": "soma", "axonal": "axon", "basal": "dend", "apical": "apic"}
    sections = getattr(cell, labels.get(name, name), None) if isinstance(name, str) else None
    if not isinstance(sections, list) or not 0 <= index < len(sections):
        raise configuration.error(f"{key}.section_name", f"gid {cell.gid} has no section {name}[{index}]")
    return sections[index](words.get("section_dist", 0.5))


class Electrodes:
    """The electrodes of this rank, which hold on to what they need."""

    def __init__(self, circuit, node_sets):
        self._circuit, self._node_sets = circuit, node_sets
        self._kept = []

    def _cells(self, key, words):
        gids = self._node_sets.gids(words.get("node_set", "all"), f"{key}.node_set")
        return [self._circuit.cells[gid] for gid in gids if gid in self._circuit.cells]

    def current_clamp(self, name, words):
        from ranvier import h

        key, configuration = f"inputs.{name}", self._circuit.configuration
        steps = _steps(configuration, key, words)
        for cell in self._cells(key, words):
            segment = _segment(configuration, key, words, cell)
            for amp, delay, duration in steps:
                clamp = h.IClamp(segment)
                clamp.delay, clamp.dur, clamp.amp = delay, duration, amp
                self._kept.append(clamp)

    def file_current(self, name, words):
        """A current from a CSV file: played at equal intervals, from the first of its times on."""
        from ranvier import h

        key, configuration = f"inputs.{name}", self._circuit.configuration
        if "file" not in words and "input_file" not in words:
            raise configuration.error(f"{key}.file", "is missing")
        file_key = "file" if "file" in words else "input_file"
        file = configuration.existing(f"{key}.{file_key}", words[file_key])
        interval, amps, end = _played(file, words.get("separator", " "))
        for cell in self._cells(key, words):
            clamp = h.IClamp(_segment(configuration, key, words, cell))
            clamp.delay, clamp.dur = 0, end
            vector = h.Vector(amps)
            vector.play(clamp._ref_amp, interval)
            self._kept.append((clamp, vector))

    def voltage_clamp(self, name, words):
        from ranvier import h

        key, configuration = f"inputs.{name}", self._circuit.configuration
        ((amp, delay, duration),) = _steps(configuration, key, words)[:1] or [(0, 0, 0)]
        for cell in self._cells(key, words):
            clamp = h.SEClamp(_segment(configuration, key, words, cell))
            clamp.dur1, clamp.dur2, clamp.dur3 = delay, duration, 0
            clamp.amp1, clamp.amp2, clamp.amp3 = 0, amp, 0
            clamp.rs = words.get("resistance", 1.0)
            self._kept.append(clamp)


def _played(file, separator):
    """(interval [ms], amplitudes [nA] from time 0 on, end [ms])."""
    try:
        with open(file, newline="") as opened:
            lines = [line.strip() for line in opened if line.strip()]
    except OSError as error:
        raise SonataError(file, None, f"cannot be read: {error.strerror}") from None
    separator = "," if lines and "," in lines[0] else separator
    rows = list(csv.DictReader(lines, delimiter=separator, skipinitialspace=True))
    time_name = next((name for name in ("timestamps", "timestamp", "time") if rows and name in rows[0]), None)
    amp_name = next((name for name in ("amps", "amp", "amplitudes") if rows and name in rows[0]), None)
    if time_name is None or amp_name is None:
        raise SonataError(file, "line 1", "needs the columns timestamps [ms] and amps [nA]")
    try:
        times = np.array([float(row[time_name]) for row in rows])
        amps = np.array([float(row[amp_name]) for row in rows])
    except (TypeError, ValueError) as error:
        raise SonataError(file, None, f"holds no numbers: {error}") from None
    if len(times) < 2 or (np.diff(times) <= 0).any() or times[0] < 0:
        raise SonataError(file, time_name, "must be at least two times of 0 or more that grow")
    return _from_zero(times, amps)


def _from_zero(times, amps):
    """Times and amplitudes with zeros before the first one; the interval divides both it and the first time."""
    interval, start = float(np.unique(np.diff(times))[0]), float(times[0])
    end = times[-1] + (interval if amps[-1] != 0 else 0)
    if start == interval:
        return interval, np.concatenate(([0.0], amps)), end
    if start > 0:
        common = int(np.gcd(int(interval), int(start))) or 1
        amps = np.concatenate((np.zeros(int(start) // common), np.repeat(amps, int(interval) // common)))
        return float(common), amps, end
    return interval, amps, end
