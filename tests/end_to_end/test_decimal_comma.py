"""A Python program may choose a locale with a decimal comma, as GUI libraries do: numbers of hoc and files keep the point."""

import os
import shutil
import subprocess

import pytest

LOCALE = """
import locale
locale.setlocale(locale.LC_ALL, "de_DE.UTF-8")
assert locale.localeconv()["decimal_point"] == ","
"""


@pytest.fixture(scope="module")
def german(tmp_path_factory):
    """A folder with the locale, for LOCPATH."""
    if not shutil.which("localedef") or not os.path.exists("/usr/share/i18n/locales/de_DE"):
        pytest.skip("localedef and its sources are not installed")
    folder = tmp_path_factory.mktemp("locales")
    command = ["localedef", "-i", "de_DE", "-f", "UTF-8", folder / "de_DE.UTF-8"]
    if subprocess.run(command, capture_output=True).returncode > 1:
        pytest.skip("localedef cannot make de_DE.UTF-8")
    return {"LOCPATH": str(folder)}


READS = """
from neuron import h
h.load_file("stdrun.hoc")
file = h.File()
file.ropen("numbers.txt")
print([file.scanvar() for _ in range(3)])
file.close()
vec, matrix = h.Vector(), h.Matrix()
file.ropen("numbers.txt")
vec.scanf(file)
file.close()
print(list(vec))
file.ropen("matrix.txt")
matrix.scanf(file)
file.close()
print([matrix.getval(i, j) for i in range(2) for j in range(2)])
h("x = 0")
h("y = 0")
h('sscanf("2.5 3.5e-1", "%lf %lf", &x, &y)')
print(h.x, h.y)
h("strdef made")
h('sprint(made, "%g %.3f %12.5e %s", 1.5, 2.5, 3.5, "0.5")')
print(h.made)
h("print 1.5, 1e-3")
h('printf("%g %8.2f|", 0.1, 4.25)')
h('execute("x = 2.75 + 1e-400")')
print(h.x)
vec.printf("%8.4g|")
"""
RUNS = """
from neuron import h
soma = h.Section(name="soma")
soma.L = soma.diam = 20
soma.insert("hh")
soma.insert("comma")
clamp = h.IClamp(soma(0.5))
clamp.delay, clamp.dur, clamp.amp = 0.5, 50, 0.7
pc = h.ParallelContext()
pc.set_gid2node(0, 0)
nc = h.NetCon(soma(0.5)._ref_v, None, sec=soma)
pc.cell(0, nc)
pc.raster("spikes.txt")
called = []
cvode = h.CVode()
h.load_file("stdrun.hoc")
event = h.FInitializeHandler(lambda: cvode.event(1.5, lambda: called.append(f"{1.5:n}")))
h.tstop = 20.5
h.run()
print(called, h.wild_comma(0.25))
"""
MOD = """
NEURON { SUFFIX comma RANGE a GLOBAL b }
PARAMETER { a = 0.75 b = 1.5e-1 }
FUNCTION wild(x) {
VERBATIM
    printf("%g\\n", _lx + 1.5);
ENDVERBATIM
    wild = x*2.5 + b
}
"""
SWC = "1 1 0.5 0 0 5.5 -1\n2 3 10.5 0 0 1.5 1\n3 3 20.5 0 0 1.5 2\n"
READS_SWC = """
from neuron import h
h.load_file("import3d.hoc")
reader = h.Import3d_SWC_read()
reader.input("cell.swc")
h.Import3d_GUI(reader, 0).instantiate(None)
print([(sec.name(), sec.L, sec.diam) for sec in h.allsec()])
"""


@pytest.fixture
def files(tmp_path):
    (tmp_path / "numbers.txt").write_text("1.5 2.25\n3.75e-1\n")
    (tmp_path / "matrix.txt").write_text("2 2\n1.5 2.5\n3.5 4.5\n")
    (tmp_path / "cell.swc").write_text(SWC)
    (tmp_path / "comma.mod").write_text(MOD)
    return tmp_path


@pytest.mark.parametrize("script", [READS, READS_SWC], ids=["text", "swc"])
def test_numbers_have_points(python, german, files, script):
    usual = python(script, files)
    assert usual.status == 0 and "[" in usual.out, usual
    comma = python(LOCALE + script, files, **german)
    assert (comma.status, comma.out) == (0, usual.out), comma


def test_runs_and_files_are_the_same_and_python_keeps_its_comma(python, german, files):
    usual = python(RUNS, files)
    assert usual.status == 0 and "['1.5']" in usual.out and "1.75" in usual.out, usual
    spikes = (files / "spikes.txt").read_text()
    assert len(spikes.splitlines()) == 1 and "." in spikes
    ends = 'import locale\nassert locale.localeconv()["decimal_point"] == ","\n'
    comma = python(LOCALE + RUNS + ends, files, **german)
    assert (comma.status, comma.out) == (0, usual.out.replace("['1.5']", "['1,5']")), comma
    assert (files / "spikes.txt").read_text() == spikes


def test_the_program_writes_points_after_a_script_in_python(ranvier, german, files):
    """Also with a statement of hoc after the script; the locale is then that of the process."""
    (files / "run.py").write_text(LOCALE + RUNS.replace('pc.raster("spikes.txt")', "") + 'print(f"{2.5:n}")\n')
    words = ("--raster", "made.txt", "--trace", "soma.v", "run.py", "-c", "print 3.5")
    outcome = ranvier.check(*words, cwd=files, env=german)
    assert "['1,5']" in outcome.out and "2,5\n" in outcome.out and outcome.out.endswith("3.5 \n"), outcome
    assert "," not in (files / "made.txt").read_text() and "." in (files / "made.txt").read_text()
