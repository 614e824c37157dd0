"""The runs of a study as the report sees them: what was asked for, and what each run measured.

All times in s unless the name says otherwise, memory in bytes.
"""

import dataclasses
import functools
import statistics

from ..table import PHASES

MEASURES = {"time.run": "Time of the run", "time.setup": "Time of construction", "time.whole": "Time of all processes"}
SETUP = ("read", "create", "connect", "tables", "prepare", "total")  # "total": of a simulator that does not divide it


@dataclasses.dataclass
class Run:
    """One run of a study.

    `configuration` maps the names of the study's axes to this run's values. `summary` is what the program wrote, None if
    the run failed or is missing; `log` then holds the last lines of its log.
    """

    name: str
    configuration: dict
    repetition: int = 0
    status: str = "done"  # or "failed", "missing"
    summary: dict | None = None
    log: list[str] = dataclasses.field(default_factory=list)
    attempt: int | None = None
    order: int | None = None
    load: float | None = None  # busy cores of others before the run began
    disturbed: bool = False  # the load was above the study's bound
    group: str | None = None  # of runs whose rasters must be equal
    settings: dict = dataclasses.field(default_factory=dict)  # all that the run was given
    is_baseline: bool = False
    row: dict = dataclasses.field(default_factory=dict)  # of the study's table

    @functools.cached_property
    def wall(self):
        """Time of the advances: of the slowest rank."""
        return max(rank["wall"] for rank in self.summary["phases"]["per_rank"])

    @property
    def construction(self):
        """Time before the run: of the slowest rank."""
        return self.row.get("time.setup") or 0.0

    @property
    def model_time(self):
        """Model time that was advanced [s]."""
        asked = self.summary.get("configuration", {})
        return ((asked.get("end_ms") or 0) - (asked.get("begin_ms") or 0)) / 1000

    @property
    def real_time_factor(self):
        """Time of the advances over model time (Albers et al. 2022); None if no time was advanced."""
        return self.wall / self.model_time if self.model_time > 0 else None

    @functools.cached_property
    def phases(self):
        """{phase: mean over ranks}; what the phases do not sum to is "unmeasured"."""
        ranks = self.summary["phases"]["per_rank"]
        means = {phase: statistics.fmean(rank.get(phase) or 0.0 for rank in ranks) for phase in PHASES}
        means["unmeasured"] = max(0.0, statistics.fmean(rank["wall"] for rank in ranks) - sum(means.values()))
        return means

    @functools.cached_property
    def setup(self):
        """{part: of the slowest rank}."""
        ranks = self.summary.get("setup", {}).get("per_rank", [])
        return {part: max((rank.get(part) or 0.0 for rank in ranks), default=0.0) for part in SETUP}

    @functools.cached_property
    def ranks(self):
        """Their number. A simulated machine reports one mean rank for all."""
        return self.summary.get("configuration", {}).get("ranks") or len(self.summary["phases"]["per_rank"])

    @property
    def peaks(self):
        """The largest memory of each rank."""
        return self.summary.get("memory", {}).get("peak_bytes_per_rank") or []

    @functools.cached_property
    def memory_parts(self):
        """{part: bytes on all ranks}."""
        return self.summary.get("memory", {}).get("by_part") or {}

    @property
    def intervals(self):
        """The summary's table of exchange intervals, or None."""
        intervals = self.summary.get("intervals")
        return intervals if intervals and intervals.get("per_rank") and intervals["per_rank"][0] else None

    @functools.cached_property
    def update_cost(self):
        """Time of update per compartment and step [ns]; None if nothing was counted."""
        return self._cost("update", self.count("compartments") * self.count("steps"))

    @functools.cached_property
    def deliver_cost(self):
        """Time of deliver per delivery [ns]; None if nothing was counted."""
        return self._cost("deliver", self.count("deliveries"))

    def _cost(self, phase, work):
        return 1e9 * self.phases[phase] * self.ranks / work if work else None

    def count(self, name):
        return self.summary.get("counts", {}).get(name) or 0

    @property
    def raster(self):
        """The checksum of the raster, or None."""
        return (self.summary.get("raster") or {}).get("sha256")


@dataclasses.dataclass
class Study:
    """A study with all of its runs. `axes` maps names to their values, in the order written."""

    name: str
    question: str
    axes: dict
    baseline: dict
    runs: list[Run]
    measure: str = "time.run"  # the column that is compared
    matters: float | None = None  # the smallest difference that matters, as 0.05 for 5%; None: any
    looks: list[int] = dataclasses.field(default_factory=list)  # repetitions after which the study could stop
    criteria: dict = dataclasses.field(default_factory=dict)  # of peers; see criteria.py
    metadata: list[str] | None = None  # keys of summaries that are shown; see metadata.py
    slug: str = ""  # the name as a part of an address
    comparisons: list = dataclasses.field(default_factory=list)  # see comparisons.py

    def measured(self, run):
        """The time that the study compares [s], or None."""
        return run.row.get(self.measure)

    @property
    def measure_words(self):
        return MEASURES[self.measure]

    @property
    def is_simulated(self):
        """Whether all runs took place on a simulated machine, whose times are exact."""
        return bool(self.done) and all((run.summary.get("host") or {}).get("simulated") for run in self.done)

    @functools.cached_property
    def done(self):
        return [run for run in self.runs if run.summary is not None]


def text_of(value):
    """A value of an axis as text, the same for 2 and 2.0."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "none" if value is None else str(value)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)
