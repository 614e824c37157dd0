"""What a message about an unknown name suggests: something that exists, fits the place, and works."""

import json

import pytest

KDR = """
NEURON { SUFFIX kdr USEION k READ ek WRITE ik RANGE gbar }
UNITS { (mA) = (milliamp) (mV) = (millivolt) (S) = (siemens) }
PARAMETER { gbar = .01 (S/cm2)  vh = -20 (mV)  ek (mV) }
ASSIGNED { v (mV) ik (mA/cm2) }
BREAKPOINT { ik = gbar*(v - ek)/(1 + exp((vh - v)/5(mV))) }
"""

HOC = {
    "print soma.vh_kdr": "vh_kdr is not a range variable: set vh_kdr, without a section (GLOBAL variable of kdr; add vh to RANGE in kdr.mod to have one in each segment)",
    "soma.vh_kdr = 3": "vh_kdr is not a range variable: set vh_kdr, without a section",
    "objref r\nr = new SectionRef()\nprint r.sec.vh_kdr": "vh_kdr is not a range variable: set vh_kdr, without a section",
    "insert kdrr": "kdrr is not a density mechanism; did you mean 'kdr'?",
    "insert hhh": "hhh is not a density mechanism; did you mean 'hh'?",
    "print soma.hh": "hh is not a range variable: it is a mechanism, whose variables are written like ",
    "print soma.gbar": "gbar is not a range variable; did you mean 'gbar_kdr'?",
    "print soma.gnabarr_hh": "gnabarr_hh is not a range variable; did you mean 'gnabar_hh'?",
    "print soma.usetable_hh": "usetable_hh is not a range variable: set usetable_hh, without a section (GLOBAL variable of hh)\n",
    "print soma.vv": "vv is not a range variable; did you mean 'v'?",
    "print soma.nope": "nope is not a range variable\n",
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "kdr.mod").write_text(KDR)
    return tmp_path


@pytest.mark.parametrize("statement", HOC)
def test_in_hoc(ranvier, folder, statement):
    (folder / "a.hoc").write_text(f"create soma\naccess soma\ninsert kdr\ninsert hh\n{statement}\n")
    outcome = ranvier.run("a.hoc", cwd=folder)
    assert outcome.status == 1 and HOC[statement] in outcome.err, outcome


PYTHON = {  # in Python
    "s.insert('hhh')": "argument not a density mechanism name: hhh; did you mean 'hh'?",
    "s.insert('kdrr')": "argument not a density mechanism name: kdrr; did you mean 'kdr'?",
    "s(.5).nope": "s(0.5) has no nope",
    "s.nope": "s has no nope",
    "s(.5).volum": "s(0.5) has no volum; did you mean 'volume'?",
    "s(.5).vh_kdr": "s(0.5) has no vh_kdr: set h.vh_kdr, without a section (GLOBAL variable of kdr; add vh to RANGE in kdr.mod",
    "s.vh_kdr": "s has no vh_kdr: set h.vh_kdr, without a section (GLOBAL variable of kdr; add vh to RANGE in kdr.mod",
    "setattr(s, 'vh_kdr', 1)": "s has no vh_kdr: set h.vh_kdr, without a section",
    "setattr(s(.5), 'gkbarr_hh', 1)": "s(0.5) has no gkbarr_hh; did you mean 'gkbar_hh'?",
    "setattr(s(.5), 'nope', 1)": "s(0.5) has no nope",
    "s.hh": "s has no hh: it is a mechanism, whose variables are written like s(0.5).",
    "s.gnabar": "s has no gnabar; did you mean 'gnabar_hh'?",
    "s(.5).gnabar": "s(0.5) has no gnabar; did you mean 'gnabar_hh'?",
    "other.hh": "other has no hh; the mechanism must be inserted first",
    "other(.5).gkbar_hh": "gkbar_hh, the mechanism does not exist at other(0.5); insert it first",
    "other(.5).gnabar_hh": "gnabar_hh, the mechanism does not exist at other(0.5); insert it first",
    "s.nsegg": "s has no nsegg; did you mean 'nseg'?",
    "s.wholetre()": "s has no wholetre; did you mean 'wholetree'?",
    "h.lambda_f(100)": "hoc has no lambda_f; stdlib.hoc defines it: call h.load_file('stdlib.hoc') first",
}


