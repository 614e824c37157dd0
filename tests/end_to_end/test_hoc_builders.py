"""Cell builder, net builder, points of files, clipboard, menus and thresholds: what session files and scripts do with them has
the same effect as in NEURON."""

import pytest

CELL_BUILDER = r"""
objref ocbox_, tobj, nil
{load_file("celbild.hoc", "CellBuild")}
{ocbox_ = new CellBuild(1)}
{object_push(ocbox_)}
{
version(5.7)
continuous = 1
}
{object_push(topol)}
{
first = 0
slist.remove_all()
sname = "dend"
objref tobj
}
{
tobj = new CellBuildSection("soma",0, 0, tobj, 0) slist.append(tobj)
  tobj.position(0,0,15,0) tobj.lx=7.5 tobj.ly=0 tobj.i3d=0
tobj = new CellBuildSection("dend",0, 0, tobj, 1) slist.append(tobj)
tobj.parent=slist.object(0)
  tobj.position(15,0,90,20) tobj.lx=50 tobj.ly=8 tobj.i3d=0
tobj = new CellBuildSection("axon",0, 0, tobj, 0) slist.append(tobj)
tobj.parent=slist.object(0)
  tobj.position(3,3,-80,-15) tobj.lx=-40 tobj.ly=-5 tobj.i3d=0
tobj = new CellBuildSection("dend",0, 0, tobj, 0.5) slist.append(tobj)
tobj.parent=slist.object(1)
  tobj.position(1,1,60,75) tobj.lx=55 tobj.ly=40 tobj.i3d=3
  tobj.logstyle(52.5, 10, 0)
all_init()
}
for i=0, slist.count-1 {slist.object(i).rdses()}
52.5 10 0 2
55 40 1 1.5
60 75 3 1
{object_pop()}
{
}
{object_push(subsets)}
{first = 0}
{ tobj = snlist.object(0)}
{tobj = new SNList("dends") snlist.append(tobj)}
{tobj.add(bild.topol.slist.object(1)) tobj.add(bild.topol.slist.object(3)) tobj.add(bild.topol.slist.object(3))}
{consist()}
{object_pop()}
{object_push(geom)}
{
first = 0
tobj = new GeoSpec(4)
tobj.value = 30
bild.topol.slist.object(2).geo.append(tobj)
set_default()
}
{object_pop()}
{object_push(memb)}
{first=0}
{
tobj = new MechanismStandard("pas")
tobj.set("g_pas", 0.002, 0)
tobj.set("e_pas", -70, 0)
tobj = new MStanWrap(tobj, 1)
bild.subsets.snlist.object(1).ml.append(tobj)
}
{object_pop()}
{object_push(manage)}
{
first = 0
classname = "Cell"
etop=1 esub=1 egeom=1 emem=1
itop=1 isub=0 igeom=0 imem=0
output_index = 0  output_x = 1
thresh = 10
}
{object_pop()}
{cexport()}
{object_pop()}
proc show() { local i
    forall {
        print secname(), n3d(), nseg, ismembrane("pas"), parent_connection(), section_orientation()
        for i = 0, n3d() - 1 printf("%g %g %g %g\n", x3d(i), y3d(i), z3d(i), diam3d(i))
    }
}
show()
objref s, c
for i = 0, 3 {
    s = ocbox_.topol.slist.object(i)
    print s.name_, s.id, s.id_, s.unique_name_index, s.x0, s.y0, s.x1, s.y1, s.lx, s.ly, s.sets.count
}
{s.clone(c)}
print c.name_, c.x0, c.y0, c.lx, c.ly, c.i3d, c.sets == s.sets, c.p3d == s.p3d, c.logpt == s.logpt, c.parent == s.parent
for i = 0, 2 print c.p3d.x.x[i], c.p3d.y.x[i], c.p3d.z.x[i], c.p3d.d.x[i], c.logpt.x[i]
print ocbox_.subsets.snlist.object(1).list.count
forsec dends print secname()
"""

SECTIONS_OF_FILES = r"""
{load_file("import3d.hoc")}
objref sec, x, y, z, d, m, mean
x = new Vector()
y = new Vector()
z = new Vector()
d = new Vector()
for i = 0, 11 {
    x.append(10 + 5*cos(i*PI/6))
    y.append(-3 + 4*sin(i*PI/6) + .1*i)
    z.append(i/7)
    d.append(1 + i/10)
}
sec = new Import3d_Section(5, 12)
{sec.append(0, 0, 12, x, y, z, d)}
proc show() { local k
    print sec.id, sec.raw.nrow, sec.raw.ncol, sec.d.size
    for k = 0, sec.raw.ncol - 1 printf("%.17g %.17g %.17g %.17g\n", sec.raw.x[0][k], sec.raw.x[1][k], sec.raw.x[2][k], sec.d.x[k])
}
show()
width = 0
m = sec.approximate_contour_by_circle(&width)
printf("%.17g %.17g %.17g %.17g\n", m.x[0], m.x[1], m.x[2], width)
{sec.insrt(0, 1, 2, 3, 4)}
{sec.insrt(5, 5, 6, 7, 8)}
{sec.insrt(14, 9, 10, 11, 12)}
{sec.set_pt(3, -1, -2, -3, -4)}
show()
"""

