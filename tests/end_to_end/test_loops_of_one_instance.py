"""FROM loops have NEURON's bits: where rounds are computed many at once, where quotients and powers are kept.

Sums have the order of the rounds. What a round leaves to the next one, or to the statements after the loop, is what it
would be had each round been computed in turn.
"""

import pytest

# Each adds to `out`; `at` and `w` are arrays with entries that make conditions hold in some rounds only.
LOOPS = {
    "a sum": "FROM k = 0 TO n-1 { out = out + exp(-at[k]/tau)*w[k] }",
    "a sum under a condition": "FROM k = 1 TO n { when = at[k-1] if (t > when) { out = out + exp(-(t - when)/tau)/(t - when + tau)^1.5*w[k-1] } } out = out + when",
    "two sums and a product": "FROM k = 0 TO n-1 { x = exp(-at[k]/7) out = out + x  other = other - x*x  whole = whole*(1 + 0.01*x) } out = out + other*whole",
    "the last value stays": "FROM k = 0 TO n-1 { last = log(1 + at[k]) out = out + last } out = out*last",
    "the last chosen value stays": "last = 3 FROM k = 0 TO n-1 { if (w[k] > 0.5) { last = exp(-w[k]) out = out + last } } out = out + last",
    "the counter": "FROM k = 2 TO n { out = out + k*exp(-k/(tau + 30)) } out = out + 7",
    "a literal number of rounds": "FROM k = 0 TO 70 { out = out + pow(1 + k*0.01, tau/3) }",
    "a value of the round before": "x = 0.5 FROM k = 0 TO n-1 { x = 3.7*x*(1 - x) out = out + x*exp(-w[k]) }",
    "a call that needs the round before": "x = 0.5 FROM k = 0 TO n-1 { x = exp(-x*w[k]) out = out + x }",
    "an array that is written": "FROM k = 0 TO n-1 { w[k] = 0.9*w[k] + 0.01*exp(-at[k]/tau) out = out + w[k] }",
    "a function": "FROM k = 0 TO n-1 { out = out + shape(at[k], tau) } out = out + kept",
    "a function with branches": "FROM k = 0 TO n-1 { out = out + gate(at[k] - 20) }",
    "no rounds": "FROM k = 5 TO n-200 { out = out + exp(-at[k]) }",
    "bounds that the loop changes": "n = 20 FROM k = 0 TO n { out = out + exp(-w[k]) if (k == 10) { n = 15 } } n = 150",
    "powers with signs": "FROM k = 0 TO 40 { x = (k - 20)/tau - (k - 20)/tau out = out + 1/((-x)^three - 1e-3) + (x*(k - 20))^three + (k - 20)^three }",
    "the same power": "FROM k = 0 TO n-1 { x = 1 + cut(k) out = out + x^(tau/2) + tau^(x/3) + (x^3)/tau + w[k]*(2/tau) }",
    "a local of the loop": "FROM k = 0 TO n-1 { LOCAL a, b  a = at[k]/tau  b = exp(-a) + a  out = out + a*b }",
    "loops in loops": "FROM j = 0 TO 3 { FROM k = 0 TO n-1 { out = out + exp(-at[k]/(tau + j))/(1 + tau/3) } out = out/(1 + 2/tau) }",
    "a quotient that changes": "FROM k = 0 TO 9 { tau = tau + 1/tau  out = out + w[k]*(3/tau) } tau = 5",
    "a quotient that a call changes": "FROM k = 0 TO 9 { out = out + w[k]*(3/tau) + shorten() } tau = 5",
}
START = "tau = 5 n = 150 x = 0 when = 0 last = 0 other = 0 whole = 1 kept = 0"
MOD = """
NEURON {{ {kind} loops RANGE results }}
PARAMETER {{ n = 150 tau = 5 three = 3 }}
ASSIGNED {{ dt out at[200] w[200] x when last other whole kept results[{count}] }}
INITIAL {{ LOCAL seed
    seed = 0.37
    FROM k = 0 TO 199 {{ seed = 3.99*seed*(1 - seed)  at[k] = 40*seed  seed = 3.99*seed*(1 - seed)  w[k] = seed }}
    FROM k = 0 TO {count}-1 {{ results[k] = 0 }}
}}
BREAKPOINT {{ SOLVE go METHOD after_cvode }}
PROCEDURE go() {{
    {verbatim}
{calls}
}}
{procedures}
FUNCTION shape(s, r) {{ kept = s shape = exp(-s/r) + s }}
FUNCTION gate(s) {{ if (s < 0) {{ gate = exp(s) }} else {{ gate = 1/(1 + s) }} }}
FUNCTION cut(s) {{ if (s < 60) {{ cut = 3 }} else {{ cut = 4 }} }}
FUNCTION shorten() {{ tau = 0.9*tau shorten = tau }}
"""
SCRIPT = """
create cable
access cable
nseg = 5
%s
dt = 0.5
{finitialize(-65)}
for i = 1, 60 { fadvance() for k = 0, COUNT - 1 { %s } }
"""
PLACES = {
    "SUFFIX": ("insert loops", 'printf("%d %.17g %.17g\\n", k, results_loops[k](0.1), results_loops[k](0.9))'),
    "POINT_PROCESS": ("objref p\np = new loops(0.5)", 'printf("%d %.17g\\n", k, p.results[k])'),
}


