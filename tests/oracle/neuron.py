"""NEURON 9.0.2 as a separate program: the oracle for everything that both can run.

Its answers depend on nothing but the files and words it is given, so they are kept by content, for all checkouts, in
~/.cache/ranvier-tests. Delete that folder to ask again.

NEURON's bits are those of x86-64. Its wheel for ARM has others, so a test on ARM takes answers that were kept on x86-64
(RANVIER_TEST_CACHE), and is skipped where there is none.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import sysconfig

import pytest

from .commands import run

VERSION = "9.0.2"
PLAIN_MEMORY = {"MALLOC_PERTURB_": "0"}  # what tests demand of Ranvier is not asked of NEURON
# Without Python, NEURON's system() drops output that was printed before the call.
NEEDS_PYTHON = re.compile(r"\b(nrnpython|PythonObject|system)\b")

# What NEURON's translator writes at the top of each file that it makes. Read once and kept by the compiler, it makes nrnivmodl
# more than twice as fast; -O1 gives the bits of -O2, since neither changes the order of operations.
HEADERS = """\
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include "mech_api.h"
#undef PI
#define nil 0
#define _pval pval
#include "md1redef.h"
#include "section_fwd.hpp"
#include "nrniv_mf.h"
#include "md2redef.h"
#include "nrnconf.h"
#include "neuron/cache/mechanism_range.hpp"
"""


class Neuron:
    """`bin_folder` holds nrniv and nrnivmodl; answers and compiled mechanisms are kept under `cache`.

    Both are Python wrappers that only set the environment of the programs in the package's folder `.data`. Starting a wrapper
    takes longer than most scripts, so those programs are started directly.
    """

    def __init__(self, bin_folder, cache, mpiexec):
        self.bin = pathlib.Path(bin_folder)
        self.data = next(self.bin.parent.glob("lib*/python3*/site-packages/neuron/.data"))
        self.cache = pathlib.Path(cache)
        self.mpiexec = mpiexec

    @classmethod
    def find(cls, cache, mpiexec):
        """The installation beside this Python, or None and why there is none."""
        bin_folder = pathlib.Path(sys.executable).parent
        if not (bin_folder / "nrniv").exists():
            return None, f"NEURON {VERSION} is not installed in {bin_folder.parent}"
        from importlib.metadata import PackageNotFoundError, version

        try:
            found = version("neuron")
        except PackageNotFoundError:
            return None, f"{bin_folder}/nrniv is not of this environment"
        return (
            (cls(bin_folder, cache, mpiexec), "")
            if found == VERSION
            else (None, f"NEURON {VERSION} wanted, {found} found")
        )

    def run(self, script, statements=(), mods=(), ranks=1, collect=(), limit=300):
        """Runs a script (a path, or hoc text) and returns {"out": its standard output, NAME: text of each file of `collect`}.

        Fails the test when NEURON does, or when it runs on fewer ranks than asked.
        """
        text = script.read_text() if isinstance(script, pathlib.Path) else script
        mod_texts = {path.name: path.read_text() for path in map(pathlib.Path, mods)}
        question = json.dumps([VERSION, text, list(statements), mod_texts, ranks, list(collect)], sort_keys=True)
        answer_file = self.cache / (hashlib.sha256(question.encode()).hexdigest()[:24] + ".json")
        if answer_file.exists():
            return json.loads(answer_file.read_text())
        self._require_x86_64()

        work = answer_file.with_suffix(f".{os.getpid()}.run")
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        (work / "script.hoc").write_text(text)
        command = [self.data / "bin" / "nrniv", "-nobanner", "-nogui"]
        if not NEEDS_PYTHON.search("\n".join([text, *statements])):
            command.append("-nopython")  # Python and numpy take a third of a second to start
        env = self._environment()
        if ranks > 1:
            command = [self.mpiexec, "-n", ranks, command[0], "-mpi", *command[1:]]
            env["LD_LIBRARY_PATH"] = str(self._mpich_as_libmpi())
        if mod_texts:
            command += ["-dll", self._compiled(mod_texts)]
        for statement in statements:
            command += ["-c", statement]
        outcome = run([*command, "script.hoc"], work, env, limit)
        assert outcome.status == 0 and "hoc_execerror" not in outcome.err, f"NEURON: {outcome}"
        if ranks > 1:  # else every rank has run the whole model, and said nothing
            assert f"numprocs={ranks}" in outcome.out, f"NEURON did not run on {ranks} ranks: {outcome}"
        answer = {"out": outcome.out, **{name: (work / name).read_text() for name in collect}}
        shutil.rmtree(work)
        self._keep(answer_file, answer)
        return answer

    def run_python(self, script, limit=300):
        """Runs a script of Python's that imports neuron; its standard output."""
        question = json.dumps([VERSION, "python", script])
        answer_file = self.cache / (hashlib.sha256(question.encode()).hexdigest()[:24] + ".json")
        if not answer_file.exists():
            self._require_x86_64()
            work = answer_file.with_suffix(f".{os.getpid()}.run")
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir(parents=True)
            (work / "script.py").write_text(script)
            outcome = run(
                [self.bin / "python", "script.py"], work, PLAIN_MEMORY | {"NEURON_MODULE_OPTIONS": "-nogui"}, limit
            )
            assert outcome.status == 0, f"NEURON: {outcome}"
            shutil.rmtree(work)
            self._keep(answer_file, {"out": outcome.out})
        return json.loads(answer_file.read_text())["out"]

    @staticmethod
    def _require_x86_64():
        if platform.machine() != "x86_64":
            pytest.skip("no answer of NEURON on x86-64 is kept here")

    @staticmethod
    def _keep(answer_file, answer):
        """Whole: tests in other processes may ask for the same."""
        part = answer_file.with_suffix(f".{os.getpid()}")
        part.write_text(json.dumps(answer))
        part.rename(answer_file)

    def _compiled(self, mod_texts):
        """The library of these mechanisms, compiled once."""
        key = hashlib.sha256(json.dumps([VERSION, mod_texts], sort_keys=True).encode()).hexdigest()[:24]
        folder = self.cache / f"mechanisms-{key}"

        def libraries():
            return sorted(folder.glob("*/libnrnmech.so")) + sorted(folder.glob("*/.libs/libnrnmech.so"))

        with self._only_one(key):
            if not libraries():
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir(parents=True)
                for name, text in mod_texts.items():
                    (folder / name).write_text(text)
                outcome = self.compile(folder)
                assert outcome.status == 0 and libraries(), f"nrnivmodl: {outcome}"
        return libraries()[0].resolve()

    @contextlib.contextmanager
    def _only_one(self, key):
        """Compiles it."""
        self.cache.mkdir(parents=True, exist_ok=True)
        with (self.cache / f"{key}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def compile(self, folder, limit=600):
        """nrnivmodl in `folder`: its Outcome."""
        header = self._headers()
        return run(
            [self.data / "bin" / "nrnivmodl", "-incflags", f"-O1 -include {header}" if header else "-O1", "."],
            folder,
            self._environment() | {"CXX": " ".join(self._compiler())},
            limit,
        )

    def _environment(self):
        """What the wrappers set."""
        return PLAIN_MEMORY | {
            "NRNHOME": str(self.data),
            "NEURONHOME": str(self.data / "share" / "nrn"),
            "NRN_PYTHONEXE": sys.executable,
            "PYTHONPATH": os.pathsep.join(filter(None, [str(self.data / "lib"), *sys.path])),
        }

    @staticmethod
    def _compiler():
        return (os.environ.get("CXX") or sysconfig.get_config_var("CXX") or "c++").split()

    def _headers(self):
        """HEADERS, compiled with the flags of NEURON's makefile; None where that fails, then each file takes its time."""
        makefile = (self.data / "bin" / "nrnmech_makefile").read_text()
        flags = (
            re.search(r"^CXXFLAGS *= *(.*)$", makefile, flags=re.M),
            re.search(r"^CXXCOMPILE *= *\$\(CXX\) *\$\(CXXFLAGS\)(.*)$", makefile, flags=re.M),
        )
        if None in flags:
            return None
        command = [
            *self._compiler(),
            *flags[0][1].split(),
            *flags[1][1].split(),
            "-O1",
            "-fPIC",
            "-I",
            self.data / "include",
            "-x",
            "c++-header",
        ]
        key = hashlib.sha256(json.dumps([VERSION, HEADERS, list(map(str, command))]).encode()).hexdigest()[:16]
        header = (self.cache / f"headers-{key}" / "neuron.h").resolve()
        compiled = header.with_suffix(".h.gch")
        if not compiled.exists():
            header.parent.mkdir(parents=True, exist_ok=True)
            header.write_text(HEADERS)
            part = compiled.with_suffix(f".{os.getpid()}")
            if run([*command, header, "-o", part], header.parent).status != 0:
                return None
            part.rename(compiled)
        return header

    def _mpich_as_libmpi(self):
        """A folder with MPICH under the name that NEURON searches for; the system's libmpi.so may be another MPI's."""
        folder = (self.cache / "mpich-as-libmpi").resolve()
        link = folder / "libmpi.so"
        if not link.exists():
            listing = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
            library = re.search(r"libmpich\.so\.12 .*=> (\S+)", listing)
            assert library, "no libmpich.so.12 known to ldconfig"
            folder.mkdir(parents=True, exist_ok=True)
            link.symlink_to(library.group(1))
        return folder
