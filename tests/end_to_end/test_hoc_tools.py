"""The tools of NEURON's graphical interface, loaded from session files or made by scripts: without a screen they have
the same effect on a model as in NEURON."""

import pytest

SINGLE_COMPARTMENT = r"""
objref ocbox_
{
load_file("single.hoc")
}
ocbox_ = new SingleCompartment(0)
ocbox_.inserter = new Inserter(0)
{object_push(ocbox_.inserter)}
{
mt.select("pas") i = mt.selected()
ms[i] = new MechanismStandard("pas")
ms[i].set("g_pas", 0.008, 0)
ms[i].set("e_pas", -90, 0)
mstate[i]= 0
mt.select("hh") i = mt.selected()
ms[i] = new MechanismStandard("hh")
ms[i].set("gnabar_hh", 0.11, 0)
mstate[i]= 1
maction(i)
}
{object_pop() doNotify()}
{object_push(ocbox_)}
{inserter.v1.map()}
{endbox()}
{object_pop() doNotify()}
{
ocbox_ = ocbox_.vbox
ocbox_.map("SingleCompartment", 6, 105, 91.2, 169.92)
}
objref ocbox_
proc show() { forall { print secname(), nseg, L, diam, Ra, area(0.5), ismembrane("hh"), ismembrane("pas"), gnabar_hh } print v(0.5) }
show()
tstop = 3
objref st
st = new IClamp(0.5)
{st.dur = 1 st.amp = 20}
run()
printf("%.17g\n", v(0.5))
makesinglecompartment()
show()
objref l
l = new List("SingleCompartment")
print l.count
l = new List("Inserter")
print l.count
"""

NUMERICAL_METHOD = r"""
create soma
access soma
{L = diam = 20 insert hh}
objref p, st
st = new IClamp(0.5)
{st.dur = 1 st.amp = 0.5 tstop = 3}
p = NumericalMethodPanel[0]
proc show() { printf("%s dt %g active %d daspk %d local %d method %d using %d second %d order %d\n", $s1, dt, cvode.active, cvode.use_daspk, cvode.use_local_dt, cvode.current_method, using_cvode_, secondorder, cvode.condition_order()) }
show("start")
{run() show("run")}
{dt = 0.01 cvode_active(1) show("active")}
{run() show("run")}
{cvode_active(0) show("inactive")}
{run() show("run")}
{cvode_local(1) show("local")}
{run() show("run")}
{cvode_active(1) show("active")}
{cvode_local(1) show("local")}
{cvode_local(0) show("notlocal")}
{p.dae(1) show("dae")}
{p.ode() show("ode")}
{p.fixed() show("fixed")}
{p.restore(301, 2) show("restore 301")}
{p.restore(411, 1) show("restore 411")}
{p.restore(1301, 1) show("restore 1301")}
{p.restore(1, 1) show("restore 1")}
{p.restore(201, 1) show("restore 201")}
{p.restore(1, 1) show("restore 1")}
{p.varstep(1) show("varstep")}
{run() show("run")}
{p.restore(1, 1) show("restore 1")}
{cvode.active(1) show("cvode")}
{run() show("run")}
{p.varstep(0) show("varstep0")}
{cvode.active(1) p.refresh() show("refresh")}
{object_push(p)}
{atol_ = 0.001  CVode[0].atol(atol_)
restore(1, 1)
ats("v", 10)
ats("m_hh", 0.1)
ats("Vector", -1)}
{object_pop()}
print cvode.atol, cvode.atolscale("v"), cvode.atolscale("m_hh")
show("end")
print cvode_active(), cvode_local()
"""

ATOL_TOOL = r"""
create soma, dend
access soma
{L = diam = 20 insert hh}

dend insert pas
{connect dend(0), soma(1)}
objref p, st, syn, nc, ns
st = new IClamp(0.5)
{st.dur = 1 st.amp = 0.5 tstop = 3}
syn = new ExpSyn(0.5)
ns = new NetStim()
{ns.start = 1}
nc = new NetCon(ns, syn, 0, 1, 0.01)
p = new AtolTool()
print p.states.count
for i = 0, p.states.count-1 printf("%s %g %g\n", p.states.o(i).name, p.states.o(i).scale, p.states.o(i).max)
{CVode[0].atolscale("m_hh", 0.1) p.scales()}
{p.anrun() p.pr()}
{p.rescale() p.pr()}
print CVode[0].atolscale("m_hh"), CVode[0].atolscale("ExpSyn.g"), CVode[0].atolscale("v")
{execute("original()", p) p.pr()}
NumericalMethodPanel[0].atoltool()
NumericalMethodPanel[0].atoltool_.pr()
"""

