"""Executes a plan on this machine, one run at a time, and can be interrupted at any moment.

1. A run is done when its summary.json is there, which is moved into place when whole. Nothing that is done runs again,
   unless a file that it read has changed.
2. A run that fails is tried again after all others, never in between, up to limits.attempts times.
3. An interrupt (Ctrl-C, SIGTERM, SIGHUP) ends the current run's processes and counts as no attempt.
4. On a full disk the study stops: nothing fails because of it.
5. If every configuration fails in the first repetition, the study stops.
6. Runs of a group whose checksums differ fail the study, at its end.
7. A study that stops when it is decided (sequence.py) leaves decided configurations out after each look; plan.json then holds
   the runs that were wanted.
"""

import collections
import contextlib
import ctypes
import dataclasses
import os
import pathlib
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

from . import criteria, machine, pairing, programs, sequence, storage, summaries, table
from .configuration import Study
from .errors import StudyError
from .plan import Plan, Run, program_key
from .programs import Programs
from .progress import Progress
from .summaries import RunFailed

PR_SET_PDEATHSIG = 1
WATCH = 0.25  # how often a run is looked at [s]


class Interrupted(BaseException):
    """A signal asked the study to end."""

    def __init__(self, number: int):
        super().__init__(number)
        self.number = number


@dataclasses.dataclass
class Outcome:
    """What a call of `execute` did."""

    done: int = 0  # now
    before: int = 0  # found done
    failed: dict[str, str] = dataclasses.field(default_factory=dict)  # name of the run: why
    differences: list[str] = dataclasses.field(default_factory=list)

    @property
    def is_good(self) -> bool:
        return not self.failed and not self.differences


def execute(study: Study, plan: Plan, found: Programs, results: pathlib.Path, progress: Progress) -> Outcome:
    """Executes what is not done yet. Raises StudyStopped when the disk is full, Interrupted at a signal."""
    folder = results.absolute() / plan.study  # runs have other working folders
    outcome = Outcome()
    with storage.locked(folder), _signals():
        with storage.stopping_when_full(folder):
            (folder / "runs").mkdir(parents=True, exist_ok=True)
        storage.write_text(folder / "study.yml", study.file.read_text(encoding="utf-8"))
        storage.write_json(folder / "plan.json", plan.as_json())
        pending = []
        for run in plan.runs:
            if is_done(folder, run, study):
                outcome.before += 1
            else:
                pending.append(run)
        with progress.of(len(plan.runs), pending, past_durations(folder, plan)):
            if plan.looks:
                plan = _until_decided(study, plan, pending, outcome, found, folder, progress)
            else:
                _all_of(study, pending, outcome, found, folder, progress)
        outcome.differences = differences(folder, plan)
        with storage.stopping_when_full(folder):
            table.write(folder)
    return outcome


def _all_of(
    study: Study, pending: list[Run], outcome: Outcome, found: Programs, folder: pathlib.Path, progress: Progress
) -> None:
    """Executes runs; those that fail again after all others, `attempts` times in all."""
    for attempt in range(study.limits.attempts):
        again = []
        for run in pending:
            if run.repetition > 1 and outcome.failed and not outcome.done + outcome.before:
                raise StudyError(_hopeless(outcome, folder))
            why = _one(study, run, found, folder, progress, last=attempt + 1 == study.limits.attempts)
            if why is None:
                outcome.done += 1
                outcome.failed.pop(run.name, None)
            else:
                outcome.failed[run.name] = why
                again.append(run)
        pending = again


