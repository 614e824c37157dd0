#!/usr/bin/env python3
"""What do the operations of Python programs cost, beside NEURON's?

Runs one program in turn with NEURON's module and with ours, --pairs times, each in a separate process, and prints for
each operation the median of both in nanoseconds of processor time, and the ratio ours / NEURON's. What the table asks for
stands in the last column: access to variables and Vectors takes no longer than NEURON's, creation half of it.
The last line is `worst: NAME RATIO`, of the operations that miss what is asked.

The same program, for one side: PYTHONPATH=FOLDER python3 compare_python.py --measure
"""

import pathlib
import statistics
import sys
import time

AS_FAST, HALF = 1.0, 0.5
REPEAT = 7


def cost(operation, count):
    """The least time of one call [ns], of several rounds of `count` calls."""
    best = float("inf")
    for _ in range(REPEAT):
        begin = time.process_time_ns()
        for _ in range(count):
            operation()
        best = min(best, time.process_time_ns() - begin)
    return best / count


def operations():
    """{name: (function, calls of a round, what is asked)}; a function does its operation once."""
    from neuron import h

    section = h.Section(name="soma")
    section.insert("hh")
    segment = section(0.5)
    clamp = h.IClamp(segment)
    vector = h.Vector(range(10))
    long = h.Vector(100_000)
    points = h.Section(name="points")
    made = []
    source, target = h.NetStim(), h.ExpSyn(segment)

    def set_v():
        segment.v = -65.0

    def set_amp():
        clamp.amp = 0.1

    def set_element():
        vector[5] = 1.0

    def set_section():
        section.gnabar_hh = 0.12

    def set_t():
        h.celsius = 6.3

    def iterate():
        for _ in section:
            pass

    def iterate_vector():
        for _ in vector:
            pass

    return {
        "seg.v": (lambda: segment.v, 20_000, AS_FAST),
        "seg.v = x": (set_v, 20_000, AS_FAST),
        "sec(0.5).v": (lambda: section(0.5).v, 20_000, AS_FAST),
        "sec.v": (lambda: section.v, 20_000, AS_FAST),
        "sec.L": (lambda: section.L, 20_000, AS_FAST),
        "sec.gnabar_hh = x": (set_section, 20_000, AS_FAST),
        "seg.hh.gnabar": (lambda: segment.hh.gnabar, 20_000, AS_FAST),
        "seg._ref_v": (lambda: segment._ref_v, 20_000, AS_FAST),
        "for seg in sec": (iterate, 20_000, AS_FAST),
        "sec.name()": (lambda: section.name(), 20_000, AS_FAST),
        "pt3dadd": (lambda: points.pt3dadd(1.0, 2.0, 3.0, 4.0), 2_000, AS_FAST),
        "clamp.amp": (lambda: clamp.amp, 20_000, AS_FAST),
        "clamp.amp = x": (set_amp, 20_000, AS_FAST),
        "clamp.delay": (lambda: clamp.delay, 20_000, AS_FAST),
        "h.t": (lambda: h.t, 20_000, AS_FAST),
        "h.celsius = x": (set_t, 20_000, AS_FAST),
        "h.exp(1)": (lambda: h.exp(1.0), 20_000, AS_FAST),
        "h.Vector": (lambda: h.Vector, 20_000, AS_FAST),
        "vec[5]": (lambda: vector[5], 20_000, AS_FAST),
        "vec[5] = x": (set_element, 20_000, AS_FAST),
        "vec.x[3]": (lambda: vector.x[3], 20_000, AS_FAST),
        "vec.size()": (lambda: vector.size(), 20_000, AS_FAST),
        "for x in vec (10)": (iterate_vector, 5_000, AS_FAST),
        "vec + vec (1e5)": (lambda: long + long, 20, 1.1),
        "vec.as_numpy()": (lambda: long.as_numpy(), 5_000, AS_FAST),
        "h.Vector(100)": (lambda: h.Vector(100), 5_000, AS_FAST),
        "h.Section()": (lambda: made.append(h.Section(name="s")), 500, HALF),
        "h.IClamp(seg)": (lambda: h.IClamp(segment), 2_000, AS_FAST),
        "h.NetCon": (lambda: made.append(h.NetCon(source, target)), 2_000, HALF),
    }


def measure():
    for name, (operation, count, asked) in operations().items():
        print(f"{name}\t{cost(operation, count)}\t{asked}")


def run(command):
    import compare

    ended = compare.run(command, None)
    if ended.status != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit {ended.status}\n{ended.output}{ended.errors}")
    return ended


def importing(python):
    """The processor time of importing h [ns], without that of Python's start."""
    with_import, without = (run([*python, "-c", code]).cpu for code in ("from neuron import h", "pass"))
    return (with_import - without) * 1e9


def main():
    import compare

    arguments = compare.parser(__doc__)
    arguments.set_defaults(pairs=9)
    options = arguments.parse_args()
    ours = pathlib.Path(options.ranvier).resolve().parent.parent / "python"
    python = f"{options.neuron}/python"
    sides = {"NEURON": ["env", "-u", "PYTHONPATH", python], "ours": ["env", f"PYTHONPATH={ours}", python]}
    times, asked = {}, {}
    for _ in range(options.pairs):
        for side, python in sides.items():
            for line in run([*python, __file__, "--measure"]).output.splitlines():
                name, time_, wanted = line.split("\t")
                times.setdefault(name, {}).setdefault(side, []).append(float(time_))
                asked[name] = float(wanted)
            asked["import"] = HALF
            times.setdefault("import", {}).setdefault(side, []).append(importing(python))
    missed = {}
    print(f"{'operation':20} {'NEURON ns':>12} {'ours ns':>12} {'ratio':>7} {'asked':>6}")
    for name, of_sides in times.items():
        neuron, own = (statistics.median(of_sides[side]) for side in sides)
        if own > asked[name] * neuron:
            missed[name] = own / neuron
        print(f"{name:20} {neuron:12.0f} {own:12.0f} {own / neuron:7.2f} {asked[name]:6.1f}")
    if missed:
        worst = max(missed, key=missed.get)
        print(f"worst: {worst} {missed[worst]:.2f}")
    else:
        print("worst: none")


if __name__ == "__main__":
    measure() if "--measure" in sys.argv else main()
