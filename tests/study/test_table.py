"""The table: columns, reductions over ranks, units; conditions and pairs of rows."""

import csv
import json

import pytest
from ranvier_study import pairing, table
from ranvier_study.errors import StudyError


def pairs_of(rows, baseline):
    return {one.key: list(one.pairs.values()) for one in pairing.paired(rows, baseline)}


def summary(**more):
    return {
        "format": "ranvier summary",
        "version": 1,
        "status": 0,
        "program": {"version": "1", "libraries": {"mpi": "MPICH"}},
        "host": {"name": "n", "caches": {"L2": 1024}, "governor": None},
        "configuration": {"ranks": 2, "set": {"ncell": "8"}, "begin_ms": 50.0, "end_ms": 250.0},
        "files": [],
        "setup": {"per_rank": [{"read": 1.0, "create": 2.0}, {"read": 2.0, "create": 3.0}]},
        "phases": {"per_rank": [{"wall": 4.0, "update": 3.0, "wait": 0.5}, {"wall": 6.0, "update": 5.0, "wait": 0.5}]},
        "counts": {"cells": 8},
        "exchange": {"per_rank": [{"bytes_sent": 10}, {"bytes_sent": 30}]},
        "memory": {"peak_bytes_per_rank": [5, 7], "by_part": {"cells": 3}},
        "raster": {"absent": "nothing was recorded"},
        **more,
    }


def test_ranks_are_reduced():
    found = table.flattened(summary())
    assert found["phases.update.mean"] == 4 and found["phases.update.max"] == 5 and found["phases.update.min"] == 3
    assert found["phases.unmeasured.mean"] == 0.5
    assert found["exchange.bytes_sent.sum"] == 40 and found["memory.peak_bytes.max"] == 7
    assert found["setup.create.max"] == 3 and found["host.caches.L2"] == 1024
    assert found["configuration.set.ncell"] == "8" and found["program.libraries.mpi"] == "MPICH"
    assert not any(name.startswith("raster") or name == "host.governor" for name in found)


def test_times_are_those_of_the_slowest_rank(folder):
    folder.execute()
    study = folder.results / "exchanges"
    run = folder.started()[0]
    (folder.runs() / run / "summary.json").write_text(json.dumps(summary()))
    row = next(row for row in table.rows(study) if row["run"] == run)
    assert (row["time.run"], row["time.setup"]) == (6.0, 5.0)
    assert row["time.per_model_second"] == pytest.approx(6.0 / 0.2)


def test_failed_and_missing_runs_are_rows(folder, monkeypatch):
    monkeypatch.setenv("FAKE_TROUBLE", "fails")
    monkeypatch.setenv("FAKE_UNLUCKY", "alltoall")
    folder.change("repeat: 2", "repeat: 1\nlimits: {attempts: 1}")
    folder.execute()
    study = folder.results / "exchanges"
    (folder.runs() / sorted(folder.done())[0] / "summary.json").unlink()
    assert sorted(row["state"] for row in table.rows(study)) == ["done", "failed", "failed", "missing"]
    assert [row["order"] for row in table.rows(study)] == [0, 1, 2, 3]


def test_parquet_has_all_rows_and_units_and_can_be_deleted(folder):
    folder.change("repeat: 2", "repeat: 1")
    folder.execute()
    study = folder.results / "exchanges"
    frame = table.frame(study)
    pyarrow = pytest.importorskip("pyarrow.parquet")
    read = pyarrow.read_table(study / "table.parquet").to_pandas()
    assert list(read.columns) == list(frame.columns) and len(read) == 4
    assert list(read["time.run"]) == list(frame["time.run"])
    units = table.units(study)
    assert units["time.run"] == units["phases.wait.max"] == "s" and units["exchange.bytes_sent.sum"] == "B"
    assert units["memory.peak_bytes.sum"] == "B" and units["configuration.end_ms"] == "ms" and units["run"] == ""
    (study / "table.parquet").unlink()
    table.write(study)
    assert pyarrow.read_table(study / "table.parquet").to_pandas().equals(read)


def test_csv_keeps_all_digits(folder, tmp_path):
    folder.change("repeat: 2", "repeat: 1")
    folder.execute()
    study = folder.results / "exchanges"
    table.write_csv(study, tmp_path / "t.csv")
    with open(tmp_path / "t.csv") as file:
        read = list(csv.DictReader(file))
    assert [float(row["time.run"]) for row in read] == [row["time.run"] for row in table.rows(study)]


