"""Artificial cells with a BREAKPOINT: exact steps, times of spikes, Poisson input, the same spikes on ranks and threads."""

import math

import numpy as np
import pytest
from oracle.machine import instruction_sets

CELL = {"C_m": 200.0, "tau_m": 12.0, "tau_syn_ex": 1.7, "tau_syn_in": 3.1, "t_ref": 1.0, "E_L": -68.0, "V_th": -50.0}
CELL |= {"V_reset": -66.0, "V_init": -63.0, "I_e": 700.0}
EVENTS = [(1.0, 700.0), (1.0, 150.0), (2.5, -400.0), (6.0, 900.0), (7.3, -80.0)]  # ms, pA
DT, STEPS = 0.1, 300

SCRIPT = """
objref pc, stimulus[{n}], cell, nc[{n}], volts, times, nil
pc = new ParallelContext()
dt = 0.1
cell = new {name}()
{settings}
{connections}
volts = new Vector()
{{ volts.record(&cell.V_m) }}
times = new Vector()
{{ pc.set_gid2node(1, pc.id)  nc[{n} - 1] = new NetCon(cell, nil)  pc.cell(1, nc[{n} - 1])  pc.spike_record(-1, times, new Vector()) }}
{{ pc.set_maxstep(10) }}
{{ finitialize() }}
{{ pc.psolve({stop}) }}
for i = 0, volts.size - 1 {{ printf("%.17g ", volts.x[i]) }}
print ""
for i = 0, times.size - 1 {{ printf("%.17g ", times.x[i]) }}
print ""
"""


def exponential(m):
    """e^m by its Taylor series, an independent way to the step's factors; the elements of m are below 0.2."""
    term = total = np.eye(len(m))
    for n in range(1, 25):
        term = term @ m / n
        total = total + term
    return total


def reference(name, cell):
    """V_m at each step, and times of spikes, from the matrix exponential of the whole linear system."""
    parts = 1 if name == "iaf_psc_exp" else 2  # per current
    n = 1 + 2 * parts + 1  # V - E_L; currents (and their slopes) of both kinds; the constant 1
    m = np.zeros((n, n))
    m[0, 0], m[0, -1] = -1 / cell["tau_m"], cell["I_e"] / cell["C_m"]
    for k, tau in enumerate((cell["tau_syn_ex"], cell["tau_syn_in"])):
        i = 1 + k * parts
        m[0, i] = 1 / cell["C_m"]
        for j in range(parts):
            m[i + j, i + j] = -1 / tau
        if parts == 2:
            m[i, i + 1] = 1
    step = exponential(m * DT)
    x = np.zeros(n)
    x[0], x[-1] = cell["V_init"] - cell["E_L"], 1
    v, spikes, waiting = [cell["V_init"]], [], 0
    for k in range(STEPS):
        for t, w in EVENTS:
            if round(t / DT) == k:
                i = 1 + (0 if w > 0 else parts)
                tau = cell["tau_syn_ex" if w > 0 else "tau_syn_in"]
                x[i + parts - 1] += w if parts == 1 else w * math.e / tau
        before = x[0]
        x = step @ x
        if waiting:
            x[0], waiting = before, waiting - 1
        if x[0] >= cell["V_th"] - cell["E_L"]:
            x[0], waiting = cell["V_reset"] - cell["E_L"], round(cell["t_ref"] / DT)
            spikes.append((k + 1) * DT)
        v.append(x[0] + cell["E_L"])
    return np.array(v), np.array(spikes)


