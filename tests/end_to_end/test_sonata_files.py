"""Rasters between Ranvier and others: libsonata reads what we write, we read what bmtk, NEURON and older tools write."""

import os
import pathlib
import re

import h5py
import numpy as np
import pytest

SPIKES = [(0.5, 7), (1.25, 3), (1.25, 7), (4.0, 3), (9.75, 7)]  # sorted by (time, gid)
TIMES, GIDS = (np.array(column) for column in zip(*SPIKES))


def write_sonata(path, times=TIMES, ids=GIDS, population="cells", units="ms", sorting=None, **dataset):
    with h5py.File(path, "a") as file:
        group = file.create_group(f"spikes/{population}")
        group.create_dataset("timestamps", data=times, **dataset)
        group.create_dataset("node_ids", data=ids, **dataset)
        if units is not None:
            group["timestamps"].attrs["units"] = units
        if isinstance(sorting, str):
            group.attrs["sorting"] = sorting
        elif sorting is not None:
            kinds = h5py.enum_dtype({"none": 0, "by_id": 1, "by_time": 2}, basetype="u1")
            group.attrs.create("sorting", sorting, dtype=kinds)
    return path


def write_flat(path):
    with h5py.File(path, "w") as file:
        file["spikes/timestamps"] = TIMES[::-1]
        file["spikes/gids"] = GIDS[::-1].astype(np.int64)


BMTK_WRITES = """
from bmtk.utils.reports.spike_trains import SpikeTrains, sort_order
trains = SpikeTrains(adaptor=None)
for t, gid in {spikes}:
    trains.add_spike(node_id=gid, timestamp=t, population="cells")
    trains.add_spike(node_id=gid + 100, timestamp=t / 2, population="thalamus")
trains.{write}
"""
BY_BMTK = {
    "bmtk.h5": "to_sonata('bmtk.h5', sort_order=sort_order.none)",
    "bmtk_by_time.h5": "to_sonata('bmtk_by_time.h5', sort_order=sort_order.by_time)",
    "bmtk_by_id.h5": "to_sonata('bmtk_by_id.h5', sort_order=sort_order.by_id)",
    "bmtk.csv": "to_csv('bmtk.csv')",
}

by_id = sorted(SPIKES, key=lambda spike: spike[::-1])
by_id_times, by_id_gids = (np.array(column) for column in zip(*by_id))
text = "".join(f"{t}\t{gid}\n" for t, gid in SPIKES[::-1])

FILES = {
    "plain.h5": lambda path: write_sonata(path),
    "no_units.h5": lambda path: write_sonata(path, units=None),
    "units_of_fixed_length.h5": lambda path: write_sonata(path, units=np.bytes_("ms")),
    "uint32.h5": lambda path: write_sonata(path, ids=GIDS.astype(np.uint32)),
    "int64.h5": lambda path: write_sonata(path, ids=GIDS.astype(np.int64)),
    "float32.h5": lambda path: write_sonata(path, times=TIMES.astype(np.float32)),
    "big_endian.h5": lambda path: write_sonata(path, times=TIMES.astype(">f8"), ids=GIDS.astype(">u8")),
    "gzip.h5": lambda path: write_sonata(path, compression="gzip", chunks=(2,), shuffle=True),
    "by_time.h5": lambda path: write_sonata(path, sorting=2),
    "by_id.h5": lambda path: write_sonata(path, times=by_id_times, ids=by_id_gids, sorting=1),
    "unsorted.h5": lambda path: write_sonata(path, times=TIMES[::-1], ids=GIDS[::-1], sorting=0),
    "text_attribute.h5": lambda path: write_sonata(path, times=by_id_times, ids=by_id_gids, sorting="by_id"),
    "flat.h5": write_flat,
    "out.dat": lambda path: path.write_text(text),
    "neurodamus.dat": lambda path: path.write_text("/scatter\n" + text),
    "nest.dat": lambda path: path.write_text("sender\ttime_ms\n" + "".join(f"{gid}\t{t}\n" for t, gid in SPIKES)),
}


