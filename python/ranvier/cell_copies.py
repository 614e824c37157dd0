"""Copies of cells that a Python class has made, for pc.cells with the word "equal".

The attributes of the first cell are pickled once. Its sections, its segments and what it holds of hoc are left out of the
pickle by persistent ids, and a copy gets those that stand for them.
"""

import io
import math
import numbers
import pickle
import types

_SHARED = (type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType)
_SIMPLE = (numbers.Number, str, bytes, type(None))


class _Unequal(Exception):
    """The name of an attribute in which two cells differ."""


def _is_hoc(value):
    from ranvier.objects import HocObject

    return isinstance(value, HocObject)


class _Numbering:
    """The sections of a cell, in order of creation, by which sections and segments of two cells correspond."""

    def __init__(self, sections):
        self.sections = list(sections)
        self._number = {section: k for k, section in enumerate(self.sections)}

    def of(self, section):
        if section not in self._number:
            raise ValueError(f"{section}, which is not the cell's own")
        return self._number[section]


class _Pickler(pickle.Pickler):
    """Pickles attributes of a cell; `held`: the objects of hoc in them; `shared`: what a copy has in common with the cell."""

    def __init__(self, file, cell, numbering):
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._cell, self._numbering = cell, numbering
        self.held, self.shared = [], []

    def persistent_id(self, value):
        from ranvier.sections import Section, Segment

        if value is self._cell:
            return ("cell",)
        if isinstance(value, Section):
            return ("section", self._numbering.of(value))
        if isinstance(value, Segment):
            return ("segment", self._numbering.of(value.sec), value.x)
        if _is_hoc(value):
            return ("held", _place(self.held, value))
        if isinstance(value, _SHARED):
            if getattr(value, "__closure__", None):
                raise ValueError(f"the function {value.__qualname__}, which uses local variables")
            return ("shared", _place(self.shared, value))
        return None


def _place(known, value):
    for k, each in enumerate(known):
        if each is value:
            return k
    known.append(value)
    return len(known) - 1


def _hoc_list(objects):
    from ranvier import h

    made = h.List()
    for each in objects:
        made.append(each)
    return made


class _Unpickler(pickle.Unpickler):
    def __init__(self, text, cell, sections, held, shared):
        super().__init__(io.BytesIO(text))
        self._cell, self._sections, self._known = cell, sections, {"held": held, "shared": shared}

    def persistent_load(self, key):
        kind, *where = key
        if kind == "cell":
            return self._cell
        if kind == "section":
            return self._sections[where[0]]
        if kind == "segment":
            return self._sections[where[0]](where[1])
        return self._known[kind][where[0]]