VECTOR_PLAY = r"""
objref ocbox_
create soma
access soma
{L = diam = 10 insert pas}
objref cl
cl = new IClamp(0.5)
{cl.dur = 1e9}
//Begin VectorPlay[0]
{
load_file("vplay.hoc")
}
{
ocbox_=new VectorPlay(1)
}
{object_push(ocbox_)}
vy = new Vector(4)
vx = new Vector(4)
for i=0,3 { vx.x[i]=fscan() vy.x[i]=fscan()}
0 0
1 0.1
2.5 -0.2
4 0.05
{vy.plot(g, vx)}
{sname = "IClamp[0].amp"  have_name = 1  contin = 1 con1(1)}
{object_pop()}
{
ocbox_ = ocbox_.b
ocbox_.map("VectorPlay[0]", 186, 424, 356.625, 297)
}
objref ocbox_
//End VectorPlay[0]
objref vec, trace
trace = new Vector()
vec = new Vector()
{vec.record(&cl.amp) trace.record(&v(0.5))}
run()
for i = 0, vec.size-1 printf("%.15g %.15g\n", vec.x[i], trace.x[i])
VectorPlay[0].scale(2)
run()
for i = 0, vec.size-1 printf("%.15g %.15g\n", vec.x[i], trace.x[i])
VectorPlay[0].con1(0)
print cl.amp, VectorPlay[0].oldval, VectorPlay[0].sname
run()
for i = 0, vec.size-1 printf("%.15g %.15g\n", vec.x[i], trace.x[i])
VectorPlay[0].contin = 0
VectorPlay[0].con1(1)
run()
for i = 0, vec.size-1 printf("%.15g %.15g\n", vec.x[i], trace.x[i])
makeVectorPlay()
VectorPlay[1].set_vec(VectorPlay[0].vx, VectorPlay[0].vy)
print VectorPlay[1].vx.size, VectorPlay[1].vy.x[2]
"""

FAMILY = r"""
objref ocbox_
create soma
access soma
{L = diam = 10 insert pas}
//Begin Family
{
load_file("family.hoc", "Family")
}
{
ocbox_ = new Family(0)
}
{object_push(ocbox_)}
{
xstart=1  xend=4  nstep=4  setval() build()

variable = "g_pas"
generator = "{run() print t, g_pas, v(0.5)}"
}
{object_pop()}
{
ocbox_ = ocbox_.box
ocbox_.map("Family", 1, 2, 3, 4)
}
objref ocbox_
Family[0].frun()
print g_pas
makeFamily()
print Family[1].box
n = 0
proc again() { n += 1 print g_pas  if (n == 2) execute("fstop()", Family[0]) }
{execute("generator = \"again()\"", Family[0])}
Family[0].frun()
{execute("fcontinue()", Family[0])}
{execute("slideval = .25 slcmd()", Family[0])}
"""

SHOW_MECHANISM = r"""
create soma, dend[2]
access soma
{L = diam = 20 insert hh}
for i=0,1 dend[i] { insert pas g_pas = 0.001*(i+1) nseg = 3 e_pas = -70-i}
dend[1] insert hh
dend[1].gnabar_hh = 0.3
objref mt
{load_file("showmech.hoc")}
makeshowmechanism()
mt = new MechanismType(0)
mt.select("pas")
hoc_ac_ = mt.selected()
{execute("change_mech() change_prop()", showmech)}
forall if (ismembrane("pas")) for (x) print secname(), x, g_pas(x), e_pas(x)
mt.select("hh")
hoc_ac_ = mt.selected()
{execute("change_mech() mlist.object(item).set(\"gkbar_hh\", 0.05) change_prop()", showmech)}
forall if (ismembrane("hh")) for (x) print secname(), x, gnabar_hh(x), gkbar_hh(x)
print showmech, showmech.v1
"""

