"""Parameters of the Allen Cell Types Database, which aibs_perisomatic and aibs_allactive give to a cell.

Facts of the format: https://celltypes.brain-map.org; the file has `passive`, `conditions` and `genome`.
"""

from .configuration import read_json
from .errors import SonataError
from .membrane import Insert, Set, SetIon
from .morphology import KINDS


class _Parameters:
    def __init__(self, file, data):
        self.file, self._data = file, data

    def first(self, name):
        """The object in a list of one."""
        value = self._data.get(name)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return value[0]
        raise SonataError(self.file, name, "must be a list of an object")

    def rows(self, place, rows, *needed):
        if not isinstance(rows, list):
            raise SonataError(self.file, place, "must be a list of objects")
        for k, row in enumerate(rows):
            missing = [name for name in needed if not isinstance(row, dict) or name not in row]
            if missing:
                raise SonataError(self.file, f"{place}[{k}]", f"has no {missing[0]}")
        return rows

    def genome(self):
        steps = {}
        for row in self.rows("genome", self._data.get("genome"), "section", "name", "value"):
            if row["section"] == "glob":
                continue
            mechanism = row.get("mechanism", "")
            of_kind = steps.setdefault(row["section"], [])
            of_kind += [Insert(mechanism)] if mechanism else []
            of_kind.append(Set(row["name"], float(row["value"])))
        return steps

    def reversals(self, needed):
        steps = {}
        for row in self.rows("conditions[0].erev", self.first("conditions").get("erev"), "section", "ena", "ek"):
            ions = [SetIon("ena", float(row["ena"]), needed), SetIon("ek", float(row["ek"]), needed)]
            steps.setdefault(row["section"], []).extend(ions)
        return steps

    def capacities(self, passive):
        rows = self.rows("passive[0].cm", passive.get("cm"), "section", "cm")
        return {row["section"]: float(row["cm"]) for row in rows}


def _need(parameters, passive, *names):
    for name in names:
        if name not in passive:
            raise SonataError(parameters.file, f"passive[0].{name}", "is missing")


def perisomatic(file):
    """[{kind: steps}]: the passive membrane of all sections, then the channels, then the reversal potentials."""
    parameters = _Parameters(file, read_json(file))
    passive = parameters.first("passive")
    _need(parameters, passive, "ra", "e_pas", "cm")
    capacities = parameters.capacities(passive)
    common = {}
    for kind in KINDS:
        capacity = [Set("cm", capacities[kind])] if kind in capacities else []
        common[kind] = [
            Set("Ra", float(passive["ra"])),
            *capacity,
            Insert("pas"),
            Set("e_pas", float(passive["e_pas"])),
        ]
    return [common, parameters.genome(), parameters.reversals(needed=True)]


def all_active(file):
    """The same of a model with channels in all its sections, where each part may be missing."""
    parameters = _Parameters(file, read_json(file))
    passive = parameters.first("passive")
    common = {kind: [Insert("pas")] for kind in KINDS}
    for kind in KINDS:
        if "e_pas" in passive:
            common[kind].append(Set("e_pas", float(passive["e_pas"])))
        if "ra" in passive:
            common[kind].append(Set("Ra", float(passive["ra"])))
    capacities = parameters.capacities(passive) if "cm" in passive else {}
    for kind, capacity in capacities.items():
        common.setdefault(kind, []).append(Set("cm", capacity))
    return [common, parameters.genome(), parameters.reversals(needed=False)]
