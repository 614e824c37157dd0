"""NET_RECEIVE may set the voltage, as spiking models do to reset it: also where the mechanism has C code."""

import pytest

MOD = """
NEURON { POINT_PROCESS Resetting RANGE reset, k, received NONSPECIFIC_CURRENT i }
PARAMETER { reset = -50 (mV) k = .001 }
ASSIGNED { v (mV) i (nA) received }
INITIAL { received = 0 net_send(0, 1) net_send(2, 5) }
BREAKPOINT { i = k*(v + 60) }
PROCEDURE go(x) { v = x }
NET_RECEIVE (w) {
    received = received + 1
    if (flag == 1) {
        WATCH (v > -40) 2
        v = reset
    } else if (flag == 5) {
        go(-30)
    } else if (flag == 2) {
        v = -55
        net_event(t)
    }
}
"""

C_CODE = """
FUNCTION positive(x) {
VERBATIM
    _lpositive = _lx > 0;
ENDVERBATIM
}
"""

SCRIPT = """
create cell
access cell
insert pas
objref point, netcon, nothing, times
times = new Vector()
point = new Resetting(.5)
netcon = new NetCon(point, nothing)
{netcon.record(times)}
{finitialize(-65)}
printf("%g %.17g %g\\n", t, v(.5), point.received)
for i = 0, 99 {
    fadvance()
    printf("%g %.17g %g\\n", t, v(.5), point.received)
}
{times.printf("%.17g\\n")}
"""


@pytest.mark.parametrize("code", ["", C_CODE], ids=["NMODL", "C"])
def test_prints_what_neuron_prints(ranvier, neuron, tmp_path, code):
    mod = tmp_path / "resetting.mod"
    mod.write_text(MOD + code)
    (tmp_path / "script.hoc").write_text(SCRIPT + "quit()\n")
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out
    assert ours == neuron.run(SCRIPT + "quit()\n", mods=[mod])["out"]
    assert "-55" in ours