def test_in_python(ranvier, folder):
    (folder / "a.py").write_text(
        f"""import json
from neuron import h
s, other = h.Section(name="s"), h.Section(name="other")
s.insert("hh")
s.insert("kdr")
said = {{}}
for statement in {list(PYTHON)!r}:
    try:
        said[statement] = f"no error: {{eval(statement)}}"
    except Exception as error:
        said[statement] = str(error)
s(.5).x, s(.5).sec
print(json.dumps(said))
"""
    )
    said = json.loads(ranvier.check("a.py", "--quiet", cwd=folder).out)
    wrong = {statement: said[statement] for statement in PYTHON if not said[statement].startswith(PYTHON[statement])}
    assert not wrong
    assert said["s(.5).nope"] == "s(0.5) has no nope"


def test_a_suggestion_is_never_about_a_name_that_exists(ranvier, folder):
    """gnabar_hh suggested gkbar_hh, which suggested gnabar_hh."""
    (folder / "a.py").write_text(
        "from neuron import h\nfor name in 'gnabar_hh', 'gkbar_hh', 'm_hh':\n"
        "    try:\n        getattr(h, name)\n    except Exception as error:\n        print(error)\n"
    )
    out = ranvier.check("a.py", "--quiet", cwd=folder).out
    assert out.count("\n") >= 3 and "did you mean" not in out, out


UNITS = {
    "(mA) = (miliamp)": (3, "the unit (miliamp), which defines (mA), is not known", "did you mean (milliamp)?"),
    "(mV) = (milivolt)": (3, "the unit (milivolt), which defines (mV), is not known", "did you mean (millivolt)?"),
    "(um) = (micrn)": (3, "the unit (micrn), which defines (um), is not known", "did you mean (micron)?"),
    "(xx) = (nonsense)": (3, "the unit (nonsense), which defines (xx), is not known", "write a unit that is known"),
}


@pytest.mark.parametrize("definition", UNITS)
def test_units(ranvier, tmp_path, definition):
    known = {"(mA)": "(mA) = (milliamp)", "(mV)": "(mV) = (millivolt)"}
    known.pop(definition[:4], None)
    lines = ["NEURON { SUFFIX x NONSPECIFIC_CURRENT i }", f"UNITS {{ {' '.join(known.values())}", definition + " }"]
    lines += ["ASSIGNED { v (mV) i (mA/cm2) }", "BREAKPOINT { i = 0.1*(v - 1(mV))*1(mA/cm2)/1(mV) }"]
    (tmp_path / "x.mod").write_text("\n".join(lines) + "\n")
    outcome = ranvier.run("compile", "--units", "x.mod", cwd=tmp_path)
    line, wrong, advice = UNITS[definition]
    said = outcome.out + outcome.err
    assert f"x.mod:{line}:8: " in said and wrong in said and advice in said, outcome
    assert "of i is not known" not in said and "1 file, 1 place" in said, outcome


