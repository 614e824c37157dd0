"""Python's form of the calls that take words and values: pc.connect(range(9), post, "fixed_indegree", 4, delay=2)."""

import _ranvier


def _converted(value):
    """A range becomes a GidRange, another sequence of numbers a Vector."""
    from ranvier.interpreter import h

    if isinstance(value, (str, bool, int, float)) or hasattr(value, "_hoc_class"):
        return value
    if isinstance(value, range) and value.step == 1:
        return h.GidRange(value.start, len(value))
    return _ranvier.assign(h.Vector(), value) if hasattr(value, "__iter__") else value


def _spread(value):
    """The arguments for one value: ("normal", 1.5, 0.75) is a distribution, (times, gids) two Vectors."""
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        return value
    if isinstance(value, tuple) and value and all(hasattr(part, "__len__") for part in value):
        return tuple(map(_converted, value))
    return (_converted(value),)


def arguments_of(arguments, words):
    """hoc's arguments: ..., "delay", "normal", 1.5, 0.75 for delay=("normal", 1.5, 0.75)."""
    flat = [_converted(value) for value in arguments]
    for word, value in words.items():
        if word == "on" and not isinstance(value, str):
            value = " ".join(value)  # the names of sections
        flat += (word, *_spread(value))
    return tuple(flat)
