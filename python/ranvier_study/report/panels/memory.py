"""Memory by part (Ippen et al. 2017, figure 2), and the largest memory of each rank."""

from ..marks import PARTS, PATTERNS, colors_of, marker_of
from ..panel import Panel, View, bar_axis, cells, mean, place, places, plain, unit_of_bytes
from ..runs import text_of
from .bars import stacked


def make(book, slide):
    views = [by_part(book, slide), of_ranks(book, slide)]
    return Panel("memory", "Memory", [view for view in views if view.traces] or views[:1])


def by_part(book, slide):
    done = book.study.done
    names = list(dict.fromkeys(name for run in done for name in run.memory_parts))
    if not any(run.memory_parts for run in slide.runs if slide.strategy is None or slide.strategy.takes(run)):
        return View("by part", note="The summaries do not divide memory by part.")
    traces, layout, columns, rows, keys = stacked(
        book,
        slide,
        parts_of=lambda run: run.memory_parts,
        total_of=lambda run: sum(run.memory_parts.values()),
        styles={name: (PARTS[index % len(PARTS)], PATTERNS[index % len(PATTERNS)]) for index, name in enumerate(names)},
        unit_kind="bytes",
        axis_title="Memory of parts, all ranks",
        top=max(sum(run.memory_parts.values()) for run in done),
        totals_name="sum, each run",
    )
    return View("by part", traces, layout, columns, rows, "All ranks together, mean over repetitions.", keys)


def of_ranks(book, slide):
    top = max((max(run.peaks) for run in book.study.done if run.peaks), default=0)
    if not any(run.peaks for run in slide.runs):
        return View("of a rank", note="The summaries have no peak memory.")
    factor, unit = unit_of_bytes(top)
    colors = colors_of(book.strategies)
    traces, rows, keys = [], [], []
    for strategy in slide.shown(book.strategies):
        found = [
            (point, [peak for run in runs for peak in run.peaks])
            for s, point, runs in cells(book, slide)
            if s is strategy
        ]
        found = [(point, peaks) for point, peaks in found if peaks]
        if not found:
            continue
        at_keys = [book.key_at(slide, strategy, point) for point, _ in found]
        keys += at_keys
        at = places([place(book, slide, strategy, point) for point, _ in found])
        means = [mean(peaks) for _, peaks in found]
        rows += [[strategy.label, text_of(point), min(p), mean(p), max(p)] for point, p in found]
        traces.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": plain(strategy.label),
                "x": at,
                "keys": at_keys,
                "y": [factor * value for value in means],
                "error_y": {
                    "type": "data",
                    "symmetric": False,
                    "array": [factor * (max(p) - m) for (_, p), m in zip(found, means)],
                    "arrayminus": [factor * (m - min(p)) for (_, p), m in zip(found, means)],
                },
                "marker": {"symbol": marker_of(strategy), "color": colors[strategy.index], "size": 9},
                "hovertemplate": f"%{{y:.4g}} {unit}<extra>{plain(strategy.label)}, %{{x}}</extra>",
            }
        )
    layout = {
        "xaxis": bar_axis(book, slide),
        "yaxis": {"title": {"text": f"Peak memory of a rank ({unit})"}, "range": [0, 1.08 * factor * top]},
    }
    columns = ["strategy", book.abscissa or "abscissa", "smallest_bytes", "mean_bytes", "largest_bytes"]
    note = "Mean, smallest and largest over ranks and repetitions."
    return View("of a rank", traces, layout, columns, rows, note, keys)
