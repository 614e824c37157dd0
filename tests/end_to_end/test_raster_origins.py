"""Rasters say when recording began, and from which scripts and mechanisms they were made."""

import os
import signal
import subprocess
import time

import h5py
import pytest

NET = """
load_file("stdrun.hoc")
load_file("cells.hoc")
objref pc, cell, nc, nil, keep
pc = new ParallelContext()
keep = new List()
for (gid = pc.id; gid < 6; gid += pc.nhost) {
    cell = make(gid)
    pc.set_gid2node(gid, pc.id)
    nc = new NetCon(cell, nil)
    pc.cell(gid, nc)
    keep.append(cell)
}
{ pc.set_maxstep(5)  stdinit() }
"""
CELLS = """
obfunc make() { localobj cell
    cell = new Beat()
    cell.interval = 4 + $1
    return cell
}
"""
BEAT = """
NEURON { ARTIFICIAL_CELL Beat  RANGE interval }
PARAMETER { interval = 5 (ms) }
INITIAL { net_send(interval, 1) }
NET_RECEIVE (w) { if (flag == 1) { net_event(t)  net_send(interval, 1) } }
"""
RUN = "{ pc.psolve(60) }\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "net.hoc").write_text(NET + RUN)
    (tmp_path / "cells.hoc").write_text(CELLS)
    (tmp_path / "beat.mod").write_text(BEAT)
    return tmp_path


def said(path):
    """What the raster says, with lists of files as {name: hash}."""
    with h5py.File(path) as file:
        (group,) = file["spikes"].values()
        words = {name: group.attrs[name] for name in group.attrs if name != "sorting"}
    words = {name: text.decode() if isinstance(text, bytes) else text for name, text in words.items()}
    return {name: files_in(text) if name in ("scripts", "mechanisms") else text for name, text in words.items()}


def files_in(lines):
    return {name: number for number, name in (line.split(" ", 1) for line in lines.splitlines())}


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_raster_names_its_scripts_and_mechanisms(ranvier, folder, ranks):
    ranvier.check("--raster", "spikes.h5", "-c", "x = 1", "net.hoc", cwd=folder, ranks=ranks)
    found = said(folder / "spikes.h5")
    assert sorted(found["scripts"]) == ["cells.hoc", "net.hoc"], "the program's own scripts and -c are not of the user"
    assert list(found["mechanisms"]) == ["beat.mod"]
    assert (found["begin"], found["cells"]) == ("0", "6")
    ranvier.check("--raster", "again.h5", "-c", "x = 1", "net.hoc", cwd=folder)
    assert (folder / "spikes.h5").read_bytes() == (folder / "again.h5").read_bytes()


def test_hashes_follow_the_model_and_not_the_length_of_the_run(ranvier, folder):
    ranvier.check("--raster", "a.h5", "net.hoc", cwd=folder)
    (folder / "net.hoc").write_text(NET + RUN.replace("60", "30"))
    ranvier.check("--raster", "shorter.h5", "net.hoc", cwd=folder)
    (folder / "cells.hoc").write_text(CELLS.replace("4 +", "5 +"))
    (folder / "beat.mod").write_text(BEAT.replace("= 5 (ms)", "= 6 (ms)"))
    ranvier.check("--raster", "other.h5", "net.hoc", cwd=folder)
    a, shorter, other = (said(folder / f"{name}.h5") for name in ("a", "shorter", "other"))
    assert a["scripts"] == shorter["scripts"] and a["mechanisms"] == shorter["mechanisms"]
    assert a["scripts"]["net.hoc"] == other["scripts"]["net.hoc"]
    assert a["scripts"]["cells.hoc"] != other["scripts"]["cells.hoc"]
    assert a["mechanisms"]["beat.mod"] != other["mechanisms"]["beat.mod"]


def test_scripts_that_only_some_ranks_load_are_named(ranvier, folder):
    for rank in (0, 1):
        (folder / f"of{rank}.hoc").write_text(f"x = {rank}\n")
    load = 'if (pc.id == 0) load_file("of0.hoc")\nif (pc.id == pc.nhost - 1) load_file("of1.hoc")\n'
    for place, text in {"before": NET + load + RUN, "after": NET + RUN + load}.items():
        (folder / "net.hoc").write_text(text)
        ranvier.check("--raster", "spikes.h5", "net.hoc", cwd=folder, ranks=2)
        assert sorted(said(folder / "spikes.h5")["scripts"]) == ["cells.hoc", "net.hoc", "of0.hoc", "of1.hoc"], place


