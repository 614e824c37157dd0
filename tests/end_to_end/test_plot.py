"""Figures of rasters and of intervals: their contents, as matplotlib's objects."""

import importlib
import sys

import h5py
import numpy as np
import pytest


def script(root, name):
    """A plotting script as a module."""
    folder = str(root / "hoc_like" / "program" / "plot")
    if folder not in sys.path:
        sys.path.append(folder)
    return importlib.import_module(name)


@pytest.fixture(scope="module")
def plot(root):
    return script(root, "plot_raster")


@pytest.fixture
def text_raster(tmp_path):
    times = np.arange(1, 100, 0.5)
    path = tmp_path / "spikes.txt"
    path.write_text("".join(f"{t!r}\t{i % 16}\n" for i, t in enumerate(times.tolist())))
    return path


def test_axes_have_units_and_populations_a_legend(plot, text_raster):
    groups = [plot.parse_group("kicked=0::8"), plot.parse_group("others=:")]
    figure = plot.draw(plot.Regrouped(plot.Raster(text_raster), groups), 100, "ring")
    raster, rates = figure.axes
    assert rates.get_xlabel() == "Time (ms)" and "spikes/s" in rates.get_ylabel() and "gid" in raster.get_ylabel()
    assert raster.get_title(loc="left") == "ring"
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert [label.split()[0] for label in labels] == ["kicked", "others"] and "198 spikes" in raster.texts[0].get_text()
    assert sum(len(line.get_xdata()) for line in raster.lines) == 198


def test_nothing_overlaps(plot, text_raster):
    figure = plot.draw(plot.Raster(text_raster), 100, "ring")
    figure.canvas.draw()
    raster, rates = figure.axes
    boxes = [
        raster.title,
        raster._left_title,
        raster.texts[0],
        rates.xaxis.label,
        raster.yaxis.label,
        rates.yaxis.label,
        figure.legends[0],
    ]
    boxes = [item.get_window_extent() for item in boxes if not hasattr(item, "get_text") or item.get_text()]
    page = figure.bbox
    for i, box in enumerate(boxes):
        assert page.x0 <= box.x0 and box.x1 <= page.x1 and page.y0 <= box.y0 and box.y1 <= page.y1
        assert not any(box.overlaps(other) for other in boxes[i + 1 :])


@pytest.mark.parametrize("cells", [16, 50, 80])
def test_marks_of_neighboring_cells_are_apart(plot, cells):
    figure = plot.draw([("cells", np.repeat(10.0, cells), np.arange(cells))], 100, "all at once")
    figure.canvas.draw()
    raster = figure.axes[0]
    (low, high), pixels = raster.get_ylim(), raster.bbox.height
    row = pixels / (high - low) / figure.dpi * 72
    assert 1 < raster.lines[0].get_markersize() < 0.95 * row


def test_first_and_last_spike_are_whole(plot):
    figure = plot.draw([("cells", np.array([0.0, 100.0]), np.array([0, 1]))], 100, "ends")
    assert not any(line.get_clip_on() for line in figure.axes[0].lines)


@pytest.mark.parametrize("ending", ["svg", "pdf", "png"])
def test_equal_figures_are_equal_files(plot, text_raster, tmp_path, ending):
    """Without a date and names drawn at random; many marks are an image."""
    for name in ("first", "second"):
        assert plot.main([str(text_raster), "-o", str(tmp_path / f"{name}.{ending}")]) == 0
    written = (tmp_path / f"first.{ending}").read_bytes()
    assert written == (tmp_path / f"second.{ending}").read_bytes() and b"dc:date" not in written
    assert b"CreationDate" not in written


@pytest.mark.parametrize("spikes, is_image", [(300, False), (3000, True)])
def test_many_marks_of_a_drawing_are_an_image(plot, tmp_path, spikes, is_image):
    path = tmp_path / "spikes.txt"
    path.write_text("".join(f"{k / 100!r}\t{k % 7}\n" for k in range(spikes)))
    plot.main([str(path), "-o", str(tmp_path / "drawing.svg")])
    assert ("<image" in (tmp_path / "drawing.svg").read_text()) == is_image


