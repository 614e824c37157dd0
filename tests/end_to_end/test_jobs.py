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
