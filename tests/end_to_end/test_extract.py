"""ranvier extract: some cells of a network in one file, which runs anywhere and repeats their spikes."""

import shutil
import zlib

import h5py
import numpy as np
import pytest
from fuzz.compare_results import seal_contents

# Cells in a ring, each driven by a NetStim alone and by one for all; dendrites with 3-D points, a mechanism from a .mod file,
# a threshold on a dendrite, voltages that the script sets.
DETAILED = """
objref pc, cells, stims, ncs, nc, nil, all
pc = new ParallelContext()
cells = new List()
stims = new List()
ncs = new List()
begintemplate Cell
public soma, dend, syn, inh
create soma, dend[3]
objref syn, inh
proc init() { local i
    soma { L = diam = 20  insert hh  insert slow }
    for i = 0, 2 { connect dend[i](0), soma(1 - (i == 1)) }
    dend[0] { pt3dadd(0, 0, 0, 2)  pt3dadd(30, 10, 0, 1.5)  pt3dadd(90, 10, 5, 1)  nseg = 5 }
    dend[1] { L = 70  diam(0:1) = 2:1  nseg = 3 }
    dend[2] { L = 40  diam = 1 }
    forsec "dend" { insert pas  e_pas = -65  Ra = 120  cm = 1.3 }
    dend[0] syn = new ExpSyn(0.7)
    dend[1] inh = new Exp2Syn(0.3)
    inh.e = -80
}
endtemplate Cell
all = new NetStim()
{ all.interval = 7  all.number = 50  all.start = 0  all.noise = 0.5 }
all.noiseFromRandom123(1, 2, 3)
for gid = 0, 7 if (gid % pc.nhost == pc.id) {
    pc.set_gid2node(gid, pc.id)
    cells.append(new Cell())
    cells.o(cells.count - 1).dend[0] nc = new NetCon(&v(1), nil)
    nc.threshold = -35
    pc.cell(gid, nc)
    stims.append(new NetStim())
    nc = new NetCon(stims.o(stims.count - 1), cells.o(cells.count - 1).syn)
    nc.weight = 0.05
    { stims.o(stims.count - 1).start = gid  stims.o(stims.count - 1).number = 3 }
    ncs.append(nc)
    ncs.append(new NetCon(all, cells.o(cells.count - 1).syn, 10, 2.5, 0.03))
}
for gid = 0, 7 if (pc.gid_exists(gid)) {
    nc = pc.gid_connect((gid + 7) % 8, pc.gid2cell(gid).syn)
    { nc.weight = 0.05  nc.delay = 3 }
    ncs.append(nc)
    nc = pc.gid_connect((gid + 3) % 8, pc.gid2cell(gid).inh)
    { nc.weight = 0.001  nc.delay = 4.5 }
    ncs.append(nc)
}
celsius = 20
{ pc.set_maxstep(10)  finitialize(-70) }
for gid = 0, 7 if (pc.gid_exists(gid)) pc.gid2cell(gid).soma.v(0.5) = -60 - gid
{ pc.psolve(60) }
"""
SLOW = """
NEURON { SUFFIX slow NONSPECIFIC_CURRENT i RANGE g, tau GLOBAL vhalf }
UNITS { (mV) = (millivolt) (mA) = (milliamp) (S) = (siemens) }
PARAMETER { g = 0.0002 (S/cm2) tau = 30 (ms) vhalf = -55 (mV) }
ASSIGNED { v (mV) i (mA/cm2) }
STATE { m }
INITIAL { m = 0.1 }
BREAKPOINT { SOLVE states METHOD cnexp
             i = g*m*(v + 80) }
DERIVATIVE states { m' = (1/(1 + exp(-(v - vhalf)/5)) - m)/tau }
"""


@pytest.fixture
def detailed(tmp_path):
    folder = tmp_path / "network"
    folder.mkdir()
    (folder / "net.hoc").write_text(DETAILED)
    (folder / "slow.mod").write_text(SLOW)
    return folder


def extracted(ranvier, folder, cells, *network, ranks=2):
    ranvier.check("--quiet", "--raster", "net.h5", *network, cwd=folder, ranks=ranks)
    ranvier.check("extract", "--raster", "net.h5", "--cells", cells, "--out", "cells.h5", *network, cwd=folder)
    return folder / "cells.h5"


