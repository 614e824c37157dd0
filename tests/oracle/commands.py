"""Runs a command with a time limit and keeps what it said."""

import dataclasses
import os
import signal
import subprocess


@dataclasses.dataclass
class Outcome:
    status: int
    out: str
    err: str

    def __str__(self):
        return f"exit {self.status}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


def environment():
    """A copy of os.environ, which pytest changes in another thread."""
    while True:
        try:
            return dict(os.environ)
        except (KeyError, RuntimeError):
            continue


def run(command, cwd, env=None, limit=120, stdin=""):
    """The command's Outcome. At the limit [s] the whole process group ends and TimeoutError is raised.

    Bytes that are not UTF-8 (hoc prints any by "%c") are kept as \\xff, so that they compare.
    """
    merged = {**environment(), **(env or {})}
    merged.pop("DISPLAY", None)
    process = subprocess.Popen(
        [str(word) for word in command],
        cwd=cwd,
        env=merged,
        encoding="utf-8",
        errors="backslashreplace",
        start_new_session=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        out, err = process.communicate(stdin, timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        raise TimeoutError(f"{' '.join(map(str, command))}: still running after {limit} s\n{out}\n{err}") from None
    return Outcome(process.returncode, out, err)