def mod(kind, language):
    return MOD.format(
        kind=kind,
        count=len(LOOPS),
        verbatim="VERBATIM\n    if (dt < 0) x = 0;\n    ENDVERBATIM" if language == "C" else "",
        calls="\n".join(f"    run{k}()" for k in range(len(LOOPS))),
        procedures="\n".join(
            f"PROCEDURE run{k}() {{\n    {START}\n    out = results[{k}]\n    {loop}\n    results[{k}] = out\n}}"
            for k, loop in enumerate(LOOPS.values())
        ),
    )


def numbers(output):
    """{loop: its lines}"""
    lines = {name: [] for name in LOOPS}
    for line in output.splitlines():
        which, *values = line.split()
        lines[list(LOOPS)[int(which)]].append(values)
    return lines


@pytest.mark.parametrize("language", ["C++", "C"])
@pytest.mark.parametrize("kind", PLACES)
def test_loops_have_neurons_bits(ranvier, neuron, tmp_path, kind, language):
    (tmp_path / "loops.mod").write_text(mod(kind, language))
    script = (SCRIPT % PLACES[kind]).replace("COUNT", str(len(LOOPS)))
    (tmp_path / "script.hoc").write_text(script)
    theirs = numbers(neuron.run(script, mods=[tmp_path / "loops.mod"])["out"])
    for arithmetic in ("libm", "vector"):
        command = ("-nogui", "--math", arithmetic, "script.hoc")
        ours = numbers(ranvier.check(*command, cwd=tmp_path, name="nrniv").out)
        for loop in LOOPS:
            assert len(theirs[loop]) == 60, loop
            if arithmetic == "libm":
                assert ours[loop] == theirs[loop], loop
            else:
                assert float(ours[loop][-1][0]) == pytest.approx(float(theirs[loop][-1][0]), rel=1e-8), loop


LONG_ARRAYS = """DEFINE N 100
NEURON { POINT_PROCESS Long  NONSPECIFIC_CURRENT i  RANGE g, last, few  GLOBAL limit }
PARAMETER { limit = 0.6  few = 3 }
ASSIGNED { v (mV)  i (nA)  dt (ms)  area (micron2)  g  last  x[N]  a[N]  delayed[N] }
INITIAL {
    FROM k = 0 TO N-1 { x[k] = k*0.01 + few*0.1  a[k] = few - k  delayed[k] = v }
}
BREAKPOINT {
    SOLVE update
    i = 1e-6*g*(v + 60) + 1e-7*last
}
PROCEDURE update() { LOCAL top, j
    top = -1
    shift(v*0.5)
    FROM k = 0 TO N-1 {
        x[k] = x[k] + 0.001*few*dt - a[k]*1e-5
        if (x[k] > 1) { x[k] = x[k] - 1 } else if (x[k] > 0.9 && a[k] > -50 || !(x[k] >= 0)) {
            LOCAL part
            part = a[k]/few
            a[k] = -part + area*1e-3
        } else {
            a[k] = a[k] + 1e-3
        }
        if (x[k] == x[k]) { top = larger(top, x[k]) }
    }
    g = 0
    FROM k = 1 TO N-2 BY 3 {
        g = g + a[k+1]*delayed[N-1-k]
        FROM l = 0 TO 2 { g = g - 0.1*l*x[l] }
    }
    j = g
    if (t > 1) { last = top + j*1e-6  limit_it(last) }
}
FUNCTION larger(one, two) {
    if (two > one) { one = two }
    larger = one
}
PROCEDURE limit_it(z) {
    if (z > limit) { last = last*0.5 }
}
PROCEDURE shift(new) {
    FROM k = 1 TO N-1 { delayed[N-k] = delayed[N-k-1] }
    delayed[0] = new
}
"""
LONG_ARRAYS_IN_A_ROW = """create cable
access cable
nseg = 7
L = 500
insert pas
objref q[21]
for k = 0, 20 {
    q[k] = new Long(k/20)
    q[k].few = k % 5 + 0.3
}
finitialize(-65)
for n = 1, 120 {
    fadvance()
    if (n % 20 == 0) for k = 0, 20 printf("%.17g %.17g %.17g\\n", q[k].g, q[k].last, q[k].i)
}
for (x) print v(x)
quit()
"""


@pytest.mark.parametrize("isa", [(), ("--isa", "baseline")])
def test_long_arrays_of_many_instances_are_neurons_to_the_bit(ranvier, neuron, tmp_path, isa):
    """Eight instances at a time, the last five one by one."""
    (tmp_path / "long.mod").write_text(LONG_ARRAYS)
    (tmp_path / "script.hoc").write_text(LONG_ARRAYS_IN_A_ROW)
    expected = neuron.run(LONG_ARRAYS_IN_A_ROW, mods=[tmp_path / "long.mod"])["out"]
    env = {"RANVIER_CACHE": str(tmp_path)}
    ours = ranvier.check("--math", "libm", *isa, "--quiet", "script.hoc", cwd=tmp_path, env=env).out
    ours, expected = ([line for line in text.splitlines() if "." in line] for text in (ours, expected))
    assert ours == expected and len(ours) > 126
    assert any("struct wide_advance" in path.read_text() for path in tmp_path.glob("*.cpp"))
