"""Jobs on the bulletin board: which ranks do them."""

import re

import pytest

SCRIPT = """
objref pc, done_by
pc = new ParallelContext()
done_by = new Vector(pc.nhost)
func job() { return pc.id }
{ pc.master_works_on_jobs(WORKS) }
{ pc.runworker() }
for i = 0, 19 pc.submit("job", i)
while (pc.working()) done_by.x[pc.retval] += 1
print done_by.sum, " jobs, ", done_by.x[0], " by rank 0"
{ pc.done() }
"""


@pytest.mark.parametrize("works, ranks, on_master", [(0, 3, False), (1, 3, True), (0, 1, True), (1, 1, True)])
def test_the_master_works_if_it_may_or_is_alone(ranvier, tmp_path, works, ranks, on_master):
    (tmp_path / "jobs.hoc").write_text(SCRIPT.replace("WORKS", str(works)))
    words = ranvier.check("--quiet", "jobs.hoc", cwd=tmp_path, ranks=ranks).out.split()
    assert words[0] == "20"
    assert (int(words[2]) > 0) == on_master, words


PYTHON_JOBS = """
objref pc, po, result, vec
strdef word
pc = new ParallelContext()
po = new PythonObject()
{ nrnpython("def join(a, b, c, d): return [a * 2, b + '!', c, d]") }
{ nrnpython("def number(): return 7") }
{ nrnpython("def fails(a): return 1 / a") }
{ nrnpython("items = {'x': (1, 2)}") }
{ pc.runworker() }
{ pc.submit(9, po.join, 21, "ab", po.items, po.items) }
while (pc.working()) {
    result = pc.pyret()
    print pc.userid, pc.retval, " ", result._[0], " ", result._[1], " ", result._[2]
    x = pc.upkscalar()
    { pc.upkstr(word) }
    result = pc.upkpyobj()
    print x, " ", word, " ", result
    nrnpython("")
}
{ pc.submit(po.number) }
while (pc.working()) { result = pc.pyret()  print pc.retval }
{ pc.submit("print 5") }
while (pc.working()) {}
print execute1("result = pc.pyret()")
{ pc.pack(po.items)  pc.post("key")  pc.take("key") }
result = pc.upkpyobj()
print result.get("x")._[1]
LAST
{ pc.done() }
"""


@pytest.mark.parametrize("ranks", [1, 3])
def test_a_job_is_a_function_of_python(ranvier, tmp_path, ranks):
    (tmp_path / "jobs.hoc").write_text(PYTHON_JOBS.replace("LAST", ""))
    lines = ranvier.check("--quiet", "jobs.hoc", cwd=tmp_path, ranks=ranks).out.splitlines()
    said = [re.sub(r"PythonObject\[\d+\]", "object", " ".join(line.split())) for line in lines]
    assert said == ["9 0 42 ab! object", "21 ab object", "7", "5", "0", "2"], lines


def test_an_exception_of_a_job_is_an_error(ranvier, tmp_path):
    (tmp_path / "jobs.hoc").write_text(PYTHON_JOBS.replace("LAST", "{ pc.submit(po.fails, 0) pc.working() }"))
    outcome = ranvier.run("--quiet", "jobs.hoc", cwd=tmp_path)
    assert outcome.status == 1 and "ZeroDivisionError" in outcome.err, outcome


RUNS_IN_JOBS = """
{ load_file("stdrun.hoc") }
objref pc, stim, out
pc = new ParallelContext()
create soma
soma { L = 20  diam = 20  insert hh }
soma stim = new IClamp(0.5)
{ stim.del = 1  stim.dur = 1e9 }
func job() {
    stim.amp = $1
    celsius = $2
    dt = $3
    tstop = 10
    RUN
    return soma.v(0.5)
}
BEFORE
{ pc.runworker() }
for i = 0, 4 pc.submit(i, "job", 0.1*i, 6.3 + i, 0.025/(1 + i%2))
out = new Vector(5)
while (pc.working()) out.x[pc.userid] = pc.retval
for i = 0, 4 printf("v %d %.17g\\n", i, out.x[i])
{ pc.done() }
quit()
"""


def values_in(text):
    """The lines with results; launchers and NEURON's MPI say more."""
    return sorted(line for line in text.splitlines() if line.startswith("v "))


@pytest.mark.parametrize(
    "run, before",
    [
        ("run()", ""),
        ("run()", "{ pc.set_maxstep(10) }"),
        ("finitialize(-65) while (t < tstop) fadvance()", "finitialize(-70)"),
    ],
)
@pytest.mark.parametrize("ranks", [2, 3])
def test_jobs_run_with_parameters_of_their_own(ranvier, neuron, tmp_path, run, before, ranks):
    script = RUNS_IN_JOBS.replace("RUN", run).replace("BEFORE", before)
    (tmp_path / "jobs.hoc").write_text(script)
    ours = ranvier.check("-mpi", "jobs.hoc", cwd=tmp_path, ranks=ranks, name="nrniv")
    # In NEURON, jobs after pc.set_maxstep sometimes wait forever.
    theirs = neuron.run(RUNS_IN_JOBS.replace("RUN", run).replace("BEFORE", ""), ranks=ranks)
    assert values_in(ours.out) == values_in(theirs["out"]), ours


