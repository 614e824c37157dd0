"""How many threads a run has: --threads before pc.nthread, and what a run says that has fewer."""

import json
import re

import pytest

CELLS = """
begintemplate Cell
  public soma, source, synapse
  create soma
  objref source, synapse, nil
  proc init() {
    soma { nseg = NSEG  L = 500  insert hh  synapse = new ExpSyn(.5)  source = new NetCon(&v(.5), nil) }
  }
endtemplate Cell
objref pc, cells, joins, start, kick
{ load_file("stdrun.hoc") }
pc = new ParallelContext()
cells = new List()
joins = new List()
for i = 0, 3 {
  cells.append(new Cell())
  pc.set_gid2node(i, 0)
  pc.cell(i, cells.o(i).source)
}
for i = 0, 3 {
  joins.append(pc.gid_connect((i + 3) % 4, cells.o(i).synapse))
  joins.o(i).delay = 1
  joins.o(i).weight = .1
}
start = new NetStim()
start.number = 1
start.start = 1
kick = new NetCon(start, cells.o(0).synapse, 0, 1, .1)
tstop = 20
{ pc.set_maxstep(10) }
"""
RUN = "{ stdinit()  pc.psolve(tstop) }\n"

SHARED = """
NEURON { SUFFIX shared  GLOBAL seen }
ASSIGNED { seen v (mV) }
BREAKPOINT { seen = seen + v }
"""


def notice(ranvier, folder, script, *words, nseg=400, least_work="300", mod=""):
    """(what the run says of its threads, what its summary says)"""
    (folder / "cells.hoc").write_text(CELLS.replace("NSEG", str(nseg)) + script)
    if mod:
        (folder / "shared.mod").write_text(mod)
    outcome = ranvier.check(
        "--summary", "s.json", *words, "cells.hoc", cwd=folder, env={"RANVIER_LEAST_WORK": least_work}
    )
    said = re.findall(r"^threads    (.*)$", outcome.err, re.MULTILINE)
    told = json.loads((folder / "s.json").read_text())["configuration"]
    assert said == ([told["threads_notice"]] if told["threads_notice"] else [])
    return said[0] if said else "", told


def test_the_option_wins_over_the_script_and_says_so(ranvier, tmp_path):
    script = "{ pc.nthread(3)  print pc.nthread() }\n" + RUN
    said, told = notice(ranvier, tmp_path, script, "--threads", "2")
    assert said == "2, not 3 as pc.nthread says"
    assert (told["threads"], told["threads_used"]) == (2, 2)
    outcome = ranvier.check("--threads", "2", "cells.hoc", cwd=tmp_path)
    assert outcome.out.split()[0] == "3", "pc.partition works as in NEURON"
    said, told = notice(ranvier, tmp_path, script)
    assert (said, told["threads"], told["threads_used"]) == ("", 3, 3), "without the option, the script decides"
    said, told = notice(ranvier, tmp_path, "{ pc.nthread(2) }\n" + RUN, "--threads", "2")
    assert (said, told["threads_used"]) == ("", 2), "they agree"


def test_nrniv_takes_the_option_too(ranvier, tmp_path):
    notice(ranvier, tmp_path, "{ pc.nthread(3) }\n" + RUN)
    ranvier.check("--threads", "2", "--summary", "s.json", "cells.hoc", cwd=tmp_path, name="nrniv")
    assert json.loads((tmp_path / "s.json").read_text())["configuration"]["threads_used"] == 2


@pytest.mark.parametrize(
    "script, why, more",
    [
        ("{ cvode_active(1) }\n" + RUN, "1 of 2 used: variable steps run on one", {}),
        (
            "cells.o(0).soma { insert shared }\n" + RUN,
            "1 of 2 used: the instances of shared share a GLOBAL that they set, or C code (VERBATIM)",
            {"mod": SHARED},
        ),
        (
            'joins.o(0).record("print t")\n' + RUN,
            "1 of 2 used: each step runs a statement or reads an expression of the script",
            {},
        ),
        (RUN, "1 of 2 used: there is too little work for more", {"nseg": 1}),
        (RUN, "", {}),
        (RUN, "", {"nseg": 1, "least_work": "0"}),
        ("{ stdinit()  run() }\n", "", {}),
    ],
    ids=["variable steps", "shared values", "statements", "little work", "enough work", "all the same", "run"],
)
def test_a_run_on_fewer_threads_says_why(ranvier, tmp_path, script, why, more):
    said, told = notice(ranvier, tmp_path, script, "--threads", "2", **more)
    assert said == why
    assert told["threads_used"] == (1 if why else 2)


def test_a_wrong_least_work_is_refused(ranvier, tmp_path):
    (tmp_path / "cells.hoc").write_text("")
    outcome = ranvier.run("cells.hoc", cwd=tmp_path, env={"RANVIER_LEAST_WORK": "few"})
    assert outcome.status == 1
    assert (
        "RANVIER_LEAST_WORK is 'few'; it must be a whole number of compartments and mechanisms, or not set"
        in outcome.err
    )


RECORDED = """{ load_file("stdrun.hoc") }
objref pc, traces[4], stimuli[4], amplitudes
pc = new ParallelContext()
create cell[4], early[2]
for i = 0, 3 cell[i] {
  L = 20  diam = 20  insert hh
  stimuli[i] = new IClamp(.5)
  { stimuli[i].del = i  stimuli[i].dur = 100  stimuli[i].amp = .2 }
  traces[i] = new Vector()
  { traces[i].record(&v(.5), .1) }
}
amplitudes = new Vector(20)
{ amplitudes.indgen(.1)  amplitudes.play(&stimuli[3].amp, 1) }
{ stdinit()  pc.set_maxstep(10)  pc.psolve(5) }
cell[0] { delete_section() }
for i = 0, 1 early[i] { nseg = 7  insert hh }
{ pc.psolve(15) }
for i = 1, 3 traces[i].printf("%.17g ")
"""


def test_recorded_and_played_values_stay_with_cells_that_change_threads(ranvier, tmp_path):
    (tmp_path / "cells.hoc").write_text(RECORDED)
    expected = ranvier.check("--threads", "1", "cells.hoc", cwd=tmp_path).out
    assert len(expected.split()) == 3 * 150
    for threads in (2, 3, 4):
        assert ranvier.check("--threads", threads, "cells.hoc", cwd=tmp_path).out == expected, threads
