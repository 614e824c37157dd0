"""The sections of a Python object that Import3d makes; import3d.hoc calls this in the place of hoc statements."""

from ranvier.interpreter import h
from ranvier.sections import Section


class ImportedSections:
    """Lists of sections as attributes of an object: `soma`, `dend` and others, and `all` for all of them."""

    def __init__(self, cell):
        self._cell = cell
        self._lists = {}
        cell.all = []

    def create(self, kind, count):
        """Makes the sections kind[0] to kind[count-1]."""
        made = [Section(name=f"{kind}[{k}]", cell=self._cell) for k in range(int(count))]
        setattr(self._cell, kind, made)
        self._lists[kind] = made
        self._cell.all += made

    def connect(self, kind, index, parent_kind, parent_index, x):
        """Connects a section to its parent at x."""
        self._section(kind, index).connect(self._section(parent_kind, parent_index)(x), 0)

    def begin_at(self, kind, index, x, y, z):
        """Sets the end of the wire from the parent to the first point [um]."""
        h.pt3dstyle(1, x, y, z, sec=self._section(kind, index))

    def add_points(self, kind, index, x, y, z, diam):
        """Adds 3-D points, given as Vectors [um]."""
        self._section(kind, index).pt3dadd(x, y, z, diam)

    def _section(self, kind, index):
        return self._lists[kind][int(index)]
