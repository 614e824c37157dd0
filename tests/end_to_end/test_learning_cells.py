"""iaf_psc_alpha_stdp and HISTORY: weights compared with a direct sum over pairs of spikes, memory, checkpoints, errors."""

import math

import pytest

INTERVAL, START = 7.31, 3.13  # off the grid: no two spikes coincide at the synapse
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


def learned(rule, weight, pre, post, delay):
    """The weight after the events that have left the synapse; each pair of spikes counts (Morrison et al. 2007)."""
    rule = {"mu_minus": 1, "w_0": 1, "w_max": 1e9} | rule
    w_0 = rule["w_0"]
    there = [t + delay for t in post]  # spikes of the cell, as the synapse sees them
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


@pytest.mark.parametrize("math_of, delay", [("vector", 1.5), ("vector", 5), ("libm", 1.5)])
@pytest.mark.parametrize("rule", RULES)
def test_weight_is_that_of_all_pairs_of_spikes(ranvier, tmp_path, rule, math_of, delay):
    settings = "\n".join(f"{name}_iaf_psc_alpha_stdp = {value}" for name, value in RULES[rule].items())
    script = SCRIPT.format(settings=settings, start=START, interval=INTERVAL, delay=delay)
    (tmp_path / "cell.hoc").write_text(script)
    out = ranvier.check("--math", math_of, "--quiet", "cell.hoc", cwd=tmp_path).out.split()
    weight, post = float(out[0]), [float(t) for t in out[1:]]
    pre = [START + k * INTERVAL for k in range(100) if START + k * INTERVAL + delay <= 400]
    assert len(post) > 20
    expected = learned(RULES[rule], 2.0, pre, post, delay)
    assert abs(expected - 2) > 0.05
    # Some hundred changes, each with a few rounding errors of 1e-16; traces are sums here and products there.
    assert abs(weight - expected) < 1e-11 * abs(expected)


MEMORY = """
objref cell, pre[5], nc, ncs, times, nil
cell = new {kind}()
dt = 0.1
cell.I_e = 700
{{ tau_plus_{kind} = 2  lambda_{kind} = 0.02  alpha_{kind} = 0.9 }}
ncs = new List()
proc source() {{ // number, start, interval, count, delay, weight
    pre[$1] = new NetStim()
    pre[$1].start = $2  pre[$1].interval = $3  pre[$1].number = $4  pre[$1].noise = 0
    nc = new NetCon(pre[$1], cell, 0, $5, $6)
    ncs.append(nc)
}}
{{ source(0, 3.13, 7.31, 1e9, 1.5, 2)  source(1, 5.7, 31.7, 1e9, 4, 3)  source(2, 100.03, 9000.77, 2, 7, 4) }}
{{ source(3, 1e9, 1, 1, 2, 5)  source(4, 2.2, 77.1, 1e9, 1.5, -3) }}  // the fourth never fires
{{ finitialize() }}
for i = 1, 12 {{
    while (t < 1000*i) {{ fadvance() }}
    printf("%d ", cell.remembered())
}}
for i = 0, ncs.count - 1 {{ printf("%.17g ", ncs.o(i).weight) }}
"""


