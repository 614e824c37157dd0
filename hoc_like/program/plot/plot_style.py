"""The common style of the figures of `ranvier plot`."""

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


def write_title(axes, title, subtitle):
    """Writes the title in bold at the left, and the subtitle below it."""
    title = title.encode("utf-8", "backslashreplace").decode()  # the name of a file may be no text
    axes.set_title(title, loc="left", fontsize=13, fontweight="bold", pad=28)
    axes.text(0, 1.02, subtitle, transform=axes.transAxes, fontsize=9.5, color="#555555", va="bottom")
