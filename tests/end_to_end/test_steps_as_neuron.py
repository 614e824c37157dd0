"""What a script sees of variable steps, step by step, beside NEURON: times, orders, states, tolerances, errors."""

import math
import re

import pytest

CELLS = """
from neuron import h
h.load_file("stdrun.hoc")
cv, y, z = h.CVode(), h.Vector(), h.Vector()
class Cell:
    def __init__(self, number, mechanism):
        self.number = number
        self.soma = h.Section(name="soma", cell=self)
        self.soma.L = self.soma.diam = 10
        self.soma.insert(mechanism)
    def __repr__(self):
        return f"cell{self.number}"
def show(word, *values):
    print(word, *(repr(float(x)) for x in values))
def caught(what, *arguments):
    try:
        print("returns", what(*arguments))
    except RuntimeError:
        print("refuses")
"""

# Estimated errors are differences of corrections, which are nearly equal; where they are nearly 0, the last bits decide.
EACH_STEP = """
cells = [Cell(0, "hh")]
cv.active(1)
CHOICE
h.finitialize(-50)
for step in range(30):
    cv.solve()
    show("STEP", cv.order(), h.t)
    for name in "states", "dstates", "error_weights", "acor":
        getattr(cv, name)(y)
        show(name, *y)
"""

ORDERS = """
cells = [Cell(0, "hh"), Cell(1, "pas")]
def order(what, *given):
    show(what, cv.order(*given))
order("fixed")
cv.active(1)
order("active")
h.finitialize(-65)
order("initialized")
cv.solve()
order("step")
cv.solve(10)
order("solved")
cv.re_init()
order("restarted")
cv.use_local_dt(1)
order("local", 1)
h.finitialize(-65)
order("initialized")
cv.solve(3)
order("solved", 0)
order("other", 1)
cv.use_local_dt(0)
cv.use_daspk(1)
h.finitialize(-65)
order("algebraic")
cv.solve()
order("step")
cv.solve(5)
order("solved")
cv.re_init()
order("restarted")
"""

MAGNITUDES = """
cells = [Cell(i, "pas" if i % 2 else "hh") for i in range(4)]
clamp = h.IClamp(cells[2].soma(0.5))
clamp.delay, clamp.dur, clamp.amp = 0.1, 0.5, 0.1
h.tstop = 1
known = ("v", "m_hh", "h_hh", "gnabar_hh", "IClamp.i", "Vector")
def largest(name):
    error = h.ref(0.0)
    return float("%.5g" % cv.state_magnitudes(name, error)), float("%.5g" % error[0])
def tell(when):
    for kind in 0, 1:
        of = h.Vector()
        cv.state_magnitudes(of, kind)
        print(when, *("%.5g" % x for x in of))
    caught(cv.state_magnitudes, 2)
    for name in known:
        caught(largest, name)
for name in "x", "none", "ExpSyn", "ExpSyn.none":
    caught(largest, name)
tell("fixed")
for local in 0, 1:
    cv.active(1)
    cv.use_local_dt(local)
    h.finitialize(-65)
    cv.state_magnitudes(1)
    tell("on")
    h.finitialize(-65)
    tell("initialized")
    cv.solve()
    tell("step")
    cv.solve(0.3)
    tell("solved")
    cells[0].soma(0.5).v = -90
    cv.re_init()
    tell("restarted")
    h.run()
    tell("run")
    cv.state_magnitudes(0)
    cv.active(0)
"""

# Only steps common to all cells, of one thread, take all states at once.
BY_HAND = """
cells = [Cell(i, "hh") for i in range(2)]
pc = h.ParallelContext()
def each(when):
    print(when)
    for wrong in False, True:
        y.resize(2 if wrong else 8)
        y.fill(0.25)
        for call in (cv.f, 0.0, y, z), (cv.yscatter, y), (cv.ygather, y):
            caught(*call)
            print(len(y), len(z))
h.finitialize(-65)
cv.active(1)
h.finitialize(-65)
each("together")
cv.use_local_dt(1)
h.finitialize(-65)
each("local")
cv.use_local_dt(0)
for threads in (2,), (2, 0), (1,):
    pc.nthread(*threads)
    h.finitialize(-65)
    each(f"{threads} threads")
"""


def numbers(text):
    """Lines, as lists of a word and numbers."""
    return [
        [float(word) if re.fullmatch(r"[-+.\dEe]+|-?(nan|inf)", word) else word for word in line.split()]
        for line in text.splitlines()
    ]


def agree(ours, theirs, within):
    assert len(ours) == len(theirs)
    for one, other in zip(ours, theirs):
        assert one[:1] == other[:1] and len(one) == len(other), (one, other)
        most = max([abs(x) for x in other if isinstance(x, float)], default=0)
        for x, y in zip(one, other):
            assert x == y or math.isclose(x, y, rel_tol=within, abs_tol=within * most), (one, other)


@pytest.fixture
def both(python, neuron, tmp_path):
    def run(script):
        outcome = python(CELLS + script, tmp_path)
        assert outcome.status == 0, outcome
        return numbers(outcome.out), numbers(neuron.run_python(CELLS + script))

    return run


@pytest.mark.parametrize(
    ("choice", "within"),
    [
        ("cv.rtol(1e-4); cv.atol(0)", 1e-6),
        ("cv.stiff(1)", 1e-9),
        ("cv.use_local_dt(1); cv.stiff(1)", 1e-9),
        ("cells[0].soma.uninsert('hh'); cells[0].soma.insert('pas'); cv.rtol(1e-4); cv.atol(0)", 1e-10),
        ("cv.maxorder(2)", 1e-6),
        ("cv.atolscale('v', 0.1)", 1e-4),
        ("", 1e-4),
    ],
)
def test_each_step_is_neurons(both, choice, within):
    ours, theirs = both(EACH_STEP.replace("CHOICE", choice))
    assert len(theirs) == 150
    agree(ours, theirs, within)


@pytest.mark.parametrize(("script", "lines", "within"), [(ORDERS, 14, 0), (MAGNITUDES, 120, 1e-4), (BY_HAND, 65, 1e-9)])
def test_answers_are_neurons(both, script, lines, within):
    ours, theirs = both(script)
    assert len(theirs) >= lines
    agree(ours, theirs, within)
