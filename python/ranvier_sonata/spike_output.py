"""Files of spikes: SONATA with a group for each population, and CSV."""

import os

import h5py
import numpy as np

_ORDERS = {None: "none", "none": "none", "time": "by_time", "by_time": "by_time", "id": "by_id", "by_id": "by_id"}
_ORDERS |= {"node_id": "by_id", "gid": "by_id", "ids": "by_id"}
_SORTING = h5py.enum_dtype({"none": 0, "by_id": 1, "by_time": 2}, basetype="i1")
_CODES = {"none": 0, "by_id": 1, "by_time": 2}


def order_of(configuration):
    """The order of the file; spikes without an order are written by time, then node id."""
    wanted = configuration.section("output").get("spikes_sort_order")
    if wanted not in _ORDERS:
        known = sorted(each for each in _ORDERS if each)
        raise configuration.error(
            "output.spikes_sort_order", f"there is no order {wanted!r} (known: {', '.join(known)})"
        )
    return _ORDERS[wanted]


class SpikeFiles:
    """Writes the spikes of all ranks."""

    def __init__(self, circuit, folder):
        self._circuit, self._folder = circuit, folder
        self._words = circuit.configuration.section("output")
        self._order = order_of(circuit.configuration)

    def write(self, times, gids):
        """The spikes of all cells. Called on rank 0."""
        parts = []
        for population in self._circuit.nodes.values():
            mine = (gids >= population.offset) & (gids < population.offset + population.size)
            if mine.any():
                nodes = gids[mine] - population.offset
                keys = (times[mine], nodes) if self._order == "by_id" else (nodes, times[mine])
                order = np.lexsort(keys)
                parts.append((population.name, times[mine][order], nodes[order]))
        if self._words.get("spikes_file"):
            self._write_sonata(os.path.join(self._folder, self._words["spikes_file"]), parts)
        if self._words.get("spikes_file_csv"):
            self._write_csv(os.path.join(self._folder, self._words["spikes_file_csv"]), parts)

    def _write_sonata(self, file, parts):
        with h5py.File(file, "w") as handle:
            handle.attrs["magic"] = np.uint32(0x0A7A)
            handle.attrs["version"] = np.array([0, 1], np.uint32)
            root = handle.create_group("spikes")
            for name, times, nodes in parts:
                group = root.create_group(name)
                group.attrs.create("sorting", _CODES[self._order], dtype=_SORTING)
                stored = group.create_dataset("timestamps", data=times, compression="gzip")
                stored.attrs["units"] = "ms"
                group.create_dataset("node_ids", data=nodes.astype(np.int64), compression="gzip")

    def _write_csv(self, file, parts):
        rows = [(time, name, int(node)) for name, times, nodes in parts for time, node in zip(times.tolist(), nodes)]
        if self._order != "by_id":
            rows.sort(key=lambda row: row[0])
        with open(file, "w") as opened:
            opened.write("timestamps population node_ids\n")
            opened.writelines(f"{time!r} {name} {node}\n" for time, name, node in rows)
