"""Scripts replace procedures of stdrun.hoc: what then calls what, and which graphs are drawn, is as in NEURON."""

import pytest

# What a replaced procedure does beside printing its name, where runs would not end without it.
BODIES = {
    "stdinit": "init()",
    "advance": "fadvance()",
    "step": "advance()",
    "init": "finitialize(-60)",
    "run": "stdinit() continuerun(0.1)",
}
PROCEDURES = (
    "setdt set_ra stdinit init run runbutton continuerun steprun step advance cvode_simgraph initPlot Plot screen_update "
    "flushPlot fastflushPlot tstop_changed newPlot newPlotV newPlotI newPlotS addplot newshapeplot newvectorplot newphaseplane"
).split()
FUNCTIONS = ("set_v_init", "stoppedrun", "cvode_active", "cvode_local")

# A graph that prints what is asked of it, in each list that runs look at.
BEGIN = r"""
begintemplate Probe
public begin, plot, flush, fastflush, simgraph, view_count, size, name
strdef name
proc init() { name = $s1 views = $2 }
proc begin() { printf("%s.begin\n", name) }
proc plot() { printf("%s.plot %.8g\n", name, $1 - t) }
proc flush() { printf("%s.flush\n", name) }
proc fastflush() { printf("%s.fastflush\n", name) }
proc simgraph() { printf("%s.simgraph\n", name) }
func view_count() { printf("%s.view_count\n", name) return views }
func size() {
    if (numarg() == 1) return $1
    printf("%s.size %g %g %g %g\n", name, $1, $2, $3, $4)
    return 0
}
endtemplate Probe

{load_file("stdrun.hoc")}
create soma
access soma
{screen_update_invl = 1e9}
proc look() { local place
    for place = 0, 3 {
        sprint(tstr, "list %d", place)
        graphList[place].append(new Probe(tstr, 1))
        sprint(tstr, "closed %d", place)
        graphList[place].append(new Probe(tstr, 0))
        sprint(tstr, "second %d", place)
        graphList[place].append(new Probe(tstr, 1))
    }
    flush_list.append(new Probe("vector", 1))
    flush_list.append(new Probe("closed vector", 0))
    fast_flush_list.append(new Probe("shape", 1))
    fast_flush_list.append(new Probe("closed shape", 0))
}
proc state() {
    printf("%s: t %.8g dt %.8g v %.8g tstop %g steps %d stoprun %d running %d lists %d %d %d %d %d %d\n", $s1, t, dt, v(.5), tstop, \
        nstep_steprun, stoprun, running_, graphList[0].count, graphList[1].count, graphList[2].count, graphList[3].count, \
        flush_list.count, fast_flush_list.count)
}
proc check() {
    execute1($s1)
    state($s1)
}
{look()}
"""
CALLS = (
    "stdinit()", "run()", "steprun()", "step()", "continuerun(t + 0.05)", "initPlot()", "Plot()", "screen_update()", "flushPlot()",
    "fastflushPlot()", "runbutton()", "running_ = 1", "runbutton()", "tstop = 0.2", "tstop_changed()", "dt = 0.01", "setdt()",
    "steps_per_ms = 30", "run()", "addplot(new Probe(\"added\", 1), 1)", "newPlot(0, 1, 2, 3)", "newPlotV()", "newPlotI()",
    "newPlotS()", "newvectorplot()", "newshapeplot()", "print set_v_init(-70)", "print set_v_init()", "print stoppedrun()",
    "set_ra(70)", "print soma.Ra", "print cvode_active()", "run()", "cvode_active(1)", "print cvode_active()", "run()", "steprun()",
    "print cvode_local()", "cvode_local(1)", "print cvode_local()", "run()", "steprun()", "cvode_simgraph()", "cvode_active(0)",
    "stdrun_quiet = 1", "run()",
)  # fmt: skip


def script(replaced):
    text = BEGIN
    if replaced in FUNCTIONS:
        text += f'func {replaced}() {{\n    print "replaced {replaced}"\n    return 0\n}}\n'
    elif replaced:
        text += f'proc {replaced}() {{\n    print "replaced {replaced}"\n    {BODIES.get(replaced, "")}\n}}\n'
    quoted = (call.replace('"', '\\"') for call in CALLS)
    return text + "".join(f'{{check("{call}")}}\n' for call in quoted) + "quit()\n"


@pytest.mark.parametrize("replaced", ["", *PROCEDURES, *FUNCTIONS])
def test_calls_are_those_of_neuron(ranvier, neuron, tmp_path, replaced):
    (tmp_path / "script.hoc").write_text(script(replaced))
    (ours, theirs) = (
        # less the value of v, which NEURON's newshapeplot prints to find out whether there is a section
        [line for line in out.splitlines() if not line.startswith("\t")]
        for out in (ranvier.check("--quiet", "script.hoc", cwd=tmp_path).out, neuron.run(script(replaced))["out"])
    )
    assert ours == theirs
    assert not replaced or replaced == "newphaseplane" or f"replaced {replaced}" in ours
