"""Channels that a script or a session file describes (KSChan, ChannelBuild) run as in NEURON."""

import pytest

GATES = r"""
{ion_register("na", 1)}
{ion_register("k", 1)}
objref ks, vec, gate, state[4], kst, nil
proc rates() {  // transition, form forward, form backward
    vec = new Vector()
    vec.append($4, $5, $6)
    $o1.set_f(0, $2, vec)
    vec = new Vector()
    vec.append($7, $8, $9)
    $o1.set_f(1, $3, vec)
}
ks = new KSChan(0)
{ks.name("nax") ks.ion("na") ks.iv_type(0) ks.gmax(0.12)}
state[0] = ks.add_hhstate("m")
{state[0].gate.power(3)}
rates(ks.trans(state[0], state[0]), 3, 2, 1, .1, -40, 4, -1/18, -65)
state[1] = ks.add_hhstate("h")
rates(ks.trans(state[1], state[1]), 2, 4, .07, -1/20, -65, 1, -1/10, -35)
print ks.name, ks.ngate, ks.nstate, ks.ntrans, ks.ion

ks = new KSChan(0)
{ks.name("kx") ks.ion("k") ks.iv_type(0) ks.gmax(0.036)}
state[0] = ks.add_hhstate("n")
{state[0].gate.power(4)}
kst = ks.trans(state[0], state[0])
{kst.type(1)}
vec = new Vector()
{vec.append(1, -0.08, -50) kst.set_f(0, 4, vec)}
vec = new Vector()
{vec.append(2, -0.01, -60) kst.set_f(1, 2, vec)}

ks = new KSChan(0)
{ks.name("leaky") ks.iv_type(0) ks.gmax(0.0003) ks.erev(-54.3)}
gate = nil
state[0] = ks.add_ksstate(gate, "closed")
gate = state[0].gate
state[1] = ks.add_ksstate(gate, "open")
{state[1].frac(1)}
kst = ks.add_transition(state[0], state[1])
rates(kst, 2, 2, 0.5, 0.02, -60, 0.4, -0.03, -55)
print ks.nstate, ks.ntrans, ks.ion, ks.state(1).name

create soma
access soma
{L = diam = 20 nseg = 3}
insert nax
insert kx
insert leaky
objref stim
stim = new IClamp(0.5)
{stim.del = 1 stim.dur = 50 stim.amp = 0.6}
proc run_it() {
    finitialize(-65)
    for i = 0, 400 {
        fadvance()
        if (i%20 == 0) printf("%.17g %.17g %.17g %.17g %.12g %.12g\n", v, m_nax, h_nax, ina, n_kx, open_leaky)
    }
}
run_it()
"""

SESSION = r"""
objectvar ocbox_, ocbox_list_, scene_, scene_list_
{load_file("chanbild.hoc", "ChannelBuild")}
{ion_register("k", 1)}
{ocbox_ = new ChannelBuild(1)}
{object_push(ocbox_)}
{genprop.set_data("slowk", 1, 1, 6, "k")}
{genprop.set_defstr(0.02, 0)}
tobj = new ChannelBuildKSGate(this)
{gatelist.append(tobj)}
{tobj.begin_restore(1)}
{tobj.set_state("c", 0, 140, 140)}
{tobj.set_state("o", 1, 190, 140)}
{tobj.set_trans(0, 1, 0)}
{tobj.transitions.object(0).settype(0, "")}
{tobj1 = new Vector(3)  for (i=0; i < 3; i += 1) tobj1.x[i] = fscan() }
0.1
0.05
-40
{tobj.transitions.object(0).set_f(0, 2, tobj1)}
{tobj1 = new Vector(3)  for (i=0; i < 3; i += 1) tobj1.x[i] = fscan() }
0.1
-0.05
-40
{tobj.transitions.object(0).set_f(1, 2, tobj1)}
{tobj.end_restore()}
tobj = new ChannelBuildKSGate(this)
{gatelist.append(tobj)}
{tobj.begin_restore(4)}
{tobj.set_state("n", 1, 140, 140)}
{tobj.set_trans(0, 0, 0)}
{tobj.transitions.object(0).settype(0, "")}
{tobj1 = new Vector(3)  for (i=0; i < 3; i += 1) tobj1.x[i] = fscan() }
0.1
0.1
-55
{tobj.transitions.object(0).set_f(0, 3, tobj1)}
{tobj1 = new Vector(3)  for (i=0; i < 3; i += 1) tobj1.x[i] = fscan() }
0.125
-0.0125
-65
{tobj.transitions.object(0).set_f(1, 2, tobj1)}
{tobj.end_restore()}
end_restore()
{genprop.set_single(0)}
{set_alias(1)}
{usetable(1)}
{object_pop()}
print ocbox_.aliases.an.A, ocbox_.aliases.bn.k, ocbox_.aliases.aco.d
ocbox_.aliases.aco.A = 0.2
create soma
access soma
{L = diam = 20}
insert hh
insert slowk
print gmax_slowk
proc run_it() {
    finitialize(-50)
    for i = 0, 200 {
        fadvance()
        if (i%20 == 0) printf("%.12g %.17g %.12g\n", v, n_slowk, o_slowk)
    }
}
run_it()
{ocbox_.usetable(0)}
run_it()
"""


