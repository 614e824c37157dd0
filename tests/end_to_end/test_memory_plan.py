"""ranvier estimate, and runs that refuse connections for which there is not enough memory."""

import json
import re

import pytest

# Prints resident memory [bytes] as soon as the network is ready, and its peak.
MEASURE = """
{ load_file("%s/models/network.hoc") }
cells = pc.cells(mechanism, 0, 3000)
made = pc.connect(cells, cells, "fixed_indegree", inputs, "weight", 1, "delay", words, 1, 2, "seed", 3)
{ pc.set_maxstep(10)  finitialize()  pc.psolve(0.1) }
{ printf("%%d %%d %%d\\n", made, memory("VmRSS:"), memory("VmHWM:")) }
"""
LINE = re.compile(r"(connections|ready|peak|cells) +([\d.e+]+)")


def estimated(out):
    return {what: float(value) for what, value in LINE.findall(out)}


def script(root, folder, mechanism, delay, inputs):
    words = f'"{delay}", 1, 2' if delay != "constant" else "1.5"
    text = MEASURE % root
    text = text.replace("mechanism", f'"{mechanism}"').replace("words, 1, 2", words).replace("inputs", str(inputs))
    (folder / "net.hoc").write_text("objref cells\n" + text)
    return "net.hoc"


# Delays: of all connections; a few, in groups; of each connection alone. A learning connection has three weights.
@pytest.mark.parametrize("mechanism", ["iaf_psc_exp", "iaf_psc_alpha_stdp"])
@pytest.mark.parametrize("delay", ["constant", "uniform"])
def test_estimate_is_within_a_tenth(ranvier, root, tmp_path, mechanism, delay):
    net = script(root, tmp_path, mechanism, delay, 2000)
    expected = estimated(ranvier.check("estimate", net, cwd=tmp_path).out)
    made, ready, peak = map(int, ranvier.check("run", "--quiet", net, cwd=tmp_path).out.split())
    assert made == expected["connections"] == 6e6
    assert ready / 1e9 == pytest.approx(expected["ready"], rel=0.1)
    assert peak / 1e9 == pytest.approx(expected["peak"], rel=0.1)


# Synapses that a rule makes: 400,000, or one in each segment of 2,000 cells, of either mechanism.
SYNAPSES = """
begintemplate Cell
public soma, dend
create soma, dend
proc init() {
    connect dend(0), soma(1)
    soma { insert pas }
    dend { nseg = 9  insert pas }
}
endtemplate Cell
objref drives
cells = pc.cells("Cell", 0, 2000, "source", "soma", 0.5)
drives = pc.cells("NetStim", 2000, 100)
made = 0
proc make() { made += pc.connect(drives, cells, "fixed_indegree", 100, "make", $s1, "on", "dend", "weight", 1, "delay", 1%s) }
{ make("Exp2Syn")  make("ExpSyn") }
{ pc.set_maxstep(10)  finitialize()  pc.psolve(0.1) }
{ printf("%%d %%d %%d\\n", made, memory("VmRSS:"), memory("VmHWM:")) }
"""


@pytest.mark.parametrize("words", ["", ', "share", "segment"'])
def test_estimate_counts_synapses_that_rules_make(ranvier, root, tmp_path, words):
    head = MEASURE.partition("cells =")[0] % root
    (tmp_path / "net.hoc").write_text("objref cells\n" + head + SYNAPSES % words)
    expected = estimated(ranvier.check("estimate", "net.hoc", cwd=tmp_path).out)
    made, ready, peak = map(int, ranvier.check("run", "--quiet", "net.hoc", cwd=tmp_path).out.split())
    assert made == 4e5 == expected["connections"] - 2000, "each source has a NetCon"
    grown = ready / 1e9 - expected["cells"]  # with growing columns that have rows to spare
    assert grown == pytest.approx(expected["ready"] - expected["cells"], rel=0.3, abs=0.008)


def test_estimate_covers_all_ranks(ranvier, root, tmp_path):
    net = script(root, tmp_path, "iaf_psc_exp", "constant", 100)
    assert estimated(ranvier.check("estimate", net, cwd=tmp_path, ranks=2).out)["connections"] == 3e5


