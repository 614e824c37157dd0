"""What --sandbox keeps scripts from: commands, Python, compiled code, files outside of the folder. See SECURITY.md."""

import ctypes
import errno
import shutil

import pytest
from oracle.commands import run as run_command

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


def version_of_landlock():
    """0: the kernel has none."""
    ask_for_version = 1
    return max(ctypes.CDLL(None).syscall(444, None, 0, ask_for_version), 0)


NOTICE = "sandbox    this system does not keep a model from "


def errors(outcome):
    """What the program has said, but for the line on systems that hold less than all."""
    return "".join(line for line in outcome.err.splitlines(True) if not line.startswith(NOTICE))


needs_landlock = pytest.mark.skipif(version_of_landlock() == 0, reason="the kernel has no Landlock")


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
def test_is_refused(checked, work, library, tmp_path, name):
    outcome = run(checked, work, REFUSED[name], "--sandbox")
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


def test_scripts_write_below_the_folder(ranvier, work):
    script = 'objref f\nf = new File()\nprint f.wopen("deeper/inside"), f.ropen("deeper/inside")'
    assert run(ranvier, work, script, "--sandbox").out.split() == ["1", "1", "42"]


@needs_landlock
def test_scripts_read_what_the_user_names(ranvier, work, tmp_path):
    common = tmp_path / "common"
    common.mkdir()
    (common / "x.hoc").write_text("print 7\n")
    (common / "numbers").write_text("1\n")
    load = '{ load_file("../common/x.hoc") }'
    refused = run(ranvier, work, load, "--sandbox")
    assert refused.status == 1 and refused.out == ""
    assert "../common/x.hoc: Permission denied" in refused.err and "--sandbox-read FOLDER" in refused.err
    assert run(ranvier, work, load, "--sandbox", "--sandbox-read", common).out.split() == ["7", "42"]
    nrniv = ("-nobanner", "--sandbox", "--sandbox-read", common, "script.hoc")
    assert ranvier.check(*nrniv, cwd=work, name="nrniv").out.split() == ["7", "42"]
    open_it = 'objref f\nf = new File()\nprint f.ropen("../common/numbers")'
    unread = run(ranvier, work, open_it, "--sandbox")
    assert unread.out.split() == ["0", "42"]
    assert f"--sandbox-read {common}" in unread.err
    assert run(ranvier, work, open_it, "--sandbox", "--sandbox-read", common).out.split() == ["1", "42"]


@needs_landlock
@pytest.mark.parametrize("how", ["INCLUDE", "nrn_load_dll", "nrnivmodl"])
def test_mechanisms_elsewhere_are_read_if_the_user_says_so(ranvier, work, tmp_path, how):
    mods = tmp_path / "mods"
    mods.mkdir()
    (mods / "part.inc").write_text("ASSIGNED { x v }\nINITIAL { x = 3 }\n")
    neuron_block = "NEURON { SUFFIX far RANGE x }\n"
    script = USE % ("far", "far")
    if how == "INCLUDE":
        (work / "far.mod").write_text(neuron_block + 'INCLUDE "../mods/part.inc"\n')
    else:
        (mods / "far.mod").write_text(neuron_block + 'INCLUDE "part.inc"\n')
    if how == "nrnivmodl":
        ranvier.check("../mods", cwd=work, name="nrnivmodl")
    elif how == "nrn_load_dll":
        script = '{ nrn_load_dll("../mods") }\n' + script
    refused = run(ranvier, work, script, "--sandbox")
    assert refused.status == 1 and refused.out == ""
    assert "Permission denied" in refused.err and "--sandbox-read FOLDER" in refused.err
    assert run(ranvier, work, script, "--sandbox", "--sandbox-read", mods).out.split() == ["3", "42"]


@needs_landlock
def test_folders_of_scripts_and_of_the_library_are_read(ranvier, work, tmp_path):
    for folder in ("scripts", "library"):
        (tmp_path / folder).mkdir()
    (tmp_path / "scripts" / "main.hoc").write_text('{ load_file("part.hoc") load_file("shared.hoc") }\nquit()\n')
    (tmp_path / "scripts" / "part.hoc").write_text("print 1\n")
    (tmp_path / "library" / "shared.hoc").write_text("print 2\n")
    library = {"HOC_LIBRARY_PATH": str(tmp_path / "library")}
    outcome = ranvier.check("--quiet", "--sandbox", "../scripts/main.hoc", cwd=work, env=library)
    assert outcome.out.split() == ["1", "2"]


