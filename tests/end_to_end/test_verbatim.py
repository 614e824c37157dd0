"""VERBATIM, pointers and random numbers of the process: mechanisms that use more than their own data."""

import pathlib
import shutil

import pytest

MODS = pathlib.Path(__file__).resolve().parent / "mods"

SCRIPT = r"""
func from_script() { return 10*$1 + $2 }
objref vec, list, other, syn, cell[3], stim, nc[4], times, ids, rnd, ptr, nil
strdef text
create soma
access soma
L = 20
diam = 20
insert pas
insert vchan
insert hh
insert vextern
insert vkin
proc show() { printf("%.17g\n", $1) }

// functions without a mechanism
{install_tools()}
vec = new Vector(4, 2)
vec.x[2] = 5
{show(vec.scale_by(3))}
{vec.longer(vec)}
for i = 0, vec.size - 1 show(vec.x[i])
list = new List()
{list.append(vec)}
{list.append(new Vector(3, 0.25))}
{show(sum_of_list(list))}
{show(call_back(4))}
text = "before"
{greet(text, "there", 3)}
print text
{greet(text, "again")}
print text
double x[3]
x[1] = 5
x[2] = 6
{show(middle(&x[0]))}
{show(x[1])}
{show(tools_base)}
tools_base = 2.5
{show(fill_table())}
{show(tools_table[1])}
tools_table[2] = 11
{show(tools_table[2])}
{refuse(1)}
{show(execute1("refuse(5)", 0))}
celsius = 20
{show(ghk_of(-30, 1e-4, 2, 2))}

// pointers
ptr = new vptr(0.5)
{show(ptr.where_to())}
number = 3
setpointer ptr.p1, number
setpointer ptr.p2, x[2]
{show(ptr.where_to())}
number = 4
{show(ptr.where_to())}
{ptr.put(21)}
{show(x[2])}
setpointer ptr.p1, v(0.5)
setpointer ptr.p2, soma.gbar_vchan(0.5)
{ptr.put(0.03)}
{show(gbar_vchan(0.5))}

// a point process, artificial cells, a channel
syn = new vsyn(0.5)
stim = new NetStim(0.5)
stim.interval = 6
stim.number = 6
stim.start = 1
nc[0] = new NetCon(stim, syn, 0, 0.5, 0.002)
times = new Vector()
ids = new Vector()
for i = 0, 2 {
    cell[i] = new vcell(i/4)
    nc[i+1] = new NetCon(cell[i], nil)
    nc[i+1].record(times, ids, i)
}
objref kick
kick = new NetCon(stim, cell[1], 0, 0.25, 1.5)
rnd = new Random(4)
{rnd.MCellRan4(8)}
{rnd.uniform(0, 3)}
proc go() { local k
    finitialize(-65)
    for k = 1, 1200 {
        fadvance()
        if (k % 40 == 0) printf("%.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", t, v, syn.g, syn.i, calls_vchan, w_vchan[1], ina)
        if (k % 40 == 0) printf("%.17g %.17g %.17g %.17g %.17g %g\n", o_vkin, b_vkin, x_vkin, cai, seen_vkin, calls_vkin)
    }
    for k = 0, times.size - 1 printf("%.17g %d\n", times.x[k], ids.x[k])
    printf("%.17g %.17g %.17g %.17g\n", syn.drawn, cell[1].level, minf_vchan, mtau_vchan)
    for k = 0, 2 printf("%.17g\n", cell[k].counted())
}
go()
{syn.use_random(rnd)}
go()
{syn.use_random()}
syn.seed = 3
shift_vchan = -4
go()
{use_mcell_ran4(1)}
go()
{show(both_vextern())}
{setdata_vchan(0.5)}
{rates_vchan(-20)}
{show(minf_vchan)}
{show(slow_vchan(-50))}
{show(slow_vchan(31))}
{setdata_vkin(0.5)}
{show(table_at_vkin(7))}
secondorder = 2
go()
quit()
"""


def prepared(folder, kind, script):
    for mod in sorted((MODS / kind).glob("*.mod")):
        shutil.copy(mod, folder)
    (folder / "script.hoc").write_text(script)


