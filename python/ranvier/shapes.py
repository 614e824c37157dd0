"""PlotShape.plot: sections in three dimensions by matplotlib."""

import _ranvier

from ranvier.objects import HocObject


class PlotShapeObject(HocObject):
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
        return self._style

    def plot(self, graph, line_width=2, cmap=None, **options):
        """Draws on matplotlib.pyplot, in a new figure, or on a matplotlib Figure; returns the axes.

        Segments have the color of variable() between the limits of scale(), by `cmap`, black where it does not exist. Other
        options go to matplotlib, which chooses the colors without a variable. Lines are as wide as the segments' diameters
        after show(0), else `line_width`. `axes.mark(segment)` marks a place.
        """
        if not hasattr(self, "_range"):
            raise NotImplementedError("PlotShape.plot: draw with the object that h.PlotShape() returned to Python")
        if getattr(graph, "__name__", "") == "matplotlib.pyplot":
            figure = graph.figure()
        elif hasattr(graph, "add_axes"):
            figure = graph
        else:
            raise NotImplementedError(
                f"PlotShape.plot draws on matplotlib.pyplot or a matplotlib Figure, not on {graph}"
            )
        return _drawn(self, figure, line_width, cmap, options)


def _drawn(shape, figure, line_width, cmap, options):
    from matplotlib import colormaps

    from ranvier.interpreter import h

    axes = figure.add_axes(_axes_class()(figure))
    h.define_shape()
    cmap = cmap or colormaps["cool"]
    low, high = shape._range
    diameters, variable = shape._style == 0, shape._variable
    for section in h.allsec() if shape._sections is None else shape._sections:
        for segment, points in zip(section, _points_of_segments(section), strict=True):
            (line,) = axes.plot(*points, "-", linewidth=segment.diam if diameters else line_width, **options)
            if variable and "color" not in options and high != low:
                value = _value(segment, variable)
                line.set_color(
                    "black" if value is None else _color(cmap, (min(max(value, low), high) - low) / (high - low))
                )
    axes.make_scales_equal()
    return axes


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


def _axes_class():
    """The type of the axes; matplotlib is needed only here."""
    import numpy
    from mpl_toolkits.mplot3d import Axes3D

    class ShapeAxes(Axes3D):
        def mark(self, segment, marker="or", **options):
            """Marks the place of the segment."""
            along, *coordinates = _points(segment.sec)
            place = [[numpy.interp(segment.sec.L * segment.x, along, one)] for one in coordinates]
            self.plot(*place, marker, **options)
            return self

        def make_scales_equal(self):
            """Gives the three directions the same scale, around the middle of the picture."""
            limits = [self.get_xlim(), self.get_ylim(), self.get_zlim()]
            half = max(high - low for low, high in limits) / 2
            self.auto_scale_xyz(*([(low + high) / 2 - half, (low + high) / 2 + half] for low, high in limits))

    return ShapeAxes
