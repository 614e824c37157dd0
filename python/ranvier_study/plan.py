"""The runs of a study, in the order in which they take place.

1. Configurations are the product of the axes in the order written, the last one varying fastest; `together` counts as one
   axis. Peers run each configuration that differs in what they have: ranks, threads, and the model.
2. Runs of one group must give the same spikes: same model, parameters, math and simulator. With libm, one rank with one
   thread is a separate group.
3. A run's name depends on what is known before it: configuration, host, build, repetition, and the model's files.
4. Within each repetition the order is shuffled by the study's seed, so that a drift of the machine affects all alike.
"""

import dataclasses
import functools
import hashlib
import json
import pathlib
import random
from collections.abc import Mapping
from typing import Any

from . import pairing, scripts, sequence
from .configuration import FILES_TO_SIMULATE, Study, choices

# Options that leave the spikes as they are.
NEUTRAL_OPTIONS = {"block-size", "isa", "memory", "force", "progress", "quiet"}
OF_PEERS = ("simulator", "ranks", "threads", "model.script", "model.tstop", "model.presimulate")


@dataclasses.dataclass(frozen=True)
class Configuration:
    """Everything that a run is given."""

    simulator: str  # ranvier, or a peer
    script: str | None  # as the study's file names it; None on a simulated machine
    set: dict[str, int | float | str]
    tstop: float | None  # [ms]
    presimulate: float  # [ms]
    ranks: int
    threads: int
    exchange: str | None  # None: a peer
    math: str | None
    build: str | None  # as the study's file names it; None: the program that runs the study
    options: dict[str, bool | int | float | str]
    machine: str | None = None  # simulated
    intervals: bool = False

    @property
    def identifier(self) -> str:
        return _hash(dataclasses.asdict(self))[:12]


@dataclasses.dataclass(frozen=True)
class Run:
    """One process tree: a configuration and a repetition."""

    name: str
    configuration: Configuration
    axes: dict[str, Any]  # name: value, of each axis; None where a peer has no such thing
    repetition: int  # from 1
    order: int  # place in the study, from 0
    group: str | None  # of runs whose rasters are equal; None: has no raster
    is_baseline: bool

    @property
    def label(self) -> str:
        """What varies, and the repetition, as `exchange=isend, ranks=2, repetition 1`."""
        varied = [f"{name}={value}" for name, value in self.axes.items() if value is not None]
        return ", ".join([*varied, f"repetition {self.repetition}"])


@dataclasses.dataclass(frozen=True)
class Plan:
    study: str
    question: str
    axes: list[str]
    baseline: dict[str, Any]
    measure: str
    runs: list[Run]
    matters: float | None = None  # the smallest difference that matters
    looks: list[int] = dataclasses.field(default_factory=list)  # repetitions after which a decided study stops

    def configurations(self) -> list[Configuration]:
        """Each once, in the order of the first repetition's product."""
        return list({run.configuration.identifier: run.configuration for run in self.by_product()}.values())

    def by_product(self) -> list[Run]:
        """Runs in the order of the axes, not in that of time."""
        return sorted(self.runs, key=lambda run: (run.repetition, self._place[run.name]))

    criteria: dict[str, dict[str, Any]] = dataclasses.field(default_factory=dict)  # of peers; see criteria.py
    metadata: list[str] | None = None  # keys of summaries that the report shows; see metadata.py

    _place: dict[str, int] = dataclasses.field(default_factory=dict, repr=False)

    def as_json(self) -> dict:
        return {
            "format": "ranvier study plan",
            "version": 1,
            "study": self.study,
            "question": self.question,
            "axes": self.axes,
            "baseline": self.baseline,
            "measure": self.measure,
            "matters": self.matters,
            "looks": self.looks,
            "criteria": self.criteria,
            "metadata": self.metadata,
            "runs": [
                {
                    "name": run.name,
                    "configuration": {**dataclasses.asdict(run.configuration), "id": run.configuration.identifier},
                    "axes": run.axes,
                    "repetition": run.repetition,
                    "order": run.order,
                    "group": run.group,
                    "is_baseline": run.is_baseline,
                }
                for run in self.runs
            ],
        }


