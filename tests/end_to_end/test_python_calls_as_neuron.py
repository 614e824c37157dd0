"""Calls that courses and libraries of Python make print what they print with NEURON's own module."""

import pytest
from oracle.commands import run

UNITS = """\
from neuron import units
for name in ("ms us s sec minute hour day mV uV V um nm mm cm m mM uM nM M µs µV µm µM").split():
    value = getattr(units, name.replace("µ", "μ"))
    print(name, repr(value))
print(f"run_{100 * units.ms}.csv", list(range(3 * units.ms)))
"""

DENSITIES = r"""from neuron import h


def tried(call):
    try:
        return call()
    except Exception as error:
        return type(error).__name__, str(error)


soma, axon, dend = (h.Section(name=name) for name in ("soma", "axon", "dend"))
print(h.hh.insert(soma), h.hh.insert([axon]), h.pas.insert(h.SectionList([axon, dend])), h.pas.insert([]))
print(h.pas.insert(sec for sec in [soma]), h.na_ion.insert({dend}))
for sec in h.allsec():
    print(sec, [mech.name() for mech in sec(0.5)], sec.has_membrane("hh"))
print(h.extracellular.insert(h.allsec()), dend.has_membrane("extracellular"))
print(h.pas.uninsert([dend]), h.pas.uninsert(soma), h.pas.uninsert(dend.wholetree()), h.hh.uninsert(h.allsec()))
print([[mech for mech in ("hh", "pas") if sec.has_membrane(mech)] for sec in h.allsec()])
for wrong in ("soma", 3, None, [soma, 3], ["soma"]):
    print(tried(lambda: h.pas.insert(wrong)), tried(lambda: h.pas.uninsert(wrong)))
print(tried(lambda: h.pas.insert()), tried(lambda: h.pas.insert(soma, axon)), soma.has_membrane("pas"))
print(h.hh.name, h.hh, type(h.hh), [mech.file.endswith(".mod") for mech in (h.hh, h.pas, h.na_ion, h.extracellular)])
print(h.hh.code.startswith("TITLE"), "USEION na" in h.hh.code, repr(h.na_ion.code), repr(h.extracellular.code))
print(h.hh.ions, h.pas.ions, h.na_ion.ions, h.hh.ontology_ids, h.pas.ontology_ids)
print(tried(lambda: setattr(h.hh, "name", "pas"))[0], tried(lambda: h.hh.gnabar), tried(lambda: soma.uninsert(h.pas))[0])
import neuron
print(neuron.DensityMechanism("pas").name, tried(lambda: neuron.DensityMechanism("nowhere")))
kinds, name = h.MechanismType(0), h.ref("")
kinds.select("pas")
print(kinds.file().endswith(".mod"), "BREAKPOINT" in kinds.code())
"""

LONE_MODULES = r"""import sys
for name in ("nrn", "hoc"):
    try:
        __import__(name)
    except ImportError as error:
        print(error)
from neuron import h
import hoc
import neuron
import nrn
from nrn import *
from hoc import HocObject, HocClass, Vector, execute
print(neuron.hoc is hoc is sys.modules["neuron.hoc"], neuron.nrn is nrn, hoc.__name__)
s = nrn.Section(name="s")
s.insert("hh")
print(s, isinstance(s, Section), type(s), isinstance(s(0.5), Segment), type(s(0.5).hh) is Mechanism is nrn.hh)
print(nrn.cas(), list(nrn.allsec()), [sec.name() for sec in allsec()], cas() == s, Section("t"))
print(isinstance(h.Vector(), hoc.HocObject), hoc.Vector is h.Vector is Vector, isinstance(h.Vector, HocClass))
print(hoc.execute("x = 3"), h.x, isinstance(h.IClamp(s(0.5)), HocObject))
for module, name in ((nrn, "nowhere"), (nrn, "IClamp"), (hoc, "nowhere")):
    try:
        getattr(module, name)
    except AttributeError as error:
        print(error)
"""


