"""Automatic compilation of .mod files, the cache, and the commands for it."""

import platform
import re

import pytest

LEVEL = "NEURON {{ SUFFIX {name} RANGE level }}\nPARAMETER {{ level = {value} }}\n"
READ = "create s\ns insert {name}\nprint s.level_{name}\nquit()\n"


@pytest.fixture
def cache(tmp_path):
    return {"RANVIER_CACHE": str(tmp_path / "cache")}


def write(folder, name, value, file=None):
    folder.mkdir(exist_ok=True)
    (folder / f"{file or name}.mod").write_text(LEVEL.format(name=name, value=value))


def objects(cache):
    import pathlib

    return {path.name for path in pathlib.Path(cache["RANVIER_CACHE"]).glob("*.o")}


def test_files_beside_a_script_are_compiled_once_and_a_changed_one_alone(ranvier, tmp_path, cache):
    for name in ("one", "two"):
        write(tmp_path, name, 3)
    (tmp_path / "read.hoc").write_text(READ.format(name="one"))
    assert float(ranvier.check("--quiet", "read.hoc", cwd=tmp_path, env=cache).out) == 3
    first = objects(cache)
    assert len(first) == 2
    ranvier.check("--quiet", "read.hoc", cwd=tmp_path, env=cache)
    assert objects(cache) == first
    write(tmp_path, "one", 4)
    assert float(ranvier.check("--quiet", "read.hoc", cwd=tmp_path, env=cache).out) == 4
    assert len(objects(cache) - first) == 1


@pytest.mark.parametrize("isa", ["native", "all"])
def test_a_cached_mechanism_needs_no_compiler(ranvier, tmp_path, cache, isa):
    write(tmp_path, "one", 3)
    (tmp_path / "read.hoc").write_text(READ.format(name="one"))
    ranvier.check("compile", "--isa", isa, "one.mod", cwd=tmp_path, env=cache)
    nothing = {**cache, "PATH": str(tmp_path), "CXX": ""}
    assert float(ranvier.check("--quiet", "read.hoc", cwd=tmp_path, env=nothing).out) == 3


def test_without_a_compiler_the_message_names_what_was_tried(ranvier, tmp_path, cache):
    write(tmp_path, "one", 3)
    (tmp_path / "read.hoc").write_text(READ.format(name="one"))
    nothing = {**cache, "PATH": str(tmp_path), "CXX": ""}
    outcome = ranvier.run("--quiet", "read.hoc", cwd=tmp_path, env=nothing)
    assert outcome.status == 1 and "no C++ compiler was found" in outcome.err and "ziglang" in outcome.err, outcome


def test_without_a_compiler_the_builtin_mechanisms_run(ranvier, tmp_path, cache):
    (tmp_path / "hh.hoc").write_text("create s\ns insert hh\nprint s.gnabar_hh\nquit()\n")
    nothing = {**cache, "PATH": str(tmp_path), "CXX": ""}
    assert float(ranvier.check("--quiet", "hh.hoc", cwd=tmp_path, env=nothing).out) == 0.12


def test_the_same_mechanism_may_be_loaded_twice(ranvier, tmp_path, cache):
    write(tmp_path, "one", 3)
    write(tmp_path / "more", "one", 3)
    write(tmp_path / "renamed", "one", 3, file="another")
    script = READ.format(name="one").replace(
        "quit()", 'nrn_load_dll("more")\nnrn_load_dll("one.mod")\nnrn_load_dll("renamed")\nquit()'
    )
    (tmp_path / "read.hoc").write_text(script)
    ranvier.check("--quiet", "--mechanisms", "more", "read.hoc", cwd=tmp_path, env=cache)


def test_another_mechanism_of_the_same_name_is_refused(ranvier, tmp_path, cache):
    write(tmp_path, "one", 3)
    write(tmp_path / "more", "one", 4, file="another")
    (tmp_path / "read.hoc").write_text(READ.format(name="one").replace("quit()", '{nrn_load_dll("more")}\nquit()'))
    outcome = ranvier.run("--quiet", "read.hoc", cwd=tmp_path, env=cache)
    assert outcome.status == 1 and "two mechanisms have the name one" in outcome.err, outcome


