"""--trace: the values of variables at each step, without gids, of hoc and Python, on ranks; and their picture."""

import csv

import pytest

CELL = """
load_file("stdrun.hoc")
create soma, dend[2]
access soma
forall { insert hh nseg = 3 }
for i = 0, 1 { connect dend[i](0), soma(1) }
objref stim, syn
stim = new IClamp(0.5)
{ stim.del = 1 stim.dur = 0.5 stim.amp = 2 }
dend[1] syn = new ExpSyn(0.5)
tstop = 5
"""
BY_VECTORS = """
objref times, values[3], file
{ times = new Vector()  times.record(&t) }
for i = 0, 2 { values[i] = new Vector() }
{ values[0].record(&soma.v(0.5))  values[1].record(&dend[1].m_hh(0.1))  values[2].record(&stim.i) }
run()
file = new File()
{ file.wopen("vectors.txt") }
for i = 0, times.size - 1 { file.printf("%.17g %.17g %.17g %.17g\\n", times.x[i], values[0].x[i], values[1].x[i], values[2].x[i]) }
{ file.close() }
"""
NAMES = ("soma.v(0.5)", "dend[1].m_hh(0.1)", "stim.i")


def traced(names):
    return [word for name in names for word in ("--trace", name)]


def read(path):
    with open(path, newline="") as file:
        head, *rows = csv.reader(file)
    return head, [[float(word) for word in row] for row in rows]


@pytest.mark.parametrize("kind", ["fixed steps", "variable steps"])
def test_values_are_those_of_vector_record(ranvier, tmp_path, kind):
    steps = "" if kind == "fixed steps" else "objref cv\ncv = new CVode()\n{ cv.active(1) }\n"
    (tmp_path / "cell.hoc").write_text(CELL + steps + BY_VECTORS)
    outcome = ranvier.check(*traced(NAMES), "cell.hoc", cwd=tmp_path)
    head, rows = read(tmp_path / "traces.csv")
    assert head == ["t (ms)", *NAMES] and len(rows) > 20
    assert f"trace      3 variables at {len(rows)} times in traces.csv\n" in outcome.err
    wanted = [[float(word) for word in line.split()] for line in (tmp_path / "vectors.txt").read_text().splitlines()]
    assert rows == wanted


def test_the_last_run_is_written_and_the_middle_is_the_usual_place(ranvier, tmp_path):
    (tmp_path / "cell.hoc").write_text(CELL + "run()\ntstop = 2\nrun()\n")
    ranvier.check("--quiet", *traced(["soma.v"]), "--trace-file", "v.csv", "cell.hoc", cwd=tmp_path)
    head, rows = read(tmp_path / "v.csv")
    assert head == ["t (ms)", "soma.v"] and len(rows) == 81 and rows[-1][0] == pytest.approx(2)


PYTHON = """
from neuron import h
h.load_file("stdrun.hoc")
soma = h.Section(name="soma")
soma.insert("hh")
soma.L = soma.diam = 20
clamp = h.IClamp(soma(0.5))
clamp.delay, clamp.dur, clamp.amp = 1, 0.5, 2
h.tstop = 5
h.run()
"""


def test_sections_of_python(ranvier, tmp_path):
    (tmp_path / "cell.py").write_text(PYTHON)
    ranvier.check("--quiet", *traced(["soma.v(0.5)", "IClamp[0].i"]), "cell.py", cwd=tmp_path)
    _, rows = read(tmp_path / "traces.csv")
    assert max(row[1] for row in rows) > 0 and {row[2] for row in rows} == {0, 2}


RANKS = """
load_file("stdrun.hoc")
objref pc
pc = new ParallelContext()
create a, b
if (pc.nhost == 2 && pc.id == 0) { b { delete_section() } }
if (pc.nhost == 2 && pc.id == 1) { a { delete_section() } }
forall { insert hh }
{ pc.set_maxstep(1) finitialize(-60) }
{ pc.psolve(3) }
"""


def test_variables_of_ranks_stand_in_one_file(ranvier, tmp_path):
    (tmp_path / "net.hoc").write_text(RANKS)
    words = ("--quiet", *traced(["b.v(0.5)", "a.h_hh(0.5)"]), "net.hoc")
    ranvier.check(*words, cwd=tmp_path, ranks=2)
    on_two = (tmp_path / "traces.csv").read_text()
    ranvier.check(*words, cwd=tmp_path)
    assert (tmp_path / "traces.csv").read_text() == on_two and on_two.count("\n") == 122


