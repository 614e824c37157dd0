"""benchmarks/compare_statistics.py: its measure of likeness, and the rates of models/areas."""

import pathlib
import sys
import types

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "benchmarks"))

import compare_statistics  # noqa: E402


def test_distances_are_those_of_single_runs():
    """Runs of one value each lie 0 or 1 apart; of two values, a half, too."""
    theirs = [np.array([0.0]), np.array([0.0]), np.array([0.0, 1.0])]
    ours = [np.array([0.0]), np.array([9.0])]
    between, within = compare_statistics.distances(ours, theirs)
    assert between == [0, 0, 0.5, 1, 1, 1] and within == [0, 0.5, 0.5]
    assert compare_statistics.typical(between, within) == (0.75, 0.5)


def test_shifted_runs_fail_and_others_pass():
    random = np.random.default_rng(1)
    ours, theirs = (list(random.normal(size=(10, 2000))) for _ in range(2))
    median, limit = compare_statistics.typical(*compare_statistics.distances(ours, theirs))
    assert median <= limit
    shifted = [run + 0.2 for run in ours]
    median, limit = compare_statistics.typical(*compare_statistics.distances(shifted, theirs))
    assert median > limit


@pytest.mark.parametrize(
    "rate, phase, tstop, spikes",
    [
        (2.5, 0, 800, 2),  # at 400 and 800 ms
        (2.5, 0.25, 800, 2),  # at 100 and 500 ms
        (2.5, 0.25, 99.9, 0),
        (2.5, 0.25, 100, 1),
        (2.5, 1, 1199.9, 2),
        (30, 0.5, 100, 3),  # intervals of 33.3 ms: at 16.7 (166.5 is rounded up), 50 and 83.3 ms
        (30, 0.5, 83.2, 2),
        (0, 0.5, 1000, 0),
    ],
)
def test_number_of_spikes_at_a_rate(rate, phase, tstop, spikes):
    assert compare_statistics.spikes_of_rate(rate, phase, tstop) == spikes


def test_cells_of_areas_fire_as_often_as_their_rates_say(ranvier, tmp_path, monkeypatch):
    options = types.SimpleNamespace(ranvier=ranvier.bin_folder / "ranvier", nest=None)
    size = {"areas": 3, "cells": 100, "inputs": 20, "rate": 20, "rate_cv": 0.4, "size_cv": 0.3, "tstop": 500}
    assert compare_statistics.judge_areas(options, size, tmp_path) == [True]
    right = compare_statistics.spikes_of_rate
    monkeypatch.setattr(compare_statistics, "spikes_of_rate", lambda rate, phase, t: right(rate * 1.01, phase, t))
    assert compare_statistics.judge_areas(options, size, tmp_path) == [False]
