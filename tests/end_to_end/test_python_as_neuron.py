"""Python scripts print what they print with NEURON's own module."""

import pytest

NAMES = """\
from neuron import h
print(h.t, h.dt, h.celsius, h.exp(0), h.PI > 3.14)
print(h('x = 3\\nstrdef s\\ns = "abc"\\ndouble y[3]\\nobjref o\\nfunc twice() { return $1*2 }'))
print(h.x, h.s, h.twice(4), h.o, len(h.y), h.y[1])
h.x = 5
h.s = "def"
h.y[1] = 2.5
h('print x, " ", s, " ", y[1]')
h.o = h.Vector(3)
h('print o, o.size()')
print(h.o.size(), h.o == h.o, h.o.hname() == str(h.o))
try:
    h.nothing_of_that_name
except AttributeError:
    print("AttributeError")
try:
    h.nothing_of_that_name = 3
except (AttributeError, LookupError):
    print("no such name")
"""


SECTIONS = r"""from neuron import h
soma = h.Section(name="soma")
dend = h.Section(name="dend")
dend.connect(soma(1))
soma.L = soma.diam = 20
soma.insert("hh").insert('pas')
dend.nseg = 3
dend.L = 100
dend.insert(h.pas)
print(soma, dend, soma.nseg, dend.nseg, soma.L, soma(0.5).diam, dend.Ra)
print(soma(0.5).hh.gnabar, soma.gnabar_hh, soma(0.5).gnabar_hh)
soma(0.5).hh.gnabar = 0.11
for seg in dend:
    seg.pas.g = 0.0005
    seg.pas.e = -70
print(soma.gnabar_hh, [seg.pas.g for seg in dend], [seg.x for seg in dend.allseg()])
print(list(h.allsec()), [s.name() for s in h.allsec()], h.cas())
print(dend.parentseg(), soma.parentseg(), soma.children(), soma.subtree(), dend.wholetree(), dend.trueparentseg())
print(soma.has_membrane("hh"), soma.has_membrane("pas"), dend.has_membrane("hh"))
stim = h.IClamp(soma(0.5))
stim.delay, stim.dur, stim.amp = 1, 2, 0.5
print(stim, stim.get_segment(), stim.hname(), stim.delay, stim.amp, soma(0.5).point_processes())
v = h.Vector().record(soma(0.5)._ref_v)
vd = h.Vector().record(dend(0.9)._ref_v)
t = h.Vector()
t.record(h._ref_t)
h.load_file("stdrun.hoc")
h.finitialize(-65)
h.continuerun(5)
print(len(v), v[0], max(v), t[-1], v.x[10], vd.x[40], v.size(), sum(t))
h.tstop = 3
h.run()
print(h.t, len(t), v[-1], soma(0.5).v, soma.v, dend(0.1).v)
print([m.name() for m in soma(0.5)])
found = dend.psection()
print(found["density_mechs"]["pas"]["e"], found["morphology"]["parent"], found["morphology"]["L"], found["cm"], found["name"])
try:
    soma(0.5).kdr
except AttributeError:
    print("AE")
try:
    dend.gnabar_hh
except AttributeError:
    print("AE2")
try:
    soma.foo = 3
except AttributeError:
    print("AE3")
print(soma == h.cas(), soma != dend, soma(0.5) == soma(0.5), soma(0.5) == soma(0.4), hash(soma) == hash(h.cas()))
syn = h.ExpSyn(dend(0.5))
nc = h.NetCon(soma(0.5)._ref_v, syn, sec=soma)
nc.weight[0] = 0.01
nc.delay = 2.5
nc.threshold = -10
print(nc.weight[0], nc.delay, nc.threshold, nc.valid(), nc.active(), nc.syn(), nc.syn() == syn)
sp = h.Vector()
nc.record(sp)
h.run()
print(list(sp), syn.g)
h.tstop = 10
h.run()
print(list(sp), syn.g, len(v))
print(h.distance(soma(0), dend(1)), h.distance(soma(0.5), soma(0.5)))
h.distance(0, soma(0.5))
print(h.distance(dend(0.5)), soma(0.5).area(), dend(0.5).ri(), dend(0).area())
sl = h.SectionList([soma, dend])
print([s for s in sl], soma in sl, len(list(sl)))
sr = h.SectionRef(dend)
print(sr.sec, sr.has_parent(), sr.nchild(), sr.parent)
l = h.List()
l.append(stim); l.append(syn)
print(len(l), l[0], l[1], list(l), l.count(), l.index(syn), l.o(0) == stim, syn in l)
del soma
print(list(h.allsec()))
"""

