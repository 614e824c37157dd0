"""The keys of bmtk's dialect: which ones are known, and which are refused by name. Any other key is an error."""

from .nearest import advice

TOP = {
    "components",
    "conditions",
    "inputs",
    "networks",
    "node_sets",
    "node_sets_file",
    "output",
    "reports",
    "run",
    "target_simulator",
    "version",
    "name",
    "metadata",
}
RUN = {
    "tstop",
    "tstart",
    "dt",
    "dL",
    "dl",
    "spike_threshold",
    "nsteps_block",
    "overwrite_output_dir",
    "use_old_import3d",
    "save_state",
    "start_from_state",
}
CONDITIONS = {"celsius", "v_init"}
OUTPUT = {
    "output_dir",
    "log_file",
    "log_level",
    "log_format",
    "log_to_console",
    "compression",
    "cache_to_disk",
    "overwrite_output_dir",
    "spikes_file",
    "spikes_file_csv",
    "spikes_file_nwb",
    "spikes_sort_order",
    "quiet_simulator",
}
COMPONENTS = {
    "morphologies_dir",
    "synaptic_models_dir",
    "mechanisms_dir",
    "biophysical_neuron_models_dir",
    "point_neuron_models_dir",
    "templates_dir",
}
_SIMULATORS = ("neuron", "coreneuron", "bionet")
_PLACE = {"section_name", "section_index", "section_dist"}
_COLUMNS = {"file", "separator", "timestamps_column", "amplitudes_column"}
_ANY_INPUT = {"input_type", "module", "node_set", "enabled"}
_ANY_REPORT = {"module", "cells", "enabled", "file_name", "variable_name", "sections", "start_time", "end_time", "dt"}
_ANY_REPORT |= {"buffer"}

# (input_type, module), where None is any: the keys beside those of every input.
INPUTS = {
    ("spikes", "sonata"): {"input_file"},
    ("spikes", "h5"): {"input_file"},
    ("spikes", "csv"): {"input_file"},
    ("spikes", "nwb"): {"input_file", "trial"},
    ("current_clamp", "IClamp"): {"amp", "delay", "duration"} | _PLACE,
    ("csv", "IClamp"): _COLUMNS | _PLACE,
    ("file", "IClamp"): _COLUMNS | _PLACE,
    ("nwb", "IClamp"): {"file", "sweep_id", "downsample", "sweep_window", "delay"} | _PLACE,
    ("allen", "IClamp"): {"file", "sweep_id", "downsample", "sweep_window", "delay"} | _PLACE,
    (None, "SEClamp"): {"amp", "delay", "duration", "resistance"} | _PLACE,
    (None, "xstim"): {"positions_file", "mesh_files_dir", "resistance", "waveform"},
    (None, "replay"): {"spikes_file", "edges", "source_node_set", "target_node_set"},
    (None, "syn_activity"): {"precell_filter", "postcell_filter", "timestamps"},
}
REPORTS = {
    "membrane_report": {"transform"},
    "netcon_report": {"syn_type"},
    "multimeter_report": {"transform"},
    "clamp_report": set(),
    "extracellular": {"electrode_positions", "electrode_channels", "contributions_dir", "minimum_distance"},
    "save_synapses": {"network_dir", "single_file"},
}
_REFUSED_REPORTS = {
    "SEClamp": "voltage clamps as reports (use clamp_report with variable_name se)",
}
_REFUSED_INPUTS = {
    "comsol": "extracellular potentials of COMSOL",
    "ecephys_probe": "spikes of probes (ecephys_probe)",
    "function": "spikes of a Python function",
}


def _check(configuration, key, found, known):
    unknown = [name for name in found if name not in known]
    if unknown:
        what = f"there is no such key{advice(unknown[0], known)}"
        raise configuration.error(f"{key}.{unknown[0]}" if key else unknown[0], what)


def dialect_of(configuration):
    """ "bmtk", or "obi" for that of the Blue Brain Project and the Open Brain Institute."""
    nodes = configuration.section("networks").get("nodes", [])
    is_other = any("populations" in entry for entry in nodes if isinstance(entry, dict))
    other_inputs = {"linear", "noise", "synapse_replay", "hyperpolarizing", "ornstein_uhlenbeck", "shot_noise", "pulse"}
    modules = {words.get("module") for words in configuration.section("inputs").values() if isinstance(words, dict)}
    return "obi" if is_other or modules & other_inputs or "connection_overrides" in configuration else "bmtk"


