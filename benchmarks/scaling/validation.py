"""The count and cost models beside the strategies' real code, run on simulated ranks by `ranvier exchange simulate`.

Counts are compared in units of their standard deviation over nets, times as ratios: the model knows the net by its
distributions alone, the real code runs one net.
"""

import dataclasses
import json
import subprocess

import numpy as np

from . import cost, counts
from .network import Network

COSTS = cost.Computing(event=1.7e-6, queued=0.0, lookup=0.1e-6, buffer=0.1e-6)
NETS = 20  # drawn of the model for each case


@dataclasses.dataclass(frozen=True)
class Case:
    network: Network
    strategy: str
    method: cost.Method


def _strategies(fixed):
    # Times of the study's spikes lie between steps, so that allgather sends them whole.
    allgather = dataclasses.replace(cost.ALLGATHER, fixed=fixed, spike_bytes=12)
    return (
        (f"allgather:fixed={fixed}", allgather),
        ("isend:subintervals=2,phases=2", cost.ISEND),
        ("isend:subintervals=2,phases=2", cost.MULTICAST),
        ("isend:subintervals=2,phases=1", cost.ONE_PHASE),
        ("persistent:subintervals=1,phases=1", cost.REPLAY),
    )


def cases(quick):
    """256 and 1,000 ranks for 30 ms, of which the last 10 have spikes; 8,192 ranks for 21 ms, of which the last has."""
    sizes = [(Network(256, 256 * 16, 200, 20, tstop=30), 10), (Network(1000, 1000 * 16, 100, 20, tstop=30), 10)]
    if not quick:
        sizes.append((Network(8192, 8192 * 4, 100, 20, tstop=21), 1))  # with more in allgather's fixed part gigabytes
    return [Case(network, *strategy) for network, fixed in sizes for strategy in _strategies(fixed)]


def simulate(ranvier, case):
    network = case.network
    words = [
        ranvier,
        "exchange",
        "simulate",
        "--json",
        "--ranks",
        network.ranks,
        "--cells",
        network.cells,
        "--connections",
        network.connections,
        "--connections-range",
        network.connection_range,
        "--tstop",
        network.tstop,
        "--exchange",
        case.strategy,
        "--machine",
        case.method.machine,
        "--seed",
        network.seed,
        "--step-cost",
        "0s",
        "--spike-cost",
        "0s",
        "--message-cost",
        "0s",
        "--event-cost",
        f"{COSTS.event:.3g}s",
        "--lookup-cost",
        f"{COSTS.lookup:.3g}s",
        "--buffer-cost",
        f"{COSTS.buffer:.3g}s",
    ]
    return json.loads(subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout)


def _counted(case, out, into):
    """What the real code counts, summed over ranks; messages for each spike, which tells most about the rules of sending."""
    spikes = float(out.spikes.sum(dtype=np.int64))
    result = {"spikes": spikes, "deliveries": float(into.events[:, : -counts.PER_MS].sum(dtype=float))}
    if case.method.collective:
        result["received a spike"] = case.network.ranks - 1.0
        return result
    two_phases = case.method.phases == 2
    messages = (out.first if two_phases else out.messages).sum(dtype=float)
    if two_phases:
        messages += into.passed_on.sum(dtype=float)
        result["relays a spike"] = float(into.relayed.sum(dtype=float)) / spikes
    result["messages a spike"] = float(messages) / spikes
    return result


def _really_counted(real, name):
    def total(counter):
        return real["counts"][counter]["sum"]

    per_spike = {
        "received a spike": "spikes_received",
        "relays a spike": "spikes_relayed",
        "messages a spike": "messages_sent",
    }
    if name in per_spike:
        return total(per_spike[name]) / total("spikes_sent")
    return total({"spikes": "spikes_sent", "deliveries": "events"}[name])


@dataclasses.dataclass(frozen=True)
class Comparison:
    case: Case
    counted: dict  # name -> (real, the model's mean, difference in standard deviations)
    run: tuple  # (real, model) [s]


def compare(ranvier, case, machines):
    real = simulate(ranvier, case)
    drawn = []
    for seed in range(1, (NETS if case.network.ranks <= 1000 else NETS // 4) + 1):
        network = dataclasses.replace(case.network, seed=seed)
        out = counts.outgoing(network)
        into = counts.incoming(network, out)
        times = cost.times(network, out, into, case.method, machines[case.method.machine], COSTS)
        drawn.append((_counted(case, out, into), times))
    counted = {}
    for name in drawn[0][0]:
        values = np.array([each[0][name] for each in drawn])
        there = _really_counted(real, name)
        difference, deviation = there - values.mean(), values.std(ddof=1) * np.sqrt(1 + 1 / len(values))
        counted[name] = (
            there,
            values.mean(),
            difference / deviation if deviation > 1e-12 else difference * np.inf if difference else 0.0,
        )
    return Comparison(
        case, counted, (real["times_s"]["total"]["max"], float(np.mean([times.run for _, times in drawn])))
    )
