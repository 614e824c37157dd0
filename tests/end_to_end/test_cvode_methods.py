"""CVode's methods other than runs, and WATCH within steps, against NEURON."""

import pytest

LEVEL = """
NEURON { POINT_PROCESS Level RANGE count }
ASSIGNED { v count }
INITIAL { count = 0 net_send(0, 1) }
NET_RECEIVE (w) {
    if (flag == 1) { WATCH (v > -20) 2 }
    if (flag == 2) { count = count + 1 net_event(t) WATCH (v < -40) 3 }
    if (flag == 3) { net_event(t) WATCH (v > -20) 2 }
}
"""
CELL = """
create soma, dend
objref cvode, clamp, syn, stim, input, level, link, none, y, dy, big, bad, stat, times
soma { L = 20 diam = 20 insert hh }
dend { L = 300 diam = 2 nseg = 5 insert pas e_pas = -65 }
connect dend(0), soma(1)
soma clamp = new IClamp(0.5)
clamp.del = 5
clamp.dur = 60
clamp.amp = 0.5
dend syn = new ExpSyn(1)
stim = new NetStim()
stim.start = 20
stim.interval = 12
stim.number = 6
input = new NetCon(stim, syn, 0, 1.3, 0.02)
cvode = new CVode()
{cvode.active(1)}
y = new Vector()
dy = new Vector()
big = new Vector()
bad = new Vector()
stat = new Vector()
times = new Vector()
"""
WATCHED = (
    CELL
    + """
soma level = new Level(0.5)
link = new NetCon(level, none)
{link.record(times)}
{cvode.atol(1e-5)}
{cvode.condition_order(2)}
{cvode.maxstep(3)}
finitialize(-65)
cvode.solve(60)
{printf("\\nTIMES")}
for i = 0, times.size - 1 {printf(" %.10g", times.x[i])}
{printf("\\n")}
"""
)
STATES = (
    CELL
    + """
finitialize(-65)
{cvode.state_magnitudes(1)}
cvode.solve(12)
n = cvode.ygather(y)
{cvode.f(12, y, dy)}
{printf("\\nSTATES %d", n)}
for i = 0, n - 1 {printf(" %.6g", y.x[i])}
{printf("\\nSLOPES %d", dy.size)}
for i = 0, n - 1 {printf(" %.6g", dy.x[i])}
{cvode.state_magnitudes(big, 0)}
{cvode.state_magnitudes(bad, 1)}
{cvode.state_magnitudes(2)}
error = 0
{printf("\\nLARGEST %d %d %.6g", big.size, bad.size, cvode.state_magnitudes("v", &error))}
{printf("\\nERROR %g", error)}
{y.fill(0.25)}
{cvode.yscatter(y)}
{printf("\\nSCATTERED %g %g %g", soma.v(0.5), dend.v(0.9), soma.m_hh(0.5))}
{printf("\\nJACOBIAN %d %d %d", cvode.jacobian(), cvode.jacobian(2), cvode.jacobian(0))}
{printf("\\n")}
"""
)
COUNTS = (
    CELL
    + """
finitialize(-65)
cvode.solve(90)
{cvode.spike_stat(stat)}
{printf("\\nCOUNTS")}
for i = 0, 10 {printf(" %d", stat.x[i])}
{printf("\\n")}
"""
)


@pytest.fixture(scope="module")
def folder(ranvier, tmp_path_factory):
    folder = tmp_path_factory.mktemp("methods")
    (folder / "Level.mod").write_text(LEVEL.lstrip())
    ranvier.check(cwd=folder, name="nrnivmodl")
    return folder


def rows(text):
    """{first word of a line: the numbers behind it}"""
    found = {}
    for line in text.splitlines():
        words = line.split()
        if words and words[0].isupper():
            found[words[0]] = [float(word) for word in words[1:]]
    return found


@pytest.fixture
def both(ranvier, neuron, folder):
    def run(script):
        (folder / "script.hoc").write_text(script)
        ours = ranvier.check("-nogui", "-nobanner", "script.hoc", cwd=folder, name="nrniv").out
        return rows(ours), rows(neuron.run(script, mods=[folder / "Level.mod"])["out"])

    return run


