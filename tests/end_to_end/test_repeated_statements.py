"""A line that h() runs repeatedly is compiled once; it follows the names that it uses when they change."""

REPEATED = r"""from neuron import h
def twice(text):
    for _ in range(2):
        try:
            h(text)
        except Exception:
            print("error")
SCRIPT"""

SHARED = r'''
h("x = 1")
twice("x")
twice("x += 1")
print(h.x)
for text in ("y = thing()", "func thing() { return 5 }", "y = thing()", "y = thing()"):
    twice(text)
print(h.y)
h("func thing() { return 6 }")
h("y = thing()")
print(h.y)
h("objref o")
h("o = new Vector(3)")
twice("o.append(1)")
print(h.o.size())
twice("create dend[2]")
twice("dend[1].nseg = 3")
h("create dend[4]")
h("dend[1].nseg = 5")
print(h.dend[1].nseg, len(list(h.allsec())))
h("count = 0")
h("""begintemplate Inside
public go, count
proc go() { count = 10  nrnpython("h('count = count + 1')") }
endtemplate Inside
objref inside""")
twice("count = count + 1")
h("inside = new Inside()")
twice("inside.go()")
print(h.count, h.inside.count)
h("strdef s")
twice('s = "a b"')
print(h.s)
twice("for i = 0, 2 print i")
twice("if (x > 100) { print x } else { x = 200 }")
h("double zz[3]")
twice("zz[1] = 4")
print(h.zz[1])
twice("nosuch_thing()")
twice("execerror(\"no\", \"\")")
twice("print x // the end")
twice("{ x = 5 }")
twice("")
twice("/* a comment */ x = 6")
print(h.x)
h("renewed = 3")
twice("print renewed")
h("delete renewed")
h("strdef renewed")
h('renewed = "text"')
twice("print renewed")
h("widened = 3")
twice("print widened")
h("double widened[2]")
h("widened[0] = 8")
twice("print widened")
h("objref held")
twice("print held")
h("objref held[2]")
h("held[0] = new Vector(4)")
twice("print held")
'''

WHILE_A_TEMPLATE_IS_OPEN = r"""
twice("v1 = 7")
h("begintemplate Open")
h("public v1")
h("v1 = 7")
h("proc init() { v1 = 3 }")
twice("v1 = 9")
h("endtemplate Open")
twice("v1 = 9")
h("objref open_")
h("open_ = new Open()")
print(h.open_.v1, h.v1)
"""


def test_it_prints_what_neuron_prints(python, neuron, tmp_path):
    script = REPEATED.replace("SCRIPT", SHARED)
    outcome = python(script, tmp_path)
    assert outcome.status == 0, outcome
    assert outcome.out.splitlines() == neuron.run_python(script).splitlines()


def test_a_line_within_a_template_belongs_to_it(python, tmp_path):
    outcome = python(REPEATED.replace("SCRIPT", WHILE_A_TEMPLATE_IS_OPEN), tmp_path)
    assert outcome.out.splitlines() == ["3.0 9.0"], outcome


def test_a_line_reads_the_text_behind_it(python, tmp_path):
    script = (
        'twice("x = fscan()\\n7")\nprint(h.x)\nfor number in "89":\n    h("x = fscan()\\n" + number)\n    print(h.x)\n'
    )
    outcome = python(REPEATED.replace("SCRIPT", script), tmp_path)
    assert outcome.out.splitlines() == ["7.0", "8.0", "9.0"], outcome