def test_verbatim_is_neurons(ranvier, neuron, tmp_path):
    expected = neuron.run(SCRIPT, mods=sorted((MODS / "verbatim").glob("*.mod")))["out"]
    prepared(tmp_path, "verbatim", SCRIPT)
    ours = ranvier.check(
        "--math", "libm", "--quiet", "script.hoc", cwd=tmp_path, env={"RANVIER_CACHE": str(tmp_path)}
    ).out
    for number, (a, b) in enumerate(zip(ours.splitlines(), expected.splitlines()), 1):
        assert a == b, f"line {number}"
    assert len(ours.splitlines()) == len(expected.splitlines())
    assert len(expected.splitlines()) > 150


def test_old_c_and_cpp_are_accepted(ranvier, tmp_path):
    """NEURON 9 compiles VERBATIM as C++ and rejects the first; C rejects the second."""
    prepared(
        tmp_path,
        "old_c",
        """
create soma
insert modern
objref a, b
soma a = new Ancient(0.5)
soma b = new Ancient(0.5)
{a.remember(3)}
b.x = 10
{b.remember(1)}
{b.remember(2)}
{b.remember(-1)}
soma.nseg = 3
{printf("%g %g %g\\n", a.total, b.total, a.remembered())}
{printf("%g %g\\n", keep_modern(2), keep_modern(5))}
""",
    )
    out = ranvier.check("--quiet", "script.hoc", cwd=tmp_path, env={"RANVIER_CACHE": str(tmp_path)}).out
    assert out.split() == ["6", "30", "3", "2", "7"]


OTHER_POINTS = """create soma
access soma
soma { L = 20 diam = 20 insert pas }
objref syn[3], guide, mixed
for k = 0, 2 { syn[k] = new PlainSyn(0.5) syn[k].mark = 10*k }
guide = new Visitor()
for k = 0, 2 guide.visit(syn[k])
guide.visit(guide)
syn[1].trace[2] = 4.5
proc show() { printf("%.17g\\n", $1) }
for k = 0, 2 { show(guide.value(k, 0)) show(guide.value(k, 1)) }
show(guide.value_of(1, 3, 2))
show(guide.value(3, 0))
{guide.put(2, 1, 77) guide.put(3, 0, 5)}
show(syn[2].mark)
show(guide.own)
for k = 0, 3 show(guide.kin(k))
show(guide.same_class(syn[0], syn[2]))
show(guide.same_class(syn[0], guide))
proc go() { local k
    finitialize(-60)
    while (t < 12) {
        fadvance()
        if (int(t/dt + 0.5) % 20 == 0) {
            printf("%.17g %.17g %g\\n", t, v, guide.seen)
            for k = 0, 2 printf("%.17g %g %.17g\\n", syn[k].g, syn[k].got, syn[k].when)
        }
    }
}
go()
quit()
"""


def test_c_code_goes_to_point_processes_of_other_mechanisms(ranvier, neuron, tmp_path):
    """It reads and changes their variables by number, calls their NET_RECEIVE and sends them events with its own
    weights."""
    mods = sorted((MODS / "other_points").glob("*.mod"))
    expected = neuron.run(OTHER_POINTS, mods=mods)["out"]
    prepared(tmp_path, "other_points", OTHER_POINTS)
    ours = ranvier.check(
        "--math", "libm", "--quiet", "script.hoc", cwd=tmp_path, env={"RANVIER_CACHE": str(tmp_path)}
    ).out
    assert ours == expected
    assert len(ours.splitlines()) > 100


def test_only_variables_that_scripts_see_have_a_number(ranvier, tmp_path):
    prepared(
        tmp_path,
        "other_points",
        """objref guide
guide = new Visitor()
{guide.visit(guide)}
print guide.value(0, 1)
guide.value(0, 2)
""",
    )
    outcome = ranvier.run("--quiet", "script.hoc", cwd=tmp_path, env={"RANVIER_CACHE": str(tmp_path)})
    assert outcome.status != 0 and outcome.out.split() == ["0"]
    assert "VERBATIM reads variable 2 of a Visitor" in outcome.err


BROKEN = """NEURON { SUFFIX broken }
FUNCTION f(x) {
VERBATIM
    _lf = 2.*_lx;
    _lf = no_such_variable + 1;
ENDVERBATIM
}
"""
UNKNOWN = """NEURON { SUFFIX unknown }
FUNCTION f(x) {
VERBATIM
    _lf = nrn_secret_function(_lx);
ENDVERBATIM
}
"""
FAILS = """NEURON { SUFFIX nothing }
PROCEDURE inner() {
VERBATIM
    hoc_execerror("the inner one", "fails");
ENDVERBATIM
}
"""