def test_watch_is_found_within_steps(ranvier, folder, both):
    ours, theirs = (found["TIMES"] for found in both(WATCHED))
    assert len(ours) == len(theirs) > 6
    assert max(abs(a - b) for a, b in zip(ours, theirs)) < 0.01

    fixed = WATCHED.replace("{cvode.active(1)}", "dt = 0.001\nsecondorder = 2")
    (folder / "script.hoc").write_text(fixed.replace("cvode.solve(60)", "while (t < 60) fadvance()"))
    exact = rows(ranvier.check("script.hoc", cwd=folder).out)["TIMES"]
    within = max(abs(a - b) for a, b in zip(ours, exact))
    (folder / "script.hoc").write_text(WATCHED.replace("condition_order(2)", "condition_order(1)"))
    late = rows(ranvier.check("script.hoc", cwd=folder).out)["TIMES"]
    between = max(abs(a - b) for a, b in zip(late, exact))
    # Within a step the crossing lies on a straight line.
    assert within < 0.02 < between, (within, between)


def test_states_by_hand(both):
    ours, theirs = both(STATES)
    assert ours["STATES"][0] == theirs["STATES"][0] == 10
    # The two list them in different orders.
    for name, bound in (("STATES", 2e-3), ("SLOPES", 2e-2)):
        a, b = sorted(ours[name]), sorted(theirs[name])
        assert len(a) == len(b)
        assert all(abs(x - y) < bound * max(1, abs(y)) for x, y in zip(a, b)), (name, a, b)
    assert ours["LARGEST"][:2] == theirs["LARGEST"][:2] == [10, 10]
    assert abs(ours["LARGEST"][2] - theirs["LARGEST"][2]) < 1
    assert 0 < ours["ERROR"][0] < 0.1
    assert ours["SCATTERED"] == theirs["SCATTERED"] == [0.25, 0.25, 0.25]
    assert ours["JACOBIAN"] == theirs["JACOBIAN"] == [0, 2, 0]


def test_events_are_counted(both):
    ours, theirs = (found["COUNTS"] for found in both(COUNTS))
    assert len(ours) == len(theirs) == 11
    assert ours[:2] == theirs[:2] == [10, 1]
    # NEURON 9.0.2 is built without what counts these. A NetStim sends itself an event for each of its six spikes, at least.
    delivered, by_netcons, spikes, self_delivered, self_sent, self_moved = ours[2:8]
    assert by_netcons == spikes == 6
    assert self_delivered == self_sent >= 6 and self_moved == 0
    assert delivered == by_netcons + self_delivered
    assert ours[8] == ours[10] == delivered and ours[9] == 0


CHOICES = """
load_file("stdrun.hoc")
create soma
soma insert hh
cvode_local(1)
SHOW
cvode_active(1)
SHOW
cvode_local(1)
SHOW
cvode_local(0)
SHOW
cvode_active(1)
SHOW
cvode_local(1)
cvode_active(0)
SHOW
cvode_active(1)
SHOW
cvode.use_daspk(1)
cvode_active(1)
SHOW
""".replace(
    "SHOW", '{printf("\\nCHOSEN %d %d %d %d", cvode.active(), cvode.use_local_dt(), using_cvode_, cvode.use_daspk())}'
)


def test_stdrun_chooses_as_in_neuron(ranvier, neuron, tmp_path):
    """cvode_local(0) brings fixed steps, cvode_active(1) those of all cells together by CVODE."""
    (tmp_path / "script.hoc").write_text(CHOICES)
    ours = ranvier.check("-nogui", "-nobanner", "script.hoc", cwd=tmp_path, name="nrniv").out
    chosen = [
        [line for line in text.splitlines() if line.startswith("CHOSEN")] for text in (ours, neuron.run(CHOICES)["out"])
    ]
    assert chosen[0] == chosen[1] and len(chosen[0]) == 8