def test_rates_are_spikes_per_cell_and_second(plot):
    figure = plot.draw([("cells", np.arange(0.5, 1000, 10.0), np.zeros(100, int))], 1000, "one cell at 100 Hz")
    values = figure.axes[1].patches[0].get_data().values
    assert np.allclose(values, 100)


def test_a_raster_without_spikes_is_drawn(plot, tmp_path):
    (tmp_path / "none.txt").write_text("")
    assert plot.main([str(tmp_path / "none.txt"), "-o", str(tmp_path / "none.png")]) == 0


def test_the_layout_before_populations_is_read(plot, tmp_path):
    with h5py.File(tmp_path / "old.h5", "w") as file:
        file["spikes/timestamps"] = [2.5, 0.5]
        file["spikes/gids"] = [4, 9]
    ((name, times, gids),) = plot.Raster(tmp_path / "old.h5")
    assert (name, times.tolist(), gids.tolist()) == ("cells", [2.5, 0.5], [4, 9])


def test_an_unreadable_file_is_said(plot, tmp_path, capsys):
    assert plot.main([str(tmp_path / "nowhere.h5"), "-o", str(tmp_path / "x.png")]) == 1
    assert "nowhere.h5" in capsys.readouterr().err


def test_a_lack_of_memory_is_said_in_one_line(root, plot, tmp_path, monkeypatch, capsys, half_silent):
    def main(words):
        raise MemoryError

    monkeypatch.setattr(plot, "main", main)
    assert script(root, "plot_main").main(["auto", str(half_silent), "-o", str(tmp_path / "x.png")]) == 1
    assert (
        capsys.readouterr().err == f"ranvier plot: {half_silent} needs more memory than there is; choose a part of it\n"
    )


def test_program_draws_what_it_recorded(ranvier, root, tmp_path):
    ranvier.check(
        "--raster",
        "raster.h5",
        "-c",
        "ncell = 8",
        "-c",
        "tstop = 40",
        root / "models" / "ring" / "ring.hoc",
        cwd=tmp_path,
        ranks=2,
    )
    ranvier.check("plot", "raster.h5", "-o", "raster.png", cwd=tmp_path)
    assert (tmp_path / "raster.png").read_bytes().startswith(b"\x89PNG")


def write_raster(path, times, cells_fired, **attributes):
    with h5py.File(path, "w") as file:
        group = file.create_group("spikes/All")
        group["timestamps"], group["node_ids"] = np.array(times, float), np.array(cells_fired, np.uint64)
        group.attrs.update(attributes)
    return path


@pytest.fixture
def half_silent(tmp_path):
    """Of 10 cells, 0 to 4 fire once each within a run of 50 ms."""
    return write_raster(
        tmp_path / "half.h5",
        [10, 20, 30, 40, 49],
        range(5),
        tstop="50",
        cells="10",
        gids="0:10",
        populations="E=0:8,I=8:10",
    )


def drawn(plot, monkeypatch, *words):
    """The figure of main()."""
    figures = []
    draw = plot.draw
    monkeypatch.setattr(plot, "draw", lambda *args: figures.append(draw(*args)) or figures[-1])
    assert plot.main([str(word) for word in words]) == 0
    return figures[0]


