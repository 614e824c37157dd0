"""The packages' type stubs, as type checkers use them: annotations, arguments and results of methods."""

import ast
import json
import pathlib
import re
import shutil
import sys

import pytest
from oracle.commands import run

MISTAKES = """\
from neuron import h
stim = h.IClamp(h.Section(name="soma")(0.5))
stim.ampp = 3
stim.amp = "3"
h.Vector().meen()
h.Vector().add("3")
found: str = h.Vector().mean()
h.ParallelContext().set_gid2node(3)
cell: h.Section = h.Vector()
h(3)
h.t = "3"
"""
MISTAKEN_LINES = ["3", "4", "5", "6", "7", "8", "9", "10", "11"]

ANNOTATED = """\
from __future__ import annotations

import neuron
from neuron import h, hoc, n, nrn

class Cell:
    soma: h.Section
    pc: n.ParallelContext
    spikes: h.Vector | None = None

    def __init__(self, gid: int) -> None:
        self.soma = h.Section(name="soma", cell=self)
        self.pc = h.ParallelContext()
        self.synapses: list[h.ExpSyn] = [h.ExpSyn(self.soma(0.5))]
        self.pc.set_gid2node(gid, self.pc.id())

    def sections(self) -> dict[str, neuron.nrn.Section]:
        return {"soma": self.soma}

def record(where: neuron.nrn.Segment, source: hoc.HocObject | None = None) -> h.Vector:
    return h.Vector().record(where._ref_v)

def first(sections: list[nrn.Section]) -> h.Section:
    return sections[0]

cell = Cell(3)
trace: h.Vector = record(cell.soma(0.5)).c().add(1).mul(2)
peak: float = trace.max()
where: int = trace.max_ind()
assert isinstance(first([cell.soma]), h.Section)
done: bool = h("create soma")
h.load_file("stdrun.hoc")
h.tstop = 5
h.dt = 0.05
print(h.soma.L)
"""

# Calls whose results must have the types that the stubs say, each on new Vectors.
CALLS = """\
a.size() a.buffer_size() a.resize(4) a.get(1) a.set(1,2) a.fill(2) a.append(3,b) a.insrt(1,b) a.remove(0) a.c() a.at(0,1)
a.cl() a.copy(b) a.from_python([1,2]) a.label() a.label("x") a.add(1) a.sub(b) a.mul(2) a.div(2) a.scale(0,1) a.pow(2)
a.sqrt() a.log() a.log10(b) a.tanh() a.abs() a.floor() a.sin(1,0) a.indgen() a.apply("exp") a.reduce("exp",0)
a.where(">",1) a.where(b,"()",1,3) a.indvwhere(">",1) a.indwhere(">",1) a.contains(1) a.ind(h.Vector([0]))
a.index(b,h.Vector([0])) a.sort() a.sortindex() a.reverse() a.eq(b) a.min() a.max(0,1) a.min_ind() a.max_ind() a.sum()
a.sumsq() a.mean() a.var() a.stdev() a.stderr() a.median() a.mag() a.dot(b) a.meansqerr(b) a.rotate(1) a.deriv(b)
a.integral() a.interpolate(b,b,b) a.rebin(b,2) a.resample(b,2) a.medfltr(b) a.spikebin(b,2) a.psth(b,1,1,1)
a.trigavg(b,h.Vector([1]),0,1) a.fft(b,1) a.convlv(b,h.Vector([1,2,1])) a.correl(b) a.spctrm(b) a.histogram(0,4,1)
a.hist(b,0,4,1) a.sumgauss(0,5,1,1) a.smhist(b,0,4,1,1) a.setrand(h.Random()) a.addrand(h.Random()) a.firstpeak()
a.play_remove() a.record(h._ref_t) a.play(h._ref_dt,h.Vector([1,2,3,4])) a.printf("") a.clear()
pc.id() pc.id_world() pc.id_bbs() pc.nhost() pc.nhost_world() pc.nhost_bbs() pc.nworker() pc.working()
pc.barrier() pc.allreduce(3,1) pc.allreduce(b,1) pc.allgather(1,a) pc.alltoall(h.Vector([1]),h.Vector([1]),a)
pc.broadcast(b,0) pc.time() pc.timeout(3) pc.set_gid2node(3,0) pc.gid_exists(3) pc.spike_record(-1,a,b) pc.gid_clear()
pc.set_maxstep(10) pc.thread_how_many_proc() pc.optimize_node_order(0) pc.mpiabort_on_error(0) pc.step_time()
pc.integ_time() pc.event_time() pc.wait_time() pc.step_wait() pc.vtransfer_time() pc.nthread() pc.nthread(1) pc.t(0)
pc.get_partition(0) pc.partition() pc.thread_busywait(0) pc.thread_stat() pc.spike_compress(0,0) pc.exchange()
pc.spike_statistics() pc.max_histogram() pc.send_time() pc.interval_log(1) pc.post("k",1) pc.look("j") pc.look_take("j")
pc.take("k") pc.upkscalar() pc.pack(1) pc.submit("t=1") pc.retval() pc.userid() pc.context("t=1")
pc.master_works_on_jobs(1) pc.py_alltoall([1]) pc.py_allgather(1) pc.subworlds(1) pc.setup_transfer() pc.prcellstate(3)
pc.placement("round_robin",3) pc.cells("NetStim",100,4) pc.area(3) pc.psolve(1)
"""