@pytest.mark.parametrize("math_of", ["vector", "libm"])
@pytest.mark.parametrize("name", ["iaf_psc_exp", "iaf_psc_alpha"])
@pytest.mark.parametrize("tau_syn_in", [3.1, 12.0, 12.0001, 11.9])
def test_steps_are_exact(ranvier, tmp_path, name, math_of, tau_syn_in):
    cell = CELL | {"tau_syn_in": tau_syn_in}
    stimuli = "".join(
        f"stimulus[{k}] = new NetStim()\n{{ stimulus[{k}].number = 1  stimulus[{k}].start = {t}  nc[{k}] = new NetCon(stimulus[{k}], cell, 0, 0, {w}) }}\n"
        for k, (t, w) in enumerate(EVENTS)
    )
    settings = "".join(f"cell.{key} = {value}\n" for key, value in cell.items())
    script = SCRIPT.format(name=name, settings=settings, connections=stimuli, n=len(EVENTS) + 1, stop=STEPS * DT)
    (tmp_path / "cell.hoc").write_text(script)
    v, spikes = ranvier.check("--math", math_of, "--quiet", "cell.hoc", cwd=tmp_path).out.strip("\n").split("\n")[-2:]
    v, spikes = np.array(v.split(), float), np.array(spikes.split(), float)
    expected, expected_spikes = reference(name, cell)
    assert len(expected_spikes) >= 3
    # 300 steps, each with a few rounding errors of 1e-14 mV. Near tau_m = tau_syn the differences of exponentials
    # lose digits: up to 1e-16/x^2 of a step's change, with x = dt/tau_syn - dt/tau_m, where no series is taken (x > 0.001
    # and 0.01).
    assert np.abs(v - expected).max() < 1e-10
    assert np.abs(spikes - expected_spikes).max() < 1e-9


NET = """
objref pc, cells
pc = new ParallelContext()
{ pc.nthread(%d) }
dt = 0.1
cells = pc.cells("%s", 0, 300, "I_e", "normal", 310, 40, "V_init", "uniform", -70, -55, "noise_rate", 5000, "noise_weight", 30, "seed", 3)
{ pc.connect(cells, cells, "fixed_indegree", 30, "weight", "normal", 20, 40, "delay", "uniform", 0.5, 3, "delay_resolution", 0.1) }
{ pc.set_maxstep(10) }
{ finitialize() }
{ pc.psolve(100) }
"""


def raster(ranvier, folder, script, *options, ranks=1):
    (folder / "net.hoc").write_text(script)
    ranvier.check("run", "--raster", "net.dat", *options, "net.hoc", cwd=folder, ranks=ranks)
    return (folder / "net.dat").read_bytes()


@pytest.mark.parametrize("name", ["iaf_psc_exp", "iaf_psc_alpha"])
@pytest.mark.parametrize("math_of", ["vector", "libm"])
def test_spikes_are_the_same_on_ranks_and_threads(ranvier, tmp_path, name, math_of):
    expected = raster(ranvier, tmp_path, NET % (1, name), "--math", math_of)
    assert expected.count(b"\n") > 200
    for ranks, threads in [(1, 2), (2, 1), (3, 2)]:
        found = raster(ranvier, tmp_path, NET % (threads, name), "--math", math_of, ranks=ranks)
        assert found == expected, (ranks, threads)


@pytest.mark.parametrize("isa", ["baseline", "avx2", "avx512"])
def test_spikes_are_the_same_by_each_instruction_set(ranvier, tmp_path, isa):
    if isa not in instruction_sets():
        pytest.skip(f"this CPU has no {isa}")
    for math_of in ("vector", "libm"):
        expected = raster(ranvier, tmp_path, NET % (1, "iaf_psc_exp"), "--math", math_of, "--isa", "baseline")
        assert raster(ranvier, tmp_path, NET % (1, "iaf_psc_exp"), "--math", math_of, "--isa", isa) == expected


def test_ignore_and_fire_fires_at_its_rate(ranvier, tmp_path):
    (tmp_path / "net.hoc").write_text("""
objref pc, phases
pc = new ParallelContext()
dt = 0.1
phases = new Vector()
{ phases.append(1, 0.25, 0.999) }
{ pc.cells("ignore_and_fire", 0, 3, "rate", 40, "phase", phases)  pc.cells("ignore_and_fire", 3, 1, "rate", 0) }
{ pc.connect(0, 1, "one_to_one", "weight", 5, "delay", 2) }
{ pc.set_maxstep(10) }
{ finitialize() }
{ pc.psolve(100) }
print pc.gid2cell(1).received
""")
    out = ranvier.check("run", "--quiet", "--raster", "net.dat", "net.hoc", cwd=tmp_path).out
    assert out.split()[-1] == "15"
    spikes = [line.split() for line in (tmp_path / "net.dat").read_text().split("\n") if line and line[0] != "#"]
    times = {gid: [round(float(t), 6) for t, g in spikes if g == str(gid)] for gid in range(4)}
    assert times[0] == [25, 50, 75, 100][: len(times[0])] and len(times[0]) >= 3
    assert times[1] == [6.3, 31.3, 56.3, 81.3]
    assert times[2] == [25, 50, 75, 100][: len(times[2])]
    assert times[3] == []