POINTS = r"""from neuron import h


def show(sec):
    points = [(sec.x3d(i), sec.y3d(i), sec.z3d(i), sec.diam3d(i)) for i in range(sec.n3d())]
    print(sec, points, sec.L, [(round(seg.area(), 9), seg.diam) for seg in sec])


s, t, u = (h.Section(name=name) for name in "stu")
x, zero, d = h.Vector([0, 10, 20]), h.Vector(3), h.Vector([1, 2, -3])
print(h.pt3dadd(x, zero, zero, d, sec=s))
show(s)
print(h.pt3dadd(30, 0, 0, -2, sec=s), h.pt3dadd(h.Vector([5, 6]), h.Vector(2), h.Vector([1, 1]), h.Vector([3, 4]), sec=s))
show(s)  # the Vectors hold all points
t.nseg = 3
t.pt3dadd(0, 0, 0, -1)
t.pt3dadd(10, 0, 0, 2)
t.pt3dinsert(1, 4, 1, 0, -3)
show(t)
t.pt3dchange(1, -4)
show(t)
t.pt3dchange(0, 1, 1, 1, -5)
show(t)
h("objref xx, yy, dd\nxx = new Vector(3)\nxx.indgen(5)\nyy = new Vector(3)\ndd = new Vector(3, -7)")
u.push()
h("print pt3dadd(xx, yy, yy, dd), pt3dadd(20, 0, 0, -1), n3d()")
h.pop_section()
show(u)
"""

SOURCELESS = r"""from neuron import h
section = h.Section(name="section")
synapse, stim = h.ExpSyn(section(0.5)), h.NetStim()
first, second = h.NetCon(None, synapse), h.NetCon(None, synapse, 5, 1, 0)
print([(each.threshold, each.active(), each.x, each.srcgid(), each.preseg()) for each in (first, second)])
first.threshold = 3
first._ref_threshold[0] += 1
print(first.threshold, second.threshold, h.NetCon(None, synapse).threshold, h.NetCon(stim, synapse).threshold)
watching = h.NetCon(section(0.5)._ref_v, None, sec=section)
sourced = h.NetCon(stim, synapse)
print(watching.valid(), watching.threshold, sourced.valid())
del stim
print(sourced.valid())
times, ids, connection, none = h.Vector([1]), h.Vector(), h.NetCon(None, synapse), h.NetCon(None, None)


def show():
    every = (first, second, connection, none, sourced)
    print([(each.valid(), each.get_recordvec() is not None and each.get_recordvec() == times) for each in every])


show()
second.record(times)
show()
second.record("x = 1")
show()
first.record(ids, times, 3)
print(connection.get_recordvec() == ids, h.NetCon(None, synapse).get_recordvec() == ids)
second.record()
show()
second.record(times)
del times
print(second.get_recordvec())
times = h.Vector()
for each in (none, sourced):
    try:
        each.record(times)
    except RuntimeError:
        print("refused")
none.setpost(synapse)
connection.setpost(None)
show()
connection.setpost(h.IntFire1())
show()
print([len(each.prelist()) for each in (first, none, sourced)], [len(each.synlist()) for each in (first, none, sourced)])
del first
print([each.valid() for each in (second, connection)])
"""

NAMELESS = r"""from neuron import h


class Cell:
    def __init__(self):
        self.plain, self.empty, self.named = h.Section(cell=self), h.Section(name="", cell=self), h.Section("named", self)

    def __repr__(self):
        return "A cell"


cell = Cell()
print([str(sec).split("_0x")[0] for sec in (cell.plain, cell.empty, cell.named)], cell.plain.cell(), cell.plain is not None)
print(cell.plain.hname() == cell.plain.name() == str(cell.plain), len({str(h.Section(cell=cell)), str(cell.plain)}))
"""

