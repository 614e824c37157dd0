"""The rasters that a replay accepts, choosing cells by them, and errors for invalid ones."""

import h5py
import numpy as np
import pytest

NET = """
objref pc, cells, ncs, nil, late, early
early = new Vector(3)
pc = new ParallelContext()
cells = new List()
ncs = new List()
func is_odd() { return $1 % 2 }
proc make() { local k  localobj cell, nc
    for (k = pc.id; k < 6; k += pc.nhost) {
        pc.set_gid2node(k, pc.id)
        cell = new IntFire2()
        { cell.taum = 10 + k cell.ib = 1.2 + 0.1*k }
        cells.append(cell)
        nc = new NetCon(cell, nil)
        pc.cell(k, nc)
    }
    for (k = 0; k < cells.count; k += 1) {
        nc = pc.gid_connect((pc.id + k*pc.nhost + 1) % 6, cells.o(k))
        { nc.weight = 0.4 nc.delay = 1.25 ncs.append(nc) }
    }
}
make()
{ pc.set_maxstep(10) }
{ finitialize(-65) }
{ pc.psolve(100) }
"""


@pytest.fixture(scope="module")
def recorded(ranvier, tmp_path_factory):
    folder = tmp_path_factory.mktemp("recorded")
    (folder / "net.hoc").write_text(NET)
    ranvier.check("--quiet", "--raster", "all.h5", "net.hoc", cwd=folder, ranks=2)
    with h5py.File(folder / "all.h5") as file:
        spikes = file["spikes/All"]
        return folder, np.array(spikes["timestamps"]), np.array(spikes["node_ids"])


def write(path, populations, **attributes):
    with h5py.File(path, "w") as file:
        for name, (times, gids) in populations.items():
            group = file.create_group(f"spikes/{name}")
            group["timestamps"] = times
            group["node_ids"] = gids
            for key, value in attributes.items():
                group["timestamps"].attrs[key] = value


def replay(ranvier, recorded, folder, raster, *words):
    return ranvier.run("replay", "--quiet", "--verify", "--raster", raster, *words, recorded[0] / "net.hoc", cwd=folder)


def split(recorded):
    _, times, gids = recorded
    return {name: (times[gids % 2 == odd], gids[gids % 2 == odd]) for name, odd in (("even", 0), ("odd", 1))}


def test_rasters_in_any_order_and_several_populations(ranvier, recorded, tmp_path):
    folder, times, gids = recorded
    back = np.argsort(gids, kind="stable")[::-1]
    write(tmp_path / "unsorted.h5", {"All": (times[back], gids[back])})
    write(tmp_path / "two.h5", split(recorded))
    for raster in ("unsorted.h5", "two.h5", folder / "all.h5"):
        outcome = replay(ranvier, recorded, tmp_path, raster, "--cells", "1,4")
        assert outcome.status == 0 and "of 2 cells up to 100 ms" in outcome.out, outcome


def test_scripts_read_several_populations(ranvier, recorded, tmp_path):
    write(tmp_path / "two.h5", split(recorded))
    write(tmp_path / "one.h5", {"All": recorded[1:]})
    rasters = []
    for file in ("two.h5", "one.h5"):
        chosen = 'objref chosen\nchosen = new Vector()\n{ chosen.append(1, 4)  pc.replay("%s", chosen) }\n' % file
        (tmp_path / "net.hoc").write_text(NET.replace("{ finitialize(-65) }", chosen + "{ finitialize(-65) }", 1))
        ranvier.check("--raster", "replayed.dat", "net.hoc", cwd=tmp_path)
        rasters.append((tmp_path / "replayed.dat").read_bytes())
    assert rasters[0] == rasters[1]
    assert {line.split()[1] for line in rasters[0].splitlines()} == {b"1", b"4"}


@pytest.mark.parametrize(
    "words, cells",
    [
        (("--populations", "odd"), 3),
        (("--populations", "even,odd"), 6),
        (("--expr", "gid % 3 == 1 && gid < 5"), 2),
        (("--expr", "is_odd(gid)"), 3),
    ],
)
def test_cells_chosen_by_population_or_expression(ranvier, recorded, tmp_path, words, cells):
    write(tmp_path / "two.h5", split(recorded))
    outcome = replay(ranvier, recorded, tmp_path, "two.h5", *words)
    assert outcome.status == 0 and f" of {cells} cells " in outcome.out and "identical: 0 " not in outcome.out, outcome


@pytest.mark.parametrize(
    "words, says",
    [
        (("--populations", "none"), ["no population 'none'", "even, odd"]),
        (("--expr", "gid > 100"), ["'gid > 100' is 0 for all gids"]),
        (("--expr", "gid +"), ["--expr", "expected an expression"]),
        (("--expr", "no_such(gid)"), ["no_such"]),
        (("--expr", "1", "--cells", "3"), ["--cells"]),
        ((), ["--cells", "--populations", "--expr"]),
    ],
)
def test_bad_choices(ranvier, recorded, tmp_path, words, says):
    write(tmp_path / "two.h5", split(recorded))
    outcome = replay(ranvier, recorded, tmp_path, "two.h5", *words)
    assert outcome.status != 0 and all(word in outcome.err for word in says), outcome


def bad(name, make, says, status=1):
    return pytest.param(make, says, status, id=name)


@pytest.mark.parametrize(
    "make, says, status",
    [
        bad("units", lambda p, t, g: write(p, {"All": (t, g)}, units="s"), "'s'; expected ms"),
        bad("nan", lambda p, t, g: write(p, {"All": (np.where(np.arange(len(t)) == 3, np.nan, t), g)}), "at spike 3"),
        bad("gid", lambda p, t, g: write(p, {"All": (t, np.where(g == 2, 99, g))}), "gid 99 fires in the raster"),
        bad("negative", lambda p, t, g: write(p, {"All": (t, g.astype(np.int64) - 1)}), "the id -1"),
        bad("lengths", lambda p, t, g: write(p, {"All": (t, g[1:])}), "timestamps, but"),
        bad("overlap", lambda p, t, g: write(p, {"a": (t, g), "b": (t, g)}), "in two populations, a and b"),
        bad("foreign", lambda p, t, g: h5py.File(p, "w").create_group("other"), "not a SONATA raster"),
        bad("short", lambda p, t, g: write(p, {"All": (t[t < 50], g[t < 50])}), "different: ", 1),
        bad("empty", lambda p, t, g: write(p, {"All": (t[:0], g[:0])}), "different: ", 1),
        bad("another", lambda p, t, g: write(p, {"All": (t + 0.025, g)}), "different: raster | replay: spike 0: ", 1),
    ],
)
def test_bad_rasters(ranvier, recorded, tmp_path, make, says, status):
    make(tmp_path / "bad.h5", *recorded[1:])
    (tmp_path / "out.txt").write_text("earlier\n")
    outcome = replay(ranvier, recorded, tmp_path, "bad.h5", "--cells", "1,4", "--out", "out.txt")
    assert outcome.status == status and says in outcome.out + outcome.err, outcome
    if "different" not in says:
        assert (tmp_path / "out.txt").read_text() == "earlier\n"


def test_cut_short(ranvier, recorded, tmp_path):
    whole = (recorded[0] / "all.h5").read_bytes()
    for length in (4, len(whole) // 2, len(whole) - 8):
        (tmp_path / "cut.h5").write_bytes(whole[:length])
        outcome = replay(ranvier, recorded, tmp_path, "cut.h5", "--cells", "1")
        assert outcome.status == 1 and "cut.h5" in outcome.err, outcome