def test_every_column_of_a_run_is_described(folder):
    folder.change("repeat: 2", "repeat: 1")
    folder.execute()
    rows = table.rows(folder.results / "exchanges")
    assert not [name for name in table.columns(rows) if table.described(name) == ("", "")]


ROWS = [
    {"run": f"{e}{r}{k}", "repetition": k, "axis.exchange": e, "axis.ranks": r, "time.run": t * (1 + 0.1 * k)}
    for (e, r), t in {("a", 1): 1.0, ("b", 1): 2.0, ("a", 2): 3.0, ("b", 2): 4.0}.items()
    for k in (1, 2)
]


@pytest.mark.parametrize(
    "conditions, count",
    [
        (["ranks=1"], 4),
        (["axis.ranks=1"], 4),
        (["ranks!=1", "exchange=a"], 2),
        (["time.run<=2.2"], 3),
        (["time.run>4"], 2),
        (["repetition>=2"], 4),
        ([], 8),
    ],
)
def test_conditions_choose_rows(conditions, count):
    assert len(pairing.chosen(ROWS, conditions)) == count


def test_values_of_conditions_may_contain_operators():
    rows = [{"run": "x", "axis.exchange": "isend:phases=2,subintervals=2"}, {"run": "y", "axis.exchange": "isend"}]
    assert pairing.chosen(rows, ["exchange=isend:phases=2,subintervals=2"]) == rows[:1]


@pytest.mark.parametrize(
    "condition, said",
    [
        ("rnaks=1", "there is no column rnaks; did you mean"),
        ("ranks=3", "no run has axis.ranks = 3; there are: 1, 2"),
        ("ranks", "ranks is not a condition; write name=value"),
    ],
)
def test_wrong_conditions_say_what_there_is(condition, said):
    with pytest.raises(StudyError, match=said):
        pairing.chosen(ROWS, [condition])


def test_runs_are_paired_by_configuration_and_repetition():
    a, b = (pairing.chosen(ROWS, [f"exchange={e}"]) for e in "ab")
    found = pairing.pairs(a, list(reversed(b)), ["axis.ranks"], "time.run")
    assert {key[0][1]: sorted(values) for key, values in found.items()} == {
        1: [(1.1, 2.2), (1.2, 2.4)],
        2: [(pytest.approx(3.3), 4.4), (pytest.approx(3.6), pytest.approx(4.8))],
    }
    with pytest.raises(StudyError, match="two runs stand for"):
        pairing.pairs(ROWS, b, ["axis.ranks"], "time.run")


def test_the_baseline_is_that_with_the_same_open_axes(folder):
    folder.execute()
    found = pairs_of(table.rows(folder.results / "exchanges"), ["exchange"])
    assert sorted(pairing.spoken(key) for key in found) == ["exchange=alltoall, ranks=1", "exchange=alltoall, ranks=2"]
    rows = {
        (r["axis.exchange"], r["axis.ranks"], r["repetition"]): r["time.run"]
        for r in table.rows(folder.results / "exchanges")
    }
    for key, values in found.items():
        ranks = dict(key)["axis.ranks"]
        assert sorted(values) == sorted((rows["allgather", ranks, k], rows["alltoall", ranks, k]) for k in (1, 2))


def test_the_baseline_leaves_open_no_axis_that_follows_one_of_its_own(folder):
    """Weak scaling: the network of the baseline is that of one rank."""
    folder.change("  ranks: [1, 2]", "  together: [{ranks: 1, model.set.ncell: 8}, {ranks: 2, model.set.ncell: 16}]")
    folder.change("baseline: {exchange: allgather}", "baseline: {ranks: 1}")
    folder.execute()
    rows = table.rows(folder.results / "exchanges")
    found = pairs_of(rows, ["ranks"])
    assert sorted(pairing.spoken(key) for key in found) == [
        "exchange=allgather, ranks=2, model.set.ncell=16",
        "exchange=alltoall, ranks=2, model.set.ncell=16",
    ]
    assert all(len(values) == 2 for values in found.values())
    assert pairing.is_given(rows, "axis.model.set.ncell", ["axis.ranks"])
    assert not pairing.is_given(rows, "axis.exchange", ["axis.ranks"])