LATE_EVENTS = r"""from neuron import h
h.load_file("stdrun.hoc")
s = h.Section(name="s")
s.insert("pas")
syn = h.ExpSyn(s(0.5))
nc = h.NetCon(None, syn)
nc.weight[0], nc.delay = 0.01, 0
t, g = h.Vector().record(h._ref_t), h.Vector().record(syn._ref_g)
cell, spikes = h.IntFire1(), h.Vector()
onto = h.NetCon(None, cell)
onto.weight[0], onto.delay = 2, 0
out = h.NetCon(cell, None)
out.record(spikes)


def run(start):
    handler = h.FInitializeHandler(start)
    h.finitialize(-65)
    h.continuerun(2)
    k = int(g.max_ind())
    print(round(g[k], 5), round(t[k], 3), list(spikes))


for connection in (nc, onto):
    run(lambda: connection.event(-8))
    run(lambda: h.cvode.event(0.5, lambda: connection.event(0.2)))
    run(lambda: h.cvode.event(0.51, lambda: connection.event(0.2)))
    connection.delay = 0.3
    run(lambda: h.cvode.event(0.5, lambda: connection.event(0.2)))
h("objref late, receiver")
h.late, h.receiver = nc, cell
run("late.event(-1) cvode.event(1, \"late.event(0.25)\")")
late = h.Vector([4, 5])
print(nc.record(late))
run(lambda: nc.event(1))
print(list(late), onto.record(h.Vector(), h.Vector()), onto.record())
h("objref none, other, times\ntimes = new Vector(2)\nother = new NetCon(none, receiver)\nprint other.record(times)")
run("other.event(1)")
print(list(h.times))
"""

STATE_NAMES = r"""from neuron import h
h.load_file("stdrun.hoc")
s = h.Section(name="s")
s.insert("hh")
syn = h.ExpSyn(s(0.5))
name = h.ref("")
for switch in (lambda: h.cvode_active(1), lambda: h.cvode.active(0), lambda: h.cvode.use_local_dt(1)):
    switch()
    h.cvode.active(1)
    for i in range(5):
        print([(h.cvode.statename(i, name, style), name[0]) for style in (0, 1, 2)])
    h.finitialize(-65)
    print(h.cvode.statename(2, name), name[0])
"""


CALLED_BACK = r"""from neuron import h
import functools
h.load_file("stdrun.hoc")


def valley(x):
    return (x[0] - 2) ** 2 + (x[1] + 1) ** 2


class Line:
    def __call__(self, x):
        inner = h.Vector([0.0])
        h.fit_praxis(lambda y: (y[0] - 1) ** 2, inner)  # a fit within a fit
        return (x[0] - 3 * inner[0]) ** 2


h.attr_praxis(1e-8, 0.5, 0)
for function, start in ((valley, [0, 0]), (Line(), [0.5])):
    x = h.Vector(start)
    print(h.fit_praxis(function, x) < 1e-6, [round(value, 3) for value in x])
s = h.Section(name="s")
s.L = s.diam = 20
s.insert("pas")
c, g, y, b = h.Matrix(1, 1, 2), h.Matrix(1, 1), h.Vector(1), h.Vector(1)
times = []


def update():
    times.append(h.t)
    b[0] = 0.1 if h.t < 0.5 else 0.2


mechanism = h.LinearMechanism(update, c, g, y, b, h.SectionList([s]), h.Vector([0.5]))
h.finitialize(-70)
h.continuerun(1)
print(sorted({round(time, 6) for time in times})[::8], round(s(0.5).v, 9))
del mechanism
pc = h.ParallelContext()


def job(a, b=0, **words):
    return "job", a, b, words


pc.runworker()
for submitted in ((functools.partial(job, 1, b=5),), (functools.partial(job, b=7), 3), (7, functools.partial(job, 1))):
    pc.submit(*submitted)
    while pc.working():
        print(pc.pyret())
print(pc.py_broadcast(functools.partial(job, 1), 0)(2))
pc.done()
"""