OBJECTS = r"""from neuron import h
import numpy as np
h.load_file("stdrun.hoc")
# templates and hoc objects
h('''
begintemplate Cell
public soma, dend, x, init, f, name, lst, getme, arr, setx, soma2
create soma, dend[2]
objref lst, this
strdef name
double arr[3]
proc init() { x = 1  name = "bob" lst = new List()
  soma { L = 10 diam = 10 }
  if (numarg() > 0) x = $1
  arr[1] = 7
}
func f() { return $1 + x }
proc setx() { x = $1 }
obfunc getme() { return this }
endtemplate Cell
objref c, cells[2]
proc refs() { $&1 = 5  $s2 = "changed" $o3 = new Vector(4) }
''')
c = h.Cell(5)
print(c, c.x, c.name, c.f(2), c.getme() == c, c.soma, c.dend[1], len(c.dend), c.soma.L, c.arr[1], len(c.arr))
c.x = 9
c.name = "eve"
c.setx(11)
c.arr[2] = 3
c.soma.L = 33
print(c.x, c.name, list(c.arr), c.soma(0.5).area(), c.soma.cell() == c)
h.c = c
print(h.c == c, h.c.hname(), h.cells[0], h.Cell[0] == c)
h.cells[1] = c
print(h.cells[1])
r, s, o = h.ref(1), h.ref("abc"), h.ref(None)
h.refs(r, s, o)
print(r[0], s[0], o[0], o[0].size())
v = h.Vector([1, 2, 3])
print(list(v), v[-1], v[1:3].to_python(), v.sum(), 2 in v, list(v * 2), list(v + v), list(-v), list(1 - v))
v[0] = 8
v[1:3] = [5, 6]
print(list(v), v.x[0], v.c().mul(2).to_python(), v.contains(5), v.indwhere(">", 5), v.size(), v.mean())
a = v.as_numpy()
a[1] = 99
print(list(v), np.array(v), np.array(v).dtype, np.sum(a))
w = h.Vector(np.linspace(0, 1, 5))
print(w.to_python(), w.max_ind(), len(w), w.hname() == str(w))
m = h.Matrix(2, 2)
m.setval(0, 1, 5)
print(m.getval(0, 1), m.nrow(), m.ncol())
try:
    v[10]
except IndexError as e:
    print("IE")
try:
    h.Vector(3).get(7)
except RuntimeError as e:
    print("RE")
except Exception as e:
    print("other", type(e))
try:
    h.nosuch()
except AttributeError:
    print("AE")
soma = h.Section(name="soma")
syn = h.ExpSyn(soma(0.5))
ns = h.NetStim()
ns.number, ns.start, ns.interval, ns.noise = 3, 1, 2, 0
nc = h.NetCon(ns, syn)
nc.weight[0] = 0.1
calls = []
def cb():
    calls.append((h.t, "fi"))
fih = h.FInitializeHandler(cb)
fih2 = h.FInitializeHandler(1, (lambda a: calls.append(a), "hello"))
times, ids = h.Vector(), h.Vector()
nc.record(times, ids)
cv = h.CVode()
h.finitialize(-65)
cv.event(2.0, lambda: calls.append(("event", h.t)))
h.continuerun(8)
print(list(times), list(ids), calls)
class Obj: pass
p = Obj()
l = h.List()
l.append(p)
print(l[0] is p, l.count(), type(l.o(0)).__name__)
class MyVec(h.Vector):
    def __init__(self, *args):
        self.tag = "mine"
mv = MyVec([4, 5])
print(len(mv), mv.tag, mv.sum(), isinstance(mv, h.Vector), isinstance(v, h.Vector), type(v) is h.Vector)
print(h.Section(name="gone"), [s.name() for s in h.allsec()])
print(soma.n3d())
soma.pt3dadd(0, 0, 0, 10); soma.pt3dadd(10, 0, 0, 8)
print(soma.n3d(), soma.x3d(1), soma.diam3d(1), soma.L, soma.arc3d(1))
pc = h.ParallelContext()
print(pc.id(), pc.nhost(), h.name_declared("soma"), h.nrnversion()[:6])
print(h("foo bar"))
"""


