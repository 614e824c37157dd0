"""Types of the arguments and results of methods, which hoc's reference does not give: for scripts/python-stubs.

Each entry is a list of signatures, without self and sec; several are overloads. A number may be any that converts to a
float, as numpy's do. tests/end_to_end/test_type_stubs.py compares the results with what the methods return.
"""


def over_range(result):
    return [f"(start: Number = ..., end: Number = ...) -> {result}"]


def of_source(more=""):
    """The values of another Vector, or of the Vector itself."""
    return [f"(source: Vector = ...{more}) -> Vector"]


# Of hoc's Vector.
VECTOR = {
    "abs": of_source(),
    "add": ["(other: Number | Vector) -> Vector"],
    "addrand": ["(random: Random, start: Number = ..., end: Number = ...) -> Vector"],
    "append": ["(*values: Number | Vector) -> Vector"],
    "apply": ["(function: str, start: Number = ..., end: Number = ...) -> Vector"],
    "as_numpy": ["(*ignored: Any) -> Any"],
    "at": over_range("Vector"),
    "buffer_size": ["(n: Number = ...) -> int"],
    "c": over_range("Vector"),
    "cl": over_range("Vector"),
    "clear": ["() -> Vector"],
    "contains": ["(value: Number) -> bool"],
    "convlv": ["(source: Vector, response: Vector, direction: Number = ...) -> Vector"],
    "copy": ["(source: Vector, *places: Number | Vector) -> Vector"],
    "correl": ["(source: Vector, other: Vector = ...) -> Vector"],
    "deriv": ["(source: Vector = ..., dx: Number = ..., method: Number = ...) -> Vector"],
    "div": ["(other: Number | Vector) -> Vector"],
    "dot": ["(other: Vector) -> float"],
    "eq": ["(other: Vector) -> float"],
    "fft": ["(direction: Number) -> Vector", "(source: Vector, direction: Number) -> Vector"],
    "fill": ["(value: Number, start: Number = ..., end: Number = ...) -> Vector"],
    "filter": ["(filter: Vector) -> Vector", "(source: Vector, filter: Vector) -> Vector"],
    "firstpeak": ["() -> float"],
    "fit": ["(fitted: Vector, function: str, *arguments: Any) -> float"],
    "floor": of_source(),
    "fread": ["(file: File, n: Number = ..., type: Number = ...) -> float"],
    "from_double": ["(n: Number, x: Reference) -> Vector"],
    "from_python": ["(source: Iterable[Number]) -> Vector"],
    "fwrite": ["(file: File, start: Number = ..., end: Number = ...) -> float"],
    "get": ["(i: Number) -> float"],
    "hist": ["(data: Vector, low: Number, size: Number, width: Number) -> Vector"],
    "histogram": ["(low: Number, high: Number, width: Number) -> Vector"],
    "ind": ["(indices: Vector) -> Vector"],
    "index": ["(indices: Vector) -> Vector", "(source: Vector, indices: Vector) -> Vector"],
    "indgen": ["(start: Number = ..., stop: Number = ..., step: Number = ...) -> Vector"],
    "indvwhere": [
        "(operator: str, value: Number, value2: Number = ...) -> Vector",
        "(source: Vector, operator: str, value: Number, value2: Number = ...) -> Vector",
    ],
    "indwhere": ["(operator: str, value: Number, value2: Number = ...) -> int"],
    "inf": ["(i: Vector, dt: Number, *parameters: Number) -> Vector"],
    "insrt": ["(i: Number, *values: Number | Vector) -> Vector"],
    "integral": of_source(", dx: Number = ..."),
    "interpolate": [
        "(x_destination: Vector, x_source: Vector) -> Vector",
        "(x_destination: Vector, x_source: Vector, y_source: Vector) -> Vector",
    ],
    "label": ["(name: str = ...) -> str"],
    "log": of_source(),
    "log10": of_source(),
    "mag": ["() -> float"],
    "max": over_range("float"),
    "max_ind": over_range("int"),
    "mean": over_range("float"),
    "meansqerr": ["(other: Vector, weights: Vector = ...) -> float"],
    "medfltr": ["(points: Number = ...) -> Vector", "(source: Vector, points: Number = ...) -> Vector"],
    "median": ["() -> float"],
    "min": over_range("float"),
    "min_ind": over_range("int"),
    "mul": ["(other: Number | Vector) -> Vector"],
    "play": [
        "(reference: Reference, *times: Number | Vector) -> Vector",
        "(statement: str, *times: Number | Vector) -> Vector",
        "(process: HocObject, reference: Reference, *times: Number | Vector) -> Vector",
        "(index: Number) -> Vector",
    ],
    "play_remove": ["() -> float"],
    "pow": ["(power: Number) -> Vector", "(source: Vector, power: Number) -> Vector"],
    "psth": ["(source: Vector, dt: Number, trials: Number, size: Number) -> Vector"],
    "rebin": ["(factor: Number) -> Vector", "(source: Vector, factor: Number) -> Vector"],
    "record": [
        "(reference: Reference, times: Number | Vector = ..., discontinuities: Number = ...) -> Vector",
        "(process: HocObject, reference: Reference, times: Number | Vector = ...) -> Vector",
    ],
    "reduce": ["(function: str, base: Number = ..., start: Number = ..., end: Number = ...) -> float"],
    "remove": ["(start: Number, end: Number = ...) -> Vector"],
    "resample": ["(source: Vector, rate: Number) -> Vector"],
    "resize": ["(n: Number) -> Vector"],
    "reverse": ["() -> Vector"],
    "rotate": ["(n: Number, shift: Number = ...) -> Vector"],
    "scale": ["(low: Number, high: Number) -> float"],
    "scanf": ["(file: File, *where: Number) -> float"],
    "scantil": ["(file: File, sentinel: Number, *where: Number) -> float"],
    "set": ["(i: Number, value: Number) -> Vector"],
    "setrand": ["(random: Random, start: Number = ..., end: Number = ...) -> Vector"],
    "sin": ["(frequency: Number, phase: Number, dx: Number = ...) -> Vector"],
    "size": ["() -> int"],
    "smhist": ["(data: Vector, low: Number, size: Number, step: Number, *smoothing: Number | Vector) -> Vector"],
    "sort": ["() -> Vector"],
    "sortindex": ["(destination: Vector = ...) -> Vector"],
    "spctrm": ["(source: Vector = ..., size: Number = ...) -> Vector"],
    "spikebin": ["(source: Vector, threshold: Number, width: Number = ...) -> Vector"],
    "sqrt": of_source(),
    "stderr": over_range("float"),
    "stdev": over_range("float"),
    "sub": ["(other: Number | Vector) -> Vector"],
    "sum": over_range("float"),
    "sumgauss": ["(low: Number, high: Number, step: Number, variance: Number, weights: Vector = ...) -> Vector"],
    "sumsq": over_range("float"),
    "tanh": of_source(),
    "to_python": ["(target: Any = ..., *ignored: Any) -> Any"],
    "trigavg": ["(data: Vector, indices: Vector, before: Number, after: Number) -> float"],
    "var": over_range("float"),
    "vread": ["(file: File) -> float"],
    "vwrite": ["(file: File, type: Number = ...) -> float"],
    "where": [
        "(operator: str, value: Number, value2: Number = ...) -> Vector",
        "(source: Vector, operator: str, value: Number, value2: Number = ...) -> Vector",
    ],
    "width": ["(times: Vector, height: Number) -> float"],
    "xfitness": ["(times: Vector, peak: Number, heights: Vector, data: Vector) -> float"],
    "yfitness": ["(times: Vector, peak: Number, data: Vector, at: Vector) -> float"],
}