ELECTRODE = r"""
objref ocbox_, l
create soma, dend
access soma
{L = diam = 20 insert hh}
{connect dend(0), soma(1)}
dend {L = 100 diam = 2 insert pas nseg = 3}
{
load_file("electrod.hoc")
}
{
ocbox_=new Electrode(0)
execute("can_locate=1 sec=\"dend\" xloc=0.25 locate(0)", ocbox_)
execute("vc.dur[0]=1 vc.amp[0]=-60", ocbox_)
execute("vc.dur[1]=2 vc.amp[1]=-51", ocbox_)
execute("vc.dur[2]=10 vc.amp[2]=-60", ocbox_)
execute("stim.del=0.1 stim.dur=0.3 stim.amp=0.2", ocbox_)
execute("vcsteps=2", ocbox_)
execute("samp=stim.amp  store_vclamp() glyph()", ocbox_)
ocbox_ = ocbox_.v1
ocbox_.map("I/V Clamp Electrode", 341, 425, 273.6, 412.8)
}
objref ocbox_
tstop = 4
proc advance() { fadvance() if (abs(t-2) < 1e-6) printf("%g %.12g %.12g %.12g\n", t, soma.v(0.5), VClamp[0].i, IClamp[0].i) }
proc place() { print Electrode[0].stim.get_loc(), secname(), Electrode[0].stim.amp, Electrode[0].vc.dur[1] pop_section() }
run()
place()
{execute("installFamily()", Electrode[0])}
run()
place()
{execute("vcincrement = 5 varyamp(1)", Electrode[0])}
{execute("varyamp(0)", Electrode[0])}
print v_init
place()
Electrode[0].installIclamp()
place()
{execute("mkgraph()", Electrode[0])}
print graphList[0].count
makeelectrode()
run()
l = new List("Electrode")
print l.count, Electrode[1].stim, Electrode[1].vc.dur[0]
{load_file("shapebox.hoc")}
makeMenuExplore()
objref p
p = new PointProcessLocator(Electrode[0].stim)
print p.st
dend {hoc_ac_ = 1 execute("move()", p)}
print p.st
p = new ShapeLocation(Electrode[0].stim)
dend {p.move(0)}
place()
makePointBrowser("IClamp")
{load_file("vecwrap.hoc") load_file("grapher.hoc")}
makeVecWrap()
makegrapher(1)
objref names
names = new List()
proc count() { l = new List($s1) print $s1, l.count }
count("MenuExplore")
count("PointProcessLocator")
count("ShapeLocation")
count("PointBrowser")
count("VecWrap")
count("Grapher")
newcommand()
count("ExecCommand")
"""

PARALLEL = r"""
create soma[3], dend
{connect dend(0), soma[2](1)}
forall { insert hh L = diam = 10 }
access soma
objref ocbox_, p
{load_file("parcom.hoc", "ParallelComputeTool")
}
{ocbox_ = ParallelComputeTool[0]}
{object_push(ocbox_)}
{change_nthread(2, 1)}
{object_pop()}
{

ocbox_.map("ParallelComputeTool[0]", 399, 8, 210.24, 248.64)
}
objref ocbox_
p = ParallelComputeTool[0]
finitialize(-65)
print p.nthread(), p.pthread(), p.nthread_, p.lb.thread_cxbal_, p.lb.npiece_, p.lb.slthread[0]
p.printpart()
soma[0] p.move2part(1)
finitialize(-65)
objref pc
pc = new ParallelContext()
for i = 0, 2 soma[i] { print secname(), pc.sec_in_thread }
{run()}
printf("%.15g %.15g\n", v(0.5), dend.v(0.5))
print p.pthread(0), p.nthread(3), p.nthread(1)
p.busywait(0)
p.showshape(1)
p.multisplit(1)
{run()}
printf("%.10g %.10g\n", v(0.5), dend.v(0.5))
p.multisplit(0)
print name_declared("LoadBalance"), name_declared("VectorStream")
objref vs
vs = new VectorStream(new Vector(3, 4))
print vs.i, vs.scanvar, vs.i, vs.vec.size
{load_file("corenrn.hoc")}
print CoreNeuronRun[0].pc
"""