def _hash(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def configuration_of(study: Study, choice: Mapping[str, Any], simulator: str = "ranvier") -> Configuration:
    """The study's values, with those of the choice in their places."""

    def value(name: str, otherwise: Any) -> Any:
        return choice.get(name, otherwise)

    is_peer = simulator != "ranvier"
    model = study.model
    parameters = {name: value(f"model.set.{name}", given) for name, given in model.set.items()}
    options = {name: value(f"options.{name}", given) for name, given in study.options.items()}
    return Configuration(
        simulator=simulator,
        script=model.peers.get(simulator) if is_peer else value("model.script", model.script),
        set=parameters,
        tstop=value("model.tstop", model.tstop),
        presimulate=value("model.presimulate", model.presimulate),
        ranks=value("ranks", study.ranks),
        threads=value("threads", study.threads),
        exchange=None if is_peer else value("exchange", study.exchange),
        math=None if is_peer or study.simulated else value("math", study.math),
        build=None if is_peer else value("build", study.build),
        options={} if is_peer else options,
        machine=value("machine", study.simulated),
        intervals=study.intervals and not is_peer,
    )


def _group(study: Study, configuration: Configuration, sources: str) -> str | None:
    if configuration.machine is not None:
        return None
    serial = configuration.math == "libm" and configuration.ranks == configuration.threads == 1
    return _hash(
        [
            configuration.simulator,
            sources,
            {name: value for name, value in configuration.set.items() if name not in study.model.neutral},
            configuration.tstop,
            configuration.math,
            {name: value for name, value in configuration.options.items() if name not in NEUTRAL_OPTIONS},
            serial,
        ]
    )[:12]


def _simulated_files(study: Study, configuration: Configuration) -> list[str]:
    """Hashes of the files that a simulated machine reads."""
    names = [configuration.set[name] for name in FILES_TO_SIMULATE if name in configuration.set]
    names += [configuration.machine] if str(configuration.machine).endswith(".json") else []
    return [_file_hash(study.path_of(str(name))) for name in names]


@functools.cache
def _file_hash(path: pathlib.Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def make(study: Study, host: str, builds: Mapping[str, str]) -> Plan:
    """The plan on a host. `builds`: identity of each program by `program_key`: a hash of it, or a peer's version."""
    simulators = ["ranvier", *study.peer_pythons]
    axes = [*(["simulator"] if study.peers else []), *study.axis_names()]
    digests: dict[str | None, str] = {None: ""}
    found: dict[str, tuple[Configuration, dict[str, Any], str]] = {}
    for simulator in simulators:
        for choice in choices(study):
            configuration = configuration_of(study, choice, simulator)
            if configuration.identifier in found:  # of a peer, which has no exchange
                continue
            script = configuration.script
            if script not in digests:
                digests[script] = scripts.digest(study.path_of(script))
            values = {name: simulator if name == "simulator" else choice.get(name) for name in axes}
            if simulator != "ranvier":
                values = {name: v for name, v in values.items() if name in OF_PEERS or name.startswith("model.set.")}
                values = {name: values.get(name) for name in axes}
            of_files = _hash(_simulated_files(study, configuration)) if study.simulated else digests[script]
            if simulator != "ranvier":  # whose script reads the model's
                own = str(choice.get("model.script", study.model.script))
                of_files = _hash([of_files, digests.setdefault(own, scripts.digest(study.path_of(own)))])
            found[configuration.identifier] = (configuration, values, of_files)
    runs: list[Run] = []
    place: dict[str, int] = {}
    for repetition in range(1, study.most_repetitions + 1):
        batch = []
        for number, (configuration, values, sources) in enumerate(found.values()):
            build = builds.get(program_key(configuration), "")
            named = [dataclasses.asdict(configuration), host, build, repetition, sources]
            is_baseline = bool(study.baseline) and all(values[name] == v for name, v in study.baseline.items())
            name = _hash(named)[:16]
            place[name] = number
            group = _group(study, configuration, sources)
            batch.append((name, configuration, values, repetition, group, is_baseline))
        random.Random(f"{study.seed} {repetition}").shuffle(batch)
        for name, configuration, values, repetition, group, is_baseline in batch:
            runs.append(Run(name, configuration, values, repetition, len(runs), group, is_baseline))
    looks = sequence.looks(study.at_most, len(compared(runs, study.baseline))) if study.at_most else []
    return Plan(
        study.study,
        study.question,
        axes,
        dict(study.baseline),
        study.measure,
        runs,
        study.matters,
        looks,
        {peer: criterion.model_dump(exclude_none=True) for peer, criterion in study.criterion.items()},
        study.metadata,
        place,
    )


def compared(runs: list[Run], baseline: Mapping[str, Any]) -> list[pairing.Paired]:
    """The comparisons of planned runs, none of which is done yet."""
    rows = [_row(run) for run in runs if run.repetition == 1]
    return pairing.paired(rows, baseline)


def without_partner(runs: list[Run], baseline: Mapping[str, Any]) -> list[pairing.Key]:
    """Planned configurations that the baseline gives nothing to compare with."""
    return pairing.without_partner([_row(run) for run in runs if run.repetition == 1], baseline)


def _row(run: Run) -> dict[str, Any]:
    """The row of a run that is still to come, as far as pairs need it."""
    known = {"configuration.id": run.configuration.identifier, "repetition": run.repetition, "state": "missing"}
    return known | {"is_baseline": run.is_baseline} | {f"axis.{name}": value for name, value in run.axes.items()}


def program_key(configuration: Configuration) -> str:
    """What `builds` of `make` is asked for: a peer, a build of the study's file, or "" for the program that runs it."""
    return configuration.simulator if configuration.simulator != "ranvier" else configuration.build or ""
