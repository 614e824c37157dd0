"""The tools of NEURON's graphical interface, loaded from session files or made by scripts: without a screen they have
the same effect on a model as in NEURON."""

import pytest

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


SCRIPTS = {
    "VectorPlay": VECTOR_PLAY,
    "GatherVec": GATHER,
    "SpikePlot": SPIKE_PLOT,
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
