"""Idioms of published models that are rarely documented: each script prints the same under NEURON."""

import pathlib

import pytest

SCRIPTS = {
    "GLOBALs are left by the last instance in NEURON's order": """
begintemplate Cell
public soma, near, far
create soma, near, far
proc init() {
    connect near(0), soma(1)
    connect far(0), soma(.5)
    forall {L = 100 diam = 2 insert pas e_pas = -65 insert lastone}
    near.nseg = $1
    far.nseg = 3
    soma.L = 20
}
endtemplate Cell
objref cells[4], stims[4]
for i = 0, 3 {
    cells[i] = new Cell(9 - 2*i)
    cells[i].near stims[i] = new IClamp(.9)
    {stims[i].dur = 9 stims[i].amp = .1 + i/20}
}
proc look() {
    finitialize(-65)
    for i = 0, 40 fadvance()
    print inf_lastone
    forall print v, h_lastone
}
look()
look()
""",
    "a PROCEDURE with draws may set the current": """
create a
access a
{L = 20 diam = 20 insert pas e_pas = -65 insert stray}
finitialize(-65)
for i = 0, 4 {
    fadvance()
    print v
}
""",
    "equations without a METHOD are for variable steps alone": """
{load_file("stdrun.hoc")}
create a
access a
{L = 20 diam = 20 insert pas e_pas = -65 insert still}
objref cvode
cvode = new CVode()
tstop = 3
for i = 0, 1 {
    cvode.active(i)
    run()
    print v, m_still, h_still, seen_still > 10
}
""",
    "a point process with x and no NET_RECEIVE is a source": """
{load_file("stdrun.hoc")}
create a
access a
{insert hh}
objref pacer, syn, direct, watching, cvode, spikes, later
pacer = new Pacer(.5)
syn = new ExpSyn(.5)
direct = new NetCon(pacer, syn)
print direct.threshold, direct.pre, direct.precell, direct.x
watching = new NetCon(&pacer.x, syn)
watching.threshold = .25
{direct.delay = 1 direct.weight = .01}
print direct.threshold, watching.pre, direct.valid()
spikes = new Vector()
{direct.record(spikes)}
cvode = new CVode()
tstop = 20
for i = 0, 1 {
    cvode.active(i)
    run()
    print spikes.size, syn.g > 0
    for j = 0, spikes.size - 1 printf("%.4f ", spikes.x[j])
    print ""
}
objref pacer
print direct.valid()
objref watching
later = new Pacer(.5)
direct = new NetCon(later, syn, 0, 2, .5)
cvode.active(0)
{direct.record(spikes)}
run()
print spikes.size
""",
    "METHOD cvode_t acts before the currents": """
{load_file("stdrun.hoc")}
create a
access a
{L = 20 diam = 20 insert pas e_pas = -65}
objref pushed, cvode
pushed = new Pushed(.5)
cvode = new CVode()
tstop = 5
proc look() {
    run()
    printf("%.1f %.1f %g %g\\n", t, v, pushed.i, pushed.on)
}
look()
cvode.active(1)
look()
tstop = 2.5
look()
cvode.active(0)
look()
""",
    "break and continue outside of loops stop what runs": """
proc p() {
    print "p"
    if ($1) { break } else { print "else" }
    print "rest"
}
proc q() {
    p($1)
    if ($1) continue
    print "q"
}
p(0)
p(1)
{p(1) print "behind"}
print "next"
q(0)
q(1)
break
print "end"
if (1) { continue }
for i = 0, 2 { if (i == 1) { continue } print i }
""",
    "the old stimuli are in no list of mechanisms": """
create a
access a
objref types
types = new MechanismType(1)
before = types.count
{fstim(1)}
{fstim(0, .5, 1, 2, .1)}
{fsyn(1)}
{fsyn(0, .5, 1, 1, .1, 0)}
types = new MechanismType(1)
print types.count - before
""",
    "a section's length may be set to nothing": """
create a, b, c
access a
b { L = 10 diam = 2 nseg = 3 }
connect a(1), b(0)
connect c(0), a(0)
L = 0
print L
print area(.5), L
a { nseg = 3 insert pas }
b.L = -2
print b.L
{finitialize(-65)}
forall { print secname(), L }
forall for (x) print x, area(x), ri(x), v(x)
c { L = 7 diam = 3 }
forall for (x) print x, area(x), ri(x), v(x)
""",
    "a Vector leaves its former record or play when another begins": """
{load_file("stdrun.hoc")}
create soma, dend
access soma
forall insert pas
objref c, a, b, times, at
c = new CVode()
a = new Vector(4, 1)
b = new Vector()
times = new Vector()
at = new Vector(4)
{at.indgen(1)}
x = 0
proc go() {
    stdinit()
    continuerun(1)
    print a.size, b.size, times.size, at.size, x
}
{a.play(&x, at)}
{a.record(&soma.v(.5))}
go()
{b.record(&t, at)}
{at.record(&dend.v(.5))}
go()
{at.play_remove()}
{a.record(&soma.v(.5), .5)}
soma c.record(&soma.v(.5), a, times)
go()
soma c.record(&soma.v(.5), b, times)
go()
{times.record(&t, .5)}
go()
{c.record_remove(a)}
{a.resize(0)}
go()
soma c.record(&soma.v(.5), a, times)
{a.play_remove()}
{a.resize(0)}
go()
{times.play_remove()}
{times.resize(0)}
go()
soma c.record(&soma.v(.5), a, times)
dend c.record(&dend.v(.5), times, b)
go()
print times.x[2]
{c.active(1)}
go()
""",
    "what follows a section and a number does not belong to the section": """
create soma, axon
axon (3)
axon 4
axon "text"
{axon (5) print secname()}
{axon -6 print secname()}
{axon sin(0) print secname()}
proc connects() { soma(.3) connect axon(0), 1 }
connects()
access axon
print parent_connection()
""",
    "an object may call itself this": """
begintemplate Known
public x, name_itself
objref this
proc init() { x = 3 }
proc name_itself() { this = $o1 }
endtemplate Known
objref known
known = new Known()
known.name_itself(known)
print known, known.x
""",
    "name_declared knows what each section has": """
create soma
access soma
insert hh
double many[2]
one = 1
for i = 0, 2 { if (i != 1) {
    print name_declared("nseg", i), name_declared("L", i), name_declared("Ra", i), name_declared("rallbranch", i), \\
        name_declared("diam", i), name_declared("gnabar_hh", i), name_declared("many", i), name_declared("one", i)
} }
""",
    "a Vector may be shorter than the row that it goes into": """
objref m, w
m = new Matrix(3, 4)
w = new Vector(2)
{w.indgen(1, 1)}
{m.setrow(1, w)}
{m.setcol(3, w)}
{m.printf}
{m.setdiag(0, w)}
{m.setdiag(2, w)}
{m.setdiag(-1, w)}
{m.printf}
{w.resize(5)}
print execute1("m.setrow(0, w)", 0), execute1("m.setcol(0, w)", 0), execute1("m.setdiag(0, w)", 0)
""",
    "instances that share a stream of random numbers take turns in the order of nodes": """
{load_file("stdrun.hoc")}
create branch[4], soma, other, twig[2]
objref draws
draws = new List()
forall nseg = 3
connect branch[0](0), soma(1)
connect branch[1](0), branch[0](1)
connect branch[2](0), branch[0](1)
connect branch[3](0), soma(0)
connect twig[0](0), other(.5)
connect twig[1](0), other(.5)
forall { for (x) draws.append(new Draws(x)) }
forall draws.append(new Draws(.5))
access soma
tstop = 1
run()
for i = 0, draws.count - 1 print draws.o(i).at_start, draws.o(i).latest, draws.o(i).next
""",
    "a mechanism may change the threshold of a NetCon": """
{load_file("stdrun.hoc")}
create soma
access soma
insert hh
objref stimulus, adapt, netcon, nothing, times
stimulus = new IClamp(.5)
stimulus.dur = 1e9
stimulus.amp = .1 * area(.5) / 1000
adapt = new Adapt(.5)
netcon = new NetCon(&v(.5), nothing, 5, 1, 0)
setpointer adapt.level, netcon.threshold
times = new Vector()
{netcon.record(times)}
tstop = 200
run()
print netcon.threshold, times.size
{times.printf}
netcon.threshold = 3
print adapt.level, netcon.threshold
adapt.level = 4
print netcon.threshold
{cvode.active(1)}
{cvode.condition_order(2)}
run()
print times.size
""",
    "finitialize runs its handlers' statements at the top level": """
g = 50
begintemplate Handled
public g, begin
objref this, at_top, in_object
strdef text
proc init() {
    g = 1
    sprint(text, "%s.g = %s.g + 5", this, this)
    at_top = new FInitializeHandler(0, text)
    in_object = new FInitializeHandler("g = g + 10", this)
}
proc begin() { finitialize(-65) }
endtemplate Handled
objref handled, counting
create soma
handled = new Handled()
counting = new FInitializeHandler("g = g + 100")
{finitialize(-65)}
print handled.g, g
{handled.begin()}
print handled.g, g
""",
    "what $s1 is passed to may change it, also if it began as a literal": """
objref functions
strdef text
functions = new StringFunctions()
proc inner() {
    functions.right($s1, 1)
    print $s1
}
proc outer() {
    functions.left($s1, 3)
    print $s1
    inner($s1)
    print $s1
    $s1 = "again"
    inner($s1)
    print $s1
}
outer("abcdef")
text = "mnopqr"
outer(text)
print text
""",
    "a potential beyond the section is that of its end": """
create s
access s
nseg = 3
insert pas
insert extracellular
objref beyond, nothing, netcon
beyond = new Vector()
{beyond.record(&v(8))}
netcon = new NetCon(&v(1.5), nothing)
print netcon.preloc()
{pop_section()}
{finitialize(-60)}
v(1) = 3
v(-2) = 5
vext(1.1) = 2
print v(7), v(0), v(-1e9), vext(1), vext(9), vext[0](-1)
{fadvance()}
print beyond.x[1], v(1)
print execute1("x = g_pas(8)", 0), execute1("x = diam(-1)", 0)
""",
    "an array of objects in a template may be declared without size for a time": """
begintemplate Leveled
public level, forget, remember
objref level[4]
proc init() {
    objref level
    remember(3)
}
proc forget() { objref level }
proc remember() {
    objref level[$1]
    for i = 0, $1 - 1 level[i] = new Vector(i + 1)
}
endtemplate Leveled
objref one, other
one = new Leveled()
other = new Leveled()
print one.level[2].size, other.level[1].size
{one.forget()}
print one.level
{one.remember(2)}
print one.level[1].size
""",
    "diameters along a section of 3-d points": """
create tapered, uneven
proc show() {
    printf("%s %d %g:", secname(), n3d(), L)
    for (x) printf(" %.10g", diam(x))
    printf(" | %.10g %.10g\\n", diam3d(0), diam3d(n3d() - 1))
}
proc points() {
    pt3dclear()
    pt3dadd(0, 0, 0, 20)
    pt3dadd(0, -100, 0, 10)
}
tapered { points() nseg = 5 L = 10 diam(0:1) = 4:1 show() }
uneven { points() nseg = 4 x = diam(.5) diam(0:1) = 1:7 show() }
""",
    "nernst of a name takes the section's ion": """
create soma
access soma
nseg = 3
insert hh
{ion_register("zero", 0)}
insert zero_ion
celsius = 20
{finitialize(-65)}
nai(.5) = 7
print nernst("ena"), nernst("nai"), nernst("nao"), nernst("ek", .1), nernst("ena", .9), nernst(5, 140, 1)
ena = 33
print nernst("nai", .9), nernst("nao", .1), nernst("ezero"), nernst("zeroi"), nernst("zeroo")
""",
    "a run that changes to algebraic equations continues": """
{load_file("stdrun.hoc")}
create s
s insert extracellular
{finitialize(-65)}
t = 5
{cvode.active(1)}
print t
{cvode.active(0)}
s insert pas
t = 5
{cvode.active(1)}
print t
""",
    "a solver of algebraic equations begins at 0 ms where sections have changed": """
{load_file("stdrun.hoc")}
create s
s insert extracellular
t = 5
{cvode.active(1)}
print t
t = 5
{cvode.use_daspk(1)}
print t
s uninsert extracellular
{cvode.use_daspk(0)}
{cvode.active(0)}
t = 5
{cvode.use_daspk(1)}
print t
t = 5
{cvode.active(1)}
print t
""",
    "sscanf reads %f in single precision, as C does": """
x = 0
y = 0
z = 0
print sscanf("7.05806 1.3 2.7", "%f %e %lf", &x, &y, &z)
{printf("%.17g %.17g %.17g\\n", x, y, z)}
print sscanf("0.1 1e-50 1.3", "%lg %g %3f", &x, &y, &z)
{printf("%.17g %.17g %.17g\\n", x, y, z)}
""",
    "what every section has may be inserted; a library that is not there leaves what is; a comment may end with the file": """
create s
access s
cm = 2
insert capacitance
insert morphology
print cm, ismembrane("capacitance"), ismembrane("morphology")
print nrn_load_dll("no/such/library.so")
print "on"
/* the rest
print "off"
""",
    "a channel of the channel builder is a mechanism wherever it is named": """
objref ks, standard
{ks = new KSChan(0)}
{ks.name("leaky") ks.ion("NonSpecific") ks.iv_type(0) ks.gmax(0.001)}
create s
access s
print ismembrane("leaky")
standard = new MechanismStandard("leaky")
print standard.count()
""",
    "lists of a tree go level by level": """
create soma, a,b,c,d,e,f,g,h,i
connect a(0), soma(1)
connect b(0), soma(0.3)
connect c(1), a(1)
connect d(1), a(0.5)
connect e(0), soma(0)
connect f(0), e(0.7)
connect g(0), c(0)
connect h(0), d(0.41)
connect i(1), e(0)
objref l
proc p() {
l = new SectionList()
soma l.wholetree()
forsec l printf("%s ", secname())
print ""
l = new SectionList()
soma l.subtree()
forsec l printf("%s ", secname())
print ""
l = new SectionList()
soma l.children()
forsec l printf("%s ", secname())
print ""
}
p()
p()
finitialize()
p()
""",
    "a template's own statements act on its own sections until its end": """
begintemplate A
public soma, x, d, l
objref l
create soma[1]
soma { nseg = 3 L = 55 insert hh }
x = 3
double d[2]
d[1] = 5
l = new List()
print x, d[1], l
forall print secname(), " ", nseg
proc init() {
    print x, d[1], l
    soma print secname(), nseg, L
}
endtemplate A
forall print secname()
objref a
a = new A()
forall print secname(), " ", nseg
strdef s
a.soma { sectionname(s) }
print s
""",
    "without an accessed section it is the first": """
create a, b
print secname()
b { print secname() }
print secname()
access b
print secname()
delete_section()
print secname()
create c
c delete_section()
print secname()
a delete_section()
create d,e
e print secname()
print secname()
objref st
st = new IClamp(.5)
d { disconnect() }
print v
""",
    "behind an object the position may be left out, which means the middle": """
begintemplate Cell
public soma
create soma
soma nseg = 3
proc init() { soma nseg = 3 }
endtemplate Cell
objref cell[2], w
for i = 0, 1 cell[i] = new Cell()
cell[1].soma w = new Watch(.5)
setpointer w.at, cell[0].soma.v
finitialize(-65)
cell[0].soma.v(.5) = -33
cell[0].soma.v(.2) = 10
fcurrent()
print w.seen
""",
    "the main menu brings a PWManager": """
{load_file("nrngui.hoc")}
print PWManager[0].count, PWManager[0], WindowMenu[0].pwm
""",
}
for path in sorted((pathlib.Path(__file__).parent / "scripts").glob("*.hoc")):
    SCRIPTS[path.stem] = path.read_text()

MECHANISMS = pathlib.Path(__file__).parent / "mods" / "published"


@pytest.fixture(scope="module")
def mechanisms(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mechanisms")
    for path in MECHANISMS.glob("*.mod"):
        (folder / path.name).write_text(path.read_text())
    return folder


@pytest.mark.parametrize("name", SCRIPTS)
def test_prints_what_neuron_prints(ranvier, neuron, mechanisms, name):
    (mechanisms / "script.hoc").write_text(SCRIPTS[name])
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=mechanisms)
    assert ours.out == neuron.run(SCRIPTS[name], mods=sorted(mechanisms.glob("*.mod")))["out"]
