"""Ctrl-C at the prompt ends what runs and keeps all state."""

import os
import random
import re
import time

import pexpect
import pytest

pytestmark = pytest.mark.alone  # a Ctrl-C follows what is typed by a time

LIMIT_S = 20
NET = """
load_file("stdrun.hoc")
create soma
objref stim, syn, nc, spikes, nil, cvode, source
soma { L = diam = 20  insert hh  stim = new IClamp(0.5)  syn = new ExpSyn(0.5) }
{ stim.dur = 1e9  stim.amp = 0.3 }
source = new NetStim()
{ source.interval = 7  source.number = 1e9  source.start = 2 }
nc = new NetCon(source, syn, 0, 1, 0.01)
spikes = new Vector()
soma nc = new NetCon(&v(0.5), nil)
nc.record(spikes)
cvode = new CVode()
steps = 0
proc advance() { fadvance()  steps += 1 }
proc count() { for ($&1 = 0; $&1 < 1e9; $&1 += 1) { } }
n = 0
{ tstop = 1e9  stdinit() }
"""


class Prompt:
    """nrniv at its own terminal."""

    def __init__(self, ranvier, folder, *words, name="nrniv"):
        env = os.environ | {"TERM": "dumb", "RANVIER_HISTORY": ""}
        program = str(ranvier.bin_folder / name)
        self.child = pexpect.spawn(program, list(words), cwd=folder, env=env, encoding="utf-8", timeout=LIMIT_S)
        self.child.delaybeforesend = None
        self.wait()

    def wait(self):
        """What was printed before the prompt came back."""
        self.child.expect_exact("oc>")
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\r", "", self.child.before)

    def say(self, line):
        self.child.send(line + "\n")

    def ask(self, line):
        self.say(line)
        return self.wait()

    def number(self, expression):
        """Its value, by what is printed after a word that is not typed."""
        answer = self.ask(f'printf("val%s %.17g\\n", "ue", {expression})')
        return float(re.search(r"^value (\S+)", answer, re.M)[1])

    def interrupt(self, after):
        time.sleep(after)
        self.child.send("\x03")

    def close(self):
        self.child.send("\x04")
        self.child.expect(pexpect.EOF)
        self.child.close()
        assert self.child.exitstatus == 0


@pytest.fixture
def net(tmp_path):
    (tmp_path / "net.hoc").write_text(NET)
    return tmp_path


def with_net(ranvier, net):
    prompt = Prompt(ranvier, net)
    prompt.ask('{ load_file("net.hoc") }')
    return prompt


def test_an_idle_line_is_cleared(ranvier, tmp_path):
    prompt = Prompt(ranvier, tmp_path)
    prompt.child.send("x = 17 +")
    prompt.interrupt(0.2)
    assert "^C" in prompt.wait()
    prompt.interrupt(0)
    prompt.wait()
    assert prompt.number("6*7") == 42
    prompt.close()


def test_so_is_a_statement_of_several_lines(ranvier, tmp_path):
    prompt = Prompt(ranvier, tmp_path)
    prompt.child.send("proc f() {\n")
    prompt.child.expect_exact("> ")
    prompt.child.send("print 17\n")
    prompt.child.expect_exact("> ")
    prompt.interrupt(0.2)
    prompt.wait()
    assert prompt.number("6*7") == 42
    prompt.close()


def test_a_loop_ends_where_it_is(ranvier, net):
    prompt = with_net(ranvier, net)
    prompt.say("count(&n)")
    prompt.interrupt(0.3)
    said = prompt.wait()
    assert "interrupted at t = " in said and "net.hoc:" in said and "for (" in said, said
    reached = prompt.number("n")
    assert 0 < reached < 1e9
    assert prompt.number("n + steps") == reached
    prompt.close()


RUNS = {
    "psolve": "{ pc.psolve(tstop) }",
    "steps": "while (t < tstop) advance()",
    "stdrun": "continuerun(tstop)",
    "variable": "{ cvode.active(1)  stdinit()  pc.psolve(tstop) }",
    "events": "{ cvode.event(t + 1, \"count(&n)\")  pc.psolve(tstop) }",
}  # fmt: skip


@pytest.mark.parametrize("kind", RUNS)
def test_a_run_stops_and_goes_on(ranvier, net, kind):
    """With the spikes of a run that was not interrupted."""
    prompt = with_net(ranvier, net)
    prompt.ask("objref pc")
    prompt.ask("pc = new ParallelContext()")
    prompt.say(RUNS[kind])
    prompt.interrupt(0.5)
    said = prompt.wait()
    assert "interrupted at t = " in said, said
    reached = prompt.number("t")
    assert 0 < reached < 1e9
    if kind == "events":
        assert prompt.number("n") > 0
    more = reached + 100
    prompt.ask(f"{{ pc.psolve({more}) }}")
    count = prompt.number("spikes.size")
    sum_of_times = prompt.number("spikes.sum")
    start = "{ cvode.active(1)  stdinit() }" if kind == "variable" else "stdinit()"
    prompt.ask(start)
    if kind == "variable":
        # A stop is a place where all cells meet, as in a script that calls psolve twice.
        prompt.ask(f"{{ pc.psolve({reached:.17g}) }}")
    prompt.ask(f"{{ pc.psolve({more}) }}")
    assert prompt.number("spikes.size") == count > 0
    assert prompt.number("spikes.sum") == sum_of_times
    prompt.close()


