"""The artificial net of Hines, Kumar & Schuermann 2011 (models/artificial_net): cells that fire by themselves, each connected
to many others, dealt out to ranks."""

import dataclasses
import functools

import numpy as np


@dataclasses.dataclass(frozen=True)
class Network:
    ranks: int
    cells: int
    connections: int  # onto a cell, on average
    connection_range: int = 100  # their number is uniform in `connections` +- half of this
    topology: str = "random"  # or "adjacent": from the cells nearest by gid
    placement: str = "round_robin"  # "consecutive", "shuffled"
    group_size: int = 0  # cells of a burst group, 0: none
    tstop: int = 200  # [ms]
    seed: int = 1

    def __post_init__(self):
        if self.cells < self.ranks:
            raise ValueError(f"{self.cells} cells on {self.ranks} ranks: each rank needs one")
        if self.topology not in ("random", "adjacent"):
            raise ValueError(f"topology {self.topology}: random or adjacent was expected")
        if self.placement not in ("round_robin", "consecutive", "shuffled"):
            raise ValueError(f"placement {self.placement}: round_robin, consecutive or shuffled was expected")

    @property
    def groups(self):
        return -(-self.cells // self.group_size) if self.group_size else 1

    @property
    def in_degrees(self):
        """Least and largest number of connections onto a cell."""
        half = self.connection_range // 2
        return self.connections - half, self.connections + half

    def cells_on(self, first, last):
        """Number of cells on each rank from `first` to before `last`."""
        ranks = np.arange(first, last)
        if self.placement == "consecutive":
            return (ranks + 1) * self.cells // self.ranks - ranks * self.cells // self.ranks
        return self.cells // self.ranks + (ranks < self.cells % self.ranks)

    def members(self, first, last):
        """The gids on ranks from `first` to before `last`, rank by rank, and each one's rank less `first`."""
        sizes = self.cells_on(first, last)
        rank = np.repeat(np.arange(last - first), sizes)
        if self.placement == "consecutive":
            begin = first * self.cells // self.ranks
            return np.arange(begin, begin + rank.size), rank
        within = np.arange(rank.size) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        dealt = first + rank + within * self.ranks
        return (_shuffled(self.cells, self.seed)[dealt] if self.placement == "shuffled" else dealt), rank

    def group_of(self, gids):
        return gids // self.group_size if self.group_size else np.zeros(len(gids), np.int64)


@functools.lru_cache(maxsize=1)
def _shuffled(cells, seed):
    return np.random.default_rng(seed).permutation(cells)
