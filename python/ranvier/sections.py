"""Sections and segments."""

import _ranvier


class Section(_ranvier.Section):
    pass


class Segment(_ranvier.Segment):
    pass


class DensityMechanism:
    """A density mechanism's name: sec.insert(h.hh)."""

    def __init__(self, name):
        self.name = name
