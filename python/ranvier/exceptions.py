"""Exceptions of Python functions that the simulator calls: events, handlers, callbacks.

NEURON raises RuntimeError for each, with the traceback as its text. Here such an exception is of both classes, so that
`except KeyError` and `except RuntimeError` hold.
"""

import contextlib
import functools
import types
from typing import Any

HEAP_TYPE = 1 << 9  # the flag of classes that Python code has made (Py_TPFLAGS_HEAPTYPE)


def as_runtime_error(error: BaseException) -> BaseException:
    """An exception of the class of `error` and RuntimeError, with its text and attributes; `error` is its cause.

    What does not derive from Exception (KeyboardInterrupt, SystemExit) stays as it is. A class that allows no second base gives a plain
    RuntimeError.
    """
    if not isinstance(error, Exception) or isinstance(error, RuntimeError):
        return error
    try:
        both = copied(error)
    except Exception:
        both = RuntimeError(str(error))
    both.__cause__ = error
    return both


def copied(error: Exception) -> Exception:
    kind = type(error)
    built_in = next(base for base in kind.__mro__ if not base.__flags__ & HEAP_TYPE)
    both = built_in.__new__(class_of(kind), *error.args)  # not __init__, which may ask for other arguments
    both.__dict__.update(error.__dict__)
    for name in attributes_of(kind):
        value = getattr(error, name, None)
        if value is not None:  # None stands for what is not set; an OSError would print it
            with contextlib.suppress(AttributeError):  # read-only, such as the exceptions of a group
                setattr(both, name, value)
    return both


def attributes_of(kind: type[Exception]) -> set[str]:
    """What the class, its __slots__ and its bases hold besides __dict__."""
    held = (types.MemberDescriptorType, types.GetSetDescriptorType)
    names = {name for base in kind.__mro__ for name, member in vars(base).items() if isinstance(member, held)}
    return {name for name in names if not name.startswith("__")}


@functools.cache
def class_of(kind: type[Exception]) -> type[Exception]:
    def reduce(self: Exception, protocol: int) -> Any:
        """Another process finds only the original class."""
        made = kind.__reduce_ex__(self, protocol)
        return (kind, *made[1:]) if made[0] is type(self) else made

    names = {"__module__": kind.__module__, "__qualname__": kind.__qualname__, "__doc__": kind.__doc__}
    return type(kind)(kind.__name__, (kind, RuntimeError), {**names, "__reduce_ex__": reduce})
