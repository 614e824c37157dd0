"""models/ring in NEURON, for peers: ring_neuron.py NAME=VALUE... threads=N presimulate=MS tstop=MS raster=FILE

Runs ring.hoc itself, but for its last lines: a run in two parts, of which the second is timed. Prints one line of JSON.
"""

import ctypes.util
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile
import time


def use_mpich():
    """Starts again with MPICH under the name libmpi.so, which NEURON's wheel opens; it may be another MPI's, and then each
    rank would run the whole network by itself."""
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


use_mpich()
from neuron import h  # noqa: E402

MODEL = pathlib.Path(__file__).resolve().parents[2] / "models" / "ring" / "ring.hoc"
RUN = "run_ring()\n{ pc.barrier() }\nquit()\n"  # the lines that are left out


def main():
    given = dict(word.split("=", 1) for word in sys.argv[1:])
    raster = pathlib.Path(given.pop("raster")).with_name("raster.txt")
    presimulate, threads = float(given.pop("presimulate", 0)), int(given.pop("threads", 1))
    if {"PMI_RANK", "OMPI_COMM_WORLD_RANK"} & set(os.environ):
        h.nrnmpi_init()
    if folder := os.environ.get("RING_NEURON_MPI"):
        shutil.rmtree(folder)
    ranks = int(h.ParallelContext().nhost())
    if ranks != int(os.environ.get("PMI_SIZE", ranks)):
        sys.exit(f"NEURON sees {ranks} of {os.environ['PMI_SIZE']} ranks: each would run the whole network by itself")
    began = time.perf_counter()
    for name, value in given.items():
        h(f"{name} = {value}")
    text = MODEL.read_text()
    if not text.endswith(RUN):
        sys.exit(f"{MODEL} does not end as this script expects:\n{RUN}")
    text = text.removesuffix(RUN)
    if float(
        given.get("use_hh", 0)
    ):  # NEURON refuses names of channels that are not compiled, even where they are not used
        text = re.sub(r"^.*(?:insert |_)(?:nax|kdr)\b.*\n", "", text, flags=re.M)
    run_text(text, raster.with_name(f"raster-{os.getpid()}.hoc"))
    h.make_cells()
    h.connect_cells()
    h.make_kicks()
    h.record()
    h.pc.nthread(threads)
    h.pc.set_maxstep(10)
    h.stdinit()
    if presimulate > 0:
        h.pc.psolve(presimulate)
    h.pc.barrier()
    ready = time.perf_counter()
    h.pc.psolve(h.tstop)
    run = h.pc.allreduce(time.perf_counter() - ready, 2)  # of the slowest rank
    spikes = h.pc.allreduce(h.spike_times.size(), 1)
    for rank in range(int(h.pc.nhost())):
        if rank == int(h.pc.id()):
            with open(raster, "a" if rank else "w") as file:
                file.writelines(f"{t!r}\t{gid:.0f}\n" for t, gid in zip(h.spike_times, h.spike_gids))
        h.pc.barrier()
    if int(h.pc.id()) == 0:
        print()
        print(
            json.dumps({"setup_s": ready - began, "run_s": run, "spikes": int(spikes), "raster": raster.name}),
            flush=True,
        )
    h.pc.barrier()
    h.quit()


def run_text(text, path):
    """hoc reads files, each rank its own."""
    path.write_text(text)
    h.load_file(str(path))
    path.unlink()


main()
