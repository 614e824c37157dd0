"""Classes of hoc beyond Vector and List, against NEURON: what a script prints is the same."""

import json

import pytest
from oracle.commands import run

BRANCHED = r"""
create soma, apical[2], tuft
soma { L = diam = 20 nseg = 1 insert hh }
apical[0] { L = 100 diam = 2 nseg = 5 insert pas }
apical[1] { L = 50 diam = 1 nseg = 3 }
tuft { L = 30 diam = 1 nseg = 2 insert hh }
connect apical[0](0), soma(1)
connect apical[1](0), apical[0](0.5)
connect tuft(1), apical[0](1)
access soma
"""


# Results of calls made for their effects, which scripts print and test.
RETURNED = (
    BRANCHED
    + r"""
objref v_, w_, sl, clamp, pc, nc, none
strdef s
func twice() { return 2*$1 }
v_ = new Vector(3)
w_ = new Vector(3)
clamp = new IClamp(0.5)
pc = new ParallelContext()
print clamp.loc(0.4), v_.play(&clamp.amp, 1) == v_, v_.play_remove()
sl = new SectionList()
print sl.append(), sl.append(), sl.subtree(), sl.wholetree(), sl.children(), sl.allroots(), sl.unique(), sl.remove()
print sl.contains(), sl.printnames()
print pc.submit("twice", 3), pc.submit("twice", 4), pc.submit(17, "twice", 5)
while ((id = pc.working()) != 0) { print id, pc.retval, pc.userid }
print pc.timeout(5), pc.timeout(7), pc.timeout(), pc.post("key", 3), pc.context("x = 1")
print pc.optimize_node_order(), pc.optimize_node_order(1), pc.allgather(1, w_)
print pc.set_gid2node(3, 0)
nc = new NetCon(&v(0.5), none)
print nc.event(1), pc.cell(3, nc), pc.spike_record(3, v_, w_)
print system("exit 3"), system("exit 3", s)
print hoc_stdout("printed.txt")
print hoc_stdout(), variable_domain(&t, 0, 1), axis(0, 1, 1, 0, 1, 1), coredump_on_error(0)
objref synapse
synapse = new ExpSyn(0.5)
nc = new NetCon(none, synapse)
finitialize(-65)
print nc.event(1), nc.active(0), nc.event(2)
"""
)

# Variables of the environment are filled in everywhere, and a tilde is a letter like any other.


# dt is a number like any other until a fixed step needs it.

