"""Calls that NEURON's documentation shows, with all members of their classes, answer as NEURON's own module does."""

import pytest

TRIED = """from neuron import h, n
import neuron


def tried(text, names=globals()):
    try:
        print(text, "->", repr(eval(text, names)))
    except Exception as error:
        print(text, "raises", type(error).__name__)


"""


def table(setup, *calls):
    """A script that prints the result of each call, or its error's class."""
    return TRIED + setup + "".join(f"tried({call!r})\n" for calls_ in calls for call in calls_.split("; "))


WINDOWS = table(
    "box, deck, glyph, graph, windows = h.VBox(), h.Deck(), h.Glyph(), h.Graph(), h.PWManager()\n"
    "section = h.Section(name='section')\nshape, plot, empty = h.Shape(), h.PlotShape(False), h.SectionList()\n"
    "along = h.RangeVarPlot('v', section(0), section(1))\neditor, rounding = h.TextEditor(), h.GUIMath()\n",
    "windows.count(); windows.is_mapped(0); windows.map(0); windows.leader(); windows.manager(); windows.scale(3)",
    "windows.window_place(0, 1, 2); windows.printfile('a', 0, 0); windows.landscape(1); windows.group(0, 'a')",
    "box.ismapped(); h.HBox().ismapped(); box.map('x'); deck.flip_to(1); editor.readonly(); editor.readonly(1)",
    "graph.view_count(); graph.size(); graph.view_size(0, 0, 1, 0, 1); graph.gif('x'); graph.glyph(glyph, 1, 1, 1, 1, 1)",
    "shape.show(0); shape.select(); shape.action('x'); shape.color(1, sec=section); shape.color_all(1); shape.observe()",
    "shape.color_list(empty, 1); shape.point_mark(0.5, 1, sec=section); shape.point_mark_remove(); shape.nearest(0, 0)",
    "shape.push_selected(); shape.len_scale(1); shape.rotate(); plot.show(0); plot.show(); plot.show(2); plot.show()",
    "plot.rotate(); plot.color_all(1); along.color(); along.color(2); along.color(); along.color(3)",
    "rounding.feround(); rounding.feround(2); rounding.inside(1, 1, 0, 0, 2, 2); h.setcolor(3); h.plt(1, 2, 3); h.setcolor(5)",
)
NUMBERS = table(
    "import numpy\narray, vector, text = numpy.array([5.0, 1.0, 6.0]), h.Vector([1, 2]), h.ref('')\n"
    "x, y = h.ref(0), h.ref(0)\nscans = h.sscanf\nh('create soma')\n"
    "pointer, points = h.Pointer('soma.v(0.5)'), h.PatternStim()\n",
    "vector.from_double(3, neuron.numpy_element_ref(array, 0)).to_python()",
    "vector.from_double(2, neuron.numpy_element_ref(array, 1)).to_python(); neuron.numpy_element_ref(array, 1)[1]",
    "vector.play(1); vector.play(0); points.play(vector, vector); points.play(); h.ParallelContext().barrier()",
    "pointer.s(); pointer.s(text); pointer.val; len(h.nrnversion(9)) > 0; h.nrnversion(10) == h.nrnversion(); h.nrnversion(-1)",
    "scans('a', '%', text); scans('a', '%*', text); scans('7 8', '%d %', x, y); scans('7 8', '%d%5', x, y); scans('7', '%d', x)",
    "scans('25', '%d', text); scans('5%', '%d%%', x); scans('a', '%s', text); scans('', '%d', x)",
)
KINDS = table(
    "section, ask = h.Section(name='section'), h.StringFunctions()\nstandards = [h.MechanismStandard(name) for name in "
    "('IClamp', 'hh')]\n"
    "made = {kind: getattr(h, kind)(section(0.5)) for kind in ('IClamp', 'AlphaSynapse', 'ExpSyn', 'Exp2Syn', 'SEClamp', "
    "'VClamp', 'OClamp', 'APCount', 'NetStim', 'IntFire1', 'IntFire2', 'IntFire4', 'PatternStim')}\n",
    "[ask.is_point_process(each) for each in made.values()]; [ask.is_artificial(each) for each in made.values()]",
    "ask.is_point_process(section); ask.is_point_process(h.Vector()); ask.is_artificial(h.List())",
)
NO_SECTION = table(
    "import nrn\n",
    "h.cas(); n.cas(); nrn.cas(); h.nseg; h.L; h.secname(); h.n3d(); h.this_section(); h.pop_section()",
)
SINGULAR = TRIED + (
    "def matrix(rows):\n"
    "    made = h.Matrix(len(rows), len(rows[0]))\n"
    "    for i, row in enumerate(rows):\n"
    "        made.setrow(i, h.Vector(row))\n"
    "    return made\n\n\n"
    "for rows in ([[1, 2], [2, 4]], [[0, 0], [0, 0]], [[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[1, 0], [0, 0]], [[5e-324, 0], [0, 1]],\n"
    "             [[0, 2], [3, 0]], [[1, 1, 2], [1, 1, 2], [0, 0, 4]]):\n"
    "    m, b = matrix(rows), h.Vector([i + 1 for i in range(len(rows))])\n"
    "    inverse = m.inverse()\n"
    "    print(rows, m.solv(b).to_python(), m.solv(b, h.Vector()).to_python(), m.solv(b, h.Vector(), 1).to_python())\n"
    "    print([inverse.getrow(i).to_python() for i in range(len(rows))])\n"
)
TOP_LEVELS = TRIED + (
    "n.mine, n.dt, n.celsius = 3, 0.1, 9\n"
    "n.mine = [n.mine]\n"
    "for text in ('n', 'h', 'n is h', 'n.mine', 'h.mine', 'h.dt', 'h.celsius', 'n.Vector is h.Vector', 'isinstance(n, type(h))',\n"
    "             'n(\"x = 4\")', 'n.x', 'h.x', 'setattr(n, \"x\", 5)', 'h.x', 'setattr(h, \"mine\", 1)', 'delattr(n, \"mine\")', 'n.mine',\n"
    "             'setattr(n, \"finitialize\", 3)', 'n.never'):\n"
    "    tried(text)\n"
    "import hoc\n"
    "for text in ('hoc.hoc_ac(25)', 'hoc.execute(\"print hoc_ac_\")', 'hoc.execute(\"hoc_ac_ = 17\")', 'hoc.hoc_ac()'):\n"
    "    tried(text)\n"
    "print(sorted(name for name in ('NRN_ENABLE_THREADS', 'NRN_ENABLE_SHARED', 'CORENRN_ENABLE_GPU') if name in\n"
    "             neuron.config.arguments))\n"
)
RANKS = TRIED + "tried('h.nrnmpi_init()')\ntried('h.nrnmpi_init()')\ntried('h.ParallelContext().nhost()')\n"


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(script, id=name)
        for name, script in list(globals().items())
        if name.isupper() and name not in ("TRIED", "RANKS")
    ],
)
def test_prints_what_neuron_prints(python, neuron, tmp_path, script):
    outcome = python(script, tmp_path)
    assert outcome.status == 0, outcome
    assert outcome.out == neuron.run_python(script)


