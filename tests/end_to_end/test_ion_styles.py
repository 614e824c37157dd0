"""The reversal potential that INITIAL blocks see, and that a run begins with, in every style of an ion."""

import pytest

HEAD = "UNITS { (mM) = (milli/liter) (mA) = (milliamp) (mV) = (millivolt) }\n"


def written(name, use, variable, value, kind="SUFFIX"):
    """A mechanism that writes a concentration: as a state, or in INITIAL alone."""
    return f"""NEURON {{ {kind} {name} USEION ca {use} RANGE c0 }}
{HEAD}PARAMETER {{ c0 = {value} (mM) }}
STATE {{ {variable} (mM) }}
INITIAL {{ {variable} = c0 }}
BREAKPOINT {{ SOLVE s METHOD cnexp }}
DERIVATIVE s {{ {variable}' = -0.1*{variable} }}
"""


# The one that sees them has its INITIAL after those that write, whatever its name.
MODS = {
    "inside.mod": written("inside", "WRITE cai", "cai", 0.002),
    "outside.mod": written("outside", "WRITE cao", "cao", 5),
    "point.mod": written("PointPool", "WRITE cai", "cai", 0.1, "POINT_PROCESS"),
    "seen.mod": f"""NEURON {{ SUFFIX a_seen USEION ca READ eca, cai, cao WRITE ica RANGE e, c, o }}
{HEAD}ASSIGNED {{ eca (mV) cai (mM) cao (mM) e c o ica (mA/cm2) v (mV) }}
INITIAL {{ e = eca c = cai o = cao }}
BREAKPOINT {{ ica = 1e-5*(v - eca) }}
""",
}

SCRIPT = r"""
create a[5]
objref pool
forall { L = diam = 10 insert pas insert a_seen }
a[0] insert inside
a[1] insert outside
a[2] { insert inside insert outside }
a[3] pool = new PointPool(.5)
proc trial() { local k
    finitialize(-65)
    for k = 0, 4 {
        access a[k]
        printf("%d: %.15g %.15g %.15g, %.15g %.15g %.15g\n", ion_style("ca_ion"), e_a_seen, c_a_seen, o_a_seen, eca, cai, cao)
    }
    fadvance()
    for k = 0, 4 { access a[k] printf("%.15g %.15g\n", eca, v) }
}
trial()
for c = 0, 3 for e = 0, 3 for i = 0, 1 for j = 0, 1 for m = 0, 1 {
    printf("%d %d %d %d %d\n", c, e, i, j, m)
    forall { cai = 0.1 cao = 3 eca = 77 was = ion_style("ca_ion", c, e, i, j, m) }
    trial()
}
quit()
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("styles")
    for name, text in MODS.items():
        (made / name).write_text(text)
    (made / "styles.hoc").write_text(SCRIPT)
    return made


def test_reversal_potentials_follow_what_initial_writes(ranvier, neuron, folder):
    expected = neuron.run(SCRIPT, mods=sorted(folder.glob("*.mod")))["out"].split()
    assert len(expected) > 6000
    assert ranvier.check("--math", "libm", "--quiet", "styles.hoc", cwd=folder).out.split() == expected


PUMP = """NEURON {
    SUFFIX pump
    USEION cl READ cli VALENCE -1
    USEION glu READ glui VALENCE 0
}
"""
IONS = """print execute1("{ion_register(\\"cl\\", 1)}", 0), execute1("{ion_register(\\"cl\\", -1)}", 0)
print ion_charge("cl_ion"), ion_charge("glu_ion")
"""


def test_ions_of_files_are_known_before_their_mechanisms_are_used(ranvier, tmp_path):
    (tmp_path / "pump.mod").write_text(PUMP)
    (tmp_path / "ions.hoc").write_text(IONS)
    assert ranvier.check("--quiet", "ions.hoc", cwd=tmp_path).out.split() == ["0", "1", "-1", "0"]
