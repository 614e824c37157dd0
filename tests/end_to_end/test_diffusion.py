"""LONGITUDINAL_DIFFUSION and KINETIC schemes that are not linear, by fixed steps: the bits are those of NEURON.

What follows from volumes, conductances and the geometry is kept between steps, so a script changes each of them between
runs and between steps. Five sections have enough segments to fill vectors partly; schemes need different numbers of
iterations in different segments.
"""

import pytest

MODS = {
    # Three shells diffuse along a branching cell; the volumes have parameters of a segment and of the mechanism.
    "Shells": """
NEURON { SUFFIX Shells  USEION ca READ cai, ica WRITE cai  RANGE D, share, c, b  GLOBAL scale }
DEFINE N 3
PARAMETER { D = 0.6  share = 0.5  scale = 1 }
ASSIGNED { diam cai ica }
STATE { c[N] b[N] }
BREAKPOINT { SOLVE kin METHOD sparse }
INITIAL { FROM i = 0 TO N-1 { c[i] = cai*(i + 1 + 0.1*diam)  b[i] = 0.01*diam } }
KINETIC kin {
    COMPARTMENT i, diam*diam*scale*(share + i) { c b }
    LONGITUDINAL_DIFFUSION i, D*diam*diam*(share + 2*i) { c }
    ~ c[0] << (-ica*diam/100)
    FROM i = 0 TO N-2 { ~ c[i] <-> c[i+1] (0.4*diam, 0.3*diam) }
    FROM i = 0 TO N-1 { ~ c[i] + b[i] <-> b[i] (3*diam, 0.001) }
    cai = c[0]
}
""",
    # Volumes follow a state that does not diffuse, so they change in each step; five states: two registers.
    "Swelling": """
NEURON { SUFFIX Swelling  RANGE s, w, D }
PARAMETER { D = 0.3 }
ASSIGNED { diam v }
STATE { s[5] w }
BREAKPOINT { SOLVE kin METHOD sparse }
INITIAL { w = 1 + 0.01*diam  FROM i = 0 TO 4 { s[i] = 0.1*(i + 1)*diam } }
KINETIC kin {
    COMPARTMENT i, w*diam*diam { s }
    LONGITUDINAL_DIFFUSION i, D*w*(i + 1) { s }
    ~ w << (0.001*(v + 65))
    ~ s[0] <-> s[1] (0.1, 0.2)
    ~ s[2] + s[3] <-> s[4] (0.5, 0.1)
}
""",
    # The second state's volume follows the first one, which has diffused before.
    "Following": """
NEURON { SUFFIX Following  RANGE p, q }
ASSIGNED { diam }
STATE { p q }
BREAKPOINT { SOLVE kin METHOD sparse }
INITIAL { p = 1 + diam  q = 2/diam }
KINETIC kin {
    COMPARTMENT diam { p }
    COMPARTMENT 1 + p { q }
    LONGITUDINAL_DIFFUSION 2*diam { p }
    LONGITUDINAL_DIFFUSION p { q }
    ~ p <-> q (0.1, 0.1)
}
""",
    # Variables that one evaluation of the equations leaves to the next, and one that only some evaluations assign.
    "Leaving": """
NEURON { SUFFIX Leaving  RANGE a, b, c, late, mark }
ASSIGNED { late mark seen diam }
LOCAL twice
STATE { a b c }
BREAKPOINT { SOLVE kin METHOD sparse }
INITIAL { a = 1  b = 0.3 + diam/50  c = 0  late = 0.5  mark = 0  seen = 0 }
KINETIC kin {
    twice = 2*late
    ~ a + b <-> c (twice, 0.1*(1 + seen))
    ~ 2 a <-> b ((0.2 + 0.01*late), 0.05)
    IF (a < 0.8) { mark = mark + a }
    seen = c
    late = 0.4 + a*b
}
""",
    # A conservation law, and a state that the iteration keeps from becoming negative.
    "Kept": """
NEURON { SUFFIX Kept  RANGE p, q, s, f, r }
PARAMETER { r = 4 }
ASSIGNED { f v diam }
STATE { p q s }
BREAKPOINT { SOLVE kin METHOD sparse }
INITIAL { p = 0.6  q = 0.4 - 0.001*diam  s = 0.001*diam }
KINETIC kin {
    ~ p + q <-> s (r, 0.01*exp(-v/60))
    f = f_flux - b_flux
    ~ p << (-0.2*p*p*diam)
    CONSERVE q + s = 0.4
}
""",
    "Pointing": """
NEURON { SUFFIX Pointing  POINTER other  RANGE a, b, c }
ASSIGNED { other diam }
STATE { a b c }
BREAKPOINT { SOLVE kin METHOD sparse }
INITIAL { a = 1  b = 0.1*diam  c = 0 }
KINETIC kin { ~ a + b <-> c ((0.5 + 0.005*other), 0.1) }
""",
}

