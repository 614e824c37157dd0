"""A small SONATA circuit that has each feature once, and the same circuit in NEURON, made by hand.

Population `cells`: 0-3 are detailed cells with parameters in JSON, 4-5 with parameters in NeuroML, 6-9 are IntFire1 cells.
Population `drive`: five virtual cells. Recurrent edges have places; those of `drive` leave them to random draws.
"""

import json

import h5py
import numpy as np

TSTOP, DT, DELAY = 60.0, 0.05, 1.5
GIDS = {"cells": 0, "drive": 10}
SWC = """\
# a soma of one point, two dendrites of which one branches, an apical dendrite and an axon
1 1 0 0 0 8 -1
2 3 8 0 0 1.2 1
3 3 60 5 0 1 2
4 3 110 30 0 0.6 3
5 3 115 -25 4 0.7 3
6 3 -7 -4 0 1 1
7 3 -60 -40 10 0.8 6
8 4 0 8 0 1.5 1
9 4 0 90 0 1.1 8
10 4 30 160 0 0.6 9
11 4 -30 170 0 0.6 9
12 2 0 -8 0 0.9 1
13 2 0 -70 0 0.6 12
"""
FIT = {
    "passive": [
        {"ra": 120.0, "e_pas": -70.0, "cm": [{"section": s, "cm": 1.1} for s in ("soma", "axon", "dend", "apic")]}
    ],
    "conditions": [{"erev": [{"section": "soma", "ena": 52.0, "ek": -80.0}]}],
    "genome": [
        {"section": "soma", "name": "gnabar_hh", "value": 0.25, "mechanism": "hh"},
        {"section": "soma", "name": "gl_hh", "value": 0.0, "mechanism": "hh"},
        *[{"section": s, "name": "g_pas", "value": 3e-4, "mechanism": ""} for s in ("soma", "axon", "dend", "apic")],
    ],
}
NML = """<?xml version="1.0"?>
<neuroml xmlns="http://www.neuroml.org/schema/neuroml2"><cell id="c"><biophysicalProperties id="b"><membraneProperties>
<channelDensity id="g_pas" ionChannel="pas" ion="non_specific" condDensity="0.00025 S_per_cm2" erev="-68.0 mV" segmentGroup="all"/>
<channelDensity id="gnabar_hh" ionChannel="hh" ion="na" condDensity="0.23 S_per_cm2" erev="51.0 mV" segmentGroup="soma"/>
<specificCapacitance value="1.2 uF_per_cm2" segmentGroup="dend"/>
</membraneProperties><intracellularProperties><resistivity value="110 ohm_cm" segmentGroup="all"/></intracellularProperties>
</biophysicalProperties></cell></neuroml>
"""
NODE_TYPES = """\
node_type_id model_type model_template morphology dynamics_params model_processing name
100 biophysical ctdb:Biophys1.hoc cell.swc fit.json aibs_perisomatic fitted
101 biophysical nml:c.nml cell NULL NULL exported
102 point_neuron nrn:IntFire1 NULL fire.json NONE firing
"""
EDGE_TYPES = """\
edge_type_id model_template dynamics_params delay target_sections distance_range syn_weight
200 Exp2Syn exc.json 1.5 NULL NULL NULL
201 exp2syn inh.json 1.5 NULL NULL NULL
202 NULL at_once.json 1.5 NULL NULL NULL
203 Exp2Syn exc.json 1.5 "['basal', 'apical']" "[10.0, 120.0]" 0.003
204 NULL at_once.json 1.5 NULL NULL 0.4
205 NULL inhibits.json 1.5 NULL NULL 0.1
"""
SYNAPSES = {"exc.json": {"erev": 0.0, "tau1": 0.2, "tau2": 0.8}, "inh.json": {"erev": -75.0, "tau1": 0.3, "tau2": 6.0}}

# source, target, type, section in `all`, x, weight: on the soma, dendrites, apical dendrites and both parts of the axon
RECURRENT = [
    (6, 0, 200, 0, 0.5, 0.002),
    (7, 0, 200, 3, 0.25, 0.003),
    (1, 0, 201, 5, 0.5, 0.001),
    (0, 1, 200, 6, 0.75, 0.004),
    (8, 1, 200, 8, 0.5, 0.003),
    (9, 2, 200, 9, 0.5, 0.003),
    (6, 3, 201, 2, 0.5, 0.002),
    (2, 4, 200, 7, 0.1, 0.004),
    (3, 5, 200, 1, 0.9, 0.004),
]
ONTO_POINTS = [(0, 6, 0.7), (1, 7, 0.6), (4, 8, 0.8), (5, 9, 0.9), (7, 6, -0.2)]
DRIVEN = [(k, target, 2 + (k + target) % 3) for target in range(10) for k in range(5) if (k + target) % 2]

