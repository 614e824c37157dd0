"""Reports: variables of segments (membrane_report), of synapses (netcon_report), and currents of electrodes (clamp_report)."""

import os

from . import keys
from .currents import CLAMPS
from .morphology import KIND_OF_LABEL
from .nearest import advice
from .report_files import ClampFile, Column, ReportFile


def _short(name):
    """The name of a section in its cell: dend[3] of cell7.dend[3]."""
    return name.rpartition(".")[2]


class _Report:
    """What all reports have in common. `variables` are the names; each gets a separate file if there are several."""

    def __init__(self, circuit, node_sets, name, words):
        self.circuit, self._node_sets = circuit, node_sets
        self.key, self.words = f"reports.{name}", words
        self._name = name
        variables = words.get("variable_name")
        variables = variables if isinstance(variables, list) else [variables]
        if not variables or not all(isinstance(each, str) for each in variables):
            raise self.error("variable_name", "must be a name, or a list of names")
        if words.get("transform"):
            raise self.error("transform", "is not supported")
        self.variables = variables
        self.steps, self.times = self._read_steps()
        self.rows = node_sets.rows(words.get("cells", "biophysical"), f"{self.key}.cells")

    def error(self, name, what):
        return self.circuit.configuration.error(f"{self.key}.{name}", what)

    def _time(self, name, default):
        value = self.words.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.error(name, f"must be a number, not {value!r}")
        return float(value)

    def _read_steps(self):
        dt, tstop = self.circuit.dt, self.circuit.configuration.number("run", "tstop")
        every = self._time("dt", dt)
        steps = round(every / dt)
        if steps < 1 or abs(steps * dt - every) > 1e-6 * every:
            raise self.error("dt", f"must be a multiple of run.dt = {dt:g} ms")
        start, end = self._time("start_time", 0), self._time("end_time", tstop)
        if not 0 <= start < end <= tstop + 1e-9:
            raise self.error("start_time", f"and end_time must be times from 0 to run.tstop = {tstop:g} ms")
        return (round(start / dt), round(end / dt), steps), (start, end, every)

    def file(self, variable):
        name = self.words.get("file_name", self._name)
        stem, ending = os.path.splitext(name)
        if ending not in (".h5", ".hdf5", ".hdf"):
            stem, ending = name, ".h5"
        return f"{stem}_{variable}{ending}" if len(self.variables) > 1 else stem + ending

    def local_gids(self):
        """(population, node id, gid) of the chosen cells of this rank, in order."""
        for population, rows in self.rows:
            for node in sorted(population.node_ids[rows].tolist()):
                gid = population.offset + node
                if self.circuit.owners[gid] == self.circuit.rank and not self.circuit.is_virtual(population):
                    yield population, node, gid

    def files(self, pc, folder, _clamps):
        """The files of this report. Called on every rank."""
        for variable in self.variables:
            columns = {}
            for population, node, gid in self.local_gids():
                columns.setdefault(population.name, []).extend(self.columns(pc, node, gid, variable))
            yield ReportFile(os.path.join(folder, self.file(variable)), variable, columns, self.steps, self.times)

    def reference(self, owner, variable, place):
        try:
            return getattr(owner, f"_ref_{variable}")
        except (AttributeError, LookupError, RuntimeError):
            raise self.error("variable_name", f"{place} has no variable {variable}") from None


class MembraneReport(_Report):
    """A variable of the middle of the soma, or of all segments of some kinds of sections."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        sections = self.words.get("sections", "all")
        self._is_soma = sections == "soma"
        sections = sections if isinstance(sections, list) else [sections]
        unknown = [each for each in sections if each != "all" and each not in KIND_OF_LABEL]
        if unknown:
            raise self.error(
                "sections", f"there are no sections {unknown[0]}{advice(unknown[0], [*KIND_OF_LABEL, 'all'])}"
            )
        self._kinds = set(KIND_OF_LABEL.values()) if "all" in sections else {KIND_OF_LABEL[each] for each in sections}

    def columns(self, _pc, node, gid, variable):
        cell = self.circuit.cells.get(gid)
        if cell is None:
            return  # an artificial cell: bmtk leaves it out
        place = f"gid {gid}"
        if self._is_soma:
            yield Column(node, 0, 0.5, self.reference(cell.soma[0](0.5), variable, place))
            return
        for number, section in enumerate(cell.all):
            if _short(section.name()).partition("[")[0] in self._kinds:
                for segment in section:
                    yield Column(node, number, segment.x, self.reference(segment, variable, place))


class SynapseReport(_Report):
    """A variable of the synapses of one mechanism, a column for each synapse."""

    def columns(self, pc, node, gid, variable):
        cell = self.circuit.cells.get(gid)
        if cell is None:
            return
        wanted = self.words.get("syn_type", "Exp2Syn")
        numbers = {_short(section.name()): number for number, section in enumerate(cell.all)}
        synapses = pc.synapses(gid)
        found = pc.connections(gid)
        rows = zip(found["source"], found["mechanism"], found["number"], found["section"], found["x"], strict=True)
        for source, mechanism, number, section, x in rows:
            if wanted is None or mechanism.startswith(wanted):
                reference = self.reference(synapses[number], variable, f"a {mechanism} of gid {gid}")
                element = numbers[_short(section)]
                yield Column(node, element, x, reference, src_ids=self._source(source), trg_ids=gid)

    def _source(self, gid):
        """The gid of a source; -1 for a virtual cell, as bmtk writes it."""
        if not self.circuit.is_node(gid):
            return -1
        population, _ = self.circuit.place(gid)
        return -1 if self.circuit.is_virtual(population) else gid


class ClampReport(_Report):
    """The currents of all electrodes of a kind, in the order of the inputs, then by gid."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        unknown = [each for each in self.variables if each not in CLAMPS]
        if unknown:
            raise self.error("variable_name", f"there is no kind {unknown[0]}{advice(unknown[0], CLAMPS)}")

    def files(self, _pc, folder, clamps):
        for kind in self.variables:
            columns = [Column(each.order, 0, 0.5, each.electrode._ref_i) for each in clamps if each.kind == kind]
            path = os.path.join(folder, self.file(kind))
            yield ClampFile(path, kind, {kind: columns}, self.steps, self.times)


_MODULES = {
    "membrane_report": MembraneReport,
    "multimeter_report": MembraneReport,
    "netcon_report": SynapseReport,
    "clamp_report": ClampReport,
}


class Reports:
    """The enabled reports of a configuration."""

    def __init__(self, circuit, node_sets):
        found = keys.enabled(circuit.configuration, "reports")
        self._reports = [
            _MODULES[words["module"]](circuit, node_sets, name, words)
            for name, words in found.items()
            if words["module"] in _MODULES
        ]
        self._files = []

    def names(self):
        """The names of all files."""
        return [report.file(variable) for report in self._reports for variable in report.variables]

    def prepare(self, pc, folder, clamps):
        """Looks up the variables. Not collective."""
        self._files = [file for report in self._reports for file in report.files(pc, folder, clamps)]

    def steps_at_once(self, most):
        """The number of steps after which to flush, so that the columns of this rank take little memory."""
        count = sum(file.count for file in self._files)
        return max(1, min(most, (32 << 20) // (8 * count))) if count else most

    def start(self, pc, steps):
        for file in self._files:
            file.start(pc, steps)

    def flush(self, done):
        for file in self._files:
            file.flush(done)

    def finish(self):
        for file in self._files:
            file.finish()
