"""Reports and rasters of runs with checkpoints: a resumed run completes them, byte for byte as one that was never killed."""

import io
import re

import h5py
import pytest

CELLS = """
begintemplate Cell
public soma, dend, stim, syn
create soma, dend
objref stim, syn
proc init() {
    soma { insert hh  nseg = 3  L = 30  diam = 30 }
    connect dend(0), soma(1)
    dend { insert pas  nseg = 4  L = 100  diam = 2 }
    soma stim = new IClamp(0.5)
    stim.del = 1 + $1
    stim.dur = 1e9
    stim.amp = 1
    dend syn = new ExpSyn(0.2)
}
endtemplate Cell
objref pc, nc, nil, cells, cons
pc = new ParallelContext()
{ cells = new List()  cons = new List() }
for (i = pc.id; i < 7; i += pc.nhost) {
    cells.append(new Cell(i))
    pc.set_gid2node(i, pc.id)
    cells.o(cells.count - 1).soma nc = new NetCon(&v(0.5), nil)
    pc.cell(i, nc)
}
k = 0
for (i = pc.id; i < 7; i += pc.nhost) {
    nc = pc.gid_connect((i + 1) % 7, cells.o(k).syn)
    { nc.weight = 0.03  nc.delay = 1.3  cons.append(nc)  k += 1 }
}
{ pc.set_maxstep(10) }
objref cv, fih
cv = new CVode()
proc fail() { if (t_fails > 0) cv.event(t_fails, "execerror(\\"killed\\", 0)") }
fih = new FInitializeHandler(1, "fail()")
{ load_file("stdrun.hoc") }
tstop = 60
"""
RUN = "{ stdinit()  pc.psolve(tstop) }\n"
REPORTS = (
    "v.h5:variable=v,dt=0.1,sections=all",
    "m.h5:variable=m_hh,start=10,dt=0.25,precision=double",
    "i.h5:variable=IClamp.i",
)
OPTIONS = [word for report in REPORTS for word in ("--report", report)] + ["--raster", "spikes.h5"]
FILES = ("v.h5", "m.h5", "i.h5", "spikes.h5")
SAVES = ("--checkpoint-every", "5ms", "--checkpoint", "saved")