def test_no_script_catches_it(ranvier, net):
    prompt = with_net(ranvier, net)
    prompt.say('while (1) execute1("count(&n)", 0)')
    prompt.interrupt(0.3)
    assert "interrupted at t = " in prompt.wait()
    prompt.close()


ENDLESS = "NEURON { SUFFIX endless }\nASSIGNED { x }\nBREAKPOINT { x = 1 WHILE (x > 0) { x = x + t } }\n"
IN_C = "NEURON { SUFFIX endless }\nASSIGNED { x }\nBREAKPOINT { x = 1 VERBATIM\nx += 1;\nENDVERBATIM WHILE (x > 0) { x = x + t } }\n"


@pytest.mark.parametrize("text", [ENDLESS, IN_C], ids=["plain", "beside_verbatim"])
def test_a_second_one_leaves_the_loop_of_a_mechanism(ranvier, net, text):
    (net / "endless.mod").write_text(text)
    prompt = with_net(ranvier, net)
    prompt.ask("create other")
    prompt.ask("other insert endless")
    prompt.ask("stdinit()")
    prompt.say("fadvance()")
    prompt.interrupt(0.5)
    prompt.interrupt(0.5)
    said = prompt.wait()
    assert "the WHILE loop of a mechanism was left, so the run must begin again, with finitialize()" in said, said
    assert "call finitialize() first" in prompt.ask("fadvance()")
    prompt.ask("other uninsert endless")
    prompt.ask("stdinit()")
    prompt.ask("fadvance()")
    assert prompt.number("t") == pytest.approx(0.025)
    prompt.close()


VERBATIM = """NEURON { SUFFIX stuck }
BREAKPOINT {
VERBATIM
    for (volatile int forever = 1; forever;) { }
ENDVERBATIM
}
"""


def test_a_second_one_ends_the_program_in_verbatim(ranvier, net):
    (net / "stuck.mod").write_text(VERBATIM)
    prompt = with_net(ranvier, net)
    prompt.ask("create other")
    prompt.ask("other insert stuck")
    prompt.say("{ stdinit() fadvance() }")
    prompt.interrupt(0.5)
    prompt.interrupt(0.5)
    prompt.child.expect(pexpect.EOF)
    assert "VERBATIM code for instance, does not return and cannot be left" in prompt.child.before
    prompt.child.close()
    assert prompt.child.exitstatus == 130


def test_at_random_moments_nothing_is_lost(ranvier, net):
    """Fifty moments: of loops, of runs, and of typing."""
    draw = random.Random(1)
    prompt = with_net(ranvier, net)
    prompt.ask("objref pc")
    prompt.ask("pc = new ParallelContext()")
    kept = 0
    for k in range(50):
        kind = draw.choice(("count(&n)", RUNS["psolve"], RUNS["steps"], RUNS["stdrun"], None))
        kept += 1
        prompt.ask(f"kept = {kept}")
        before = prompt.number("t")
        if kind:
            prompt.say(kind)
        else:
            prompt.child.send("kept = 1e")
        prompt.interrupt(draw.uniform(0, 0.2))
        prompt.wait()
        assert prompt.number("kept") == kept, (k, kind)
        assert prompt.number("t") >= before, (k, kind)
    reached = prompt.number("t")
    count, sum_of_times = prompt.number("spikes.size"), prompt.number("spikes.sum")
    prompt.ask("stdinit()")
    prompt.ask(f"{{ pc.psolve({reached:.17g}) }}")
    assert (prompt.number("spikes.size"), prompt.number("spikes.sum")) == (count, sum_of_times)
    assert count > 10
    prompt.close()


def test_pythons_prompt_stops_a_run(ranvier, tmp_path):
    env = os.environ | {"TERM": "dumb"}
    words = ["-nobanner", "-python"]
    child = pexpect.spawn(
        str(ranvier.bin_folder / "nrniv"), words, cwd=tmp_path, env=env, encoding="utf-8", timeout=LIMIT_S
    )
    child.expect_exact(">>> ")
    for line in ("from neuron import h", "s = h.Section('s')", "pc = h.ParallelContext()", "_ = h.finitialize(-65)"):
        child.send(line + "\n")
        child.expect_exact(">>> ")
    child.send("pc.psolve(1e12)\n")
    time.sleep(0.5)
    child.send("\x03")
    child.expect_exact("KeyboardInterrupt")
    child.expect_exact(">>> ")
    child.send("print('reached', 0 < h.t < 1e12)\n")
    child.expect_exact("reached True")
    child.send("\x04")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
