"""A FUNCTION or PROCEDURE with TABLE that a script calls looks up a table of the present values of its DEPEND variables."""

import pytest

MOD = """
NEURON { SUFFIX tabled RANGE r, got GLOBAL k }
PARAMETER { k = 2 r = 1 }
ASSIGNED { v celsius got }
INITIAL { got = 0 }
FUNCTION of_global(x) { TABLE DEPEND k FROM 0 TO 10 WITH 100
    of_global = k*x
}
FUNCTION of_celsius(x) { TABLE DEPEND celsius FROM 0 TO 10 WITH 100
    of_celsius = celsius*x
}
FUNCTION of_range(x) { TABLE DEPEND r FROM 0 TO 10 WITH 100
    of_range = r*x
}
FUNCTION fixed(x) { TABLE FROM 0 TO 10 WITH 100
    fixed = k*x
}
PROCEDURE assign(x) { TABLE got DEPEND k, celsius FROM 0 TO 10 WITH 100
    got = k*x*x + celsius
}
"""

TRIALS = """
proc show() {
    printf("%g %g %g %g", of_global_tabled(3), of_celsius_tabled(3), of_range_tabled(3), fixed_tabled(3))
    assign_tabled(3)
    printf(" %g\\n", got_tabled)
}
create a
access a
insert tabled
{setdata_tabled(0.5)}
usetable_tabled = 0
{finitialize(-65)}
show()
usetable_tabled = 1
show()
k_tabled = 5
celsius = 20
r_tabled = 4
show()
{finitialize(-65)}
show()
k_tabled = 7
celsius = 30
r_tabled = 6
show()
usetable_tabled = 0
k_tabled = 8
show()
usetable_tabled = 1
show()
{fadvance()}
show()
quit()
"""

POINT_TRIALS = (
    TRIALS.replace("proc show", "objref p\nproc show", 1)
    .replace("insert tabled", "p = new tabled(0.5)")
    .replace("{setdata_tabled(0.5)}\n", "")
    .replace("r_tabled", "p.r")
    .replace("got_tabled", "p.got")
)
for function in "of_global", "of_celsius", "of_range", "fixed", "assign":
    POINT_TRIALS = POINT_TRIALS.replace(f"{function}_tabled", f"p.{function}")


@pytest.mark.parametrize("threadsafe", ["", " THREADSAFE "])
@pytest.mark.parametrize(
    "kind, script", [("SUFFIX", TRIALS), ("POINT_PROCESS", POINT_TRIALS)], ids=["density", "point"]
)
def test_prints_what_neuron_prints(ranvier, neuron, tmp_path, kind, script, threadsafe):
    mod = tmp_path / "tabled.mod"
    mod.write_text(MOD.replace("SUFFIX tabled", f"{kind} tabled {threadsafe}"))
    (tmp_path / "script.hoc").write_text(script)
    expected = neuron.run(script, mods=[mod])["out"]
    for math in "libm", "vector":
        assert ranvier.check("--math", math, "--quiet", "script.hoc", cwd=tmp_path).out == expected


def test_needs_no_instance(ranvier, neuron, tmp_path):
    script = """
printf("%g\\n", of_global_tabled(3))
k_tabled = 5
printf("%g %g\\n", of_global_tabled(3), of_celsius_tabled(3))
quit()
"""
    mod = tmp_path / "tabled.mod"
    mod.write_text(MOD.replace("r*x", "k*x").replace("DEPEND r", "DEPEND k"))
    (tmp_path / "script.hoc").write_text(script)
    expected = neuron.run(script, mods=[mod])["out"]
    assert ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out == expected
