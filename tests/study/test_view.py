"""`ranvier view` reads rasters, reports and traces, finds the first difference of two rasters, and writes a safe page."""

import collections
import json
import os
import pathlib
import random

import numpy as np
import pytest
from pages import Page, data_of, unpacked
from synthetic_study import PACKAGES  # noqa: F401  (puts the package in the path)

h5py = pytest.importorskip("h5py")
pytest.importorskip("jinja2")
pytest.importorskip("pandas")

from ranvier_study import rasters  # noqa: E402
from ranvier_study.errors import StudyError  # noqa: E402
from ranvier_study.view import files, main  # noqa: E402
from ranvier_study.view import spikes as spikes_module  # noqa: E402
from ranvier_study.view.differences import compare, compare_in_pieces  # noqa: E402
from ranvier_study.view.selection import Selection, parse_cells  # noqa: E402
from ranvier_study.view.spikes import raster_of  # noqa: E402

SPIKES = [(1.0, 3), (2.5, 1), (2.5, 4), (7.025, 0), (9.0, 3)]


def raster(path, spikes, population="All", units="ms"):
    with h5py.File(path, "a") as file:
        group = file.create_group(f"spikes/{population}")
        group["timestamps"] = np.array([t for t, _ in spikes], float)
        group["timestamps"].attrs["units"] = units
        group["node_ids"] = np.array([gid for _, gid in spikes], np.uint64)
    return path


def of_external_values(path, folder):
    (folder / "values").write_bytes(np.array([t for t, _ in SPIKES]).tobytes())
    with h5py.File(path, "w") as file:
        group = file.create_group("spikes/All")
        group.create_dataset("timestamps", (5,), "f8", external=[(folder / "values", 0, 40)])
        group["node_ids"] = np.arange(5, dtype="u8")


def of_a_link(path, folder):
    raster(folder / "real.h5", SPIKES)
    with h5py.File(path, "w") as file:
        file["spikes"] = h5py.ExternalLink(folder / "real.h5", "/spikes")


def of_links_to_links(path, folder):
    of_a_link(path.with_name("second.h5"), folder)
    with h5py.File(path, "w") as file:
        file["spikes"] = h5py.ExternalLink("second.h5", "/spikes")


def of_virtual_datasets(path, folder):
    raster(folder / "real.h5", SPIKES)
    with h5py.File(path, "w") as file:
        for name, kind in (("timestamps", "f8"), ("node_ids", "u8")):
            layout = h5py.VirtualLayout((5,), kind)
            layout[:] = h5py.VirtualSource(folder / "real.h5", f"spikes/All/{name}", (5,), kind)
            file.create_virtual_dataset(f"spikes/All/{name}", layout)


def report(path, values, gids, step=0.5):
    with h5py.File(path, "w") as file:
        group = file.create_group("report/All")
        group["data"] = np.asarray(values, np.float32)
        group["data"].attrs["units"], group["data"].attrs["variable"] = "mV", "v"
        group["mapping/node_ids"] = np.array(sorted(set(gids)), np.uint64)
        group["mapping/index_pointers"] = np.searchsorted(gids, [*sorted(set(gids)), max(gids) + 1]).astype(np.uint64)
        group["mapping/element_ids"] = np.arange(len(gids), dtype=np.uint32)
        group["mapping/element_pos"] = np.full(len(gids), 0.5, np.float32)
        group["mapping/time"] = [0.0, step * len(values), step]
    return path


def shown(*arguments):
    """The text of the page that the command writes; the last argument is its path."""
    assert main([str(argument) for argument in arguments[:-1]] + ["-o", str(arguments[-1])]) == 0
    return arguments[-1].read_text()


def spikes_of(text, number=0):
    """Spikes that a page holds, as its script reads them."""
    found = data_of(text)["rasters"][number]
    times = np.frombuffer(unpacked(text, found["times"]), "<f8")
    gids = np.frombuffer(unpacked(text, found["gids"]), "<i4")
    of = np.frombuffer(unpacked(text, found["of"]), "<u2")
    return list(zip(times.tolist(), gids.tolist())), [found["populations"][k] for k in of]


