"""Cells by the name of their population and their number there: ranvier replay and extract."""

import pytest

SCRIPT = """
objref pc, inner, outer, rest
pc = new ParallelContext()
outer = pc.cells("IntFire1", 5, 4, "tau", 10, "population", "outer")
inner = pc.cells("IntFire1", 20, 6, "tau", 10, "population", "inner")
rest = pc.cells("IntFire1", 40, 3, "tau", 10, "population", "outer")
drives = pc.cells("NetStim", 0, 5, "interval", 4, "number", 1e9, "noise", 1, "start", 0, "population", "drive")
{
    pc.connect(drives, outer, "all_to_all", "weight", 0.4, "delay", 1)
    pc.connect(drives, rest, "all_to_all", "weight", 0.3, "delay", 1)
    pc.connect(outer, inner, "all_to_all", "weight", 0.5, "delay", 2)
    pc.connect(inner, rest, "all_to_all", "weight", 0.2, "delay", 2)
    pc.set_maxstep(10)
    finitialize()
    pc.psolve(150)
}
"""


@pytest.fixture(scope="module")
def recorded(ranvier, tmp_path_factory):
    folder = tmp_path_factory.mktemp("populations")
    (folder / "net.hoc").write_text(SCRIPT.replace("outer =", "objref drives\nouter =", 1))
    ranvier.check("run", "--raster", "all.h5", "net.hoc", cwd=folder)
    return folder


@pytest.mark.parametrize(
    "words, gids",
    [
        ("inner:1-3,outer:5", "21-23,41"),
        ("outer", "5-8,40-42"),
        ("outer:2-4,inner:0", "7,8,40,20"),
        ("inner:4,6", "24,6"),
    ],
)
def test_a_replay_runs_the_cells_of_a_population(ranvier, recorded, words, gids):
    def replay(cells):
        words = ("replay", "--raster", "all.h5", "--cells", cells, "--verify", "net.hoc")
        return ranvier.check(*words, cwd=recorded).out

    assert replay(words) == replay(gids)


def test_an_extract_has_the_cells_of_a_population(ranvier, recorded, tmp_path):
    for name, cells in [("named", "inner:2"), ("numbered", "22")]:
        out = tmp_path / f"{name}.h5"
        ranvier.check("extract", "--raster", "all.h5", "--cells", cells, "--out", out, "net.hoc", cwd=recorded)
        ranvier.check("run", "--raster", tmp_path / f"{name}.dat", out, cwd=recorded)
    named, numbered = ((tmp_path / f"{name}.dat").read_bytes() for name in ["named", "numbered"])
    assert named == numbered != b""


@pytest.mark.parametrize(
    "words, message",
    [
        (
            "layer4:3",
            "'layer4' is not a gid, a range like 0-9, or a file like @cells.txt, and the raster names drive, inner, outer",
        ),
        ("inner:6", "'inner:6': inner has 6 cells, from 0 to 5"),
    ],
)
def test_what_a_population_lacks_is_an_error(ranvier, recorded, words, message):
    outcome = ranvier.run("replay", "--raster", "all.h5", "--cells", words, "net.hoc", cwd=recorded)
    assert outcome.status != 0
    assert f"--cells: {message}" in outcome.err
