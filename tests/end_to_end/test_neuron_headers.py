"""Names of NEURON's headers in VERBATIM, and headers beside a .mod file."""

import pathlib
import shutil

MODS = pathlib.Path(__file__).resolve().parent / "mods"

SCRIPT = r"""
objref player, times, numbers, nc, nil, order, rnd, box, cv
create soma
soma insert steps

// what the Player holds stays when the script lets it go
numbers = new Vector()
numbers.append(1, 1.5, 4, 7.25)
player = new Player()
player.take(numbers)
numbers = nil
times = new Vector()
nc = new NetCon(player, nil)
nc.record(times)
proc go() { local k
    finitialize(-65)
    while (t < 10) fadvance()
    printf("%d:", times.size)
    for k = 0, times.size - 1 printf(" %.17g", times.x[k])
    printf("\n")
}
{go()}
numbers = new Vector(2, 3)
{player.take(numbers) go()}
{player.take() go()}
{printf("%g\n", player.doubled(4))}

box = new File()
{box.wopen("points.dat")}
for i = 1, 6 box.printf("heading %d\n", i)
{box.printf("0 1\n4 3.3\n1.5 -2\n6 0.25\n9 5\n")}
{box.close()}
for k = 0, 15 for i = 0, 24 printf("%.17g\n", form(k, i*0.37 + 0.1))
for k = 16, 17 for i = 0, 24 printf("%.17g\n", form(k, i*0.37))
{printf("%.17g %.17g %.17g\n", form(16, -0.1), form(16, 9.2), form(17, 9.2))}
{printf("%.17g %.17g\n", form(0, 25), form(2, 22))}
for i = 0, 9 printf("%.17g\n", in_c(i - 1))
{printf("%.17g %.17g\n", form(7, -3), form(8, -3.2))}

func from_script() { return 10*$1 + $2 }
number = 4.5
{printf("%g\n", value_of("number"))}
number = 5.5
{printf("%g\n", value_of("number"))}
{printf("%g\n", size_of("numbers"))}
{printf("%g %g\n", is_new(numbers), is_new(new Vector(3)))}
rnd = new Random(7)
numbers = new Vector(200)
func down() { return int($1) }
{numbers.setrand(rnd) numbers.apply("down")}
order = new Vector(200)
{order_by(numbers, order)}
for i = 0, 199 printf("%g ", order.x[i])
{printf("\n%g\n", stream_of(rnd))}
{rnd.Random123(3, 4, 5)}
{rnd.uniform(0, 1)}
{rnd.seq(9)}
{printf("%g\n", stream_of(rnd))}
{printf("%.17g\n", rnd.repick())}
{printf("%g %g\n", count_arguments(3, "x", rnd), count_arguments())}
count = 0
{printf("%g\n", run_twice("count = count + 3", "count*2 + 1"))}
{printf("%g\n", converted())}
cv = new CVode()
{finitialize(-65) printf("%g ", soma.variable_steps)}
{cv.active(1) finitialize(-65) printf("%g ", soma.variable_steps)}
{cv.active(0) finitialize(-65) printf("%g\n", soma.variable_steps)}
player = nil

// instances that go to others
objref cells, one, kicks, heard, from, texted
begintemplate Texted
public word
strdef word
word = "seven.."
endtemplate Texted
cells = new List()
for i = 0, 4 {
    cells.append(new Chain(i + 1))
    if (i > 0) cells.o(i - 1).follow(cells.o(i))
}
kicks = new NetStim()
kicks.interval = 3
kicks.number = 3
kicks.start = 1
nc = new NetCon(kicks, cells.o(1), 0, 1, 1)
heard = new Vector()
from = new NetCon(cells.o(1), nil)
from.record(heard)
proc chained() { local k
    finitialize(-65)
    while (t < 12) fadvance()
    for k = 0, cells.count - 1 printf("%.17g %g|", cells.o(k).level, cells.o(k).heard)
    for k = 0, heard.size - 1 printf(" %g", heard.x[k])
    printf("\\n")
}
{chained()}
for i = 0, 40 cells.append(new Chain(i + 6))
{printf("%g %g\\n", cells.o(0).number_of(cells, 3), cells.o(0).number_of(cells, 30))}
{cells.remove(2)}
{cells.o(1).follow(cells.o(2))}
{printf("%.17g\\n", cells.o(3).raise_all(cells))}
for i = 0, cells.count - 1 printf("%g ", cells.o(i).level)
{chained()}
double grid[2][3]
grid[1][2] = 8
strdef word
word = "three"
texted = new Texted()
{printf("%g %g\\n", cells.o(0).first_text(texted), cells.o(0).last_of())}
quit()
"""


