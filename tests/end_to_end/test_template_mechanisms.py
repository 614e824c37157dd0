"""make_mechanism and make_pointprocess: templates of scripts as mechanisms, against NEURON."""

import re

DENSITY = r"""
load_file("stdrun.hoc")
begintemplate Peak
external cvode
public top, gain, bins, steps, last
objref this
double bins[2]
proc init() { gain = 3  bins[1] = 7  top = -1 }
proc initial() {
    top = v($1)  steps = 0
    printf("%s %s x %g t %g n %g m %.17g\n", this, secname(), $1, t, numarg(), m_hh($1))
}
proc after_step() {
    if (gain*v($1) > top) top = gain*v($1)
    bins[0] += 1
    steps += 1
    last = t
    if (steps < 4 && !cvode.active()) printf("%s %g %.17g %.17g %.17g %.17g\n", this, t, v($1), m_hh($1), ina($1), i_cap($1))
}
endtemplate Peak
create soma, dend
{soma.L = 10  soma.diam = 10  dend.L = 100  dend.diam = 1}
soma connect dend(0), 1
forall insert hh
objref stim, all, kinds, standard, record, cv
soma stim = new IClamp(0.5)
{stim.dur = 1  stim.amp = 0.3  stim.del = 0.1}
print make_mechanism("peak", "Peak", "bins gain")
all = new List("Peak")
dend.nseg = 2
dend insert peak
print all.count
dend print gain_peak(0.2), bins_peak(0.2), bins_peak[1](0.2), top_peak(0.7), steps_peak
dend.gain_peak(0.2) = 0.5
dend.bins_peak[1](0.7) = 5
soma insert peak
tstop = 0.3
proc show() { local i
    for i = 0, all.count - 1 printf("%s %g %.17g %g %.17g\n", all.o(i), all.o(i).steps, all.o(i).top, all.o(i).bins[0], all.o(i).last)
    forsec "soma" printf("%.17g %g\n", top_peak, steps_peak)
}
{run() show()}
{soma.gain_peak = 0.1  run() show()}
dend uninsert peak
print all.count, ismembrane("peak")
soma print ismembrane("peak")
strdef name
kinds = new MechanismType(0)
print kinds.count
kinds.select("peak")
kinds.selected(name)
print name
proc list() { local i
    standard = new MechanismStandard("peak", $1)
    for i = 0, standard.count - 1 {
        standard.name(name, i)
        print name
    }
}
for i = 0, 3 list(i)
record = new Vector()
soma record.record(&top_peak(0.5))
run()
{record.printf("%.12g ")}
cv = new CVode()
{cv.active(1)}
{run()}
soma printf("%g %.6g %.8g\n", steps_peak, top_peak, last_peak)
soma uninsert peak
print all.count
"""

POINT = r"""
load_file("stdrun.hoc")
begintemplate Watch
public top, c, bins, k, where, twice
objref this
double bins[2]
proc init() {
    c = 3  bins[1] = 4  k = numarg()
    if (k) where = $1
    printf("%s made in %s by %d\n", this, secname(), k)
}
proc initial() { top = v($1)  printf("%s %s %g\n", this, secname(), $1) }
proc after_step() {
    if (v($1) > top) top = v($1)
    if (t < 0.06) printf("%s %g\n", this, t)
}
func twice() { return 2*$1 }
endtemplate Watch
create soma
access soma
{L = 10  diam = 10  nseg = 3}
insert hh
objref a, b, stim, kinds, made, record
stim = new IClamp(0.5)
{stim.dur = 1  stim.amp = 0.3}
print make_pointprocess("Watch", "c bins")
a = new Watch(0.5)
b = new Watch(0.1)
print a.k, a.where, a.has_loc(), a.c, a.bins[1], a.twice(4), b
print b.get_loc()
pop_section()
a.c = 8
tstop = 0.3
record = new Vector()
record.record(&a.top)
run()
printf("%.17g %.17g %g\n", a.top, b.top, a.c)
{record.printf("%.10g ")}
a.loc(0.9)
run()
printf("%.17g %.17g\n", a.top, b.top)
strdef name
kinds = new MechanismType(1)
{kinds.select("Watch")  kinds.selected(name)}
print name, kinds.is_artificial(0)
kinds.make(made)
print made
print kinds.pp_begin(0.5), kinds.pp_begin(0.1), kinds.pp_begin(0.9)
objref a
print kinds.pp_begin(0.9)
"""


