"""The ways to the program: ./ranvier in a checkout, its NEURON names, and an installation."""

import os
import re
import subprocess
import sys

import pytest
from oracle.commands import run

SCRIPT = 'objref pc\npc = new ParallelContext()\nif (pc.id == 0) { printf("%d ranks\\n", pc.nhost) }\nquit()\n'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "ranks.hoc").write_text(SCRIPT)
    return tmp_path


@pytest.mark.parametrize("name", ["ranvier", "nrniv"])
def test_checkout_command_runs_from_elsewhere_through_a_link(ranvier, root, folder, name):
    (folder / name).symlink_to(root / name)
    words = ["--quiet"] if name == "ranvier" else ["-nobanner", "-nogui"]
    outcome = run([folder / name, *words, "ranks.hoc"], folder, limit=1200)
    assert (outcome.status, outcome.out) == (0, "1 ranks\n"), outcome


def test_checkout_command_runs_on_ranks(ranvier, root, folder):
    outcome = run([ranvier.mpiexec, "-n", "3", root / "ranvier", "--quiet", "ranks.hoc"], folder, limit=1200)
    assert (outcome.status, outcome.out) == (0, "3 ranks\n"), outcome


def test_nrniv_takes_the_options_of_job_scripts(ranvier, folder):
    outcome = ranvier.check(
        "-mpi",
        "-nogui",
        "-nobanner",
        "-NSTACK",
        "10000",
        "-NFRAME",
        "1000",
        "-c",
        "x = 3",
        "ranks.hoc",
        cwd=folder,
        ranks=2,
        name="nrniv",
    )
    assert "numprocs=2" in outcome.out and "2 ranks" in outcome.out


def test_standard_input_is_read_at_a_dash(ranvier, folder):
    outcome = ranvier.check(
        "-nogui", "-nobanner", "-c", "x = 3", "-", cwd=folder, name="nrniv", stdin='{printf("x is %g\\n", x)}\n'
    )
    assert "x is 3" in outcome.out


def test_version_and_doctor(ranvier, folder):
    assert ranvier.check("--version", cwd=folder).out.startswith("ranvier 0.")
    said = ranvier.check("doctor", cwd=folder).out.lower()
    for subject in ("mpi", "compiler", "cpu", "cache", "hdf5", "sundials"):
        assert subject in said, said


def test_installation_runs_and_compiles_mechanisms(ranvier, root, tmp_path):
    build = ranvier.bin_folder.parent
    subprocess.run(
        ["cmake", "--install", build, "--prefix", tmp_path / "prefix"], check=True, stdout=subprocess.DEVNULL
    )
    installed = tmp_path / "prefix" / "bin"
    assert sorted(os.listdir(installed)) == ["nrniv", "nrnivmodl", "ranvier"]
    outcome = run(
        [
            installed / "nrniv",
            "-c",
            "ncell = 3",
            "-c",
            "tstop = 25",
            tmp_path / "prefix/share/ranvier/models/ring/ring.hoc",
        ],
        tmp_path,
    )
    assert outcome.status == 0 and "ring: 3 cells" in outcome.out, outcome
    # docs/python.md: where Python finds the module.
    page = (root / "docs" / "python.md").read_text()
    folder = re.search(r"export PYTHONPATH=DIR/(\S+)", page)[1]
    text = (
        "import neuron; print(neuron.__file__); from neuron import h; h.Section(name='s'); print(h.nrnversion(1) != '')"
    )
    outcome = run([sys.executable, "-c", text], tmp_path, {"PYTHONPATH": str(tmp_path / "prefix" / folder)})
    assert outcome.status == 0 and outcome.out.splitlines()[-1] == "True", outcome
    assert outcome.out.startswith(str(tmp_path / "prefix" / folder)), outcome


def test_install_script_is_silent_and_quick_when_nothing_is_missing(root, tmp_path):
    outcome = run([root / "scripts" / "install-dependencies"], tmp_path)
    assert (outcome.status, outcome.out, outcome.err) == (0, "", ""), outcome
