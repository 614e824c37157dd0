"""A study's file: its schema, and the checks that need no program to run.

`load` reads a file to a Study or raises ConfigurationError with all faults; each names file, line, key, what is allowed
and the nearest key. Paths in the file are relative to its folder.
"""

import difflib
import itertools
import math
import pathlib
import re
from typing import Annotated, Any, Literal

import pydantic
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, TypeAdapter

from . import marked_yaml, metadata, scripts
from .errors import ConfigurationError, Problem, StudyError, nearest
from .marked_yaml import Marked

MOST_RUNS = 1_000_000  # a plan with each of them takes a kilobyte a run
PEERS = ("neuron", "coreneuron", "nest", "arbor")
SIZES = {"b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12}
SIZES |= {"kib": 2**10, "mib": 2**20, "gib": 2**30, "tib": 2**40}

# Options that the study gives to each run itself.
OWN_OPTIONS = {
    "summary": "each run has one",
    "raster": "each run has one; see keep",
    "exchange": "write exchange: at the top level",
    "threads": "write threads: at the top level",
    "math": "write math: at the top level",
    "presimulate": "write model.presimulate",
    "intervals": "write intervals: true at the top level",
    "c": "write model.set",
}


def _size(value: Any) -> Any:
    """Bytes of `16 GiB`."""
    if not isinstance(value, str):
        return value
    match = re.fullmatch(r"\s*([\d.]+)\s*([a-zA-Z]*)\s*", value)
    if match is None or (match[2].lower() or "b") not in SIZES:
        raise ValueError("write a size such as 16 GiB, 500 MB, or a number of bytes")
    return int(float(match[1]) * SIZES[match[2].lower() or "b"])


def _share(value: Any) -> Any:
    """0.05 of `5%`."""
    match = re.fullmatch(r"\s*([\d.]+)\s*%\s*", value) if isinstance(value, str) else None
    if match is None:
        raise ValueError("write a share such as 5%")
    return float(match[1]) / 100


def _scalar(value: Any) -> Any:
    """A number or a text of a script; 1024.0 and 1024 are the same, and 1e6, which YAML reads as text, is a number."""
    if isinstance(value, bool):
        raise ValueError("true and false are not values of a script; write 1 or 0")
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return value
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError("must be a finite number or a text")
    return int(value) if float(value).is_integer() and abs(value) < 2**53 else float(value)


def _option(value: Any) -> Any:
    return value if isinstance(value, bool) else _scalar(value)


def _exchange(value: Any) -> Any:
    if isinstance(value, str) and "=" in value and ":" not in value:
        raise ValueError(f'{value} is not a strategy; quote strategies with commas: "isend:phases=2,subintervals=2"')
    return value


def _number(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("must be a number")
    return value


def _duration(value: Any) -> Any:
    """HH:MM:SS, which YAML 1.1 reads as seconds unless it begins with 0."""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value // 3600:02}:{value // 60 % 60:02}:{value % 60:02}"
    return value


def _program(value: Any) -> Any:
    if value is not None and not isinstance(value, str):
        raise ValueError("must be a name from builds, or the path of a program")
    return value


Scalar = Annotated[int | float | str, BeforeValidator(_scalar)]
Option = Annotated[bool | int | float | str, BeforeValidator(_option)]
Bytes = Annotated[int, BeforeValidator(_number), BeforeValidator(_size), Field(gt=0)]
Share = Annotated[float, BeforeValidator(_share), Field(gt=0, le=1)]
Count = Annotated[int, BeforeValidator(_number), Field(ge=1)]
Milliseconds = Annotated[float, BeforeValidator(_number), Field(gt=0, allow_inf_nan=False)]
# A variable of a script, or a key of a SONATA circuit: run.dL.
Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_]\w*(\.\w+)*$")]
OptionName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$")]
Exchange = Annotated[
    str,
    BeforeValidator(_exchange),
    StringConstraints(pattern=r"^[a-z][a-z0-9_]*(:[\w]+=[^,\s]+(,[\w]+=[^,\s]+)*)?$"),
]
Math = Literal["vector", "libm"]


class Part(BaseModel):
    """A mapping whose keys are all known."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Model(Part):
    """What is simulated."""

    script: str | None = None  # hoc (.hoc), Python (.py), or a SONATA configuration (.json)
    set: dict[Name, Scalar] = {}  # variables of the script, set before it
    tstop: Milliseconds | None = None  # end of the run [ms]; None: what the script says
    presimulate: Annotated[float, BeforeValidator(_number), Field(ge=0)] = (
        0  # [ms] of it that phases and counts leave out
    )
    neutral: list[Name] = []  # names in `set` that leave the spikes as they are, such as a placement
    peers: dict[Literal[PEERS], str] = {}  # the Python script that runs this model in another simulator


class Limits(Part):
    """What a run may take, and how often it is tried."""

    minutes: Annotated[float, BeforeValidator(_number), Field(gt=0)] = 60
    memory: Bytes | None = None  # of all ranks together
    attempts: Count = 2
    load: Annotated[float, BeforeValidator(_number), Field(ge=0)] = (
        0.5  # busy cores of others, from which a run is marked
    )


# Options of `ranvier exchange simulate` that name files: in model.set, relative to the study's file.
FILES_TO_SIMULATE = ("raster", "edges", "summary", "machine_file")


class Simulated(Part):
    """A machine that `ranvier exchange simulate` knows, or a file of constants."""

    simulated: str


class Criterion(Part):
    """When a peer has simulated the same as Ranvier: one of the two."""

    spikes: Literal["same"] | None = None
    rates: Share | None = None  # most that numbers of spikes may differ


class Slurm(Part):
    """What `generate` writes at the top of a batch script."""

    partition: str | None = None
    account: str | None = None
    constraint: str | None = None
    nodes: Count | None = None
    time: Annotated[str, BeforeValidator(_duration), StringConstraints(pattern=r"^(\d+-)?\d{1,2}(:\d\d){1,2}$")] = (
        "01:00:00"
    )
    setup: list[str] = []  # lines of bash before the runs, such as module load
    program: str | None = None  # of the cluster; None: the program that plans


class Study(Part):
    """The whole file."""

    study: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][\w.-]*$")]
    question: Annotated[str, StringConstraints(min_length=1)]
    model: Model = Model()
    axes: dict[str, list[Any]] = {}
    baseline: dict[str, Any] = {}
    measure: Literal["time.run", "time.setup", "time.whole"] = "time.run"  # what is compared
    matters: Share | None = None  # the smallest difference that matters; None: any
    repeat: Count = 10
    until: Literal["decided"] | None = None  # of all comparisons, at the latest after `at_most` repetitions
    at_most: Count | None = None
    seed: Annotated[int, BeforeValidator(_number)] = 1
    exchange: Exchange = "allgather"
    ranks: Count = 1
    threads: Count = 1
    math: Math = "vector"
    options: dict[OptionName, Option] = {}
    build: Annotated[str | None, BeforeValidator(_program)] = None
    builds: dict[str, str] = {}
    launcher: str | None = None
    intervals: bool = False
    keep: Literal["rasters"] | None = None
    metadata: list[str] | None = None  # keys of the summaries that the report shows; None: the usual ones
    limits: Limits = Limits()
    machine: Literal["here"] | Simulated = "here"
    peers: list[Literal[PEERS] | dict[Literal[PEERS], str]] = []
    criterion: dict[Literal[PEERS], Criterion] = {}
    slurm: Slurm = Slurm()

    _file: pathlib.Path = pydantic.PrivateAttr()
    _marked: Marked = pydantic.PrivateAttr()

    @property
    def file(self) -> pathlib.Path:
        return self._file

    @property
    def folder(self) -> pathlib.Path:
        return self._file.parent

    @property
    def simulated(self) -> str | None:
        """The simulated machine's name."""
        return self.machine.simulated if isinstance(self.machine, Simulated) else None

    @property
    def is_of_recorded_run(self) -> bool:
        """Whether a simulated machine runs a recorded network."""
        return self.simulated is not None and "raster" in self.model.set

    @property
    def peer_pythons(self) -> dict[str, str | None]:
        """Peers in the order written, each with its Python; None: the Python of the study."""
        found: dict[str, str | None] = {}
        for peer in self.peers:
            found.update({peer: None} if isinstance(peer, str) else peer)
        return found

    @property
    def most_repetitions(self) -> int:
        return self.at_most or self.repeat

    def axis_names(self) -> list[str]:
        """All names that vary, in the order written, those of `together` in its place."""
        names: list[str] = []
        for name, values in self.axes.items():
            names.extend(name for choice in values for name in choice) if name == "together" else names.append(name)
        return list(dict.fromkeys(names))

    def axis_values(self, name: str) -> list[Any]:
        """The values of an axis, or those that `together` gives it."""
        values = self.axes[name] if name in self.axes else [choice[name] for choice in self.axes["together"]]
        return list(dict.fromkeys(values))

    def path_of(self, text: str) -> pathlib.Path:
        """A path of the file: relative to its folder."""
        return (self.folder / text).resolve()

    def problem(self, path: marked_yaml.Path, message: str) -> Problem:
        return self._marked.problem(path, message)


# What an axis may vary, besides the names in model.set and options.
VARIABLES: dict[str, TypeAdapter] = {
    "exchange": TypeAdapter(Exchange),
    "ranks": TypeAdapter(Count),
    "threads": TypeAdapter(Count),
    "math": TypeAdapter(Math),
    "build": TypeAdapter(str),
    "machine": TypeAdapter(str),
    "model.script": TypeAdapter(str),
    "model.tstop": TypeAdapter(Milliseconds),
    "model.presimulate": TypeAdapter(Annotated[float, BeforeValidator(_number), Field(ge=0)]),
}


def load(path: pathlib.Path) -> Study:
    """Reads and checks a study's file. Raises ConfigurationError."""
    marked = marked_yaml.read(path)
    if not isinstance(marked.value, dict):
        raise ConfigurationError(
            [marked.problem((), "must be a mapping that begins with `study: NAME`; `ranvier study init` writes one")]
        )
    try:
        study = Study.model_validate(marked.value)
    except pydantic.ValidationError as error:
        raise ConfigurationError(list(dict.fromkeys(_explained(marked, fault) for fault in error.errors()))) from None
    if study.simulated and "repeat" not in study.model_fields_set:
        study = study.model_copy(update={"repeat": 1})
    study._file, study._marked = path.resolve(), marked
    problems = [*_checked_size(study, marked)] or [*_checked_axes(study, marked)]
    if not problems:
        problems = [
            *_checked_baseline(study, marked),
            *_checked_machine(study, marked),
            *_checked_options(study, marked),
            *_checked_times(study, marked),
            *_checked_end(study, marked),
            *_checked_metadata(study, marked),
        ]
        problems += [*_checked_scripts(study, marked), *_checked_builds(study, marked), *_checked_peers(study, marked)]
        problems += _checked_launcher(study, marked)
    if problems:
        raise ConfigurationError(problems)
    return study


def share(text: str) -> float:
    """0.05 of `5%`. Raises StudyError."""
    try:
        return TypeAdapter(Share).validate_python(text)
    except pydantic.ValidationError:
        raise StudyError(f"{text} is not a share of more than 0%, such as 5%") from None


def _keys_at(path: tuple[str | int, ...]) -> list[str]:
    """The keys of the mapping at a path of the schema."""
    part: type[BaseModel] = Study
    for name in path:
        kind = {"model": Model, "limits": Limits, "slurm": Slurm}.get(name)
        part = kind or part
    return list(part.model_fields)


def _explained(marked: Marked, fault: dict) -> Problem:
    """pydantic's fault in our words, at its line."""
    path = tuple(fault["loc"])
    kind, given = fault["type"], fault["input"]
    if path[0] == "machine":
        return marked.problem(path[:1], "allowed: here, or {simulated: NAME OF A MACHINE, or FILE.json}")
    if path[0] == "peers" and len(path) > 1:
        return marked.problem(path[:2], f"allowed: {', '.join(PEERS)}, or one with its Python, such as {{nest: PATH}}")
    # Alternatives of a union are steps of pydantic's path but not of the file's.
    while path and path not in marked.lines and kind not in ("missing", "extra_forbidden"):
        path = path[:-1]
    if kind == "extra_forbidden":
        return marked.problem(path, f"unknown key; {nearest(str(path[-1]), _keys_at(path[:-1]))}")
    if kind == "missing":
        return marked.problem(path[:-1], f"the key {path[-1]} is missing")
    if "[key]" in fault["loc"]:
        what = (
            "a name of letters, digits and _, with dots for keys of a SONATA circuit"
            if path[:2] == ("model", "set")
            else "another name"
        )
        if fault["type"] == "literal_error":
            what = fault["ctx"]["expected"]
        return marked.problem(path, f"is not allowed as a key; allowed: {what}")
    if kind == "value_error":
        return marked.problem(path, str(fault["ctx"]["error"]))
    if kind == "string_pattern_mismatch":
        return marked.problem(path, f"{given!r} does not have the form {_form(path)}")
    said = fault["msg"][0].lower() + fault["msg"][1:]
    shown = "nothing" if given is None else repr(given)
    return marked.problem(path, f"{shown} is not allowed: {said}")


def _form(path: tuple[str | int, ...]) -> str:
    forms = {
        "study": "of a folder's name: letters, digits, _, . and -",
        "exchange": 'of a strategy: "name" or "name:key=value,key=value" (in quotation marks)',
        "time": "HH:MM:SS or D-HH:MM:SS",
    }
    return next((forms[part] for part in reversed(path) if part in forms), "that is allowed")


def allowed_axes(study: Study) -> list[str]:
    others = ("threads", "math", "model.script") if study.simulated else ("machine",)
    names = [name for name in VARIABLES if name not in others]
    return [*names, *(f"model.set.{name}" for name in study.model.set), *(f"options.{name}" for name in study.options)]


def _adapter(name: str) -> TypeAdapter:
    if name in VARIABLES:
        return VARIABLES[name]
    return TypeAdapter(Scalar if name.startswith("model.set.") else Option)


def _axis_problem(study: Study, marked: Marked, path: tuple[str | int, ...], name: str) -> Problem | None:
    allowed = allowed_axes(study)
    if name in allowed:
        return None
    hint = ""
    for prefix in ("model.set.", "options."):
        if name.startswith(prefix):
            hint = f"; an axis varies a value that is written above: add {name.removeprefix(prefix)} to {prefix[:-1]}"
    return marked.problem(path, f"the axis names nothing{hint}; {nearest(name, [*allowed, 'together'])}")


def _checked_value(marked: Marked, path: tuple[str | int, ...], name: str, value: Any) -> tuple[Any, Problem | None]:
    try:
        return _adapter(name).validate_python(value), None
    except pydantic.ValidationError as error:
        fault = error.errors()[0]
        if fault["type"] == "value_error":
            said = str(fault["ctx"]["error"])
        elif fault["type"] == "string_pattern_mismatch":
            said = f"{value!r} does not have the form {_form((name,))}"
        else:
            said = f"{value!r} is not allowed: {fault['msg'][0].lower()}{fault['msg'][1:]}"
        return value, marked.problem(path, said)


def _checked_axes(study: Study, marked: Marked):
    """Yields problems; replaces the values of axes by checked ones."""
    for name, values in study.axes.items():
        path = ("axes", name)
        if not values:
            yield marked.problem(path, "the axis has no values; write at least one, or remove it")
            continue
        if name == "together":
            yield from _checked_together(study, marked, values)
            continue
        problem = _axis_problem(study, marked, path, name)
        if problem:
            yield problem
            continue
        for k, value in enumerate(values):
            values[k], problem = _checked_value(marked, (*path, k), name, value)
            if problem:
                yield problem
            elif values[k] in values[:k]:
                yield marked.problem((*path, k), f"{value!r} stands twice in the axis; use repeat to run it more often")


def _checked_together(study: Study, marked: Marked, choices: list[Any]):
    names = None
    for k, choice in enumerate(choices):
        path = ("axes", "together", k)
        if not isinstance(choice, dict) or not choice:
            yield marked.problem(path, "must be a mapping, such as {ranks: 2, model.set.ncell: 2048}")
            return
        names = names or set(choice)
        if set(choice) != names:
            yield marked.problem(path, f"must vary the same as the first one: {', '.join(sorted(names))}")
        for name, value in choice.items():
            here = (*path, name)
            problem = _axis_problem(study, marked, here, name)
            if problem is None and name in study.axes:
                problem = marked.problem(here, f"{name} is an axis, too; let one of the two vary it")
            if problem is None:
                choice[name], problem = _checked_value(marked, here, name, value)
            if problem:
                yield problem


def _checked_baseline(study: Study, marked: Marked):
    names = [*study.axis_names(), *(["simulator"] if study.peers else [])]
    for name, value in study.baseline.items():
        path = ("baseline", name)
        if name not in names:
            yield marked.problem(path, f"is not an axis of this study; {nearest(name, names)}")
            continue
        values = ["ranvier", *study.peer_pythons] if name == "simulator" else study.axis_values(name)
        if name != "simulator":
            value, problem = _checked_value(marked, path, name, value)
            if problem:
                yield problem
                continue
            study.baseline[name] = value
        if value not in values:
            yield marked.problem(path, f"{value!r} is not a value of the axis; allowed: {', '.join(map(str, values))}")


def _checked_size(study: Study, marked: Marked):
    choices = math.prod(len(values) for values in study.axes.values()) * (1 + len(study.peers))
    if choices > MOST_RUNS:
        yield marked.problem(
            ("axes",), f"the axes have {choices:,} combinations; a study has at most {MOST_RUNS:,} runs"
        )
    elif choices * study.most_repetitions > MOST_RUNS:
        yield marked.problem(
            ("at_most" if study.at_most else "repeat",),
            f"{study.most_repetitions:,} repetitions of {choices:,} configurations; a study has at most {MOST_RUNS:,} runs",
        )


def _checked_machine(study: Study, marked: Marked):
    if not study.simulated:
        return
    if study.model.script is not None:
        yield marked.problem(
            ("model", "script"),
            "a simulated machine runs the net of `ranvier exchange simulate`, not a script; remove it, and set the options "
            "of that command in model.set: {cells: 1024, connections: 1000}",
        )
    if study.repeat > 1:
        yield marked.problem(("repeat",), "a simulated machine takes the same time in each repetition; remove the key")
    if study.intervals and not study.is_of_recorded_run:
        yield marked.problem(
            ("intervals",), "a simulated machine reports times of each rank and interval only of a recorded run"
        )
    yield from _checked_files(study, marked)
    for name, option in (("tstop", "tstop"), ("presimulate", "tbegin")):
        is_given = getattr(study.model, name) or f"model.{name}" in study.axis_names()
        if study.is_of_recorded_run and is_given and (option == "tbegin" or "summary" in study.model.set):
            yield marked.problem(
                ("model", name), "the times of a recorded run are those of its summary; remove the key"
            )
    if study.peers:
        yield marked.problem(("peers",), "peers do not run on a simulated machine")
    if study.model.neutral:
        yield marked.problem(("model", "neutral"), "a simulated machine has no rasters to compare")


def _checked_end(study: Study, marked: Marked):
    """What a study needs that stops when it is decided."""
    if study.until is None:
        if study.at_most is not None:
            yield marked.problem(("at_most",), "belongs to until: decided; without it, write repeat")
        return
    if study.simulated:
        yield marked.problem(("until",), "a simulated machine takes the same time in each repetition; remove the key")
    if "repeat" in study.model_fields_set:
        yield marked.problem(("repeat",), "the study stops when it is decided; write at_most in place of repeat")
    for name, example in (
        ("at_most", "at_most: 30"),
        ("matters", "matters: 5%"),
        ("baseline", "baseline: {AXIS: VALUE}"),
    ):
        if not getattr(study, name):
            yield marked.problem(("until",), f"a study that stops when it is decided needs {name}; write {example}")


def _checked_metadata(study: Study, marked: Marked):
    keys = study.metadata or []
    for k, key in enumerate(keys):
        said = "stands twice" if key in keys[:k] else metadata.problem(key, [*study.model.set, "tstop"])
        if said:
            yield marked.problem(("metadata", k), said)


def _checked_files(study: Study, marked: Marked):
    """The files that a simulated machine reads exist."""
    named = []
    for name in FILES_TO_SIMULATE:
        axis = f"model.set.{name}"
        values = study.axis_values(axis) if axis in study.axis_names() else [study.model.set.get(name)]
        named += [(("model", "set", name), value) for value in values if value is not None]
    machines = study.axis_values("machine") if "machine" in study.axis_names() else [study.simulated]
    named += [(("machine",), name) for name in machines if str(name).endswith(".json")]
    for place, text in named:
        if not study.path_of(str(text)).is_file():
            yield marked.problem(
                place, f"there is no file {text}; paths are relative to the folder of the study's file, {study.folder}"
            )


def _checked_options(study: Study, marked: Marked):
    for name in study.options:
        if name in OWN_OPTIONS:
            yield marked.problem(("options", name), f"the study gives this option itself: {OWN_OPTIONS[name]}")
    for k, name in enumerate(study.model.neutral):
        if name not in study.model.set:
            yield marked.problem(
                ("model", "neutral", k), f"{name} is not in model.set; {nearest(name, list(study.model.set))}"
            )


def _checked_scripts(study: Study, marked: Marked):
    """Each script exists, and reads what is set."""
    if study.simulated:
        return
    named: list[tuple[tuple[str | int, ...], str]] = []
    if "model.script" in study.axes:
        named = [(("axes", "model.script", k), text) for k, text in enumerate(study.axes["model.script"])]
    elif "model.script" in study.axis_names():
        named = [(("axes", "together", k), each["model.script"]) for k, each in enumerate(study.axes["together"])]
    elif study.model.script is not None:
        named = [(("model", "script"), study.model.script)]
    else:
        yield marked.problem(("model",), "the key script is missing: the .hoc, .py or SONATA .json file of the model")
    for place, text in named:
        path = study.path_of(text)
        if not path.is_file():
            beside = [str(other.relative_to(path.parent)) for other in scripts.runnable(path.parent)]
            there = f" In {path.parent}: {nearest(path.name, beside)}" if beside else f" ({path})"
            yield marked.problem(
                place, f"there is no script {text}; paths are relative to the folder of the study's file.{there}"
            )
            continue
        if path.suffix not in (".hoc", ".py", ".json"):
            yield marked.problem(place, f"{text} is not a script; allowed: .hoc, .py, or .json (SONATA)")
            continue
        yield from _checked_names(study, marked, path)


def _checked_names(study: Study, marked: Marked, script: pathlib.Path):
    if script.suffix == ".json":  # whose keys are checked by the program, as they are many
        return
    words = scripts.words_of(script)
    for name in study.model.set:
        if name not in words:
            alike = difflib.get_close_matches(name, words, 1, 0.7)
            guess = f"; did you mean {alike[0]}?" if alike else ""
            yield marked.problem(("model", "set", name), f"{script.name} does not read {name}{guess}")
    if (study.model.tstop is not None or "model.tstop" in study.axis_names()) and "tstop" not in words:
        yield marked.problem(("model", "tstop"), f"{script.name} does not read tstop; remove the key")


def choices(study: Study) -> list[dict[str, Any]]:
    """The product of the axes: for each configuration the value of each name that varies."""
    factors = [
        values if name == "together" else [{name: value} for value in values] for name, values in study.axes.items()
    ]
    return [{name: value for part in parts for name, value in part.items()} for parts in itertools.product(*factors)]


def _checked_times(study: Study, marked: Marked):
    model = study.model
    for choice in choices(study):
        end = choice.get("model.tstop", model.tstop)
        if end is not None and choice.get("model.presimulate", model.presimulate) >= end:
            yield marked.problem(("model", "presimulate"), "must end before tstop")
            return


def _checked_builds(study: Study, marked: Marked):
    for name, text in study.builds.items():
        if not study.path_of(text).is_file():
            yield marked.problem(("builds", name), f"there is no program {text}")
    uses = [(("build",), study.build)] if study.build else []
    uses += [(("axes", "build", k), text) for k, text in enumerate(study.axes.get("build", []))]
    for path, text in uses:
        if text not in study.builds and not study.path_of(text).is_file():
            names = list(study.builds)
            yield marked.problem(path, f"{text} is neither a name in builds nor a program; {nearest(text, names)}")


def _checked_peers(study: Study, marked: Marked):
    for name, text in study.model.peers.items():
        if not study.path_of(text).is_file():
            yield marked.problem(("model", "peers", name), f"there is no script {text}")
    for k, peer in enumerate(study.peers):
        for name in [peer] if isinstance(peer, str) else peer:
            if name not in study.model.peers:
                yield marked.problem(
                    ("peers", k), f"{name} has no script for this model; write model.peers: {{{name}: SCRIPT.py}}"
                )
    for name, criterion in study.criterion.items():
        if name not in study.peer_pythons:
            yield marked.problem(("criterion", name), f"is not in peers; {nearest(name, list(study.peer_pythons))}")
        elif (criterion.spikes is None) == (criterion.rates is None):
            yield marked.problem(("criterion", name), "write either spikes: same, or rates: 5%")


def _checked_launcher(study: Study, marked: Marked):
    if study.launcher is not None and "{ranks}" not in study.launcher:
        yield marked.problem(("launcher",), "must contain {ranks}: mpiexec -bind-to core -n {ranks}")
