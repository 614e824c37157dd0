"""Runs each mechanism of folders with .mod files alone, by NEURON and by Ranvier, and compares all its variables.

    python tests/compare_mechanisms.py [--only NAME] [--vector] [--work DIR] FOLDER...
    make mechanisms MODELS="FOLDER..."

A density mechanism or point process is put in two sections of one compartment each: one under voltage clamp (steps), one
with hh that a current makes fire. Whatever takes events gets some; POINTERs point to the voltage, a FUNCTION_TABLE is the constant 0.3. Conductances and stimuli
whose default is 0 get small values. With --math libm the first step must agree to 1e-10, relative, everything until
100 ms to 1e-6, and spikes must come at the same steps; --vector prints how far --math vector is off beside it.

Prints a line for each mechanism: "same", "differs", "functions" for a file without a mechanism, or "not by NEURON" where NEURON
does not compile or run it; and in the end a table with a row a folder, and the reasons for what is not the same. Exit status 1 if a file is not compiled by Ranvier or a
mechanism differs. The same text in several folders is compared once.
"""

import argparse
import hashlib
import pathlib
import re
import shutil
import sys
from collections import Counter

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from oracle.commands import run  # noqa: E402
from oracle.neuron import Neuron  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIRST, LATER = 1e-10, 1e-6

INVENTORY = """
objref mt, ms
strdef name, variable
proc variables() { local kind, k, n, j
    for kind = 1, 3 {
        ms = new MechanismStandard(name, kind)
        for k = 0, ms.count() - 1 {
            n = ms.name(variable, k)
            printf("variable %s %d %s %d", name, kind, variable, n)
            for j = 0, n - 1 { printf(" %.17g", ms.get(variable, j)) }
            printf("\\n")
        }
    }
}
proc all() { local i, points
    for points = 0, 1 {
        mt = new MechanismType(points)
        for i = 0, mt.count() - 1 {
            mt.select(i)
            mt.selected(name)
            if (mt.internal_type() > 0) {
                if (points) { printf("mechanism %s %d\\n", name, 1 + mt.is_artificial(i)) } else { printf("mechanism %s 0\\n", name) }
                variables()
            }
        }
    }
}
all()
quit()
"""

DENSITY, POINT, ARTIFICIAL = range(3)

SCRIPT = """
celsius = 24
dt = 0.025
create cella, cellb
objref rvx_nil, rvx_clamp, rvx_stim, rvx_pa, rvx_pb, rvx_netstim, rvx_nca, rvx_ncb, rvx_spikes, rvx_times
forall {{ L = 20 diam = 20 nseg = 1 cm = 1 insert pas g_pas = 0.0001 e_pas = -65 }}
rvx_times = new Vector()
cella {{ rvx_clamp = new SEClamp(0.5) rvx_clamp.rs = 0.01 rvx_clamp.dur1 = 5 rvx_clamp.amp1 = -65 rvx_clamp.dur2 = 45 rvx_clamp.amp2 = -5
     rvx_clamp.dur3 = 1000 rvx_clamp.amp3 = -85 }}
cellb {{ insert hh rvx_stim = new IClamp(0.5) rvx_stim.del = 2 rvx_stim.dur = 80 rvx_stim.amp = 0.3 }}
{setup}
proc rvx_sample() {{ local k
    printf("= %.17g\\n", t)
    printf("v %.17g %.17g\\n", cella.v(0.5), cellb.v(0.5))
{prints}
}}
proc rvx_go() {{ local i, k
    finitialize(-65)
    rvx_sample()
    fadvance()
    rvx_sample()
    for i = 1, 25 {{
        for k = 1, 159 fadvance()
        fadvance()
        rvx_sample()
    }}
    for k = 0, rvx_times.size() - 1 printf("spike %.17g\\n", rvx_times.x[k])
}}
rvx_go()
quit()
"""

EVENTS = """
rvx_netstim = new NetStim()
rvx_netstim.start = 10
rvx_netstim.interval = 17
rvx_netstim.number = 4
rvx_netstim.noise = 0
rvx_nca = new NetCon(rvx_netstim, rvx_pa)
rvx_nca.delay = 1
for i = 0, rvx_nca.wcnt() - 1 rvx_nca.weight[i] = 0.002
"""


