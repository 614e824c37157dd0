"""hoc from Python: `from neuron import h` on Ranvier's engine."""

import pytest
from oracle.commands import run


def test_function_of_a_mod_file_in_a_folder_with_spaces(ranvier, python, tmp_path):
    folder = tmp_path / "a folder of mine"
    folder.mkdir()
    (folder / "three.mod").write_text("NEURON {SUFFIX nothing}\nFUNCTION three() {\n  three = 3\n}\n")
    ranvier.check(".", name="nrnivmodl", cwd=folder)
    outcome = python("from neuron import h\nprint(h.three())", folder)
    assert (outcome.status, outcome.out) == (0, "3.0\n"), outcome


def test_program_runs_python(ranvier, python, tmp_path):
    (tmp_path / "before.hoc").write_text("create soma\nx = 3\nfunc f() { return $1 + x }\n")
    (tmp_path / "script.py").write_text(
        "import sys\nfrom neuron import h\nprint(sys.argv, h.x, h.f(1), list(h.allsec()))\nh('x = 5')\nprint(h.x)\n"
    )
    outcome = ranvier.run("-nobanner", "before.hoc", "-python", "script.py", "one", "-two", name="nrniv", cwd=tmp_path)
    words = ["-nobanner", "before.hoc", "-python", "script.py", "one", "-two"]
    assert outcome.out == f"{[str(ranvier.bin_folder / 'nrniv'), *words]} 3.0 4.0 [soma]\n5.0\n", outcome
    assert outcome.status == 0

    for statements, status in [
        ("assert False", 1),
        ("from neuron import h; h.quit()", 0),
        ("import sys; sys.exit(3)", 3),
    ]:
        outcome = ranvier.run("-nobanner", "-python", "-c", statements, name="nrniv", cwd=tmp_path)
        assert outcome.status == status, outcome


WORDS = """import argparse
import sys
parser = argparse.ArgumentParser()
parser.add_argument("size", type=int)
parser.add_argument("--fast", action="store_true")
own = sys.argv[1:]
if "-python" in sys.argv:
    own = sys.argv[sys.argv.index("words.py") + 1 :]
print(parser.parse_args(own), sys.argv[1:] == own, len(sys.argv), sys.argv[0].split("/")[-1])
"""


@pytest.mark.parametrize("name", ["ranvier", "nrniv", "special"])
def test_arguments_of_scripts(ranvier, python, neuron, tmp_path, name):
    (tmp_path / "words.py").write_text(WORDS)
    words = ["-python", "words.py", "3", "--fast"]
    if name == "ranvier":
        outcome = ranvier.check("-python", "words.py", "3", cwd=tmp_path)
        assert outcome.out == "Namespace(size=3, fast=False) True 2 words.py\n"
        return
    if name == "special":
        ranvier.check(cwd=tmp_path, name="nrnivmodl")
    program = next(tmp_path.glob("*/special")) if name == "special" else ranvier.bin_folder / "nrniv"
    for more in (["-nobanner"], ["-nobanner", "-nogui"]):
        ours = run([program, *more, *words], tmp_path)
        theirs = run([neuron.bin / "nrniv", *more, *words], tmp_path)
        assert ours.out == theirs.out.replace("nrniv", name) and "fast=True" in ours.out, ours


@pytest.mark.parametrize("word", ["python3", "/usr/bin/python3.11", "./some", "missing"])
def test_words_that_are_no_scripts_are_skipped_after_python(ranvier, python, neuron, tmp_path, word):
    (tmp_path / "some").write_text("print(5)\n")
    (tmp_path / "first.hoc").write_text("print 7\n")
    (tmp_path / "argv.py").write_text("import sys\nprint(sys.argv[1:])\n")
    for words in (
        [word, "argv.py", "x"],
        ["first.hoc", word, "argv.py"],
        [word, "-c", "import sys; print(sys.argv[1:])"],
    ):
        outcome = ranvier.check("-nobanner", "-python", *words, cwd=tmp_path, name="nrniv")
        theirs = run([neuron.bin / "nrniv", "-nobanner", "-python", *words], tmp_path).out
        assert outcome.out.replace(" ", "") == theirs.replace(" ", "")


@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8"])
@pytest.mark.parametrize("words", [["-python", "text.py"], ["text.hoc"]], ids=["python", "nrnpython"])
def test_python_in_the_program_encodes_as_python_does(ranvier, python, neuron, tmp_path, locale, words):
    names = "sys.stdin.encoding, sys.stdout.encoding, sys.stderr.encoding, sys.getfilesystemencoding()"
    (tmp_path / "text.py").write_text(f"import sys\nprint({names})\nprint('\\u00e9')\n")
    (tmp_path / "text.hoc").write_text("nrnpython(\"exec(open('text.py').read())\")\n")
    environment = {"LC_ALL": locale}
    ours = run([ranvier.bin_folder / "nrniv", "-nobanner", *words], tmp_path, environment)
    theirs = run([neuron.bin / "nrniv", "-nobanner", *words], tmp_path, environment)
    # Sorted: Python and hoc print in an order that depends on buffers.
    assert sorted(ours.out.split("\n")) == sorted(theirs.out.split("\n")) and "\u00e9" in ours.out, ours


