"""models/ring in NEURON, for peers: ring_neuron.py NAME=VALUE... threads=N presimulate=MS tstop=MS raster=FILE

Runs ring.hoc itself, but for its last lines: a run in two parts, of which the second is timed. Prints one line of JSON.
ring_coreneuron.py does the same in CoreNEURON.
"""

import ctypes.util
import os
import pathlib
import re
import shutil
import sys
import tempfile
import time

import peer


def use_mpich():
    """Starts again with MPICH under the name libmpi.so, which NEURON's wheel opens; it may be another MPI's, and then each
    rank would run the whole network."""
    mpich = ctypes.util.find_library("mpich")
    if "PMI_SIZE" not in os.environ or not mpich or "RING_NEURON_MPI" in os.environ:
        return
    folder = pathlib.Path(tempfile.mkdtemp(prefix="mpich-as-libmpi-"))
    ctypes.CDLL(mpich)
    found = next(line.split()[-1] for line in open("/proc/self/maps") if "/libmpich.so" in line)
    (folder / "libmpi.so").symlink_to(found)
    paths = os.environ.get("LD_LIBRARY_PATH", "")
    environment = {"RING_NEURON_MPI": str(folder), "LD_LIBRARY_PATH": f"{folder}:{paths}".rstrip(":")}
    os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **environment})


MODEL = pathlib.Path(__file__).resolve().parents[2] / "models" / "ring" / "ring.hoc"
RUN = "run_ring()\n{ pc.barrier() }\nquit()\n"  # the lines that are left out
DEFAULTS = {"ncell": 128, "ncomp": 50, "kick_every": 0, "all_to_all": 0, "branched": 0, "use_hh": 0, "usetable": 1}
DEFAULTS |= {"tstop": 200.0}


def main(in_coreneuron=False):
    use_mpich()
    try:
        from neuron import h
    except ImportError:
        peer.not_installed("NEURON", "neuron")
    parameters, presimulate, threads, raster = peer.given(DEFAULTS, settled=("nthread",))
    if {"PMI_RANK", "OMPI_COMM_WORLD_RANK"} & set(os.environ):
        h.nrnmpi_init()
    if folder := os.environ.get("RING_NEURON_MPI"):
        shutil.rmtree(folder)
    ranks = int(h.ParallelContext().nhost())
    asked = int(os.environ.get("PMI_SIZE", ranks))
    peer.demand(
        that=ranks == asked,
        otherwise=f"NEURON sees {ranks} of {asked} ranks: each would run the whole network",
    )
    began = time.perf_counter()
    build(h, parameters, raster)
    h.pc.nthread(threads)
    h.pc.set_maxstep(10)
    if in_coreneuron:
        enable_coreneuron(h)
    h.stdinit()
    if presimulate > 0:
        h.pc.psolve(presimulate)
    h.pc.barrier()
    ready = time.perf_counter()
    h.pc.psolve(h.tstop)
    run = h.pc.allreduce(time.perf_counter() - ready, 2)  # of the slowest rank
    every = h.pc.py_gather((h.spike_times.to_python(), h.spike_gids.to_python()), 0)
    if int(h.pc.id()) == 0:
        times, gids = ([value for part in every for value in part[k]] for k in (0, 1))
        peer.finish(raster, ready - began, run, times, gids)
    h.pc.barrier()
    h.quit()


def build(h, parameters, raster):
    """The network of ring.hoc, with the parameters of the study."""
    for name, value in parameters.items():
        h(f"{name} = {value!r}")
    text = MODEL.read_text()
    peer.demand(that=text.endswith(RUN), otherwise=f"{MODEL} does not end as this script expects:\n{RUN}")
    text = text.removesuffix(RUN)
    if parameters["use_hh"]:  # NEURON refuses names of channels that are not compiled, even where they are not used
        text = re.sub(r"^.*(?:insert |_)(?:nax|kdr)\b.*\n", "", text, flags=re.M)
    run_text(h, text, raster.with_name(f"raster-{os.getpid()}.hoc"))
    h.make_cells()
    h.connect_cells()
    h.make_kicks()
    h.record()


def enable_coreneuron(h):
    """What psolve then runs. The model is copied to CoreNEURON in each psolve, within the time of the run."""
    from neuron import coreneuron

    coreneuron.enable = True
    coreneuron.verbose = 0
    h.cvode.cache_efficient(1)


def run_text(h, text, path):
    """hoc reads files, each rank its own."""
    path.write_text(text)
    h.load_file(str(path))
    path.unlink()


if __name__ == "__main__":
    main()
