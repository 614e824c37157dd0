"""Hines, Kumar & Schuermann 2011, Front. Comput. Neurosci. 5:49: Tables 1 to 3, seconds on a Blue Gene/P for 200 ms.

Two cells of Table 1 give the costs of computing: Allgather and DCMF_Multicast on 8 Ki cores with 2 Mi cells of 1,000
connections (`calibrate`). All other figures are predictions.
"""

import dataclasses

import numpy as np

from . import cost, counts
from .network import Network

Ki, Mi = 1 << 10, 1 << 20
METHODS = (cost.ALLGATHER, cost.ISEND, cost.MULTICAST, cost.REPLAY)


@dataclasses.dataclass(frozen=True)
class Row:
    table: int
    ranks: int
    cells: int
    connections: int
    paper: tuple  # (Comp, Run) of each of METHODS; None: not run

    def network(self):
        return Network(self.ranks, self.cells, self.connections)


def _row(table, ranks, cells, connections, *figures):
    return Row(table, ranks * Ki, int(cells * Mi), connections, tuple(zip(figures[::2], figures[1::2])))


_ = None
ROWS = (
    _row(1, 8, 2, 1000, 6.76, 7.84, 22.3, 24.9, 7.30, 7.74, 6.30, 6.99),
    _row(1, 16, 2, 1000, 4.01, 5.44, 11.5, 13.5, 3.67, 4.00, 3.17, 3.62),
    _row(1, 32, 2, 1000, 3.00, 4.69, 5.90, 7.40, 1.84, 2.07, 1.58, 1.91),
    _row(1, 64, 2, 1000, 2.98, 5.05, 2.87, 4.20, 0.957, 1.25, 0.808, 1.03),
    _row(1, 128, 2, 1000, _, _, _, _, 0.497, 0.64, 0.417, 0.608),
    _row(1, 8, 1 / 4, 10000, 5.23, 5.64, 18.5, 21.5, 6.50, 6.90, 5.81, 6.58),
    _row(1, 16, 1 / 4, 10000, 3.16, 3.78, 11.1, 14.6, 3.76, 4.18, 3.35, 4.07),
    _row(1, 32, 1 / 4, 10000, 2.04, 3.11, 6.37, 9.37, 2.04, 2.39, 1.79, 2.64),
    _row(1, 64, 1 / 4, 10000, 1.58, 3.47, 6.19, 6.99, 1.36, 1.42, 0.948, 1.77),
    _row(1, 128, 1 / 4, 10000, _, _, _, _, 0.573, 0.799, 0.494, 1.39),
    _row(2, 8, 2, 1000, 6.76, 7.84, 22.3, 24.9, 7.30, 7.74, 6.30, 6.99),
    _row(2, 16, 4, 1000, 7.99, 9.95, 22.8, 25.7, 7.42, 7.89, 6.33, 7.27),
    _row(2, 32, 8, 1000, 10.3, 14.2, 23.2, 26.2, 7.41, 7.95, 6.36, 7.25),
    _row(2, 64, 16, 1000, 15.1, 23.8, 23.5, 26.5, 7.50, 8.00, 6.44, 7.34),
    _row(2, 128, 32, 1000, _, _, 23.4, 26.7, 7.51, 8.12, 6.41, 7.38),
    _row(2, 8, 1 / 4, 10000, 5.23, 5.64, 18.5, 21.5, 6.50, 6.90, 5.81, 6.58),
    _row(2, 16, 1 / 2, 10000, 6.14, 6.83, 22.4, 27.1, 7.50, 8.10, 6.72, 7.83),
    _row(2, 32, 1, 10000, 7.00, 8.29, 25.2, 30.6, 8.06, 8.93, 7.21, 8.35),
    _row(2, 64, 2, 10000, 8.33, 10.5, 29.8, 32.9, 8.76, 9.21, 7.45, 8.94),
    _row(2, 128, 4, 10000, 10.7, 14.9, 27.4, 35.4, 8.54, 9.38, 7.52, 9.51),
)
CALIBRATION = ROWS[0]