def test_the_number_of_ranks_is_told_once(python, neuron, tmp_path):
    ours, theirs = python(RANKS, tmp_path).out.splitlines(), neuron.run_python(RANKS).splitlines()
    assert sorted(ours) == sorted(theirs)  # which come from two buffers in NEURON
    assert ours.count("numprocs=1") == 1


def test_solutions_are_those_of_neuron(python, neuron, tmp_path):
    """NEURON's library adds products in another order, so the last bits may differ."""
    script = TRIED + (
        "m, b, random = h.Matrix(5, 5), h.Vector(5), h.Random(3)\n"
        "random.uniform(-1, 1)\n"
        "b.setrand(random)\n"
        "for i in range(5):\n"
        "    m.setrow(i, h.Vector(5).setrand(random))\n"
        "print(*m.solv(b).to_python())\n"
    )
    ours, theirs = python(script, tmp_path).out.split(), neuron.run_python(script).split()
    assert list(map(float, ours)) == pytest.approx(list(map(float, theirs)), rel=1e-13)


def test_missing_files_are_told_on_stderr(python, tmp_path):
    outcome = python(
        "from neuron import h\nprint(h.load_file('nowhere.ses'), h.load_file('nowhere.hoc', 'x'))\n", tmp_path
    )
    assert outcome.out == "0.0 0.0\n" and outcome.err.count("Couldn't find: nowhere") == 2