COLLECTIVES = """\
from neuron import h
pc = h.ParallelContext()
print(pc.py_alltoall([{"a": 1}]), pc.py_allgather("x"), pc.py_gather([1, 2]), pc.py_broadcast({1: 2}), pc.py_scatter([5]))
"""

PLACES = """\
from neuron import h
s = h.Section(name="s")
s.nseg = 3
s.diam = 3
print(*(f"{s(x).volume():.12g}" for x in (0, 0.1, 0.5, 1)))
syn, stim = h.ExpSyn(s(0.3)), h.NetStim()
for nc in (h.NetCon(s(0.9)._ref_v, syn, sec=s), h.NetCon(stim, syn), h.NetCon(s(0.5)._ref_v, None, sec=s)):
    print(nc.preseg(), nc.postseg())
s.insert("hh")
other = h.NetCon(s(0.5)._ref_m_hh, syn, sec=s)
print(other.preseg(), other.postseg(), h.cas() == s, other.preloc(), h.cas() == s)
h.pop_section()
for point in ((0, 0, 0, 10), (3, 0, 0, 8), (3, 0, 0, 6), (10, 0, 0, 6), (25, 0, 0, 1)):
    s.pt3dadd(*point)
s.nseg = 7
print(*(f"{segment.volume():.12g}" for segment in s))
"""


# What whole libraries of clients need.
CLIENTS = r"""import neuron
from neuron import h
from neuron.expect_hocerr import expect_err, set_quiet
set_quiet(True)
pc = h.ParallelContext()
print(pc.master_works_on_jobs(0), pc.master_works_on_jobs(1))
h("begintemplate Own\npublic x\nx = 1\ngid = 5\nobjref hidden\nstrdef label\nproc init() { label = \"a\" }\nfunc twice() { return 2*$1 }\nendtemplate Own")
own = h.Own()
own.gid = 7
own.label = "b"
own.hidden = h.Vector(2)
print(own.gid, own.label, own.hidden.size(), own.twice(4), own.x)
expect_err("own.nothing")
class Piece(neuron.nrn.Section):
    def __init__(self, name, L=5):
        super().__init__(name)
        self.L = L
        self.seg = self(.5)
        self.label = "far"
piece = Piece("a b-c", L=7)
print(piece.name(), piece.L, piece.seg.x, piece.label)
many = [h.Section(name=f"s{i}") for i in range(3000)]
for a, b in zip(many, many[1:]):
    b.connect(a)
print(len(many[0].wholetree()), many[0].wholetree()[-1], len(many[10].subtree()))
fork = [h.Section(name=f"f{i}") for i in range(5)]
for i in (1, 2): fork[i].connect(fork[0])
for i in (3, 4): fork[i].connect(fork[1])
print(fork[0].subtree())
soma = h.Section(name="soma")
soma.insert("hh").insert("pas")
print([v.name() for v in soma(.5).pas], [v[0] for v in soma(.5).pas], list(soma(.5).pas)[0].mech())
list(soma(.5).hh)[0][0] = 0.3
print(soma(.5).hh.gnabar, "gnabar" in dir(soma(.5).hh))
print(neuron.version == neuron.__version__, neuron.nrn_dll_loaded)
print(neuron.load_mechanisms("."), neuron.config.arguments["NRN_ENABLE_PYTHON"])
"""


