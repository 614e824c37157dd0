#!/usr/bin/env python3
"""Does what a long process makes, replaces and deletes grow dearer with their number, beside NEURON's?

Each operation is done at three sizes, n, 4n and 16n, in turn with NEURON's module and with ours, --pairs times, each in a
separate process. For both, the table shows the processor time at the largest size [s], the exponent e of time ~ n^e between
the two larger sizes (1: an operation costs the same however many there were; 2: quadratic), the bytes that the process keeps
for each, and the ratio ours / NEURON's. Short times (below 20 ms) have no exponent. The last line is `worst: NAME RATIO`, of
the operations that take longer than NEURON's; with --only, only operations whose names contain a word are run.

One side, one operation: PYTHONPATH=FOLDER python3 compare_growth.py --measure NAME N
"""

import functools
import gc
import math
import pathlib
import statistics
import sys
import time

# Operations of a trial: the former object is replaced, and the model initialized.
TRIAL_SIZE, SIZE = 1000, 4000


def model():
    from neuron import h

    soma = h.Section(name="soma")
    soma.insert("hh")
    soma.L = soma.diam = 10
    synapse = h.ExpSyn(soma(0.5))
    stimulus = h.NetStim()
    stimulus.number = 3
    h("begintemplate Cell_\npublic soma\ncreate soma\nproc init() { soma { insert pas } }\nendtemplate Cell_")
    h("n_ = 0\nproc count_() { n_ += 1 }")
    return h, soma, synapse, stimulus


def trials(h, soma, synapse, stimulus):
    """{name: what one trial makes}"""

    def child():
        section = h.Section(name="child")
        section.connect(soma(1))
        section.insert("pas")
        return section

    def played():
        vector = h.Vector(3)
        vector.play(synapse._ref_tau, 0.1)
        return vector

    return {
        "trial: nothing": lambda: None,
        "trial: NetCon": lambda: h.NetCon(stimulus, synapse, 0, 1, 0.001),
        "trial: NetCon of a new NetStim": lambda: h.NetCon(h.NetStim(), synapse),
        "trial: NetCon of a voltage": lambda: h.NetCon(soma(0.5)._ref_v, synapse, sec=soma),
        "trial: NetCon onto a new ExpSyn": lambda: h.NetCon(stimulus, h.ExpSyn(soma(0.5))),
        "trial: Vector.record": lambda: h.Vector().record(soma(0.5)._ref_m_hh),
        "trial: Vector.record at intervals": lambda: h.Vector().record(soma(0.5)._ref_m_hh, 0.1),
        "trial: Vector.play": played,
        "trial: IClamp": lambda: h.IClamp(soma(0.5)),
        "trial: section": child,
        "trial: cell of a template": lambda: h.Cell_(),
        "trial: FInitializeHandler": lambda: h.FInitializeHandler("n_ = 1"),
        "trial: changed nseg": lambda: setattr(soma, "nseg", 1 + 2 * (soma.nseg == 1)),
        "trial: h(statement)": lambda: h("x_ = 1"),
    }


def made(h, soma, count):
    """{name: a function that makes `count` of them}"""
    sections = lambda: [h.Section(name=f"s{k}") for k in range(count)]  # noqa: E731
    return {
        "point processes": lambda: [h.ExpSyn(soma(0.5)) for _ in range(count)],
        "sections": sections,
        "cells of a template": lambda: [h.Cell_() for _ in range(count)],
        "handlers": lambda: [h.FInitializeHandler("n_ = 1") for _ in range(count)],
        "recorded vectors": lambda: [h.Vector().record(soma(0.5)._ref_v) for _ in range(count)],
    }


def from_first(objects):
    objects.reverse()
    while objects:
        objects.pop()


def from_last(objects):
    while objects:
        objects.pop()


def connect_from_root(sections):
    for parent, child in zip(sections, sections[1:]):
        child.connect(parent(1))


def connect_from_tip(sections):
    for parent, child in zip(sections[-2::-1], sections[:0:-1]):
        child.connect(parent(1))


def at_once(h, soma, count):
    """{name: (what is made before, what is done with it)}"""
    make = made(h, soma, count)

    def delete_sections(sections):
        for section in sections:
            h.delete_section(sec=section)

    def send_statements(_):
        cvode = h.CVode()
        handler = h.FInitializeHandler(lambda: [cvode.event(1, "count_()") for _ in range(count)])
        h.finitialize(-65)
        while h.t < 2:
            h.fadvance()
        del handler

    def list_of(add):
        items = h.List()
        for _ in range(count):
            add(items)
        return items

    def run(_):
        h.finitialize(-65)
        for _ in range(count):
            h.fadvance()

    def in_list(sections):
        return h.SectionList(sections + sections)

    return {
        **{f"make {name}": (lambda: None, lambda _, make=make: make()) for name, make in make.items()},
        **{f"delete {name}, first first": (make, from_first) for name, make in make.items()},
        **{f"delete {name}, last first": (make, from_last) for name, make in make.items()},
        "delete_section": (make["sections"], delete_sections),
        "connect a chain from its root": (make["sections"], connect_from_root),
        "connect a chain from its tip": (make["sections"], connect_from_tip),
        "SectionList.unique": (lambda: in_list(make["sections"]()), lambda sections: sections.unique()),
        "CVode.event with a statement": (lambda: None, send_statements),
        "List.append": (lambda: None, lambda _: list_of(lambda items: items.append(soma_object(h)))),
        "List.prepend": (lambda: None, lambda _: list_of(lambda items: items.prepend(soma_object(h)))),
        "List.remove(0)": (
            lambda: list_of(lambda items: items.append(soma_object(h))),
            lambda items: [items.remove(0) for _ in range(count)],
        ),
        "run, in steps": (lambda: None, run),
    }