GATHER = r"""
objref ocbox_, g
z = 3
//Begin GatherVec[0]
{
load_file("gatherv.hoc")
}
{
ocbox_=new GatherVec(1)
}
{object_push(ocbox_)}
{xvar = new GVItem("t")}
{listadd("z")}
{listadd("v_init")}
{xvar.v.resize(3) for i=0, 2 { xvar.v.x[i] = fscan() }}
0
2
1
{list.object(0).v.resize(3) for i=0, 2 { list.object(0).v.x[i] = fscan() }}
5
6
7
{list.object(1).v.resize(3) for i=0, 2 { list.object(1).v.x[i] = fscan() }}
-65
-66
-67
{flush()}
{object_pop()}
{
ocbox_ = ocbox_.b
ocbox_.map("GatherVec[0]", 1, 2, 3, 4)
}
objref ocbox_
g = GatherVec[0]
proc show() { print g.xvar.v.label  g.xvar.v.printf  for i = 0, g.list.count-1 { print g.list.o(i).v.label  g.list.o(i).v.printf } }
show()
t = 0.5
{execute("get_val()", g)}
show()
{execute("sort()", g)}
show()
{execute("action = 1 caction(0, 65, xvar.v, list.o(0).v)", g)}
show()
{execute("action = 3 caction(1, 65, xvar.v, list.o(0).v)", g)}
print t, z, v_init
{execute("listadd(\"tstop\")", g)}
show()
makeGatherVec()
"""

PARTITION = r"""
create a[7], z
connect z(0), a[5](1)
objref pc, sl, nil
pc = new ParallelContext()
print pc.nthread(3)
finitialize(-65)
forall print secname(), pc.sec_in_thread
print pc.thread_busywait(1), pc.thread_busywait(0), pc.thread_busywait(0)
for i = 0, 2 { sl = pc.get_partition(i)  print i  sl.printnames() }
for i = 0, 2 {
  sl = new SectionList()
  for j = 0, 6 if (j % 3 == i) a[j] sl.append()
  print pc.partition(i, sl)
}
finitialize(-65)
forall print secname(), pc.sec_in_thread
for i = 0, 2 { sl = pc.get_partition(i)  print i  sl.printnames() }
print pc.partition()
finitialize(-65)
forall print secname(), pc.sec_in_thread
print pc.nthread(2,0), pc.nthread()
finitialize(-65)
print pc.nthread(1), pc.nthread()
print pc.thread_stat()
"""

SPIKE_PLOT = r"""
{load_file("netbild.hoc")}
begintemplate Kind
public is_art
is_art = 0
proc init() { is_art = $1 }
endtemplate Kind
begintemplate Firing
public pp, connect2target
objref pp
proc init() { pp = new IntFire2() pp.ib = 2 pp.taum = $1 pp.taus = 3 }
obfunc connect2target() { localobj nc  nc = new NetCon(pp, $o1) return nc }
endtemplate Firing
begintemplate NCell
public type, real, name, index
objref type, real
proc init() { index = $1 type = new Kind($2) real = new Firing($3) }
proc name() { sprint($s1, "C%d", index) }
endtemplate NCell
begintemplate Src
public cell
objref cell
proc init() { cell = new NCell($1, $2, $3) }
endtemplate Src
begintemplate Net
public created_, sources
objref sources
proc init() { created_ = 0 sources = new List() }
endtemplate Net
objref net, sp, ocbox_, nc, rec, nil
net = new Net()
net.sources.append(new Src(0, 1, 7))
net.sources.append(new Src(1, 0, 11))
net.sources.append(new Src(2, 1, 5))
net.created_ = 1
rec = new Vector()
nc = net.sources.o(1).cell.real.connect2target(nil)
print nc.get_recordvec()
{nc.record(rec)}
print nc.get_recordvec() == rec
{ocbox_ = new SpikePlot(net,1)}
{object_push(ocbox_)}
mode = 1
fwindow = 20
binwidth = 2
build()
{g.size(0,150,0,2)}
{object_pop()}
sp = ocbox_
{
ocbox_.map("SpikePlot[0] for NetData[0]", 893, 30, 304.32, 333.12)
}
objref ocbox_
tstop = 60
run()
for i = 0, 2 { print sp.vecs[i].label, sp.vecs[i].size  sp.vecs[i].printf("%g ") }
print sp.vecs[1] == rec
print graphList[1].count
print sp.view_count
{execute("print subset_start, subset_end, y.size", sp)}
strdef cmd
for i = 2, 10 { if (i == 9) continue sprint(cmd, "pmode(%d) print mode, y.size, y.sum, y.max, y.x[1]", i) {execute(cmd, sp)} }
{execute("lsubset_start = 1 lsubset_end = 2 setSubset() pmode(5) print subset_start, subset_end, y.sum", sp)}
{execute("lsubset_start = 1 lsubset_end = 9 setSubset() print subset_start, subset_end, lsubset_end", sp)}
sp = new SpikePlot(net)
print sp.vecs[0].size
"""

