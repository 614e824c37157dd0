"""A panel: one place on every slide, with one or several views to choose from."""

import dataclasses
import math
import statistics

from .runs import is_number, text_of
from .slides import abbreviated


@dataclasses.dataclass
class View:
    """A figure: Plotly's traces and layout (JSON), and its data as a table. Without traces, `note` says why.

    Traces, and axes with categories, hold the numbers of the keys of their points in "keys", which Plotly does not see.
    """

    label: str
    traces: list[dict] = dataclasses.field(default_factory=list)
    layout: dict = dataclasses.field(default_factory=dict)
    columns: list[str] = dataclasses.field(default_factory=list)
    rows: list[list] = dataclasses.field(default_factory=list)
    note: str = ""
    keys: list[int | None] = dataclasses.field(default_factory=list)  # of rows; None: always shown
    key: int | None = None  # of the whole figure


@dataclasses.dataclass
class Panel:
    key: str
    title: str
    views: list[View]


def plain(text):
    """Text as Plotly shows it: its labels know some HTML, which names must not be."""
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def cells(book, slide):
    """(strategy, point, runs) of everything on a slide that has runs."""
    for point in book.points:
        for strategy in slide.shown(book.strategies):
            runs = slide.runs_at(strategy, point)
            if runs:
                yield strategy, point, runs


def place(book, slide, strategy, point):
    """The place of a bar: its point, or its point and strategy."""
    at = text_of(point) if book.abscissa else "all runs"
    if slide.strategy is None:
        return (at, short(strategy, book))
    return at


def places(list_of_places):
    """Plotly's x for these places: a list, or two lists for categories within categories."""
    if list_of_places and isinstance(list_of_places[0], tuple):
        return [[plain(at) for at, _ in list_of_places], [plain(label) for _, label in list_of_places]]
    return [plain(at) for at in list_of_places]


def short(strategy, book, most=18):
    """A label that fits below a bar: without options, or cut, if that still names one strategy.

    Bars of two strategies with one label would stand in one place, on each other.
    """
    if book.brief_words:
        return strategy.brief
    label = strategy.label
    ways = (
        lambda text: cut(text.split(":")[0], most),
        lambda text: cut(abbreviated(text), most),
        lambda text: cut(abbreviated(text), most, most // 2),
        abbreviated,
    )
    labels = [strategy.label for strategy in book.strategies]
    for way in ways:
        if [way(other) for other in labels].count(way(label)) == 1:
            return way(label)
    return label


def cut(text, most, end=0):
    """At most `most` letters, of which the last `end` are those at the end."""
    return text if len(text) <= most else text[: most - 1 - end] + "…" + text[len(text) - end :]


def bar_axis(book, slide):
    """The x axis of bars."""
    title = book.abscissa_title
    if slide.strategy is None and book.brief_words:
        title = f"{title}; in each: {book.brief_words}" if title else book.brief_words
    axis = {"title": {"text": plain(title)}, "automargin": True}
    axis["type"] = "multicategory" if slide.strategy is None else "category"
    if slide.strategy is None:
        axis["tickangle"] = -90
    else:
        # All slides have the same places, with runs or without.
        axis["categoryorder"] = "array"
        axis["categoryarray"] = [plain(text_of(point)) for point in book.points] if book.abscissa else ["all runs"]
        axis["keys"] = [book.key_of({book.abscissa: point} if book.abscissa else {}) for point in book.points]
        axis["range"] = [-0.6, len(book.points) - 0.4]
    return axis


def log_axis(book, points):
    """The logarithmic x axis of scaling, with a tick at each point."""
    numbers = [point for point in points if is_number(point) and point > 0]
    margin = 0.12 * max(math.log10(max(numbers) / min(numbers)), 0.3)
    return {
        "title": {"text": plain(book.abscissa_title)},
        "type": "log",
        "tickvals": numbers,
        "ticktext": [tick_text(number) for number in numbers],
        "range": [math.log10(min(numbers)) - margin, math.log10(max(numbers)) + margin],
    }


def tick_text(number):
    if number >= 2**20 and number % 2**20 == 0:
        return f"{number // 2**20} Mi"
    if number >= 2**13 and number % 2**10 == 0:
        return f"{number // 2**10} Ki"
    return text_of(number)


def log_range(values, margin=0.08):
    """The limits of a logarithmic axis around positive `values`."""
    values = [math.log10(value) for value in values if value and value > 0]
    if not values:
        return None
    span = max(max(values) - min(values), 0.3)
    return [min(values) - margin * span, max(values) + margin * span]


def mean(values):
    return statistics.fmean(values)


def unit_of_seconds(seconds):
    """(factor, unit) that show times up to `seconds` with few digits."""
    if seconds >= 100 * 60:
        return 1 / 60, "min"
    if seconds >= 0.5:
        return 1, "s"
    return (1e3, "ms") if seconds >= 5e-4 else (1e6, "µs")


def unit_of_bytes(count):
    for unit, size in (("TiB", 2**40), ("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if count >= size:
            return 1 / size, unit
    return 1, "B"
