"""Edges become rows of tables, and a table for each mechanism becomes one call of pc.connect.

The rows onto a cell are in the order in which bmtk makes its synapses: edge populations in the order of the configuration,
then those of the inputs. NEURON adds up currents and delivers simultaneous events in the order of creation.
"""

import ast
import json

import numpy as np

from .edge_files import OLD_NAMES
from .errors import SonataError
from .gap_junctions import GapJunctions, gap_rows
from .places import error_of
from .synapse_parameters import SynapseParameters
from .weights import weights_of

_MECHANISMS = {"exp2syn": "Exp2Syn", "expsyn": "ExpSyn"}


class Table:
    """Connections onto the instances of one mechanism, or onto artificial cells of one kind (`mechanism` is None)."""

    def __init__(self, mechanism):
        self.mechanism = mechanism
        self._parts, self._count = {}, 0
        self.origin = None

    def add(self, origin, **columns):
        """Adds rows. Where a part has no column of a name that another part has, the values are NaN."""
        self.origin = self.origin or origin
        count = len(columns["source"])
        for name in columns.keys() - self._parts.keys():
            self._parts[name] = [np.full(self._count, np.nan)] if self._count else []
        for name, parts in self._parts.items():
            parts.append(np.asarray(columns[name]) if name in columns else np.full(count, np.nan))
        self._count += count

    def columns(self):
        return {name: np.concatenate(parts) for name, parts in self._parts.items()}


def _sections_of(value, error):
    """target_sections: a list, written as Python or JSON writes it."""
    try:
        found = ast.literal_eval(value) if isinstance(value, str) else value
    except (SyntaxError, ValueError):
        raise error("target_sections", f"{value} is not a list") from None
    return [found] if isinstance(found, str) else list(found or ())


def _range_of(value, error):
    """distance_range: two numbers, or the greatest distance [um]."""
    try:
        found = json.loads(value) if isinstance(value, str) else value
        found = [0.0, float(found)] if isinstance(found, int | float) else [float(each) for each in found]
        least, greatest = found
    except (TypeError, ValueError):
        raise error("distance_range", f"{value} is not a pair of numbers") from None
    return least, greatest


