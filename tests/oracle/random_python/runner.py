"""Runs programs with the module `neuron` that Python finds: runner.py FILE

FILE holds {seed: lines} in JSON. Each program runs in a forked child, so that a crash ends no other. For each line that was
run, prints [seed, number of the line, answer, message of the exception] in JSON, and [seed, "end", status] at the end of a child.
"""

import json
import os
import pickle
import re
import signal
import sys

import numpy as np

LIMIT_S = 60  # of a program
SHOWN = 60  # elements of a container


def show(value, depth=0):
    """The answer as text: numbers by type and 12 digits, objects by kind and name; nothing that depends on addresses."""
    if depth > 6:
        return "..."
    if value is None or isinstance(value, (str, bytes, bool, int)):
        return repr(value)
    if isinstance(value, float):
        return f"{type(value).__name__} {value + 0.0:.12g}"  # no sign of 0
    if isinstance(value, (list, tuple)):
        items = ", ".join(show(item, depth + 1) for item in value[:SHOWN])
        return f"{type(value).__name__}[{len(value)}: {items}]"
    if isinstance(value, dict):
        items = sorted((show(key, depth + 1), show(item, depth + 1)) for key, item in value.items())
        return "{" + ", ".join(f"{key}: {item}" for key, item in items) + "}"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(show(item, depth + 1) for item in value)) + "}"
    if isinstance(value, np.ndarray):
        return f"array {value.dtype} {value.shape} {show(value.ravel().tolist(), depth + 1)}"
    if isinstance(value, np.generic):
        return f"{value.dtype} {value:.12g}"
    if isinstance(value, type):
        return "a type"
    return show_object(value, depth)


def show_object(value, depth):
    kind = type(value).__name__
    if kind == "Section" and str(value).startswith("__nrnsec"):
        return "Section without a name"
    if kind in ("Section", "Segment", "Mechanism"):
        return f"{kind} {value}"
    if hasattr(value, "hname"):
        name = value.hname()
        if name.endswith("()"):
            return "callable"
        if "PythonObject[" in name:  # the number depends on temporaries
            return name.split("[")[0]
        numbered = re.fullmatch(r"(\w+)\[\d+\]", name)
        if numbered and numbered[1] not in ("Vector", "Form", "Neuron1"):  # constructors that failed took numbers, too
            return numbered[1]
        is_vector = name.startswith("Vector[")  # its number depends on temporaries
        return f"Vector {show(list(value), depth + 1)}" if is_vector else name
    return "callable" if callable(value) else "object"


def names_of_programs():
    import neuron
    from neuron import h, nrn

    h.load_file("stdrun.hoc")
    calls = []

    def note(*arguments):
        """A callback: `calls` tells when it ran."""
        calls.append((h.t, *arguments))

    class Cell:
        def __init__(self, name):
            self.name = name

        def __str__(self):
            return self.name

    return {"neuron": neuron, "h": h, "n": h, "nrn": nrn, "np": np, "pickle": pickle, "calls": calls, "note": note, "Cell": Cell,
            "cells": [Cell("cell0"), Cell("cell1")], "show": show}  # fmt: skip


def answer_of(line, names):
    """(answer, message)"""
    try:
        try:
            code = compile(line, "line", "eval")
        except SyntaxError:
            exec(compile(line, "line", "exec"), names)
            return "done", ""
        return show(eval(code, names)), ""
    except Exception as error:
        return type(error).__name__, str(error)


def run(seed, lines, names, out):
    signal.alarm(LIMIT_S)
    for i, line in enumerate(lines):
        answer, message = answer_of(line, names)
        out.write(json.dumps([seed, i, answer, message]) + "\n")
        out.flush()


def main():
    with open(sys.argv[1]) as file:
        programs = json.load(file)
    out = os.fdopen(os.dup(1), "w")
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    names = names_of_programs()
    for seed, lines in programs.items():
        child = os.fork()
        if child == 0:
            run(int(seed), lines, names, out)
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        out.write(json.dumps([int(seed), "end", status]) + "\n")
        out.flush()
    out.close()
    os._exit(0)


main()
