"""One small network under many settings of CVode, all in one run of each program, against NEURON: as many spikes, each
within 0.1 ms + 0.2% of its time, and no more than a tenth more steps and evaluations.
"""

import re

import pytest

NETWORK = """
begintemplate Cell
public soma, dend, axon, syn, inh
create soma, dend[2], axon
objref syn, inh
proc init() { local i
    soma { L = 22 diam = 20 nseg = 1 insert hh }
    for i = 0, 1 dend[i] { L = 250 diam = 1.8 nseg = 7 insert pas g_pas = 3e-4 e_pas = -65 }
    axon { L = 300 diam = 1 nseg = 9 insert hh }
    connect dend[0](0), soma(1)
    connect dend[1](0), soma(1)
    connect axon(0), soma(0)
    forall { Ra = 120 cm = 1 }
    dend[0] syn = new ExpSyn(0.6)
    syn.tau = 2
    dend[1] inh = new Exp2Syn(0.4)
    inh.tau1 = 0.6
    inh.tau2 = 6
    inh.e = -75
}
endtemplate Cell
objref cell[4], link[3], watch[4], noise[4], none, spikes, pulse, hold, stim, cvode, played, at
spikes = new Vector()
played = new Vector()
at = new Vector()
for i = 0, 3 {
    cell[i] = new Cell()
    cell[i].soma watch[i] = new NetCon(&v(0.5), none)
    watch[i].threshold = -5
    watch[i].record(spikes)
}
for i = 0, 2 cell[i].soma link[i] = new NetCon(&v(0.5), cell[i + 1].syn, 0, 1.3, 0.06)
cell[0].soma pulse = new IClamp(0.5)
cell[2].soma hold = new SEClamp(0.5)
stim = new NetStim()
for i = 0, 3 noise[i] = new NetCon(stim, cell[i].inh, 0, 0.1 + i, 0)
cvode = new CVode()
proc reset() { local i
    cvode.use_local_dt(0)
    cvode.use_daspk(0)
    cvode.active(0)
    cvode.condition_order(1)
    cvode.atol(1e-3)
    cvode.rtol(0)
    cvode.maxstep(1e9)
    cvode.minstep(0)
    cvode.maxorder(5)
    pulse.del = 3.7
    pulse.dur = 40
    pulse.amp = 0.6
    hold.rs = 1e9
    hold.dur1 = 0
    stim.number = 0
    for i = 0, 2 link[i].delay = 1.3
    for i = 0, 2 link[i].weight = 0.06
}
proc kick() {
    pulse.amp += 0.2
    cvode.re_init()
    cvode.event(t + 9.3, "kick()")
}
proc tune() { local i
    for i = 0, 2 link[i].weight *= 1.3
    cvode.event(t + 5.5, "tune()")
}
proc go() { local i
    finitialize(-65)
    if (kicks) cvode.event(11.1, "kick()")
    if (tunes) cvode.event(4, "tune()")
    cvode.solve(25)
    if (lifts) {
        forall v += 5
        cvode.re_init()
    }
    cvode.solve(60)
    printf("CASE")
    for i = 0, spikes.size() - 1 printf(" %.9g", spikes.x[i])
    printf("\\n")
    cvode.statistics()
}
kicks = 0
tunes = 0
lifts = 0
"""
HOLD = (
    "hold.rs = 0.5  hold.dur1 = 10  hold.amp1 = -70  hold.dur2 = 20  hold.amp2 = -20  hold.dur3 = 10  hold.amp3 = -60"
)
CASES = {
    "as they are": "",
    "each alone": "cvode.use_local_dt(1)",
    "coarse": "cvode.atol(1e-2)  cvode.rtol(1e-3)",
    "fine": "cvode.atol(1e-5)",
    "short steps": "cvode.maxstep(0.5)",
    "shortest step": "cvode.minstep(1e-5)",
    "low order": "cvode.maxorder(2)",
    "crossings within steps": "cvode.condition_order(2)",
    "crossings within steps, short delays, each alone": "cvode.condition_order(2)  cvode.use_local_dt(1)  for i = 0, 2 link[i].delay = 0.1",
    "no delay": "for i = 0, 2 link[i].delay = 0",
    "IDA": "cvode.use_daspk(1)",
    "coarse IDA": "cvode.use_daspk(1)  cvode.atol(1e-2)",
    "statements kick": "kicks = 1  pulse.dur = 1e9",
    "statements tune": "kicks = 0  tunes = 1  cvode.use_local_dt(1)",
    "lifted": "tunes = 0  lifts = 1",
    "a voltage clamp": "lifts = 0  " + HOLD,
    "a voltage clamp, each alone": "cvode.use_local_dt(1)  " + HOLD,
    "a NetStim": "stim.number = 9  stim.start = 2  stim.interval = 5  for i = 0, 3 noise[i].weight = 0.004",
    "a NetStim, each alone": "cvode.use_local_dt(1)  stim.number = 9",
    "played": "pulse.dur = 1e9  pulse.del = 0  for i = 0, 30 { at.append(2*i)  played.append(0.3 + 0.3*sin(0.9*i)) }  "
    "played.play(&pulse.amp, at, 1)",
    "played, each alone": "cvode.use_local_dt(1)  pulse.dur = 1e9  pulse.del = 0",
}


def statistics(text):
    """Of each case: spikes, steps, evaluations."""
    cases = []
    for part in re.split(r"^CASE", text, flags=re.MULTILINE)[1:]:
        spikes = [float(x) for x in part.splitlines()[0].split()]
        steps, evaluations = (
            sum(int(n) for n in re.findall(rf"(\d+) {what}", part)) for what in ("advance_tn", "function eval")
        )
        cases.append((sorted(spikes), steps, evaluations))
    return dict(zip(CASES, cases, strict=True))


@pytest.fixture(scope="module")
def both(ranvier, neuron, tmp_path_factory):
    folder = tmp_path_factory.mktemp("settings")
    script = NETWORK
    for choices in CASES.values():
        script += "{ reset()  cvode.active(1)  " + choices + "  go() }\n"
    (folder / "script.hoc").write_text(script)
    return (
        statistics(ranvier.check("-nogui", "-nobanner", "script.hoc", cwd=folder, name="nrniv").out),
        statistics(neuron.run(script)["out"]),
    )


@pytest.mark.parametrize("name", CASES)
def test_spikes_and_steps_are_neurons(both, name):
    ours, theirs = both[0][name], both[1][name]
    assert len(ours[0]) == len(theirs[0]) > 5
    for a, b in zip(ours[0], theirs[0]):
        assert abs(a - b) < 0.1 + 0.002 * b
    assert 0 < ours[1] <= 1.1 * theirs[1], "steps"
    assert 0 < ours[2] <= 1.1 * theirs[2], "evaluations"