class Mechanism:
    def __init__(self, name, kind):
        self.name, self.kind = name, kind
        self.variables = []  # (kind of variable: 1 parameter, 2 assigned, 3 state; name; default values)
        self.pointers = []
        self.takes_events = False
        self.tables = []  # FUNCTION_TABLEs
        self.fires = False  # an artificial cell that calls net_event

    def setup(self):
        lines = []
        if self.kind == DENSITY:
            lines.append(f"forall insert {self.name}")
            for pointer in self.pointers:
                lines += [f"cell{s} setpointer {pointer}_{self.name}(0.5), v(0.5)" for s in "ab"]
            lines += [f"{{table_{name}_{self.name}(0.3)}}" for name in self.tables]
        else:
            place = "" if self.kind == ARTIFICIAL else "0.5"
            lines += [f"cella rvx_pa = new {self.name}({place})", f"cellb rvx_pb = new {self.name}({place})"]
            for pointer in self.pointers:
                lines += [f"setpointer rvx_p{s}.{pointer}, cell{s}.v(0.5)" for s in "ab"]
            lines += [f"{{rvx_p{s}.table_{name}(0.3)}}" for name in self.tables for s in "ab"]
            if self.takes_events:
                lines.append(EVENTS)
                lines.append(
                    EVENTS.replace("nca", "ncb").replace("pa)", "pb)").replace("rvx_netstim = new NetStim()\n", "")
                )
        for name, value in self.small_values():
            if self.kind == DENSITY:
                lines.append(f"forall {name} = {value}")
            else:
                lines.append(f"rvx_pa.{name} = {value}")
                lines.append(f"rvx_pb.{name} = {value}")
        spikes = "rvx_pb" if self.fires else "&v(0.5)"
        lines.append(f"cellb {{ rvx_spikes = new NetCon({spikes}, rvx_nil) rvx_spikes.record(rvx_times) }}")
        return "\n".join(lines)

    def small_values(self):
        for kind, name, values in self.variables:
            if kind != 1 or len(values) != 1 or values[0] != 0:
                continue
            plain = name.removesuffix("_" + self.name)
            if re.match(r"(g|p)(max|bar|$|[a-z]*bar)|gmax|pmax|[gp][a-z]{0,3}$", plain):
                yield name, 0.0001 if self.kind == DENSITY else 0.001
            elif plain in ("del", "onset"):
                yield name, 5
            elif plain in ("dur", "amp", "pkamp"):
                yield name, 50 if plain == "dur" else 0.05

    def prints(self):
        lines = []
        for _, name, values in self.variables:
            for k in range(len(values)):
                index = f"[{k}]" if len(values) > 1 else ""
                if self.kind == DENSITY:
                    both = [f"cell{s}.{name}{index or '(0.5)'}" for s in "ab"]
                else:
                    both = [f"rvx_p{s}.{name}{index}" for s in "ab"]
                lines.append(f'    printf("{name}{index} %.17g %.17g\\n", {both[0]}, {both[1]})')
        return "\n".join(lines)

    def script(self):
        return SCRIPT.format(setup=self.setup(), prints=self.prints())


def answers(text):
    """([(t, {name: (a, b)}), ...], [spike times])"""
    samples, spikes = [], []
    for line in text.splitlines():
        words = line.split()
        try:
            if len(words) == 2 and words[0] == "=":
                samples.append((float(words[1]), {}))
            elif len(words) == 2 and words[0] == "spike":
                spikes.append(float(words[1]))
            elif len(words) == 3 and samples:
                samples[-1][1][words[0]] = (float(words[1]), float(words[2]))
        except ValueError:
            pass  # what mechanisms print
    return samples, spikes


def off(a, b, scale):
    if a == b or (a != a and b != b):
        return 0.0
    if a != a or b != b or abs(a) == float("inf") or abs(b) == float("inf"):
        return float("inf")
    return abs(a - b) / max(abs(a), abs(b), 1e-9 * scale, 1e-300)


def compare(expected, ours):
    """((worst in the first step, where), (worst later, where), whether spikes agree)"""
    (samples, spikes), (our_samples, our_spikes) = expected, ours
    if len(samples) != len(our_samples):
        return (float("inf"), "samples"), (float("inf"), "samples"), False
    scale = {}
    for _, values in samples:
        for name, pair in values.items():
            scale[name] = max([scale.get(name, 0.0)] + [abs(x) for x in pair if x == x and abs(x) < 1e300])
    worst = [(0.0, ""), (0.0, "")]
    for step, ((t, values), (_, our_values)) in enumerate(zip(samples, our_samples)):
        for name, pair in values.items():
            for which, (x, y) in enumerate(zip(pair, our_values.get(name, (float("nan"),) * 2))):
                difference = off(x, y, scale[name])
                late = step > 1
                if difference > worst[late][0]:
                    worst[late] = (difference, f"{'ab'[which]}.{name} at {t:g}: {y!r}, NEURON {x!r}")
    near = len(spikes) == len(our_spikes) and all(abs(x - y) < 1e-6 for x, y in zip(spikes, our_spikes))
    return worst[0], worst[1], near


