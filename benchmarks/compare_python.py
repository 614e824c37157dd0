#!/usr/bin/env python3
"""What do the operations of Python programs cost, beside NEURON's?

Runs one program in turn with NEURON's module and with ours, --pairs times, each in a separate process, and prints for
each operation the median of both in nanoseconds of processor time, and the ratio ours / NEURON's. What the table asks for
stands in the last column: access to variables and Vectors takes no longer than NEURON's, creation half of it; what stands in loops over lists
and what looks for missing attributes takes at most 1.05 of it.
The last line is `worst: NAME RATIO`, of the operations that miss what is asked.

The same program, for one side: PYTHONPATH=FOLDER python3 compare_python.py --measure
"""

import pathlib
import statistics
import sys
import time

AS_FAST, NOT_SLOWER, HALF = 1.0, 1.05, 0.5
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


def missing_attributes(h, section):
    """Attributes that are missing: hasattr() looks for them, and NumPy for each element of an array."""
    import numpy

    section.insert("pas")
    segment, vector, synapse = section(0.5), h.Vector(3), h.ExpSyn(section(0.5))
    long = h.Section(name="long")
    long.nseg = 500
    segments = list(long)
    holders = {"h": h, "sec": section, "seg": segment, "mech": segment.hh, "vec": vector, "syn": synapse}
    rows = {f"hasattr({name})": (lambda of=of: hasattr(of, "other"), 1_000, NOT_SLOWER) for name, of in holders.items()}
    rows["np.array(500 segs)"] = (lambda: numpy.array(segments), 5, NOT_SLOWER)
    return rows


def containers(h):
    """Lists of sections and of objects, and what a segment holds."""
    tree = [h.Section(name=f"dend{i}") for i in range(200)]
    for i in range(1, 200):
        tree[i].connect(tree[(i - 1) // 2](1))
    tree[0].insert("hh")
    some, sections, objects, segment = tree[:20], h.SectionList(tree), h.List(), tree[0](0.5)
    for _ in range(100):
        objects.append(h.Vector(1))

    def walk(what):
        for _ in what:
            pass

    return {
        "sec in SectionList": (lambda: tree[150] in sections, 2_000, NOT_SLOWER),
        "for sec in SectionList": (lambda: walk(sections), 200, NOT_SLOWER),
        "h.SectionList(20)": (lambda: h.SectionList(some), 1_000, NOT_SLOWER),
        "sec.subtree()": (lambda: tree[0].subtree(), 200, NOT_SLOWER),
        "sec.wholetree()": (lambda: tree[150].wholetree(), 200, NOT_SLOWER),
        "for sec in allsec()": (lambda: walk(h.allsec()), 200, NOT_SLOWER),
        "for x in h.List": (lambda: walk(objects), 200, NOT_SLOWER),
        "list[50]": (lambda: objects[50], 5_000, NOT_SLOWER),
        "for mech in seg": (lambda: walk(segment), 1_000, NOT_SLOWER),
        "dir(seg)": (lambda: dir(segment), 500, NOT_SLOWER),
    }


def names_of_hoc(h, segment):
    """Variables of scripts, and references."""
    h("objref object_of_benchmark")
    h.object_of_benchmark = h.Vector(1)
    reference, pointer = h.ref(1.0), segment._ref_v
    return {
        "h('x = 1')": (lambda: h("number_of_benchmark = 1"), 5_000, NOT_SLOWER),
        "h.objref": (lambda: h.object_of_benchmark, 20_000, NOT_SLOWER),
        "ref[0]": (lambda: reference[0], 20_000, NOT_SLOWER),
        "_ref_v[0]": (lambda: pointer[0], 20_000, NOT_SLOWER),
        "ParallelContext()": (h.ParallelContext, 5_000, NOT_SLOWER),
    }


def handlers(h):
    """finitialize with 50,000 handlers."""
    kept = []

    def initialize():
        if not kept:
            kept.extend(h.FInitializeHandler(int) for _ in range(50_000))
        h.finitialize(-65)

    return {"finitialize (5e4)": (initialize, 1, NOT_SLOWER)}


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
        **missing_attributes(h, section),
        **containers(h),
        **names_of_hoc(h, segment),
        **handlers(h),
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
    print(f"{'operation':22} {'NEURON ns':>12} {'ours ns':>12} {'ratio':>7} {'asked':>6}")
    for name, of_sides in times.items():
        neuron, own = (statistics.median(of_sides[side]) for side in sides)
        if own > asked[name] * neuron:
            missed[name] = own / neuron
        print(f"{name:22} {neuron:12.0f} {own:12.0f} {own / neuron:7.2f} {asked[name]:6.2f}")
    if missed:
        worst = max(missed, key=missed.get)
        print(f"worst: {worst} {missed[worst]:.2f}")
    else:
        print("worst: none")


if __name__ == "__main__":
    measure() if "--measure" in sys.argv else main()
