"""The figure of a raster: what is on it, by matplotlib's own objects."""
import importlib.util

import numpy as np
import pytest


@pytest.fixture(scope="module")
def plot(root):
    spec = importlib.util.spec_from_file_location("plot_raster", root / "hoc_like" / "program" / "plot" / "plot_raster.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def text_raster(tmp_path):
    times = np.arange(1, 100, 0.5)
    path = tmp_path / "spikes.txt"
    path.write_text("".join(f"{t!r}\t{i % 16}\n" for i, t in enumerate(times.tolist())))
    return path


def test_axes_have_units_and_populations_a_legend(plot, text_raster):
    groups = [plot.parse_group("kicked=0::8"), plot.parse_group("others=:")]
    figure = plot.draw(plot.regroup(plot.read_raster(text_raster), groups), 100, "ring")
    raster, rates = figure.axes
    assert rates.get_xlabel() == "Time (ms)" and "spikes/s" in rates.get_ylabel() and "gid" in raster.get_ylabel()
    assert raster.get_title(loc="left") == "ring"
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert [label.split()[0] for label in labels] == ["kicked", "others"] and "198 spikes" in raster.texts[0].get_text()
    assert sum(len(line.get_xdata()) for line in raster.lines) == 198


def test_nothing_overlaps(plot, text_raster):
    figure = plot.draw(plot.read_raster(text_raster), 100, "ring")
    figure.canvas.draw()
    raster, rates = figure.axes
    boxes = [raster.title, raster._left_title, raster.texts[0], rates.xaxis.label, raster.yaxis.label, rates.yaxis.label, figure.legends[0]]
    boxes = [item.get_window_extent() for item in boxes if not hasattr(item, "get_text") or item.get_text()]
    page = figure.bbox
    for i, box in enumerate(boxes):
        assert page.x0 <= box.x0 and box.x1 <= page.x1 and page.y0 <= box.y0 and box.y1 <= page.y1
        assert not any(box.overlaps(other) for other in boxes[i + 1 :])


def test_rates_are_spikes_per_cell_and_second(plot):
    figure = plot.draw([("cells", np.arange(0.5, 1000, 10.0), np.zeros(100, int))], 1000, "one cell at 100 Hz")
    values = figure.axes[1].patches[0].get_data().values
    assert np.allclose(values, 100)


def test_a_raster_without_spikes_is_drawn(plot, tmp_path):
    (tmp_path / "none.txt").write_text("")
    assert plot.main([str(tmp_path / "none.txt"), "-o", str(tmp_path / "none.png")]) == 0


def test_an_unreadable_file_is_said(plot, tmp_path, capsys):
    assert plot.main([str(tmp_path / "nowhere.h5"), "-o", str(tmp_path / "x.png")]) == 1
    assert "nowhere.h5" in capsys.readouterr().err


def test_program_draws_what_it_recorded(ranvier, root, tmp_path):
    ranvier.check("--raster", "raster.h5", "-c", "ncell = 8", "-c", "tstop = 40", root / "models" / "ring" / "ring.hoc", cwd=tmp_path, ranks=2)
    ranvier.check("plot", "raster.h5", "-o", "raster.png", cwd=tmp_path)
    assert (tmp_path / "raster.png").read_bytes().startswith(b"\x89PNG")
