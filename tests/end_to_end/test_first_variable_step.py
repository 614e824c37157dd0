"""The first variable step is as long as NEURON's, even with a relative tolerance: its bound uses only absolute ones."""

import pytest

SCRIPT = """
create s
s {{ insert hh nseg = 5 L = 300 diam = 2 }}
objref stim, c
s stim = new IClamp(0.3)
{{ stim.dur = 2 stim.amp = 0.3 }}
c = new CVode()
{{ c.active(1) c.rtol({rtol}) c.atol({atol}) }}
finitialize(-60)
fadvance()
printf("%.12g\\n", t)
fadvance()
printf("%.12g\\n", t)
quit()
"""


@pytest.mark.parametrize("rtol, atol", [(0, 1e-3), (1e-4, 1e-5), (1e-2, 1e-3), (0.1, 1e-3), (1, 1e-2), (1, 0)])
def test_the_first_steps_are_as_long_as_neurons(neuron, ranvier, tmp_path, rtol, atol):
    (tmp_path / "script.hoc").write_text(SCRIPT.format(rtol=rtol, atol=atol))
    ours = ranvier.check("-nogui", "script.hoc", cwd=tmp_path, name="nrniv").out
    assert ours == neuron.run(tmp_path / "script.hoc")["out"]
