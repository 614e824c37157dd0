"""Metadata of runs: what all have in common stands at the head of the report, what differs on the slides."""

from ..metadata import chosen


def divide(study):
    """(common: {name: text}, names of what differs, in order, {name of a run: its values of those}) over all done runs."""
    every = [chosen(run.summary, study.metadata) for run in study.done]
    names = list(dict.fromkeys(name for found in every for name in found))
    common, differing = {}, []
    for name in names:
        values = {found.get(name) for found in every}
        if len(values) == 1:
            common[name] = values.pop()
        else:
            differing.append(name)
    for key in study.metadata or ():  # a key that was asked for and that no summary has
        if study.done and not any(name == key or name.startswith(f"{key}.") for name in names):
            common[key] = "–"
    by_run = {run.name: {name: found.get(name) for name in differing} for run, found in zip(study.done, every)}
    return common, differing, by_run


def values_of(name, of_runs):
    """The values of a name in some runs."""
    return ordered({found[name] for found in of_runs.values() if found[name] is not None})


def ordered(texts):
    """Values of metadata: numbers ascending, then texts."""
    return sorted(texts, key=lambda text: (0, float(text), "") if is_numeric(text) else (1, 0.0, text))


def is_numeric(text):
    try:
        float(text)
    except ValueError:
        return False
    return True
