"""Reports: variables of segments (membrane_report), of synapses (netcon_report), and currents of electrodes (clamp_report)."""

import os

from . import keys
from .currents import CLAMPS
from .morphology import KIND_OF_LABEL
from .nearest import advice
from .potentials import PotentialReport
from .report import Report
from .report_files import ClampFile, Column


def _short(name):
    """The name of a section in its cell: dend[3] of cell7.dend[3]."""
    return name.rpartition(".")[2]


class MembraneReport(Report):
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


class SynapseReport(Report):
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


class ClampReport(Report):
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
    "extracellular": PotentialReport,
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
