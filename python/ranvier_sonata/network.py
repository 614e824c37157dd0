"""A circuit that is built and can run: `load` makes it, `run` runs it."""

import functools
import os

import numpy as np

from . import keys
from .circuit import Circuit
from .configuration import Configuration
from .connecting import connect_all
from .currents import Electrodes
from .edge_files import read_edges
from .edge_rules import Stored
from .electric_field import ElectricField
from .node_sets import NodeSets
from .places import Places
from .ranks import gathered, together
from .reports import Reports
from .saved_synapses import saved_synapses
from .spike_inputs import ImmediateEvents, SpikeInputs
from .spike_output import SpikeFiles, order_of
from .stepping import Steps, advance
from .synapses import Tables


def load_mechanisms(configuration):
    """Loads the mechanisms of components.mechanisms_dir, which are compiled if they aren't in the cache."""
    folder = configuration.section("components").get("mechanisms_dir")
    if folder is None:
        return
    import neuron

    for each in folder if isinstance(folder, list) else [folder]:
        path = configuration.existing_folder("components.mechanisms_dir", each)
        try:
            neuron.load_mechanisms(path)
        except RuntimeError as error:
            raise configuration.error("components.mechanisms_dir", str(error)) from None


def load_templates(configuration):
    """Loads the .hoc files of components.templates_dir."""
    from ranvier import h

    folder = configuration.section("components").get("templates_dir")
    if folder is None:
        return
    path = configuration.existing_folder("components.templates_dir", folder)
    for name in sorted(os.listdir(path)):
        if name.endswith(".hoc"):
            h.load_file(os.path.join(path, name))


