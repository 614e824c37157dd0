"""The results and inputs of one evaluation of a variable step: currents computed by equations, variables of WATCH,
played values between their points, Newton's matrix.
"""

import math

import pytest
from oracle.mechanisms import ABOVE, PUMP

MODS = {
    "Pump": PUMP,
    "Above": ABOVE,
}


@pytest.fixture(scope="module")
def compiled(ranvier, tmp_path_factory):
    """A folder from which the program loads them."""
    folder = tmp_path_factory.mktemp("evaluations")
    for name, text in MODS.items():
        (folder / f"{name}.mod").write_text(text.lstrip())
    ranvier.check(cwd=folder, name="nrnivmodl")
    return folder


def out(ranvier, folder, script):
    (folder / "script.hoc").write_text(script)
    return ranvier.check("--quiet", "script.hoc", cwd=folder).out


def test_a_current_from_equations_is_that_of_the_states_given(ranvier, compiled):
    """The equations run before the current that they compute, not after it: f(t, y) does not depend on an earlier y."""
    rows = out(
        ranvier,
        compiled,
        """
create soma
access soma
{ L = 20  diam = 20  insert Pump }
objref cvode, y, before, first, second
cvode = new CVode()
{cvode.active(1)}
{finitialize(-65)}
y = new Vector()
before = new Vector()
first = new Vector()
second = new Vector()
{cvode.ygather(y)  cvode.f(0, y, before)}
y.x[0] = -30
{cvode.f(0, y, first)}
{printf("%.17g %.17g\\n", soma.ica(0.5), 0.0004*(y.x[0] + 65) + 0.02*soma.cai(0.5)/(soma.cai(0.5) + 0.001))}
{cvode.f(0, y, second)}
{printf("%.17g %.17g\\n", first.x[0], second.x[0])}
{printf("%.17g\\n", before.x[0])}
""",
    ).split()
    current, expected, first, second, before = (float(x) for x in rows)
    assert math.isclose(current, expected, rel_tol=1e-12)
    assert first == second != before


WATCHED = """
create soma
access soma
{ L = 20  diam = 20  insert hh }
objref clamp, above, hits, spikes, none, cvode, seen
clamp = new IClamp(0.5)
{ clamp.del = 2  clamp.dur = 60  clamp.amp = 0.3 }
above = new Above(0.5)
spikes = new Vector()
seen = new Vector()
hits = new NetCon(above, none)
{ hits.record(spikes) }
cvode = new CVode()
{ cvode.active(1)  cvode.condition_order(2)  cvode.use_local_dt(LOCAL) }
LOOKS
{ finitialize(-65)  cvode.solve(60) }
for i = 0, spikes.size() - 1 printf("%.17g\\n", spikes.x[i])
"""


@pytest.mark.parametrize("local", [0, 1])
def test_a_watch_sees_the_end_of_the_step(ranvier, compiled, local):
    """Not from Newton's last iteration, whose x remains if it is not read: a record of x at each step changes nothing."""
    text = WATCHED.replace("LOCAL", str(local))
    alone = out(ranvier, compiled, text.replace("LOOKS", ""))
    looks = "objref times\ntimes = new Vector()\n{cvode.record(&above.x, seen, times)}"
    assert len(alone.split()) > 3 and alone == out(ranvier, compiled, text.replace("LOOKS", looks))


RAMPS = """
create soma
access soma
{ L = 100  diam = 1000/(100*PI)  cm = 1  insert pas  g_pas = 1e-3  e_pas = -65 }
objref clamp, at, amp, v_of, amp_of, times, cvode
clamp = new IClamp(0.5)
clamp.dur = 1e9
at = new Vector()
{ at.append(0, 2, 5, 5, 9, 20) }
amp = new Vector()
{ amp.append(0, 0.01, -0.004, 0.02, 0.02, 0.002) }
{ amp.play(&clamp.amp, at, 1) }
v_of = new Vector()
amp_of = new Vector()
{ v_of.record(&v(0.5), 0.5)  amp_of.record(&clamp.amp, 0.5) }
cvode = new CVode()
{ cvode.active(1)  cvode.atol(1e-7)  cvode.use_local_dt(LOCAL) }
{ finitialize(-65)  cvode.solve(20.25) }
for i = 0, v_of.size() - 1 printf("%.17g %.17g\\n", v_of.x[i], amp_of.x[i])
"""
POINTS = [(0, 0), (2, 0.01), (5, -0.004), (5, 0.02), (9, 0.02), (20, 0.002)]


def played(t):
    """Of several points at one time the last one begins what follows."""
    for (t0, a), (t1, b) in zip(POINTS, POINTS[1:]):
        if t0 <= t < t1:
            return a + (b - a) * (t - t0) / (t1 - t0)
    return POINTS[-1][1]


def depolarization(t_end):
    """Membrane of 1 ms, 1000 um2 and so 0.01 uS under ramps: v' = -v + I/g, exact from corner to corner [mV]."""
    v = 0.0
    for (t0, a), (t1, b) in zip(POINTS, POINTS[1:]):
        if t1 == t0 or t0 >= t_end:
            continue
        slope, dt = (b - a) / (t1 - t0), min(t1, t_end) - t0
        at_end, at_start = ((a - slope + slope * s) / 0.01 for s in (dt, 0))  # the particular solution
        v = at_end + (v - at_start) * math.exp(-dt)
    return v


@pytest.mark.parametrize("local", [0, 1])
def test_values_played_rise_evenly_between_their_points(ranvier, tmp_path, local):
    rows = [
        [float(x) for x in row.split()]
        for row in out(ranvier, tmp_path, RAMPS.replace("LOCAL", str(local))).splitlines()
    ]
    assert len(rows) == 41
    for k, (v, amp) in enumerate(rows):
        assert abs(v + 65 - depolarization(0.5 * k)) < 1e-4, (0.5 * k, v)
        if 0.5 * k not in (0, 2, 5, 9, 20):
            assert abs(amp - played(0.5 * k)) < 1e-12, (0.5 * k, amp)
