"""Files with a byte order mark, as Windows' editors write them, names of files that are not text, compilers with words, sizes
that no memory holds."""

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


def aliases(levels):
    """Lists of ten aliases of the list before."""
    lines = ["l0: &l0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"l{k}: &l{k} [{', '.join([f'*l{k - 1}'] * 10)}]" for k in range(1, levels)]
    return "\n".join(lines)


def test_aliases_that_stand_for_billions_of_values_are_an_error(ranvier, tmp_path):
    (tmp_path / "bomb.yaml").write_text(aliases(10))
    outcome = ranvier.run("study", "validate", "bomb.yaml", cwd=tmp_path)
    assert outcome.status != 0 and "more than 10,000 values" in outcome.err + outcome.out, outcome
    assert "Traceback" not in outcome.err


# Statements, and what their error says.
TOO_LARGE = {
    "create a[1000000000]": "a[1000000000] would take 600 GB of memory, and ",
    "create a[30000][30000]": "a[30000][30000] would take 540 GB of memory, and ",
    "double a[2e9]": "a[2000000000] would take 16 GB of memory, and ",
    "objref a[1999999999]": "a[1999999999] would take 16 GB of memory, and ",
    "objref a[1e10]": "a would be too large",
    "objref o\no = new Vector(5e9)": "Vector: a Vector of 5000000000 numbers would take 40 GB of memory, and ",
    "objref o\no = new Vector(1e15)": "size 1000000000000000 is out of range",
    "objref o\no = new Vector()\no.resize(5e9)": "Vector.resize: a Vector of 5000000000 numbers would take 40 GB",
    "objref o\no = new Vector()\no.buffer_size(5e9)": "Vector.buffer_size: a Vector of 5000000000 numbers",
    "objref o\no = new Vector()\no.indgen(0, 2e9, 1)": "Vector.indgen: a Vector of 2000000001 numbers",
    "objref o\no = new Matrix(60000, 60000)": "Matrix: a Matrix of 3600000000 numbers would take 28.8 GB",
    "objref o\no = new Matrix()\no.resize(1e9, 1e9)": "Matrix.resize: a Matrix of 1000000000000000000 numbers",
    "create s\ns nseg = 1e9": "nseg of s must be a whole number from 1 to 32767",
    "objref o\no = new Random()\no.poisson(1e18)": "Random.poisson: mean 1e+18 is too large",
    "objref o\no = new Random()\no.poisson(746)": "Random.poisson: mean 746 is too large",
    "objref o\no = new Random()\no.binomial(1e18, 0.5)": "number of trials 1e+18 is out of range",
    "objref o\no = new Random()\no.erlang(1e9, 1)": "Random.erlang: mean^2 / variance is 1e+18",
    "objref o\no = new Random()\no.geometric(1)": "Random.geometric: mean must be less than 1",
}
FEW_GIGABYTES = "8GB"


@pytest.mark.parametrize("statements", TOO_LARGE)
def test_what_no_memory_holds_is_an_error_before_memory_is_taken(ranvier, tmp_path, statements):
    (tmp_path / "s.hoc").write_text(statements + "\nquit()\n")
    outcome = ranvier.run("--quiet", "--memory", FEW_GIGABYTES, "s.hoc", cwd=tmp_path, limit=20)
    assert outcome.status == 1 and TOO_LARGE[statements] in outcome.err, outcome


@pytest.mark.parametrize("statement", ["h.Vector(4e9)", "h.Vector().resize(4e9)", "h.Matrix(5e4, 8e4)"])
def test_what_no_memory_holds_is_an_error_in_python(python, tmp_path, statement):
    script = f"""
import resource
resource.setrlimit(resource.RLIMIT_DATA, (8 << 30, 8 << 30))
from neuron import h
try: {statement}
except Exception as error: print(error)
"""
    outcome = python(script, tmp_path)
    assert "of 4000000000 numbers would take 32 GB of memory, and " in outcome.out + outcome.err, outcome


def test_the_greatest_mean_of_poisson_gives_numbers_around_it(ranvier, tmp_path):
    (tmp_path / "s.hoc").write_text(
        "objref r, o\nr = new Random(1)\nr.poisson(700)\no = new Vector(1000)\no.setrand(r)\nprint o.mean\nquit()\n"
    )
    assert abs(float(ranvier.check("--quiet", "s.hoc", cwd=tmp_path).out.split()[-1]) - 700) < 5


def test_a_shape_with_a_huge_number_is_an_error(ranvier, tmp_path):
    (tmp_path / "s.hoc").write_text(
        '{ load_file("import3d.hoc") }\nobjref r\nr = new Import3d_SWC_read()\nr.input("s.swc")\nquit()\n'
    )
    (tmp_path / "s.swc").write_text("1 1 0 0 0 5 -1\n900000000 1 10 0 0 5 1\n")
    outcome = ranvier.run("--quiet", "--memory", "1GB", "s.hoc", cwd=tmp_path, limit=20)
    assert outcome.status == 1 and "a point 900000000, too large a number for a file of 2 points" in outcome.err, (
        outcome
    )


def test_a_shape_of_branches_within_branches_is_an_error(ranvier, tmp_path):
    begin, end = "( (0 6 0 1) (0 7 0 1)\n", "| (0 9 0 1) (0 10 0 1) )\n"
    depth = 20000
    (tmp_path / "s.asc").write_text(f"( (Dendrite)\n(0 0 0 1) (0 5 0 1)\n{begin * depth}(0 8 0 1)\n{end * depth})\n")
    (tmp_path / "s.hoc").write_text(
        '{ load_file("import3d.hoc") }\nobjref r\nr = new Import3d_Neurolucida3()\nr.input("s.asc")\nquit()\n'
    )
    outcome = ranvier.run("--quiet", "--memory", "1GB", "s.hoc", cwd=tmp_path, limit=60)
    assert outcome.status == 1 and "nested" in outcome.err, outcome