def test_neurons_headers(ranvier, neuron, tmp_path):
    files = sorted((MODS / "neuron_headers").iterdir())
    expected = neuron.run(SCRIPT, mods=files)["out"].splitlines()
    for file in files:
        shutil.copy(file, tmp_path)
    (tmp_path / "script.hoc").write_text(SCRIPT)
    outcome = ranvier.check(
        "--math", "libm", "--quiet", "script.hoc", cwd=tmp_path, env={"RANVIER_CACHE": str(tmp_path)}
    )
    ours = outcome.out.splitlines()
    for number, (a, b) in enumerate(zip(ours, expected), 1):
        assert a == b, f"line {number}"
    assert len(ours) == len(expected) > 480


HEADED = """NEURON { SUFFIX nothing }
VERBATIM
#include "of_model.h"
ENDVERBATIM
FUNCTION given() {
VERBATIM
    _lgiven = OF_MODEL;
ENDVERBATIM
}
"""


def test_a_changed_header_is_noticed(ranvier, tmp_path):
    (tmp_path / "headed.mod").write_text(HEADED)
    (tmp_path / "script.hoc").write_text("print given()\nquit()\n")
    for value in ("3", "4"):
        (tmp_path / "of_model.h").write_text('#include "inner.h"\n#define OF_MODEL INNER\n')
        (tmp_path / "inner.h").write_text(f"#define INNER {value}\n")
        out = ranvier.check("--quiet", "script.hoc", cwd=tmp_path, env={"RANVIER_CACHE": str(tmp_path)}).out
        assert out.split() == [value]


SECTIONS = """NEURON { SUFFIX nothing }
VERBATIM
static void each(Section* sec, Symbol* statement) {
    Section* child;
    nrn_pushsec(sec);
    hoc_run_stmt(statement);
    nrn_popsec();
    for (child = sec->child; child; child = child->sibling) each(child, statement);
}
ENDVERBATIM
PROCEDURE all_below() {
VERBATIM
    Symlist* list = 0;
    each(chk_access(), hoc_parse_stmt(gargstr(1), &list));
ENDVERBATIM
}
FUNCTION at(k) {
VERBATIM
    Section* sec = chk_access();
    _lat = NODEV(sec->pnode[(int)_lk]) + 1000. * sec->nnode;
ENDVERBATIM
}
FUNCTION shape() {
VERBATIM
    Section* sec = chk_access();
    _lshape = sec->prop->dparam[2].val + 1000. * section_length(sec);
    if (sec->parentsec) _lshape += 0.001 * sec->prop->dparam[1].val;
    if (sec->npt3d) _lshape += 1e6 * sec->pt3d[1].x;
ENDVERBATIM
}
"""


def test_sections_can_be_walked(ranvier, tmp_path):
    (tmp_path / "sections.mod").write_text(SECTIONS)
    (tmp_path / "script.hoc").write_text("""create a, b, c, d
connect b(0), a(1)
connect c(0), a(0.5)
connect d(0), b(1)
access a
{all_below("print secname()")}
b nseg = 3
b L = 50
{c pt3dclear()}
{c pt3dadd(0, 0, 0, 1)}
{c pt3dadd(30, 40, 0, 1)}
{finitialize(-70)}
b.v(0.5) = -60
{b printf("%g %g %g\\n", at(0), at(1), at(3)) }
{printf("%g\\n", c.v(0.5))}
{b printf("%.10g\\n", shape())}
{c printf("%.12g\\n", shape())}
print secname()
quit()
""")
    out = ranvier.check("--quiet", "script.hoc", cwd=tmp_path, env={"RANVIER_CACHE": str(tmp_path)}).out
    assert out.split() == ["a", "c", "b", "d", "3930", "3940", "3930", "-70", "50050.001", "30050050.0005", "a"]


INCLUDES = """NEURON { POINT_PROCESS Drawer POINTER ran RANGE scale }
PARAMETER { scale = 1 }
ASSIGNED { ran }
VERBATIM
#include "nrnran123.h"
ENDVERBATIM
FUNCTION draw() {
VERBATIM
    nrnran123_State** stream = (nrnran123_State**)&_p_ran;
    if (!*stream) *stream = nrnran123_newstream3(1, 2, 3);
    _ldraw = scale * nrnran123_dblpick(*stream);
ENDVERBATIM
}
FUNCTION versions() {
VERBATIM
#if NRN_VERSION_NE(9, 0, 1) && NRN_VERSION_GT(7, 5, 0) && NRN_VERSION_LTEQ(42, 1, 2) && !NRN_VERSION_LTEQ(7, 0, 0)
    _lversions = 1;
#endif
ENDVERBATIM
}
"""


def test_nrnran123_is_included(ranvier, neuron, tmp_path):
    (tmp_path / "drawer.mod").write_text(INCLUDES)
    script = "objref d\ncreate soma\naccess soma\nd = new Drawer(0.5)\nprint d.versions(), d.draw(), d.draw()\nquit()\n"
    (tmp_path / "script.hoc").write_text(script)
    ours = ranvier.check("-nogui", "-nobanner", "script.hoc", cwd=tmp_path, name="nrniv").out
    assert ours.split() == neuron.run(script, mods=[tmp_path / "drawer.mod"])["out"].split() and len(ours.split()) == 3
