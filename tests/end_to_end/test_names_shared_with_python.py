"""Names that hoc and Python share, beside NEURON: assignments to names of h that Python defines, and get_segment() in hoc."""

ASSIGNED = """
from neuron import h
section = h.Section(name="a")
names = "_pysec Section allsec cas distance fit_praxis hname none ref setpointer sin Vector finitialize _x".split()
for name in names:
    for value in 3, None, section, "deleted":
        try:
            if value == "deleted":
                delattr(h, name)
            else:
                setattr(h, name, value)
            print(name, value, "accepted")
        except Exception as error:
            print(name, value, type(error).__name__)
kept = [3, "x", section, [1], print, None]
for value in kept:
    h._pysec = value
    print(h._pysec is value)
h._pysec = section
print(h("_pysec.a.L = 7"), section.L, h._pysec, section.name(), h.cas(), h.sin(0.0))
"""

SEGMENTS = """
from neuron import h
h('create a\\nobjref p, q, cell')
for statement in (
    "p = new IClamp()", "q = p.get_segment()", "print q",
    "a p.loc(.3)", "q = p.get_segment()", "print q.x", "q.v = -40", "print q.v, a.v(.5)", "print p.get_segment(1).x",
    "a.nseg = 3", "print p.get_segment().x", "a p.loc(1)", "print p.get_segment().x",
    "cell = new IntFire1()", "q = cell.get_segment()", "a delete_section()", "q = p.get_segment()", "print q"
):
    print(statement, h(statement))
print(h.p.get_segment())
"""


def same(python, neuron, tmp_path, script):
    ours = python(script, tmp_path)
    assert ours.status == 0, ours
    assert ours.out.split() == neuron.run_python(script).split()
    return ours.out


def test_assignments_to_names_of_python(python, neuron, tmp_path):
    said = same(python, neuron, tmp_path, ASSIGNED)
    assert said.count("accepted") == 3 and said.count("LookupError") == 28 and said.count("TypeError") == 25


def test_segments_in_hoc(python, neuron, tmp_path):
    same(python, neuron, tmp_path, SEGMENTS)


def test_a_script_of_hoc_imports_nothing_for_segments(ranvier, tmp_path):
    script = "create a\naccess a\nobjref p\np = new IClamp(.3)\nprint p.get_segment().x\n"
    (tmp_path / "segment.hoc").write_text(script)
    assert ranvier.check("--quiet", "segment.hoc", cwd=tmp_path).out.split() == ["0.5"]
