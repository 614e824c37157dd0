"""models/ring in CoreNEURON, for peers: ring_coreneuron.py NAME=VALUE... threads=N presimulate=MS tstop=MS raster=FILE

As ring_neuron.py. Needs use_hh=1: the channels of models/ring would have to be compiled by `nrnivmodl -coreneuron`.
"""

import sys

import peer
import ring_neuron

if __name__ == "__main__":
    peer.demand(
        that=any(word.startswith("use_hh=") and float(word.partition("=")[2]) for word in sys.argv),
        otherwise="set use_hh: 1; CoreNEURON of the package neuron has only the built-in channels",
    )
    ring_neuron.main(in_coreneuron=True)