CHANGE = 'create s\n{system("cp new/one.mod one.mod")}\n'


def test_a_changed_mechanism_takes_its_place_before_there_is_an_instance(ranvier, tmp_path, cache):
    write(tmp_path, "one", 3)
    write(tmp_path / "new", "one", 4)
    (tmp_path / "read.hoc").write_text(CHANGE + '{nrn_load_dll("one.mod")}\ns insert one\nprint s.level_one\nquit()\n')
    assert float(ranvier.check("--quiet", "read.hoc", cwd=tmp_path, env=cache).out) == 4


def test_names_that_a_changed_mechanism_lacks_are_told(ranvier, tmp_path, cache):
    write(tmp_path, "one", 3)
    write(tmp_path / "new", "one", 4)
    old = tmp_path / "one.mod"
    old.write_text(old.read_text() + "FUNCTION lost() { lost = 5 }\n")
    script = "print lost_one()\n" + CHANGE + '{nrn_load_dll("one.mod")}\nprint lost_one()\nquit()\n'
    (tmp_path / "read.hoc").write_text(script)
    outcome = ranvier.check("--quiet", "read.hoc", cwd=tmp_path, env=cache)
    assert outcome.out.split() == ["5", "5"]
    assert "one.mod no longer defines lost_one: scripts still get what its previous version defined" in outcome.err


def test_a_changed_mechanism_is_refused_when_there_are_instances(ranvier, tmp_path, cache):
    write(tmp_path, "one", 3)
    write(tmp_path / "new", "one", 4)
    used = CHANGE.replace("create s\n", "create s\ns insert one\n")
    (tmp_path / "read.hoc").write_text(used + '{nrn_load_dll("one.mod")}\nquit()\n')
    outcome = ranvier.run("--quiet", "read.hoc", cwd=tmp_path, env=cache)
    assert outcome.status == 1 and "two mechanisms have the name one" in outcome.err, outcome


def test_nrnivmodl_leaves_special_and_a_library(ranvier, tmp_path, cache):
    mods, elsewhere = tmp_path / "mods", tmp_path / "elsewhere"
    write(mods, "one", 5)
    elsewhere.mkdir()
    outcome = ranvier.check("-coreneuron", "mods", cwd=tmp_path, name="nrnivmodl", env=cache)
    assert "1 .mod file" in outcome.out
    (elsewhere / "read.hoc").write_text(READ.format(name="one"))
    from oracle.commands import run

    special = next(tmp_path.glob("*/special"))
    assert run([special, "-nogui", "elsewhere/read.hoc"], tmp_path, cache).out.split() == ["5"]
    library = next(tmp_path.glob("*/libnrnmech.so"))
    loaded = ranvier.check("-nogui", "-dll", library, "read.hoc", cwd=elsewhere, name="nrniv", env=cache)
    assert loaded.out.split() == ["5"]
    script = f'nrn_load_dll("{library}")\n' + READ.format(name="one")
    (elsewhere / "load.hoc").write_text(script)
    assert ranvier.check("-nogui", "load.hoc", cwd=elsewhere, name="nrniv", env=cache).out.split()[-1] == "5"


def run_special(folder, cache, *words):
    from oracle.commands import run

    return run([folder / platform.machine() / "special", "-nogui", *words], folder, cache)


def bytes_below(folder, names):
    return {name: (folder / name).read_bytes() for name in names}


COMMITTED = {
    "what NEURON's nrnivmodl leaves": ["special", "special.nrn", "mod_func.cpp", "one.o", "libnrnmech.so"],
    "sources and objects": ["mod_func.c", "one.c", "one.o"],
    "of an older version": ["special", ".libs/libnrnmech.so", ".libs/one.o"],
    "NEURON's after ours": ["special", "libnrnmech.so", "ranvier-mechanisms.txt"],
}


