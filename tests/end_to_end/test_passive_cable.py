"""The solver against analysis: Rallpack 1 (a passive cable) and 2 (an equivalent branching tree).

Bhalla, Bilitch, Bower (1992), Rallpacks: a set of benchmarks for neuronal simulators, Trends Neurosci 15:453-458.
Cable, both ends sealed, current injected at x = 0; lambda its length constant, tau its time constant:
  steady state   V(x) = I r_inf cosh((l - x) / lambda) / sinh(l / lambda)                      (Rall 1977)
  decay          modes cos(n pi x / l) exp(-(1 + (n pi lambda / l)^2) t / tau)
"""

import math

import pytest

RM, RA, CM = 40000.0, 100.0, 1.0  # [ohm cm2], [ohm cm], [uF/cm2], of Rallpack 1
LENGTH, DIAM = 1000.0, 1.0  # [um]
AMP = 0.1  # [nA]
TAU = RM * CM * 1e-3  # [ms]
LAMBDA = math.sqrt(RM * DIAM * 1e-4 / (4 * RA)) * 1e4  # [um]
R_INF = math.sqrt(RM * RA) * 2 / math.pi / (DIAM * 1e-4) ** 1.5 * 1e-6  # [Mohm]

MEMBRANE = "Ra = 100 cm = 1 insert pas g_pas = 1 / 40000 e_pas = 0"

CABLE = """
create cable
access cable
objref stim
{{L = {length} diam = 1 nseg = {nseg} {membrane}}}
stim = new IClamp({at})
stim.del = {delay}
stim.dur = {duration}
stim.amp = {amp}
secondorder = {order}
proc start() {{ local i
    finitialize(0)
    {start}
}}
proc go() {{
    dt = {dt}
    start()
    while (t < {tstop} - dt / 2) {{ fadvance() }}
    printf("%.17g %.17g\\n", {show})
}}
go()
quit()
"""


def ask(ranvier, folder, **settings):
    values = dict(length=LENGTH, membrane=MEMBRANE, at=0, delay=0, duration=1e9, amp=AMP, order=0, start="", nseg=1)
    (folder / "cable.hoc").write_text(CABLE.format(**{**values, **settings}))
    return [float(word) for word in ranvier.check("--quiet", "cable.hoc", cwd=folder).out.split()]


def order(errors, steps):
    """The slope of log error over log step, last pair."""
    return math.log(errors[-2] / errors[-1]) / math.log(steps[-2] / steps[-1])


def test_steady_state_converges_with_the_square_of_dx(ranvier, tmp_path):
    """Odd nseg put compartments at both the ends' neighbors and the middle, where the answer is known exactly."""

    def exact(x):
        return AMP * R_INF * math.cosh((LENGTH - x) / LAMBDA) / math.sinh(LENGTH / LAMBDA)

    counts = (9, 27, 81)
    errors = []
    for nseg in counts:
        # one step of 1e9 ms of implicit Euler is the steady state; the end sits half a compartment from the first center
        middle, _ = ask(
            ranvier, tmp_path, nseg=nseg, dt=1e9, tstop=1e9, show="v(0.5), v(1)", at=0.5 / nseg, duration=1e12
        )
        injected = LENGTH * 0.5 / nseg  # current enters at the center of the first compartment
        expected = (
            AMP * R_INF * math.cosh(injected / LAMBDA) * math.cosh((LENGTH / 2) / LAMBDA) / math.sinh(LENGTH / LAMBDA)
        )
        errors.append(abs(middle - expected) / exact(LENGTH / 2))
    assert errors[-1] < 1e-4
    assert order(errors, [1 / n for n in counts]) == pytest.approx(2, abs=0.1)


@pytest.mark.parametrize("second_order, expected", [(0, 1), (1, 2), (2, 2)])
def test_time_constant_converges_at_the_order_of_the_method(ranvier, tmp_path, second_order, expected):
    """A uniform cable that starts at 10 mV decays with tau alone."""
    steps, errors = (4.0, 2.0, 1.0), []
    for dt in steps:
        v, _ = ask(
            ranvier,
            tmp_path,
            dt=dt,
            tstop=TAU,
            amp=0,
            order=second_order,
            nseg=5,
            show="v(0.5), t",
            start="v = 10 v(0) = 10 v(1) = 10",
        )
        errors.append(abs(v - 10 * math.exp(-1)))
    assert order(errors, steps) == pytest.approx(expected, abs=0.1)
    assert errors[-1] < (0.1 if expected == 1 else 1e-3)


