"""Runs a case, as its user would, and compares it with its baseline."""

import json
import pathlib
import signal
import sys

import h5py
import pytest
from oracle.commands import run

from . import network
from .choices import USUAL
from .hoc_script import HocScript
from .python_script import PythonScript

EARLY, LATE = 8.5, 17.3  # when the last checkpoint is due at the latest, and when a run is interrupted [ms]
OTHER_RANKS = {1: 3, 2: 1, 3: 2}  # on which a run resumes
SIGNALS = {"kill -9": signal.SIGKILL, "SIGTERM": signal.SIGTERM, "Ctrl-C": signal.SIGINT}


class Refused(Exception):
    """A command of the case ended with an error; holds its Outcome."""

    def __init__(self, outcome, what):
        super().__init__(f"{what}: {outcome}")
        self.outcome = outcome


class Folder:
    """The commands of one case, in a separate folder."""

    def __init__(self, ranvier, case, path):
        self.ranvier, self.case, self.path = ranvier, case, pathlib.Path(path)
        self.script = "net.hoc" if case["script"] == "hoc" else "net.py"
        script = HocScript(case) if case["script"] == "hoc" else PythonScript(case)
        (self.path / self.script).write_text(script.text())
        if case["made"] == "file":
            (self.path / "table.csv").write_text(network.table_file(case))
        if case["cells"] == "point processes":
            (self.path / "spiker.mod").write_text(network.SPIKER)

    # --- commands ---

    def tool(self, *words, ranks=1, env=None):
        outcome = self.ranvier.run(*words, cwd=self.path, ranks=ranks, env=env)
        if outcome.status:
            raise Refused(outcome, " ".join(map(str, words)))
        return outcome

    @property
    def numerics(self):
        order = ("--event-order", "ranks") if self.case["math"] == "libm" else ()
        return ("--math", self.case["math"], *order)

    def outputs(self):
        """Options for what the case writes."""
        case = self.case
        words = []
        if case["raster"] == "on":
            words += ["--raster", "raster.h5"]
        if case["report"] == "on":
            words += ["--report", network.REPORTS[case["cells"]]]
        if case["trace"] == "on":
            for name in network.TRACES[case["cells"]]:
                words += ["--trace", name]
        if case["summary"] == "on":
            words += ["--summary", "summary.json"]
        if case["intervals"] == "on":
            words += ["--intervals"]
        if case["figures"] == "on":
            words += ["--figures", "figures"]
        if case["connections"] == "on":
            words += ["--connections", "edges.h5"]
        return words

    def start(self, ranks, *, strike=None, resume=None):
        """Runs the script with all outputs; returns the Outcome. `resume`: None: without checkpoints."""
        case = self.case
        if case["script"] == "python3":
            return self.start_python3(ranks, strike, resume)
        words = ["run", "--quiet", *self.numerics, "--threads", case["threads"], "--exchange", case["exchange"]]
        words += self.outputs()
        if resume is not None:
            words += ["--checkpoint", "saved", "--checkpoint-every", "2ms", *(["--resume"] if resume else [])]
        env = {}
        if strike and case["script"] == "hoc":
            words += ["-c", f"t_signal = {LATE}", "-c", f"signal_number = {int(strike)}"]
        elif strike:
            env |= {"JOIN_TIME": str(LATE), "JOIN_SIGNAL": str(int(strike))}
        return self.ranvier.run(*words, self.script, cwd=self.path, ranks=ranks, env=env)

    def start_python3(self, ranks, strike, resume):
        case = self.case
        session = {
            "math": case["math"],
            "threads": int(case["threads"]),
            "exchange": case["exchange"],
            "reports": [network.REPORTS[case["cells"]]] if case["report"] == "on" else [],
            "checkpoint": None if resume is None else ["saved", "2ms", int(resume)],
        }
        env = {
            "PYTHONPATH": str(self.ranvier.bin_folder.parent / "python"),
            "JOIN_SESSION": json.dumps(session),
        }
        if strike:
            env |= {"JOIN_TIME": str(LATE), "JOIN_SIGNAL": str(int(strike))}
        launcher = [self.ranvier.mpiexec, "-n", ranks] if ranks > 1 else []
        return run([*launcher, sys.executable, self.script], self.path, env)

    # --- a case ---

    def execute(self):
        """Runs the case up to its outputs. Raises Refused."""
        ranks = int(self.case["ranks"])
        number = SIGNALS.get(self.case["interrupted"])
        if number is None:
            return self.finish(self.start(ranks))
        saves = self.case["steps"] == "fixed"
        outcome = self.start(ranks, strike=number, resume=False if saves or number == signal.SIGKILL else None)
        if outcome.status == 0 and number == signal.SIGTERM:
            return self.finish(outcome)  # it ended before its ranks asked each other
        assert outcome.status, f"was not interrupted: {outcome}"
        if outcome.status == 1 and "KeyboardInterrupt" not in outcome.err:  # by an error, and by no signal
            raise Refused(outcome, "interrupted run")
        self.look_at_pieces(number, outcome)
        if not saves:
            return self.finish(self.start(ranks))
        assert (self.path / "saved").exists(), outcome
        others = ranks if self.case["gids"] != "all" else OTHER_RANKS[ranks]
        return self.finish(self.start(others, resume=True))

    def look_at_pieces(self, number, outcome):
        """The raster of an interrupted run is a beginning of the whole one."""
        name = "raster.h5" if self.case["raster"] == "on" else "pc.h5" if self.case["pc.raster"] == "on" else None
        if name is None:
            return
        if number != signal.SIGTERM or not (self.path / name).exists():
            self.tool("raster", "recover", name, "--out", "pieces.h5")
            name = "pieces.h5"
        self.pieces = spikes_of(self.path / name)

    pieces = None

    def finish(self, outcome):
        if outcome.status:
            raise Refused(outcome, "run")
        self.printed = sorted(line for line in outcome.out.splitlines() if line.startswith("spike "))
        self.outcome = outcome
        return self

    @property
    def raster(self):
        return "raster.h5" if self.case["raster"] == "on" else "pc.h5"

    def files(self):
        """What the run has written, in a form that may be compared."""
        case, found = self.case, {}
        for name in ("raster.h5", "pc.h5"):
            if (self.path / name).exists():
                found["spikes of " + name] = spikes_of(self.path / name)
        if case["report"] == "on":
            with h5py.File(self.path / "v.h5") as file:
                (population,) = file["report"].values()
                mapping = {key: part[()].tolist() for key, part in population["mapping"].items()}
                found["report"] = (mapping, population["data"][()].tolist())
        if case["trace"] == "on":
            found["trace"] = (self.path / "traces.csv").read_text()
        if case["connections"] == "on":
            with h5py.File(self.path / "edges.h5") as file:
                (edges,) = file["edges"].values()
                columns = [edges[name][()] for name in ("source_node_id", "target_node_id", "0/delay", "0/syn_weight")]
                found["connections"] = sorted(zip(*(column.tolist() for column in columns), strict=True))
        if case["figures"] == "on":
            found["figures"] = {path.name: path.read_text() for path in (self.path / "figures").iterdir()}
        if case["summary"] == "on":
            summary = json.loads((self.path / "summary.json").read_text())
            assert summary["status"] == 0
            if case["intervals"] == "on":
                assert summary["intervals"]["per_rank"]
        return found


