"""Rasters and reports that a plain `python` writes and reads, beside those of the program, and beside h5py."""

import pathlib
import sys

import h5py
import pytest
from oracle.commands import run
from oracle.program import raster_of

# Each rank has every size-th cell of a ring; ms, mV.
RING = """
from neuron import h
h.load_file("stdrun.hoc")
pc = h.ParallelContext()
cells, connections, kicks = [], [], []
for gid in range(int(pc.id()), 6, int(pc.nhost())):
    soma = h.Section(name="soma")
    soma.L = soma.diam = 20
    soma.insert("hh")
    synapse = h.ExpSyn(soma(0.5))
    pc.set_gid2node(gid, pc.id())
    pc.cell(gid, h.NetCon(soma(0.5)._ref_v, None, sec=soma))
    cells.append((gid, soma, synapse))
for gid, _, synapse in cells:
    connections.append(pc.gid_connect((gid + 5) % 6, synapse))
    connections[-1].weight[0], connections[-1].delay = 0.1, 2
    if gid == 0:
        kick = h.NetStim()
        kick.number, kick.start = 1, 3
        kicks.append((kick, h.NetCon(kick, synapse, 0, 1, 0.1)))
"""
RUN = """
pc.set_maxstep(10)
h.finitialize(-65)
pc.psolve(40)
"""


@pytest.fixture(scope="session")
def python(ranvier):
    folder = pathlib.Path(ranvier.bin_folder).parent / "python"
    if not (folder / "_ranvier.abi3.so").exists():
        pytest.skip("the Python module was not built: there were no headers of Python")

    def run_script(text, cwd, ranks=1):
        (pathlib.Path(cwd) / "script.py").write_text(text)
        front = [ranvier.mpiexec, "-n", ranks] if ranks > 1 else []
        return run([*front, sys.executable, "script.py"], cwd, {"PYTHONPATH": str(folder)})

    return run_script


@pytest.fixture(scope="session")
def ring(ranvier, tmp_path_factory):
    """The spikes of the ring, and a report of it, by the program's options."""
    folder = tmp_path_factory.mktemp("ring")
    (folder / "ring.py").write_text(RING + RUN)
    options = ["--quiet", "--math", "libm", "--raster", "ring.txt", "--report", "v.h5:variable=v"]
    ranvier.check(*options, "-python", "ring.py", cwd=folder)
    spikes = raster_of((folder / "ring.txt").read_text())
    assert len(spikes) == 15
    return spikes, voltages(folder / "v.h5")


def voltages(file):
    with h5py.File(file) as report:
        return report["report/All/data"][()].tolist()


def sonata(file):
    with h5py.File(file) as raster:
        group = raster["spikes/All"]
        return sorted(zip(group["timestamps"][()].tolist(), group["node_ids"][()].tolist(), strict=True))


@pytest.mark.parametrize("ranks", [1, 2])
def test_the_end_of_the_process_completes_raster_and_report(python, ring, tmp_path, ranks):
    script = RING + 'pc.raster("ring.h5")\npc.report("v.h5:variable=v")\n' + RUN
    outcome = python(script, tmp_path, ranks)
    assert (outcome.status, outcome.out, outcome.err) == (0, "", ""), outcome
    assert (sonata(tmp_path / "ring.h5"), voltages(tmp_path / "v.h5")) == ring
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ring.h5", "script.py", "v.h5"]


@pytest.mark.parametrize("order", ["before", "after"])
@pytest.mark.parametrize("front", ["python", "program"])
def test_h5py_reads_the_raster_in_the_same_process(python, ranvier, ring, tmp_path, order, front):
    """h5py brings another version of HDF5, whose names are the same."""
    read = """
print(pc.raster())
with h5py.File("ring.h5") as file:
    print(file["spikes/All/timestamps"][0])
with h5py.File("mine.h5", "w") as file:
    file["x"] = [1, 2]
"""
    imports = ("import h5py\n", "") if order == "before" else ("", "import h5py\n")
    script = imports[0] + RING + 'pc.raster("ring.h5")\n' + RUN + imports[1] + read
    if front == "python":
        outcome = python(script, tmp_path)
    else:
        (tmp_path / "script.py").write_text(script)
        env = {"NRN_PYTHONEXE": sys.executable}
        outcome = ranvier.run("--quiet", "--math", "libm", "-python", "script.py", cwd=tmp_path, env=env)
    assert (outcome.status, outcome.out.split()) == (0, ["15.0", str(ring[0][0][0])]), outcome
    assert sonata(tmp_path / "ring.h5") == ring[0]
    with h5py.File(tmp_path / "mine.h5") as file:
        assert file["x"][()].tolist() == [1, 2]


