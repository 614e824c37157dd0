"""Results for documents: a study's data as two small files, and figures that are drawn from nothing but them.

NAME.csv     a row for each run: what differs between runs, numbers with 6 digits
NAME.json    the study, its answer, when it ran beside which load, and the columns that are equal in all runs
NAME-PANEL.svg    the figures; with several slides that compare, NAME-SLIDE-PANEL.svg

The same bytes for the same data and the same matplotlib.
"""

import csv
import io
import pathlib
import re
import statistics

from .. import storage, table
from ..errors import StudyError
from .answer import answer
from .comparisons import compare
from .figures_svg import draw
from .read import read_study, values_of
from .runs import Run, Study
from .slides import make_book
from .write import facts

FORMAT, VERSION = "ranvier study results", 1
DIGITS = 6
# Columns of the table that are kept; a name that ends in "." stands for all that begin with it.
KEPT = (
    "state", "repetition", "order", "is_baseline", "is_disturbed", "load.before", "load.beside", "axis.", "time.",
    "phases.", "setup.", "counts.", "memory.",
    "configuration.begin_ms", "configuration.end_ms", "configuration.ranks", "configuration.dt_ms", "configuration.isa",
    "program.version", "program.build", "program.compiler",
    "host.cpu", "host.cores", "host.caches.", "host.memory_bytes", "host.simulated",
)  # fmt: skip
# Of phases the figures show means over ranks, of setup its slowest rank.
LEFT_OUT = re.compile(r"phases\..*\.(max|min)|setup\..*\.mean|phases\.unmeasured\..*")


def write_results(study_folder, folder, panels):
    """Writes a study's data and its figures into a folder; returns the paths. `panels`: keys, None for all with data."""
    study_folder, folder = pathlib.Path(study_folder), pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    study = read_study(study_folder)
    rows = [
        {name: value for name, value in run.row.items() if name.startswith(KEPT) and not LEFT_OUT.fullmatch(name)}
        for run in study.runs
    ]
    names = table.columns(rows)
    equal = {n: rows[0][n] for n in names if n != "state" and all(n in row and row[n] == rows[0][n] for row in rows)}
    loads = [row["load.before"] for row in rows if "load.before" in row]
    started = sorted(run.row["started"] for run in study.runs if "started" in run.row)
    about = {
        "format": FORMAT,
        "version": VERSION,
        "study": study.name,
        "question": study.question,
        "axes": list(study.axes),
        "baseline": study.baseline,
        "measure": study.measure,
        "matters": study.matters,
        "looks": study.looks,
        "panels": panels,
        "began": started[0] if started else None,
        "ended": started[-1] if started else None,
        "load_before": {"median": round(statistics.median(loads), 2), "most": round(max(loads), 2)} if loads else None,
        "equal": equal,
    }
    data = folder / f"{study.name}.csv"
    storage.write_text(data, as_csv([name for name in names if name not in equal], rows))
    path = folder / f"{study.name}.json"
    storage.write_json(path, about)
    about |= {"answer": answer(read_results(path)), "facts": [fact["text"] for fact in facts(read_facts(study_folder))]}
    storage.write_json(path, about)
    return [data, path, *draw_results(path)]


def read_facts(study_folder):
    """The book of the whole study: the stored rows have no checksums of rasters."""
    book = make_book(read_study(study_folder))
    book.study.comparisons = compare(book)
    return book


def as_csv(names, rows):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([shown(row.get(name)) for name in names] for row in rows)
    return text.getvalue()


def shown(value):
    if isinstance(value, float):
        return f"{value:.{DIGITS}g}"
    return "" if value is None else str(value)


def parsed(text):
    """The value that `shown` wrote."""
    if text in ("True", "False"):
        return text == "True"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def read_results(path):
    """The book of the results in NAME.json and the NAME.csv beside it. Raises StudyError."""
    path = pathlib.Path(path)
    about = storage.read_json(path)
    if about is None or about.get("format") != FORMAT:
        raise StudyError(f"{path} does not hold results; `ranvier study results FILE.yml FOLDER` writes them")
    with open(path.with_suffix(".csv"), encoding="utf-8", newline="") as file:
        rows = [
            about["equal"] | {name: parsed(text) for name, text in row.items() if text} for row in csv.DictReader(file)
        ]
    runs = [run_of(row) for row in rows]
    axes = {name: values_of(name, runs, about["baseline"]) for name in about["axes"]}
    study = Study(about["study"], about["question"], axes, about["baseline"], runs, about["measure"])
    study.matters, study.looks = about.get("matters"), about.get("looks", [])
    book = make_book(study)
    book.study.comparisons = compare(book)
    return book


def run_of(row):
    """The run of a stored row."""
    return Run(
        name=str(row["order"]),
        configuration={name.removeprefix("axis."): value for name, value in row.items() if name.startswith("axis.")},
        repetition=row["repetition"],
        status=row["state"],
        summary=summary_of(row) if row["state"] == "done" else None,
        order=row["order"],
        load=row.get("load.before"),
        disturbed=bool(row.get("is_disturbed")),
        is_baseline=row["is_baseline"],
        row=row,
    )


def summary_of(row):
    """What the figures take from a summary. Two ranks with the mean and the maximum of the row stand for all ranks."""

    def part(prefix, suffix=""):
        names = {name: name.removeprefix(prefix).removesuffix(suffix) for name in row if name.startswith(prefix)}
        return {short: row[name] for name, short in names.items() if name.endswith(suffix)}

    means = part("phases.", ".mean")
    longest, mean = row["time.run"], means.pop("wall", row["time.run"])
    return {
        "host": {"caches": part("host.caches."), "simulated": row.get("host.simulated")},
        "configuration": part("configuration."),
        "setup": {"per_rank": [part("setup.", ".max")]},
        "phases": {"per_rank": [{"wall": longest, **means}, {"wall": 2 * mean - longest, **means}]},
        "counts": part("counts."),
        "memory": {"peak_bytes_per_rank": [], "by_part": part("memory.by_part.")},
    }


def draw_results(path):
    """Draws the figures of NAME.json beside it, and brings its answer up to date; returns the paths of the figures."""
    path = pathlib.Path(path)
    book, about = read_results(path), storage.read_json(path)
    panels = about["panels"]
    if about["answer"] != answer(book):  # as statistics and words are today
        storage.write_json(path, about | {"answer": answer(book)})
    compared = [slide.id for slide in book.slides if slide.strategy is None] or [slide.id for slide in book.slides]
    prefix = path.stem
    return draw(
        book, path.parent, compared, panels, lambda slide: prefix if len(compared) == 1 else f"{prefix}-{slide}"
    )
