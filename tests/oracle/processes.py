"""The processes that run in a folder: mpiexec starts ranks in separate process groups, which may outlive it."""

import os
import pathlib
import time


def processes_in(folder):
    """The command of each process there, by pid."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{pid}/cwd") == str(folder):
                found[int(pid)] = pathlib.Path(f"/proc/{pid}/cmdline").read_text()
        except OSError:
            continue  # the process has ended since it was listed
    return found


def wait_until_ended(folder, limit=20):
    """Until no process runs there; fails after `limit` seconds."""
    end = time.monotonic() + limit
    while left := processes_in(folder):
        assert time.monotonic() < end, f"still running in {folder}: {left}"
        time.sleep(0.02)
