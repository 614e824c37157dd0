"""Weights of edges: a column syn_weight, and functions of it and of the cells' columns."""

import math

import numpy as np

from .errors import SonataError
from .nearest import advice

_AS_STORED = (None, "wmax", "default_weight_fnc", "set_syn_weight")


def _tuning(population, node_ids):
    angles = population.column("tuning_angle")[population.rows_of(node_ids)]
    for k, angle in enumerate(angles):
        if angle is None:
            node = f"node {node_ids[k]} of population {population.name}"
            raise SonataError(population.file, "tuning_angle", f"gaussianLL needs one of {node}")
    return angles.astype(float)


def gaussian_of_tuning(weight, sigma, source_angle, target_angle):
    """w exp(-(d/sigma)^2), where d is the difference of two orientations [degrees], from 0 to 90."""
    difference = abs(abs(abs(180.0 - abs(target_angle - source_angle) % 360.0) - 90.0) - 90.0)
    return weight * math.exp(-((difference / sigma) ** 2))


def weights_of(edges, rows):
    """The weights of these edges: conductances [uS] for synapses in sections."""
    weights = edges.numbers_of("syn_weight", rows)
    codes, values = edges.coded("weight_function", rows)
    for code in np.unique(codes):
        name = values[code]
        if name in _AS_STORED:
            continue
        if name != "gaussianLL":
            known = [each for each in _AS_STORED if each] + ["gaussianLL"]
            what = f"there is no function {name}{advice(name, known)}"
            raise SonataError(edges.types.file or edges.file, "weight_function", what)
        mine = np.flatnonzero(codes == code)
        sigmas = edges.numbers_of("weight_sigma", rows[mine])
        sources = _tuning(edges.population.source, edges.sources[rows[mine]])
        targets = _tuning(edges.population.target, edges.targets[rows[mine]])
        weights[mine] = [gaussian_of_tuning(*each) for each in zip(weights[mine], sigmas, sources, targets)]
    return weights
