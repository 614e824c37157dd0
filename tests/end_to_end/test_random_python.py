"""Random programs over NEURON's Python API answer as with NEURON's module, line by line."""

import pathlib
import subprocess
import types

import pytest
from oracle.random_python.comparison import answers, answers_of_neuron, first_difference
from oracle.random_python.programs import Program

ROOT = pathlib.Path(__file__).resolve().parents[2]

# What random programs found to differ once.
MENDED = """\
s = h.Section(name='a'); t = h.Section(name='b', cell=cells[0]); gone = h.Section(name='c'); place = gone(0.5)
gone.insert('hh'); mechanism = place.hh; h.delete_section(sec=gone)
gone.L
gone.name()
gone.nosuch
gone.connect(s)
place.v
place.x
repr(place)
mechanism.gnabar
repr(mechanism)
h.nosuch = 1
h.IClamp(s(0.5)).nosuch = 1
h.Vector().nosuch = 1
h.sin = 3
h.Vector().size = 3
h.Vector().x = 3
del h.t
del h.nosuch
del s.L
del s(0.5).v
h.v
h.diam = 3
h._ref_v
h.nseg
h.secondorder
s.nseg = 3.0
s.nseg = 0
s.nseg = True
s.L = 0
s.Ra = None
s.rallbranch = -1
s.v = 'abc'
s(0.5).diam = None
s.g_pas = 1
s(0.5).vext[0] = 1
s.insert('hh')(0.5).hh.gnabar = 'abc'
s.insert('nosuch')
s.insert(3)
s.uninsert(h.hh)
s.has_membrane(h.hh)
s(0).hh
list(s(0))
sorted(s(0.5), key=str)
s(0).gnabar_hh
s(0.5).x = 0.2
s.x3d(0)
s.pt3dremove(2)
s.pt3dchange(0, 1, 2)
s.connect(t, 0.5, 2)
s.connect(t, 3, 0)
s.disconnect()
len(s)
s._ref_v
s(0.1) < s(0.9) or s(0.9) < s(0.1)
sorted([s, t]) == sorted([t, s])
h.hh
type(h.hh).__name__
str(h.IClamp)
type(h.IClamp(s(0.5))).__name__
h.ref(3)
h.ref('text')
h.ref(None)
r = h.ref(None); r[0] = s
r[0]
l = h.List(); l.append(s); l.append(s(0.5))
list(l)
l[:1]
l[5]
h('func count() { return numarg() }')
h.count(s, s(0.5))
h.count(x=1)
h.count(sec=None)
h('double numbers[3]')
h.numbers[-1]
h.numbers[1.5]
h.numbers[0] = 'abc'
h.numbers = 3
h.numbers
h('strdef text')
h.text = 3
h.IClamp(s)
h.IClamp(s(0.5)).amp = []
h.NetStim().has_loc()
h.NetStim().loc(s(0.5))
a = h.IClamp(s(0.5)); b = h.ExpSyn(s(0.5)); c = h.ExpSyn(s(1))
s(0.5).point_processes()
s.psection()['point_processes']
h.NetCon(t(0.5)._ref_v, b)
n1 = h.NetCon(h.NetStim(), b)
n1.weight[1]
n1.weight[0] = 'abc'
n1.weight = 3
n1.wcnt()
h.NetCon(h.NetStim(), None).active(1)
len(h.VClamp(s(0.5)).dur)
h.Matrix(2, 3).x[0][5]
h.Vector([1, 2])[:] = 3
h.Vector([1, 2])[:] = [3]
h.Vector([1, 2]) + h.Vector(3)
h.Vector([1, 2]) / 0
h.Vector('abc')
h.Vector(h.Vector(3))
'abc' in h.Vector(3)
list(reversed(h.Vector([1, 2])))
h.Vector([1, 2]).to_python([1])
h.SectionList([3])
h.SectionList(h.SectionList())
h.SectionList().append(s, s)
h.SectionRef(3)
h.SectionRef(s).parent
h.SectionRef(s).child[0]
h.SectionRef(s).is_cas()
h.delete_section(sec=h.Section(name='d')) * 0
h.ParallelContext().py_alltoall([1, 2])
h.attr_praxis(1, 2)
float(h.Vector(1))
int(h.Vector(1))
bytes(h.Vector(1))
complex(h.Vector(1))
len(h.Vector((1, 2), 5))
d = h.Section(name='d'); clamp = h.IClamp(d(0.5)); r = h.Random(); r.play(clamp._ref_amp); h.delete_section(sec=d)
h.finitialize()
neuron.psection(s)['name']
pickle.dumps(h)
""".splitlines()
AT_ONCE = 250  # programs of a process, each in a forked child


