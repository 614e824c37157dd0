"""--resume continues the model that was saved: another script, .mod file or parameter is an error that names it."""

import struct
import sys
import zlib

import pytest
from oracle.commands import run

GATE = """
NEURON { SUFFIX gate NONSPECIFIC_CURRENT i RANGE g GLOBAL e }
PARAMETER { g = 1e-4 e = -60 }
ASSIGNED { v i }
BREAKPOINT { i = g*(v - e)*slope() }
FUNCTION slope() { slope = 1 }
"""

MODEL = """
{ load_file("stdrun.hoc") }
strdef command
proc default() { if (!name_declared($s1)) { sprint(command, "%%s = %%.17g", $s1, $2) execute(command) } }
objref pc, cells, stims, syns, ncs, nc, nil
pc = new ParallelContext()
{ default("g", 0.12) default("leak", 1e-4) default("e", -60) default("length", 20) default("amp", 0.3) }
{ default("weight", 0.01) default("delay_", 2) default("threshold", 0) default("tau", 3) default("temperature", 6.3) }
begintemplate Cell
public soma
create soma
proc init() { soma { insert hh insert gate } }
endtemplate Cell
cells = new List()
stims = new List()
syns = new List()
ncs = new List()
for i = 0, 3 { if (i %% pc.nhost == pc.id) {
    cells.append(new Cell())
    pc.set_gid2node(i, pc.id)
    cells.o(cells.count - 1).soma {
        L = length diam = 20 gnabar_hh = g g_gate = leak
        nc = new NetCon(&v(0.5), nil)
        nc.threshold = threshold
        pc.cell(i, nc)
        syns.append(new ExpSyn(0.5))
        syns.o(syns.count - 1).tau = tau
        stims.append(new IClamp(0.5))
        stims.o(stims.count - 1).dur = 1e9
        if (i == 0) { stims.o(stims.count - 1).amp = amp }
    }
} }
count = 0
for i = 0, 3 { if (i %% pc.nhost == pc.id) {
    nc = pc.gid_connect((i + 3) %% 4, syns.o(count))
    nc.weight = weight
    nc.delay = delay_
    ncs.append(nc)
    count = count + 1
} }
celsius = temperature
e_gate = e
tstop = 30
{ pc.set_maxstep(10) stdinit() pc.psolve(12) }
if (name_declared("fails")) { execerror("stop") }
{ pc.psolve(tstop) }
"""
WORDS = ("--raster", "spikes.txt", "--checkpoint-every", "5ms")


@pytest.fixture(scope="module")
def stopped(ranvier, tmp_path_factory):
    """A folder with a model and its checkpoint at 10 ms."""
    folder = tmp_path_factory.mktemp("stopped")
    (folder / "gate.mod").write_text(GATE)
    (folder / "model.hoc").write_text(MODEL % ())
    assert ranvier.run(*WORDS, "-c", "fails = 1", "model.hoc", cwd=folder, ranks=2).status != 0
    assert (folder / "spikes.txt.checkpoint").exists()
    return folder


@pytest.fixture
def resume(ranvier, stopped, tmp_path):
    for path in stopped.iterdir():
        if path.is_file():
            (tmp_path / path.name).write_bytes(path.read_bytes())

    def resumed(*words, ranks=2, how="--resume"):
        return ranvier.run(*WORDS, how, *words, "model.hoc", cwd=tmp_path, ranks=ranks)

    resumed.folder = tmp_path
    return resumed


PARAMETERS = {
    "g = 0.13": "gnabar_hh",
    "leak = 2e-4": "g_gate",
    "e = -61": "e_gate",
    "length = 21": "L",
    "amp = 2.5": "IClamp.amp",
    "weight = 0.02": "weights of connections",
    "delay_ = 3": "delays of connections",
    "threshold = -10": "thresholds of sources",
    "tau = 4": "ExpSyn.tau",
    "temperature = 7": "celsius",
}


@pytest.mark.parametrize("statement", PARAMETERS)
def test_another_parameter_is_named(resume, statement):
    outcome = resume("-c", statement)
    assert outcome.status != 0, outcome
    said = outcome.err.partition("the saved run differs from this one in: ")[2].partition(". Resume")[0].split(", ")
    assert PARAMETERS[statement] in said, outcome
    # What follows from the parameter may differ, too: potentials that finitialize sets, and so on.
    assert not {"model.hoc", "gate.mod", "diam"} & set(said), outcome


