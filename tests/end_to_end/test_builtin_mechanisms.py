"""Every built-in mechanism in one compartment, against NEURON's, step by step: voltage, states, currents."""

import pytest

# A compartment of 20 um; each case adds its mechanism and names what is compared at every step.
HEAD = """
create s
access s
L = 20
diam = 20
nseg = 1
cm = 1.1
celsius = 6.3
dt = 0.025
objref obj, other, stim, nc, vec, ids, nil
strdef line
"""

TAIL = """
proc sample() {{
    printf("%.17g{formats}\\n", t{expressions})
}}
proc go() {{
    finitialize(-65)
    sample()
    while (t < {tstop}) {{
        fadvance()
        sample()
    }}
}}
go()
quit()
"""

LEAK = "insert pas\ng_pas = 0.0003\ne_pas = -70\n"
KICKS = """
stim = new NetStim(0.5)
stim.start = 2
stim.number = 6
stim.interval = 4.3
stim.noise = 0
nc = new NetCon(stim, obj)
nc.delay = 1.1
"""
DRIVE = """
stim = new IClamp(0.5)
stim.del = 1
stim.dur = 25
stim.amp = 0.2
"""
HH_STATES = ["v", "m_hh", "h_hh", "n_hh", "ina", "ik", "il_hh", "gna_hh", "gk_hh"]


def artificial(name, parameters, weight):
    return (
        f"obj = new {name}()\n{parameters}\n{KICKS}nc.weight = {weight}\n"
        "vec = new Vector()\nids = new Vector()\nother = new NetCon(obj, nil)\nother.record(vec, ids)\n"
    )


# name: (script, what is compared, end of the run [ms])
CASES = {
    "pas": (LEAK + DRIVE, ["v", "i_pas", "i_cap"], 30),
    "fastpas": ("insert fastpas\ng_fastpas = 0.0004\ne_fastpas = -68\n" + DRIVE, ["v", "e_fastpas", "i_cap"], 30),
    "OClamp": (
        "insert hh\nobj = new OClamp(0.5)\nobj.rs = 0.7\nobj.switched_on = 1\nobj.on = 2\nobj.off = 7.01\nobj.vc = -20\n",
        ["v", "obj.i", "ina", "ik"],
        12,
    ),
    "PointProcessMark": (LEAK + "obj = new PointProcessMark(0.5)\n" + DRIVE, ["v", "obj.has_loc()"], 5),
    "pas with second order 1": (LEAK + DRIVE + "secondorder = 1\n", ["v", "i_pas"], 30),
    "pas with second order 2": (LEAK + DRIVE + "secondorder = 2\n", ["v", "i_pas"], 30),
    "hh": ("insert hh\nusetable_hh = 0\n" + DRIVE, HH_STATES, 30),
    "hh with tables": ("insert hh\nusetable_hh = 1\n" + DRIVE, HH_STATES, 30),
    "hh with second order 2": ("insert hh\nusetable_hh = 0\nsecondorder = 2\n" + DRIVE, HH_STATES, 30),
    "hh at 18 degrees with other reversal potentials": (
        "celsius = 18\ninsert hh\nena = 55\nek = -80\ngnabar_hh = 0.15\n" + DRIVE,
        HH_STATES,
        30,
    ),
    "ExpSyn": (
        LEAK + "obj = new ExpSyn(0.5)\nobj.tau = 1.7\nobj.e = 3\n" + KICKS + "nc.weight = 0.004\n",
        ["v", "obj.g", "obj.i"],
        30,
    ),
    "Exp2Syn": (
        LEAK + "obj = new Exp2Syn(0.5)\nobj.tau1 = 0.6\nobj.tau2 = 3.1\nobj.e = -5\n" + KICKS + "nc.weight = 0.004\n",
        ["v", "obj.A", "obj.B", "obj.g", "obj.i"],
        30,
    ),
    "Exp2Syn with a rise slower than its decay": (
        LEAK + "obj = new Exp2Syn(0.5)\nobj.tau1 = 5\nobj.tau2 = 2\n" + KICKS + "nc.weight = 0.002\n",
        ["v", "obj.g", "obj.tau1"],
        20,
    ),
    "AlphaSynapse": (
        LEAK + "obj = new AlphaSynapse(0.5)\nobj.onset = 2\nobj.tau = 1.3\nobj.gmax = 0.01\nobj.e = 1\n",
        ["v", "obj.i"],
        30,
    ),
    "IClamp": (LEAK + DRIVE, ["v", "stim.i"], 30),
    "SEClamp": (
        "insert hh\nobj = new SEClamp(0.5)\nobj.rs = 0.7\nobj.dur1 = 3\nobj.amp1 = -70\nobj.dur2 = 5\nobj.amp2 = 10\nobj.dur3 = 4\nobj.amp3 = -40\n",
        ["v", "obj.i", "obj.vc", "ina", "ik"],
        20,
    ),
    "VClamp": (
        "insert hh\nobj = new VClamp(0.5)\nobj.dur[0] = 3\nobj.amp[0] = -70\nobj.dur[1] = 5\nobj.amp[1] = 10\nobj.dur[2] = 4\nobj.amp[2] = -40\n",
        ["v", "obj.i", "ina", "ik"],
        20,
    ),
    "APCount": (
        "insert hh\nvec = new Vector()\nobj = new APCount(0.5)\nobj.thresh = -15\nobj.record(vec)\n" + DRIVE,
        ["v", "obj.n", "obj.time", "vec.size"],
        40,
    ),
    "NetStim": (LEAK + "obj = new ExpSyn(0.5)\n" + KICKS + "nc.weight = 0.001\n", ["v", "obj.g"], 40),
    "NetStim with noise of Random123": (
        LEAK + "obj = new ExpSyn(0.5)\n" + KICKS + "nc.weight = 0.001\nstim.number = 20\nstim.noise = 0.8\n"
        "stim.noiseFromRandom123(3, 1, 4)\n",
        ["v", "obj.g"],
        60,
    ),
    "IntFire1": (artificial("IntFire1", "obj.tau = 12\nobj.refrac = 3", 0.45), ["obj.m", "obj.M", "vec.size"], 40),
    "IntFire2": (
        artificial("IntFire2", "obj.taum = 10\nobj.taus = 20\nobj.ib = 0.4", 1.5),
        ["obj.i", "obj.I", "obj.M", "vec.size"],
        40,
    ),
    "IntFire4": (
        artificial("IntFire4", "obj.taue = 3\nobj.taui1 = 5\nobj.taui2 = 10\nobj.taum = 30", 1.6),
        ["obj.e", "obj.i1", "obj.i2", "obj.m", "obj.M", "obj.E", "obj.I", "vec.size"],
        40,
    ),
    "IntFire4 inhibited": (
        artificial("IntFire4", "obj.taue = 3\nobj.taui1 = 5\nobj.taui2 = 10\nobj.taum = 30", -0.8),
        ["obj.i1", "obj.i2", "obj.M", "obj.I", "vec.size"],
        40,
    ),
    "PatternStim": (
        LEAK + "objref pc\npc = new ParallelContext()\nobj = new ExpSyn(0.5)\nother = pc.gid_connect(7, obj)\n"
        "other.delay = 1.5\nother.weight = 0.003\nvec = new Vector()\nids = new Vector()\nvec.append(1, 3.3, 9.025)\nids.append(7, 7, 7)\n"
        "objref pattern\npattern = new PatternStim()\npattern.play(vec, ids)\npc.set_maxstep(10)\n",
        ["v", "obj.g"],
        20,
    ),
    "ions with concentrations": (
        'insert hh\nnai0_na_ion = 12\nnao0_na_ion = 145\nion_style("na_ion", 2, 2, 1, 1, 1)\n' + DRIVE,
        ["v", "ena", "nai", "ina"],
        20,
    ),
}