NAMED = r"""from neuron import h


class Cell:
    def __str__(self):
        return "cell"


cell = Cell()
sections = [h.Section(name="one"), h.Section(name="dend", cell=cell), h.Section(name=""), h.Section(name="", cell=cell)]
for sec in sections[:2]:
    h.push_section(h.secname(sec=sec))
    print(h.cas())
    h.pop_section()
try:
    h.push_section("nowhere")
except RuntimeError:
    print("refused")
print([sec.name() for sec in sections], sections[2] == h.Section(name=""), str(sections[2](0.5)))
h("create soma")
h.push_section("soma")
print(h.cas())
plane = h.GUIMath()
print([plane.d2line(*p) for p in ((1, 2, 0, 0, 4, 0), (-3, 4, 0, 0, 4, 0), (1, -2, 0, 0, 4, 0), (1, 2, 1, 1, 1, 1), (3, 1, 0, 0, 2, 2))])
print([plane.d2line_seg(*p) for p in ((-3, 4, 0, 0, 4, 0), (9, -3, 0, 0, 4, 0), (1, 2, 1, 1, 1, 1))])
print([int(plane.inside(*p, 0, 0, 2, 3)) for p in ((1, 1), (0, 0), (2, 3), (3, 1), (1, -1))])
print(*(int(plane.feround(*d)) for d in ((), (4,), ())), h.Vector([1.0]).div(3.0)[0], int(plane.feround(2)))
"""


IN_HOC = r"""from neuron import h


class Cell:
    def __str__(self):
        return "cell[1]"


cell = Cell()
a, b, d = h.Section("a"), h.Section("b[2]"), h.Section("dend[3]", cell)
h("create soma")
for statement in (
    "_pysec.a print secname()",
    "_pysec.a.L = 33",
    "print _pysec.a.L, _pysec.a.v(.5)",
    "_pysec.a { nseg = 3 insert hh print secname() }",
    "print _pysec.a.gnabar_hh(0.5)",
    "_pysec.b[2] print secname()",
    "_pysec.cell[1].dend[3] print secname()",
    "_pysec.cell[1].dend[3].L = 4",
    "access _pysec.a",
    "connect _pysec.b[2](0), _pysec.a(1)",
    "_pysec.a connect _pysec.cell[1].dend[3](0), 0.5",
    "objref sr, sl, ic\n_pysec.a sr = new SectionRef()\nprint sr.sec.L, sr.nchild",
    "sl = new SectionList()\n_pysec.a sl.append()\nforsec sl print secname()",
    "_pysec.a ic = new IClamp(.5)\nprint ic.get_loc(), secname()\npop_section()",
    "strdef z\n_pysec.a { sectionname(z) }\nprint z",
    "forall print secname()",
    'forsec "b" print secname()',
    'ifsec "_pysec.a" print 1',
    'ifsec "a" print 2',
    "proc p() { print _pysec.a.L }\np()",
    "begintemplate T\nproc init() { _pysec.a { print secname() } }\nendtemplate T\nobjref u\nu = new T()",
    "soma { print secname() }",
    "_pysec.nowhere print 1",
    "print _pysec.a.nowhere",
    "proc q() { _pysec.nowhere { print 2 } }",
    "create _pysec.x",
    "print a.L",
):
    print(h(statement))
name = h.ref("")
h.sectionname(name, sec=d)
print(h.secname(sec=a), name[0], a.name(), a.hname(), d, a.L, d.L, d.parentseg(), h.section_exists("a"))
del a
print(h("_pysec.a.L = 3"))
a = h.Section("a")
print(h("_pysec.a.L = 3"), a.L)
"""

PYSEC = r"""from neuron import h
a = h.Section("a")
print(h._pysec, hasattr(h, "_pysec"), "_pysec" in dir(h), getattr(h._pysec, "a", "none"))
try:
    h._pysec.a
except AttributeError as error:
    print(error)
"""

EVENTS_WITH_FLAGS = r"""from neuron import h
section = h.Section("section")
cell, synapse = h.IntFire1(), h.ExpSyn(section(0.5))
onto_cell, onto_synapse = h.NetCon(None, cell), h.NetCon(None, synapse)
h.finitialize(-65)
try:
    onto_synapse.event(1, 1)
except RuntimeError:
    print("error")
onto_cell.active(0)
print(onto_cell.event(1, 1))
onto_cell.active(1)
onto_cell.weight[0] = 2
print(onto_cell.event(0))  # fires, and is refractory from now on
h.fadvance()
print(cell.m)
onto_cell.weight[0] = 0.2
print(onto_cell.event(h.t, 1))  # ends the refractory time
h.fadvance()
print(cell.m)
print(onto_cell.event(h.t))
h.fadvance()
print(cell.m)
later = h.NetCon(None, cell)
later.weight[0] = 3
print(onto_cell.event(h.t), later.event(h.t), later.event(h.t + 0.1, 1), later.event(h.t + 0.2))
for _ in range(12):
    h.fadvance()
    print(f"{cell.m:.9g}")
"""


