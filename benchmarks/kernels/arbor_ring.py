"""The two networks of compare_kernels.py in Arbor: arbor_ring.py uniform|branched CELLS COMPARTMENTS TSTOP"""

import sys

import arbor
from arbor import units as U
from random_tree import RandomTrees

DELAY, KICK_EVERY = 3, 8


class Ring(arbor.recipe):
    """Cells in a ring with Arbor's own hh and pas everywhere, an Exp2Syn each; every eighth one, or `kick_every`, is kicked at 3 ms."""

    def __init__(self, cells, weight, kick_every=KICK_EVERY):
        arbor.recipe.__init__(self)
        self.cells, self.weight, self.kick_every = cells, weight, kick_every
        self.properties = arbor.neuron_cable_properties()
        self.properties.set_property(Vm=-65 * U.mV, tempK=279.45 * U.Kelvin, cm=0.01 * U.F / U.m2)
        self.properties.set_ion("na", rev_pot=50 * U.mV)
        self.properties.set_ion("k", rev_pot=-77 * U.mV)

    def num_cells(self):
        return len(self.cells)

    def cell_kind(self, gid):
        return arbor.cell_kind.cable

    def cell_description(self, gid):
        return self.cells[gid]

    def global_properties(self, kind):
        return self.properties

    def connections_on(self, gid):
        source = (gid - 1) % len(self.cells)
        return [arbor.connection((source, "detector"), "syn", self.weight, DELAY * U.ms)]

    def event_generators(self, gid):
        if gid % self.kick_every:
            return []
        return [arbor.event_generator("syn", self.weight, arbor.explicit_schedule([DELAY * U.ms]))]


def cell(tree, policy, place, ra):
    decor = (
        arbor.decor()
        .set_property(rL=ra * U.Ohm * U.cm)
        .paint("(all)", arbor.density("hh"))
        .paint("(all)", arbor.density("pas/e=-65", {"g": 1 / 28000}))
        .place(place, arbor.synapse("exp2syn", {"tau1": 2, "tau2": 5, "e": 0}), "syn")
        .place(place, arbor.threshold_detector(-10 * U.mV), "detector")
    )
    return arbor.cable_cell(tree, decor, arbor.label_dict(), policy)


def cable(compartments):
    tree = arbor.segment_tree()
    tree.append(arbor.mnpos, (0, 0, 0, 1), (1000, 0, 0, 1), tag=1)
    return cell(tree, arbor.cv_policy_fixed_per_branch(compartments), "(location 0 0.5)", 150)


def branched(parents):
    tree = arbor.segment_tree()
    tree.append(arbor.mnpos, (-20, 0, 0, 10), (0, 0, 0, 10), tag=1)
    for k, parent in enumerate(parents):
        tree.append(parent, (40 * k, 0, 0, 0.5), (40 * k + 40, 0, 0, 0.5), tag=3)
    return cell(tree, arbor.cv_policy_every_segment(), "(location 0 0)", 100)


def main():
    network, cells, compartments, tstop = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    if network == "uniform":
        ring = Ring([cable(compartments) for _ in range(cells)], 0.003)
    else:
        trees = RandomTrees()
        ring = Ring([branched(trees.next()) for _ in range(cells)], 0.02)
    simulation = arbor.simulation(ring, arbor.context(threads=1))
    simulation.record(arbor.spike_recording.all)
    simulation.run(tstop * U.ms, 0.025 * U.ms)
    print(f"{cells} cells: {len(simulation.spikes())} spikes in {tstop:g} ms")


if __name__ == "__main__":
    main()