def run_elsewhere(ranvier, file, *options):
    """In a folder in which nothing else is."""
    elsewhere = file.parent.parent / "elsewhere"
    shutil.rmtree(elsewhere, ignore_errors=True)
    elsewhere.mkdir()
    return ranvier.run("--quiet", *options, file, cwd=elsewhere)


@pytest.mark.parametrize("cells, ranks", [("3", 2), ("0,3-4", 3), ("0-7", 1)])
@pytest.mark.parametrize("math", ("vector", "libm"))
def test_detailed_cells_fire_as_in_their_network(ranvier, detailed, cells, ranks, math):
    file = extracted(ranvier, detailed, cells, "--math", math, "net.hoc", ranks=ranks)
    outcome = run_elsewhere(ranvier, file, "--math", math)
    assert outcome.status == 0 and outcome.out.startswith("identical: "), outcome
    assert int(outcome.out.split()[1]) >= len(h5py.File(file)["run/chosen"]), outcome


def model(name, *statements):
    return lambda root: [
        *(word for each in statements for word in ("-c", each)),
        root / "models" / name / f"{name}.hoc",
    ]


@pytest.mark.parametrize(
    "network, cells",
    [
        (model("balanced", "scale = 0.02", "tstop = 60"), "0,17,100"),
        (model("artificial_net", "ncell = 64", "ncon = 20", "weight = 0.02"), "1,2"),
        (model("ring", "ncell = 16", "kick_every = 2", "tstop = 50"), "3,4"),
    ],
)
def test_cells_of_the_models_fire_as_in_their_network(ranvier, root, tmp_path, network, cells):
    (tmp_path / "network").mkdir()
    file = extracted(ranvier, tmp_path / "network", cells, *network(root))
    outcome = run_elsewhere(ranvier, file)
    assert outcome.status == 0 and outcome.out.startswith("identical: "), outcome
    assert int(outcome.out.split()[1]) > 0, outcome


def change(file, path, index, value):
    """Changes a number, and the checksum with it."""
    with h5py.File(file, "r+") as out:
        values = out[path][()]
        values[index] = value
        out[path][...] = values
        out[path].attrs["crc32"] = np.uint32(zlib.crc32(values.tobytes()))
        seal_contents(out)


def test_other_spikes_are_told(ranvier, detailed):
    file = extracted(ranvier, detailed, "3", "net.hoc")
    with h5py.File(file) as cells:
        own = int(np.flatnonzero(cells["spikes/All/node_ids"][()] == 3)[0])
    change(file, "spikes/All/timestamps", own, 1.5)
    outcome = run_elsewhere(ranvier, file)
    assert outcome.status == 1 and outcome.out.startswith("different: network | here: "), outcome


def test_another_capacitance_gives_other_spikes(ranvier, detailed):
    file = extracted(ranvier, detailed, "3", "net.hoc")
    change(file, "segments/cm", slice(None), 3.0)
    outcome = run_elsewhere(ranvier, file)
    assert outcome.status == 1, outcome