@pytest.mark.parametrize(
    "name, mod, expected",
    [
        ("broken", BROKEN, ["a.mod:5:", "no_such_variable"]),
        ("unknown", UNKNOWN, ["a.mod:4", "nrn_secret_function"]),
    ],
)
def test_errors_name_the_line_of_the_mod_file(ranvier, tmp_path, name, mod, expected):
    (tmp_path / "a.mod").write_text(mod)
    (tmp_path / "script.hoc").write_text(f"print f_{name}(1)\n")
    outcome = ranvier.run("script.hoc", cwd=tmp_path, env={"RANVIER_CACHE": str(tmp_path)})
    assert outcome.status != 0
    for text in expected:
        assert text in outcome.err


def test_hoc_execerror_is_an_error_of_the_script(ranvier, tmp_path):
    (tmp_path / "a.mod").write_text(FAILS)
    (tmp_path / "script.hoc").write_text('print execute1("inner()", 0)\nprint "still runs"\ninner()\n')
    outcome = ranvier.run("--quiet", "script.hoc", cwd=tmp_path, env={"RANVIER_CACHE": str(tmp_path)})
    assert outcome.status != 0
    assert "the inner one fails" in outcome.err and "script.hoc:3" in outcome.err
    assert outcome.out.split() == ["0", "still", "runs"]


SCALES = """NEURON { SUFFIX nothing }
PROCEDURE scale(x) {
VERBATIM
    Section* sec = chk_access();
    int k;
    for (k = 0; k < sec->nnode; ++k) {
        Node* node = sec->pnode[k];
        NODEA(node) *= _lx;
        NODEB(node) *= _lx;
    }
ENDVERBATIM
}
FUNCTION asymmetry() {
VERBATIM
    Node* node = chk_access()->pnode[1];
    _lasymmetry = NODEA(node)*NODEAREA(chk_access()->pnode[0])/(NODEB(node)*NODEAREA(node));
ENDVERBATIM
}
FUNCTION diagonal() {
VERBATIM
    _ldiagonal = NODED(chk_access()->pnode[0]);
ENDVERBATIM
}
"""
CABLES = """
create soma, dend, tip
objref stim, cvode
soma { L = 20 diam = 15 insert hh stim = new IClamp(0.5) }
dend { L = 300 diam = 2 nseg = 5 insert pas }
tip { L = 100 diam = 1 nseg = 3 insert pas }
connect dend(0), soma(1)
connect tip(1), dend(0.5)
stim.amp = 0.5
stim.dur = 100
cvode = new CVode()
{ cvode.active(variable) }
proc go() { local i
    for i = 1, 40 fadvance()
    printf("%.14g %.14g %.14g %.14g\\n", t, soma.v(0.5), dend.v(0.9), tip.v(0.1))
}
finitialize(-65)
go()
"""


@pytest.mark.parametrize("variable", [0, 1])
@pytest.mark.parametrize("math", ["libm", "vector"])
def test_coefficients_of_cables_can_be_changed(ranvier, tmp_path, variable, math):
    """NODEA and NODEB are proportional to 1/Ra, and are computed again from it after a change of the shape."""
    (tmp_path / "a.mod").write_text(SCALES)

    def run(*changes):
        text = (
            f"variable = {variable}\n"
            + CABLES
            + "".join(f"{change}\n{{ finitialize(-65)  go() }}\n" for change in changes)
            + "quit()\n"
        )
        (tmp_path / "script.hoc").write_text(text)
        out = ranvier.check("--quiet", "--math", math, "script.hoc", cwd=tmp_path).out.splitlines()
        return [list(map(float, line.split())) for line in out if len(line.split()) == 4]

    scaled = run("dend scale(4)", "tip scale(0.5)", "tip.diam = 1.5")
    other = run("dend.Ra /= 4", "tip.Ra /= 0.5", "{ dend.Ra *= 4  tip.Ra *= 0.5  tip.diam = 1.5 }")
    assert len(scaled) == len(other) == 4
    # Only the last bits of the coefficients differ, by at most 1 ulp each; the solution magnifies that.
    for a, b in zip(scaled, other):
        assert a == pytest.approx(b, rel=1e-9 if variable == 0 else 1e-5)
    assert scaled[1] != scaled[0], "the change is seen"


