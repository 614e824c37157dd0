"""Gap junctions: edges with is_gap_junction, each of which joins the middles of two sections by two halves.

As in bmtk, a half is an instance of the circuit's mechanism Gap with a conductance g and a voltage vgap, of the other side. The
section of both sides is that of the edge, by afferent_section_id or a random draw.
"""

import dataclasses

import numpy as np

from .errors import SonataError
from .ranks import gathered, together

_YES = ("true", "1", "1.0")


def gap_rows(edges):
    """For each edge, whether it is a gap junction."""
    if "is_gap_junction" not in edges.names():
        return np.zeros(len(edges), bool)
    codes, values = edges.coded("is_gap_junction", np.arange(len(edges)))
    return np.array([str(value).lower() in _YES for value in values], bool)[codes]


@dataclasses.dataclass
class _Half:
    """The half in the cell `gid`, whose voltage goes to the other half by the number `own`."""

    gid: int
    section: int
    weight: float
    own: int
    other: int
    edges: object

    def make(self, pc, cells):
        from ranvier import h

        place = cells[self.gid].all[self.section](0.5)
        try:
            half = h.Gap(place)
            half.g = self.weight
            pc.source_var(place._ref_v, self.own, sec=place.sec)
            pc.target_var(half, half._ref_vgap, self.other)
        except (AttributeError, LookupError) as error:
            what = f"gap junctions need a mechanism Gap with g and vgap in components.mechanisms_dir: {error}"
            raise SonataError(self.edges.file, f"/edges/{self.edges.population.name}", what) from None
        return half


class GapJunctions:
    """Those of which a half is on this rank."""

    def __init__(self, circuit):
        self._circuit = circuit
        self._halves, self._made = [], []
        self._first = 0

    def add(self, population, found, places_of):
        """Adds the halves on cells of this rank: `found` are the edges onto them, and those from them are read.

        places_of(edges, rows, gids): (sections, weights) of these edges in these cells.
        """
        self._add(found, population.target, found.targets, 0, places_of)
        sent = population.sent_by(self._circuit.local_nodes(population.source))
        self._add(sent, population.source, sent.sources, 1, places_of)
        self._first += 2 * population.count

    def _add(self, edges, nodes_of, nodes, side, places_of):
        rows = np.flatnonzero(gap_rows(edges))
        if (self._circuit.kind_codes(nodes_of, nodes[rows]) != self._circuit.BIOPHYSICAL).any():
            raise SonataError(
                edges.types.file or edges.file, "is_gap_junction", "gap junctions join detailed cells only"
            )
        gids = nodes[rows] + nodes_of.offset
        sections, weights = places_of(edges, rows, gids)
        for gid, section, weight, number in zip(gids, sections, weights, edges.numbers[rows]):
            if not 0 <= section < len(self._circuit.cells[int(gid)].all):
                place = f"/edges/{edges.population.name}: afferent_section_id"
                raise SonataError(edges.file, place, f"gid {gid} has no section {section}")
            ends = [int(self._first + 2 * number), int(self._first + 2 * number + 1)]
            self._halves.append(_Half(int(gid), int(section), float(weight), ends[side], ends[1 - side], edges))

    def make(self, pc):
        """Makes the halves. Collective."""
        self._made = together(pc, lambda: [half.make(pc, self._circuit.cells) for half in self._halves])
        if any(gathered(pc, bool(self._made))):
            pc.setup_transfer()
        self._halves = []
