#!/usr/bin/env python3
"""Where do hh's kernels stand against what this machine can do? Draws docs/images/roofline.svg, or the file named.

Peaks are measured: fused multiply-adds and bytes a second from L2 and from memory, one core (kernels/machine_peaks.cpp).
Kernels are measured by bench_hh_kernel (`ninja -C build/release bench_hh_kernel`). Their operations and bytes are counted in
the machine code of their loops, which have no branches: an instruction on a register of eight doubles is one operation an
instance, a fused multiply-add two, an access to a column 8 bytes. Several measurements, the best of each: on a busy machine
all of them are too low, peaks as well as kernels.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPERATIONS = {"vfm": 2, "vfnm": 2, "vadd": 1, "vsub": 1, "vmul": 1, "vdiv": 1, "vsqrt": 1, "vmin": 1, "vmax": 1}
COLUMN = re.compile(r"\(%\w+,%\w+(,[1248])?\)(?!\{1to)")  # constants are broadcast or relative to rip or rsp


def peaks(build):
    build.mkdir(parents=True, exist_ok=True)
    program = build / "machine_peaks"
    subprocess.run(
        [
            "c++",
            "-std=c++20",
            "-O3",
            "-march=native",
            "-mprefer-vector-width=512",
            "-o",
            program,
            ROOT / "benchmarks/kernels/machine_peaks.cpp",
        ],
        check=True,
    )
    found = [json.loads(subprocess.run([program], check=True, capture_output=True, text=True).stdout) for _ in range(3)]
    return {name: max(one[name] for one in found) for name in found[0]}


def instructions_of(object_file, function):
    """[(address, mnemonic, operands)]"""
    text = subprocess.run(
        ["objdump", "-d", "-C", "--no-show-raw-insn", object_file], check=True, capture_output=True, text=True
    ).stdout
    found = re.search(
        rf"^[0-9a-f]+ <(?:int )?\(anonymous namespace\)::{function}\(rv_instances\*\)>:\n(.*?)(?:\n\n|\Z)",
        text,
        re.M | re.S,
    )
    if not found:
        return []
    body = found[1]
    found = []
    for line in body.splitlines():
        match = re.match(r"\s*([0-9a-f]+):\s+(\S+)\s*(.*)", line)
        if match:
            found.append((int(match[1], 16), match[2], match[3].split("#")[0]))
    return found


def full_loops(instructions, register):
    """The loops over full registers of contiguous instances: no gathers, no loop inside them."""
    where = {address: k for k, (address, _, _) in enumerate(instructions)}
    loops = []
    for k, (address, mnemonic, operands) in enumerate(instructions):
        target = re.match(r"([0-9a-f]+) <", operands)
        if mnemonic[0] == "j" and target and int(target[1], 16) < address and int(target[1], 16) in where:
            loops.append((where[int(target[1], 16)], k + 1))
    inner = [(a, b) for a, b in loops if not any(a <= c and d <= b and (c, d) != (a, b) for c, d in loops)]
    bodies = [instructions[a:b] for a, b in inner]
    full = [
        body
        for body in bodies
        if not any(re.search("gather|scatter|vpinsr|vmovhpd", m) for _, m, _ in body)
        and sum(register in operands and mnemonic.endswith("pd") for _, mnemonic, operands in body) > 5
    ]
    return full


def kernel_loops(object_file, function, register):
    """A kernel in chunks has one copy of each of its loops, any other one copies for the rest and for indexed instances."""
    chunks = full_loops(instructions_of(object_file, f"loop_{function}<false>"), register)
    return chunks or [max(full_loops(instructions_of(object_file, function), register), key=len)]


def count(object_file, function, register):
    """(operations, bytes, divisions) of an instance."""
    operations = moved = divisions = 0
    for _, mnemonic, operands in sum(kernel_loops(object_file, function, register), []):
        if register not in operands:
            continue
        if mnemonic.endswith("pd"):
            operations += next((n for head, n in OPERATIONS.items() if mnemonic.startswith(head)), 0)
            divisions += mnemonic.startswith("vdiv")
        moved += 8 * bool(COLUMN.search(operands))
    return operations, moved, divisions


def nanoseconds(program):
    """{(kernel, instruction set): ns an instance}, by bench_hh_kernel."""
    text = subprocess.run(
        [
            program,
            "--benchmark_filter=vector_avx(2|512)(_computed)?$",
            "--benchmark_format=json",
            "--benchmark_min_time=0.05",
            "--benchmark_repetitions=9",
        ],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    best = {}
    for run in json.loads(text)["benchmarks"]:
        match = re.match(r"hh_(\w+)/vector_(avx\d+)(_computed)?$", run["name"])
        if match and run.get("run_type") == "iteration":
            key = match[1], match[2]
            best[key] = min(best.get(key, 1e9), run["instance"] * 1e9)
    return best


def draw(path, peak, kernels):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    sys.path.append(str(ROOT / "hoc_like/program/plot"))
    from plot_style import COLORS, STYLE, save, write_title

    matplotlib.rcParams.update({**STYLE, "svg.fonttype": "none"})
    figure, axes = pyplot.subplots(figsize=(7, 5.2), layout="constrained")
    colors = dict(zip(dict.fromkeys(kernel for kernel, _ in kernels), COLORS))
    intensity = [2 ** (k / 8) for k in range(-32, 49)]
    for level, style in (("L2", "-"), ("memory", "--")):
        axes.plot(
            intensity,
            [min(peak["fma"], x * peak[level]) for x in intensity],
            style,
            color="#555555",
            label=f"{level}: {peak[level]:.0f} GB/s; multiply-adds: {peak['fma']:.0f} Gflop/s",
        )
    for (kernel, isa), (operations, moved, divisions, ns) in kernels.items():
        label = f"hh {kernel}, {isa.upper()}: {ns:.1f} ns"
        mark = "s" if isa == "avx512" else "o"
        axes.plot(operations / moved, operations / ns, mark, color=colors[kernel], markersize=7, label=label)
        if divisions and isa == "avx512":
            # with nothing but its divisions to do, the kernel would run at this rate
            axes.plot(
                [operations / moved * f for f in (0.7, 1.4)],
                [operations / divisions * peak["division"]] * 2,
                ":",
                color=colors[kernel],
                label=f"its {divisions} divisions alone ({peak['division']:.1f} G/s)",
            )
    axes.set(xscale="log", yscale="log", xlabel="Operations per byte moved", ylabel="Gflop/s", ylim=(1, 200))
    axes.grid(color="#e4e4e4", linewidth=0.8)
    axes.set_axisbelow(True)
    write_title(axes, "The kernels of hh and what one core can do", "time of an instance; lines: the machine's limits")
    figure.legend(loc="outside lower center", ncols=2, frameon=False, fontsize=9)
    save(figure, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figure", nargs="?", type=pathlib.Path, default=ROOT / "docs/images/roofline.svg")
    parser.add_argument("--release", type=pathlib.Path, default=ROOT / "build/release")
    options = parser.parse_args()
    print(f"load: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    peak = peaks(ROOT / "build/kernels")
    print(
        "peaks:",
        ", ".join(f"{name} {value:g}" for name, value in peak.items() if name != "lanes"),
        "(Gflop/s, G divisions/s, GB/s)",
    )
    times = nanoseconds(options.release / "benchmarks/bench_hh_kernel")
    kernels = {}
    for (kernel, isa), ns in sorted(times.items()):
        objects = (
            options.release / f"mechanisms/builtin/CMakeFiles/ranvier_builtin_vector_{isa}.dir/vector_{isa}/hh.cpp.o"
        )
        operations, moved, divisions = count(objects, kernel, "zmm" if isa == "avx512" else "ymm")
        kernels[kernel, isa] = operations, moved, divisions, ns
        print(
            f"hh {kernel:8} {isa:7} {operations:4} operations ({divisions} divisions), {moved:4} bytes, {ns:6.2f} ns, "
            f"{operations / ns:5.1f} Gflop/s = {100 * operations / ns / peak['fma']:.0f}% of the peak, "
            f"{moved / ns:5.1f} GB/s = {100 * moved / ns / peak['L2']:.0f}% of L2's"
        )
    draw(options.figure, peak, kernels)
    print(options.figure)


main()
