"""What a command says: on standard output, and in output.log_file with times and levels."""

import logging
import os
import sys

from .errors import SonataError


class Messages:
    """Lines of rank 0. `log_in` names the file; lines said before are put into it, too."""

    def __init__(self, is_first):
        self._is_first = is_first
        self._said, self._log = [], None

    def say(self, lines):
        for line in lines if self._is_first else ():
            print(line, flush=True)
            self._write(logging.WARNING if line.startswith("warning: ") else logging.INFO, line)

    def fail(self, error):
        """Says what ended the command."""
        if self._is_first:
            print(f"ranvier: {error}", file=sys.stderr, flush=True)
            self._write(logging.ERROR, str(error))

    def log_in(self, file):
        if not self._is_first:
            return
        try:
            handler = logging.FileHandler(file, mode="w")
        except OSError as error:
            raise SonataError(file, "output.log_file", f"cannot be written: {error.strerror}") from None
        handler.setFormatter(logging.Formatter("%(asctime)s [%(levelname)s] %(message)s"))
        self._log = logging.getLogger("ranvier_sonata")
        self._log.addHandler(handler)
        self._log.setLevel(logging.INFO)
        self._log.propagate = False
        for level, line in self._said:
            self._log.log(level, line)

    def _write(self, level, line):
        line = line.removeprefix("warning: ").strip()
        self._said.append((level, line))
        if self._log:
            self._log.log(level, line)


def log_file(network):
    """The file of output.log_file, or None; the folder of the output is made. Collective."""
    name = network.configuration.section("output").get("log_file")
    if name is None:
        return None
    if not isinstance(name, str):
        raise network.configuration.error("output.log_file", f"must be the name of a file, not {name!r}")
    return os.path.join(network.output_folder(), name)