def test_estimate_of_a_script_that_never_runs(ranvier, tmp_path):
    (tmp_path / "net.hoc").write_text(
        'objref pc\npc = new ParallelContext()\n{ pc.cells("IntFire1", 0, 10)  pc.connect(0, 9, "one_to_one") }\n'
    )
    assert estimated(ranvier.check("estimate", "net.hoc", cwd=tmp_path).out)["connections"] == 1


def test_a_network_that_does_not_fit_is_refused(ranvier, root, tmp_path):
    net = script(root, tmp_path, "iaf_psc_exp", "constant", 2000)
    ended = ranvier.run("run", "--quiet", "--memory", "100MB", net, cwd=tmp_path)
    assert ended.status == 1
    assert re.search(r"net.hoc:\d+.*6e\+06 connections on this rank would take 0.101 GB, and", ended.err), ended
    assert "free below --memory; use more ranks or machines, or make them all the same with --force" in ended.err


def test_refused_connections_are_not_made(ranvier, root, tmp_path):
    net = script(root, tmp_path, "iaf_psc_exp", "constant", 2000)
    text = (tmp_path / net).read_text()
    line = next(line for line in text.split("\n") if line.startswith("made ="))
    quoted = line.replace('"', '\\"')
    again = line.replace("2000", "10")
    (tmp_path / net).write_text(text.replace(line, f'made = 0\nexecute1("{quoted}")\nprint made\n{again}'))
    ended = ranvier.run("run", "--quiet", "--memory", "100MB", net, cwd=tmp_path)
    assert ended.status == 0, ended
    assert re.search(r"^0 \n30000 ", ended.out, re.M), ended


def test_force_makes_them_all_the_same(ranvier, root, tmp_path):
    net = script(root, tmp_path, "iaf_psc_exp", "constant", 2000)
    ended = ranvier.run("run", "--quiet", "--memory", "100MB", "--force", net, cwd=tmp_path)
    assert ended.status == 1
    assert "not enough memory" in ended.err and "--force" not in ended.err, ended


# One NetCon after the other, which an estimate makes, too.
SINGLY = """
objref pc, nc, netcons, cells[2], nil
pc = new ParallelContext()
netcons = new List()
for i = 0, 1 { cells[i] = new IntFire1()  pc.set_gid2node(i, 0)  pc.cell(i, new NetCon(cells[i], nil)) }
for i = 1, 700000 {
    nc = pc.gid_connect(0, cells[1])
    nc.delay = 1 + i % 7
    netcons.append(nc)
}
{ pc.set_maxstep(10)  finitialize()  pc.psolve(0.1) }
"""
SINGLY_IN_PYTHON = """
from neuron import h
cells = [h.IntFire1() for _ in range(2)]
netcons = [h.NetCon(cells[0], cells[1], 0, 1 + i % 7, 0) for i in range(700000)]
h.finitialize()
h.fadvance()
print(h.NetCon[0].delay)
"""


@pytest.mark.parametrize("name, text", [("net.hoc", SINGLY), ("net.py", SINGLY_IN_PYTHON)])
def test_estimate_counts_connections_made_singly(ranvier, tmp_path, name, text):
    (tmp_path / name).write_text(text)
    expected = estimated(ranvier.check("estimate", name, cwd=tmp_path).out)
    ranvier.check("run", "--quiet", "--summary", "summary.json", name, cwd=tmp_path)
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert expected["connections"] == summary["counts"]["connections"] >= 700000
    (used,) = summary["memory"]["peak_bytes_per_rank"]
    assert expected["peak"] == pytest.approx(used / 1e9, rel=0.1)
    assert expected["cells"] <= expected["ready"] <= expected["peak"]


def test_a_summary_takes_no_memory_that_it_reports(ranvier, tmp_path):
    (tmp_path / "net.hoc").write_text(
        'objref file\nstrdef line\nfile = new File()\n{ file.ropen("/proc/self/status") }\n'
        'while (!file.eof()) { file.gets(line)  printf("%s", line) }\n'
    )
    out = ranvier.check("--quiet", "--summary", "summary.json", "net.hoc", cwd=tmp_path).out
    used = 1024 * int(re.search(r"VmHWM:\s*(\d+)", out)[1])
    (said,) = json.loads((tmp_path / "summary.json").read_text())["memory"]["peak_bytes_per_rank"]
    assert said - used < 4e6, (said, used)