@pytest.mark.parametrize(
    "script",
    [
        UNITS,
        DENSITIES,
        LONE_MODULES,
        POINTS,
        LATE_EVENTS,
        SOURCELESS,
        NAMELESS,
        STATE_NAMES,
        CALLED_BACK,
        NAMED,
        PYSEC,
        EVENTS_WITH_FLAGS,
    ],
    ids=[
        "units",
        "density mechanisms",
        "modules on their own",
        "points of sections",
        "late events",
        "connections without a source",
        "sections without a name",
        "names of states",
        "functions called back",
        "names of sections",
        "h._pysec",
        "events with flags",
    ],
)
def test_prints_what_neuron_prints(python, neuron, tmp_path, script):
    outcome = python(script, tmp_path)
    assert outcome.status == 0, outcome
    assert outcome.out == neuron.run_python(script)


def test_hoc_reaches_sections_of_python(python, neuron, tmp_path):
    outcome = python(IN_HOC, tmp_path)
    assert outcome.status == 0, outcome
    message = "is not a valid first part name"  # NEURON's, on stdout
    assert outcome.out.splitlines() == [line for line in neuron.run_python(IN_HOC).splitlines() if message not in line]
    assert "Python has made no section nowhere" in outcome.err


FORMER = r"""from neuron import h
for kind in (1, 2):
    m, b, x = h.Matrix(2, 2, kind), h.Vector([3, 4]), h.Vector()
    m.setval(0, 0, 2), m.setval(1, 1, 1)
    print(list(m.solv(b)))
    m.setval(1, 1, 8)
    print(list(m.solv(b, 1)), list(m.solv(b, x, 1)), list(x), list(m.solv(b, 1, x)), list(x))
    print(list(m.solv(b, 0)), list(m.solv(b, 1)))
m = h.Matrix(2, 2)
m.setval(0, 0, 2), m.setval(1, 1, 1)
m.solv(b)
m.resize(1, 1)
print(list(m.solv(h.Vector([6]), 1)))
"""


def test_solv_takes_the_factors_of_the_latest_call(python, neuron, tmp_path):
    outcome = python(FORMER, tmp_path)
    assert outcome.status == 0, outcome
    assert outcome.out == neuron.run_python(FORMER)


DEMO = """from neuron import h
print(h.load_file("$(NEURONHOME)/demo/demo.hoc"), h.load_file(h.neuronhome() + "/demo/release.hoc"))
try:
    h.xopen("$(NEURONHOME)/demo/dynam.hoc")
except RuntimeError as error:
    print(error)
"""


def test_files_of_the_demo_are_said_not_to_be_there(python, tmp_path):
    outcome = python(DEMO, tmp_path)
    assert outcome.out.count("does not ship NEURON's demo") == 1 and outcome.out.startswith("0.0 0.0"), outcome
    assert outcome.err.count("does not ship NEURON's demo") == 2, outcome


TREE = """from neuron import h
print("ast" in dir(h.hh))
try:
    h.hh.ast
except ImportError as error:
    print(error)
"""
NMODL = """class NmodlDriver:
    def parse_string(self, text):
        return text.splitlines()[0]
"""


def test_the_syntax_tree_is_made_by_the_package_of_neuron(python, tmp_path):
    said = python(TREE, tmp_path).out
    assert said.startswith("False\nMissing nmodl module: "), said
    (tmp_path / "nmodl").mkdir()
    (tmp_path / "nmodl" / "__init__.py").write_text("")
    (tmp_path / "nmodl" / "dsl.py").write_text(NMODL)
    assert python(TREE + "print(h.hh.ast)\n", tmp_path).out.startswith("True\nTITLE ")