def test_coefficients_know_both_areas(ranvier, tmp_path):
    (tmp_path / "a.mod").write_text(SCALES)
    (tmp_path / "script.hoc").write_text("create s\naccess s\nnseg = 3\ndiam(0:1) = 1:5\nprint asymmetry()\nquit()\n")
    assert float(ranvier.check("--quiet", "script.hoc", cwd=tmp_path).out) == pytest.approx(1, rel=1e-14)


def test_the_diagonal_of_cables_is_refused_when_used(ranvier, tmp_path):
    (tmp_path / "a.mod").write_text(SCALES)
    (tmp_path / "script.hoc").write_text("create soma\naccess soma\nprint 1\nprint diagonal()\n")
    outcome = ranvier.run("--quiet", "script.hoc", cwd=tmp_path, env={"RANVIER_CACHE": str(tmp_path)})
    assert outcome.status != 0
    assert "VERBATIM uses NODED" in outcome.err and "script.hoc:4" in outcome.err
    assert outcome.out.split() == ["1"]


COUNTS = """NEURON { ARTIFICIAL_CELL Counts  RANGE every, seen }
PARAMETER { every = 1 (ms) }
ASSIGNED { seen }
INITIAL { seen = 0  net_send(every, 1) }
NET_RECEIVE (w) {
VERBATIM
    seen += 1;
ENDVERBATIM
    net_event(t)
    net_send(every, 1)
}
"""
MANY_COUNTS = """objref many, pc
many = new List()
for k = 0, 399 {
    many.append(new Counts())
    many.o(k).every = 0.05 + 0.001*k
}
pc = new ParallelContext()
{ pc.set_maxstep(10) finitialize(-65) pc.psolve(300) }
for k = 0, 399 print many.o(k).seen
"""


def test_c_code_runs_on_one_thread(ranvier, tmp_path):
    """Its variables are the library's: two instances at a time would write into each other."""
    (tmp_path / "counts.mod").write_text(COUNTS)
    (tmp_path / "net.hoc").write_text(MANY_COUNTS)
    alone, together = (
        ranvier.check("--quiet", "--threads", threads, "net.hoc", cwd=tmp_path).out for threads in ("1", "4")
    )
    assert alone == together and alone.count("\n") >= 400


ALL_NODES = """NEURON { SUFFIX nothing }
PROCEDURE nodes() {
VERBATIM
    int k;
    NrnThread* thread = nrn_threads;
    printf("cells %d of %d\\n", thread->ncell, thread->end);
    for (k = 0; k < thread->end; ++k) {
        Node* node = thread->_v_node[k];
        printf("%d %d %.17g %.15g %.15g\\n", k, thread->_v_parent_index[k], NODEV(node), NODEA(node), NODEB(node));
    }
ENDVERBATIM
}
"""
MEAN_VOLTAGE = """NEURON { POINT_PROCESS Mean  NONSPECIFIC_CURRENT i  RANGE g, mean }
PARAMETER { g = 0.1 }
ASSIGNED { v (mV)  i (nA)  mean }
BREAKPOINT {
VERBATIM
    { int k;
      mean = 0.;
      for (k = 0; k < nrn_threads->end; ++k) mean += NODEV(nrn_threads->_v_node[k]);
      mean /= nrn_threads->end; }
ENDVERBATIM
    i = g*(v - mean)
}
"""
TREES = """create a, b, c, d, e, f, row[60]
{ nodes() }
connect b(0), a(1)
connect c(0), a(1)
connect e(0), d(0)
connect f(0), b(1)
a { nseg = 3 insert hh }
b.nseg = 2
for k = 0, 59 row[k] { nseg = 49 insert pas v = -65 + k }
proc distinct() { local k
    k = 0
    forall { for (x, 0) { v(x) = k/8  k += 1 } }
}
finitialize(-65)
distinct()
nodes()
for k = 1, 4 fadvance()
nodes()
objref mean, stim
row[7] mean = new Mean(0.5)
a stim = new IClamp(0.5)
stim.amp = 3
stim.dur = 5
finitialize(-65)
distinct()
for k = 1, 40 {
    fadvance()
    printf("%.15g %.15g\\n", mean.mean, row[7].v(0.5))
}
b.nseg = 5
finitialize(-60)
nodes()
quit()
"""


