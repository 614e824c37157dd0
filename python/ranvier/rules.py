"""Python's form of the calls that take words and values: pc.connect(range(9), post, "fixed_indegree", 4, delay=2)."""

import inspect

import _ranvier

_PLACE = ("dist", "diam", "order", "y")
_LISTS = ("distance", "periodic")  # words with several numbers


class PlaceFunction:
    """A function of some of dist, diam, order and y; `at` is called with all four."""

    def __init__(self, function):
        self._function = function
        try:
            self._names = list(inspect.signature(function).parameters)
        except (TypeError, ValueError):
            self._names = []
        if not self._names or not set(self._names) <= set(_PLACE):
            raise TypeError("a function of a place takes some of dist, diam, order and y, by these names")
        self.uses_y = float("y" in self._names)

    def at(self, *values):
        place = dict(zip(_PLACE, values))
        return float(self._function(**{name: place[name] for name in self._names}))


def _converted(value):
    """A range becomes a GidRange, another sequence of numbers a Vector, a function one of a place."""
    from ranvier.interpreter import h

    if isinstance(value, (str, bool, int, float)) or hasattr(value, "_hoc_class"):
        return value
    if isinstance(value, range) and value.step == 1:
        return h.GidRange(value.start, len(value))
    if callable(value):
        return PlaceFunction(value)
    return _ranvier.assign(h.Vector(), value) if hasattr(value, "__iter__") else value


def _spread(value):
    """The arguments for one value: ("normal", 1.5, 0.75) is a distribution, (times, gids) two Vectors."""
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        return tuple(map(_converted, value))
    if isinstance(value, tuple) and value and all(hasattr(part, "__len__") for part in value):
        return tuple(map(_converted, value))
    return (_converted(value),)


def arguments_of(arguments, words):
    """hoc's arguments: ..., "delay", "normal", 1.5, 0.75 for delay=("normal", 1.5, 0.75)."""
    flat = [_converted(value) for value in arguments]
    for word, value in words.items():
        if word == "gap":  # has no value in hoc
            flat += ("gap",) if value else ()
            continue
        if word in ("on", "numbered") and not isinstance(value, str):
            value = " ".join(value)  # the names of sections
        flat += (word, *(value if word in _LISTS else _spread(value)))
    return tuple(flat)
