"""Events that no connection delivers have no arguments: a NET_RECEIVE block that uses one gets an error, not a crash."""

import pytest

INITIAL = """
NEURON { POINT_PROCESS Late RANGE g }
ASSIGNED { v (mV) g }
INITIAL { g = 0 net_send(1, 3) }
BREAKPOINT { g = g*0.9 }
NET_RECEIVE(w, x) {
    if (flag == 3) { g = g + x }
}
"""

WATCHED = """
NEURON { POINT_PROCESS Late RANGE g }
ASSIGNED { v (mV) g }
INITIAL { g = 0 net_send(0, 1) }
NET_RECEIVE(w) {
    if (flag == 1) { WATCH (t > 1) 2 }
    if (flag == 2) { w = 5 }
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
create s
access s
objref p
p = new Late(0.5)
finitialize(-65)
while (t < 3) fadvance()
print "g ", p.g
"""


@pytest.mark.parametrize("code", ["", C_CODE], ids=["NMODL", "C"])
@pytest.mark.parametrize("mod", [INITIAL, WATCHED], ids=["net_send", "WATCH"])
def test_an_argument_that_is_missing_is_an_error(ranvier, tmp_path, mod, code):
    (tmp_path / "Late.mod").write_text(mod + code)
    (tmp_path / "script.hoc").write_text(SCRIPT)
    run = ranvier.run("--quiet", "script.hoc", cwd=tmp_path)
    assert run.status == 1
    assert "Late[0]" in run.err
    assert "NET_RECEIVE uses an argument, but this event has none" in run.err
    assert "use them only where flag is 0" in run.err


@pytest.mark.parametrize("code", ["", C_CODE], ids=["NMODL", "C"])
def test_arguments_that_are_not_used_need_not_exist(ranvier, neuron, tmp_path, code):
    mod = tmp_path / "Late.mod"
    mod.write_text(INITIAL.replace("g = g + x", "g = g + 2") + code)
    (tmp_path / "script.hoc").write_text(SCRIPT + "quit()\n")
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out
    assert ours == neuron.run(SCRIPT + "quit()\n", mods=[mod])["out"]