class Tables:
    """Collects the edges onto the cells of this rank. `saved` is a SavedSynapses, or None."""

    def __init__(self, circuit, places, saved=None):
        self._circuit, self._places, self._saved = circuit, places, saved
        self._parameters = SynapseParameters(circuit.configuration)
        self.of_synapses, self.of_points, self.immediate = {}, {}, []
        self.gaps = GapJunctions(circuit)
        self.warnings = []

    def add(self, population, rule):
        """Adds the edges of a population onto cells of this rank, as a rule of edge_rules.py says."""
        edges = population.onto(self._circuit.local_nodes(population.target))
        rows = rule.rows(edges)
        if "is_gap_junction" in edges.names():
            self.gaps.add(population, edges, self._in_sections)
            rows = rows[~gap_rows(edges)[rows]]
        kinds = self._circuit.kind_codes(population.target, edges.targets[rows])
        self._onto_points(edges, rows[kinds == self._circuit.POINT], rule)
        self._onto_sections(edges, rows[kinds == self._circuit.BIOPHYSICAL], rule)

    def _in_sections(self, edges, rows, gids):
        """(sections, weights) of edges with one place each in these cells."""
        places, each = self._has_places(edges)[rows], np.arange(len(rows))
        sections, _ = self._places_of(edges, rows, gids, places, np.ones(len(rows), np.int64), each)
        return sections, weights_of(edges, rows)

    @staticmethod
    def _has_places(edges):
        return edges.has("afferent_section_id") | edges.has("sec_id")

    @staticmethod
    def _targets(edges, rows):
        return edges.targets[rows] + edges.population.target.offset

    def _onto_points(self, edges, rows, rule):
        if not len(rows):
            return
        weights = weights_of(edges, rows)
        counted = (edges.has("nsyns") & ~self._has_places(edges))[rows]
        if counted.any():
            weights[counted] *= self._parameters.signs(edges, rows[counted]) * edges.numbers_of("nsyns", rows[counted])
        self._warn_of_signs(edges, rows[~counted], weights[~counted])
        sources, targets = rule.sources(edges, rows), self._targets(edges, rows)
        weights = rule.weights(edges, rows, weights)
        if self._saved:
            self._saved.add(edges, rows, weights)
        delays = edges.numbers_of("delay", rows)
        late = delays >= self._circuit.dt
        if not late.all():
            if not rule.sends_from_file:
                self._refuse_delay(edges, delays)
            self.immediate.append((sources[~late], targets[~late], weights[~late], delays[~late]))
        names = self._circuit.mechanisms_of(targets[late])
        for name in sorted(set(names)):
            mine = np.flatnonzero(late)[names == name]
            table = self.of_points.setdefault(name, Table(None))
            table.add(edges, source=sources[mine], target=targets[mine], weight=weights[mine], delay=delays[mine])

    def _refuse_delay(self, edges, delays):
        what = f"a delay of {delays.min():g} ms is below run.dt = {self._circuit.dt:g} ms"
        raise SonataError(edges.types.file or edges.file, "delay", what)

    def _warn_of_signs(self, edges, rows, weights):
        """bmtk ignores the sign without nsyns."""
        codes, values = edges.coded("dynamics_params", rows)
        for code in np.unique(codes):
            mine = weights[codes == code]
            if (
                values[code] is not None
                and self._parameters.of_file(edges, values[code]).get("sign") == -1
                and (mine > 0).any()
            ):
                self.warnings.append(
                    f"{edges.population.name}: edges of {values[code]} (sign -1) have positive weights and no column "
                    "nsyns, so they excite, as in bmtk"
                )

    def _onto_sections(self, edges, rows, rule):
        if not len(rows):
            return
        places = self._has_places(edges)[rows]
        counts = np.ones(len(rows), np.int64)
        if not places.all():
            counts[~places] = edges.numbers_of("nsyns", rows[~places]).astype(np.int64)
        expanded = np.repeat(np.arange(len(rows)), counts)
        sources, targets = rule.sources(edges, rows), self._targets(edges, rows)
        sections, positions = self._places_of(edges, rows, targets, places, counts, expanded)
        weights, delays = rule.weights(edges, rows, weights_of(edges, rows)), edges.numbers_of("delay", rows)
        if (delays < self._circuit.dt).any():
            self._refuse_delay(edges, delays)
        if self._saved:
            self._saved.add(edges, rows[expanded], weights[expanded], (sections, positions))
        chosen_by = self._mechanisms(edges, rows)[expanded]
        for mechanism in dict.fromkeys(chosen_by.tolist()):
            chosen = chosen_by == mechanism
            mine = expanded[chosen]
            self._add_rows(
                self.of_synapses.setdefault(mechanism, Table(mechanism)),
                edges,
                rows[mine],
                source=sources[mine],
                target=targets[mine],
                weight=weights[mine],
                delay=delays[mine],
                section=sections[chosen],
                x=positions[chosen],
            )

    @staticmethod
    def _mechanisms(edges, rows):
        """The mechanism of each edge: synapses of one mechanism are made together, in their order."""
        codes, templates = edges.coded("model_template", rows)
        if any(templates[code] is None for code in np.unique(codes)):
            raise SonataError(
                edges.types.file or edges.file, "model_template", "edges onto cells with sections need one"
            )
        return np.array([_MECHANISMS.get(str(name).lower(), str(name)) for name in templates], object)[codes]

    def _add_rows(self, table, edges, rows, **columns):
        for name, values in self._parameters.columns(table.mechanism, edges, rows).items():
            columns[f"parameter {name}"] = values
        table.add(edges, **columns)

    def _places_of(self, edges, rows, gids, places, counts, expanded):
        """(sections, positions) of all synapses of the edges in the cells with these gids."""
        sections, positions = np.zeros(len(expanded), np.int64), np.zeros(len(expanded))
        stored = places[expanded]
        if stored.any():
            chosen = rows[expanded[stored]]
            sections[stored] = self._stored(edges, "afferent_section_id", chosen).astype(np.int64)
            positions[stored] = self._stored(edges, "afferent_section_pos", chosen)
        if not stored.all():
            drawn = rows[~places]
            found = self._places.draw(gids[~places], counts[~places], self._choices(edges, drawn))
            sections[~stored], positions[~stored] = found
        return sections, positions

    @staticmethod
    def _stored(edges, name, rows):
        old = edges.has(OLD_NAMES[name])[rows]
        values = np.zeros(len(rows))
        if old.any():
            values[old] = edges.numbers_of(OLD_NAMES[name], rows[old])
        if not old.all():
            values[~old] = edges.numbers_of(name, rows[~old])
        return values

    @staticmethod
    def _choices(edges, rows):
        """For each edge: sections, range of distances, and how to say what is wrong."""
        error = error_of(edges)
        section_codes, sections = edges.coded("target_sections", rows)
        range_codes, ranges = edges.coded("distance_range", rows)
        needed = {code: _sections_of(sections[code], error) for code in np.unique(section_codes)}
        allowed = {code: _range_of(ranges[code], error) for code in np.unique(range_codes)}
        for code, labels in needed.items():
            if not labels:
                raise error("target_sections", f"edges with nsyns and no places need sections, not {sections[code]!r}")
        return [(needed[a], allowed[b], error) for a, b in zip(section_codes, range_codes)]