def test_what_cannot_be_traced_is_said(ranvier, tmp_path):
    (tmp_path / "cell.hoc").write_text(CELL + "run()\n")
    outcome = ranvier.run("--quiet", *traced(["sooma.v(0.5)"]), "cell.hoc", cwd=tmp_path)
    assert outcome.status == 1 and "--trace sooma.v(0.5): there is no such variable when the run begins" in outcome.err
    assert "did you mean 'soma'?" in outcome.err and not (tmp_path / "traces.csv").exists()
    outcome = ranvier.run("--quiet", *traced(["soma.v"]), "--trace-file", "nowhere/v.csv", "cell.hoc", cwd=tmp_path)
    assert outcome.status == 1 and "there is no folder nowhere" in outcome.err
    local = "objref cv\ncv = new CVode()\n{ cv.active(1) cv.use_local_dt(1) }\nrun()\n"
    (tmp_path / "local.hoc").write_text(CELL + local)
    outcome = ranvier.run("--quiet", *traced(["soma.v"]), "local.hoc", cwd=tmp_path)
    assert outcome.status == 1 and "--trace: local variable steps have no common times" in outcome.err
    (tmp_path / "kept.hoc").write_text(
        CELL + 'objref pc\npc = new ParallelContext()\n{ pc.checkpoint("kept.checkpoint", "5ms") }\nrun()\n'
    )
    outcome = ranvier.run("--quiet", *traced(["soma.v"]), "kept.hoc", cwd=tmp_path)
    assert outcome.status == 1 and "traces are not supported with checkpoints" in outcome.err
    (tmp_path / "idle.hoc").write_text(CELL)
    outcome = ranvier.check(*traced(["soma.v"]), "idle.hoc", cwd=tmp_path)
    assert "trace      traces.csv is not written: no run began\n" in outcome.err


def test_plot_draws_what_the_file_holds(ranvier, tmp_path):
    (tmp_path / "cell.hoc").write_text(CELL + "run()\n")
    ranvier.check("--quiet", *traced(NAMES), "cell.hoc", cwd=tmp_path)
    assert ranvier.check("plot", "traces.csv", cwd=tmp_path).err == "wrote traces.png\n"
    outcome = ranvier.check("plot", "traces.csv", "-o", "traces.svg", "--start", "1", "--tstop", "3", cwd=tmp_path)
    picture = (tmp_path / "traces.svg").read_text()
    assert outcome.err == "wrote traces.svg\n" and all(name in picture for name in NAMES)
    assert ranvier.check("plot", "traces.csv", cwd=tmp_path).err == "wrote traces.png, which existed\n"
    (tmp_path / "raster.txt").write_text("1 0\n2 1\n")
    assert ranvier.check("plot", "raster.txt", cwd=tmp_path).err == "wrote raster.png\n"


WRONG = {
    ("nowhere.h5",): "there is no file nowhere.h5",
    (".",): ". is a folder",
    ("traces.csv", "-o", "x.jpeg"): "-o x.jpeg: the name of a figure ends in .png, .svg or .pdf",
    ("traces.csv", "-o", "nowhere/x.png"): "-o nowhere/x.png: there is no folder nowhere",
    ("damaged.h5",): "damaged.h5",
    ("traces.csv", "--start", "7"): "cannot draw traces.csv: it has no values in this time",
}


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_plot_says_in_a_line_what_is_wrong(ranvier, tmp_path, words):
    (tmp_path / "traces.csv").write_text("t (ms),soma.v\n0,-65\n1,-64\n")
    (tmp_path / "damaged.h5").write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(100))
    outcome = ranvier.run("plot", *words, cwd=tmp_path)
    assert outcome.status == 1 and WRONG[words] in outcome.err and outcome.err.count("\n") == 1, outcome


def test_a_raster_of_a_script_without_gids_says_why_it_is_empty(ranvier, tmp_path):
    (tmp_path / "cell.hoc").write_text(CELL + "run()\n")
    err = ranvier.check("--raster", "raster.h5", "cell.hoc", cwd=tmp_path).err
    assert (
        "raster     0 spikes in raster.h5: a raster holds spikes of gids, and no cell has one; see pc.set_gid2node"
        in err
    )
