"""Commands that cannot do what their words ask: a line says what is wrong and what to do instead, on one rank and on two."""

import json
import shutil

import pytest

RING = ("-c", "ncell = 8", "-c", "tstop = 20", "ring/ring.hoc")


@pytest.fixture(scope="module")
def results(ranvier, root, tmp_path_factory):
    """A folder with what runs of a ring of 8 cells write, and with files of other kinds."""
    folder = tmp_path_factory.mktemp("results")
    shutil.copytree(root / "models" / "ring", folder / "ring")
    ranvier.check("run", "--quiet", "--raster", "s.h5", "--report", "v.h5:variable=v", *RING, cwd=folder)
    ranvier.check("run", "--quiet", "--raster", "s.txt", *RING, cwd=folder)
    ranvier.check("extract", "--raster", "s.h5", "--cells", "3", "--out", "c.h5", *RING, cwd=folder)
    (folder / "bad.h5").write_text("hello\n")
    (folder / "x.hoc").write_text("create soma\n")
    (folder / "x.py").write_text("print(1)\n")
    (folder / "config.json").write_text(json.dumps({"run": {"tstop": 20}}))
    for name in "study.yml", "cell.swc", "cell.asc", "k.mod", "t.csv":
        (folder / name).write_text("nothing\n")
    return folder


WRONG = {
    "plot x.hoc": "x.hoc is a script, not what a run has written; run it: ranvier --raster spikes.h5 x.hoc",
    "plot x.py": "x.py is a script, not what a run has written",
    "plot populations x.hoc": "x.hoc is a script, not what a run has written",
    "plot report x.py": "x.py is a script, not what a run has written",
    "plot c.h5": "c.h5 holds cells to be run, not results; run it: ranvier --raster spikes.h5 c.h5",
    "plot report c.h5": "c.h5 holds cells to be run, not results",
    "plot s.h5 --gids 88": "--gids 88: there is no such cell; its gids are 0-7",
    "plot report v.h5 --cells 88": "the report has none of these cells; its gids are from 0 to 7",
    "plot s.txt --gids 88": "--gids 88: there is no such cell",
    "view x.hoc": "x.hoc is a script, not what a run has written",
    "view bad.h5": "bad.h5 is not an HDF5 file, although its name ends in .h5",
    "view c.h5": "c.h5 holds cells to be run, not results",
    "view s.h5 --cells 88": "--cells 88: there is no such cell in s.h5; the gids are 0-7",
    "view v.h5 --cells 88,90-95": "--cells 88, 90-95: there is no such cell in v.h5",
    "view s.h5 v.h5 --cells 3,88": "--cells 88: there is no such cell in s.h5, v.h5",
    "view s.txt --cells 88": "--cells 88: there is no such cell in s.txt",
    "run --raster a --raster b x.hoc": "--raster is given 2 times; give it once",
    "exchange auto": "auto is a strategy, not a command of ranvier exchange: a run uses it with ranvier --exchange auto",
    "exchange alltoall:compress=on": "ranvier --exchange alltoall:compress=on FILE.hoc",
    "exchange lst": "there is no command lst; did you mean 'list'?",
    "exchange nonsense": "there is no command nonsense; choose one of list, machines, calibrate, simulate",
    "config.json": "config.json is not a script: a run takes scripts, and SONATA configurations, which have a key network or",
    "run config.json": "config.json is not a script",
    "study.yml": "study.yml is not a script: a study is run by: ranvier study run",
    "cell.swc": "cell.swc is not a script: a run takes scripts. In one, Import3d_SWC_read",
    "cell.asc": "cell.asc is not a script",
    "k.mod": "k.mod is not a script: a run takes scripts, and compiles the .mod files in their folder",
    "t.csv": "t.csv is not a script",
    "estimate --trace soma.v x.hoc": "--trace is an option of ranvier run, not of ranvier estimate",
    "estimate --raster s.h5 x.hoc": "--raster is an option of ranvier run, not of ranvier estimate",
    "build --dry-run --ranks 4 --report v.h5 x.hoc": "--report is an option of ranvier run, not of ranvier build",
    "raster compare s.h5 s.h5 --gids 3": "--gids is an option of ranvier plot, not of ranvier raster compare",
}