def test_damaged_and_foreign_files_are_refused_by_name(ranvier, detailed):
    file = extracted(ranvier, detailed, "3", "net.hoc")
    whole = file.read_bytes()
    with h5py.File(file, "r+") as out:
        out["sections/L"][0] = 1.0
    outcome = run_elsewhere(ranvier, file)
    assert outcome.status == 1 and "cells.h5 is damaged: sections/L" in outcome.err, outcome
    file.write_bytes(whole[: len(whole) // 2])
    outcome = run_elsewhere(ranvier, file)
    assert outcome.status == 1 and "cells.h5 is not an HDF5 file, or was cut short" in outcome.err, outcome
    outcome = run_elsewhere(ranvier, detailed / "net.h5")
    assert outcome.status == 1 and "net.h5 holds no extracted cells" in outcome.err, outcome
    file.write_bytes(whole)
    outcome = run_elsewhere(ranvier, file, "--math", "libm")
    assert outcome.status == 1 and "was extracted with --math vector: run it with --math vector" in outcome.err, outcome


def replace(file, path, values, dtype=None):
    """Writes another dataset, with a right checksum, into the file."""
    with h5py.File(file, "r+") as out:
        if path in out:
            del out[path]
        values = np.array([values.encode()]) if isinstance(values, str) else np.array(values, dtype)
        out[path] = values
        out[path].attrs.create("crc32", zlib.crc32(values.tobytes()), dtype=np.uint32)
        seal_contents(out)


def cycle(file):
    with h5py.File(file, "r+") as out:
        out["sections"]["again"] = out["/"]


def claim(file):
    with h5py.File(file, "r+") as out:
        out["sections"].create_dataset("more", shape=(1 << 30,), dtype=float)


def many_names(file):
    with h5py.File(file, "r+") as out:
        replace_in = out.require_group("sections")
        replace_in["big"] = np.zeros(200_000)
        replace_in["big"].attrs.create("crc32", zlib.crc32(bytes(1_600_000)), dtype=np.uint32)
        for k in range(500):
            replace_in[f"big{k}"] = replace_in["big"]


@pytest.mark.parametrize("path", ["run/random_index", "instances/x", "mods/slow.mod"])
def test_what_is_missing_or_has_another_name_is_damage(ranvier, detailed, path):
    """No dataset is optional because it may have been lost: HDF5 has no checksum of names."""
    file = extracted(ranvier, detailed, "3", "net.hoc", ranks=1)
    whole = file.read_bytes()
    with h5py.File(file, "r+") as out:
        del out[path]
    outcome = run_elsewhere(ranvier, file)
    assert outcome.status == 1 and "cells.h5 is damaged: its contents" in outcome.err, outcome
    file.write_bytes(whole)
    with h5py.File(file, "r+") as out:
        out.move(path, path[:-1] + "w")
    outcome = run_elsewhere(ranvier, file)
    assert outcome.status == 1 and "cells.h5 is damaged: its contents" in outcome.err, outcome


CRAFTED = {
    "a library": (
        lambda f: (replace(f, "mods/own.so", "x"), replace(f, "run/mod_files", "own.so\n")),
        "not a .mod file",
    ),
    "a file outside": (lambda f: replace(f, "run/mod_files", "../slow.mod\n"), "not a .mod file"),
    "a name that is not text": (
        lambda f: replace(f, "run/mod_files", ["\0\x01\n"], "S3"),
        "?? of run/mod_files is not",
    ),
    "a file that is missing": (lambda f: replace(f, "run/mod_files", "other.mod\n"), "not a .mod file"),
    "a folder in itself": (cycle, "is damaged: sections/again"),
    "texts in a list": (lambda f: replace(f, "sections/name", ["soma" * 40, "dend" * 40], "S160"), "sections/name"),
    "a size without values": (claim, "is damaged: sections/more"),
    "values of many names": (many_names, "is damaged: sections/big"),
    "dt": (lambda f: replace(f, "run/dt", [np.inf]), "dt = inf"),
    "a small dt": (lambda f: replace(f, "run/dt", [1e-300]), "cannot be reached from 0 ms by steps of dt = 1e-300 ms"),
    "a time": (lambda f: replace(f, "run/tstop", [np.nan]), "run/tstop"),
    "a gid": (lambda f: replace(f, "run/chosen", [1 << 40]), "1099511627776 is not a gid"),
    "segments": (lambda f: replace(f, "sections/nseg", [1 << 40], np.int64), "nseg"),
}


@pytest.mark.parametrize("kind", CRAFTED)
def test_crafted_files_are_refused(ranvier, detailed, kind):
    """With right checksums: nothing is loaded, nothing is taken that the file does not hold."""
    file = extracted(ranvier, detailed, "3", "net.hoc", ranks=1)
    make, says = CRAFTED[kind]
    make(file)
    outcome = run_elsewhere(ranvier, file)
    assert outcome.status == 1 and says in outcome.err and "identical" not in outcome.out, outcome


@pytest.mark.parametrize(
    "line, reason",
    [
        ("objref vec\nvec = new Vector(2)\nvec.play(&celsius, 1)", "Vectors are played into variables"),
        ('objref cv\ncv = new CVode()\ncv.event(5, "print 1")', "statements wait for their time"),
    ],
)
def test_what_the_file_cannot_hold_is_an_error(ranvier, detailed, line, reason):
    text = DETAILED.replace("{ pc.psolve(60) }", f"{line}\n{{ pc.psolve(60) }}")
    ranvier.check("--quiet", "--raster", "net.h5", "net.hoc", cwd=detailed)
    (detailed / "net.hoc").write_text(text)
    outcome = ranvier.run("extract", "--raster", "net.h5", "--cells", "3", "--out", "cells.h5", "net.hoc", cwd=detailed)
    assert outcome.status == 1 and f"these cells cannot be extracted: {reason}" in outcome.err, outcome
    assert not (detailed / "cells.h5").exists()


def columns(path):
    with open(path) as lines:
        rows = [line.strip().split(",") for line in lines]
    return {name: [float(row[k]) for row in rows[1:]] for k, name in enumerate(rows[0])}


def test_traces_and_reports_of_extracted_cells_are_those_of_the_network(ranvier, detailed):
    records = (
        "--trace",
        "Cell[3].dend[0].v(0.7)",
        "--trace",
        "Cell[3].soma.m_hh",
        "--report",
        "v.h5:variable=v,cells=3,sections=all",
    )
    whole = detailed / "whole"
    whole.mkdir()
    for name in ("net.hoc", "slow.mod"):
        shutil.copy(detailed / name, whole)
    ranvier.check("--quiet", *records, "net.hoc", cwd=whole)
    file = extracted(ranvier, detailed, "3", "net.hoc")
    outcome = run_elsewhere(ranvier, file, *records)
    assert outcome.status == 0 and outcome.out.startswith("identical: "), outcome
    elsewhere = detailed.parent / "elsewhere"
    network, here = columns(whole / "traces.csv"), columns(elsewhere / "traces.csv")
    assert list(network) == list(here)
    # The first step's sample is of finitialize in the network, and here of the voltages that the script then set.
    assert all(network[name][1:] == here[name][1:] for name in network)
    # Columns are in the order of the sections, which is another one in the file.
    frames = [np.sort(h5py.File(folder / "v.h5")["report/All/data"][()]) for folder in (whole, elsewhere)]
    assert np.array_equal(frames[0][1:], frames[1][1:])


def test_scripts_beside_extracted_cells_see_and_change_them(ranvier, detailed):
    file = extracted(ranvier, detailed, "3", "net.hoc")
    elsewhere = file.parent.parent / "elsewhere"
    elsewhere.mkdir()
    count = ranvier.run(
        "--quiet", file, "-c", "n = 0", "-c", "forall n = n + 1", "-c", 'print n, " sections"', cwd=elsewhere
    )
    assert "4  sections" in count.out, count
    assert "not proved: the scripts beside " in count.out, count
    clamp = (
        "-c",
        "objref clamp",
        "-c",
        'forsec "Cell[3].soma" clamp = new IClamp(0.5)',
        "-c",
        "{ clamp.del = 5  clamp.dur = 2  clamp.amp = 3 }",
    )
    outcome = ranvier.run(
        "--quiet", file, *clamp, "--trace", "clamp.i", "--trace", "Cell[3].soma.v(0.5)", cwd=elsewhere
    )
    assert outcome.status == 0 and "may have changed the cells" in outcome.out, outcome
    traces = columns(elsewhere / "traces.csv")
    at = int(np.searchsorted(traces["t (ms)"], 6))
    assert traces["clamp.i"][at] == 3 and max(traces["Cell[3].soma.v(0.5)"]) > 0
    ranvier.check("--quiet", file, "-c", "forall uninsert hh", "--trace", "Cell[3].soma.v(0.5)", cwd=elsewhere)
    assert max(columns(elsewhere / "traces.csv")["Cell[3].soma.v(0.5)"]) < 0


def test_scripts_run_extracted_cells_in_their_own_way(ranvier, detailed):
    file = extracted(ranvier, detailed, "3", "net.hoc")
    run = ("-c", "finitialize(-70)", "-c", "while (t < 3) fadvance()", "-c", 'printf("t %g\\n", t)')
    outcome = ranvier.run("--quiet", file, *run, "--trace", "Cell[3].soma.v(0.5)", cwd=file.parent)
    assert outcome.status == 0 and "have begun another run" in outcome.out, outcome
    times = columns(file.parent / "traces.csv")["t (ms)"]
    assert times[0] == 0 and times[-1] == pytest.approx(3)
    outcome = ranvier.run("--quiet", "-c", "create soma", file, cwd=file.parent)
    assert outcome.status == 1 and "cells.h5 comes after a script that has made sections" in outcome.err, outcome
    outcome = ranvier.run("--quiet", file, "--trace", "Cell[3].some.v(0.5)", cwd=file.parent)
    assert outcome.status == 1 and "did you mean 'Cell[3].soma'" in outcome.err, outcome
