"""Files with a byte order mark, as Windows' editors write them, names of files that are not text, compilers with words."""

import os
import shutil
import sys

import pytest

MARK = b"\xef\xbb\xbf"


def test_a_script_with_a_byte_order_mark(ranvier, tmp_path):
    (tmp_path / "part.hoc").write_bytes(MARK + b"x = 41\n")
    (tmp_path / "s.hoc").write_bytes(MARK + b'load_file("part.hoc")\nprint x + 1\nquit()\n')
    assert ranvier.check("--quiet", "s.hoc", cwd=tmp_path).out.split()[-1] == "42"


@pytest.mark.parametrize("first", [b"", b"# a cell\n"])
def test_a_shape_with_a_byte_order_mark(ranvier, tmp_path, first):
    points = b"1 1 0 0 0 5 -1\n2 1 10 0 0 5 1\n3 3 20 0 0 1 2\n4 3 120 0 0 1 3\n"
    script = (
        '{{ load_file("import3d.hoc") }}\nobjref r, g\nr = new Import3d_SWC_read()\nr.input("{name}")\n'
        "g = new Import3d_GUI(r, 0)\ng.instantiate(nil)\nforall print secname(), L, n3d()\nquit()\n"
    )
    said = []
    for name, mark in (("plain.swc", b""), ("marked.swc", MARK)):
        (tmp_path / name).write_bytes(mark + first + points)
        (tmp_path / "s.hoc").write_text(script.format(name=name))
        said.append(ranvier.check("--quiet", "s.hoc", cwd=tmp_path).out)
    assert said[0] == said[1] and "dend" in said[0]


def test_a_raster_with_a_byte_order_mark(ranvier, tmp_path):
    for name, mark in (("plain.dat", b""), ("marked.dat", MARK)):
        (tmp_path / name).write_bytes(mark + b"1.5\t3\n2.5\t4\n")
    (tmp_path / "named.dat").write_bytes(MARK + b"gid time\n3 1.5\n4 2.5\n")
    for name in ("marked.dat", "named.dat"):
        assert "identical" in ranvier.check("raster", "compare", "plain.dat", name, cwd=tmp_path).out


def test_connections_with_a_byte_order_mark(ranvier, tmp_path):
    (tmp_path / "edges.csv").write_bytes(MARK + b"source,target,delay,weight\n0,1,2,3\n")
    script = (
        'objref pc, cells\npc = new ParallelContext()\ncells = pc.cells("IntFire1", 0, 2)\n'
        'print pc.connect("edges.csv", "table")\nquit()\n'
    )
    (tmp_path / "s.hoc").write_text(script)
    outcome = ranvier.run("--quiet", "s.hoc", cwd=tmp_path)
    assert outcome.status == 0 and outcome.out.split()[-1] == "1", outcome


@pytest.fixture
def model(tmp_path):
    (tmp_path / "m.mod").write_text(
        "NEURON { SUFFIX m RANGE x }\nASSIGNED { x v }\nINITIAL { x = exprand(1)  x = 7 }\n"
    )
    (tmp_path / "s.hoc").write_text("create soma\n{ soma insert m finitialize() }\nprint soma.x_m(0.5)\nquit()\n")
    return tmp_path


@pytest.mark.parametrize("words", ["env g++", "g++ -DONE -m64", "env TWO=1 g++ -m64"])
def test_a_compiler_with_words(ranvier, model, words):
    env = {"RANVIER_CACHE": str(model / "cache"), "CXX": words}
    outcome = ranvier.run("compile", "--verbose", "m.mod", cwd=model, env=env)
    program, *rest = words.split()
    assert outcome.status == 0 and f"{shutil.which(program)} {' '.join(rest)}" in outcome.err, outcome
    assert ranvier.check("--quiet", "s.hoc", cwd=model, env=env).out.strip() == "7"
    assert f"{shutil.which(program)} {' '.join(rest)} (" in ranvier.check("doctor", cwd=model, env=env).out


def test_the_compiler_behind_another_word_is_part_of_the_key(ranvier, model):
    made = []
    for words in ("env g++", "env c++ -DONE"):
        env = {"RANVIER_CACHE": str(model / "cache"), "CXX": words}
        ranvier.check("--quiet", "s.hoc", cwd=model, env=env)
        made.append(len([path for path in (model / "cache").glob("*.so") if not path.name.startswith("any-")]))
    assert made == [1, 2]


def test_an_apostrophe_in_the_path_of_python(ranvier, tmp_path):
    folder = tmp_path / "it's"
    folder.mkdir()
    python = folder / "python3"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    env = {"RANVIER_PYTHON": str(python)}
    said = ranvier.check("doctor", cwd=tmp_path, env=env).out
    assert str(python) in said and "numpy: found" in said, said


DEEP = {
    "deep lists": "[" * 20000,
    "deep maps": "{a: " * 5000,
    "deep lines": "\n".join(" " * k + "a:" for k in range(3000)),
}


@pytest.mark.parametrize("name", DEEP)
def test_deep_yaml_is_an_error(ranvier, tmp_path, name):
    (tmp_path / "deep.yaml").write_text(DEEP[name])
    outcome = ranvier.run("study", "validate", "deep.yaml", cwd=tmp_path)
    assert outcome.status != 0 and "nested too deeply" in outcome.err + outcome.out, outcome
    assert "Traceback" not in outcome.err


@pytest.mark.parametrize(
    "words", [("study", "validate"), ("study", "run"), ("view",), ("plot",), ("raster", "compare", "a.dat")]
)
def test_a_name_that_is_no_text_is_an_error_without_traceback(ranvier, tmp_path, words):
    name = os.fsdecode(b"b\xff.yaml")
    for content in (None, "1 1\n", "name: [\n"):
        if content:
            (tmp_path / name).write_text(content)
        outcome = ranvier.run(*words, name, cwd=tmp_path)
        assert "Traceback" not in outcome.err and (outcome.err or outcome.status == 0), outcome
