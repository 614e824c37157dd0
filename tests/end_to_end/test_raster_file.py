"""--raster: the files of a run, even if it is killed."""

import os
import signal
import subprocess
import time

import h5py
import numpy as np
import pytest
from oracle.processes import wait_until_ended
from oracle.program import raster_of

# Artificial cells: no step times, many spikes, on ranks.
SCRIPT = """
objref pc, cells, nc, nil, stim
pc = new ParallelContext()
cells = new List()
proc build() { local gid
    for (gid = pc.id; gid < 12; gid += pc.nhost) {
        stim = new NetStim()
        stim.start = 1.2 + gid / 7
        stim.interval = 3.3
        stim.number = 1e9
        cells.append(stim)
        pc.set_gid2node(gid, pc.id)
        nc = new NetCon(stim, nil)
        pc.cell(gid, nc)
    }
}
build()
{pc.set_maxstep(5)}
finitialize(-65)
{pc.psolve(TSTOP)}
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "cells.hoc").write_text(SCRIPT.replace("TSTOP", "100"))
    return tmp_path


def spikes_of(path):
    with h5py.File(path) as file:
        group = next(iter(file["spikes"].values()))
        return sorted(zip(group["timestamps"][:].tolist(), group["node_ids"][:].tolist()))


@pytest.mark.parametrize("ranks", [1, 3])
def test_sonata_and_text_hold_the_same_spikes(ranvier, folder, ranks):
    ranvier.check("--raster", "spikes.h5", "cells.hoc", cwd=folder, ranks=ranks)
    ranvier.check("--raster", "spikes.txt", "cells.hoc", cwd=folder)
    expected = raster_of((folder / "spikes.txt").read_text())
    assert len(expected) == sum(len(np.arange(1.2 + gid / 7, 100, 3.3)) for gid in range(12))
    assert spikes_of(folder / "spikes.h5") == expected
    assert sorted(p.name for p in folder.iterdir()) == ["cells.hoc", "spikes.h5", "spikes.txt"], (
        "temporary files are left"
    )


def test_sonata_layout(ranvier, folder):
    ranvier.check("--raster", "spikes.h5", "cells.hoc", cwd=folder, ranks=2)
    with h5py.File(folder / "spikes.h5") as file:
        assert file.attrs["magic"] == 0x0A7A
        assert list(file.attrs["version"]) == [0, 1]
        (group,) = file["spikes"].values()
        assert group["timestamps"].dtype == np.float64 and group["node_ids"].dtype == np.uint64
        units = group["timestamps"].attrs["units"]
        assert (units.decode() if isinstance(units, bytes) else units) == "ms"
        assert h5py.check_enum_dtype(group.attrs.get_id("sorting").dtype) == {"none": 0, "by_id": 1, "by_time": 2}


def test_libsonata_reads_it(ranvier, folder):
    libsonata = pytest.importorskip("libsonata")
    ranvier.check("--raster", "spikes.h5", "cells.hoc", cwd=folder, ranks=2)
    reader = libsonata.SpikeReader(str(folder / "spikes.h5"))
    (name,) = reader.get_population_names()
    read = sorted((time, gid) for gid, time in reader[name].get())
    assert read == spikes_of(folder / "spikes.h5")


def test_killed_run_is_recovered(ranvier, folder):
    """`recover` writes a beginning of the whole raster; before, no file had the final name."""
    ranvier.check("--raster", "whole.txt", "cells.hoc", cwd=folder)
    (folder / "endless.hoc").write_text(SCRIPT.replace("TSTOP", "1e9"))
    process = subprocess.Popen(
        [ranvier.mpiexec, "-n", "2", ranvier.bin_folder / "ranvier", "--quiet", "--raster", "spikes.h5", "endless.hoc"],
        cwd=folder,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
    )
    # Spikes are recovered up to the time that the logs of all ranks have reached.
    deadline = time.time() + 30
    while time.time() < deadline:
        logs = list(folder.glob("spikes.h5.rank-*.log"))
        if len(logs) == 2 and min(log.stat().st_size for log in logs) >= 20000:
            break
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    wait_until_ended(folder)
    assert not (folder / "spikes.h5").exists()
    ranvier.check("raster", "recover", "spikes.h5", cwd=folder)
    recovered = spikes_of(folder / "spikes.h5")
    whole = raster_of((folder / "whole.txt").read_text())
    assert recovered[: len(whole)] == whole[: len(recovered)] and len(recovered) > 100
    libsonata = pytest.importorskip("libsonata")
    assert [(t, gid) for gid, t in libsonata.SpikeReader(str(folder / "spikes.h5"))["All"].get()] == recovered


def test_raster_into_a_missing_folder_is_said_before_the_run(ranvier, folder):
    outcome = ranvier.run("--raster", "nowhere/spikes.h5", "cells.hoc", cwd=folder)
    assert outcome.status == 1 and "nowhere" in outcome.err, outcome