def _until_decided(
    study: Study,
    plan: Plan,
    pending: list[Run],
    outcome: Outcome,
    found: Programs,
    folder: pathlib.Path,
    progress: Progress,
) -> Plan:
    """Executes runs up to each look, then only those that are still compared; returns the plan of what was executed."""
    kept: list[Run] = []
    left = plan.runs
    for look in plan.looks:
        now = [run for run in left if run.repetition <= look]
        kept += now
        _all_of(study, [run for run in now if run in pending], outcome, found, folder, progress)
        storage.write_json(folder / "plan.json", dataclasses.replace(plan, runs=[*kept, *left[len(now) :]]).as_json())
        pairs = pairing.paired(table.rows(folder), plan.baseline, plan.measure)
        decisions = sequence.decide(pairs, plan.looks, plan.matters or 0.0, until=look)
        wanted = sequence.wanted(decisions)
        left = [run for run in left if run.repetition > look and run.configuration.identifier in wanted]
        decided = sum(each.decided_after is not None for each in decisions)
        progress.say(f"after {look} repetitions, {decided} of {len(decisions)} comparisons are decided")
        progress.keep(left)
        if not left:
            break
    final = dataclasses.replace(plan, runs=kept)
    storage.write_json(folder / "plan.json", final.as_json())
    return final


def _hopeless(outcome: Outcome, folder: pathlib.Path) -> str:
    """Said when not one run of the first repetition has ended well: more of them would only take time."""
    why, count = collections.Counter(outcome.failed.values()).most_common(1)[0]
    return f"every configuration fails, {count} of {len(outcome.failed)} with: {why}\nThe logs are in {folder / 'runs'}"


def is_done(folder: pathlib.Path, run: Run, study: Study) -> bool:
    """Whether the run is done; one that has read a file which has changed since is put aside."""
    place = folder / "runs" / run.name
    summary = storage.read_json(place / "summary.json")
    if summary is None:
        return False
    script = run.configuration.script
    if script is None:
        return True
    changed = summaries.changed_file(summary, study.path_of(script).parent)
    if changed is not None:
        os.replace(place / "summary.json", place / "summary.old.json")
    return changed is None


def past_durations(folder: pathlib.Path, plan: Plan) -> dict[str, list[float]]:
    """Seconds that done runs took, by configuration."""
    found = collections.defaultdict(list)
    for run in plan.runs:
        known = storage.read_json(folder / "runs" / run.name / "run.json") or {}
        if known.get("seconds") and (folder / "runs" / run.name / "summary.json").exists():
            found[run.configuration.identifier].append(known["seconds"])
    return found


def differences(folder: pathlib.Path, plan: Plan) -> list[str]:
    """Describes each group whose completed runs have different checksums, and each program rebuilt during the study."""
    groups: dict[str, dict[str, list[Run]]] = collections.defaultdict(lambda: collections.defaultdict(list))
    builds: dict[str, dict[str, list[Run]]] = collections.defaultdict(lambda: collections.defaultdict(list))
    for run in plan.runs:
        summary = storage.read_json(folder / "runs" / run.name / "summary.json")
        if summary is None:
            continue
        checksum = summary["raster"].get("sha256")
        if run.group is not None and checksum is not None:
            groups[run.group][checksum].append(run)
        if build := summary["program"].get("build"):
            builds[program_key(run.configuration)][build].append(run)
    said = []
    for group, by_checksum in groups.items():
        if len(by_checksum) > 1:
            kinds = sorted(by_checksum.items(), key=lambda item: -len(item[1]))
            text = "; ".join(f"{checksum[:12]}: {_named(runs)}" for checksum, runs in kinds)
            said.append(f"runs that must give the same spikes (group {group}) differ. Checksums and their runs: {text}")
    for key, by_build in builds.items():
        if len(by_build) > 1:
            text = "; ".join(f"{build}: {_named(runs)}" for build, runs in by_build.items())
            said.append(f"the program {key or 'ranvier'} changed during the study. Builds and their runs: {text}")
    found = criteria.judge(table.rows(folder), plan.criteria) if plan.criteria else []
    return said + [each.words for each in found if each.is_met is False]


def _named(runs: list[Run], most: int = 6) -> str:
    """Names of runs, with what varies."""
    texts = [f"{run.name} ({run.label})" for run in runs[:most]]
    return ", ".join(texts) + (f" and {len(runs) - most} more" if len(runs) > most else "")


