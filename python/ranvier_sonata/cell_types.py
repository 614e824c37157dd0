"""Types of detailed cells: what model_template, morphology, dynamics_params and model_processing make of a cell."""

import ast
import os

import numpy as np

from . import allen_parameters, neuroml
from .axons import ALL_ACTIVE, ALL_ACTIVE_DIRECTED, PERISOMATIC, PERISOMATIC_DIRECTED
from .configuration import read_json
from .coordinates import along
from .errors import SonataError
from .hoc_cells import HocCell
from .membrane import Insert, Membrane
from .morphology import KINDS, Morphology, morphology_file, path_of
from .nearest import advice

# (how the axon is replaced, how the parameters are read)
_FITTED = {
    "aibs_perisomatic": (PERISOMATIC, allen_parameters.perisomatic),
    "aibs_allactive": (ALL_ACTIVE, allen_parameters.all_active),
    "aibs_perisomatic_directed": (PERISOMATIC_DIRECTED, allen_parameters.perisomatic),
    "aibs_allactive_directed": (ALL_ACTIVE_DIRECTED, allen_parameters.all_active),
}
_PROCESSINGS = (*_FITTED, "extracellular", "set_extracellular")


def processings(value, error):
    """The names in model_processing: one, or several as a list or separated by commas."""
    if value is None:
        return []
    if value.startswith("["):
        try:
            value = ast.literal_eval(value)
        except (SyntaxError, ValueError):
            raise error(f"{value} is not a list") from None
    names = [str(each).strip() for each in (value.split(",") if isinstance(value, str) else value)]
    for name in names:
        if name not in _PROCESSINGS:
            raise error(f"there is no {name}{advice(name, _PROCESSINGS)}")
    return names


class CellType:
    """Nodes of equal columns; `make` makes a cell of it. What the parts need is checked when the type is made.

    `origin` is the middle of the soma's points [um] once the type has been tried out.
    """

    def __init__(self, circuit, population, row):
        self._circuit, self._population, self._row = circuit, population, row
        self._membrane = Membrane()
        self._axons = []
        self._template, self._paths = None, None
        template = str(population.need(row, "model_template"))
        directive, _, name = template.partition(":")
        readers = {"nml": self._neuroml, "ctdb": self._allen, "hoc": self._hoc}
        if directive not in readers or not name:
            known = "nml:FILE, ctdb:Biophys1.hoc and hoc:TEMPLATE"
            raise self._error("model_template", f"{template} is not supported; known are {known}")
        readers[directive](name)
        for each in processings(population.value(row, "model_processing"), self._error_of("model_processing")):
            self._process(each)
        if self._template is None:
            folder = circuit.configuration.component("morphologies_dir")
            name = str(population.need(row, "morphology"))
            file = morphology_file(folder, name, self._error_of("morphology"))
            self._morphology = Morphology(file, self._axons, circuit.dl)

    def _error_of(self, column):
        return lambda what: self._error(column, what)

    def _error(self, column, what):
        types = self._population.types
        return SonataError(types.file or self._population.file, column, what)

    def _neuroml(self, name):
        file = os.path.join(self._circuit.configuration.component("biophysical_neuron_models_dir"), name)
        if not os.path.isfile(file):
            raise self._error("model_template", f"there is no {file}")
        self._axons.append(PERISOMATIC)
        self._membrane.add(file, neuroml.membrane_steps(file))

    def _allen(self, name):
        if name not in ("Biophys1", "Biophys1.hoc"):
            raise self._error("model_template", f"ctdb:{name} is not supported; known is ctdb:Biophys1.hoc")

    def _hoc(self, name):
        from ranvier import h

        if not hasattr(h, name):
            where = "components.templates_dir has no .hoc file that defines it"
            raise self._error("model_template", f"there is no template {name}: {where}")
        self._template = name

    def parameters_file(self):
        """The file of dynamics_params; None if there is none."""
        value = self._population.value(self._row, "dynamics_params")
        if value is None:
            return None
        folder = self._circuit.configuration.component("biophysical_neuron_models_dir")
        file = os.path.join(folder, str(value))
        if not os.path.isfile(file):
            raise self._error("dynamics_params", f"there is no {file}")
        return file

    def _process(self, name):
        if name in ("extracellular", "set_extracellular"):
            self._membrane.add(None, {kind: [Insert("extracellular")] for kind in KINDS})
            return
        file = self.parameters_file()
        if file is None:
            if name != "aibs_perisomatic":
                raise self._error("dynamics_params", f"{name} needs a file of parameters")
            return  # as in bmtk
        axon, read = _FITTED[name]
        self._membrane.forget("axon")
        self._axons.append(axon)
        for steps in read(file):
            self._membrane.add(file, steps)

    def try_out(self):
        """Makes a cell and deletes it; an error names the file that asks for what cannot be made."""
        from ranvier import h

        cell = self.make("")
        points = path_of(cell.soma[0])[0] if cell.soma else ()
        self.origin = np.mean(points, axis=0) if len(points) else np.zeros(3)
        if self._template:  # the sections of a template's cell go with it
            self._segments = [section.nseg for section in cell.all]
            if all(section.n3d() for section in cell.all):
                self._paths = [path_of(section) for section in cell.all]
            return
        self._paths, self._segments = self._morphology.paths, self._morphology.segments
        for section in cell.all:
            h.delete_section(sec=section)

    def make(self, gid):
        """A cell with lists of sections soma, axon, dend, apic and all."""
        cell = self._of_template(gid) if self._template else self._morphology.make(gid)
        self._membrane.apply(cell)
        return cell

    def points(self, part):
        """Points of the segments [um] before the cell is rotated and moved, as `along` of coordinates.py gives them."""
        if self._paths is None:
            what = f"hoc:{self._template} has sections without 3-D points, which electrodes in the tissue need"
            raise self._error("model_template", what)
        return along(self._paths, self._segments, part)

    def _of_template(self, gid):
        from ranvier import h

        try:
            instance = getattr(h, self._template)(*self._arguments())
        except (RuntimeError, TypeError) as error:
            raise self._error("model_template", f"hoc:{self._template} cannot be made: {error}") from None
        return HocCell(gid, instance, self._circuit.dl)

    def _arguments(self):
        """What a template gets: `params` of dynamics_params, a value or a list; or else the file of the morphology, if any."""
        file = self.parameters_file()
        params = read_json(file).get("params") if file else None
        if params is not None:
            return params if isinstance(params, list) else [params]
        name = self._population.value(self._row, "morphology")
        if name is None:
            return []
        folder = self._circuit.configuration.component("morphologies_dir")
        return [morphology_file(folder, str(name), self._error_of("morphology"))]


def key_of(population, row):
    """What nodes of one type have in common."""
    names = ("model_template", "morphology", "dynamics_params", "model_processing")
    return tuple(population.value(row, name) for name in names)