def test_sandbox_read_needs_a_folder_and_the_sandbox(ranvier, work):
    (work / "script.hoc").write_text("print 1\n")
    missing = ranvier.run("--sandbox", "--sandbox-read", "../none", "script.hoc", cwd=work)
    assert missing.status == 1 and "--sandbox-read ../none: no such file or folder" in missing.err
    for name in ("ranvier", "nrniv"):
        alone = ranvier.run("--sandbox-read", "..", "script.hoc", cwd=work, name=name)
        assert alone.status != 0 and "--sandbox" in alone.err.replace("--sandbox-read", "", 1), alone


RING = """load_file("stdrun.hoc")
objref pc, nil, con
create soma
soma { insert hh }
pc = new ParallelContext()
{ pc.set_gid2node(pc.id, pc.id) }
con = new NetCon(&soma.v(0.5), nil)
{ pc.cell(pc.id, con) }
objref stim, g
soma stim = new IClamp(0.5)
{ stim.dur = 1 stim.amp = 500 }
g = new Graph()
g.addvar("soma.v(0.5)")
tstop = 5
{ pc.set_maxstep(1) stdinit() pc.psolve(tstop) g.plot(1) }
quit()
"""


@pytest.mark.parametrize("ranks", [1, 2])
def test_outputs_are_written_where_the_command_line_says(ranvier, work, tmp_path, ranks):
    (work / "script.hoc").write_text(RING)
    results = tmp_path / "results"
    results.mkdir()
    words = ["--raster", results / "r.h5", "--report", f"{results}/v.h5:variable=v", "--summary", results / "s.json"]
    if ranks == 1:
        words += ["--figures", results / "figures", "--trace", "soma.v(0.5)", "--trace-file", results / "t.csv"]
    ranvier.check("--quiet", "--sandbox", *words, "script.hoc", cwd=work, ranks=ranks)
    wanted = {"r.h5", "v.h5", "s.json"} | ({"figures", "t.csv"} if ranks == 1 else set())
    assert {file.name for file in results.iterdir()} == wanted


def test_an_output_that_is_a_pipe_is_refused_as_usual(ranvier, work):
    (work / "script.hoc").write_text(RING)
    (work / "piped").symlink_to("/dev/stdout")
    outcome = ranvier.run("--sandbox", "--raster", "piped", "script.hoc", cwd=work)
    assert outcome.status == 1 and "cannot write piped: it is a pipe" in outcome.err, outcome


def test_checkpoints_are_written_and_resumed(ranvier, work, tmp_path):
    (work / "script.hoc").write_text(RING)
    (tmp_path / "results").mkdir()
    words = ("--quiet", "--sandbox", "--raster", "../results/r.txt", "--checkpoint-every", "2", "script.hoc")
    ranvier.check(*words, cwd=work)
    before = (tmp_path / "results" / "r.txt").read_text()
    ranvier.check(*words, "--resume", cwd=work)
    assert before and (tmp_path / "results" / "r.txt").read_text() == before


@pytest.mark.parametrize("what", ["home", "above home", "cache", "results", "root"])
def test_folders_that_hold_more_are_refused(ranvier, work, tmp_path, what):
    (work / "script.hoc").write_text("print 1\nquit()\n")
    (work / "sub").mkdir()
    folder = {"root": "/"}.get(what, work)
    places = {
        "home": {"HOME": str(work)},
        "above home": {"HOME": str(work / "sub")},
        "cache": {"RANVIER_CACHE": str(work / "sub")},
        "results": {"HOME": str(tmp_path / "other")},
        "root": {},
    }[what]
    (tmp_path / "other").mkdir()
    words = ["--raster", tmp_path / "r.txt"] if what == "results" else []
    outcome = ranvier.run("--sandbox", *words, work / "script.hoc", cwd=folder, env=places)
    assert outcome.status == 1 and outcome.out == ""
    assert "--sandbox lets a model write" in outcome.err and "folder" in outcome.err.split(";")[-1]


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
    assert (outcome.status, outcome.out.split(), errors(outcome)) == (0, ["8"], "")
    assert not [file for file in (tmp_path / "cache").iterdir() if file.is_dir()], "temporary files are left"