def test_nodes_of_all_cells_are_neurons(ranvier, neuron, tmp_path):
    """In NEURON's order, and at the same time in all cells, although the cells do not fit into one block."""
    for name, text in ("nodes.mod", ALL_NODES), ("mean.mod", MEAN_VOLTAGE):
        (tmp_path / name).write_text(text)
    expected = neuron.run(TREES, mods=sorted(tmp_path.glob("*.mod")))["out"].splitlines()
    (tmp_path / "script.hoc").write_text(TREES)
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out.splitlines()
    assert [line for line in ours if len(line.split()) > 1] == [line for line in expected if len(line.split()) > 1]
    assert len(expected) > 9000


STEPS = """NEURON { SUFFIX nothing }
PROCEDURE one_step() {
VERBATIM
    auto const token = nrn_ensure_model_data_are_sorted_opaque();
    nrn_fixed_step(token);
ENDVERBATIM
}
"""
TAKES_STEPS = r"""
create soma
access soma
{insert hh  nseg = 3}
objref stim, voltage, time, nil, source, at
stim = new IClamp(0.5)
{stim.del = 0.5  stim.dur = 0.5  stim.amp = 0.3}
voltage = new Vector()
time = new Vector()
at = new Vector()
source = new NetCon(&v(0.5), nil, -40, 0, 0)
source.record(at)
{voltage.record(&v(0.5))  time.record(&t)}
finitialize(-65)
for k = 1, 100 one_step()
printf("%d %.17g %.17g\n", time.size, t, v(0.5))
fadvance()
one_step()
for k = 0, time.size - 1 printf("%.17g %.17g\n", time.x[k], voltage.x[k])
at.printf("%.17g\n")
"""


def test_a_procedure_takes_fixed_steps(ranvier, neuron, tmp_path):
    (tmp_path / "steps.mod").write_text(STEPS)
    expected = neuron.run(TAKES_STEPS, mods=[tmp_path / "steps.mod"])["out"].splitlines()
    (tmp_path / "script.hoc").write_text(TAKES_STEPS)
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out.splitlines()
    assert ours == expected
    assert len(ours) > 100


OTHER_STEPS = """NEURON { SUFFIX nothing }
PROCEDURE several_steps(n) {
VERBATIM
    nrn_fixed_step_group(nrn_ensure_model_data_are_sorted_opaque(), (int)_ln);
ENDVERBATIM
}
PROCEDURE advance(until) {
VERBATIM
    cvode_fadvance(_luntil);
ENDVERBATIM
}
"""


def test_a_procedure_takes_several_steps_and_advances_to_a_time(ranvier, tmp_path):
    """NEURON's headers for mechanisms do not declare these functions."""
    (tmp_path / "steps.mod").write_text(OTHER_STEPS)
    script = """
        create soma
        objref cvode
        cvode = new CVode()
        soma insert hh
        {finitialize(-65)}
        {several_steps(40)}
        print t, soma.v
        {finitialize(-65)}
        for k = 1, 40 {fadvance()}
        print t, soma.v
        {advance(2)}
        print t
        {advance(-1)}
        print t
        {cvode.active(1)}
        {finitialize(-65)}
        {advance(-1)}
        print t > 0
        {advance(3)}
        print t
        """
    (tmp_path / "script.hoc").write_text(script)
    lines = [line.split() for line in ranvier.check("--quiet", "script.hoc", cwd=tmp_path).out.splitlines()]
    assert lines[0] == lines[1]
    assert lines[2:] == [["2"], ["2.025"], ["1"], ["3"]]


STEPS_WITHIN = """NEURON { SUFFIX inner }
ASSIGNED { v }
BREAKPOINT {
VERBATIM
    if (t > 1) nrn_fixed_step(0);
ENDVERBATIM
}
"""


@pytest.mark.parametrize("advance", ["fadvance", "one_step"])
def test_a_step_within_a_step_is_an_error(ranvier, tmp_path, advance):
    (tmp_path / "steps.mod").write_text(STEPS)
    (tmp_path / "inner.mod").write_text(STEPS_WITHIN)
    (tmp_path / "script.hoc").write_text(f"create s\ns insert inner\nfinitialize()\nwhile (t < 2) {advance}()")
    outcome = ranvier.run("script.hoc", cwd=tmp_path)
    assert outcome.status == 1, outcome
    assert "within a step" in outcome.err


