"""Script objects of mechanisms (RANDOM variables, POINTERs of sections) and the old stimulus functions, against "
"NEURON."""

import pathlib

import pytest

MODS = sorted((pathlib.Path(__file__).parent.parent / "hoc_like" / "library" / "scripts" / "mechanisms").glob("*.mod"))


OLD_STIMULI = r"""
create soma, dend
connect dend(0), soma(1)
access soma
{L = diam = 20 nseg = 1 insert hh}
dend { L = 200 diam = 2 nseg = 5 insert pas e_pas = -65 }
proc go() { local i
    finitialize(-65)
    for i = 1, 120 {
        fadvance()
        if (i % 20 == 0) printf("%.17g %.17g %.17g\n", t, soma.v(0.5), dend.v(0.9))
    }
}
{fstim(2)}
{fstim(0, 0.5, 0.5, 1, 0.3)}
dend {fstim(1, 0.9, 1, 0.5, 0.05)}
go()
{finitialize(-65)}
for i = 1, 24 fadvance()
print fstimi(0), fstimi(1)
prstim()
{fstim(0)}
{fsyn(2)}
dend {fsyn(1, 0.3, 0.25, 0.4, 0.002, 0)}
go()
{printf("%.17g %.17g\n", fsyng(1), fsyni(1))}
{fsyn(0)}
{dt = 0.5 celsius = 20 t = 3 initnrn()}
print t, dt, celsius
"""


SCRIPTS = {
    "old stimuli": OLD_STIMULI,
}


def without_headings(text):
    """NEURON's prstim explains its columns in comments, as ours does not."""
    return [line.split() for line in text.splitlines() if "/*" not in line and "*/" not in line]


@pytest.mark.parametrize("name", SCRIPTS)
def test_prints_what_neuron_prints(ranvier, neuron, tmp_path, name):
    script = SCRIPTS[name] + "\nquit()\n"
    for mod in MODS:
        (tmp_path / mod.name).write_text(mod.read_text())
    (tmp_path / "script.hoc").write_text(script)
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out
    theirs = neuron.run(script, mods=MODS)["out"]
    assert without_headings(ours) == without_headings(theirs)


# fclamp crashes NEURON 9, so it is compared with an SEClamp of the same levels.
CLAMP = r"""
create soma
access soma
{L = diam = 20 insert hh}
objref clamp, own, old
own = new Vector()
old = new Vector()
proc go() {
    finitialize(-65)
    $o1.resize(0)
    while (t < 3) {
        fadvance()
        $o1.append(v(0.5))
    }
}
clamp = new SEClamp(0.5)
{clamp.rs = 0.5 clamp.dur1 = 0.7 clamp.amp1 = -70 clamp.dur2 = 1 clamp.amp2 = -20 clamp.dur3 = 0.5 clamp.amp3 = -50}
go(own)
current = clamp.i
objref clamp
clamp_resist = 0.5
{fclamp(3, 0.5) fclamp(0, 0.7, -70) fclamp(1, 1, -20) fclamp(2, 0.5, -50)}
go(old)
print own.c.sub(old).abs().max() < 1e-8, own.size
{t = 0.1 finitialize(-65)}
print abs(fclampi() + 10) < 1e-9, fclampv()
{t = 9}
print fclampi(), fclampv()
{fclamp(0)}
print fclampi()
"""


def test_a_pointer_without_a_place_is_an_error(ranvier, tmp_path):
    for mod in MODS:
        (tmp_path / mod.name).write_text(mod.read_text())
    for expression in ("soma.far_rng(0.5)", "point.aim"):
        (tmp_path / "script.hoc").write_text(f"""create soma
soma insert rng
objref point
soma point = new RngPoint(0.5)
print {expression}
""")
        outcome = ranvier.run("script.hoc", cwd=tmp_path)
        assert outcome.status == 1 and "is not set" in outcome.err and "script.hoc:5" in outcome.err, outcome


def test_fclamp_is_a_voltage_clamp(ranvier, tmp_path):
    (tmp_path / "script.hoc").write_text(CLAMP)
    assert ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out.split() == [
        "1",
        "120",
        "1",
        "-70",
        "0",
        "-50",
        "0",
    ]


PYTHON = r"""
{nrnpython("numbers = [1, 2.5, 3]")}
{nrnpython("rows = [[1, 2], [3, 4]]")}
{nrnpython("def scaled(x, by=2): return x * by")}
{nrnpython("text = 'abc'")}
objref po, x
strdef s
po = new PythonObject()
print po.numbers[1], po.numbers._[2], po.rows[1]._[0], po.scaled(3.5), po.scaled(3, 4)
po.numbers[0] = 25
x = po.rows[0]
x._[1] = 40
print po.numbers[0], po.rows._[0]._[1]
s = po.text
print s, po.numbers.index(2.5)
po.text = "longer"
print nrnpython("assert text == 'longer' and numbers[0] == 25.0")
po.new_name = 5
{nrnpython("new_name += 1")}
print po.new_name
"""


def test_python_from_a_script_as_in_neuron(ranvier, neuron, tmp_path):
    (tmp_path / "script.hoc").write_text(PYTHON + "\nquit()\n")
    ours = ranvier.check("--quiet", "script.hoc", cwd=tmp_path).out
    assert ours.splitlines() == neuron.run(PYTHON + "\nquit()\n")["out"].splitlines()


