"""Impedance returns NEURON's bits where the model changes between its calls.

The order of the compartments is kept from one compute to the next, and input and transfer are computed when they are
asked for, from what compute left.
"""

import pytest

MODEL = """
create soma, dend[3], other, twig
access soma
soma { L = 20 diam = 20 nseg = 3 }
for i = 0, 2 dend[i] { L = 150 + 30*i diam = 3 - i nseg = 5 }
{connect dend[0](0), soma(1)}
{connect dend[1](0), dend[0](0.5)}
{connect dend[2](0), dend[0](1)}
{connect twig(0), other(1)}
forall { insert pas g_pas = 1e-4 Ra = 110 }
soma { insert hh }
finitialize(-65)
objref z[2], cell
z[0] = new Impedance()
z[1] = new Impedance()
proc show() { local k
    for k = 0, 1 forall for (x) {
        printf("%d %s %g: %.17g %.17g ", k, secname(), x, z[k].transfer(x), z[k].ratio(x))
        printf("%.17g %.17g %.17g\\n", z[k].input(x), z[k].transfer_phase(x), z[k].input_phase(x))
    }
}
dend[1] { z[0].loc(0.7) }
soma { z[1].loc(0.5) }
proc compute() { z[0].compute(20) z[1].compute(100) }
compute()
show()
"""

# What changes after compute. Number of compartments and their order stay in the first ones: what was computed is left.
KEPT = {
    "length": "dend[1].L = 400",
    "diameter": "dend[0].diam(0.3) = 7",
    "parameters": "dend[2].g_pas = 0.01  soma.gnabar_hh = 0.5  forall cm = 2",
    "resistance": "forall Ra = 35",
    "voltage": "soma.v(0.5) = -20  t = 3",
    "place": "dend[2] { z[0].loc(0.1) }",
    "frequency of the other": "z[1].compute(7)",
}
CHANGED = {
    "nseg": "dend[0].nseg = 9",
    "fewer segments": "dend[1].nseg = 1",
    "connection": "dend[2] { disconnect() }  connect dend[2](0), soma(0.5)",
    "end of a connection": "dend[1] { disconnect() }  connect dend[1](1), dend[0](0.5)",
    "separated": "dend[1] { disconnect() }",
    "joined": "connect other(0), dend[2](1)",
    "new section": "create extra  extra { insert pas nseg = 3 }  connect extra(0), dend[2](0.5)",
    "deleted section": "twig { delete_section() }",
    "other order of sections": "other { disconnect() delete_section() }  create other  other { insert pas }  connect other(0), dend[1](1)",
    "mechanism": "dend[0] { insert hh uninsert pas }",
    "point process": "objref s  dend[1] { s = new SEClamp(0.3) }",
}


def lines(statements):
    """Statements that two blanks separate, one a line."""
    return statements.replace("  ", "\n")


def ours_and_theirs(ranvier, neuron, folder, script):
    (folder / "impedance.hoc").write_text(script)
    ours = ranvier.check("-nogui", "--math", "libm", "impedance.hoc", cwd=folder, name="nrniv").out.splitlines()
    theirs = neuron.run(script)["out"].splitlines()
    assert len(theirs) > 30
    different = [(a, b) for a, b in zip(ours, theirs, strict=True) if a != b]
    assert not different, f"{len(different)} of {len(theirs)} lines differ: {different[:3]}"


@pytest.mark.parametrize("change", KEPT)
def test_answers_belong_to_the_last_compute(ranvier, neuron, tmp_path, change):
    """Some of the answers have been given before the change, others are asked for after it."""
    for asked in ("show()", "compute()\nprint z[0].input(0.5), z[1].transfer(0.5)", "compute()"):
        script = f"{MODEL}{asked}\n{lines(KEPT[change])}\nshow()\ncompute()\nshow()\n"
        ours_and_theirs(ranvier, neuron, tmp_path, script)


@pytest.mark.parametrize("change", CHANGED)
def test_a_changed_structure_is_solved_anew(ranvier, neuron, tmp_path, change):
    ours_and_theirs(
        ranvier, neuron, tmp_path, f"{MODEL}{lines(CHANGED[change])}\ncompute()\nshow()\ncompute()\nshow()\n"
    )


def test_runs_between_computes(ranvier, neuron, tmp_path):
    script = (
        MODEL
        + "for i = 1, 3 { fadvance() compute() print z[0].ratio(0.1) }\nshow()\nfinitialize(-50)\ncompute()\nshow()\n"
    )
    ours_and_theirs(ranvier, neuron, tmp_path, script)


EXTRACELLULAR = {
    "everywhere": "forall insert extracellular",
    "one section": "dend[0] { insert extracellular xraxial[0] = 1e3 xg[0] = 1e-3 xc[0] = 1 xg[1] = 1e-4 xraxial[1] = 30 }",
}


@pytest.mark.parametrize("where", EXTRACELLULAR)
def test_layers_of_extracellular_take_no_part(ranvier, neuron, tmp_path, where):
    script = f"{MODEL}{EXTRACELLULAR[where]}\n{{finitialize(-60)}}\ncompute()\nshow()\n"
    ours_and_theirs(ranvier, neuron, tmp_path, script)


def test_a_run_with_extracellular_before_compute(ranvier, neuron, tmp_path):
    """Voltages of such runs differ in their last bits."""
    script = (
        MODEL
        + "soma insert extracellular\nobjref clamp\nsoma clamp = new IClamp(0.5)\nclamp.dur = 5\nclamp.amp = 0.1\n"
        "{finitialize(-70)}\nwhile (t < 3) fadvance()\ncompute()\nshow()\n"
    )
    (tmp_path / "impedance.hoc").write_text(script)
    ours = ranvier.check("-nogui", "impedance.hoc", cwd=tmp_path, name="nrniv").out
    theirs = neuron.run(script)["out"]
    shown = [[line for line in out.splitlines() if ":" in line] for out in (ours, theirs)]
    assert len(shown[0]) > 30
    for a, b in zip(*shown, strict=True):
        names, values = zip(*(line.split(":") for line in (a, b)), strict=True)
        assert names[0] == names[1]
        assert [float(v) for v in values[0].split()] == pytest.approx([float(v) for v in values[1].split()], rel=1e-9)


def test_errors_say_what_to_do(ranvier, tmp_path):
    script = MODEL + "objref n\nn = new Impedance()\n"
    for more, message in [
        ("print n.input(0.5)", "call compute(freq) first"),
        ("n.compute(10)", "call loc(x) first"),
        (
            "create late\ncompute()\ncreate later[3]\nprint 7\nlater[2] { print z[0].input(0.5) }",
            "created after compute(freq)",
        ),
    ]:
        (tmp_path / "wrong.hoc").write_text(script + more + "\n")
        ended = ranvier.run("-nogui", "wrong.hoc", cwd=tmp_path, name="nrniv")
        assert message in ended.err
