"""Errors that one rank finds are errors of all."""

from .errors import SonataError


def together(pc, function, *arguments):
    """What the function returns; if it fails with an error of the circuit on one rank, all ranks raise this error.

    Collective, so the function must not be.
    """
    found, error = None, None
    try:
        found = function(*arguments)
    except SonataError as raised:
        error = raised
    first = next((each for each in pc.py_allgather(error) if each is not None), None)
    if first is not None:
        raise first
    return found