# Names are looked up once; what they mean may change afterwards.
NAMES_THAT_CHANGE = """\
from neuron import h
soma, dend = h.Section(name="soma"), h.Section(name="dend")
soma.insert("hh")
for sec in (soma, dend):
    print([hasattr(sec(0.5), name) for name in ("hh", "v", "gnabar_hh", "nseg", "nothing")])
dend.insert("hh")
print(dend(0.5).hh, dend(0.5).hh.gnabar, getattr(dend(0.5).hh, "".join(["gk", "bar"])), dend(0.5).gnabar_hh)
soma.nseg = 3
soma(0.1).hh.gnabar = 0.5
soma(0.9).gnabar_hh = 0.25
print([seg.hh.gnabar for seg in soma], [seg.x for seg in soma.allseg()], soma.gnabar_hh, soma(0.1) in soma)
soma.gnabar_hh = 0.125
print([seg.gnabar_hh for seg in soma], soma(0.5) == soma(0.4), soma(0.5) == soma(0.1), len({soma(0.5), soma(0.4)}))
soma.uninsert("hh")
print(hasattr(soma(0.5), "hh"), hasattr(soma(0.5), "gnabar_hh"))
print(hasattr(h, "later"))
h("later = 3")
print(h.later)
h.later += 2
h("later += 1")
print(h.later, h._ref_later[0])
print(hasattr(h, "twice"))
h("func twice() { return $1*2 }")
print(h.twice(4))
h("func twice() { return $1*3 }")
print(h.twice(4))
h("begintemplate Cell\\npublic x, y, o, s, f\\nobjref o\\nstrdef s\\ndouble y[3]\\nproc init() { x = 1 }\\n"
  "func f() { return x*$1 }\\nendtemplate Cell")
a, b = h.Cell(), h.Cell()
a.x = 5
b.y[1] = 2
a.o = b
b.s = "text"
print(a.x, b.x, a.y[1], b.y[1], a.o == b, b.o, b.s, a.f(2), b.f(3), [h.Cell[1].x, h.Cell[0].x])
h.Cell[1].x = 7
print(b.x, a.f == a.f, hasattr(a, "nothing"))
clamp = h.IClamp(dend(0.5))
clamp.delay, clamp.dur = 1, 2
print(clamp.delay, clamp.dur, clamp._ref_amp[0], clamp.get_segment())
vec = h.Vector([1, 2, 3, 4])
print(vec[-1], vec.x[2], vec[1:3].to_python(), list(vec + vec), list(1 - vec), list(2 / vec), list(-vec), sum(abs(vec)))
print(bool(h.Vector()), bool(vec), bool(h.List()), bool(a), 3 in vec, len(h.NetCon(None, h.ExpSyn(dend(0.5))).weight))
matrix = h.Matrix(2, 3)
matrix.setval(1, 2, 5)
soma.connect(dend(1))
print(list(h.SectionRef(sec=dend).child), len(h.SectionRef(sec=soma).child))
print(matrix._ref_x[1][2][0], vec._ref_x[1][0])
for wrong in ("soma.nothing", "soma(0.5).nothing", "soma(0.5).hh", "h.nothing", "clamp.nothing", "soma(2)", "vec[4]", "vec[-5]",
              "vec._ref_x[0][1]", "soma(0.5)._ref_nothing"):
    try:
        print(wrong, eval(wrong))
    except (AttributeError, ValueError, IndexError, NameError, LookupError) as error:
        print(wrong, "raises")
cvode, times = h.CVode(), h.Vector()
times.record(h._ref_t)
cvode.active(1)
h.finitialize(-65)
print(len(times))
h.frecord_init()
print(len(times))
h.fadvance()
h.frecord_init()
h.fadvance()
print(len(times), times[0])
cvode.active(0)
import numpy
from neuron import numpy_element_ref
array = numpy.array([1.0, 2.0, 3.0])
element = numpy_element_ref(array, 1)
element[0] += 5
print(array, element[0])
from neuron import hclass
class Derived(hclass(h.Cell)):
    def __new__(cls):
        return super().__new__(cls)
    def __init__(self):
        self.own = self.baseattr("f")
        self.further = [self.f]
    def g(self):
        return self.own(2)
derived = Derived()
print(derived.g(), derived.further[0](3), h.List("Cell").count())
del derived
print(h.List("Cell").count())
dend.pt3dadd(0, 0, 0, 1)
dend.pt3dadd(10, 0, 0, 1)
dend.pt3dadd(20, 0, 0, 2)
print(dend.n3d(), dend.x3d(1), dend.diam3d(2), dend.arc3d(2), dend.L)
"""

