"""Parameters of synapses: numbers of a JSON file of the edge type, or else of columns of single edges."""

import os

import numpy as np

from .configuration import read_json
from .errors import SonataError
from .nearest import advice

# What bmtk's own synapses take from dynamics_params, by the names of the mechanism. Other entries have no effect there.
_TAKEN = {
    "Exp2Syn": {"erev": "e", "tau1": "tau1", "tau2": "tau2"},
    "ExpSyn": {"erev": "e", "tau1": "tau"},
    "exp1syn": {"erev": "e", "tau_1": "tau"},
    "exp1isyn": {"erev": "e", "tau_1": "tau"},
    "stp2syn": {"erev": "e"} | {name: name for name in ("p0", "tau_r0", "tau_FDR", "tau_1")},
    "stp5syn": {"erev": "e"}
    | {name: name for name in ("tau_1", "tau_r0", "tau_FDR", "a_FDR", "a_D", "a_i", "a_f", "pbtilde")},
}
_WITHOUT_EFFECT = ("level_of_detail", "sign", "type")


class SynapseParameters:
    """Reads the JSON files of dynamics_params of edges, each once."""

    def __init__(self, configuration):
        self._configuration = configuration
        self._found = {}

    def of_file(self, edges, name):
        """The numbers of a file, by name; none without a file."""
        if name is None:
            return {}
        if name not in self._found:
            file = os.path.join(self._configuration.component("synaptic_models_dir"), str(name))
            if not os.path.isfile(file):
                raise SonataError(edges.types.file, "dynamics_params", f"there is no {file}")
            self._found[name] = read_json(file)
        return self._found[name]

    def columns(self, mechanism, edges, rows):
        """{name in the mechanism: the values of these edges, NaN where an edge has none}.

        An unknown mechanism gets all numbers, with e for erev.
        """
        taken = _TAKEN.get(mechanism)
        codes, files = edges.coded("dynamics_params", rows)
        found = self._of_types(taken, edges, codes, files)
        for name, own in edges.parameters(rows).items():
            self._check(mechanism, edges, name)
            found[name] = np.where(np.isnan(own), found.get(name, np.nan), own)
        for name in taken or ():
            lacking = np.isnan(found.get(name, np.full(len(rows), np.nan)))
            if lacking.any():
                file = files[codes[np.argmax(lacking)]] or "dynamics_params"
                raise SonataError(file, name, f"is missing: {mechanism} needs it")
        names = taken or {"erev": "e"}
        return {names.get(name, name): found[name] for name in sorted(found) if name not in _WITHOUT_EFFECT}

    def _of_types(self, taken, edges, codes, files):
        sets = {code: _numbers(self.of_file(edges, files[code]), taken, files[code]) for code in np.unique(codes)}
        found = {}
        for name in set().union(*sets.values()):
            lookup = np.full(len(files), np.nan)
            for code, numbers in sets.items():
                lookup[code] = numbers.get(name, np.nan)
            found[name] = lookup[codes]
        return found

    @staticmethod
    def _check(mechanism, edges, name):
        taken = _TAKEN.get(mechanism)
        if taken and name not in taken and name not in _WITHOUT_EFFECT:
            what = f"{mechanism} has no such parameter{advice(name, taken)}"
            raise SonataError(edges.file, f"/edges/{edges.population.name}: dynamics_params/{name}", what)

    def signs(self, edges, rows):
        """1 or -1 for each of the edges, which go to artificial cells."""
        codes, files = edges.coded("dynamics_params", rows)
        signs = np.array([self.of_file(edges, file).get("sign", np.nan) for file in files])[codes]
        own = edges.parameters(rows).get("sign")
        if own is not None:
            signs = np.where(np.isnan(own), signs, own)
        wrong = ~np.isin(signs, (1, -1))
        if wrong.any():
            place = f"{files[codes[np.argmax(wrong)]] or 'dynamics_params'}: sign"
            what = "edges with nsyns onto artificial cells need a sign of 1 or -1"
            raise SonataError(edges.types.file, place, what)
        return signs


def _numbers(data, taken, file):
    """The numbers of a file that a mechanism takes."""
    found = {}
    for name, value in data.items():
        if name in _WITHOUT_EFFECT or (taken and name not in taken):
            continue
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise SonataError(file, name, f"must be a number, not {value!r}")
        found[name] = float(value)
    return found
