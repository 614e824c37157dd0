"""Reading HDF5 files so that an error names the file and the dataset."""

import contextlib
import os

import h5py
import numpy as np

from .errors import SonataError
from .nearest import advice


@contextlib.contextmanager
def opened(file, key):
    """An HDF5 file; `key` is the key of the configuration that names it."""
    if os.path.isdir(file):
        raise SonataError(file, key, "is a folder, not a file")
    try:
        handle = h5py.File(file, "r")
    except (OSError, KeyError) as error:
        raise SonataError(file, key, f"cannot be read as HDF5: {_first_line(error)}") from None
    with handle:
        try:
            yield handle
        except OSError as error:  # a damaged block
            raise SonataError(file, key, f"is damaged: {_first_line(error)}") from None


def _first_line(error):
    return (str(error).splitlines() or [type(error).__name__])[0]


def group(parent, name):
    """A group that must be there."""
    found = parent.get(name)
    if not isinstance(found, h5py.Group):
        what = f"there is no such group{advice(name, parent)}"
        raise SonataError(parent.file.filename, f"{parent.name.rstrip('/')}/{name}", what)
    return found


def dataset(parent, name, length=None, kind=None):
    """A dataset that must be there; `kind` is "whole" for whole numbers, "number" for any."""
    found = parent.get(name)
    place = f"{parent.name.rstrip('/')}/{name}"
    if not isinstance(found, h5py.Dataset):
        raise SonataError(parent.file.filename, place, "there is no such dataset")
    if length is not None and (not found.shape or found.shape[0] != length):
        raise SonataError(parent.file.filename, place, f"has the shape {found.shape}, not {length} rows")
    wanted = {"whole": "iu", "number": "iuf"}.get(kind)
    if wanted and found.dtype.kind not in wanted:
        text = "whole numbers" if kind == "whole" else "numbers"
        raise SonataError(parent.file.filename, place, f"holds {found.dtype}, not {text}")
    return found


def texts(values):
    """An array of str for one of bytes; other arrays stay."""
    if values.dtype.kind in "SO":
        return np.array([each.decode() if isinstance(each, bytes) else each for each in values], object)
    return values


def columns(parent, length=None, kind=None):
    """The datasets of a group by name, without those of its subgroups."""
    found = {}
    for name, item in parent.items():
        if isinstance(item, h5py.Dataset) and item.shape and item.ndim == 1:
            found[name] = dataset(parent, name, length, kind)
    return found


def text_attribute(item, name):
    value = item.attrs.get(name)
    return value.decode() if isinstance(value, bytes) else value