def mypy(root, folder, *words):
    """Its program is among the packages of the tests."""
    program = pathlib.Path(sys.executable).with_name("mypy")
    program = program if program.exists() else shutil.which("mypy")
    assert program, "mypy is missing: make installs it"
    words = ["--cache-dir", folder / "cache", "--ignore-missing-imports", *words]
    return run([program, *words], folder, {"MYPYPATH": str(root / "python")})


@pytest.fixture
def pyright(root, tmp_path):
    """Checks files; pyright, which runs in Node, is not among the packages that make installs."""
    program = shutil.which("pyright")
    if not program:
        pytest.skip("pyright is not installed")
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(root / "python")]}))
    return lambda *names: run([program, *names], tmp_path)


def test_mypy_accepts_the_tutorial(root, tmp_path):
    from test_docs import save_files, snippets

    page = root / "docs" / "python.md"
    save_files(page, tmp_path)
    names = [path.name for path in tmp_path.glob("*.py")]
    for k, (snippet,) in enumerate(each.values for each in snippets()):
        if snippet.page == page and snippet.language == "python":
            names.append(f"snippet{k}.py")
            (tmp_path / names[-1]).write_text(snippet.text)
    checked = mypy(root, tmp_path, "--check-untyped-defs", *names)
    assert checked.status == 0 and len(names) > 10, checked


def test_mypy_finds_mistakes_and_understands_annotations(root, tmp_path):
    (tmp_path / "annotated.py").write_text(ANNOTATED)
    checked = mypy(root, tmp_path, "--strict", "annotated.py")
    assert checked.status == 0, checked
    (tmp_path / "mistakes.py").write_text(MISTAKES)
    found = mypy(root, tmp_path, "mistakes.py")
    assert re.findall(r"mistakes.py:(\d+): error", found.out) == MISTAKEN_LINES, found


def test_pyright_finds_mistakes_and_understands_annotations(pyright, tmp_path):
    (tmp_path / "annotated.py").write_text(ANNOTATED)
    checked = pyright("annotated.py")
    assert checked.status == 0, checked
    (tmp_path / "mistakes.py").write_text(MISTAKES)
    found = pyright("mistakes.py")
    assert sorted(set(re.findall(r"mistakes.py:(\d+):\d+ - error", found.out)), key=int) == MISTAKEN_LINES, found


def test_annotations_hold_at_run_time(python, tmp_path):
    """Without the first line, Python evaluates them."""
    outcome = python(ANNOTATED.split("\n", 1)[1], tmp_path)
    assert outcome.status == 0, outcome


def test_results_have_the_types_of_the_stubs(python, root, tmp_path):
    calls = CALLS.split()
    begin = "from neuron import h\npc = h.ParallelContext()\n"
    new = "a = h.Vector([1, 2, 3, 4])\nb = h.Vector([1, 5, 6, 4])\n"
    lines = "".join(f"{new}print({k}, type({call}).__name__, '.')\n" for k, call in enumerate(calls))
    outcome = python(begin + lines, tmp_path)
    assert outcome.status == 0, outcome
    found = dict(re.findall(r"^(\d+) (\w+) \.$", outcome.out, re.M))
    (tmp_path / "revealed.py").write_text(begin + new + "".join(f"reveal_type({call})\n" for call in calls))
    said = re.findall(r'revealed.py:\d+: note: Revealed type is "([^"]*)"', mypy(root, tmp_path, "revealed.py").out)
    said = [re.sub(r"\[.*|\?", "", each).rsplit(".", 1)[-1] for each in said]
    assert len(said) == len(calls) == len(found)
    wrong = [(call, found[str(k)], said[k]) for k, call in enumerate(calls) if found[str(k)] != said[k]]
    assert not wrong


@pytest.mark.parametrize("name", ["Vector", "ParallelContext"])
def test_each_method_has_types(root, name):
    """A method that is new in hoc's reference gets an entry in scripts/stub_types.py."""
    stub = ast.parse((root / "python/neuron/hoc.pyi").read_text())
    found = next(each for each in stub.body if isinstance(each, ast.ClassDef) and each.name == name)
    methods = {part.name: ast.unparse(part.args) for part in found.body if isinstance(part, ast.FunctionDef)}
    untyped = "self, *arguments: Any, sec: Section | None=..."
    assert len(methods) > 70 and [each for each, how in methods.items() if how == untyped] == []