@functools.cache
def soma_object(h):
    """Some object, for lists."""
    return h.Vector(1)


def resident():
    """[bytes]"""
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * 4096


def names():
    """All operations with the smallest number of each."""
    everything = model()
    return {
        **dict.fromkeys(trials(*everything), TRIAL_SIZE),
        **dict.fromkeys(at_once(*everything[:2], 0), SIZE),
    }


def measure(name, count):
    """Prints the processor time [s] and the bytes kept of `count` operations."""
    h, soma, synapse, stimulus = model()
    trial = trials(h, soma, synapse, stimulus).get(name)
    if trial:
        former = trial()
        h.finitialize(-65)
        before, begin = resident(), time.process_time()
        for _ in range(count):
            former = trial()
            h.finitialize(-65)
        del former
        took = time.process_time() - begin
    else:
        prepare, act = at_once(h, soma, count)[name]
        before = resident()
        prepared = prepare()
        gc.disable()
        begin = time.process_time()
        act(prepared)
        took = time.process_time() - begin
        del prepared
    gc.collect()
    print(took, (resident() - before) / count)


def ended(command):
    """The output; None if a signal has ended the command, as with NEURON and many statements that wait."""
    import compare

    result = compare.run(command, None)
    if result.status > 0:
        sys.exit(f"{' '.join(map(str, command))}: exit {result.status}\n{result.output}{result.errors}")
    return result.output if result.status == 0 else None


def exponent(times):
    """Of the two larger sizes; nan if the time is too short to tell."""
    return math.log(times[-1] / times[-2], 4) if times[-1] > 0.02 and times[-2] > 0 else math.nan


def compare_operation(name, sizes, sides, pairs):
    """Prints the operation's row; returns ours / NEURON's."""
    found = {side: [[] for _ in sizes] for side in sides}
    kept = {}
    for _ in range(pairs):
        for k, size in enumerate(sizes):
            for side, python in sides.items():
                output = ended([*python, __file__, "--measure", name, str(size)]) or "nan nan"
                took, kept[side] = map(float, output.split())
                found[side][k].append(took)
    times = {side: [statistics.median(of_size) for of_size in found[side]] for side in sides}
    theirs, ours = times["NEURON"], times["ours"]
    ratio = ours[-1] / theirs[-1] if theirs[-1] else math.nan
    print(
        f"{name:44} {sizes[-1]:7} {theirs[-1]:9.3f} {ours[-1]:9.3f} {ratio:6.2f} {exponent(theirs):8.2f} "
        f"{exponent(ours):8.2f} {kept['NEURON']:9.0f} {kept['ours']:9.0f}",
        flush=True,
    )
    return ratio


def main():
    import compare

    arguments = compare.parser(__doc__)
    arguments.add_argument("--only", action="append", default=[], help="operations whose names contain this")
    arguments.set_defaults(pairs=1)
    options = arguments.parse_args()
    own = pathlib.Path(options.ranvier).resolve().parent.parent / "python"
    python = f"{options.neuron}/python"
    sides = {"NEURON": ["env", "-u", "PYTHONPATH", python], "ours": ["env", f"PYTHONPATH={own}", python]}
    print(
        f"{'operation':44} {'n':>7} {'NEURON s':>9} {'ours s':>9} {'ratio':>6} {'N^e':>8} {'ours^e':>8} "
        f"{'N bytes':>9} {'ours':>9}"
    )
    ratios = {}
    for line in ended([*sides["ours"], __file__, "--names"]).splitlines():
        name, size = line.split("\t")
        if options.only and not any(word in name for word in options.only):
            continue
        sizes = [int(size) * factor for factor in (1, 4, 16)]
        ratios[name] = compare_operation(name, sizes, sides, options.pairs)
    slower = {name: ratio for name, ratio in ratios.items() if ratio > 1}
    worst = max(slower, key=slower.get, default=None)
    print(f"worst: {worst} {slower[worst]:.2f}" if worst else "worst: none")


if __name__ == "__main__":
    if "--measure" in sys.argv:
        measure(sys.argv[-2], int(sys.argv[-1]))
    elif "--names" in sys.argv:
        print("\n".join(f"{name}\t{size}" for name, size in names().items()))
    else:
        main()
