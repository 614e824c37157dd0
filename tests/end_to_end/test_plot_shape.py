"""PlotShape.plot and RangeVarPlot.plot draw with matplotlib and plotly what NEURON draws: lines, colors, widths, marks and limits."""

import pathlib
import sys

import pytest
from oracle.commands import run

SCRIPT = r"""import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot, colors
from neuron import h
soma = h.Section(name="soma"); dend = h.Section(name="dend")
soma.L = soma.diam = 12; dend.L = 200; dend.diam = 1; dend.nseg = 3; dend.connect(soma)
soma.insert("hh")
bent = h.Section(name="bent"); bent.nseg = 2; bent.connect(dend, 0.5)
for x, y in ((0, 0), (10, 5), (15, 30), (40, 30)): bent.pt3dadd(x, y, 3, 2)
h.finitialize(-65); soma(0.5).v = -20; dend(0.5).v = 60
def lines(axes):
    return [[[float(x) for one in line.get_data_3d() for x in one], colors.to_hex(line.get_color()), line.get_linewidth()] for line in axes.lines]
found = {}
shape = h.PlotShape(False)
shape.show(0); shape.variable("m_hh"); shape.scale(0, 0.2)
found["m"] = lines(shape.plot(pyplot))
shape.variable("hh.m")
found["hh.m"] = lines(shape.plot(pyplot.figure()))
axes = shape.plot(pyplot, color="red"); axes.mark(bent(0.4))
found["red"] = lines(axes)
some = h.SectionList(); some.append(sec=bent)
found["limits"] = [float(x) for of in (axes.get_xlim, axes.get_ylim, axes.get_zlim) for x in of()]
chosen = h.PlotShape(some, False); found["styles"] = [chosen.show()]; chosen.variable("v")
found["some"] = lines(chosen.plot(pyplot, cmap=pyplot.cm.viridis))
for name, part in found.items():
    print(name, part)
"""

OTHERS = r"""import matplotlib
matplotlib.use("Agg")
from matplotlib import pyplot
from neuron import h
soma, dend = h.Section(name="soma"), h.Section(name="dend")
shape = h.PlotShape(False)
shape.observe(h.SectionList([dend]))
print(len(shape.plot(pyplot).lines))
shape.observe()
print(len(shape.plot(pyplot).lines))
for plot in (lambda: shape.plot("nowhere"), lambda: h.List("PlotShape")[0].plot(pyplot)):
    try:
        plot()
    except NotImplementedError as error:
        print(error)
"""


# NEURON makes widgets for notebooks, which need a package that is not installed here.
PLOTLY = r"""import sys

import plotly
from plotly import graph_objects
from neuron import h
print("matplotlib" in sys.modules)
graph_objects.FigureWidget = graph_objects.Figure
soma, dend = h.Section(name="soma"), h.Section(name="dend")
soma.L = soma.diam = 12; dend.L = 200; dend.diam = 1; dend.nseg = 3; dend.connect(soma)
soma.insert("hh")
bent = h.Section(name="bent"); bent.nseg = 2; bent.connect(dend, 0.5)
for x, y in ((0, 0), (10, 5), (15, 30), (40, 30)): bent.pt3dadd(x, y, 3, 2)
h.finitialize(-65); soma(0.5).v = -20; dend(0.5).v = 60
def show(figure):
    print(figure.layout.showlegend)
    for trace in figure.data:
        parts = trace.to_plotly_json()
        print([round(float(x), 5) for name in "xyz" for x in parts.pop(name)], sorted(parts.items(), key=str))
    return figure
shape = h.PlotShape(False)
show(shape.plot(plotly))
shape.show(0); shape.variable("m_hh"); shape.scale(0, 0.2)
show(shape.plot(plotly))
shape.variable("hh.m")
figure = shape.plot(plotly, color="green")
print(figure.mark(bent(0.4)) is figure)
show(figure.mark(soma(0.5), marker="x"))
shape.show(1)
show(shape.plot(plotly, width=5))
from matplotlib import cm
show(shape.plot(plotly, 3, cmap=cm.viridis))
some = h.PlotShape(h.SectionList([bent]), False)
some.variable("v")
show(some.plot(plotly))
for wrong in (graph_objects, graph_objects.Figure()):
    try:
        some.plot(wrong)
    except NotImplementedError:
        print("refused")
"""

