"""extracellular and LinearMechanism against NEURON's, step by step, in NEURON's arithmetic.

NEURON solves both by a sparse elimination whose order of pivots is its own, so bits differ; traces must not. (Where
conductances of 1e9, the default, meet small ones the equations lose seven digits more: not done here.)
"""

import numpy as np
import pytest

TREE = """
create soma, dend[3], far
soma { L = 20 diam = 20 nseg = 3 }
for i = 0, 2 dend[i] { L = 100 + 30 * i diam = 2 + i nseg = 5 }
far { L = 30 diam = 3 nseg = 1 }
connect dend[0](0), soma(1)
connect dend[1](1), soma(0.5)
connect dend[2](0), dend[0](1)
forall { Ra = 120 cm = 1.1 }
soma insert hh
for i = 0, 2 dend[i] { insert pas g_pas = 0.0002 e_pas = -66 }
far { insert pas }
"""
SURROUNDED = (
    TREE
    + """
forsec "dend" { insert extracellular }
soma { insert extracellular }
objref stim, clamp, syn, spikes, nc
"""
)
INPUT = """
soma stim = new IClamp(0.5)
stim.del = 1
stim.dur = 8
stim.amp = 0.9
dend[2] syn = new ExpSyn(1)
syn.tau = 2
spikes = new NetStim()
spikes.start = 3
spikes.number = 3
spikes.interval = 2.5
nc = new NetCon(spikes, syn, 0, 0.5, 0.01)
"""
TRACES = [
    "soma.v(0.5)",
    "dend[0].v(0.9)",
    "dend[1].v(0)",
    "dend[2].v(1)",
    "soma.vext(0.5)",
    "dend[0].vext[1](0.3)",
    "dend[2].vext(1)",
    "soma.vext(0)",
    "soma.i_membrane(0.5)",
    "dend[1].i_membrane(0.5)",
    "soma.i_cap(0.5)",
]

LAYERS = """
dend[0] { xraxial = 40 xg = 0.002 xc = 0.3 xg[1] = 0.05 xraxial[1] = 100 }
dend[1] { xraxial = 30 xraxial[1] = 15 xg[1](0:1) = 0.001:0.2 xc[1] = 0.05 xg = 0.03 e_extracellular = 3 }
dend[2] { xraxial = 55 xc = 0.1 xg = 0.4 xg[1] = 0.02 }
soma { xraxial = 20 xg = 0.3 xg[1] = 0.01 xc[1] = 0.2 }
"""

# name: (script, what is compared)
CASES = {
    "grounded by default": (SURROUNDED + INPUT, TRACES),
    "layers with resistance and capacitance": (SURROUNDED + INPUT + LAYERS, TRACES),
    "one layer": (
        "nlayer_extracellular(1)\n" + SURROUNDED + INPUT + 'forsec "dend" { xraxial = 30 xg = 0.01 xc = 0.2 }\n',
        ["soma.v(0.5)", "dend[2].v(0.5)", "dend[2].vext(0.5)", "soma.i_membrane(0.5)"],
    ),
    "three layers": (
        "nlayer_extracellular(3)\n"
        + SURROUNDED
        + INPUT
        + LAYERS
        + 'forall if (ismembrane("extracellular")) { xg[2] = 0.02 xc[2] = .4 }\n',
        TRACES + ["dend[2].vext[2](0.5)"],
    ),
    "only a part surrounded": (
        TREE + "objref stim, clamp, syn, spikes, nc\ndend[0] { insert extracellular xg = .001 }\n"
        "far { insert extracellular xg = 1 e_extracellular = -5 }\n" + INPUT,
        ["soma.v(0.5)", "dend[0].v(0.9)", "dend[2].v(0.5)", "dend[0].vext(0.5)", "far.v(.5)"],
    ),
    "voltage clamp is against ground": (
        SURROUNDED + LAYERS + "soma clamp = new SEClamp(0.5)\nclamp.rs = 1\nclamp.dur1 = 2\nclamp.amp1 = -70\n"
        "clamp.dur2 = 5\nclamp.amp2 = -20\nclamp.dur3 = 10\nclamp.amp3 = -65\n",
        TRACES + ["clamp.i"],
    ),
    "field from outside": (
        SURROUNDED + LAYERS + "objref field, when\nfield = new Vector(3)\nwhen = new Vector(3)\nwhen.x[1] = 2\n"
        "when.x[2] = 12\nfield.x[1] = 40\nfield.x[2] = -60\nfield.play(&dend[2].e_extracellular(0.5), when, 1)\n"
        + INPUT,
        TRACES,
    ),
    "Crank-Nicolson": (SURROUNDED + INPUT + LAYERS + "secondorder = 2\n", TRACES),
    "parameters change on the way": (
        SURROUNDED + INPUT + LAYERS + "proc midway() { dend[1].xraxial[0] = 300 dend[2].xg[0](0.5) = 0.004 }\n",
        TRACES,
    ),
    "the geometry changes on the way": (
        SURROUNDED
        + INPUT
        + LAYERS
        + "proc midway() { dend[1].L = 80 dend[0].diam(0.5) = 3 dend[2] { rallbranch = 2 } }\n",
        TRACES,
    ),
    "fast i_membrane": (
        "objref cvode\ncvode = new CVode()\ncvode.use_fast_imem(1)\n" + SURROUNDED + INPUT + LAYERS,
        TRACES + ["soma.i_membrane_(0.5)", "dend[2].i_membrane_(0.5)", "far.i_membrane_(0.5)"],
    ),
}