def test_the_error_of_a_mod_file_is_the_usual_one(ranvier, work, tmp_path):
    (work / "wrong.mod").write_text("NEURON { SUFFIX wrong }\nINITIAL { x = }\n")
    cache = {"RANVIER_CACHE": str(tmp_path / "cache")}
    (work / "script.hoc").write_text("create s\ns insert wrong\n")
    usual, boxed = (ranvier.run("--quiet", *words, "script.hoc", cwd=work, env=cache) for words in ([], ["--sandbox"]))
    assert boxed.status == usual.status == 1 and "wrong.mod:2" in usual.err
    assert errors(boxed) == usual.err


# C code that is in the process, whatever a script may do, tries these calls of the system; each returns its error.
HOSTILE = """NEURON { SUFFIX hostile }
VERBATIM
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static long start_program(void) {
    char* words[] = {"/bin/true", 0};
    long child = fork(), status = 0;
    if (child == 0) {
        execve(words[0], words, 0);
        _exit(errno);
    }
    waitpid(child, &status, 0);
    errno = (status >> 8) & 255;
    return errno ? -1 : 0;
}

static char path[1000];

static const char* path_of_parent(const char* name) {
    snprintf(path, sizeof path, "/proc/%d/%s", getppid(), name);
    return path;
}

static long try_call(int which) {
    char byte = 0;
    struct iovec here = {&byte, 1};
    struct io_uring_params ring;
    memset(&ring, 0, sizeof ring);
    switch (which) {
        case 0: return start_program();
        case 1: return socket(AF_INET, SOCK_STREAM, 0);
        case 2: return socket(AF_UNIX, SOCK_STREAM, 0);
        case 3: return process_vm_readv(getpid(), &here, 1, &here, 1, 0);
        case 4: return syscall(SYS_io_uring_setup, 1, &ring);
        case 5: return chmod("../precious", 0600);
        case 6: return kill(getppid(), 0);
        case 7: return creat("../outside", 0600);
        case 8: return open("../precious", O_RDONLY);
        case 9: return open(path_of_parent("environ"), O_RDONLY);
        case 10: return rename("inside", "../outside");
        case 11: return link("inside", "../outside");
        case 12: return symlink("../precious", "planted");
        case 13: return open("../precious", O_RDONLY | O_TRUNC);
        case 14: return creat(strcat(strcpy(path, getenv("RANVIER_CACHE")), "/planted.so"), 0600);
        case 15: return unlink("../precious");
        case 16: return creat("deeper/new", 0600);
        case 17: return open("inside", O_RDONLY);
    }
    return 0;
}
ENDVERBATIM

FUNCTION attempt(k) {
VERBATIM
    errno = 0;
    _lattempt = try_call((int)_lk) < 0 ? errno : 0;
ENDVERBATIM
}
"""

# The calls above, by their numbers: the error that the sandbox makes of each, and the version of Landlock that this needs.
CALLS = {
    "programs": (errno.EPERM, 0),
    "the internet": (errno.EPERM, 0),
    "local sockets": (errno.EPERM, 0),
    "memory of processes": (errno.EPERM, 0),
    "io_uring": (errno.EPERM, 0),
    "modes": (errno.EPERM, 0),
    "signals": (errno.EPERM, 6),
    "a file above": (errno.EACCES, 1),
    "reading above": (errno.EACCES, 1),
    "another's environment": (errno.EACCES, 1),
    "moving out": (errno.EACCES, 2),
    "linking out": (errno.EACCES, 2),
    "planting a link": (errno.EACCES, 1),
    "emptying": (errno.EACCES, 3),
    "the cache": (errno.EACCES, 1),
    "removing": (errno.EACCES, 1),
    "a file below": (0, 1),
    "reading in the folder": (0, 2),
}


@pytest.fixture
def hostile(ranvier, work, tmp_path):
    (work / "inside").write_text("kept")
    return library_of(ranvier, work, tmp_path, HOSTILE)


def attempts(ranvier, work, hostile, *words):
    """The error of each call, as the system numbers errors; 0: it has succeeded."""
    script = f"create s\ns insert hostile\nfor k = 0, {len(CALLS) - 1} print attempt_hostile(k)\nquit()\n"
    (work / "script.hoc").write_text(script)
    cache = {"RANVIER_CACHE": str(work.parent / "cache")}
    outcome = ranvier.check("--quiet", "--mechanisms", hostile, *words, "script.hoc", cwd=work, env=cache)
    return dict(zip(CALLS, map(int, outcome.out.split()), strict=True)), outcome