@pytest.mark.parametrize("leaves", COMMITTED)
def test_nrnivmodl_compiles_beside_what_a_repository_carries(ranvier, tmp_path, cache, leaves):
    write(tmp_path / "mods", "one", 5)
    (tmp_path / "read.hoc").write_text(READ.format(name="one"))
    folder, names = tmp_path / platform.machine(), COMMITTED[leaves]
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"NEURON's {name}\n")
    kept = [name for name in names if name not in ("special", "ranvier-mechanisms.txt")]
    before = bytes_below(folder, kept)
    for value in (5, 6):  # the second time it is ours, and theirs is still kept
        write(tmp_path / "mods", "one", value)
        ranvier.check("mods", cwd=tmp_path, name="nrnivmodl", env=cache)
        assert bytes_below(folder, kept) == before
        if "special" in names:
            assert (folder / "special.before").read_text() == "NEURON's special\n"
        assert float(run_special(tmp_path, cache, "read.hoc").out) == value
        assert float(ranvier.check("-nogui", "read.hoc", cwd=tmp_path, name="nrniv", env=cache).out) == value
        for library in (name for name in ("libnrnmech.so", ".libs/libnrnmech.so") if (folder / name).exists()):
            words = ("-nogui", "-dll", folder / library, tmp_path / "read.hoc")
            assert float(ranvier.check(*words, cwd=tmp_path / "mods", name="nrniv", env=cache).out) == value


def test_both_programs_use_the_folder_that_neuron_compiled(ranvier, neuron, tmp_path, cache):
    write(tmp_path, "one", 5)
    (tmp_path / "read.hoc").write_text(READ.format(name="one"))
    assert neuron.compile(tmp_path).status == 0
    library = next(tmp_path.glob("*/libnrnmech.so"))
    write(tmp_path, "one", 6)
    ranvier.check(".", cwd=tmp_path, name="nrnivmodl", env=cache)
    (tmp_path / "one.mod").unlink()
    (tmp_path / "elsewhere").mkdir()
    words = ("-nogui", "-dll", library, tmp_path / "read.hoc")
    found = ranvier.check(*words, cwd=tmp_path / "elsewhere", name="nrniv", env=cache)
    assert found.out.split() == ["6"], "our library beside theirs"
    from oracle.commands import run

    assert run([neuron.bin / "nrniv", "-nobanner", *words], tmp_path).out.split() == ["5"]


def test_a_list_that_is_a_link_leads_nowhere(ranvier, tmp_path, cache):
    write(tmp_path, "one", 5)
    (tmp_path / "precious").write_text("kept")
    folder = tmp_path / platform.machine()
    folder.mkdir()
    for name in ("ranvier-mechanisms.txt", "libnrnmech.so", "special", "special.before", "ranvier-mechanisms.so"):
        (folder / name).symlink_to(tmp_path / "precious")
    ranvier.check(cwd=tmp_path, name="nrnivmodl", env=cache)
    assert (tmp_path / "precious").read_text() == "kept"


@pytest.mark.parametrize("is_folder", [True, False])
def test_nrnivmodl_replaces_all_that_is_there_only_by_force(ranvier, tmp_path, cache, is_folder):
    write(tmp_path, "one", 5)
    folder = tmp_path / platform.machine()
    if is_folder:
        folder.mkdir()
        (folder / "one.o").write_text("NEURON's\n")
    else:
        folder.write_text("NEURON's\n")
        outcome = ranvier.run(cwd=tmp_path, name="nrnivmodl", env=cache)
        assert outcome.status == 1 and folder.name in outcome.err and "--force" in outcome.err, outcome
        assert folder.read_text() == "NEURON's\n"
    for words in (["--force"], []):  # then it is ours
        ranvier.check(*words, cwd=tmp_path, name="nrnivmodl", env=cache)
        assert sorted(path.name for path in folder.iterdir()) == ["libnrnmech.so", "ranvier-mechanisms.txt", "special"]


def test_isa_all_leaves_a_library_for_each_cpu(ranvier, tmp_path, cache):
    write(tmp_path, "one", 5)
    libraries = ranvier.check("compile", "--isa", "all", "one.mod", cwd=tmp_path, env=cache).out.split()
    assert len(set(libraries)) == 3
    (tmp_path / "read.hoc").write_text(READ.format(name="one"))
    before = objects(cache)
    ranvier.check("--quiet", "read.hoc", cwd=tmp_path, env=cache)
    assert objects(cache) == before, "what --isa all left serves the running CPU"