# A mechanism that a circuit may bring.
SLOW = """
NEURON { POINT_PROCESS Slow NONSPECIFIC_CURRENT i RANGE e, tau }
PARAMETER { tau = 20 (ms) <1, 1000>  e = 0 (mV) }
ASSIGNED { v (mV) i (nA) }
STATE { g (uS) }
INITIAL { g = 0 }
BREAKPOINT { SOLVE decay METHOD cnexp  i = g*(v - e) }
DERIVATIVE decay { g' = -g/tau }
NET_RECEIVE (w (uS)) { g = g + w }
"""


def input_times(seed=5):
    """Times [ms] of the virtual cells: irregular, so that no two events are due together."""
    random = np.random.RandomState(seed)
    return [np.sort(random.uniform(1, TSTOP - 5, 9)) for _ in range(5)]


def index(root, targets, count):
    """The index by target; the edges are sorted by it."""
    ranges = [(int(np.searchsorted(targets, k)), int(np.searchsorted(targets, k, "right"))) for k in range(count)]
    group = root.create_group("indices/target_to_source")
    group["node_id_to_range"] = np.array([(k, k + 1) for k in range(count)], np.uint64)
    group["range_to_edge_id"] = np.array(ranges, np.uint64)


def _edges(file, name, source, target, rows):
    """rows: (source, target, type, group, {column: value}), sorted by target."""
    with h5py.File(file, "w") as handle:
        root = handle.create_group(f"edges/{name}")
        for column, population, k in (("source_node_id", source, 0), ("target_node_id", target, 1)):
            root[column] = np.array([row[k] for row in rows], np.uint64)
            root[column].attrs["node_population"] = population
        root["edge_type_id"] = np.array([row[2] for row in rows], np.uint32)
        groups = np.array([row[3] for row in rows])
        root["edge_group_id"] = groups.astype(np.uint16)
        root["edge_group_index"] = np.array([(groups[:k] == groups[k]).sum() for k in range(len(rows))], np.uint32)
        for number in np.unique(groups):
            mine = [row[4] for row in rows if row[3] == number]
            for column in mine[0]:
                root[f"{number}/{column}"] = np.array([each[column] for each in mine])
        index(root, np.array([row[1] for row in rows]), 10)


def _nodes(file, name, types, groups):
    with h5py.File(file, "w") as handle:
        root = handle.create_group(f"nodes/{name}")
        root["node_type_id"] = np.array(types, np.uint64)
        root["node_id"] = np.arange(len(types), dtype=np.uint64)
        root["node_group_id"] = np.array(groups, np.uint32)
        root["node_group_index"] = np.array([groups[:k].count(groups[k]) for k in range(len(groups))], np.uint64)
        for number in set(groups):
            root.create_group(str(number))["x"] = np.arange(groups.count(number)) * 30.0


def configuration():
    """What config.json holds."""
    return {
        "manifest": {"$OUT": "$BASE/out", "$BASE": "${configdir}", "$NET": "${BASE}/network"},
        "run": {"tstop": TSTOP, "dt": DT, "dL": 15.0, "spike_threshold": -15.0, "nsteps_block": 500},
        "conditions": {"celsius": 20.0, "v_init": -70.0},
        "components": {
            "morphologies_dir": "$BASE/components",
            "synaptic_models_dir": "$BASE/components",
            "biophysical_neuron_models_dir": "$BASE/components",
            "point_neuron_models_dir": "$BASE/components",
        },
        "networks": {
            "nodes": [
                {"nodes_file": "$NET/cells.h5", "node_types_file": "$NET/node_types.csv"},
                {"nodes_file": "$NET/drive.h5", "node_types_file": "$NET/drive_types.csv"},
            ],
            "edges": [
                {"edges_file": "$NET/recurrent.h5", "edge_types_file": "$NET/edge_types.csv"},
                {"edges_file": "$NET/driven.h5", "edge_types_file": "$NET/edge_types.csv"},
            ],
        },
        "inputs": {
            "drive": {"input_type": "spikes", "module": "sonata", "input_file": "$BASE/spikes.h5", "node_set": "drive"},
            "clamp": {
                "input_type": "current_clamp",
                "module": "IClamp",
                "node_set": {"population": "cells", "name": "exported"},
                "amp": [0.1, 0.2],
                "delay": [5.0, 30.0],
                "duration": 10.0,
            },
        },
        "output": {
            "output_dir": "$OUT",
            "spikes_file": "spikes.h5",
            "spikes_file_csv": "spikes.csv",
            "spikes_sort_order": "time",
        },
        "reports": {
            "v": {"module": "membrane_report", "variable_name": "v", "cells": [0, 4], "sections": "soma"},
        },
    }