@pytest.fixture(scope="module")
def whole(ranvier, tmp_path_factory):
    """The files of a run that is not interrupted, on one rank, by --math."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "net.hoc").write_text(CELLS + RUN)
    files = {}
    for math in ("vector", "libm"):
        ranvier.check("--quiet", "--math", math, *OPTIONS, "-c", "t_fails = 0", "net.hoc", cwd=folder)
        files[math] = {name: (folder / name).read_bytes() for name in FILES}
    with h5py.File(folder / "spikes.h5") as file:
        assert len(file["spikes/All/timestamps"]) > 20
    return files


@pytest.fixture
def killed(ranvier, tmp_path):
    """Runs the script until `t` [ms], where it ends with an error."""

    def run(t, *arguments, ranks=1, script="net.hoc"):
        outcome = ranvier.run(*arguments, "-c", f"t_fails = {t}", script, cwd=tmp_path, ranks=ranks)
        assert outcome.status != 0 and "killed" in outcome.err, outcome
        return outcome

    return run


def raster_but_scripts(content):
    """All that a raster holds, except which scripts made it."""
    with h5py.File(io.BytesIO(content)) as file:
        group = file["spikes/All"]
        columns = {name: group[name][:].tobytes() for name in group}
        return columns, {name: group.attrs[name] for name in group.attrs if name != "scripts"}


def assert_files(folder, expected, same_scripts=True):
    for name, content in expected.items():
        found = (folder / name).read_bytes()
        if same_scripts or name != "spikes.h5":
            assert found == content, name
        else:
            assert raster_but_scripts(found) == raster_but_scripts(content)
    assert not [path.name for path in folder.iterdir() if path.suffix == ".log" or "saved" in path.name]


@pytest.mark.parametrize(
    "math, ranks, more",
    [
        ("vector", (1, 1), ()),
        ("libm", (1, 1), ()),
        ("libm", (2, 2), ()),
        ("vector", (2, 2, 2), ("--threads", "2")),
        ("vector", (1, 3, 2), ("--exchange", "isend")),
        ("libm", (3, 2, 1), ()),
    ],
)
def test_files_of_a_killed_run_are_completed(ranvier, whole, killed, tmp_path, math, ranks, more):
    (tmp_path / "net.hoc").write_text(CELLS + RUN)
    arguments = ["--quiet", "--math", math, *more, *OPTIONS, *SAVES, "--resume=force"]
    for k, count in enumerate(ranks[:-1]):
        killed(17 + 19 * k, *arguments, ranks=count)
        killed(18 + 19 * k, *arguments, ranks=count)  # perhaps from the same checkpoint
    ranvier.check(*arguments, "-c", "t_fails = 0", "net.hoc", cwd=tmp_path, ranks=ranks[-1])
    assert_files(tmp_path, whole[math])


SCRIPTED = "".join(f'{{ pc.report("{report}") }}\n' for report in REPORTS) + '{ pc.raster("spikes.h5") }\n'
REQUEST = '{ pc.checkpoint("./saved", "5ms", 2) }\n'


@pytest.mark.parametrize("ranks", [(1, 1), (2, 3)])
@pytest.mark.parametrize("first", ["files", "checkpoint"])
def test_files_that_a_script_opens(ranvier, whole, killed, tmp_path, first, ranks):
    """pc.raster and pc.report, before and after pc.checkpoint."""
    opened = SCRIPTED + REQUEST if first == "files" else REQUEST + SCRIPTED
    (tmp_path / "net.hoc").write_text(CELLS + opened + RUN + "{ x = pc.raster() }\n")
    killed(33, ranks=ranks[0])
    ranvier.check("-c", "t_fails = 0", "net.hoc", cwd=tmp_path, ranks=ranks[1])
    assert_files(tmp_path, whole["vector"], same_scripts=False)


PYTHON = """
from neuron import h
h("t_fails = %s")
h.load_file("cells.hoc")
pc = h.ParallelContext()
%s
h.stdinit()
pc.psolve(h.tstop)
print(int(pc.raster()))
"""


def test_files_of_a_python_process(python, ranvier, whole, tmp_path):
    (tmp_path / "cells.hoc").write_text(CELLS)
    lines = (SCRIPTED + REQUEST).replace("{ ", "").replace(" }", "")
    failed = python(PYTHON % (33, lines), tmp_path)
    assert failed.status == 1 and (tmp_path / "saved").exists(), failed
    outcome = python(PYTHON % (0, lines), tmp_path)
    assert outcome.status == 0, outcome
    for name in FILES[:3]:
        assert (tmp_path / name).read_bytes() == whole["libm"][name], name
    (tmp_path / "whole.h5").write_bytes(whole["libm"]["spikes.h5"])
    said = ranvier.check("raster", "compare", "spikes.h5", "whole.h5", cwd=tmp_path).out
    assert said.splitlines()[0] == f"identical: {outcome.out.split()[-1]} spikes"
    assert not list(tmp_path.glob("*.log")) and not (tmp_path / "saved").exists()


TRIALS = (
    CELLS
    + REQUEST
    + """
{ pc.report("v.h5:variable=v,dt=0.1") }
strdef name
objref spikes
spikes = new Vector()
for trial = 0, 2 {
    sprint(name, "trial-%d.txt", trial)
    pc.raster(name)
    tstop = 20 + trial
    { stdinit()  pc.psolve(tstop - 3) }
    if (trial == 1) {  // closes the file within the run
        spikes.append(pc.raster())
        pc.raster("rest.txt")
    }
    pc.psolve(tstop)
    spikes.append(pc.raster())
    if (trial == fails) execerror("killed", 0)
}
if (pc.id == 0) spikes.printf("%g ")
"""
)


@pytest.mark.parametrize("fails, t_fails", [(0, 0), (1, 0), (-1, 9), (-1, 19.5)])
def test_scans_with_a_raster_for_each_trial(ranvier, tmp_path, fails, t_fails):
    """Also if the checkpoint is of the trial before the one that is killed."""
    (tmp_path / "scan.hoc").write_text(TRIALS)
    words = ("-c", "fails = -1", "-c", "t_fails = 0", "scan.hoc")
    expected = ranvier.check(*words, cwd=tmp_path).out
    files = ("trial-0.txt", "trial-1.txt", "trial-2.txt", "rest.txt", "v.h5")
    contents = {name: (tmp_path / name).read_bytes() for name in files}
    assert len(contents["rest.txt"]) > 0
    for name in files:
        (tmp_path / name).unlink()
    failed = ranvier.run("-c", f"t_fails = {t_fails}", "-c", f"fails = {fails}", "scan.hoc", cwd=tmp_path, ranks=2)
    assert failed.status != 0 and "killed" in failed.err, failed
    resumed = ranvier.check(*words, cwd=tmp_path)
    assert resumed.out == expected and "resumed    at t" in resumed.err, resumed
    assert_files(tmp_path, contents)


@pytest.mark.parametrize("ranks", [(1, 1), (2, 1)])
def test_a_run_that_a_signal_ended_goes_on(ranvier, tmp_path, ranks):
    """Its files are complete up to there, and its logs stay for the run that resumes."""
    text = CELLS + "tstop = 1500\n" + RUN
    (tmp_path / "net.hoc").write_text(text)
    (tmp_path / "ends.hoc").write_text(text.replace('execerror(\\"killed\\", 0)', 'system(\\"kill -TERM $PPID\\")'))
    ranvier.check(*OPTIONS, "-c", "t_fails = 0", "net.hoc", cwd=tmp_path)
    expected = {name: (tmp_path / name).read_bytes() for name in FILES}
    arguments = [*OPTIONS, "--checkpoint", "saved"]
    outcome = ranvier.run(*arguments, "-c", "t_fails = 31", "ends.hoc", cwd=tmp_path, ranks=ranks[0])
    said = "wrote the checkpoint saved, the raster spikes.h5, a report of "
    assert outcome.status != 0 and said in outcome.err, outcome
    with h5py.File(tmp_path / "v.h5") as file:
        assert 310 <= len(file["report/All/data"]) < 15000
    words = ("--resume=force", "-c", "t_fails = 0", "net.hoc")
    outcome = ranvier.check(*arguments, *words, cwd=tmp_path, ranks=ranks[1])
    assert "resumed    at t" in outcome.err, outcome
    assert_files(tmp_path, expected, same_scripts=False)  # those of both runs


@pytest.mark.parametrize(
    "reports, said",
    [
        (
            ["v.h5:variable=v,dt=0.2"],
            r"v.h5: the saved run reported v of All every 0.1\d* ms, this one v of All every 0.2",
        ),
        (["v.h5:variable=ina,dt=0.1"], r"v.h5: the saved run reported v of All .*, this one ina"),
        (["v.h5:variable=v,dt=0.1,cells=0-4"], "v.h5: the saved run reported other segments than this one"),
        (["w.h5:variable=v,dt=0.1"], "w.h5: the saved run did not write this file"),
    ],
)
@pytest.mark.parametrize("ranks", [1, 2])
def test_other_reports_are_refused(ranvier, killed, tmp_path, reports, said, ranks):
    (tmp_path / "net.hoc").write_text(CELLS + RUN)
    killed(33, "--report", "v.h5:variable=v,dt=0.1", *SAVES)
    words = [word for report in reports for word in ("--report", report)]
    outcome = ranvier.run(*words, *SAVES, "--resume=force", "-c", "t_fails = 0", "net.hoc", cwd=tmp_path, ranks=ranks)
    assert outcome.status != 0 and re.search(said, outcome.err), outcome


def test_what_was_recorded_anew_within_the_run_goes_on(ranvier, killed, tmp_path):
    """frecord_init restarts the reports at 12 ms, which the resumed run repeats."""
    text = CELLS + "{ stdinit()  pc.psolve(12)  frecord_init()  pc.psolve(tstop) }\n"
    (tmp_path / "net.hoc").write_text(text)
    words = ["--report", "v.h5:variable=v,dt=0.1", "--report", "e.h5:variable=v,end=20,dt=0.3", *SAVES]
    ranvier.check(*words, "-c", "t_fails = 0", "net.hoc", cwd=tmp_path)
    expected = {name: (tmp_path / name).read_bytes() for name in ("v.h5", "e.h5")}
    with h5py.File(tmp_path / "v.h5") as file:
        assert abs(file["report/All/mapping/time"][0] - 12) < 0.1
    for t in (9, 33):
        killed(t, *words)
        ranvier.check(*words, "--resume=force", "-c", "t_fails = 0", "net.hoc", cwd=tmp_path)
        assert_files(tmp_path, expected)
