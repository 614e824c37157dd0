"""What belongs to hoc has NEURON's types in Python: each kind of object in a table, with what can be done with it."""

import pytest

HEAD = r"""import re
import neuron
from neuron import h, hoc, n

def tried(call):
    try:
        return call()
    except Exception as error:
        return type(error).__name__

h("double numbers[3]\nobjref held\nstrdef text\nproc work() {}\nbegintemplate Box\npublic f\nproc f() {}\nendtemplate Box")
section = h.Section(name="section")
vector, clamp, box = h.Vector(3), h.IClamp(section(0.5)), h.Box()

class Derived(neuron.hclass(h.Vector)):
    pass

class Other(hoc.HocObject):
    pass

kinds = {
    "h": h, "n": n, "HocObject()": hoc.HocObject(), "function": h.sin, "procedure": h.work, "method": vector.size,
    "of a template": box.f, "of a number": h.ref(1), "of an object": h.ref(None), "of a text": h.ref("a"), "pointer": h._ref_t,
    "pointer to v": section(0.5)._ref_v, "pointer to an element": vector._ref_x[1], "array": h.numbers,
    "pointer to an array": h._ref_numbers, "Vector": vector, "derived": Derived(), "List": h.List(), "IClamp": clamp, "Box": box,
    "Other": Other(),
}
"""

TYPES = (
    HEAD
    + r"""
exact = {"h", "HocObject()", "function", "procedure", "method", "of a template"}
exact |= {kind for kind in kinds if "pointer" in kind or kind.startswith("of a")} - {"pointer to an array"}
print(type(hoc.HocObject), hoc.HocObject, hoc.HocObject.__mro__)
for kind, each in kinds.items():
    print(kind, isinstance(each, hoc.HocObject), callable(each), bool(each), tried(lambda: len(each)), kind not in exact or
          type(each) is hoc.HocObject)
    print(tried(lambda: each[0]) if kind != "pointer to an array" else "", tried(lambda: each.nosuch))
    if kind not in ("method", "of a template"):
        print(type(tried(lambda: hash(each))), tried(lambda: type(each.hocobjptr())))
    if kind not in ("h", "n", "HocObject()", "array", "pointer to an array", "of a number", "Other"):
        print(tried(lambda: each.hname() == str(each)))
print(tried(lambda: h.sin()), tried(lambda: vector()), tried(lambda: clamp()), tried(lambda: h._ref_t()), tried(lambda: h.numbers()))
print(tried(lambda: setattr(h.sin, "x", 1)), tried(lambda: setattr(h._ref_t, "x", 1)), tried(lambda: setattr(h, "nosuch", 1)))
"""
)

COMPARED = (
    HEAD
    + r"""
more = {**kinds, "cos": h.cos, "pointer to dt": h._ref_dt, "second of a number": h.ref(1), "t again": h._ref_t, "mean": vector.mean,
        "size again": vector.size, "sin again": h.sin, "three": 3, "none": None, "other Vector": h.Vector(3)}
for a in more:
    print(a, "equals", [b for b in more if more[a] == more[b]], "not", [b for b in more if not more[a] != more[b]])
    print(hash(more[a]) == hash(more[a]), {more[a]: 1}.get(more[a]))
print(h.sin < h.sin, h.sin <= h.sin, h < h, h._ref_t >= h._ref_t, (h.sin < h.cos) != (h.cos < h.sin))
print({h: 1}.get(hoc.HocObject()), {h._ref_t: 1}.get(h._ref_t), {h._ref_t: 1}.get(h._ref_dt))
print(len({h.sin, h.sin, h.cos, vector.size, vector.size, h.Vector(2).size}))
"""
)

OF_CLASSES = (
    HEAD
    + r"""
print(len(h.Box), len(h.IClamp), len(h.ExpSyn), bool(h.ExpSyn), bool(h.Vector), tried(lambda: len(h.Vector)), list(h.Box), list(h.IClamp))
more = [h.Box(), h.Box()]
print(len(h.Box), list(h.Box), [each == box for each in h.Box])
del more[0]
print(len(h.Box), list(h.Box), tried(lambda: h.Box[1]), h.Box[2])
print(hoc.HocObject.baseattr(vector, "size"), hoc.HocObject.hname(vector), vector.baseattr("size")())
print(type(vector.hocobjptr()), vector.hocobjptr() == vector.hocobjptr(), vector.hocobjptr() == h.Vector(1).hocobjptr())
print(h.List("Vector").object(0).hocobjptr() == vector.hocobjptr(), tried(lambda: h.sin.hocobjptr()), tried(lambda: h.hocobjptr()))

class Counter(neuron.hclass(h.Vector)):
    def size(self):
        return -hoc.HocObject.baseattr(self, "size")()

print(Counter(4).size(), issubclass(Counter, hoc.HocObject))
"""
)

TOP_LEVELS = (
    HEAD
    + r"""
other = hoc.HocObject()
other("x = 3")
print(h.x, other.x, other == h, other.Vector is h.Vector, other.sin(0), other.Section(name="a"), str(other), type(other) is type(h))
other.x = 4
print(h.x, tried(lambda: setattr(other, "nosuch", 1)), tried(lambda: delattr(h, "x")), sorted(set(dir(h)) ^ set(dir(other))))
given = Other()
given.own = 5
given.x = 6
print(given.own, h.x, given("x = 7"), h.x, str(given), tried(lambda: given.missing), "own" in dir(given), tried(lambda: h.own))
print(given.ref(3)[0], given.cas(), [str(sec) for sec in given.allsec()], given == h)
del given.own
print(tried(lambda: given.own), tried(lambda: setattr(given, "sin", 1)))

class WithMethods(hoc.HocObject):
    kind = "mine"

    def twice(self, x):
        return 2 * x

mine = WithMethods()
print(mine.twice(4), mine.kind, mine.cos(0), str(type(mine)), isinstance(mine, hoc.HocObject))
"""
)

SCRIPTS = {"types": TYPES, "compared": COMPARED, "of classes": OF_CLASSES, "top levels": TOP_LEVELS}


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_prints_what_neuron_prints(python, neuron, tmp_path, script):
    outcome = python(script, tmp_path)
    assert outcome.status == 0, outcome
    assert outcome.out.splitlines() == neuron.run_python(script).splitlines()
