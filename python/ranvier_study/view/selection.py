"""What part of a file is wanted: cells, and a range of time."""

import dataclasses

import numpy as np

from ..errors import StudyError


@dataclasses.dataclass(frozen=True)
class Selection:
    """`cells`: ranges of gids (first, last), None for all; `begin`, `end` [ms]: the range of time, None for its ends."""

    cells: tuple[tuple[int, int], ...] | None = None
    begin: float | None = None
    end: float | None = None

    @property
    def is_all(self) -> bool:
        return self.cells is None and self.begin is None and self.end is None

    def has_gids(self, gids):
        """Of each gid, whether it is wanted."""
        if self.cells is None:
            return np.ones(len(gids), bool)
        wanted = np.zeros(len(gids), bool)
        for first, last in self.cells:
            wanted |= (gids >= first) & (gids <= last)
        return wanted

    def has_times(self, times):
        """Of each time [ms], whether it is wanted; both ends are."""
        wanted = np.ones(len(times), bool)
        if self.begin is not None:
            wanted &= times >= self.begin
        if self.end is not None:
            wanted &= times <= self.end
        return wanted

    def __str__(self):
        parts = []
        if self.cells is not None:
            parts.append("cells " + ",".join(str(a) if a == b else f"{a}-{b}" for a, b in self.cells))
        if self.begin is not None:
            parts.append(f"from {self.begin:g} ms")
        if self.end is not None:
            parts.append(f"to {self.end:g} ms")
        return ", ".join(parts)


def parse_cells(text):
    """Ranges of "0-9,15". Raises StudyError."""
    ranges = []
    for item in text.split(","):
        first, dash, last = item.strip().partition("-")
        if not first.isdigit() or (dash and not last.isdigit()):
            raise StudyError(f"--cells {text}: '{item}' is not a gid or a range; write 3 or 0-9, several as 0-9,15")
        if dash and int(last) < int(first):
            raise StudyError(f"--cells {text}: '{item}' ends before it begins; write {last}-{first}")
        ranges.append((int(first), int(last) if dash else int(first)))
    return tuple(ranges)
