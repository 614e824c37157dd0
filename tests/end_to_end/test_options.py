"""What the command line says of wrong words: one or two lines with the command, what is near, and where help is."""

import json
import re

import pytest

WRONG = {  # words: what the message says, after the command
    ("--rastr", "x.h5", "a.hoc"): "ranvier run: unknown option --rastr; did you mean '--raster'?\n",
    ("run", "--exchage", "isend", "a.hoc"): "ranvier run: unknown option --exchage; did you mean '--exchange'?\n",
    ("run", "--threads", "0", "a.hoc"): "ranvier run: --threads: 0 is not in the range 1 to 1024\n",
    ("run", "--math", "fast", "a.hoc"): "ranvier run: --math: 'fast' is not one of vector,libm\n",
    ("run", "--memory", "1XB", "a.hoc"): "ranvier run: --memory: 'xb' is not a unit; write 500MB or 4GB\n",
    ("run", "--raster"): "ranvier run: --raster: its value (FILE) is missing\n",
    ("plto",): "ranvier: plto is neither a command nor a file; did you mean 'plot'?\n",
    ("exchange", "lst"): "ranvier exchange: there is no command lst; did you mean 'list'?\n",
    ("exchange",): "ranvier exchange: what? list, machines, calibrate, simulate\n",
    (
        "raster",
        "convert",
        "a.h5",
    ): "ranvier raster convert: to is missing\nUsage: ranvier raster convert [OPTIONS] from to\n",
    ("replay", "--raster", "x.h5", "a.hoc"): "or a rank of several with --rank and --of\n",
}


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_wrong_words(ranvier, tmp_path, words):
    outcome = ranvier.run(*words, cwd=tmp_path)
    assert outcome.status == 2 and outcome.out == "", outcome
    assert WRONG[words] in outcome.err and re.search(r"^ranvier.* --help describes all \w+$", outcome.err, re.M), (
        outcome
    )


INPUT = {  # words: what is wrong with files and values
    ("run", "folder"): "can't read folder: it is a folder",
    ("run", "nowhere.hoc"): "can't read nowhere.hoc: No such file or directory",
    ("run", "--memory", "1KB", "a.hoc"): "--memory 1024 bytes: the program itself needs ",
    ("run", "--raster", "nowhere/x.h5", "a.hoc"): "cannot write nowhere/x.h5: there is no folder nowhere",
    ("doc", "nosuchthing"): "nosuchthing",
}


@pytest.mark.parametrize("words", INPUT, ids=" ".join)
def test_wrong_files_and_values(ranvier, tmp_path, words):
    (tmp_path / "folder").mkdir()
    (tmp_path / "a.hoc").write_text("print 1\n")
    outcome = ranvier.run(*words, cwd=tmp_path)
    assert outcome.status == 1 and INPUT[words] in outcome.err, outcome
    assert outcome.err.count("\n") <= 2, outcome


def test_resume_says_that_there_is_no_checkpoint(ranvier, root, tmp_path):
    words = ("--resume", "--checkpoint", "none.checkpoint", "-c", "ncell = 4", "-c", "tstop = 5")
    outcome = ranvier.check("run", *words, root / "models" / "ring" / "ring.hoc", cwd=tmp_path)
    assert "there is no checkpoint none.checkpoint: the run begins at the beginning" in outcome.err


COMMANDS = ["", "run", "estimate", "build", "replay", "compile", "explain", "plot", "raster", "raster convert", "doc"]


@pytest.mark.parametrize("command", [*COMMANDS, "exchange", "exchange simulate", "exchange list"])
def test_help_is_narrow_and_in_words(ranvier, tmp_path, command):
    text = ranvier.check(*command.split(), "--help", cwd=tmp_path).out
    assert max(map(len, text.splitlines())) <= 100
    assert not re.search(r" in \[|Option Group|INT:|TEXT|REQUIRED", text), text


def test_machines_are_a_table_or_json(ranvier, tmp_path):
    table = ranvier.check("exchange", "machines", cwd=tmp_path).out
    machines = json.loads(ranvier.check("exchange", "machines", "--json", cwd=tmp_path).out)
    names = [machine["name"] for machine in machines]
    assert "bluegene_p" in names and all(f"\n{name}\n" in "\n" + table for name in names)
    assert machines[0]["latency_s"] == 2.75e-06 and re.search(r"latency +2\.75 us\n", table)
    assert re.search(r"barrier +1\.6 us +0 +0   network\n", table)
    (tmp_path / "machine.json").write_text(json.dumps(machines[0]))
    words = (
        "--ranks",
        "2",
        "--cells",
        "40",
        "--connections",
        "10",
        "--tbegin",
        "20",
        "--tstop",
        "22",
        "--machine-file",
        "machine.json",
    )
    assert json.loads(ranvier.check("exchange", "simulate", "--json", *words, cwd=tmp_path).out)


DESCRIBED = {
    "hh": "insert hh\n    The sodium, potassium and leak currents of the squid giant axon",
    "psolve": "ParallelContext.psolve: psolve(tstop)",
    "iclamp": "A current clamp: injects amp [nA] from del [ms] on, for dur [ms].",
    "ExpSyn": "values: tau [ms], e [mV]",
    "vector.APPEND": "Vector.append: ",
    "size": "size is a member of several: ",
}


@pytest.mark.parametrize("name", DESCRIBED)
def test_doc_finds_names_without_their_class_or_capitals(ranvier, tmp_path, name):
    assert DESCRIBED[name] in ranvier.check("doc", name, cwd=tmp_path).out


def test_explain_knows_built_in_mechanisms(ranvier, tmp_path):
    assert ranvier.check("explain", "hh", cwd=tmp_path).out.startswith("hh  density mechanism")
    assert ranvier.check("explain", "iclamp", cwd=tmp_path).out.startswith("IClamp  point process")
    outcome = ranvier.run("explain", "nosuch", cwd=tmp_path)
    assert outcome.status == 1 and "nosuch is neither a file or folder nor a built-in mechanism" in outcome.err


def test_compile_refuses_an_empty_file_and_finds_a_wrong_unit(ranvier, tmp_path):
    (tmp_path / "empty.mod").write_text("")
    outcome = ranvier.run("compile", "empty.mod", cwd=tmp_path)
    assert outcome.status == 1 and "this file is empty: it defines no mechanism" in outcome.err
    (tmp_path / "gate.mod").write_text(
        "NEURON { SUFFIX gate NONSPECIFIC_CURRENT i }\nUNITS { (mA) = (milliamp) (mV) = (millivolt) (S) = (siemens) }\n"
        "PARAMETER { gbar (mA/cm2) e (mV) n }\nASSIGNED { v (mV) i (mA/cm2) g (S/cm2) }\n"
        "BREAKPOINT {\n    g = gbar*n\n    i = g*(v - e)\n}\n"
    )
    out = ranvier.run("compile", "--units", "gate.mod", cwd=tmp_path)
    assert "gate.mod:6:5: units: 'g = ...': (S/cm2) beside (mA/cm2)" in out.out + out.err
