"""`ranvier view FILE...`: a page of rasters, reports and traces, to pan, to zoom and to choose from.

files.py reads, differences.py compares two rasters, page.py writes the page, whose script is in page/. The page fetches
nothing.
"""

from .command import main

__all__ = ["main"]
