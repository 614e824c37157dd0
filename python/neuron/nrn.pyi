# Written by scripts/python-stubs.
from typing import Any, Iterable, Iterator

class Reference:
    """A reference to a variable: segment._ref_v, h._ref_t, h.ref(3). [0] is its value."""
    def __getitem__(self, index: int) -> Any: ...
    def __setitem__(self, index: int, value: Any) -> None: ...

class Mechanism:
    """A density mechanism in a segment: sec(0.5).hh."""
    def is_ion(self) -> Any:
        """Whether it holds the concentrations and the current of an ion."""
    def name(self) -> Any:
        """The mechanism's name."""
    def segment(self) -> Any:
        """The segment in which the mechanism is."""
    def __iter__(self) -> Iterator[Any]: ...
    def __getattr__(self, name: str) -> Any: ...
    def __setattr__(self, name: str, value: Any) -> None: ...

class DensityMechanism:
    """A density mechanism by its hoc name: h.hh, h.hh.insert(sections), sec.insert(h.hh)."""
    @property
    def name(self) -> str: ...
    @property
    def file(self) -> str:
        """The path of its .mod file; empty for ions and others that have none."""
    @property
    def code(self) -> str:
        """The text of its .mod file."""
    @property
    def ions(self) -> dict[str, dict[str, Any]]:
        """What its USEION statements say: lists of the variables that it reads and writes, charge, ontology_id."""
    @property
    def ontology_ids(self) -> list[str]:
        """What its REPRESENTS statements name."""
    def insert(self, secs: Section | Iterable[Section]) -> None:
        """Inserts it into a section or several."""
    def uninsert(self, secs: Section | Iterable[Section]) -> None:
        """Removes it from a section or several."""

class Segment:
    """A position on a section, sec(x). Its attributes are the variables of the segment that contains x."""
    sec: Section
    x: float
    v: float
    diam: float
    cm: float
    def __init__(self, sec: Section, x: float) -> None: ...
    def __iter__(self) -> Iterator[Mechanism]: ...
    def area(self) -> Any:
        """The membrane's area [um2]; 0 at the section's ends."""
    def node_index(self) -> Any:
        """The number of its node among those of all cells, in NEURON's order on one thread; 0 before finitialize."""
    def point_processes(self) -> Any:
        """The point processes in the segment, newest first as in NEURON."""
    def ri(self) -> Any:
        """The resistance to the parent segment [megohm]."""
    def volume(self) -> Any:
        """Of the frusta between the section's points, else of a cylinder [um3]; 0 at the section's ends."""
    def __getattr__(self, name: str) -> Any: ...
    def __setattr__(self, name: str, value: Any) -> None: ...

class Section:
    """An unbranched cable: Section(name=..., cell=...). A section made by Python is deleted with its Python object."""
    L: float
    Ra: float
    nseg: int
    rallbranch: float
    def __init__(self, name: str = ..., cell: object = ...) -> None: ...
    def __call__(self, x: float = ...) -> Segment: ...
    def __iter__(self) -> Iterator[Segment]: ...
    def __len__(self) -> int: ...
    def __contains__(self, item: object) -> bool: ...
    def allseg(self) -> Any:
        """Iterates over the end at 0, the segments, and the end at 1."""
    def arc3d(self, i: Any) -> Any:
        """Path length from the first 3-D point to point i [um]."""
    def cell(self) -> Any:
        """The object of Python or of a template to which the section belongs; None if there is none."""
    def children(self) -> Any:
        """The children, newest first like in NEURON."""
    def connect(self, parent: Any, *where: Any) -> Any:
        """connect(parent(x), end=0) or connect(parent, x=1, end=0)."""
    def diam3d(self, i: Any) -> Any:
        """Diameter at 3-D point i [um]."""
    def disconnect(self) -> Any:
        """Separates the section from its parent."""
    def has_membrane(self, mechanism: Any) -> Any:
        """Whether the density mechanism is inserted."""
    def hname(self) -> Any:
        """The section's full name."""
    def hoc_internal_name(self) -> Any:
        """A name by which hoc finds the section."""
    def insert(self, mechanism: Any) -> Any:
        """Inserts a density mechanism, insert("hh") or insert(h.hh); returns the section."""
    def is_pysec(self) -> Any:
        """True if Python made the section."""
    def n3d(self) -> Any:
        """The number of 3-D points."""
    def name(self) -> Any:
        """The section's full name."""
    def orientation(self) -> Any:
        """The end that is connected to the parent, 0 or 1."""
    def parentseg(self) -> Any:
        """The segment of the parent to which the section is connected, or None."""
    def psection(self) -> Any:
        """The contents of the section as a dict: mechanisms with their values, point processes, shape."""
    def pt3dadd(self, x: Any, y: Any, z: Any, diam: Any) -> Any:
        """Appends a 3-D point [um], or a point for each element of four sequences."""
    def pt3dchange(self, i: Any, *values: Any) -> Any:
        """pt3dchange(i, x, y, z, diam) or pt3dchange(i, diam): changes 3-D point i [um]."""
    def pt3dclear(self, *size: Any) -> Any:
        """Removes all 3-D points; a number reserves memory for that many."""
    def pt3dinsert(self, i: Any, x: Any, y: Any, z: Any, diam: Any) -> Any:
        """Inserts a 3-D point before point i [um]."""
    def pt3dremove(self, i: Any) -> Any:
        """Removes 3-D point i."""
    def pt3dstyle(self, *values: Any) -> Any:
        """pt3dstyle(1, x, y, z) sets where the drawing leaves the parent [um], pt3dstyle(0) unsets it; whether it is set."""
    def push(self, *ignored: Any) -> Any:
        """Accesses the section until h.pop_section()."""
    def same(self, other: Any) -> Any:
        """Whether both are the same section."""
    def spine3d(self, i: Any) -> Any:
        """Whether 3-D point i belongs to a spine; its diameter is stored negative."""
    def subtree(self) -> Any:
        """The section and all sections below it."""
    def trueparentseg(self) -> Any:
        """The place of connection on the true parent, skipping parents to whose near end the path connects."""
    def uninsert(self, mechanism: Any) -> Any:
        """Removes a density mechanism; returns the section."""
    def wholetree(self) -> Any:
        """All sections of the cell, from its root."""
    def x3d(self, i: Any) -> Any:
        """x of 3-D point i [um]."""
    def y3d(self, i: Any) -> Any:
        """y of 3-D point i [um]."""
    def z3d(self, i: Any) -> Any:
        """z of 3-D point i [um]."""
    def __getattr__(self, name: str) -> Any: ...
    def __setattr__(self, name: str, value: Any) -> None: ...

def allsec() -> Iterator[Section]: ...
def cas() -> Section: ...
