"""Jobs on the bulletin board: which ranks do them."""

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