def _one(study: Study, run: Run, found: Programs, folder: pathlib.Path, progress: Progress, last: bool) -> str | None:
    """Executes a run; why it failed, or None."""
    place = folder / "runs" / run.name
    with storage.stopping_when_full(folder):
        place.mkdir(exist_ok=True)
        _clean(place, study)
    before = storage.read_json(place / "failure.json") or {"attempt": 0}
    attempt = before["attempt"] + 1
    if attempt > 1 and (place / "log.txt").exists():
        os.replace(place / "log.txt", place / f"log.{attempt - 1}.txt")
    if storage.is_full(folder):
        raise storage.full(folder)
    words = words_of(study, run, found, place)
    known: dict[str, Any] = {
        "name": run.name,
        "repetition": run.repetition,
        "order": run.order,
        "attempt": attempt,
        "command": words,
        "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "load_before": machine.load_now(),
    }
    storage.write_json(place / "run.json", known)
    progress.begins(run, attempt)
    began = time.monotonic()
    try:
        seconds, beside = _process(study, run, words, place, progress)
        known |= {"seconds": seconds, "load_beside": beside}
        bound = study.limits.load
        loads = (known["load_before"], beside) if run.configuration.machine is None else ()
        known["is_disturbed"] = any(load is not None and load > bound for load in loads)
        summary = _summary(study, run, found, place)
    except RunFailed as failure:
        if storage.is_full(folder) or storage.met_full(place / "log.txt"):
            _clean(place, study)
            raise storage.full(folder) from None
        storage.write_json(place / "failure.json", {"attempt": attempt, "why": str(failure)})
        _clean(place, study)
        progress.failed(run, str(failure), will_retry=not last)
        return str(failure)
    except BaseException:
        _clean(place, study)
        raise
    storage.write_json(place / "run.json", known)
    if run.configuration.simulator == "ranvier" and run.configuration.machine is None:
        with storage.stopping_when_full(place):
            storage.move_into_place(place / "summary.json.part", place / "summary.json")
    else:
        storage.write_json(place / "summary.json", summary)
    (place / "failure.json").unlink(missing_ok=True)
    _clean(place, study)
    progress.done(run, time.monotonic() - began, known["is_disturbed"])
    return None


def words_of(study: Study, run: Run, found: Programs, place: pathlib.Path) -> list[str]:
    """The command of a run whose results go to a folder."""
    return programs.command(study, found, run.configuration, str(place / "summary.json.part"), str(place / "raster.h5"))


def execute_once(
    study: Study, run: Run, found: Programs, place: pathlib.Path, progress: Progress
) -> tuple[float, dict[str, Any]]:
    """Executes one run outside a study: seconds, and its summary. Raises RunFailed."""
    with _signals():
        seconds, _ = _process(study, run, words_of(study, run, found, place), place, progress)
    return seconds, _summary(study, run, found, place)


def _clean(place: pathlib.Path, study: Study) -> None:
    """Removes what a run leaves besides its results."""
    keeps = study.keep == "rasters" and (place / "summary.json").exists()
    for path in place.iterdir():
        if path.name.endswith(".part") or (path.name.startswith("raster") and not keeps) or path.name == "out.txt":
            path.unlink()


def _summary(study: Study, run: Run, found: Programs, place: pathlib.Path) -> dict[str, Any]:
    """The checked summary of a run that has ended. Raises RunFailed."""
    asked = run.configuration
    build = found.builds.get(program_key(asked), "")
    if asked.machine is not None:
        try:
            said = storage.read_json(place / "summary.json.part")
        except StudyError as error:
            raise RunFailed(str(error)) from None
        if said is None:
            raise RunFailed("`ranvier exchange simulate` wrote nothing")
        return summaries.of_simulation(said, asked, machine.host(), build)
    if asked.simulator != "ranvier":
        printed = (place / "out.txt").read_text(errors="replace").strip().splitlines()
        try:
            return summaries.of_peer(printed[-1] if printed else "", asked, build, place / "raster.h5", machine.host())
        except RunFailed:
            raise
        except StudyError as error:
            raise RunFailed(str(error)) from None
    summary = summaries.read(place / "summary.json.part")
    summaries.check_asked(summary, asked)
    return summary


