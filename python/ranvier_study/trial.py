"""A first short run, from which `validate` estimates what a study takes."""

import dataclasses
import pathlib
import tempfile

from . import runner
from .configuration import Study
from .plan import Plan, Run
from .programs import Programs
from .progress import Progress
from .summaries import RunFailed

SHARE = 10  # the short run ends after this part of the model's time


@dataclasses.dataclass(frozen=True)
class Trial:
    """What the first configuration took, and what all runs would take if each took as long."""

    cells: int | None
    connections: int | None
    memory: int  # peak of all ranks [bytes]
    wall: float  # of the model's run alone [s], estimated
    seconds: float  # of a whole run, estimated
    minutes: float  # of the runs of Ranvier, estimated


def run(study: Study, plan: Plan, found: Programs) -> Trial:
    """Executes the first configuration up to a tenth of its time, or whole if that fails. Raises RunFailed."""
    first = next(run for run in plan.by_product() if run.configuration.simulator == "ranvier")
    asked = first.configuration
    if asked.tstop is None or asked.machine is not None:
        return _trial(study, plan, first, found, 1)
    try:
        return _trial(study, plan, first, found, SHARE)
    except RunFailed:  # such as a script whose warm-up is longer than that, and which then leaves it out
        return _trial(study, plan, first, found, 1)


def _trial(study: Study, plan: Plan, first: Run, found: Programs, share: int) -> Trial:
    asked = first.configuration
    tstop = None if asked.tstop is None else asked.tstop / share
    short: Run = dataclasses.replace(
        first, configuration=dataclasses.replace(asked, tstop=tstop, presimulate=0 if share > 1 else asked.presimulate)
    )
    with tempfile.TemporaryDirectory(prefix="ranvier-study-") as folder:
        seconds, summary = runner.execute_once(study, short, found, pathlib.Path(folder), Progress())
    wall = max(rank["wall"] for rank in summary["phases"]["per_rank"])
    if asked.machine is not None:
        wall = 0  # the time of another machine
    whole = seconds + wall * (share - 1)
    count = sum(run.configuration.simulator == "ranvier" for run in plan.runs)
    counts = summary["counts"]
    return Trial(
        counts.get("cells"),
        counts.get("connections"),
        sum(summary["memory"].get("peak_bytes_per_rank") or []),
        wall * share,
        whole,
        count * whole / 60,
    )