@pytest.fixture(scope="session")
def module(ranvier):
    """The folder of the built module `neuron`."""
    folder = pathlib.Path(ranvier.bin_folder).parent / "python"
    if not (folder / "_ranvier.abi3.so").exists():
        pytest.skip("the Python module was not built: there were no headers of Python")
    return folder


@pytest.fixture
def sanitized():
    """The folder of the module that was built with the address sanitizer."""
    folder = ROOT / "build/asan-ubsan/python"
    if not (folder / "_ranvier.abi3.so").exists():
        pytest.skip("no sanitized module: run `cmake --preset asan-ubsan && ninja -C build/asan-ubsan ranvier_python`")
    return folder


def preloaded_sanitizer(folder):
    """The environment in which Python, which is not sanitized, loads the sanitized module. Reports go to `folder`.

    The sanitizer must be loaded first; and with it the C++ library, whose exceptions it looks for when it begins. The
    module's operators new and delete are malloc and free (lent_memory.cpp), also for what the C++ library has made.
    """
    library = {
        name: subprocess.run(
            ["g++", f"-print-file-name={name}"], capture_output=True, text=True, check=True
        ).stdout.strip()
        for name in ("libasan.so", "libstdc++.so")
    }
    return {
        "LD_PRELOAD": " ".join(library.values()),
        "ASAN_OPTIONS": f"detect_leaks=0:alloc_dealloc_mismatch=0:abort_on_error=1:log_path={folder}/report",
        "UBSAN_OPTIONS": f"halt_on_error=1:abort_on_error=1:log_path={folder}/report",
        "MALLOC_PERTURB_": "0",
    }


def compare(neuron, module, folder, first, count, environment=()):
    crashed = 0
    for begin in range(first, first + count, AT_ONCE):
        programs = {seed: Program(seed) for seed in range(begin, min(begin + AT_ONCE, first + count))}
        theirs = answers_of_neuron(programs, folder, neuron.cache)
        ours = answers(programs, folder, module, environment)
        crashed += sum(each.status != 0 for each in theirs.values())
        for seed, program in programs.items():
            found = first_difference(seed, theirs[seed], ours[seed])
            assert not found, (
                f"program {seed}, line {found.line}: {found.theirs} in NEURON, {found.ours} in Ranvier\n"
                + ("\n".join(program.lines[: found.line + 1]))
            )
    print(f"NEURON crashed in {crashed} of {count} programs, which were compared until then")


def test_calls_that_once_differed_answer_as_with_neuron(neuron, module, tmp_path):
    programs = {0: types.SimpleNamespace(lines=MENDED)}
    theirs = answers_of_neuron(programs, tmp_path, neuron.cache)[0]
    ours = answers(programs, tmp_path, module)[0]
    assert len(theirs.lines) == len(MENDED)
    different = [(line, a[0], b) for line, a, b in zip(MENDED, theirs.lines, ours.lines) if a[0] != b[0]]
    assert not different, different


def test_programs_answer_as_with_neuron(neuron, module, tmp_path):
    compare(neuron, module, tmp_path, 0, 40)


@pytest.mark.long
def test_many_programs_answer_as_with_neuron(neuron, module, tmp_path):
    compare(neuron, module, tmp_path, 0, 1000)


@pytest.mark.soak
def test_more_programs_answer_as_with_neuron(neuron, module, tmp_path, first_seed):
    compare(neuron, module, tmp_path, first_seed, 100)


@pytest.mark.soak
def test_programs_are_sound_under_the_address_sanitizer(neuron, sanitized, tmp_path, first_seed):
    reports = tmp_path / "reports"
    reports.mkdir()
    try:
        compare(neuron, sanitized, tmp_path, first_seed, 100, preloaded_sanitizer(reports))
    finally:
        for report in reports.iterdir():
            print(report.read_text(errors="replace"))
    assert not list(reports.iterdir())
