"""Special cases of the language in which scripts depend on NEURON's behavior: each script prints the same under "
"NEURON."""

import pytest

SCRIPTS = {
    "an index from -1 to 0 stands for element 0": """
double x[5], y[2][3]
objref e[2], grid[2][2], w, m
for i = 0, 4 x[i] = 10 + i
w = new Vector(3)
{w.indgen(7, 1)}
j = -1
print x[j], x[-.5], x[j + 1e-12], w.x[j], w.x[-.3], e[j], execute1("print x[-1.001]", 0), execute1("print w.x[-2]", 0)
x[-1] = 77
x[-1] += 2
y[-1][-1] = 5
w.x[-1] *= 3
e[-1] = w
e[-1].x[-1] += 1
grid[1][-1] = w
print x[0], y[0][0], w.x[0], e[0], grid[1][0], grid[1][-1].x[-1]
m = new Matrix(2, 2)
m.x[-1][0] = 4
print m.x[0][0], m.x[-1][-1]
proc pointed() { $&1[-1] = 6 }
pointed(&x)
pointed(&w.x[-1])
print x[0], w.x[0]
begintemplate T
public d, o
double d[3]
objref o[2]
proc init() { d[-1] = 3  o[-1] = new Vector(4) }
endtemplate T
objref tt
tt = new T()
print tt.d[-1], tt.o[-1].size()
tt.d[-1] = 4
print tt.d[0]
create soma, dend[3]
connect dend[-1](0), soma(1)
dend[-1] { insert extracellular  print secname() }
dend[-1].L = 33
dend[0].xraxial[-1] = 12
dend[0] print L, xraxial[-1], xraxial[0], execute1("print xraxial[-2]", 0)
print w.get(0), execute1("print w.get(-1)", 0), execute1("dend[-1.5] L = 1", 0), execute1("print e[-2]", 0)
""",
    "sections may have any number of indices": """
create d[2][3]
topology()
forall print secname()
d[1][2] L = 7
d { print secname() }
print d[1][2].L, d[0][1].L, execute1("print d[1].L", 0), execute1("print d[1][3].L", 0)
begintemplate T
public d
create d[1][1]
proc init() { create d[$1][2] }
endtemplate T
objref o
o = new T(2)
forall print secname()
print o.d[1][1].L, section_exists("d[2]"), section_exists("d", 1), section_exists("e")
create d
forall print secname()
""",
    "forsec and issection match whole names, and < > enclose a set": """
create soma, axon, dend[12], ab, ba
forsec "a|b" print secname()
forsec "dend[1]" print 1, secname()
forsec "dend.<2-4>" print 2, secname()
forsec "^s" print 3, secname()
forsec "a$" print 4, secname()
dend[3] print issection("dend"), issection("dend.*"), issection("dend.<2-4>.")
dend[3] ifsec "3" print "three"
begintemplate T
public dend, go
create soma, dend[2]
proc go() { forsec "dend" print secname()  forsec "T" print "all", secname()  soma ifsec "T" print "mine" }
endtemplate T
objref tt[2]
for i = 0, 1 tt[i] = new T()
tt[1].go()
""",
    "what has no indices, too many, or the wrong brackets is refused": """
objref vec, m, f
vec = new Vector(5)
vec.x(3) = 25
m = new Matrix(3, 4)
m.x(1, 2) = 8
print vec.x(3), m.x[1][2], execute1("vec.x = 3", 0), execute1("print vec.x", 0), execute1("m.x = 1", 0)
print execute1("m.x(1,2,3) = 1", 0), execute1("m.x[1][2][3] = 1", 0)
begintemplate Foo
public y, made, x
double y[5], x[2][2]
obfunc made() { localobj list  list = new List()  for i = 0, $1 { list.append(new Vector(i)) }  return list }
i = 0
endtemplate Foo
f = new Foo()
print f.made(4).o(2).size(), f.made[4].o[2].size()
f.y(1) = 1
print f.y[1], execute1("f.y(1,1) = 1", 0), execute1("f.x(1,1) = 1", 0)
""",
    "a difference that begins with an object prints nothing": """
objref vec
vec = new Vector(3, 2)
vec.sum() - 4
vec.sum() + 4
vec.x[0] * 2 - 1
(vec.sum() - 4)
vec.c.size() - vec.sum()
-vec.sum() - 4
""",
    "the end of the text differs from text that does not match": """
strdef s
x = 7
print sscanf("", "%d", &x), sscanf("a", "%d", &x), sscanf(" ", "%d", &x), sscanf("5", "%d%s", &x, s), sscanf("a", "a%d", &x), x
""",
    "an executed text means what its names mean then": """
proc go() { print execute1("y = y + 1"), y }
y = 1
go()
go()
double y[2]
y[0] = 5
{execute("print y[0]")}
for i = 0, 2 { execute("print i, y[0]") }
func f() { return 1 }
for i = 0, 1 { execute("print f()") }
func f() { return 2 }
{execute("print f()")}
begintemplate T
public p
proc init() { p = $1 }
endtemplate T
objref o[2]
for i = 0, 1 o[i] = new T(i)
for i = 0, 1 { execute("p = p + 10", o[i]) }
print o[0].p, o[1].p
{execute("p = 3")}
print p, o[0].p
""",
    "template within a template": """
begintemplate Outer
public list, add, x, y
objref list
begintemplate Inner
public v, twice
proc init() { v = $1 }
func twice() { return 2*v }
endtemplate Inner
proc init() { list = new List() x = 3 y = 4 }
proc add() { list.append(new Inner($1)) }
endtemplate Outer
objref o
o = new Outer()
{o.add(5) o.add(7)}
print o.list.o(1).twice(), o.list.o(0), o.x, o.y
quit()
""",
    "sscanf in single and double precision": r"""
x = 0
y = 0
print sscanf("0.3 0.7", "%g %lf", &x, &y)
{printf("%.17g %.17g\n", x, y)}
print sscanf("0.3 1e-3", "%f %le", &x, &y)
{printf("%.17g %.17g\n", x, y)}
quit()
""",
    "public names hide built-in ones": """
begintemplate A
public v, L, t, dt
proc init() { v = 5  L = 6  t = 7 dt = 9 }
endtemplate A
objref a
a = new A()
print a.v, a.L, a.t, t, a.dt, dt
quit()
""",
    "what waits with a statement does not keep its object alive": """
{load_file("stdrun.hoc")}
begintemplate Clock
public name, fih, later, follow
objref fih, this
strdef name
external cvode
proc init() {
    name = $s1
    fih = new FInitializeHandler("start()", this)
}
proc start() { print "start ", name }
proc tick() { print "tick ", name, t }
proc follow() { $o1.record("tick()") }
proc later() { cvode.event($1, "tick()") }
endtemplate Clock
objref a, b, h, source, links[2], nil
a = new Clock("a")
b = new Clock("b")
source = new NetStim()
{source.start = 1 source.number = 3 source.interval = 2}
for i = 0, 1 links[i] = new NetCon(source, nil)
{a.follow(links[0]) b.follow(links[1])}
h = new FInitializeHandler(0, "print 1")
h.allprint()
finitialize()
{a.later(2.5) b.later(4.5)}
while (t < 2) fadvance()
objref a
while (t < 6) fadvance()
h.allprint()
finitialize()
quit()
""",
    "an object whose member was an argument goes with its last reference": """
begintemplate A
public next, x
objref next
proc init() { x = $1 }
proc unref() { if ($1 == 0) print "gone ", x }
endtemplate A
objref a
func kind() { return argtype(1) }
a = new A(1)
print kind(a.next)
a = new A(2)
if (kind(a.next) == 1) { print "if" }
a = new A(3)
if (kind(a.next) < 2) { print "less" }
a = new A(4)
i = 0
while (kind(a.next) + i < 3) { i += 1 }
a = new A(5)
for i = kind(a.next), 2 { print i }
a = new A(6)
print object_id(a.next)
objref a
print "end"
quit()
""",
    "sscanf of texts that end early": """
x = 0
strdef s, u
print sscanf("", "%d", &x), sscanf("x", "%*s %s %s", s, u), sscanf("a b", "%*s %*s %s", s), sscanf("x", "x %d", &x)
print sscanf("y", "x %d", &x), sscanf("3", "%d %s", &x, s), sscanf("abc", "%d", &x), sscanf("x 1", "%*s %d %d", &x, &x)
quit()
""",
    "logarithms of 0": """
print log(0), log10(0), execute1("x = log(0)", 0), execute1("x = log(-1)", 0)
quit()
""",
    "properties of sections as names and as ions have them": """
create a
access a
print name_declared("L"), name_declared("Ra"), name_declared("nseg"), name_declared("rallbranch"), name_declared("diam")
insert hh
insert na_ion
nai = 12
{printf("%.17g %.17g %.17g %.17g\\n", nernst("ena"), nernst("nai"), nernst("nao", 0.3), nernst("ek"))}
ena = 40
{printf("%.17g %.17g %.17g\\n", nernst("nai"), nernst("nao", 1), nernst(10, 100, 2))}
print execute1("print nernst(\\"v\\")", 0), execute1("print nernst(\\"ena\\", 2)", 0)
quit()
""",
    "a length is what was set until it is used": """
create a
access a
{pt3dadd(0, 0, 0, 1) print L}
{pt3dadd(0, 0, 0, 1) print L  x = area(0.5)  print L}
{pt3dclear() pt3dadd(0, 0, 0, 5.43) pt3dadd(11.8, 0, 0, 5.44) pt3dadd(83.3, -3, 0, 3.36)}
{L = 230 printf("%.17g ", L)  x = area(0.5)  printf("%.17g %.17g\\n", L, arc3d(2))}
quit()
""",
    "numbers of Lists behind the standard run": """
{load_file("stdrun.hoc")}
objref l
l = new List()
print l
quit()
""",
    "psection names what the first segment has in the order in which it was made": """
create a, b
a { insert na_ion insert hh insert pas }
a psection()
a { nseg = 3 psection() }
a { nseg = 5 psection() }
a { nseg = 2 psection() }
a { insert extracellular psection() }
a { nseg = 7 uninsert pas psection() }
b { insert k_ion nseg = 2 insert hh nseg = 4 insert pas nseg = 8 psection() }
connect b(1), a(0.5)
b psection()
b { nseg = 3 psection() }
b { nseg *= 3 psection() }
quit()
""",
    "an operator without a position changes each segment": """
create b
b { nseg = 3 insert pas }
b for (x, 0) cm(x) = 1 + x
b { cm *= 0.857 print cm }
b.cm += 1
b for (x) print cm(x)
b for (x, 0) g_pas(x) = x
b.g_pas *= 2
b for (x) print g_pas(x)
b { v(0) = 1 v(1) = 5 v(0.5) = 3 v += 1 }
b for (x) print v(x)
b { diam(0:1) = 1:4 diam *= 2 }
b.diam -= 1
b for (x) print diam(x)
b { L *= 2 nseg += 2 print L, nseg, (Ra /= 2), (cm *= 2) }
quit()
""",
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_prints_what_neuron_prints(neuron, ranvier, tmp_path, name):
    (tmp_path / "script.hoc").write_text(SCRIPTS[name])
    ours = ranvier.run("-nogui", "script.hoc", cwd=tmp_path, name="nrniv")
    assert ours.status == 0, ours.err
    assert ours.out == neuron.run(SCRIPTS[name])["out"]


def test_an_index_below_0_is_named_once(ranvier, tmp_path):
    lines = ["double x[3]", "objref w", "w = new Vector(3)", "for i = 0, 2 x[0] += w.x[i - 1]", "print x[-1]"]
    (tmp_path / "script.hoc").write_text("\n".join(lines) + "\n")
    outcome = ranvier.check("--quiet", "script.hoc", cwd=tmp_path)
    warnings = [line for line in outcome.err.splitlines() if "stands for element 0" in line]
    assert len(warnings) == 1 and warnings[0].startswith("script.hoc:4:") and "index -1" in warnings[0], outcome
