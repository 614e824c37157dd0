"""The progress of a run: a line that is rewritten on a terminal, also on that of mpiexec; elsewhere rare lines."""

import os
import pty
import re
import select
import signal
import subprocess
import time

import pytest


@pytest.fixture(scope="module")
def net(root):
    return root / "tests" / "end_to_end" / "checkpoints" / "signaled_net.hoc"


def command(ranvier, ranks, *words, name="ranvier"):
    launcher = [ranvier.mpiexec, "-n", ranks] if ranks > 1 else []
    return [str(word) for word in [*launcher, ranvier.bin_folder / name, *words]]


def heed_ctrl_c():
    """Shells let background jobs ignore it, and what these start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def on_a_terminal(words, cwd, stderr_to=None, number=None, status=0):
    """What the program writes to a terminal, which is its standard output and error. It gets the signal `number` once
    the line is shown."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        words,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=stderr_to or theirs,
        start_new_session=True,
        preexec_fn=heed_ctrl_c,
    )
    os.close(theirs)
    written, limit = b"", time.monotonic() + 60
    while time.monotonic() < limit:
        if not select.select([ours], [], [], 0.2)[0]:
            continue
        try:
            piece = os.read(ours, 4096)
        except OSError:  # all writers have closed it
            break
        if not piece:
            break
        written += piece
        if number and b"factor" in written:
            process.send_signal(number)
            number = None
    os.close(ours)
    assert process.wait(10) == status, written
    return written.decode()


def remains(written):
    """What stays on the screen."""
    lines = [""]
    column = 0
    for piece in re.findall(r"\r|\n|\x1b\[K|[^\r\n\x1b]+", written):
        if piece == "\r":
            column = 0
        elif piece == "\n":
            lines.append("")
            column = 0
        elif piece == "\x1b[K":
            lines[-1] = lines[-1][:column]
        else:
            lines[-1] = lines[-1][:column] + piece + lines[-1][column + len(piece) :]
            column += len(piece)
    return "\n".join(lines)


def lasting(seconds):
    """Words for a run of at least so long, on any computer: it pauses ten times a second."""
    return ["-c", "end = 2000", "-c", f"pauses = {10 * seconds}"]


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_terminal_shows_one_line(ranvier, net, tmp_path, ranks):
    words = command(ranvier, ranks, "-c", "tstop = 2000", *lasting(2), net)
    written = on_a_terminal(words, tmp_path)
    shown = re.findall(r"\rt = [\d.]+ ms of [\d.]+ ms, \d+ s left, real-time factor [\d.e-]+\x1b\[K", written)
    assert shown, written
    screen = remains(written)
    assert "left" not in screen and "t = " not in screen, screen
    assert "done" in screen and "simulated" in screen


def test_a_script_that_prints_nothing_leaves_no_line(ranvier, net, tmp_path):
    (tmp_path / "silent.hoc").write_text(net.read_text().replace('print "done"', "end = end"))
    written = on_a_terminal(command(ranvier, 1, *lasting(2), "silent.hoc"), tmp_path)
    screen = remains(written)
    assert "\rt = " in written and screen.startswith("simulated ") and "t = " not in screen, written


@pytest.mark.parametrize(
    "number,status,line",
    [
        (signal.SIGINT, -signal.SIGINT, "SIGINT     ranvier raster recover r.txt rebuilds"),
        (signal.SIGTERM, 143, "SIGTERM    ended the run at "),
        (signal.SIGUSR1, 0, "SIGUSR1    at t = "),
    ],
)
def test_a_signal_leaves_no_line(ranvier, net, tmp_path, number, status, line):
    words = command(ranvier, 1, "--raster", "r.txt", *lasting(2), net)
    written = on_a_terminal(words, tmp_path, number=number, status=status)
    screen = remains(written).lstrip("\n")
    assert screen.startswith(line) and " left" not in screen, written


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_file_shows_nothing_of_a_short_run(ranvier, net, tmp_path, ranks):
    with open(tmp_path / "err", "wb") as err:
        written = on_a_terminal(command(ranvier, ranks, *lasting(2), net), tmp_path, err)
    assert "real-time" not in written
    text = (tmp_path / "err").read_text()
    assert text.startswith("simulated") and "\r" not in text and "progress" not in text


@pytest.mark.parametrize("more,name", [(["--progress", "off"], "ranvier"), (["--quiet"], "ranvier"), ([], "nrniv")])
def test_who_wants_none_gets_none(ranvier, net, tmp_path, more, name):
    written = on_a_terminal(command(ranvier, 1, *more, *lasting(2), net, name=name), tmp_path)
    assert "\rt = " not in written


def test_nrniv_shows_it_on_request(ranvier, net, tmp_path):
    written = on_a_terminal(
        command(ranvier, 1, "-nobanner", "--progress", "auto", *lasting(2), net, name="nrniv"), tmp_path
    )
    assert "\rt = " in written and "t = " not in remains(written)


@pytest.mark.parametrize("name", ["ranvier", "nrniv"])
def test_other_words_are_refused(ranvier, tmp_path, name):
    outcome = ranvier.run("--progress", "sometimes", "-c", "x = 1", cwd=tmp_path, name=name)
    assert outcome.status != 0 and "sometimes" in outcome.err, outcome


@pytest.mark.long
@pytest.mark.parametrize("ranks", [1, 2])
def test_lines_on_request(ranvier, net, tmp_path, ranks):
    outcome = ranvier.check("--progress", "on", *lasting(12), net, cwd=tmp_path, ranks=ranks)
    assert re.findall(
        r"^progress   t = [\d.]+ ms of [\d.]+ ms, \d+ s left, real-time factor [\d.e-]+$", outcome.err, re.M
    ), outcome
    assert "\r" not in outcome.err
