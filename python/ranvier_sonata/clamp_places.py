"""Where electrodes are: a place in a section, or a random one within a range of distances from the soma."""

import zlib

import numpy as np

from .morphology import KIND_OF_LABEL
from .places import Segments


def clamp_segment(configuration, key, words, cell):
    """The segment of section_name, section_index and section_dist; otherwise the middle of the soma."""
    name, index = words.get("section_name", "soma"), words.get("section_index", 0)
    if isinstance(index, list):
        return _drawn(configuration, key, name, index, cell)
    if not isinstance(index, int) or isinstance(index, bool):
        what = f"must be a whole number, or a range of distances such as [100, 200] um, not {index!r}"
        raise configuration.error(f"{key}.section_index", what)
    sections = getattr(cell, KIND_OF_LABEL.get(name, name), None) if isinstance(name, str) else None
    if not isinstance(sections, list) or not 0 <= index < len(sections):
        raise configuration.error(f"{key}.section_name", f"gid {cell.gid} has no section {name}[{index}]")
    return sections[index](words.get("section_dist", 0.5))


def _drawn(configuration, key, names, distances, cell):
    """A segment drawn in proportion to length. bmtk draws another one in each run; here, the input's name and the gid decide."""
    if len(distances) != 2 or not all(isinstance(each, int | float) for each in distances):
        raise configuration.error(f"{key}.section_index", f"must be two distances [um], not {distances!r}")

    def error(column, what):
        return configuration.error(f"{key}.{'section_name' if column == 'target_sections' else 'section_index'}", what)

    segments = Segments(cell)
    chosen, cumulated = segments.choice(names if isinstance(names, list) else [names], distances, error)
    number = np.random.RandomState([zlib.crc32(key.encode()), cell.gid]).random_sample()
    drawn = chosen[cumulated.searchsorted(number, side="right")]
    return cell.all[segments.section[drawn]](segments.x[drawn])
