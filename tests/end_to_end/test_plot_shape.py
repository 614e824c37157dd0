"""PlotShape.plot draws with matplotlib what NEURON draws: lines, colors, widths, marks and limits."""

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
for plot in (lambda: shape.plot("plotly"), lambda: h.List("PlotShape")[0].plot(pyplot)):
    try:
        plot()
    except NotImplementedError as error:
        print(error)
"""


def run_script(ranvier, folder, text):
    module = pathlib.Path(ranvier.bin_folder).parent / "python"
    if not (module / "_ranvier.abi3.so").exists():
        pytest.skip("the Python module was not built: there were no headers of Python")
    (folder / "script.py").write_text(text)
    return run([sys.executable, "script.py"], folder, {"PYTHONPATH": str(module)})


def test_draws_what_neuron_draws(ranvier, neuron, tmp_path):
    outcome = run_script(ranvier, tmp_path, SCRIPT)
    assert outcome.status == 0, outcome
    assert outcome.out == neuron.run_python(SCRIPT)


def test_draws_observed_sections_and_refuses_what_it_cannot_draw(ranvier, tmp_path):
    outcome = run_script(ranvier, tmp_path, OTHERS)
    assert outcome.out.splitlines() == [
        "1",
        "2",
        "PlotShape.plot draws on matplotlib.pyplot or a matplotlib Figure, not on plotly",
        "PlotShape.plot: draw with the object that h.PlotShape() returned to Python",
    ]
