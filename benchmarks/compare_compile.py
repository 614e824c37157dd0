#!/usr/bin/env python3
"""How long do .mod files take from text to a library that is loaded, beside NEURON's nrnivmodl?

Compiles one mechanism, a set of 20 (the shipped ones under new names, or the files of --mods FOLDER), and the set after
one file has changed; each with an empty cache of ours and an empty folder of NEURON's, in turn. Then how much longer a
script takes to start with the 20 mechanisms, all in the cache, than without. Each part ends with `ratio: MEDIAN
(MIN–MAX)`, NEURON's time over Ranvier's.
"""

import os
import pathlib
import re
import shutil
import statistics
import tempfile

from compare import ROOT, parser, timed

NAME = re.compile(r"\b(SUFFIX|POINT_PROCESS|ARTIFICIAL_CELL)\s+(\w+)")


def shipped(count):
    """[(file name, text)] of `count` mechanisms: those of this tree, each with a different name."""
    sources = sorted((ROOT / "mechanisms" / "builtin").glob("*.mod")) + sorted((ROOT / "models").glob("*/*.mod"))
    files = []
    for k in range(count):
        text = sources[k % len(sources)].read_text()
        name = f"{NAME.search(text)[2]}{k}x"
        files.append((f"{name}.mod", NAME.sub(rf"\g<1> {name}", text, count=1)))
    return files


def write(folder, files):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, text in files:
        (folder / name).write_text(text)


def print_ratio(ours, theirs):
    ratios = [b / a for a, b in zip(ours, theirs)]
    print(f"ratio: {statistics.median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})")


class Folders:
    """One folder and one cache of ours, one folder of NEURON's."""

    def __init__(self, root, options):
        self.ours, self.theirs, self.cache = root / "ours", root / "theirs", root / "cache"
        self.nrnivmodl = pathlib.Path(options.ranvier).parent / "nrnivmodl"
        self.neuron = pathlib.Path(options.neuron) / "nrnivmodl"
        os.environ["RANVIER_CACHE"] = str(self.cache)

    def fill(self, files):
        write(self.ours, files)
        write(self.theirs, files)
        shutil.rmtree(self.cache, ignore_errors=True)

    def compile(self):
        """(our seconds, NEURON's seconds)"""
        return timed([self.nrnivmodl], self.ours)[0], timed([self.neuron], self.theirs)[0]


def measure(title, folders, files, pairs, change=None):
    ours, theirs = [], []
    for _ in range(pairs):
        folders.fill(files)
        if change:
            folders.compile()
            for folder in (folders.ours, folders.theirs):
                with open(folder / change, "a") as file:
                    file.write("\nFUNCTION one() { one = 1 }\n")
        seconds = folders.compile()
        ours.append(seconds[0])
        theirs.append(seconds[1])
        print(f"{title}: Ranvier {seconds[0]:.2f} s, NEURON {seconds[1]:.2f} s", flush=True)
    print_ratio(ours, theirs)


def loading(folders, options):
    """What 20 cached mechanisms add to the start of a script."""
    script = folders.ours.parent / "nothing.hoc"
    script.write_text("quit()\n")
    timed([options.ranvier, "--quiet", script], folders.ours)
    plain, loaded, neuron_plain, neuron_loaded = [], [], [], []
    library = next(folders.theirs.glob("*/libnrnmech.so")).resolve()
    nrniv = [f"{options.neuron}/nrniv", "-nobanner", "-nogui"]
    for _ in range(max(5, options.pairs)):
        plain.append(timed([options.ranvier, "--quiet", script], script.parent)[0])
        loaded.append(timed([options.ranvier, "--quiet", script], folders.ours)[0])
        neuron_plain.append(timed([*nrniv, script], script.parent)[0])
        neuron_loaded.append(timed([*nrniv, "-dll", library, script], script.parent)[0])
    mine = statistics.median(loaded) - statistics.median(plain)
    theirs = statistics.median(neuron_loaded) - statistics.median(neuron_plain)
    print(
        f"loading the set from the cache: Ranvier {1e3 * mine:.1f} ms, NEURON {1e3 * theirs:.1f} ms "
        f"(start alone: {1e3 * statistics.median(plain):.0f} ms, {1e3 * statistics.median(neuron_plain):.0f} ms)"
    )


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--mods", help="folder of .mod files to take instead of the shipped ones")
    options = arguments.parse_args()
    if options.mods:
        files = [(path.name, path.read_text()) for path in sorted(pathlib.Path(options.mods).glob("*.mod"))]
    else:
        files = shipped(20)
    with tempfile.TemporaryDirectory() as folder:
        folders = Folders(pathlib.Path(folder), options)
        measure(f"one mechanism ({files[0][0]})", folders, files[:1], options.pairs)
        if len(files) > 1:
            measure(f"{len(files)} mechanisms", folders, files, options.pairs)
        measure(f"one of {len(files)} changed", folders, files, options.pairs, change=files[0][0])
        loading(folders, options)


main()
