"""make clients: what its observer keeps, what its comparison finds, and the table that it writes."""

import copy
import json
import subprocess
import sys

import pytest
from clients import catalog, compare, observe, table
from conftest import ROOT
from oracle.scripts import load_script

REPORT = {
    "spikes": {"0": [1.5, 20.025], "1": []},
    "traces": {"soma of 0": [-65.0, -64.5, 20.0]},
    "values": {"scores": {"step1": 2.0, "step2": None}},
    "variable_step": {"step1": [[0.0, 1.0, 2.0, 3.0], [-65.0, -10.0, 10.0, -65.0]]},
}


def changed(**parts):
    report = copy.deepcopy(REPORT)
    for part, found in parts.items():
        report[part] |= found
    return report


def test_equal_reports_match():
    result = compare.compare(REPORT, copy.deepcopy(REPORT))
    assert (result.why, result.spikes, result.traces, result.values) == ("", 3, 1, 1)
    assert (result.largest, result.shift) == (0, 0)


@pytest.mark.parametrize(
    "parts, why",
    [
        ({"spikes": {"0": [1.5, 20.050]}}, "spikes of 0: 2, NEURON 2; 20.025 becomes 20.05 ms"),
        (
            {"spikes": {"0": [1.5, 20.025000000000002]}},
            "spikes of 0: 2, NEURON 2; 20.025 becomes 20.025000000000002 ms",
        ),
        ({"spikes": {"1": [30.0]}}, "spikes of 1: 1, NEURON 0; inf becomes 30.0 ms"),
        ({"spikes": {"2": []}}, "spikes: 2 only with Ranvier"),
        ({"traces": {"soma of 0": [-65.0, -64.5, 20.000001]}}, "traces: soma of 0 is off by 5e-08; 20 becomes 20"),
        ({"traces": {"soma of 0": [-65.0, -64.5]}}, "traces: soma of 0 has another form"),
        ({"traces": {"soma of 0": [-65.0, -64.5, float("nan")]}}, "traces: soma of 0 is off by inf"),
        ({"values": {"scores": {"step1": 3.0, "step2": None}}}, "values: scores is off by 0.33; 2 becomes 3"),
        ({"values": {"scores": {"step1": 2.0, "step2": 0.0}}}, "values: scores has another form"),
        ({"values": {"scores": {"step1": 2.0, "step3": None}}}, "values: scores has another form"),
        ({"variable_step": {"step1": [[0.0, 1.0], [-65.0, -10.0]]}}, "spikes of step1: 0, NEURON 1"),
    ],
)
def test_a_difference_is_found(parts, why):
    assert compare.compare(REPORT, changed(**parts)).why.startswith(why)


def test_differences_below_the_tolerance_match():
    result = compare.compare(REPORT, changed(traces={"soma of 0": [-65.0, -64.5, 20.0 + 1e-9]}))
    assert result.why == ""
    assert result.largest == pytest.approx(1e-9 / 20, rel=1e-6)


def test_infinite_numbers_are_equal_only_to_themselves():
    theirs = changed(traces={"soma of 0": [float("inf"), float("nan")]})
    assert compare.compare(theirs, copy.deepcopy(theirs)).why == ""
    for other in (1.0, float("-inf")):
        ours = changed(traces={"soma of 0": [other, float("nan")]})
        assert "is off by inf" in compare.compare(theirs, ours).why


def test_times_of_variable_steps_are_reported():
    later = {"step1": [[0.0, 1.0, 2.0, 2.5], [-65.0, -15.0, 5.0, -65.0]]}
    result = compare.compare(REPORT, changed(variable_step=later))
    assert result.why == ""
    assert result.shift == pytest.approx(0.25)


def test_reports_without_numbers_do_not_match():
    empty = {part: {} for part in observe.PARTS}
    assert compare.compare(empty, empty).why == "nothing to compare"


def test_ranks_are_merged_by_name():
    nothing = {part: {} for part in observe.PARTS}
    both = compare.merge(
        [nothing | {"spikes": {"0": [1.0]}, "traces": {"t": [0.0]}}, nothing | {"spikes": {"1": [2.0]}}]
    )
    assert both["spikes"] == {"0": [1.0], "1": [2.0]}
    with pytest.raises(compare.Conflict, match="spikes of 0 differ between ranks"):
        compare.merge([nothing | {"spikes": {"0": [1.0]}}, nothing | {"spikes": {"0": [2.0]}}])


MODULE = """
class ParallelContext:
    def nhost(self):
        return 1.0


class h:
    ParallelContext = ParallelContext

    @staticmethod
    def quit():
        raise SystemExit(0)
"""


def observed(folder, program, **expressions):
    """The report on a program, with a module that only knows quit() and the number of ranks."""
    (folder / "neuron.py").write_text(MODULE)
    task = dict.fromkeys([*observe.PARTS, "then"], "") | {"program": program, "folder": str(folder)} | expressions
    (folder / "task").write_text(json.dumps(task))
    done = subprocess.run(
        [sys.executable, ROOT / "tests/clients/observe.py", folder / "task"], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "0.json").read_text())


