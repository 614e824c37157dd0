"""Cells of pc.cells that are copies of the first: like those that the template's code makes, and only where that is safe."""

import re

import pytest

# A template whose init uses nothing beyond the cell; MORE is part of its init.
TEMPLATE = """
begintemplate Cell
public soma, dend, apic, all, syn, syns, list, vec, ref, nc, gid, words, table, drive, stim
create soma, dend[4], apic[2]
objref all, syn, syns[2], list, vec, ref, nc, stim, this
strdef words
double table[3]
proc init() { local i
    gid = $1
    drive = 0
    words = "a word"
    all = new SectionList()
    soma { pt3dadd(0, -9, 0, 18)  pt3dadd(0, 9, 0, 18)  all.append()  insert hh  insert extracellular  xg = 2 }
    dend[2] { delete_section() }
    for i = 0, 1 connect dend[i](0), soma(i)
    connect dend[3](1), dend[0](1)
    connect apic[1](0), dend[0](0.5)
    connect apic[0](0), dend[0](0.5)
    dend[0] nseg = 3
    for i = 0, 3 if (i != 2) dend[i] {
        pt3dadd(0, -9, 0, 2)  pt3dadd(30, -60 + i, 10, 1.3)  pt3dadd(31, -110, 17, 1)
        insert pas  g_pas(0:1) = 0.0001:0.0003
        e_pas = -65
        all.append()
    }
    forall if (ismembrane("pas")) nseg = 5
    apic[1] { insert pas  insert na_ion  L = 77  diam(0:1) = 2:1  Ra = 120  ion_style("na_ion", 3, 2, 1, 1, 0) }
    soma syns[1] = new Exp2Syn(0.5)
    dend[1] { syn = new ExpSyn(0.7)  syns[0] = new AlphaSynapse(0.2) }
    syn.tau = 3.5
    syns[1].tau1 = 0.3
    soma.gnabar_hh = 0.11
    dend[0].nseg = 7
    syns[1].e = -70
    list = new List()
    list.append(syn)
    list.append(new Vector(3))
    list.o(1).fill(2)
    vec = new Vector()
    vec.append(1, 2, table[2])
    for i = 0, 2 table[i] = i * i
    dend[0] ref = new SectionRef()
    soma { nc = new NetCon(&v(0.5), nil)  nc.threshold = -7 }
    soma stim = new IClamp(0.5)
    stim.amp = 1
    stim.del = 1
    stim.dur = 1e9
    MORE
}
proc set_drive() { stim.amp = $1 }
endtemplate Cell
objref pc, nil, cells, cell, group
pc = new ParallelContext()
cells = new List()
"""
TEMPLATE = TEMPLATE.replace("&v(0.5), nil", "&v(0.5), nothing").replace("stim, this\n", "stim, this, nothing\n", 1)

# All that can be said about cells: the structure of the first, and the values of each.
TELL = """
for i = 0, 11 if (pc.gid_exists(i)) cells.append(pc.gid2cell(i))
proc tell() { local i, x
    forall {
        printf("%s %g %.17g %.17g %d", secname(), nseg, L, Ra, n3d())
        for (x) printf(" %.17g %.17g %.17g %.17g", diam(x), cm(x), area(x), ri(x))
        if (ismembrane("pas")) for (x, 0) printf(" %.17g %.17g", g_pas(x), e_pas(x))
        if (ismembrane("extracellular")) printf(" %.17g", xg)
        if (ismembrane("na_ion")) printf(" %d", ion_style("na_ion"))
        printf("\\n")
        psection()
    }
    topology()
    for i = 0, cells.count - 1 {
        cell = cells.o(i)
        printf("%s %d %s %g %.17g", cell, cell.gid, cell.words, cell.table[2], cell.syn.tau)
        printf(" %d %g %g", cell.list.o(0) == cell.syn, cell.list.o(1).sum, cell.vec.sum)
        printf(" %.17g %.17g", cell.syns[1].e, cell.syns[1].tau1)
        printf(" %.17g %g %g", cell.nc.threshold, cell.nc.delay, cell.syn.get_loc())
        pop_section()
        cell.ref.sec printf(" %s", secname())
        forsec cell.all printf(" %s", secname())
        printf("\\n")
    }
}
tell()
"""
NET = """
objref net, times, gids
for i = 0, 11 if (pc.gid_exists(i)) pc.gid2cell(i).stim.amp = 1.3 + 0.06*i
{
    pc.connect(group, group, "fixed_indegree", 3, "onto", "syn", "weight", 0.01, "delay", 1.5)
    times = new Vector()
    gids = new Vector()
    pc.spike_record(-1, times, gids)
    pc.set_maxstep(10)
    finitialize(-65)
    pc.psolve(60)
}
"""


