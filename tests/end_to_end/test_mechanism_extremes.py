"""Long chains of else if, deep recursion and abs in .mod files: as in NEURON, or an error that says so."""

import pytest

DEEP = """
NEURON { SUFFIX deep RANGE n, got, even }
PARAMETER { n = 10000 }
ASSIGNED { got even }
INITIAL { got = sum(n) even = is_even(n) }
FUNCTION sum(k) { if (k > 0) { sum = k + sum(k - 1) } else { sum = 0 } }
FUNCTION is_even(k) { if (k > 0) { is_even = is_odd(k - 1) } else { is_even = 1 } }
FUNCTION is_odd(k) { if (k > 0) { is_odd = is_even(k - 1) } else { is_odd = 0 } }
"""
CHAIN = (
    "NEURON { SUFFIX chain RANGE k, got }\nPARAMETER { k = 1234 }\nASSIGNED { got }\n"
    "INITIAL { got = at(k) }\nFUNCTION at(x) {\n    if (x == 0) { at = -1 }\n"
    + "".join(f"    else if (x == {k}) {{ at = {k * k % 97} }}\n" for k in range(1, 2000))
    + "    else { at = 100 }\n}\n"
)
# abs is C++'s where NEURON passes it no thread: in files with a random number of the old kind, or with VERBATIM.
ABS = """
NEURON { SUFFIX absolute RANGE got, mixed }
ASSIGNED { got mixed v }
INITIAL {
    set_seed(3)
    got = abs(-2.75) + 10*abs(v + 64.5) + 1000*(scop_random() < 2)
VERBATIM
    { double x = -2.5; mixed = abs(x) + 10*abs(-3) + 100*abs(2.5f); }
ENDVERBATIM
}
"""
SCRIPT = """
create a
access a
insert deep
insert chain
insert absolute
finitialize(-65)
printf("%.17g %.17g %.17g %.17g %.17g\\n", got_deep, even_deep, got_chain, got_absolute, mixed_absolute)
quit()
"""


def test_extremes_are_neurons(ranvier, neuron, tmp_path):
    for name, text in {"deep": DEEP, "chain": CHAIN, "absolute": ABS}.items():
        (tmp_path / f"{name}.mod").write_text(text)
    (tmp_path / "script.hoc").write_text(SCRIPT)
    expected = neuron.run(SCRIPT, mods=sorted(tmp_path.glob("*.mod")))["out"]
    assert len(expected.split()) > 5
    for math in ("libm", "vector"):
        assert ranvier.check("--quiet", "--math", math, "script.hoc", cwd=tmp_path).out == expected


ENDLESS = """
NEURON {{ SUFFIX endless RANGE got }}
ASSIGNED {{ got }}
{extra}
BREAKPOINT {{ got = rise(1) }}
FUNCTION rise(k) {{ {body} }}
FUNCTION again(k) {{ again = rise(k) }}
"""
BODIES = {
    "last call": "rise = rise(k + 1)",
    "two calls": "rise = rise(k + 1) + rise(k + 2)",
    "through another": "rise = 1 + again(k + 1)",
}


@pytest.mark.parametrize("extra", ["", "VERBATIM\n#include <stdio.h>\nENDVERBATIM"], ids=["C++", "C"])
@pytest.mark.parametrize("body", BODIES.values(), ids=list(BODIES))
def test_recursion_without_end_is_an_error(ranvier, tmp_path, body, extra):
    (tmp_path / "endless.mod").write_text(ENDLESS.format(body=body, extra=extra))
    script = "create a\naccess a\ninsert endless\nfinitialize(-65)\nfadvance()\nquit()\n"
    (tmp_path / "run.hoc").write_text(script)
    outcome = ranvier.run("--quiet", "run.hoc", cwd=tmp_path, limit=60)
    assert outcome.status == 1 and "of endless calls itself too often at t = 0" in outcome.err, outcome
    (tmp_path / "call.hoc").write_text("create a\naccess a\ninsert endless\nprint rise_endless(1)\nquit()\n")
    outcome = ranvier.run("--quiet", "call.hoc", cwd=tmp_path, limit=60)
    assert outcome.status == 1 and "endless" in outcome.err and not outcome.out, outcome
