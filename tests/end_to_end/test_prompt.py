"""The prompt at a terminal: editing, history, completion, statements over several lines, help."""

import os
import pty
import re
import select
import subprocess
import time

import pytest


class Terminal:
    """The program at its own terminal."""

    def __init__(self, program, folder, *arguments, ready="oc>"):
        self.pid, self.screen = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.environ.update(TERM="dumb", RANVIER_HISTORY=str(folder / "history"))
            os.execv(str(program), [str(program), *arguments])
        self.greeting = self.await_text(ready)

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
    return lambda: Terminal(ranvier.bin_folder / "ranvier", tmp_path, "--quiet", "-")


def test_statements_are_computed_and_errors_do_not_end_the_prompt(terminal):
    prompt = terminal()
    assert "42" in prompt.type("print 6*7\n", then="42")
    prompt.type("nearly = 3\n")
    assert "did you mean 'nearly'" in prompt.type("neerly()\n")
    assert "3" in prompt.type("print nearly\n")
    assert prompt.close() == 0


def test_isatty_prompts_at_a_pipe(ranvier, tmp_path):
    """Lines are shown; an error does not end the session."""
    typed = "func square() {\n  return $1*$1\n}\nprint square(5)\nnothing()\nprint 7\nquit()\n"
    outcome = subprocess.run(
        [str(ranvier.bin_folder / "nrniv"), "-isatty", "-nobanner", "-c", "a = 5", "-"],
        input=typed,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert outcome.returncode == 0, outcome
    assert outcome.stdout.splitlines() == [
        "oc>func square() {",
        ">   return $1*$1",
        "> }",
        "oc>print square(5)",
        "25 ",
        "oc>nothing()",
        "oc>print 7",
        "7 ",
        "oc>quit()",
    ]
    assert "nothing" in outcome.stderr


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


def test_tab_completes_members_of_sections_and_names_of_files(terminal, tmp_path):
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "ring_of_cells.hoc").write_text("print 6*7\n")
    prompt = terminal()
    prompt.type("create soma, dend[2]\n")
    assert "\n500" in prompt.type("soma.diam = 500\nprint soma.dia\t\n", then="\n500")
    assert "\n35.4" in prompt.type("print dend[1].R\t\n", then="\n35.4")
    assert "\n42" in prompt.type('xopen("mod\tring\t")\n', then="\n42")
    assert prompt.close() == 0


def test_tab_completes_files_of_the_library_for_load_file(terminal, tmp_path, monkeypatch):
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "of_the_path.hoc").write_text("print 6*7\n")
    (tmp_path / "stdru.txt").touch()
    monkeypatch.setenv("HOC_LIBRARY_PATH", str(tmp_path / "library"))
    prompt = terminal()
    assert "\n5" in prompt.type('{load_file("stdrun\t")}\nprint tstop\n', then="\n5")
    assert "\n42" in prompt.type('{load_file(1, "of_the\t")}\n', then="\n42")
    assert 'stdru.txt")' in prompt.type('xopen("std\t")\n', then='stdru.txt")')  # which does not look into the library
    assert prompt.close() == 0


def test_a_line_names_what_the_prompt_offers(ranvier, tmp_path):
    hint = "help NAME describes a name, Tab completes, Ctrl-D ends"
    for words, wanted in ("ranvier", True), ("nrniv -nogui", True), ("nrniv -nobanner", False):
        name, *arguments = words.split()
        prompt = Terminal(ranvier.bin_folder / name, tmp_path, *arguments)
        assert (hint in prompt.greeting) == wanted, words
        assert prompt.close() == 0
    prompt = Terminal(ranvier.bin_folder / "ranvier", tmp_path, "-python", ready=">>>")
    assert "help(h.IClamp)" in prompt.greeting and "Ctrl-D" in prompt.greeting


@pytest.mark.parametrize("word", ["exit", "quit", "exit()", "quit()"])
def test_words_that_end_the_prompt(terminal, word):
    prompt = terminal()
    os.write(prompt.screen, f"{word}\n".encode())
    assert os.waitstatus_to_exitcode(os.waitpid(prompt.pid, 0)[1]) == 0


def test_a_script_may_have_its_own_exit(terminal):
    prompt = terminal()
    prompt.type("proc exit() { print 6*7 }\n")
    assert "\n42" in prompt.type("exit()\n", then="\n42")
    assert prompt.close() == 0