PYTHON_MISTAKES = {
    "print po.nothing": "has no attribute 'nothing'",
    "print po.numbers[7]": "IndexError",
    "print po.rows[1][1]": "po.list[i]._[j]",
    "po.numbers = po": "",
    "print po.numbers + 1": "expected a number",
}


def test_python_says_what_is_wrong(ranvier, tmp_path):
    for statement, says in PYTHON_MISTAKES.items():
        (tmp_path / "script.hoc").write_text(PYTHON + statement + "\n")
        outcome = ranvier.run("--quiet", "script.hoc", cwd=tmp_path)
        assert says in outcome.err and (outcome.status == 1) == bool(says), outcome
    (tmp_path / "script.hoc").write_text('nrnpython("1/0")\n')
    assert "sandbox" in ranvier.run("--sandbox", "script.hoc", cwd=tmp_path).err


GONE = {
    "section": "create a, b\nobjref s\na s = new SectionRef()\na delete_section()\nprint s.sec.L\n",
    "variable": "create a, b\nobjref p\np = new Pointer(&a.v(0.5))\na delete_section()\nprint p.val\n",
    "point process": "create a, b\nobjref c\na c = new IClamp(0.5)\na delete_section()\nprint c.amp\n",
    "object": "begintemplate T\npublic x\nx = 3\nendtemplate T\nobjref o, p\no = new T()\np = new Pointer(&o.x)\n"
    "objref o\nprint p.val\n",
}


@pytest.mark.parametrize("name", GONE)
def test_what_is_gone_says_where_it_went(ranvier, tmp_path, name):
    (tmp_path / "gone.hoc").write_text(GONE[name])
    outcome = ranvier.run("gone.hoc", cwd=tmp_path)
    last = GONE[name].count("\n")
    assert outcome.status == 1 and f"gone.hoc:{last}:" in outcome.err
    assert "deleted at gone.hoc:4" in outcome.err or "deleted at gone.hoc:8" in outcome.err, outcome.err


UNNAMED_STREAMS = r"""
create cable, other
{cable.nseg = 3  other.nseg = 2}
forall insert rng
objref p
other p = new RngPoint(0.5)
proc show() {
    forall for (x, 0) { setdata_rng(x)  printf("%s %g %.17g %.17g\n", secname(), x, draw_rng(), second_rng(x).uniform()) }
    printf("%.17g\n", p.draw())
}
show()
cable.nseg = 9
show()
cable.nseg = 1
other { nseg = 5  uninsert rng  insert rng }
show()
"""


def test_streams_that_no_script_has_named_are_numbered_as_in_neuron(ranvier, neuron, tmp_path):
    """A section's instances from its far end."""
    (tmp_path / "script.hoc").write_text(UNNAMED_STREAMS + "\nquit()\n")
    for mod in MODS:
        (tmp_path / mod.name).write_text(mod.read_text())
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out
    assert ours == neuron.run(UNNAMED_STREAMS + "\nquit()\n", mods=MODS)["out"]
    assert ours.count("\n") > 20


CONDITIONS = r"""
create ramp, fires
objref cvode, stim[2], ste, fih
cvode = new CVode()
ramp { L = diam = 10  stim[0] = new IClamp(0.5) }
fires { L = diam = 20  insert hh  stim[1] = new IClamp(0.5) }
{ stim[0].dur = 10  stim[0].amp = 0.1 }
{ stim[1].del = 1  stim[1].dur = 10  stim[1].amp = 1 }
low = -50
high = -10
zero = 0
ste = new StateTransitionEvent(2)
proc hear() { printf("%d %.9g %.9g\n", $1, t, ramp.v(0.5)) }
{ ste.transition(0, 0, &ramp.v(0.5), &low, "hear(1)") }
{ ste.transition(0, 0, &ramp.v(0.5), &high, "hear(2)") }
{ ste.transition(0, 1, &fires.v(0.5), &zero, "hear(3)") }
{ ste.transition(1, 0, &low, &fires.v(0.5), "hear(4)") }
fih = new FInitializeHandler("{ ste.state(0) }")
{ cvode.active(1)  cvode.condition_order(ORDER) }
{ finitialize(-65)  cvode.solve(12)  printf("%d %.9g\n", ste.state, t) }
"""


@pytest.mark.parametrize("order", (1, 2))
def test_transitions_with_variable_steps(ranvier, neuron, tmp_path, order):
    """Taken where NEURON takes them: at a step's end, or where the variables cross."""
    # Both integrators keep the error of each step below 1e-3 mV, but choose their steps by other versions of CVODE, so times
    # of crossings differ by up to 1e-5 relative here.
    script = CONDITIONS.replace("ORDER", str(order))
    (tmp_path / "conditions.hoc").write_text(script)
    ours = ranvier.check("--quiet", "--math", "libm", "conditions.hoc", cwd=tmp_path).out.split()
    theirs = neuron.run(script)["out"].split()
    assert len(ours) == len(theirs) == 11
    for one, other in zip(ours, theirs, strict=True):
        assert float(one) == pytest.approx(float(other), rel=1e-4)
