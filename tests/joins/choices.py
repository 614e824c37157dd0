"""What a user combines: the choices of each factor."""

CHOICES = {
    "script": ("hoc", "Python", "python3"),
    "cells": ("detailed", "point processes", "artificial", "stepped", "mixed"),
    "made": ("singly", "rule", "table", "file", "synapses"),
    "gap junctions": ("none", "singly", "rule"),
    "gids": ("all", "some", "none"),
    "steps": ("fixed", "global", "local"),
    "ranks": ("1", "2", "3"),
    "threads": ("1", "2"),
    "exchange": ("allgather", "alltoall", "isend", "persistent", "two_tier", "auto"),
    "math": ("vector", "libm"),
    "raster": ("off", "on"),
    "pc.raster": ("off", "on"),
    "report": ("off", "on"),
    "trace": ("off", "on"),
    "summary": ("off", "on"),
    "intervals": ("off", "on"),
    "figures": ("off", "on"),
    "connections": ("off", "on"),
    "interrupted": ("no", "kill -9", "SIGTERM", "Ctrl-C"),
    "afterwards": (
        "plot",
        "view",
        "compare",
        "replay",
        "extract and run",
        "extract and trace",
        "simulate",
        "advise",
        "estimate",
        "dry run",
        "study",
    ),
}

# Of each factor, what a case has that is about other factors.
USUAL = {factor: choices[0] for factor, choices in CHOICES.items()}
FACTORS = tuple(CHOICES)


def pairs():
    """All pairs of choices of different factors, as ((factor, choice), (factor, choice)) in the order of FACTORS."""
    for k, one in enumerate(FACTORS):
        for other in FACTORS[k + 1 :]:
            for a in CHOICES[one]:
                for b in CHOICES[other]:
                    yield (one, a), (other, b)


def pairs_of(case):
    """Those that a case has."""
    chosen = [(factor, case[factor]) for factor in FACTORS]
    return {(a, b) for k, a in enumerate(chosen) for b in chosen[k + 1 :]}