CELL = """
create soma, dend[3], tip
{soma { L = 20 diam = 18 nseg = 1 }}
for i = 0, 2 dend[i] { L = 90 + 20*i diam = 2 + i nseg = 3 + 2*i }
{tip { L = 40 nseg = 5 diam(0:1) = 1:3 }}
{connect dend[0](0), soma(1)}
{connect dend[1](0), soma(0.5)}
{connect dend[2](1), soma(0)}
{connect tip(0), dend[1](0.5)}
forall { insert pas e_pas = -65 }
dend[2] { cm = 0.7 }
objref stim
soma stim = new IClamp(0.5)
{stim.dur = 100  stim.amp = 0.3}
"""

STEPS = """
proc steps() { local i
    for i = 1, $1 fadvance()
}
"""

CHANGES = {
    "nothing": "",
    "L": "dend[1].L = 55",
    "nseg": "dend[0].nseg = 7",
    "diam": "dend[0].diam(0.5) = 3.5",
    "rallbranch": "dend[1] { rallbranch = 2 }",
    "Ra": "forall Ra = 200",
    "topology": "tip { disconnect() }\nconnect tip(0), dend[0](1)",
    "dt": "dt = 0.1",
    "secondorder": "secondorder = 2",
}
PARAMETERS = {
    "a volume's parameter": "dend[1].share_Shells(0.5) = 0.8",
    "a volume's GLOBAL": "scale_Shells = 1.5",
    "a conductance's parameter": "dend[0].D_Shells = 0.2",
}
PRINTED = {
    "Shells": ["c_Shells[0]", "c_Shells[1]", "c_Shells[2]", "b_Shells[1]", "cai"],
    "Swelling": ["s_Swelling[0]", "s_Swelling[3]", "s_Swelling[4]", "w_Swelling"],
    "Following": ["p_Following", "q_Following"],
    "Leaving": ["a_Leaving", "b_Leaving", "c_Leaving", "late_Leaving", "mark_Leaving"],
    "Kept": ["p_Kept", "q_Kept", "s_Kept", "f_Kept"],
    "Pointing": ["a_Pointing", "b_Pointing", "c_Pointing"],
}
CASES = {
    f"{mod}: {what}": (mod, change)
    for mod in ("Shells", "Swelling", "Following")
    for what, change in {**CHANGES, **(PARAMETERS if mod == "Shells" else {})}.items()
} | {f"Kept: {what}": ("Kept", CHANGES[what]) for what in ("nothing", "dt")}
CASES["Pointing: v"] = ("Pointing", "dt = 0.05\nforall Ra = 200")
del CASES["Swelling: secondorder"]  # NEURON's half steps of such a scheme differ in the tenth digit


def block(number, mod, change):
    """One case: its mechanism in all sections, two runs, the change between steps and between runs."""
    formats = " %.17g" * len(PRINTED[mod])
    values = ", ".join(f"{name}(x)" for name in PRINTED[mod])
    return f"""
proc show_{number}() {{
    forall for (x, 0) printf("{number} %s %g{formats}\\n", secname(), x, {values})
}}
proc change_{number}() {{
    {change}
}}
finitialize(-65)
steps(3)
show_{number}()
change_{number}()
steps(3)
show_{number}()
finitialize(-60)
steps(20)
show_{number}()
"""


