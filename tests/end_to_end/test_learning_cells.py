"""iaf_psc_alpha_stdp and HISTORY: weights beside a direct sum over pairs of spikes, checkpoints, errors."""

import math

import pytest

DELAY, INTERVAL, START = 1.5, 7.31, 3.13  # off the grid: no two spikes coincide at the synapse
SCRIPT = """
objref pc, cell, pre, nc, out, times, nil
pc = new ParallelContext()
dt = 0.1
cell = new iaf_psc_alpha_stdp()
cell.I_e = 700
{settings}
pre = new NetStim()
{{ pre.start = {start}  pre.interval = {interval}  pre.number = 1e9  pre.noise = 0 }}
nc = new NetCon(pre, cell, 0, {delay}, 2)
times = new Vector()
{{ pc.set_gid2node(1, pc.id)  out = new NetCon(cell, nil)  pc.cell(1, out)  pc.spike_record(-1, times, new Vector()) }}
{{ pc.set_maxstep(10)  finitialize()  pc.psolve(400) }}
{{ printf("%.17g\\n", nc.weight) }}
for i = 0, times.size - 1 {{ printf("%.17g ", times.x[i]) }}
"""
RULES = {
    "power law": {"tau_plus": 15, "tau_minus": 30, "lambda": 0.1, "alpha": 0.05, "mu": 0.4},
    "additive": {
        "tau_plus": 20,
        "tau_minus": 25,
        "lambda": 0.002,
        "alpha": 0.6,
        "mu": 0,
        "mu_minus": 0,
        "w_0": 5,
        "w_max": 2.1,
    },
}


def learned(rule, weight, pre, post):
    """The weight after the events that have left the synapse; each pair of spikes counts (Morrison et al. 2007)."""
    rule = {"mu_minus": 1, "w_0": 1, "w_max": 1e9} | rule
    w_0 = rule["w_0"]
    there = [t + DELAY for t in post]  # spikes of the cell, as the synapse sees them
    for k, now in enumerate(pre):
        last = pre[k - 1] if k else 0.0
        for t in (t for t in there if last < t <= now):
            trace = sum(math.exp((p - t) / rule["tau_plus"]) for p in pre[:k])
            weight += rule["lambda"] * w_0 * (weight / w_0) ** rule["mu"] * trace
            weight = min(weight, rule["w_max"])
        trace = sum(math.exp((t - now) / rule["tau_minus"]) for t in there if t < now)
        weight -= rule["lambda"] * rule["alpha"] * w_0 * (weight / w_0) ** rule["mu_minus"] * trace
        weight = max(weight, 0.0)
    return weight


@pytest.mark.parametrize("math_of", ["vector", "libm"])
@pytest.mark.parametrize("rule", RULES)
def test_weight_is_that_of_all_pairs_of_spikes(ranvier, tmp_path, rule, math_of):
    settings = "\n".join(
        f"{name}_iaf_psc_alpha_stdp = {value}" for name, value in (RULES[rule] | {"delay": DELAY}).items()
    )
    script = SCRIPT.format(settings=settings, start=START, interval=INTERVAL, delay=DELAY)
    (tmp_path / "cell.hoc").write_text(script)
    out = ranvier.check("--math", math_of, "--quiet", "cell.hoc", cwd=tmp_path).out.split()
    weight, post = float(out[0]), [float(t) for t in out[1:]]
    pre = [START + k * INTERVAL for k in range(100) if START + k * INTERVAL + DELAY <= 400]
    assert len(post) > 20
    expected = learned(RULES[rule], 2.0, pre, post)
    assert abs(expected - 2) > 0.05
    # Some hundred changes, each with a few rounding errors of 1e-16; traces are sums here and products there.
    assert abs(weight - expected) < 1e-11 * abs(expected)


TIRING = """
objref cell, pre, nc
dt = 0.1
cell = new iaf_psc_exp_tsodyks()
{{ U_iaf_psc_exp_tsodyks = 0.3  tau_rec_iaf_psc_exp_tsodyks = 60  tau_fac_iaf_psc_exp_tsodyks = {tau_fac} }}
cell.tau_syn_ex = 1e9
pre = new NetStim()
{{ pre.start = 5  pre.interval = 7  pre.number = 9  pre.noise = 0 }}
nc = new NetCon(pre, cell, 0, 1, 2)
{{ finitialize() }}
while (t < 100) {{ fadvance() }}
{{ printf("%.17g\\n", cell.I_syn_ex) }}
"""


@pytest.mark.parametrize("tau_fac", [0, 150])
def test_connections_tire_and_recover(ranvier, tmp_path, tau_fac):
    """The sum of all jumps, which a current that hardly decays shows, beside Eq. 1 and 2 of Maass & Markram 2002."""
    (tmp_path / "cell.hoc").write_text(TIRING.format(tau_fac=tau_fac))
    found = float(ranvier.check("--quiet", "cell.hoc", cwd=tmp_path).out)
    u, x, expected = 0.3, 1.0, 0.0
    for k in range(9):
        if k:
            x = 1 + (x - x * u - 1) * math.exp(-7 / 60)
            u = 0.3 + (u * 0.7 * math.exp(-7 / tau_fac) if tau_fac else 0)
        expected += 2 * u * x
    # The current decays by 1e-10 in a step, for up to 1000 steps.
    assert abs(found - expected) < 2e-7 * expected


