"""A batch script for Slurm that executes a plan without Python on the compute nodes, and what gathers its results.

The script keeps the rules of runner.py: runs in the plan's order, a summary is moved into place when whole, done runs are
skipped, so that the script can be submitted again when its time was up, and failed runs are tried again at the end.
"""

import dataclasses
import os
import pathlib
import shlex
import shutil

from . import machine, programs, runner, storage, summaries, table
from .configuration import Study
from .errors import StudyError
from .plan import Plan
from .programs import Programs
from .runner import Outcome

LAUNCHER = ["srun", "-n", "{ranks}", "-c", "{threads}"]


def host_of(study: Study) -> str:
    """Stands for the nodes in the names of runs: which of them a run gets is not known before."""
    return f"slurm {study.slurm.partition or ''} {study.slurm.constraint or ''}".strip()


def script(study: Study, plan: Plan, found: Programs, results: pathlib.Path) -> str:
    """The text of the batch script. Raises StudyError for what needs Python on the nodes."""
    if study.peers:
        raise StudyError("peers need Python on the nodes; remove them from the study that Slurm executes")
    if study.simulated:
        raise StudyError("a simulated machine needs no cluster: `ranvier study run` it")
    slurm = study.slurm
    launched = Programs(found.paths, found.builds, shlex.split(study.launcher) if study.launcher else LAUNCHER)
    ranks = max(run.configuration.ranks for run in plan.runs)
    threads = max(run.configuration.threads for run in plan.runs)
    directives = {
        "job-name": study.study,
        "partition": slurm.partition,
        "account": slurm.account,
        "constraint": slurm.constraint,
        "nodes": slurm.nodes,
        "ntasks": ranks,
        "cpus-per-task": threads,
        "mem": f"{-(-study.limits.memory // 2**20)}M" if study.limits.memory and slurm.nodes in (None, 1) else None,
        "time": slurm.time,
        "exclusive": "",  # nothing else on the nodes, so that times can be compared
        "output": f"{study.study}-%j.log",
    }
    lines = ["#!/bin/bash"]
    for name, value in directives.items():
        if value is not None:
            lines.append(f"#SBATCH --{name}={value}" if value != "" else f"#SBATCH --{name}")
    attempts, minutes = study.limits.attempts, study.limits.minutes
    lines += [
        "#",
        f"# Study {study.study}: {' '.join(study.question.split())}",
        f"# {len(plan.runs)} runs. Written by `ranvier study generate`; submit it with sbatch, again if its time was up: done",
        "# runs are skipped. Then `ranvier study collect` checks the runs and makes the table.",
        "set -u",
        "",
        f"results={shlex.quote(str((results / study.study / 'runs').absolute()))}",
        *slurm.setup,
        "",
        "# run NAME REPETITION ORDER FOLDER WORD...: executes one run in the folder, unless it is done.",
        "run() {",
        "  local name=$1 repetition=$2 order=$3 folder=$4 place=$results/$1 status=0 attempt=1",
        "  shift 4",
        '  [ -f "$place/summary.json" ] && return 0',
        '  mkdir -p "$place" || exit 1',
        '  while [ -f "$place/log.$attempt.txt" ]; do attempt=$((attempt + 1)); done',
        '  if [ -f "$place/log.txt" ]; then mv "$place/log.txt" "$place/log.$attempt.txt"; attempt=$((attempt + 1)); fi',
        '  rm -f "$place"/*.part "$place"/raster*',
        "  local started began=$SECONDS",
        "  started=$(date -u +%Y-%m-%dT%H:%M:%SZ)",
        f'  (cd "$folder" && timeout {minutes:g}m "$@") >"$place/log.txt" 2>&1 </dev/null || status=$?',
        *([] if study.keep == "rasters" else ['  rm -f "$place"/raster*']),
        '  if [ $status != 0 ] || [ ! -s "$place/summary.json.part" ]; then',
        '    rm -f "$place"/*.part "$place"/raster*',
        '    echo "{\\"attempt\\": $attempt, \\"why\\": \\"ended with status $status\\"}" >"$place/failure.json"',
        '    echo "failed: $name (status $status, $place/log.txt)"',
        "    return 1",
        "  fi",
        '  echo "{\\"name\\": \\"$name\\", \\"repetition\\": $repetition, \\"order\\": $order, \\"attempt\\": $attempt,"'
        ' "\\"started\\": \\"$started\\", \\"seconds\\": $((SECONDS - began))}" >"$place/run.json" || exit 1',
        '  mv "$place/summary.json.part" "$place/summary.json" || exit 1',
        '  rm -f "$place/failure.json"',
        '  echo "done: $name"',
        "}",
        "",
        "# all: every run in its order; fails if one of them does.",
        "all() {",
        "  local failed=0",
    ]
    for run in plan.runs:
        place = f"$results/{run.name}"
        words = programs.command(
            study, launched, run.configuration, f"{place}/summary.json.part", f"{place}/raster.h5", slurm.program
        )
        if run.configuration.build is not None and slurm.program is not None:
            raise StudyError("slurm.program and build both name the program; remove one of them")
        folder = shlex.quote(str(study.path_of(run.configuration.script).parent))
        quoted = " ".join(f'"{word}"' if word.startswith("$results/") else shlex.quote(word) for word in words)
        lines.append(f"  # {run.label}")
        lines.append(f"  run {run.name} {run.repetition} {run.order} {folder} \\")
        lines.append(f"    {quoted} || failed=1")
    lines += [
        "  return $failed",
        "}",
        "",
        f"# Failed runs are tried again at the end, {attempts} times in all.",
        f"for attempt in {' '.join(str(k + 1) for k in range(attempts))}; do",
        "  all && exit 0",
        "done",
        "exit 1",
    ]
    return "\n".join(lines) + "\n"


