"""ccache compiles nothing twice for two checkouts: cmake/RanvierCompiler.cmake and RanvierTargets.cmake."""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest
from conftest import ROOT

PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES C CXX)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_SOURCE_DIR}/cmake)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(RANVIER_UNITY ON)
include(RanvierCompiler)
find_package(Boost 1.74 REQUIRED)
find_package(fmt REQUIRED)
include(RanvierTargets)
ranvier_compile_alone(part/alone.cpp)
ranvier_library(part FOLDER part SOURCES part/one.cpp part/two.cpp part/inner/three.cpp part/inner/four.cpp part/alone.cpp)
"""


def stats(environment):
    printed = subprocess.run(["ccache", "--print-stats"], env=environment, capture_output=True, text=True, check=True)
    return {name: int(value) for name, value in (line.split() for line in printed.stdout.splitlines())}


def build(folder, environment):
    (folder / "part" / "inner").mkdir(parents=True)
    (folder / "CMakeLists.txt").write_text(PROJECT)
    shutil.copytree(ROOT / "cmake", folder / "cmake")
    (folder / "part" / "part.hpp").write_text("#pragma once\n#include <string>\nstd::string text();\n")
    for name in ("one", "two", "inner/three", "inner/four", "alone"):
        text = f'#include "part/part.hpp"\nnamespace {{ int {name[-3:]} = 1; }}\nint f_{name[-3:]}() {{ return {name[-3:]}; }}\n'
        (folder / "part" / f"{name}.cpp").write_text(text)
    for words in (["cmake", "-G", "Ninja", "-B", "build", "-DCMAKE_BUILD_TYPE=None"], ["ninja", "-C", "build"]):
        done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def test_a_second_folder_finds_all_that_the_first_compiled(tmp_path):
    if not shutil.which("ccache"):
        pytest.skip("ccache is not installed")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CCACHE_")}
    environment["CCACHE_DIR"] = str(tmp_path / "cache")
    build(tmp_path / "first", environment)
    first = stats(environment)
    units = sorted((tmp_path / "first" / "build" / "part_units").iterdir())
    assert [unit.name for unit in units] == ["in_part_0.cpp", "in_part_inner_0.cpp"]
    # two units, a file alone, the precompiled header and its carrier
    assert first["cache_miss"] == 5 and first["direct_cache_hit"] == 0, first
    build(tmp_path / "elsewhere" / "second", environment)
    second = stats(environment)
    assert second["cache_miss"] == 5 and second["direct_cache_hit"] == 5, second
    # Made again in its folder, the precompiled header is known by what it includes, not by the one that it replaces.
    header = next((tmp_path / "first" / "build").rglob("cmake_pch.hxx"))
    header.touch()
    subprocess.run(["ninja", "-C", "build"], cwd=tmp_path / "first", env=environment, capture_output=True, check=True)
    again = stats(environment)
    assert again["cache_miss"] == 5 and again["direct_cache_hit"] > 5, again


def test_few_objects_depend_on_where_the_checkout_is():
    """Files that name it: less than one in twenty, as others are found in the cache."""
    commands = ROOT / "build" / "release" / "compile_commands.json"
    if not commands.exists():
        pytest.skip("build/release is not configured here")
    entries = json.loads(commands.read_text())
    naming = [entry["file"] for entry in entries if re.search(rf"-D\S*{re.escape(str(ROOT))}", entry["command"])]
    assert 0 < len(naming) < len(entries) / 20, naming
    for path in (ROOT / "build" / "release").rglob("*_units/*.cpp"):
        assert str(ROOT) not in path.read_text(), pathlib.Path(path)