def _check_entries(configuration):
    networks = configuration.section("networks")
    _check(configuration, "networks", networks, {"nodes", "edges", "gap_juncs"})
    known = {
        "nodes": {"nodes_file", "node_types_file", "enabled", "name"},
        "edges": {"edges_file", "edge_types_file", "enabled", "name", "source", "target"},
    }
    for kind, names in known.items():
        entries = networks.get(kind, [])
        if not isinstance(entries, list):
            raise configuration.error(f"networks.{kind}", "must be a list")
        for k, entry in enumerate(entries):
            key = f"networks.{kind}[{k}]"
            if not isinstance(entry, dict):
                raise configuration.error(key, "must be an object")
            _check(configuration, key, entry, names)


def is_enabled(words):
    return words.get("enabled", True) not in (False, "false", "False", 0)


def enabled(configuration, section):
    """The enabled inputs or reports by name."""
    found = {}
    for name, words in configuration.section(section).items():
        if not isinstance(words, dict):
            raise configuration.error(f"{section}.{name}", "must be an object")
        if is_enabled(words):
            found[name] = words
    return found


def _skip(section, name):
    return f"; --set {section}.{name}.enabled=false runs the rest"


def _check_inputs(configuration):
    for name, words in enabled(configuration, "inputs").items():
        key = f"inputs.{name}"
        kind = (words.get("input_type"), words.get("module"))
        if kind not in INPUTS and kind[0] is not None:
            kind = (None, kind[1]) if (None, kind[1]) in INPUTS else kind
        if kind not in INPUTS:
            known = ", ".join("/".join(filter(None, each)) for each in INPUTS)
            what = f"input_type {kind[0]} with module {kind[1]} is not supported (known: {known})"
            if kind[1] in _REFUSED_INPUTS:
                what = f"{_REFUSED_INPUTS[kind[1]]} are not supported"
            what += _skip("inputs", name)
            raise configuration.error(f"{key}.module", what)
        _check(configuration, key, words, INPUTS[kind] | _ANY_INPUT)


def _check_reports(configuration):
    for name, words in enabled(configuration, "reports").items():
        key, module = f"reports.{name}", words.get("module")
        if module in _REFUSED_REPORTS or module not in REPORTS:
            subject = _REFUSED_REPORTS.get(module, f"module {module}")
            what = f"{subject} are not supported" if module in _REFUSED_REPORTS else f"{subject} is not supported"
            what += f" (known: {', '.join(REPORTS)}){_skip('reports', name)}"
            raise configuration.error(f"{key}.module", what)
        _check(configuration, key, words, REPORTS[module] | _ANY_REPORT)


def _check_simulator(configuration):
    simulator = configuration.raw("target_simulator")
    if simulator is not None and str(simulator).lower() not in _SIMULATORS:
        what = f"circuits for {simulator} are not supported, only those of bmtk's BioNet: NEURON"
        raise configuration.error("target_simulator", what)


def check_keys(configuration):
    """Raises an error for the first key that is not known."""
    _check_simulator(configuration)
    if "run" not in configuration:
        what = (
            "is missing: this is the configuration of a network; run that of the simulation, which names it as network"
        )
        raise configuration.error("run", what)
    _check(configuration, "", configuration.keys(), TOP)
    for section, known in (("run", RUN), ("conditions", CONDITIONS), ("output", OUTPUT), ("components", COMPONENTS)):
        _check(configuration, section, configuration.section(section), known)
    if configuration.section("run").get("use_old_import3d"):
        what = "the old import of morphologies is not supported; --set run.use_old_import3d=false runs with NEURON's import"
        raise configuration.error("run.use_old_import3d", what)
    for name in ("save_state", "start_from_state"):
        if configuration.section("run").get(name):
            what = "states of bmtk are not supported; ranvier run --checkpoint FILE saves one, with --resume a run starts from it"
            raise configuration.error(f"run.{name}", what)
    if configuration.section("output").get("spikes_file_nwb"):
        raise configuration.error("output.spikes_file_nwb", "NWB files are not supported; use spikes_file")
    _check_entries(configuration)
    _check_inputs(configuration)
    _check_reports(configuration)
