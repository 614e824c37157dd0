"""Writes report.html, and the tables beside it as CSV and LaTeX."""

import json
import pathlib

from .. import criteria, pages, storage
from . import metadata
from .answer import answer
from .comparisons import compare
from .panels import make_panels
from .read import read_study
from .slides import describe, make_book
from .tables import table_of_comparisons, table_of_means, table_of_runs

PAGE = pathlib.Path(__file__).parent / "page"


def write_report(study_folder):
    """Writes report.html in a study's folder, and tables/*.csv and *.tex; returns the page's path.

    Raises StudyError if the folder has no plan, or if a file in it is damaged.
    """
    study_folder = pathlib.Path(study_folder)
    book = open_book(study_folder)
    tables = [table_of_comparisons(book), table_of_means(book), table_of_runs(book)]
    folder = study_folder / "tables"
    folder.mkdir(exist_ok=True)
    for table in tables:
        storage.write_text(folder / f"{table.key}.csv", table.csv())
        storage.write_text(folder / f"{table.key}.tex", table.latex())
    path = study_folder / "report.html"
    storage.write_text(path, page_of(book, tables))
    return path


def open_book(study_folder):
    """The slides of the study in a folder, with its comparisons made."""
    book = make_book(read_study(study_folder))
    book.study.comparisons = compare(book)
    return book


def page_of(book, tables):
    """The text of the page."""
    import markupsafe
    import plotly.offline

    slides, absent = drawn([make_panels(book, slide) for slide in book.slides])
    common, differing, of_runs = metadata.divide(book.study.done)
    data = json.dumps(data_of(book, slides, differing, of_runs, tables), allow_nan=False, separators=(",", ":"))
    plotly_source = plotly.offline.get_plotlyjs()
    script = pages.script_of(pages.COMMON, PAGE / "report.js")
    return pages.rendered(
        PAGE,
        "report.html.j2",
        policy=markupsafe.Markup(pages.policy(script, plotly_source)),
        style=markupsafe.Markup((PAGE / "report.css").read_text(encoding="utf-8")),
        script=markupsafe.Markup(script),
        data=pages.packed(data),
        plotly=pages.packed(plotly_source),
        study=book.study,
        answer=answer(book),
        facts=facts(book),
        tables=tables,
        failed=[run for run in book.study.runs if run.status == "failed"],
        common=sorted(common.items()),
        slides=book.slides,
        panels=slides[0] if slides else [],
        absent=absent,
        describe=describe,
    )


def drawn(slides):
    """The slides without the panels of which no slide has data, and these panels."""
    used = {panel.key for panels in slides for panel in panels if any(view.traces for view in panel.views)}
    absent = [panel for panel in (slides[0] if slides else []) if panel.key not in used]
    return [[panel for panel in panels if panel.key in used] for panels in slides], absent


def data_of(book, slides, differing, of_runs, tables):
    """What the page's script draws: views once, and slides that name them by their numbers."""
    numbers, views = {}, []

    def number(view):
        value = {
            "traces": view.traces,
            "layout": view.layout,
            "columns": view.columns,
            "rows": view.rows,
            "note": view.note,
        }
        key = json.dumps(value, allow_nan=False)
        if key not in numbers:
            numbers[key] = len(views)
            views.append(value)
        return numbers[key]

    described, before = [], None
    for slide, panels in zip(book.slides, slides):
        runs = [run for run in slide.runs if slide.strategy is None or slide.strategy.takes(run)]
        found = metadata.of_slide(runs, differing, of_runs)
        if not runs:
            found = {}
        described.append(
            {
                "id": slide.id,
                "title": slide.title,
                "metadata": [[k, v, before is not None and before.get(k) != v] for k, v in found.items()],
                "panels": [
                    {
                        "key": panel.key,
                        "title": panel.title,
                        "views": [[view.label, number(view)] for view in panel.views],
                    }
                    for panel in panels
                ],
            }
        )
        before = found
    texts = {table.key: {"csv": table.csv(), "tex": table.latex()} for table in tables}
    return {"name": book.study.name, "slides": described, "views": views, "tables": texts}


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
        level, count = study.comparisons[0].level, len(study.comparisons)
        text = "Ratios are those of a typical pair: medians of the log-ratios. "
        if study.looks:
            text += f"The study was looked at after {listed(study.looks)} repetitions. "
        text += f"Intervals hold together with 95%: each of the {count} has the level {100 * level:.4g}%."
        lines.append(fact(text))
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


def listed(numbers):
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}" if most else last


def counted(number, word):
    return f"{number} {word}" + ("" if number == 1 else "s")


def fact(text, warns=False):
    return {"text": text, "warns": warns}
