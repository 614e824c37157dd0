"""models/ring: the same spikes on any ranks and threads, with any exchange, and NEURON's."""

import itertools

import pytest
from oracle.program import raster_of

SMALL = ("ncell = 16", "kick_every = 2")
LARGE = ("ncell = 128", "kick_every = 8")
COMPRESSION = {"on": "allgather:compress=on", "off": "allgather:compress=off"}


@pytest.fixture(scope="module")
def ring(root):
    return root / "models" / "ring" / "ring.hoc"


@pytest.fixture(scope="module")
def mods(root):
    return sorted((root / "models" / "ring").glob("*.mod"))


def words(statements):
    return [word for statement in statements for word in ("-c", statement)]


def our_raster(ranvier, ring, folder, statements, math, ranks=1, threads=1, compress="on"):
    outcome = ranvier.check(
        "--math",
        math,
        "--exchange",
        COMPRESSION[compress],
        "--threads",
        threads,
        "--quiet",
        "--raster",
        "spikes.txt",
        *words((f"nthread = {threads}", *statements)),
        ring,
        cwd=folder,
        ranks=ranks,
    )
    assert f"on {ranks} ranks of {threads} threads" in outcome.out, outcome
    return raster_of((folder / "spikes.txt").read_text())


def neuron_raster(neuron, ring, mods, statements):
    statements = (*statements, "strdef raster_out", 'raster_out = "spikes.txt"')
    return raster_of(neuron.run(ring, statements, mods, collect=["spikes.txt"])["spikes.txt"])


@pytest.fixture(scope="module")
def reference(ranvier, ring, tmp_path_factory):
    """The raster of one rank and one thread, for each arithmetic."""
    folder = tmp_path_factory.mktemp("ring")
    return {math: our_raster(ranvier, ring, folder, SMALL, math, compress="off") for math in ("libm", "vector")}


VARIANTS = [v for v in itertools.product((1, 2, 3, 4), (1, 2), ("on", "off")) if v != (1, 1, "off")]


@pytest.mark.parametrize("math", ["libm", "vector"])
@pytest.mark.parametrize("ranks, threads, compress", VARIANTS)
def test_raster_does_not_depend_on_ranks_threads_or_compression(
    ranvier, ring, tmp_path, reference, math, ranks, threads, compress
):
    assert len(reference[math]) == 104
    assert our_raster(ranvier, ring, tmp_path, SMALL, math, ranks, threads, compress) == reference[math]


ONE_STEP = """
objref pc, cell, out, in, nil
pc = new ParallelContext()
cell = new IntFire1()
pc.set_gid2node(pc.id, pc.id)
out = new NetCon(cell, nil)
pc.cell(pc.id, out)
in = pc.gid_connect((pc.id + 1) % pc.nhost, cell)
in.delay = dt
pc.set_maxstep(10)
finitialize()
pc.psolve(1)
"""


def test_two_sub_intervals_need_two_steps(ranvier, tmp_path):
    (tmp_path / "one_step.hoc").write_text(ONE_STEP)
    ranvier.check("--exchange", "isend", "--quiet", "one_step.hoc", cwd=tmp_path, ranks=2)
    outcome = ranvier.run("--exchange", "isend:subintervals=2", "--quiet", "one_step.hoc", cwd=tmp_path, ranks=2)
    assert outcome.status == 1 and outcome.err.count("two sub-intervals") == 1, outcome


@pytest.mark.parametrize("math", ["libm", "vector"])
def test_small_ring_has_neurons_spikes(neuron, ring, mods, reference, math):
    assert reference[math] == neuron_raster(neuron, ring, mods, SMALL)


@pytest.mark.parametrize("math", ["libm", "vector"])
def test_large_ring_has_neurons_spikes_on_ranks_and_threads(ranvier, neuron, ring, mods, tmp_path, math):
    expected = neuron_raster(neuron, ring, mods, LARGE)
    assert len(expected) == 304
    assert our_raster(ranvier, ring, tmp_path, LARGE, math, ranks=2, threads=2) == expected


@pytest.mark.parametrize(
    "options", [("branched = 1",), ("all_to_all = 1",), ("use_hh = 1",), ("use_hh = 1", "usetable = 0")], ids="+".join
)
def test_variants_have_neurons_spikes(ranvier, neuron, ring, mods, tmp_path, options):
    statements = (
        "ncell = 16",
        "kick_every = 8" if "use_hh = 1" in options else "kick_every = 2",
        "tstop = 100",
        *options,
    )
    expected = neuron_raster(neuron, ring, mods, statements)
    assert len(expected) > 16
    assert our_raster(ranvier, ring, tmp_path, statements, "libm", ranks=2) == expected


@pytest.mark.parametrize("gid", [0, 15])
def test_soma_voltage_is_neurons(ranvier, neuron, ring, mods, tmp_path, gid):
    """Every step of 200 ms, within 1e-9 mV; NEURON's own drift when exp changes by one unit in the last place is 2e-11."""
    statements = (*SMALL, f"trace_gid = {gid}", "strdef trace_out", 'trace_out = "v.txt"')
    expected = neuron.run(ring, statements, mods, collect=["v.txt"])["v.txt"].split()
    ranvier.check("--math", "libm", "--quiet", *words(statements), ring, cwd=tmp_path)
    ours = (tmp_path / "v.txt").read_text().split()
    assert len(ours) == len(expected) == 2 * 8001
    assert ours[0::2] == expected[0::2], "times differ"
    assert max(abs(float(a) - float(b)) for a, b in zip(ours[1::2], expected[1::2])) < 1e-9


@pytest.mark.long
@pytest.mark.parametrize("ranks, threads, compress", VARIANTS)
def test_large_raster_does_not_depend_on_ranks_threads_or_compression(
    ranvier, neuron, ring, mods, tmp_path, ranks, threads, compress
):
    assert our_raster(ranvier, ring, tmp_path, LARGE, "vector", ranks, threads, compress) == neuron_raster(
        neuron, ring, mods, LARGE
    )
