"""Steps that give sections their membrane: mechanisms, and values of variables."""

import dataclasses

from .errors import SonataError


@dataclasses.dataclass(frozen=True)
class Insert:
    """Inserts a mechanism."""

    name: str

    def apply(self, section):
        section.insert(self.name)


@dataclasses.dataclass(frozen=True)
class Set:
    """Sets a variable of the section, Ra [ohm cm] or cm [uF/cm2], or a range variable in all of its segments."""

    name: str
    value: float

    def apply(self, section):
        setattr(section, self.name, self.value)


@dataclasses.dataclass(frozen=True)
class SetIon:
    """Sets a reversal potential [mV]; without the ion in the section, `needed` makes an error."""

    name: str
    value: float
    needed: bool = True

    def apply(self, section):
        if not self.needed and not section.has_membrane(f"{self.name[1:]}_ion"):
            return
        setattr(section, self.name, self.value)


class Membrane:
    """The steps of each kind of section, and the file they come from, for messages."""

    def __init__(self):
        self._steps = {}

    def add(self, file, steps):
        for kind, of_kind in steps.items():
            self._steps.setdefault(kind, []).extend((file, step) for step in of_kind)

    def forget(self, kind):
        """Drops the steps of sections that are deleted."""
        self._steps.pop(kind, None)

    def apply(self, cell):
        for kind, steps in self._steps.items():
            for section in getattr(cell, kind, ()):
                self._apply(section, steps)

    @staticmethod
    def _apply(section, steps):
        for file, step in steps:
            try:
                step.apply(section)
            except (ValueError, AttributeError, RuntimeError, NameError, LookupError) as error:
                name = section.name().rpartition(".")[2]
                raise SonataError(file, step.name, f"cannot be used in {name}: {error}") from None
