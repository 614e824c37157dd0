"""Reads rasters for figures: spikes, and what the file says about its run."""

import dataclasses
import pathlib

import numpy as np


@dataclasses.dataclass
class Run:
    """What a raster says about its run; rasters of other programs, and text, say nothing."""

    tstop: float | None = None  # end [ms]
    cells: int | None = None  # the number of cells that were recorded, silent ones included
    gids: tuple | None = None  # (first, last + 1), if all of these were recorded
    populations: list = dataclasses.field(default_factory=list)  # [(name, first, last + 1)]


def _text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def _range(text):
    first, last = text.split(":")
    return int(first), int(last)


def run_of(attributes):
    """The Run of the attributes of a population's group, as Ranvier writes them."""
    found = {name: _text(attributes[name]) for name in ("tstop", "cells", "gids", "populations") if name in attributes}
    run = Run()
    if "tstop" in found:
        run.tstop = float(found["tstop"])
    if "cells" in found:
        run.cells = int(found["cells"])
    if "gids" in found:
        run.gids = _range(found["gids"])
    for word in filter(None, found.get("populations", "").split(",")):
        name, _, span = word.rpartition("=")
        run.populations.append((name, *_range(span)))
    return run


def read_raster_and_run(path):
    """[(population, times [ms], gids)] of a SONATA or text file, and its Run."""
    path = pathlib.Path(path)
    import h5py

    if path.exists() and h5py.is_hdf5(path):
        with h5py.File(path, "r") as file:
            if "spikes" not in file:
                raise ValueError(f"{path}: no group /spikes; is this a SONATA raster?")
            if "gids" in file["spikes"]:  # the layout before populations
                columns = [("cells", file["spikes/timestamps"], file["spikes/gids"])]
            else:
                columns = [(name, each["timestamps"], each["node_ids"]) for name, each in file["spikes"].items()]
            spikes = [(name, np.asarray(times, float), np.asarray(gids, np.int64)) for name, times, gids in columns]
            groups = [] if "gids" in file["spikes"] else list(file["spikes"].values())
            return spikes, run_of(groups[0].attrs) if len(groups) == 1 else Run()
    if path.suffix.lower() in (".h5", ".hdf5"):
        raise OSError(f"{path} is not an HDF5 file, or does not exist")
    rows = [line.split()[:2] for line in path.read_text().splitlines() if line.strip() and line[0] not in "#/"]
    times = np.array([float(row[0]) for row in rows])
    gids = np.array([int(row[1]) for row in rows], np.int64)
    return [("cells", times, gids)], Run()


def read_raster(path):
    """[(population, times [ms], gids)] of a SONATA or text file."""
    return read_raster_and_run(path)[0]


def parse_gids(text):
    """The ranges (first, last + 1) of 0-3,7."""
    ranges = []
    for word in text.split(","):
        first, _, last = word.partition("-")
        if not first.isdecimal() or (last and not last.isdecimal()) or word.endswith("-"):
            raise ValueError(f"'{text}' is not a list of gids like 0-3,7")
        ranges.append((int(first), int(last or first) + 1))
        if ranges[-1][0] >= ranges[-1][1]:
            raise ValueError(f"'{text}': a range of gids ends before it begins")
    return ranges
