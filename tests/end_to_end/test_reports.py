"""--report and pc.report: variables of many segments in SONATA files."""

import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
import time

import h5py
import numpy as np
import pytest
from oracle.processes import wait_until_ended

CELLS = 6
MAPPING = ("node_ids", "index_pointers", "index_pointer", "element_ids", "element_pos", "time")


@pytest.fixture(scope="module")
def net(root):
    return root / "tests" / "end_to_end" / "scripts" / "reported_net.hoc"


def report(path, population="All"):
    """The contents of a file: values, mapping, units."""
    with h5py.File(path) as file:
        group = file["report"][population]
        return {
            "data": group["data"][()],
            "units": group["data"].attrs["units"],
            "variable": group["data"].attrs["variable"],
            **{name: group["mapping"][name][()] for name in MAPPING},
        }


def recorded(folder, gid):
    """Vectors recorded in a cell: rows of v and m_hh of the soma, and v in the dendrites' six segments."""
    return np.array((folder / f"v.{gid}").read_text().split(), float).reshape(8, -1)


def run_beside_vectors(ranvier, net, folder, *more, ranks=1):
    ranvier.check("--quiet", "-c", "vectors_too = 1", *more, net, cwd=folder, ranks=ranks)


@pytest.mark.parametrize("steps, ranks", [("fixed", 1), ("fixed", 3), ("global", 1), ("local", 1), ("local", 3)])
def test_values_are_those_of_vectors(ranvier, net, tmp_path, steps, ranks):
    more = [] if steps == "fixed" else ["-c", f"alone = {int(steps == 'local')}"]
    run_beside_vectors(
        ranvier,
        net,
        tmp_path,
        "--report",
        "soma.h5:variable=m_hh,dt=0.1,precision=double",
        "--report",
        "all.h5:cells=1,3-4,sections=all,dt=0.1,precision=double",
        *more,
        ranks=ranks,
    )
    soma, everywhere = report(tmp_path / "soma.h5"), report(tmp_path / "all.h5")
    assert soma["node_ids"].tolist() == list(range(CELLS)) and soma["units"] == ""
    for gid in range(CELLS):
        np.testing.assert_array_equal(soma["data"][:, gid], recorded(tmp_path, gid)[1])
    assert everywhere["node_ids"].tolist() == [1, 3, 4] and everywhere["units"] == "mV"
    assert everywhere["index_pointers"].tolist() == everywhere["index_pointer"].tolist() == [0, 7, 14, 21]
    assert everywhere["element_ids"].tolist() == 3 * [0, 1, 1, 1, 2, 2, 2]
    np.testing.assert_allclose(everywhere["element_pos"], 3 * [0.5, *(2 * [1 / 6, 0.5, 5 / 6])])
    for k, gid in enumerate((1, 3, 4)):
        np.testing.assert_array_equal(
            everywhere["data"][:, 7 * k : 7 * k + 7].T, np.delete(recorded(tmp_path, gid), 1, axis=0)
        )
    start, stop, dt = soma["time"]
    assert start == 0 and dt == 0.1 and stop == pytest.approx(len(soma["data"]) * 0.1) and len(soma["data"]) >= 200


def test_bytes_are_the_same_on_any_ranks(ranvier, net, tmp_path):
    for ranks in (1, 2, 4):
        ranvier.check("--quiet", "--report", f"{ranks}.h5:sections=all", net, cwd=tmp_path, ranks=ranks)
    ranvier.check(
        "--quiet", "--threads", "2", "--block-size", "20", "--report", "threads.h5:sections=all", net, cwd=tmp_path
    )
    assert (tmp_path / "threads.h5").read_bytes() == (tmp_path / "1.h5").read_bytes()
    assert (tmp_path / "1.h5").read_bytes() == (tmp_path / "2.h5").read_bytes() == (tmp_path / "4.h5").read_bytes()
    frames, width = report(tmp_path / "1.h5")["data"].shape
    assert frames in (800, 801) and width == 42, "each step; the last by rounding"
    assert not list(tmp_path.glob("*.log"))


