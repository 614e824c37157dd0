"""Cells of templates of the circuit: hoc:NAME, from the .hoc files of components.templates_dir."""

from .morphology import KINDS


class HocCell:
    """The lists of sections of an instance."""

    def __init__(self, gid, instance, dl):
        self.gid, self.instance = gid, instance
        for kind in KINDS:
            setattr(self, kind, self._sections(kind))
        self.all = self._sections("all") or [section for kind in KINDS for section in getattr(self, kind)]
        if dl is not None:
            for section in self.all:
                section.nseg = 1 + 2 * int(section.L / (2 * dl))

    def _sections(self, name):
        found = getattr(self.instance, name, None)
        if found is None:
            return []
        return list(found) if hasattr(found, "__iter__") and not hasattr(found, "nseg") else [found]
