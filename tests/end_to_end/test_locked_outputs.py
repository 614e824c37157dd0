"""Two runs that would write one file at a time: the second is refused, however the first was started, and only then."""

import re
import signal
import subprocess
import time

import pytest

ENDLESS = """
objref pc, stim, nc, nil
pc = new ParallelContext()
stim = new NetStim()
{ stim.start = 1  stim.interval = 2  stim.number = 1e9 }
{ pc.set_gid2node(pc.id, pc.id)  nc = new NetCon(stim, nil)  pc.cell(pc.id, nc)  pc.set_maxstep(10) }
%s
{ finitialize(-65)  pc.psolve(stop_) }
"""
OUTPUTS = {
    "raster": (["--raster", "out.h5"], "", "out.h5"),
    "report": (["--report", "out.h5:variable=NetStim.interval,dt=1"], "", "out.h5"),
    "checkpoint": (["--checkpoint", "saved"], "", "saved"),
    "pc.raster": ([], '{ pc.raster("out.h5") }', "out.h5"),
}


@pytest.fixture
def begun(ranvier, tmp_path):
    """Starts a run of the script, and returns once it holds the lock; at the end of the test, all are killed."""
    processes = []

    def start(words, name, ranks):
        command = [ranvier.bin_folder / "ranvier", *words, "-c", "stop_ = 1e12", "run.hoc"]
        if ranks > 1:
            command = [ranvier.mpiexec, "-n", str(ranks), *command]
        processes.append(
            subprocess.Popen(
                command, cwd=tmp_path, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        )
        limit = time.monotonic() + 30
        while not re.match(r"process \d+ on ", read(tmp_path / f"{name}.lock")):
            assert time.monotonic() < limit and processes[-1].poll() is None
            time.sleep(0.05)
        return processes[-1], int(read(tmp_path / f"{name}.lock").split()[1])

    yield start
    for process in processes:
        if process.poll() is None:
            process.kill()
        process.wait()


def read(path):
    return path.read_text() if path.exists() else ""


@pytest.mark.parametrize(
    "kind, ranks", [("raster", 1), ("raster", 2), ("report", 1), ("checkpoint", 2), ("pc.raster", 1)]
)
def test_a_second_run_is_refused(ranvier, begun, tmp_path, kind, ranks):
    words, statements, name = OUTPUTS[kind]
    (tmp_path / "run.hoc").write_text(ENDLESS % statements)
    _, owner = begun(words, name, ranks)
    second = ranvier.run(*words, "-c", "stop_ = 10", "run.hoc", cwd=tmp_path, ranks=3 - ranks)
    said = rf"{name} is being written by process {owner} on \S+: wait for its end, or choose another name"
    assert second.status == 1 and re.search(said, second.err), second
    other = [word.replace(name, f"other-{name}") for word in words]
    (tmp_path / "run.hoc").write_text(ENDLESS % statements.replace(name, f"other-{name}"))
    ranvier.check(*other, "-c", "stop_ = 10", "run.hoc", cwd=tmp_path)
    assert not (tmp_path / f"other-{name}.lock").exists()


@pytest.mark.parametrize("kind", ["raster", "checkpoint"])
def test_a_killed_run_leaves_no_lock(ranvier, begun, tmp_path, kind):
    words, statements, name = OUTPUTS[kind]
    (tmp_path / "run.hoc").write_text(ENDLESS % statements)
    process, _ = begun(words, name, 1)
    process.send_signal(signal.SIGKILL)
    process.wait()
    ranvier.check(*words, "-c", "stop_ = 10", "run.hoc", cwd=tmp_path)
    assert not (tmp_path / f"{name}.lock").exists()


def test_recovering_needs_no_lock(ranvier, begun, tmp_path):
    """One may look at what a run has written so far."""
    (tmp_path / "run.hoc").write_text(ENDLESS % "")
    begun(["--raster", "out.h5"], "out.h5", 1)
    time.sleep(1.5)
    said = ranvier.check("raster", "recover", "out.h5", "--out", "so_far.h5", cwd=tmp_path).out
    assert " spikes up to t = " in said
