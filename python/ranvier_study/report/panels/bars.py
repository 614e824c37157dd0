"""Stacked bars with a dot for each repetition: what phases, construction and memory have in common."""

from ..marks import bar_marker, hatched_marker
from ..panel import bar_axis, cells, mean, place, places, plain, unit_of_bytes, unit_of_seconds
from ..runs import text_of


def stacked(book, slide, *, parts_of, total_of, styles, unit_kind, axis_title, top, totals_name):
    """(traces, layout, columns, rows, keys of rows) of stacked bars.

    `parts_of(run)` is {part: value}, empty if the run does not say; `total_of(run)` the value of the dot. `styles`: {part: (color, pattern)}, in order
    from below; a part with only zeros is left out. `top`: the largest value in the study, so that slides have one scale.
    """
    at, means, dots, rows, keys, row_keys = [], [], [], [], [], []
    for strategy, point, runs in cells(book, slide):
        runs = [run for run in runs if parts_of(run)]
        if not runs:  # such as a peer, which does not say: a bar of 0 would
            continue
        values = [parts_of(run) for run in runs]
        at.append(place(book, slide, strategy, point))
        keys.append(book.key_of(runs[0].configuration))
        means.append({part: mean([value.get(part, 0.0) for value in values]) for part in styles})
        for run, value in zip(runs, values):
            dots.append((at[-1], total_of(run), run))
            row_keys.append(keys[-1])
            configuration = [strategy.label, text_of(point), run.repetition]
            rows.append(configuration + [value.get(part, 0.0) for part in styles] + [total_of(run)])
    factor, unit = (unit_of_seconds if unit_kind == "s" else unit_of_bytes)(top or 1)
    traces = []
    for part, (color, pattern) in styles.items():
        if not any(value[part] for value in means):
            continue
        marker = hatched_marker() if part == "unmeasured" else bar_marker(color, pattern)
        traces.append(
            {
                "type": "bar",
                "name": plain(part),
                "x": places(at),
                "y": [factor * value[part] for value in means],
                "marker": marker,
                "keys": keys,
                "hovertemplate": f"{plain(part)}: %{{y:.4g}} {unit}<extra>%{{x}}</extra>",
            }
        )
    if dots:
        traces.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": totals_name,
                "x": places([where for where, _, _ in dots]),
                "y": [factor * value for _, value, _ in dots],
                "text": [f"repetition {run.repetition}" for _, _, run in dots],
                "keys": row_keys,
                "marker": {"symbol": "circle", "size": 6, "color": "@ink", "line": {"width": 1, "color": "@page"}},
                "hovertemplate": f"%{{text}}: %{{y:.4g}} {unit}<extra></extra>",
            }
        )
    layout = {
        "barmode": "stack",
        "bargap": 0.35,
        "xaxis": bar_axis(book, slide),
        "yaxis": {"title": {"text": f"{axis_title} ({unit})"}, "range": [0, 1.05 * factor * (top or 1)]},
    }
    name = book.abscissa or "abscissa"
    columns = ["strategy", name, "repetition"] + [f"{part}_{unit_kind}" for part in styles]
    return traces, layout, columns + [f"{totals_name.split(',')[0].replace(' ', '_')}_{unit_kind}"], rows, row_keys
