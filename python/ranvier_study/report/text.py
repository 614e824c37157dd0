"""The report for a terminal: question, answer, what else is known, and the comparisons."""

import textwrap

from .answer import answer
from .tables import table_of_comparisons
from .write import facts, open_book

WIDTH = 100  # of sentences; tables are as wide as they must be


def text_report(study_folder):
    """The text. Raises StudyError as write_report."""
    book = open_book(study_folder)
    lines = [book.study.question, "", *textwrap.wrap(answer(book), WIDTH), ""]
    for each in facts(book):
        lines += textwrap.wrap(
            each["text"], WIDTH, initial_indent="! " if each["warns"] else "- ", subsequent_indent="  "
        )
    table = table_of_comparisons(book)
    if table.rows:
        lines += ["", table.title, *aligned([table.columns, *(table.shown(row) for row in table.rows)], table.kinds)]
    return "\n".join(lines) + "\n"


def aligned(rows, kinds):
    """Lines of columns: texts at the left, numbers at the right."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(kinds))]
    return [
        "  ".join(
            text.ljust(width) if kind == "text" else text.rjust(width) for text, width, kind in zip(row, widths, kinds)
        ).rstrip()
        for row in rows
    ]
