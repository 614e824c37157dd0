"""Errors that one rank finds are errors of all."""

from .errors import SonataError


def gathered(pc, item):
    """The items of all ranks; in a dry run, which has no other ranks, only this one. Collective."""
    try:
        return pc.py_allgather(item)
    except RuntimeError as error:
        if "dry run" not in str(error):
            raise
        return [item]


def together(pc, function, *arguments):
    """What the function returns; if it fails with an error of the circuit on one rank, all ranks raise this error.

    Collective, so the function must not be.
    """
    found, error = None, None
    try:
        found = function(*arguments)
    except SonataError as raised:
        error = raised
    first = next((each for each in gathered(pc, error) if each is not None), None)
    if first is not None:
        raise first
    return found
