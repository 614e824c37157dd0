"""The checksum of a raster: spikes sorted by time, then gid, as pairs of float64 [ms] and uint64, little-endian."""

import hashlib
import pathlib

import numpy as np

from .errors import StudyError


def read(path: pathlib.Path) -> tuple[np.ndarray, np.ndarray]:
    """Times [ms] and gids of a SONATA file (.h5), or of a text with a time and a gid a line. Raises StudyError."""
    try:
        if path.suffix == ".h5":
            from . import hdf5_files

            with hdf5_files.opened(path) as file:
                groups = list(file.get("spikes", {}).values())
                times = [np.asarray(group["timestamps"], np.float64) for group in groups]
                gids = [np.asarray(group["node_ids"], np.uint64) for group in groups]
                return np.concatenate(times or [[]]), np.concatenate(gids or [np.empty(0, np.uint64)])
        lines = [line.split() for line in path.read_text().splitlines() if line.strip() and not line.startswith("#")]
        times = np.array([float(line[0]) for line in lines], np.float64)
        return times, np.array([int(line[1]) for line in lines], np.uint64)
    except (OSError, KeyError, ValueError, IndexError) as error:
        raise StudyError(f"{path} is not a raster: {error}") from None


def checksum(times: np.ndarray, gids: np.ndarray) -> str:
    """SHA-256 in hexadecimal digits; does not depend on the order of the spikes."""
    order = np.lexsort((gids, times))
    records = np.empty(len(times), np.dtype([("t", "<f8"), ("gid", "<u8")]))
    records["t"], records["gid"] = np.asarray(times)[order], np.asarray(gids)[order]
    return hashlib.sha256(records.tobytes()).hexdigest()
