"""Choosing an exchange strategy, placing cells, and reading costs, from scripts and the command line."""

import h5py
import pytest

RING = ("ncell = 16", "kick_every = 2", "tstop = 60")


def words(statements):
    return [word for statement in statements for word in ("-c", statement)]


@pytest.fixture
def say(ranvier, tmp_path):
    """Runs a script and returns the output of rank 0."""

    def run(text, ranks=1):
        (tmp_path / "script.hoc").write_text("objref pc\npc = new ParallelContext()\n" + text)
        return ranvier.check("script.hoc", "--quiet", cwd=tmp_path, ranks=ranks).out.split()

    return run


@pytest.fixture
def complain(ranvier, tmp_path):
    def run(text, *arguments):
        (tmp_path / "script.hoc").write_text("objref pc\npc = new ParallelContext()\n" + text)
        outcome = ranvier.run("script.hoc", "--quiet", *arguments, cwd=tmp_path)
        assert outcome.status != 0, outcome
        return outcome.err

    return run


def test_strategies_are_listed(ranvier, tmp_path):
    out = ranvier.check("exchange", "list", cwd=tmp_path).out
    assert "collective=alltoall|alltoallv|neighbor|persistent" in out
    described = [line.partition(":")[0] for line in out.splitlines() if not line.startswith(" ")]
    every, few = ranvier.exchanges(tmp_path), ranvier.exchanges(tmp_path, covering=1)
    for listed in (every, few):
        assert list(dict.fromkeys(specification.partition(":")[0] for specification in listed)) == described
    assert set(few) < set(every) and len(few) < len(every) / 10
    refused = ranvier.run("exchange", "list", "--covering", "2", cwd=tmp_path)
    assert refused.status != 0 and "--specifications" in refused.err, refused


def test_unknown_words_bring_the_known_ones(complain):
    assert "there is no exchange strategy 'zzz'; expected allgather, alltoall" in complain("", "--exchange", "zzz")
    assert "did you mean 'allgather'?" in complain("", "--exchange", "algather")
    assert "alltoall has no option 'fixd'; did you mean 'fixed'?" in complain('pc.exchange("alltoall", "fixd", 3)\n')
    assert "option fixed lacks its value" in complain('pc.exchange("alltoall", "fixed")\n')
    assert "script.hoc:3" in complain('pc.exchange("alltoall", "fixed", -1)\n')
    assert "unknown placement 'metys'; did you mean 'metis'?" in complain('pc.placement("metys", 3)\n')
    assert "shorter than 2 ms join all 2 cells" in complain(
        "objref a, b, d\na = new Vector(1)\nb = new Vector(1, 1)\nd = new Vector(1, 1)\n"
        "pc.find_areas(2, a, b, d, 2, 2)\n"
    )
    assert "ParallelContext.area: -3 is not a gid" in complain("objref g\ng = new Vector(1, -3)\npc.area(g, 1)\n")


def test_neurons_switches_select_strategies(say):
    assert say("pc.spike_compress(10, 1)\nprint pc.exchange()")[-1] == "allgather:compress=on,fixed=10"
    assert say("pc.spike_compress(10, 0)\nprint pc.exchange()")[-1] == "allgather:compress=off,fixed=10"
    assert say("pc.spike_compress(0, 0)\nprint pc.exchange()")[-1] == "allgather:compress=off,fixed=0"
    for method, exchange in (
        (1, "isend:subintervals=1,phases=1"),
        (5, "isend:subintervals=2,phases=1"),
        (9, "isend:subintervals=1,phases=2"),
        (13, "isend:subintervals=2,phases=2"),
    ):
        assert say(f"pc.spike_compress(0, 0, {method})\nprint pc.exchange(), pc.send_time(8)")[-2:] == [
            exchange,
            str(method),
        ]
    assert say("pc.spike_compress(7, 1)\nprint pc.spike_compress(-1), pc.send_time(8)")[-2:] == ["7", "0"]


def test_spikes_that_cannot_be_compressed_are_told_once(ranvier, tmp_path):
    """NetStims fire between steps; every rank would say so."""
    script = """
objref pc, cells
pc = new ParallelContext()
{ pc.exchange("alltoall", "compress", %s) }
cells = pc.cells("NetStim", 0, 30, "interval", "uniform", 1, 2, "number", 20, "start", 0.01)
{ pc.connect(cells, cells, "all_to_all") }
{ pc.set_maxstep(10) }
{ finitialize() }
{ pc.psolve(20) }
{ pc.exchange("allgather") }
"""
    for compress, times in (("on", 1), ("off", 0)):
        (tmp_path / "net.hoc").write_text(script % f'"{compress}"')
        outcome = ranvier.check("net.hoc", cwd=tmp_path, ranks=3)
        assert outcome.err.count("only times of fixed steps can be indexed") == times, outcome
        assert outcome.err.count("(and similarly on 2 other ranks)") == times, outcome