@pytest.mark.parametrize("kind", [1, 2])
def test_other_jacobians_lead_to_the_same_trace(ranvier, folder, kind):
    def trace(choice):
        (folder / "script.hoc").write_text(
            CELL
            + choice
            + """
{cvode.atol(1e-5)}
{y.record(&soma.v(0.5), 0.5)}
{finitialize(-65)}
{cvode.solve(30)}
for i = 0, y.size - 1 {printf("%.6g\\n", y.x[i])}
"""
        )
        return [float(line) for line in ranvier.check("script.hoc", "--quiet", cwd=folder).out.split()]

    a, b = trace(""), trace(f"{{cvode.jacobian({kind})}}\n")
    assert len(a) == len(b) >= 60 and max(a) > 0
    assert a != b
    assert sum(abs(x - y) < 0.5 for x, y in zip(a, b)) >= 58


QUEUE = """
objref cells[3], netcons[5], cvode, times, flags, objects, nil
for i = 0, 2 { cells[i] = new IntFire2()  cells[i].ib = 1.5 - 0.1*i }
for i = 0, 4 {
    netcons[i] = new NetCon(cells[i > 1], cells[2])
    { netcons[i].weight = -0.01  netcons[i].delay = 3 }
}
cvode = new CVode()
times = new Vector()
flags = new Vector()
objects = new List()
{ finitialize()  cvode.solve(13) }
{ cvode.print_event_queue() }
{ cvode.print_event_queue(times)  times.printf("%.15g\\n") }
{ cvode.event_queue_info(2, times, objects) }
for i = 0, times.size - 1 { printf("%.15g %s\\n", times.x[i], objects.o(i)) }
objects = new List()
{ cvode.event_queue_info(3, times, flags, objects) }
for i = 0, times.size - 1 { printf("%.15g %g %s\\n", times.x[i], flags.x[i], objects.o(i)) }
quit()
"""


def test_shows_the_queue_as_neuron_does(ranvier, neuron, tmp_path):
    """A spike to more than two targets with one delay is one event."""
    (tmp_path / "queue.hoc").write_text(QUEUE)
    ours = ranvier.check("--quiet", "--math", "libm", "queue.hoc", cwd=tmp_path).out
    theirs = neuron.run(QUEUE)["out"]
    assert ours.split() == theirs.split() and "PreSyn src=IntFire2[1]" in ours, ours


def test_event_queue_info_needs_an_own_list(ranvier, tmp_path):
    statement = 'cvode.event_queue_info(2, times, new List("NetCon"))\n'
    (tmp_path / "queue.hoc").write_text(QUEUE.replace("quit()", statement))
    outcome = ranvier.run("--quiet", "queue.hoc", cwd=tmp_path)
    assert outcome.status == 1 and "the list shows the objects of a class" in outcome.err, outcome


# Statements for the first half step, those that send themselves again, from every handler and at several steps.
EVENTS = r"""
create s
access s
objref cv, handler, nothing
cv = new CVode()
proc say() { printf("%s at %.17g\n", $s1, t) }
proc first() {
    cv.event(0, "say(\"0\")")
    cv.event(dt*.1, "say(\"0.1\")")
    cv.event(dt*.5, "say(\"0.5\")")
    cv.event(dt*.51, "say(\"0.51\")")
    cv.event(dt, "say(\"1\")")
    cv.event(dt*1.3, "say(\"1.3\")")
}
count = 0
proc again() { count += 1 printf("again %d at %.17g\n", count, t) if (count < 6) cv.event(t + dt*gap, "again()") }
proc from() { count = 0 cv.event(dt*begin, "again()") }
proc run() { local i
    finitialize(-65)
    printf("begun %g\n", t)
    for i = 1, 5 { fadvance() printf("%.17g\n", t) }
}
dts = 0
for k = 0, 2 for type = 0, 2 {
    dt = .025
    if (k == 1) dt = 1
    if (k == 2) dt = 5
    handler = new FInitializeHandler(type, "first()")
    run()
    for q = 0, 3 for p = 0, 1 {
        gap = q*.3
        begin = p*.2
        handler = new FInitializeHandler(type, "from()")
        run()
    }
}
objref handler
finitialize(-65)
first()
for i = 1, 3 { fadvance() printf("%.17g\n", t) }
quit()
"""


def test_statements_of_the_first_half_step_run_after_it(ranvier, neuron, tmp_path):
    (tmp_path / "events.hoc").write_text(EVENTS)
    ours = ranvier.check("--quiet", "events.hoc", cwd=tmp_path).out.split()
    expected = neuron.run(EVENTS)["out"].split()
    assert len(expected) > 500
    assert ours == expected
