"""The load of this machine, the processes of a run, and what the machine is."""

import dataclasses
import os
import pathlib
import platform
import signal
import time

TICKS = os.sysconf("SC_CLK_TCK")


def busy_seconds() -> float | None:
    """Processor time of all processes since the start of the machine [s]; None where the system does not say."""
    try:
        words = pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()
    except OSError:
        return None
    user, nice, system, _idle, _iowait, irq, softirq, steal = map(int, words[1:9])
    return (user + nice + system + irq + softirq + steal) / TICKS


@dataclasses.dataclass
class LoadMeter:
    """Busy cores besides our own processes, in a window that begins with the meter's creation."""

    busy: float | None = dataclasses.field(default_factory=busy_seconds)
    began: float = dataclasses.field(default_factory=time.monotonic)

    def of_others(self, own_seconds: float) -> float | None:
        """Mean number of busy cores of others up to now."""
        now, elapsed = busy_seconds(), time.monotonic() - self.began
        if now is None or self.busy is None or elapsed <= 0:
            return None
        return max(0.0, (now - self.busy - own_seconds) / elapsed)


def load_now(window: float = 0.1) -> float | None:
    """Busy cores during a short wait [s]."""
    meter = LoadMeter()
    own = time.process_time()
    time.sleep(window)
    return meter.of_others(time.process_time() - own)


def cpu_name(text: str) -> str | None:
    """The CPU in /proc/cpuinfo: its name or, on ARM, the numbers of its maker and of its type."""
    found = {}
    for line in text.splitlines():
        name, colon, value = line.partition(":")
        if colon:
            found.setdefault(name.strip(), value.strip())
    if "model name" not in found and "CPU implementer" in found:
        return f"ARM implementer {found['CPU implementer']}, part {found.get('CPU part', '')}"
    return found.get("model name")


def host() -> dict:
    """The fields of a summary's host that a peer does not report."""
    cpu = None
    try:
        cpu = cpu_name(pathlib.Path("/proc/cpuinfo").read_text())
    except OSError:
        pass
    return {
        "name": platform.node(),
        "system": f"{platform.system()} {platform.release()}",
        "cpu": cpu,
        "cores": os.cpu_count(),
        "memory_bytes": os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"),
    }


def tree(root: int) -> dict[int, str]:
    """A process and all its descendants: pid, and the time it started, so that a reused pid is not mistaken for it."""
    found: dict[int, str] = {}
    pending = [root]
    children = (
        _children_as_listed if pathlib.Path("/proc/self/task", str(os.getpid()), "children").exists() else _children
    )
    while pending:
        pid = pending.pop()
        began = started(pid)
        if began is None or pid in found:
            continue
        found[pid] = began
        pending += children(pid)
    return found


def _children_as_listed(pid: int) -> list[int]:
    found: list[int] = []
    for listed in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += map(int, listed.read_text().split())
        except OSError:
            continue
    return found


def _children(pid: int) -> list[int]:
    """Slower: asks each process for its parent, where the kernel does not list children."""
    found = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(stat.read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(stat.parent.name))
        except (OSError, IndexError):
            continue
    return found


def started(pid: int) -> str | None:
    """When the process started, as the kernel says it; None: there is no such process, or only its exit status."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else fields[19]


def memory_of(processes: dict[int, str]) -> int:
    """Resident memory of processes together [bytes]."""
    total = 0
    for pid in processes:
        try:
            total += int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1])
        except (OSError, IndexError, ValueError):
            continue
    return total * os.sysconf("SC_PAGE_SIZE")


def end(processes: dict[int, str], grace: float = 3.0) -> None:
    """SIGTERM, and SIGKILL for what is still there after `grace` [s]."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        for pid, began in processes.items():
            if started(pid) == began:
                try:
                    os.kill(pid, number)
                except ProcessLookupError:
                    continue
        until = time.monotonic() + grace
        while time.monotonic() < until and any(started(pid) == began for pid, began in processes.items()):
            time.sleep(0.02)
