"""What the scripts of peers share: their words NAME=VALUE, the raster, and the line of JSON that the study reads."""

import json
import os
import pathlib
import sys


def given(defaults, settled=()):
    """The words of the script: the model's parameters {name: value}, presimulate [ms], threads, and the raster's path.

    `defaults`: the parameters that the script has, with tstop, as the model's own script sets them. `settled`: others that
    change nothing here, or whose only value is 0. Ends the script at any other one, which it would ignore.
    """
    words = dict(word.split("=", 1) for word in sys.argv[1:])
    if "raster" not in words:
        sys.exit(f"{script()} needs raster=FILE: where the spikes go, a SONATA file")
    raster = pathlib.Path(words.pop("raster")).with_suffix(".h5")
    presimulate, threads = float(words.pop("presimulate", 0)), int(words.pop("threads", 1))
    parameters = dict(defaults)
    for name, value in words.items():
        if name in parameters:
            parameters[name] = type(parameters[name])(float(value))
        elif name not in settled:
            known = ", ".join([*defaults, *settled])
            sys.exit(f"{script()} does not know {name}, which the study sets; it knows {known}")
    return parameters, presimulate, threads, raster


def script():
    return pathlib.Path(sys.argv[0]).name


def ranks():
    """The number of ranks that the launcher has started."""
    return int(os.environ.get("PMI_SIZE") or os.environ.get("OMPI_COMM_WORLD_SIZE") or 1)


def demand(*, that, otherwise):
    """Ends the script with a sentence unless something holds that it needs."""
    if not that:
        sys.exit(f"{script()}: {otherwise}")


def not_installed(what, package):
    """Ends the script of a peer that its Python does not have, and says how to install it."""
    sys.exit(f"{script()} needs {what}, which {sys.executable} does not have; install it: pip install {package}")


def finish(raster, setup_s, run_s, times, gids):
    """Writes the spikes, times in ms, and prints the last line: times of construction and of the run in s."""
    written = write_spikes(raster, times, gids)
    print()
    print(json.dumps({"setup_s": setup_s, "run_s": run_s, "spikes": len(times), "raster": written.name}), flush=True)


def write_spikes(path, times, gids):
    """Writes a SONATA file, or without h5py a text of times and gids beside it; returns the path of what was written."""
    try:
        import h5py
        import numpy
    except ImportError:
        text = path.with_suffix(".txt")
        text.write_text("".join(f"{float(t)!r}\t{int(gid)}\n" for t, gid in zip(times, gids)))
        return text
    order = numpy.lexsort((gids, times))
    with h5py.File(path, "w") as file:
        spikes = file.create_group("spikes/All")
        spikes.create_dataset("timestamps", data=numpy.asarray(times, "f8")[order]).attrs["units"] = "ms"
        spikes.create_dataset("node_ids", data=numpy.asarray(gids, "u8")[order])
    return path
