"""CSV files of electrodes, whose columns are separated by blanks."""

import csv

import numpy as np

from .errors import SonataError


def read_table(file, *names):
    """The rows of a file, which must have these columns."""
    try:
        with open(file, newline="") as opened:
            rows = list(csv.DictReader((line.strip() for line in opened), delimiter=" ", skipinitialspace=True))
    except OSError as error:
        raise SonataError(file, None, f"cannot be read: {error.strerror}") from None
    missing = [name for name in names if not rows or name not in rows[0]]
    if missing:
        raise SonataError(file, "line 1", f"has no column {missing[0]}")
    return rows


def numbers_of(file, rows, names):
    """An array with a row for each row of the table."""
    try:
        return np.array([[float(row[name]) for name in names] for row in rows])
    except (TypeError, ValueError) as error:
        raise SonataError(file, None, f"holds no numbers: {error}") from None
