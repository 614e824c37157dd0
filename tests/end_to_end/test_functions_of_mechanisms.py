"""Functions, tables of functions, shared counters, constants and valences of .mod files are NEURON's."""

import platform
import shutil

import pytest
from oracle.machine import MACHINE

MODS = {
    "looked": """
NEURON { SUFFIX looked RANGE half, got, both }
PARAMETER { half = 0.5 }
ASSIGNED { v got both }
FUNCTION_TABLE tau(v (mV)) (ms)
FUNCTION_TABLE plane(a, b)
INITIAL { got = 0 both = 0 }
BREAKPOINT { got = tau(v)*half  both = plane(v, t) }
""",
    "counted": """
NEURON { SUFFIX counted GLOBAL total, guarded RANGE mine }
ASSIGNED { total guarded mine }
INITIAL {
    PROTECT total = total + 1
    MUTEXLOCK
    guarded = guarded + 2
    MUTEXUNLOCK
    mine = total
}
""",
    "tabled": """
NEURON { SUFFIX tabled RANGE x GLOBAL factor, low, given }
PARAMETER { celsius (degC) low = 0.5 given = 0.25 }
ASSIGNED { v (mV) factor top tau x }
STATE { w }
INITIAL { LOCAL warm
    warm = celsius - 10
    if (warm > 0) { factor = 3^(warm/10) } else { factor = 1 }
    rates(v)
    w = top
}
BREAKPOINT { SOLVE change METHOD cnexp  x = w + low*given }
DERIVATIVE change { rates(v)  w' = (top - w)/tau }
PROCEDURE rates(v (mV)) {
    TABLE top, tau, given DEPEND celsius FROM -100 TO 100 WITH 50
    top = 1/(1 + exp(-(v + 40)/9))
    tau = (2 + 0.01*v)/factor
}
""",
    "worked": """
NEURON { SUFFIX worked USEION zz WRITE izz VALENCE 2.5 RANGE kept, seen }
UNITS { (mV) = (millivolt) (mA) = (milliamp) FARADAY = (faraday) (coulomb) }
CONSTANT { third = 0.333333333333333 }
ASSIGNED { v (mV) izz (mA/cm2) kept seen }
STATE { p q }
FUNCTION stages(n) { if (n <= 1) { stages = 1 } else { stages = n*stages(n - 1) } }
FUNCTION doubled(x) { x = x*2  doubled = x + third }
INITIAL { p = 1 q = 2  kept = 5  seen = doubled(kept) }
BREAKPOINT { SOLVE decay METHOD cnexp  izz = 1e-6*(p + q)*(v + 70) + FARADAY*1e-15 }
DERIVATIVE decay { p' = -p*third  q' = (1 - q)/stages(3) }
""",
}

SCRIPT = """
create a, b
objref x, y, clamp
forall { L = 20 diam = 20 insert pas insert looked insert counted insert worked insert tabled }
access a
clamp = new IClamp(0.5)
clamp.dur = 1e9
clamp.amp = 0.05
x = new Vector(5)
y = new Vector(5)
for i = 0, 4 { x.x[i] = -90 + 15*i + i*i  y.x[i] = 1 + i*i*0.7 }
{table_tau_looked(y, x)}
objref grid
grid = new Vector(6)
for i = 0, 5 grid.x[i] = 1 + i*i*0.31
{table_plane_looked(&grid.x[0], 2, -80, -40, 3, 0, 1)}
{printf("%.17g %.17g %.17g %.17g\\n", tau_looked(-100), tau_looked(-71.3), tau_looked(-29), tau_looked(40))}
{printf("%.17g %.17g %.17g\\n", plane_looked(-70, 0.2), plane_looked(-39, 0.7), plane_looked(-90, 3))}
proc show() {
    printf("%.17g %.17g %.17g %.17g %.17g\\n", t, a.v, b.v, a.got_looked, a.both_looked)
    printf("%.17g %.17g %.17g %.17g\\n", total_counted, guarded_counted, a.mine_counted, b.mine_counted)
    printf("%.17g %.17g %.17g %.17g\\n", a.w_tabled, b.w_tabled, a.x_tabled, factor_tabled)
    printf("%.17g %.17g %.17g %.17g %.17g\\n", a.p_worked, a.q_worked, a.izz, a.kept_worked, a.seen_worked)
}
{finitialize(-65)}
show()
for i = 1, 40 { fadvance() }
show()
{y.x[2] = 9  x.x[1] = x.x[1] + 1  grid.x[3] = 0.1}
{printf("%.17g %.17g %.17g\\n", tau_looked(-71.3), tau_looked(-50), plane_looked(-60, 0.2))}
for i = 1, 10 { fadvance() }
show()
{celsius = 23}
{y.resize(0)  y.append(4, 3, 2, 1, 0.5)}
{finitialize(-60)}
show()
objref m
m = new Matrix(2, 3)
for i = 0, 1 for j = 0, 2 { m.x[i][j] = 1 + 10*i + j*j }
{table_plane_looked(&m.x[0][0], 2, -80, -40, 3, 0, 1)}
{printf("%.17g %.17g %.17g\\n", plane_looked(-70, 0.2), plane_looked(-50, 0.7), plane_looked(-90, 3))}
{m.x[1][2] = 40}
{printf("%.17g %.17g %.17g\\n", plane_looked(-70, 0.2), plane_looked(-50, 0.7), plane_looked(-90, 3))}
{table_tau_looked(7.5)}
{printf("%.17g %.17g %.17g %.17g\\n", tau_looked(3), stages_worked(6), doubled_worked(1.5), ion_charge("zz_ion"))}
quit()
"""


