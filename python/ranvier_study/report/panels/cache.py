"""Cost of a unit of work against what a rank holds: it rises where the data leave a cache.

Migliore et al. 2006 (figures 2 and 3) explain with it why a fixed network scales more than linearly; Lober et al. 2026
(figure 6b) explain deliveries with it.
"""

import math
from operator import attrgetter

from ..marks import colors_of, marker_of
from ..panel import Panel, View, log_range, mean, plain, unit_of_bytes
from ..runs import text_of
from .lines import line_columns, series


def make(book, slide):
    views = [
        view_of(book, slide, "update", "compartments", attrgetter("update_cost"), "Update per compartment step (ns)"),
        view_of(book, slide, "deliver", "connections", attrgetter("deliver_cost"), "Time per delivery (ns)"),
    ]
    drawn = [view for view in views if view.traces]
    return Panel(
        "cache", "Cost and cache", drawn or [View("cache", note="No compartments and no deliveries were counted.")]
    )


def held(run, part):
    """Bytes of a part that a rank holds, or None if the summary does not say."""
    size = run.memory_parts.get(part)
    return size / run.ranks if size else None


def view_of(book, slide, label, part, cost_of, title):
    in_bytes = all(held(run, part) for run in book.study.done if cost_of(run))

    def amount(run):
        return held(run, part) if in_bytes else run.count(part) / run.ranks

    costs = series(book, slide, lambda run: cost_of(run) or None)
    amounts = series(book, slide, lambda run: amount(run) if cost_of(run) else None)
    if not costs:
        return View(label)
    colors, traces, rows, keys = colors_of(book.strategies), [], [], []
    for strategy in book.strategies:
        if strategy.index not in costs or strategy.index not in amounts:
            continue
        chosen = slide.strategy is None or slide.strategy is strategy
        line = [
            (mean(sizes), point, values)
            for (point, values), (_, sizes) in zip(costs[strategy.index], amounts[strategy.index])
        ]
        rows += [[strategy.label, text_of(p), mean(v), min(v), max(v), len(v), size] for size, p, v in line]
        keys += [book.key_at(slide, strategy, point) for _, point, _ in line]
        line.sort(key=lambda entry: entry[0])
        traces.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": plain(strategy.label),
                "x": [size for size, _, _ in line],
                "y": [mean(values) for _, _, values in line],
                "keys": [book.key_at(slide, strategy, point) for _, point, _ in line],
                "text": [f"{plain(book.abscissa_title).lower()} {plain(text_of(point))}" for _, point, _ in line],
                "line": {"color": colors[strategy.index], "width": 2.5 if chosen else 1},
                "marker": {
                    "symbol": marker_of(strategy),
                    "size": 9 if chosen else 6,
                    "color": colors[strategy.index],
                },
                "opacity": 1 if chosen else 0.55,
                "hovertemplate": f"%{{text}}: %{{y:.4g}} ns<extra>{plain(strategy.label)}</extra>",
            }
        )
    sizes = [amount(run) for run in book.study.done if cost_of(run)]
    most = max(cost for run in book.study.done if (cost := cost_of(run)))
    layout = {
        "yaxis": {"title": {"text": title}, "range": [0, 1.08 * most]},
        "xaxis": {
            "type": "log",
            "title": {"text": f"{part.capitalize()} of a rank" + (" (memory)" if in_bytes else "")},
        },
    }
    if in_bytes:
        caches = (book.study.done[0].summary.get("host") or {}).get("caches") or {}
        known = {name: size for name, size in caches.items() if name != "L1i" and size}
        near = {name: size for name, size in known.items() if min(sizes) / 30 < size < max(sizes) * 30}
        sizes = sizes + list(near.values())
        layout["shapes"] = [
            {
                "type": "line",
                "x0": size,
                "x1": size,
                "y0": 0,
                "y1": 1,
                "yref": "paper",
                "line": {"color": "@muted", "dash": "dot", "width": 1.5},
            }
            for name, size in near.items()
        ]
        layout["annotations"] = [
            {
                "text": name,
                "x": math.log10(size),
                "y": 1,
                "yref": "paper",
                "xanchor": "right",
                "yanchor": "top",
                "showarrow": False,
                "font": {"size": 11},
            }
            for name, size in near.items()
        ]
    layout["xaxis"]["range"] = log_range(sizes, 0.12)
    if in_bytes:
        layout["xaxis"] |= byte_ticks(min(sizes), max(sizes))
    if layout["xaxis"]["range"] is None:
        return View(label)
    note = "Dotted: the caches of a core." if layout.get("shapes") else "Against numbers: bytes by part are not known."
    columns = line_columns(book, f"{label}_ns") + [f"{part}_of_a_rank" + ("_bytes" if in_bytes else "")]
    return View(label, traces, layout, columns, rows, note, keys)


def byte_ticks(least, most):
    """Ticks at powers of 2, at most about 6, in KiB, MiB and so on."""
    first, last = math.floor(math.log2(least)), math.ceil(math.log2(most))
    step = max(1, -(-(last - first) // 6))
    values = [2**power for power in range(first, last + 1, step)]
    texts = [f"{value * unit_of_bytes(value)[0]:g} {unit_of_bytes(value)[1]}" for value in values]
    return {"tickvals": values, "ticktext": texts}
