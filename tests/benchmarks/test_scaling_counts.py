"""The count model of benchmarks/exchange_scaling.py, compared with small networks that are built and run spike by
spike."""

import pathlib
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "benchmarks"))

from scaling import counts, firing, occupancy, streams  # noqa: E402
from scaling.network import Network  # noqa: E402

SMALL = Network(ranks=12, cells=120, connections=30, connection_range=10, tstop=100)
COPIES = 40


def built(network, seed):
    """The listeners: [rank, source] is the number of connections, drawn one by one."""
    random = np.random.default_rng(seed)
    gids, rank = network.members(0, network.ranks)
    table = np.zeros((network.ranks, network.cells), int)
    for gid, at in zip(gids, rank):
        least, most = network.in_degrees
        drawn = random.integers(1, network.cells, random.integers(least, most + 1))  # never the cell itself
        np.add.at(table[at], (gid + drawn) % network.cells, 1)
    return table


def played(network, seed):
    """Per rank: messages out, of them first ones, spikes in, relayed, passed on, deliveries; by plain loops."""
    table = built(network, seed)
    random = np.random.default_rng(seed + 1000)
    gids, owner = network.members(0, network.ranks)
    sums = np.zeros((6, network.ranks))
    for gid, own in zip(gids, owner):
        t, spikes = 0.0, 0
        while (t := t + random.uniform(20, 40)) < network.tstop:
            spikes += 1
        targets = [rank for rank in range(network.ranks) if rank != own and table[rank, gid]]
        groups = int(counts.relays_of([len(targets)])[0])
        sums[0, own] += spikes * len(targets)
        sums[1, own] += spikes * groups
        for group in np.array_split(np.array(targets, int), groups) if groups else []:
            sums[2, group] += spikes
            if len(group) > 1:
                relay = random.choice(group)
                sums[3, relay] += spikes
                sums[4, relay] += spikes * (len(group) - 1)
        sums[5] += spikes * table[:, gid]
    return sums


def modelled(network):
    out = counts.outgoing(network)
    into = counts.incoming(network, out)
    return np.array(
        [
            array.sum(axis=1)
            for array in (out.messages, out.first, into.spikes, into.relayed, into.passed_on, into.events)
        ]
    )


@pytest.fixture(scope="module")
def samples():
    """[copy, quantity, rank] of the model and of networks that were built."""
    model = [modelled(Network(**{**vars(SMALL), "seed": seed})) for seed in range(COPIES)]
    return np.array(model), np.array([played(SMALL, seed) for seed in range(COPIES)])


@pytest.mark.parametrize("quantity", range(6), ids=["out", "first", "in", "relayed", "passed_on", "delivered"])
def test_means_of_built_networks(samples, quantity):
    model, built_ones = (sample[:, quantity].mean(axis=1) for sample in samples)
    error = np.sqrt((model.var(ddof=1) + built_ones.var(ddof=1)) / COPIES)
    assert abs(model.mean() - built_ones.mean()) < 4 * error


def test_spread_over_ranks_of_built_networks(samples):
    """The wait for the slowest rank depends on the spread, which must be that of real networks, too."""
    model, built_ones = (sample[:, 0].std(axis=1, ddof=1) for sample in samples)
    assert model.mean() == pytest.approx(built_ones.mean(), rel=0.1)


@pytest.mark.parametrize("draws, sources", [(5, 3), (40, 25), (300, 1000)])
def test_distinct_values_among_draws(draws, sources):
    probability = np.zeros(sources + 1)  # of so many different values, draw by draw
    probability[0] = 1
    values = np.arange(sources + 1)
    for _ in range(draws):
        probability = probability * values / sources + np.concatenate(
            [[0], (probability * (1 - values / sources))[:-1]]
        )
    mean, variance = occupancy.distinct(draws, sources)
    assert mean == pytest.approx(probability @ values, rel=1e-10)
    assert variance == pytest.approx(probability @ (values - mean) ** 2, rel=1e-6)
    assert occupancy.wants(draws, sources) == pytest.approx(mean / sources, rel=1e-12)


def test_binomial_by_inversion():
    uniform = (np.arange(200_000) + 0.5) / 200_000
    drawn = occupancy.binomial(1000, 0.03, uniform)
    assert drawn.mean() == pytest.approx(30, rel=1e-3)
    assert drawn.var() == pytest.approx(30 * 0.97, rel=1e-2)


def test_number_of_relays():
    """Groups of about the integer square root, as exchange/strategy/point_to_point/delivery_plan.cpp divides."""
    assert counts.relays_of([0, 1, 2, 3, 4, 8, 9, 15, 941]).tolist() == [0, 1, 2, 3, 2, 4, 3, 5, 31]


def test_a_source_draws_the_same_wherever_it_lives():
    few, many = (Network(ranks, 400, 30, 10) for ranks in (4, 50))
    times = []
    for network in (few, many):
        gids, _ = network.members(0, network.ranks)
        times.append(
            {(int(gids[i]), float(t)) for where, ts in firing.spikes(network, gids) for i, t in zip(where, ts)}
        )
    assert times[0] == times[1]


def test_streams_are_uniform_and_unlike():
    table = np.array([streams.uniforms(streams.keys(1, np.arange(2000)), draw) for draw in range(20)])
    assert table.mean() == pytest.approx(0.5, abs=0.005) and table.var() == pytest.approx(1 / 12, rel=0.02)
    assert np.abs(np.corrcoef(table)[np.triu_indices(20, 1)]).max() < 0.1


def test_mean_number_of_spikes():
    """Renewals: 200/30 + (variance + mean^2) / (2 mean^2) - 1 spikes of a cell in 200 ms."""
    network = Network(64, 64 * 512, 100, 10)
    out = counts.outgoing(network)
    assert out.by_group.sum() / network.cells == pytest.approx(200 / 30 + (100 / 3 + 900) / 1800 - 1, rel=2e-3)


@pytest.mark.parametrize("placement", ["round_robin", "consecutive", "shuffled"])
def test_adjacent_connections(placement):
    """Each source's targets are the cells nearest by gid, half on either side."""
    network = Network(128, 128 * 20, 46, 10, topology="adjacent", placement=placement, group_size=640, tstop=100)
    out = counts.outgoing(network)
    into = counts.incoming(network, out)
    gids, rank = network.members(0, network.ranks)
    rank_of = np.empty(network.cells, int)
    rank_of[gids] = rank
    targets = [
        len(set(rank_of[(gid + np.r_[-23:0, 1:24]) % network.cells]) - {rank_of[gid]}) for gid in range(network.cells)
    ]
    assert counts.target_ranks(network, np.arange(network.cells)).mean() == pytest.approx(np.mean(targets), rel=0.02)
    assert into.spikes.sum() == pytest.approx(out.messages.sum(), rel=0.03)
    assert into.events.sum() == pytest.approx(46 * out.by_group.sum(), rel=0.05)