def test_begin_is_where_recording_began(ranvier, folder):
    (folder / "net.hoc").write_text(NET + 'pc.psolve(20)\n{ pc.raster("late.h5") }\n' + RUN)
    ranvier.check("net.hoc", cwd=folder, ranks=2)
    assert float(said(folder / "late.h5")["begin"]) == pytest.approx(20)
    with h5py.File(folder / "late.h5") as file:
        assert file["spikes/All/timestamps"][0] == pytest.approx(20), (
            "the next is that of a cell with an interval of 7 ms"
        )
    later = "objref state\nstate = new SaveState()\npc.psolve(15)\nstate.save()\nstdinit()\nstate.restore()\n"
    (folder / "net.hoc").write_text(NET + later + RUN)
    ranvier.check("--raster", "restored.h5", "net.hoc", cwd=folder)
    assert float(said(folder / "restored.h5")["begin"]) == pytest.approx(15, abs=1e-9)
    (folder / "net.hoc").write_text(NET + '{ pc.raster("again.h5") }\npc.psolve(20)\nstdinit()\n' + RUN)
    ranvier.check("net.hoc", cwd=folder)
    assert said(folder / "again.h5")["begin"] == "0", "finitialize starts the recording again"


def test_variable_steps_and_presimulation_begin_at_zero(ranvier, folder):
    (folder / "net.hoc").write_text(NET.replace("stdinit()", "cvode_active(1)  stdinit()") + RUN)
    ranvier.check("--raster", "spikes.h5", "net.hoc", cwd=folder)
    assert said(folder / "spikes.h5")["begin"] == "0"
    (folder / "net.hoc").write_text(NET + RUN)
    ranvier.check("--raster", "spikes.h5", "--presimulate", "30", "net.hoc", cwd=folder)
    assert said(folder / "spikes.h5")["begin"] == "0"


@pytest.mark.parametrize("ranks", [1, 2])
def test_recovered_raster_says_it_too(ranvier, folder, ranks):
    (folder / "net.hoc").write_text(NET + RUN.replace("60", "1e9"))
    launcher = [] if ranks == 1 else [ranvier.mpiexec, "-n", str(ranks)]
    process = subprocess.Popen(
        [*launcher, ranvier.bin_folder / "ranvier", "--quiet", "--raster", "spikes.h5", "net.hoc"],
        cwd=folder,
        start_new_session=True,
    )
    names = [folder / f"spikes.h5.rank-{rank}-of-{ranks}.log" for rank in range(ranks)]
    while not all(name.exists() and name.stat().st_size > 10_000 for name in names):
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    ranvier.check("raster", "recover", "spikes.h5", cwd=folder)
    found = said(folder / "spikes.h5")
    assert sorted(found["scripts"]) == ["cells.hoc", "net.hoc"] and list(found["mechanisms"]) == ["beat.mod"]
    assert found["begin"] == "0" and found["math"] == "vector" and found["dt"] == "0.025"
    with h5py.File(folder / "spikes.h5") as file:
        assert float(found["tstop"]) >= file["spikes/All/timestamps"][-1]


def test_resumed_raster_says_it_too(ranvier, folder):
    fails = '{ pc.psolve(30) }\nif (fails) execerror("killed", 0)\n'
    (folder / "net.hoc").write_text(NET.replace("load_file", "fails = 1\nload_file", 1) + fails + RUN)
    saves = ("--raster", "spikes.h5", "--checkpoint-every", "10ms", "--checkpoint", "saved")
    assert ranvier.run(*saves, "net.hoc", cwd=folder, ranks=2).status != 0
    (folder / "net.hoc").write_text(NET.replace("load_file", "fails = 0\nload_file", 1) + fails + RUN)
    assert ranvier.run(*saves, "--resume", "net.hoc", cwd=folder, ranks=3).status != 0, "the script has changed"
    ranvier.check(*saves, "--resume=force", "net.hoc", cwd=folder, ranks=3)
    found = said(folder / "spikes.h5")
    assert found["begin"] == "0" and float(found["tstop"]) == pytest.approx(60)
    with h5py.File(folder / "spikes.h5") as file:
        (group,) = file["spikes"].values()
        lines = group.attrs["scripts"]
    lines = (lines.decode() if isinstance(lines, bytes) else lines).splitlines()
    assert [line.split(" ")[1] for line in sorted(lines, key=lambda line: line.split(" ")[1])] == [
        "cells.hoc",
        "net.hoc",
        "net.hoc",
    ], "both texts of the script that was changed between"


def test_python_says_it_too(ranvier, python, folder):
    text = """
from neuron import h
pc = h.ParallelContext()
cell = h.NetStim()
cell.start, cell.interval, cell.number = 1, 5, 100
pc.set_gid2node(0, 0)
nc = h.NetCon(cell, None)
pc.cell(0, nc)
h.load_file("extra.hoc")
pc.raster("spikes.h5")
h.finitialize()
pc.psolve(20)
"""
    (folder / "extra.hoc").write_text("x = 1\n")
    (folder / "net.py").write_text(text)
    ranvier.check("net.py", cwd=folder)
    inside = said(folder / "spikes.h5")["scripts"]
    assert sorted(inside) == ["extra.hoc", "net.py"]
    outcome = python(text, folder)
    assert outcome.status == 0, outcome
    outside = said(folder / "spikes.h5")["scripts"]
    assert outside == {"extra.hoc": inside["extra.hoc"], "script.py": inside["net.py"]}