def script(words, more="", then=TELL):
    return (
        TEMPLATE.replace("MORE", more) + 'group = pc.cells("Cell", 0, 12, "source", "soma", 0.5' + words + ")\n" + then
    )


def output(ranvier, folder, text, *options, **how):
    (folder / "cells.hoc").write_text(text)
    return ranvier.check("run", *options, "cells.hoc", cwd=folder, **how).out


@pytest.mark.parametrize("words", ["", ', "equal", 1'])
def test_copies_are_what_the_code_makes(ranvier, tmp_path, words):
    copied = output(ranvier, tmp_path, script(words))
    made = output(ranvier, tmp_path, script(', "equal", 0'))
    assert copied == made
    assert made.count("Cell[11]") > 8
    assert re.search(r"^Cell\[11\] 11 a word 4 3.5 1 6 3", made, re.M)


# How many SectionLists were made so far: two for each init that ran, and one for each copy.
COUNT = """
objref last
last = new SectionList()
print last
"""


def made(ranvier, folder, words, more=""):
    """How many of the 12 cells the template's code has made."""
    text = output(
        ranvier,
        folder,
        script(words, more + "\n    count_me()", COUNT).replace(
            "proc set_drive", "proc count_me() { localobj temporary  temporary = new SectionList() }\nproc set_drive"
        ),
    )
    return int(re.search(r"SectionList\[(\d+)\]", text)[1]) - 12


def test_only_the_first_two_cells_and_the_last_run_the_code(ranvier, tmp_path):
    assert made(ranvier, tmp_path, "") == 3
    assert made(ranvier, tmp_path, ', "equal", 0') == 12
    assert made(ranvier, tmp_path, ', "equal", 1') == 3


# What makes cells of one template differ, or makes it matter that their init runs.
BEYOND = {
    "a variable of the top level": "soma Ra = outside",
    "an argument": "if ($1 > 7) soma Ra = 99",
    "an argument by way of a member": "if (gid > 7) soma Ra = 99",
    "an argument by way of a procedure": "set_drive($1)",
    "output": 'if (soma.L > 100) printf("never")',
    "the accessed section": "access soma",
    "a statement": 'execute("outside = 99")',
    "a counter": "outside += 1",
    "an object of the top level": "things.append(syn)",
    "random numbers": "stim.amp = random.uniform(0.1, 1)",
    "a variable that records": "vec.record(&soma.v(0.5))",
    "all objects of a class": "vec.append(count_cells())",
    "a file": 'words = "x"  load_file("stdlib.hoc")',
}
OUTSIDE = """
outside = 70
objref things, random
things = new List()
random = new Random(3)
"""


def beyond(more):
    externals = "external outside, things, random\npublic soma,"
    functions = 'func count_cells() { localobj all  all = new List("Cell")  return all.count }\nproc set_drive'
    text = script("", more + "\n    count_me()", TELL + COUNT)
    text = text.replace("public soma,", externals, 1).replace("proc set_drive", functions, 1)
    count_me = "proc count_me() { localobj temporary  temporary = new SectionList() }\nproc set_drive"
    return OUTSIDE + text.replace("proc set_drive", count_me, 1)


@pytest.mark.parametrize("more", BEYOND.values(), ids=BEYOND)
def test_code_that_uses_more_than_the_cell_runs_for_each(ranvier, tmp_path, more):
    text = beyond(more)
    as_made = output(ranvier, tmp_path, text.replace('"soma", 0.5)', '"soma", 0.5, "equal", 0)'))
    assert output(ranvier, tmp_path, text) == as_made
    assert "SectionList[24]" in as_made