SWC = {
    "no number": ("1 1 0 0 0 5 -1\n2 3 10 0 0 1 1\n3 3 abc 0 0 1 2\n4 3 30 0 0 1 3\n", "line 4: there is no point 3"),
    "no parent": (
        "1 1 0 0 0 5 -1\n2 3 10 0 0 1 1\n3 3 20 0 0 1 9\n",
        "line 3: there is no point 9, the parent of point 3",
    ),
    "a gap": ("1 1 0 0 0 5 -1\n2 3 10 0 0 1 1\n5 3 20 0 0 1 4\n", "line 3: there is no point 4, the parent of point 5"),
    "twice": ("1 1 0 0 0 5 -1\n2 3 10 0 0 1 1\n2 3 20 0 0 1 1\n", "line 3: point 2 is also in line 2"),
    "a circle": (
        "1 1 0 0 0 5 -1\n2 3 10 0 0 1 1\n3 3 20 0 0 1 4\n4 3 30 0 0 1 3\n",
        "line 3: the parent of point 3, 4, must be a point with a smaller number",
    ),
    "its own parent": ("1 1 0 0 0 5 -1\n2 3 10 0 0 1 2\n", "line 2: the parent of point 2, 2, must be"),
    "negative": ("1 1 0 0 0 5 -1\n-2 3 10 0 0 1 1\n", "line 2: the number of a point is negative"),
    "not finite": ("1 1 0 0 0 5 -1\n2 3 10 0 nan 1 1\n3 3 20 0 0 1 2\n", "line 3: there is no point 2"),
}


@pytest.mark.parametrize("case", SWC)
@pytest.mark.parametrize("ranks", [1, 2])
def test_a_broken_swc_names_file_and_line(ranvier, tmp_path, case, ranks):
    text, wrong = SWC[case]
    (tmp_path / "b.swc").write_text(text)
    (tmp_path / "a.hoc").write_text(
        '{load_file("import3d.hoc")}\nobjref imp\nimp = new Import3d_SWC_read()\nimp.input("b.swc")\nprint "read"\n'
    )
    outcome = ranvier.run("a.hoc", cwd=tmp_path, ranks=ranks)
    assert outcome.status == 1 and "read" not in outcome.out, outcome
    assert outcome.err.count("b.swc " + wrong if wrong.startswith("line") else wrong) == 1, outcome
    if case in ("no number", "not finite"):
        assert "b.swc line" in outcome.out and "could not parse" in outcome.out


NOWHERE = """
from neuron import h
pc = h.ParallelContext()
gid = int(pc.id())
soma = h.Section(name=f"soma{gid}")
synapse = h.ExpSyn(soma(0.5))
pc.set_gid2node(gid, gid)
pc.cell(gid, h.NetCon(soma(0.5)._ref_v, None, sec=soma))
if gid == int(pc.nhost()) - 1:
    nc = pc.gid_connect(77, synapse)
pc.set_maxstep(10)
"""


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_connection_from_nowhere_names_its_synapse_and_cell(ranvier, tmp_path, ranks):
    (tmp_path / "a.py").write_text(NOWHERE)
    outcome = ranvier.run("a.py", cwd=tmp_path, ranks=ranks)
    wrong = f"rank {ranks - 1} has a connection from gid 77, which exists on no rank: NetCon "
    assert outcome.status == 1 and outcome.err.count(wrong) == 1, outcome
    assert f"(gid 77 -> ExpSyn[0] in soma{ranks - 1}(0.5))" in outcome.err, outcome


TRACES = {
    "soma.vv": "vv is not a range variable; did you mean 'v'?",
    "soma.vv(0.5)": "vv is not a range variable; did you mean 'v'?",
    "soma.m_h(0.5)": "m_h is not a range variable; did you mean 'm_hh'?",
    "soma.hh": "hh is not a range variable: it is a mechanism",
    "som.v": "did you mean 'soma'?",
    "tt": "there is no such variable when the run begins",
    "tstopp": "did you mean 'tstop'?",
}


@pytest.mark.parametrize("name", TRACES)
@pytest.mark.parametrize("ranks", [1, 2])
def test_traces(ranvier, tmp_path, name, ranks):
    (tmp_path / "a.hoc").write_text('{load_file("stdrun.hoc")}\ncreate soma\nsoma insert hh\ntstop = 1\nrun()\n')
    outcome = ranvier.run("--quiet", "--trace", name, "a.hoc", cwd=tmp_path, ranks=ranks)
    assert outcome.status == 1 and outcome.err.count(f"--trace {name}: ") == 1, outcome
    assert TRACES[name] in outcome.err, outcome
    assert not (tmp_path / "traces.csv").exists()