def spikes_of(path):
    with h5py.File(path) as file:
        if "spikes" not in file or not len(file["spikes"]):
            return []
        (population,) = file["spikes"].values()
        return sorted(zip(population["timestamps"][()].tolist(), population["node_ids"][()].tolist(), strict=True))


def compare_outputs(folder, baseline):
    """Compares what the run has printed and written."""
    assert folder.printed == baseline.printed
    found = folder.files()
    for name, value in found.items():
        expected = baseline.found["spikes of raster.h5" if name.startswith("spikes") else name]
        if name == "trace" and folder.case["made"] == "synapses":
            compare_rounded(value, expected)
        else:
            assert value == expected, name
    if folder.pieces is not None:
        whole = baseline.found["spikes of raster.h5"]
        assert folder.pieces == whole[: len(folder.pieces)]
        if folder.case["steps"] == "fixed":  # a checkpoint brings the logs to the disk
            assert len(folder.pieces) >= sum(t < EARLY for t, gid in whole)


def compare_rounded(trace, expected):
    """Each of two rules makes a synapse where the baseline has one, so the sum of two currents takes the place of one current."""
    rows, expected_rows = trace.splitlines(), expected.splitlines()
    assert rows[0] == expected_rows[0] and len(rows) == len(expected_rows)
    for row, expected_row in zip(rows[1:], expected_rows[1:], strict=True):
        # Rounding of some 1e-16 of 100 mV, which a spike amplifies; an event of the ring changes v by more than 0.1 mV.
        assert [*map(float, row.split(","))] == pytest.approx([*map(float, expected_row.split(","))], abs=1e-9)


class Baselines:
    """The same networks made singly by a hoc script, on one rank and thread, by allgather, not interrupted."""

    def __init__(self, ranvier, path):
        self.ranvier, self.path, self.made = ranvier, path, {}

    def of(self, case):
        same = {factor: case[factor] for factor in ("cells", "gids", "steps", "math")}
        same["gap junctions"] = "none" if case["gap junctions"] == "none" else "singly"
        # As in NEURON, variable steps may find a crossing of the threshold at the time of a sample.
        report = "on" if same["steps"] == "fixed" else case["report"]
        name = " ".join([*same.values(), report])
        if name not in self.made:
            outputs = dict.fromkeys(("raster", "connections", "figures"), "on") | {"report": report}
            trace = {"trace": "off" if same["steps"] == "local" else "on"}
            (self.path / name).mkdir()
            folder = Folder(self.ranvier, {**USUAL, **same, **outputs, **trace}, self.path / name).execute()
            folder.found = folder.files()
            self.made[name] = folder
        return self.made[name]