TABLED = """
NEURON { SUFFIX tabled RANGE y }
ASSIGNED { v y z }
BREAKPOINT { p(v)  y = z }
PROCEDURE p(v) { TABLE z FROM -100 TO 100 WITH 2  z = v*v }
"""


def test_tables_are_kept_or_computed_exactly(ranvier, tmp_path, cache):
    (tmp_path / "tabled.mod").write_text(TABLED)
    (tmp_path / "read.hoc").write_text(
        "create s\ns insert tabled\n{finitialize(-50) fadvance()}\nprint s.y_tabled\nquit()\n"
    )

    def value(*words):
        return float(ranvier.check("--quiet", *words, "read.hoc", cwd=tmp_path, env=cache).out)

    assert value() == 5000
    assert value("--tables", "exact") == 2500
    assert value("--tables", "kept") == 5000


def test_warnings_show_the_line(ranvier, tmp_path, cache):
    (tmp_path / "odd.mod").write_text("NEURON { SUFFIX odd }\nSTATE { m }\nDERIVATIVE states { m' = -m }\n")
    err = ranvier.check("compile", "odd.mod", cwd=tmp_path, env=cache).err
    assert re.search(r"odd\.mod:3:12: warning: no SOLVE names 'states'", err), err


BROKEN = "NEURON { SUFFIX broken RANGE x }\nASSIGNED { x }\nINITIAL { x = 1 + }\n"


def test_files_that_no_script_names_are_not_loaded(ranvier, tmp_path, cache):
    (tmp_path / "broken.mod").write_text(BROKEN)
    write(tmp_path, "one", 3)
    outcome = ranvier.check("--quiet", "-c", "print 2", cwd=tmp_path, env=cache)
    assert outcome.out.split() == ["2"] and not outcome.err and not objects(cache), outcome


def test_a_broken_file_beside_others_is_left_out_with_a_warning(ranvier, tmp_path, cache):
    (tmp_path / "broken.mod").write_text(BROKEN)
    (tmp_path / "crooked.mod").write_text("NEURON { SUFFIX crooked }\nVERBATIM\nint f( {\nENDVERBATIM\n")
    write(tmp_path, "one", 3)
    (tmp_path / "read.hoc").write_text(READ.format(name="one"))
    outcome = ranvier.check("--quiet", "read.hoc", cwd=tmp_path, env=cache)
    assert outcome.out.split() == ["3"]
    assert re.search(r"warning: \S*/broken\.mod is not loaded: \S*broken\.mod:3:19: error", outcome.err), outcome.err
    assert re.search(r"warning: \S*/crooked\.mod is not loaded: ", outcome.err), outcome.err


@pytest.mark.parametrize("use", ["create s\ns insert broken", "x_broken = 2"])
def test_a_broken_file_that_the_script_wants_is_an_error(ranvier, tmp_path, cache, use):
    (tmp_path / "broken.mod").write_text(BROKEN)
    write(tmp_path, "one", 3)
    (tmp_path / "read.hoc").write_text(use + "\nquit()\n")
    outcome = ranvier.run("--quiet", "read.hoc", cwd=tmp_path, env=cache)
    assert outcome.status == 1 and "broken.mod:3:19: error" in outcome.err, outcome


def test_a_file_named_like_a_built_in_mechanism_is_left_out_with_a_warning(ranvier, tmp_path, cache):
    write(tmp_path, "hh", 3, file="own")
    (tmp_path / "hh.hoc").write_text("create s\ns insert hh\nprint s.gnabar_hh\nquit()\n")
    outcome = ranvier.check("--quiet", "hh.hoc", cwd=tmp_path, env=cache)
    assert outcome.out.split() == ["0.12"]
    assert re.search(r"warning: \S*/own\.mod is not loaded: there is already a mechanism hh", outcome.err), outcome.err
    (tmp_path / "x86_64").mkdir()
    ranvier.check("own.mod", cwd=tmp_path, name="nrnivmodl", env=cache)
    refused = ranvier.run("--quiet", "hh.hoc", cwd=tmp_path, env=cache)
    assert refused.status == 1 and "two mechanisms have the name hh" in refused.err, "the user asked for this one"


