"""models/artificial_net: the same spikes on any ranks, placement and exchange, and NEURON's."""

import pytest
from oracle.program import raster_of

PLAIN = ("ncell = 64", "ncon = 20", "tstop = 100")
BURSTS = (*PLAIN, "weight = 0.01", "group_size = 16", "adjacent = 1")
NETS = {
    "plain": PLAIN,
    "bursts": BURSTS,
    "areas": (
        *PLAIN,
        "weight = 0.02",
        "area_size = 16",
        "long_delay = 3.3",
    ),  # on 4 ranks one each, on 3 a chain of three
    "halves": (*PLAIN, "weight = 0.02", "area_size = 32"),  # on 4 ranks two groups of two
}


@pytest.fixture(scope="module")
def net(root):
    return root / "models" / "artificial_net" / "artificial_net.hoc"


def words(statements):
    return [word for statement in statements for word in ("-c", statement)]


def our_raster(ranvier, net, folder, statements, exchange="allgather", ranks=1, threads=1, math="vector"):
    outcome = ranvier.check(
        "--math",
        math,
        "--exchange",
        exchange,
        "--quiet",
        "--raster",
        "spikes.txt",
        *words((f"nthread = {threads}", *statements)),
        net,
        cwd=folder,
        ranks=ranks,
    )
    assert f"on {ranks} ranks of {threads} threads" in outcome.out, outcome
    return raster_of((folder / "spikes.txt").read_text())


@pytest.fixture(scope="module")
def rasters(ranvier, net, tmp_path_factory):
    """Of one rank."""
    folder = tmp_path_factory.mktemp("net")
    return {name: our_raster(ranvier, net, folder, statements) for name, statements in NETS.items()}


def test_spikes_are_neurons(ranvier, neuron, net, root, tmp_path, rasters):
    mods = [root / "models" / "artificial_net" / "interval_fire.mod"]
    for name, statements in (("plain", PLAIN), ("bursts", BURSTS)):
        printed = neuron.run(net, (*statements, "show_raster = 1"), mods)["out"]
        expected = raster_of("\n".join(line for line in printed.splitlines() if "\t" in line))
        assert our_raster(ranvier, net, tmp_path, statements, math="libm") == expected, name
    assert len(rasters["plain"]) > 2 * 64 and len(rasters["bursts"]) > len(rasters["plain"])


# All combinations of options are in test_every_exchange.py.
EXCHANGES = [
    ("bursts", 4, "allgather:fixed=0,adaptive=off,compress=on,barrier=on"),
    ("plain", 3, "alltoall:collective=neighbor,fixed=4,compress=on,barrier=off,adaptive=off"),
    ("plain", 2, "persistent:subintervals=2,phases=2"),
    ("areas", 4, "two_tier"),
    ("areas", 3, "two_tier:inner=alltoall:collective=neighbor,outer=allgather:adaptive=on"),
    ("halves", 4, "two_tier:inner=pairwise,D=3"),
]


@pytest.mark.parametrize("name, ranks, exchange", EXCHANGES)
def test_raster_does_not_depend_on_the_exchange(ranvier, net, tmp_path, rasters, name, ranks, exchange):
    consecutive = 1 if name in ("areas", "halves") else ranks % 2
    assert (
        our_raster(
            ranvier, net, tmp_path, (*NETS[name], f"consecutive = {consecutive}"), exchange, ranks, 1 + ranks % 2
        )
        == rasters[name]
    )


def test_two_tiers_need_areas_and_long_connections(ranvier, net, tmp_path):
    def complaint(exchange, *statements):
        outcome = ranvier.run(
            "--exchange",
            exchange,
            "--quiet",
            *words((*PLAIN, "consecutive = 1", *statements)),
            net,
            cwd=tmp_path,
            ranks=4,
        )
        assert outcome.status != 0, outcome
        return outcome.err

    assert "gid 0 has no area" in complaint("two_tier")
    short = complaint("two_tier", "area_size = 32", "long_delay = 0.5")
    assert "must not be shorter than within groups, 1 ms; the shortest is from gid 0 to gid 33, 0.5 ms" in short, short
    assert "D=6 needs connections of at least 6 ms between groups of ranks" in complaint(
        "two_tier:D=6", "area_size = 32"
    )


def changed(net, folder, *replacements):
    """The script with other text in some places, beside its mechanism."""
    text = net.read_text()
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new)
    (folder / "net.hoc").write_text(text)
    (folder / "interval_fire.mod").write_text((net.parent / "interval_fire.mod").read_text())
    return "net.hoc"


def test_two_tiers_meet_less_often(ranvier, net, tmp_path):
    """Delays of 1 ms within and of 5 ms between areas, 100 ms: where areas have one rank each there are 20 intervals, else 100."""
    script = changed(
        net,
        tmp_path,
        ("    stdinit()\n", "    pc.interval_log(1)\n    stdinit()\n"),
        (
            "    spikes = pc.allreduce",
            '    if (pc.id == 0) { printf("%d intervals\\n", pc.interval_log("t").size) }\n    spikes = pc.allreduce',
        ),
    )
    for ranks, intervals in ((2, 20), (4, 100)):
        outcome = ranvier.check(
            "--exchange",
            "two_tier",
            "--quiet",
            *words((*NETS["halves"], "consecutive = 1")),
            script,
            cwd=tmp_path,
            ranks=ranks,
        )
        assert f"{intervals} intervals" in outcome.out, outcome


def test_a_run_in_pieces_is_the_same(ranvier, net, tmp_path, rasters):
    """Also with steps of another length in between, at which the ranks agree again."""
    script = changed(
        net,
        tmp_path,
        (
            "    pc.psolve(tstop)\n",
            "    pc.psolve(13.3)\n    pc.psolve(13.4)\n    pc.set_maxstep(3)\n    pc.psolve(60)\n    pc.psolve(tstop)\n",
        ),
    )
    for exchange in ("two_tier", "two_tier:inner=pairwise,outer=alltoall:collective=neighbor,D=2"):
        assert (
            our_raster(ranvier, script, tmp_path, (*NETS["halves"], "consecutive = 1"), exchange, 4)
            == rasters["halves"]
        )


def test_a_long_connection_may_not_shrink_amid_a_run(ranvier, net, tmp_path):
    script = changed(
        net,
        tmp_path,
        (
            "    pc.psolve(tstop)\n",
            """    pc.psolve(20)
    for i = 0, netcons.count - 1 {
        if (netcons.object(i).delay > 4) { netcons.object(i).delay = 4 }
    }
    pc.psolve(tstop)
""",
        ),
        ("proc run_net() { local spikes", "proc run_net() { local i, spikes"),
    )
    outcome = ranvier.run(
        "--exchange", "two_tier", "--quiet", *words((*NETS["halves"], "consecutive = 1")), script, cwd=tmp_path, ranks=4
    )
    assert outcome.status != 0 and "has a delay of 4 ms, less than the 5 ms that the exchange assumes" in outcome.err, (
        outcome
    )
