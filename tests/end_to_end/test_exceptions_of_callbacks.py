"""What a Python function raises that the simulator calls keeps its class, and is a RuntimeError as NEURON's."""

import pytest

BEGIN = """
import pickle, subprocess, sys, traceback
from neuron import h
h.load_file("stdrun.hoc")
section = h.Section(name="s")

class Own(Exception):
    __slots__ = ("slot",)
    def __init__(self, first, second):
        super().__init__(first)
        self.second = second
        self.slot = 7

class Final(type):
    def __new__(kind, name, bases, names, **words):
        if any(isinstance(base, kind) for base in bases):
            raise TypeError("no class can be derived from it")
        return super().__new__(kind, name, bases, names, **words)

class NoBase(Exception, metaclass=Final):
    pass

class Whole(RuntimeError):
    pass

def raised(function):
    h.finitialize()
    h.cvode.event(0.5, function)
    try:
        h.continuerun(1)
    except BaseException as error:
        return error

def raises(error):
    def function():
        raise error
    return raised(function)
"""


def test_it_is_of_both_classes(python, tmp_path):
    script = """
for error in (KeyError("k"), Own(1, 2), ValueError("wrong"), StopIteration(3), ExceptionGroup("g", [OSError()]),
              UnicodeDecodeError("utf-8", b"abc", 0, 1, "start"), ModuleNotFoundError("m", name="n")):
    found = raises(error)
    assert isinstance(found, type(error)) and isinstance(found, RuntimeError), found
    assert type(found).__name__ == type(error).__name__ and str(found) == str(error) and repr(found) == repr(error)
    assert found.args == error.args and found.__cause__ is error and found.__dict__ == error.__dict__
    assert type(found).__mro__[1] is type(error)  # its methods come first
    again = pickle.loads(pickle.dumps(found)) if type(error) is not Own else error
    assert type(again) is type(error) and str(again) == str(error), again
found = raises(Own(1, 2))
print(found.second, found.slot, raises(StopIteration(3)).value, raises(ModuleNotFoundError("m", name="n")).name)
found = raised(lambda: open("/nonexistent"))
print(found, found.errno, found.filename, found.filename2)
found = raised(lambda: subprocess.run([sys.executable, "-c", "exit(3)"], check=True))
print(found.returncode, found)
print("in <lambda>" in "".join(traceback.format_exception(found)))
"""
    outcome = python(BEGIN + script, tmp_path)
    assert outcome.status == 0, outcome
    first, second, third, fourth = outcome.out.splitlines()
    assert first == "2 7 3 n"
    assert second == "[Errno 2] No such file or directory: '/nonexistent' 2 /nonexistent None"
    assert third.startswith("3 Command ") and third.endswith("returned non-zero exit status 3.") and fourth == "True"


def test_some_stay_as_they_are(python, tmp_path):
    script = """
for error in (Whole("w"), NotImplementedError(), KeyboardInterrupt("k"), SystemExit(4), GeneratorExit()):
    assert raises(error) is error
found = raises(NoBase("none"))
print(type(found).__name__, found, repr(found.__cause__))
"""
    outcome = python(BEGIN + script, tmp_path)
    assert outcome.status == 0, outcome
    assert outcome.out == "RuntimeError none NoBase('none')\n"


@pytest.mark.parametrize(
    "call",
    [
        "handler = h.FInitializeHandler(fails); h.finitialize(-65)",
        "h.finitialize(); h.cvode.event(0.5, (fails, (1, 2))); h.continuerun(1)",
        "source = h.NetStim(); source.start = 0.1; source.number = 1; c = h.NetCon(source, None); c.record(fails); h.run()",
        "handler = h.FInitializeHandler(1, lambda: fails(3)); h.run()",
    ],
)
def test_both_clauses_hold_as_in_neuron(python, neuron, tmp_path, call):
    """NEURON runs the RuntimeError half of it."""
    script = f"""
def fails(*words):
    raise KeyError("gone")

try:
    {call}
    print("nothing")
except RuntimeError as error:
    print("RuntimeError", "gone" in str(error), h.t < 5)
"""
    outcome = python(BEGIN + script, tmp_path)
    assert outcome.status == 0, outcome
    assert outcome.out == neuron.run_python(BEGIN + script) == "RuntimeError True True\n"
    assert python(BEGIN + script.replace("except RuntimeError", "except LookupError"), tmp_path).out == outcome.out