def test_scripts_of_both_languages_share_objects(ranvier, python, tmp_path):
    (tmp_path / "both.hoc").write_text("""
objref py, vec, back
{nrnpython("from neuron import h")}
{nrnpython("def total(vector): return sum(vector)")}
{nrnpython("def made(): return h.Vector([4, 5])")}
py = new PythonObject()
vec = new Vector(3, 2)
print py.total(vec)
back = py.made()
print back.size(), back.x[1]
""")
    outcome = ranvier.check("both.hoc", cwd=tmp_path)
    assert outcome.out.split() == ["6", "2", "5"], outcome


def test_what_python_raises_in_a_callback_arrives(python, tmp_path):
    outcome = python(
        """
from neuron import h
soma = h.Section(name="soma")
def stop():
    raise KeyError("mine")
handler = h.FInitializeHandler(stop)
try:
    h.finitialize(-65)
except KeyError as error:
    print("caught", error)
print(h.t)
""",
        tmp_path,
    )
    assert outcome.out == "caught 'mine'\n0.0\n", outcome


RANKS = """\
from neuron import h
pc = h.ParallelContext()
r, n = int(pc.id()), int(pc.nhost())
results = [
    [(a, b, len(c)) for a, b, c in pc.py_alltoall([(r, k, "x" * 1000 * k) for k in range(n)])],
    pc.py_allgather({"r": r, "f": 1.5}),
    pc.py_gather([r], 1),
    pc.py_broadcast(("b", r) if r == 1 else None, 1),
    pc.py_scatter([10 * k for k in range(n)] if r == 2 else None, 2),
]
for k in range(n):
    if k == r:
        print(r, results, flush=True)
    pc.barrier()
"""


def test_python_objects_travel_between_ranks(ranvier, tmp_path):
    (tmp_path / "script.py").write_text(RANKS)
    out = ranvier.check("--quiet", "script.py", ranks=3, cwd=tmp_path).out
    everyone = [{"r": r, "f": 1.5} for r in range(3)]
    for r, line in enumerate(sorted(out.splitlines())):
        gathered = [[0], [1], [2]] if r == 1 else None
        assert line == f"{r} {[[(k, r, 1000 * r) for k in range(3)], everyone, gathered, ('b', 1), 10 * r]}"


def test_exchanges_of_python_objects_check_their_arguments(python, tmp_path):
    for call, message in {
        "py_alltoall([1, 2])": "py_alltoall needs a list of 1 items, one for each rank, not 2",
        "py_scatter([1, 2])": "py_scatter needs a list of 1 items, one for each rank, not 2",
        "py_broadcast(1, 3)": "there is no rank 3: there are 1",
    }.items():
        outcome = python(f"from neuron import h\nh.ParallelContext().{call}\n", tmp_path)
        assert outcome.status == 1 and f"Error: {message}" in outcome.err, outcome


def test_a_section_whose_init_was_not_called_is_an_error(python, tmp_path):
    script = """
from neuron import h
class Piece(h.Section):
    def __init__(self):
        pass
piece = Piece()
print(bool(piece), piece)
for act in (lambda: piece.L, lambda: piece.connect(piece), lambda: piece.insert("hh"), lambda: piece.name(), lambda: list(piece)):
    try:
        act()
    except (AttributeError, RuntimeError) as error:
        print(str(error).removeprefix("<deleted section> has no L: ").removeprefix("<deleted section> has no nseg: "))
whole = h.Section("whole")
try:
    whole.__init__("again")
except RuntimeError as error:
    print(error)
"""
    outcome = python(script, tmp_path)
    assert outcome.status == 0, outcome
    missing = "there is no section yet: __init__ of h.Section has not been called"
    assert outcome.out.splitlines() == [
        "False <deleted section>",
        *[missing] * 5,
        "the section has already been made",
    ]


@pytest.mark.parametrize("order", ["before", "after"])
def test_h5py_works_beside_the_module(python, tmp_path, order):
    """Its HDF5 is another version than the system's."""
    script = """
from neuron import h
h.Vector(2)
IMPORT
with h5py.File("x.h5", "w") as file:
    file["numbers"] = [1, 2, 3]
print(list(h5py.File("x.h5")["numbers"]))
"""
    script = (
        "import h5py\n" + script.replace("IMPORT", "") if order == "before" else script.replace("IMPORT", "import h5py")
    )
    outcome = python(script, tmp_path)
    assert outcome.status == 0 and outcome.out.strip().startswith("["), outcome


