"""models/artificial_net: the same spikes on any ranks, placement and exchange, and NEURON's."""
import itertools

import pytest

from oracle.program import raster_of

PLAIN = ("ncell = 64", "ncon = 20", "tstop = 100")
BURSTS = (*PLAIN, "weight = 0.01", "group_size = 16", "adjacent = 1")


@pytest.fixture(scope="module")
def net(root):
    return root / "models" / "artificial_net" / "artificial_net.hoc"


def words(statements):
    return [word for statement in statements for word in ("-c", statement)]


def our_raster(ranvier, net, folder, statements, exchange="allgather", ranks=1, threads=1, math="vector"):
    outcome = ranvier.check("--math", math, "--exchange", exchange, "--quiet", "--raster", "spikes.txt", *words((f"nthread = {threads}", *statements)),
                            net, cwd=folder, ranks=ranks)
    assert f"on {ranks} ranks of {threads} threads" in outcome.out, outcome
    return raster_of((folder / "spikes.txt").read_text())


@pytest.fixture(scope="module")
def rasters(ranvier, net, tmp_path_factory):
    """Of one rank."""
    folder = tmp_path_factory.mktemp("net")
    return {"plain": our_raster(ranvier, net, folder, PLAIN), "bursts": our_raster(ranvier, net, folder, BURSTS)}


def test_spikes_are_neurons(ranvier, neuron, net, root, tmp_path, rasters):
    mods = [root / "models" / "artificial_net" / "interval_fire.mod"]
    for name, statements in (("plain", PLAIN), ("bursts", BURSTS)):
        printed = neuron.run(net, (*statements, "show_raster = 1"), mods)["out"]
        expected = raster_of("\n".join(line for line in printed.splitlines() if "\t" in line))
        assert our_raster(ranvier, net, tmp_path, statements, math="libm") == expected, name
    assert len(rasters["plain"]) > 2 * 64 and len(rasters["bursts"]) > len(rasters["plain"])


# Each value of each option stands beside each rank count and each net somewhere; test_every_combination runs them all.
ALLGATHER = [f"allgather:fixed={fixed},adaptive={adaptive},compress={compress},barrier={barrier}"
             for fixed, adaptive, compress, barrier in itertools.product((0, 8), ("off", "on"), ("off", "on"), ("off", "on"))]
ALLTOALL = [f"alltoall:collective={collective},fixed={fixed},compress={compress},barrier={barrier}{adaptive}"
            for collective, fixed, compress, barrier in itertools.product(("alltoall", "alltoallv", "neighbour", "persistent"), (0, 4), ("off", "on"), ("off", "on"))
            for adaptive in ((",adaptive=off", ",adaptive=on") if collective in ("alltoall", "neighbour") else ("",))]
PAIRWISE = [
    ("plain", 2, "allgather:fixed=0,adaptive=on,compress=on,barrier=off"),
    ("bursts", 3, "allgather:fixed=8,adaptive=on,compress=off,barrier=on"),
    ("bursts", 4, "allgather:fixed=0,adaptive=off,compress=on,barrier=on"),
    ("plain", 2, "alltoall:collective=alltoall,fixed=0,compress=off,barrier=on,adaptive=on"),
    ("bursts", 3, "alltoall:collective=alltoall,fixed=4,compress=on,barrier=off,adaptive=on"),
    ("bursts", 2, "alltoall:collective=alltoallv,compress=on,barrier=off"),
    ("plain", 4, "alltoall:collective=alltoallv,compress=off,barrier=on"),
    ("bursts", 4, "alltoall:collective=neighbour,fixed=0,compress=off,barrier=on,adaptive=on"),
    ("plain", 3, "alltoall:collective=neighbour,fixed=4,compress=on,barrier=off,adaptive=off"),
    ("bursts", 2, "alltoall:collective=persistent,fixed=4,compress=off,barrier=off"),
    ("plain", 3, "alltoall:collective=persistent,fixed=0,compress=on,barrier=on"),
]


@pytest.mark.parametrize("name, ranks, exchange", PAIRWISE)
def test_raster_does_not_depend_on_the_exchange(ranvier, net, tmp_path, rasters, name, ranks, exchange):
    statements = {"plain": PLAIN, "bursts": BURSTS}[name]
    assert our_raster(ranvier, net, tmp_path, (*statements, f"consecutive = {ranks % 2}"), exchange, ranks, 1 + ranks % 2) == rasters[name]


@pytest.mark.long
@pytest.mark.parametrize("name", ["plain", "bursts"])
@pytest.mark.parametrize("ranks", [1, 2, 3, 4])
@pytest.mark.parametrize("exchange", ALLGATHER + ALLTOALL)
def test_every_combination(ranvier, net, tmp_path, rasters, name, ranks, exchange):
    statements = {"plain": PLAIN, "bursts": BURSTS}[name]
    assert our_raster(ranvier, net, tmp_path, statements, exchange, ranks) == rasters[name]
