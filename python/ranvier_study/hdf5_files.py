"""HDF5 files of others: values that lie in other files are read only from the folder of the file, and below.

HDF5 opens what a file names, without asking: a file that only its reader may see, or a pipe, where it waits forever.
The same rule as engine/hdf5/linked_file.hpp has.
"""

import contextlib
import pathlib
from collections.abc import Iterator
from typing import Any

import h5py

from .errors import StudyError


@contextlib.contextmanager
def opened(path: pathlib.Path) -> Iterator[h5py.File]:
    """The file, to read. Raises StudyError if it takes values from elsewhere, OSError if it cannot be read."""
    check_links(path, set())
    with h5py.File(path, "r") as file:
        yield file


def check_links(path: pathlib.Path, seen: set[pathlib.Path]) -> None:
    """Checks the file and those that it links to, each before it is opened."""
    seen.add(path.resolve())
    with h5py.File(path, "r") as file:
        linked = [linked_file(path, *link) for link in links_of(file)]
    for found in linked:
        if found not in seen:
            check_links(found, seen)


def linked_file(path: pathlib.Path, name: str, source: str | None) -> pathlib.Path:
    folder = path.resolve().parent
    found = (folder / (source or "")).resolve()
    if not found.is_relative_to(folder) or not found.is_file():
        raise StudyError(
            f"{path} has values of {name} in {source or 'a file of plain values'}, which is not read: only HDF5 files "
            "in its folder are; copy them into this one"
        )
    return found


def links_of(file: h5py.File) -> Iterator[tuple[str, str | None]]:
    """Each object whose values lie in another file, and the name of that one; None for files of plain values."""
    groups: list[Any] = [file]
    seen = {file.id}
    while groups:
        group = groups.pop()
        for name in group:
            whole = f"{group.name.rstrip('/')}/{name}"
            link = group.get(name, getlink=True)
            if isinstance(link, h5py.ExternalLink):
                yield whole, link.filename
            elif isinstance(link, h5py.HardLink):  # a soft link leads to what another link reaches
                item = group[name]
                if isinstance(item, h5py.Dataset):
                    yield from sources_of(item, whole)
                elif isinstance(item, h5py.Group) and item.id not in seen:
                    seen.add(item.id)
                    groups.append(item)


def sources_of(dataset: h5py.Dataset, name: str) -> Iterator[tuple[str, str | None]]:
    if dataset.external:
        yield name, None  # HDF5 looks for them in the current folder
    if dataset.is_virtual:
        for part in dataset.virtual_sources():
            if part.file_name != ".":
                yield name, part.file_name