HALF_KNOWN = """NEURON { SUFFIX nothing }
FUNCTION twice(x) {
VERBATIM
    _ltwice = 2.*_lx;
ENDVERBATIM
}
PROCEDURE matrix() {
VERBATIM
    int k;
    for (k = 0; k < nrn_threads->end; ++k) nrn_threads->_actual_rhs[k] = 0.;
ENDVERBATIM
}
FUNCTION secret(x) {
VERBATIM
    _lsecret = nrn_secret_function(_lx) + nrn_threads->_actual_d[0];
ENDVERBATIM
}
FUNCTION other_secret(x) {
VERBATIM
    _lother_secret = nrn_other_secret(_lx);
ENDVERBATIM
}
"""


@pytest.mark.parametrize(
    "call, where, what",
    [
        ("matrix()", "a.mod:10", "_actual_rhs"),
        ("secret(1)", "a.mod:15", "_actual_d"),
        ("other_secret(1)", "a.mod:20", "nrn_other_secret"),
    ],
)
def test_only_calls_of_rejected_functions_fail(ranvier, tmp_path, call, where, what):
    (tmp_path / "a.mod").write_text(HALF_KNOWN)
    (tmp_path / "script.hoc").write_text(f"print twice(21)\n{call}\n")
    env = {"RANVIER_CACHE": str(tmp_path)}
    for _ in range(2):  # compiled, and from the cache
        outcome = ranvier.run("--quiet", "script.hoc", cwd=tmp_path, env=env)
        assert outcome.status != 0 and outcome.out.split() == ["42"]
        error = outcome.err[outcome.err.index("script.hoc:2") :]
        assert where in error and what in error and call.split("(")[0] in error


def test_errors_outside_of_functions_remain_errors(ranvier, tmp_path):
    (tmp_path / "a.mod").write_text(HALF_KNOWN + "VERBATIM\nstatic int broken = no_such_name;\nENDVERBATIM\n")
    (tmp_path / "script.hoc").write_text("print twice(21)\n")
    outcome = ranvier.run("--quiet", "script.hoc", cwd=tmp_path, env={"RANVIER_CACHE": str(tmp_path)})
    assert outcome.status != 0 and outcome.out == ""
    assert "a.mod:24" in outcome.err and "no_such_name" in outcome.err


# As in the vecst.mod of many models, C code calls a PROCEDURE as if there were no threads.
THREADSAFE = {
    "nothing": """NEURON { THREADSAFE  SUFFIX nothing  GLOBAL last }
ASSIGNED { last }
PROCEDURE power(x) { last = exp(x) }
FUNCTION of_nothing(n) {
VERBATIM
    int k;
    _lof_nothing = 0.;
    for (k = 0; k <= _ln; ++k) {
        power(_threadargscomma_ (double)k);
        _lof_nothing += last;
        power(k/2.);
        _lof_nothing += last;
    }
ENDVERBATIM
}
""",
    "solved": """NEURON { THREADSAFE  SUFFIX solved  GLOBAL kept }
ASSIGNED { kept }
STATE { x z }
INITIAL { SOLVE both }
LINEAR both {
    ~ x + z = 3
    ~ x - z = 1
}
PROCEDURE keep(a) { kept = a*a }
FUNCTION of_solved(n) {
VERBATIM
    keep(_ln);
    _lof_solved = kept;
ENDVERBATIM
}
""",
}
CALLS_THREADSAFE = """create a
access a
insert solved
finitialize(-65)
print of_nothing(2)
setdata_solved(0.5)
print of_solved_solved(3), x_solved, z_solved
quit()
"""


def test_threadsafe_files_on_one_thread_have_no_thread_arguments(ranvier, neuron, tmp_path):
    for name, text in THREADSAFE.items():
        (tmp_path / f"{name}.mod").write_text(text)
    expected = neuron.run(CALLS_THREADSAFE, mods=sorted(tmp_path.glob("*.mod")))["out"]
    (tmp_path / "script.hoc").write_text(CALLS_THREADSAFE)
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out
    assert ours == expected and "9 2 1" in ours