USES = """TITLE my title
: comment USEION ca READ eca
COMMENT
 USEION zz READ ezz
ENDCOMMENT
NEURON { SUFFIX uses USEION ca READ cai, cao WRITE ica VALENCE 2 REPRESENTS CHEBI:29108
 USEION q READ eq VALENCE -1 REPRESENTS CHEBI:1 : c
 USEION na READ ena,nai
   WRITE ina, nai REPRESENTS [NCIT:C2] REPRESENTS NCIT:C3
 USEION k WRITE ik REPRESENTS NCIT:C1 ? c
 NONSPECIFIC_CURRENT i RANGE g
 }
PARAMETER { g = 0.001 }
ASSIGNED { v ica cai cao eq ena nai ina ik i }
BREAKPOINT { i = 0 ina=0 nai=1 ik = 0 ica=0 }
"""
DESCRIBED = """from neuron import h
print(h.uses.ions, h.uses.file.endswith("/uses.mod"), h.uses.code == open("uses.mod").read())
s = h.Section(name="s")
h.uses.insert(s)
print(s.has_membrane("uses"), h.uses)
"""


def test_mechanisms_of_files_describe_themselves(python, neuron, tmp_path):
    (tmp_path / "uses.mod").write_text(USES)
    assert neuron.compile(tmp_path).status == 0
    outcome = python(DESCRIBED, tmp_path)
    assert outcome.status == 0, outcome
    assert outcome.out == run([neuron.bin / "python", "script.py"], tmp_path).out


POINTERS = """NEURON { SUFFIX seen POINTER p RANGE x }
ASSIGNED { p x }
BREAKPOINT { x = p }
"""
SET = """from neuron import h
s = h.Section(name="s")
s.nseg = 3
s.insert("seen")
s.insert("hh")
clamp = h.IClamp(s(0.5))
clamp.amp = 4
for seg, target in zip(s, (s(0.5)._ref_v, clamp._ref_amp, s(0.1).hh._ref_gnabar)):
    seg._ref_p_seen = target
h.finitialize(-63)
print([seg.p_seen for seg in s], [seg.seen.p for seg in s])
s(0.5)._ref_p_seen = s(0.5)._ref_gkbar_hh
print(s(0.5).p_seen)
"""
WRONG = """
for wrong in (3, None, h.ref("text")):
    try:
        s(0.5)._ref_p_seen = wrong
    except TypeError:
        print("refused")
"""


def test_a_pointer_is_set_through_a_segment(python, neuron, tmp_path):
    (tmp_path / "seen.mod").write_text(POINTERS)
    assert neuron.compile(tmp_path).status == 0
    outcome = python(SET, tmp_path)
    assert outcome.status == 0, outcome
    assert outcome.out == run([neuron.bin / "python", "script.py"], tmp_path).out
    assert python(SET + WRONG, tmp_path).out.splitlines()[-3:] == ["refused"] * 3


ABSENT = """
for statement in ("import neuron.rxd", "from neuron import rxd", "from neuron.rxd import node", "import neuron.rxd.node"):
    try:
        exec(statement)
    except ImportError as error:
        print(type(error).__name__, error)
"""


def test_the_module_for_reactions_says_that_it_is_missing(python, tmp_path):
    said = python(ABSENT, tmp_path).out.splitlines()
    assert len(said) == 4 and len(set(said)) == 1
    assert (
        said[0].startswith("ModuleNotFoundError neuron.rxd (reactions and diffusion)") and "docs/limits.md" in said[0]
    )


ALGEBRAIC = """from neuron import h
section = h.Section(name="section")
section.insert("extracellular")
cvode = h.CVode()
cvode.active(True)
h.finitialize(-65)
states = h.Vector()
cvode.states(states)
try:
    cvode.f(0, states, h.Vector())
except RuntimeError as error:
    print(error)
cvode.dstates(states)
print(len(states))
"""


def test_an_error_about_algebraic_equations_names_their_kinds(python, tmp_path):
    error, count = python(ALGEBRAIC, tmp_path).out.splitlines()
    assert "algebraic" in error and "extracellular" in error and "(IDA)" not in error and int(count) > 3
