"""Studies with a known truth: times of a baseline and of configurations that share its runs, with the noise of machines."""

import itertools
import math

import numpy as np
from ranvier_study import statistics
from ranvier_study.pairing import Paired
from scipy.optimize import brentq
from scipy.stats import norm

SCATTER = 0.03  # of the times of one side, as a standard deviation of their logarithms
SLOW = 0.4  # logarithm of what a slow run takes longer
SHARE = 0.1  # of runs that are slow


def lognormal(random, configurations, pairs):
    return random.normal(0, SCATTER, (configurations + 1, pairs))


def heavy_tailed(random, configurations, pairs):
    return SCATTER * random.standard_t(1.5, (configurations + 1, pairs))


def drifting(random, configurations, pairs):
    """The machine's speed wanders from run to run; the configurations of a repetition run in random order."""
    walk = np.cumsum(random.normal(0, 0.02, (pairs, configurations + 1)).ravel()).reshape(pairs, configurations + 1)
    return random.permuted(walk, axis=1).T + random.normal(0, SCATTER / 2, (configurations + 1, pairs))


def slow_runs(random, configurations, pairs):
    """Of all sides but the baseline."""
    times = lognormal(random, configurations, pairs)
    times[1:] += SLOW * (random.random((configurations, pairs)) < SHARE)
    return times


def slow_runs_of_the_baseline(random, configurations, pairs):
    times = lognormal(random, configurations, pairs)
    times[0] += SLOW * (random.random(pairs) < SHARE)
    return times


NOISES = {each.__name__: each for each in (lognormal, heavy_tailed, drifting, slow_runs, slow_runs_of_the_baseline)}


def typical(noise):
    """The median of the log-ratios without a difference."""
    width = math.sqrt(2) * SCATTER
    of_slow = brentq(
        lambda x: (1 - SHARE) * norm.cdf(x / width) + SHARE * norm.cdf((x - SLOW) / width) - 0.5, -SLOW, SLOW
    )
    return {"slow_runs": of_slow, "slow_runs_of_the_baseline": -of_slow}.get(noise, 0.0)


def study(random, noise, configurations, pairs, effects=0.0):
    """Pairs of times by configuration; `effects`: log-ratios of typical pairs less those of the noise alone."""
    logs = NOISES[noise](random, configurations, pairs)
    logs[1:] += np.reshape(effects, (-1, 1)) if np.ndim(effects) else effects
    baseline, *others = np.exp(np.clip(logs, -300, 300))  # heavy tails reach beyond what a float holds
    return {key: list(zip(baseline, times)) for key, times in enumerate(others)}


def paired(pairs):
    """As sequence.py wants them: all done."""
    return [Paired(key, ("baseline", str(key)), dict(enumerate(mine, 1)), len(mine) + 1) for key, mine in pairs.items()]


def cells():
    """(configurations, pairs, noise): from the least number of pairs that can decide."""
    for configurations in range(2, 7):
        least = statistics.needed_pairs(statistics.LEVEL / configurations)
        for pairs, noise in itertools.product((*range(least, 21), 40), NOISES):
            yield configurations, pairs, noise


def judged(cell, studies, seed):
    """Of so many studies of a cell: how many intervals hold together, and how many contradict what is said beside them."""
    configurations, pairs, noise = cell
    random = np.random.default_rng([seed, configurations, pairs, list(NOISES).index(noise)])
    effect = 0.05
    truth = math.exp(typical(noise) + effect)
    held = contradicted = 0
    for _ in range(studies):
        found = statistics.compare(study(random, noise, configurations, pairs, effect), matters=0.05)
        held += all(each.low <= truth <= each.high for each in found)
        contradicted += any(is_contradicted(each) for each in found)
    return held, contradicted


def is_contradicted(each):
    """Whether interval, p, estimate, verdict and sentence of a comparison do not say the same."""
    said = each.sentence("A", "B")
    differs = not each.low <= 1 <= each.high
    named = {"faster": each.high < 1, "slower": each.low > 1, "no difference shown": not differs}
    return (
        differs != (each.adjusted <= statistics.LEVEL)
        or differs != each.is_shown
        or not each.low <= each.ratio <= each.high
        or any(word in said and not holds for word, holds in named.items())
    )