def test_each_initialization_begins_the_raster_anew_and_a_new_one_follows(python, ring, tmp_path):
    script = RING + 'pc.raster("a.txt")\n' + RUN + RUN + 'print(pc.raster())\npc.raster("b.txt")\n' + RUN
    outcome = python(script, tmp_path)
    assert (outcome.status, outcome.out) == (0, "15.0\n"), outcome
    assert raster_of((tmp_path / "a.txt").read_text()) == raster_of((tmp_path / "b.txt").read_text()) == ring[0]


def test_a_process_that_fails_leaves_logs_and_says_so(python, ranvier, ring, tmp_path):
    outcome = python(RING + 'pc.raster("ring.txt")\n' + RUN + "import sys\nsys.exit(3)\n", tmp_path)
    assert outcome.status == 3 and not (tmp_path / "ring.txt").exists(), outcome
    assert outcome.err == "failed     ring.txt is not written; from its logs: ranvier raster recover ring.txt\n"
    ranvier.check("raster", "recover", "ring.txt", cwd=tmp_path)
    assert raster_of((tmp_path / "ring.txt").read_text()) == ring[0]


def test_a_raster_is_replayed(python, ring, tmp_path):
    script = RING + 'pc.raster("ring.h5")\n' + RUN + "pc.raster()\n"
    script += 'pc.replay("ring.h5", h.Vector([2, 4]))\npc.raster("two.txt")\n' + RUN
    outcome = python(script, tmp_path)
    assert outcome.status == 0, outcome
    assert raster_of((tmp_path / "two.txt").read_text()) == [spike for spike in ring[0] if spike[1] in (2, 4)]


@pytest.mark.parametrize(
    "calls, says",
    [
        ('pc.raster("")', "the name of the file is empty"),
        ('pc.raster("no/folder/a.h5")', "no/folder"),
        ('pc.raster("a.txt"); pc.raster("b.txt")', "a.txt is being written"),
    ],
)
def test_says_why_there_is_no_raster(python, tmp_path, calls, says):
    lines = "try:\n    " + calls + "\nexcept RuntimeError as error:\n    print(error)\n"
    outcome = python("from neuron import h\npc = h.ParallelContext()\n" + lines, tmp_path)
    assert outcome.status == 0 and says in outcome.out, outcome


def test_a_script_does_not_complete_the_raster_of_the_option(ranvier, tmp_path):
    (tmp_path / "script.py").write_text(RING + RUN + "pc.raster()\n")
    outcome = ranvier.run("--raster", "a.txt", "-python", "script.py", cwd=tmp_path)
    assert outcome.status == 1 and "the end of the program completes the file of --raster" in outcome.err, outcome


def test_a_script_writes_a_raster_beside_that_of_the_option(ranvier, tmp_path):
    """Each is complete, and their names differ."""
    (tmp_path / "script.py").write_text(RING + 'pc.raster("b.txt")\n' + RUN + "print(int(pc.raster()), 'spikes')\n")
    outcome = ranvier.check("--raster", "a.txt", "-python", "script.py", cwd=tmp_path)
    spikes = raster_of((tmp_path / "a.txt").read_text())
    assert spikes and spikes == raster_of((tmp_path / "b.txt").read_text())
    assert f"{len(spikes)} spikes" in outcome.out
    outcome = ranvier.run("--raster", "b.txt", "-python", "script.py", cwd=tmp_path)
    assert outcome.status == 1 and "b.txt is being written, by --raster; choose another name" in outcome.err, outcome


WITHOUT = """objref po
po = new PythonObject()
print po, nrnpython("a = 3"), nrnpython("print('ran')")
print po.a
"""


def test_nopython_leaves_python_out(ranvier, tmp_path):
    """NEURON 9.0.2 prints the same, and ignores these variables, too; without -nopython, it can't load the library either."""
    chosen = {"NRN_PYLIB": "nowhere.so", "NRN_PYTHONEXE": "nowhere", "NRN_PYTHONVERSION": "0"}
    (tmp_path / "script.hoc").write_text(WITHOUT)
    (tmp_path / "script.py").write_text("print('ran')\n")
    for env in ({}, chosen):
        outcome = ranvier.run("-nopython", "script.hoc", cwd=tmp_path, name="nrniv", env=env)
        assert outcome.out.split() == ["PythonObject[0]", "0", "0"], outcome
        assert outcome.status == 1 and "no member a: Python is not available" in outcome.err, outcome
    assert "nowhere.so" in ranvier.run("script.hoc", cwd=tmp_path, name="nrniv", env=chosen).err
    assert ranvier.check("script.hoc", cwd=tmp_path, name="nrniv").out.split() == [
        "ran",
        "PythonObject[0]",
        "1",
        "1",
        "3",
    ]
    for words in (["script.py"], ["-python", "script.py"], ["-python", "-c", "print('ran')"]):
        outcome = ranvier.run("-nopython", *words, cwd=tmp_path, name="nrniv")
        assert outcome.status == 1 and not outcome.out and "because of -nopython" in outcome.err, outcome
