"""Figures of populations: ranvier plot populations."""

import importlib
import sys

import numpy as np
import pytest


@pytest.fixture(scope="module")
def plot(root):
    folder = str(root / "hoc_like" / "program" / "plot")
    if folder not in sys.path:
        sys.path.append(folder)
    return importlib.import_module("plot_populations")


@pytest.fixture(scope="module")
def spikes():
    """Times and gids: cells 0 to 9 fire at 20/s in a regular way, 10 to 29 at random, 30 to 39 never."""
    random = np.random.default_rng(1)
    times = np.concatenate([np.arange(25, 2000, 50.0)] * 10 + [np.sort(random.uniform(0, 2000, 80)) for _ in range(20)])
    gids = np.concatenate((np.repeat(np.arange(10), 40), np.repeat(np.arange(10, 30), 80)))
    return times, gids


def in_order(times, gids):
    order = np.argsort(times, kind="stable")
    return times[order], gids[order]


GROUPS = [("clock", 0, 10), ("chance", 10, 30), ("silent", 30, 40)]


def test_panels_show_rates_intervals_and_correlations(plot, spikes):
    figure, found = plot.draw(GROUPS, [in_order(*spikes)], 0, 2000, "three populations")
    raster, *panels = figure.axes
    assert [axes.get_xlabel() for axes in figure.axes] == [
        "Time (ms)",
        "rates (spikes/s)",
        "CV of intervals",
        "correlations",
    ]
    assert [text.get_text() for text in raster.get_yticklabels()] == ["clock", "chance", "silent"]
    clock, chance, silent = found
    assert (clock["rates"] == 20).all() and (silent["rates"] == 0).all() and len(silent["rates"]) == 10
    assert np.allclose(clock["CV of intervals"], 0) and np.allclose(clock["correlations"], 1)
    assert 0.8 < chance["CV of intervals"].mean() < 1.2 and abs(chance["correlations"].mean()) < 0.05
    last = [line.get_xdata() for line in raster.lines]
    assert all((times > 1600).all() for times in last) and len(last[0]) == 80
    assert all(len(axes.patches) == 3 for axes in panels)


def test_populations_are_drawn_upwards_like_their_gids_and_whole(plot, spikes):
    figure, _ = plot.draw(GROUPS, [in_order(*spikes)], 0, 2000, "three populations")
    raster, *panels = figure.axes
    rows = [line.get_ydata() for line in raster.lines]
    low, high = raster.get_ylim()
    assert low < min(rows[0]) - 0.5 and max(rows[0]) < min(rows[1]) and max(rows[1]) < high - 0.5
    assert not any(line.get_clip_on() for line in raster.lines)
    for axes in panels:
        (bottom, top), boxes = axes.get_ylim(), [patch.get_path().get_extents() for patch in axes.patches]
        assert bottom < boxes[0].y0 and boxes[0].y1 < boxes[1].y0 and boxes[2].y1 < top
        caps = [line for line in axes.lines if len(line.get_xdata()) == 2 and len(set(line.get_xdata())) == 1]
        heights = [max(line.get_ydata()) - min(line.get_ydata()) for line in caps]
        narrow = [height for height in heights if height < 0.59]  # the medians are as high as the boxes
        assert len(narrow) >= 4 and max(narrow) < 0.5 * boxes[0].height


def test_statistics_count_from_start(plot, spikes, tmp_path, capsys):
    rows = "".join(f"{t!r}\t{gid}\n" for t, gid in zip(*(column.tolist() for column in spikes)))
    (tmp_path / "spikes.txt").write_text(rows)
    words = ["--group", "clock=0:10", "--group", "both=5:15", "--tstop", "1500", "-o", str(tmp_path / "x.png")]
    assert plot.main([str(tmp_path / "spikes.txt"), *words, "--start", "500"]) == 0
    assert capsys.readouterr().out.startswith("clock: rates 20, CV of intervals 0, correlations 1\nboth: rates ")
    assert plot.main([str(tmp_path / "spikes.txt"), *words, "--start", "1500"]) == 1
    assert "no spikes after 1500 ms" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["cells", "cells=3", "=0:3", "cells=3:3", "cells=a:b", "cells=0:8:2"])
def test_a_group_that_is_not_understood_is_an_error(plot, text, capsys):
    with pytest.raises(SystemExit):
        plot.main(["spikes.txt", "--group", text])
    assert "NAME=START:STOP" in capsys.readouterr().err


def test_program_draws_the_populations_of_a_model(ranvier, root, tmp_path):
    settings = [
        part for word in ("scale = 0.02", "inputs = 100", "strength = 4", "tstop = 80") for part in ("-c", word)
    ]
    ranvier.check("run", "--raster", "r.h5", *settings, root / "models/balanced/balanced.hoc", cwd=tmp_path)
    groups = ["--group", "excitatory=0:180", "--group", "inhibitory=180:225"]
    out = ranvier.check("plot", "populations", "r.h5", *groups, "--start", "20", "-o", "r.png", cwd=tmp_path).out
    assert [line.split(":")[0] for line in out.splitlines()] == ["excitatory", "inhibitory"]
    assert (tmp_path / "r.png").read_bytes().startswith(b"\x89PNG")
    text = ["raster", "convert", "r.h5", "r.txt"]
    ranvier.check(*text, cwd=tmp_path)
    outcome = ranvier.run("plot", "populations", "r.txt", cwd=tmp_path)
    assert outcome.status == 1 and "r.txt names no populations; give their gids with --group" in outcome.err, outcome
