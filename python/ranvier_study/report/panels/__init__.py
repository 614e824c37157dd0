"""The panels of a slide, in the order of their places. Each file makes one."""

from . import cache, construction, cycles, efficiency, heatmap, memory, phases, ratio, real_time, scaling

PLACES = (phases, ratio, scaling, efficiency, real_time, heatmap, cycles, cache, construction, memory)


def make_panels(book, slide):
    """All panels of a slide: the same ones in the same order on each, with a note where there are no data."""
    return [place.make(book, slide) for place in PLACES]
