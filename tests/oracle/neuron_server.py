"""NEURON that is started once and forks for each script: neuron_server.py, run by the Python that has NEURON.

Reads requests from standard input, one JSON object a line, and answers each with the exit status on a line. A fork costs
milliseconds, a start 0.4 s; and each script needs a process of its own, since templates cannot be defined again, nor
names change their type. A request has `folder`, where the script runs and leaves its output in the files `out` and `err`,
`library` with compiled mechanisms or null, `statements`, `script`, and `limit` in seconds.
"""

import ctypes
import json
import os
import signal
import sys
import time
import traceback

import neuron
from neuron import h

TIMED_OUT = 124
# What scripts print goes to C's standard output, as in nrniv, and not through Python's, which wants UTF-8.
neuron.nrnpy_set_pr_etal.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
neuron.nrnpy_set_pr_etal(None, None)


def do(request):
    """In the child: never returns."""
    status = 1
    try:
        os.chdir(request["folder"])
        for number, name in ((1, "out"), (2, "err")):
            os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        if request["library"]:
            h.nrn_load_dll(request["library"])
        for statement in request["statements"]:
            if not h(statement):
                raise RuntimeError(f"hoc_execerror: {statement}")
        status = 0 if h.xopen(request["script"]) else 1
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    ctypes.CDLL(None).fflush(None)
    os._exit(status)


def serve(request):
    """The exit status of the script."""
    child = os.fork()
    if child == 0:
        do(request)
    end = time.monotonic() + request["limit"]
    pause = 0.001
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return TIMED_OUT
        time.sleep(pause)
        pause = min(2 * pause, 0.05)


for line in sys.stdin:
    print(serve(json.loads(line)), flush=True)
