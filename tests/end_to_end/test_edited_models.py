"""Effects of edits on the tree of sections, on shapes, and on playing and recording Vectors: scripts print the same
under NEURON."""

import pathlib

import pytest


def show_points(first, second):
    """A procedure show() that runs two steps and prints where both points lie and all voltages; called once."""
    return f"""proc show() {{ finitialize(-65) fadvance() fadvance()
 k = {first}.get_loc() print secname(), k pop_section()
 k = {second}.get_loc() print secname(), k pop_section()
 forall printf("%.13g %.13g ", v(0.5), v(1)) print "" }}
k = 0
show()"""


SCRIPTS = {
    "positions of a loop add up": """
create s
access s
nseg = 5
for (x) { printf("%.17g ", x) }
for (x, 0) { printf("%.17g ", x) }
""",
    "a section that stands alone is number 0 of its name and no other": """
create s, d[2]
print section_exists("s", 0), section_exists("s", 1), section_exists("s[3]"), section_exists("d", 1), section_exists("d[2]")
""",
    "the first section has a number, too": """
create a, b
connect b(0), a(1)
b { n = parent_section(0.5) }
if (n) { push_section(n) print secname() pop_section() }
a { if (parent_section(0.5)) { print "no" } }
""",
    "a point at a branch's beginning stays in the parent's segment when nseg changes": """
create s, b, c
objref at, in
s { nseg = 4 L = 60 insert pas }
b { nseg = 3 L = 40 }
connect b(1), s(0.5)
connect c(0), b(1)
b in = new IClamp(1)
c at = new SEClamp(0)
{ at.dur1 = 9 at.amp1 = -20 in.dur = 9 in.amp = 0.1 }
"""
    + show_points("at", "in")
    + """
s nseg = 5
show()
s nseg = 7
show()
""",
    "a point at the tip of a section that is turned round stays at the tip": """
create s, b, c
objref at, own
forall { nseg = 3 L = 60 insert pas }
connect c(0), b(1)
c at = new SEClamp(0)
b own = new IClamp(1)
{ at.dur1 = 9 at.amp1 = -20 own.dur = 9 own.amp = 0.1 }
"""
    + show_points("at", "own")
    + """
connect b(1), s(0.3)
show()
""",
    "the next run recomputes the resistances of a reversed section": """
create a, b
b { nseg = 3 diam(0:1) = 1:3 }
connect b(0), a(1)
b { for (x) { print x, ri(x) } disconnect() }
a connect b(1), 0.3
b { for (x) { print x, ri(x) } }
finitialize(-65)
b { for (x) { print x, ri(x) } }
""",
    "a tree is drawn by the segments from which its branches leave": """
create a, b, c, d
access a
b nseg = 4
connect b(1), a(0.5)
connect c(0), b(0.5)
connect d(1), b(0.25)
topology()
""",
    "a section that hangs by its end is drawn from its parent on": """
create a, b
connect b(1), a(1)
b { nseg = 2 diam(0:1) = 1:5 }
distance()
define_shape()
b { for i = 0, n3d() - 1 { printf("%.9g ", diam3d(i)) } }
""",
    "a drawing recomputes the resistances of a reversed section": """
create a, b
access a
b { nseg = 3 L = 50 diam(0:1) = 1:3 insert pas g_pas(0:1) = 1:3 }
distance()
define_shape()
connect b(1), a(0.3)
b { for (x) { print x, ri(x) } }
b { pt3dclear() }
distance()
define_shape()
b { for (x) { print x, ri(x) } }
b { psection() }
""",
    "psection recomputes resistances, too": """
create a, b
access a
b { nseg = 3 L = 50 diam(0:1) = 1:3 print area(0.5) }
connect b(1), a(0.3)
a { psection() }
b { for (x) { print x, ri(x) } }
""",
    "sections without points are drawn cell beside cell": """
create a, b, c, d, e
access a
forall { L = 77 nseg = 2 }
b.L = 31.7
connect b(0), a(1)
connect c(0), a(1)
connect d(1), b(0.3)
d { disconnect() }
e { pt3dadd(1, 2, 3, 1) pt3dadd(11, 2.7, 3, 2) }
connect e(0), c(1)
distance()
define_shape()
forall { for i = 0, n3d() - 1 { printf("%s %.9g %.9g %.9g %.9g\\n", secname(), x3d(i), y3d(i), z3d(i), arc3d(i)) } }
a { pt3dchange(1, 5) printf("%.17g\\n", L) }
""",
    "what extracellular and ions have brought stays": """
create s
access s
insert extracellular
insert na_ion
uninsert extracellular
uninsert na_ion
print ismembrane("extracellular"), ismembrane("na_ion")
objref types
types = new MechanismType(0)
types.select("extracellular")
types.remove()
print ismembrane("extracellular")
""",
    "the first segment of a section that hangs by its end": """
create a, b
access a
connect b(1), a(1)
b { nseg = 3 insert pas g_pas(0:1) = 1:3 }
objref standard
standard = new MechanismStandard("pas")
b { standard.in() }
print standard.get("g_pas")
""",
    "connections live on without the cell that they led to": """
create s
access s
objref cell, connection, nobody
cell = new IntFire1()
connection = new NetCon(nobody, cell, 0, 1, 2)
finitialize(-65)
objref cell
print connection.syn()
finitialize(-65)
fadvance()
print t
""",
    "a statement at spikes ends with its connection, Vectors take what comes": """
create s
access s
insert hh
objref stimulus, connection, nobody, times
stimulus = new IClamp(0.5)
{stimulus.del = 1 stimulus.dur = 1 stimulus.amp = 1}
connection = new NetCon(&v(0.5), nobody)
connection.record("print t")
objref connection
finitialize(-65)
while (t < 5) fadvance()
times = new Vector()
connection = new NetCon(&v(0.5), nobody)
connection.record(times)
objref connection
finitialize(-65)
while (t < 5) fadvance()
print times.size()
""",
    "what plays sees its own time, and ends with the first of its Vectors": """
create s
access s
objref values, times, stimulus
proc tell() { printf("%.17g %g\\n", t, $1) }
values = new Vector(4)
values.indgen()
values.play("tell($1)", 0.13)
dt = 0.1
finitialize(-65)
while (t < 1) fadvance()
objref values
finitialize(-65)
while (t < 1) fadvance()
stimulus = new IClamp(0.5)
values = new Vector(2, 3)
times = new Vector(2)
times.x[1] = 0.5
values.play(&stimulus.amp, times)
objref times
finitialize(-65)
print stimulus.amp
""",
    "a Vector that records spikes takes its statement with it": """
create s
access s
insert hh
objref stimulus, connection, nobody, times
stimulus = new IClamp(0.5)
{stimulus.del = 1 stimulus.dur = 1 stimulus.amp = 1}
times = new Vector()
connection = new NetCon(&v(0.5), nobody)
connection.record("print t")
connection.record(times)
objref connection
finitialize(-65)
while (t < 5) fadvance()
objref times
finitialize(-65)
while (t < 5) fadvance()
""",
    "what access chose cannot be popped": """
create a, b, c
objref stimulus
c stimulus = new IClamp(0.5)
access a
access b
print stimulus.get_loc()
pop_section()
print secname()
{pop_section()}
print secname()
x = stimulus.get_loc()
{pop_section()}
print secname()
push_section("c")
print secname()
pop_section()
print secname()
""",
    "a list gives up a section once": """
create a, b
connect b(0), a(1)
objref list, other
list = new SectionList()
b { list.append() list.wholetree() list.append() }
b { print list.remove() }
list.printnames()
other = new SectionList()
b { other.append() }
print list.remove(other)
list.printnames()
""",
    "numbers of an array or a Vector become a Vector": """
objref a, b
double x[4]
x[2] = 7
a = new Vector()
a.from_double(4, &x[0]).printf()
b = new Vector()
b.from_double(2, &a.x[1]).printf()
b.from_double(1, &x[2]).printf()
""",
    "points begin with a section that is turned round": r"""
create a, b, p, q
objref c
forall { nseg = 3  L = 100  diam = 2  insert pas }
connect b(0), a(1)
connect p(0), b(0)
connect q(0), a(1)
p c = new VClamp(0)
{ c.dur[0] = 1e9 c.amp[0] = -20 }
proc show() { finitialize(-65) fadvance() fadvance()
 forall { printf("%s %.6g %.6g %.6g %.6g %.6g\n", secname(), v(0), v(.17), v(.5), v(.83), v(1)) }
 k = c.get_loc() print secname(), k pop_section() }
show()
connect b(1), q(0)
show()
connect b(1), q(1)
show()
connect b(0), q(1)
show()
""",
    "diameters are assigned before the shape of 3-D points was asked for": r"""
create s, r, q
proc show() { for (x,0) printf("%g ", diam(x))  print n3d(), diam3d(0), diam3d(n3d()-1) }
forall { pt3dadd(0, 0, 0, 5) pt3dadd(40, 0, 0, 7) pt3dadd(100, 0, 0, 5)  nseg = 5 }
s { diam(0.2:0.8) = 1:3  show() }
r { diam(0:1) = 1:3  show()  diam(0.2:0.8) += 1:1  show() }
q { show()  diam(0.1:0.6) = 2:4  show() }
""",
}