def without_banner(text):
    return [line.split() for line in text.splitlines()]


def compared(ranvier, neuron, tmp_path, script):
    (tmp_path / "script.hoc").write_text(script + "\nquit()\n")
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out
    expected = neuron.run(script + "\nquit()\n")["out"]
    assert without_banner(ours) == without_banner(expected)
    return ours


def test_a_template_as_density_mechanism(ranvier, neuron, tmp_path):
    assert compared(ranvier, neuron, tmp_path, DENSITY).count("Peak[") > 20


def test_a_template_as_point_process(ranvier, neuron, tmp_path):
    assert compared(ranvier, neuron, tmp_path, POINT).count("Watch[") > 10


MARK = """
begintemplate Mark
public x
proc init() { x = 1 }
endtemplate Mark
create dend
access dend
"""


def test_segments_that_come_have_objects_with_the_values_of_those_that_were(ranvier, tmp_path):
    """NEURON changes nseg, too, but uses freed memory."""
    (tmp_path / "script.hoc").write_text(
        MARK
        + """nseg = 2
{make_mechanism("mark", "Mark")}
insert mark
x_mark(0.2) = 5
objref all
all = new List("Mark")
nseg = 4
print all.count, x_mark(0.1), x_mark(0.4), x_mark(0.6)
nseg = 1
print all.count, x_mark
"""
    )
    out = ranvier.check("--quiet", "script.hoc", cwd=tmp_path).out.splitlines()
    assert [line.split() for line in out] == [["4", "5", "5", "1"], ["1", "1"]]


def test_other_cells_are_as_far_when_a_step_ends(ranvier, tmp_path):
    """Also with cells in several blocks: after a step, one reads the new voltage of the other."""
    (tmp_path / "script.hoc").write_text(r"""
create cell[40]
begintemplate Look
external cell
public seen
proc after_step() { cell[39] seen += abs(v(0.5) - cell[0].v(0.5)) }
endtemplate Look
forall { insert hh  nseg = 5 }
{make_mechanism("look", "Look")}
cell[0] insert look
objref pc
pc = new ParallelContext()
{finitialize(-60)  pc.set_maxstep(10)  pc.psolve(5)}
cell[0] print seen_look, v(0.5) != -60
""")
    assert ranvier.check("--quiet", "script.hoc", cwd=tmp_path).out.split() == ["0", "1"]


def test_mechanism_types_list_what_there_was_when_they_were_made(ranvier, neuron, tmp_path):
    script = (
        MARK
        + """objref mt, st
strdef name
mt = new MechanismType(0)
st = new MechanismType(0)
{mt.select("pas") mt.selected(name)}
print name, mt.count() == st.count()
n = mt.count()
{make_mechanism("mark", "Mark")}
{mt.select("mark") mt.selected(name)}
print name, mt.count() - n, st.count() - n
{mt.select("no such") mt.selected(name)}
print name
st = new MechanismType(0)
{st.select("mark") st.selected(name)}
print name, st.count() - n
st.make()
print x_mark, ismembrane("mark")
"""
    )
    (tmp_path / "script.hoc").write_text(script)
    ours = ranvier.check("-nogui", "script.hoc", cwd=tmp_path, name="nrniv").out
    assert ours.split() == neuron.run(script)["out"].split()


def test_errors_name_what_is_wrong(ranvier, tmp_path):
    (tmp_path / "script.hoc").write_text("""
begintemplate A
public x
proc init() { x = 1 }
proc loc() {}
endtemplate A
begintemplate B
public y, z
objref z
endtemplate B
objref b
b = new B()
execute1("make_mechanism(\\"hh\\", \\"A\\")")
execute1("make_mechanism(\\"a\\", \\"NoSuchTemplate\\")")
execute1("make_mechanism(\\"a\\", \\"A\\", \\"x loc\\")")
execute1("make_pointprocess(\\"A\\")")
execute1("make_pointprocess(\\"B\\")")
execute1("make_mechanism(\\"bb\\", \\"B\\", \\"z\\")")
""")
    err = ranvier.run("--quiet", "script.hoc", cwd=tmp_path).err
    expected = [
        "hh already exists",
        "NoSuchTemplate is not a template",
        "loc is not a public variable",
        "loc already exists in the template A",
        "objects of the template B already exist",
        "z is not a public variable",
    ]
    assert re.findall("|".join(expected), err) == expected