def _process(
    study: Study, run: Run, words: list[str], place: pathlib.Path, progress: Progress
) -> tuple[float, float | None]:
    """Runs the processes; returns their wall time [s] and the load of other processes [cores]. Raises RunFailed."""
    is_peer = run.configuration.simulator != "ranvier"
    script = run.configuration.script
    cwd = study.path_of(script).parent if script is not None else place
    own = _children_seconds()
    with contextlib.ExitStack() as files:
        with storage.stopping_when_full(place):
            log = files.enter_context(open(place / "log.txt", "wb"))
            out = files.enter_context(open(place / "out.txt", "wb")) if is_peer else log
        meter = machine.LoadMeter()
        mine = time.process_time()
        began = time.monotonic()
        try:
            child = subprocess.Popen(
                words,
                cwd=cwd,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=log,
                env=programs.environment_of_peers() if is_peer else None,
                start_new_session=True,  # Ctrl-C of a terminal reaches the study alone
                preexec_fn=_end_with_parent,
            )
        except OSError as error:
            raise RunFailed(f"{words[0]} cannot be started: {error.strerror}") from None
        try:
            why = _watch(child, study, began, progress)
        except BaseException:
            _end(child)
            raise
        seconds = time.monotonic() - began
    used = _children_seconds() - own + time.process_time() - mine
    if why is not None:
        raise RunFailed(why)
    if child.returncode == -signal.SIGXFSZ:
        raise storage.full(place)
    if child.returncode != 0:
        raise RunFailed(f"{_ending(child.returncode)}; its log ends: {_tail(place / 'log.txt')}")
    return seconds, meter.of_others(used)


def _watch(child: subprocess.Popen, study: Study, began: float, progress: Progress) -> str | None:
    """Waits for the end; says why the run had to be ended, or None."""
    limit = 60 * study.limits.minutes
    while True:
        try:
            child.wait(WATCH)
            return None
        except subprocess.TimeoutExpired:
            pass
        progress.refresh()
        if time.monotonic() - began > limit:
            _end(child)
            return f"took longer than limits.minutes = {study.limits.minutes:g}"
        if study.limits.memory is not None:
            used = machine.memory_of(machine.tree(child.pid))
            if used > study.limits.memory:
                _end(child)
                return f"took {used / 2**30:.3g} GiB, more than limits.memory = {study.limits.memory / 2**30:.3g} GiB"


def _end(child: subprocess.Popen) -> None:
    """Ends the run's processes, ranks included."""
    processes = machine.tree(child.pid)
    machine.end(processes)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    machine.end(processes, 0.5)  # ranks that their launcher has left


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def _end_with_parent() -> None:
    """In the child: the launcher ends if the study is killed, so that no run overlaps the next one."""
    if _LIBC is not None:
        _LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _ending(status: int) -> str:
    return f"was ended by {signal.Signals(-status).name}" if status < 0 else f"ended with status {status}"


def _tail(log: pathlib.Path, lines: int = 2) -> str:
    text = log.read_bytes()[-4000:].decode(errors="replace").strip().splitlines()
    return " | ".join(" ".join(line.split())[:200] for line in text[-lines:]) if text else "(nothing)"


@contextlib.contextmanager
def _signals() -> Iterator[None]:
    """Signals that end a process raise Interrupted. The process then ends: further signals are ignored."""

    def interrupt(number, frame):
        for each in numbers:  # an impatient second Ctrl-C must not leave processes behind
            signal.signal(each, signal.SIG_IGN)
        raise Interrupted(number)

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.getsignal(number) for number in numbers}
    for number in numbers:
        if not (number == signal.SIGHUP and before[number] == signal.SIG_IGN):  # nohup
            signal.signal(number, interrupt)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is interrupt:
            for number, handler in before.items():
                signal.signal(number, handler)
