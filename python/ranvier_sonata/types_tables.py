"""Tables of node types and edge types: CSV files whose columns are separated by blanks."""

import csv
import math
import types

from .errors import SonataError

_NONE = {"", "NULL", "NONE", "None", "NaN", "nan", "NA"}


def value_of(text):
    """A number, a text, or None for one of the words that mean no value."""
    if text in _NONE:
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def is_none(value):
    """Whether a value of a table or of an HDF5 column means no value."""
    if value is None:
        return True
    if isinstance(value, str):
        return value in _NONE
    return isinstance(value, float) and math.isnan(value)


class TypesTable:
    """Rows by their id; `columns` is the set of the names in the first line."""

    def __init__(self, file, id_column):
        self.file = file
        self.columns = set()
        self._rows = {}
        if file:
            self._read(id_column)

    def _read(self, id_column):
        try:
            with open(self.file, newline="") as opened:
                lines = (line.strip() for line in opened)
                rows = [row for row in csv.reader(lines, delimiter=" ", skipinitialspace=True) if row]
        except OSError as error:
            raise SonataError(self.file, None, error.strerror) from None
        header = rows[0] if rows else []
        if id_column not in header:
            raise SonataError(self.file, id_column, "the file has no such column; columns are separated by blanks")
        self.columns = set(header) - {id_column}
        for number, row in enumerate(rows[1:], 2):
            self._add(dict(zip(header, row)), number, len(row), len(header), id_column)

    def _add(self, row, number, count, wanted, id_column):
        if count != wanted:
            raise SonataError(self.file, f"line {number}", f"has {count} columns, not the {wanted} of the first line")
        row = {name: value_of(text) for name, text in row.items()}
        key = row.pop(id_column)
        if not isinstance(key, int):
            raise SonataError(self.file, f"line {number}", f"{id_column} is {key!r}, not a whole number")
        if key in self._rows:
            raise SonataError(self.file, f"line {number}", f"{id_column} {key} occurs twice")
        self._rows[key] = types.MappingProxyType(row)

    def __contains__(self, key):
        return key in self._rows

    def __getitem__(self, key):
        return self._rows[key]

    def ids(self):
        return list(self._rows)