def test_start_and_end(ranvier, net, tmp_path):
    ranvier.check(
        "--quiet",
        "--report",
        "part.h5:dt=0.5,start=5,end=7,population=net",
        "--report",
        "all.h5:dt=0.5",
        net,
        cwd=tmp_path,
        ranks=2,
    )
    part, whole = report(tmp_path / "part.h5", "net"), report(tmp_path / "all.h5")
    np.testing.assert_array_equal(part["data"], whole["data"][10:15])
    assert part["time"].tolist() == [5, 7.5, 0.5]


def test_libsonata_and_bmtk_read_them(ranvier, net, tmp_path, request):
    libsonata = pytest.importorskip("libsonata")
    ranvier.check(
        "--quiet",
        "--report",
        "soma.h5:dt=0.1",
        "--report",
        "all.h5:dt=0.1,sections=all,variable=i_cap",
        net,
        cwd=tmp_path,
        ranks=2,
    )
    for name, reader in (("soma.h5", libsonata.SomaReportReader), ("all.h5", libsonata.ElementReportReader)):
        ours = report(tmp_path / name)
        population = reader(str(tmp_path / name))["All"]
        assert population.get_node_ids() == list(range(CELLS)) and population.sorted
        assert population.time_units == "ms" and population.data_units == ours["units"]
        frames = population.get()
        np.testing.assert_array_equal(frames.data, ours["data"])
        np.testing.assert_allclose(frames.times, np.arange(len(ours["data"])) * 0.1)
    part = libsonata.ElementReportReader(str(tmp_path / "all.h5"))["All"].get(node_ids=[4], tstart=1, tstop=2)
    np.testing.assert_array_equal(part.data, report(tmp_path / "all.h5")["data"][10:21, 28:35])
    assert part.ids.tolist() == [[4, element] for element in (0, 1, 1, 1, 2, 2, 2)]
    ours = report(tmp_path / "all.h5")
    theirs = json.loads(request.getfixturevalue("bmtk")(BMTK_READS, tmp_path))
    assert theirs["populations"] == ["All"] and theirs["variable"] == "i_cap" and theirs["units"] == "mA/cm2"
    np.testing.assert_array_equal(np.float32(theirs["data"]), ours["data"][:, 14:21])


BMTK_READS = """
import json
from bmtk.utils.reports import CompartmentReport
found = CompartmentReport("all.h5", mode="r")
print(json.dumps({
    "populations": found.populations, "variable": found.variable(), "units": found.units(),
    "data": found.data(node_id=2).tolist(),
}))
"""


def test_from_a_script(ranvier, net, tmp_path):
    (tmp_path / "asks.hoc").write_text(f"""
{{ load_file("{net}") }}
objref gids, list
gids = new Vector()
{{ gids.append(5, 1) }}
{{ pc.report("gids.h5:dt=1,precision=double", gids) }}
list = new SectionList()
for i = 0, cells.count - 1 if (cells.o(i).gid == 2) cells.o(i).dend[1] list.append()
if (pc.nhost == 1) pc.report("list.h5:dt=1,variable=i_pas", list)
stdinit()
pc.psolve(10)
""")
    ranvier.check("--quiet", "asks.hoc", cwd=tmp_path)
    ranvier.check("--quiet", "--report", "same.h5:dt=1,cells=1,5,precision=double,end=10", net, cwd=tmp_path)
    chosen, same = report(tmp_path / "gids.h5"), report(tmp_path / "same.h5")
    assert chosen["node_ids"].tolist() == [1, 5]
    np.testing.assert_array_equal(chosen["data"], same["data"][:10])
    listed = report(tmp_path / "list.h5")
    assert (
        listed["node_ids"].tolist() == [2]
        and listed["element_ids"].tolist() == [2, 2, 2]
        and listed["units"] == "mA/cm2"
    )


def test_last_run_of_a_script_counts(ranvier, net, tmp_path):
    ranvier.check(
        "--quiet", "--report", "r.h5:dt=0.1", net, "-c", "stdinit()", "-c", "pc.psolve(3)", cwd=tmp_path, ranks=2
    )
    ranvier.check("--quiet", "--report", "once.h5:dt=0.1", "-c", "tstop = 3", net, cwd=tmp_path, ranks=2)
    assert (tmp_path / "r.h5").read_bytes() == (tmp_path / "once.h5").read_bytes()
    ranvier.check(
        "--quiet",
        "--report",
        "r.h5:dt=0.1,start=1,sections=all",
        net,
        "-c",
        "forall nseg = 5",
        "-c",
        "stdinit()",
        "-c",
        "pc.psolve(3)",
        cwd=tmp_path,
        ranks=2,
    )
    changed = report(tmp_path / "r.h5")
    assert changed["time"][0] == 1 and changed["data"].shape in ((20, 90), (21, 90)), (
        "the structure may change between runs"
    )


