"""Random networks: the same spikes, voltages and steps for any number of ranks and threads, place of the cells and exchange."""

import random

import pytest
from oracle.random_net import Net


def lines(ranvier, folder, *options, ranks=1):
    out = ranvier.check("--quiet", *options, "net.hoc", cwd=folder, ranks=ranks).out
    return sorted(line for line in out.splitlines() if line.startswith(("spike", "seen")))


def compare(ranvier, folder, seed):
    net, choice = Net(seed), random.Random(seed)
    exchanges = ranvier.exchanges(folder, covering=1)
    (folder / "net.hoc").write_text(net.text)
    # Of steps that all have in common events are often simultaneous, and libm takes these on one rank in NEURON's order.
    math = choice.choice(("vector", "libm")) if net.steps == "local" else "vector"
    expected = lines(ranvier, folder, "--math", math)
    for ranks in (2, 3, 4):
        options = [
            "--math",
            math,
            "--exchange",
            choice.choice(exchanges),
            "-c",
            f"place = {choice.randrange(3)}",
            "--threads",
            str(choice.choice((1, 1, 2))),
        ]
        found = lines(ranvier, folder, *options, ranks=ranks)
        assert found == expected, f"seed {seed}, {net.steps} steps, {ranks} ranks, {' '.join(options)}"
    return sum(line.startswith("spike") for line in expected)


def test_random_networks_do_not_depend_on_ranks(ranvier, tmp_path):
    assert sum(compare(ranvier, tmp_path, seed) for seed in range(8)) > 100


@pytest.mark.soak
def test_more_random_networks_do_not_depend_on_ranks(ranvier, tmp_path, first_seed):
    assert sum(compare(ranvier, tmp_path, seed) for seed in range(first_seed, first_seed + 50)) > 1000
