"""models/ring in Arbor, for peers: ring_arbor.py NAME=VALUE... threads=N presimulate=MS tstop=MS raster=FILE

The cells are those of benchmarks/kernels/arbor_ring.py: unbranched, with Arbor's own hh and pas. Spikes are detected between
steps, so their times are not those of NEURON, and numbers of spikes differ a little: write criterion: {arbor: {rates: 5%}}.
"""

import pathlib
import sys
import time

import peer

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "benchmarks" / "kernels"))

DEFAULTS = {"ncell": 128, "ncomp": 50, "kick_every": 0, "all_to_all": 0, "branched": 0, "use_hh": 0, "tstop": 200.0}
WEIGHT, DT = 0.003, 0.025  # [uS], [ms]


def main():
    try:
        import arbor
    except ImportError:
        peer.not_installed("Arbor", "arbor==0.12.2")
    import arbor_ring
    from arbor import units

    parameters, presimulate, threads, raster = peer.given(DEFAULTS, settled=("nthread", "usetable"))
    demand_what_it_has(parameters)
    began = time.perf_counter()
    cells = [arbor_ring.cable(parameters["ncomp"]) for _ in range(parameters["ncell"])]
    ring = arbor_ring.Ring(cells, WEIGHT, parameters["kick_every"] or len(cells))
    simulation = arbor.simulation(ring, arbor.context(threads=threads))
    simulation.record(arbor.spike_recording.all)
    if presimulate > 0:
        simulation.run(presimulate * units.ms, DT * units.ms)
    ready = time.perf_counter()
    simulation.run(parameters["tstop"] * units.ms, DT * units.ms)
    run = time.perf_counter() - ready
    spikes = simulation.spikes()
    peer.finish(raster, ready - began, run, spikes["time"], spikes["source"]["gid"])


def demand_what_it_has(parameters):
    peer.demand(that=peer.ranks() == 1, otherwise="Arbor's package has no MPI; compare runs on one rank: ranks: 1")
    peer.demand(that=parameters["use_hh"], otherwise="set use_hh: 1; Arbor does not have the channels of models/ring")
    for name in ("branched", "all_to_all"):
        peer.demand(
            that=not parameters[name], otherwise=f"{name} must be 0: this script has only unbranched cells in a ring"
        )


if __name__ == "__main__":
    main()
