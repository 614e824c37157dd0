"""Scripts with endless recursion, or that use up memory, end with an error that names the line."""

import pytest

RUNAWAYS = {
    "procedure": ("proc f() { f($1 + 1) }\nf(0)\n", "calls are nested"),
    "obfunc": ("obfunc f() { return f() }\nobjref o\no = f()\n", "calls are nested"),
    "execute": ('proc f() { execute("f()") }\nf()\n', "nested"),
    "init": (
        "begintemplate T\nobjref o\nproc init() { o = new T() }\nendtemplate T\nobjref made\nmade = new T()\n",
        "nested",
    ),
    "iterator": ("iterator it() { for it() { } }\nfor it() { }\n", "nested"),
    "expression": ("x = " + "(" * 200000 + "1" + ")" * 200000 + "\n", "nested"),
    "vector": ("objref vec\nvec = new Vector(1e9)\n", "memory"),
    "list": ("objref l\nl = new List()\nwhile (1) l.append(new Vector(1e6))\n", "memory"),
    "text": ('strdef s\ns = "0123456789"\nwhile (1) sprint(s, "%s%s", s, s)\n', "memory"),
    "array": ("double x[20000][20000]\n", "memory"),
}


@pytest.mark.parametrize("name", RUNAWAYS)
def test_ends_with_an_error(ranvier, tmp_path, name):
    script, says = RUNAWAYS[name]
    (tmp_path / "run.hoc").write_text(script)
    outcome = ranvier.run("--quiet", "--memory", "1GB", "run.hoc", cwd=tmp_path)
    assert outcome.status == 1 and says in outcome.err, outcome
    assert "run.hoc:" in outcome.err or 'execute("f()")' in outcome.err, outcome


def test_frees_a_long_chain_at_once(ranvier, tmp_path):
    (tmp_path / "run.hoc").write_text("""
begintemplate Link
public next
objref next
endtemplate Link
objref first, link
for i = 1, 300000 { link = new Link()  link.next = first  first = link }
objref link, first
first = new Link()
print first
""")
    outcome = ranvier.run("--quiet", "run.hoc", cwd=tmp_path)
    assert outcome.status == 0 and outcome.out.split() == ["Link[0]"], outcome
