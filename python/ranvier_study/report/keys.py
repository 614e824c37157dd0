"""Keys: what the page's filter knows of each thing that it shows.

The filter chooses values of axes. Everything on the page (a row, a bar, a point of a line, a slide) has the number of its
key, which has an entry for each axis: the place of a value, or None where the thing stands for all values, as a run of a
peer, which has no exchange. An axis that a study does not vary has the one value that its file gives.
"""

from ..plan import OF_PEERS
from .read import values_of
from .runs import text_of

SETTINGS = {"model.script": "script", "model.tstop": "tstop", "model.presimulate": "presimulate"}


class Keys:
    """The axes of one or several studies that have several values, and the keys used so far."""

    def __init__(self, studies):
        names = dict.fromkeys(name for study in studies for name in study.axes)
        self.fixed = {study.name: fixed_of(study, names) for study in studies}
        found = {name: {} for name in names}
        for study in studies:
            for name, value in self.fixed[study.name].items():
                found[name].setdefault(text_of(value))
        runs = [run for study in studies for run in study.runs]
        for name in names:
            baseline = next((study.baseline for study in studies if name in study.baseline), {})
            of_axes = values_of(name, runs, baseline)
            found[name] |= dict.fromkeys(text_of(value) for value in of_axes if value is not None)
        self.axes = {name: list(texts) for name, texts in found.items() if len(texts) > 1}
        self._places = {name: {text: place for place, text in enumerate(texts)} for name, texts in self.axes.items()}
        self.all = []  # by their numbers
        self._numbers = {}

    def of(self, study, values):
        """The number of the key of some values of axes of a study; axes that are not named stand for all values."""
        is_peer = values.get("simulator") not in (None, "ranvier")
        fixed = self.fixed[study.name]
        if is_peer:
            fixed = {name: value for name, value in fixed.items() if name in OF_PEERS or name.startswith("model.set.")}
        known = {**fixed, **values}
        key = tuple(
            None if known.get(name) is None else places[text_of(known[name])] for name, places in self._places.items()
        )
        if key not in self._numbers:
            self._numbers[key] = len(self.all)
            self.all.append(key)
        return self._numbers[key]


def fixed_of(study, names):
    """{name: value} of the axes of other studies to which this one gives one value."""
    ours = [run.settings for run in study.runs if run.settings.get("simulator") == "ranvier"]
    given = ours[0] if ours else {}
    found = {name: setting_of(given, name) for name in names if name not in study.axes}
    return {name: value for name, value in found.items() if value is not None}


def setting_of(settings, name):
    """What a run was given for an axis, or None."""
    for prefix, part in (("model.set.", "set"), ("options.", "options")):
        if name.startswith(prefix):
            return (settings.get(part) or {}).get(name.removeprefix(prefix))
    return settings.get(SETTINGS.get(name, name))
