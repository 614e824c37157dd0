"""PlotShape.plot and RangeVarPlot.plot: by matplotlib or plotly, which are imported only there."""

import _ranvier

from ranvier.objects import HocInstance


class PlotShapeObject(HocInstance):
    """Sections with a variable as color: h.PlotShape(False).plot(pyplot)."""

    __slots__ = ("_sections", "_variable", "_range", "_style")
    _hoc_class = "PlotShape"

    def __new__(cls, *arguments, **options):
        self = super().__new__(cls, *arguments, **options)
        lists = [one for one in arguments if not isinstance(one, (int, float))]
        self._sections = lists[0] if lists else None
        self._variable, self._range, self._style = "", (-80, 40), 1
        return self

    def observe(self, *sections):
        self._sections = sections[0] if sections else None
        return _ranvier.call(self, "observe", sections, None)

    def variable(self, name):
        self._variable = name
        if "." not in name:  # as NEURON does, for names of range variables
            self._range = -80, 40
        return _ranvier.call(self, "variable", (name,), None)

    def scale(self, low, high):
        self._range = low, high
        return _ranvier.call(self, "scale", (low, high), None)

    def show(self, *style):
        if style:
            _ranvier.call(self, "show", style, None)
            self._style = style[0]
            return 1
        return self._style

    def plot(self, graph, *arguments, **options):
        """Draws on matplotlib.pyplot, in a new figure, on a matplotlib Figure, or with plotly; returns axes or a plotly figure.

        Segments have the color of variable() between the limits of scale(), by the matplotlib colormap `cmap`, black where
        it does not exist, or all of them the `color`. After show(0), lines are as wide as the segments' diameters.
        Beside matplotlib's picture, a bar shows which color stands for which value, with the variable's unit.

        matplotlib: plot(pyplot, line_width=2, cmap=None, ...); further options go to matplotlib, which chooses the colors
        without a variable. plotly: plot(plotly, width=2, color=None, cmap=None). Of the result, `mark(segment)` marks a place.
        """
        if not hasattr(self, "_range"):
            raise NotImplementedError("PlotShape.plot: draw with the object that h.PlotShape() returned to Python")
        if getattr(graph, "__name__", "") == "plotly":
            return _drawn_by_plotly(self, *arguments, **options)
        if getattr(graph, "__name__", "") == "matplotlib.pyplot":
            figure = graph.figure()
        elif hasattr(graph, "add_axes"):
            figure = graph
        else:
            raise NotImplementedError(
                f"PlotShape.plot draws on matplotlib.pyplot, a matplotlib Figure or plotly, not on {graph}"
            )
        return _drawn(self, figure, *arguments, **options)

    def _segments(self, width, cmap):
        """Each segment with its points, its value or None, and the color and width of its line."""
        from ranvier.interpreter import h

        h.define_shape()
        low, high = self._range
        for section in h.allsec() if self._sections is None else self._sections:
            for segment, points in zip(section, _points_of_segments(section), strict=True):
                value = _value(segment, self._variable) if self._variable else None
                color = "black"
                if value is not None and high != low:
                    color = _color(cmap, (min(max(value, low), high) - low) / (high - low))
                yield segment, points, value, color, segment.diam if self._style == 0 else width


def _default_colors():
    from matplotlib import colormaps

    return colormaps["cool"]


def _drawn(shape, figure, line_width=2, cmap=None, **options):
    axes = figure.add_axes(_axes_class()(figure))
    has_colors = shape._variable and "color" not in options and shape._range[0] != shape._range[1]
    for _, points, _, color, width in shape._segments(line_width, cmap or _default_colors()):
        (line,) = axes.plot(*points, "-", linewidth=width, **options)
        if has_colors:
            line.set_color(color)
    axes.make_scales_equal()
    if has_colors:
        _add_color_bar(axes, shape, cmap or _default_colors())
    return axes


def _add_color_bar(axes, shape, cmap):
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    bar = axes.figure.colorbar(ScalarMappable(Normalize(*shape._range), cmap), ax=axes, shrink=0.6, pad=0.1)
    unit = _unit(shape._variable)
    bar.set_label(f"{shape._variable} ({unit})" if unit else shape._variable)


def _unit(variable):
    """The unit of `v`, `m_hh` or `hh.m`; empty if it has none."""
    from ranvier.interpreter import h

    try:
        return h.units("_".join(reversed(variable.split("."))))
    except RuntimeError:  # no such variable
        return ""


