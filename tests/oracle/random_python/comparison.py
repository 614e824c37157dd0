"""Runs programs in both modules and finds where their answers differ."""

import dataclasses
import hashlib
import json
import os
import pathlib
import sys

from oracle.commands import run

RUNNER = pathlib.Path(__file__).with_name("runner.py")


@dataclasses.dataclass
class Answers:
    lines: list  # (answer, message of the exception)
    status: int = 0  # of the child; not 0: it crashed after the last answer, or did not end


@dataclasses.dataclass
class Difference:
    seed: int
    line: int
    theirs: tuple
    ours: tuple


def answers(programs, folder, module=None, environment=(), limit=1200):
    """{seed: Answers} of {seed: Program}; `module` is the folder of the module `neuron`, by default that of the environment."""
    file = pathlib.Path(folder) / "programs.json"
    file.write_text(json.dumps({seed: program.lines for seed, program in programs.items()}))
    variables = {"NEURON_MODULE_OPTIONS": "-nogui", **dict(environment)}
    if module:
        variables["PYTHONPATH"] = str(module)
    outcome = run([sys.executable, RUNNER, file.name], folder, variables, limit)
    assert outcome.status == 0, outcome
    found = {seed: Answers([]) for seed in programs}
    for seed, at, *answer in map(json.loads, outcome.out.splitlines()):
        if at == "end":
            found[seed].status = answer[0]
        else:
            found[seed].lines.append(tuple(answer))
    return found


def answers_of_neuron(programs, folder, cache):
    """As `answers` of NEURON, which are kept in the folder `cache` by content."""
    question = json.dumps([RUNNER.read_text(), {seed: program.lines for seed, program in programs.items()}])
    file = pathlib.Path(cache) / f"python-{hashlib.sha256(question.encode()).hexdigest()[:24]}.json"
    if not file.exists():
        found = answers(programs, folder)
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(f".{os.getpid()}")
        part.write_text(json.dumps({seed: dataclasses.astuple(each) for seed, each in found.items()}))
        part.rename(file)
    return {
        int(seed): Answers([tuple(line) for line in lines], status)
        for seed, (lines, status) in json.loads(file.read_text()).items()
    }


def first_difference(seed, theirs, ours):
    """Where the answers differ first; None if they do not. Where NEURON crashed, Ranvier may answer anything, but not crash."""
    for i, answer in enumerate(theirs.lines):
        if i >= len(ours.lines):
            break
        if answer[0] == "SystemError":  # NEURON raised and returned a value: its next lines may raise that exception
            return None
        if answer[0] != ours.lines[i][0]:
            return Difference(seed, i, answer, ours.lines[i])
    if ours.status:
        return Difference(seed, len(ours.lines), ("", ""), (f"crash, status {ours.status}", ""))
    return None