# Arrays that are declared again, references to elements of range variables, references that reach Python as numbers,
# point processes made of templates, and what a section contains.
SHAPES = r"""
from neuron import h
def outcome(text):
    try:
        exec(text, globals())
        print(text, "fine")
    except Exception as error:
        print(text, "raises")
h("objref po[2][2]")
whole, part = h.po, h.po[1]
h("objref po")
h.po = []
for text in ("whole[1]", "part[1] = []", "whole[1] = []", "len(whole)", "bool(whole)"):
    outcome(text)
h("double y[2][3]")
whole, part = h.y, h.y[1]
h("double y[5]")
outcome("part[1] = 4")
outcome("part[1]")
s = h.Section(name="s")
for mechanism in ("hh", "extracellular", "pas"):
    s.insert(mechanism)
s(0.5).xraxial[1] = 7
ref = s(0.5)._ref_xraxial[0]
print(ref[0], ref[1])
print([list(s.psection()[key]) for key in ("density_mechs", "ions")], sorted(s.psection()["density_mechs"]["hh"]))
class Receiver:
    def take(self, *values):
        print(values)
h("x = 3\nproc tell() { $o1.take(&x, &$&2) }")
h.tell(Receiver(), h.ref(5))
h("begintemplate Process\npublic a\na = 1\nproc initial() { a = 2 }\nendtemplate Process")
process = h.Process()
del process
h.make_pointprocess("Process", "a")
process = h.Process(s(0.5))
print(process.has_loc(), process.a)
synapse = h.ExpSyn(s(0.5))
netcon = h.NetCon(synapse, None)
netcon.x = 2
print(netcon.x)
netcon = h.NetCon(s(0.5)._ref_v, None, sec=s)
netcon.x = -50
print(netcon.x, s(0.5).v)
"""


SECTION_ARRAYS = r"""from neuron import h
cable = h.Section(name="cable")
cable.nseg = 3
cable.insert("extracellular")


def shown(name):
    print(name, [list(getattr(segment, name)) for segment in cable.allseg()])


cable.xraxial[0] = 100
cable.xc[1] = 5
cable.xg[-1] = 7
for each in ("xraxial", "xc", "xg"):
    shown(each)
kept = cable.xraxial
kept[0] += 20
kept[1] = 3
shown("xraxial")
cable(0.5).xraxial[0] = 8
print(cable.xraxial[0], list(kept), len(kept))
kept[1] += 2  # of the middle, for all
cable.nseg = 5
kept[0] = 9
shown("xraxial")
for wrong in (2, "a"):
    try:
        cable.xraxial[wrong] = 1
    except (IndexError, TypeError) as error:
        print(type(error).__name__)
try:
    cable.xraxial[0] = "a"
except ValueError as error:
    print(error)
shown("xraxial")
"""


LOOPS = r"""from neuron import h
a, b = h.Section(name="a"), h.Section(name="b")
a.nseg = 2
sections, segments = h.allsec(), a.allseg()
for _ in range(2):
    print(list(sections), [segment.x for segment in segments])
c = h.Section(name="c")
a.nseg = 3
print(list(sections), [segment.x for segment in segments])
print(a in sections, iter(sections) is sections, next(iter(segments)), next(sections), list(iter(a)))
print(next(h.allsec()), next(a.allseg()), list(zip(sections, h.allsec())))
once = iter(a)
print(len(list(once)), len(list(once)))

soma = h.Section(name="soma")
children = [h.Section(name=f"child{i}") for i in range(5)]
for child in children:
    child.connect(soma(1))
reference, seen = h.SectionRef(sec=soma), []
for child in reference.child:
    seen.append(child)
    h.disconnect(sec=child)
print(seen, reference.nchild())

items = h.List()
vectors = [h.Vector([i]) for i in range(6)]
for vector in vectors:
    items.append(vector)
seen = []
for vector in items:
    seen.append(vector[0])
    items.remove(0)
print(seen, len(items))
seen = []
for vector in items:
    seen.append(vector[0])
    if len(seen) < 5:
        items.append(vector)
print(seen, len(items))
for vector in items:
    items.remove_all()
print(len(items))
h("begintemplate Piece\nendtemplate Piece")
pieces = [h.Piece() for _ in range(4)]
seen = 0
for piece in h.List("Piece"):
    seen += 1
    pieces.pop()
    del piece
print(seen, len(pieces))
"""