class Copies:
    """Makes copies of a cell, and compares others with it. What hoc keeps of them is copied and compared by the caller."""

    def __init__(self, cell, gid, sections):
        self._cell, self._gid = cell, int(gid)
        self._numbering = _Numbering(sections)
        self._gid_names = None
        self._text, self._made = None, None
        self._shared = []
        self.names = []

    def prepare(self):
        """Pickles the cell; returns a List of the objects of hoc that it holds, or a text that says what has no copy.

        `names`: the attributes that hold them."""
        self.names = []
        known = []
        for name, value in vars(self._cell).items():
            try:
                held = self._pickle({name: value})[1]
            except Exception as error:
                return f"its attribute {name} holds {error}, which has no copy"
            new = [each for each in held if not any(each is other for other in known)]
            known += new
            self.names += [name] * len(new)
        self._text, held, self._shared = self._pickle(vars(self._cell))
        return _hoc_list(held)

    def _pickle(self, attributes):
        file = io.BytesIO()
        pickler = _Pickler(file, self._cell, self._numbering)
        pickler.dump(attributes)
        return file.getvalue(), pickler.held, pickler.shared

    def begin(self, gid):
        """Makes an empty cell, which already has numbers and strings, since __str__ may use them, and empty sections in it.

        Returns a SectionList."""
        from ranvier import h
        from ranvier.sections import Section

        made = type(self._cell).__new__(type(self._cell))
        vars(made).update((name, value) for name, value in vars(self._cell).items() if isinstance(value, _SIMPLE))
        self._give_gid(made, gid)
        sections = []
        for section in self._numbering.sections:
            owner = {"cell": made} if section.cell() is self._cell else {}
            sections.append(Section(name=section.name().rpartition(".")[2], **owner))
        self._made = made, sections
        return h.SectionList(sections)

    def finish(self, gid, held):
        """Gives the cell of `begin` its attributes. held: a List of what stands for the objects of `prepare`."""
        made, sections = self._made
        self._made = None
        attributes = _Unpickler(self._text, made, sections, list(held), self._shared).load()
        vars(made).clear()
        vars(made).update(attributes)
        self._give_gid(made, gid)
        return made

    def _give_gid(self, cell, gid):
        for name in self._gid_names or ():
            setattr(cell, name, int(gid))

    def compare(self, other, gid, sections):
        """A List of pairs of objects of hoc that must correspond, or the name of an attribute that differs.

        `names`: the attributes that hold the pairs."""
        comparison = _Comparison(self._numbering, _Numbering(sections), self._cell, other)
        mine, others = vars(self._cell), vars(other)
        if self._gid_names is None:
            self._gid_names = [name for name in mine if self._follows_gid(mine[name], others.get(name), int(gid))]
        if list(mine) != list(others):
            return "the names of their attributes"
        try:
            for name in mine:
                if name not in self._gid_names:
                    comparison.compare(mine[name], others[name], name)
        except _Unequal as unequal:
            return str(unequal)
        self.names = comparison.names
        return _hoc_list(comparison.pairs)

    def _follows_gid(self, mine, other, gid):
        return type(mine) is int and type(other) is int and mine == self._gid and other == gid


class _Comparison:
    """Compares what two cells hold; `pairs`: their objects of hoc, in turn; `names`: the attributes, one for each pair."""

    def __init__(self, numbering, others_numbering, cell, other):
        self._numbering, self._others = numbering, others_numbering
        self._seen = {(id(cell), id(other))}
        self.pairs, self.names = [], []

    def compare(self, a, b, name):
        from ranvier.sections import Section, Segment

        if type(a) is not type(b):
            raise _Unequal(name)
        if (id(a), id(b)) in self._seen:
            return
        self._seen.add((id(a), id(b)))
        if isinstance(a, Section):
            self._same(self._numbering.of(a) == self._others.of(b), name)
        elif isinstance(a, Segment):
            self._same(self._numbering.of(a.sec) == self._others.of(b.sec) and a.x == b.x, name)
        elif _is_hoc(a):
            self.pairs += [a, b]
            self.names.append(name)
        elif isinstance(a, types.MethodType):
            self._same(a.__func__ is b.__func__, name)
            self.compare(a.__self__, b.__self__, name)
        elif isinstance(a, dict):
            self._same(list(a) == list(b), name)
            self._all(a.values(), b.values(), name)
        elif isinstance(a, (list, tuple)):
            self._same(len(a) == len(b), name)
            self._all(a, b, name)
        elif hasattr(a, "__dict__") and not isinstance(a, _SHARED):
            self.compare(vars(a), vars(b), name)
        else:
            self._same(_are_equal(a, b), name)

    def _all(self, a, b, name):
        for mine, other in zip(a, b):
            self.compare(mine, other, name)

    @staticmethod
    def _same(are_same, name):
        if not are_same:
            raise _Unequal(name)


def _are_equal(a, b):
    if isinstance(a, float):
        return a == b or (math.isnan(a) and math.isnan(b))
    equal = a == b
    if hasattr(equal, "all"):  # arrays of numpy
        return a.shape == b.shape and a.tobytes() == b.tobytes()
    return bool(equal)