MULTIPLE_RUN = r"""
objref ocbox_, f, mrf, pf
create soma
access soma
{L = diam = 20 insert hh tstop = 6}
objref st
st = new IClamp(0.5)
{st.del = 1 st.dur = 1 st.amp = 0.2}
finitialize(-65)
f = new File()
f.wopen("fit.ses.ft1")
f.printf("ParmFitness: Whole cell\n\tFitnessGenerator: first run\n\t\tRegionFitness:\tsoma.v(.5)\n\n\tFitnessGenerator: second run\n\t\tRegionFitness:\tIClamp[0].i\n\n\tParameters:\n\t\t\"soma.gl_hh(.5)\", 0.0003, 1e-05, 0.01, 1, 1\n\t\t\"IClamp[0].amp\", 0.3, 0.01, 10, 0, 0\nEnd ParmFitness\n\n")
f.close
f.wopen("fit.ses.fd1")
f.printf("RegionFitness xdat ydat boundary weight (lines=14) 2\n|soma.v(.5)|\n4\n0\n1.5\n3\n5\n-65\n-63\n-64\n-65.5\n2\n0\n5\n1\n1\n1\n")
f.printf("RegionFitness xdat ydat boundary weight (lines=14) 1\n|none|\n3\n0\n1.5\n3\n0\n0.25\n0\n2\n0\n3\n1\n1\n1\n")
f.close
{
load_file("mulfit.hoc", "MulRunFitter")
}
{
ocbox_ = new MulRunFitter(1)
}
{object_push(ocbox_)}
{
version(6)
ranfac = 2
fspec = new File("fit.ses.ft1")
fdat = new File("fit.ses.fd1")
read_data()
build()
}
{object_pop()}
{
ocbox_.map("MulRunFitter[0]", 457, 53, 360.96, 199.68)
}
objref ocbox_
mrf = MulRunFitter[0]
pf = mrf.p.pf
print pf.generatorlist.count, pf.parmlist.count
proc show() { local i localobj g, r
 for i = 0, pf.generatorlist.count-1 { g = pf.generatorlist.o(i).gen  r = g.fitnesslist.o(0)
  print g.title, r.scale, r.have_data, r.xdat.size, r.ydat.label, r.boundary.size, r.weight.x[0] }
}
show()
for i=0,1 { f = pf.generatorlist.o(i).gen.fitnesslist.o(0) print f.use_x, f.boundary.x[0], f.boundary.x[1] f.dw_.printf f.xdat_.printf f.ydat_.printf }
for i = 0, 1 printf("%.12g\n", pf.generatorlist.o(i).gen.efun())
printf("%.12g\n", mrf.p.run())
{object_push(mrf.p)}
gview()
{object_pop()}
print pf.generatorlist.o(0).gen.gview(2, "title")
"""

