"""Every combination of the options of every strategy, by MPI: the rasters of both models are those of one rank.

A run of the program goes through many strategies, one after the other. In `make test` each combination runs once, on
the ring or on the artificial net and on 2, 3 or 4 ranks in turn; in `make test-long` on all nets and 1 to 4 ranks."""
import collections
import itertools
import random

import pytest

from oracle.program import raster_of

# Model, statements before the script, before each run, and whether each gid has an area there already.
NETS = {
    "ring": ("ring", ("ncell = 16", "kick_every = 2", "ncomp = 5", "tstop = 30"), "", False),
    "plain": ("artificial_net", ("ncell = 32", "ncon = 20", "tstop = 50"), None, False),
    "bursts": ("artificial_net", ("ncell = 32", "ncon = 20", "tstop = 50", "weight = 0.01", "group_size = 8", "adjacent = 1"), None, False),
    "areas": ("artificial_net", ("ncell = 32", "ncon = 20", "tstop = 50", "weight = 0.02", "area_size = 8", "long_delay = 3.3", "consecutive = 1"),
              None, True),
}
# Each cell draws what it drew in the run before.
RESET = "for again_i = 0, cells.count - 1 { cells.object(again_i).interval.set_seq(0) }"
# Values of options that are numbers or strategies; of the others `ranvier exchange list` names all.
VALUES = {
    "fixed": ("0", "1", "8"),
    "requests": ("65536", "3"),
    "inner": ("allgather", "allgather:compress=on+fixed=1", "alltoall:collective=neighbour+fixed=0", "isend:subintervals=2", "pairwise"),
    "outer": ("allgather:adaptive=on", "alltoall", "iallgather:fixed=1", "persistent:phases=2+end=nbx"),
    "D": ("0", "1", "3"),
}
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


def is_refused(options):
    """Combinations that `ranvier exchange` calls errors."""
    has_halves_and_relays = (options.get("subintervals"), options.get("phases")) == ("2", "2")
    return (options.get("relay") == "next" and not has_halves_and_relays
            or options.get("receive") == "posted" and options.get("end") == "nbx"
            or options.get("adaptive") == "on" and options.get("collective") in ("alltoallv", "persistent"))


def every_specification(listing):
    """All combinations of what `ranvier exchange list` prints."""
    strategies = {}
    for line in listing.splitlines():
        if not line.startswith(" "):
            options = strategies.setdefault(line.split(":")[0], {})
            continue
        name, _, values = line.split()[0].partition("=")
        options[name] = VALUES.get(name) or values.split("|")
    for strategy, options in strategies.items():
        for values in itertools.product(*options.values()):
            chosen = dict(zip(options, values))
            if not is_refused(chosen):
                yield f"{strategy}:{','.join(f'{name}={value}' for name, value in chosen.items())}".rstrip(":")


def script_for(root, folder, net, specifications):
    """The model's script, which here runs under each of them in turn."""
    model, _, again, has_areas = NETS[net]
    source = root / "models" / model
    for mod in source.glob("*.mod"):
        (folder / mod.name).write_text(mod.read_text())
    text = (source / f"{model}.hoc").read_text()
    build, run = ("make_cells()\nconnect_cells()\nmake_kicks()\nrecord()\n", "run_ring") if model == "ring" else (
        "make_cells()\nconnect_cells()\npc.spike_record(-1, spike_times, spike_gids)\n", "run_net")
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
    found = list(every_specification(ranvier.check("exchange", "list", cwd=tmp_path_factory.mktemp("list")).out))
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
    return {(ranks, specification.split(":")[0], option) for (_, ranks), some in shares.items()
            for specification in some for option in specification.partition(":")[2].split(",")}


@pytest.fixture(scope="module")
def shares(specifications):
    """What runs where: all once, dealt out so that each value of each option is there on each number of ranks. Of
    strategies with few combinations all are, on one net."""
    of_strategy = collections.Counter(specification.split(":")[0] for specification in specifications)
    few = [specification for specification in specifications if of_strategy[specification.split(":")[0]] < len(PLACES)]
    wanted = values_on_ranks({place: specifications for place in PLACES})
    for seed in range(100):
        many = [specification for specification in specifications if specification not in few]
        random.Random(seed).shuffle(many)
        shares = {place: many[k::len(PLACES)] + (few if place[0] == "areas" else []) for k, place in enumerate(PLACES)}
        if values_on_ranks(shares) == wanted:
            return shares
    raise AssertionError("no way was found to deal them out")


@pytest.mark.parametrize("net, ranks", PLACES)
def test_each_combination_once(ranvier, root, tmp_path, expected, shares, net, ranks):
    compare(ranvier, root, tmp_path / "run", expected, net, ranks, shares[net, ranks])


@pytest.mark.long
@pytest.mark.parametrize("net", NETS)
@pytest.mark.parametrize("ranks", [1, 2, 3, 4])
def test_every_combination(ranvier, root, tmp_path, expected, specifications, net, ranks):
    compare(ranvier, root, tmp_path / "run", expected, net, ranks, specifications)