CLIPBOARD = r"""
objref x, y, nil, file
x = new Vector()
y = new Vector()
{x.indgen(0, 4, .5) y = x.c.mul(x)}
{clipboard_set(x, y)}
{x.resize(0) y.resize(0)}
{clipboard_get(x, y)}
{x.printf y.printf}
file = new File()
{file.wopen("clip.dat") file.printf("label:squares\n3\n0\t0\n.5\t.25\n1\t1\n") file.close()}
{clipboard_retrieve("clip.dat")}
print hoc_obj_[0].label
{hoc_obj_[1].printf hoc_obj_[0].printf}
k = 0
for case (&k, 3, 1, 4) print k
{newcommand("print 6*7")}
{newcommand()}
objref l
l = new List("ExecCommand")
print l.count
"""

MENUS = r"""
nrnmainmenu()
{nrnmainmenu_.miscellaneous_add("label", "statement()")}
{nrnmainmenu_.miscellaneous_add("other", "print 3")}
for i = 0, nrnmainmenu_.misclist.count - 1 print nrnmainmenu_.misclist.object(i).s
{xpanel("menus") nrnmainmenu_.filemenu() buildmenu() toolmenu() graphmenu() vectormenu() windowmenu() helpmenu()}
{miscellaneousmenu() pointmenu() distmechviewers() cbimportmenu() pointprocessesmenu() xpanel()}
{nrncontrolmenu() celsius_panel() globalra_panel()}
objref l
l = new List("NEURONMainMenu")
print l.count, object_id(tobj)
{makePointBrowser("IClamp")}
l = new List("PointBrowser")
print l.count
{l = new Graph(0) graph_menu_remove_most(l)}
"""

THRESHOLD = r"""
{load_file("thresh.hoc")}
create soma
access soma
{L = diam = 20 insert hh}
objref st, ap
st = new IClamp(.5)
{st.del = 1 st.dur = 1 tstop = 10}
ap = new APCount(.5)
amp = 0
proc init() { st.amp = amp finitialize(v_init) }
printf("%.17g\n", threshold(&amp))
printf("%.17g\n", amp)
amp = 37
printf("%.17g\n", threshold(&amp))
{cvode_active(1)}
print cvode_active(), cvode_local(), using_cvode_
{cvode_local(1)}
print cvode_active(), cvode_local(), using_cvode_
{run()}
{cvode_local(0)}
print cvode_active(), cvode_local(), using_cvode_, dt
{NumericalMethodPanel[0].ode()}
print cvode_active(), cvode_local(), using_cvode_
{NumericalMethodPanel[0].fixed()}
print cvode_active(), cvode_local(), using_cvode_, dt
"""