def test_events_that_no_connection_needs_are_forgotten(ranvier, root, tmp_path):
    """746 tau_plus is 1.5 s: a source that never fires holds so much, and all others what came after their last spike."""
    builtin = root / "mechanisms" / "builtin"
    for name in ("iaf_cell.inc", "iaf_psc_alpha.inc"):
        (tmp_path / name).write_text((builtin / name).read_text())
    text = (builtin / "iaf_psc_alpha_stdp.mod").read_text()
    kept = text.replace("ARTIFICIAL_CELL iaf_psc_alpha_stdp", "ARTIFICIAL_CELL Keeper")
    kept = kept.replace("HISTORY fired SEEN t_pre HORIZON horizon", "HISTORY fired")
    assert kept.count("SEEN") == 0 and "Keeper" in kept
    (tmp_path / "keeper.mod").write_text(kept)
    found = {}
    for kind in ("Keeper", "iaf_psc_alpha_stdp"):
        (tmp_path / "net.hoc").write_text(MEMORY.format(kind=kind))
        found[kind] = ranvier.check("--quiet", "net.hoc", cwd=tmp_path).out.split()
    everything, remembered = ([int(n) for n in found[kind][:12]] for kind in ("Keeper", "iaf_psc_alpha_stdp"))
    assert found["Keeper"][12:] == found["iaf_psc_alpha_stdp"][12:]  # weights
    assert everything[11] > 11 * everything[0] > 500
    of_horizon = everything[1] * 0.75  # spikes in 1.5 s; twice, for the connection that fired at 0.1 s
    assert max(remembered) < 3 * of_horizon + 64


DELAYS = """
NEURON {{ ARTIFICIAL_CELL Own RANGE sum, unknown }}
ASSIGNED {{ sum unknown }}
INITIAL {{ sum = 0 unknown = 0 net_send(0.5, 1) }}
NET_RECEIVE(w) {{
    if (flag == 1) {{
        unknown = unknown + (net_delay() != net_delay())
    }} else {{
        sum = sum + w*net_delay()
    }}
    {verbatim}
}}
"""


@pytest.mark.parametrize("verbatim", ["", "VERBATIM\n    static int calls; calls++;\nENDVERBATIM"])
@pytest.mark.parametrize("spread", [0, 1e-3])
def test_net_receive_knows_the_delay(ranvier, tmp_path, verbatim, spread):
    (tmp_path / "own.mod").write_text(DELAYS.format(verbatim=verbatim))
    delays = [1 + k % 3 + k * spread for k in range(40)]
    (tmp_path / "net.hoc").write_text(f"""
objref cells[2], s, nc, ncs, nil
for i = 0, 1 {{ cells[i] = new Own() }}
s = new NetStim()
{{ s.start = 1  s.number = 1 }}
ncs = new List()
for i = 0, 39 {{ ncs.append(new NetCon(s, cells[i%2], 0, 1 + i%3 + i*{spread}, i)) }}
nc = new NetCon(nil, cells[0], 0, 7, 1000)
{{ finitialize()  nc.event(2) }}
while (t < 10) {{ fadvance() }}
{{ printf("%.15g %.15g %g %g\\n", cells[0].sum, cells[1].sum, cells[0].unknown, cells[1].unknown) }}
""")
    out = [float(word) for word in ranvier.check("--quiet", "net.hoc", cwd=tmp_path).out.split()]
    sums = [sum(k * delays[k] for k in range(first, 40, 2)) for first in (0, 1)]
    assert out == pytest.approx([sums[0] + 7000, sums[1], 1, 1], rel=1e-12)


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


@pytest.mark.parametrize(
    "words, message",
    [
        ("SEEN when HORIZON far", "own.mod:1:48: error: SEEN names an argument of NET_RECEIVE, which has no 'when'"),
        ("SEEN w HORIZON w", "own.mod:1:58: error: HORIZON names a FUNCTION without arguments, which 'w' is not"),
        ("SEEN w HORIZON of", "HORIZON names a FUNCTION without arguments, which 'of' is not"),
        ("SEEN w far", "HORIZON"),
    ],
)
def test_errors_of_forgetting(ranvier, tmp_path, words, message):
    (tmp_path / "own.mod").write_text(
        f"NEURON {{ ARTIFICIAL_CELL Own HISTORY past {words} }}\nNET_RECEIVE(w) {{ }}\n"
        "FUNCTION far() { far = 1 }\nFUNCTION of(x) { of = x }\n"
    )
    (tmp_path / "net.hoc").write_text("objref c\nc = new Own()\n")
    run = ranvier.run("net.hoc", cwd=tmp_path)
    assert run.status != 0
    assert message in run.err, run