def test_the_system_refuses_what_c_code_tries(ranvier, work, hostile, tmp_path):
    tried, outcome = attempts(ranvier, work, hostile, "--sandbox")
    held = version_of_landlock()
    wanted = {name: error for name, (error, version) in CALLS.items() if version <= held}
    assert {name: tried[name] for name in wanted} == wanted
    if held >= max(version for _, version in CALLS.values()):
        assert outcome.err == ""
        assert (tmp_path / "precious").read_text() == "kept" and not (tmp_path / "outside").exists()
    else:
        assert NOTICE in outcome.err


@pytest.mark.parametrize("how", ["without it", "without the system"])
def test_c_code_may_do_so_without_it(ranvier, work, hostile, how):
    if how == "without it":
        allowed, _ = attempts(ranvier, work, hostile)
    else:
        allowed, _ = attempts(ranvier.without("unconfined"), work, hostile, "--sandbox")
    # A container may refuse io_uring; a link to the file that was moved out fails.
    assert {name for name in CALLS if allowed[name]} <= {"io_uring", "linking out", "reading in the folder"}


@pytest.fixture
def unchecked(ranvier):
    """The program without its own checks: what is refused is refused by the system."""
    return ranvier.without("unchecked")


def test_a_command_is_refused_by_the_system_too(unchecked, work, tmp_path):
    (work / "script.hoc").write_text('print system("touch ../outside; touch inside")\nquit()\n')
    outcome = unchecked.run("--quiet", "--sandbox", "script.hoc", cwd=work)
    assert outcome.status == 0 and int(outcome.out) != 0, outcome
    assert not (tmp_path / "outside").exists() and not (work / "inside").exists()
    assert unchecked.run("--quiet", "script.hoc", cwd=work).out.split() == ["0"]


FILES_ELSEWHERE = [name for name in REFUSED if "file" in name or "removing" in name]


@needs_landlock
@pytest.mark.parametrize("name", FILES_ELSEWHERE)
def test_files_elsewhere_are_refused_by_the_system_too(unchecked, work, tmp_path, name):
    (work / "script.hoc").write_text(REFUSED[name] + "\nprint 42\nquit()\n")
    unchecked.run("--quiet", "--sandbox", "script.hoc", cwd=work)
    assert not (tmp_path / "outside").exists() and (tmp_path / "precious").read_text() == "kept"
    unchecked.run("--quiet", "script.hoc", cwd=work)
    assert (tmp_path / "outside").exists() or not (tmp_path / "precious").exists()


def test_python_is_refused_by_the_system_too(unchecked, work, tmp_path):
    (work / "script.hoc").write_text(REFUSED["Python"] + "\nquit()\n")
    assert unchecked.run("--quiet", "--sandbox", "script.hoc", cwd=work).status != 0
    assert not (tmp_path / "outside").exists()


LARGE = """objref pc, sent, counts, got
pc = new ParallelContext()
sent = new Vector(pc.nhost * 100000, pc.id + 1)
counts = new Vector(pc.nhost, 100000)
got = new Vector()
{ pc.alltoall(sent, counts, got) pc.broadcast(sent, 0) }
if (pc.id == 0) print got.sum(), sent.sum()
{ pc.barrier() }
quit()
"""


@pytest.mark.parametrize("ranks", [1, 3])
def test_ranks_exchange_large_messages(ranvier, work, ranks):
    (work / "script.hoc").write_text(LARGE)
    words = ("--quiet", "--sandbox", "script.hoc")
    outcome = run_command([ranvier.mpiexec, "-n", ranks, ranvier.bin_folder / "ranvier", *words], work)
    wanted = [str(sum(range(ranks + 1)) * 100000), str(ranks * 100000)]
    assert (outcome.status, outcome.out.split(), errors(outcome)) == (0, wanted, "")


def test_ranks_of_open_mpi_exchange_large_messages(ranvier, open_mpi, work):
    (work / "script.hoc").write_text(LARGE)
    as_root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    command = [*open_mpi, "3", ranvier.bin_folder / "ranvier", "--quiet", "--sandbox", "script.hoc"]
    outcome = run_command(command, work, as_root)
    assert (outcome.status, outcome.out.split(), errors(outcome)) == (0, ["600000", "300000"], "")