# Columns that rightly never move: a threshold never reached, a concentration that nothing writes.
STEADY = {
    ("fastpas", "e_fastpas"),
    ("PointProcessMark", "obj.has_loc()"),
    ("Exp2Syn with a rise slower than its decay", "obj.tau1"),
    ("IntFire4", "obj.i1"),
    ("IntFire4", "obj.i2"),
    ("IntFire4", "obj.I"),
    ("IntFire4 inhibited", "vec.size"),
    ("ions with concentrations", "ena"),
    ("ions with concentrations", "nai"),
}


def script_of(name):
    setup, expressions, tstop = CASES[name]
    # At the top level of NEURON a call prints its value; braces keep it quiet.
    quiet = "\n".join(
        "{%s}" % line if "(" in line and not line.startswith(("objref", "insert")) else line
        for line in setup.splitlines()
    )
    tail = TAIL.format(
        formats=" %.17g" * len(expressions), expressions="".join(", " + e for e in expressions), tstop=tstop
    )
    return HEAD + quiet + tail


def table(text):
    rows = [[float(word) for word in line.split()] for line in text.splitlines() if line.strip()]
    assert len({len(row) for row in rows}) == 1, text[:400]
    return rows


@pytest.mark.parametrize("name", CASES)
def test_mechanism_is_neurons(ranvier, neuron, tmp_path, name):
    script = script_of(name)
    expected = table(neuron.run(script)["out"])
    (tmp_path / "script.hoc").write_text(script)
    ours = table(ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out)
    names = ["t", *CASES[name][1]]
    assert len(ours) == len(expected)
    for row, wanted in zip(ours, expected):
        for column, a, b in zip(names, row, wanted):
            # 1e-9 relative; what is zero up to rounding (a current at rest) counts as zero
            assert abs(a - b) <= 1e-9 * max(abs(a), abs(b)) + 1e-15, (
                f"{name}: {column} at t = {wanted[0]:g}: {a!r}, NEURON {b!r}"
            )


@pytest.mark.parametrize("name", CASES)
def test_case_moves_what_it_compares(neuron, name):
    """A column that never changes would compare little."""
    rows = table(neuron.run(script_of(name))["out"])
    for column, values in zip(CASES[name][1], list(zip(*rows))[1:]):
        assert (name, column) in STEADY or len(set(values)) > 1, f"{name}: {column} stays {values[0]}"


def test_hh_of_neuron_8_has_no_table(ranvier, tmp_path):
    (tmp_path / "script.hoc").write_text("create soma\naccess soma\ninsert hh\nprint usetable_hh\nquit()\n")
    outs = [
        ranvier.check("--quiet", "--compat", version, "script.hoc", cwd=tmp_path).out.split()
        for version in ("9", "8.2")
    ]
    assert outs == [["1"], ["0"]]
