"""The report for a terminal: question, answer, what else is known, the comparisons, and the metadata that was asked for."""

import textwrap

from . import metadata
from .across import compare_across
from .answer import answer, headline
from .selection import chooser, chosen_by, described, restricted
from .tables import table_of_comparisons
from .write import facts, open_books

WIDTH = 100  # of sentences; tables are as wide as they must be


def text_report(study_folders, conditions=()):
    """The text about one study or several. `conditions`: of the filter, as ranks<=2. Raises StudyError as write_report."""
    books = open_books(study_folders)
    chosen = chosen_by(books, conditions)
    lines = [f"Only {described(chosen)}", ""] if chosen else []
    for book in books:
        lines += [*heading(book.study.name), *of_study(book, chosen), ""] if len(books) > 1 else of_study(book, chosen)
    if len(books) > 1:
        lines += of_several(books, chosen)
    return "\n".join(lines) + "\n"


def heading(text):
    return [text, "=" * len(text)]


def of_study(whole, chosen):
    book = restricted(whole, chosen)
    said = headline(whole).sentence(chooser(whole, chosen)) if chosen else answer(book)
    lines = [book.study.question, "", *textwrap.wrap(said, WIDTH), ""]
    for each in facts(book):
        lines += item(each["text"], "! " if each["warns"] else "- ")
    lines += shown(table_of_comparisons(book))
    if book.study.metadata and book.study.done:
        common, differing, of_runs = metadata.divide(book.study)
        several = {name: ", ".join(metadata.values_of(name, of_runs)) for name in differing}
        lines += ["", "Metadata", *(f"{name}: {text}" for name, text in {**common, **several}.items())]
    return lines


def of_several(books, chosen):
    across = compare_across(books)
    is_chosen = chooser(books[0], chosen)
    lines = heading(across.table.title)
    for part in across.parts:
        lines += textwrap.wrap(part.headline.sentence(is_chosen), WIDTH)
    lines.append("")
    for note in across.notes:
        lines += item(note, "- ")
    return lines + shown(across.table.of(is_chosen))


def item(text, mark):
    return textwrap.wrap(text, WIDTH, initial_indent=mark, subsequent_indent="  ")


def shown(table):
    if not table.rows:
        return []
    return ["", table.title, *aligned([table.columns, *(table.shown(row) for row in table.rows)], table.kinds)]


def aligned(rows, kinds):
    """Lines of columns: texts at the left, numbers at the right."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(kinds))]
    return [
        "  ".join(
            text.ljust(width) if kind == "text" else text.rjust(width) for text, width, kind in zip(row, widths, kinds)
        ).rstrip()
        for row in rows
    ]
