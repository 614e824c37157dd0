"""eqinit, depvar, eqn and solve: systems of equations by Newton's method, bit for bit those of NEURON."""

import re


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
