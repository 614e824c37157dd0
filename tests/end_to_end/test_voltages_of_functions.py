"""The v that a FUNCTION or PROCEDURE sees when a script calls it: as in NEURON, that of the mechanism's last evaluation."""

import pytest

LOOKING = """
FUNCTION get_v() { get_v = v }
PROCEDURE look() { seen = v }
"""
MODS = {
    "cur": "NEURON { SUFFIX cur NONSPECIFIC_CURRENT i RANGE seen }\nASSIGNED { v i seen }\n"
    "BREAKPOINT { i = .003 + 1e-4*(v + 65) }",
    "only": "NEURON { SUFFIX only RANGE seen }\nASSIGNED { v seen }\nINITIAL { seen = 0 }",
    "states": "NEURON { SUFFIX states RANGE seen }\nSTATE { x }\nASSIGNED { v seen }\nINITIAL { x = 1 }\n"
    "BREAKPOINT { SOLVE d METHOD cnexp }\nDERIVATIVE d { x' = -.1*x }",
    "both": "NEURON { SUFFIX both NONSPECIFIC_CURRENT i RANGE seen }\nSTATE { x }\nASSIGNED { v i seen }\n"
    "INITIAL { x = 1 }\nBREAKPOINT { SOLVE d METHOD cnexp i = 1e-4*x }\nDERIVATIVE d { x' = -.1*x }",
    "Pc": "NEURON { POINT_PROCESS Pc NONSPECIFIC_CURRENT i RANGE seen }\nASSIGNED { v i seen }\n"
    "BREAKPOINT { i = .003 + 1e-4*(v + 65) }",
}
SCRIPT = """
create s
access s
{ nseg = 3  L = 30  diam = 30 }
insert cur
insert only
insert states
insert both
objref p, cv
p = new Pc(.5)
cv = new CVode()
proc show() { local x
    printf("%s", $s1)
    for (x) if (x > 0 && x < 1) {
        { setdata_cur(x) setdata_only(x) setdata_states(x) setdata_both(x) }
        { look_cur() look_only() }
        printf(" %.12g %.12g %.12g %.12g", get_v_cur(), seen_cur(x), get_v_only(), seen_only(x))
        if ($2) { look_states() look_both() }
        if ($2) printf(" %.12g %.12g %.12g %.12g", get_v_states(), seen_states(x), get_v_both(), seen_both(x))
    }
    { p.look() }
    printf(" %.12g %.12g\\n", p.get_v(), p.seen)
}
proc run() { local i
    finitialize($1)
    show("initialized", 1)
    v = -50
    show("assigned", 0)
    fcurrent()
    show("fcurrent", 0)
    for i = 1, 3 { fadvance() show("advanced", 1) }
    v(.5) = -40
    show("assigned", 0)
    fadvance()
    show("advanced", 1)
}
for k = 0, 2 { secondorder = k  run(-60 - k) }
secondorder = 0
{ cvode_active(1) }
finitialize(-65)
show("initialized", 1)
{ cv.solve() }
show("step", 1)
{ cv.solve(1) }
show("solved", 1)
v(.5) = -40
show("assigned", 0)
{ cv.re_init() }
show("restarted", 1)
{ cv.solve() }
show("step", 1)
{ cvode_active(0) }
finitialize(-65)
fadvance()
show("advanced", 1)
quit()
"""


def test_functions_see_the_voltage_of_the_last_evaluation(ranvier, neuron, tmp_path):
    paths = []
    for name, text in MODS.items():
        paths.append(tmp_path / f"{name}.mod")
        paths[-1].write_text(text + LOOKING)
    ranvier.check(cwd=tmp_path, name="nrnivmodl")
    script = 'load_file("stdrun.hoc")\n' + SCRIPT
    (tmp_path / "script.hoc").write_text(script)
    ours = ranvier.check("-nogui", "-nobanner", "script.hoc", cwd=tmp_path, name="nrniv").out.splitlines()
    theirs = [line for line in neuron.run(script, mods=paths)["out"].splitlines() if " -" in line]
    ours = [line for line in ours if " -" in line]
    assert len(theirs) == 31
    for one, other in zip(ours, theirs, strict=True):
        assert one.split()[0] == other.split()[0]
        assert [float(x) for x in one.split()[1:]] == pytest.approx([float(x) for x in other.split()[1:]], rel=1e-8)
