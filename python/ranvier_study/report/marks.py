"""Colors, markers and patterns. A strategy has one color in all reports and in the documentation.

Colors are Okabe & Ito's where possible: people with any kind of color vision tell them apart, on light and dark pages.
Markers, dashes and patterns say the same without color.
"""

FAMILIES = {
    "allgather": "#D55E00",
    "alltoall": "#1F83C4",
    "isend": "#009E73",
    "persistent": "#7B5CD6",
    "iallgather": "#E69F00",
    "pairwise": "#9A6B3F",
    "two_tier": "#CC79A7",
}
OTHERS = ["#1F83C4", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#7B5CD6", "#9A6B3F", "#3FA7B5"]

MARKERS = ["circle", "square", "diamond", "triangle-up", "x", "star", "triangle-down", "cross"]
DASHES = ["solid", "dash", "dot", "dashdot", "longdash", "longdashdot"]

# Lober et al. 2026, figure 1, has the first five of these colors.
PHASES = {
    "deliver": ("#4A90D9", ""),
    "update": ("#D9534F", "."),
    "collocate": ("#E3B341", "x"),
    "communicate": ("#4CAF6E", "\\"),
    "synchronize": ("#8F99A3", "-"),
    "wait": ("#6B5FB5", "|"),
    "script": ("#B07AA1", "+"),
    "unmeasured": ("#B8BEC4", "/"),
}
PARTS = ["#4A90D9", "#D9534F", "#E3B341", "#4CAF6E", "#8F99A3", "#6B5FB5", "#B07AA1", "#3FA7B5"]
PATTERNS = ["", ".", "x", "\\", "-", "|", "+", "/"]


def family_of(label):
    """The exchange strategy that a label begins with, without options: "isend" of "isend:phases=2"."""
    return label.split(" · ")[0].partition(":")[0].strip()


def colors_of(strategies):
    """The color of each strategy, in their order: by family; other values by their place in the axis."""
    families = [family_of(strategy.label) for strategy in strategies]
    if all(family in FAMILIES for family in families):
        seen, colors = {}, []
        for family in families:
            colors.append(shade(FAMILIES[family], seen.get(family, 0)))
            seen[family] = seen.get(family, 0) + 1
        return colors
    return [OTHERS[strategy.index % len(OTHERS)] for strategy in strategies]


def shade(color, step):
    """Another tone of `color` for the variants of a family: alternately lighter and darker, still legible on both pages."""
    if step == 0:
        return color
    amount = min(0.5, 0.22 * ((step + 1) // 2))
    toward = 255 if step % 2 else 0
    parts = [int(color[start : start + 2], 16) for start in (1, 3, 5)]
    return "#" + "".join(f"{round(part + (toward - part) * amount):02X}" for part in parts)


def marker_of(strategy):
    return MARKERS[strategy.index % len(MARKERS)]


def dash_of(strategy):
    return DASHES[strategy.index % len(DASHES)]


def bar_marker(color, pattern):
    """Plotly's marker of a bar. Patterns are drawn over the color, so that bars differ without it as well."""
    marker = {"color": color, "line": {"width": 0}}
    if pattern:
        marker["pattern"] = {
            "shape": pattern,
            "solidity": 0.25,
            "size": 6,
            "fgcolor": "rgba(0,0,0,0.5)",
            "bgcolor": color,
        }
    return marker


def hatched_marker():
    """The marker of what was not measured: hatched, without filling."""
    return {
        "color": "rgba(128,128,128,0.12)",
        "line": {"width": 1, "color": "#8F99A3"},
        "pattern": {"shape": "/", "solidity": 0.3, "size": 7, "fgcolor": "#8F99A3"},
    }
