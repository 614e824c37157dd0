"""Rates, variation and correlations of spike trains (hoc_like/program/plot/spike_statistics.py), on samples and trains whose statistics are known."""

import pathlib
import sys

import numpy as np
import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "hoc_like/program/plot"))

import spike_statistics  # noqa: E402


@pytest.mark.parametrize(
    "a, b, distance",
    [
        ([1, 2, 3, 4], [1, 2, 3, 4], 0),
        ([1, 2, 3, 4], [4, 1, 3, 2, 2, 1, 3, 4], 0),
        ([1, 2], [3, 4], 1),
        ([1, 2, 3, 4], [3, 4, 5, 6], 0.5),
        ([0, 0, 0, 1], [0, 1, 1, 1], 0.5),
        ([0, 0, 1], [0, 1, 1, 1], 2 / 3 - 1 / 4),
    ],
)
def test_distance_of_samples(a, b, distance):
    assert spike_statistics.ks_distance(a, b) == pytest.approx(distance, abs=1e-15)
    assert spike_statistics.ks_distance(b, a) == pytest.approx(distance, abs=1e-15)


def test_distance_to_an_empty_sample_is_an_error():
    with pytest.raises(ValueError, match="empty"):
        spike_statistics.ks_distance([1.0], [])


def test_distance_of_shifted_uniform_samples():
    random = np.random.default_rng(1)
    a, b = random.uniform(0, 1, 200_000), random.uniform(0.1, 1.1, 200_000)
    # The distributions differ by 0.1; sqrt(1/n + 1/n) = 0.0032 is the scale of the deviations of samples, and beyond
    # twice this one lies less often than in 1 of 1,000 cases (Kolmogorov's distribution).
    assert spike_statistics.ks_distance(a, b) == pytest.approx(0.1, abs=0.0064)


def test_rates_count_silent_cells():
    assert spike_statistics.rates(np.array([0, 2, 2, 2]), 4, 500).tolist() == [2, 0, 6, 0]


def test_variation_of_known_intervals():
    """Intervals 10, 10, 10; 1 and 3 (mean 2, standard deviation sqrt 2); a cell with one interval does not count."""
    times = [0, 10, 20, 30, 5, 6, 9, 1, 2]
    cells = [0, 0, 0, 0, 3, 3, 3, 7, 7]
    shuffled = np.random.default_rng(2).permutation(len(times))
    found = spike_statistics.interval_variations(np.array(times, float)[shuffled], np.array(cells)[shuffled])
    assert found == pytest.approx([0, np.sqrt(2) / 2])


def test_variation_of_a_poisson_process_is_one():
    random = np.random.default_rng(3)
    times = np.cumsum(random.exponential(5, (20, 10_000)), axis=1)
    cells = np.repeat(np.arange(20), 10_000)
    found = spike_statistics.interval_variations(times.ravel(), cells)
    # The standard error of a coefficient of variation of 10,000 exponential intervals is 0.01, of the mean of 20 0.0022.
    assert len(found) == 20 and found.mean() == pytest.approx(1, abs=4 * 0.0022)


def test_correlation_of_known_trains():
    """Cells 0 and 1 fire together; 2 in the other bins; 3 in half of them, independently of 0."""
    times = {0: [0, 4], 1: [1.9, 5], 2: [2, 6], 3: [1, 3]}
    all_times = [t for ts in times.values() for t in ts]
    cells = [cell for cell, ts in times.items() for _ in ts]
    found = spike_statistics.correlations(all_times, cells, 0, 8)
    assert found == pytest.approx([1, -1, 0, -1, 0, 0], abs=1e-15)  # pairs 01 02 03 12 13 23


def test_correlations_take_bins_and_cells_that_were_asked_for():
    times = np.array([10.0, 12.0, 14.0, 30.0, 12.1])  # the grid's 12.0 belongs to the bin that begins there
    cells = np.array([5, 5, 6, 6, 9])
    assert len(spike_statistics.correlations(times, cells, 10, 20)) == 3
    assert len(spike_statistics.correlations(times, cells, 10, 20, most=2)) == 1
    assert len(spike_statistics.correlations(times, cells, 25, 35)) == 0


def test_independent_trains_are_not_correlated():
    random = np.random.default_rng(4)
    times = random.uniform(0, 10_000, 60 * 100)
    cells = np.repeat(np.arange(60), 100)
    found = spike_statistics.correlations(times, cells, 0, 10_000)
    # 5,000 bins: a coefficient deviates by 1/sqrt(5000) = 0.014, the mean of 1,770 by 0.0004 (counts of a cell sum up
    # to 100, which shifts the mean by less than that).
    assert len(found) == 1770 and abs(found.mean()) < 4 * 0.0004 and found.std() == pytest.approx(0.014, rel=0.1)


@pytest.mark.parametrize("seed", range(20))
def test_statistics_in_pieces_are_those_of_the_whole(seed):
    random = np.random.default_rng(seed)
    n, count, start, stop = int(random.integers(0, 2000)), 12, 3.0, float(random.choice([40, 1001, 30_000]))
    times = np.sort(np.round(random.uniform(0, 1.1 * stop, n) / 0.25) * 0.25)
    cells = random.integers(0, count - 2, n)
    whole = spike_statistics.statistics_of(times, cells, count, start, stop)
    _, _, inside = spike_statistics.bins_of(times, start, stop, 2.0)
    fired = np.unique(cells[inside & (times > start) & (times <= stop)])
    running = spike_statistics.RunningStatistics(count, start, stop, fired)
    for piece in np.array_split(np.arange(n), random.integers(1, 40)):
        running.add(times[piece], cells[piece])
    for name, values in running.all().items():
        assert values == pytest.approx(whole[name], rel=1e-9, abs=1e-9), name
