"""Shapes of cells: a file is imported once; each cell is a copy of what the import has made.

Sections keep the order in which bmtk numbers them: the soma, dendrites and apical dendrites in the order of the import, then
the axon, which most circuits replace by two cylinders of 30 um.
"""

import dataclasses
import os

import numpy as np

from .errors import SonataError

KINDS = ("soma", "axon", "dend", "apic")
# By the labels of sections in edge types and reports.
KIND_OF_LABEL = {
    "soma": "soma",
    "somatic": "soma",
    "axon": "axon",
    "axonal": "axon",
    "dend": "dend",
    "basal": "dend",
    "apic": "apic",
    "apical": "apic",
}


@dataclasses.dataclass
class Shape:
    """What a section is copied from: 3-D points, or a length and a diameter, or points and a length [um]."""

    name: str
    points: tuple
    length: float | None = None
    diam: float = 0.0
    parent: int = -1
    at: float = 1.0

    @property
    def kind(self):
        return self.name.partition("[")[0]


class Cell:
    """Lists of sections: those of each kind, and `all` of them."""

    def __init__(self, gid):
        self.gid = gid
        self.soma, self.axon, self.dend, self.apic, self.all = [], [], [], [], []

    def __repr__(self):
        return f"cell{self.gid}"


def morphology_file(folder, name, key_error):
    """The file of a morphology, whose name may lack its ending."""
    for ending in ("", ".swc", ".asc", ".SWC", ".ASC"):
        path = os.path.join(folder, f"{name}{ending}")
        if os.path.isfile(path):
            return path
    endings = "" if os.path.splitext(name)[1] in (".swc", ".asc") else f", {name}.swc or {name}.asc"
    raise key_error(f"there is no {name}{endings} in {folder}")


def _reader(h, file):
    if file.lower().endswith(".asc"):
        return h.Import3d_Neurolucida3()
    return h.Import3d_SWC_read()


def imported(file):
    """A cell as the import makes it."""
    from ranvier import h

    h.load_file("import3d.hoc")
    reader = _reader(h, file)
    reader.quiet = 1
    cell = Cell("")
    try:
        reader.input(file)
        h.Import3d_GUI(reader, 0).instantiate(cell)
    except RuntimeError as error:
        raise SonataError(file, None, f"cannot be imported: {error}") from None
    if not cell.soma:
        raise SonataError(file, None, "has no soma")
    return cell


def path_of(section):
    """(points [n x 3], distances along the section [n], length), all in um."""
    from ranvier import h

    count = range(section.n3d())
    points = [[h.x3d(k, sec=section), h.y3d(k, sec=section), h.z3d(k, sec=section)] for k in count]
    return np.array(points), np.array([h.arc3d(k, sec=section) for k in count]), section.L


class Morphology:
    """The shapes of a file, with each replacement of the axon in turn; `make` copies them.

    `paths` are those of the points of all sections, and `segments` the numbers of their segments.
    """

    def __init__(self, file, axons=(), dl=None):
        """dl: the longest segment is 2 dl [um]; None leaves one segment in each section."""
        from ranvier import h

        self._file, self._axons = file, axons
        cell = self._original()
        self._cylinders = set(cell.axon) if axons else set()
        self._number = {section: k for k, section in enumerate(cell.all)}
        self.shapes = [self._shape(section) for section in cell.all]
        self._connections = [pair for section in cell.all for pair in self._children(section)]
        self.segments = [1 if dl is None else 1 + 2 * int(section.L / (2 * dl)) for section in cell.all]
        # now, because the shape of this cell is defined together with that of all cells that exist
        self.paths = [path_of(section) for section in cell.all]
        for section in cell.all:
            h.delete_section(sec=section)
        del self._number, self._cylinders

    def _original(self):
        """The cell as it is imported, with its axon replaced."""
        from ranvier import h

        cell = imported(self._file)
        try:
            for axon in self._axons:
                axon.replace(cell)
        except ValueError as error:
            raise SonataError(self._file, None, str(error)) from None
        if self._axons:
            h.define_shape()  # as bmtk does: points move to where their parents end
        return cell

    def _shape(self, section):
        from ranvier import h

        name = section.name().rpartition(".")[2]
        is_cylinder = section in self._cylinders
        if is_cylinder and not self._axons[-1].is_directed:
            return Shape(name, (), section.L, section.diam)
        count = range(section.n3d())
        reads = (h.x3d, h.y3d, h.z3d, h.diam3d)
        points = tuple(h.Vector([read(i, sec=section) for i in count]) for read in reads)
        return Shape(name, points, section.L if is_cylinder else None)

    def _children(self, section):
        """(child, parent, x): the newest is the first of the children."""
        for child in reversed(section.children()):
            yield self._number[child], self._number[section], child.parentseg().x

    def make(self, gid):
        """A copy of the cell."""
        from ranvier.sections import Section

        cell = Cell(gid)
        sections = cell.all
        for shape, count in zip(self.shapes, self.segments):
            section = Section(name=shape.name, cell=cell)
            if shape.points:
                section.pt3dadd(*shape.points)
            else:
                section.diam = shape.diam
            if shape.length is not None:
                section.L = shape.length
            if count > 1:
                section.nseg = count
            sections.append(section)
            getattr(cell, shape.kind, sections[:0]).append(section)
        for child, parent, x in self._connections:
            sections[child].connect(sections[parent](x), 0)
        return cell
