"""Writes report.html of one study or of several, and the tables beside it as CSV and LaTeX."""

import dataclasses
import json
import pathlib

from .. import criteria, pages, storage
from ..errors import StudyError
from . import metadata
from .across import compare_across, unique_names
from .answer import answer, headline
from .comparisons import compare
from .keys import Keys
from .panels import make_panels
from .read import read_study
from .selection import chosen_by
from .slides import describe, make_book, plain_name, slug
from .tables import table_of_comparisons, table_of_means, table_of_runs

PAGE = pathlib.Path(__file__).parent / "page"


@dataclasses.dataclass
class Section:
    """What the page says of one study. `prefix`: of names of elements, where there are several studies."""

    book: object
    prefix: str
    answer: str
    facts: list
    tables: list
    headline: object
    common: dict
    differing: list
    of_runs: dict

    @property
    def failed(self):
        return [run for run in self.book.study.runs if run.status == "failed"]


def write_report(study_folder, path=None, conditions=()):
    """Writes report.html in a study's folder (or to `path`), and tables/*.csv and *.tex; returns the page's path.

    `conditions`: those of the filter with which the page opens, such as ranks<=2. Raises StudyError if the folder has no
    plan, or if a file in it is damaged.
    """
    return write_reports([study_folder], path or pathlib.Path(study_folder) / "report.html", conditions)


def write_reports(study_folders, path, conditions=()):
    """The same of several studies, on one page. The tables of each study go to its folder."""
    books = open_books(study_folders)
    sections = [section_of(book, f"{book.study.slug}-" if len(books) > 1 else "") for book in books]
    for study_folder, section in zip(study_folders, sections):
        folder = pathlib.Path(study_folder) / "tables"
        folder.mkdir(exist_ok=True)
        for table in section.tables:
            storage.write_text(folder / f"{table.key}.csv", table.csv())
            storage.write_text(folder / f"{table.key}.tex", table.latex())
    path = pathlib.Path(path)
    storage.write_text(path, page_of(sections, chosen_by(books, conditions)))
    return path


def open_book(study_folder):
    """The slides of the study in a folder, with its comparisons made."""
    return open_books([study_folder])[0]


def open_books(study_folders):
    """The books of several studies, whose names are unique and whose keys are common. Raises StudyError."""
    folders = [pathlib.Path(folder).resolve() for folder in study_folders]
    if twice := next((folder for k, folder in enumerate(folders) if folder in folders[:k]), None):
        raise StudyError(f"{twice} is named twice; name each study once")
    studies = [read_study(folder) for folder in folders]
    taken = set()
    for study, name in zip(studies, unique_names([study.name for study in studies], folders)):
        study.name, study.slug = name, slug(name, taken)
    keys = Keys(studies)
    books = [make_book(study, keys) for study in studies]
    for book in books:
        book.study.comparisons = compare(book)
    return books


def section_of(book, prefix):
    common, differing, of_runs = metadata.divide(book.study)
    tables = [table_of_comparisons(book), table_of_means(book), table_of_runs(book)]
    return Section(book, prefix, answer(book), facts(book), tables, headline(book), common, differing, of_runs)


def page_of(sections, chosen):
    """The text of the page. `chosen`: {axis: texts} of the filter with which it opens."""
    import markupsafe
    import plotly.offline

    books = [section.book for section in sections]
    slides, absent = drawn([[make_panels(book, slide) for slide in book.slides] for book in books])
    across = compare_across(books) if len(books) > 1 else None
    data = json.dumps(data_of(sections, slides, across, chosen), allow_nan=False, separators=(",", ":"))
    plotly_source = plotly.offline.get_plotlyjs()
    script = pages.script_of(pages.COMMON, PAGE / "filter.js", PAGE / "report.js")
    return pages.rendered(
        PAGE,
        "report.html.j2",
        policy=markupsafe.Markup(pages.policy(script, plotly_source)),
        style=markupsafe.Markup((PAGE / "report.css").read_text(encoding="utf-8")),
        script=markupsafe.Markup(script),
        data=pages.packed(data),
        plotly=pages.packed(plotly_source),
        sections=sections,
        across=across,
        axes=[(plain_name(name), texts) for name, texts in books[0].keys.axes.items()],
        panels=slides[0][0] if slides[0] else [],
        absent=absent,
        describe=describe,
    )


def drawn(books):
    """The slides of all books without the panels of which no slide has data, and these panels."""
    every = [panels for slides in books for panels in slides]
    used = {panel.key for panels in every for panel in panels if any(view.traces for view in panel.views)}
    absent = [panel for panel in (every[0] if every else []) if panel.key not in used]
    return [[[panel for panel in panels if panel.key in used] for panels in slides] for slides in books], absent


