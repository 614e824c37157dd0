"""The published Python clients of NEURON that make clients runs, unchanged, with NEURON and with Ranvier.

Each is a program of a public repository at a pinned commit. What is compared are expressions that tests/clients/observe.py
evaluates among the program's own names: after each cell of a notebook, or else at the end (before a call of quit()).
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Repository:
    """A public repository; the folder below CLIENTS is named after it."""

    owner: str
    name: str
    commit: str

    @property
    def address(self):
        return f"https://github.com/{self.owner}/{self.name}"


@dataclasses.dataclass(frozen=True)
class Client:
    """A published program, how to run it, and what to compare.

    Each expression of `spikes` and `traces` yields a mapping of names to lists of numbers; `values` maps names to
    anything made of numbers, names and lists. Names are those of cells or gids, never of ranks.
    """

    name: str
    repository: Repository
    folder: str  # where it runs
    program: str = ""  # a script or notebook of that folder, and arguments
    written_by: str = ""  # the notebook whose %%writefile cells write the program
    tests: str = ""  # or the folder of the tests that pytest runs
    mechanisms: str = ""  # arguments of nrnivmodl
    ranks: tuple = (1,)
    then: str = ""  # statements after the program, whose results the expressions may use, too
    spikes: str = ""
    traces: str = ""
    values: str = ""
    variable_step: str = ""  # traces with a variable step: their numbers of spikes are compared, times are reported


NRN = Repository("neuronsimulator", "nrn", "ba5783378c0aa1d9ac95b4454bea94b15c63f75d")
BLUEPYOPT = Repository("BlueBrain", "BluePyOpt", "146bb019a866007d76eafcaca89d8b45e20be0f6")
LFPY = Repository("LFPy", "LFPy", "7a1cd057fc8a4c234c093e84836fa41552cfa839")
NETPYNE = Repository("suny-downstate-medical-center", "netpyne", "3a0a522672654ab9f30ec3f6e77237e60a2d9632")
RINGTEST = Repository("neuronsimulator", "ringtest", "78b996a7a9f2a9fadc23fd09a515d9a427cb2fab")

RING_OF_CELLS = "{f'soma of {cell._gid}': cell.soma_v for cell in ring.cells}"
SPIKES_OF_CELLS = "{cell._gid: cell.spike_times for cell in ring.cells}"
NETPYNE_SPIKES = "by_gid(sim.allSimData['spkt'], sim.allSimData['spkid'])"

CLIENTS = (
    Client(
        "NEURON's tutorial ball-and-stick 1",
        NRN,
        "docs/tutorials",
        "ball-and-stick-1.ipynb",
        traces="{'t': t, 'soma': soma_v} | ({'dend': dend_v} if 'dend_v' in globals() else {})"
        " | {f'line {k}': line.data_source.data['y'] for k, line in enumerate(f.renderers)}",
    ),
    Client(
        "NEURON's tutorial ball-and-stick 2",
        NRN,
        "docs/tutorials",
        "ball-and-stick-2.ipynb",
        spikes="dict(enumerate(spike_times))",
        traces="{'t': t, 'soma': soma_v, 'dend': dend_v} | ({'syn': syn_i} if 'syn_i' in globals() else {})",
    ),
    Client(
        "NEURON's tutorial ball-and-stick 3",
        NRN,
        "docs/tutorials",
        "ball-and-stick-3.ipynb",
        spikes=SPIKES_OF_CELLS,
        traces="{'t': t} | " + RING_OF_CELLS,
    ),
    Client(
        "NEURON's tutorial ball-and-stick 4, test_ring1.py",
        NRN,
        "docs/tutorials",
        "test_ring1.py",
        written_by="ball-and-stick-4.ipynb",
        ranks=(1, 2),
        spikes=SPIKES_OF_CELLS,
        traces="{'t': t} | " + RING_OF_CELLS,
    ),
    Client(
        "NEURON's tutorial ball-and-stick 4, test_ring2.py",
        NRN,
        "docs/tutorials",
        "test_ring2.py",
        written_by="ball-and-stick-4.ipynb",
        ranks=(1, 2),
        spikes=SPIKES_OF_CELLS,
        traces="{'t': t} | " + RING_OF_CELLS,
        values="data if pc.id() == 0 else {}",
    ),
    Client(
        "eFEL: every feature of the cells of ball-and-stick 3",
        NRN,
        "docs/tutorials",
        "ball-and-stick-3.ipynb",
        then="import efel\n"
        "measured = [{'T': list(t), 'V': list(cell.soma_v), 'stim_start': [9], 'stim_end': [100]} for cell in ring.cells]\n"
        "features = efel.get_feature_values(measured, efel.get_feature_names(), raise_warnings=False)",
        values="{f'{name} of {k}': found for k, cell in enumerate(features) for name, found in cell.items()}",
    ),
    Client(
        "BluePyOpt, simplecell: optimization, variable step",
        BLUEPYOPT,
        "examples/simplecell",
        "simplecell.ipynb",
        values="{'scores': cell_evaluator.evaluate_with_dicts(default_params),"
        " 'population': [[*one, *one.fitness.values] for one in final_pop],"
        " 'best': [[*one, *one.fitness.values] for one in hall_of_fame], 'log': logs.select('min', 'avg', 'max')}",
        variable_step="{name: (found['time'], found['voltage']) for name, found in responses.items()}",
    ),
    Client(
        "BluePyOpt, simplecell: its protocol, fixed step",
        BLUEPYOPT,
        "examples/simplecell",
        "simplecell.ipynb",
        then="fixed = ephys.simulators.NrnSimulator(dt=0.025, cvode_active=False)\n"
        "stepped = [twostep_protocol.run(cell_model=simple_cell, param_values=found, sim=fixed)"
        " for found in (default_params, other_params)]",
        traces="{f'{name} {k}, {column}': one[name][column] for k, one in enumerate(stepped) for name in one"
        " for column in ('time', 'voltage')}",
    ),
    Client(
        "LFPy, example 01",
        LFPY,
        "examples",
        "LFPy-example-01.ipynb",
        traces="{'t': cell.tvec, 'soma': cell.somav, 'synapse': synapse.i}",
    ),
    Client("LFPy, its own tests", LFPY, "LFPy/test", tests=".", mechanisms="."),
    Client(
        "NetPyNE, tut2",
        NETPYNE,
        "doc/source/code",
        "tut2.py",
        spikes=NETPYNE_SPIKES,
        traces="dict(sim.allSimData['V_soma']) | {'t': sim.allSimData['t']}",
    ),
    Client(
        "NetPyNE, tut_gap",
        NETPYNE,
        "doc/source/code",
        "tut_gap.py",
        mechanisms="mod/ElectSyn.mod",
        spikes=NETPYNE_SPIKES,
        traces="{f'{section} at the end': [segment.v for segment in section] for section in sim.h.allsec()}",
    ),
    Client(
        "ringtest with gap junctions",
        RINGTEST,
        ".",
        "ringtest.py -nring 4 -gap",
        mechanisms="mod",
        ranks=(1, 2),
        spikes="by_gid(sys.modules['commonutils'].tvec, sys.modules['commonutils'].idvec)",
        traces="{f'{gid} at the end': [segment.v for section in cell.all for segment in section]"
        " for ring in model[1] for gid, cell in zip(ring.gids, ring.cells, strict=True)}",
    ),
)
