"""The report's figures as SVG files for documents, drawn with matplotlib: the same bytes for the same data.

    python -m ranvier_study.report.figures_svg STUDY_FOLDER -o FOLDER [--slides all] [--panels phases,ratio,...]

Draws what panels/ made: of Plotly's traces and layouts, the part that the panels use.
"""

import argparse
import html
import pathlib
import sys

import numpy as np

from ..errors import StudyError
from .panels import make_panels
from .write import open_book

COLORS = {"@ink": "#1b1f24", "@muted": "#57606a", "@page": "#ffffff", "@line": "#d5dae0"}
MARKERS = {
    "circle": "o",
    "square": "s",
    "diamond": "D",
    "triangle-up": "^",
    "x": "X",
    "star": "*",
    "triangle-down": "v",
    "cross": "P",
}
DASHES = {
    "solid": "-",
    "dash": (0, (5, 2)),
    "dot": (0, (1, 1.5)),
    "dashdot": (0, (5, 2, 1, 2)),
    "longdash": (0, (8, 2)),
    "longdashdot": (0, (8, 2, 1, 2)),
}
HATCH_DENSITY = {"/": 6, ".": 2}  # how often matplotlib repeats a pattern's character; usually 3. Dots make large files
STYLE = {
    "font.size": 9,
    "font.family": "DejaVu Sans",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#57606a",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e4e7eb",
    "grid.linewidth": 0.7,
    "hatch.linewidth": 0.7,
    "svg.hashsalt": "ranvier",  # names inside the file do not depend on the time or the process
    "svg.fonttype": "none",
}
SIZE = (5.2, 3.9)  # inches


def write_figures(study_folder, folder, slides=None, panels=None):
    """Writes SLIDE-PANEL.svg for each figure that has data; returns the paths.

    `slides`: names, as in the page's address; None: those that compare strategies, or all if none does. `panels`: keys,
    None for all. Raises StudyError if there is no such study or name.
    """
    book = open_book(pathlib.Path(study_folder))
    if slides is None:
        slides = [slide.id for slide in book.slides if slide.strategy is None] or [slide.id for slide in book.slides]
    return draw(book, pathlib.Path(folder), slides, panels, lambda slide: slide)


def draw(book, folder, slides, panels, prefix_of):
    """Writes PREFIX-PANEL.svg for each of these slides and panels (None: all) that has data; returns the paths."""
    check_names("slide", slides, [slide.id for slide in book.slides])
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for slide in book.slides:
        if slide.id not in slides:
            continue
        made = make_panels(book, slide)
        check_names("panel", panels or [], [panel.key for panel in made])
        for panel in made:
            view = panel.views[0]
            if not view.traces or (panels and panel.key not in panels):
                continue
            title = panel.title if len(panel.views) == 1 else f"{panel.title}: {view.label}"
            paths.append(folder / f"{prefix_of(slide.id)}-{panel.key}.svg")
            write_figure(paths[-1], view, title)
    return paths


def check_names(what, names, known):
    unknown = [name for name in names if name not in known]
    if unknown:
        raise StudyError(f"there is no {what} {unknown[0]}; there are: {', '.join(known)}")


def write_figure(path, view, title):
    """Draws one view."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with matplotlib.rc_context({**matplotlib.rcParamsDefault, **STYLE}):
        figure = Figure(figsize=SIZE, layout="constrained")
        FigureCanvasSVG(figure)
        if view.traces[0]["type"] == "heatmap":
            draw_heatmaps(figure, view)
        else:
            draw_axes(figure, figure.add_subplot(), view)
        figure.suptitle(title, x=0.01, ha="left", fontsize=10, fontweight="bold")
        figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})


def text_of(text):
    """A label of Plotly as plain text."""
    return html.unescape(str(text).replace("<br>", "\n")).replace("$", r"\$")


def color_of(color):
    """A color of Plotly for matplotlib."""
    if color in COLORS:
        return COLORS[color]
    if color.startswith("rgba("):
        red, green, blue, alpha = (float(part) for part in color[5:-1].split(","))
        return red / 255, green / 255, blue / 255, alpha
    return color


def on_white(color):
    """A transparent color as it looks on white: SVG would make the hatching over it as transparent."""
    if isinstance(color, str):
        return color
    *parts, alpha = color
    return tuple(1 - alpha + alpha * part for part in parts)


class Places:
    """Numbers for the categories of an axis, in order of appearance; pairs are categories within categories."""

    def __init__(self, names=()):
        self.numbers = {}
        for name in names:
            self.of([name])

    def of(self, names):
        return [self.numbers.setdefault(name, len(self.numbers)) for name in names]


def pairs(x):
    """Plotly's x of categories within categories as pairs."""
    return list(zip(*x)) if x and isinstance(x[0], list) else x


