"""What --sandbox keeps scripts from: commands, Python, compiled code, files outside of the folder. See SECURITY.md."""

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


# C code that is in the process, whatever a script may do, tries these calls of the system; each returns its error.
HOSTILE = """NEURON { SUFFIX hostile }
VERBATIM
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <signal.h>
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

CALLS = ["programs", "the internet", "local sockets", "the memory of processes", "io_uring", "modes"]


@pytest.fixture
def hostile(ranvier, work, tmp_path):
    return library_of(ranvier, work, tmp_path, HOSTILE)


def attempts(ranvier, work, hostile, *words, calls=CALLS, **options):
    """The error of each call, as the system numbers errors; 0: it has succeeded."""
    script = f"create s\ns insert hostile\nfor k = 0, {len(calls) - 1} print attempt_hostile(k)\nquit()\n"
    (work / "script.hoc").write_text(script)
    outcome = ranvier.check("--quiet", "--mechanisms", hostile, *words, "script.hoc", cwd=work, **options)
    return dict(zip(calls, map(int, outcome.out.split()), strict=True)), outcome


def test_the_system_refuses_what_c_code_tries(ranvier, work, hostile):
    assert attempts(ranvier, work, hostile, "--sandbox")[0] == dict.fromkeys(CALLS, errno.EPERM)


def test_c_code_may_do_so_without_it(ranvier, work, hostile):
    allowed, _ = attempts(ranvier, work, hostile)
    assert {name: allowed[name] for name in CALLS if name != "io_uring"} == {
        name: 0 for name in CALLS if name != "io_uring"
    }


@pytest.fixture
def unchecked(ranvier):
    """The program without its own checks: what is refused is refused by the system."""
    program = ranvier.bin_folder.parent / "tests/hoc_like/program/ranvier_unchecked"
    if not program.exists():
        pytest.fail(f"{program} is not built; run make")
    return program


def test_a_command_is_refused_by_the_system_too(ranvier, unchecked, work, tmp_path):
    (work / "script.hoc").write_text('print system("touch ../outside; touch inside")\nquit()\n')
    outcome = ranvier.run("--quiet", "--sandbox", "script.hoc", cwd=work, name=unchecked)
    assert outcome.status == 0 and int(outcome.out) != 0, outcome
    assert not (tmp_path / "outside").exists() and not (work / "inside").exists()
    assert ranvier.run("--quiet", "script.hoc", cwd=work, name=unchecked).out.split() == ["0"]


def test_python_is_refused_by_the_system_too(ranvier, unchecked, work, tmp_path):
    (work / "script.hoc").write_text(REFUSED["Python"] + "\nquit()\n")
    assert ranvier.run("--quiet", "--sandbox", "script.hoc", cwd=work, name=unchecked).status != 0
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
    assert (outcome.status, outcome.out.split(), outcome.err) == (0, wanted, "")


def test_ranks_of_open_mpi_exchange_large_messages(ranvier, open_mpi, work):
    (work / "script.hoc").write_text(LARGE)
    as_root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    command = [*open_mpi, "3", ranvier.bin_folder / "ranvier", "--quiet", "--sandbox", "script.hoc"]
    outcome = run_command(command, work, as_root)
    assert (outcome.status, outcome.out.split(), outcome.err) == (0, ["600000", "300000"], "")


def test_ranks_of_one_computer_make_no_socket(ranvier, work, hostile):
    (work / "script.hoc").write_text("create s\ns insert hostile\nprint attempt_hostile(1)\nquit()\n")
    words = ("--quiet", "--sandbox", "--mechanisms", hostile, "script.hoc")
    outcome = ranvier.check(*words, cwd=work, ranks=2)
    assert outcome.out.split() == 2 * [str(errno.EPERM)]