NET = """
objref pc, cells
pc = new ParallelContext()
dt = 0.1
cells = pc.cells("iaf_psc_alpha_stdp", 0, 60, "I_e", "normal", 320, 60, "noise_rate", 4000, "noise_weight", 40, "seed", 3)
delay_iaf_psc_alpha_stdp = 1.5
{ pc.connect(cells, cells, "fixed_indegree", 20, "weight", 30, "delay", 1.5) }
{ pc.set_maxstep(10) }
{ finitialize() }
{ pc.psolve(200) }
"""


def test_a_checkpoint_contains_the_history(ranvier, tmp_path):
    """A run fails in the middle; resumed on one or two ranks, it ends with the raster of an uninterrupted one."""
    stop = '{ pc.psolve(140) }\nif (name_declared("fails")) { execerror("stop") }\n{ pc.psolve(200) }\n'
    (tmp_path / "net.hoc").write_text(NET.replace("{ pc.psolve(200) }\n", stop))
    ranvier.check("run", "--raster", "whole.dat", "net.hoc", cwd=tmp_path)
    whole = (tmp_path / "whole.dat").read_bytes()
    assert whole.count(b"\n") > 200
    for ranks in (1, 2):
        words = ("run", "--raster", f"{ranks}.dat", "--checkpoint-every", "70ms")
        assert ranvier.run(*words, "-c", "fails = 1", "net.hoc", cwd=tmp_path).status != 0
        resumed = ranvier.check(*words, "--resume", "net.hoc", cwd=tmp_path, ranks=ranks)
        assert "at t = 140 ms" in resumed.err
        assert (tmp_path / f"{ranks}.dat").read_bytes() == whole, ranks


def test_a_replay_repeats_learning_cells(ranvier, tmp_path):
    (tmp_path / "net.hoc").write_text(NET)
    ranvier.check("run", "--raster", "net.h5", "net.hoc", cwd=tmp_path, ranks=2)
    out = ranvier.check("replay", "--raster", "net.h5", "--cells", "3,5-7", "--verify", "net.hoc", cwd=tmp_path).out
    assert out.startswith("identical: ") and "of 4 cells" in out


def test_save_state_refuses_a_history(ranvier, tmp_path):
    (tmp_path / "net.hoc").write_text(
        "objref c, s\nc = new iaf_psc_alpha_stdp()\nfinitialize()\ns = new SaveState()\ns.save()\n"
    )
    run = ranvier.run("net.hoc", cwd=tmp_path)
    assert run.status != 0
    assert "SaveState does not save the HISTORY of iaf_psc_alpha_stdp" in run.err


@pytest.mark.parametrize(
    "text, message",
    [
        ("n = history_size(n)", "the first argument of history_size must be a HISTORY variable"),
        ("n = history_add(past, t)", "'history_add' takes 3 arguments, not 2"),
        ("n = past", "past"),
    ],
)
def test_errors_of_history(ranvier, tmp_path, text, message):
    (tmp_path / "own.mod").write_text(
        f"NEURON {{ ARTIFICIAL_CELL Own HISTORY past }}\nASSIGNED {{ n }}\nNET_RECEIVE(w) {{ {text} }}\n"
    )
    (tmp_path / "net.hoc").write_text("objref c\nc = new Own()\n")
    run = ranvier.run("net.hoc", cwd=tmp_path)
    assert run.status != 0
    assert message in run.err


def test_history_keeps_events_in_order(ranvier, tmp_path):
    (tmp_path / "own.mod").write_text("""
NEURON { ARTIFICIAL_CELL Own RANGE n, sum, missing HISTORY past }
ASSIGNED { n sum missing }
INITIAL { history_clear(past) }
NET_RECEIVE(w) { LOCAL k
    history_add(past, t, w)
    n = history_size(past)
    sum = 0
    FROM k = 0 TO n - 1 { sum = sum + k*history_value(past, k) + history_time(past, k) }
    missing = (history_time(past, n) == history_time(past, n)) + (history_value(past, -1) == history_value(past, -1))
}
""")
    (tmp_path / "net.hoc").write_text("""
objref c, s, nc
c = new Own()
s = new NetStim()
{ s.start = 1  s.interval = 1  s.number = 40  s.noise = 0 }
nc = new NetCon(s, c, 0, 1, 2)
for i = 0, 1 {
    finitialize()
    while (t < 50) { fadvance() }
    print c.n, c.sum, c.missing
}
""")
    out = ranvier.check("--quiet", "net.hoc", cwd=tmp_path).out.split()
    assert out == ["40", str(2 * sum(range(40)) + sum(range(2, 42))), "0"] * 2
