"""compare's statistics against definitions, other implementations, and simulated data with a known truth."""

import itertools
import math

import numpy as np
import pytest
import scipy.stats
from ranvier_study import statistics


def test_p_is_the_share_of_sign_patterns():
    values = [0.3, -0.1, 0.2, 0.25]
    sums = [abs(sum(s * v for s, v in zip(signs, values))) for signs in itertools.product((1, -1), repeat=4)]
    assert statistics.sign_flip(values) == sum(found >= sum(values) - 1e-12 for found in sums) / 16


def test_p_agrees_with_scipy():
    values = np.random.default_rng(3).normal(0.02, 0.03, 9)
    theirs = scipy.stats.permutation_test((values,), np.mean, permutation_type="samples", n_resamples=np.inf)
    assert statistics.sign_flip(values) == pytest.approx(theirs.pvalue, abs=1e-12)


def test_ten_equal_signs_have_the_smallest_p():
    assert statistics.sign_flip([0.1] * 10) == 2 / 1024
    assert statistics.sign_flip([0.0] * 10) == statistics.sign_flip([]) == 1


def test_above_16_pairs_patterns_are_sampled():
    values = np.random.default_rng(1).normal(0.01, 0.03, 20)
    exact = 2 * np.mean(np.abs(statistics.sign_patterns(16, 1)[0] @ values[:16]) >= abs(values[:16].sum())) / 2
    assert statistics.sign_flip(values[:16]) == pytest.approx(exact)
    assert statistics.sign_flip(values) == statistics.sign_flip(values)
    # A normal approximation of the same test: the sum of s_i x_i has variance sum x_i^2.
    approximate = 2 * scipy.stats.norm.sf(abs(values.sum()) / math.sqrt((values**2).sum()))
    assert statistics.sign_flip(values) == pytest.approx(approximate, abs=0.01)


def test_holm_adjusts():
    assert statistics.holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert statistics.holm([0.5, 0.9]) == [1, 1]
    assert statistics.holm([]) == []


def test_intervals_agree_with_scipy():
    values = np.random.default_rng(5).gamma(2, 0.02, 12)
    theirs = scipy.stats.bootstrap((values,), np.mean, confidence_level=0.99, n_resamples=50_000, method="BCa", rng=1)
    ours = statistics.bca_interval(values, 0.99, resamples=50_000)
    assert ours == pytest.approx(tuple(theirs.confidence_interval), abs=0.001)


def test_intervals_are_the_same_each_time_and_have_no_width_without_scatter():
    values = np.random.default_rng(5).normal(0, 0.03, 8)
    assert statistics.bca_interval(values, 0.95) == statistics.bca_interval(values, 0.95)
    assert statistics.bca_interval([0.1] * 5, 0.95) == (0.1, 0.1)


@pytest.mark.parametrize("level", [0.05, 0.05 / 4])
def test_the_smallest_difference_that_could_be_shown_is_just_shown(level):
    for seed in range(5):
        values = np.random.default_rng(seed).normal(0, 0.03, 9)
        residuals = values - values.mean()
        least = statistics.smallest_shown(values, level)
        assert max(statistics.sign_flip(residuals + sign * least * 1.0001) for sign in (1, -1)) <= level
        assert max(statistics.sign_flip(residuals + sign * least * 0.999) for sign in (1, -1)) > level


def test_few_pairs_show_nothing():
    assert [statistics.needed_pairs(level) for level in (0.05, 0.0625, 0.01, 0.005)] == [6, 5, 8, 9]
    assert statistics.smallest_shown([0.1] * 5, 0.05) is None
    assert statistics.smallest_shown([0.1] * 6, 0.05) == pytest.approx(0, abs=1e-12)
    (found,) = statistics.compare({"x": [(1, 2)] * 5})
    assert not found.is_shown
    assert found.sentence("a", "b").startswith("no difference shown between a and b; 5 pairs cannot show any, 6 could")


def test_sentences_say_no_more_than_was_found():
    (faster,) = statistics.compare({"x": [(1.0, 0.8 + 0.001 * k) for k in range(8)]})
    assert faster.sentence("a", "b").startswith("b is 1.24 times faster than a (95% interval 1.24–1.25)")
    (slower,) = statistics.compare({"x": [(1.0, 1.25 + 0.001 * k) for k in range(8)]})
    assert slower.sentence("a", "b").startswith("b is 1.25 times slower than a (95% interval 1.25–1.2")
    (none,) = statistics.compare({"x": [(1.0, 1.03), (1.0, 0.97)] * 4})
    assert none.sentence("a", "b") == "no difference shown between a and b; one of 3% could have been"
    (wide,) = statistics.compare({"x": [(1.0, 3.0), (3.0, 1.0)] * 4})
    assert wide.sentence("a", "b").endswith("; one of 200% could have been")


# Runs of a machine with noise: times are log-normal with a scatter of 3%; pairs share a drift of the machine of 5%.


def simulated(random, slowdown, configurations, pairs=10):
    found = {}
    for key in range(configurations):
        drift = random.normal(0, 0.05, pairs)
        a = np.exp(drift + random.normal(0, 0.03, pairs))
        b = slowdown * np.exp(drift + random.normal(0, 0.03, pairs))
        found[key] = list(zip(a, b))
    return found


def test_differences_that_are_not_there_are_rarely_shown(monkeypatch):
    """At most 10% of studies may show any (5% are expected at most; the limit leaves room for 200 studies' chance)."""
    monkeypatch.setattr(statistics, "RESAMPLES", 20)  # intervals are not looked at
    random = np.random.default_rng(11)
    wrong = sum(any(each.is_shown for each in statistics.compare(simulated(random, 1.0, 4))) for _ in range(200))
    assert wrong / 200 <= 0.10


def test_a_slowdown_of_a_fifth_is_shown(monkeypatch):
    monkeypatch.setattr(statistics, "RESAMPLES", 20)
    random = np.random.default_rng(12)
    shown = [each.is_shown for _ in range(60) for each in statistics.compare(simulated(random, 1.2, 4))]
    assert sum(shown) / len(shown) >= 0.90


def test_intervals_hold_the_truth(monkeypatch):
    """At 95% for one configuration; BCa intervals of ten values are known to hold a little less (Efron 1987)."""
    monkeypatch.setattr(statistics, "RESAMPLES", 2000)
    random = np.random.default_rng(13)
    held = []
    for _ in range(300):
        (found,) = statistics.compare(simulated(random, 1.2, 1))
        held.append(found.low <= 1.2 <= found.high)
    assert sum(held) / len(held) >= 0.87
