"""The programs that a study starts: Ranvier, other builds of it, MPI's launcher, and peers."""

import dataclasses
import difflib
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from .configuration import FILES_TO_SIMULATE, Study
from .errors import StudyError
from .plan import Configuration, program_key

PACKAGES = str(pathlib.Path(__file__).resolve().parent.parent)  # holds ranvier_study and our package `neuron`

# What says a peer's version, or fails. CoreNEURON is a library beside NEURON's Python package.
ASK_PEER = {
    "neuron": "import neuron; print(neuron.__version__)",
    "coreneuron": "import neuron, os; from neuron import coreneuron; d = os.path.dirname(neuron.__file__); "
    "there = [name for _, _, names in os.walk(d) for name in names if name.startswith('libcorenrnmech')]; "
    "assert there, 'this NEURON has no CoreNEURON'; "
    "print(neuron.__version__)",
    "nest": "import nest; print('nest version', nest.__version__)",
    "arbor": "import arbor; print(arbor.__version__)",
}
INSTALL_PEER = {
    "neuron": "pip install neuron",
    "coreneuron": "pip install neuron",
    "nest": "pip install nest-simulator, there or in another Python: peers: [{nest: /path/of/bin/python}]",
    "arbor": "pip install arbor, there or in another Python: peers: [{arbor: /path/of/bin/python}]",
}


@dataclasses.dataclass(frozen=True)
class Programs:
    """Where they are, and what identifies them."""

    paths: dict[str, pathlib.Path]  # by plan.program_key; peers: their Python
    builds: dict[str, str]  # identity: a hash of the program, or a peer's version
    launcher: (
        list[str] | None
    )  # words before the program, with {ranks} and {threads} in them; None: there is no launcher


SMALLEST = ["--ranks", "2", "--cells", "16", "--connections", "5", "--tstop", "1"]  # a net that is simulated at once


def default_program() -> pathlib.Path:
    """The program that started the study (RANVIER_PROGRAM), or `ranvier` in PATH. Raises StudyError."""
    given = os.environ.get("RANVIER_PROGRAM") or shutil.which("ranvier")
    if not given:
        raise StudyError("there is no ranvier in PATH; set RANVIER_PROGRAM to the program that the study measures")
    path = pathlib.Path(shutil.which(given) or given).absolute()
    if not os.access(path, os.X_OK) or path.is_dir():
        raise StudyError(f"{path} is not a program; set RANVIER_PROGRAM to the program that the study measures")
    return behind_wrapper(path)


def behind_wrapper(path: pathlib.Path) -> pathlib.Path:
    """The program that a checkout's ./ranvier runs, after it was built; else the path itself."""
    real = path.resolve()
    runs = real.parent / "scripts" / "run-built"
    if not runs.is_file() or b"run-built" not in real.read_bytes()[:1000]:
        return path
    built = subprocess.run([path, "--version"], capture_output=True, text=True)
    program = real.parent / "build" / "release" / "bin" / real.name
    if built.returncode != 0 or not program.exists():
        raise StudyError(f"{path} could not be built:\n{built.stderr.strip()}")
    return program