NODES = r"""from neuron import h
a, b, c, d, e, f = [h.Section(name=name) for name in "abcdef"]
a.nseg = d.nseg = 3
for section in (a, b):
    section.insert("extracellular")
a.insert("hh")
b.insert("pas")
b.connect(a(0.5))
c.connect(b(0))
d.connect(a(1))
e.connect(a(0))
f.connect(a(0.8), 1)
ends = {"b(0)": b(0), "c(0)": c(0), "d(0)": d(0), "e(0)": e(0), "f(1)": f(1), "f(0)": f(0)}
for name, end in ends.items():
    equal = [place for place in (0, 0.4, 0.5, 0.8, 0.9, 1) if end == a(place) and hash(end) == hash(a(place))]
    print(name, end, equal, [mechanism.name() for mechanism in end], end.sec, end.x)
print(b(0) == c(0), d(0) == e(0), len({b(0), c(0), a(0.5), f(1), d(0)}), b(0) <= a(0.5), b(0) < a(0.5), b(0) != a(0.5))
print(b(0).hh.gnabar, f(1).hh.gnabar, b(0).na_ion.nai, b(0).hh.segment(), b(0).g_pas)
b(0).hh.gnabar = 0.5
f(1).hh._ref_gnabar[0] = 0.25
a(0.5).hh.gkbar = 3
b(0).extracellular.e = 2
print([segment.hh.gnabar for segment in a], c(0).hh.gkbar, a(0.5).e_extracellular, b(0).e_extracellular)
for end, name in ((b(0), "pas"), (f(0), "hh"), (d(0), "hh"), (b(0), "gnabar_hh"), (b(0), "nai")):
    print(end, name, hasattr(end, name))
b.disconnect()
print(b(0) == a(0.5), hasattr(b(0), "hh"), c(0) == b(0))
"""


PLAYED = r"""from neuron import h
h.load_file("stdrun.hoc")
cell = h.Section(name="cell")
cell.L = cell.diam = 20
cell.insert("pas")
clamp = h.IClamp(cell(0.5))
clamp.dur = 1e9
values, times = h.Vector([0, 1, 0, 2, 0]), h.Vector([0, 1, 1, 2, 3])


def amplitudes():
    h.finitialize(-65)
    found = []
    for stop in (0.5, 1, 1.5, 1.8, 2.5, 3.5):
        h.continuerun(stop)
        found.append(round(clamp.amp, 9))
    return found


for active in (0, 1):
    h.cvode_active(active)
    for indices in ([2], [], [0, 2], [2, 3], [4], [2, 2]):
        jumps = h.Vector(indices)
        values.play(clamp._ref_amp, times, jumps)
        print(active, indices, amplitudes(), round(cell(0.5).v, 3 if active else 6))
        values.play_remove()
    for flag in (0, 1):  # begins with the next finitialize
        clamp.amp = 0
        h.finitialize(-65)
        h.continuerun(1)
        values.play(clamp._ref_amp, times, flag)
        h.continuerun(2)
        print(active, flag, clamp.amp, round(cell(0.5).v, 3 if active else 6))
        print(amplitudes())
        values.play_remove()
    y = h.ref(0)
    h.finitialize(-65)
    values.play(y, times, 1)  # a variable of the script
    h.continuerun(2)
    print(y[0])
    h.finitialize(-65)
    h.continuerun(1.75)
    print(y[0])
    values.play_remove()
"""


REGISTERED = r"""from neuron import h
cell = h.Section(name="cell")
synapse = h.ExpSyn(cell(0.5))
connection = h.NetCon(None, synapse)
connection.weight[0] = 1
artificial = h.IntFire1()
other = h.NetCon(None, artificial)


def fails(what):
    try:
        what()
    except RuntimeError:
        return True
    return False


print(fails(lambda: connection.event(1)), fails(lambda: other.event(1)))
handler = h.FInitializeHandler(lambda: connection.event(0.25))
h.finitialize(-65)
print(fails(lambda: connection.event(1)), fails(lambda: other.event(1)))
while h.t < 1.5:
    h.fadvance()
print(round(synapse.g, 6))
for name, charge in (("ca", 2), ("ca", 3), ("ca", -2), ("na", 2), ("foo", 1), ("foo", 2), ("foo", 1), ("bar", 1.5), ("bar", 2)):
    print(name, charge, fails(lambda: h.ion_register(name, charge)), h.ion_charge(f"{name}_ion"))
"""


