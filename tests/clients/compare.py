"""Compares what a client left with NEURON and with Ranvier.

A report maps `spikes`, `traces`, `values` and `variable_step` to mappings of names. They match when

1. the names are the same,
2. spike times are equal, to the last bit,
3. traces have equal lengths and differ by at most 1e-9, or 1e-9 of their largest magnitude if that is above 1,
4. values are equal, numbers within 1e-9 in the same way,
5. traces of variable steps have the same number of spikes. Each simulator chooses its own steps there, with errors within
   the tolerance of the run, so their times are only reported.
"""

import dataclasses
import math

TOLERANCE = 1e-9
THRESHOLD = 0  # [mV], of a spike in a trace of variable steps


@dataclasses.dataclass
class Comparison:
    """`why` is empty if all match; `largest` is the largest difference of traces and values, as in rule 3."""

    why: str = ""
    spikes: int = 0
    traces: int = 0
    values: int = 0
    largest: float = 0.0
    shift: float | None = None  # [ms], largest difference of a spike's time with variable steps

    def differ(self, why):
        self.why = self.why or why


class Conflict(Exception):
    """Two ranks report different things under one name."""


def merge(reports):
    """One report from those of all ranks: each names other cells, or the same numbers."""
    together = {part: {} for part in ("spikes", "traces", "values", "variable_step")}
    for report in reports:
        for part, found in together.items():
            for name, one in report[part].items():
                if name in found and found[name] != one:
                    raise Conflict(f"{part} of {name} differ between ranks")
                found[name] = one
    return together


def numbers(value):
    """The numbers of a value in their order, and all else that must be equal."""
    if isinstance(value, float):
        return [value], "number"
    if isinstance(value, dict):
        value = list(value.items())
    if isinstance(value, (list, tuple)):
        parts = [numbers(one) for one in value]
        return [x for part, _ in parts for x in part], [rest for _, rest in parts]
    return [], value


def difference(theirs, ours):
    """The largest difference of two lists of one length, relative to their largest magnitude if that is above 1."""
    if any(math.isnan(a) != math.isnan(b) for a, b in zip(theirs, ours, strict=True)):
        return math.inf
    pairs = [(a, b) for a, b in zip(theirs, ours, strict=True) if a != b and not math.isnan(a)]
    scale = max(1.0, max((abs(x) for pair in pairs for x in pair if math.isfinite(x)), default=1.0))
    return max((abs(a - b) for a, b in pairs), default=0.0) / scale


def crossings(times, voltages):
    """When the voltage rises through THRESHOLD."""
    points = list(zip(times, voltages, strict=True))
    return [
        t0 + (t1 - t0) * (THRESHOLD - v0) / (v1 - v0)
        for (t0, v0), (t1, v1) in zip(points, points[1:], strict=False)
        if v0 < THRESHOLD <= v1
    ]


def compare_spikes(result, theirs, ours):
    for name, times in theirs.items():
        result.spikes += len(times)
        if times != ours[name]:
            pairs = zip([*times, math.inf], [*ours[name], math.inf], strict=False)
            first = next(pair for pair in pairs if pair[0] != pair[1])
            result.differ(f"spikes of {name}: {len(ours[name])}, NEURON {len(times)}; {first[0]} becomes {first[1]} ms")


def compare_numbers(result, part, theirs, ours):
    for name, value in theirs.items():
        (expected, shape), (found, our_shape) = numbers(value), numbers(ours[name])
        if shape != our_shape:
            result.differ(f"{part}: {name} has another form: {str(ours[name])[:40]}, NEURON {str(value)[:40]}")
            continue
        off = difference(expected, found)
        result.largest = max(result.largest, off)
        if off > TOLERANCE:
            far = max(zip(expected, found, strict=True), key=lambda pair: difference(pair[:1], pair[1:]))
            result.differ(f"{part}: {name} is off by {off:.2g}; {far[0]:g} becomes {far[1]:g}")


def compare_variable_step(result, theirs, ours):
    for name, trace in theirs.items():
        expected, found = crossings(*trace), crossings(*ours[name])
        result.spikes += len(expected)
        if len(expected) != len(found):
            result.differ(f"spikes of {name}: {len(found)}, NEURON {len(expected)}")
            continue
        shifts = [abs(a - b) for a, b in zip(expected, found, strict=True)]
        result.shift = max([result.shift or 0.0, *shifts])


def compare(theirs, ours):
    """The Comparison of two merged reports."""
    result = Comparison(traces=len(theirs["traces"]), values=len(theirs["values"]))
    for part, found in theirs.items():
        if other := sorted(set(found) ^ set(ours[part])):
            result.differ(f"{part}: {other[0]} only with {'NEURON' if other[0] in found else 'Ranvier'}")
    if not any(theirs.values()):
        result.differ("nothing to compare")
    if result.why:
        return result
    compare_spikes(result, theirs["spikes"], ours["spikes"])
    for part in ("traces", "values"):
        compare_numbers(result, part, theirs[part], ours[part])
    compare_variable_step(result, theirs["variable_step"], ours["variable_step"])
    return result