def draw_axes(figure, axes, view):
    """Bars and lines on one pair of axes, with a legend below, outside of the data."""
    layout = view.layout
    x_axis, y_axis = layout["xaxis"], layout["yaxis"]
    of_x = Places(x_axis.get("categoryarray", ())) if x_axis.get("type") in ("category", "multicategory") else None
    of_y = Places(y_axis.get("categoryarray", ())) if y_axis.get("type") == "category" else None
    bottom = {}
    for trace in view.traces:
        x, y = pairs(trace["x"]), trace["y"]
        x = of_x.of(x) if of_x else x
        y = of_y.of(y) if of_y else y
        if trace["type"] == "bar":
            draw_bar(axes, trace, x, y, bottom)
        else:
            draw_line(axes, trace, x, y)
    for axis, places, name in ((x_axis, of_x, "x"), (y_axis, of_y, "y")):
        set_axis(axes, axis, places, name)
    for shape in layout.get("shapes", ()):
        line = shape["line"]
        axes.axvline(shape["x0"], color=color_of(line["color"]), linestyle=DASHES[line.get("dash", "solid")], lw=1.1)
    for note in layout.get("annotations", ()):
        x = 10 ** note["x"] if x_axis.get("type") == "log" else note["x"]
        axes.annotate(
            text_of(note["text"]), (x, 1), xycoords=("data", "axes fraction"), ha="right", va="top", fontsize=8
        )
    handles, labels = axes.get_legend_handles_labels()
    known = dict(zip(reversed(labels), reversed(handles)))
    shown = {name: known[name] for trace in view.traces if (name := text_of(trace["name"])) in known}
    columns = max(1, min(4, 66 // (8 + max(map(len, shown), default=1))))
    figure.legend(
        shown.values(),
        shown.keys(),
        loc="outside lower center",
        ncols=columns,
        frameon=False,
        fontsize=8,
        handlelength=2.6,
    )


def draw_bar(axes, trace, x, y, bottom):
    marker = trace["marker"]
    pattern = marker.get("pattern", {})
    sign = pattern.get("shape", "")
    axes.bar(
        x,
        y,
        bottom=[bottom.get(place, 0.0) for place in x],
        width=0.65,
        color=on_white(color_of(marker["color"])),
        hatch=sign * HATCH_DENSITY.get(sign, 3) or None,
        edgecolor=color_of(pattern.get("fgcolor", marker["color"])),
        linewidth=0,
        label=text_of(trace["name"]),
    )
    for place, value in zip(x, y):
        bottom[place] = bottom.get(place, 0.0) + value


def draw_line(axes, trace, x, y):
    line, marker = trace.get("line", {}), trace.get("marker", {})
    color = color_of(line.get("color") or marker.get("color"))
    has_markers = "markers" in trace["mode"]
    symbol = marker.get("symbol", "circle")
    label = text_of(trace["name"]) if trace.get("showlegend", True) else None
    style = {
        "color": color,
        "linestyle": DASHES[line.get("dash", "solid")] if "lines" in trace["mode"] else "none",
        "linewidth": 0.8 * line.get("width", 1.5),
        "marker": MARKERS[symbol.removesuffix("-open")] if has_markers else None,
        "markersize": 0.62 * marker.get("size", 6),
        "markerfacecolor": "white" if symbol.endswith("-open") else color_of(marker.get("color", "@ink")),
        "alpha": trace.get("opacity", 1),
        "drawstyle": "steps-mid" if line.get("shape") == "hvh" else "default",
        "zorder": 3,
    }
    errors = {
        name: [trace[f"error_{name[0]}"]["arrayminus"], trace[f"error_{name[0]}"]["array"]]
        for name in ("xerr", "yerr")
        if f"error_{name[0]}" in trace
    }
    if errors:
        axes.errorbar(
            x, y, **{name: np.maximum(value, 0) for name, value in errors.items()}, capsize=2.5, label=label, **style
        )
    else:
        axes.plot(x, y, label=label, **style)
    if trace.get("fill"):
        axes.fill_between(x, y, color=color_of(trace["fillcolor"]), step="mid", linewidth=0)


def set_axis(axes, axis, places, name):
    """Scale, limits, ticks and title."""
    this = axes.xaxis if name == "x" else axes.yaxis
    limits = axes.set_xlim if name == "x" else axes.set_ylim
    this.set_label_text(text_of(axis["title"]["text"]) if "title" in axis else "")
    if axis.get("type") == "log":
        (axes.set_xscale if name == "x" else axes.set_yscale)("log")
    if axis.get("range") and places is None:
        limits(*(10**value if axis.get("type") == "log" else value for value in axis["range"]))
    if places is not None:
        names = list(places.numbers)
        limits(-0.6, len(names) - 0.4)
        if names and isinstance(names[0], tuple):
            this.set_ticks(range(len(names)), [text_of(inner) for _, inner in names], rotation=90, fontsize=7.5)
            outer = {}
            for number, (at, _) in enumerate(names):
                outer.setdefault(at, []).append(number)
            below = 14 + 4.6 * max(len(inner) for _, inner in names)  # points: the inner names are vertical
            for at, numbers in outer.items():
                axes.annotate(
                    text_of(at),
                    (float(np.mean(numbers)), 0),
                    xycoords=("data", "axes fraction"),
                    xytext=(0, -below),
                    textcoords="offset points",
                    ha="center",
                    va="center",
                    annotation_clip=False,
                )
            this.labelpad = 22
        else:
            this.set_ticks(range(len(names)), [text_of(each) for each in names], fontsize=8)
    elif "tickvals" in axis:
        this.set_ticks(axis["tickvals"], [text_of(each) for each in axis.get("ticktext", axis["tickvals"])])
        this.set_ticks([], minor=True)
    elif axis.get("type") == "log":
        from matplotlib.ticker import FuncFormatter, LogLocator

        this.set_major_locator(LogLocator(subs=(1, 2, 5)))
        this.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        this.set_ticks([], minor=True)
    if axis.get("tickformat") == ".0%":
        from matplotlib.ticker import PercentFormatter

        this.set_major_formatter(PercentFormatter(1.0, decimals=0))


def draw_heatmaps(figure, view):
    """One map above the other, on the same colors."""
    colors = view.layout["coloraxis"]
    grid = figure.subplots(len(view.traces), 1, sharex=True)
    for axes, trace, name in zip(grid, view.traces, ("yaxis", "yaxis2")):
        x, y = np.array(trace["x"], float), np.array(trace["y"], float)
        image = axes.pcolormesh(
            x, y, np.array(trace["z"]), cmap="cividis", vmin=0, vmax=colors["cmax"], rasterized=True
        )
        axes.grid(False)
        axes.set_ylabel(text_of(view.layout[name]["title"]["text"]))
        axes.set_yticks(np.arange(y.min(), y.max() + 1, view.layout[name]["dtick"]))
    grid[-1].set_xlabel(text_of(view.layout["xaxis"]["title"]["text"]))
    figure.colorbar(image, ax=list(grid), label=text_of(colors["colorbar"]["title"]["text"]))


def main(arguments):
    parser = argparse.ArgumentParser(prog="figures_svg", description=__doc__.split("\n")[0])
    parser.add_argument("study", type=pathlib.Path, help="the folder of the study's results")
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True, metavar="FOLDER")
    parser.add_argument("--slides", help="names with commas, or all; default: those that compare strategies")
    parser.add_argument("--panels", help="phases, ratio, scaling, efficiency, ...; default: all")
    options = parser.parse_args(arguments)
    try:
        slides = options.slides and options.slides.split(",")
        if slides == ["all"]:
            slides = [slide.id for slide in open_book(options.study).slides]
        panels = options.panels and options.panels.split(",")
        for path in write_figures(options.study, options.output, slides, panels):
            print(f"wrote {path}")
    except StudyError as error:
        print(f"figures_svg: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
