"""The rows of a report in memory: the initial state, then the state after each step."""

import numpy as np


class _Recorded:
    """Values at the end of each step."""

    def __init__(self, references):
        from ranvier import h

        self._vectors = [h.Vector() for _ in references]
        for vector, reference in zip(self._vectors, references):
            vector.record(reference)

    def rows(self):
        """Cells that a replay leaves out do not run, so their values are not known after the beginning: NaN."""
        steps = max((len(vector) for vector in self._vectors), default=0)
        rows = np.full((steps, len(self._vectors)), np.nan)
        for k, vector in enumerate(self._vectors):
            rows[: len(vector), k] = vector
        return rows

    def clear(self):
        for vector in self._vectors:
            vector.resize(0)


class _Sampled:
    """Values after what is done between two steps, such as a change of the electric field."""

    def __init__(self, references, steps):
        from ranvier import h

        self._references = references
        self._pointers, self._values = h.PtrVector(len(references)), h.Vector(len(references))
        self._rows = []
        self._handlers = [h.FInitializeHandler(0, self._point), h.FInitializeHandler(2, self._sample)]
        steps.every(lambda _done: self._sample())

    def _point(self):
        for k, reference in enumerate(self._references):
            self._pointers.pset(k, reference)

    def _sample(self):
        self._pointers.gather(self._values)
        self._rows.append(np.array(self._values))

    def rows(self):
        return np.array(self._rows)

    def clear(self):
        self._rows = []


def recorder(variable, references, steps):
    """bmtk changes e_extracellular after each step, before it reports."""
    return _Sampled(references, steps) if variable == "e_extracellular" else _Recorded(references)
