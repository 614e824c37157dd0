"""What others have put into a folder isn't run or followed unasked: modules of Python, lists of mechanisms."""

import os
import sys

import pytest

NOBODY = 65534
MECHANISM = "NEURON {{ SUFFIX {name} RANGE x }}\nASSIGNED {{ x v }}\nINITIAL {{ x = {value} }}\n"
SCRIPT = "create soma\n{ soma insert m finitialize(-65) }\nprint soma.x_m(0.5)\nquit()\n"
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to another user")


def write_model(folder, value=7):
    folder.mkdir(exist_ok=True)
    (folder / "m.mod").write_text(MECHANISM.format(name="m", value=value))
    (folder / "s.hoc").write_text(SCRIPT)
    return folder


def plant_modules(folder):
    """Modules of the names that our programs in Python import, and where they would say that they have run."""
    for name in ("json", "yaml", "numpy", "h5py", "matplotlib", "ziglang", "sysconfig", "pandas", "runpy", "pathlib"):
        (folder / f"{name}.py").write_text(f"open({str(folder / 'ran')!r}, 'a').write('{name} ')\n")


COMMANDS = {
    "view": ("view", "raster.h5"),
    "study": ("study", "validate", "study.yaml"),
    "doctor": ("doctor",),
    "plot": ("plot", "raster.dat"),
}


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("pythonpath", [None, ""])
def test_modules_of_the_current_folder_are_not_imported(ranvier, tmp_path, name, pythonpath):
    (tmp_path / "raster.dat").write_text("1 1\n")
    plant_modules(tmp_path)
    env = {} if pythonpath is None else {"PYTHONPATH": pythonpath}
    ranvier.run(*COMMANDS[name], cwd=tmp_path, env=env)
    assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text()


def test_the_search_for_a_compiler_imports_nothing_of_the_current_folder(ranvier, tmp_path):
    folder = write_model(tmp_path / "model")
    plant_modules(folder)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python3").symlink_to(sys.executable)
    env = {"PATH": str(tmp_path / "bin"), "RANVIER_CACHE": str(tmp_path / "cache"), "CXX": "", "RANVIER_PYTHON": ""}
    ranvier.run("--quiet", "s.hoc", cwd=folder, env=env)
    assert not (folder / "ran").exists()


@pytest.fixture
def listed(ranvier, tmp_path):
    """A folder with a list of mechanisms that others may write to."""
    folder = write_model(tmp_path / "model")
    (folder / "m.mod").rename(tmp_path / "m.mod")
    ranvier.check("../m.mod", cwd=folder, name="nrnivmodl")
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "elsewhere.hoc").write_text(SCRIPT)
    made = next(folder.glob("*/ranvier-mechanisms.txt"))
    made.chmod(0o666)
    return folder, made


def test_a_list_that_others_may_write_is_not_for_scripts_elsewhere(ranvier, listed):
    folder, made = listed
    outcome = ranvier.run("--quiet", "../far/elsewhere.hoc", cwd=folder)
    assert outcome.status == 1 and f"add --mechanisms {made.parent.name}" in outcome.err, outcome
    assert "is not loaded" in ranvier.run("--quiet", "-c", "print 1", cwd=folder).err
    assert ranvier.check("--quiet", "s.hoc", cwd=folder).out.strip() == "7"  # his script, his mechanisms
    named = ranvier.check("--quiet", "--mechanisms", made.parent.name, "../far/elsewhere.hoc", cwd=folder)
    assert named.out.strip() == "7"
    made.chmod(0o644)
    assert ranvier.check("--quiet", "../far/elsewhere.hoc", cwd=folder).out.strip() == "7"
    made.parent.chmod(0o777)
    assert ranvier.run("--quiet", "../far/elsewhere.hoc", cwd=folder).status == 1


@as_root
def test_a_list_of_another_user_is_not_for_scripts_elsewhere(ranvier, listed):
    folder, made = listed
    made.chmod(0o644)
    os.chown(made, NOBODY, NOBODY)
    assert ranvier.run("--quiet", "../far/elsewhere.hoc", cwd=folder).status == 1
    assert ranvier.check("--quiet", "s.hoc", cwd=folder).out.strip() == "7"