@pytest.mark.parametrize("words", WRONG)
def test_a_line_says_what_is_wrong(ranvier, results, tmp_path, words):
    before = {path.name for path in results.iterdir()}
    outcome = ranvier.run(*words.split(), cwd=results)
    assert outcome.status in (1, 2) and outcome.out == "", outcome
    assert WRONG[words] in outcome.err.splitlines()[0], outcome
    assert outcome.err.count("\n") <= 3 and "Traceback" not in outcome.err, outcome  # then the usage, and where help is
    assert {path.name for path in results.iterdir()} == before


RIGHT = ["plot s.h5 --gids 0 -o a.png", "view s.h5 v.h5 --cells 3 -o a.html", "view s.txt --cells 0-7 -o b.html"]


@pytest.mark.parametrize("words", RIGHT)
def test_cells_that_exist_are_shown(ranvier, results, tmp_path, words):
    for name in "s.h5", "v.h5", "s.txt":
        shutil.copy(results / name, tmp_path)
    ranvier.check(*words.split(), cwd=tmp_path)


@pytest.mark.parametrize(
    "words", ["exchange auto", "config.json", "estimate --trace soma.v x.hoc", "run --raster a --raster b x.hoc"]
)
def test_two_ranks_say_it_once(ranvier, results, words):
    outcome = ranvier.run(*words.split(), cwd=results, ranks=2)
    assert outcome.status != 0 and outcome.err.count(WRONG[words]) == 1, outcome


def test_an_extract_runs_on_one_rank(ranvier, results):
    outcome = ranvier.run("run", "c.h5", cwd=results, ranks=2)
    wrong = "c.h5: extracted cells run on one rank; run it without mpiexec"
    assert outcome.status == 1 and outcome.err.count(wrong) == 1 and "two owners" not in outcome.err, outcome
    ranvier.check("run", "c.h5", cwd=results)


@pytest.mark.parametrize("ranks", [1, 2])
@pytest.mark.parametrize("start", [50, 21])
def test_a_report_that_begins_after_the_end_is_named(ranvier, results, tmp_path, ranks, start):
    shutil.copytree(results / "ring", tmp_path / "ring")
    words = ("run", "--quiet", "--report", f"w.h5:variable=v,start={start}", *RING)
    outcome = ranvier.check(*words, cwd=tmp_path, ranks=ranks)
    wrong = f"warning: report w.h5 has no frames: it begins at {start} ms, and the run ended at 20 ms"
    assert outcome.err.count(wrong) == 1, outcome


def test_a_simulation_without_memory_says_so(ranvier, results):
    words = "exchange simulate --ranks 64 --cells 10000000 --tstop 50 --force"
    command = f"ulimit -v 400000; exec {ranvier.bin_folder / 'ranvier'} {words}"
    from oracle.commands import run

    outcome = run(["bash", "-c", command], results)
    assert outcome.status == 1, outcome
    assert outcome.err == (
        "ranvier: 64 ranks and this network need more memory than there is; simulate fewer ranks or a smaller network\n"
    )


def test_one_is_singular(ranvier, results, tmp_path):
    shutil.copytree(results / "ring", tmp_path / "ring")
    outcome = ranvier.check("run", "--raster", "s.h5", "--report", "v.h5:variable=v,start=20", *RING, cwd=tmp_path)
    assert "raster     1 spike in s.h5\n" in outcome.err, outcome
    assert (
        "extracted: 1 cell, 1 connection onto it, "
        in ranvier.check("extract", "--raster", "s.h5", "--cells", "3", "--out", "c.h5", *RING, cwd=tmp_path).out
    )
    assert ranvier.check("raster", "convert", "s.h5", "s.txt", cwd=tmp_path).out == "1 spike in s.txt\n"
    assert ranvier.check("raster", "compare", "s.h5", "s.txt", cwd=tmp_path).out == "identical: 1 spike\n"