class Network:
    """A circuit on all ranks, before it runs.

    `nodes` holds the populations by name, `cells` the detailed cells of this rank by gid, each with lists of sections `soma`,
    `axon`, `dend`, `apic` and `all`; `gid(population, node_id)` is the gid of a node.
    """

    def __init__(self, configuration):
        from ranvier import h

        self.configuration, self.dialect = configuration, "bmtk"
        self.pc = h.ParallelContext()
        keys.check_keys(configuration)
        self.tstop = configuration.positive("run", "tstop")
        order_of(configuration)
        self.warnings = []
        self._electrodes = None
        self.circuit = together(self.pc, Circuit, configuration)
        self.circuit.deal(int(self.pc.id()), int(self.pc.nhost()))
        self.node_sets = together(self.pc, NodeSets, configuration, self.circuit.nodes)
        self.reports = together(self.pc, Reports, self.circuit, self.node_sets)
        self._build(h)

    @property
    def nodes(self):
        return self.circuit.nodes

    @property
    def cells(self):
        return self.circuit.cells

    def gid(self, population, node_id):
        return self.circuit.gid(population, node_id)

    def _build(self, h):
        configuration, circuit = self.configuration, self.circuit
        h.dt = circuit.dt
        h.celsius = configuration.number("conditions", "celsius", 6.3)
        together(self.pc, load_mechanisms, configuration)
        together(self.pc, load_templates, configuration)
        edges = together(self.pc, read_edges, configuration, circuit.nodes)
        together(self.pc, circuit.prepare)
        circuit.make(self.pc)
        self._saved = together(self.pc, saved_synapses, configuration)
        self._tables = Tables(circuit, Places(circuit), self._saved)
        inputs = SpikeInputs(circuit, self.node_sets, edges)
        together(self.pc, self._collect, edges, inputs)
        inputs.make(self.pc)
        self.warnings += circuit.warnings + self._tables.warnings + inputs.warnings
        self.connections = connect_all(self.pc, self._tables)
        self._gaps = self._tables.gaps
        self._gaps.make(self.pc)
        self._immediate = ImmediateEvents(self.pc, inputs, self._tables.immediate)
        self._tables = None
        self.steps = Steps()
        self._electrodes = Electrodes(circuit, self.node_sets, self.steps)
        self._field = ElectricField(circuit, self.steps)
        together(self.pc, self._place_electrodes)

    def _collect(self, edges, inputs):
        """Reads the edges onto the cells of this rank, in the order in which bmtk makes synapses."""
        enabled = keys.enabled(self.configuration, "inputs")
        rule = Stored()
        for name, words in enabled.items():
            if words["module"] == "syn_activity":
                rule = inputs.spontaneous(name, words)
        for population in edges:
            if not self.circuit.is_virtual(population.source):
                self._tables.add(population, rule)
        for name, words in enabled.items():
            if words["module"] == "replay":
                inputs.add_replayed(name, words, self._tables)
            elif words["input_type"] == "spikes":
                inputs.add_virtual(name, words, self._tables)

    def _place_electrodes(self):
        makers = {
            "current_clamp": self._electrodes.current_clamp,
            "csv": self._electrodes.file_current,
            "file": self._electrodes.file_current,
            "nwb": self._electrodes.sweep_current,
            "allen": self._electrodes.sweep_current,
        }
        for name, words in keys.enabled(self.configuration, "inputs").items():
            if words["module"] == "IClamp":
                makers[words["input_type"]](name, words)
            elif words["module"] == "SEClamp":
                self._electrodes.voltage_clamp(name, words)
            elif words["module"] == "xstim":
                self._field.add(name, words)

    def output_folder(self, make=True):
        """output.output_dir, which rank 0 makes. Collective."""
        words = self.configuration.section("output")
        folder = self.configuration.path("output.output_dir", words.get("output_dir", "output"))
        if make:
            together(self.pc, self.configuration.make_folder, "output.output_dir", folder)
        return folder

    def _refuse_existing(self, folder):
        """With output.overwrite_output_dir false, what is there stays. Called on all ranks."""
        words = self.configuration.section("output")
        names = [words.get("spikes_file"), words.get("spikes_file_csv"), *self.reports.names()]
        existing = [name for name in names if name and os.path.exists(os.path.join(folder, name))]
        if words.get("overwrite_output_dir", True) is False and existing:
            what = f"is false, and {folder} has a file {existing[0]}; --set output.output_dir=NAME writes to another folder"
            raise self.configuration.error("output.overwrite_output_dir", what)

    def check(self):
        """Looks up what a run needs besides: the variables of reports. Collective."""
        together(self.pc, self.reports.prepare, self.pc, self.output_folder(make=False), self._electrodes.clamps)

    def run(self):
        """Runs to run.tstop and writes spikes and reports; returns the number of spikes. Collective."""
        from ranvier import h

        folder = self.output_folder()
        files = SpikeFiles(self.circuit, folder)
        times, gids = h.Vector(), h.Vector()
        local = self.circuit.local_gids()
        if local:
            self.pc.spike_record(h.Vector(local), times, gids)
        self.pc.set_maxstep(10)
        together(self.pc, self._refuse_existing, folder)
        together(self.pc, self.reports.prepare, self.pc, folder, self._electrodes.clamps)
        if self._saved:
            self._saved.write(self.pc)
        together(self.pc, self.reports.start, self.pc, self.steps)
        h.finitialize(self.configuration.number("conditions", "v_init", -65))
        part = max(1, int(self.configuration.number("run", "nsteps_block", 5000)))
        part = min(gathered(self.pc, self.reports.steps_at_once(part)))
        flush = functools.partial(together, self.pc, self.reports.flush)
        advance(self.pc, self.steps, self.circuit.dt, self.tstop, part, flush)
        self.reports.finish()
        return self._write(files, np.array(times), np.array(gids))

    def _write(self, files, times, gids):
        parts = self.pc.py_gather((times, gids), 0)
        count = 0
        if int(self.pc.id()) == 0:
            times = np.concatenate([each[0] for each in parts])
            gids = np.concatenate([each[1] for each in parts]).astype(np.int64)
            files.write(times, gids)
            count = len(times)
        return int(self.pc.py_broadcast(count, 0))


def load(config, settings=(), dialect=None):
    """The network of a configuration. settings: texts such as "run.tstop=100". Collective.

    dialect: "bmtk"; None recognizes it by the keys.
    """
    from ranvier import h

    pc = h.ParallelContext()
    configuration = together(pc, Configuration, config, settings)
    if (dialect or keys.dialect_of(configuration)) != "bmtk":
        what = "this is the dialect of the Blue Brain Project and the Open Brain Institute, which is not supported yet"
        raise configuration.error("networks", what)
    return Network(configuration)
