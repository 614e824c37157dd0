"""Membranes in NeuroML files: what bmtk reads of them. Units are ignored, as there: the numbers are in NEURON's units.

The morphology of the file is ignored; cells take theirs from `morphology`.
"""

import xml.etree.ElementTree as xml

from .errors import SonataError
from .membrane import Insert, Set, SetIon

_GROUPS = {
    "all": ("soma", "axon", "dend", "apic"),
    "soma": ("soma",),
    "somatic": ("soma",),
    "axon": ("axon",),
    "axonal": ("axon",),
    "dend": ("dend",),
    "basal": ("dend",),
    "dendritic": ("dend",),
    "apic": ("apic",),
    "apical": ("apic",),
}


class _Element:
    """An element of the file with its attributes."""

    def __init__(self, file, element):
        self._file, self._element = file, element
        self.tag = element.tag.rpartition("}")[2]

    def error(self, what):
        return SonataError(self._file, f"<{self.tag} id={self.get('id', '?')!r}>", what)

    def get(self, name, default=None):
        return self._element.attrib.get(name, default)

    def need(self, name):
        value = self.get(name)
        if value is None:
            raise self.error(f"has no {name}")
        return value

    def number(self, name):
        try:
            return float(self.need(name).split()[0])
        except (ValueError, IndexError):
            raise self.error(f"{name} is not a number: {self.get(name)!r}") from None

    def kinds(self):
        group = self.need("segmentGroup").lower()
        if group not in _GROUPS:
            raise self.error(f"there is no segmentGroup {group}; known are {', '.join(_GROUPS)}")
        return _GROUPS[group]


def _channel(element):
    channel = element.need("ionChannel")
    density = element.number("condDensity")
    if channel == "pas" and element.tag == "channelDensity":
        return [Insert("pas"), Set("g_pas", density), Set("e_pas", element.number("erev"))]
    steps = [Insert(channel), Set(element.need("id"), density)]
    ion = element.need("ion")
    if ion in ("na", "k") and element.get("erev") is not None:
        steps.append(SetIon(f"e{ion}", element.number("erev")))
    return steps


def _concentration(element):
    name, kind = element.need("id"), element.need("type")
    gamma, decay = element.number("gamma"), element.number("decay")
    return [Insert(name), Set(f"gamma_{kind}", gamma), Set(f"decay_{kind}", decay)]


_READERS = {
    "channelDensity": _channel,
    "channelDensityNernst": _channel,
    "resistivity": lambda element: [Set("Ra", element.number("value"))],
    "specificCapacitance": lambda element: [Set("cm", element.number("value"))],
    "concentrationModel": _concentration,
}


def membrane_steps(file):
    """The steps of each kind of section: {"soma": [Insert("pas"), ...], ...}."""
    try:
        root = xml.parse(file).getroot()
    except (OSError, xml.ParseError) as error:
        raise SonataError(file, None, f"cannot be read as NeuroML: {error}") from None
    found = {}
    for each in root.iter():
        element = _Element(file, each)
        if element.tag in _READERS:
            steps = _READERS[element.tag](element)
            for kind in element.kinds():
                found.setdefault(kind, []).extend(steps)
    return found