def test_placement_is_the_same_on_every_rank(say):
    script = """
objref r, w, from, to
proc show() { local i  localobj all
    all = new Vector()
    pc.allgather($o1.sum, all)
    if (pc.id == 0) { for i = 0, $o1.size - 1 { printf("%d", $o1.x[i]) } printf(" %d\\n", all.max == all.min) }
}
show(pc.placement("round_robin", 6))
show(pc.placement("consecutive", 6))
show(pc.placement("shuffled", 6, 5))
w = new Vector()
{ w.append(0, 0, 1, 1, 1, 1) }
show(pc.placement("by_area", w))
w.x[0] = 4
show(pc.placement("least_loaded", w))
from = new Vector()
to = new Vector()
{ from.append(0, 2, 4, 1, 3, 5, 0) }
{ to.append(2, 4, 0, 3, 5, 1, 1) }
show(pc.placement("metis", 6, from, to))
{ pc.barrier() }
quit()
"""
    out = say(script, ranks=2)
    assert out[0::2][:2] == ["010101", "000111"] and out[1::2] == ["1"] * 6, out
    assert sorted(out[4]) == sorted("000111") and out[6] == "110000" and out[8] in ("011111", "001111"), out
    assert out[10] in ("010101", "101010"), out


def test_areas_are_told_one_by_one_or_in_vectors(say):
    script = "objref g, a\ng = new Vector(3)\n{ g.indgen(5, 1) }\na = new Vector(3)\n{ a.indgen(0, 2) }\n{ pc.area(g, a) }\n{ pc.area(9, 4) }\n{ pc.area(5, 7) }\n"
    assert say(script + "print pc.area(5), pc.area(6), pc.area(7), pc.area(9), pc.area(1)") == [
        "7",
        "2",
        "4",
        "4",
        "-1",
    ]


def ring_that_reports(root, folder, report):
    """models/ring in a folder, with a log of intervals and statements before its end."""
    for mod in (root / "models" / "ring").glob("*.mod"):
        (folder / mod.name).write_text(mod.read_text())
    text = (root / "models" / "ring" / "ring.hoc").read_text()
    before = "objref counts_\nif (pc.id == 0) { counts_ = new Vector(50)  pc.max_histogram(counts_) }\n{ pc.interval_log(1) }\n"
    (folder / "ring.hoc").write_text(text.replace("\nrun_ring()\n", f"\n{before}run_ring()\n{report}\n"))


@pytest.mark.parametrize("strategy, is_told", [("allgather", False), ("isend", True)])
def test_figures_that_a_strategy_lacks_are_told(ranvier, root, tmp_path, strategy, is_told):
    ring_that_reports(root, tmp_path, "if (pc.id == 0) { print pc.send_time(5), counts_.sum }")
    outcome = ranvier.check("--exchange", strategy, *words(RING), "ring.hoc", cwd=tmp_path, ranks=2)
    first, counted = outcome.out.split()[-2:]
    assert first == "0" and (float(counted) > 0) != is_told
    assert "pc.send_time(5) returned 0: it refers to NEURON's internals" in outcome.err
    assert ("pc.max_histogram left exchanges out" in outcome.err) == is_told


def test_intervals_add_up(ranvier, root, tmp_path):
    ring_that_reports(
        root,
        tmp_path,
        """
if (pc.id == 0) {
    printf("sum %g\\n", pc.interval_log("update").sum / pc.integ_time)
    printf("intervals %d\\n", pc.interval_log("t").size)
    printf("histogram %d %d\\n", counts_.sum, counts_.indvwhere(">", 0).size)
}
spikes_ = pc.allreduce(pc.interval_log("spikes_sent").sum, 1)
if (pc.id == 0) { printf("sent %d\\n", spikes_) }
""",
    )
    out = ranvier.check("--quiet", "--exchange", "allgather", *words(RING), "ring.hoc", cwd=tmp_path, ranks=2).out
    figures = {
        line.split()[0]: line.split()[1:]
        for line in out.splitlines()
        if line.split()[0] in ("sum", "intervals", "histogram", "sent")
    }
    assert abs(float(figures["sum"][0]) - 1) < 0.05, out
    assert figures["intervals"] == ["20"], out  # of 3 ms
    assert int(figures["histogram"][0]) == 20 and int(figures["histogram"][1]) >= 2, out
    assert int(figures["sent"][0]) > 16, out


def test_rasters_are_equal_files_however_spikes_travelled(ranvier, root, tmp_path):
    ring_that_reports(root, tmp_path, "")
    files = set()
    for exchange, ranks, threads in (("allgather", 2, 1), ("alltoall:fixed=2", 3, 1), ("isend", 2, 2)):
        words_ = ("--quiet", "--exchange", exchange, "--threads", threads, "--raster", "spikes.h5", *words(RING))
        ranvier.check(*words_, "ring.hoc", cwd=tmp_path, ranks=ranks)
        files.add((tmp_path / "spikes.h5").read_bytes())
    assert len(files) == 1
    with h5py.File(tmp_path / "spikes.h5") as file:
        said = dict(file["spikes/All"].attrs)
    assert (said["dt"], said["math"], said["random123_global_index"]) == ("0.025", "vector", "0")
    assert dict(each.split("=") for each in said["set"].split(",")).keys() == {each.split()[0] for each in RING}
    assert not [name for name in said if "interval" in name or name.endswith("_s") or name == "exchange"]
