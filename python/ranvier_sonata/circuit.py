"""The cells of a circuit: gids, what each node is, which rank has it, and how it is made."""

import itertools
import os

import numpy as np

from .cell_types import CellType, key_of
from .configuration import read_json
from .coordinates import placed
from .errors import SonataError
from .labels import label
from .nearest import advice
from .node_files import MODEL_TYPES, read_nodes


def _runs(gids):
    """[(first, count)] of consecutive gids, which are sorted."""
    breaks = np.flatnonzero(np.diff(gids) != 1) + 1
    return [(int(part[0]), len(part)) for part in np.split(gids, breaks) if len(part)]


class Circuit:
    """All nodes of a configuration. After `make`, `cells` holds the cells of this rank by gid."""

    VIRTUAL, POINT, BIOPHYSICAL = 0, 1, 2

    def __init__(self, configuration):
        self.configuration = configuration
        self.dt = configuration.positive("run", "dt", 0.025)
        self.dl = configuration.positive("run", "dL") if "dL" in configuration.section("run") else None
        self.threshold = configuration.number("run", "spike_threshold", -15)
        self.nodes = read_nodes(configuration)
        self.cells, self.type_keys = {}, {}
        self.owners = None
        self.rank, self._ranks = 0, 1
        self._types, self._parameters = {}, {}
        self.warnings = []
        self._codes = {name: self._codes_of(population) for name, population in self.nodes.items()}

    @property
    def size(self):
        """One more than the greatest gid."""
        return sum(population.size for population in self.nodes.values())

    def _codes_of(self, population):
        """The kind of each row of a population."""
        kinds = population.column("model_type")
        unknown = next((k for k, kind in enumerate(kinds) if kind not in MODEL_TYPES), None)
        if unknown is not None:
            what = f"{kinds[unknown]!r} of node {population.node_ids[unknown]} is not supported"
            raise SonataError(population.types.file or population.file, "model_type", what + advice("", MODEL_TYPES))
        table = {"virtual": self.VIRTUAL, "biophysical": self.BIOPHYSICAL}
        codes = np.array([table.get(kind, self.POINT) for kind in kinds], np.int8)
        if (codes == self.VIRTUAL).any() and (codes != self.VIRTUAL).any():
            what = f"population {population.name} has virtual and other nodes; separate them into two populations"
            raise SonataError(population.types.file or population.file, "model_type", what)
        return codes

    def is_virtual(self, population):
        return bool((self._codes[population.name] == self.VIRTUAL).all())

    def kind_codes(self, population, node_ids):
        return self._codes[population.name][population.rows_of(node_ids)]

    def place(self, gid):
        """(population, row) of a gid."""
        for population in self.nodes.values():
            if population.offset <= gid < population.offset + population.size:
                return population, int(population.rows_of([gid - population.offset])[0])
        raise KeyError(gid)

    def gid(self, population, node_id):
        return self.nodes[population].offset + node_id

    def deal(self, rank, ranks):
        """Decides which rank has which cell: cells of one type are dealt like cards."""
        self.rank, self._ranks = rank, ranks
        self.owners = np.full(self.size, -1, np.int64)
        dealt = 0
        for population in self.nodes.values():
            if self.is_virtual(population):
                gids = population.offset + np.arange(population.size)
                self.owners[gids] = np.arange(population.size) % ranks
                continue
            order = np.lexsort((population.node_ids, population.type_ids))
            self.owners[population.offset + population.node_ids[order]] = (dealt + np.arange(len(order))) % ranks
            dealt += len(order)

    def more_gids(self, count):
        """The first of further gids, behind those of all nodes, for cells that are in no file."""
        first = len(self.owners)
        self.owners = np.append(self.owners, np.arange(count) % self._ranks)
        return first

    def is_node(self, gid):
        return gid < self.size

    def local_nodes(self, population):
        """The node ids of the cells of this rank, in order."""
        if self.is_virtual(population):
            return np.zeros(0, np.int64)
        own = self.owners[population.offset : population.offset + population.size]
        return np.flatnonzero(own == self.rank)

    def local_gids(self):
        """The gids of the cells of this rank that are not virtual."""
        return [
            int(node) + population.offset for population in self.nodes.values() for node in self.local_nodes(population)
        ]

    def make(self, pc):
        """Makes the cells of this rank that are not virtual. Collective."""
        for population in self.nodes.values():
            codes = self._codes[population.name]
            detailed = population.offset + np.sort(population.node_ids[codes == self.BIOPHYSICAL])
            for first, count in _runs(detailed):
                words = {"source": ("soma[0]", 0.5), "threshold": self.threshold, **self._named(population)}
                words |= self._moves(pc, population, first, count)
                pc.cells(self._make_cell, first, count, self.owners[first : first + count], **words)
            self._make_points(pc, population, np.flatnonzero(codes == self.POINT))
            if not self.is_virtual(population) and population.has_positions():
                pc.position(population.node_ids + population.offset, *population.positions())

    def _moves(self, pc, population, first, count):
        """The words that move the 3-D points of cells so that the middles of their somata are at their positions. Collective:
        where the middle is before, only the rank of a cell knows."""
        if not population.has_positions():
            return {}
        from ranvier import h

        rows = population.rows_of(np.arange(first, first + count) - population.offset)
        middles = np.zeros((count, 3))
        for k in np.flatnonzero(self.owners[first : first + count] == self.rank):
            middles[k] = self._type(population, int(rows[k]))[1].origin
        known = h.Vector(middles.ravel())
        pc.allreduce(known, 1)
        to = np.array([population.position(row) for row in rows], float) - np.array(known).reshape(count, 3)
        return {"position": tuple(to.T)}

    @staticmethod
    def _named(population):
        return {"population": label(population.name)}

    def prepare(self):
        """Makes the types of the cells of this rank, so that what is wrong with them is known before."""
        for population in self.nodes.values():
            codes = self._codes[population.name]
            rows = population.rows_of(self.local_nodes(population))
            for row in rows[codes[rows] == self.BIOPHYSICAL]:
                self._type(population, int(row))
            if population.has_parameters(np.flatnonzero(codes == self.BIOPHYSICAL)):
                what = (
                    f"{population.file}: dynamics_params of single detailed cells of {population.name} have no effect"
                )
                self.warnings.append(f"{what}, as in bmtk")

    def _type(self, population, row):
        key = key_of(population, row)
        if key not in self._types:
            self._types[key] = CellType(self, population, row)
            self._types[key].try_out()
        return key, self._types[key]

    def _make_cell(self, gid):
        population, row = self.place(gid)
        self.type_keys[gid], cell_type = self._type(population, row)
        self.cells[gid] = cell_type.make(gid)
        return self.cells[gid]

    def points(self, gid, part):
        """Points of the segments of a cell of this rank [um], three rows: their beginnings (0), middles (0.5) or ends (1)."""
        population, row = self.place(gid)
        _, cell_type = self._type(population, row)
        return placed(cell_type.points(part), population.position(row), population.angles(row))

    def _make_points(self, pc, population, rows):
        """Artificial cells: those of one mechanism with consecutive gids and the same parameters by one call."""
        rows = rows[np.argsort(population.node_ids[rows])]
        cells = [(int(population.node_ids[row]), *self._point(population, int(row))) for row in rows]
        numbered = enumerate(cells)
        for _, run in itertools.groupby(numbered, lambda each: (each[1][0] - each[0], each[1][1], tuple(each[1][2]))):
            self._make_run(pc, population, [cell for _, cell in run])

    def _point(self, population, row):
        """(mechanism, parameters) of an artificial cell."""
        mechanism = self.mechanism_of(population, row)
        return mechanism, self._point_parameters(population, row, mechanism)

    def _make_run(self, pc, population, cells):
        node, mechanism, parameters = cells[0]
        first = population.offset + node
        words = {name: np.array([each[name] for _, _, each in cells]) for name in parameters}
        owners = self.owners[first : first + len(cells)]
        try:
            pc.cells(mechanism, first, len(cells), owners, **words, **self._named(population))
        except (RuntimeError, LookupError) as error:
            raise SonataError(population.types.file, "model_template", f"nrn:{mechanism}: {error}") from None

    @staticmethod
    def mechanism_of(population, row):
        """IntFire1 of nrn:IntFire1."""
        template = str(population.need(row, "model_template"))
        directive, _, name = template.partition(":")
        if directive != "nrn" or not name:
            what = f"{template} is not supported for point neurons; known is nrn:MECHANISM, such as nrn:IntFire1"
            raise SonataError(population.types.file or population.file, "model_template", what)
        return name

    def mechanisms_of(self, gids):
        """For each gid of an artificial cell, the name of its mechanism."""
        distinct, codes = np.unique(gids, return_inverse=True)
        names = [self.mechanism_of(*self.place(int(gid))) for gid in distinct]
        return np.array(names, object)[codes]

    def _point_parameters(self, population, row, mechanism):
        """The numbers of dynamics_params: of the type's file, or else of the group's columns."""
        numbers = self._read_parameters(population, row) | population.parameters(row)
        if mechanism != "IntFire1":
            return numbers
        missing = [name for name in ("tau", "refrac") if name not in numbers]
        if missing:
            file = population.value(row, "dynamics_params") or population.file
            raise SonataError(file, missing[0], "is missing: IntFire1 needs it [s]")
        return {name: numbers[name] * 1000.0 for name in ("tau", "refrac")}  # which are in seconds there

    def _read_parameters(self, population, row):
        name = population.value(row, "dynamics_params")
        if name is None:
            return {}
        if name not in self._parameters:
            file = os.path.join(self.configuration.component("point_neuron_models_dir"), str(name))
            if not os.path.isfile(file):
                raise SonataError(population.types.file, "dynamics_params", f"there is no {file}")
            self._parameters[name] = {
                name: float(value)
                for name, value in read_json(file).items()
                if isinstance(value, int | float) and not isinstance(value, bool)
            }
        return self._parameters[name]