def write(folder):
    """Writes the circuit; its configuration is config.json in the folder."""
    for name in ("network", "components"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    components = {"cell.swc": SWC, "fit.json": json.dumps(FIT), "c.nml": NML}
    components |= {name: json.dumps(values) for name, values in SYNAPSES.items()}
    components |= {
        "at_once.json": '{"sign": 1}',
        "inhibits.json": '{"sign": -1}',
        "fire.json": '{"tau": 0.008, "refrac": 0.002}',
    }
    for name, text in components.items():
        (folder / "components" / name).write_text(text)
    network = folder / "network"
    (network / "node_types.csv").write_text(NODE_TYPES)
    (network / "edge_types.csv").write_text(EDGE_TYPES)
    (network / "drive_types.csv").write_text("node_type_id model_type\n300 virtual\n")
    _nodes(network / "cells.h5", "cells", [100] * 4 + [101] * 2 + [102] * 4, [0] * 6 + [1] * 4)
    _nodes(network / "drive.h5", "drive", [300] * 5, [0] * 5)
    placed = [
        (s, t, kind, 0, {"afferent_section_id": section, "afferent_section_pos": x, "syn_weight": weight})
        for s, t, kind, section, x, weight in RECURRENT
    ]
    points = [(s, t, 202, 1, {"syn_weight": weight}) for s, t, weight in ONTO_POINTS]
    _edges(network / "recurrent.h5", "recurrent", "cells", "cells", sorted(placed + points, key=lambda row: row[1]))
    driven = [(s, t, 203 if t < 6 else 205 if s == 4 else 204, 0, {"nsyns": n}) for s, t, n in DRIVEN]
    _edges(network / "driven.h5", "driven", "drive", "cells", sorted(driven, key=lambda row: row[1]))
    with h5py.File(folder / "spikes.h5", "w") as handle:
        times = input_times()
        handle["spikes/drive/timestamps"] = np.concatenate(times)
        handle["spikes/drive/node_ids"] = np.repeat(np.arange(5), [len(each) for each in times])
    (folder / "config.json").write_text(json.dumps(configuration(), indent=2))


NEURON = """
import json, os, tempfile
import numpy as np
from neuron import h
h.load_file("stdrun.hoc")
h.load_file("import3d.hoc")
given = json.loads(GIVEN)
pc = h.ParallelContext()
h('''begintemplate Imported
public soma, dend, apic, axon, all, somatic, basal, apical, axonal
objref all, somatic, basal, apical, axonal, this
create soma[1], dend[1], apic[1], axon[1]
proc init() { localobj reader, gui
    all = new SectionList() somatic = new SectionList() basal = new SectionList()
    apical = new SectionList() axonal = new SectionList()
    forall delete_section()
    reader = new Import3d_SWC_read() reader.quiet = 1 reader.input($s1)
    gui = new Import3d_GUI(reader, 0) gui.instantiate(this)
}
endtemplate Imported''')
path = os.path.join(tempfile.mkdtemp(), "cell.swc")
open(path, "w").write(given["swc"])

def kind_of(section):
    return section.name().split(".")[1][:4]

def fitted(sections):
    for section in sections:
        section.insert("pas")
        section.Ra, section.cm, section.e_pas, section.g_pas = 120, 1.1, -70, 3e-4
    soma = [section for section in sections if kind_of(section) == "soma"][0]
    soma.insert("hh")
    soma.gnabar_hh, soma.gl_hh, soma.ena, soma.ek = 0.25, 0, 52, -80

def exported(sections):
    for section in sections:
        section.insert("pas")
        section.Ra, section.e_pas, section.g_pas = 110, -68, 2.5e-4
        if kind_of(section) == "dend":
            section.cm = 1.2
    soma = [section for section in sections if kind_of(section) == "soma"][0]
    soma.insert("hh")
    soma.gnabar_hh, soma.ena = 0.23, 51

class Cell:
    def __init__(self, gid):
        self.hoc = h.Imported(path)
        for section in self.hoc.axon:
            h.delete_section(sec=section)
        h.execute("create axon[2]", self.hoc)
        for section in self.hoc.axon:
            section.L, section.diam = 30, 1
            self.hoc.all.append(sec=section)
        self.hoc.axon[0].connect(self.hoc.soma[0], 0.5, 0)
        self.hoc.axon[1].connect(self.hoc.axon[0], 1, 0)
        h.define_shape()
        self.all = list(self.hoc.all)
        (fitted if gid < 4 else exported)(self.all)
        for section in self.all:
            section.nseg = 1 + 2 * int(section.L / 30)
        self.draw = np.random.RandomState(gid)
        h.distance(0, self.hoc.soma[0](0))
        rows = [(sec, seg.x, kind_of(sec), h.distance(seg), sec.L / sec.nseg) for sec in self.all for seg in sec]
        middle, length = np.array([row[3] for row in rows]), np.array([row[4] for row in rows])
        share = np.maximum(0, np.minimum(middle + length / 2, 120) - np.maximum(middle - length / 2, 10)) / length
        self.chosen = np.flatnonzero((share > 0) & [row[2] in ("dend", "apic") for row in rows])
        self.p = (length * share)[self.chosen]
        self.p = self.p / self.p.sum()
        self.rows = rows
        pc.set_gid2node(gid, 0)
        detector = h.NetCon(self.hoc.soma[0](0.5)._ref_v, None, sec=self.hoc.soma[0])
        detector.threshold = -15
        pc.cell(gid, detector)

cells = {gid: Cell(gid) for gid in range(6)}
for gid in range(6, 10):
    cells[gid] = h.IntFire1()
    cells[gid].tau, cells[gid].refrac = 8, 2
    pc.set_gid2node(gid, 0)
    pc.cell(gid, h.NetCon(cells[gid], None))
keep, events = [], []

def synapse(segment, name):
    made = h.Exp2Syn(segment)
    values = given["synapses"][name]
    made.e, made.tau1, made.tau2 = values["erev"], values["tau1"], values["tau2"]
    keep.append(made)
    return made

def connect(source, target, weight):
    connection = pc.gid_connect(source, target)
    connection.weight[0], connection.delay = weight, given["delay"]
    keep.append(connection)

for source, target, kind, section, x, weight in given["recurrent"]:
    segment = cells[target].all[section](x)
    connect(source, synapse(segment, "exc.json" if kind == 200 else "inh.json"), weight)
for source, target, weight in given["points"]:
    connect(source, cells[target], weight)
for source, target, count in sorted(given["driven"], key=lambda row: row[1]):
    if target >= 6:
        targets, weight = [cells[target]], (-0.1 if source == 4 else 0.4) * count
    else:
        cell = cells[target]
        places = cell.draw.choice(cell.chosen, count, p=cell.p)
        targets, weight = [synapse(cell.rows[k][0](cell.rows[k][1]), "exc.json") for k in places], 0.003
    for each in targets:
        connection = h.NetCon(None, each)
        connection.weight[0] = weight
        last, times = 0.0, []
        for time in given["times"][source]:
            last = (last + time) - last if times else time
            times.append(last)
        events.append((connection, times))
for gid in (4, 5):
    for amp, delay in ((0.1, 5), (0.2, 30)):
        clamp = h.IClamp(cells[gid].hoc.soma[0](0.5))
        clamp.amp, clamp.delay, clamp.dur = amp, delay, 10
        keep.append(clamp)

def send():
    for connection, times in events:
        for time in times:
            connection.event(time + given["delay"])

handler = h.FInitializeHandler(send)
traces = {gid: h.Vector().record(cells[gid].hoc.soma[0](0.5)._ref_v) for gid in (0, 4)}
times, gids = h.Vector(), h.Vector()
pc.spike_record(-1, times, gids)
h.dt, h.celsius = given["dt"], 20
pc.set_maxstep(10)
h.finitialize(-70)
pc.psolve(given["tstop"])
print(json.dumps({"spikes": sorted(zip(times, map(int, gids))), "v": {gid: list(v)[1:] for gid, v in traces.items()}}))
"""


def neurons_script():
    """The script of NEURON's Python: prints its spikes, and the voltages of the cells 0 and 4 after each step."""
    given = {
        "swc": SWC,
        "synapses": SYNAPSES,
        "recurrent": sorted(RECURRENT, key=lambda row: row[1]),
        "points": sorted(ONTO_POINTS, key=lambda row: row[1]),
        "driven": DRIVEN,
        "times": [times.tolist() for times in input_times()],
        "delay": DELAY,
        "dt": DT,
        "tstop": TSTOP,
    }
    return NEURON.replace("GIVEN", repr(json.dumps(given)))
