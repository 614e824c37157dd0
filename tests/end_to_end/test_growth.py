"""What a process makes, replaces and deletes many times costs the same each time: four times as many, four times the work.

Work is counted in instructions, which do not depend on how busy the machine is.
"""

import pathlib
import re
import shutil
import sys

import pytest
from oracle.commands import run

MODEL = """
begintemplate Cell
public soma
create soma
proc init() { soma insert pas }
endtemplate Cell
objref stim, syn, con, old, list, all, handler, nil
create soma, other
access soma
soma { insert hh }
stim = new NetStim()
syn = new ExpSyn(0.5)
con = new NetCon(stim, syn, 0, 1, 0.01)
list = new List()
all = new SectionList()
handler = new CVode()
calls = 0
proc count() { calls += 1 }
proc send() { local i  for i = 1, calls handler.event(1, "count()") }
"""

# By name: one object at a time is made, which replaces the one before, and the model is initialized.
TRIALS = {
    "a connection": "old = new NetCon(stim, syn, 0, 1, 0.001)",
    "a connection from a new source": "con = new NetCon(new NetStim(), syn)",
    "a connection to a new target": "syn = new ExpSyn(0.5)  con = new NetCon(stim, syn)",
    "a detector of spikes": "con = new NetCon(&soma.v(0.5), syn)",
    "a recorded vector": "old = new Vector()  old.record(&soma.v(0.5))",
    "a vector recorded at intervals": "old = new Vector()  old.record(&soma.m_hh(0.5), 0.1)",
    "a played vector": "old = new Vector(3)  old.play(&syn.tau, 0.1)",
    "a point process": "old = new IClamp(0.5)",
    "a cell": "old = new Cell()",
    "an initialize handler": 'old = new FInitializeHandler("calls = 1")',
}

# By name: what is done once with n things, and how they are made before.
FILL = "for i = 0, n - 1 list.append(new %s)"
DROP = "while (list.count) list.remove(0)"
DROP_LAST = "while (list.count) list.remove(list.count - 1)"
MANY = "create many[n]"
AT_ONCE = {
    "point processes of a section, the first first": FILL % "ExpSyn(0.5)" + f"\n{DROP}",
    "point processes of a section, the last first": FILL % "ExpSyn(0.5)" + f"\n{DROP_LAST}",
    "point processes that move": FILL % "IClamp(0.5)" + "\nfor i = 0, n - 1 other list.o(i).loc(0.5)",
    "cells, the first first": FILL % "Cell()" + f"\n{DROP}",
    "cells with their list": FILL % "Cell()" + "\nlist.remove_all()",
    "sections": f"{MANY}\nfor i = 0, n - 1 many[i] delete_section()",
    "initialize handlers": FILL % 'FInitializeHandler("calls = 1")' + f"\n{DROP}",
    "a chain, from its root": f"{MANY}\nfor i = 1, n - 1 connect many[i](0), many[i - 1](1)",
    "a chain, from its tip": f"{MANY}\nfor (i = n - 1; i > 0; i -= 1) connect many[i](0), many[i - 1](1)",
    "a chain, by halves": f"{MANY}\nfor i = 1, n - 1 if (i % 2) connect many[i](0), many[i - 1](1)\n"
    "for i = 1, n - 1 if (i % 2 == 0) connect many[i](0), many[i - 1](1)",
    "statements, from a handler": 'calls = n\nold = new FInitializeHandler("send()")\nfinitialize()',
    "statements, of which the latest is the first": 'for i = 1, n handler.event(n - i, "count()")',
    "a list of sections without duplicates": f"{MANY}\nforall all.append()\nforall all.append()\nall.unique()",
    "a list of sections without others": f"{MANY}\nobjref b\nb = new SectionList()\nforall all.append()\n"
    "forall b.append()\nall.remove(b)",
    "the objects of a class": FILL % "Cell()" + '\nobjref view\nview = new List("Cell")\n'
    "for i = 0, view.count() - 1 old = view.o(i)",
    "a list, filled at its front": "for i = 1, n list.prepend(syn)",
}