IMPEDANCE = r"""
create soma, dend[2]
access soma
{L = diam = 20 insert hh}
for i = 0, 1 dend[i] { L = 300 diam = 2-i nseg = 5 insert pas g_pas = 1e-4 }
{connect dend[0](0), soma(1)}
{connect dend[1](0), dend[0](0.5)}
finitialize(-65)
objref p, m, y, w, nil
y = new Vector()
proc show() { local i  for i = 0, y.size-1 printf("%.9g ", y.x[i])  printf("\n") }
{load_file("impratio.hoc") load_file("impedanx.hoc") load_file("impedanc.hoc") load_file("logax.hoc") load_file("attshape.hoc")}
p = new ImpedanceRatio()
dend[1] p.measure(0.9)
printf("%.9g %.9g %.9g\n", p.ratio(10), p.transfer(10), p.input(10))
dend[0] p.inject(0.1)
printf("%.9g %.9g %.9g\n", p.ratio(100), p.transfer(100), p.input(0))
printf("%.9g %.9g %.9g\n", p.ratio(100), p.transfer(100), p.input(0))
{execute("exchange()", p)}
printf("%.9g %.9g %.9g\n", p.ratio(100), p.transfer(100), p.input(0))
{p.style(0) p.style(2) p.style(3)}
print p.logfmin, p.logfmax, p.logres
dend[0] { hoc_ac_ = 0.7 p.move() }
printf("%.9g %.9g %.9g\n", p.ratio(100), p.transfer(100), p.input(0))
makeImpRatio()
p = new Impx()
dend[1] execute("endpath(1)", p)
{execute("freq = 50 draw()", p)}
objref l
proc sample() { local i
  l = new List("RangeVarPlot")
  for i = 0, 3 { sprint(tstr, "style(%d)", i) execute(tstr, p) l.o(l.count-1).to_vector(y) show() }
}
sample()
{execute("setdir(1)", p)}
sample()
makeImpx()
p = new LogAvsX()
proc along() { local i, j
  l = new List("RangeVarPlot")
  for i = 0, 3 { sprint(tstr, "style(%d)", i) execute(tstr, p) for j = l.count-3, l.count-1 { l.o(j).to_vector(y) print y.size, y.sum } }
}
along()
dend[1] p.measure(0.5)
{execute("freq = 20 setdir(1)", p)}
along()
makelogax()
p = new ImpShape()
{execute("print rmin, iloc, nsec", p)}
{execute("hz = 100 run() print rmin", p)}
dend[1] execute("changesec(0.9) print rmin, iloc, loc", p)
{execute("setdir(1) print rmin", p)}
makeImpShape()
proc count() { l = new List($s1) print $s1, l.count }
count("PointProcessMark")
count("ImpedanceRatio")
count("Impx")
count("LogAvsX")
count("ImpShape")
l = new List("PointProcessMark")
for i = 0, l.count-1 { print l.o(i).get_loc, secname() pop_section() }
"""

FITNESS = r"""
{load_file("mulfit.hoc")}
install_vector_fitness()
create soma
access soma
{L = diam = 20 insert hh tstop = 8}
objref st, x, y, f, c, idx, idy, dx, dy, file
st = new IClamp(0.5)
{st.del = 1 st.dur = 1 st.amp = 0.3}
x = new Vector()
y = new Vector()
finitialize(-65)
{x.record(&t) y.record(&v(0.5))}
run()
dx = new Vector()
dy = new Vector()
{dx.indgen(-1, 8, 0.5) dy = dx.c.apply("sin").mul(40).sub(20)}
dy.label("data")
print y.firstpeak, y.width(x, -20), y.width(x, 0)
idx = new Vector()
{idx.append(2, 5, 5, 9)}
idy = new Vector()
{idy.append(3, 4)}
proc show() { print f.have_data, f.tag, f.xdat.size, f.mintstop(), f.use_x printf("%.12g\n", f.efun(y, x)) }
f = new YFitness()
f.set_data(dx, dy)
f.set_modelx(idx)
show()
f.weight = 3
show()
f.clone(c)
print c.xdat_.size, c.weight
f = new XYFitness()
f.set_data(dx, dy)
f.set_modelx(idx, idy)
show()
f.xscale = 2
show()
f = new APFitness()
f.set_data(dx, dy)
f.set_modelx(idx, idy)
show()
f.peakscale = 3
f.clone(c)
print c.peakscale
show()
file = new File("f.txt")
file.wopen()
f.wfile(file)
file.close
c = new APFitness()
file.ropen()
c.rfile(file)
file.close
f = c
show()
file.wopen()
f = new YFitness()
f.set_data(dx, dy)
f.set_modelx(idx)
f.wfile(file)
file.close
f = new YFitness()
file.ropen()
f.rfile(file)
show()
print parmfitness_efun_list_.count > 3, mulfit_optimizers_.count > 0
"""

