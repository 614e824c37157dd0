"""compare's statistics against definitions, other implementations, and simulated data with a known truth."""

import itertools
import math

import numpy as np
import pytest
import scipy.stats
import simulated_studies
from ranvier_study import statistics
from ranvier_study.statistics import Verdict


def test_p_is_the_share_of_sign_patterns():
    values = [0.3, -0.1, 0.2, 0.25]
    sums = [abs(sum(s * v for s, v in zip(signs, values))) for signs in itertools.product((1, -1), repeat=4)]
    assert statistics.sign_flip(values) == sum(found >= sum(values) - 1e-12 for found in sums) / 16


@pytest.mark.parametrize("shift", [0.02, -0.03, 0])
def test_p_agrees_with_scipy(shift):
    values = np.random.default_rng(3).normal(shift, 0.03, 9)
    theirs = scipy.stats.permutation_test((values,), np.mean, permutation_type="samples", n_resamples=np.inf)
    assert statistics.sign_flip(values) == pytest.approx(theirs.pvalue, abs=1e-12)


def test_ten_equal_signs_have_the_smallest_p():
    assert statistics.p_of([0.1] * 10) == 2 / 1024
    assert statistics.p_of([0.0] * 10) == statistics.p_of([]) == statistics.p_of([0.0] * 20) == 1


@pytest.mark.parametrize("pairs", [15, 24, 41])
def test_many_pairs_get_the_sign_test(pairs):
    values = np.random.default_rng(pairs).normal(0.01, 0.03, pairs)
    theirs = scipy.stats.binomtest(int((values > 0).sum()), pairs).pvalue
    assert statistics.p_of(values) == pytest.approx(theirs)
    low, high = statistics.interval_of(values, 0.05)
    interval = scipy.stats.quantile_test(values, q=0, p=0.5).confidence_interval(0.95)
    assert (low, high) == (interval.low, interval.high)


@pytest.mark.parametrize("pairs", [6, 9, 14, 15, 24])
@pytest.mark.parametrize("alpha", [0.05, 0.05 / 3])
def test_the_interval_ends_where_p_passes_the_level(pairs, alpha):
    for seed in range(10):
        values = np.random.default_rng([pairs, seed]).standard_t(2, pairs)
        ends = statistics.interval_of(values, alpha)
        if pairs < statistics.needed_pairs(alpha):
            assert ends is None
            continue
        for end, outside in zip(ends, (-1, 1)):
            assert statistics.p_of(values - (end - outside * 1e-9)) > alpha
            assert statistics.p_of(values - (end + outside * 1e-9)) <= alpha


def test_the_estimate_lies_in_the_interval_however_the_values_are_skewed():
    values = [2.0**k for k in range(12)]
    low, high = statistics.interval_of(values, 0.05)
    assert low <= np.median(values) <= high
    assert statistics.p_of(np.array(values) - np.median(values)) == 1


def test_few_pairs_have_no_interval():
    assert [statistics.needed_pairs(level) for level in (0.05, 0.0625, 0.01, 0.005)] == [6, 5, 8, 9]
    (found,) = statistics.compare({"x": [(1, 2)] * 5})
    assert (found.low, found.high, found.could_show, found.is_shown) == (None, None, None, False)
    assert found.sentence("a", "b") == "nothing is shown of a and b; 5 pairs cannot decide, it needs 6"
    pairs = {key: [(1, 2)] * 6 for key in range(2)}
    assert [each.needed for each in statistics.compare(pairs)] == [7, 7]
    (found,) = statistics.compare({"x": [(1, 2)] * 6})
    assert found.is_shown and found.adjusted == 2 / 64


def test_a_larger_difference_would_have_shown():
    for seed in range(20):
        logs = np.random.default_rng(seed).normal(0, 0.03, 9)
        (found,) = statistics.compare({"x": [(1, math.exp(x)) for x in logs]})
        centered = logs - np.median(logs)
        for sign in (1, -1):
            shown = [
                statistics.compare(
                    {"x": [(1, math.exp(x + sign * math.log(found.could_show) * factor)) for x in centered]}
                )
                for factor in (1.001, 0.9)
            ]
            assert shown[0][0].is_shown
        assert not all(
            statistics.compare({"x": [(1, math.exp(x + sign * math.log(found.could_show) * 0.999)) for x in centered]})[
                0
            ].is_shown
            for sign in (1, -1)
        )


def of(*ratios, matters=None):
    (found,) = statistics.compare({"x": [(1.0, ratio) for ratio in ratios]}, matters)
    return found


def test_sentences_say_no_more_than_was_found():
    faster = of(*(0.8 + 0.001 * k for k in range(8)))
    assert faster.sentence("a", "b").startswith("b is 1.24 times faster than a (95% interval 1.24–1.25)")
    slower = of(*(1.25 + 0.001 * k for k in range(8)))
    assert slower.sentence("a", "b").startswith("b is 1.25 times slower than a (95% interval 1.25–1.2")
    none = of(*[1.03, 0.97] * 4)
    assert (
        none.sentence("a", "b")
        == "no difference shown between a and b; with 8 pairs, one of 3% or more would have shown"
    )
    assert ", one of 200% or more would" in of(*[3.0, 1 / 3] * 4).sentence("a", "b")


def test_what_matters_decides():
    near = [1.01 + 0.001 * k for k in range(8)]
    assert of(*near).verdict is Verdict.SLOWER
    assert of(*near, matters=0.05).verdict is Verdict.EQUAL
    assert (
        of(*near, matters=0.05)
        .sentence("a", "b")
        .startswith("a and b take the same time within 5% (ratio 95% interval 1.01–1.02)")
    )
    across = of(*(1.03 + 0.01 * k for k in range(8)), matters=0.05)
    assert across.verdict is Verdict.UNDECIDED and across.is_shown
    assert across.sentence("a", "b").endswith("; whether by more than 5% is undecided")
    assert of(*(1.2 + 0.01 * k for k in range(8)), matters=0.05).verdict is Verdict.SLOWER
    assert of(*(1 / (1.2 + 0.01 * k) for k in range(8)), matters=0.05).verdict is Verdict.FASTER
    assert of(*[0.9, 1.1] * 4, matters=0.05).verdict is Verdict.UNDECIDED


def coverage(studies, seed, least_in_a_cell, least_overall):
    held, contradicted, count = {}, 0, 0
    for cell in simulated_studies.cells():
        held[cell], wrong = simulated_studies.judged(cell, studies, seed)
        contradicted, count = contradicted + wrong, count + studies
    assert contradicted == 0
    few = {cell: n / studies for cell, n in held.items() if n < least_in_a_cell * studies}
    assert not few
    assert sum(held.values()) / count >= least_overall, sum(held.values()) / count


def test_intervals_hold_together():
    """A sample of the simulation below: a cell of 40 studies falls below 75% by chance once in 10^7."""
    coverage(studies=40, seed=2, least_in_a_cell=0.75, least_overall=0.945)


@pytest.mark.long
def test_intervals_hold_together_in_many_studies():
    """Of 2,000 studies, 95% less three standard deviations; each of the five noises, 2-6 comparisons, up to 40 pairs."""
    coverage(studies=2000, seed=1, least_in_a_cell=0.935, least_overall=0.945)


def test_a_slowdown_of_a_fifth_is_shown():
    random = np.random.default_rng(12)
    shown = [
        each.is_shown
        for _ in range(60)
        for each in statistics.compare(simulated_studies.study(random, "lognormal", 4, 10, math.log(1.2)))
    ]
    assert sum(shown) / len(shown) >= 0.90