def build_id(path: pathlib.Path) -> str:
    """A hash of the program's file."""
    with open(path.resolve(), "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


def lacking(study: Study, program: pathlib.Path) -> list[str]:
    """Options that the study gives to its runs and this program does not know, a sentence each."""
    if study.simulated:
        return lacking_in_simulation(study, program)
    help_text = subprocess.run(
        [program, "run", "--help"], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120
    ).stdout
    known = options_in(help_text)
    starts = study.axes.get("model.presimulate", [study.model.presimulate])
    needed = {"summary": "every run", "raster": "every run"}
    needed |= {"presimulate": "model.presimulate"} if any(starts) else {}
    needed |= {"intervals": "intervals"} if study.intervals else {}
    needed |= {name: f"options.{name}" for name in study.options}
    return [
        f"{program} has no option --{name}, which {key} needs{did_you_mean(name, known)}"
        for name, key in needed.items()
        if name not in known
    ]


def refused(study: Study, program: pathlib.Path) -> list[str]:
    """Exchanges and machines that this program refuses, as it says so itself."""
    exchanges = study.axis_values("exchange") if "exchange" in study.axis_names() else [study.exchange]
    tried = [["--quiet", "--exchange", name, "-c", "quit()"] for name in exchanges]
    if study.simulated:
        machines = study.axis_values("machine") if "machine" in study.axis_names() else [study.simulated]
        tried += [["exchange", "simulate", *SMALLEST, *machine_words(study, str(machine))] for machine in machines]
    asked = [
        subprocess.run([program, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120)
        for words in tried
    ]
    return list(dict.fromkeys(each.stderr.strip() for each in asked if each.returncode != 0))


def lacking_in_simulation(study: Study, program: pathlib.Path) -> list[str]:
    """Names in model.set that `ranvier exchange simulate` has no option for, a sentence each."""
    words = [program, "exchange", "simulate", "--help"]
    known = options_in(subprocess.run(words, capture_output=True, text=True, timeout=120).stdout)
    names = [name.replace("_", "-") for name in (*study.model.set, *study.options)]
    return [
        f"`ranvier exchange simulate` has no option --{name}, which model.set names{did_you_mean(name, known)}"
        for name in names
        if name not in known
    ]


def options_in(help_text: str) -> list[str]:
    return re.findall(r"^ *(?:-\w,)?--([a-z][a-z0-9-]*)", help_text, re.M)


def did_you_mean(name: str, known: list[str]) -> str:
    alike = difflib.get_close_matches(name, known, 1, 0.6)
    return f"; did you mean --{alike[0]}?" if alike else ""


def find_launcher() -> list[str] | None:
    for name in ("mpiexec.mpich", "mpiexec.hydra", "mpiexec"):
        if found := shutil.which(name):
            return [found, "-n", "{ranks}"]
    return None


def launch(words: list[str] | None, configuration: Configuration) -> list[str]:
    """What stands before the program. Raises StudyError if several ranks are asked for and there is no launcher."""
    if words is None:
        if configuration.ranks > 1:
            raise StudyError(
                f"{configuration.ranks} ranks need mpiexec.mpich, mpiexec.hydra or mpiexec in PATH; install MPICH, or "
                "write launcher: in the study's file"
            )
        return []
    fill = {"{ranks}": str(configuration.ranks), "{threads}": str(configuration.threads)}
    return [re.sub(r"\{ranks\}|\{threads\}", lambda match: fill[match[0]], word) for word in words]


def environment_of_peers() -> dict[str, str]:
    """The environment without our packages, whose `neuron` would hide NEURON."""
    kept = [part for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]
    kept = [part for part in kept if str(pathlib.Path(part).resolve()) != PACKAGES and not _is_ours(part)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(kept)}
    if not kept:
        del environment["PYTHONPATH"]
    return environment


def _is_ours(folder: str) -> bool:
    return any(pathlib.Path(folder).glob("_ranvier*.so"))


def version_of_peer(peer: str, python: str) -> str:
    """Raises StudyError if the peer is not installed for this Python."""
    try:
        asked = subprocess.run(
            [python, "-c", ASK_PEER[peer]],
            capture_output=True,
            text=True,
            env=environment_of_peers(),
            timeout=120,
            cwd="/",
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise StudyError(f"peer {peer}: {python} cannot be asked for it: {error}") from None
    if asked.returncode != 0:
        said = asked.stderr.strip().splitlines()
        why = f" ({said[-1]})" if said else ""
        raise StudyError(
            f"peer {peer} is not installed for {python}{why}; {INSTALL_PEER[peer]}, or remove it from peers"
        )
    return asked.stdout.split()[-1] if asked.stdout.split() else "unknown"


def find(study: Study, starts_here: bool = True) -> tuple[Programs, list[str]]:
    """All programs that the study needs, and what is missing, a sentence each. `starts_here`: a launcher, too."""
    paths: dict[str, pathlib.Path] = {}
    builds: dict[str, str] = {}
    missing: list[str] = []
    names = study.axis_values("build") if "build" in study.axis_names() else [study.build]
    for name in names:
        try:
            given = default_program() if name is None else behind_wrapper(study.path_of(study.builds.get(name, name)))
            if not os.access(given, os.X_OK):
                raise StudyError(f"build {name}: {given} cannot be executed")
            missing += [*lacking(study, given), *refused(study, given)]
            paths[name or ""] = given
            builds[name or ""] = build_id(given)
        except StudyError as error:
            missing.append(str(error))
    for peer, python in study.peer_pythons.items():
        interpreter = python or sys.executable
        try:
            builds[peer] = version_of_peer(peer, interpreter)
            paths[peer] = pathlib.Path(interpreter)
        except StudyError as error:
            missing.append(str(error))
    launcher = shlex.split(study.launcher) if study.launcher else find_launcher()
    if starts_here and launcher and not shutil.which(launcher[0]):
        missing.append(f"launcher: there is no program {launcher[0]}")
    several = max(study.axis_values("ranks")) if "ranks" in study.axis_names() else study.ranks
    if starts_here and launcher is None and several > 1 and not study.simulated:
        missing.append(f"{several} ranks need mpiexec.mpich, mpiexec.hydra or mpiexec in PATH; install MPICH")
    return Programs(paths, builds, launcher), missing


def quoted(value: int | float | str) -> str:
    return repr(value) if not isinstance(value, str) else value


def command(
    study: Study,
    programs: Programs,
    configuration: Configuration,
    summary: str,
    raster: str,
    program: str | None = None,
) -> list[str]:
    """The words that start a run; `program` and the launcher of `programs` may be those of another machine."""
    key = program_key(configuration)
    started = program or str(programs.paths[key])
    if configuration.machine is not None:
        return _simulated(study, started, configuration, summary)
    words = launch(programs.launcher, configuration)
    script = str(study.path_of(configuration.script))
    if configuration.simulator != "ranvier":
        named = {**configuration.set, "threads": configuration.threads, "presimulate": configuration.presimulate}
        if configuration.tstop is not None:
            named["tstop"] = configuration.tstop
        words = words if configuration.ranks > 1 else []
        return [*words, started, script, *(f"{name}={quoted(v)}" for name, v in named.items()), f"raster={raster}"]
    words += [started, "--summary", summary, "--raster", raster]
    words += [
        "--exchange",
        configuration.exchange,
        "--threads",
        str(configuration.threads),
        "--math",
        configuration.math,
    ]
    if configuration.presimulate:
        words += ["--presimulate", f"{configuration.presimulate:g}"]
    if configuration.intervals:
        words.append("--intervals")
    for name, value in configuration.options.items():
        if value is not False:
            words += [f"--{name}"] if value is True else [f"--{name}", quoted(value)]
    settings = _keys_of_circuit(configuration, summary) if script.endswith(".json") else _variables(configuration)
    return [*words, *settings, script]


def _variables(configuration: Configuration) -> list[str]:
    """The words that set variables of a script."""
    words = []
    for name, value in configuration.set.items():
        if isinstance(value, str):
            text = value.replace("\\", "\\\\").replace('"', '\\"')
            words += ["-c", f"strdef {name}", "-c", f'{name} = "{text}"']
        else:
            words += ["-c", f"{name} = {value!r}"]
    if configuration.tstop is not None:
        words += ["-c", f"tstop = {configuration.tstop!r}"]
    return words


def _keys_of_circuit(configuration: Configuration, summary: str) -> list[str]:
    """The words that change keys of a SONATA circuit, whose outputs go beside the summary."""
    keys = {"output.output_dir": str(pathlib.Path(summary).resolve().parent / "output"), **configuration.set}
    if configuration.tstop is not None:
        keys["run.tstop"] = repr(configuration.tstop)
    return [word for name, value in keys.items() for word in ("--set", f"{name}={quoted(value)}")]


def machine_words(study: Study, machine: str) -> list[str]:
    """The option of `ranvier exchange simulate` for a machine's name, or for a file of constants."""
    return ["--machine-file", str(study.path_of(machine))] if machine.endswith(".json") else ["--machine", machine]


def _simulated(study: Study, program: str, configuration: Configuration, summary: str) -> list[str]:
    machine = str(configuration.machine)
    words = [program, "exchange", "simulate", "--out", summary]
    if "machine_file" not in configuration.set:
        words += machine_words(study, machine)
    words += ["--ranks", str(configuration.ranks), "--exchange", configuration.exchange]
    if configuration.presimulate:
        words += ["--tbegin", f"{configuration.presimulate:g}"]
    if configuration.tstop is not None:
        words += ["--tstop", f"{configuration.tstop:g}"]
    if configuration.intervals:
        words.append("--intervals")
    for name, value in {**configuration.set, **configuration.options}.items():
        if value is not False:
            option = f"--{name.replace('_', '-')}"
            given = str(study.path_of(str(value))) if name in FILES_TO_SIMULATE else quoted(value)
            words += [option] if value is True else [option, given]
    return words
