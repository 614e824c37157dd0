"""Which Python runs scripts: -pyexe, NRN_PYTHONEXE, the active environment, that of the checkout, or python3."""

import os
import pathlib
import subprocess
import sys

import pytest
from oracle.commands import run

NONE = {"NRN_PYTHONEXE": "", "VIRTUAL_ENV": "", "CONDA_PREFIX": "", "NRN_PYLIB": ""}
SCRIPT = "import sys\nprint(sys.prefix)\n"


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """A virtual environment without packages."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    return folder


def prefix(ranvier, folder, env, *words, name="ranvier"):
    (folder / "x.py").write_text(SCRIPT)
    return pathlib.Path(ranvier.check(*words, "x.py", cwd=folder, env={**NONE, **env}, name=name).out.splitlines()[-1])


def test_the_checkouts_is_the_default(ranvier, root, tmp_path):
    assert prefix(ranvier, tmp_path, {}, "--quiet").samefile(root / "build" / "python")
    (tmp_path / "y.py").write_text("import numpy, h5py, matplotlib\nfrom neuron import h\nprint(h.nrnversion(6))\n")
    ranvier.check("--quiet", "y.py", cwd=tmp_path, env=NONE)


def test_the_program_of_the_checkout_finds_it_too(root, tmp_path):
    (tmp_path / "y.py").write_text("import numpy, matplotlib\nprint(6*7)\n")
    outcome = run([root / "ranvier", "--quiet", "y.py"], tmp_path, {**NONE, "RANVIER_NO_BUILD": "1"})
    assert outcome.out == "42\n", outcome


@pytest.mark.parametrize("name", ["VIRTUAL_ENV", "CONDA_PREFIX"])
def test_an_active_environment_comes_first(ranvier, tmp_path, environment, name):
    assert prefix(ranvier, tmp_path, {name: str(environment)}, "--quiet").samefile(environment)
    out = ranvier.check("doctor", cwd=tmp_path, env={**NONE, name: str(environment)}).out
    assert f"{environment}/bin/python3 ({name}: this environment is active)" in out
    assert "numpy: not found; scripts may need it" in out


def test_a_folder_that_is_gone_does_not_count(ranvier, root, tmp_path):
    chosen = prefix(ranvier, tmp_path, {"VIRTUAL_ENV": str(tmp_path / "gone")}, "--quiet")
    assert chosen.samefile(root / "build" / "python")


def test_what_is_named_comes_before_it(ranvier, root, tmp_path, environment):
    env = {"NRN_PYTHONEXE": str(environment / "bin" / "python3"), "VIRTUAL_ENV": str(root / "build" / "python")}
    assert prefix(ranvier, tmp_path, env, "--quiet").samefile(environment)
    out = ranvier.check("doctor", cwd=tmp_path, env={**NONE, **env}).out
    assert f"{environment}/bin/python3 (NRN_PYTHONEXE names it)" in out
    words = ("-nobanner", "-pyexe", root / "build" / "python" / "bin" / "python", "-python")
    assert prefix(ranvier, tmp_path, env, *words, name="nrniv").samefile(root / "build" / "python")


def test_doctor_says_why(ranvier, root, tmp_path):
    out = ranvier.check("doctor", cwd=tmp_path, env=NONE).out
    line = next(line for line in out.splitlines() if line.startswith("Python (for scripts)"))
    assert line.endswith("(the environment of this checkout, which make demo has set up)"), out
    assert os.fspath(root / "build" / "python" / "bin" / "python") in line
