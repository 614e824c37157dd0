"""Every combination of the options of every strategy, by MPI: the rasters of both models are those of one rank.

A run of the program goes through many strategies, one after the other. In `make test` each combination runs once, on
the ring or on the artificial net and on 2, 3 or 4 ranks in turn; in `make test-long` on all nets and 1 to 4 ranks."""

import itertools
import random

import pytest
from oracle.program import raster_of

# Model, statements before the script, before each run, and whether each gid has an area there already.
NETS = {
    "ring": ("ring", ("ncell = 16", "kick_every = 2", "ncomp = 5", "tstop = 30"), "", False),
    "plain": ("artificial_net", ("ncell = 32", "ncon = 20", "tstop = 50"), None, False),
    "bursts": (
        "artificial_net",
        ("ncell = 32", "ncon = 20", "tstop = 50", "weight = 0.01", "group_size = 8", "adjacent = 1"),
        None,
        False,
    ),
    "areas": (
        "artificial_net",
        (
            "ncell = 32",
            "ncon = 20",
            "tstop = 50",
            "weight = 0.02",
            "area_size = 8",
            "long_delay = 3.3",
            "consecutive = 1",
        ),
        None,
        True,
    ),
}
# Each cell draws what it drew in the run before.
RESET = "for again_i = 0, cells.count - 1 { cells.object(again_i).interval.set_seq(0) }"
COMPARE = """
objref compare_file
strdef compare_path
proc under() { local compare_i
    pc.exchange($s1)
    AGAIN
    spike_times.resize(0)
    spike_gids.resize(0)
    pc.set_maxstep(10)
    stdinit()
    pc.psolve(tstop)
    for compare_i = 0, spike_times.size - 1 {
        compare_file.printf("%d %.17g %d\\n", $2, spike_times.x[compare_i], spike_gids.x[compare_i])
    }
}
proc compare() {
    sprint(compare_path, "spikes.%d", pc.id)
    compare_file = new File()
    compare_file.wopen(compare_path)
    RUNS
    compare_file.close()
}
compare()
{ pc.barrier() }
quit()
"""


def script_for(root, folder, net, specifications):
    """The model's script, which here runs under each of them in turn."""
    model, _, again, has_areas = NETS[net]
    source = root / "models" / model
    for mod in source.glob("*.mod"):
        (folder / mod.name).write_text(mod.read_text())
    text = (source / f"{model}.hoc").read_text()
    build, run = (
        ("make_cells()\nconnect_cells()\nmake_kicks()\nrecord()\n", "run_ring")
        if model == "ring"
        else ("make_cells()\nconnect_cells()\npc.spike_record(-1, spike_times, spike_gids)\n", "run_net")
    )
    head, found, _ = text.rpartition(f"\n{run}()\n")
    assert found
    areas = "" if has_areas else "for area_i = 0, ncell - 1 { pc.area(area_i, int(area_i * 4 / ncell)) }\n"
    runs = "\n    ".join(f'under("{specification}", {k})' for k, specification in enumerate(specifications))
    compare = COMPARE.replace("AGAIN", RESET if again is None else again).replace("RUNS", runs)
    (folder / "many.hoc").write_text(f"{head}\n{build}{areas}{compare}")


def rasters_under(ranvier, root, folder, net, ranks, specifications):
    """For each specification the spikes of all ranks."""
    folder.mkdir()
    script_for(root, folder, net, specifications)
    words = [word for statement in NETS[net][1] for word in ("-c", statement)]
    ranvier.check("--quiet", *words, "many.hoc", cwd=folder, ranks=ranks, limit=900)
    lines = [[] for _ in specifications]
    for rank in range(ranks):
        for line in (folder / f"spikes.{rank}").read_text().splitlines():
            number, _, spike = line.partition(" ")
            lines[int(number)].append(spike)
    return [raster_of("\n".join(some)) for some in lines]


@pytest.fixture(scope="module")
def specifications(ranvier, tmp_path_factory):
    found = ranvier.exchanges(tmp_path_factory.mktemp("list"))
    assert len(found) > 200 and len(set(found)) == len(found)
    return found


@pytest.fixture(scope="module")
def expected(ranvier, root, tmp_path_factory):
    """Of one rank, by net."""
    folder = tmp_path_factory.mktemp("expected")
    rasters = {net: rasters_under(ranvier, root, folder / net, net, 1, ["allgather", "allgather"]) for net in NETS}
    for net, (first, second) in rasters.items():
        assert len(first) >= 16 and first == second, net
    return {net: first for net, (first, _) in rasters.items()}


def compare(ranvier, root, folder, expected, net, ranks, some):
    for specification, raster in zip(some, rasters_under(ranvier, root, folder, net, ranks, some)):
        assert raster == expected[net], (net, ranks, specification)


PLACES = list(itertools.product(NETS, (2, 3, 4)))


def values_on_ranks(shares):
    """(ranks, strategy, option=value) that occur together."""
    return {
        (ranks, specification.split(":")[0], option)
        for (_, ranks), some in shares.items()
        for specification in some
        for option in specification.partition(":")[2].split(",")
    }


def deal(some):
    """A strategy's combinations, each to one place, so that each value of each option is there on each number of ranks."""
    wanted = values_on_ranks({place: some for place in PLACES})
    for seed in range(1000):
        shuffled = random.Random(seed).sample(some, len(some))
        dealt = {place: shuffled[k :: len(PLACES)] for k, place in enumerate(PLACES)}
        if values_on_ranks(dealt) == wanted:
            return dealt
    raise AssertionError(f"no way was found to deal out those of {some[0]}")


@pytest.fixture(scope="module")
def shares(specifications):
    """What runs where: all once; of strategies with few combinations all, on one net."""
    shares = {place: [] for place in PLACES}
    for _, some in itertools.groupby(specifications, lambda specification: specification.partition(":")[0]):
        some = list(some)
        dealt = deal(some) if len(some) >= len(PLACES) else {place: some for place in PLACES if place[0] == "areas"}
        for place, share in dealt.items():
            shares[place] += share
    return shares


@pytest.mark.parametrize("net, ranks", PLACES)
def test_each_combination_once(ranvier, root, tmp_path, expected, shares, net, ranks):
    compare(ranvier, root, tmp_path / "run", expected, net, ranks, shares[net, ranks])


@pytest.mark.long
@pytest.mark.parametrize("net", NETS)
@pytest.mark.parametrize("ranks", [1, 2, 3, 4])
def test_every_combination(ranvier, root, tmp_path, expected, specifications, net, ranks):
    compare(ranvier, root, tmp_path / "run", expected, net, ranks, specifications)