DRAWING = ("line", "mark", "plot", "ploterr")
VECTOR |= {name: ["(graph: Graph, *how: Any) -> Vector"] for name in DRAWING}
VECTOR["printf"] = [
    "(format: str = ..., start: Number = ..., end: Number = ...) -> int",
    "(file: File, format: str = ..., start: Number = ..., end: Number = ...) -> int",
]


def seconds(names):
    return {name: ["() -> float"] for name in names.split()}


ITEMS = "(key: str | Number, *items: Any) -> {}"

# Of ParallelContext.
PARALLEL_CONTEXT = {
    **seconds(
        "barrier event_time integ_time retval setup_transfer step_time step_wait thread_stat time vtransfer_time"
    ),
    **seconds("done runworker upkscalar userid wait_time"),
    **{name: ["() -> int"] for name in "id id_bbs id_world nhost nhost_bbs nhost_world nworker working".split()},
    "area": ["(gid: Number | Vector, area: Number | Vector = ...) -> float"],
    "allgather": ["(value: Number, result: Vector) -> float"],
    "allreduce": ["(value: Number | Vector, type: Number) -> float"],
    "alltoall": ["(source: Vector, counts: Vector, destination: Vector) -> float"],
    "broadcast": ["(value: Reference | Vector, root: Number) -> float"],
    "cell": ["(gid: Number, netcon: NetCon, output: Number = ...) -> float"],
    "cells": ["(template: Any, first: Number, n: Number, *placement: Any, **words: Any) -> GidRange"],
    "checkpoint": ["(file: str, every: str | Number = ..., resume: Number = ...) -> float"],
    "connect": ["(sources: Any, targets: Any, rule: str, *arguments: Any, **words: Any) -> float"],
    "context": ["(what: Any, *arguments: Any) -> float"],
    "exchange": ["(name: str = ..., *options: Any) -> str"],
    "find_areas": [
        "(n: Number, sources: Vector, targets: Vector, delays: Vector, least: Number, areas: Number) -> Vector"
    ],
    "get_partition": ["(thread: Number) -> SectionList"],
    "gid2cell": ["(gid: Number) -> Any"],
    "gid2obj": ["(gid: Number) -> Any"],
    "gid_clear": ["(type: Number = ...) -> float"],
    "gid_connect": ["(gid: Number, target: Any, netcon: NetCon = ...) -> NetCon"],
    "gid_exists": ["(gid: Number) -> int"],
    "interval_log": ["(on: Number) -> float", "(figure: str, values: Vector = ...) -> Any"],
    "look": [ITEMS.format("bool")],
    "look_take": [ITEMS.format("bool")],
    "master_works_on_jobs": ["(flag: Number) -> float"],
    "max_histogram": ["(counts: Vector = ...) -> float"],
    "mpiabort_on_error": ["(flag: Number) -> float"],
    "multisplit": ["(x: Number, id: Number, backbone_style: Number = ...) -> float"],
    "nrnbbcore_write": ["(folder: str = ..., *more: Any) -> float"],
    "nthread": ["(n: Number = ..., parallel: Number | bool = ...) -> int"],
    "optimize_node_order": ["(kind: Number = ...) -> int"],
    "outputcell": ["(gid: Number) -> float"],
    "pack": ["(*values: Any) -> float"],
    "partition": ["() -> float", "(thread: Number, roots: SectionList) -> float"],
    "placement": ["(way: str, *arguments: Any) -> Vector"],
    "population": ["(name: str, gids: Any) -> int"],
    "position": ["(gids: Any, *locations: Any, **words: Any) -> Any"],
    "post": [ITEMS.format("float")],
    "prcellstate": ["(gid: Number, suffix: str = ...) -> float"],
    "psolve": ["(tstop: Number) -> float"],
    "py_allgather": ["(item: Any) -> list[Any]"],
    "py_alltoall": ["(items: Sequence[Any], size: Number = ...) -> list[Any]"],
    "py_broadcast": ["(item: Any, root: Number = ...) -> Any"],
    "py_gather": ["(item: Any, root: Number = ...) -> Any"],
    "py_scatter": ["(items: Sequence[Any] | None, root: Number = ...) -> Any"],
    "pyret": ["() -> Any"],
    "raster": ["(file: str = ...) -> Any"],
    "replay": ["(raster: str, gids: Any) -> float", "(times: Vector, ids: Vector, gids: Any) -> float"],
    "report": ["(words: str, where: Any = ...) -> float"],
    "rule": ["(name: str) -> HocObject"],
    "netcons": ["(gid: int) -> List"],
    "gap_junctions": ["(gid: int) -> List"],
    "sec_in_thread": ["() -> float"],
    "send_time": ["(kind: Number = ...) -> float"],
    "set_gid2node": ["(gid: Number, rank: Number) -> float"],
    "set_maxstep": ["(ms: Number) -> float"],
    "source_var": ["(reference: Reference, id: Number) -> float"],
    "spike_compress": ["(nspike: Number = ..., gid_compress: Number = ..., method: Number = ...) -> float"],
    "spike_record": ["(gids: Number | Vector, times: Vector, ids: Vector) -> float"],
    "spike_statistics": ["(*counts: Reference) -> int"],
    "splitcell": ["(that_host: Number) -> float"],
    "submit": ["(what: Any, *arguments: Any) -> float"],
    "subworlds": ["(n: Number) -> float"],
    "t": ["(thread: Number) -> float"],
    "take": [ITEMS.format("float")],
    "target_var": [
        "(reference: Reference, id: Number) -> float",
        "(process: HocObject, reference: Reference, id: Number) -> float",
    ],
    "thread_busywait": ["(on: Number) -> float"],
    "thread_how_many_proc": ["() -> int"],
    "threshold": ["(gid: Number, mV: Number = ...) -> float"],
    "timeout": ["(seconds: Number = ...) -> float"],
    "unpack": ["(*places: Reference | Vector) -> float"],
    "upkpyobj": ["() -> Any"],
    "upkstr": ["(text: Reference) -> Any"],
    "write_connections": ["(file: str) -> float"],
    "upkvec": ["(values: Vector = ...) -> Vector"],
}

TYPES = {"Vector": VECTOR, "ParallelContext": PARALLEL_CONTEXT}
