"""The fuzz targets of build/fuzz: their names, and how libFuzzer runs each (https://llvm.org/docs/LibFuzzer.html)."""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "fuzz"
CORPUS = ROOT / "tests" / "fuzz" / "corpus"
SCRIPTS = [CORPUS / "fuzz_hoc", ROOT / "tests/hoc_like/language/scripts"]
MECHANISMS = [ROOT / "tests/fuzz/nmodl", ROOT / "mechanisms/builtin"]
OTHER_INPUTS = {
    "fuzz_hoc": SCRIPTS,
    "fuzz_hoc_parser": SCRIPTS,
    "fuzz_nmodl": MECHANISMS,
    "fuzz_nmodl_parser": MECHANISMS,
}
# The HDF5 library, which is not ours, crashes: a trial in a subprocess handles that in the program. Such a target
# continues, and ends with the status of its last job.
OPTIONS = {"fuzz_sonata": ["-fork=1", "-ignore_crashes=1", "-ignore_timeouts=1", "-ignore_ooms=1"]}
# Short inputs take little time, and most mistakes need no long one.
LENGTHS = {"fuzz_nmodl": 2048, "fuzz_hoc": 512, "fuzz_trial": 16, "fuzz_cost_model": 300, "fuzz_words": 128}
USUAL_LENGTH = 256


def names():
    listed = (ROOT / "tests/fuzz/CMakeLists.txt").read_text()
    return re.findall(r"^add_fuzz_target\((\w+)", listed, re.MULTILINE)


def dictionary(target):
    """The words of the language, for libFuzzer to put in."""
    words = ROOT / "tests/fuzz" / f"{target.split('_')[1]}.dict"
    return [f"-dict={words}"] if words.exists() else []


def kept_inputs(target):
    """Folders of inputs; a file with inputs in hexadecimal is unpacked into one."""
    folders = list(dict.fromkeys([CORPUS / target, *OTHER_INPUTS.get(target, [])]))
    packed = CORPUS / f"{target}.hex"
    if packed.exists():
        unpacked = BUILD / "corpus" / target
        unpacked.mkdir(parents=True, exist_ok=True)
        for k, line in enumerate(packed.read_text().split()):
            (unpacked / str(k)).write_bytes(bytes.fromhex(line))
        folders.append(unpacked)
    return [folder for folder in folders if folder.exists()]


def environment():
    return os.environ | {
        "ASAN_OPTIONS": "detect_leaks=0:malloc_context_size=2:quarantine_size_mb=1:thread_local_quarantine_size_kb=64",
        "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
    }


def longest_input(target):
    return f"-max_len={LENGTHS.get(target, USUAL_LENGTH)}"


def run(target, seconds, seed=0):
    """Runs a target for a while; 0 as the seed draws one. What fails is left in build/fuzz/TARGET.

    Returns the number of executions, and what libFuzzer said if one failed, else nothing."""
    found, failed = BUILD / "inputs" / target, BUILD / target
    for folder in (found, failed):
        folder.mkdir(parents=True, exist_ok=True)
    command = [
        BUILD / "tests/fuzz" / target,
        *OPTIONS.get(target, []),
        f"-max_total_time={seconds}",
        longest_input(target),
        f"-seed={seed}",
        *dictionary(target),
        "-entropic=0",  # to weigh inputs by the rarity of what they reach takes up to half of the time
        "-reload=0",
        "-timeout=20",
        "-print_final_stats=1",
        f"-artifact_prefix={failed}/",
        found,
        *kept_inputs(target),
    ]
    process = subprocess.run(command, env=environment(), capture_output=True, text=True, errors="replace")
    runs = re.findall(r"number_of_executed_units: (\d+)", process.stderr) or re.findall(
        r"^#(\d+)", process.stderr, re.M
    )
    has_failed = process.returncode != 0 and target not in OPTIONS
    return int(runs[-1]) if runs else 0, process.stderr if has_failed else None


def keep_found_inputs(target):
    """Adds to the corpus the inputs found by `run` that reach code which no kept input reaches; their number.

    libFuzzer's -merge=1 copies them into a folder that holds the kept ones."""
    found = BUILD / "inputs" / target
    if not found.exists():
        return 0
    with tempfile.TemporaryDirectory() as folder:
        merged = pathlib.Path(folder)
        for kept in kept_inputs(target):
            for file in filter(pathlib.Path.is_file, kept.rglob("*")):
                shutil.copy(file, merged / hashlib.sha1(file.read_bytes()).hexdigest())
        before = set(merged.iterdir())
        program = BUILD / "tests/fuzz" / target
        subprocess.run(
            [program, "-merge=1", longest_input(target), merged, found],
            env=environment(),
            capture_output=True,
            check=True,
        )
        added = sorted(set(merged.iterdir()) - before)
        packed = CORPUS / f"{target}.hex"
        if packed.exists():
            with packed.open("a") as file:
                file.writelines(path.read_bytes().hex() + "\n" for path in added)
        else:
            (CORPUS / target).mkdir(parents=True, exist_ok=True)
            for path in added:
                shutil.copy(path, CORPUS / target)
    return len(added)
