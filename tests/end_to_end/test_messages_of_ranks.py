"""What all ranks would say alike is said once: errors in the command line, help, notices."""

import pytest

RANKS = 4

# Program, words of the command line, status, a line of stdout or stderr.
ONCE = [
    ("ranvier", ["--nonsense", "x.hoc"], 2, "err", "ranvier run: unknown option --nonsense"),
    ("ranvier", ["--math", "wrong", "x.hoc"], 2, "err", "--math: 'wrong' is not one of vector,libm"),
    ("ranvier", ["--checkpoint-every", "often", "x.hoc"], 2, "err", "the interval between checkpoints must be"),
    ("ranvier", ["--help"], 0, "out", "Usage: ranvier [OPTIONS] SUBCOMMAND"),
    ("ranvier", ["run", "--help"], 0, "out", "--checkpoint-every"),
    ("ranvier", ["--version"], 0, "out", "ranvier "),
    ("ranvier", ["explain", "none.mod"], 1, "err", "ranvier: none.mod is neither a file or folder nor a "),
    ("ranvier", ["raster", "recover", "none"], 1, "err", "found no logs of an unfinished run"),
    ("ranvier", ["doctor"], 0, "out", "started by launcher"),
    ("ranvier", ["none.hoc"], 1, "err", "can't read none.hoc"),
    ("nrniv", ["--nonsense"], 1, "err", "nrniv: unknown option --nonsense"),
    ("nrniv", ["-music"], 1, "err", "-music: MUSIC is not supported"),
    ("nrniv", ["--help"], 0, "out", "nrniv [options] FILE.hoc"),
    ("nrniv", ["--version"], 0, "out", "ranvier "),
    ("nrniv", ["-mpi", "-c", "x = 1"], 0, "err", "run as nrniv"),
    ("nrniv", ["-mpi", "-c", "x = 1"], 0, "out", f"numprocs={RANKS}"),
    ("nrniv", ["-c", 'nrn_load_dll("none")'], 0, "err", "nrn_load_dll: no such file or folder: none"),
    ("nrniv", ["--exchange", "wrong", "-c", "x = 1"], 1, "err", "there is no exchange strategy 'wrong'"),
]


@pytest.mark.parametrize("name,arguments,status,stream,line", ONCE)
def test_is_said_once(ranvier, tmp_path, name, arguments, status, stream, line):
    alone = ranvier.run(*arguments, cwd=tmp_path, name=name)
    outcome = ranvier.run(*arguments, cwd=tmp_path, name=name, ranks=RANKS)
    assert outcome.status == alone.status == status, outcome
    assert getattr(outcome, stream).count(line) == 1, outcome


WARNS = """NEURON { SUFFIX nothing }
FUNCTION sin2(x) { sin2 = x }
PROCEDURE finitialize(x) { }
"""


def test_a_name_in_use_is_said_once(ranvier, tmp_path):
    (tmp_path / "warns.mod").write_text(WARNS)
    outcome = ranvier.check("-c", "x = 1", "--mechanisms", "warns.mod", cwd=tmp_path, ranks=RANKS)
    assert outcome.err.count("is ignored: the name is already in use") == 1, outcome


def test_ranks_write_whole_lines(ranvier, tmp_path):
    """MPICH makes the standard output unbuffered, so that each word was written alone."""
    (tmp_path / "lines.hoc").write_text("objref pc\npc = new ParallelContext()\nfor i = 1, 500 print 1, 2, 3\nquit()\n")
    lines = ranvier.check("--quiet", "lines.hoc", cwd=tmp_path, ranks=2).out.splitlines()
    assert lines == ["1 2 3 "] * 1000
