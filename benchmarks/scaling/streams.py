"""A stream of random numbers for each source, whatever rank it lives on.

Counter-based, so that any number of a stream costs the same and arrays of streams are drawn at once: the output function
of SplitMix64 (Steele, Lea & Flood 2014, "Fast splittable pseudorandom number generators") on a key of (seed, source).
"""

import numpy as np

GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def _mix(x):
    x ^= x >> np.uint64(30)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    x ^= x >> np.uint64(27)
    x *= np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    return x


def keys(seed, sources):
    """The streams of these sources (integers)."""
    start = _mix(np.full(1, seed + 1, np.uint64) * GOLDEN)[0]
    return _mix((np.asarray(sources).astype(np.uint64) + np.uint64(1)) * GOLDEN + start)


def uniforms(streams, draw):
    """Number `draw` (one, or one for each stream) of each stream, in [0, 1)."""
    counter = np.atleast_1d(draw).astype(np.uint64) + np.uint64(1)
    return (_mix(streams + counter * GOLDEN) >> np.uint64(11)) * 2.0**-53
