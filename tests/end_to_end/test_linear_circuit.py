"""Circuits of session files, beside a cell and alone: the same voltages as NEURON's."""

import pytest

CELL = r"""{load_file("nrngui.hoc")}
create soma, dend
{ connect dend(0), soma(1) }
{ soma { L = 20 diam = 20 insert hh } }
{ dend { L = 200 diam = 2 nseg = 5 insert pas } }
{ access soma }
objref ocbox_
{
load_file("lincir.hoc", "LinearCircuit")
}
{
ocbox_ = new LinearCircuit(1)
}
{object_push(ocbox_)}
{version(2)}
{mkelm(8, 80, 60, 1, 0)}
{mklabel(0, "soma(0.5)", 8, 25)}
{sel.extra_info.set("soma", 0.5) sel.extra_info.name(sel)}
{mkelm(1, 100, 70, 2, 0)}
10
{mklabel(0, "Rs", -3, -15)}
{mklabel(2, "Vp", 15, 15)}
{mkelm(2, 120, 50, 2, -1.5708)}
0.005
{mklabel(0, "Cp", 10, -12)}
{mkelm(6, 120, 10, 2, 0)}
{mkelm(1, 140, 70, 2, 0)}
100
{mklabel(0, "Rin", -3, -15)}
{mkelm(4, 160, 50, 2, 1.5708)}
{mklabel(0, "B5", 15, 15)}
{sel.extra_info.restore()}
3
1 0
2 20
1e+09 -5
{mkelm(6, 160, 10, 2, 0)}
{mkelm(0, 120, 90, 2, 1.5708)}
{mkelm(7, 160, 100, 1, 0)}
1000 0.01
{mklabel(0, "Amp", 3, 3)}
{mklabel(3, "Vout", 15, 15)}
{mkelm(0, 130, 110, 1, 0)}
{mkelm(6, 140, 70, 2, 0)}
{mkelm(3, 200, 80, 2, -1.5708)}
50
{mklabel(0, "Coil", 15, 15)}
{mkelm(1, 190, 100, 1, 0)}
2
{mklabel(0, "Rc", 15, 15)}
{mkelm(6, 200, 40, 2, 0)}
{parasitic_ = 0  noconsist_ = 0}
{graphlist.append(new LincirGraph(this, 1))}
1
Vp (mV)
1 1 0.8 0.9 2
0 5 -100 50 // graph size
385 475 631.8 332.1 // box size
// end info
{g.exec_menu("Simulate")  tool(2)}
{sel = nil}
{object_pop()}
{
ocbox_.map("LinearCircuit[0]", 663, -3, 425.7, 381.6)
}
{ tstop = 5 }
proc advance() {
    fadvance()
    if (int(t*40 + 0.5) % 8 == 0) printf("%g %.6f %.6f\n", t, soma.v(0.5), dend.v(0.9))
}
{ run() }
"""

# No cell at all: a coil, a resistance and a capacitance on a battery, with a start value and an alias.
ALONE = r"""
{load_file("nrngui.hoc")}
objref ocbox_
{load_file("lincir.hoc", "LinearCircuit")}
{ocbox_ = new LinearCircuit(1)}
{object_push(ocbox_)}
{mkelm(3, 80, 60, 2, 1.5708)}
{mklabel(0, "Bat", 5, 5)}
{sel.extra_info.restore()}
2
1 3
1e9 7
{mkelm(5, 80, 20, 2, 0)}
{mkelm(1, 100, 80, 2, 0)}
0.5
{mklabel(0, "R1", 5, 5)}
{mkelm(2, 120, 60, 2, -1.5708)}
2
{mklabel(0, "C1", 5, 5)}
{mklabel(1, "top", 5, 5)}
{restore_ic(1, 4)}
{mkelm(5, 120, 20, 2, 0)}
{tool(2)}
{object_pop()}
{ tstop = 4 }
{ ocbox_.R1 = 0.25 }
proc advance() {
    fadvance()
    if (int(t*40 + 0.5) % 8 == 0) printf("%g %.9f\n", t, ocbox_.top)
}
create unused
{ run() }
"""


def samples(text):
    rows = [[float(word) for word in line.split()] for line in text.splitlines() if len(line.split()) > 1]
    assert len(rows) > 10
    return rows


@pytest.mark.parametrize("script", [CELL, ALONE], ids=["cell", "alone"])
def test_voltages_are_neurons(ranvier, neuron, tmp_path, script):
    (tmp_path / "script.hoc").write_text(script)
    ours = samples(ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out)
    theirs = samples(neuron.run(script)["out"])
    assert len(ours) == len(theirs)
    for mine, other in zip(ours, theirs):
        assert mine == pytest.approx(other, abs=2e-6)