def values(text):
    """Words, with numbers as numbers."""
    words = text.split()
    return [float(word) if word.lstrip("-")[:1].isdigit() else word for word in words]


@pytest.mark.parametrize("script", [GATES, SESSION], ids=["KSChan", "session"])
def test_channel_runs_as_in_neuron(ranvier, neuron, tmp_path, script):
    script += "\nquit()\n"
    (tmp_path / "script.hoc").write_text(script)
    ours = values(ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out)
    theirs = values(neuron.run(script)["out"])
    # Kinetic schemes are solved with other pivots than NEURON's, which shows in the last bits.
    assert [each for each in ours if isinstance(each, str)] == [each for each in theirs if isinstance(each, str)]
    assert ours == [pytest.approx(each, rel=1e-11) if isinstance(each, float) else each for each in theirs]


def test_hodgkin_huxley_gates_are_neurons_to_the_bit(ranvier, neuron, tmp_path):
    script = GATES.replace("insert leaky\n", "").replace(", open_leaky", ", 0") + "\nquit()\n"
    (tmp_path / "script.hoc").write_text(script)
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out
    assert ours.split() == neuron.run(script)["out"].split()


FORMS = r"""
create cable
access cable
{L = 5000 diam = 2 nseg = 301}
insert pas
objref ks, state, vec, stim, tr
proc gate() {  // name, power, type
    state = ks.add_hhstate($s1)
    state.gate.power($2)
    tr = ks.trans(state, state)
    tr.type($3)
}
proc function() {  // number, form, five parameters
    vec = new Vector()
    vec.append($3, $4, $5, $6, $7)
    if ($2 == 7) {
        tr.set_f($1, 7, vec, -90, 20)
    } else {
        tr.set_f($1, $2, vec)
    }
}
ks = new KSChan(0)
{ks.name("all") ks.iv_type(0) ks.gmax(0.02) ks.erev(-20)}
{gate("one", 1, 0) function(0, 1, 0.4, 0, 0, 0, 0) function(1, 3, 0.1, 0.1, -40, 0, 0)}
{gate("two", 2, 1) function(0, 4, 1, -0.08, -50, 0, 0) function(1, 2, 2, -0.01, -60, 0, 0)}
{gate("three", 3, 1) function(0, 5, 0.5, -55, 3, 0.6, 1) function(1, 6, 0.5, -55, 3, 0.6, 1)}
{gate("four", 4, 1) function(0, 2, 0.5, 0.01, -45, 0, 0) function(1, 6, 0.5, -45, 4, 0.3, 0)}
{gate("five", 5, 0) function(0, 7, 0.1, 0.4, 0.3, 0.2, 0.5) function(1, 4, 1, -0.1, -35, 0, 0)}
{gate("six", 1, 0) function(0, 2, 0.1, 90, 0, 0, 0) function(1, 2, 0.1, -90, 0, 0, 0)}
insert all
stim = new IClamp(0.3)
{stim.dur = 5 stim.amp = 2}
finitialize(-70)
for k = 1, 200 {
    fadvance()
    if (k % 20 == 0) for (x, 0) {
        printf("%.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", v(x), one_all(x), two_all(x), three_all(x), four_all(x), five_all(x), six_all(x), g_all(x))
    }
}
quit()
"""


def test_gates_of_all_forms_are_neurons_to_the_bit(ranvier, neuron, tmp_path):
    """In many compartments, whose gates are computed together."""
    (tmp_path / "script.hoc").write_text(FORMS)
    ours = ranvier.check("--math", "libm", "--quiet", "script.hoc", cwd=tmp_path).out.split()
    theirs = neuron.run(FORMS)["out"].split()
    assert ours == theirs and len(theirs) > 20000


@pytest.mark.parametrize(
    "statement, says",
    [
        ('ks.name("other")', "in use as a mechanism"),
        ("ks.single(1)", "in use as a mechanism"),
        ('ks.ion("nosuch")', "nosuch is not an ion"),
        ("ks.trans(7)", "number of a transition"),
        ("vec = new Vector(1)\nks.trans(0).set_f(0, 2, vec)", "takes 3 parameters"),
    ],
)
def test_mistake_is_explained(ranvier, tmp_path, statement, says):
    script = GATES[: GATES.index("proc run_it")].replace("insert leaky", "insert leaky\ninsert kx\ninsert nax")
    (tmp_path / "script.hoc").write_text(script + statement + "\n")
    outcome = ranvier.run("--quiet", "script.hoc", cwd=tmp_path)
    assert outcome.status != 0 and says in outcome.err, outcome
