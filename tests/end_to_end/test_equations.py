"""eqinit, depvar, eqn and solve: systems of equations by Newton's method, bit for bit those of NEURON."""

import re

SYSTEMS = r"""
double a[3]
proc show() { printf("%.17g\n", $1) }
{eqinit()}
depvar x, y
eqn x:: 2*x + y = 5
eqn y:: x - 3*y = -1.3
{prmat()}
{show(solve())  show(x)  show(y)}

// Newton's steps, given by a procedure, with a local variable and an argument
proc rows() { local k
    k = 7.1
    eqn p:: p*p + q = k
    eqn q:: p + exp(q/$1) = 5
}
{eqinit()}
depvar p, q
{p = 1.7  q = 0.3}
for i = 0, 6 {
    rows(3)
    show(solve())
    show(p)
    show(q)
}

// elements of an array, terms that are added, another difference
{eqinit(1e-5)}
depvar a[0], a[1], a[2]
{a[1] = 0.1}
for i = 0, 5 {
    for j = 0, 2 {
        eqn a[j]:: a[j]*3 + a[(j + 1)%3]^2 = j + 1
    }
    eqn a[1]: sin(a[0]) =
    eqn a[2]: = cos(a[1])
    if (i == 2) prmat()
    show(solve())
    for j = 0, 2 show(a[j])
}
{prmat()}

// what functions read counts, too
func f() { return $1*u + w*w }
{eqinit(0.001)}
depvar u, w
{u = 1.3  w = 0.7}
for i = 0, 4 {
    eqn u:: f(2) = 3 + w
    eqn w:: w*u = 1
    show(solve())
    show(u)
    show(w)
}

// many unknowns, with entries that elimination fills in
double z[12]
{eqinit()}
for i = 0, 11 {
    z[i] = i/7
}
for i = 0, 11 {
    depvar z[i]
}
for k = 0, 4 {
    for i = 0, 11 {
        eqn z[i]:: 4*z[i] + z[(i + 5)%12]*z[(i + 2)%12] = 1 + i/3
    }
    if (k == 0) prmat()
    show(solve())
}
for i = 0, 11 show(z[i])

begintemplate Plane
public go, x, y
proc go() {
    eqinit()
    depvar x, y
    eqn x:: x + y = $1
    eqn y:: x - y = 1
    solve()
}
endtemplate Plane
objref plane
plane = new Plane()
plane.go(3)
print plane.x, plane.y
quit()
"""


def test_steps_are_neurons(ranvier, neuron, tmp_path):
    (tmp_path / "script.hoc").write_text(SYSTEMS)
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out
    assert ours.splitlines() == neuron.run(SYSTEMS)["out"].splitlines()
    assert ours.count("\n") > 120


def test_pivots_may_lie_off_the_diagonal(ranvier, tmp_path):
    """NEURON mixes up the unknowns of such a system, and needs another step."""
    (tmp_path / "script.hoc").write_text("""
{eqinit()}
depvar r, s, z
eqn r:: s + 2*z = 3
eqn s:: r - z = 1
eqn z:: r + s - 3*z = 2
{solve()}
{printf("%.9g %.9g %.9g\\n", r, s, z)}
""")
    assert ranvier.check("--quiet", "script.hoc", cwd=tmp_path).out.split() == ["1.5", "2", "0.5"]


def test_errors_say_what_is_missing(ranvier, tmp_path):
    (tmp_path / "script.hoc").write_text("""
{eqinit()}
depvar r, s
{execute1("depvar s")}
{execute1("eqn nope:: r = 3")}
{execute1("depvar t")}
{execute1("eqn r: r + s")}
eqn r:: r + s = 1
eqn s:: 2*r + 2*s = 3
{execute1("solve()")}
x = 4
print x
""")
    outcome = ranvier.run("--quiet", "script.hoc", cwd=tmp_path)
    expected = [
        "s is already an unknown",
        "nope has no equation",
        "the unknowns of equations must be named numbers",
        "expected '=' in the equation",
        "the equations have no unique solution",
    ]
    assert re.findall("|".join(expected), outcome.err) == expected
    assert outcome.out.split() == ["4"]