@pytest.mark.parametrize("statement", ["g = 0.13", "weight = 0.02", "amp = 2.5"])
def test_also_on_another_number_of_ranks(resume, statement):
    outcome = resume("-c", statement, ranks=3)
    assert outcome.status != 0 and PARAMETERS[statement] in outcome.err, outcome


def test_an_edited_script_is_named(resume):
    path = resume.folder / "model.hoc"
    path.write_text(path.read_text() + "// a comment\n")
    outcome = resume()
    assert outcome.status != 0 and "differs from this one in: model.hoc. Resume" in outcome.err, outcome


def test_an_edited_mod_file_is_named(resume):
    (resume.folder / "gate.mod").write_text(GATE.replace("slope = 1", "slope = 2"))
    outcome = resume()
    assert outcome.status != 0 and "differs from this one in: gate.mod. Resume" in outcome.err, outcome


def test_force_goes_on_and_names_the_difference(resume):
    outcome = resume("-c", "weight = 0.02", how="--resume=force")
    assert outcome.status == 0 and "at t = 10 ms" in outcome.err, outcome
    assert "although the saved run differs from this one in: weights of connections" in outcome.err


@pytest.mark.parametrize(
    "words, ranks",
    [
        ((), 1),
        (("--threads", "2", "--exchange", "alltoall", "--quiet"), 3),
        (("-c", "verbose = 1"), 2),
    ],
)
def test_a_run_can_be_extended_and_move(ranvier, resume, words, ranks):
    path = resume.folder / "model.hoc"
    path.write_text(path.read_text().replace("tstop = 30", "tstop = 45.5"))
    outcome = resume(*words, ranks=ranks)
    assert outcome.status == 0, outcome
    raster = (resume.folder / "spikes.txt").read_bytes()
    ranvier.check("--raster", "whole.txt", "--quiet", "model.hoc", cwd=resume.folder)
    assert raster == (resume.folder / "whole.txt").read_bytes()
    assert raster.count(b"\n") > 8


def test_a_checkpoint_of_an_older_version_says_so(resume):
    path = resume.folder / "spikes.txt.checkpoint"
    data = bytearray(path.read_bytes())
    data[8:12] = struct.pack("<I", 1)
    data[-4:] = struct.pack("<I", zlib.crc32(data[:-4]))
    path.write_bytes(data)
    outcome = resume()
    assert outcome.status != 0 and "a checkpoint of version 1; this Ranvier reads version 3" in outcome.err, outcome
    assert "start over" in outcome.err


PYTHON = """
import sys
from neuron import h
h.load_file("stdrun.hoc")
pc = h.ParallelContext()
soma = h.Section(name="soma")
soma.insert("hh")
soma(0.5).hh.gnabar = GNABAR
if sys.argv[1] != "0":
    pc.checkpoint("state", "5ms", int(sys.argv[2]))
pc.set_maxstep(10)
h.stdinit()
pc.psolve(12)
if sys.argv[1] == "2":
    sys.exit(3)
pc.psolve(20)
print(repr(soma(0.5).v))
"""


def test_python_scripts_and_their_parameters(ranvier, tmp_path):
    folder = ranvier.bin_folder.parent / "python"
    if not (folder / "_ranvier.abi3.so").exists():
        pytest.skip("the Python module was not built: there were no headers of Python")

    def python(gnabar, *words):
        (tmp_path / "model.py").write_text(PYTHON.replace("GNABAR", gnabar))
        return run([sys.executable, "model.py", *words], tmp_path, {"PYTHONPATH": str(folder)})

    whole = python("0.12", "0", "0")
    assert python("0.12", "2", "0").status == 3
    assert (tmp_path / "state").exists()
    other = python("0.13", "1", "1")
    assert other.status != 0 and "in: gnabar_hh, model.py. Resume" in other.err, other
    assert python("0.12", "1", "1").out == whole.out != ""
    assert python("0.12", "2", "0").status == 3
    forced = python("0.13", "1", "2")
    assert forced.status == 0 and "although the saved run differs" in forced.err, forced
