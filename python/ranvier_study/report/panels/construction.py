"""Time before the run: reading, creating, connecting, preparing (Ippen et al. 2017, figures 1, 3 and 6)."""

from ..marks import PARTS, PATTERNS
from ..panel import Panel, View
from ..runs import SETUP
from .bars import stacked


def make(book, slide):
    traces, layout, columns, rows, keys = stacked(
        book,
        slide,
        parts_of=lambda run: run.setup,
        total_of=lambda run: run.construction,
        styles={part: (PARTS[index], PATTERNS[index]) for index, part in enumerate(SETUP)},
        unit_kind="s",
        axis_title="Time of construction",
        top=max((sum(run.setup.values()) for run in book.study.done), default=0),
        totals_name="slowest rank, each run",
    )
    note = "Each part: of its slowest rank, mean over repetitions. Dots: the slowest rank of each run."
    if not any(run.setup and sum(run.setup.values()) for run in slide.runs):
        traces, rows, keys, note = [], [], [], "The summaries have no times of construction."
    return Panel("construction", "Construction", [View("construction", traces, layout, columns, rows, note, keys)])
