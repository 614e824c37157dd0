"""Synapses that share their time constants: what depends on these only is computed once, and NEURON's bits stay."""

import pytest
from oracle.machine import MACHINE, instruction_sets

# 700 synapses of two kinds: more than three chunks of each block. FEW of the time constants differ.
SCRIPT = """
create cell[7]
objref syns[700], one[500], r
r = new Random(3)
n = 0
forall { insert pas  L = 30  diam = 20  nseg = 5 }
func tau() { return 0.4 + 0.3*($1 % FEW) }
for i = 0, 699 {
    cell[i % 7] syns[i] = new Exp2Syn((i % 5)/5 + 0.1)
    syns[i].tau1 = tau(i)
    syns[i].tau2 = 2 + 3*tau(i + (i % 7 == 0))
}
for i = 0, 499 {
    cell[i % 7] one[i] = new ExpSyn((i % 5)/5 + 0.1)
    one[i].tau = tau(i)
}
proc tell() { local i
    for i = 0, 699 printf("%.17g %.17g\\n", syns[i].A, syns[i].B)
    for i = 0, 499 printf("%.17g\\n", one[i].g)
    for i = 0, 6 printf("%.17g\\n", cell[i].v(0.5))
}
{ finitialize(-65) }
for i = 0, 699 { syns[i].A = r.uniform(0, 0.001)  syns[i].B = r.uniform(0, 0.001) }
for i = 0, 499 { one[i].g = r.uniform(0, 0.001) }
for i = 0, 9 { fadvance() }
tell()
CHANGE
for i = 0, 9 { fadvance() }
tell()
"""
CHANGES = {
    "none": "",
    "dt": "dt = 0.01",
    "some": "for (i = 0; i < 500; i += 3) { syns[i].tau1 = 0.7  one[i].tau = 1.9 }",
    "all": "for i = 0, 499 { syns[i].tau1 = 0.2 + i/1000  one[i].tau = 0.2 + i/1000 }",
    "strange": "{ syns[1].tau1 = 1e308*10  syns[2].tau2 = -3  syns[3].tau1 = 1e-320  one[4].tau = -1e308*10 }",
}


def script(few, change):
    return SCRIPT.replace("FEW", str(few)).replace("CHANGE", CHANGES[change])


def output(ranvier, folder, text, *options):
    (folder / "syns.hoc").write_text(text)
    return ranvier.check(*options, "syns.hoc", cwd=folder).out


@pytest.mark.parametrize(
    "few, change",
    [(1, "none"), (3, "some"), (4, "dt"), (8, "strange"), (9, "all"), (50, "some"), (300, "none"), (2, "all")],
)
def test_values_that_parameters_fix_are_neurons(ranvier, neuron, tmp_path, few, change):
    text = script(few, change)
    own = output(ranvier, tmp_path, text, "--math", "libm")
    expected = neuron.run(text)["out"]
    if MACHINE != "x86_64":  # elsewhere, what is not a number has no sign
        expected = expected.replace("-nan", "nan")
    numbers = [line for line in expected.splitlines() if line.strip()]
    assert len(set(numbers)) > 1200
    assert [line for line in own.splitlines() if line.strip()] == numbers


@pytest.mark.parametrize("few, change", [(3, "some"), (8, "strange"), (9, "all"), (50, "dt")])
def test_lanes_and_threads_change_no_bit(ranvier, tmp_path, few, change):
    text = script(few, change)
    first = output(ranvier, tmp_path, text, "--math", "vector")
    for isa in instruction_sets():
        assert output(ranvier, tmp_path, text, "--math", "vector", "--isa", isa) == first
    threads = "objref pc\npc = new ParallelContext()\n{ pc.nthread(3) }\n" + text
    assert output(ranvier, tmp_path, threads, "--math", "vector") == first