@pytest.fixture(scope="module", params=sorted([*FILES, *BY_BMTK]))
def foreign(request, tmp_path_factory):
    """A file and what says which population is meant."""
    path = tmp_path_factory.mktemp("foreign") / request.param
    if write := BY_BMTK.get(request.param):
        request.getfixturevalue("bmtk")(BMTK_WRITES.format(spikes=SPIKES[::-1], write=write), path.parent)
        return path, ["--population", "cells"]
    FILES[request.param](path)
    return path, []


# Each gid's spikes reach a separate artificial cell, which passes them on after 1 ms.
LISTENERS = """
{ load_file("stdrun.hoc") }
objref pc, nc, cell, nil, sources, targets, connections
pc = new ParallelContext()
sources = new List()
targets = new List()
connections = new List()
proc build() { local gid
    for (gid = 0; gid < 110; gid += 1) {
        cell = new IntFire1()
        sources.append(cell)
        pc.set_gid2node(gid, 0)
        pc.cell(gid, new NetCon(cell, nil))
    }
    for (gid = 3; gid < 8; gid += 4) {
        cell = new IntFire1()
        cell.refrac = 0
        targets.append(cell)
        pc.set_gid2node(1000 + gid, 0)
        pc.cell(1000 + gid, new NetCon(cell, nil))
        nc = pc.gid_connect(gid, cell)
        nc.weight = 2
        nc.delay = 1
        connections.append(nc)
    }
}
build()
"""
RUN = "{ pc.set_maxstep(10) stdinit() pc.psolve(20) }\n"


def test_a_file_of_others_is_converted_and_replayed(ranvier, foreign, tmp_path):
    path, population = foreign
    said = ranvier.check("raster", "convert", path, "ours.h5", *population, cwd=tmp_path).out
    assert said == f"{len(SPIKES)} spikes in ours.h5\n"
    with h5py.File(tmp_path / "ours.h5") as file:
        (group,) = file["spikes"].values()
        assert list(zip(group["timestamps"][()].tolist(), group["node_ids"][()].tolist())) == SPIKES
    assert ranvier.check("raster", "compare", path, "ours.h5", *population, cwd=tmp_path).out == "identical: 5 spikes\n"
    (tmp_path / "listeners.hoc").write_text(LISTENERS + RUN)
    ranvier.check(
        "replay",
        "--quiet",
        "--raster",
        path,
        *population,
        "--cells",
        "1003,1007",
        "--out",
        "fired.txt",
        "listeners.hoc",
        cwd=tmp_path,
    )
    fired = [line.split() for line in (tmp_path / "fired.txt").read_text().splitlines()]
    assert [(float(t) - 1, int(gid) - 1000) for t, gid in fired] == SPIKES


def test_pattern_stim_plays_them(ranvier, tmp_path):
    names = sorted(FILES)
    for name in names:
        FILES[name](tmp_path / name)
    plays = "".join(f'{{ stim.play("{name}") }}\n{RUN}{{ show("{name}") }}\n' for name in names)
    (tmp_path / "plays.hoc").write_text(
        LISTENERS.replace("gid < 110", "gid < 0")
        + """
objref stim, times, gids
stim = new PatternStim()
times = new Vector()
gids = new Vector()
{ pc.spike_record(-1, times, gids) }
proc show() { local i
    for i = 0, times.size - 1 printf("%s %g %d\\n", $s1, times.x[i] - 1, gids.x[i] - 1000)
}
"""
        + plays
    )
    played = {name: [] for name in names}
    for line in ranvier.check("--quiet", "plays.hoc", cwd=tmp_path).out.splitlines():
        name, t, gid = line.split()
        played[name].append((float(t), int(gid)))
    assert played == {name: SPIKES for name in names}


