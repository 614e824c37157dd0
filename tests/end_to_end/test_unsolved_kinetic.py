"""A KINETIC scheme that does not converge: as in NEURON, the run continues. Ranvier says so once; NEURON does not."""

import pytest

MOD = """
NEURON {{ SUFFIX Stiff RANGE k }}
PARAMETER {{ k = 5000 }}
ASSIGNED {{ v (mV) }}
STATE {{ a b c }}
BREAKPOINT {{ SOLVE kin METHOD sparse }}
INITIAL {{ a = 1 b = 0.2 c = 0.3 {initial} }}
KINETIC kin {{
    ~ a + b <-> c (k*sin(t*7 + 1), 3)
    ~ 2 c <-> a (k, 2*(-1)^floor(t*40))
}}
"""

SCRIPT = """
create s
access s
nseg = {nseg}
insert Stiff
k_Stiff(0.99) = 9000
finitialize(-65)
proc values() {{ printf("%g %.17g %.17g %.17g %.17g\\n", t, a_Stiff(0.01), b_Stiff(0.01), c_Stiff(0.5), a_Stiff(0.99)) }}
values()
for i = 0, 9 {{
    fadvance()
    values()
}}
quit()
"""


# Few instances are solved one by one, others in the lanes of vectors; SOLVE in INITIAL takes a step of 1e9 ms.
@pytest.mark.parametrize("initial", ["", "SOLVE kin STEADYSTATE sparse"], ids=["given", "steady"])
@pytest.mark.parametrize("nseg", [1, 21])
def test_goes_on_as_neuron_with_one_warning(ranvier, neuron, tmp_path, nseg, initial):
    mod = tmp_path / "Stiff.mod"
    mod.write_text(MOD.format(initial=initial))
    script = SCRIPT.format(nseg=nseg)
    (tmp_path / "script.hoc").write_text(script)
    run = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path)
    assert run.out == neuron.run(script, mods=[mod])["out"]
    warnings = [line for line in run.err.splitlines() if "converge" in line]
    assert len(warnings) == 1
    assert "Stiff in s(" in warnings[0]
    assert "SOLVE kin of Stiff" in warnings[0]
    assert "(t = " in warnings[0]


def test_many_instances_have_the_results_of_one(ranvier, tmp_path):
    (tmp_path / "Stiff.mod").write_text(MOD.format(initial=""))
    outputs = []
    for nseg in [1, 21]:
        (tmp_path / "script.hoc").write_text(
            "secondorder = 2\n" + SCRIPT.format(nseg=nseg).replace("(0.99) = 9000", " = 9000")
        )
        outputs.append(ranvier.check("--math", "vector", "--quiet", "script.hoc", cwd=tmp_path).out)
    assert outputs[0] == outputs[1]
    assert outputs[0].count("\n") == 12
