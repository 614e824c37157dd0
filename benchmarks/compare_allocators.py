#!/usr/bin/env python3
"""Does it matter who allocates the memory of a large network? (Ippen et al. 2017 compare allocators in NEST.)

    compare_allocators.py [--models intfire_net,microcircuit] [--threads 2] [--pairs 5] [name=value...]

Builds and runs the networks with the allocators of glibc, jemalloc and mimalloc (LD_PRELOAD), in turn. Printed are the
time until the network is ready, the time of the run, and resident memory for each connection (ready and peak): medians of
all runs, and medians of the ratios to glibc in the same turn, with their range. An allocator that is not installed is
skipped. The last line is the ratio of construction times, glibc's over the best allocator's, of the first model.
"""

import pathlib
import re
import statistics
import sys

from compare import ROOT, parser, timed

SIZES = {
    "intfire_net": {"ncell": 16384, "ncon": 1000, "tstop": 200},
    "microcircuit": {"scale": 0.2, "tstop": 300},
}
# Debian's packages, and what these install.
PACKAGES = {"jemalloc": ("libjemalloc2", "libjemalloc.so.2"), "mimalloc": ("libmimalloc2.0", "libmimalloc.so.2.0")}
LINES = re.compile(
    r"\d+ connections ready after ([\d.]+) s, ([\d.]+) bytes each \(peak ([\d.]+)\)\n[^\n]*took ([\d.]+) s",
    re.MULTILINE,
)
FIGURES = {"built": "s", "bytes": "", "peak": "", "run": "s"}  # in the order of LINES, with units


def libraries():
    """{allocator: path of its library, or None for the system's}; says which are missing."""
    found, missing = {"glibc": None}, []
    for name, (package, file) in PACKAGES.items():
        paths = [path for folder in ("/usr/lib", "/lib") for path in pathlib.Path(folder).glob(f"*/{file}")]
        if paths:
            found[name] = paths[0]
        else:
            missing.append(package)
    if missing:
        print(f"not installed, skipped: {', '.join(missing)}; install with: apt-get install {' '.join(missing)}")
    return found


def measured(library, options, model, size):
    """{figure: value} of one run."""
    settings = [part for name, value in size.items() for part in ("-c", f"{name} = {value}")]
    preload = ["env", f"LD_PRELOAD={library}"] if library else []
    command = [*preload, options.ranvier, "run", "--quiet", *settings, ROOT / f"models/{model}/{model}.hoc"]
    output = timed(command, ROOT, with_errors=True)[2]
    if "cannot be preloaded" in output:
        sys.exit(f"{library}: {output}")
    return dict(zip(FIGURES, map(float, LINES.search(output).groups())))


def compare_model(model, allocators, options, size):
    """Prints a line for each allocator; returns the ratio of construction times, glibc's over the best one's."""
    runs = {name: [] for name in allocators}
    for _ in range(options.pairs):
        for name, library in allocators.items():
            runs[name].append(measured(library, options, model, size))
    gains = {}
    for name, of_name in runs.items():
        words = []
        for figure, unit in FIGURES.items():
            values = [run[figure] for run in of_name]
            text = f"{figure} {statistics.median(values):.3f}{unit and ' ' + unit}"
            if name != "glibc":
                ratios = [glibc[figure] / run[figure] for glibc, run in zip(runs["glibc"], of_name)]
                text += f" (glibc's over it {statistics.median(ratios):.2f}, {min(ratios):.2f}–{max(ratios):.2f})"
                if figure == "built":
                    gains[name] = statistics.median(ratios)
            words.append(text)
        print(f"{model} {name}: {'; '.join(words)}", flush=True)
    return max(gains.values(), default=1)


def main():
    options = parser(__doc__)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--models", default=",".join(SIZES))
    options.add_argument("size", nargs="*", metavar="name=value", help="options of the models")
    options = options.parse_args()
    allocators, ratios = libraries(), []
    for model in options.models.split(","):
        size = SIZES[model] | {"nthread": options.threads} | dict(word.split("=") for word in options.size)
        ratios.append(compare_model(model, allocators, options, size))
    print(f"ratio: {ratios[0]:.2f}")


main()
