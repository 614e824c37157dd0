"""Random rules onto detailed cells: the same network on any ranks and threads, and made one by one."""

import random

import pytest
from oracle.detailed_net import CELLS, RUN, one_by_one, rows_of
from oracle.program import raster_of
from oracle.random_rules import RandomRules

EXCHANGES = ("allgather", "isend", "two_tier", "alltoall", "persistent")


def look(ranvier, folder, seed):
    """Compares the network of a seed with itself on other ranks and threads, and made one by one."""
    net, choice = RandomRules(seed), random.Random(seed)
    areas = "for gid = 0, 31 { pc.area(gid, gid % 2) }\n"
    (folder / "net.hoc").write_text(net.text + areas + RUN % 40)
    (folder / "plain.hoc").write_text(net.text.replace("{ list_connections() }", "") + areas + RUN % 40)
    words = ["run", "--quiet", "--raster", "r.dat"]
    rows = rows_of(ranvier.check(*words, "net.hoc", cwd=folder).out)
    spikes = raster_of((folder / "r.dat").read_text())
    threads, exchange = str(choice.randint(1, 2)), choice.choice(EXCHANGES)
    # Without a list, whose connections are looked at one by one, rules stay in their tables.
    for name, ranks in (("net.hoc", 2), ("plain.hoc", 3), ("plain.hoc", 1)):
        more = ["--threads", threads, "--exchange", exchange if ranks > 1 else "allgather"]
        out = ranvier.check(*words, *more, name, cwd=folder, ranks=ranks).out
        assert raster_of((folder / "r.dat").read_text()) == spikes, (seed, name, ranks, more)
        if name == "net.hoc":
            assert sorted(rows_of(out)) == sorted(rows), seed
    (folder / "one.hoc").write_text(CELLS + one_by_one(rows) + RUN % 40)
    ranvier.check(*words, "one.hoc", cwd=folder)
    assert raster_of((folder / "r.dat").read_text()) == spikes, seed
    return len(rows), sum(gid < 24 for t, gid in spikes)


def test_random_rules_make_the_network_of_their_list(ranvier, tmp_path):
    found = [look(ranvier, tmp_path, seed) for seed in range(8)]
    assert sum(connections > 50 for connections, _ in found) > 5 and sum(fired > 10 for _, fired in found) > 3, found


@pytest.mark.soak
def test_more_random_rules_make_the_network_of_their_list(ranvier, tmp_path, first_seed):
    for seed in range(first_seed, first_seed + 50):
        look(ranvier, tmp_path, seed)
