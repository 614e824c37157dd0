"""NEURON 9.0.2 as a separate program: the oracle for everything that both can run.

Its answers depend on nothing but the files and words it is given, so they are kept in build/oracle by content. Delete
that folder to ask again.
"""
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

from .commands import run

VERSION = "9.0.2"


class Neuron:
    """`bin_folder` holds nrniv and nrnivmodl; answers and compiled mechanisms are kept under `cache`."""

    def __init__(self, bin_folder, cache, mpiexec):
        self.bin = pathlib.Path(bin_folder)
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
        return (cls(bin_folder, cache, mpiexec), "") if found == VERSION else (None, f"NEURON {VERSION} wanted, {found} found")

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

        work = answer_file.with_suffix(".run")
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        (work / "script.hoc").write_text(text)
        command = [self.bin / "nrniv", "-nobanner", "-nogui"]
        env = {}
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
        answer_file.write_text(json.dumps(answer))
        return answer

    def _compiled(self, mod_texts):
        """The library of these mechanisms, compiled once."""
        key = hashlib.sha256(json.dumps([VERSION, mod_texts], sort_keys=True).encode()).hexdigest()[:24]
        folder = self.cache / f"mechanisms-{key}"
        found = sorted(folder.glob("*/libnrnmech.so")) + sorted(folder.glob("*/.libs/libnrnmech.so"))
        if not found:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            for name, text in mod_texts.items():
                (folder / name).write_text(text)
            outcome = run([self.bin / "nrnivmodl", "."], folder, limit=600)
            found = sorted(folder.glob("*/libnrnmech.so")) + sorted(folder.glob("*/.libs/libnrnmech.so"))
            assert outcome.status == 0 and found, f"nrnivmodl: {outcome}"
        return found[0].resolve()

    def _mpich_as_libmpi(self):
        """A folder where MPICH goes by the name NEURON looks for; the system's libmpi.so may be another MPI's."""
        folder = (self.cache / "mpich-as-libmpi").resolve()
        link = folder / "libmpi.so"
        if not link.exists():
            listing = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
            library = re.search(r"libmpich\.so\.12 .*=> (\S+)", listing)
            assert library, "no libmpich.so.12 known to ldconfig"
            folder.mkdir(parents=True, exist_ok=True)
            link.symlink_to(library.group(1))
        return folder
