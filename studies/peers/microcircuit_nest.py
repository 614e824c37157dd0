"""models/microcircuit in NEST, for peers: microcircuit_nest.py NAME=VALUE... threads=N presimulate=MS tstop=MS raster=FILE

The network is that of benchmarks/kernels/nest_networks.py. Connections and inputs are drawn from NEST's own random numbers, so
its spikes are other ones; numbers of spikes are alike: write criterion: {nest: {rates: 5%}}.
"""

import pathlib
import sys
import time

import peer

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "benchmarks" / "kernels"))

DEFAULTS = {"scale": 1.0, "seed": 1, "tstop": 600.0}
SETTLED = ("warm_up", "longest_interval", "area_size", "nthread")  # they leave the spikes as they are


def main():
    try:
        import nest
    except ImportError:
        peer.not_installed("NEST", "nest-simulator==3.10.0")
    import nest_networks

    parameters, presimulate, threads, raster = peer.given(DEFAULTS, SETTLED)
    peer.demand(that=peer.ranks() == 1, otherwise="NEST's package has no MPI; compare runs on one rank: ranks: 1")
    nest.verbosity = nest.VerbosityLevel.ERROR
    nest.ResetKernel()
    step = nest_networks.STEP
    nest.SetKernelStatus({"resolution": step, "local_num_threads": threads, "rng_seed": parameters["seed"]})
    began = time.perf_counter()
    populations = nest_networks.microcircuit(parameters["scale"])
    recorder = nest_networks.record(populations)
    nest.Prepare()  # which makes connections ready, and belongs to construction
    if presimulate > 0:
        nest.Run(presimulate)
    ready = time.perf_counter()
    nest.Run(parameters["tstop"] - presimulate)
    run = time.perf_counter() - ready
    nest.Cleanup()
    times, gids = nest_networks.spikes(recorder, populations)
    peer.finish(raster, ready - began, run, times, gids)


if __name__ == "__main__":
    main()
