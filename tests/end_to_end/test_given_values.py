"""Values of -c that a file of the library overwrites, because a script loads it later."""

import pytest

SCRIPT = '{load_file("stdrun.hoc")}\ncreate soma\nrun()\n{printf("%g\\n", t)}\n'
WARNING = (
    'warning: -c "tstop = 50" has no effect: stdrun.hoc, which is loaded later, sets tstop to 5; give -c \'{load_file('
)


@pytest.mark.parametrize("ranks", [1, 2])
@pytest.mark.parametrize("file", ["stdrun.hoc", "nrngui.hoc"])
def test_a_value_that_is_overwritten_is_named(ranvier, tmp_path, ranks, file):
    (tmp_path / "a.hoc").write_text(SCRIPT.replace("stdrun.hoc", file))
    outcome = ranvier.check("--quiet", "-c", "tstop = 50", "a.hoc", cwd=tmp_path, ranks=ranks)
    assert outcome.err.count(WARNING) == 1 and outcome.out.split() == ["5"] * ranks, outcome


def test_also_in_python(ranvier, tmp_path):
    (tmp_path / "a.py").write_text('from neuron import h\nh.load_file("stdrun.hoc")\nprint(h.tstop)\n')
    outcome = ranvier.check("--quiet", "-c", "tstop = 50", "a.py", cwd=tmp_path)
    assert outcome.err.count(WARNING) == 1 and outcome.out == "5.0\n", outcome


def test_each_value_is_named_once(ranvier, tmp_path):
    (tmp_path / "a.hoc").write_text(SCRIPT)
    words = ("-c", "tstop = 50", "-c", "v_init = -70", "-c", "steps_per_ms = 10")
    outcome = ranvier.check("--quiet", *words, "a.hoc", cwd=tmp_path)
    for name, value in ("tstop", "5"), ("v_init", "-65"), ("steps_per_ms", "40"):
        assert outcome.err.count(f"sets {name} to {value};") == 1, outcome


QUIET = [
    ["-c", '{load_file("stdrun.hoc")}', "-c", "tstop = 50"],  # the remedy
    ["-c", "tstop = 5"],  # the same value
    ["-c", "celsius = 20", "-c", "dt = 0.0125", "-c", "mine = 3"],  # which the library does not set
    ["-c", "tstop == 50"],  # sets nothing
]


@pytest.mark.parametrize("words", QUIET, ids=" ".join)
def test_values_that_hold_are_not_named(ranvier, tmp_path, words):
    (tmp_path / "a.hoc").write_text(SCRIPT)
    outcome = ranvier.run("--quiet", *words, "a.hoc", cwd=tmp_path)
    assert "has no effect" not in outcome.err, outcome


def test_a_script_that_follows_the_value_is_not_named(ranvier, root, tmp_path):
    """It keeps the value while it loads the library, as models/ do."""
    (tmp_path / "a.hoc").write_text("kept = tstop\n" + SCRIPT.replace("create", "tstop = kept\ncreate"))
    outcome = ranvier.check("--quiet", "-c", "tstop = 50", "a.hoc", cwd=tmp_path)
    assert (outcome.out, outcome.err) == ("50\n", ""), outcome
    model = root / "models/artificial_net/artificial_net.hoc"
    outcome = ranvier.check(
        "--quiet", "-c", "ncell = 8", "-c", "ncon = 2", "-c", "ncon_range = 0", "-c", "tstop = 3", model, cwd=tmp_path
    )
    assert "in 3 ms" in outcome.out and outcome.err == "", outcome


def test_the_remedy_of_the_warning_works(ranvier, tmp_path):
    (tmp_path / "a.hoc").write_text(SCRIPT)
    words = ("-c", '{load_file("stdrun.hoc")}', "-c", "tstop = 50")
    assert ranvier.check("--quiet", *words, "a.hoc", cwd=tmp_path).out == "50\n"


def test_neuron_runs_as_long(neuron, tmp_path):
    said = neuron.run(SCRIPT, ["tstop = 50"])
    assert said["out"].split()[-1] == "5"