def test_a_script_is_observed_before_it_quits(tmp_path):
    (tmp_path / "one.py").write_text(
        "import sys\nfrom neuron import h\ndef end():\n    h.quit()\n"
        "times, gids = [3, 1, 2], [0, 1, 0]\nend()\ntimes = sys.argv[1:]\n"
    )
    report = observed(tmp_path, "one.py -n 4", spikes="by_gid(times, gids)", values="{'arguments': sys.argv}")
    assert report["spikes"] == {"0": [2.0, 3.0], "1": [1.0]}
    assert report["values"] == {"arguments": ["one.py", "-n", "4"]}
    assert report["ranks"] == 1 and report["missing"] == {}


def notebook(*cells):
    kinds = [{"cell_type": "code", "source": [cell]} for cell in cells]
    return json.dumps({"cells": [{"cell_type": "markdown", "source": ["v ="]}, *kinds]})


def test_cells_of_a_notebook_are_observed_one_by_one(tmp_path):
    cells = ["from neuron import h\n%matplotlib inline\n!pip install x", "v = [1.0]", "w = 3", "v = [2.0]"]
    (tmp_path / "one.ipynb").write_text(notebook(*cells))
    report = observed(tmp_path, "one.ipynb", traces="{'v': v}", values="{'none': missing}")
    assert report["traces"] == {"cell 1: v": [1.0], "cell 3: v": [2.0]}
    assert report["missing"] == {"values": "NameError: name 'missing' is not defined"}


def test_cells_that_write_files_are_recognized(tmp_path):
    (tmp_path / "one.ipynb").write_text(notebook("%%writefile ring.py\nx = 1\n", "x = 2"))
    found = [observe.written_file(cell) for cell in observe.code_cells(tmp_path / "one.ipynb")]
    assert found == [("ring.py", "x = 1\n"), None]


ROW = {
    "name": "ringtest",
    "ranks": 2,
    "why": "",
    "spikes": 32,
    "traces": 6,
    "values": 0,
    "largest": 2e-12,
    "shift": None,
    "neuron_compile": 2.04,
    "ranvier_compile": 0.5,
    "neuron_cpu": 3.96,
    "ranvier_cpu": 2.5,
    "date": "2026-11-25",
    "load": 2.2,
}


def test_the_table_replaces_what_is_between_its_marks():
    page = f"before\n{table.FIRST}\nold\n{table.LAST}\nafter\n"
    failed = {"name": "tut2", "ranks": 1, "why": "Ranvier: status 1: no file /tmp/x/y.mod | z", "neuron_cpu": 3.0}
    failed |= {"date": "2026-11-26", "load": 0.6}
    written = table.written(page, [ROW, failed], "a machine")
    assert written.startswith("before\n") and written.endswith("\nafter\n") and "old" not in written
    assert "1 of 2 match." in written
    assert "on a machine,\n2026-11-25 to 2026-11-26, at load averages of 1 to 2; on 2 ranks" in written
    lines = written.splitlines()
    assert "| ringtest | 2 | matches | 32 spikes, 6 traces | 2e-12 | 2.0 | 0.5 | 4.0 | 2.5 |" in lines
    assert "| tut2 | 1 | differs: Ranvier: status 1: no file y.mod / z |  |  |  |  | 3.0 |  |" in lines


def test_the_table_says_how_far_spikes_of_variable_steps_moved():
    assert "| variable step: a spike by 0.013 ms |" in table.line(ROW | {"shift": 0.0131})


def test_the_page_has_the_marks():
    page = (ROOT / "docs/compat.md").read_text()
    assert page.count(table.FIRST) == 1 and page.count(table.LAST) == 1


def test_a_missing_clone_is_named_in_one_line(tmp_path):
    done = subprocess.run(
        [sys.executable, ROOT / "scripts/clients", "--folder", tmp_path, "--only", "ringtest"],
        capture_output=True,
        text=True,
    )
    commit = catalog.RINGTEST.commit[:12]
    assert done.returncode == 1
    assert done.stderr == (
        f"clients: {tmp_path}/ringtest is not a clone of https://github.com/neuronsimulator/ringtest with commit {commit}; "
        "clone or fetch it\n"
    )


def test_cpu_time_counts_children(tmp_path):
    child = "x = sum(range(6_000_000))"
    program = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    driver = load_script("clients")
    status, alone = driver.timed([sys.executable, "-c", "pass"], tmp_path, tmp_path / "log", None)
    assert status == 0
    assert driver.timed([sys.executable, "-c", program], tmp_path, tmp_path / "log", None)[1] > alone + 0.02
    assert driver.timed([sys.executable, "-c", "raise SystemExit(3)"], tmp_path, tmp_path / "log", None)[0] == 3


def test_every_client_says_what_to_compare():
    assert len({client.name for client in catalog.CLIENTS}) == len(catalog.CLIENTS)
    for client in catalog.CLIENTS:
        assert bool(client.program) != bool(client.tests), client.name
        assert client.tests or any(getattr(client, part) for part in observe.PARTS), client.name