# Equations of no place in a cell.
OSCILLATOR = """
c = new Matrix(2, 2)
g = new Matrix(2, 2)
y = new Vector(2)
b = new Vector(2)
c.x[0][0] = c.x[1][1] = 1
g.x[0][1] = -1
g.x[1][0] = 1
b.x[0] = 1
lm = new LinearMechanism(c, g, y, b)
"""
MATRICES = """
objref c, g, y, y0, b, lm, sl, x, layer
"""
CASES.update(
    {
        "an additional capacitor at a node": (
            TREE
            + "objref stim, clamp, syn, spikes, nc\n"
            + INPUT
            + MATRICES
            + """
c = new Matrix(3, 3)
g = new Matrix(3, 3)
y = new Vector(3)
y0 = new Vector(3)
b = new Vector(3)
y0.x[1] = 5
c.x[1][1] = 2
c.x[2][1] = 0.3
g.x[0][0] = 0.001
g.x[0][1] = -0.001
g.x[1][0] = -1
g.x[1][1] = 1
g.x[2][1] = 1
g.x[2][2] = -3
b.x[2] = 0.5
soma lm = new LinearMechanism(c, g, y, y0, b, 0.5)
""",
            ["soma.v(0.5)", "dend[2].v(0.5)", "y.x[0]", "y.x[1]", "y.x[2]"],
        ),
        "an ideal wire between cells": (
            TREE
            + "objref stim, clamp, syn, spikes, nc\n"
            + INPUT
            + MATRICES
            + """
c = new Matrix(2, 2, 2)
g = new Matrix(2, 2)
y = new Vector(2)
b = new Vector(2)
g.x[0][0] = g.x[1][1] = 0.003
g.x[0][1] = g.x[1][0] = -0.003
sl = new SectionList()
soma sl.append()
far sl.append()
x = new Vector(2, 0.5)
lm = new LinearMechanism(c, g, y, b, sl, x)
print lm.valid()
""",
            ["soma.v(0.5)", "dend[2].v(0.5)", "far.v(0.5)", "y.x[1]"],
        ),
        "between layers outside": (
            SURROUNDED
            + INPUT
            + LAYERS
            + MATRICES
            + """
c = new Matrix(3, 3)
g = new Matrix(3, 3)
y = new Vector(3)
b = new Vector(3)
g.x[0][0] = g.x[1][1] = 0.01
g.x[0][1] = g.x[1][0] = -0.01
g.x[2][2] = 0.2
b.x[2] = 0.1
sl = new SectionList()
dend[0] sl.append()
dend[1] sl.append()
dend[2] sl.append()
x = new Vector(3, 0.5)
layer = new Vector(3)
layer.x[0] = 1
layer.x[1] = 2
lm = new LinearMechanism(c, g, y, b, sl, x, layer)
""",
            TRACES + ["y.x[0]", "y.x[1]", "y.x[2]"],
        ),
        "no node, and b changes": (
            TREE
            + "objref stim, clamp, syn, spikes, nc\n"
            + INPUT
            + MATRICES
            + OSCILLATOR
            + """proc midway() { b.x[0] = -2 }
""",
            ["soma.v(0.5)", "y.x[0]", "y.x[1]"],
        ),
        "elements of the matrices change": (
            TREE
            + "objref stim, clamp, syn, spikes, nc\n"
            + INPUT
            + MATRICES
            + OSCILLATOR
            + """proc midway() { g.x[0][1] = -3  c.setval(1, 1, 0.5) }
""",
            ["soma.v(0.5)", "y.x[0]", "y.x[1]"],
        ),
    }
)

