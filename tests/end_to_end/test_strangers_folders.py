"""What others have put into a folder isn't run or followed unasked: modules of Python, lists of mechanisms, compiled
mechanisms in the cache, links beside outputs."""

import os
import shutil
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


def mode_of(path):
    return path.stat().st_mode & 0o777


def run_with(ranvier, folder, cache):
    return ranvier.run("--quiet", "s.hoc", cwd=folder, env={"RANVIER_CACHE": str(cache)})


def test_the_cache_is_made_for_its_owner_alone(ranvier, tmp_path):
    assert run_with(ranvier, write_model(tmp_path / "model"), tmp_path / "cache").out.strip() == "7"
    assert mode_of(tmp_path / "cache") == 0o700


def test_what_others_could_write_in_the_cache_is_built_anew(ranvier, tmp_path):
    folder, cache = write_model(tmp_path / "model"), tmp_path / "cache"
    run_with(ranvier, folder, cache)
    right = next(path for path in cache.glob("*.so") if not path.name.startswith("any-"))
    (folder / "m.mod").write_text(MECHANISM.format(name="m", value=13))
    run_with(ranvier, folder, tmp_path / "other")
    wrong = next(path for path in (tmp_path / "other").glob("*.so") if not path.name.startswith("any-"))
    write_model(folder)
    (cache / "notes.txt").write_text("of the user")
    right.unlink()
    shutil.copy(wrong, right)
    assert run_with(ranvier, folder, cache).out.strip() == "13"  # what is planted there is run
    cache.chmod(0o777)
    assert run_with(ranvier, folder, cache).out.strip() == "7"
    assert mode_of(cache) == 0o700 and (cache / "notes.txt").exists()


@as_root
@pytest.mark.parametrize("mode", [0o755, 0o775])
@pytest.mark.parametrize("is_named", [True, False])
def test_a_cache_of_another_user(ranvier, tmp_path, mode, is_named):
    folder = write_model(tmp_path / "model")
    cache = tmp_path / "ranvier"
    cache.mkdir()
    cache.chmod(mode)
    os.chown(cache, NOBODY, NOBODY)
    (tmp_path / "tmp").mkdir()
    env = {"RANVIER_CACHE": str(cache) if is_named else "", "XDG_CACHE_HOME": str(tmp_path)}
    outcome = ranvier.run("--quiet", "s.hoc", cwd=folder, env=env | {"TMPDIR": str(tmp_path / "tmp")})
    assert outcome.status == 0 and outcome.out.strip() == "7", outcome
    is_used = is_named and mode == 0o755
    assert any(cache.iterdir()) == is_used
    assert (f"{cache}, is not used" in outcome.err) == (not is_used)
    assert not any((tmp_path / "tmp").iterdir())


def without_home(tmp_path):
    (tmp_path / "tmp").mkdir(exist_ok=True)
    return {"RANVIER_CACHE": "", "XDG_CACHE_HOME": "", "HOME": "", "TMPDIR": str(tmp_path / "tmp")}


def test_without_home_the_cache_is_ones_own(ranvier, tmp_path):
    folder = write_model(tmp_path / "model")
    assert ranvier.check("--quiet", "s.hoc", cwd=folder, env=without_home(tmp_path)).out.strip() == "7"
    own = tmp_path / "tmp" / f"ranvier-{os.geteuid()}"
    assert mode_of(own) == 0o700 and list(own.glob("*.so"))


def test_without_home_no_link_is_followed(ranvier, tmp_path):
    folder, planted = write_model(tmp_path / "model"), tmp_path / "planted"
    planted.mkdir(mode=0o700)
    env = without_home(tmp_path)
    (tmp_path / "tmp" / f"ranvier-{os.geteuid()}").symlink_to(planted)
    outcome = ranvier.run("--quiet", "s.hoc", cwd=folder, env=env)
    assert outcome.out.strip() == "7" and "is not used" in outcome.err, outcome
    assert not any(planted.iterdir())


def test_outputs_follow_no_planted_link_and_keep_the_mode(ranvier, tmp_path):
    outside = tmp_path / "precious"
    outside.write_text("kept")
    work = tmp_path / "work"
    work.mkdir()
    (work / "s.hoc").write_text("create soma\ntstop = 1\nfinitialize()\nwhile (t < tstop) fadvance()\nquit()\n")
    outputs = {"--summary": "summary.json", "--trace-file": "traces.csv", "--raster": "raster.dat"}
    for name in outputs.values():
        (work / f"{name}.part").symlink_to(outside)
        (work / name).write_text("old")
        (work / name).chmod(0o640)
    (work / "raster.dat.rank-0-of-1.log").symlink_to(outside)
    (work / "real.csv").write_text("old")
    (work / "traces.csv").unlink()
    (work / "traces.csv").symlink_to("real.csv")
    words = [word for pair in outputs.items() for word in pair]
    ranvier.check("run", *words, "--trace", "soma.v(0.5)", "s.hoc", cwd=work)
    assert outside.read_text() == "kept"
    assert mode_of(work / "summary.json") == 0o640 and mode_of(work / "raster.dat") == 0o640
    assert (work / "traces.csv").is_symlink() and "soma.v" in (work / "real.csv").read_text()
    assert '"status"' in (work / "summary.json").read_text()
    assert not list(work.glob("*.tmp"))