RANGES = r"""import matplotlib
matplotlib.use("Agg")
from matplotlib import pyplot
import plotly
from plotly import graph_objects
from neuron import h
soma, dend = h.Section(name="soma"), h.Section(name="dend")
dend.connect(soma(1)); dend.nseg = 5
h.finitialize(-65); dend(0.5).v = -30
def show(lines):
    print([([float(x) for x in line.get_xdata()], list(map(float, line.get_ydata())), line.get_color()) for line in lines])
values = h.RangeVarPlot("v", soma(0), dend(1))
show(values.plot(pyplot))
show(values.plot(pyplot, "r--", lw=2, label="v"))
show(values.plot(pyplot.subplots()[1]))
part = h.RangeVarPlot("v"); part.begin(soma(0.3)); part.end(dend(0.9))
show(part.plot(pyplot))
def traces(figure):
    print([({k: v for k, v in t.to_plotly_json().items() if k not in "xy"}, list(t.x), list(t.y)) for t in figure.data])
traces(values.plot(plotly))
figure = graph_objects.Figure()
print(part.plot(figure, name="part", line={"color": "red"}) is figure)
traces(figure)
print(type(values.plot(h.Graph(0))) is h.Vector)
for wrong in (3, graph_objects, pyplot.figure()):
    try:
        values.plot(wrong)
    except Exception as error:
        print("refused")
"""


def run_script(ranvier, folder, text):
    module = pathlib.Path(ranvier.bin_folder).parent / "python"
    if not (module / "_ranvier.abi3.so").exists():
        pytest.skip("the Python module was not built: there were no headers of Python")
    (folder / "script.py").write_text(text)
    return run([sys.executable, "script.py"], folder, {"PYTHONPATH": str(module)})


@pytest.mark.parametrize("script", [SCRIPT, PLOTLY, RANGES], ids=["matplotlib", "plotly", "ranges"])
def test_draws_what_neuron_draws(ranvier, neuron, tmp_path, script):
    outcome = run_script(ranvier, tmp_path, script)
    assert outcome.status == 0, outcome
    assert outcome.out == neuron.run_python(script)


COLOR_BARS = """
import matplotlib
matplotlib.use("Agg")
from matplotlib import pyplot
from neuron import h
s = h.Section(name="s")
s.insert("hh")
for variable, limits in (("v", (-80, 40)), ("hh.m", (0, 1)), ("ina", (-1, 0)), ("nope", (0, 2))):
    shape = h.PlotShape(False)
    shape.variable(variable)
    shape.scale(*limits)
    axes = shape.plot(pyplot)
    bar = axes.figure.axes[1]
    print(bar.get_ylabel(), bar.get_ylim() == limits)
print(len(h.PlotShape(False).plot(pyplot).figure.axes), len(shape.plot(pyplot, color="red").figure.axes))
"""


def test_a_bar_says_which_color_is_which_value(ranvier, tmp_path):
    outcome = run_script(ranvier, tmp_path, COLOR_BARS)
    assert outcome.out.splitlines() == ["v (mV) True", "hh.m True", "ina (mA/cm2) True", "nope True", "1 1"], outcome


def test_plotly_draws_without_widgets(ranvier, tmp_path):
    text = "import plotly\nfrom neuron import h\ns = h.Section(name='s')\nfigure = h.PlotShape(False).plot(plotly)\n"
    outcome = run_script(ranvier, tmp_path, text + "print(len(figure.data), len(figure.mark(s(0.5)).data))\n")
    assert outcome.out == "1 2\n", outcome


def test_draws_observed_sections_and_refuses_what_it_cannot_draw(ranvier, tmp_path):
    outcome = run_script(ranvier, tmp_path, OTHERS)
    assert outcome.out.splitlines() == [
        "1",
        "2",
        "PlotShape.plot draws on matplotlib.pyplot, a matplotlib Figure or plotly, not on nowhere",
        "PlotShape.plot: draw with the object that h.PlotShape() returned to Python",
    ]
