"""The order of the flip-book: which runs stand on which slide.

One axis is the abscissa of all figures (ranks, if the study varies them). The axes of the baseline are *compared*: each
combination of their values is a strategy with its own color. Every combination of the other axes is a group. A group
has a slide that compares its strategies, followed by one slide for each of them. A baseline such as `{ranks: 1}` is a
point of the abscissa: every strategy is compared with itself there. An axis that varies only together with the abscissa,
or with a compared axis, makes neither strategies nor groups.
"""

import dataclasses
import itertools
import re

from .. import pairing
from .keys import Keys
from .runs import is_number, text_of

COUNTED = ("ranks", "threads")


@dataclasses.dataclass
class Strategy:
    """A combination of values of the compared axes."""

    values: dict
    label: str
    brief: str  # of several axes only the values, which the title of the abscissa explains
    index: int
    is_baseline: bool

    def has(self, configuration):
        """Whether a configuration, by the names of axes, is of this strategy."""
        return all(text_of(configuration.get(key)) == text_of(value) for key, value in self.values.items())

    def takes(self, run):
        return self.has(run.configuration)


@dataclasses.dataclass
class Slide:
    """What one slide shows. `runs`: the done runs of its group; `strategy`: None on a slide that compares all.

    `placed`: the runs by strategy and point of the abscissa, in order of repetition.
    """

    id: str
    title: str
    group: dict
    strategy: Strategy | None
    runs: list
    placed: dict[tuple[int, str], list]

    def runs_at(self, strategy, point):
        return self.placed.get((strategy.index, text_of(point)), [])

    def shown(self, strategies):
        return strategies if self.strategy is None else [self.strategy]


@dataclasses.dataclass
class Book:
    """The slides, and what all of them share."""

    study: object
    abscissa: str | None
    points: list  # values of the abscissa, ascending if they are numbers
    strategies: list[Strategy]
    slides: list[Slide]
    keys: Keys

    def key_of(self, values):
        """The number of the key of some values of axes."""
        return self.keys.of(self.study, values)

    def key_at(self, slide, strategy, point):
        """The number of the key of what a slide shows of a strategy at a point."""
        return self.key_of(slide.runs_at(strategy, point)[0].configuration)

    def point_of(self, run):
        return run.configuration.get(self.abscissa) if self.abscissa else None

    def at(self, point):
        """A point in words: "4 ranks", "ncell 100"."""
        if self.abscissa in COUNTED:
            return counted(self.abscissa, point)
        return f"{self.abscissa_title} {text_of(point)}"

    @property
    def base_point(self):
        """The point of the abscissa that the baseline names, or None."""
        return self.study.baseline.get(self.abscissa)

    @property
    def baseline_words(self):
        """What ratios refer to, in words: "allgather", "1 rank", "allgather at 1 rank"; None without a baseline."""
        strategy = next((each for each in self.strategies if each.is_baseline), None)
        if strategy is None:
            return None
        label = [strategy.label] if any(key in strategy.values for key in self.study.baseline) else []
        return " at ".join(label + ([] if self.base_point is None else [self.at(self.base_point)]))

    @property
    def abscissa_words(self):
        """The abscissa within a sentence. Names of variables keep their case."""
        return self.abscissa if self.abscissa in COUNTED else self.abscissa_title

    @property
    def brief_words(self):
        """What the brief labels of strategies name, or nothing where these explain themselves."""
        varied = varied_keys(self.strategies)
        return " · ".join(map(plain_name, varied)) if len(varied) > 1 else ""

    @property
    def abscissa_title(self):
        if self.abscissa is None:
            return ""
        name = plain_name(self.abscissa)
        return name.capitalize() if name in ("ranks", "threads") else name


def choose_abscissa(study):
    """The axis along which figures are drawn, or None."""
    varied = [key for key, values in study.axes.items() if len(values) > 1]
    for key in COUNTED:
        if key in varied and key not in study.baseline:
            return key
    free = [key for key in varied if key not in study.baseline and not follows(study, key, *study.baseline)]
    numeric = [key for key in free if all(is_number(value) for value in study.axes[key])]
    # Without a further axis, more ranks are compared with fewer.
    return next((key for key in (*numeric, *COUNTED) if key in varied), None)


def product(axes):
    """All combinations of the values of `axes`, as dictionaries."""
    return [dict(zip(axes, values)) for values in itertools.product(*axes.values())]


def plain_name(key):
    """An axis as its script or option calls it."""
    return key.removeprefix("model.set.").removeprefix("options.")


def counted(key, value):
    """A number of ranks or threads in words: "1 rank"."""
    return f"{text_of(value)} {key if value != 1 else key[:-1]}"


def describe(values):
    """A configuration in words: "exchange allgather, ncon 100, 2 ranks"."""
    return ", ".join(
        counted(key, value) if key in COUNTED else f"{plain_name(key)} {text_of(value)}"
        for key, value in values.items()
    )


