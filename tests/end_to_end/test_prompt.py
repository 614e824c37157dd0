"""The prompt at a terminal: editing, history, completion, statements over several lines, help."""

import os
import pty
import re
import select
import time

import pytest


class Terminal:
    """The program at its own terminal."""

    def __init__(self, program, folder):
        self.pid, self.screen = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.environ.update(TERM="dumb", RANVIER_HISTORY=str(folder / "history"))
            os.execv(str(program), [str(program), "--quiet", "-"])
        self.await_text("oc>")

    def await_text(self, wanted, limit=20):
        """Reads until `wanted` has arrived and the program waits again; returns what was read."""
        text, end = "", time.time() + limit
        while True:
            quiet = not select.select([self.screen], [], [], 0.1)[0]
            if quiet and wanted in text and text.rstrip().endswith(">"):
                return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\r|\a", "", text)
            assert time.time() < end, f"{wanted!r} did not come: {text!r}"
            if not quiet:
                text += os.read(self.screen, 4096).decode()

    def type(self, keys, then="oc>"):
        os.write(self.screen, keys.encode())
        return self.await_text(then)

    def close(self):
        os.write(self.screen, b"\x04")
        _, status = os.waitpid(self.pid, 0)
        os.close(self.screen)
        return os.waitstatus_to_exitcode(status)


@pytest.fixture
def terminal(ranvier, tmp_path):
    return lambda: Terminal(ranvier.bin_folder / "ranvier", tmp_path)


def test_statements_are_computed_and_errors_do_not_end_the_prompt(terminal):
    prompt = terminal()
    assert "42" in prompt.type("print 6*7\n", then="42")
    prompt.type("nearly = 3\n")
    assert "did you mean 'nearly'" in prompt.type("neerly()\n")
    assert "3" in prompt.type("print nearly\n")
    assert prompt.close() == 0


def test_a_procedure_goes_over_several_lines(terminal):
    prompt = terminal()
    prompt.type("proc twice() {\n", then="> ")
    prompt.type("print 2*$1\n", then="> ")
    prompt.type("}\n")
    assert "34" in prompt.type("twice(17)\n")
    assert prompt.close() == 0


def test_tab_completes_names_and_members(terminal):
    prompt = terminal()
    prompt.type("long_enough_name = 5\n")
    assert "\n5" in prompt.type("print long_en\t\n", then="\n5")
    prompt.type("objref vec\n")
    prompt.type("vec = new Vector(3)\n")
    assert "\n3" in prompt.type("print vec.siz\t()\n", then="\n3")
    assert prompt.close() == 0


def test_lines_come_back_also_in_the_next_session(terminal):
    prompt = terminal()
    prompt.type("print 123 + 456\n")
    assert "579" in prompt.type("\x10\n", then="579")  # Ctrl-P: the line before
    prompt.close()
    prompt = terminal()
    assert "579" in prompt.type("\x10\n", then="579")
    assert prompt.close() == 0


def test_help_prints_the_documentation(terminal):
    prompt = terminal()
    assert "nernst(ci, co, charge)" in prompt.type("help nernst\n")
    assert "append" in prompt.type("help Vector.append\n")
    assert "did you mean 'nernst'" in prompt.type("help nerst\n")
    assert prompt.close() == 0
