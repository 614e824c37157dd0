"""The version of the NMODL generator is the hash of its sources: a build knows when cached libraries are out of date."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

SCRIPT = "nmodl/generator_version.cmake"


def version_in(file):
    return re.search(r'generator_version = "([0-9a-f]{32})"', file.read_text())[1]


def version_of(mechanisms, folder):
    out = folder / "version.cpp"
    subprocess.run(["cmake", f"-DOUTPUT={out}", "-P", mechanisms / SCRIPT], check=True)
    return version_in(out)


@pytest.fixture
def copy(root, tmp_path):
    return shutil.copytree(root / "mechanisms", tmp_path / "mechanisms")


def test_the_build_has_the_version_of_its_sources(ranvier, root, tmp_path):
    built = version_in(ranvier.bin_folder.parent / "mechanisms" / "nmodl" / "generator_version.cpp")
    assert built == version_of(root / "mechanisms", tmp_path)
    assert built.encode() in (ranvier.bin_folder / "ranvier").read_bytes()


@pytest.mark.parametrize(
    "source",
    [
        "nmodl/codegen/body.cpp",
        "nmodl/passes/simplify.hpp",
        "nmodl/lexer/lexer.cpp",
        "nmodl/driver/toolchain.cpp",
        "runtime/abi.h",
    ],
)
def test_a_changed_source_changes_the_version(root, copy, tmp_path, source):
    before = version_of(copy, tmp_path)
    assert before == version_of(root / "mechanisms", tmp_path)  # wherever the tree lies
    with open(copy / source, "a") as file:
        file.write("\n")
    assert version_of(copy, tmp_path) != before


def test_so_does_one_that_comes_or_goes(copy, tmp_path):
    before = version_of(copy, tmp_path)
    (copy / "nmodl" / "passes" / "another.cpp").write_text("")
    with_another = version_of(copy, tmp_path)
    (copy / "nmodl" / "passes" / "another.cpp").unlink()
    assert with_another != before == version_of(copy, tmp_path)
    (copy / "nmodl" / "passes" / "simplify.cpp").unlink()
    assert version_of(copy, tmp_path) not in (before, with_another)


def test_the_build_runs_again_when_a_source_changes(ranvier, root):
    """As ninja lists them, every source of those folders is an input of the rule."""
    build = ranvier.bin_folder.parent
    if not shutil.which("ninja") or not (build / "build.ninja").exists():
        pytest.skip("not built by ninja")
    query = subprocess.run(
        ["ninja", "-C", build, "-t", "query", "mechanisms/nmodl/generator_version.cpp"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    inputs = {os.path.basename(line.strip(" |")) for line in query.partition("outputs:")[0].splitlines()}
    folders = ("ast", "codegen", "driver", "lexer", "parser", "passes", "source", "../runtime")
    sources = {
        path.name
        for folder in folders
        for path in pathlib.Path(root, "mechanisms", "nmodl", folder).iterdir()
        if path.suffix in (".h", ".hpp", ".cpp")
    }
    assert len(sources) > 100 and sources <= inputs, sorted(sources - inputs)