class Comparison:
    def __init__(self, options):
        self.options = options
        self.work = options.work
        self.seen = set()
        self.oracle = Neuron(options.neuron, options.work, None)
        self.root = None
        self.rows = {}  # folder: Counter of files, compiled, and the arguments of tell()
        self.reasons = []

    def folder(self, folder):
        self.root = folder
        self.rows[folder] = Counter()
        mods = []
        for path in sorted(folder.rglob("*.mod")):
            key = hashlib.sha256(path.read_bytes()).hexdigest()
            if key not in self.seen and not any(part.startswith("x86_64") for part in path.parts):
                self.seen.add(key)
                mods.append(path)
        by_folder = {}
        for path in mods:
            by_folder.setdefault(path.parent, []).append(path)
        for parent, some in by_folder.items():
            self.compile_and_compare(parent, some)

    def compile_and_compare(self, parent, mods):
        key = hashlib.sha256(str(parent).encode() + b"".join(p.read_bytes() for p in mods)).hexdigest()[:16]
        place = self.work / f"{parent.name}-{key}"
        row = self.rows[self.root]
        row["files"] += len(mods)
        # Together, since VERBATIM of one file may call what another defines; one by one to name those that fail.
        left = mods if self.is_compiled(parent, names_it=False) else [path for path in mods if self.is_compiled(path)]
        row["compiled"] += len(left)
        library, refused = self.neurons_library(place, mods)
        for path, why in refused.items():
            self.tell("not by NEURON", path, path.stem, why)
        if library is None:
            return
        for mechanism, path in self.inventory(place, library, [path for path in mods if path not in refused]):
            wanted = not self.options.only or self.options.only in (mechanism.name, path.name)
            if wanted and path in left:
                self.one(place, library, mechanism, path)

    def is_compiled(self, path, names_it=True):
        outcome = run([self.options.ranvier, "compile", "--math", "libm", path], path.parent, limit=1200)
        if outcome.status != 0 and names_it:
            line = next((line for line in outcome.err.splitlines() if "rror" in line), "no message")
            self.tell("not compiled", path, path.stem, line[:200])
        return outcome.status == 0

    def neurons_library(self, place, mods):
        """The mechanisms as NEURON compiles them, and {file: why} of those that it does not."""
        refused = {}
        marker = place / "refused.txt"
        if marker.exists():
            names = dict(line.split("\t", 1) for line in marker.read_text().splitlines())
            refused = {p: names[p.name] for p in mods if p.name in names}
        else:
            shutil.rmtree(place, ignore_errors=True)
            left = list(mods)
            while left:
                build = place / "neuron"
                shutil.rmtree(build, ignore_errors=True)
                build.mkdir(parents=True)
                copy_all(left, build)
                outcome = self.oracle.compile(build, limit=1200)
                if outcome.status == 0:
                    break
                text = outcome.out + outcome.err
                bad = set(re.findall(r"\*\*\* \[[^\]]*?(\w+)\.(?:cpp|o|c)\] ", text)) | set(
                    re.findall(r"(\w+)\.mod.*[Ee]rror", text)
                )
                failed = [p for p in left if p.stem in bad] or left[:1]
                for p in failed:
                    reason = next(
                        (line for line in text.splitlines() if "rror" in line and "***" not in line), "nrnivmodl fails"
                    )
                    refused[p] = reason.strip()[:120]
                left = [p for p in left if p not in failed]
            place.mkdir(parents=True, exist_ok=True)
            marker.write_text("".join(f"{p.name}\t{why}\n" for p, why in refused.items()))
        found = sorted(place.glob("neuron/*/libnrnmech.so")) + sorted(place.glob("neuron/*/.libs/libnrnmech.so"))
        return (found[0] if found else None), refused

    def neuron(self, library, cwd, script):
        (cwd / "script.hoc").write_text(script)
        return run(
            [self.options.neuron / "nrniv", "-nobanner", "-nogui", "-dll", library, "script.hoc"], cwd, limit=120
        )

    def inventory(self, place, library, mods):
        outcome = self.neuron(library, place, INVENTORY)
        found = {}
        for line in outcome.out.splitlines():
            words = line.split()
            if words[:1] == ["mechanism"]:
                found[words[1]] = Mechanism(words[1], int(words[2]))
            elif words[:1] == ["variable"]:
                found[words[1]].variables.append((int(words[2]), words[3], [float(w) for w in words[5:]]))
        for path in mods:
            text = code_of(path)
            named = re.search(r"\b(?:SUFFIX|POINT_PROCESS|ARTIFICIAL_CELL)\s+(\w+)", text)
            mechanism = found.get(named[1] if named else path.stem)
            if mechanism is None:
                alone = not named or named[1] == "nothing"
                why = (
                    "no mechanism: functions alone"
                    if alone
                    else "NEURON's library of the folder does not have it, or load"
                )
                self.tell("functions" if alone else "not by NEURON", path, path.stem, why)
                continue
            mechanism.fires = mechanism.kind == ARTIFICIAL and bool(re.search(r"\bnet_event\b", text))
            mechanism.takes_events = bool(re.search(r"\bNET_RECEIVE\b", text))
            mechanism.tables = re.findall(r"\bFUNCTION_TABLE\s+(\w+)", text)
            for names in re.findall(r"\bPOINTER\s+([\w\s,]*?)\s*(?=\n|\}|RANGE|GLOBAL)", text):
                mechanism.pointers += [n for n in re.split(r"[\s,]+", names) if n]
            yield mechanism, path

    def one(self, place, library, mechanism, path):
        work = place / mechanism.name
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        script = mechanism.script()
        try:
            theirs = self.neuron(library, work, script)
        except TimeoutError:
            return self.tell("not by NEURON", path, mechanism.name, "takes too long")
        expected = answers(theirs.out)
        if theirs.status != 0 or len(expected[0]) != 27:
            why = [line for line in theirs.err.splitlines() if line.strip()][:1]
            return self.tell("not by NEURON", path, mechanism.name, " ".join(why)[:150] or "stops early")
        copy_all([path], work)
        texts = []
        for math in ["libm"] + ["vector"] * self.options.vector:
            ours = self.ranvier(work, math)
            if isinstance(ours, str):
                return self.tell("differs", path, mechanism.name, f"{math}: {ours}")
            first, later, spikes = compare(expected, ours)
            texts.append(f"{math}: {first[0]:.1e} {later[0]:.1e}{'' if spikes else ' SPIKES'}")
            if math == "libm":
                good = first[0] <= FIRST and later[0] <= LATER and spikes
                worst = "" if good else f"  [{first[1] if first[0] > FIRST else later[1]}]"
        self.tell(
            "same" if good else "differs",
            path,
            mechanism.name,
            "  ".join(texts) + f"  {len(expected[1])} spikes" + worst,
        )

    def ranvier(self, work, math):
        try:
            outcome = run([self.options.ranvier, "--quiet", "--math", math, "script.hoc"], work, limit=300)
        except TimeoutError:
            return "takes too long"
        if outcome.status != 0:
            lines = (
                [line for line in outcome.err.splitlines() if "rror" in line]
                or outcome.err.splitlines()
                or ["no message"]
            )
            return f"exit {outcome.status}: {lines[0][:200]}"
        return answers(outcome.out)

    def tell(self, what, path, name, text):
        self.rows[self.root][what] += 1
        if what not in ("same", "functions"):
            self.reasons.append(f"{what:14} {path.name:20} {text}")
        print(f"{what:14} {name:14} {path}  {text}", flush=True)

    def table(self):
        columns = ["files", "compiled", "same", "differs", "functions", "not by NEURON"]
        print("\n" + f"{'':32}" + "".join(f"{name:>15}" for name in columns))
        for folder, row in [*self.rows.items(), ("all", sum(self.rows.values(), Counter()))]:
            print(f"{str(folder)[-31:]:32}" + "".join(f"{row[name]:15}" for name in columns))
        print("\nThe reasons:" if self.reasons else "", *self.reasons, sep="\n")

    def failed(self):
        return any(row["differs"] or row["not compiled"] for row in self.rows.values())


