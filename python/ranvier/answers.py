"""Functions whose result is an int or a bool in Python, like in NEURON, and a number in hoc."""

_INT = {
    "StateTransitionEvent": "state",
    "StringFunctions": "substr len head tail references is_point_process is_artificial",
    "PtrVector": "resize size",
    "File": "tell",
    "List": "count index selected",
    "Matrix": "nrow ncol sprowlen",
    "Vector": "fwrite printf scanf scantil size buffer_size indwhere min_ind max_ind",
    "ParallelContext": "working nhost id nhost_world id_world nhost_bbs id_bbs gid_exists spike_statistics nthread "
    "nworker thread_how_many_proc optimize_node_order connect",
    "GidRange": "first size",
    "SectionRef": "nchild",
    "SectionList": "unique size",
    "CVode": "queue_mode stiff maxorder order jacobian condition_order debug_event current_method "
    "structure_change_count diam_change_count",
    "NetCon": "srcgid",
    "MechanismStandard": "count",
    "MechanismType": "count selected internal_type",
}
_BOOL = {
    "StringFunctions": "is_name",
    "Vector": "contains",
    "GidRange": "contains",
    "ParallelContext": "look look_take sec_in_thread",
    "SectionRef": "has_parent has_trueparent exists is_cas",
    "SectionList": "contains",
    "CVode": "active use_local_dt use_daspk use_mxb cache_efficient use_long_double use_fast_imem",
    "NetCon": "valid active",
    "MechanismStandard": "is_array",
    "MechanismType": "is_netcon_target has_net_event is_artificial is_ion",
}

CONVERSIONS = {(of, name): int for of, names in _INT.items() for name in names.split()}
CONVERSIONS |= {(of, name): bool for of, names in _BOOL.items() for name in names.split()}