def numbers(text):
    return [[float(word) for word in line.split()] for line in text.splitlines() if line.strip()]


def test_functions_and_what_they_share_are_neurons(ranvier, neuron, tmp_path):
    for name, text in MODS.items():
        (tmp_path / f"{name}.mod").write_text(text)
    (tmp_path / "script.hoc").write_text(SCRIPT)
    theirs = numbers(neuron.run(SCRIPT, mods=sorted(tmp_path.glob("*.mod")))["out"])
    ours = numbers(ranvier.check("-nogui", "script.hoc", cwd=tmp_path, name="nrniv").out)
    assert len(theirs) == 22 and theirs[-1][1:] == [720, 3 + 0.333333333333333, 2.5], theirs
    assert len(ours) == len(theirs)
    for number, (mine, neurons) in enumerate(zip(ours, theirs)):
        assert len(mine) == len(neurons), f"line {number}: {mine}, NEURON {neurons}"
        assert all(abs(a - b) <= 1e-12 * abs(b) for a, b in zip(mine, neurons)), (
            f"line {number}: {mine}, NEURON {neurons}"
        )


FOLLOWED = """
objref x, y, m, cvode, event
create a
access a
insert looked
x = new Vector()
x.indgen(-100, 50, 10)
y = x.c.mul(-0.01)
{table_tau_looked(&y.x[1], 10, &x.x[1])}
m = new Matrix(3, 4)
for i = 0, 2 for j = 0, 3 m.x[i][j] = i + 10*j
{table_plane_looked(&m.x[0][0], 3, -80, 0, 4, 0, 1)}
proc steps() { local k
    for k = 1, $1 {
        fadvance()
        printf("%.17g %.17g %.17g\\n", t, got_looked, both_looked)
    }
}
proc change() { y.x[4] = 5  y.x[5] = 7 }
cvode = new CVode()
finitialize(-65)
steps(3)
change()
steps(3)
{y.mul(2)}
{m.muls(2)}
m.x[1][1] = 100
steps(3)
finitialize(-65)
{cvode.event(0.1, "y.x[4] = -3")}
steps(8)
"""
MOVED = """
{y.resize(100000)}
y.x[3] = 11
y.x[4] = 11
steps(1)
objref z
z = y.c(0, 5)
y = z
y.x[3] = 1
y.x[4] = 1
steps(1)
"""


def test_function_tables_follow_what_they_were_made_from(ranvier, neuron, tmp_path):
    """While it runs, too; and where a Vector moves, which NEURON does not survive."""
    (tmp_path / "looked.mod").write_text(MODS["looked"])
    expected = neuron.run(FOLLOWED + "quit()\n", mods=[tmp_path / "looked.mod"])["out"].splitlines()
    (tmp_path / "script.hoc").write_text(FOLLOWED + MOVED)
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out.splitlines()
    ours = [line for line in ours if len(line.split()) == 3]
    expected = [line for line in expected if len(line.split()) == 3]
    assert ours[: len(expected)] == expected and len(expected) == 17
    assert [float(line.split()[1]) for line in ours[len(expected) :]] == [5.5, 5.5]


# g++ takes the last argument first on x86-64, and the first one first on ARM.
ORDERED = """
NEURON { POINT_PROCESS ordered RANGE a, b, c, d, e, f, n RANDOM r }
ASSIGNED { a b c d e f n }
INITIAL {
    a = less(random_uniform(r), random_uniform(r))
    b = random_uniform(r) - 2*random_uniform(r)
    n = 0
    c = less(count(), 10*count())
    d = count()^count()
    e = less(n, less(count(), count())) + fmod(count(), count())
    f = random_normal(r, count(), count())
    printf("%%g %%g\\n", count(), count())
}
FUNCTION less(x, y) { less = x - 2*y }
FUNCTION count() { n = n + 1  count = n }
%(verbatim)s
"""


@pytest.mark.parametrize("verbatim", [False, True], ids=["cpp", "c"])
@pytest.mark.parametrize("compiler", [None, "clang++"])
def test_arguments_are_computed_in_the_order_of_neurons_compiler(ranvier, neuron, tmp_path, verbatim, compiler):
    if compiler and (MACHINE != platform.machine() or shutil.which(compiler) is None):
        pytest.skip(f"there is no {compiler}")
    block = "FUNCTION five() {\nVERBATIM\n    _lfive = 5;\nENDVERBATIM\n}" if verbatim else ""
    (tmp_path / "ordered.mod").write_text(ORDERED % {"verbatim": block})
    script = """
create soma
access soma
objref o
o = new ordered(0.5)
{ o.r.set_ids(1, 2, 3)  o.r.set_seq(0) }
finitialize(-65)
printf("%.17g %.17g %.17g %.17g %.17g %.17g\\n", o.a, o.b, o.c, o.d, o.e, o.f)
quit()
"""
    (tmp_path / "run.hoc").write_text(script)
    own = ranvier.check("--math", "libm", "run.hoc", cwd=tmp_path, env={"CXX": compiler} if compiler else {}).out
    theirs = neuron.run(script, mods=[tmp_path / "ordered.mod"])["out"]
    assert len(own.split()) > 7
    assert own.split() == [word for word in theirs.split()][-len(own.split()) :]