REFUSED = {
    "stim.amp = 0.1 + outside  outside += 1": "the cells of gid 0 and 1 differ in amp of IClamp",
    "if (outside > 70) { soma nseg = 3 }  outside += 1": "the cells of gid 0 and 1 differ in soma: nseg",
    "table[1] = outside  outside += 1": "the cells of gid 0 and 1 differ in table",
    "ref = new Random(3)": "its member ref holds the Random[1], which has no copy",
    "vec.record(&soma.v(0.5))": "its member vec holds a Vector that records or plays, which has no copy",
    "soma nc = new NetCon(&v(0.5), syn)": "its member nc holds a NetCon that has a target, which has no copy",
    "outside += 1  if (outside == 73) soma Ra = 99": "the cells of gid 0 and 11 differ in soma: Ra",
}


@pytest.mark.parametrize("more, message", REFUSED.items())
def test_cells_that_are_not_equal_are_told_by_name(ranvier, tmp_path, more, message):
    text = beyond(more).replace('"soma", 0.5)', '"soma", 0.5, "equal", 1)')
    (tmp_path / "cells.hoc").write_text(text)
    outcome = ranvier.run("run", "cells.hoc", cwd=tmp_path)
    assert outcome.status != 0
    assert f"equal: {message}" in outcome.err and "Cell, gid" in outcome.err


@pytest.mark.parametrize("ranks, threads", [(1, 1), (2, 2), (3, 1)])
def test_a_network_of_copies_spikes_alike(ranvier, tmp_path, ranks, threads):
    parameters = ', "drive", "uniform", 0, 1, "position", "box", 0, 9, 0, 9, 0, 9, "rotation", "y"'
    net = f"{{ pc.nthread({threads}) }}\n" + NET
    rasters = []
    for words in [', "equal", 0', "", ', "equal", 1']:
        output(ranvier, tmp_path, script(parameters + words, then=net), "--raster", "cells.dat", ranks=ranks)
        rasters.append((tmp_path / "cells.dat").read_bytes())
    assert rasters[0] == rasters[1] == rasters[2]
    assert rasters[0].count(b"\n") >= 12
    if ranks == 3:
        replay = ("replay", "--raster", "cells.dat", "--cells", "1,7", "--verify", "cells.hoc")
        ranvier.check(*replay, cwd=tmp_path)


PYTHON = """
import numpy as np
from ranvier import h

pc = h.ParallelContext()
count = 0


class Helper:
    def __init__(self, cell):
        self.cell, self.segment = cell, cell.dend[1](0.3)


class Cell:
    def __init__(self, gid):
        global count
        count += 1
        self._gid = gid
        self.soma = h.Section(name="soma", cell=self)
        self.dend = [h.Section(name=f"dend[{k}]", cell=self) for k in range(3)]
        for k, dend in enumerate(self.dend):
            dend.connect(self.soma(k % 2))
            dend.nseg, dend.L, dend.diam = 1 + 2 * k, 100 + k, 2
            dend.insert("pas")
            for seg in dend:
                seg.pas.g = 0.0001 * (1 + seg.x)
        self.soma.L = self.soma.diam = 18
        self.soma.insert("hh")
        self.all = h.SectionList([self.soma, *self.dend])
        self.syn = h.ExpSyn(self.dend[2](0.7))
        self.syn.tau = 3
        self.stims = {"first": h.IClamp(self.soma(0.5)), "none": None}
        self.stims["first"].amp, self.stims["first"].dur = 0.5, 1e9
        self.numbers = np.arange(3.0)
        self.vector = h.Vector([1, 2, 3])
        self.netcon = h.NetCon(self.soma(0.5)._ref_v, None, sec=self.soma)
        self.netcon.threshold = -7
        self.helper = Helper(self)
        self.method = self.length
        MORE

    def __str__(self):
        return f"Cell[{self._gid}]"

    def length(self):
        return sum(section.L for section in [self.soma, *self.dend])

    def connect2target(self, target):
        return h.NetCon(self.soma(0.5)._ref_v, target, sec=self.soma)


pc.cells(Cell, 0, 12WORDS)
"""
TELL_IN_PYTHON = """
for gid in range(12):
    cell = pc.gid2cell(gid)
    print(cell, cell._gid, cell.syn.get_segment(), cell.syn.tau, cell.stims, cell.vector.to_python(), cell.numbers)
    print(cell.netcon.threshold, cell.netcon.preseg(), cell.helper.cell is cell, cell.helper.segment, cell.method())
    print([str(section) for section in cell.all], cell.soma.cell() is cell, [s.parentseg() for s in cell.dend])
    print([[seg.pas.g for seg in dend] for dend in cell.dend], cell.soma.psection()["point_processes"])
"""
RUN_IN_PYTHON = """
pc.connect(range(12), range(12), "fixed_indegree", 3, "onto", "syn", weight=0.01, delay=1.5)
times, gids = h.Vector(), h.Vector()
pc.spike_record(-1, times, gids)
pc.set_maxstep(10)
h.finitialize(-65)
pc.psolve(60)
print(times.to_python(), gids.to_python())
"""


