"""Which edges go to some targets, or from some sources: by the file's index, or by all of its edges if it has none."""

import h5py
import numpy as np

from . import hdf5
from .errors import SonataError
from .row_reading import Rows

_FOLDERS = ("indices", "indicies")  # bmtk reads both spellings
_LOOKUPS = ("node_id_to_range", "node_id_to_ranges")  # the standard and libsonata
_INDICES = {"target": "target_to_source", "source": "source_to_target"}
_CHUNK = 1 << 20  # [edges]


def edges_of(root, nodes, count, end):
    """The numbers of the edges whose `end`, "target" or "source", is one of the nodes; those of a node in the file's order."""
    index = next((found for name in _FOLDERS if (found := root.get(f"{name}/{_INDICES[end]}"))), None)
    if index is None:
        return _scanned(hdf5.dataset(root, f"{end}_node_id", count, "whole"), nodes)
    if not isinstance(index, h5py.Group):
        raise SonataError(root.file.filename, index.name, "must be a group")
    name = next((name for name in _LOOKUPS if name in index), _LOOKUPS[0])
    lookup = hdf5.dataset(index, name, kind="whole")
    ranges = hdf5.dataset(index, "range_to_edge_id", kind="whole")
    wanted = _numbers_in(lookup, nodes[nodes < len(lookup)], len(ranges))
    return _numbers_in(ranges, wanted, count)


def _numbers_in(spans, rows, count):
    """The numbers in spans of a dataset (start and end of each); all are less than count."""
    if spans.ndim != 2 or spans.shape[1] != 2:
        raise SonataError(spans.file.filename, spans.name, "must have two columns, the starts and ends of ranges")
    starts, ends = Rows(rows).of(spans).astype(np.int64).T
    if ((starts < 0) | (ends < starts) | ((ends > count) & (ends > starts))).any():
        raise SonataError(spans.file.filename, spans.name, f"has a range that is not within 0 to {count}")
    return _spans(starts, ends)


def _spans(starts, ends):
    """All numbers of the half-open spans, one span after the other."""
    lengths = ends - starts
    total = int(lengths.sum())
    steps = np.ones(total, np.int64)
    if not total:
        return steps
    full = lengths > 0
    starts, lengths = starts[full], lengths[full]
    steps[0] = starts[0]
    steps[np.cumsum(lengths)[:-1]] = starts[1:] - (starts[:-1] + lengths[:-1] - 1)
    return np.cumsum(steps)


def _scanned(stored, nodes):
    """The numbers of the edges at these nodes, in the order of the file."""
    wanted = np.zeros(int(nodes.max()) + 1 if len(nodes) else 0, bool)
    wanted[nodes] = True
    found = [np.zeros(0, np.int64)]
    for first in range(0, len(stored), _CHUNK):
        part = stored[first : first + _CHUNK].astype(np.int64)
        mine = np.flatnonzero((part >= 0) & (part < len(wanted)))
        found.append(mine[wanted[part[mine]]] + first)
    return np.concatenate(found)