def prepare(study: Study, plan: Plan, results: pathlib.Path) -> None:
    """Writes what `collect`, `query` and `report` need of a plan that another machine executes."""
    folder = results / plan.study
    (folder / "runs").mkdir(parents=True, exist_ok=True)
    storage.write_text(folder / "study.yml", study.file.read_text(encoding="utf-8"))
    storage.write_json(folder / "plan.json", plan.as_json())


def collect(folder: pathlib.Path, sources: list[pathlib.Path]) -> tuple[Outcome, list[str]]:
    """Copies done runs of the plan from other folders (of the study, or its runs/), checks all, writes the table.

    Returns what is done and failed, and a sentence for each run that was not accepted.
    """
    stored = table.read_plan(folder)
    plan = plan_of(stored)
    refused: list[str] = []
    for source in sources:
        runs = source / "runs" if (source / "runs").is_dir() else source
        if not runs.is_dir():
            raise StudyError(f"{source} is not a folder with runs")
        for run in plan.runs:
            if (runs / run.name / "summary.json").is_file() and not (
                folder / "runs" / run.name / "summary.json"
            ).exists():
                _copy(runs / run.name, folder / "runs" / run.name)
    outcome = Outcome()
    for run in plan.runs:
        place = folder / "runs" / run.name
        if not (place / "summary.json").exists():
            failure = storage.read_json(place / "failure.json")
            if failure is not None:
                outcome.failed[run.name] = failure["why"]
            continue
        try:
            summary = summaries.read(place / "summary.json")
            if run.configuration.simulator == "ranvier" and run.configuration.machine is None:
                summaries.check_asked(summary, run.configuration)
            outcome.before += 1
        except summaries.RunFailed as failure:
            os.replace(place / "summary.json", place / "summary.refused.json")
            storage.write_json(place / "failure.json", {"attempt": 1, "why": str(failure)})
            outcome.failed[run.name] = str(failure)
            refused.append(f"{run.name}: {failure}")
    outcome.differences = runner.differences(folder, plan)
    table.write(folder)
    return outcome, refused


def _copy(source: pathlib.Path, target: pathlib.Path) -> None:
    """Copies a run's files, the summary last."""
    target.mkdir(parents=True, exist_ok=True)
    for name in ("run.json", "log.txt", "raster.h5"):  # a raster if it was kept
        if (source / name).is_file():
            shutil.copy2(source / name, target / name)
    with storage.stopping_when_full(target):
        shutil.copy2(source / "summary.json", target / "summary.json.part")
        storage.move_into_place(target / "summary.json.part", target / "summary.json")


def plan_of(stored: dict) -> Plan:
    """The plan that plan.json holds."""
    from .plan import Configuration, Run

    names = {field.name for field in dataclasses.fields(Configuration)}
    runs = []
    for run in stored["runs"]:
        configuration = Configuration(**{name: run["configuration"][name] for name in names})
        known = {name: run[name] for name in ("name", "axes", "repetition", "order", "group", "is_baseline")}
        runs.append(Run(configuration=configuration, **known))
    measure, matters, looks = stored.get("measure", "time.run"), stored.get("matters"), stored.get("looks", [])
    criteria = stored.get("criteria", {})
    names = [stored[name] for name in ("study", "question", "axes", "baseline")]
    return Plan(*names, measure, runs, matters, looks, criteria, stored.get("metadata"))


def here() -> str:
    """The host in the names of runs on this machine."""
    return machine.host()["name"]