OWN = """
NEURON {{ ARTIFICIAL_CELL Own RANGE v_own, total, drive RANDOM r THREADSAFE }}
PARAMETER {{ drive = 0.3 }}
ASSIGNED {{ v_own total }}
INITIAL {{ v_own = 0  total = 0  random_setseq(r, 0) }}
BREAKPOINT {{ SOLVE go }}
PROCEDURE go() {{ LOCAL n
{draw}
    total = total + n
    v_own = v_own*exp(-dt/9) + 0.01*n
    if (v_own > 0.2) {{ v_own = 0  {fire} }}
}}
NET_RECEIVE(w) {{ v_own = v_own + w }}
"""
WAYS = {
    "in lanes": ("    n = random_poisson(r, drive)", "net_event(t)"),
    "instance by instance": ("    if (drive > 0) { n = random_poisson(r, drive) }", "net_event(t + 0)"),
}


@pytest.mark.parametrize("math_of", ["vector", "libm"])
def test_a_step_may_be_split_or_not(ranvier, tmp_path, math_of):
    """Draws and net_event at places where the step can, and cannot, be split (passes/split_cell_step)."""
    found = {}
    for way, (draw, fire) in WAYS.items():
        folder = tmp_path / way.replace(" ", "_")
        folder.mkdir()
        (folder / "own.mod").write_text(OWN.format(draw=draw, fire=fire))
        script = NET.replace(
            '"I_e", "normal", 310, 40, "V_init", "uniform", -70, -55, "noise_rate", 5000, "noise_weight", 30',
            '"drive", "uniform", 0, 25',
        )
        script = script.replace('"normal", 20, 40', '"normal", 0.02, 0.04')
        found[way] = raster(ranvier, folder, script % (1, "Own"), "--math", math_of)
    assert found["in lanes"].count(b"\n") > 200
    assert found["in lanes"] == found["instance by instance"]


def test_many_files_are_compiled_together(ranvier, tmp_path):
    """One compiler takes several files, each in a namespace: each needs the headers again."""
    for k in range(8):
        text = OWN.format(draw=WAYS["in lanes"][0], fire="net_event(t)").replace("Own", f"Own{k}")
        (tmp_path / f"own{k}.mod").write_text(text)
    script = "objref c[8]\n" + "".join(f"c[{k}] = new Own{k}()\n" for k in range(8))
    (tmp_path / "net.hoc").write_text(script + "{ finitialize() fadvance() }\nprint c[7].drive\n")
    assert ranvier.check("--quiet", "net.hoc", cwd=tmp_path).out.split()[-1] == "0.3"


def test_own_files_replace_ours_of_the_same_name(ranvier, tmp_path):
    (tmp_path / "own.mod").write_text(
        OWN.format(draw=WAYS["in lanes"][0], fire="net_event(t)").replace("Own", "iaf_psc_exp")
    )
    (tmp_path / "net.hoc").write_text("objref c\nc = new iaf_psc_exp()\nprint c.drive\n")
    assert ranvier.check("--quiet", "net.hoc", cwd=tmp_path).out.split() == ["0.3"]


def test_mechanisms_are_neurons_until_a_script_names_ours(ranvier, tmp_path):
    count = "objref mt\nmt = new MechanismType(1)\nprint mt.count()\n"
    (tmp_path / "net.hoc").write_text(count + "objref c\nc = new ignore_and_fire()\n" + count)
    before, after = map(int, ranvier.check("--quiet", "net.hoc", cwd=tmp_path).out.split())
    assert after == before + 1


@pytest.mark.parametrize("with_section", [False, True])
def test_variable_steps_are_refused(ranvier, tmp_path, with_section):
    section = "create soma\nsoma insert pas\n" if with_section else ""
    (tmp_path / "net.hoc").write_text(
        section + "objref c, cv\nc = new iaf_psc_exp()\ncv = new CVode()\n{ cv.active(1) }\nfinitialize()\nfadvance()\n"
    )
    run = ranvier.run("net.hoc", cwd=tmp_path)
    assert run.status != 0
    assert "iaf_psc_exp cannot be used with variable steps: its BREAKPOINT advances" in run.err