def test_psolve_in_a_job_waits_for_nobody(ranvier, tmp_path):
    texts = []
    for run, ranks in (("run()", 1), ("stdinit() pc.psolve(tstop)", 2)):
        (tmp_path / "jobs.hoc").write_text(RUNS_IN_JOBS.replace("RUN", run).replace("BEFORE", ""))
        texts.append(values_in(ranvier.check("jobs.hoc", cwd=tmp_path, ranks=ranks).out))
    assert texts[0] == texts[1] and len(texts[0]) == 5


RUNS_IN_JOBS_OF_PYTHON = """
from neuron import h
h.load_file("stdrun.hoc")
pc = h.ParallelContext()
soma = h.Section(name="soma")
soma.L = soma.diam = 20
soma.insert("hh")
stim = h.IClamp(soma(0.5))
stim.delay, stim.dur = 1, 1e9
def job(amp, celsius, dt):
    stim.amp, h.celsius, h.dt = amp, celsius, dt
    h.finitialize(-65)
    h.continuerun(10)
    return soma(0.5).v
pc.runworker()
for i in range(5):
    pc.submit(i, job, 0.1 * i, 6.3 + i, 0.025 / (1 + i % 2))
while pc.working():
    print("v", int(pc.userid()), repr(pc.pyret()))
pc.done()
h.quit()
"""


def test_so_do_jobs_of_python(ranvier, tmp_path):
    (tmp_path / "jobs.py").write_text(RUNS_IN_JOBS_OF_PYTHON)
    alone, together = (
        ranvier.check("--math", "libm", "jobs.py", cwd=tmp_path, ranks=ranks).out.splitlines() for ranks in (1, 3)
    )
    assert sorted(alone) == sorted(together) and len(alone) == 5


UNEVEN = """
{ load_file("stdrun.hoc") }
objref pc, stim
pc = new ParallelContext()
create soma
soma { L = 20  diam = 20  insert hh }
soma stim = new IClamp(0.5)
{ stim.del = 1  stim.dur = 1e9  stim.amp = 0.1  tstop = 5 }
for i = 0, pc.id { celsius = 6.3 + i  run() }
sum = pc.allreduce(soma.v(0.5), 1)
if (pc.id == 0) printf("v %.17g\\n", sum)
{ pc.barrier() }
quit()
"""


def test_ranks_without_gids_run_as_often_as_they_like(ranvier, neuron, tmp_path):
    (tmp_path / "uneven.hoc").write_text(UNEVEN)
    ours = ranvier.check("-mpi", "uneven.hoc", cwd=tmp_path, ranks=3, name="nrniv")
    assert values_in(ours.out) == values_in(neuron.run(UNEVEN, ranks=3)["out"]), ours


FIRST_ALONE = """
objref pc, cells, nc, kept, times, gids
pc = new ParallelContext()
create soma
soma { L = 20  diam = 20  insert hh }
JOB
cells = new List()
kept = new List()
times = new Vector()
gids = new Vector()
for gid = 0, 3 if (gid % pc.nhost == pc.id) {
    cells.append(new IntFire1())
    pc.set_gid2node(gid, pc.id)
    pc.cell(gid, new NetCon(cells.o(cells.count - 1), nil))
}
for gid = 0, 3 if (gid % pc.nhost == pc.id) {
    nc = pc.gid_connect((gid + 3) % 4, pc.gid2cell(gid))
    { nc.delay = 2  nc.weight = 2  kept.append(nc) }
}
{ pc.spike_record(-1, times, gids) }
{ pc.set_maxstep(10) }
finitialize(-65)
if (pc.gid_exists(0)) kept.o(0).event(1)
{ pc.psolve(30) }
n = pc.allreduce(times.size, 1)
if (pc.id == 0) printf("v %d\\n", n)
{ pc.barrier() }
quit()
"""


def test_a_network_runs_after_what_one_rank_has_run_alone(ranvier, tmp_path):
    job = "if (pc.id == 0) { finitialize(-65)  while (t < 3) fadvance() }"
    (tmp_path / "first.hoc").write_text("objref nil\n" + FIRST_ALONE.replace("JOB", job))
    for ranks in (1, 2, 3):
        assert values_in(ranvier.check("first.hoc", cwd=tmp_path, ranks=ranks).out) == ["v 15"]


def test_a_job_that_would_wait_for_others_is_an_error(ranvier, tmp_path):
    text = FIRST_ALONE.replace("JOB", "").replace(
        "n = pc.allreduce",
        'func job() { return finitialize(-65) }\n{ pc.runworker() }\n{ pc.submit("job", 1)  pc.working() }\nn = pc.allreduce',
    )
    (tmp_path / "job.hoc").write_text("objref nil\n" + text)
    outcome = ranvier.run("job.hoc", cwd=tmp_path, ranks=2)
    assert outcome.status == 1 and "a job of pc.submit runs on one rank" in outcome.err, outcome