def _drawn_by_plotly(shape, width=2, color=None, cmap=None):
    cmap = cmap or (_default_colors() if shape._variable else None)
    traces = []
    for segment, points, value, of_value, line_width in shape._segments(width, cmap):
        x, y, z = (list(map(float, one)) for one in points)
        text = str(segment) if value is None else f"{segment}<br>{value:.3f}"
        line = {"color": color or of_value, "width": line_width}
        traces.append(dict(type="scatter3d", name="", x=x, y=y, z=z, mode="lines", line=line, hovertemplate=text))
    return _plotly_figure(traces)


def _plotly_figure(traces):
    """A widget for notebooks, or a plain figure where widgets cannot be made."""
    from plotly import graph_objects

    class Marked:
        def mark(self, segment, marker="or", **options):
            """Marks the place of the segment."""
            x, y, z = _place(segment)
            look = {"size": 5, "color": "red", "opacity": 1}
            text = str(segment)
            self.add_trace(dict(type="scatter3d", name="", x=x, y=y, z=z, marker=look, hovertemplate=text, **options))
            return self

    try:
        kind = type("FigureWidgetWithNEURON", (Marked, graph_objects.FigureWidget), {})
        return kind(data=traces, layout={"showlegend": False})
    except ImportError:  # anywidget or ipywidgets is missing
        kind = type("FigureWithNEURON", (Marked, graph_objects.Figure), {})
        return kind(data=traces, layout={"showlegend": False})


def _color(cmap, place):
    """The color at the place, 0 to 1, of a map; its parts are cut to 8 bits, not rounded, as NEURON's are."""
    return "#" + "".join(f"{int(255 * part):02x}" for part in cmap(int(255 * place))[:3])


def _value(segment, variable):
    """`v`, `m_hh` or `hh.m` of the segment; None where it does not exist."""
    try:
        for name in variable.split("."):
            segment = getattr(segment, name)
    except AttributeError:
        return None
    return segment


def _points(section):
    """Distances of the section's 3-d points from its begin, and their coordinates [um]."""
    numbers = range(int(section.n3d()))
    return tuple([of(i) for i in numbers] for of in (section.arc3d, section.x3d, section.y3d, section.z3d))


def _points_of_segments(section):
    """For each segment the x, y and z of its ends and of the 3-d points between them."""
    import numpy

    along, *coordinates = _points(section)
    ends = section.L * numpy.arange(section.nseg + 1) / section.nseg
    for begin, end in zip(ends, ends[1:], strict=False):
        here = [begin, *(place for place in along if begin < place < end), end]
        yield [numpy.interp(here, along, one) for one in coordinates]


def _place(segment):
    """The x, y and z of the segment's middle, each a list of one."""
    import numpy

    along, *coordinates = _points(segment.sec)
    return [[float(numpy.interp(segment.sec.L * segment.x, along, one))] for one in coordinates]


def _axes_class():
    """The type of the axes; matplotlib is needed only here."""
    from mpl_toolkits.mplot3d import Axes3D

    class ShapeAxes(Axes3D):
        def mark(self, segment, marker="or", **options):
            """Marks the place of the segment."""
            self.plot(*_place(segment), marker, **options)
            return self

        def make_scales_equal(self):
            """Gives the three directions the same scale, around the middle of the picture."""
            limits = [self.get_xlim(), self.get_ylim(), self.get_zlim()]
            half = max(high - low for low, high in limits) / 2
            self.auto_scale_xyz(*([(low + high) / 2 - half, (low + high) / 2 + half] for low, high in limits))

    return ShapeAxes


def plot_range(values, graph, *arguments, **options):
    """RangeVarPlot.plot(graph): on pyplot, matplotlib axes, plotly, a plotly Figure, plotly.express or a Graph of hoc."""
    from ranvier.interpreter import h

    x, y = h.Vector(), h.Vector()
    values.to_vector(y, x)
    name = getattr(graph, "__name__", "")
    if isinstance(graph, HocInstance):
        return y.plot(graph, x, *arguments, **options)
    x, y = x.as_numpy().copy(), y.as_numpy().copy()
    if name == "plotly.express":
        return graph.line(*arguments, x=x, y=y, **options)
    if name == "plotly" or hasattr(graph, "add_trace"):
        from plotly import graph_objects

        figure = graph_objects.Figure() if name == "plotly" else graph
        return figure.add_trace(graph_objects.Scatter(*arguments, x=x, y=y, **{"mode": "lines", **options}))
    if hasattr(graph, "plot"):
        return graph.plot(x, y, *arguments, **options)
    if hasattr(graph, "add_axes"):
        raise TypeError("RangeVarPlot.plot draws on matplotlib.pyplot or on axes, not on a figure; pass figure.gca()")
    raise TypeError(f"RangeVarPlot.plot: unable to plot to graphs of type {type(graph)}")
