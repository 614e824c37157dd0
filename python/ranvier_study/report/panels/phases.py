"""Where the time of the run goes: stacked bars of phases (Albers et al. 2022, figures 4 to 6; Lober et al. 2026, 1 and 7)."""

from ..marks import PHASES
from ..panel import Panel, View
from .bars import stacked


def make(book, slide):
    traces, layout, columns, rows, keys = stacked(
        book,
        slide,
        parts_of=lambda run: run.phases,
        total_of=lambda run: run.wall,
        styles=PHASES,
        unit_kind="s",
        axis_title="Time of the run",
        top=max((run.wall for run in book.study.done), default=0),
        totals_name="wall, each run",
    )
    note = "" if traces else "No run of this slide is done."
    if traces:
        note = "Bars: means over ranks and repetitions. Dots: the slowest rank of each run. Hatched: not measured as a phase."
    if traces and book.study.is_simulated:
        note = "The mean rank of a simulated machine. Dots: its slowest rank. Hatched: how much longer that takes."
    return Panel("phases", "Phases", [View("phases", traces, layout, columns, rows, note, keys)])