RUN = """
proc sample() {{
    printf("%.17g{formats}\\n", t{expressions})
}}
dt = 0.025
finitialize(-65)
sample()
while (t < 5) {{
    fadvance()
    sample()
}}
midway()
while (t < 10) {{
    fadvance()
    sample()
}}
quit()
"""


def script_of(case):
    script, expressions = CASES[case]
    script = script if "proc midway" in script else script + "proc midway() { }\n"
    return script + RUN.format(formats=" %.17g" * len(expressions), expressions="".join(", " + e for e in expressions))


def table(out, columns):
    rows = [line.split() for line in out.splitlines()]
    return np.array([row for row in rows if len(row) == columns + 1], dtype=float)


@pytest.mark.parametrize("case", CASES)
def test_traces_are_neurons(ranvier, neuron, tmp_path, case):
    script = script_of(case)
    path = tmp_path / "case.hoc"
    path.write_text(script)
    outcome = ranvier.check("--math", "libm", "--quiet", path, cwd=tmp_path)
    columns = len(CASES[case][1])
    ours, theirs = table(outcome.out, columns), table(neuron.run(script)["out"], columns)
    assert ours.shape == theirs.shape and len(ours) > 390
    np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9)


MIXED = """
begintemplate Cell
public soma, dend
create soma, dend
objref stim
proc init() {
    connect dend(0), soma(1)
    soma { L = 20 diam = 20 insert hh }
    dend { L = 100 + 7 * $1 diam = 2 nseg = 5 insert pas }
    if ($1 % 2) dend { insert extracellular xg = 0.01 xraxial = 50 }
    soma stim = new IClamp(0.5)
    stim.dur = 5
    stim.amp = 0.3 + 0.1 * $1
}
endtemplate Cell
objref cells, pc, c, g, y, b, sl, x, lm
cells = new List()
for i = 0, 6 cells.append(new Cell(i))
c = new Matrix(2, 2)
g = new Matrix(2, 2)
y = new Vector(2)
b = new Vector(2)
g.x[0][0] = g.x[1][1] = 0.002
g.x[0][1] = g.x[1][0] = -0.002
sl = new SectionList()
cells.o(2).dend sl.append()
cells.o(5).soma sl.append()
x = new Vector(2, 0.5)
if (joined) lm = new LinearMechanism(c, g, y, b, sl, x)
pc = new ParallelContext()
{pc.nthread(threads)}
finitialize(-65)
while (t < 5) {
    fadvance()
    for i = 0, 6 printf("%.17g ", cells.o(i).dend.v(0.9))
    printf("\\n")
}
if (joined) {
    cells.o(5).soma.nseg = 3
    print "valid ", lm.valid()
    fadvance()
}
"""


@pytest.mark.parametrize("joined", [0, 1])
def test_bits_do_not_depend_on_threads(ranvier, tmp_path, joined):
    (tmp_path / "mixed.hoc").write_text(MIXED)
    outs = [
        ranvier.check("--quiet", "-c", f"threads = {n}", "-c", f"joined = {joined}", "mixed.hoc", cwd=tmp_path).out
        for n in (1, 3)
    ]
    assert outs[0] == outs[1] and outs[0].count("\n") >= 199


def fail(ranvier, tmp_path, text):
    (tmp_path / "wrong.hoc").write_text(text)
    outcome = ranvier.run("wrong.hoc", cwd=tmp_path)
    assert outcome.status == 1
    return outcome.err


def test_what_cannot_be_solved_is_said(ranvier, tmp_path):
    start = "create s\naccess s\nobjref c, g, y, b, lm\nc = new Matrix(2,2)\ng = new Matrix(2,2)\ny = new Vector(2)\nb = new Vector(2)\n"
    assert "no unique solution" in fail(
        ranvier, tmp_path, start + "lm = new LinearMechanism(c, g, y, b)\nfinitialize(-65)\nfadvance()\n"
    )
    assert "b has 3 elements" in fail(
        ranvier, tmp_path, start + "b = new Vector(3)\nlm = new LinearMechanism(c, g, y, b)\n"
    )
    assert "while it is inserted" not in fail(ranvier, tmp_path, start + "insert extracellular\nprint xg[2](0.5)\n")
    assert "cannot change while" in fail(ranvier, tmp_path, start + "insert extracellular\nnlayer_extracellular(3)\n")
    assert "secondorder = 0" in fail(
        ranvier,
        tmp_path,
        start + "c.x[0][0] = c.x[1][1] = 1\nsecondorder = 2\nlm = new LinearMechanism(c, g, y, b)\nfinitialize(-65)\n",
    )
