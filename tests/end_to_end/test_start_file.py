"""Rank 0 reads the first file on the command line for all ranks; other files, and other command lines, are each rank's."""

import re

import pytest
from oracle import commands

LAUNCHER = '#!/bin/sh\ncd "$1/$PMI_RANK" && shift && exec "$@"\n'


@pytest.fixture
def folders(tmp_path):
    """A folder for each of two ranks, and a program that starts a rank in its folder."""
    for rank in (0, 1):
        folder = tmp_path / str(rank)
        folder.mkdir()
        (folder / "start.hoc").write_text(f'print "start {rank}"\n{{ load_file("other.hoc") }}\n')
        (folder / "other.hoc").write_text(f'print "other {rank}"\n')
    launcher = tmp_path / "launch"
    launcher.write_text(LAUNCHER)
    launcher.chmod(0o755)
    return [launcher, tmp_path]


def run(ranvier, *command, ranks=2):
    return commands.run([ranvier.mpiexec, "-n", ranks, *command], command[1], None, 60, "")


def words_of(out):
    """What ranks say, in any order: mpiexec may mix their lines."""
    said = r"(?:start|other) \d"
    assert not re.sub(rf"{said}|\s", "", out), out
    return sorted(re.findall(said, out))


def program(ranvier):
    return ranvier.bin_folder / "ranvier"


def test_rank_0_reads_it_for_all(ranvier, folders):
    ended = run(ranvier, *folders, program(ranvier), "-c", "x = 1", "start.hoc")
    assert ended.status == 0, ended
    assert words_of(ended.out) == ["other 0", "other 1", "start 0", "start 0"]


def test_it_need_not_exist_elsewhere(ranvier, folders):
    (folders[1] / "1" / "start.hoc").unlink()
    ended = run(ranvier, *folders, program(ranvier), "start.hoc")
    assert ended.status == 0, ended
    assert ended.out.count("start 0") == 2


def test_all_say_that_it_is_missing(ranvier, folders):
    (folders[1] / "0" / "start.hoc").unlink()
    ended = run(ranvier, *folders, program(ranvier), "start.hoc")
    assert ended.status != 0
    assert "can't read start.hoc" in ended.err


def test_ranks_with_other_inputs_read_their_own(ranvier, folders):
    mine = [*folders, program(ranvier)]
    ended = run(ranvier, *mine, "start.hoc", ":", "-n", "1", *mine, "-c", "y = 2", "start.hoc", ranks=1)
    assert ended.status == 0, ended
    assert words_of(ended.out) == ["other 0", "other 1", "start 0", "start 1"]
