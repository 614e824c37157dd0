"""The filter of a report: which values of axes are chosen, by conditions as those of `ranvier study query`."""

import dataclasses

from .. import pairing
from ..errors import StudyError
from .slides import plain_name


def chosen_by(books, conditions):
    """{axis: texts of its chosen values} for all axes that conditions such as ranks<=2 name. Raises StudyError."""
    axes = books[0].keys.axes
    chosen = {}
    for condition in conditions:
        name, operator, wanted = pairing.parsed(condition)
        axis = axis_named(name, axes)
        before = chosen.get(axis, axes[axis])
        chosen[axis] = [text for text in before if pairing.holds(text, operator, wanted)]
        if not chosen[axis]:
            raise StudyError(f"no run has {condition}; the values of {name} that are left are {', '.join(before)}")
    return chosen


def axis_named(name, axes):
    """The axis of a full name, or of the last part of it. Raises StudyError."""
    found = [axis for axis in axes if name in (axis, plain_name(axis))]
    if len(found) != 1:
        raise StudyError(f"{name} is not an axis with several values; there are: {', '.join(axes) or 'none'}")
    return found[0]


def restricted(book, chosen):
    """The book with only those runs and comparisons whose values are chosen. Intervals stay those of the whole study."""
    is_chosen = chooser(book, chosen)
    study = book.study
    kept = dataclasses.replace(
        study,
        runs=[run for run in study.runs if is_chosen(book.key_of(run.configuration))],
        comparisons=[c for c in study.comparisons if is_chosen(book.key_of(c.values))],
    )
    return dataclasses.replace(book, study=kept)


def chooser(book, chosen):
    """A function that says of the number of a key whether it is chosen."""
    axes, keys = book.keys.axes, book.keys.all
    wanted = {
        place: {axes[name].index(text) for text in chosen[name]} for place, name in enumerate(axes) if name in chosen
    }

    def is_chosen(key):
        return all(keys[key][place] is None or keys[key][place] in places for place, places in wanted.items())

    return is_chosen


def described(chosen):
    """The choice in words: "exchange allgather; ranks 1, 2"."""
    return "; ".join(f"{plain_name(name)} {', '.join(texts)}" for name, texts in chosen.items())