def code_of(path, depth=0):
    """The file with what it INCLUDEs, without comments and VERBATIM."""
    text = re.sub(r"COMMENT.*?ENDCOMMENT", "", path.read_text(errors="replace").replace("\r", "\n"), flags=re.S)
    text = re.sub(r"VERBATIM.*?ENDVERBATIM", "", re.sub(r"[:?].*", "", text), flags=re.S)

    def included(match):
        beside = path.parent / match[1]
        return code_of(beside, depth + 1) if depth < 5 and beside.exists() else ""

    return re.sub(r'\bINCLUDE\s+"([^"]+)"', included, text)


def copy_all(mods, to):
    for path in mods:
        shutil.copy(path, to)
        for beside in [*path.parent.glob("*.inc"), *path.parent.glob("*.h")]:
            if not (to / beside.name).exists():
                shutil.copy(beside, to)
        for name in re.findall(r'^\s*INCLUDE\s+"([^"]+)"', path.read_text(errors="replace"), flags=re.M):
            if (path.parent / name).exists():
                (to / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path.parent / name, to / name)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--only")
    parser.add_argument("--vector", action="store_true")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build" / "compare_mechanisms")
    parser.add_argument("--neuron", type=pathlib.Path, default=ROOT / "build" / "python" / "bin")
    parser.add_argument("--ranvier", type=pathlib.Path, default=ROOT / "build" / "release" / "bin" / "ranvier")
    options = parser.parse_args()
    options.work = options.work.resolve()
    comparison = Comparison(options)
    for folder in options.folders:
        comparison.folder(folder.resolve())
    comparison.table()
    return 1 if comparison.failed() else 0


if __name__ == "__main__":
    sys.exit(main())