@pytest.mark.parametrize(
    "name, text",
    [
        ("out.dat", "".join(f"{t}\t{gid}\n" for t, gid in SPIKES)),
        ("shuffled.txt", "# a comment\n\n" + "".join(f"{t} {gid}\n" for t, gid in reversed(SPIKES))),
        ("bmtk.csv", "timestamps population node_ids\n" + "".join(f"{t} All {gid}\n" for t, gid in SPIKES)),
        ("nest.dat", "# NEST\nsender\ttime_ms\n" + "".join(f"{gid}\t{t}\n" for t, gid in SPIKES)),
        ("commas.csv", "t,gid\n" + "".join(f"{t},{gid}\n" for t, gid in SPIKES)),
    ],
)
def test_text_rasters_are_read(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    assert spikes_of(shown(tmp_path / name, tmp_path / "page.html"))[0] == SPIKES


def test_sonata_rasters_keep_their_populations(tmp_path):
    path = raster(tmp_path / "r.h5", SPIKES[:2], "excitatory")
    raster(path, SPIKES[2:], "inhibitory")
    spikes, populations = spikes_of(shown(path, tmp_path / "page.html"))
    assert spikes == SPIKES and populations == ["excitatory"] * 2 + ["inhibitory"] * 3


def shown_times(path):
    (found,) = files.read(path, Selection())
    return found.times


@pytest.mark.parametrize("make", [of_external_values, of_a_link, of_links_to_links, of_virtual_datasets])
@pytest.mark.parametrize("is_pipe", [False, True])
def test_values_in_files_of_other_folders_are_not_read(tmp_path, make, is_pipe):
    """Nor is a pipe opened, which would wait forever."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir(), there.mkdir()
    make(here / "r.h5", there)
    if is_pipe:
        for path in list(there.iterdir()):
            path.unlink()
            os.mkfifo(path)
    for read in (shown_times, rasters.read):
        with pytest.raises(StudyError, match=r"has values of /spikes\S* in .*copy them into this one"):
            read(here / "r.h5")


@pytest.mark.parametrize("make", [of_a_link, of_links_to_links, of_virtual_datasets])
def test_values_in_files_of_the_same_folder_are_read(tmp_path, monkeypatch, make):
    monkeypatch.chdir(tmp_path)
    make(tmp_path / "r.h5", pathlib.Path("."))
    monkeypatch.chdir(tmp_path.parent)
    for times in (shown_times(tmp_path / "r.h5"), rasters.read(tmp_path / "r.h5")[0]):
        assert sorted(times) == [t for t, _ in SPIKES]


def test_the_layout_before_populations_is_read(tmp_path):
    with h5py.File(tmp_path / "old.h5", "w") as file:
        file["spikes/timestamps"] = [t for t, _ in SPIKES]
        file["spikes/gids"] = [gid for _, gid in SPIKES]
    assert spikes_of(shown(tmp_path / "old.h5", tmp_path / "page.html"))[0] == SPIKES


def test_the_page_is_valid_and_fetches_nothing(tmp_path):
    hostile = "<img src=http:x onerror=alert(1)>"
    path = raster(tmp_path / "<b>&.h5", SPIKES, hostile)
    traces = report(tmp_path / "v.h5", np.zeros((20, 2)), [0, 4])
    text = shown(path, traces, tmp_path / "page.html")
    found = Page(text)
    assert found.faults == [] and found.fetched() == []
    assert found.policy()["default-src"] == ["'none'"] and "connect-src" not in found.policy()
    assert not any(tag in ("img", "b") for tag, _ in found.elements) and "<b>&.h5" in found.words
    assert data_of(text)["rasters"][0]["populations"] == [hostile]


def test_cells_and_times_are_chosen(tmp_path):
    path = raster(tmp_path / "r.h5", SPIKES)
    text = shown(path, "--cells", "0-1,4", "--from", "2.5", "--to", "7.025", tmp_path / "page.html")
    assert spikes_of(text)[0] == [(2.5, 1), (2.5, 4), (7.025, 0)]
    assert (data_of(text)["begin"], data_of(text)["end"]) == (2.5, 7.025)
    assert "Only cells 0-1,4, from 2.5 ms, to 7.025 ms." in Page(text).words


def test_a_report_is_held_column_by_column(tmp_path):
    values = np.arange(30, dtype=np.float32).reshape(10, 3)
    path = report(tmp_path / "v.h5", values, [2, 5, 5])
    text = shown(path, "--cells", "5", "--to", "2", tmp_path / "page.html")
    found = data_of(text)["reports"][0]
    held = np.frombuffer(unpacked(text, found["values"]), "<f4").reshape(2, 5)
    assert (held == values[:5, 1:].T).all() and (found["variable"], found["units"]) == ("v", "mV")
    assert [gid for gid, _ in found["columns"]] == [5, 5]


def test_a_trace_is_text_with_values(tmp_path):
    (tmp_path / "soma.dat").write_text("0 -65\n0.1 -64.5\n0.2 -64\n")
    found = data_of(shown(tmp_path / "soma.dat", tmp_path / "page.html"))
    assert found["rasters"] == [] and found["reports"][0]["frames"] == 3
    (tmp_path / "two.csv").write_text("t,v,ina\n0,1,2\n1,3,4\n")
    found = data_of(shown(tmp_path / "two.csv", tmp_path / "page.html"))
    assert [label for _, label in found["reports"][0]["columns"]] == ["v", "ina"]


def rasters_of(a, b):
    def made(name, spikes):
        times, gids = np.array([t for t, _ in spikes], float), np.array([gid for _, gid in spikes], np.int64)
        return raster_of(pathlib.Path(name), ["All"], [lambda: iter([(times, gids, 0 * gids)])], Selection())

    return made("a", a), made("b", b)


@pytest.mark.parametrize(
    "other, index, a, b",
    [
        (SPIKES, None, None, None),
        (SPIKES[:3], 3, SPIKES[3], None),
        ([*SPIKES, (9.5, 9)], 5, None, (9.5, 9)),
        ([(2.5, 2) if spike == (2.5, 4) else spike for spike in SPIKES], 2, (2.5, 4), (2.5, 2)),
        ([], 0, SPIKES[0], None),
        ([(t + 2**-40, gid) for t, gid in SPIKES], 0, SPIKES[0], (1.0 + 2**-40, 3)),
    ],
)
def test_the_first_difference(other, index, a, b):
    found = compare(*rasters_of(SPIKES, other))
    assert (found.index, found.a, found.b) == (index, a, b)


def test_differences_are_those_of_multisets():
    chance = random.Random(1)
    for _ in range(200):
        a, b = ([(chance.randrange(4) / 2, chance.randrange(3)) for _ in range(chance.randrange(12))] for _ in range(2))
        found = compare(*rasters_of(a, b))
        expected_a, expected_b = (
            collections.Counter(a) - collections.Counter(b),
            collections.Counter(b) - collections.Counter(a),
        )
        one, other = rasters_of(a, b)
        for raster_, only, expected in ((one, found.only_a, expected_a), (other, found.only_b, expected_b)):
            left = zip(raster_.times[only].tolist(), raster_.gids[only].tolist())
            assert collections.Counter(left) == expected
        ours, theirs = sorted(a), sorted(b)
        common = next((k for k in range(max(len(a), len(b))) if ours[k : k + 1] != theirs[k : k + 1]), None)
        assert found.index == common


def test_differences_in_pieces_are_those_of_the_whole(monkeypatch):
    chance = random.Random(2)
    for turn in range(200):
        monkeypatch.setattr(spikes_module, "PIECE", chance.randrange(1, 5))
        a, b = ([(chance.randrange(6) / 2, chance.randrange(3)) for _ in range(chance.randrange(20))] for _ in range(2))
        one, other = rasters_of(a, a if turn % 5 == 0 else b)
        whole, pieces = compare(one, other), compare_in_pieces(one, other)
        assert pieces.in_words("ab") == whole.in_words("ab")
        assert (pieces.index, pieces.time) == (whole.index, whole.time)


@pytest.mark.parametrize("name", ["r.h5", "r.csv"])
@pytest.mark.parametrize("is_sorted", [True, False])
def test_a_raster_that_stays_in_its_file(tmp_path, monkeypatch, name, is_sorted):
    monkeypatch.setattr(spikes_module, "MOST_SPIKES", 50)
    for module in (spikes_module, files):
        monkeypatch.setattr(module, "PIECE", 7)
    chance = np.random.default_rng(3)
    every = {population: list(zip(chance.integers(0, 40, 60) / 2, chance.integers(0, 9, 60))) for population in "ab"}
    if is_sorted:
        every = {population: sorted(spikes) for population, spikes in every.items()}
    if name == "r.h5":
        for population, spikes in every.items():
            raster(tmp_path / name, spikes, population)
    else:
        lines = [(t, p, gid) for p, spikes in every.items() for t, gid in spikes]
        lines = sorted(lines) if is_sorted else lines
        (tmp_path / name).write_text("t population gid\n" + "".join(f"{t} {p} {gid}\n" for t, p, gid in lines))
    (found,) = files.read(tmp_path / name, Selection(cells=((1, 7),)))
    expected = sorted((t, g, p) for p, spikes in every.items() for t, g in spikes if 1 <= g <= 7)
    columns = [np.concatenate(column) for column in zip(*found.in_order())]
    assert (np.diff(columns[0]) >= 0).all() and found.populations == ["a", "b"]
    assert sorted(zip(columns[0], columns[1], ["ab"[k] for k in columns[2]])) == expected
    assert (found.count, found.range) == (len(expected), (expected[0][0], expected[-1][0]))
    gids = [gid for _, gid, _ in expected]
    assert (found.gid_range, found.cells) == ((min(gids), max(gids)), len(set(gids)))
    assert not hasattr(found, "times")
    identical = compare_in_pieces(found, found)
    assert (identical.index, identical.lacking_a) == (None, 0)


def test_a_lack_of_memory_is_said_in_one_line(tmp_path, monkeypatch, capsys):
    def read(path, selection):
        raise MemoryError

    monkeypatch.setattr(files, "read", read)
    assert main([str(raster(tmp_path / "r.h5", SPIKES))]) == 1
    error = capsys.readouterr().err
    assert "needs more memory than there is; choose a part" in error and error.count("\n") == 1


def test_two_rasters_of_unequal_length_lie_on_each_other(tmp_path, capsys):
    a, b = raster(tmp_path / "a.h5", SPIKES), raster(tmp_path / "b.h5", SPIKES[:3])
    text = shown(a, b, tmp_path / "page.html")
    assert data_of(text)["difference"]["time"] == 7.025
    said = "First difference at spike 4: a.h5 has 7.025 ms, gid 0; b.h5 has ended."
    assert said in capsys.readouterr().out and said in Page(text).words
    only = np.frombuffer(unpacked(text, data_of(text)["rasters"][0]["only"]), "u1")
    assert only.tolist() == [0, 0, 0, 1, 1]


def test_identical_rasters_are_called_so(tmp_path):
    text = shown(raster(tmp_path / "a.h5", SPIKES), raster(tmp_path / "b.h5", SPIKES), tmp_path / "page.html")
    assert "The rasters are identical." in Page(text).words and data_of(text)["difference"]["index"] is None


def test_many_spikes_become_a_density(tmp_path, monkeypatch, capsys):
    """Above the limit no single spike is in the page, and all are counted."""
    monkeypatch.setattr(spikes_module, "MOST_SPIKES", 1000)
    chance = np.random.default_rng(1)
    spikes = sorted(zip(chance.uniform(0, 100, 1500).tolist(), chance.integers(0, 50, 1500).tolist()))
    path = raster(tmp_path / "r.h5", spikes)
    text = shown(path, tmp_path / "page.html")
    found = data_of(text)["rasters"][0]
    assert "times" not in found and found["rows"] == 50
    counts = np.frombuffer(unpacked(text, found["density"]), "<u4").reshape(found["rows"], found["columns"])
    gids = np.array([gid for _, gid in spikes])
    assert (counts.sum(axis=1) == np.bincount(gids)).all()
    said = "1,500 spikes are more than the 1,000 that a page holds: it shows their density; choose some with --cells"
    assert said in capsys.readouterr().out and said in Page(text).words
    assert Page(text).faults == []
    few = shown(path, "--cells", "0-9", tmp_path / "page.html")
    assert not data_of(few)["is_dense"] and len(spikes_of(few)[0]) == int((gids < 10).sum())


def test_a_report_that_is_too_large_must_be_chosen_from(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(files, "MOST_BYTES", 100)
    path = report(tmp_path / "v.h5", np.zeros((20, 2)), [0, 4])
    assert main([str(path), "-o", str(tmp_path / "page.html")]) == 1
    assert "choose some with --cells, --from and --to" in capsys.readouterr().err
    assert not (tmp_path / "page.html").exists()
    assert main([str(path), "--cells", "4", "-o", str(tmp_path / "page.html")]) == 0


@pytest.mark.parametrize(
    "content, said",
    [
        ("", "has no data"),
        ("1.0\n2.0\n", "a line has one column"),
        ("nan 3\n", "a time is not finite"),
        ("1.0 3000000000\n", "above 2147483647"),
        ("t,gid\n1,2.5\n", "has values that are not gids"),
        ("t,v\n2,1\n1,1\n", "must not descend"),
        (b"\x89HDF\r\n\x1a\n\0\0\0\0", "damaged or not SONATA"),
        (b"\xff\xfe\x00", "neither HDF5 nor text"),
    ],
)
def test_errors_say_what_is_wrong(tmp_path, capsys, content, said):
    path = tmp_path / "bad.dat"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert main([str(path), "-o", str(tmp_path / "page.html")]) == 1
    error = capsys.readouterr().err
    assert said in error and "bad.dat" in error and not (tmp_path / "page.html").exists()


def test_errors_of_arguments(tmp_path, capsys):
    path = str(raster(tmp_path / "r.h5", SPIKES))
    for arguments, said in (
        ([path, path, path], "compares two rasters, not 3"),
        ([path, "--cells", "a"], "write 3 or 0-9"),
        ([path, "--cells", "9-0"], "write 0-9"),
        ([path, "--from", "5", "--to", "1"], "is before --from 5"),
        ([str(tmp_path / "none")], "No such file"),
        ([str(raster(tmp_path / "s.h5", SPIKES, units="s"))], "expected ms"),
    ):
        assert main(arguments) == 1
        assert said in capsys.readouterr().err
    assert parse_cells("3,5-7") == ((3, 3), (5, 7))


def test_a_raster_without_spikes_has_a_page(tmp_path):
    text = shown(raster(tmp_path / "r.h5", []), tmp_path / "page.html")
    assert "r.h5: no spikes." in Page(text).words
    json.dumps(data_of(text), allow_nan=False)


def test_the_page_is_the_same_each_time(tmp_path):
    path = raster(tmp_path / "r.h5", SPIKES)
    assert shown(path, tmp_path / "one.html") == shown(path, tmp_path / "two.html")


@pytest.mark.parametrize(
    "attributes, cells, end", [({"tstop": "20", "cells": "50", "gids": "0:50"}, 50, 20), ({}, None, 9)]
)
def test_silent_cells_and_a_silent_end_count(tmp_path, attributes, cells, end):
    """As the raster tells of them: a rate is over all cells, to the end of the run."""
    path = raster(tmp_path / "net.h5", SPIKES)
    with h5py.File(path, "a") as file:
        file["spikes/All"].attrs.update(attributes)
    text = shown(path, tmp_path / "page.html")
    found = data_of(text)
    assert (found["begin"], found["end"]) == (0, end) and found["rasters"][0]["recorded"][0]["cells"] == cells
    sentence = (
        "5 spikes of 4 of 50 cells, 1 to 9 ms. The run ended at 20 ms." if cells else "5 spikes of 4 cells, 1 to 9 ms."
    )
    assert f"net.h5: {sentence}" in text
    chosen = "0-9" if cells else "0-9,99"  # 99 may not have fired
    found = data_of(shown("--cells", chosen, "--to", "8", path, tmp_path / "page.html"))
    assert found["end"] == 8 and found["rasters"][0]["recorded"] == [{"cells": 10 if cells else None, "gids": None}]


def test_a_page_begins_when_recording_began(tmp_path):
    path = raster(tmp_path / "net.h5", [(time + 11, gid) for time, gid in SPIKES])
    assert data_of(shown(path, tmp_path / "page.html"))["begin"] == 12, "the first spike"
    with h5py.File(path, "a") as file:
        file["spikes/All"].attrs.update({"begin": "10", "tstop": "30"})
    text = shown(path, tmp_path / "page.html")
    found = data_of(text)
    assert (found["begin"], found["end"]) == (10, 30)
    assert "Recording began at 10 ms. The run ended at 30 ms." in text
    with h5py.File(path, "a") as file:
        file["spikes/All"].attrs.update({"begin": "0", "tstop": "300"})
    text = shown(path, tmp_path / "page.html")
    assert data_of(text)["begin"] == 0 and "Recording began" not in text


def test_a_large_raster_tells_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(spikes_module, "MOST_SPIKES", 3)
    path = raster(tmp_path / "net.h5", SPIKES)
    with h5py.File(path, "a") as file:
        file["spikes/All"].attrs.update({"tstop": "20", "cells": "50"})
    found = data_of(shown(path, tmp_path / "page.html"))
    assert found["is_dense"] and found["end"] == 20
    assert found["rasters"][0]["recorded"] == [{"cells": 50, "gids": None}]
