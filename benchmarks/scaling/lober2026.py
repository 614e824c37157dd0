"""Lober, Diesmann & Kunkel 2026, "Exploiting network topology in brain-scale simulations of spiking neural networks": the
statistical model of what waiting costs when all ranks meet each cycle (conventional), or each D-th (structure-aware).

Equations 8 and 9 (expected run times), 11 (their waiting), 13 to 17 (irregular memory access), and a run of the model itself
(equations 2 to 5).
"""

import statistics

import numpy as np

from . import occupancy

RATIOS = (1, 2, 5, 10, 20)  # D, of the minimum delays between and within areas
RANKS = (16, 32, 64, 128)  # M

# Their section 2.4.1: mean cycle of the conventional run on 128 ranks, coefficient of variation 0.056.
CYCLE, DEVIATION = 1.6e-3, 0.056 * 1.6e-3  # [s]

# Their MAM-benchmark: neurons a rank, synapses a neuron, half of them within the area.
NEURONS, SYNAPSES = 130_000, 6000


def expected_maximum(ranks):
    """xi_M: how many standard deviations the largest of M normal numbers lies above the mean (Blom 1958)."""
    return statistics.NormalDist().inv_cdf((ranks - 0.375) / (ranks + 0.25))


def expected_run(cycles, ranks, ratio, mean=CYCLE, deviation=DEVIATION):
    """Equation 9; with ratio 1 equation 8 [s]."""
    return cycles * (mean + expected_maximum(ranks) * deviation / np.sqrt(ratio))


def drawn_run(cycles, ranks, ratio, seed=1, mean=CYCLE, deviation=DEVIATION):
    """Equations 3 and 4, from cycle times that are drawn [s]."""
    times = np.random.default_rng([seed, ranks]).normal(mean, deviation, (ranks, cycles // ratio, ratio))
    return times.sum(axis=2).max(axis=0).sum()


def irregular_access(ranks, threads):
    """(Conventional, structure-aware) fraction of synapses that are reached with a first access on a thread: equations 14 and
    17, where each rank holds an area."""
    neurons = ranks * NEURONS
    a_thread = NEURONS / threads  # neurons
    conventional = occupancy.wants(a_thread * SYNAPSES, neurons) * ranks * threads / SYNAPSES
    within = occupancy.wants(a_thread * SYNAPSES / 2, NEURONS) * threads
    between = occupancy.wants(a_thread * SYNAPSES / 2, neurons - NEURONS) * threads * (ranks - 1)
    return conventional, (within + between) / SYNAPSES


# What the paper's text says of equation 17 beside 14: less irregular access, by (ranks, threads).
STATED_REDUCTION = {(32, 48): 0.12, (32, 128): 0.29, (128, 48): 0.37, (128, 128): 0.43}
STATED_WAITING = 0.68  # predicted reduction of waiting at D = 10; measured: 0.48