def test_libsonata_opens_all_we_write(ranvier, tmp_path):
    """Merged from ranks, converted, of another population, recovered: test_raster_file.py makes the others."""
    libsonata = pytest.importorskip("libsonata")
    write_sonata(tmp_path / "two.h5", population="a")
    write_sonata(tmp_path / "two.h5", times=TIMES * 2, population="b")
    ranvier.check("raster", "convert", "two.h5", "b.h5", "--population", "b", cwd=tmp_path)
    ranvier.check("raster", "convert", "b.h5", "again.h5", cwd=tmp_path)
    write_sonata(tmp_path / "none.h5", times=np.empty(0), ids=np.empty(0, np.uint64))
    ranvier.check("raster", "convert", "none.h5", "still_none.h5", cwd=tmp_path)
    for name, population, expected in (
        ("b.h5", "b", [(2 * t, gid) for t, gid in SPIKES]),
        ("again.h5", "b", [(2 * t, gid) for t, gid in SPIKES]),
        ("still_none.h5", "cells", []),
    ):
        reader = libsonata.SpikeReader(str(tmp_path / name))
        assert reader.get_population_names() == [population]
        assert [(t, gid) for gid, t in reader[population].get()] == expected


def foreign_hdf5(path):
    with h5py.File(path, "w") as file:
        file["other/data"] = TIMES


def truncated(path):
    write_sonata(path, times=np.arange(1e5), ids=np.arange(10**5))
    path.write_bytes(path.read_bytes()[:300000])


def compound(path):
    write_sonata(path, ids=np.array([(1, 2.0)] * len(TIMES), dtype=[("a", int), ("b", float)]))


