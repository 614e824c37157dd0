"""compare_published.py --sweep: how much faster than NEURON are the models of a long list, their buttons pressed?

The runner sweep.py beside the list loads each model in both programs, presses its buttons, and compares what results; it
says how it chooses files, mechanisms and cases. Nothing limits the processor time of either side. A case counts if NEURON
takes half a second or more, and if both end alike.
"""

import importlib.util
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys

import compare

LEAST_OF_NEURON = 0.5  # [s]
LEAST = 0.001  # [s]: what is left of a case that took no longer than an empty script
ALIKE = ("same", "close", "vars")
SHOWN = 5  # worst cases
HOTTEST = 3  # functions of each


def runner_beside(models_list):
    """The module sweep.py of the list's folder."""
    path = pathlib.Path(models_list).resolve().parent / "sweep.py"
    if not path.exists():
        sys.exit(f"{path} is missing: the runner of the sweep lies beside the list of models")
    spec = importlib.util.spec_from_file_location("sweep", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Sweep:
    def __init__(self, options):
        self.options = options
        self.runner = runner_beside(options.sweep)
        self.work = pathlib.Path(options.work).resolve() / "sweep"
        self.bin = pathlib.Path(options.ranvier).resolve().parent
        self.neuron = pathlib.Path(options.neuron).resolve()

    def run(self):
        """{accession: what sweep.py knows of it}, after all cases have run on both sides."""
        result = self.work / "sweep.json"
        self.work.mkdir(parents=True, exist_ok=True)
        words = [sys.executable, self.runner.__file__, self.options.sweep, "--models", self.options.models]
        words += ["--nrniv", f"{self.bin}/nrniv --math libm", "--nrnivmodl", f"{self.bin}/nrnivmodl"]
        words += ["--oracle-nrniv", f"{self.neuron}/nrniv", "--oracle-nrnivmodl", f"{self.neuron}/nrnivmodl"]
        words += ["--jobs", 1, "--cpu", 0, "--timeout", self.options.most_seconds, "--keep"]
        words += ["--json", result, "--work", self.work]
        subprocess.run([str(word) for word in words], check=True, stdout=sys.stderr)
        return json.loads(result.read_text())["models"]

    def empty(self):
        """{side: processor time of a script that does nothing [s]}"""
        script = self.work / "empty.hoc"
        script.write_text('{ load_file("nrngui.hoc") }\n')
        commands = {"ours": [self.bin / "nrniv", "--math", "libm"], "oracle": [self.neuron / "nrniv"]}
        return {
            side: statistics.median(
                compare.run([*command, "-nogui", "-nobanner", script], self.work).cpu for _ in range(5)
            )
            for side, command in commands.items()
        }

    def hottest(self, accession, model, case):
        """The functions in which our side spends most of a case, with their shares; none without perf."""
        if not shutil.which("perf"):
            return []
        folder = (self.work / "ours" / accession / model["start"]).parent
        spec = model["cases"][case]
        (folder / "swp_prelude.hoc").write_text(self.runner.PRELUDE)
        script = self.runner.case_file(spec.get("command"), spec["run"], model["scalars"], "/dev/null")
        (folder / "swp_case.hoc").write_text(script, encoding="latin-1")
        data = self.work / "perf.data"
        files = ["swp_prelude.hoc", pathlib.Path(model["start"]).name, "swp_case.hoc"]
        command = [self.bin / "nrniv", "--math", "libm", "-nogui", *files]
        compare.run(["perf", "record", "-q", "-o", data, "--", *command], folder)
        printed = compare.run(["perf", "report", "--stdio", "-q", "-F", "overhead,symbol", "-i", data], folder).output
        found = re.findall(r"^\s*([\d.]+%)\s+\[.\]\s+(.*?)\s*$", printed, re.MULTILINE)
        return [f"{share} {name[:100]}" for share, name in found[:HOTTEST]]


def rows(models, empty):
    """[(ratio, accession, case, NEURON's time, ours)] of the cases that count, the worst first; and what others say."""
    counted, others = [], []
    for accession, model in models.items():
        for case, sides in model.get("cases", {}).items():
            if not {"ours", "oracle"} <= set(sides) or sides["oracle"]["end"] not in ("ok", "quit"):
                continue
            theirs, ours = (max(LEAST, sides[side]["user"] - empty[side]) for side in ("oracle", "ours"))
            if theirs < LEAST_OF_NEURON:
                continue
            if sides["verdict"] in ALIKE:
                counted.append((theirs / ours, accession, case, theirs, ours))
            else:
                others.append(f"{accession} {case}: {sides['verdict']}, not counted: {sides.get('how', '')}")
    return sorted(counted), others


def run(options):
    sweep = Sweep(options)
    models = sweep.run()
    empty = sweep.empty()
    print("empty script, taken off [s]: " + ", ".join(f"{side} {seconds:.3f}" for side, seconds in empty.items()))
    counted, others = rows(models, empty)
    for line in others:
        print(line)
    print(f"{len(counted)} cases of {len({row[1] for row in counted})} models count; the worst:")
    for ratio, accession, case, theirs, ours in counted[:SHOWN]:
        print(f"{ratio:6.2f}  {accession} {case}: NEURON {theirs:.2f} s, Ranvier {ours:.2f} s")
        for line in sweep.hottest(accession, models[accession], case):
            print(f"          {line}")
    ratios = [row[0] for row in counted]
    if not ratios:
        sys.exit("no case counts: NEURON took half a second or more on none")
    print(f"ratio: {statistics.geometric_mean(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})")
