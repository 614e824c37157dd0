"""Manual pages and shell completion, which are made from the options themselves."""

import re
import shutil
import subprocess

import pytest


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """A folder whose files are not offered."""
    monkeypatch.chdir(tmp_path)


def completed(ranvier, *words):
    """What bash offers for the last word."""
    script = f"""
eval "$({ranvier.bin_folder / "ranvier"} completion bash)"
COMP_WORDS=(ranvier {" ".join(f"'{word}'" for word in words)})
COMP_CWORD={len(words)}
_ranvier
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout.split()


def test_bash_completes_commands_options_and_values(ranvier):
    assert completed(ranvier, "exch") == ["exchange"]
    assert completed(ranvier, "exchange", "cal") == ["calibrate"]
    assert completed(ranvier, "run", "--mat") == ["--math"]
    assert completed(ranvier, "run", "--math", "") == ["vector", "libm"]
    assert completed(ranvier, "exchange", "simulate", "--topology", "a") == ["adjacent"]
    assert completed(ranvier, "model.hoc", "--rast") == ["--raster"]
    assert "--populations" in completed(ranvier, "replay", "--pop")


def test_bash_completes_files(ranvier, tmp_path):
    (tmp_path / "cell.hoc").touch()
    assert completed(ranvier, "run", "ce") == ["cell.hoc"]
    assert completed(ranvier, "run", "--raster", "ce") == ["cell.hoc"]


@pytest.mark.parametrize("shell", ("zsh", "fish"))
def test_other_shells_read_theirs(ranvier, tmp_path, shell):
    text = ranvier.check("completion", shell, cwd=tmp_path).out
    assert "raster" in text and "vector libm" in text
    if shutil.which(shell):
        (tmp_path / "ranvier.script").write_text(text)
        subprocess.run([shell, "-n", "ranvier.script"], cwd=tmp_path, check=True)


def test_each_command_has_a_manual_page(ranvier, tmp_path):
    ranvier.check("manual", "--to", "man1", cwd=tmp_path)
    names = {path.name for path in (tmp_path / "man1").iterdir()}
    assert {"ranvier.1", "ranvier-run.1", "ranvier-replay.1", "ranvier-exchange-simulate.1"} <= names
    for path in (tmp_path / "man1").iterdir():
        text = path.read_text()
        assert text.startswith(".TH RANVIER") and ".SH NAME\n" in text and ".SH SYNOPSIS\n" in text
        assert not re.search(r"^\.(?!TH|SH|TP)", text, re.MULTILINE), path
    run = (tmp_path / "man1" / "ranvier-run.1").read_text()
    assert "\\fB\\-\\-math\\fR \\fIvector|libm\\fR" in run
    assert ranvier.check("manual", "run", cwd=tmp_path).out == run
    outcome = ranvier.run("manual", "rnu", cwd=tmp_path)
    assert outcome.status == 2 and "ranvier has no command rnu" in outcome.err


@pytest.mark.skipif(not shutil.which("man"), reason="needs man")
def test_man_shows_a_page(ranvier, tmp_path):
    ranvier.check("manual", "--to", ".", cwd=tmp_path)
    shown = subprocess.run(
        ["man", "--warnings", "-l", "ranvier-run.1"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "--raster FILE" in shown.stdout and shown.stderr == ""


@pytest.mark.x86_64
def test_bash_knows_the_instruction_sets(ranvier):
    assert completed(ranvier, "run", "--isa", "avx5") == ["avx512"]


def test_bash_knows_values_that_the_program_knows(ranvier):
    strategies = {"allgather", "alltoall", "pairwise", "two_tier", "iallgather", "isend", "persistent", "auto"}
    assert set(completed(ranvier, "run", "--exchange", "")) == strategies
    assert set(completed(ranvier, "model.hoc", "--exchange", "al")) == {"allgather", "alltoall"}
    assert completed(ranvier, "run", "--exchange", "=", "pair") == ["pairwise"]
    assert set(completed(ranvier, "run", "--exchange", "=")) == strategies
    assert "bluegene_p" in completed(ranvier, "exchange", "simulate", "--machine", "blue")
    assert completed(ranvier, "completion", "z") == ["zsh"]
    assert "alltoall" in ranvier.check("completion", "fish", cwd=".").out
