"""Density mechanisms by their names in hoc: h.hh."""

import re

import _ranvier

from ranvier.sections import Section

_BLOCKS_LEFT_OUT = re.compile(r"\b(COMMENT|VERBATIM)\b.*?\bEND\1\b", re.DOTALL)
_COMMENT = re.compile(r"(REPRESENTS\s+\[?\w+:)|[?:].*")  # the colon within an ontology's name begins none
_WORDS = {"READ", "WRITE", "VALENCE", "REPRESENTS"}


def _nmodl():
    try:
        from nmodl import dsl
    except ImportError:
        raise ImportError(
            "Missing nmodl module: the syntax tree of a .mod file is made by NEURON's package nmodl, which Ranvier does not "
            "contain; `ranvier explain FILE.mod` says what Ranvier reads in it"
        ) from None
    return dsl


class DensityMechanism:
    """A density mechanism: h.hh inserts itself into sections and knows its .mod file."""

    def __init__(self, name):
        if not (_ranvier.is_density(name) or name in ("capacitance", "morphology")):
            raise Exception(f"No DensityMechanism: {name}")
        self._name = name

    def __repr__(self):
        return f"neuron.DensityMechanism({self._name!r})"

    def __dir__(self):
        hidden = {"_name", "_described"}
        try:
            _nmodl()
        except ImportError:
            hidden.add("ast")
        return sorted({*object.__dir__(self), "name"} - hidden)

    @property
    def name(self):
        return self._name

    @property
    def file(self):
        """The path of its .mod file; empty for ions and others that have none."""
        return self._described().file()

    @property
    def code(self):
        """The text of its .mod file."""
        return self._described().code()

    @property
    def ast(self):
        """The syntax tree of its .mod file, as NEURON's package nmodl makes it. Raises ImportError without that package."""
        return _nmodl().NmodlDriver().parse_string(self.code)

    @property
    def ions(self):
        """What its USEION statements say: lists of the variables that it reads and writes, charge, ontology_id."""
        found = {}
        for statement in re.split(r"\bUSEION\b", _neuron_block(self.code))[1:]:
            ion, use = _ion_use(statement)
            found[ion] = use
        return found

    @property
    def ontology_ids(self):
        """What its REPRESENTS statements name."""
        named = re.findall(r"REPRESENTS\s+(\[[^\]]*\]|\S+)", _neuron_block(self.code))
        for use in self.ions.values():
            if use["ontology_id"]:
                named.remove(use["ontology_id"])
        return named

    def insert(self, secs):
        """Inserts it into a section or several."""
        for section in _several(secs):
            section.insert(self._name)

    def uninsert(self, secs):
        """Removes it from a section or several."""
        for section in _several(secs):
            section.uninsert(self._name)

    def _described(self):
        from ranvier.interpreter import h

        mechanisms = h.MechanismType(0)
        mechanisms.select(self._name)
        return mechanisms


def _several(sections):
    return [sections] if isinstance(sections, Section) else sections


def _neuron_block(code):
    """The text between the braces of NEURON { }, without comments."""
    text = _COMMENT.sub(lambda found: found[1] or "", _BLOCKS_LEFT_OUT.sub("", code))
    block = re.search(r"\bNEURON\s*\{(.*?)\}", text, re.DOTALL)
    return block[1] if block else ""


def _ion_use(statement):
    """The name and the description of an ion, from what follows USEION."""
    words = re.findall(r"\[[^\]]*\]|[^\s,]+", statement)
    ion, use, clause = words[0], {"read": [], "write": [], "charge": None, "ontology_id": None}, None
    for word in words[1:]:
        if word in _WORDS and not use["ontology_id"]:
            clause = word
        elif clause in ("READ", "WRITE"):
            use[clause.lower()].append(word)
        elif clause == "VALENCE":
            use["charge"], clause = int(float(word)), None
        elif clause == "REPRESENTS":
            use["ontology_id"], clause = word, None
        else:
            break  # the next statement; REPRESENTS ends this one, and may begin it
    return ion, use


_densities = {}


def density_mechanism(name):
    """h.hh, whose type has its name, as in NEURON."""
    if name not in _densities:
        _densities[name] = type(name, (DensityMechanism,), {"__module__": "neuron"})(name)
    return _densities[name]