def python_output(ranvier, folder, words, more="pass", then=TELL_IN_PYTHON + RUN_IN_PYTHON):
    (folder / "cells.py").write_text(PYTHON.replace("WORDS", words).replace("MORE", more) + then)
    return ranvier.run("run", "cells.py", cwd=folder)


def test_copies_of_a_python_class_are_what_it_makes(ranvier, tmp_path):
    copied, built = (python_output(ranvier, tmp_path, words) for words in [', "equal", 1', ""])
    assert copied.status == 0, copied

    def without_numbers(text):  # of objects: ExpSyn[7]
        return re.sub(r"(ExpSyn|IClamp|NetCon|Vector)\[\d+\]", r"\1", text)

    assert without_numbers(copied.out) == without_numbers(built.out)
    assert built.out.count("Cell[11]") > 5
    assert python_output(ranvier, tmp_path, ', "equal", 1', then="print(count)").out == "3\n"
    assert python_output(ranvier, tmp_path, "", then="print(count)").out == "12\n"


REFUSED_IN_PYTHON = {
    "self.syn.tau = 1 + gid": "the cells of gid 0 and 1 differ in tau of ExpSyn",
    "self.numbers[1] = gid": "the cells of gid 0 and 1 differ in numbers",
    "self.name = str(self)": "the cells of gid 0 and 1 differ in name",
    "self.random = h.Random(3)": "its attribute random holds the Random[",
    "self.f = lambda: gid": "the cells of gid 0 and 1 differ in f",
    "self.times = h.Vector().record(self.soma(0.5)._ref_v)": "its attribute times holds a Vector that records or plays",
}


@pytest.mark.parametrize("more, message", REFUSED_IN_PYTHON.items())
def test_cells_of_a_python_class_that_differ_are_told(ranvier, tmp_path, more, message):
    outcome = python_output(ranvier, tmp_path, ', "equal", 1', more)
    assert outcome.status != 0
    assert f"equal: {message}" in outcome.err


NOISE = """
NEURON { SUFFIX noise RANGE x RANDOM r }
ASSIGNED { x }
INITIAL { x = random_uniform(r) }
"""
TELL_NOISE = """
{ finitialize(-65) }
for i = 0, 11 if (pc.gid_exists(i)) { pc.gid2cell(i).soma printf("%.17g ", x_noise)  pc.gid2cell(i).dend[0] print x_noise(0.9) }
"""


def test_streams_are_numbered_as_without_copies(ranvier, tmp_path):
    """Streams of RANDOM variables without ids are numbered in the order of creation, which copies would change."""
    (tmp_path / "noise.mod").write_text(NOISE)
    more = "soma insert noise  dend[0] { nseg = 1  insert noise  nseg = 3 }"
    as_made = output(ranvier, tmp_path, script(', "equal", 0', more, TELL_NOISE))
    assert output(ranvier, tmp_path, script("", more, TELL_NOISE)) == as_made
    assert len(set(as_made.split())) == 24
    (tmp_path / "cells.hoc").write_text(script(', "equal", 1', more, TELL_NOISE))
    outcome = ranvier.run("run", "cells.hoc", cwd=tmp_path)
    assert outcome.status != 0 and "equal: noise has RANDOM variables, which cannot be copied" in outcome.err
