"""CVode lists states, their names and their derivatives in NEURON's order, which is not that of the integrator."""

import pytest

MODS = {
    "chain.mod": """
NEURON { SUFFIX chain }
PARAMETER { k = .1 (/ms) }
STATE { x[3] w }
INITIAL {
    x[0] = 1
    x[1] = 2
    x[2] = 3
    w = 4
}
BREAKPOINT { SOLVE scheme METHOD sparse }
KINETIC scheme {
    ~ x[0] <-> x[1] (k, k)
    ~ x[1] <-> x[2] (k, k)
    ~ x[2] <-> w (k, k)
}
""",
    "decay.mod": """
NEURON { SUFFIX decay USEION ca READ ica WRITE cai }
ASSIGNED { ica (mA/cm2) }
STATE { cai (mM) z }
INITIAL {
    cai = .001
    z = 1
}
BREAKPOINT { SOLVE states METHOD cnexp }
DERIVATIVE states {
    cai' = -.1*(cai - 1e-4)
    z' = -.2*z
}
""",
}

CELLS = """{ load_file("stdrun.hoc") }
begintemplate Cell
  public soma, dend, twig, axon, synapses
  create soma, dend, twig, axon
  objref synapses
  proc init() {
    synapses = new List()
    connect dend(0), soma(1)
    connect twig(1), dend(.5)
    connect axon(0), soma(0)
    soma { insert hh insert decay }
    dend { nseg = $1 insert pas insert decay }
    twig { nseg = 2 insert chain insert pas }
    axon { insert hh }
  }
endtemplate Cell
objref cells[3], y, dy, synapse
strdef name, short
for i = 0, 2 cells[i] = new Cell(3 - i % 2)
proc add() { cells[$1].synapses.append(synapse) }
cells[1].dend { synapse = new ExpSyn(.7) add(1) }
cells[0].soma { synapse = new Exp2Syn(.5) add(0) }
cells[1].soma { synapse = new Exp2Syn(.5) add(1) }
cells[0].dend for i = 1, 2 { synapse = new ExpSyn(.1) add(0) }
cells[2].soma { synapse = new ExpSyn(0) add(2) }
cells[0].soma { synapse = new Exp2Syn(.5) add(0) }
y = new Vector()
dy = new Vector()
{ cvode_active(1) }
SETTING
{ finitialize(-65) }
for i = 0, 3 ExpSyn[i].g = (i + 1)*1e-4
for i = 0, 2 Exp2Syn[i].A = (i + 1)*1e-3
for i = 0, 2 for j = 0, 2 cells[i].soma.n_hh(.5) = .3 + i/10
{ cvode.re_init() cvode.states(y) cvode.dstates(dy) }
"""
NAMES = """
for i = 0, y.size - 1 {
  cvode.statename(i, name, 1)
  cvode.statename(i, short, 2)
  printf("%s %s\\n", name, short)
}
"""
VALUES = 'for i = 0, y.size - 1 printf("%.6g %.4g\\n", y.x[i], dy.x[i])\n'


@pytest.fixture(scope="module")
def mods(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mods")
    for name, text in MODS.items():
        (folder / name).write_text(text)
    return [folder / name for name in MODS]


@pytest.mark.parametrize(
    "setting, script",
    [
        ("", NAMES + VALUES),
        ("{ cvode.use_local_dt(1) }", NAMES + VALUES),
        ("{ cvode.use_daspk(1) }", NAMES),
        ("cells[1].soma insert extracellular", NAMES),
    ],
    ids=["global", "local", "daspk", "extracellular"],
)
def test_states_are_listed_in_neurons_order(ranvier, neuron, mods, setting, script):
    text = CELLS.replace("SETTING", setting) + script
    (mods[0].parent / "list.hoc").write_text(text)
    ours = ranvier.check("--math", "libm", "list.hoc", cwd=mods[0].parent).out.splitlines()
    theirs = neuron.run(text, mods=mods)["out"].splitlines()
    assert len(ours) > 60
    assert ours == theirs


def test_vectors_of_states_have_the_order_of_their_names(ranvier, mods):
    script = """
    objref other
    other = new Vector()
    { cvode.f(0, y, other) print other.eq(dy) }
    for i = 0, y.size - 1 { cvode.statename(i, name) if (strcmp(name, "Cell[1].axon.h_hh(0.5)") == 0) place = i }
    print y.x[place] == cells[1].axon.h_hh(.5)
    { y.x[place] = .25 cvode.yscatter(y) print cells[1].axon.h_hh(.5) }
    { cvode.ygather(other) print other.eq(y), cvode.ygather(other) == y.size }
    """
    (mods[0].parent / "vectors.hoc").write_text(CELLS.replace("SETTING", "") + script)
    assert ranvier.check("vectors.hoc", cwd=mods[0].parent).out.split() == ["1", "1", "0.25", "1", "1"]