def test_another_file_may_be_loaded_before_the_one_that_was_found(ranvier, tmp_path, cache):
    write(tmp_path, "one", 3)
    write(tmp_path / "more", "one", 4)
    (tmp_path / "read.hoc").write_text('{nrn_load_dll("more")}\n' + READ.format(name="one"))
    assert ranvier.check("--quiet", "read.hoc", cwd=tmp_path, env=cache).out.split() == ["4"]


WANTED = {
    "an assignment to a GLOBAL": ("level_set = 7\ncreate s\ns insert set\nprint level_set\n", "7"),
    "a FUNCTION": ("print twice_set(4)\n", "8"),
    "a function of no mechanism": ("print thrice(4)\n", "12"),
    "a class": ("objref p\ncreate s\ns p = new Point(0.5)\nprint p.level\n", "2"),
    "an ion": ("xxi0_xx_ion = 5\nprint xxi0_xx_ion\n", "5"),
    "name_declared": ('print name_declared("twice_set"), name_declared("nothing_like_it")\n', "1 0"),
    "units": ('print units("level_set")\n', "mV"),
    "the list of mechanisms": (
        "objref m\nstrdef s\nm = new MechanismType(1)\nm.select(m.count - 1)\nm.selected(s)\nprint s\n",
        "Point",
    ),
}