def test_replayed_cells_report_the_same(ranvier, net, tmp_path):
    ranvier.check(
        "--quiet",
        "--raster",
        "all.txt",
        "--report",
        "all.h5:sections=all,dt=0.1,precision=double",
        net,
        cwd=tmp_path,
        ranks=2,
    )
    ranvier.check(
        "replay",
        "--quiet",
        "--raster",
        "all.txt",
        "--cells",
        "2,4",
        "--report",
        "two.h5:sections=all,dt=0.1,precision=double",
        net,
        cwd=tmp_path,
    )
    two, whole = report(tmp_path / "two.h5"), report(tmp_path / "all.h5")
    assert two["node_ids"].tolist() == [2, 4]
    np.testing.assert_array_equal(two["data"], whole["data"][:, [*range(14, 21), *range(28, 35)]])


MISTAKES = [
    ("r.h5:variable=m_hj", "report r.h5: m_hj is not a range variable; did you mean 'm_hh'?"),
    (
        "r.h5:variable=i_pas",
        "report r.h5: gid 0: pas is not inserted in section Cell[0].soma; choose sections that have i_pas",
    ),
    ("r.h5:cells=4-9", "report r.h5: no cell has gid 6-9; the gids are 0-5, 100"),
    ("r.h5:cells=100", "report r.h5: gid 100 is an artificial cell: it has no sections"),
    ("r.h5:sections=apic", "report r.h5: the cell of gid 0 has no section apic; it has soma, dend[0], dend[1]"),
    ("r.h5:variables=v", "--report: unknown key 'variables'; did you mean 'variable'?"),
    ("r.h5:dt=0", "dt of a report must be positive [ms]"),
    ("r.h5:dt=fast", "--report: dt=fast is not a time in ms"),
    ("r.h5:dt=inf", "--report: dt=inf is not a time in ms"),
    ("r.h5:population=a/b", "--report: 'a/b' is not the name of a population"),
    ("r.h5:variable=m_hh[1]", "report r.h5: m_hh is not an array"),
    ("r.h5:variable=i_membrane_", "report r.h5: gid 0: i_membrane_ exists only after cvode.use_fast_imem(1)\n"),
    ("r.h5:", "--report: expected key=value after r.h5:, not ''"),
    ("r.h5:start=3,end=2", "a report must start at 0 ms or later and must not end before its start"),
    ("r.h5:cells=x", "'x' is not a gid"),
    ("r.h5:compartments=soma", "--report: compartments must be center or all, not 'soma'"),
    ("r.txt:variable=v", "--report r.txt: a report is a SONATA file, whose name must end in .h5"),
    ("nowhere/r.h5", "cannot write nowhere/r.h5: there is no folder nowhere"),
]


@pytest.mark.parametrize("words, says", MISTAKES)
def test_mistakes_are_said(ranvier, net, tmp_path, words, says):
    outcome = ranvier.run("--quiet", "--report", words, net, cwd=tmp_path)
    assert outcome.status == 1 and says in outcome.err, outcome
    assert not list(tmp_path.glob("*.h5")), "nothing stands under the final name"


def test_what_does_not_go_together_is_refused(ranvier, net, tmp_path):
    for more, says in (
        (["--report", "a.h5", "--report", "./a.h5:variable=m_hh"], "this run already writes that file"),
        (["--report", "a.h5", "-c", "alone = 1"], "with variable steps, a report needs dt"),
    ):
        outcome = ranvier.run("--quiet", *more, net, cwd=tmp_path)
        assert outcome.status == 1 and says in outcome.err, outcome
    (tmp_path / "idle.hoc").write_text("x = 1\n")
    outcome = ranvier.run("--quiet", "--report", "a.h5", "idle.hoc", cwd=tmp_path)
    assert outcome.status == 1 and "nothing to report" in outcome.err, outcome
    (tmp_path / "back.hoc").write_text(f"""
{{ load_file("{net}") }}
objref saved
saved = new SaveState()
{{ saved.save() pc.psolve(25) saved.restore() pc.psolve(30) }}
""")
    outcome = ranvier.run("--quiet", "--report", "a.h5:dt=0.1", "back.hoc", cwd=tmp_path)
    assert outcome.status == 1 and "a report cannot go back from t = 25" in outcome.err, outcome