@pytest.fixture(scope="module")
def instructions(ranvier, tmp_path_factory):
    """A function that counts the instructions of a script, beyond those of the model alone."""
    if not shutil.which("valgrind"):
        pytest.skip("valgrind is missing; run scripts/install-dependencies")
    folder = tmp_path_factory.mktemp("growth")

    def count(script):
        (folder / "script.hoc").write_text(MODEL + script)
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", ranvier.bin_folder / "ranvier"]
        ended = run([*command, "run", "--quiet", "script.hoc"], folder, {"MALLOC_PERTURB_": "0"}, 300, "")
        assert ended.status == 0, ended
        return int(re.search(r"Collected : (\d+)", ended.err)[1])

    empty = count("")
    return lambda script: count(script) - empty


@pytest.mark.parametrize("what", TRIALS)
def test_work_of_a_trial_does_not_grow(instructions, what):
    work = [instructions(f"for i = 1, {n} {{ {TRIALS[what]}  finitialize(-65) }}\n") for n in (250, 1000)]
    assert work[1] < 4.8 * work[0], work


@pytest.mark.parametrize("what", AT_ONCE)
def test_work_grows_with_the_number(instructions, what):
    work = [instructions(f"n = {n}\n{AT_ONCE[what]}\n") for n in (1000, 4000)]
    assert work[1] < 4.8 * work[0], work


KEPT = """
import ctypes, gc
from neuron import h
class Memory(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in
                "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()]
mallinfo = ctypes.CDLL(None).mallinfo2
mallinfo.restype = Memory
def used():
    gc.collect()
    now = mallinfo()
    return now.uordblks + now.hblkhd
h("begintemplate Cell\\npublic soma, x\\ncreate soma\\nobjref x\\n"
  "proc init() { x = new Vector(3)  soma insert hh }\\nendtemplate Cell")
a = h.Section(name="a")
a.insert("pas")
syn, stim = h.ExpSyn(a(0.5)), h.NetStim()
def section():
    s = h.Section(name="b")
    s.connect(a(1))
    s.insert("hh")
    s.nseg = 3
def trial(make):
    make()
    h.finitialize(-65)
def kept(make, n):
    for _ in range(n // 10): make()
    before = used()
    for _ in range(n): make()
    return (used() - before) / n
print(kept(lambda: %s, %d))
"""

# By name: what is made, which is deleted at once, and how many bytes it may leave at most.
LEFT = {
    "a section": ("section()", 100),
    "a recorded vector": ("h.Vector().record(a(0.5)._ref_v)", 100),
    "a recorded vector of a run": ("trial(lambda: h.Vector().record(a(0.5)._ref_v, 0.1))", 100),
    "a point process": ("h.ExpSyn(a(0.5))", 100),
    "a detector of spikes": ("h.NetCon(a(0.5)._ref_v, syn, sec=a)", 100),
    "a connection": ("h.NetCon(stim, syn)", 100),
    "a connection of a run": ("trial(lambda: h.NetCon(h.NetStim(), syn))", 100),
    "a cell": ("h.Cell()", 1),
    "a statement": ("h('x_ = 1')", 1),
    "a changed number of segments": ("setattr(a, 'nseg', 1 + 2 * (a.nseg == 1))", 100),
}


@pytest.mark.parametrize("what", LEFT)
def test_little_is_kept_of_what_is_deleted(ranvier, tmp_path, what):
    module = pathlib.Path(ranvier.bin_folder).parent / "python"
    if not (module / "_ranvier.abi3.so").exists():
        pytest.skip("the Python module was not built: there were no headers of Python")
    make, most = LEFT[what]
    (tmp_path / "script.py").write_text(KEPT % (make, 20000))
    ended = run([sys.executable, "script.py"], tmp_path, {"PYTHONPATH": str(module)})
    assert ended.status == 0, ended
    assert float(ended.out) <= most, ended.out