def test_compare_names_what_was_made_from_other_texts(ranvier, folder):
    ranvier.check("--raster", "a.h5", "net.hoc", cwd=folder)
    (folder / "cells.hoc").write_text(CELLS.replace("4 +", "5 +"))
    (folder / "beat.mod").write_text(BEAT + "COMMENT another text ENDCOMMENT\n")
    ranvier.check("--raster", "b.h5", "--math", "libm", "net.hoc", cwd=folder)
    outcome = ranvier.run("raster", "compare", "a.h5", "b.h5", cwd=folder)
    assert outcome.status == 1
    assert outcome.out.splitlines()[1:] == [
        "scripts that differ: cells.hoc",
        "mechanisms that differ: beat.mod",
        "math: vector | libm",
    ]
    assert ranvier.check("raster", "compare", "a.h5", "a.h5", cwd=folder).out.startswith("identical")
    ranvier.check("raster", "convert", "a.h5", "c.h5", cwd=folder)
    assert said(folder / "c.h5") == said(folder / "a.h5"), "a converted raster says the same"
    assert len(ranvier.check("raster", "compare", "a.h5", "c.h5", cwd=folder).out.splitlines()) == 1
    ranvier.check("raster", "convert", "a.h5", "a.txt", cwd=folder)
    assert len(ranvier.check("raster", "compare", "a.h5", "a.txt", cwd=folder).out.splitlines()) == 1


def test_replay_warns_of_changed_texts(ranvier, folder):
    ranvier.check("--raster", "a.h5", "net.hoc", cwd=folder, ranks=2)
    replay = ("replay", "--raster", "a.h5", "--cells", "1,2", "--verify", "net.hoc")
    assert "changed" not in ranvier.check(*replay, cwd=folder).err
    (folder / "net.hoc").write_text(NET + "{ pc.psolve(30) }\n")
    assert "changed" not in ranvier.check(*replay, cwd=folder).err, "a shorter replay is of the same model"
    (folder / "cells.hoc").write_text(CELLS + "// another text\n")
    (folder / "beat.mod").write_text(BEAT + "COMMENT another text ENDCOMMENT\n")
    outcome = ranvier.check(*replay, cwd=folder)
    assert "changed since a.h5 was recorded: cells.hoc, beat.mod\n" in outcome.err
    assert "identical" in outcome.out
    assert "changed" not in ranvier.check("replay", "--quiet", *replay[1:], cwd=folder).err


def test_replay_that_begins_before_the_raster_is_an_error(ranvier, folder):
    (folder / "net.hoc").write_text(NET + 'pc.psolve(20)\n{ pc.raster("late.h5") }\n' + RUN)
    ranvier.check("net.hoc", cwd=folder)
    outcome = ranvier.run("replay", "--raster", "late.h5", "--cells", "1", "net.hoc", cwd=folder)
    assert outcome.status != 0 and "late.h5 begins at 20 ms, but the replay began at 0 ms" in outcome.err


def test_pages_and_figures_count_from_the_beginning(ranvier, folder):
    (folder / "net.hoc").write_text(NET + 'pc.psolve(20)\n{ pc.raster("late.h5") }\n{ pc.psolve(40) }\n')
    ranvier.check("net.hoc", cwd=folder)
    with h5py.File(folder / "late.h5") as file:
        count = len(file["spikes/All/timestamps"])
    rate = count / 6 / 0.020
    ranvier.check("plot", "late.h5", "-o", "late.svg", cwd=folder)
    figure = (folder / "late.svg").read_text()
    assert f"{count} spikes of 6 cells from 20 to 40 ms, {rate:.3g} spikes/s" in figure
    ranvier.check("view", "late.h5", cwd=folder)
    page = (folder / "late.h5.html").read_text()
    assert "Recording began at 20 ms. The run ended at 40 ms." in page


def test_simulated_exchange_takes_the_steps_from_the_raster(ranvier, folder):
    ranvier.check("--raster", "a.h5", "--connections", "edges.h5", "--summary", "a.json", "net.hoc", cwd=folder)
    simulate = (
        "exchange",
        "simulate",
        "--raster",
        "a.h5",
        "--edges",
        "edges.h5",
        "--cells",
        "6",
        "--ranks",
        "2",
        "--json",
    )
    told = ranvier.check(*simulate, cwd=folder).out
    given = ranvier.check(*simulate, "--dt", "0.025", "--tstop", "60", cwd=folder).out
    assert told == given
    ranvier.check("raster", "convert", "a.h5", "a.txt", cwd=folder)
    silent = ranvier.run(*simulate[:3], "a.txt", *simulate[4:], cwd=folder)
    assert silent.status != 0 and "--dt and --tstop" in silent.err
