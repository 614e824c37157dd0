"""Every cell of a model, and random subsets, run again alone from the raster of a parallel run: the same voltages and
spikes, bit for bit. The published model needs a folder of models, RANVIER_MODELS; `make conformance` runs it."""

import dataclasses
import os
import pathlib
import random
import shutil

import pytest
from oracle.program import raster_of

SUBSETS = 20


@dataclasses.dataclass
class Net:
    script: str
    cells: int
    settings: list  # statements before the script
    somas: int = 0  # how many cells, from gid 0 on, have a soma
    again: str = ""  # before each finitialize but the first
    options: tuple = ()


NETS = {
    "ring": Net("ring.hoc", 16, ["ncell = 16", "kick_every = 5", "ncomp = 10", "tstop = 40"], somas=16),
    "ring-hh": Net(
        "ring.hoc",
        12,
        ["ncell = 12", "kick_every = 3", "ncomp = 15", "tstop = 40", "branched = 1", "use_hh = 1", "all_to_all = 1"],
        somas=12,
    ),
    "artificial_net": Net(
        "artificial_net.hoc",
        40,
        ["ncell = 40", "ncon = 20", "weight = 0.02", "tstop = 100"],
        again="for probe_k = 0, cells.count - 1 { cells.o(probe_k).interval.set_seq(0) }",
    ),
    "96444": Net("ran3par.hoc", 20, [], somas=20),
    "96444-libm": Net("ran3par.hoc", 20, [], somas=20, options=("--math", "libm")),
}
FOLDERS = {"ring": "ring", "ring-hh": "ring", "artificial_net": "artificial_net"}  # of models/
SHORT = [("ring", 3), ("ring-hh", 2), ("artificial_net", 2), ("96444", 2), ("96444-libm", 3)]


@pytest.fixture(
    params=[
        pytest.param((name, ranks), marks=() if (name, ranks) in SHORT else pytest.mark.long)
        for name in NETS
        for ranks in (2, 3)
    ],
    ids=lambda p: f"{p[0]}-{p[1]}ranks",
)
def recorded(request, ranvier, root, tmp_path):
    """A copy of the model whose script does not end the program, with the results of a parallel run."""
    name, ranks = request.param
    net = NETS[name]
    if name in FOLDERS:
        source = root / "models" / FOLDERS[name]
    else:
        source = pathlib.Path(os.environ.get("RANVIER_MODELS", "models-are-nowhere")) / "96444" / "random"
        if not source.is_dir():
            pytest.skip("RANVIER_MODELS names no folder with 96444")
    folder = tmp_path / "model"
    shutil.copytree(source, folder)
    script = folder / net.script
    text, quits, _ = script.read_text().partition("{pc.runworker()}" if name.startswith("96444") else "quit()")
    assert quits
    script.write_text(text)
    (folder / "parallel").mkdir()
    start(ranvier, root, net, folder, "--raster", "all.h5", ranks=ranks)
    return net, folder


def start(ranvier, root, net, folder, *options, ranks=1):
    probes = root / "tests" / "end_to_end" / "scripts" / "replay"
    words = [word for s in (f"soma_count = {net.somas}", "probe_k = 0", *net.settings) for word in ("-c", s)]
    again = ["-c", "strdef again", "-c", f'again = "{net.again}"']
    return ranvier.check(
        *options,
        "--quiet",
        *net.options,
        *words,
        *again,
        probes / "record.hoc",
        net.script,
        probes / "write.hoc",
        cwd=folder,
        ranks=ranks,
    )


def draw_subsets(net):
    draw = random.Random(net.script)
    return [sorted(draw.sample(range(net.cells), draw.randint(2, net.cells - 1))) for _ in range(SUBSETS)]


def assert_repeats(net, folder, gids, written):
    whole = raster_of("".join(path.read_text() for path in (folder / "parallel").glob("spikes.*")))
    assert whole, "nothing fires"
    mine = raster_of((folder / written / "spikes.0").read_text())
    assert mine == [spike for spike in whole if spike[1] in gids], f"spikes of {gids}"
    for gid in gids:
        if gid < net.somas:
            trace = (folder / written / f"v.{gid}").read_bytes()
            assert len(trace) > 8000 and trace == (folder / "parallel" / f"v.{gid}").read_bytes(), f"voltage of {gid}"


def chosen_of(net):
    return [[gid] for gid in range(net.cells)] + draw_subsets(net)


def test_every_cell_and_random_subsets(ranvier, root, recorded):
    net, folder = recorded
    sets = chosen_of(net)
    for k in range(len(sets)):
        (folder / str(k)).mkdir()
    (folder / "sets").write_text(f"{len(sets)}\n" + "".join(f"{len(s)} {' '.join(map(str, s))}\n" for s in sets))
    start(ranvier, root, net, folder)
    for k, gids in enumerate(sets):
        assert_repeats(net, folder, gids, str(k))


@pytest.mark.long
def test_every_cell_and_random_subsets_in_a_process_each(ranvier, root, recorded):
    net, folder = recorded
    (folder / "again").mkdir()
    for gids in chosen_of(net):
        outcome = start(
            ranvier, root, net, folder, "replay", "--raster", "all.h5", "--verify", "--cells", ",".join(map(str, gids))
        )
        assert "identical: " in outcome.out or "no spikes to compare: neither " in outcome.out, outcome
        assert_repeats(net, folder, gids, "again")
