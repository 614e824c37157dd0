"""Currents that BREAKPOINT does not assign, but an equation's block or INITIAL does, against NEURON."""

import pathlib
import shutil

import pytest

MODS = sorted((pathlib.Path(__file__).resolve().parent / "mods" / "late_currents").glob("*.mod"))

SCRIPT = r"""
create s[2]
access s[0]
forall { L = 10  diam = 10  insert pas }
s[1] insert slate
objref p
s[0] p = new Late(0.5)
{finitialize(-65)}
for i = 1, 12 {
    fadvance()
    printf("%.17g %.17g %.17g %.17g %.17g\n", s[0].v, s[0].ix, s[1].v, s[1].ix, p.seen)
}
quit()
"""


@pytest.mark.parametrize("math", ["libm", "vector"])
def test_currents_from_elsewhere_flow(ranvier, neuron, tmp_path, math):
    for mod in MODS:
        shutil.copy(mod, tmp_path)
    (tmp_path / "script.hoc").write_text(SCRIPT)
    ours = ranvier.check(
        "--math", math, "--quiet", "script.hoc", cwd=tmp_path, env={"RANVIER_CACHE": str(tmp_path)}
    ).out
    expected = neuron.run(SCRIPT, mods=MODS)["out"]
    if math == "libm":
        assert ours == expected
    values, wanted = [[float(x) for x in out.split()] for out in (ours, expected)]
    assert len(values) == len(wanted) == 60
    assert all(abs(a - b) < 1e-8 * (1 + abs(b)) for a, b in zip(values, wanted))
    assert wanted[-5] > -80 and abs(wanted[-5] + 65) > 0.5
