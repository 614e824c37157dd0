"""Import3d makes the sections that NEURON makes of small SWC and Neurolucida files."""

import pytest

SWC = {
    "three point soma": """# soma as three points
1 1 0 0 0 5 -1
2 1 0 -5 0 5 1
3 1 0 5 0 5 1
4 3 0 10 0 1 1
5 3 0 30 0 0.8 4
6 3 10 50 0 0.5 5
7 3 -10 50 0 0.5 5
8 3 -20 80 5 0.4 7
9 2 0 -10 0 0.5 1
10 2 0 -90 0 0.3 9
11 4 10 0 0 1 1
12 4 40 0 0 0.9 11
""",
    "cylinder soma": """1 1 0 0 0 4 -1
2 1 0 6 0 5 1
3 1 0 12 0 4 2
4 3 0 20 0 1 3
5 3 0 40 0 0.7 4
6 3 9 5 0 0.6 2
7 3 30 5 0 0.6 6
8 3 60 25 0 0.6 7
9 3 60 -25 0 0.6 7
""",
    "one point soma": """1 1 3 4 5 6 -1
2 3 3 14 5 1 1
3 3 3 24 5 1 2
4 3 13 4 5 1 1
5 3 23 4 5 1 4
""",
    "no soma": """1 3 0 0 0 1 -1
2 3 0 10 0 1 1
3 3 0 20 0 1 2
4 3 10 30 0 1 3
5 3 -10 30 0 1 3
""",
    "second root that branches": """1 1 0 0 0 5 -1
2 3 5 0 0 1 1
3 3 9 0 0 1 2
4 2 50 0 0 1 -1
5 2 60 0 0 1 4
6 2 50 9 0 1 4
7 2 50 19 0 1 6
""",
    "roots of one sample and of several": """1 1 0 0 0 4 -1
2 1 0 6 0 5 1
3 1 0 12 0 4 2
4 3 0 20 0 1 3
5 3 0 40 0 0.7 4
6 2 30 5 0 0.6 -1
7 4 60 5 0 0.5 -1
8 4 70 5 0 0.4 7
9 4 80 15 0 0.3 8
10 4 80 -5 0 0.3 8
11 1 99 0 0 3 -1
12 1 99 9 0 3 11
13 3 99 20 0 1 12
14 3 99 30 0 1 13
""",
    "roots without a soma": """1 3 0 0 0 1 -1
2 3 0 10 0 1 1
3 3 0 20 0 1 2
4 3 50 0 0 0.7 -1
5 3 60 0 0 0.6 4
6 3 60 9 0 0.6 4
""",
}

ASC = """; V3 text file written for a test
("CellBody"
  (Color Red)
  (CellBody)
  (  -5.0   -5.0    0.0     0.5)
  (   5.0   -5.0    0.0     0.5)
  (   6.0    0.0    0.0     0.5)
  (   5.0    5.0    0.0     0.5)
  (  -5.0    5.0    0.0     0.5)
  (  -6.0    0.0    0.0     0.5)
)  ;  End of contour
( (Color Yellow)
  (Dendrite)
  (   0.0    6.0    0.0     2.0)  ; Root
  (   0.0   20.0    0.0     1.5)
  (
    (  10.0   40.0    0.0     1.0)
    (  20.0   60.0    3.0     0.8)
    Normal
  |
    ( -10.0   40.0    0.0     1.0)
    ( -20.0   60.0   -3.0     0.8)
    Normal
  )  ;  End of split
)  ;  End of tree
( (Color Green)
  (Axon)
  (   0.0   -6.0    0.0     1.0)  ; Root
  (   0.0  -50.0    0.0     0.6)
  Normal
)  ;  End of tree
"""

STACK = """("Cell Body"
  (Closed)
  (-5 -3 0 0.3) (5 -3 0 0.3) (6 1 0 0.3) (5 5 0 0.3) (-5 5 0 0.3)
)
("Cell Body"
  (-6 -4 2 0.3) (6 -4 2 0.3) (7 1 2 0.3) (6 6 2 0.3) (-6 6 2 0.3)
)
("Cell Body"
  (-4 -2 4 0.3) (4 -3 4 0.3) (4 5 4 0.3) (-4 5 4 0.3)
)
(Set "dendrites"
( (Color RGB (10, 20, 30)) (Apical)
  (3, 3, 2, 1.5) (10 10 2 1.2) <(12 12 2 0.2)>
  (20 20 2 1.0)
  ( (30 30 2 0.8) Incomplete | (20 40 2 0.7) (20 50 2 0.6) Normal | (10 40 2 0.5) High )
)
)
( (Dendrite) (40 0 0 1) (60 0 0 1) Normal )
("Grid" (0 0 0 1) (1 1 1 1))
"""