def slug(text, taken):
    """`text` as a part of an address, different from all that are taken."""
    base = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "slide"
    name, number = base, 2
    while name in taken:
        name, number = f"{base}-{number}", number + 1
    taken.add(name)
    return name


def strategies_of(study, compared):
    """Each combination of values of the compared axes that some run has: the baseline first, then in the order of values."""
    places = {key: [text_of(value) for value in study.axes[key]] for key in compared}
    found = {}
    for run in study.runs:
        values = {key: run.configuration.get(key) for key in compared}
        found.setdefault(tuple(places[key].index(text_of(value)) for key, value in values.items()), values)
    strategies = []
    for _, values in sorted(found.items(), key=lambda entry: entry[0]):
        label = " · ".join(
            text_of(value) if key in ("exchange", "simulator", "math") else describe({key: value})
            for key, value in values.items()
            if is_named(key, value)
        )
        is_baseline = bool(study.baseline) and all(
            text_of(values[key]) == text_of(value) for key, value in study.baseline.items() if key in values
        )
        label = label or values.get("simulator") or study.name
        strategies.append(Strategy(values, label, label, len(strategies), is_baseline))
    varied = varied_keys(strategies)
    if len(varied) > 1:
        for strategy in strategies:
            said = [key for key in varied if is_named(key, strategy.values[key])]
            strategy.brief = " · ".join(brief_value(key, strategy, strategies) for key in said) or strategy.label
    return strategies


def is_named(key, value):
    """Whether a label has this value: not what a peer lacks, nor that a strategy is Ranvier's."""
    return value is not None and (key, value) != ("simulator", "ranvier")


def varied_keys(strategies):
    """The compared axes in which strategies differ."""
    keys = strategies[0].values if strategies else ()
    return [key for key in keys if len({text_of(strategy.values[key]) for strategy in strategies}) > 1]


def brief_value(key, strategy, strategies):
    """A value of an axis, without the options of an exchange if no other has its name."""
    text = text_of(strategy.values[key])
    others = {text_of(each.values[key]) for each in strategies}
    name = text.split(":")[0]
    return name if [other.split(":")[0] for other in others].count(name) == 1 else abbreviated(text)


def abbreviated(label):
    return label.replace("phases=", "ph=").replace("subintervals=", "sub=")


def is_of(configuration, group):
    """Whether a configuration belongs to a group. A peer, which has no such thing as `math`, belongs to all groups."""
    found = ((configuration.get(key), value) for key, value in group.items())
    return all(mine is None or text_of(mine) == text_of(value) for mine, value in found)


def follows(study, key, *others):
    """Whether an axis varies only together with one of the others, as the size of the network with ranks in weak scaling."""
    return key != "simulator" and pairing.is_given([run.configuration for run in study.runs], key, others)


def placed(runs, strategies, abscissa):
    """{(strategy's index, point as text): runs in order of repetition}."""
    found = {}
    for run in sorted(runs, key=lambda run: run.repetition):
        point = text_of(run.configuration.get(abscissa) if abscissa else None)
        for strategy in strategies:
            if strategy.takes(run):
                found.setdefault((strategy.index, point), []).append(run)
    return found


def make_book(study, keys=None):
    """Arranges the study's runs on slides. `keys`: those of several studies on one page."""
    abscissa = choose_abscissa(study)
    leading = [key for key in (abscissa, *study.baseline) if key]

    def is_led(key):
        if key in study.baseline:
            return abscissa in study.baseline and follows(study, key, abscissa)
        return follows(study, key, *leading)

    left = {key: values for key, values in study.axes.items() if key != abscissa and not is_led(key)}
    compared = [key for key in left if key in study.baseline or key == "simulator"]
    if not compared:  # no baseline: the first axis with several values is what the colors mean
        compared = [key for key, values in left.items() if len(values) > 1][:1]
    strategies = strategies_of(study, compared)
    groups = product({key: [v for v in values if v is not None] for key, values in left.items() if key not in compared})
    points = [point for point in study.axes[abscissa] if point is not None] if abscissa else [None]
    if all(is_number(point) for point in points):
        points.sort()
    slides, taken, several = [], {"runs"}, len(strategies) > 1
    for group in groups:
        runs = [run for run in study.done if is_of(run.configuration, group)]
        if not runs and not any(is_of(run.configuration, group) for run in study.runs):
            continue  # `together` varies several axes at once: not every combination is a part of the study
        places = placed(runs, strategies, abscissa)
        where = describe({key: value for key, value in group.items() if len(study.axes[key]) > 1})
        for strategy in ([None] if several else []) + strategies:
            parts = ([strategy.label if strategy else "all compared"] if several else []) + ([where] if where else [])
            title = "; ".join(parts) or study.name
            slides.append(Slide(slug(title, taken), title, group, strategy, runs, places))
    return Book(study, abscissa, points, strategies, slides, keys or Keys([study]))
