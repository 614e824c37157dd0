"""What --sandbox keeps scripts from: commands, Python, compiled code, files outside of the folder. See SECURITY.md."""

import shutil

import pytest

REFUSED = {
    "a command": 'system("touch ../outside")',
    "Python": "nrnpython(\"open('../outside', 'w')\")",
    "a file above": 'objref f\nf = new File()\nf.wopen("../outside")',
    "a file elsewhere, from another folder": 'objref f\nchdir("deeper")\nf = new File()\nf.wopen("../../outside")',
    "a file behind a link": 'objref f\nf = new File()\nf.wopen("link/outside")',
    "a file that does not exist, behind a link": 'objref f\nf = new File()\nf.wopen("dangling")',
    "removing a file above": 'objref f\nf = new File("../precious")\nf.unlink()',
    "a compiled library": 'nrn_load_dll("alone/library.so")',
}


@pytest.fixture
def work(tmp_path):
    """The folder that the program is started in."""
    work = tmp_path / "work"
    (work / "deeper").mkdir(parents=True)
    (work / "link").symlink_to(tmp_path)
    (work / "dangling").symlink_to(tmp_path / "outside")
    (tmp_path / "precious").write_text("kept")
    return work


def library_of(ranvier, work, tmp_path, mod):
    """A compiled mechanism without its .mod file."""
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "small.mod").write_text(mod)
    cache = {"RANVIER_CACHE": str(tmp_path / "cache")}
    ranvier.check("compile", "small.mod", cwd=tmp_path / "made", env=cache)
    (work / "alone").mkdir()
    return shutil.copy(next((tmp_path / "cache").glob("*.so")), work / "alone" / "library.so")


@pytest.fixture
def library(ranvier, work, tmp_path):
    """A compiled mechanism without its .mod file, as a stranger may send one."""
    return library_of(ranvier, work, tmp_path, "NEURON { SUFFIX small RANGE a }\nPARAMETER { a = 1 }\n")


def run(ranvier, work, script, *words):
    (work / "script.hoc").write_text(script + "\nprint 42\nquit()\n")
    return ranvier.run("--quiet", *words, "script.hoc", cwd=work)


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused(ranvier, work, library, tmp_path, name):
    outcome = run(ranvier, work, REFUSED[name], "--sandbox")
    assert outcome.status == 1 and "--sandbox" in outcome.err and "42" not in outcome.out, outcome
    assert not (tmp_path / "outside").exists() and (tmp_path / "precious").exists()


@pytest.mark.parametrize("name", [name for name in REFUSED if name != "removing a file above"])
def test_is_done_without_it(ranvier, work, library, name):
    assert run(ranvier, work, REFUSED[name]).out.split()[-1] == "42"


def test_python_is_refused_on_the_command_line_too(ranvier, work, tmp_path):
    (work / "script.py").write_text("open('../outside', 'w')\n")
    outcome = ranvier.run("--sandbox", "-nogui", "-python", "script.py", cwd=work, name="nrniv")
    assert outcome.status != 0 and "--sandbox refuses Python" in outcome.err, outcome
    assert not (tmp_path / "outside").exists()


def test_what_is_named_on_the_command_line_is_trusted(ranvier, work, library):
    outcome = run(ranvier, work, "create s\ns insert small", "--sandbox", "--mechanisms", library)
    assert outcome.status == 0 and "42" in outcome.out, outcome


def test_scripts_write_below_the_folder_and_read_anywhere(ranvier, work):
    script = 'objref f\nf = new File()\nprint f.wopen("deeper/inside"), f.ropen("../precious")'
    assert run(ranvier, work, script, "--sandbox").out.split() == ["1", "1", "42"]


SMALL = "NEURON { SUFFIX %s RANGE x }\nASSIGNED { x v }\nINITIAL { x = %s }\n"
USE = "create s\ns insert %s\n{ finitialize() }\nprint s.x_%s(0.5)"


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_mod_files_are_compiled(ranvier, work, tmp_path, compiler):
    if not shutil.which(compiler):
        pytest.skip(f"there is no {compiler}")
    (work / "first.mod").write_text(SMALL % ("first", "exprand(1) + 7"))  # in C, unlike the second
    (work / "second.mod").write_text(SMALL % ("second", "8"))
    (work / "script.hoc").write_text(USE % ("second", "second") + "\nquit()\n")
    cache = {"RANVIER_CACHE": str(tmp_path / "cache"), "CXX": compiler}
    outcome = ranvier.run("--quiet", "--sandbox", "script.hoc", cwd=work, env=cache)
    assert (outcome.status, outcome.out.split(), outcome.err) == (0, ["8"], "")


def test_the_error_of_a_mod_file_is_the_usual_one(ranvier, work, tmp_path):
    (work / "wrong.mod").write_text("NEURON { SUFFIX wrong }\nINITIAL { x = }\n")
    cache = {"RANVIER_CACHE": str(tmp_path / "cache")}
    (work / "script.hoc").write_text("create s\ns insert wrong\n")
    usual, boxed = (ranvier.run("--quiet", *words, "script.hoc", cwd=work, env=cache) for words in ([], ["--sandbox"]))
    assert boxed.status == usual.status == 1 and "wrong.mod:2" in usual.err
    assert boxed.err == usual.err