NET_BUILDER = r"""
objref ocbox_, tobj, nil
{load_file("netbild.hoc")}
ocbox_ = new ArtCellGUI(1)
{object_push(ocbox_)}
{
tobj = new MechanismStandard("NetStim")
tobj.set("interval", 4, 0)
tobj.set("number", 10, 0)
tobj.set("start", 10, 0)
tobj.set("noise", 0, 0)
}
{append(tobj, "S1")}
{
tobj = new MechanismStandard("IntFire1")
tobj.set("tau", 5, 0)
}
{append(tobj, "F")}
{object_pop()}
{ocbox_.map("ArtCellGUI[0]", 393, 64, 449.28, 291.84)}
objref ocbox_
{ocbox_ = new NetReadyCellGUI(1)}
{ocbox_.tobj = new CellBuild(1)}
{object_push(ocbox_.tobj)}
{
version(5.7)
continuous = 0
}
{object_push(topol)}
{
first = 0
slist.remove_all()
sname = "dend"
objref tobj
}
{
tobj = new CellBuildSection("soma",0, 0, tobj, 0) slist.append(tobj)
  tobj.position(0,0,15,0) tobj.lx=7.5 tobj.ly=0 tobj.i3d=0
tobj = new CellBuildSection("dend",0, 0, tobj, 1) slist.append(tobj)
tobj.parent=slist.object(0)
  tobj.position(15,0,90,0) tobj.lx=52 tobj.ly=0 tobj.i3d=0
all_init()
}
for i=0, slist.count-1 {slist.object(i).rdses()}
{object_pop()}
{object_push(subsets)}
{first = 0}
{ tobj = snlist.object(0)}
{consist()}
{object_pop()}
{object_push(geom)}
{
first = 0
tobj = new GeoSpec(4)
tobj.value = 100
bild.topol.slist.object(0).geo.append(tobj)
set_default()
}
{object_pop()}
{object_push(memb)}
{first=0}
{
tobj = new MechanismStandard("hh")
tobj = new MStanWrap(tobj, 1)
bild.subsets.snlist.object(0).ml.append(tobj)
}
{object_pop()}
{object_push(manage)}
{
first = 0
classname = "Cell"
etop=1 esub=1 egeom=1 emem=1
itop=1 isub=0 igeom=0 imem=0
bild.topol.names_off = 0
bild.topol.circles_off = 0
output_index = 0  output_x = 1
thresh = 10
}
{object_pop()}
{cexport()}
{object_pop()}
{object_push(ocbox_)}
stgui = new SynTypeGUI(1)
{object_push(stgui)}
{
tobj = new MechanismStandard("ExpSyn")
tobj.set("tau", 2, 0)
tobj.set("e", 0, 0)
}
{append(tobj, "G")}
{object_pop()}
nrc = new NetReadyCell(tobj, stgui.stypelist)
nrc.name = "C"
tobj = nrc.cb.topol.slist.object(1)
{nrc.synlist.append(new SynTypeInstance(nrc.stype.object[0],tobj,0.3,0.5,-1))}
{g.size(-166.667,166.667,-125,125)}
{object_pop()}
{ocbox_.map("NetReadyCellGUI[0]", 777, 26, 404.16, 361.92)}
objref ocbox_
{ocbox_ = new NetGUI(1)}
{object_push(ocbox_)}
{mapold2new = new Vector()  missing = new List()}
original_type("C")
original_type("S1")
original_type("F")
newnode(0, 22, 10)
newnode(1, -45, 35)
newnode(2, -55, -29)
newnode(0, 60, 10)
newedge(1, 0, 0, 0.05, 1)
newedge(1, 2, 0, 0.9, 1)
newedge(0, 2, 0, 0.5, 2)
newedge(2, 3, 0, 0.05, 1.5)
{create_ = 1  create1()}
{g.size(-166.667,166.667,-125,125)}
{set_alias(0)}
{object_pop()}
objref net, edge
net = NetData[0]
strdef s, b
proc show() { local k
    for k = 0, net.edges.count - 1 {
        edge = net.edges.object(k)
        edge.name(s)
        edge.namebar(b)
        print s, " ", b, edge.w, edge.d, edge.netcon.weight, edge.netcon.delay, net.edge_index(edge.source, edge.target)
    }
    for k = 0, net.sources.count - 1 print k, net.sources.object(k).edges.count, net.sources.object(k).cell.index
    for k = 0, net.targets.count - 1 print k, net.targets.object(k).edges.count, net.targets.object(k).synindex
    print net.cel2tar(2, 0), net.cel2tar(3, 0), net.edge_index(net.sources.object(3), net.targets.object(0))
}
show()
objref times, cells
times = new Vector()
cells = new Vector()
for i = 0, net.edges.count - 1 net.edges.object(i).netcon.record(times, cells, i)
tstop = 60
run()
{times.printf("%.17g\n") cells.printf}
edge = net.edges.object(1)
print net.remove_edge(edge)
show()
print net.add_edge(edge)
show()
run()
{times.printf("%.17g\n") cells.printf}
"""
SCRIPTS = {
    "cell builder": CELL_BUILDER,
    "net builder": NET_BUILDER,
    "sections of files": SECTIONS_OF_FILES,
    "clipboard": CLIPBOARD,
    "menus": MENUS,
    "threshold and methods": THRESHOLD,
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_does_what_neuron_does(ranvier, neuron, tmp_path, name):
    script = '{load_file("nrngui.hoc")}\n' + SCRIPTS[name] + "\nquit()\n"
    (tmp_path / "script.hoc").write_text(script)
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out.splitlines()
    assert ours == neuron.run(script)["out"].splitlines() and len(ours) > 5


def test_a_built_cell_is_written_as_a_template(ranvier, tmp_path):
    written = r"""
{load_file("nrngui.hoc")}
objref cell, file
{load_file("cell.hoc")}
cell = new Cell()
forsec cell.dends print secname(), g_pas
{cell.position(100, 0, 0)}
cell.soma { print x3d(0), x3d(1) }
quit()
"""
    (tmp_path / "build.hoc").write_text(
        '{load_file("nrngui.hoc")}\n' + CELL_BUILDER + '{ocbox_.manage.save_class("cell.hoc")}\nquit()\n'
    )
    ranvier.check("--quiet", "build.hoc", cwd=tmp_path)
    (tmp_path / "run.hoc").write_text(written)
    out = ranvier.check("--quiet", "run.hoc", cwd=tmp_path).out
    assert out.splitlines() == ["Cell[0].dend[0]0.002 ", "Cell[0].dend[1]0.002 ", "100 115 "]
