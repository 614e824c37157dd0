"""The plan: products of axes, order, groups, names."""

import collections

import pytest
from ranvier_study import configuration, plan, slurm

CHOICES = [("allgather", 1), ("allgather", 2), ("alltoall", 1), ("alltoall", 2)]


def axes(runs, *names):
    return [tuple(run.axes[name] for name in names) for run in runs]


def test_the_last_axis_varies_fastest(folder):
    _, made, _ = folder.plan()
    assert axes(made.by_product(), "exchange", "ranks") == CHOICES * 2
    assert [run.repetition for run in made.by_product()] == [1] * 4 + [2] * 4
    assert made.axes == ["exchange", "ranks"] and len(made.configurations()) == 4


def test_together_varies_several_at_once(folder):
    folder.change(
        "  ranks: [1, 2]",
        "  together: [{ranks: 1, model.set.ncell: 8}, {ranks: 2, model.set.ncell: 16}]\n  threads: [1, 3]",
    )
    _, made, _ = folder.plan()
    assert made.axes == ["exchange", "ranks", "model.set.ncell", "threads"]
    found = axes(made.by_product()[:4], "exchange", "ranks", "model.set.ncell", "threads")
    assert found == [("allgather", 1, 8, 1), ("allgather", 1, 8, 3), ("allgather", 2, 16, 1), ("allgather", 2, 16, 3)]
    run = made.by_product()[2].configuration
    assert (run.ranks, run.set, run.threads) == (2, {"ncell": 16, "ncon": 10}, 1)


def test_repetitions_come_one_after_the_other_each_in_another_order(folder):
    folder.change("repeat: 2", "repeat: 8")
    _, made, _ = folder.plan()
    assert [run.repetition for run in made.runs] == [k for k in range(1, 9) for _ in range(4)]
    assert [run.order for run in made.runs] == list(range(32))
    orders = {tuple(axes(made.runs[4 * k : 4 * k + 4], "exchange", "ranks")) for k in range(8)}
    assert len(orders) > 3 and all(sorted(order) == CHOICES for order in orders)


def test_the_order_follows_the_seed(folder):
    folder.change("repeat: 2", "repeat: 8\nseed: 1")
    first = [run.name for run in folder.plan()[1].runs]
    assert [run.name for run in folder.plan()[1].runs] == first
    folder.change("seed: 1", "seed: 2")
    other = [run.name for run in folder.plan()[1].runs]
    assert other != first and sorted(other) == sorted(first)


def test_more_repetitions_keep_the_names_and_order_of_the_first(folder):
    first = [run.name for run in folder.plan()[1].runs]
    folder.change("repeat: 2", "repeat: 3")
    assert [run.name for run in folder.plan()[1].runs][:8] == first


def names(folder, host=None):
    return [run.name for run in folder.plan(host)[1].by_product()]


def test_names_are_unique(folder):
    assert len(set(names(folder))) == 8


@pytest.mark.parametrize("file", ["net.hoc", "cell.hoc", "new.mod", "new.ses", "new.py"])
def test_names_depend_on_the_files_of_the_model(folder, file):
    before = names(folder)
    path = folder.path / "net" / file
    path.write_text((path.read_text() if path.exists() else "") + "\n")
    assert not set(names(folder)) & set(before)


def test_names_do_not_depend_on_other_files_and_places(folder, tmp_path):
    before = names(folder)
    (folder.path / "net" / "notes.txt").write_text("x")
    (folder.path / "net" / "other").mkdir()
    (folder.path / "net" / "other" / "x.py").write_text("x")
    assert names(folder) == before
    import shutil

    other = tmp_path / "elsewhere"
    shutil.copytree(folder.path / "net", other / "net")
    folder.file = shutil.copy(folder.file, other / "study.yml")
    assert names(folder) == before


