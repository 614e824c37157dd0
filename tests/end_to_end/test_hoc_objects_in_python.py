"""What belongs to hoc has NEURON's types in Python: each kind of object in a table, with what can be done with it."""

import pytest
from oracle.commands import run

HEAD = r"""import sys
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

TEXTS = (
    HEAD
    + r"""
import os
odd = "ab\xe0"
section.insert("hh")
text, pc = h.ref("a"), h.ParallelContext()
h("proc takes() { text = $s1 }\nbegintemplate Named\npublic s\nstrdef s\nproc init() { s = $s1 }\nendtemplate Named")

class Cell:
    def __str__(self):
        return odd

class Plain:
    def __str__(self):
        return "cell"

with open(os.devnull, "w") as silent:
    for call in (
        lambda: h.printf("%s", odd), lambda: h.printf(odd), lambda: h.sprint(text, "%s", odd), lambda: h.execute(odd),
        lambda: h.takes(odd), lambda: h.Named(odd), lambda: h.List(odd), lambda: h.List().append(odd), lambda: h.File(odd),
        lambda: h.File().ropen(odd), lambda: h.load_file(odd), lambda: h.xopen(odd), lambda: vector.label(odd), lambda: h.strcmp("a", odd),
        lambda: vector.printf(odd), lambda: h.StringFunctions().len(odd), lambda: h.StringFunctions().head(odd, "b", text),
        lambda: h.name_declared(odd), lambda: h.system(odd), lambda: h.chdir(odd), lambda: h.MechanismType(0).select(odd),
        lambda: h.CVode().event(1, odd), lambda: h.FInitializeHandler(odd), lambda: h.Graph(0).label(0.1, 0.1, odd), lambda: h.xpanel(odd),
        lambda: h.sscanf(odd, "%s", text), lambda: h.section_exists(odd), lambda: h.issection(odd), lambda: h.ismembrane(odd, sec=section),
        lambda: h.nrnpython("x = '%s'" % odd), lambda: h.KSChan().name(odd), lambda: h.units(odd), lambda: h.getenv(odd),
        lambda: vector.apply(odd), lambda: h.ref(odd), lambda: h.Section(name="a", cell=Cell()), lambda: h.Section(name=odd, cell=Plain()),
        lambda: h.setpointer(h._ref_t, odd, clamp), lambda: h.MechanismStandard(odd), lambda: section.insert(odd),
        lambda: hasattr(h, odd), lambda: getattr(h, odd, 3), lambda: setattr(h, odd, 1), lambda: hasattr(vector, odd),
        lambda: setattr(vector, odd, 1), lambda: hasattr(clamp, odd), lambda: setattr(clamp, odd, 1), lambda: hasattr(box, odd),
        lambda: setattr(box, odd, 1), lambda: hasattr(section, odd), lambda: setattr(section, odd, 1), lambda: hasattr(section(0.5), odd),
        lambda: setattr(section(0.5), odd, 1), lambda: hasattr(section(0.5).hh, odd), lambda: setattr(section(0.5).hh, odd, 1),
        lambda: setattr(h, "text", b"bytes"), lambda: hasattr(h.List(), odd),
    ):
        before, sys.stderr = sys.stderr, silent
        answer = tried(call)
        sys.stderr = before
        print(answer if isinstance(answer, str) else type(answer).__name__)
print(h("text = '%s'" % odd), h('text = "%s"' % odd), ascii(h.text), h(odd + " = 1"))
h.text = odd
text[0] = odd
print(ascii(h.text), ascii(text[0]), ascii(h.Section(name=odd).name()), ascii(h.Section(odd).name()))
"""
)

STORED = (
    HEAD
    + r"""
h("objref pair[2]\nbegintemplate Holder\npublic one, two\nobjref one, two[2]\nendtemplate Holder\nproc keep() { held = $o1 }")
holder = h.Holder()

def shown(value):
    return tried(value.hname) if "pointer" not in str(value) and "data_handle" not in str(value) else value[0]

for kind in ("of a number", "of a text", "of an object", "pointer", "pointer to v", "pointer to an element"):
    each = kinds[kind]
    h.held = holder.one = holder.two[1] = vector  # one after another
    h.held = holder.one = each
    holder.two[1] = h.pair[1] = each
    print(kind, h.held, holder.one, holder.two[1], shown(h.pair[1]) if h.pair[1] else None)
    of_object = h.ref(vector)
    of_object[0] = each
    print(shown(of_object[0]) if of_object[0] else None, isinstance(h.ref(each), hoc.HocObject))
    print(shown(h.ref(each)[0]) if h.ref(each)[0] else None)