SCRIPTS = {
    "returned": RETURNED,
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_prints_what_neuron_prints(ranvier, neuron, tmp_path, name):
    script = SCRIPTS[name] + "\nquit()\n"
    (tmp_path / "script.hoc").write_text(script)
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out
    assert ours.splitlines() == neuron.run(script)["out"].splitlines()


IN_OBJECT = r"""
begintemplate Cell
public x, opened, loaded
x = 0
proc init() { x = 1 }
proc opened() { xopen("part.hoc") }
proc loaded() { load_file("part.hoc") }
endtemplate Cell
objref cells[3]
for i = 0, 2 cells[i] = new Cell()
x = 10
{ execute("xopen(\"part.hoc\")", cells[0]) }
{ cells[1].opened() }
print cells[0].x, cells[1].x, cells[2].x, x
{ cells[2].loaded() }
print cells[0].x, cells[1].x, cells[2].x, x
proc opened() { xopen("part.hoc") }
opened()
print cells[0].x, x
"""


RENAMED = """
objref ref, refs[4], list, cell
func said() { printf("R %g\\n", $1)  return 0 }
create a
a ref = new SectionRef()
said(ref.rename("b"))
{ ref.unname() }
said(execute1("ref.unname()", 0))
foo = 1
said(ref.rename("foo"))
said(ref.rename("b"))
forall printf("R %s\\n", secname())
b { delete_section() }
said(ref.rename("c"))
create d, e[3]
d ref = new SectionRef()
{ ref.unname() }
said(ref.rename("e"))
forall printf("R %s\\n", secname())
forall delete_section()
create a, b, c, d
list = new List()
a refs[0] = new SectionRef()
b refs[1] = new SectionRef()
c refs[2] = new SectionRef()
{ list.append(refs[0])  list.append(refs[2]) }
{ refs[0].unname() }
said(refs[0].rename("x", list))
{ refs[0].unname()  refs[2].unname() }
said(refs[0].rename("x", list))
forall printf("R %s\\n", secname())
{ connect b(0), x[0](1) }
said(execute1("x = refs[0].child.L", 0))
said(execute1("refs[0].child[0] y = L", 0))
"""


def test_sections_are_renamed_as_in_neuron(ranvier, neuron, tmp_path):
    (tmp_path / "renamed.hoc").write_text(RENAMED + "quit()\n")
    ours = ranvier.check("--quiet", "renamed.hoc", cwd=tmp_path).out
    theirs = neuron.run(RENAMED + "quit()\n")["out"]
    lines = [[line for line in out.splitlines() if line.startswith("R ")] for out in (ours, theirs)]
    assert lines[0] == lines[1] and len(lines[0]) > 14, (lines, ours)


def test_a_section_of_an_object_keeps_its_name(ranvier, tmp_path):
    (tmp_path / "cell.hoc").write_text(
        "begintemplate Cell\npublic soma\ncreate soma\nendtemplate Cell\nobjref cell, ref\ncell = new Cell()\n"
        'cell.soma ref = new SectionRef()\ny = ref.unname()\nx = ref.rename("a")\nprint y, x\nref.sec print secname()\n'
    )
    out = ranvier.check("--quiet", "cell.hoc", cwd=tmp_path).out
    assert out.splitlines() == [
        "Cell[0].soma belongs to an object or to Python and keeps its name",
        "Cell[0].soma still has a name; use unname() first",
        "0 0 ",
        "Cell[0].soma",
    ]


def test_a_shape_knows_its_style(ranvier, tmp_path):
    (tmp_path / "shape.hoc").write_text(
        "objref s\ns = new PlotShape()\nprint s.show(), s.show(2), s.show()\ns.show(3)\n"
    )
    outcome = ranvier.run("--quiet", "shape.hoc", cwd=tmp_path)
    assert outcome.out.split() == ["0", "1", "2"] and "show" in outcome.err and outcome.status == 1, outcome


def test_nrnversion_7_is_the_command(ranvier, tmp_path):
    (tmp_path / "seven.hoc").write_text("print nrnversion(7)\n")
    out = ranvier.check("-nobanner", "-nogui", "seven.hoc", name="nrniv", cwd=tmp_path).out
    assert out.rstrip().endswith("nrniv -nobanner -nogui seven.hoc"), out


def test_xopen_runs_the_file_in_the_object_and_load_file_at_the_top(ranvier, neuron, tmp_path):
    part = 'x = x + 5\nprint "in the file ", x\n'
    (tmp_path / "part.hoc").write_text(part)
    script = IN_OBJECT + "quit()\n"
    (tmp_path / "script.hoc").write_text(script)
    made = f'objref f\nf = new File("part.hoc")\nf.wopen()\nf.printf({json.dumps(part)})\nf.close()\n'
    expected = neuron.run(made + script)["out"].splitlines()
    ours = ranvier.check("--quiet", "script.hoc", cwd=tmp_path).out.splitlines()
    assert ours == expected[-len(ours) :] and len(ours) == 7, expected


def test_units_of_an_unknown_name_is_an_error(ranvier, tmp_path):
    (tmp_path / "script.hoc").write_text('print units("hello")\n')
    outcome = ranvier.run("--quiet", "script.hoc", cwd=tmp_path)
    assert outcome.status == 1 and 'there is no variable "hello"' in outcome.err, outcome


def test_a_fixed_step_needs_a_positive_dt(ranvier, tmp_path):
    for value in ("0", "-1"):
        for advance in ("fadvance()", "pc.psolve(1)"):
            (tmp_path / "script.hoc").write_text(
                "objref pc\npc = new ParallelContext()\ncreate soma\n{ finitialize(-65) }\n"
                f"dt = {value}\n{{ pc.set_maxstep(10) }}\n{{ {advance} }}\n"
            )
            outcome = ranvier.run("--quiet", "script.hoc", cwd=tmp_path, limit=20)
            assert outcome.status == 1, outcome
            assert f"dt must be greater than 0 ms to advance by fixed steps, not {value}" in outcome.err, outcome


@pytest.mark.parametrize("statement", ["t = -1e300", "dt = 1e-300", "dt = 5e-324"])
def test_a_time_that_steps_do_not_reach_is_an_error(ranvier, tmp_path, statement):
    (tmp_path / "script.hoc").write_text(
        "objref pc\npc = new ParallelContext()\ncreate soma\n{ pc.set_maxstep(10)  finitialize(-65) }\n"
        f"{statement}\n{{ pc.psolve(1) }}\n"
    )
    outcome = ranvier.run("--quiet", "script.hoc", cwd=tmp_path, limit=20)
    assert outcome.status == 1 and "t = 1 ms cannot be reached from" in outcome.err, outcome


@pytest.mark.parametrize("name", ["ranvier", "nrniv"])
def test_text_for_a_full_disk_is_an_error(ranvier, tmp_path, name):
    (tmp_path / "short.hoc").write_text("print 42\nquit()\n")
    (tmp_path / "long.hoc").write_text("for i = 1, 100000 print i\nwhile (1) { print 1 }\n")
    for script in ("short.hoc", "long.hoc"):
        command = f'"{ranvier.bin_folder / name}" {script} > /dev/full'
        outcome = run(["sh", "-c", command], tmp_path, limit=30)
        assert outcome.status == 1 and "No space left on device" in outcome.err, outcome


def test_what_a_file_does_not_hold_is_an_error(ranvier, tmp_path):
    for text in (
        'objref f\nf = new File()\n{ f.wopen("/dev/full")  f.printf("42\\n")  f.close() }\n',
        '{ wopen("/dev/full")  fprint("42\\n")  wopen() }\n',
    ):
        (tmp_path / "script.hoc").write_text(text)
        outcome = ranvier.run("--quiet", "script.hoc", cwd=tmp_path, limit=30)
        assert outcome.status == 1 and "No space left on device" in outcome.err, outcome


def test_save_session_says_that_nothing_is_written(ranvier, tmp_path):
    (tmp_path / "session.hoc").write_text('{save_session("a.ses")}\nprint 5\n')
    outcome = ranvier.run("--quiet", "session.hoc", cwd=tmp_path)
    assert outcome.status == 0 and outcome.out.split() == ["5"] and not (tmp_path / "a.ses").exists()
    assert outcome.err == "save_session: there are no windows without a screen; a.ses is not written\n"


def test_former_values_of_constants_are_told_of_once(ranvier, tmp_path):
    calls = [f"print nrnunit_use_legacy({on})\n" for on in (0, 1, "", 1)]
    (tmp_path / "units.hoc").write_text("".join(calls) + "print FARADAY\n")
    outcome = ranvier.run("--quiet", "units.hoc", cwd=tmp_path)
    assert outcome.status == 0 and outcome.out.split() == ["0"] * 4 + ["96485.332"], outcome
    assert outcome.err.count("values of 2019") == 1, outcome
