"""The commands of the wheels `ranvier` and `neuron`: the program in this package, under each of its names."""

import os
import pathlib
import sys


def _become(name):
    program = pathlib.Path(__file__).parent / "bin" / "ranvier"
    # Python in the program, and that of figures and studies, is the one of this environment.
    os.environ.setdefault("NRN_PYTHONEXE", sys.executable)
    os.environ.setdefault("RANVIER_PYTHON", sys.executable)
    os.execv(program, [name, *sys.argv[1:]])


def ranvier():
    _become("ranvier")


def nrniv():
    _become("nrniv")


def nrnivmodl():
    _become("nrnivmodl")