BAD = {
    "wrong units": (lambda p: write_sonata(p, units="s"), "has /spikes/cells/timestamps in 's'; expected ms"),
    "units that are not text": (lambda p: write_sonata(p, units=3), "has /spikes/cells/timestamps in '?'; expected ms"),
    "text as times": (
        lambda p: write_sonata(p, times=np.array([b"x"] * 5), units=None),
        "has text in /spikes/cells/timestamps; expected numbers",
    ),
    "numbers as ids": (
        lambda p: write_sonata(p, ids=GIDS + 0.5),
        "has 64-bit floating-point numbers in /spikes/cells/node_ids; expected integers",
    ),
    "records as ids": (compound, "has records in /spikes/cells/node_ids; expected integers"),
    "NaN": (
        lambda p: write_sonata(p, times=np.where(GIDS == 3, np.nan, TIMES)),
        "has a time that is not a finite number, at spike 1 of /spikes/cells/timestamps",
    ),
    "negative gid": (
        lambda p: write_sonata(p, ids=GIDS - 5),
        "has the id -2 at spike 1 of /spikes/cells/node_ids; gids range from 0 to 2147483647",
    ),
    "large gid": (
        lambda p: write_sonata(p, ids=GIDS.astype(np.uint64) + 2**40),
        "has the id 1099511627783 at spike 0 of /spikes/cells/node_ids",
    ),
    "not by time, far on": (
        lambda p: write_sonata(p, times=np.r_[np.arange(65536.0), 5.0], ids=np.zeros(65537, int), sorting=2),
        "says that /spikes/cells/ is sorted by time, but spike 65536 is out of order",
    ),
    "no time, far on": (
        lambda p: write_sonata(p, times=np.r_[np.arange(70000.0), np.inf], ids=np.zeros(70001, int), sorting=2),
        "has a time that is not a finite number, at spike 70000",
    ),
    "not by time": (
        lambda p: write_sonata(p, times=TIMES[::-1], sorting=2),
        "says that /spikes/cells/ is sorted by time, but spike 1 is out of order",
    ),
    "not by id": (
        lambda p: write_sonata(p, sorting="by_id"),
        "says that /spikes/cells/ is sorted by id, but spike 1 is out of order",
    ),
    "other lengths": (
        lambda p: write_sonata(p, ids=GIDS[:3]),
        "has 5 /spikes/cells/timestamps, but 3 /spikes/cells/node_ids",
    ),
    "a table": (lambda p: write_sonata(p, times=np.ones((5, 2))), "has a /spikes/cells/timestamps that is not a list"),
    "foreign": (foreign_hdf5, "is an HDF5 file without the group /spikes; not a SONATA raster"),
    "truncated": (truncated, "is not an HDF5 file, or was cut short"),
    "two populations": (
        lambda p: write_sonata(write_sonata(p), population="b"),
        "has several populations (b, cells); specify one",
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_files_are_refused_by_name(ranvier, tmp_path, kind):
    write, says = BAD[kind]
    write(tmp_path / "bad.h5")
    (tmp_path / "out.txt").write_text("earlier\n")
    outcome = ranvier.run("raster", "convert", "bad.h5", "out.txt", cwd=tmp_path)
    assert outcome.status == 1 and f"bad.h5 {says}" in outcome.err, outcome
    assert (tmp_path / "out.txt").read_text() == "earlier\n", "earlier output is intact"


def without(path, name):
    with h5py.File(path, "a") as file:
        del file[name]


UNREADABLE = {
    "no times": lambda p: without(p, "spikes/b/timestamps"),
    "no ids": lambda p: without(p, "spikes/b/node_ids"),
    "a list": lambda p: (without(p, "spikes/b"), h5py.File(p, "a").create_dataset("spikes/b", data=TIMES)),
    "a link to nothing": lambda p: (without(p, "spikes/b"), h5py.File(p, "a")["spikes"].update(b=h5py.SoftLink("/no"))),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_no_population_is_passed_over(ranvier, tmp_path, kind):
    write_sonata(write_sonata(tmp_path / "two.h5", ids=GIDS + 10, population="b"), population="a")
    UNREADABLE[kind](tmp_path / "two.h5")
    (tmp_path / "net.hoc").write_text("objref pc\npc = new ParallelContext()\n{ finitialize(-65)  pc.psolve(10) }\n")
    for words in (
        ("raster", "convert", "two.h5", "out.txt"),
        ("raster", "compare", "two.h5", "two.h5"),
        ("replay", "--raster", "two.h5", "--cells", "3", "--verify", "net.hoc"),
        ("raster", "convert", "two.h5", "out.txt", "--population", "b"),
        ("plot", "two.h5", "-o", "out.svg"),
        ("view", "two.h5", "-o", "out.html"),
    ):
        outcome = ranvier.run(*words, cwd=tmp_path)
        assert outcome.status == 1 and "identical" not in outcome.out and "Traceback" not in outcome.err, outcome
        assert re.search(r"two\.h5\b.*(/spikes/b\b|\(a, b\)|population b\b)", outcome.err), outcome
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("out")] == []
    outcome = ranvier.check("raster", "convert", "two.h5", "out.txt", "--population", "a", cwd=tmp_path)
    assert outcome.out.startswith("5 spikes"), outcome


def external(path, folder):
    with h5py.File(path, "w") as file:
        group = file.create_group("spikes/cells")
        group.create_dataset("timestamps", data=TIMES)
        group.create_dataset("node_ids", shape=(5,), dtype="u8", external=[(folder / "raw", 0, 40)])


def linked(path, folder):
    with h5py.File(path, "w") as file:
        file["spikes/cells"] = h5py.ExternalLink(folder / "real.h5", "/spikes/cells")


def linked_by_links(path, folder):
    linked(path.with_name("second.h5"), folder)
    with h5py.File(path, "w") as file:
        file["spikes"] = h5py.ExternalLink("second.h5", "/spikes")


def virtual(path, folder):
    with h5py.File(path, "w") as file:
        for name, kind in (("timestamps", "f8"), ("node_ids", "u8")):
            layout = h5py.VirtualLayout((5,), kind)
            layout[:] = h5py.VirtualSource(folder / "real.h5", f"spikes/cells/{name}", (5,), kind)
            file.create_virtual_dataset(f"spikes/cells/{name}", layout)


@pytest.mark.parametrize("make", [external, linked, linked_by_links, virtual])
def test_values_in_files_of_other_folders_are_not_read(ranvier, tmp_path, make):
    """Nor is a pipe opened, which would wait forever."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir(), there.mkdir()
    write_sonata(there / "real.h5")
    (there / "raw").write_bytes(GIDS.astype("u8").tobytes())
    make(here / "r.h5", there)
    (here / "net.hoc").write_text('objref pc, nc\npc = new ParallelContext()\n{ pc.connect("e.h5", "table") }\n')
    for is_pipe in (False, True):
        if is_pipe:
            for name in ("raw", "real.h5"):
                (there / name).unlink()
                os.mkfifo(there / name)
        outcome = ranvier.run("raster", "convert", "r.h5", "out.txt", cwd=here, limit=15)
        assert outcome.status == 1 and "r.h5 " in outcome.err and not (here / "out.txt").exists(), outcome
    # A link of the file system within the folder leads outside, too.
    (there / "real.h5").unlink()
    write_sonata(there / "real.h5")
    (here / "real.h5").symlink_to(there / "real.h5")
    if make in (linked, virtual):
        (here / "r.h5").unlink()
        make(here / "r.h5", pathlib.Path("."))
        assert ranvier.run("raster", "convert", "r.h5", "out.txt", cwd=here).status == 1


@pytest.mark.parametrize("make", [linked, linked_by_links, virtual])
def test_values_in_files_of_the_same_folder_are_read(ranvier, tmp_path, make):
    write_sonata(tmp_path / "real.h5")
    make(tmp_path / "r.h5", pathlib.Path("."))
    for path in (tmp_path, tmp_path.parent):
        ranvier.check("raster", "convert", tmp_path / "r.h5", tmp_path / "out.txt", cwd=path)
        assert len((tmp_path / "out.txt").read_text().splitlines()) == 5


def test_what_has_no_spikes_is_not_called_identical(ranvier, tmp_path):
    write_sonata(tmp_path / "none.h5", times=TIMES[:0], ids=GIDS[:0])
    (tmp_path / "none.txt").write_text("")
    outcome = ranvier.check("raster", "compare", "none.h5", "none.txt", cwd=tmp_path)
    assert outcome.out == "no spikes to compare: none.h5 and none.txt have none\n"
    (tmp_path / "net.hoc").write_text(
        "objref pc, nc, nil\npc = new ParallelContext()\ncreate soma\nsoma insert pas\nsoma nc = new NetCon(&v(0.5), nil)\n"
        "{ pc.set_gid2node(3, 0)  pc.cell(3, nc)  pc.set_maxstep(1)  finitialize(-65)  pc.psolve(10) }\n"
    )
    outcome = ranvier.check("replay", "--raster", "none.h5", "--cells", "3", "--verify", "net.hoc", cwd=tmp_path)
    assert outcome.out == "no spikes to compare: neither the raster nor the replay has any of 1 cell up to 10 ms\n"
    ranvier.check("extract", "--raster", "none.h5", "--cells", "3", "--out", "cells.h5", "net.hoc", cwd=tmp_path)
    assert "identical" not in ranvier.check("cells.h5", cwd=tmp_path).out
    write_sonata(tmp_path / "also.h5", times=TIMES[:0], ids=GIDS[:0])
    assert "Neither" in ranvier.check("view", "none.h5", "also.h5", "-o", "both.html", cwd=tmp_path).out


def test_bad_file_in_a_script_is_an_error_of_its_line(ranvier, tmp_path):
    write_sonata(tmp_path / "bad.h5", units="s")
    (tmp_path / "plays.hoc").write_text('objref stim\nstim = new PatternStim()\nstim.play("bad.h5")\n')
    outcome = ranvier.run("--quiet", "plays.hoc", cwd=tmp_path)
    assert (
        outcome.status == 1
        and "plays.hoc:3" in outcome.err
        and "bad.h5 has /spikes/cells/timestamps in 's'" in outcome.err
    ), outcome


def test_rasters_that_differ_are_told_apart(ranvier, tmp_path):
    write_sonata(tmp_path / "a.h5")
    write_sonata(tmp_path / "b.h5", times=np.nextafter(TIMES, 10))
    outcome = ranvier.run("raster", "compare", "a.h5", "b.h5", cwd=tmp_path)
    assert (
        outcome.status == 1
        and outcome.out == "different: a.h5 | b.h5: spike 0: 0.5 gid 7 | 0.50000000000000011 gid 7\n"
    ), outcome
