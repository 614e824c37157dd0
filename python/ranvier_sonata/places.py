"""Random places of synapses, drawn as bmtk draws them.

Each target cell has one stream, numpy's RandomState(gid), which numpy keeps as it is for good. An edge of n synapses takes n
numbers of it. A number u selects the segment whose interval of the cumulated probabilities holds u; the probability of a
segment is in proportion to its length within the range of distances from the soma.
"""

import numpy as np

from .errors import SonataError
from .morphology import KIND_OF_LABEL
from .nearest import advice


class Segments:
    """The segments of a cell, section by section: `section`, `x`, `length` [um], `kind`, and the path to the soma [um]."""

    def __init__(self, cell):
        from ranvier import h

        start = cell.soma[0](0)
        rows = []
        for number, section in enumerate(cell.all):
            kind = section.name().rpartition(".")[2].partition("[")[0]
            length = section.L / section.nseg
            rows += [(number, kind, segment.x, length, h.distance(start, segment)) for segment in section]
        section, kind, x, length, distance = zip(*rows)
        self.section, self.kind = np.array(section), np.array(kind)
        self.x, self.length, self.distance = np.array(x), np.array(length), np.array(distance)
        self._choices = {}

    def choice(self, sections, distances, error):
        """(segments, cumulated probabilities) of the sections with these labels within a range of distances."""
        key = (tuple(sections), tuple(distances))
        if key not in self._choices:
            self._choices[key] = self._choice(*key, error)
        return self._choices[key]

    def _choice(self, sections, distances, error):
        unknown = [label for label in sections if label not in KIND_OF_LABEL]
        if unknown:
            raise error("target_sections", f"there are no sections {unknown[0]}{advice(unknown[0], KIND_OF_LABEL)}")
        nearest = np.maximum(self.distance - self.length / 2, distances[0])
        furthest = np.minimum(self.distance + self.length / 2, distances[1])
        share = np.maximum(0, furthest - nearest) / self.length
        allowed = np.isin(self.kind, [KIND_OF_LABEL[label] for label in sections])
        segments = np.flatnonzero(allowed & (share > 0))
        if not len(segments):
            where = f"no segment of {', '.join(sections)} lies {distances[0]:g} to {distances[1]:g} um from the soma"
            raise error("distance_range", where)
        weights = self.length[segments] * share[segments]
        cumulated = np.cumsum(weights / np.sum(weights))
        return segments, cumulated / cumulated[-1]


class Places:
    """Draws the places of edges. `cells` holds the cells of this rank by gid."""

    def __init__(self, circuit):
        self._circuit = circuit
        self._streams = {}
        self._segments = {}

    def segments(self, gid):
        key = self._circuit.type_keys[gid]
        if key not in self._segments:
            self._segments[key] = Segments(self._circuit.cells[gid])
        return self._segments[key]

    def _stream(self, gid):
        if gid not in self._streams:
            self._streams[gid] = np.random.RandomState(gid)
        return self._streams[gid]

    def draw(self, targets, counts, choices):
        """(sections, positions) of all synapses of edges.

        choices: for each edge, its (target_sections, distance_range, error).
        """
        sections, positions = [], []
        starts = np.flatnonzero(np.diff(targets, prepend=-1))
        for start, end in zip(starts, [*starts[1:], len(targets)]):
            gid = int(targets[start])
            segments = self.segments(gid)
            numbers = self._stream(gid).random_sample(int(counts[start:end].sum()))
            at = 0
            for edge in range(start, end):
                chosen, cumulated = segments.choice(*choices[edge])
                own = numbers[at : at + counts[edge]]
                at += counts[edge]
                found = chosen[cumulated.searchsorted(own, side="right")]
                sections.append(segments.section[found])
                positions.append(segments.x[found])
        if not sections:
            return np.zeros(0, np.int64), np.zeros(0)
        return np.concatenate(sections), np.concatenate(positions)


def error_of(edges):
    """The error of a column of edge types."""
    return lambda column, what: SonataError(edges.types.file or edges.file, column, what)
