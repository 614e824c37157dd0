"""What `validate` says of a plan that is allowed, but will not answer its question well."""

import math
import os

import numpy as np

from . import machine, pairing, statistics
from .configuration import Study
from .plan import Plan, compared, without_partner

SHORTEST = 1.0  # [s] of a run; shorter ones are disturbed by what the machine does besides
SCATTERS = (0.02, 0.05)  # of ratios, for which it is said what can be decided
CHANCE = 0.8
DRAWN = 1000  # simulated comparisons


def of_comparisons(study: Study, plan: Plan) -> list[str]:
    """What the comparisons can decide, and what is compared with nothing."""
    if not plan.baseline or study.simulated:
        return []
    lonely = without_partner(plan.runs, plan.baseline)
    said = [f"nothing is compared with {pairing.spoken(key)}: there is no baseline with these values" for key in lonely]
    count = len(compared(plan.runs, plan.baseline))
    if count == 0:
        return said
    chances = count * max(1, len(plan.looks))
    needed = statistics.needed_pairs(statistics.LEVEL / chances)
    pairs = study.most_repetitions
    if pairs < needed:
        key = "at_most" if study.until else "repeat"
        said.append(
            f"{key}: {pairs} cannot decide anything: {count} comparisons need {needed} repetitions (docs/studies.md)"
        )
        return said
    if plan.looks:
        said.append(f"looks after {', '.join(map(str, plan.looks))} repetitions, and stops when all is decided")
    effects = [smallest_decided(pairs, statistics.LEVEL / chances, study.matters, scatter) for scatter in SCATTERS]
    ends = " or ".join(
        f"{statistics.percent(effect - 1)} if ratios scatter by {statistics.percent(scatter)}"
        for effect, scatter in zip(effects, SCATTERS)
    )
    said.append(
        f"{statistics.counted(pairs)} find a difference with {100 * CHANCE:.0f}% chance that is at least {ends}"
    )
    return said


def smallest_decided(pairs: int, alpha: float, matters: float | None, scatter: float) -> float:
    """The ratio that is found to be above what matters with 80% chance.

    `scatter`: standard deviation of the log-ratios, which are drawn from a normal distribution. A shift of them shifts the
    interval's ends, so the ends without a difference say it.
    """
    random = np.random.default_rng(1)
    ends = [statistics.interval_of(scatter * random.standard_normal(pairs), alpha) for _ in range(DRAWN)]
    lower = np.quantile([low for low, _ in ends], 1 - CHANCE)
    return math.exp(math.log1p(matters or 0) - float(lower))


def of_machine(study: Study, plan: Plan) -> list[str]:
    """What makes times say little on this machine."""
    if study.simulated:
        return []
    said = []
    most = max(run.configuration.ranks * run.configuration.threads for run in plan.runs)
    cores = os.cpu_count() or 1
    if most > cores:
        said.append(
            f"up to {most} ranks and threads share {cores} cores: they wait for each other, and times say little; use at most "
            f"{cores}"
        )
    if "exchange" in study.axis_names() and any(run.configuration.ranks == 1 for run in plan.runs):
        said.append("one rank exchanges nothing: its runs cannot tell exchanges apart; leave 1 out of ranks")
    load = machine.load_now()
    if load is not None and load > study.limits.load:
        said.append(f"other programs keep {load:.1f} cores busy now; end them, or runs are marked as disturbed")
    return said


def of_duration(wall: float) -> list[str]:
    """What a short run means; `wall`: estimated time of the first configuration's run [s]."""
    if wall >= SHORTEST:
        return []
    factor = math.ceil(SHORTEST / max(wall, 1e-3))
    return [
        f"a run lasts {wall:.2g} s: times below a second scatter; simulate about {factor} times as long (model.tstop), or a "
        "larger network"
    ]
