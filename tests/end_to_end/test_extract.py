"""ranvier extract: some cells of a network in one file, which runs anywhere and repeats their spikes."""

import shutil
import zlib

import h5py
import numpy as np
import pytest

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