@pytest.mark.parametrize("what", SCRIPTS)
def test_prints_what_neuron_prints(neuron, ranvier, tmp_path, what):
    (tmp_path / "script.hoc").write_text(SCRIPTS[what] + "quit()\n")
    ours = ranvier.check("-nogui", "script.hoc", cwd=tmp_path, name="nrniv")
    assert ours.out == neuron.run(pathlib.Path(tmp_path / "script.hoc"))["out"]


def test_a_point_whose_segment_goes_comes_back_to_the_beginning_of_its_section(ranvier, tmp_path):
    (tmp_path / "script.hoc").write_text(
        """
create s, b, c
objref at, tip
k = 0
proc show() { finitialize(-65) fadvance()
 k = at.get_loc() print secname(), k pop_section()
 k = tip.get_loc() print secname(), k, c.v(0) == v(k) pop_section() }
{ s.nseg = 4 b.nseg = 3 c.nseg = 3 }
connect b(0), s(0.5)
connect c(0), b(1)
b at = new SEClamp(0)
c tip = new SEClamp(0)
{ at.dur1 = 9 at.amp1 = -20 tip.dur1 = 9 tip.amp1 = 10 }
s nseg = 6
s nseg = 1
show()
b disconnect()
connect b(1), s(0.3)
show()
b { delete_section() }
k = tip.get_loc()
print secname(), k
""".replace("b disconnect()", "b { disconnect() }")
    )
    out = ranvier.check("-nogui", "script.hoc", cwd=tmp_path, name="nrniv").out
    assert out.splitlines() == ["b0 ", "c0 1 ", "b1 ", "c1 0 ", "c0 "]
