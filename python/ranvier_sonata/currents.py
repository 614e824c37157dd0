"""Electrodes: current clamps with steps of current or with a current from a CSV file, and voltage clamps."""

import csv
import dataclasses

import numpy as np

from .clamp_places import clamp_segment
from .errors import SonataError
from .sweeps import sweep

# The kinds of electrodes in reports: steps of current, currents of files, voltage clamps.
CLAMPS = ("ic", "f_ic", "se")


@dataclasses.dataclass
class Clamp:
    """An electrode of this rank; `order` sorts those of all ranks."""

    kind: str
    order: tuple
    electrode: object


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


class Electrodes:
    """The electrodes of this rank, which hold on to what they need."""

    def __init__(self, circuit, node_sets, steps):
        self._circuit, self._node_sets, self._steps = circuit, node_sets, steps
        self.clamps, self._vectors = [], []
        self._inputs = list(circuit.configuration.section("inputs"))

    def _cells(self, key, words):
        gids = self._node_sets.gids(words.get("node_set", "all"), f"{key}.node_set")
        return [self._circuit.cells[gid] for gid in gids if gid in self._circuit.cells]

    def _keep(self, kind, key, cell, electrode):
        """Electrodes of one input and cell keep their order."""
        order = (self._inputs.index(key.removeprefix("inputs.")), cell.gid, len(self.clamps))
        self.clamps.append(Clamp(kind, order, electrode))

    def current_clamp(self, name, words):
        from ranvier import h

        key, configuration = f"inputs.{name}", self._circuit.configuration
        steps = _steps(configuration, key, words)
        for cell in self._cells(key, words):
            segment = clamp_segment(configuration, key, words, cell)
            for amp, delay, duration in steps:
                clamp = h.IClamp(segment)
                clamp.delay, clamp.dur, clamp.amp = delay, duration, amp
                self._keep("ic", key, cell, clamp)

    def _file(self, name, words):
        key, configuration = f"inputs.{name}", self._circuit.configuration
        if "file" not in words:
            raise configuration.error(f"{key}.file", "is missing")
        return configuration.existing(f"{key}.file", words["file"])

    def _play(self, key, words, delay, duration, interval, amps):
        """A current clamp in each cell whose amplitude changes at equal intervals, from time 0 on."""
        from ranvier import h

        vector = h.Vector(amps)
        for cell in self._cells(key, words):
            clamp = h.IClamp(clamp_segment(self._circuit.configuration, key, words, cell))
            clamp.delay, clamp.dur = delay, duration
            vector.play(clamp._ref_amp, interval)
            self._keep("f_ic", key, cell, clamp)
            self._vectors.append(vector)

    def file_current(self, name, words):
        """A current from a CSV file of times and amplitudes."""
        interval, amps, end = _played(self._file(name, words), words)
        self._play(f"inputs.{name}", words, 0, end, interval, amps)

    def sweep_current(self, name, words):
        """A current from a sweep of a file of the Allen Cell Types Database."""
        interval, amps = sweep(self._file(name, words), words, lambda *said: self._error(name, *said))
        self._play(f"inputs.{name}", words, words.get("delay", 0), len(amps) * interval * 1000, interval, amps)

    def _error(self, name, key, what):
        return self._circuit.configuration.error(f"inputs.{name}.{key}", what)

    def voltage_clamp(self, name, words):
        """A voltage clamp for some time; before and after it, its resistance is so high that no current flows.

        As in bmtk it is set after each step, so the first step has NEURON's resistance of 1 MOhm and a voltage of 0 mV.
        """
        from ranvier import h

        key, configuration = f"inputs.{name}", self._circuit.configuration
        ((amp, delay, duration), *more) = _steps(configuration, key, words)
        if more:
            raise configuration.error(f"{key}.amp", "must be a number: lists are not supported for SEClamp")
        for cell in self._cells(key, words):
            clamp = h.SEClamp(clamp_segment(configuration, key, words, cell))
            clamp.dur1, clamp.dur2, clamp.dur3 = delay, duration, 0
            clamp.amp1, clamp.amp2, clamp.amp3 = 0, amp, 0
            self._keep("se", key, cell, clamp)
            self._switch(clamp, delay, delay + duration, float(words.get("resistance", 1.0)))

    def _switch(self, clamp, start, end, resistance):
        """After step k, counted from 0, the clamp is on if start <= k dt <= end."""
        dt = self._circuit.dt
        last = round(self._circuit.configuration.number("run", "tstop") / dt)
        states = [start <= dt * step <= end for step in range(last)]
        for step, state in enumerate(states):
            if step == 0 or state != states[step - 1]:
                value = resistance if state else 1e21
                self._steps.at(step + 1, lambda value=value: setattr(clamp, "rs", value))


def _played(file, words):
    """(interval [ms], amplitudes [nA] from time 0 on, end [ms])."""
    separator = words.get("separator", " ")
    try:
        with open(file, newline="") as opened:
            lines = [line.strip() for line in opened if line.strip()]
    except OSError as error:
        raise SonataError(file, None, f"cannot be read: {error.strerror}") from None
    rows = list(csv.DictReader(lines, delimiter=separator, skipinitialspace=True))
    time_name, amp_name = words.get("timestamps_column", "timestamps"), words.get("amplitudes_column", "amps")
    if not rows or time_name not in rows[0] or amp_name not in rows[0]:
        raise SonataError(file, "line 1", f"needs the columns {time_name} [ms] and {amp_name} [nA]")
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
    interval, start, last = float(np.unique(np.diff(times))[0]), float(times[0]), amps[-1]
    if start == interval:
        amps = np.concatenate(([0.0], amps))
    elif start > 0:
        common = int(np.gcd(int(interval), int(start)))
        amps = np.concatenate((np.zeros(int(start) // common), np.repeat(amps, int(interval) // common)))
        interval = float(common)
    return interval, amps, float(times[-1] + (interval if last != 0 else 0))
