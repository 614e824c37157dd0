#!/usr/bin/env python3
"""Starts the plotting script for `ranvier plot`, and says in one line what is wrong, or what was written.

    plot_main.py SCRIPT FILE ... -o FIGURE [OPTION ...]

SCRIPT is the name of a plotting script beside this one, or auto: what FILE holds decides.
"""

import importlib
import importlib.util
import os
import pathlib
import sys

ENDINGS = (".png", ".svg", ".pdf")
SCRIPTS = (".hoc", ".py", ".mod", ".ses")
NEEDED = ("numpy", "matplotlib", "h5py")


def is_extract(path):
    """Whether the file holds the cells of `ranvier extract`."""
    import h5py

    try:
        with h5py.File(path, "r") as file:
            return "ranvier_extract" in file.attrs
    except OSError:  # not HDF5, or damaged
        return False


def script_for(path):
    """The script that draws what the file holds."""
    with open(path, "rb") as file:
        start = file.read(8)
    if start.startswith(b"\x89HDF"):
        import h5py

        with h5py.File(path, "r") as file:
            return "plot_report" if "report" in file else "plot_raster"
    if start.startswith(b"t (ms)"):
        return "plot_traces"
    return "plot_intervals" if start.lstrip().startswith(b"{") else "plot_raster"


def complaint(files, output):
    """What is wrong with the names of the files, or None."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        return f"{' and '.join(missing)} missing; install: {sys.executable} -m pip install {' '.join(missing)}"
    for file in map(pathlib.Path, files):
        if not file.exists():
            return f"there is no file {file}"
        if file.is_dir():
            return f"{file} is a folder"
        if file.suffix in SCRIPTS:
            return f"{file} is a script, not what a run has written; run it: ranvier --raster spikes.h5 {file}"
        if is_extract(file):
            return f"{file} holds cells to be run, not results; run it: ranvier --raster spikes.h5 {file}"
    if output.suffix.lower() not in ENDINGS:
        return f"-o {output}: the name of a figure ends in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"
    if not output.parent.is_dir():
        return f"-o {output}: there is no folder {output.parent}"
    return f"-o {output}: it is a folder" if output.is_dir() else None


def main(words):
    name, *words = words
    files = words[: words.index("-o")] if "-o" in words else words
    files = files[: next((k for k, word in enumerate(files) if word.startswith("--")), len(files))]
    output = pathlib.Path(words[words.index("-o") + 1])
    wrong = complaint(files, output)
    if wrong:
        print(f"ranvier plot: {wrong}", file=sys.stderr)
        return 1
    if name == "auto":
        try:
            name = script_for(files[0])
        except OSError as error:
            print(f"ranvier plot: cannot read {files[0]}: {error}", file=sys.stderr)
            return 1
    sys.argv[0] = "ranvier plot"  # for the messages of the scripts
    replaces = output.exists()
    part = output.with_name(f".{output.stem}.{os.getpid()}{output.suffix}")  # matplotlib heeds the ending
    words[words.index("-o") + 1] = str(part)
    try:
        status = importlib.import_module(name).main(words)
        if status == 0:
            os.replace(part, output)
    except OSError as error:
        print(f"ranvier plot: cannot write {output}: {error.strerror or error}", file=sys.stderr)
        return 1
    except MemoryError:
        print(f"ranvier plot: {files[0]} needs more memory than there is; choose a part of it", file=sys.stderr)
        return 1
    finally:
        part.unlink(missing_ok=True)
    if status == 0:
        print(f"wrote {output}{', which existed' if replaces else ''}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
