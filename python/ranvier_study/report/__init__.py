"""The report of a study: one HTML page that fetches nothing (docs/studies.md).

Its flip-book follows Albers et al. 2022, section 2.2.9: a slide for each experiment, with the figures in the same places.
read.py reads the runs, slides.py arranges them, panels/ makes the figures, comparisons.py and answer.py say what is shown,
page/ holds the template with its style and script.
"""

from .text import text_report
from .write import write_report, write_reports

__all__ = ["text_report", "write_report", "write_reports"]
