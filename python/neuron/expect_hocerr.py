"""For tests of scripts: calls that must fail (docs: NEURON's test helper of the same name)."""

import inspect
import sys

quiet = True


def set_quiet(flag):
    """Whether expected errors are not printed; returns the former setting."""
    global quiet
    former, quiet = quiet, bool(flag)
    return former


def printerr(error):
    """Prints an error that was expected, unless quiet."""
    if not quiet:
        print(f"expected: {type(error).__name__}: {error}", file=sys.stderr)


def expect_hocerr(call, arguments, sec=None):
    """Calls call(*arguments), with `sec` if given. AssertionError if it does not raise an error."""
    try:
        call(*arguments, **({} if sec is None else {"sec": sec}))
    except Exception as error:
        return printerr(error)
    raise AssertionError(f"expected an error of {call}{tuple(arguments)}")


def expect_err(statement):
    """Executes a statement in the caller's scope. AssertionError if it does not raise an error."""
    caller = inspect.currentframe().f_back
    try:
        exec(statement, caller.f_globals, caller.f_locals)
    except Exception as error:
        return printerr(error)
    raise AssertionError(f"expected an error of: {statement}")