def test_names_depend_on_host_program_and_values(folder, monkeypatch, tmp_path):
    before = names(folder)
    assert not set(names(folder, "there")) & set(before)
    study, made, found = folder.plan()
    other = plan.make(study, slurm.here(), {"": "another build"})
    assert not {run.name for run in other.runs} & set(before)
    folder.change("tstop: 100", "tstop: 101")
    assert not set(names(folder)) & set(before)


def groups(folder, *by):
    """Values of axes in each group."""
    found = collections.defaultdict(set)
    for run in folder.plan()[1].runs:
        found[run.group].add(tuple(run.axes[name] for name in by))
    return sorted(map(sorted, found.values()))


def test_exchanges_ranks_and_threads_share_a_group(folder):
    folder.change("  ranks: [1, 2]", "  ranks: [1, 2]\n  threads: [1, 2]")
    assert len(groups(folder, "exchange", "ranks", "threads")) == 1


def test_parameters_and_math_have_groups_of_their_own(folder):
    folder.change("  ranks: [1, 2]", "  ranks: [1, 2]\n  model.set.ncon: [10, 20]")
    assert groups(folder, "model.set.ncon") == [[(10,)], [(20,)]]
    folder.change("model.set.ncon: [10, 20]", "math: [vector, libm]")
    assert groups(folder, "math", "ranks") == [[("libm", 1)], [("libm", 2)], [("vector", 1), ("vector", 2)]]


def test_in_libm_one_rank_with_one_thread_is_a_group_alone(folder):
    folder.change("  ranks: [1, 2]", "  ranks: [1, 2]\n  threads: [1, 2]").write_text(
        folder.file.read_text() + "math: libm\n"
    )
    assert groups(folder, "ranks", "threads") == [[(1, 1)], [(1, 2), (2, 1), (2, 2)]]


def test_neutral_names_and_options_do_not_part_groups(folder):
    folder.change("  tstop: 100", "  tstop: 100\n  neutral: [ncon]")
    folder.change(
        "  ranks: [1, 2]",
        "  model.set.ncon: [10, 20]\n  options.isa: [baseline, avx2]\n  options.tables: [kept, exact]",
    )
    folder.change("repeat: 2", "options: {isa: avx2, tables: kept}")
    assert [[row[0] for row in group] for group in groups(folder, "options.tables")] == [["exact"], ["kept"]]


def test_the_baseline_leaves_other_axes_open(folder):
    _, made, _ = folder.plan()
    assert axes([run for run in made.by_product()[:4] if run.is_baseline], "exchange", "ranks") == CHOICES[:2]


def test_peers_run_what_differs_for_them(folder, monkeypatch):
    (folder.path / "peer.py").write_text("")
    folder.change("  tstop: 100", "  tstop: 100\n  peers: {neuron: peer.py}")
    folder.write(folder.file.read_text().split("launcher")[0] + "peers: [neuron]\n")
    made = plan.make(configuration.load(folder.file), "here", {"": "b", "neuron": "9"})
    assert made.axes == ["simulator", "exchange", "ranks"]
    found = axes(made.by_product()[:6], "simulator", "exchange", "ranks")
    assert found == [("ranvier", *choice) for choice in CHOICES] + [("neuron", None, 1), ("neuron", None, 2)]
    peer = made.by_product()[5]
    assert peer.configuration.script == "peer.py" and peer.configuration.math is None
    (folder.path / "net" / "cell.hoc").write_text("// another cell, which the peer reads, too\n")
    again = plan.make(configuration.load(folder.file), "here", {"": "b", "neuron": "9"})
    assert not {run.name for run in again.runs} & {run.name for run in made.runs}
    assert peer.group not in {run.group for run in made.by_product()[:4]} and not peer.is_baseline


def test_a_plan_survives_its_file(folder):
    import json

    _, made, _ = folder.plan()
    read = slurm.plan_of(json.loads(json.dumps(made.as_json())))
    assert read.runs == made.runs and read.axes == made.axes
