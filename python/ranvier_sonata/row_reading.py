"""Reading some rows of datasets, without all that lies between them."""

import numpy as np

_GAP = 16384  # [rows] that are read rather than skipped, because another read takes longer
_PART = 1 << 20  # [rows] that are read at a time


class Rows:
    """The rows with these numbers, in their order; `of` reads them from a dataset."""

    def __init__(self, numbers):
        self.numbers = np.asarray(numbers, np.int64)
        steps = np.diff(self.numbers)
        self._order = None
        ascending = self.numbers
        if (steps < 0).any():
            self._order = np.argsort(self.numbers, kind="stable")
            ascending = self.numbers[self._order]
            steps = np.diff(ascending)
        bounds = [0, *(np.flatnonzero(steps > _GAP) + 1), len(ascending)] if len(ascending) else []
        is_unique = bool((steps > 0).all())
        self._parts = []
        for first, last in zip(bounds, bounds[1:]):
            self._plan(ascending[first:last], is_unique)

    def _plan(self, ascending, is_unique):
        """Appends (start, end, places in this part, or None for all of it)."""
        while len(ascending):
            start = int(ascending[0])
            count = int(np.searchsorted(ascending, start + _PART))
            end = int(ascending[count - 1]) + 1
            is_whole = is_unique and end - start == count
            self._parts.append((start, end, None if is_whole else ascending[:count] - start))
            ascending = ascending[count:]

    def of(self, data):
        """The rows of a dataset."""
        parts = [data[start:end] if places is None else data[start:end][places] for start, end, places in self._parts]
        if not parts:
            return data[:0]
        found = parts[0] if len(parts) == 1 else np.concatenate(parts)
        if self._order is None:
            return found
        sorted_back = np.empty_like(found)
        sorted_back[self._order] = found
        return sorted_back