def test_help_alone_says_what_there_is(terminal):
    prompt = terminal()
    text = prompt.type("help\n", then="help NAME")
    assert "Tab " in text and "Ctrl-D" in text
    assert "A current clamp: injects amp [nA]" in prompt.type("help iclamp\n", then="values:")
    assert "ParallelContext.psolve" in prompt.type("help psolve\n", then="psolve(tstop)")
    assert prompt.close() == 0


def test_an_error_in_a_template_leaves_it(terminal):
    prompt = terminal()
    prompt.type("begintemplate A\nproc init() { x = = 3 }\nendtemplate A\n", then="expected an expression")
    prompt.type("begintemplate A\npublic x\nproc init() { x = 3 }\nendtemplate A\n")
    assert "\n3" in prompt.type("objref a\na = new A()\nprint a.x\n", then="\n3")
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
    assert "did you mean 'insert'" in prompt.type("help inserrt\n")
    assert "Puts a density mechanism into a section" in prompt.type("help insert\n")
    assert 'load_file("stdrun.hoc")' in prompt.type("help run\n")
    prompt.type("proc mine() {}\ncreate soma\n")
    assert "mine is a procedure of the script" in prompt.type("help mine\n")
    assert "soma is a section" in prompt.type("help soma\n")
    assert prompt.close() == 0


@pytest.mark.parametrize("words", ["ranvier", "nrniv -nobanner", "nrniv -nobanner -nogui", "nrniv -nobanner -isatty"])
def test_without_a_file_a_prompt_opens(ranvier, tmp_path, words):
    name, *arguments = words.split()
    prompt = Terminal(ranvier.bin_folder / name, tmp_path, *arguments)
    assert "42" in prompt.type("print 6*7\n", then="42")
    assert prompt.close() == 0


@pytest.mark.parametrize("words", ["ranvier --quiet -python", "nrniv -nobanner -python"])
def test_python_has_its_own_prompt(ranvier, tmp_path, words):
    name, *arguments = words.split()
    prompt = Terminal(ranvier.bin_folder / name, tmp_path, *arguments, ready=">>>")
    assert "42" in prompt.type("from neuron import h; print(int(h.sqrt(1764)))\n", then="42")
    assert prompt.close() == 0


def ended(ranvier, words, given="", cwd=None):
    """What the program prints when its standard input is a pipe."""
    name, *arguments = words.split()
    command = [ranvier.mpiexec, "-n", "2"] if name == "ranks" else []
    program = ranvier.bin_folder / ("ranvier" if name == "ranks" else name)
    outcome = subprocess.run(
        [*map(str, command), str(program), *arguments], input=given, capture_output=True, text=True, cwd=cwd, timeout=60
    )
    assert outcome.returncode == 0, outcome
    return outcome.stdout.split()


@pytest.mark.parametrize("words", ["nrniv", "nrniv -nogui", "ranvier", "ranvier /dev/stdin", "nrniv -"])
def test_a_pipe_is_read_as_a_script(ranvier, tmp_path, words):
    assert ended(ranvier, words, "print 40+2\n", tmp_path) == ["42"]


@pytest.mark.parametrize("words", ["nrniv -python", "nrniv -python -", "ranvier -python"])
def test_a_pipe_may_be_python(ranvier, tmp_path, words):
    assert ended(ranvier, words, "print(40+2)\n", tmp_path) == ["42"]


def test_rank_0_reads_a_pipe_named_as_a_file_for_all(ranvier, tmp_path):
    assert ended(ranvier, "ranks --quiet /dev/stdin", "print 40+2\n", tmp_path) == ["42", "42"]


def test_a_fifo_is_a_file(ranvier, tmp_path):
    os.mkfifo(tmp_path / "fifo")
    writer = subprocess.Popen(["sh", "-c", "echo 'print 40+2' > fifo"], cwd=tmp_path)
    assert ended(ranvier, "ranvier --quiet fifo", cwd=tmp_path) == ["42"]
    assert writer.wait(10) == 0


def test_python_files_are_python(ranvier, tmp_path):
    (tmp_path / "words.py").write_text("import sys\nprint(*sys.argv)\n")
    assert ended(ranvier, "ranvier words.py", cwd=tmp_path) == ["words.py"]
    assert ended(ranvier, "ranvier -python words.py one two", cwd=tmp_path) == ["words.py", "one", "two"]