SCRIPT = r"""
{load_file("stdlib.hoc")}
{load_file("import3d.hoc")}
objref reader, gui, nil
reader = new %s()
{reader.input("cell.%s")}
gui = new Import3d_GUI(reader, 0)
{gui.instantiate(nil)}
objref ref
proc show() { local i
    ref = new SectionRef()
    printf("%%s nseg=%%d n3d=%%d L=%%.6g", secname(), nseg, n3d(), L)
    if (ref.has_parent) { printf(" at %%g of ", parent_connection()) ref.parent printf("%%s", secname()) }
    printf("\n")
    for i = 0, n3d() - 1 printf("  %%.6g %%.6g %%.6g %%.6g\n", x3d(i), y3d(i), z3d(i), diam3d(i))
}
forall show()
quit()
"""


def answer(text):
    """What the script prints of the sections: readers also say what they do."""
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if "nseg=" in line)
    return [line.rstrip() for line in lines[first:]]


CASES = [("Import3d_SWC_read", "swc", text) for text in SWC.values()] + [
    ("Import3d_Neurolucida3", "asc", text) for text in (ASC, STACK)
]


@pytest.mark.parametrize("reader, suffix, text", CASES, ids=[*SWC, "contour", "stack of contours"])
def test_sections_are_those_of_neuron(ranvier, neuron, tmp_path, reader, suffix, text):
    name = tmp_path / f"cell.{suffix}"
    name.write_text(text)
    script = (SCRIPT % (reader, suffix)).replace(f"cell.{suffix}", str(name))
    (tmp_path / "script.hoc").write_text(script)
    ours = ranvier.check("--quiet", "script.hoc", cwd=tmp_path).out
    # NEURON's answers are kept by the text of its script: the file goes there within it.
    quoted = text.replace('"', '\\"').splitlines()
    lines = [f'{{f.printf("%s\\n", "{line}")}}' for line in quoted]
    asked = "objref f\nf = new File()\n" + f'{{f.wopen("cell.{suffix}")}}\n' + "\n".join(lines) + "\n{f.close()}\n"
    theirs = neuron.run(asked + SCRIPT % (reader, suffix))["out"]
    assert answer(ours) == answer(theirs)


IN_PYTHON = r"""
from neuron import h

h.load_file("stdlib.hoc")
h.load_file("import3d.hoc")
TEXTS = {texts!r}


def read(name):
    suffix, text = TEXTS[name]
    with open("cell." + suffix, "w") as file:
        file.write(text)
    reader = h.Import3d_SWC_read() if suffix == "swc" else h.Import3d_Neurolucida3()
    reader.quiet = 1
    reader.input("cell." + suffix)
    return h.Import3d_GUI(reader, False)


def show(sections):
    for s in sections:
        print("nseg=", s, s.nseg, s.L, s.cell(), s.parentseg(), s.orientation())
        print([(s.x3d(i), s.y3d(i), s.z3d(i), s.diam3d(i)) for i in range(s.n3d())])


class Cell:
    all = "is replaced"

    def __init__(self, name):
        self.name = name
        read(name).instantiate(self)

    def __str__(self):
        return f"<{{self.name}}>"


cells = [Cell(name) for name in TEXTS]
for c in cells:
    lists = {{k: v for k, v in vars(c).items() if k != "name"}}
    print("nseg=", list(lists), [type(v) is list for v in lists.values()])
    show(c.all)
print(len(list(h.allsec())), h.cas())
del cells[0], c
print(len(list(h.allsec())))
again = cells[0]
read("soma of three").instantiate(again)  # takes the place of what it was
print(len(list(h.allsec())), len(again.all), vars(again)["all"] == list(h.allsec())[-len(again.all):])
import __main__
read("soma of three").instantiate(__main__)
print(soma[0].L, dend[1].n3d(), len(globals()["all"]))
"""


def test_sections_become_attributes_of_a_python_object(python, neuron, tmp_path):
    many = "5 7 9.123456789 0 0 1 1\n6 7 40.9876543219876 1.23456789012e-3 0 1 5\n7 8 0 -9 0 1 1\n8 8 0 -39 0 1.5 7\n"
    texts = {name: ("swc", text) for name, text in SWC.items()}
    texts |= {"outline": ("asc", ASC), "stack": ("asc", STACK)}
    texts["soma of three"] = ("swc", SWC["three point soma"])
    texts["other types"] = ("swc", "1 1 0 0 0 5 -1\n2 1 0 5 0 5 1\n3 3 0 10 0 1 2\n4 3 0 20 0 1 3\n" + many)
    script = IN_PYTHON.format(texts=texts)
    outcome = python(script, tmp_path)
    assert outcome.status == 0, outcome
    assert answer(outcome.out) == answer(neuron.run_python(script))


def test_the_program_makes_them_too(ranvier, tmp_path):
    (tmp_path / "cell.asc").write_text(ASC)
    (tmp_path / "script.py").write_text(
        "from neuron import h\nh.load_file('import3d.hoc')\nclass Cell: pass\ncell = Cell()\n"
        "reader = h.Import3d_Neurolucida3()\nreader.input('cell.asc')\n"
        "h.Import3d_GUI(reader, 0).instantiate(cell)\nprint(len(cell.soma), len(cell.dend), cell.axon[0].n3d())\n"
    )
    outcome = ranvier.check("-nobanner", "-python", "script.py", cwd=tmp_path, name="nrniv")
    assert "1 3 2" in outcome.out.splitlines(), outcome
