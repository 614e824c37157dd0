"""benchmarks/compare_published.py: its arithmetic, and a whole run with a small model in place of the published ones."""

import pathlib
import subprocess
import sys

import pytest

BENCHMARKS = pathlib.Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

import compare_published  # noqa: E402
from compare_published import Row  # noqa: E402

LEAK = """NEURON { SUFFIX leak0 NONSPECIFIC_CURRENT i RANGE g }
PARAMETER { g = 1e-4 }
ASSIGNED { v i }
BREAKPOINT { i = g*(v + 65) }
"""
DRIVER = """create soma
access soma
insert leak0
tstop = 20
finitialize(-60)
while (t < tstop) fadvance()
objref file
file = new File()
file.wopen("acc.spk")
file.printf("1.5 0\\n")
file.close()
"""
LIST = """
- {name: "7400", accession: 7400, subdir: ., compile: nrnivmodl, run: nrniv -nogui first.hoc $CORPUS/drivers/run.hoc, reference_neuron: 9.0.2}
- {name: gone, accession: 2, subdir: ., compile: nrnivmodl, run: nrniv -nogui first.hoc, reference_neuron: 9.0.2}
- {name: older, accession: 7400, subdir: ., compile: nrnivmodl, run: nrniv -nogui first.hoc, reference_neuron: 8.2.6}
- {name: broken, accession: 7400, subdir: ., compile: nrnivmodl, run: nrniv -nogui nowhere.hoc, reference_neuron: 9.0.2}
"""


def row(name, neuron, libm, vector, variable_step=False):
    return Row(name, variable_step, {"NEURON": neuron, "libm": libm, "vector": vector}, "same")


def test_the_mean_is_geometric_and_of_the_counted_models_alone():
    rows = [
        row("7400", 4, 2, 1),
        row("87284", 8, 1, 1),
        row("118631", 2, 2, 1),
        row("3343_spindle", 100, 1, 1),
        row("7386_ca1", 100, 1, 1, variable_step=True),
    ]
    lines = list(compare_published.report(rows, False))
    assert lines[-1] == "ratio: 2.52 (1.00–8.00)"  # cube root of 2*8*1
    assert lines[-2] == "--math vector, ratio: 4.00 (2.00–8.00)"
    assert lines[-3].startswith("3 of the 13 models")
    starts = [line.split(" ")[0] for line in lines]
    assert starts.index("118631") < starts.index("3343_spindle") < starts.index("variable") < starts.index("7386_ca1")


def test_markdown_has_a_row_for_each_model():
    assert (
        compare_published.table([row("7400", 4, 2, 1)], True)[2]
        == "| 7400 | 4.000 | 2.000 | 1.000 | 2.00 | 4.00 | same |"
    )


@pytest.fixture
def published(tmp_path):
    """A list of models, and their folder; the program also replaces NEURON."""
    model = tmp_path / "models" / "7400"
    model.mkdir(parents=True)
    (model / "leak0.mod").write_text(LEAK)
    (model / "first.hoc").write_text("")
    drivers = tmp_path / "conformance" / "dev" / "drivers"
    drivers.mkdir(parents=True)
    (drivers / "run.hoc").write_text(DRIVER)
    (tmp_path / "conformance" / "corpus.dev.yaml").write_text(LIST)
    return tmp_path


def run(published, ranvier, *words):
    command = [
        sys.executable,
        BENCHMARKS / "compare_published.py",
        published,
        "--models",
        published / "models",
        "--work",
        published / "kept",
        "--ranvier",
        ranvier.bin_folder / "ranvier",
        "--neuron",
        ranvier.bin_folder,
        "--repeat",
        "1",
        *words,
    ]
    return subprocess.run(list(map(str, command)), capture_output=True, text=True)


def test_runs_the_list(published, ranvier):
    ended = run(published, ranvier)
    lines = ended.stdout.splitlines()
    assert ended.returncode == 0 and lines[0].startswith("empty script"), ended.stderr
    assert any(line.startswith("7400 ") and line.endswith("same") for line in lines), ended.stdout
    assert any(line.startswith("gone ") and "not in " in line for line in lines)
    assert any(line.startswith("broken ") and "NEURON ends with" in line for line in lines)
    assert not any(line.startswith("older") for line in lines)
    assert lines[-2].startswith("--math vector, ratio: ") and lines[-1].startswith("ratio: ")


def test_compiles_the_list(published, ranvier):
    lines = run(published, ranvier, "--compile", "--only", "7400").stdout.splitlines()
    assert lines[0].startswith("7400 ") and lines[1].startswith("the worst: 7400 ")
    assert lines[-2].startswith("wall time, ratio: ") and lines[-1].startswith("ratio: ")


def test_a_name_that_the_list_lacks_is_an_error(published, ranvier):
    ended = run(published, ranvier, "--only", "7401")
    assert ended.returncode == 1 and "no such entry: 7401" in ended.stderr
