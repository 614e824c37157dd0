"""Commands that read rasters: their memory does not grow with the number of spikes."""

import re
import subprocess
import sys

import h5py
import numpy as np
import pytest

# A small process in between: a program's peak includes that of the process that started it.
MEASURE = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:])
_, status, usage = os.wait4(process.pid, 0)
print(f"peak {usage.ru_maxrss} KiB", file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))
"""
FEW, MANY = 1_000_000, 8_000_000  # spikes


def outcome_and_peak(program, *words, cwd):
    """The process that has ended, and its peak memory [MB]."""
    argv = [sys.executable, "-c", MEASURE, program, *map(str, words)]
    done = subprocess.run(argv, cwd=cwd, capture_output=True, text=True, timeout=300)
    return done, int(re.search(r"peak (\d+) KiB", done.stderr)[1]) / 1000


def write_raster(path, count, order=None):
    """A raster of 1,000 cells, of which 100 fire every 0.025 ms; `order`: a generator that shuffles each piece."""
    piece = 1 << 20
    with h5py.File(path, "w") as file:
        group = file.create_group("spikes/All")
        times = group.create_dataset("timestamps", (count,), "f8", chunks=(16384,))
        ids = group.create_dataset("node_ids", (count,), "u8", chunks=(16384,))
        for begin in range(0, count, piece):
            numbers = np.arange(begin, min(begin + piece, count))
            if order is not None:
                order.shuffle(numbers)
            times[begin : begin + piece] = numbers // 100 * 0.025
            ids[begin : begin + piece] = numbers * 7919 % 1000


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """few.h5 and many.h5; many.h5 in another order."""
    folder = tmp_path_factory.mktemp("rasters")
    write_raster(folder / "few.h5", FEW)
    write_raster(folder / "many.h5", MANY)
    write_raster(folder / "shuffled.h5", MANY, np.random.default_rng(1))
    return folder


@pytest.fixture
def measured(ranvier, folder):
    """Runs a command of the program in the folder; returns its outcome and peak [MB]."""
    return lambda *words: outcome_and_peak(ranvier.bin_folder / "ranvier", *words, cwd=folder)


def test_compare_holds_a_piece_of_each_raster(measured):
    (few, least), (many, most) = (measured("raster", "compare", name, name) for name in ("few.h5", "many.h5"))
    assert (few.stdout, many.stdout) == (f"identical: {FEW} spikes\n", f"identical: {MANY} spikes\n")
    assert most < least + 10
    other, most = measured("raster", "compare", "many.h5", "few.h5")
    assert other.returncode == 1 and other.stdout.endswith(f"spike {FEW}: 250 gid 0 | nothing\n")
    assert most < least + 10


def test_compare_sorts_a_raster_outside_memory(measured):
    same, most = measured("raster", "compare", "shuffled.h5", "many.h5")
    assert same.stdout == f"identical: {MANY} spikes\n"
    assert most < 150


def test_convert_holds_a_piece(measured, folder):
    (few, least), (many, most) = (
        measured("raster", "convert", f"{name}.h5", f"{name}.txt") for name in ("few", "many")
    )
    assert (few.returncode, many.stdout) == (0, f"{MANY} spikes in many.txt\n")
    assert most < least + 10
    same, most = measured("raster", "compare", "many.txt", "shuffled.h5")  # text has to be sorted, too
    assert same.stdout == f"identical: {MANY} spikes\n"
    assert most < 250
    (folder / "many.txt").unlink()


def test_plot_holds_a_density(measured):
    (few, least), (many, most) = (measured("plot", name, "-o", "x.png") for name in ("few.h5", "many.h5"))
    assert (few.returncode, many.returncode) == (0, 0), many.stderr
    assert most < least + 20


def test_plot_populations_holds_statistics(measured):
    groups = ["--group", "a=0:500", "--group", "b=500:1000", "-o", "x.png"]
    (few, least), (many, most) = (measured("plot", "populations", name, *groups) for name in ("few.h5", "many.h5"))
    assert (few.returncode, many.returncode) == (0, 0), many.stderr
    assert most < least + 80  # drawn are the last 400 ms, and few.h5 has 250
    assert "a: rates 4000, " in many.stdout


def test_view_holds_a_density(measured):
    (few, least), (many, most) = (measured("view", name, name, "-o", "x.html") for name in ("few.h5", "many.h5"))
    assert (few.returncode, many.returncode) == (0, 0), many.stderr
    assert "The rasters are identical." in many.stdout and f"{2 * MANY:,} spikes are more than" in many.stdout
    assert most < least + 20
    other, most = measured("view", "few.h5", "many.h5", "-o", "x.html")
    assert f"{MANY - FEW:,} only in many.h5" in other.stdout
    assert most < least + 20