# Table 3: 4 Mi cells of 1,000 connections on 16 Ki ranks; groups of 1/2 Mi cells burst.
TABLE_3_METHODS = (cost.ONE_PHASE, cost.MULTICAST, cost.REPLAY)
TABLE_3_COLUMNS = (("random", False), ("random", True), ("adjacent", False), ("adjacent", True))  # topology, bursts
TABLE_3 = {  # (Comp, Run) in each column
    ("round_robin", 0): ((7.05, 9.14), (10.18, 12.74), (7.96, 10.08), (11.61, 14.21)),
    ("round_robin", 1): ((7.37, 7.84), (10.56, 11.16), (8.27, 8.74), (12.01, 12.62)),
    ("round_robin", 2): ((6.41, 7.04), (9.06, 9.72), (7.18, 8.01), (10.32, 11.31)),
    ("consecutive", 0): ((7.16, 9.61), (11.05, 20.75), (1.95, 3.91), (3.32, 12.11)),
    ("consecutive", 1): ((7.39, 7.86), (10.61, 11.29), (1.95, 3.90), (3.31, 12.10)),
    ("consecutive", 2): ((6.46, 7.55), (8.57, 14.65), (1.93, 3.23), (3.27, 10.98)),
    ("shuffled", 0): ((7.08, 9.19), (10.18, 12.75), (7.14, 9.20), (9.74, 13.42)),
    ("shuffled", 1): ((7.36, 7.84), (10.55, 11.16), (7.37, 7.83), (10.06, 12.07)),
    ("shuffled", 2): ((6.23, 7.27), (8.98, 9.75), (6.36, 7.26), (8.38, 11.36)),
}


def table_3_network(placement, topology, bursts):
    return Network(16 * Ki, 4 * Mi, 1000, topology=topology, placement=placement, group_size=Mi // 2 if bursts else 0)


def calibrate(machines):
    """(costs of computing, machines) from the two cells.

    Comp of both gives two costs: of a passage through the event queue, which a delivery to a cell and the arrival of a
    spike both are, and of a look at a spike or a rank's buffer that may not be wanted. No source says what a multicast takes for each
    further target, work of the sender's processor: it follows from the third figure, Run of DCMF_Multicast, for the more
    a send costs the longer all wait for the rank that sends most.
    """
    network = CALIBRATION.network()
    out = counts.outgoing(network)
    into = counts.incoming(network, out)
    figures = dict(zip(METHODS, CALIBRATION.paper))
    allgather, multicast = figures[cost.ALLGATHER], figures[cost.MULTICAST]

    def times(method, machine, computing):
        return cost.times(network, out, into, method, machine, computing)

    def solve(further):
        machine = _with_further_send(machines[cost.MULTICAST.machine], further)
        rows, wanted = [], []
        for method, on, comp in (
            (cost.ALLGATHER, machines[cost.ALLGATHER.machine], allgather[0]),
            (cost.MULTICAST, machine, multicast[0]),
        ):
            base, handle, lookup = (times(method, on, _computing(*unit)).computing for unit in ((0, 0), (1, 0), (0, 1)))
            rows.append((handle - base, lookup - base))
            wanted.append(comp - base)
        computing = _computing(*map(float, np.linalg.solve(rows, wanted)))
        return computing, machine, times(cost.MULTICAST, machine, computing).run - multicast[1]

    below, above = 0.0, 2e-6
    for _bisection in range(12):
        further = (below + above) / 2
        computing, machine, excess = solve(further)
        below, above = (below, further) if excess > 0 else (further, above)
    return computing, {**machines, machine.name: machine}


def _computing(passage, look):
    return cost.Computing(event=passage, queued=passage, lookup=look, buffer=look)


def _with_further_send(machine, seconds):
    return dataclasses.replace(machine, further_send_s=seconds, record_target_s=seconds)


def isend_over_replay(machines, computing):
    """How many times as long as Record-Replay Isend takes with 256 Ki cells of 1,000 connections on 8 Ki cores."""
    isend, replay = (
        predict(Network(8 * Ki, 256 * Ki, 1000), machines, computing, [method])[0].run
        for method in (cost.ISEND, cost.REPLAY)
    )
    return isend / replay


def predict(network, machines, computing, methods=METHODS):
    """Times of each of `methods`."""
    out = counts.outgoing(network)
    into = counts.incoming(network, out)
    return [cost.times(network, out, into, method, machines[method.machine], computing) for method in methods]


def order(runs):
    """Names of the methods that were run, the fastest first."""
    ran = [(run, method.name) for run, method in zip(runs, METHODS) if run is not None]
    return [name for _, name in sorted(ran)]


def pairs_in_order(paper, model):
    """Of each pair of methods that were run, whether the same one is faster in both."""
    runs = [(p, m) for p, m in zip(paper, model) if p is not None]
    return [(p > q) == (m > n) for i, (p, m) in enumerate(runs) for q, n in runs[i + 1 :]]