def legend_of(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def test_rates_are_those_of_all_cells_until_the_end_of_the_run(plot, monkeypatch, half_silent, tmp_path):
    figure = drawn(plot, monkeypatch, half_silent, "-o", tmp_path / "x.png")
    raster, rates = figure.axes
    assert legend_of(figure) == ["E (8 cells, 5 spikes)", "I (2 cells, 0 spikes)"]
    assert raster.texts[0].get_text().startswith("5 spikes of 10 cells in 50 ms, 10 spikes/s per cell;")
    assert rates.get_xlim() == (0, 50)
    values, edges, _ = rates.patches[0].get_data()
    assert edges[-1] == 50 and np.isclose((values * np.diff(edges)).sum() / 1000 * 8, 5)


def test_without_knowledge_the_figure_says_that_cells_fired(plot, monkeypatch, tmp_path):
    path = write_raster(tmp_path / "foreign.h5", [10, 20, 30, 40], [0, 1, 2, 0])
    figure = drawn(plot, monkeypatch, path, "-o", tmp_path / "x.png")
    assert legend_of(figure) == ["All (3 cells fired, 4 spikes)"]
    assert "per cell that fired" in figure.axes[0].texts[0].get_text() and figure.axes[1].get_xlim() == (0, 40)


def test_a_part_of_a_run_is_drawn(plot, monkeypatch, half_silent, tmp_path):
    words = [half_silent, "-o", tmp_path / "x.png"]
    figure = drawn(plot, monkeypatch, *words, "--start", 15, "--tstop", 35)
    assert figure.axes[1].get_xlim() == (15, 35)
    assert figure.axes[0].texts[0].get_text().startswith("2 spikes of 10 cells from 15 to 35 ms, 10 spikes/s per cell;")
    assert legend_of(drawn(plot, monkeypatch, *words, "--population", "I")) == ["I (2 cells, 0 spikes)"]
    assert legend_of(drawn(plot, monkeypatch, *words, "--gids", "0,3-5")) == ["E (4 cells, 3 spikes)"]
    assert legend_of(drawn(plot, monkeypatch, *words, "--group", "odd=1::2")) == [
        "odd (5 cells, 2 spikes)",
        "rest (5 cells, 3 spikes)",
    ]


@pytest.mark.parametrize(
    "words, says",
    [
        (["--population", "X"], "no population 'X'; it has E, I"),
        (["--gids", "3-"], "'3-' is not a list of gids like 0-3,7"),
        (["--gids", "5-3"], "ends before it begins"),
        (["--start", "60"], "there is nothing from 60 to 50 ms"),
    ],
)
def test_a_part_that_is_not_there_is_said(plot, half_silent, tmp_path, capsys, words, says):
    assert plot.main([str(half_silent), "-o", str(tmp_path / "x.png"), *words]) == 1
    assert says in capsys.readouterr().err


def test_hdf5_is_recognized_by_its_content(plot, half_silent, tmp_path):
    half_silent.rename(tmp_path / "spikes.dat")
    ((name, times, _),) = plot.Raster(tmp_path / "spikes.dat")
    assert name == "All" and len(times) == 5


@pytest.mark.parametrize("ranks", [1, 3])
def test_a_raster_knows_its_run_and_the_populations_that_a_script_has_named(ranvier, root, tmp_path, ranks):
    settings = [part for word in ("scale = 0.02", "tstop = 50") for part in ("-c", word)]
    model = root / "models/microcircuit/microcircuit.hoc"
    ranvier.check("--quiet", "--raster", "r.h5", *settings, model, cwd=tmp_path, ranks=ranks)
    run = script(root, "raster_file").Raster(tmp_path / "r.h5").run
    names = ["L23E", "L23I", "L4E", "L4I", "L5E", "L5I", "L6E", "L6I"]
    sizes = [int(n * 0.02 + 0.5) for n in (20683, 5834, 21915, 5479, 4850, 1065, 14395, 2948)]
    firsts = np.cumsum([0, *sizes]).tolist()
    assert run.populations == list(zip(names, firsts, firsts[1:]))
    assert (round(run.tstop, 9), run.cells, run.gids) == (50, sum(sizes), (0, sum(sizes)))


def test_eight_populations_have_eight_colors(root):
    colors = script(root, "plot_style").COLORS
    assert len(set(colors)) == len(colors) >= 8


def test_program_draws_a_part_of_what_it_recorded(ranvier, root, tmp_path):
    settings = [
        part for word in ("scale = 0.02", "inputs = 100", "strength = 4", "tstop = 50") for part in ("-c", word)
    ]
    ranvier.check("--raster", "r.h5", *settings, root / "models/balanced/balanced.hoc", cwd=tmp_path)
    words = ("--start", "10", "--tstop", "40", "--population", "inhibitory", "--gids", "100-224", "--title", "a part")
    ranvier.check("plot", "r.h5", *words, "-o", "r.svg", cwd=tmp_path)
    assert "<svg" in (tmp_path / "r.svg").read_text()
    out = ranvier.check("plot", "populations", "r.h5", "--start", "20", "-o", "p.png", cwd=tmp_path).out
    assert [line.split(":")[0] for line in out.splitlines()] == ["excitatory", "inhibitory"]


@pytest.mark.parametrize("name", ["", "a b", "a,b", "a=b", "a:b"])
def test_a_name_that_could_not_be_read_back_is_refused(ranvier, tmp_path, name):
    (tmp_path / "names.hoc").write_text(
        f'objref pc, cells\npc = new ParallelContext()\ncells = pc.cells("IntFire1", 0, 3, "population", "{name}")\n'
    )
    outcome = ranvier.run("names.hoc", cwd=tmp_path)
    assert outcome.status == 1 and "population: '" in outcome.err, outcome


def test_many_spikes_are_drawn_as_density(root, plot, monkeypatch):
    random = np.random.default_rng(1)
    pieces = [
        (name, random.uniform(0, 120, 3000), random.integers(first, first + 1000, 3000))
        for name, first in (("a", 0), ("b", 1000), ("a", 0))
    ]
    single = plot.draw(pieces, 100, "single", 10)
    monkeypatch.setattr(script(root, "spike_counts"), "MOST_MARKS", 1000)
    dense = plot.draw(pieces, 100, "dense", 10)
    assert legend_of(single) == legend_of(dense)
    assert dense.axes[0].texts[0].get_text().replace(" (as density)", "") == single.axes[0].texts[0].get_text()
    for line, image in zip(single.axes[0].lines, dense.axes[0].images):
        left, right, bottom, top = image.get_extent()
        rows, columns, _ = image.get_array().shape
        column = np.minimum((line.get_xdata() - left) / (right - left) * columns, columns - 1).astype(int)
        row = ((line.get_ydata() - bottom) / (top - bottom) * rows).astype(int)
        fields = np.zeros((rows, columns), bool)
        fields[row, column] = True
        assert ((image.get_array()[..., 3] > 0) == fields).all()


@pytest.mark.parametrize("seed", range(10))
def test_populations_are_merged_in_order_of_time(root, tmp_path, monkeypatch, seed):
    raster_file = script(root, "raster_file")
    monkeypatch.setattr(raster_file, "PIECE", 7)
    random = np.random.default_rng(seed)
    every = []
    with h5py.File(tmp_path / "r.h5", "w") as file:
        for name in "abc":
            times = random.integers(0, 30, random.integers(0, 60)).astype(float)
            if seed > 2:  # else the whole raster is sorted in memory
                times.sort()
            gids = random.integers(0, 9, len(times))
            file[f"spikes/{name}/timestamps"], file[f"spikes/{name}/node_ids"] = times, gids
            every += zip(times.tolist(), gids.tolist())
    spikes = raster_file.InOrderOfTime(raster_file.Raster(tmp_path / "r.h5"))
    for _ in range(2):
        found = [(times, gids) for times, gids in spikes]
        times = np.concatenate([times for times, _ in found] or [[]])
        assert (np.diff(times) >= 0).all()
        assert sorted((t, g) for part in found for t, g in zip(part[0].tolist(), part[1].tolist())) == sorted(every)
    assert spikes.last == max((t for t, _ in every), default=None)


def notes(exchange="allgather", ranks=2, n=200):
    """Attributes of a run in which computing takes 2 ms on rank 0, 3 ms on rank 1, and the whole interval 4 ms."""
    columns = {
        "t": np.arange(1, n + 1),
        "deliver": 1e-3,
        "update": 0.75e-3,
        "collocate": 0.25e-3,
        "communicate": 1.5e-3,
        "synchronize": 0.5e-3,
        "compute_mean": 2.5e-3,
        "compute_max": 3e-3,
    }
    attributes = {
        f"interval_{name}": " ".join(f"{value:g}" for value in np.broadcast_to(column, n))
        for name, column in columns.items()
    }
    return {**attributes, "exchange": exchange, "update_s": " ".join("1" * ranks)}


def write_notes(path, attributes):
    with h5py.File(path, "w") as file:
        file.create_group("spikes/cells").attrs.update(attributes)
    return path


@pytest.fixture(scope="module")
def intervals(root):
    return script(root, "plot_intervals")


def test_intervals_are_drawn_as_lines_of_computing_and_all(intervals, tmp_path):
    runs = [
        intervals.read_intervals(write_notes(tmp_path / f"{name}.h5", notes(name)))
        for name in ("allgather", "isend", "two_tier")
    ]
    figure = intervals.draw(runs)
    shown = [axes for axes in figure.axes if axes.get_visible()]
    assert [axes.get_title(loc="left") for axes in shown] == ["allgather", "isend", "two_tier"]
    assert shown[0].get_ylabel() == "Time for an interval (ms)" and "ms" in shown[2].get_xlabel()
    lines = {line.get_label(): line.get_ydata() for line in shown[1].lines}
    expected = {
        "Total, rank 0": 4,
        "Computing, maximum over ranks": 3,
        "Computing, mean over ranks": 2.5,
        "Computing, rank 0": 2,
    }
    assert lines.keys() == expected.keys()
    for label, value in expected.items():
        assert np.allclose(lines[label], value), label
    assert shown[0].texts[0].get_text() == "200 intervals on 2 ranks, 0.8 s; computing 0.5 s, 62%"
    assert [text.get_text() for text in figure.legends[0].get_texts()] == list(expected)


def test_a_long_interval_does_not_hide_the_others(intervals, tmp_path):
    attributes = notes()
    attributes["interval_update"] = "5 " + attributes["interval_update"].partition(" ")[2]
    figure = intervals.draw([intervals.read_intervals(write_notes(tmp_path / "long.h5", attributes))], "one of 5 s")
    axes = figure.axes[0]
    assert 4 < axes.get_ylim()[1] < 20 and axes.get_title(loc="left") == "one of 5 s"
    assert axes.texts[0].get_text().endswith("; 1 longer than the axis")


def test_intervals_of_a_run_are_drawn_by_two_commands(ranvier, root, tmp_path):
    net = root / "models" / "artificial_net" / "artificial_net.hoc"
    small = [part for word in ("ncell = 32", "ncon = 20", "tstop = 50") for part in ("-c", word)]
    ranvier.check("--quiet", "--intervals", "--summary", "net.json", *small, net, cwd=tmp_path, ranks=3)
    ranvier.check("plot", "intervals", "net.json", "-o", "net.svg", cwd=tmp_path)
    assert "<svg" in (tmp_path / "net.svg").read_text()
    run = script(root, "plot_intervals").read_intervals(tmp_path / "net.json")
    assert (run.ranks, run.exchange, len(run.t)) == (3, "allgather", 50) and run.t[-1] == pytest.approx(50)
    assert (run.most >= run.mean).all() and (run.mean >= run.most / 3 * (1 - 1e-12)).all()
    assert (run.most >= run.compute).all() and (run.total > run.compute).all() and run.compute.min() > 0


def test_what_cannot_be_drawn_is_said(ranvier, tmp_path):
    write_notes(tmp_path / "none.h5", {"exchange": "allgather"})
    outcome = ranvier.run("plot", "intervals", "none.h5", cwd=tmp_path)
    assert (
        outcome.status == 1
        and "none.h5: a raster has no intervals; give the file of --intervals --summary FILE.json" in outcome.err
    ), outcome
    outcome = ranvier.run("plot", cwd=tmp_path)
    assert outcome.status == 2 and "ranvier plot: file is missing" in outcome.err, outcome
    outcome = ranvier.run("--quiet", "--intervals", "--raster", "spikes.txt", "-c", "x = 1", cwd=tmp_path)
    assert outcome.status == 1 and "--intervals needs --summary FILE.json" in outcome.err, outcome