TRANSITIONS = r"""from neuron import h
h.load_file("stdrun.hoc")
cell = h.Section(name="cell")
cell.insert("hh")
goal, half = h.ref(1.0), h.ref(2.5)
event, of_both = h.StateTransitionEvent(1), h.StateTransitionEvent(2)
found = []


def begin():
    goal[0] = 1.0
    event.state(0)
    of_both.state(0)


def reached():
    found.append(round(h.t, 6))
    goal[0] += 1


handler = h.FInitializeHandler(1, begin)
event.transition(0, 0, h._ref_t, goal, reached)
of_both.transition(0, 1, h._ref_t, half, lambda: found.append(-round(h.t, 6)))
h.cvode_active(1)
h.cvode.condition_order(2)
h.tstop = 5
h.run()
print(found)
"""


EMPTY_SECTIONS = r"""from neuron import h
h.load_file("stdrun.hoc")
cells = [h.Section(name=f"cell{i}") for i in range(2)]
cells[1].connect(cells[0](1))
stim, spikes = h.NetStim(), h.Vector()
stim.start, stim.interval, stim.number, stim.noise = 1, 1, 3, 0
connection = h.NetCon(stim, None)
connection.record(spikes)
times, voltage = h.Vector().record(h._ref_t), h.Vector().record(cells[0](0.5)._ref_v)
h.cvode_active(1)
h.tstop = 5
for local in (0, 1):
    h.cvode.use_local_dt(local)
    h.run()
    print(h.cvode.active(), [round(t, 6) for t in times], list(voltage), list(spikes), h.t)
h.cvode.use_local_dt(0)
h.finitialize(-65)
cells[0].v = 0  # current flows along the cell
h.cvode.re_init()
h.continuerun(3)
print(round(cells[0](0.5).v, 3), round(cells[1](0.5).v, 3))
"""


LISTS = r"""from neuron import h
import numpy as np
h("x_number = 1")
print(h.x_number)
h("double x_number[3]")
h.x_number[1] = 5
print([x for x in h.x_number], len(h.x_number))
h("objref held, nothing")
h.held = h.Vector([1, 2])
print(h.held.size(), h.nothing)
h("objref held[2]")
h.held[1] = h.Vector(3)
print(len(h.held), h.held[0], h.held[1].size())
h("create part")
print(h.part)
h("create part[2]")
print(len(h.part), h.part[1])
objects = h.List()
for i in range(3):
    objects.append(h.Vector([i, i]))
print(np.array(objects).tolist(), [int(v[0]) for v in reversed(objects)], objects[-1][0], objects[True][0])
print(objects[1] in objects, h.Vector() in objects, 1 in objects, sum(1 for _ in h.List("Vector")))
h("begintemplate Thing\nendtemplate Thing")
things, all_things = [h.Thing() for _ in range(5)], h.List("Thing")
print(len(all_things), all_things[4] == things[4], things[2] in all_things)
del things[1]
print(len(all_things), [thing == all_things[i] for i, thing in enumerate(things)])
soma = h.Section(name="soma")
soma.insert("hh")
segment = soma(0.5)
for holder in (soma, segment, segment.hh, objects, h.Vector(), h.IClamp(segment), h.Thing(), h.SectionList()):
    print([hasattr(holder, name) for name in ("other", "__other__", "_ref_other", "hh", "get_segment")])
print([hasattr(h, name) for name in ("other", "__other__", "_ref_other", "held")])
print([mechanism.name() for mechanism in segment], [m.name() for m in soma(0)])
"""


@pytest.mark.parametrize(
    "script",
    [
        NAMES,
        NAMES_THAT_CHANGE,
        SECTIONS,
        OBJECTS,
        COLLECTIVES,
        PLACES,
        CLIENTS,
        SHAPES,
        SECTION_ARRAYS,
        LOOPS,
        NODES,
        PLAYED,
        REGISTERED,
        TRANSITIONS,
        EMPTY_SECTIONS,
        LISTS,
    ],
    ids=[
        "names",
        "names that change",
        "sections",
        "objects",
        "collectives",
        "places",
        "clients",
        "shapes",
        "arrays of sections",
        "loops",
        "segments at connections",
        "played vectors",
        "events and ions too early or again",
        "transitions within steps",
        "sections without mechanisms",
        "lists, and variables declared again",
    ],
)
def test_prints_what_neuron_prints(python, neuron, tmp_path, script):
    outcome = python(script, tmp_path)
    assert outcome.status == 0, outcome
    assert outcome.out == neuron.run_python(script)
