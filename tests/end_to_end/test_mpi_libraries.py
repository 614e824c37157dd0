"""The MPI library that a run opens: the launcher's, mpi4py's, one that is named, or none."""

import re
import shutil
import subprocess
import sys

import pytest
from oracle import commands
from oracle.program import raster_of

AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
SHOWS = """
from neuron import h
maps = open("/proc/self/maps").read()
import re
names = sorted(set(re.findall(r"(ranvier_\\w+mpi\\w*|ranvier_mpich|libmpi|libmpich)\\.so", maps)))
print(f"{int(h.ParallelContext().nhost())} {' '.join(names)}\\n", end="")
"""


def python(ranvier, folder, text, launcher=(), env=None):
    (folder / "run.py").write_text(text)
    path = {"PYTHONPATH": str(ranvier.bin_folder.parent / "python")}
    return commands.run([*launcher, sys.executable, "run.py"], folder, path | AS_ROOT | (env or {}), limit=60)


def test_nothing_is_linked_with_mpi(ranvier):
    for file in (ranvier.bin_folder / "ranvier", *(ranvier.bin_folder.parent / "python").glob("_ranvier*.so")):
        needed = subprocess.run(["readelf", "-d", file], capture_output=True, text=True, check=True).stdout
        assert "NEEDED" in needed and "libmpi" not in needed, file


def test_a_single_process_opens_none(ranvier, tmp_path):
    outcome = python(ranvier, tmp_path, SHOWS)
    assert (outcome.status, outcome.out.split(), outcome.err) == (0, ["1"], ""), outcome


def test_each_launcher_gets_its_own(ranvier, tmp_path, open_mpi):
    for launcher, names in (
        ([ranvier.mpiexec, "-n", "2"], "libmpich ranvier_mpich"),
        ([*open_mpi, "2"], "libmpi ranvier_openmpi"),
    ):
        outcome = python(ranvier, tmp_path, SHOWS, launcher)
        assert outcome.status == 0 and outcome.out.splitlines() == [f"2 {names}"] * 2, outcome


def test_spikes_are_the_same(ranvier, tmp_path, root, open_mpi):
    words = ["-c", "ncell = 8", "-c", "kick_every = 2", "-c", "tstop = 50", root / "models/ring/ring.hoc"]
    ranvier.check("--raster", "one.txt", *words, cwd=tmp_path)
    outcome = commands.run(
        [*open_mpi, "2", ranvier.bin_folder / "ranvier", "--summary", "two.json", "--raster", "two.txt", *words],
        tmp_path,
        AS_ROOT,
    )
    assert outcome.status == 0, outcome
    one, two = ((tmp_path / name).read_text() for name in ("one.txt", "two.txt"))
    assert raster_of(one) == raster_of(two) and len(one.splitlines()) > 8
    assert re.search(r'"mpi": "Open MPI v', (tmp_path / "two.json").read_text())


def test_a_library_may_be_named(ranvier, tmp_path, open_mpi):
    """Also one that the launcher does not know, which sees one rank."""
    outcome = python(ranvier, tmp_path, SHOWS, [*open_mpi, "2"], {"RANVIER_MPI_LIBRARY": "libmpi.so.40"})
    assert outcome.status == 0 and outcome.out.split() == ["2", "libmpi", "ranvier_openmpi"] * 2, outcome
    outcome = python(ranvier, tmp_path, SHOWS, [*open_mpi, "2"], {"RANVIER_MPI_LIBRARY": "libmpich.so.12"})
    assert outcome.status != 0 and "libmpich" not in outcome.out, outcome
    assert "the launcher started 2 ranks, but the MPI library (MPICH" in outcome.err, outcome
    assert "use the mpiexec that belongs to this library" in outcome.err, outcome


@pytest.mark.parametrize(
    "file, says",
    [
        ("nowhere.so", "RANVIER_MPI_LIBRARY=nowhere.so: nowhere.so: cannot open"),
        ("libm.so.6", "libm.so.6 is not an MPI library"),
    ],
)
def test_a_named_library_has_to_be_one(ranvier, tmp_path, file, says):
    outcome = python(ranvier, tmp_path, SHOWS, [ranvier.mpiexec, "-n", "1"], {"RANVIER_MPI_LIBRARY": file})
    assert outcome.status != 0 and says in outcome.err, outcome


def test_a_build_without_open_mpi_says_so(ranvier, tmp_path, open_mpi):
    (tmp_path / "bin").mkdir()
    (tmp_path / "lib/ranvier").mkdir(parents=True)
    shutil.copy(ranvier.bin_folder / "ranvier", tmp_path / "bin")
    shutil.copy(ranvier.bin_folder.parent / "lib/ranvier/ranvier_mpich.so", tmp_path / "lib/ranvier")
    outcome = commands.run([*open_mpi, "2", tmp_path / "bin/ranvier", "-c", "print 1"], tmp_path, AS_ROOT)
    assert outcome.status != 0 and outcome.out.split() == [], outcome
    assert "this build of Ranvier cannot call Open MPI" in outcome.err, outcome
    assert "install libopenmpi-dev and build again" in outcome.err, outcome


def test_a_library_that_another_module_has_loaded_is_used(ranvier, tmp_path, open_mpi):
    text = "import ctypes\nctypes.CDLL('libmpi.so.40')\nimport ranvier\nranvier.start(mpi=True)\n" + SHOWS
    outcome = python(ranvier, tmp_path, text)
    assert (outcome.status, outcome.out.split()) == (0, ["1", "libmpi", "ranvier_openmpi"]), outcome


def test_mpi4py_of_open_mpi_shares_its_library(ranvier, tmp_path, open_mpi):
    pytest.importorskip("mpi4py", reason="mpi4py is not installed")
    text = (
        "from mpi4py import MPI\n" + SHOWS + "assert h.ParallelContext().allreduce(1, 1) == 2\n"
        "assert MPI.COMM_WORLD.allreduce(1) == 2\n"
    )
    outcome = python(ranvier, tmp_path, text, [*open_mpi, "2"], {"MPI4PY_MPIABI": "openmpi"})
    said = ["2 libmpi ranvier_openmpi"] * 2 + ["numprocs=2"]  # the last line as NEURON's module prints it, on rank 0
    assert outcome.status == 0 and sorted(outcome.out.splitlines()) == said, outcome