@pytest.fixture(scope="module")
def wanted(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wanted")
    (folder / "a.mod").write_text(
        "NEURON { SUFFIX set USEION xx READ xxi VALENCE 1 GLOBAL level }\nPARAMETER { level = 1 (mV) }\n"
        "FUNCTION twice(x) { twice = 2*x }\n"
    )
    (folder / "b.mod").write_text("NEURON { POINT_PROCESS Point RANGE level }\nPARAMETER { level = 2 }\n")
    (folder / "c.mod").write_text("NEURON { SUFFIX nothing }\nFUNCTION thrice(x) { thrice = 3*x }\n")
    return folder


@pytest.mark.parametrize("what", WANTED)
def test_any_name_of_a_found_file_loads_it(ranvier, wanted, what):
    script, expected = WANTED[what]
    (wanted / "script.hoc").write_text(script + "quit()\n")
    assert ranvier.check("--quiet", "script.hoc", cwd=wanted).out.split()[-len(expected.split()) :] == expected.split()


PYTHON = """
from neuron import h
s = h.Section(name="s")
s.insert("hh")
print(s(0.5).hh.gnabar)
{use}
"""


@pytest.mark.parametrize("use", ["", "s.insert('one')\nprint(s(0.5).one.level)", "print(h.level_one)"])
def test_python_finds_files_beside_it_only_by_name(ranvier, tmp_path, cache, use):
    (tmp_path / "broken.mod").write_text(BROKEN)
    write(tmp_path, "hh", 3, file="own")
    write(tmp_path, "one", 3)
    text = (tmp_path / "one.mod").read_text()
    if "h.level" in use:
        (tmp_path / "one.mod").write_text(text.replace("RANGE", "GLOBAL"))
    (tmp_path / "script.py").write_text(PYTHON.format(use=use))
    outcome = ranvier.check("--quiet", "script.py", cwd=tmp_path, env=cache)
    assert outcome.out.split() == (["0.12", "3.0"] if use else ["0.12"]), outcome
    assert "own.mod is not loaded" in outcome.err
    assert ("broken.mod is not loaded" in outcome.err) == bool(use), outcome.err


@pytest.mark.parametrize("place", ["beside the file", "where nrnivmodl is called", "MODL_INCLUDES"])
def test_a_file_to_include_is_found(ranvier, tmp_path, place):
    (tmp_path / "mod").mkdir()
    (tmp_path / "shared").mkdir()
    folder = {"beside the file": "mod", "where nrnivmodl is called": ".", "MODL_INCLUDES": "shared"}[place]
    (tmp_path / "mod" / "whole.mod").write_text('NEURON { SUFFIX whole }\nINCLUDE "part.inc"\n')
    (tmp_path / folder / "part.inc").write_text("PARAMETER { level = 3 }\n")
    environment = {"MODL_INCLUDES": f"nowhere:{tmp_path}/shared"} if place == "MODL_INCLUDES" else {}
    ranvier.check("mod", name="nrnivmodl", cwd=tmp_path, env=environment)
    (tmp_path / "run.hoc").write_text("print level_whole\n")
    assert ranvier.check("run.hoc", name="nrniv", cwd=tmp_path, env=environment).out.split() == ["3"]


LOADS = """import neuron
from neuron import h
s = h.Section(name="s")
for folder in {folders}:
    print(neuron.load_mechanisms(folder))
print(s.insert("one")(0.5).one.level)
"""


def loads(python, tmp_path, cache, *folders):
    outcome = python(LOADS.format(folders=folders), tmp_path, **cache)
    return outcome.out.splitlines(), outcome.err


@pytest.mark.parametrize("carries_theirs", [False, True])
@pytest.mark.parametrize("is_compiled", [False, True])
def test_load_mechanisms_finds_them_below_the_folder(ranvier, python, tmp_path, cache, is_compiled, carries_theirs):
    folder = tmp_path / "mechanisms"
    folder.mkdir()
    write(folder / "modfiles", "one", 3)
    write(folder / ".hidden", "other", 3)
    if carries_theirs:
        made = folder / platform.machine()
        made.mkdir()
        for name in ("special", "libnrnmech.so"):
            (made / name).write_text("NEURON's")
        (made / "ranvier-mechanisms.txt").write_text("/nowhere/one.mod\n")
    if is_compiled:
        ranvier.check("modfiles", cwd=folder, name="nrnivmodl", env=cache)
        write(folder / "more", "two", 3)  # the list comes first
    assert loads(python, tmp_path, cache, "mechanisms")[0] == ["True", "3.0"]
    assert loads(python, tmp_path, cache, str(folder), str(folder))[0] == [
        "True",
        f"Mechanisms already loaded from path: {folder}.  Aborting.",
        "True",
        "3.0",
    ]


def test_load_mechanisms_takes_the_files_of_the_folder_itself_first(python, tmp_path, cache):
    write(tmp_path / "mechanisms", "one", 3)
    write(tmp_path / "mechanisms" / "old", "one", 4)
    assert loads(python, tmp_path, cache, "mechanisms")[0] == ["True", "3.0"]


def test_load_mechanisms_says_where_it_found_several_or_none(python, tmp_path, cache):
    for name in ("mechanisms", "empty"):
        (tmp_path / name).mkdir()
    for name in ("ca", "k"):
        write(tmp_path / "mechanisms" / name, "one", 3)
    assert loads(python, tmp_path, cache, "empty", "mechanisms/ca")[0] == [
        "NEURON mechanisms not found in empty.",
        "False",
        "True",
        "3.0",
    ]
    assert (
        "RuntimeError: load_mechanisms: mechanisms holds no .mod files, but several folders in it do (ca, k); name"
        in (loads(python, tmp_path, cache, "mechanisms")[1])
    )


NOTEBOOK = """import os
import neuron
from neuron import h
s = h.Section(name="s")
def write(folder, name):
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/{name}.mod", "w") as file:
        file.write(LEVEL.format(name=name, value=len(name)))
LEVEL = %r
for folder, name in ((".", "a"), (".", "bb"), ("below/mods", "ccc"), ("below/mods", "dddd")):
    write(folder, name)
    print(neuron.load_mechanisms(folder.split("/")[0]), getattr(s.insert(name)(0.5), name).level)
neuron.load_mechanisms(".")
neuron.load_mechanisms(".", warn_if_already_loaded=False)
"""


def test_a_second_call_of_load_mechanisms_loads_what_is_new(python, tmp_path, cache):
    outcome = python(NOTEBOOK % LEVEL, tmp_path, **cache)
    assert outcome.out.splitlines() == [
        *("True 1.0", "True 2.0", "True 3.0", "True 4.0"),
        "Mechanisms already loaded from path: ..  Aborting.",
    ], outcome
