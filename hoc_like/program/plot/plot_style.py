"""The common style of the figures of `ranvier plot`."""

import pathlib

import matplotlib

COLORS = ["#c1443c", "#2b5c8a", "#3f8f5f", "#8a5aa3", "#c98a1b", "#3a9aa8", "#7a6a5a", "#d97aa6"]  # repeats after eight

STYLE = {
    "font.size": 10,
    "font.family": "DejaVu Sans",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#555555",
    "axes.labelcolor": "#222222",
    "xtick.color": "#444444",
    "ytick.color": "#444444",
}

MOST_DRAWN = (
    500  # marks in .svg and .pdf that are lines; more of them become an image, which every viewer draws quickly
)


def save(figure, path):
    """Writes the figure. The same figure gives the same file: without the date, and with the same names inside."""
    dates = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    with matplotlib.rc_context({"svg.hashsalt": "ranvier"}):
        figure.savefig(path, dpi=150, metadata=dates.get(pathlib.Path(path).suffix.lower()))


def write_title(axes, title, subtitle):
    """Writes the title in bold at the left, and the subtitle below it."""
    title = title.encode("utf-8", "backslashreplace").decode()  # the name of a file may be no text
    axes.set_title(title, loc="left", fontsize=13, fontweight="bold", pad=28)
    axes.text(0, 1.02, subtitle, transform=axes.transAxes, fontsize=9.5, color="#555555", va="bottom")
