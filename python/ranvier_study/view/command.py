"""The command `ranvier view`."""

import argparse
import pathlib
import sys

from .. import storage
from ..errors import StudyError
from . import files
from .files import Report
from .selection import Selection, parse_cells
from .spikes import LargeRaster


def main(arguments):
    """Writes the page and says where it is; returns the status of the command."""
    parser = argparse.ArgumentParser(
        prog="ranvier view",
        description="Writes a page of rasters, reports (SONATA) and traces (text), to pan and zoom in a browser.",
        epilog="Two rasters lie on top of each other, with their first difference marked.",
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="rasters: SONATA or `t gid` text; reports; traces; CSV"
    )
    parser.add_argument(
        "-o",
        "--output",
        type=storage.output_path,
        metavar="PAGE.html",
        help="default: the first file's name with .html",
    )
    parser.add_argument("--cells", metavar="GIDS", help="only these: 3, 0-9, or several as 0-9,15")
    parser.add_argument("--from", dest="begin", type=float, metavar="MS", help="only what is not before this time")
    parser.add_argument("--to", dest="end", type=float, metavar="MS", help="only what is not after this time")
    options = parser.parse_args(arguments)
    try:
        path, said = write_view(options)
    except StudyError as error:
        print(f"ranvier view: {error}", file=sys.stderr)
        return 1
    except MemoryError:
        print(
            f"ranvier view: {', '.join(options.files)}: this needs more memory than there is; "
            "choose a part with --cells, --from and --to",
            file=sys.stderr,
        )
        return 1
    for line in said:
        print(line)
    print(f"wrote {path}")
    return 0


def check_cells(parts, selection, names):
    """Raises StudyError if a chosen cell is not there; where files do not tell their cells, if none of them has fired."""
    ranges = [each for part in parts for each in gid_ranges(part)]
    chosen = selection.cells or ()
    lacking = [
        f"{first}" if first == last else f"{first}-{last}"
        for first, last in chosen
        if not any(first <= most and least <= last for least, most in ranges)
    ]
    known = [f"{least}-{most}" for part in parts for least, most in recorded_ranges(part)]
    if not lacking or (not known and len(lacking) < len(chosen)):
        return  # a cell of which nothing is known may be one that did not fire
    why = "" if all(isinstance(part, Report) for part in parts) else " that has fired"
    if known:
        why = f"; the gids are {', '.join(dict.fromkeys(known))}"
    raise StudyError(f"--cells {', '.join(lacking)}: there is no such cell in {', '.join(names)}{why}")


def recorded_ranges(part):
    return [each.gids for each in getattr(part, "recorded", ()) if each.gids]


def gid_ranges(part):
    """Ranges (first, last) of gids of which a raster or report has something, or of which it says that they did not fire."""
    if isinstance(part, Report):
        return [(gid, gid) for gid in {gid for gid, _ in part.columns if gid is not None}]
    if isinstance(part, LargeRaster):
        return [part.gid_range, *recorded_ranges(part)]
    return [(gid, gid) for gid in set(part.gids.tolist())] + recorded_ranges(part)


def write_view(options):
    """Writes the page of the command's options; returns its path and sentences about it. Raises StudyError."""
    from .page import page_of, pages

    if options.begin is not None and options.end is not None and options.end < options.begin:
        raise StudyError(f"--to {options.end:g} is before --from {options.begin:g}")
    selection = Selection(parse_cells(options.cells) if options.cells else None, options.begin, options.end)
    found = [part for name in options.files for part in files.read(name, selection)]
    rasters = [part for part in found if not isinstance(part, Report)]
    check_cells(found, selection, options.files)
    if len(rasters) > 2:
        names = ", ".join(raster.name for raster in rasters)
        raise StudyError(f"a page compares two rasters, not {len(rasters)} ({names}); view them two by two")
    if len(rasters) == 2 and rasters[0].name == rasters[1].name:
        for raster, name in zip(rasters, options.files):
            raster.name = str(pathlib.Path(name))
    path = pathlib.Path(options.output or pathlib.Path(options.files[0]).name + ".html")
    text, said = page_of(rasters, [part for part in found if isinstance(part, Report)], selection)
    try:
        storage.write_text(path, text)
    except OSError as error:
        raise StudyError(f"cannot write {path}: {error.strerror}") from None
    return path, said
