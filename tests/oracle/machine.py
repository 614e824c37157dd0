"""The machine whose program is tested: this one, or the one that RANVIER_TEST_MACHINE names where the program runs under qemu."""

import os
import platform

MACHINE = os.environ.get("RANVIER_TEST_MACHINE") or platform.machine()


def instruction_sets():
    """Those that the program can be asked for by --isa and this CPU has, the least first."""
    if MACHINE != "x86_64":
        return ["baseline"]
    with open("/proc/cpuinfo") as info:
        flags = next((line.split() for line in info if line.startswith("flags")), [])
    found = ["baseline"]
    if "avx2" in flags and "fma" in flags:
        found.append("avx2")
    if all("avx512" + part in flags for part in ("f", "bw", "cd", "dq", "vl")):
        found.append("avx512")
    return found