def script_of(name):
    mod, change = CASES[name]
    lines = block(0, mod, change)
    target = "forall for (x, 0) setpointer other_Pointing(x), soma.v(0.5)\n" if mod == "Pointing" else ""
    return CELL + STEPS + f"forall insert {mod}\n{target}" + lines + "quit()\n"


@pytest.fixture(scope="module")
def compiled(ranvier, tmp_path_factory):
    folder = tmp_path_factory.mktemp("diffusion")
    for name, text in MODS.items():
        (folder / f"{name}.mod").write_text(text)
    ranvier.check(cwd=folder, name="nrnivmodl")
    return folder


@pytest.mark.parametrize("name", CASES)
def test_the_bits_are_those_of_neuron(ranvier, neuron, compiled, name):
    script = script_of(name)
    (compiled / "script.hoc").write_text(script)
    found = ranvier.check("-nogui", "-nobanner", "script.hoc", cwd=compiled, name="nrniv").out.splitlines()
    expected = neuron.run(script, mods=[compiled / f"{mod}.mod" for mod in MODS])["out"].splitlines()
    rows = [line for line in found if line.startswith("0 ")]
    assert len(rows) > 3 * 17 and rows == [line for line in expected if line.startswith("0 ")]


# The same mechanisms with a POINTER, which targets what the solver changes: so instances are solved one after the other.
IN_TURN = {
    f"{name}InTurn": MODS[name]
    .replace(f"SUFFIX {name}", f"SUFFIX {name}InTurn  POINTER own")
    .replace("ASSIGNED {", "ASSIGNED { own seen_own")
    .replace("KINETIC kin {", "KINETIC kin {\n    seen_own = own")
    for name in ("Leaving", "Kept")
}


@pytest.mark.parametrize(
    "change, where, count",
    [
        ("", "forall", 21),
        ("dt = 0.05", "forall", 21),
        ("secondorder = 2", "forall", 21),
        ("", "soma", 1),  # too few for lanes
        ("", "dend[0]", 3),
    ],
)
@pytest.mark.parametrize("mod", ["Leaving", "Kept"])
def test_instances_in_lanes_have_the_bits_of_one_after_the_other(ranvier, tmp_path_factory, mod, change, where, count):
    folder = tmp_path_factory.getbasetemp() / "in_turn"
    if not folder.exists():
        folder.mkdir()
        for name, text in [*IN_TURN.items(), *((name, MODS[name]) for name in ("Leaving", "Kept"))]:
            (folder / f"{name}.mod").write_text(text)
        ranvier.check(cwd=folder, name="nrnivmodl")
    of_other = [name.replace(f"_{mod}", f"_{mod}InTurn") for name in PRINTED[mod]]
    first = PRINTED[mod][0].replace(f"_{mod}", f"_{mod}InTurn")
    formats = " %.17g" * len(of_other)
    (folder / "script.hoc").write_text(
        CELL
        + STEPS
        + f"""
{where} {{ insert {mod}  insert {mod}InTurn }}
{where} for (x, 0) setpointer own_{mod}InTurn(x), {first}(x)
finitialize(-65)
steps(3)
{change}
steps(20)
{where} for (x, 0) printf("0{formats}\\n", {", ".join(f"{name}(x)" for name in PRINTED[mod])})
{where} for (x, 0) printf("1{formats}\\n", {", ".join(f"{name}(x)" for name in of_other)})
quit()
"""
    )
    rows = ranvier.check("-nogui", "-nobanner", "script.hoc", cwd=folder, name="nrniv").out.splitlines()
    lanes, in_turn = ([row[2:] for row in rows if row.startswith(f"{k} ")] for k in (0, 1))
    assert len(lanes) == count and lanes == in_turn and len(set(lanes)) >= min(count, 3) - 2
