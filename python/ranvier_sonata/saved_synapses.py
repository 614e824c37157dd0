"""Files of all synapses of a network (save_synapses): SONATA edges with the places and weights that a run uses."""

import os

import h5py
import numpy as np

from . import keys
from .errors import SonataError
from .ranks import gathered, together

_IN_SECTIONS, _ONTO_POINTS = 0, 1  # groups


def saved_synapses(configuration):
    """The SavedSynapses of a configuration; None if no report asks for them."""
    folders = {}
    for name, words in keys.enabled(configuration, "reports").items():
        if words["module"] == "save_synapses":
            key = f"reports.{name}.network_dir"
            if "network_dir" not in words:
                raise configuration.error(key, "is missing: it names the folder of the files")
            folders[key] = configuration.path(key, words["network_dir"])
    return SavedSynapses(configuration, folders) if folders else None


class SavedSynapses:
    """Collects the synapses of this rank; `write` puts those of two populations on all ranks into one file."""

    def __init__(self, configuration, folders):
        self._configuration, self._folders = configuration, folders
        self._parts = {}

    def add(self, edges, rows, weights, places=None):
        """Synapses of the edges in these rows; places: (sections, positions), or None for artificial cells."""
        sections, positions = places or (np.full(len(rows), -1), np.zeros(len(rows)))
        columns = (edges.sources[rows], edges.targets[rows], edges.type_ids[rows], weights, sections, positions)
        key = (edges.population.source.name, edges.population.target.name)
        self._parts.setdefault(key, []).append(columns)

    def write(self, pc):
        """Writes SOURCE_TARGET_edges.h5 for each pair of populations. Collective; rank 0 holds all synapses of a pair."""
        for key, folder in self._folders.items():
            together(pc, self._configuration.make_folder, key, folder)
        for key in sorted(set().union(*gathered(pc, list(self._parts)))):
            parts = pc.py_gather(self._parts.get(key, []), 0)
            together(pc, self._write_all, key, parts)
        self._parts = {}

    def _write_all(self, key, parts):
        if parts:  # on rank 0
            columns = [np.concatenate(each) for each in zip(*(part for of_rank in parts for part in of_rank))]
            for folder in self._folders.values():
                _write(os.path.join(folder, "_".join((*key, "edges.h5"))), key, columns)


def _write(file, key, columns):
    order = np.argsort(columns[1], kind="stable")  # the synapses of a cell keep the order in which they are made
    sources, targets, types, weights, sections, positions = (column[order] for column in columns)
    groups = np.where(sections < 0, _ONTO_POINTS, _IN_SECTIONS)
    try:
        with h5py.File(file, "w") as handle:
            handle.attrs["magic"] = np.uint32(0x0A7A)
            handle.attrs["version"] = np.array([0, 1], np.uint32)
            root = handle.create_group(f"edges/{'_'.join(key)}")
            for name, population, nodes in zip(("source_node_id", "target_node_id"), key, (sources, targets)):
                root[name] = nodes.astype(np.uint64)
                root[name].attrs["node_population"] = population
            root["edge_type_id"] = types.astype(np.uint32)
            root["edge_group_id"] = groups.astype(np.uint16)
            root["edge_group_index"] = _numbers_in(groups)
            in_sections = groups == _IN_SECTIONS
            root["0/syn_weight"], root["1/syn_weight"] = weights[in_sections], weights[~in_sections]
            root["0/afferent_section_id"] = sections[in_sections].astype(np.uint64)
            root["0/afferent_section_pos"] = positions[in_sections]
            _write_index(root.create_group("indices/target_to_source"), targets)
            _write_index(root.create_group("indices/source_to_target"), sources)
    except OSError as error:
        raise SonataError(file, None, f"cannot be written: {error}") from None


def _numbers_in(groups):
    """For each edge, its number in its group."""
    found = np.zeros(len(groups), np.uint64)
    for number in np.unique(groups):
        mine = groups == number
        found[mine] = np.arange(mine.sum())
    return found


def _write_index(group, nodes):
    """An index by node: the ranges of each, and of these the edges."""
    order = np.argsort(nodes, kind="stable")
    starts = np.flatnonzero(np.diff(nodes[order], prepend=-1) | (np.diff(order, prepend=-2) != 1))
    first, counts = order[starts], np.diff(np.append(starts, len(order)))
    group["range_to_edge_id"] = np.stack([first, first + counts], axis=1).astype(np.uint64)
    bounds = np.searchsorted(nodes[order][starts], np.arange(nodes.max() + 2))
    group["node_id_to_range"] = np.stack([bounds[:-1], bounds[1:]], axis=1).astype(np.uint64)