of_vector = h.ref(vector)
h.pair[0] = of_vector
print(h.pair[0], h.ref(of_vector)[0])
"""
)

NODES = r"""from neuron import h
sections = {name: h.Section(name=name) for name in "abcdefg"}
a, b, c, d, e, f, g = sections.values()


def show():
    for section in h.allsec():
        print(section, [segment.node_index() for segment in section.allseg()])


show()
b.connect(a(1))
c.connect(b(0.5))
d.connect(a(0))
e.connect(b(1), 1)
g.connect(b(0.5))
a.nseg, b.nseg, f.nseg = 3, 2, 4
h.finitialize()
show()
print(a(0.4).node_index(), f(0.99).node_index(), e(1).node_index())
f.connect(c(1))
e.disconnect()
e.nseg = 5
h.finitialize()
show()
h.delete_section(sec=b)
h.finitialize()
show()
"""

SCRIPTS = {
    "types": TYPES,
    "compared": COMPARED,
    "of classes": OF_CLASSES,
    "top levels": TOP_LEVELS,
    "texts": TEXTS,
    "stored": STORED,
    "nodes": NODES,
}


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_prints_what_neuron_prints(python, neuron, tmp_path, script):
    outcome = python(script, tmp_path)
    assert outcome.status == 0, outcome
    assert outcome.out.splitlines() == neuron.run_python(script).splitlines()


ENDS = r"""import atexit, sys
from neuron import h
atexit.register(lambda: print("at exit"))
h("proc leave() { quit(3) }\nbegintemplate Ender\npublic leave\nproc leave() { quit(4) }\nendtemplate Ender")
print("before")
try:
    CALL
except BaseException as error:
    print("caught", error)
finally:
    print("finally")
print("after")
"""


@pytest.mark.parametrize(
    ("call", "status"),
    [
        ("h.quit()", 0),
        ("h.quit(5)", 5),
        ("h('quit()')", 0),
        ("h.leave()", 3),
        ("h.Ender().leave()", 4),
        ("h.execute('quit(2)')", 2),
        ("[h.quit() for each in range(2)]", 0),
        ("h.finitialize(); h.cvode.event(0.1, 'quit(6)'); h.continuerun(1)", 6),
        ("h.finitialize(); h.cvode.event(0.1, h.quit); h.continuerun(1)", 0),
    ],
)
def test_quit_ends_python_at_once(python, neuron, tmp_path, call, status):
    """The functions of atexit are called, but nothing catches it."""
    script = ENDS.replace("from neuron import h", "from neuron import h\nh.load_file('stdrun.hoc')").replace(
        "CALL", call
    )
    ours = python(script, tmp_path)
    theirs = run([neuron.bin / "python", "script.py"], tmp_path, {"NEURON_MODULE_OPTIONS": "-nogui"})
    assert theirs.out.split("\n")[:2] == ["before", "at exit"], theirs
    assert (ours.out, ours.status, ours.err) == (theirs.out, theirs.status, "")
    assert ours.status == status


AT_EXIT = r"""import atexit


def at_exit():
    print("registered before", neuron.h.t, len(list(neuron.h.allsec())))


def quits():
    print("quits")
    neuron.h.quit(3)


atexit.register(at_exit)
import neuron
from neuron import h

s = h.Section(name="s")
h.finitialize(-65)
h.fadvance()
atexit.register(lambda: print("registered later", h.t))
"""


def test_functions_at_exit_use_hoc_after_quit(python, neuron, tmp_path):
    script = AT_EXIT + "h.quit(2)\n"
    outcome = python(script, tmp_path)
    theirs = run([neuron.bin / "python", "script.py"], tmp_path, {"NEURON_MODULE_OPTIONS": "-nogui"})
    assert (outcome.out, outcome.status, outcome.err) == (theirs.out, 2, "")


def test_a_function_at_exit_that_quits_ends_too(python, tmp_path):
    outcome = python(AT_EXIT + "atexit.register(quits)\nh.quit(2)\n", tmp_path)
    assert outcome.out.splitlines() == ["quits", "registered later 0.025", "registered before 0.025 1"], outcome
    assert outcome.status == 2, outcome