def test_nrniv_takes_it_too(ranvier, net, tmp_path):
    ranvier.check("--report", "r.h5:dt=1", net, cwd=tmp_path, name="nrniv")
    assert report(tmp_path / "r.h5")["data"].shape[1] == CELLS


def test_sandbox_holds_for_scripts(ranvier, net, tmp_path):
    (tmp_path / "work").mkdir()
    (tmp_path / "asks.hoc").write_text('objref pc\npc = new ParallelContext()\npc.report("../outside.h5")\n')
    outcome = ranvier.run("--quiet", "--sandbox", tmp_path / "asks.hoc", cwd=tmp_path / "work")
    assert outcome.status == 1 and "asks.hoc:3" in outcome.err and "outside.h5" in outcome.err, outcome
    assert not list(tmp_path.glob("outside*"))


def test_killed_run_is_recovered(ranvier, net, tmp_path):
    """`recover` writes a beginning of the whole report; before, no file had the final name."""
    process = subprocess.Popen(
        [
            ranvier.mpiexec,
            "-n",
            "2",
            ranvier.bin_folder / "ranvier",
            "--quiet",
            "--report",
            "r.h5:sections=all",
            "-c",
            "tstop = 1e9",
            net,
        ],
        cwd=tmp_path,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.time() + 30
    while (
        process.poll() is None and time.time() < deadline and sum(p.stat().st_size for p in tmp_path.iterdir()) < 400000
    ):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    wait_until_ended(tmp_path)
    assert not (tmp_path / "r.h5").exists()
    said = ranvier.check("raster", "recover", "r.h5", cwd=tmp_path).out
    assert re.match(r"\d+ frames up to t = \S+ ms from the logs of 2 ranks in r.h5", said)
    recovered = report(tmp_path / "r.h5")["data"]
    ranvier.check("--quiet", "--report", "whole.h5:sections=all", net, cwd=tmp_path)
    whole = report(tmp_path / "whole.h5")["data"]
    n = min(len(whole), len(recovered))
    assert n > 100
    np.testing.assert_array_equal(recovered[:n], whole[:n])
    assert len(list(tmp_path.glob("r.h5.rank-*.log"))) == 2, "they stay until the next run"
    if importlib.util.find_spec("libsonata"):
        import libsonata

        population = libsonata.ElementReportReader(str(tmp_path / "r.h5"))["All"]
        np.testing.assert_array_equal(population.get(tstop=2).data, recovered[:81])


@pytest.fixture(scope="module")
def plot(root):
    folder = root / "hoc_like" / "program" / "plot"
    sys.path.insert(0, str(folder))
    spec = importlib.util.spec_from_file_location("plot_report", folder / "plot_report.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.path.remove(str(folder))
    return module


def test_traces_are_drawn(ranvier, net, plot, tmp_path, capsys):
    ranvier.check("--quiet", "--report", "r.h5:dt=0.1,sections=all", net, cwd=tmp_path)
    ranvier.check(
        "plot",
        "report",
        "r.h5",
        "-o",
        "r.png",
        "--cells",
        "1,3-4",
        "--title",
        "three",
        "--population",
        "All",
        cwd=tmp_path,
    )
    assert (tmp_path / "r.png").read_bytes().startswith(b"\x89PNG")
    path, figure = str(tmp_path / "r.h5"), str(tmp_path / "all.svg")
    assert plot.main([path, "-o", figure, "--cells", "All:1,All:3-4"]) == 0
    assert "of 3 cells" in (tmp_path / "all.svg").read_text()
    assert plot.main([path, "-o", figure]) == 0 and "median" in (tmp_path / "all.svg").read_text()
    for more, says in (
        (["--cells", "77"], "the report has none of these cells"),
        (["--population", "x"], "no population x"),
        (["--cells", "x:1"], "no population x"),
    ):
        assert plot.main([path, "-o", figure, *more]) == 1 and says in capsys.readouterr().err


def test_lines_are_the_columns(plot, tmp_path):
    values = write_report(tmp_path / "r.h5")
    read = plot.read_report(tmp_path / "r.h5")
    (axes,) = plot.draw(read, np.array([0, 3]), "two").axes
    assert axes.get_ylabel() == "v (mV)" and axes.get_xlabel() == "Time (ms)"
    assert [line.get_label() for line in axes.lines] == ["gid 4, section 0 at 0.5", "gid 9, section 1 at 0.25"]
    for line, column in zip(axes.lines, (0, 3)):
        np.testing.assert_array_equal(line.get_ydata(), values[:, column])
        np.testing.assert_allclose(line.get_xdata(), [1, 1.5, 2, 2.5, 3])


BMTK_WRITES = """
from bmtk.utils.reports import CompartmentReport
written = CompartmentReport(
    "r.h5", mode="w", default_population="net", variable="cai", units="mM", tstart=0.0, tstop=1.0, dt=0.1
)
written.add_cell(node_id=7, population="net", element_ids=[0, 1], element_pos=[0.5, 0.2])
written.add_cell(node_id=8, population="net", element_ids=[0], element_pos=[0.5])
for k in range(10):
    written.record_cell(7, population="net", vals=[k, k / 2], tstep=k)
    written.record_cell(8, population="net", vals=[-k], tstep=k)
written.close()
"""


def test_reports_of_bmtk_are_drawn(plot, bmtk, tmp_path):
    bmtk(BMTK_WRITES, tmp_path)
    read = plot.read_report(tmp_path / "r.h5")
    assert (read["variable"], read["units"], read["gids"].tolist()) == ("cai", "mM", [7, 7, 8])
    np.testing.assert_array_equal(read["data"][:, 1], np.arange(10) / 2)
    assert plot.main([str(tmp_path / "r.h5"), "-o", str(tmp_path / "r.png")]) == 0


def write_report(path, **changes):
    """A hand-made report of two nodes with two elements each; `changes` replace datasets."""
    values = np.arange(20.0).reshape(5, 4)
    parts = {
        "data": values,
        "node_ids": [4, 9],
        "index_pointers": [0, 2, 4],
        "element_ids": [0, 1, 0, 1],
        "element_pos": [0.5, 0.25] * 2,
        "time": [1, 3.5, 0.5],
        "units": "ms",
        **changes,
    }
    with h5py.File(path, "w") as file:
        group = file.create_group("report/All")
        group["data"] = parts["data"]
        group["data"].attrs.update(units="mV", variable="v")
        for name in ("node_ids", "index_pointers", "element_ids", "element_pos", "time"):
            group[f"mapping/{name}"] = parts[name]
        group["mapping/time"].attrs["units"] = parts["units"]
    return values


@pytest.mark.parametrize(
    "changes, says",
    [
        ({"data": np.array([[b"x"] * 4])}, "/report/All/data is not a table of numbers"),
        ({"data": np.arange(4.0)}, "/report/All/data is not a table of numbers"),
        ({"index_pointers": [0, 3, 2]}, "/report/All/mapping/index_pointers does not divide the 4 columns"),
        ({"element_ids": [0, 1]}, "/report/All/mapping has 2 element_ids, data has 4 columns"),
        ({"time": [0, np.nan, 0.5]}, "/report/All/mapping/time is not a start"),
        ({"units": "s"}, "/report/All/mapping/time is in 's'; expected ms"),
    ],
)
def test_bad_reports_are_refused_by_name(plot, tmp_path, capsys, changes, says):
    write_report(tmp_path / "bad.h5", **changes)
    assert plot.main([str(tmp_path / "bad.h5"), "-o", str(tmp_path / "r.png")]) == 1
    said = capsys.readouterr().err
    assert "bad.h5: " in said and says in said
    assert not (tmp_path / "r.png").exists()


def test_other_files_are_no_reports(plot, tmp_path, capsys):
    write_report(tmp_path / "whole.h5")
    (tmp_path / "cut.h5").write_bytes((tmp_path / "whole.h5").read_bytes()[:1500])
    (tmp_path / "text.h5").write_text("0.5 7\n")
    with h5py.File(tmp_path / "other.h5", "w") as file:
        file["x"] = 1
    for name, says in (
        ("cut.h5", "truncated"),
        ("text.h5", "signature"),
        ("other.h5", "no group /report"),
        ("none.h5", "No such file"),
    ):
        assert plot.main([str(tmp_path / name), "-o", str(tmp_path / "r.png")]) == 1
        said = capsys.readouterr().err
        assert name in said and says in said, said


POINTS = """
objref pc, nc, nil, syns, art
pc = new ParallelContext()
create soma, dend
connect dend(0), soma(1)
forall { L = 50  diam = 5  nseg = 3  insert pas }
syns = new List()
dend { syns.append(new ExpSyn(0.9))  syns.append(new ExpSyn(0.1)) }
soma { syns.append(new ExpSyn(0.5)) }
art = new List()
for i = 0, 2 art.append(new IntFire1())
proc give_gids() { local i
    for i = 0, 3 { pc.set_gid2node(10 + i, pc.id) }
    soma { nc = new NetCon(&v(0.5), nil) }
    pc.cell(13, nc)
    for i = 0, 2 { nc = new NetCon(art.o(i), nil)  pc.cell(10 + i, nc) }
}
proc go() { local i
    pc.set_maxstep(10)
    finitialize(-65)
    for i = 0, 2 { syns.o(i).g = i + 1  art.o(i).m = 0.1 * (i + 1) }
    pc.psolve(2)
}
"""


@pytest.fixture
def points(tmp_path):
    (tmp_path / "points.hoc").write_text(POINTS)
    return tmp_path


def both_reports(ranvier, folder, last):
    ranvier.check(
        "--quiet",
        "--report",
        "g.h5:variable=ExpSyn.g,sections=all,dt=0.5,precision=double",
        "--report",
        "m.h5:variable=IntFire1.m,dt=0.5,precision=double",
        "points.hoc",
        "-c",
        last,
        cwd=folder,
    )
    return report(folder / "g.h5"), report(folder / "m.h5")


@pytest.mark.parametrize("gids, cell", [("give_gids()", 13), ("", 0)])
def test_point_processes_and_artificial_cells_are_reported(ranvier, points, gids, cell):
    synapses, artificial = both_reports(ranvier, points, f"{{ {gids} go() }}")
    assert synapses["node_ids"].tolist() == [cell] and synapses["units"] == "uS"
    assert synapses["element_ids"].tolist() == [0, 1, 1]
    np.testing.assert_allclose(synapses["element_pos"], [0.5, 1 / 6, 5 / 6])
    np.testing.assert_allclose(synapses["data"][-1] / synapses["data"][-1, 2], [3, 2, 1])
    assert artificial["node_ids"].tolist() == ([10, 11, 12] if gids else [0, 1, 2])
    assert artificial["data"][-1].tolist() == [0.1, 0.2, 0.30000000000000004]
    assert len(artificial["data"]) == len(synapses["data"]) == 4


def test_cells_without_gids_are_numbered(ranvier, points):
    ranvier.check("--quiet", "--report", "v.h5:sections=soma,dend", "points.hoc", "-c", "go()", cwd=points)
    voltages = report(points / "v.h5")
    assert voltages["node_ids"].tolist() == [0] and voltages["data"].shape[1] == 6


@pytest.mark.parametrize(
    "words, message",
    [
        ("variable=ExpSyn.q", "ExpSyn has no variable q; it has tau, e, i, g"),
        ("variable=hh.m", "hh is neither a point process nor an artificial cell"),
        ("variable=IntFire1.m,cells=13", "gid 13 is not of the class IntFire1"),
        ("variable=v,cells=11", "gid 11 is an artificial cell: it has no sections; write variable=IntFire1.NAME"),
        ("variable=AlphaSynapse.i", "there is no AlphaSynapse in the selected sections, or with a gid"),
        ("variable=v,cells=3", "no cell has gid 3; the gids are 10-13"),
    ],
)
def test_what_cannot_be_reported_is_named(ranvier, points, words, message):
    outcome = ranvier.run(
        "--quiet", "--report", f"r.h5:{words}", "points.hoc", "-c", "{ give_gids() go() }", cwd=points
    )
    assert outcome.status != 0 and message in outcome.err, outcome