@pytest.mark.parametrize("second_order, expected", [(0, 1), (2, 2)])
def test_a_spatial_mode_decays_at_the_order_of_the_method(ranvier, tmp_path, second_order, expected):
    """cos(pi x / l) is a mode of the compartments too: its rate there is known, so dx plays no part."""
    nseg = 11
    h = LENGTH / nseg
    # second difference of the mode, with compartment centers at (i + 1/2) h
    spatial = (LAMBDA / h) ** 2 * 4 * math.sin(math.pi / (2 * nseg)) ** 2
    rate = (1 + spatial) / TAU
    tstop = 8.0
    steps, errors = (0.5, 0.25, 0.125), []
    for dt in steps:
        start = f"for i = 0, {nseg - 1} {{ v((i + 0.5) / {nseg}) = 10 * cos(PI * (i + 0.5) / {nseg}) }} v(0) = v(0.5 / {nseg}) v(1) = v(1 - 0.5 / {nseg})"
        v, _ = ask(
            ranvier,
            tmp_path,
            dt=dt,
            tstop=tstop,
            amp=0,
            order=second_order,
            nseg=nseg,
            show=f"v({0.5 / nseg}), t",
            start=start,
        )
        errors.append(abs(v - 10 * math.cos(math.pi / (2 * nseg)) * math.exp(-rate * tstop)))
    assert order(errors, steps) == pytest.approx(expected, abs=0.15)


TREE = """
create branch[{count}]
objref stim
proc go() {{ local i
    for i = 0, {count} - 1 {{
        branch[i] {{ {membrane} nseg = {nseg} }}
    }}
    {geometry}
    {joints}
    branch[0] {{ stim = new IClamp({at}) }}
    stim.dur = 1e12
    stim.amp = 0.1
    dt = 1e9
    finitialize(0)
    fadvance()
    printf("%.17g %.17g\\n", branch[0].v({at}), branch[{last}].v(0.5))
}}
go()
quit()
"""


def test_branching_tree_is_its_equivalent_cylinder(ranvier, tmp_path):
    """Diameters after Rall's 3/2 power law, equal electrotonic lengths: the tree has the cylinder's input resistance."""
    depth = 5
    nseg, total = 9, 0.8  # compartments a branch; electrotonic length of the whole
    count, diam0 = 2**depth - 1, 16.0
    geometry, joints = [], []
    for i in range(count):
        level = int(math.log2(i + 1))
        diam = diam0 * 2 ** (-2 * level / 3)
        length = total / depth * math.sqrt(RM * diam * 1e-4 / (4 * RA)) * 1e4
        geometry.append(f"branch[{i}] {{ L = {length!r} diam = {diam!r} }}")
        if i:
            joints.append(f"connect branch[{i}](0), branch[{(i - 1) // 2}](1)")
    at = 0.5 / nseg
    (tmp_path / "tree.hoc").write_text(
        TREE.format(
            count=count,
            nseg=nseg,
            membrane=MEMBRANE,
            at=repr(at),
            last=count - 1,
            geometry="\n    ".join(geometry),
            joints="\n    ".join(joints),
        )
    )
    near, far = (float(word) for word in ranvier.check("--quiet", "tree.hoc", cwd=tmp_path).out.split())
    r_inf = math.sqrt(RM * RA) * 2 / math.pi / (diam0 * 1e-4) ** 1.5 * 1e-6
    x = total / depth * at  # where the current enters, in length constants
    y = total * (1 - 0.5 / depth)  # the middle of a last branch
    assert near == pytest.approx(AMP * r_inf * math.cosh(x) * math.cosh(total - x) / math.sinh(total), rel=2e-4)
    assert far == pytest.approx(AMP * r_inf * math.cosh(x) * math.cosh(total - y) / math.sinh(total), rel=2e-4)