def test_coreneuron_is_accepted_with_a_warning(python, tmp_path):
    text = "from neuron import coreneuron, h\ncoreneuron.enable = True\nprint(coreneuron.enable)\n"
    outcome = python(text, tmp_path)
    assert outcome.status == 0 and outcome.out == "True\n", outcome
    assert "coreneuron.enable changes nothing" in outcome.err


KEPT = """
import gc, weakref
from neuron import h
class Watcher:
    def see(self):
        print("seen at", h.t)
def make():
    watcher = Watcher()
    cell = h.IntFire1()
    nc = h.NetCon(cell, None)
    nc.record(watcher.see)
    handler = h.FInitializeHandler((watcher.see,))
    ste = h.StateTransitionEvent(1)
    ste.transition(0, 0, h._ref_t, h.ref(1), (watcher.see,))
    return watcher, cell, nc, handler, ste
all = make()
seen = weakref.ref(all[0])
h.finitialize(-65)
del all
gc.collect()
print(seen(), h.List("StateTransitionEvent").count(), h.List("FInitializeHandler").count())
h.finitialize(-65)
"""


def test_functions_are_kept_as_long_as_what_calls_them(python, tmp_path):
    outcome = python(KEPT, tmp_path)
    assert outcome.status == 0 and outcome.out.splitlines() == ["seen at 0.0", "None 0 0"], outcome


FURTHER_NAMES = """
import neuron
from neuron import coreneuron, gui, h, units
from neuron.psection import psection
with gui.disabled():
    gui.process_events()
print(units.minute, units.hour, units.day, units.nm, units.m, units.uV)
with coreneuron(verbose=0, save_path="there", enable=False) as settings:
    print(settings.verbose, coreneuron.save_path)
print(coreneuron.verbose, coreneuron.save_path, coreneuron.valid_cell_permute(), repr(coreneuron.nrncore_arg(5)))
for act in (
    lambda: setattr(coreneuron, "verbose", 4),
    lambda: setattr(coreneuron, "gpu", True),
    lambda: coreneuron(nothing=1),
):
    try:
        act()
    except Exception as error:
        print(type(error).__name__, error)
soma = h.Section("soma")
print(psection(soma)["name"])
Clamp = neuron.new_point_process("IClamp", doc="a clamp")
clamp = Clamp(soma, 0.3)
clamp.amp = 2
clamp.note = "mine"
print(clamp.hoc_obj.amp, clamp.amp, clamp.note, clamp.get_segment(), Clamp.__doc__, Clamp.__name__)
stim = neuron.new_hoc_class("NetStim")(interval=7)
print(stim.interval, stim.hoc_obj)
pc = h.ParallelContext()
print(pc.mpiabort_on_error(0), pc.mpiabort_on_error(1))
neuron.help(len)
"""


def test_further_names_of_the_package(python, tmp_path):
    outcome = python(FURTHER_NAMES, tmp_path)
    assert outcome.status == 0, outcome
    lines = outcome.out.splitlines()
    assert lines[:11] == [
        "60000.0 3600000.0 86400000.0 0.001 1000000 0.001",
        "0 there",
        "2 None {0, 1} ''",
        "ValueError 4 is greater than 3",
        "NotImplementedError coreneuron.gpu: Ranvier runs on CPUs only",
        "AttributeError coreneuron has no setting 'nothing'",
        "soma",
        "2.0 2.0 mine soma(0.5) a clamp IClamp",
        "7.0 NetStim[0]",
        "1.0 0.0",
        "Help on built-in function len in module builtins:",
    ], outcome.out


CELLS_OF_PYTHON = """\
from neuron import h
pc = h.ParallelContext()
class Cell:
    def __init__(self, gid):
        self.gid = gid
        self.soma = h.Section(name="soma", cell=self)
        self.synapse = h.ExpSyn(self.soma(0.5))
    def __repr__(self):
        return f"Cell{self.gid}"
cells = [Cell(gid) for gid in range(3)]
for cell in cells:
    pc.set_gid2node(cell.gid, 0)
    pc.cell(cell.gid, h.NetCon(cell.soma(0.5)._ref_v, None, sec=cell.soma))
print(pc.gid2cell(1), pc.gid2cell(1) is cells[1])
netcon = pc.gid_connect(0, cells[1].synapse)
print(netcon.postcell(), netcon.precell(), netcon.preseg(), netcon.postseg())
"""


def test_cells_of_gids_may_be_objects_of_python(python, neuron, tmp_path):
    outcome = python(CELLS_OF_PYTHON, tmp_path)
    assert outcome.out == neuron.run_python(CELLS_OF_PYTHON) and outcome.status == 0, outcome
