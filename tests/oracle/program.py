"""Ranvier's program as the tests start it."""

import dataclasses
import pathlib

from .commands import Outcome, run


@dataclasses.dataclass
class Program:
    """The commands of a build: `bin_folder` holds ranvier, nrniv and nrnivmodl; `main` is the one that a test asks for."""

    bin_folder: pathlib.Path
    mpiexec: str
    main: str | pathlib.Path = "ranvier"

    def run(self, *arguments, cwd, ranks=1, name=None, limit=120, stdin="", env=None):
        """Runs the program and returns its Outcome, whatever it is."""
        command = [self.bin_folder / (name or self.main), *arguments]
        if ranks > 1:
            command = [self.mpiexec, "-n", ranks, *command]
        return run(command, cwd, env, limit, stdin)

    def check(self, *arguments, **options):
        """As run; fails the test when the program does."""
        outcome = self.run(*arguments, **options)
        assert outcome.status == 0, f"ranvier {' '.join(map(str, arguments))}: {outcome}"
        return outcome

    def without(self, half):
        """The same without one half of --sandbox: its own checks ("unchecked"), what the system refuses ("unconfined")."""
        program = self.bin_folder.parent / f"tests/hoc_like/program/ranvier_{half}"
        assert program.exists(), f"{program} is not built; run make"
        return dataclasses.replace(self, main=program)

    def exchanges(self, cwd, covering=None):
        """All specifications of exchange strategies, or few that cover any 1, 2 or 3 values of options together."""
        words = () if covering is None else ("--covering", str(covering))
        return self.check("exchange", "list", "--specifications", *words, cwd=cwd).out.splitlines()


def raster_of(text):
    """Spikes of lines "time gid", sorted by (time, gid), as equal rasters are compared."""
    rows = (line.split() for line in text.splitlines() if line and line[0] in "0123456789-")
    return sorted((float(time), int(gid)) for time, gid in rows)


__all__ = ["Outcome", "Program", "raster_of"]