def data_of(sections, slides, across, chosen):
    """What the page's script draws: views once, and slides that name them by their numbers."""
    views = Views()
    described = [
        slide_data(section, number, slide, panels, views)
        for number, (section, of_section) in enumerate(zip(sections, slides))
        for slide, panels in zip(section.book.slides, of_section)
    ]
    tables = {
        section.prefix + table.key: {"csv": table.csv_parts(), "tex": table.latex_parts(), "keys": table.keys}
        for section in sections
        for table in section.tables
    }
    headlines = {section.prefix + "answer": dataclasses.asdict(section.headline) for section in sections}
    if across is not None:
        tables["across"] = {
            "csv": across.table.csv_parts(),
            "tex": across.table.latex_parts(),
            "keys": across.table.keys,
        }
        headlines |= {f"across-{k}": dataclasses.asdict(each.headline) for k, each in enumerate(across.parts)}
    keys = sections[0].book.keys
    return {
        "studies": [section.book.study.name for section in sections],
        "axes": [[name, plain_name(name), texts] for name, texts in keys.axes.items()],
        "chosen": chosen,
        "slides": described,
        "views": views.values,
        "tables": tables,
        "headlines": headlines,
        "keys": keys.all,
    }


class Views:
    """Figures, each once, however many slides show it."""

    def __init__(self):
        self.values, self._numbers = [], {}

    def number(self, view):
        names = ("traces", "layout", "columns", "rows", "keys", "note")
        value = {name: getattr(view, name) for name in names}
        key = json.dumps(value, allow_nan=False)
        if key not in self._numbers:
            self._numbers[key] = len(self.values)
            self.values.append(value)
        return self._numbers[key]


def slide_data(section, number, slide, panels, views):
    """What a slide shows. `key`: what it stands for; `keys`: the runs of the plan that belong on it."""
    book = section.book
    runs = [run for run in slide.runs if slide.strategy is None or slide.strategy.takes(run)]
    strategy = slide.strategy.values if slide.strategy else {}
    title = f"{book.study.name}: {slide.title}" if section.prefix and slide.title != book.study.name else slide.title
    return {
        "id": section.prefix + slide.id,
        "study": number,
        "title": title,
        "key": book.key_of({**slide.group, **strategy}),
        "keys": sorted({book.key_of(run.configuration) for run in runs}),
        "metadata": [[name, metadata_on(book, runs, section.of_runs, name)] for name in section.differing]
        if runs
        else [],
        "panels": [
            {
                "key": panel.key,
                "title": panel.title,
                "views": [[view.label, views.number(view), view.key] for view in panel.views],
            }
            for panel in panels
        ],
    }


def metadata_on(book, runs, of_runs, name):
    """[(a value of the metadata, the keys of the runs that have it)] of a slide."""
    found = {}
    for run in runs:
        if (text := of_runs[run.name][name]) is not None:
            found.setdefault(text, set()).add(book.key_of(run.configuration))
    return [[text, sorted(found[text])] for text in metadata.ordered(found)]


def facts(book):
    """Sentences below the answer: how many runs, whether their spikes agree, what disturbed them."""
    study = book.study
    failed = [run for run in study.runs if run.status == "failed"]
    missing = [run for run in study.runs if run.status == "missing"]
    disturbed = [run for run in study.done if run.disturbed]
    lines = [fact(f"{len(study.done)} of {len(study.runs)} runs are done.")]
    if failed:
        lines.append(fact(f"{counted(len(failed), 'run')} failed; the last lines of the logs are below.", warns=True))
    if missing:
        lines.append(fact(f"Still to come: {counted(len(missing), 'run')}; `ranvier study run` continues.", warns=True))
    if disturbed:
        text = f"Other programs used the machine during {counted(len(disturbed), 'run')}: marked as disturbed, but counted."
        lines.append(fact(text, warns=True))
    if study.is_simulated:
        hosts = [run.summary["host"] for run in study.done]
        machine = ", ".join(dict.fromkeys(host["simulated"] for host in hosts))
        lines.append(fact(f"Times are those of the simulated machine {machine}: exact, so there are no intervals."))
        if any((host.get("compute") or {}).get("from") == "constants" for host in hosts):
            text = "Times of computing are constants, not those of this network: no measured times were given."
            lines.append(fact(text, warns=True))
    elif study.comparisons:
        lines.append(fact(about_intervals(study)))
    rasters = {}
    for run in study.done:
        if run.raster:
            rasters.setdefault(run.group, set()).add(run.raster)
    differing = sum(len(found) > 1 for found in rasters.values())
    if differing:
        lines.append(
            fact(f"Spikes differ between runs that must agree, in {differing} of {len(rasters)} models.", warns=True)
        )
    elif rasters:
        lines.append(fact("Runs of the same model and simulator have the same spikes (SHA-256 of their rasters)."))
    unread = sum(not run.raster for run in study.done)
    if unread and not study.is_simulated:
        lines.append(fact(f"{counted(unread, 'run')} left no raster, so nothing says that their spikes agree."))
    found = criteria.judge([run.row for run in study.runs], study.criteria)
    return lines + [fact(each.words, warns=each.is_met is not True) for each in found]


def about_intervals(study):
    """What ratios and intervals are, in words."""
    level, count = study.comparisons[0].level, len(study.comparisons)
    text = "Ratios are those of a typical pair: medians of the log-ratios. "
    if study.looks:
        text += f"The study was looked at after {listed(study.looks)} repetitions. "
    together = f"Intervals hold together with 95%: each of the {count} has" if count > 1 else "The interval has"
    return f"{text}{together} the level {100 * level:.4g}%."


def listed(numbers):
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}" if most else last


def counted(number, word):
    return f"{number} {word}" + ("" if number == 1 else "s")


def fact(text, warns=False):
    return {"text": text, "warns": warns}