def test_ranks_of_one_computer_make_no_socket(ranvier, work, hostile):
    (work / "script.hoc").write_text("create s\ns insert hostile\nprint attempt_hostile(1)\nquit()\n")
    words = ("--quiet", "--sandbox", "--mechanisms", hostile, "script.hoc")
    outcome = ranvier.check(*words, cwd=work, ranks=2)
    assert outcome.out.split() == 2 * [str(errno.EPERM)]


@pytest.mark.parametrize("model", ["ring", "intfire_net"])
@pytest.mark.parametrize("ranks", [1, 3])
def test_models_fire_the_same_spikes(ranvier, root, work, model, ranks):
    models = root / "models"
    (work / "results").mkdir()

    def raster(*words):
        file = work / "results" / "r.txt"
        small = ("-c", "ncell = 300", "-c", "tstop = 20", "-c", "kick_every = 8")
        script = models / model / f"{model}.hoc"
        ranvier.check("--quiet", "--raster", file, *words, *small, script, cwd=work, ranks=ranks)
        return file.read_text()

    usual = raster()
    assert usual.count("\n") > 1 and raster("--sandbox", "--sandbox-read", models) == usual


def test_extracted_cells_run(ranvier, work):
    (work / "own.mod").write_text(SMALL % ("own", "1"))
    (work / "script.hoc").write_text(RING.replace("insert hh", "insert hh insert own"))
    ranvier.check("--quiet", "--raster", "r.h5", "script.hoc", cwd=work)
    ranvier.check("extract", "--raster", "r.h5", "--cells", "0", "--out", "cells.h5", "script.hoc", cwd=work)
    (work / "own.mod").unlink()
    outcome = ranvier.check("run", "--sandbox", "cells.h5", cwd=work)
    assert "identical" in outcome.out + outcome.err, outcome


@pytest.mark.parametrize("header", ["stdlib.h", "math.h", "mechanisms/runtime/abi.h"])
@pytest.mark.parametrize("words", [[], ["--sandbox"]])
@pytest.mark.parametrize("needs_c", ["exprand(1) * 0 + 3", "normrand(3, 0)"])
def test_a_header_beside_a_mod_file_without_verbatim_is_not_read(checked, work, tmp_path, header, words, needs_c):
    (work / header).parent.mkdir(parents=True, exist_ok=True)
    (work / header).write_text("#error this header is not the system's\n")
    (work / "own.mod").write_text(SMALL % ("own", needs_c))
    (work / "script.hoc").write_text(USE % ("own", "own") + "\nquit()\n")
    cache = {"RANVIER_CACHE": str(tmp_path / "cache")}
    outcome = checked.run("--quiet", *words, "script.hoc", cwd=work, env=cache)
    assert (outcome.status, outcome.out.split(), errors(outcome)) == (0, ["3"], "")


COMPILER = """#!/bin/bash
report="$RANVIER_CACHE/report"
touch ../outside deeper/inside 2>"$report"
cat ../precious >>"$report" 2>&1
(: >/dev/tcp/127.0.0.1/9) 2>>"$report"
exec g++ "$@"
"""


@needs_landlock
def test_compilers_are_confined_too(ranvier, work, tmp_path):
    (tmp_path / "tools").mkdir()
    compiler = tmp_path / "tools" / "g++"
    compiler.write_text(COMPILER)
    compiler.chmod(0o755)
    (work / "own.mod").write_text(SMALL % ("own", "3"))
    (work / "script.hoc").write_text(USE % ("own", "own") + "\nquit()\n")
    cache = {"RANVIER_CACHE": str(tmp_path / "cache"), "CXX": str(compiler), "LC_ALL": "C"}
    outcome = ranvier.run("--quiet", "--sandbox", "script.hoc", cwd=work, env=cache)
    assert (outcome.status, outcome.out.split(), errors(outcome)) == (0, ["3"], "")
    said = (tmp_path / "cache" / "report").read_text()
    assert said.count("Permission denied") == 3 and "socket: Operation not permitted" in said, said
    assert not (tmp_path / "outside").exists() and not (work / "deeper" / "inside").exists()
