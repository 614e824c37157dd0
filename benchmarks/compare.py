"""What the compare_* scripts share: two programs in turn, pair by pair, and the ratio of their times."""

import argparse
import dataclasses
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

# A func of hoc, for both programs: seconds of processor time that this process has taken, so that other work on the machine
# counts less. Linux says it in nanoseconds.
PROCESSOR_TIME = """
objref schedstat
schedstat = new File()
func processor_time() { local nanoseconds
  schedstat.ropen("/proc/self/schedstat")
  nanoseconds = schedstat.scanvar()
  schedstat.close()
  return nanoseconds * 1e-9
}
"""

ROOT = pathlib.Path(__file__).resolve().parent.parent


def parser(description):
    result = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    result.add_argument("--pairs", "--repeat", type=int, default=5, help="how often each program runs")
    result.add_argument("--ranvier", default=str(ROOT / "build" / "release" / "bin" / "ranvier"))
    result.add_argument(
        "--neuron", default=str(ROOT / "build" / "python" / "bin"), help="folder of NEURON's nrniv and nrnivmodl"
    )
    return result


def programs(options):
    """The commands that run a hoc script and nothing else."""
    return {"Ranvier": [options.ranvier, "--quiet"], "NEURON": [f"{options.neuron}/nrniv", "-nobanner", "-nogui"]}


@dataclasses.dataclass
class Ended:
    """What a command took, its children included, and what it said."""

    status: int
    wall: float  # [s]
    cpu: float  # processor time of user and system [s]
    memory: float  # peak [MiB]
    output: str
    errors: str


def run(command, cwd):
    """Runs a command to its end, whatever that is."""
    env = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    with tempfile.TemporaryFile("w+", errors="replace") as out, tempfile.TemporaryFile("w+", errors="replace") as err:
        start = time.perf_counter()
        process = subprocess.Popen(
            [str(word) for word in command], cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=err
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return Ended(
            process.returncode, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, out.read(), err.read()
        )


def timed(command, cwd, with_errors=False):
    """(wall seconds, peak memory [MiB], standard output, perhaps with errors) of a command; ends the program when it
    fails."""
    ended = run(command, cwd)
    if ended.status != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit {ended.status}\n{ended.output}{ended.errors}")
    return ended.wall, ended.memory, ended.output + (ended.errors if with_errors else "")


def compile_for_neuron(neuron, mods, folder):
    """NEURON's library of these mechanisms."""
    for mod in mods:
        shutil.copy(mod, folder)
    subprocess.run(
        [f"{neuron}/nrnivmodl", "."], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    return next(folder.glob("*/libnrnmech.so")).resolve()


def judged(ratio, target):
    """`ratio: 5.3`, with the target and whether it is met where there is one."""
    text = f"ratio: {ratio:6.1f}"
    return text if target is None else f"{text}   target {target:2}: {'met' if ratio >= target else 'missed'}"


def compare(ours, theirs, cwd, pairs, overhead_of_ours=0.0, overhead_of_theirs=0.0, check=None):
    """Runs the two commands in turn; `check` gets both outputs of a pair. Ends with the line `ratio: ...`."""
    timed(ours, cwd)  # once outside the count: compiles what the caches lack, warms the files
    ratios, memory = [], ([], [])
    for pair in range(1, pairs + 1):
        our_seconds, our_memory, our_output = timed(ours, cwd)
        their_seconds, their_memory, their_output = timed(theirs, cwd)
        if check:
            check(our_output, their_output)
        our_seconds -= overhead_of_ours
        their_seconds -= overhead_of_theirs
        ratios.append(their_seconds / our_seconds)
        memory[0].append(our_memory)
        memory[1].append(their_memory)
        print(
            f"pair {pair}: Ranvier {our_seconds:.3f} s, NEURON {their_seconds:.3f} s, ratio {ratios[-1]:.2f}",
            flush=True,
        )
    print(f"peak memory: Ranvier {max(memory[0]):.0f} MiB, NEURON {max(memory[1]):.0f} MiB")
    print(f"ratio: {statistics.median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})")
    return ratios