MAKE_CURVE = r"""
objref ocbox_, m, x, y
//Begin MakeCurve[0]
{
load_file("mkcurve.hoc", "MakeCurve")
}
{
ocbox_=new MakeCurve(1)
}
{object_push(ocbox_)}
{honly_=0 vonly_=0 hres_=0.2 vres_=0.01 res()}
{vx.resize(3) vy.resize(3)}
for i=0,2 { vx.x[i]=fscan() vy.x[i]=fscan()}
0 0
2 0.5
5 1
{draw() object_pop()}
{

ocbox_.map("MakeCurve[0]", 1, 2, 3, 4)
}
objref ocbox_
m = MakeCurve[0]
proc show() { m.vx.printf("%.9g ") m.vy.printf("%.9g ") }
show()
{execute("ipt = 1 setxy(1, 2.31, 0.777)", m)}
show()
{execute("setxy(1, 9, 0.2)", m)}
show()
{execute("setxy(1, -9, 0.2)", m)}
show()
{execute("rg_ = 1 setxy(1, 3.01, 0.7)", m)}
show()
x = new Vector(4)
y = new Vector(4, 2)
{x.indgen(2)}
y.label("named")
m.set(x, y)
show()
print m.vy.label
makeMakeCurve()
MakeCurve[1].vx.printf
{hoc_obj_[1] = x.c.add(1) hoc_obj_[0] = y}
{execute("from_clip()", MakeCurve[1])}
MakeCurve[1].vx.printf
"""

SCRIPTS = {
    "SingleCompartment": SINGLE_COMPARTMENT,
    "NumericalMethodPanel": NUMERICAL_METHOD,
    "AtolTool": ATOL_TOOL,
    "VectorPlay": VECTOR_PLAY,
    "Family": FAMILY,
    "ShowMechanism": SHOW_MECHANISM,
    "Electrode and choosers": ELECTRODE,
    "ParallelComputeTool": PARALLEL,
    "GatherVec": GATHER,
    "partition of threads": PARTITION,
    "SpikePlot": SPIKE_PLOT,
    "MulRunFitter": MULTIPLE_RUN,
    "impedance tools": IMPEDANCE,
    "fitness of features": FITNESS,
    "MakeCurve": MAKE_CURVE,
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_does_what_neuron_does(ranvier, neuron, tmp_path, name):
    script = '{load_file("nrngui.hoc")}\n' + SCRIPTS[name] + "\nquit()\n"
    (tmp_path / "script.hoc").write_text(script)
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out
    assert ours.splitlines() == neuron.run(script)["out"].splitlines()


FUNCTION_FITTER = r"""
{load_file("nrngui.hoc")}
{load_file("funfit.hoc")}
makefitter()
objref f, x, y
x = new Vector()
y = new Vector()
{x.append(0, 1, 2, 4, 5, 8)  y.append(1, 3, 4, 4.5, 7, 8)}
f = FunctionFitter[0]
f.set_datavec(x, y)
{execute("init_weights(1) linear() fit_data2()", f)}
{printf("\nFOUND %.12g %.12g\n", f.args.x[0], f.args.x[1])}
{y.copy(x).mul(-0.3).apply("exp").mul(7)}
f.set_datavec(x, y)
{execute("expon(1) fit_data2()", f)}
{printf("\nFOUND %.12g %.12g\n", f.args.x[0], f.args.x[1])}
quit()
"""


def test_function_fitter_finds_line_and_decay(ranvier, tmp_path):
    """Without a screen, NEURON's FunctionFitter cannot be made; the least squares of a line have a closed form. The last
    point of the only region is left out, because the region ends there."""
    (tmp_path / "script.hoc").write_text(FUNCTION_FITTER)
    out = ranvier.check("--quiet", "script.hoc", cwd=tmp_path).out
    line, decay = (
        [float(word) for word in found.split()[1:]] for found in out.splitlines() if found.startswith("FOUND")
    )
    x, y = [0, 1, 2, 4, 5], [1, 3, 4, 4.5, 7]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    slope = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / sum((a - mean_x) ** 2 for a in x)
    assert line == pytest.approx([slope, mean_y - slope * mean_x], rel=1e-4)
    assert decay == pytest.approx([7, 0.3], rel=1e-3)
