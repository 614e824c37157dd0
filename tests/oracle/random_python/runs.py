"""Runs: recording, playing, events, handlers, CVode, ParallelContext, Random."""

# In NEURON, a record begins with the next finitialize (docs/limits.md).
MAKERS = {
    "cv": ["<new:cv> = h.CVode()"],
    "pc": ["<new:pc> = h.ParallelContext()"],
    "rec": ["<new:rec> = h.Vector().record(<sec>(0.5)._ref_v); h.finitialize(-65)", "<new:rec> = h.Vector().record(h._ref_t); h.finitialize(-65)", "<new:rec> = h.Vector().record(<iclamp>._ref_i); h.finitialize(-65)", "<new:rec> = h.Vector().record(<expsyn>, <expsyn>._ref_g); h.finitialize(-65)", "<new:rec> = h.Vector().record(<sec>(<x>)._ref_v, 1); h.finitialize(-65)"],
    "handler": ["<new:handler> = h.FInitializeHandler(note)", "<new:handler> = h.FInitializeHandler(<count>, (note, ('init', 1)))"],
    "rnd": ["<new:rnd> = h.Random(<count>)", "<new:rnd> = h.Random()"],
}  # fmt: skip

PATTERNS = [
    *("!h.finitialize(-65)", "!h.finitialize(-65)", "!h.finitialize()", "h.fcurrent()", "h.fadvance()", "h.continuerun(<count>)", "h.continuerun(0.5)", "h.run()", "h.stdinit()", "h.init()", "h.advance()", "h.step()"),
    *("h.t", "h.t = 0", "h.dt", "h.dt = 0.1", "h.dt = 0.025", "h.tstop = 2", "h.steps_per_ms = 10", "h.setdt()", "h.v_init = -70", "h.runStopAt", "h.stoprun", "h.stoprun = <end>", "calls", "calls[-3:]", "calls.clear()", "!len(calls)"),
    *("<rec>", "!len(<rec>)", "<rec>[-1]", "<rec>.size()", "<rec>.max()", "<rec>.play_remove()", "<rec>.resize(0)", "!list(<rec>)[-3:]", "!np.array(<rec>)[:3]", "<rec>.as_numpy()[:2]"),
    *(),
    *("!h.Vector([0, 1, 2]).play(<iclamp>._ref_amp, 1)", "<new:played> = h.Vector([0, 1, 0]); <new:played>.play(<sec>(0.5)._ref_v, h.Vector([0, 1, 2]))", "!<vec>.play()", "!<vec>.play_remove()"),
    *("<sec>(0.5).v", "<sec>.v", "[s.v for s in <sec>]", "<sec>(<x>).v", "<sec>.insert('hh')(0.5).hh.m", "<iclamp>.i", "<expsyn>.g", "<sec>(0.5).pas.i", "<sec>.insert('pas')", "<sec>.insert('hh')", "<sec>.nseg = <nseg>"),
    *("<iclamp>.amp = 0.5", "<iclamp>.delay = 0.2", "<iclamp>.dur = 1", "<stim>.start = 0.5", "<stim>.interval = 0.3", "<stim>.number = 3", "<nc>.weight[0] = 0.01", "<nc>.delay = 0.2", "<vec>"),
    *("<handler>", "<new:handler> = h.FInitializeHandler(<int>, note)", "!h.FInitializeHandler('t = t')", "!h.FInitializeHandler()", "del <handler>", "!h.FInitializeHandler(note).allprint()", "<handler>.nosuch", "!h.FInitializeHandler(4, note)"),
    *("!<cv>.event(<pos>, note) is None", "!<cv>.event(0.1, (note, ('event', 2))) is None", "!<cv>.event(0.2, (note, 'one')) is None", "!<cv>.event(0.3, 't = t') is None", "!<cv>.event() is None", "!<cv>.event(1) is None", "!<cv>.event(0.4, lambda: calls.append(h.t)) is None"),
    *("!h.FInitializeHandler(lambda: calls.append(1))", "!<cv>.active()", "!<cv>.active(0)", "!<cv>.atol()", "!<cv>.atol(1e-3)", "!<cv>.rtol()", "!<cv>.rtol(0)", "!<cv>.use_local_dt()", "!<cv>.use_local_dt(0)", "!<cv>.maxstep()", "!<cv>.minstep()"),
    *("!<cv>.maxstep(<pos>)", "!<cv>.maxorder()", "!<cv>.maxorder(<count>)", "!<cv>.jacobian()", "!<cv>.stiff()", "!<cv>.stiff(<int>)", "!<cv>.current_method()", "!<cv>.queue_mode()", "!<cv>.cache_efficient(1)", "!<cv>.use_fast_imem()", "!<cv>.use_fast_imem(1)"),
    *("!<cv>.use_fast_imem(0)", "<sec>(0.5).i_membrane_", "!<cv>.re_init()", "<cv>.nosuch", "!<cv>.atolscale('v')"),
    *("!<cv>.condition_order()", "!<cv>.condition_order(<count>)", "!<cv>.dae_init_dteps()", "!<cv>.use_daspk()", "!<cv>.use_mxb()", "!<cv>.use_long_double()", "h.CVode() == h.CVode()"),
    *("h.cvode_active()", "h.cvode_active(0)", "!<cv>.netconlist('', '', '').count()", "!<cv>.states(<vec>)"),
    *("!<pc>.id()", "!<pc>.nhost()", "!<pc>.set_gid2node(<int>, 0)", "!<pc>.gid_exists(<int>)", "!<pc>.cell(<int>, <nc>)", "!<pc>.gid2cell(<int>)", "!<pc>.gid2obj(<int>)", "!<pc>.gid_connect(<int>, <expsyn>)", "!<pc>.gid_clear()", "!<pc>.userid()"),
    *("!<pc>.set_maxstep(10)", "!<pc>.broadcast(<vec>, 0)", "!<pc>.broadcast('text', 0)", "!<pc>.allgather(<num>, <vec>)"),
    *("!<pc>.alltoall(h.Vector([4]), h.Vector([1]), <vec>)", "!<pc>.py_allgather(<num>)", "!<pc>.py_allgather([1, 'a'])", "!<pc>.py_alltoall([<num>])", "!<pc>.py_gather(<str>, 0)", "!<pc>.py_broadcast({'a': 1}, 0)", "!<pc>.py_scatter([<num>], 0)", "!<pc>.py_alltoall([1, 2])"),
    *("!<pc>.nthread()", "!<pc>.nthread(1)", "!<pc>.time() >= 0", "!<pc>.wait_time() >= 0", "!<pc>.step_time() >= 0", "!<pc>.nosuch", "!<pc>.id(<wrong>)", "!<pc>.set_gid2node(3, 0)", "!<pc>.gid2cell(77)", "!<pc>.nhost_world()"),
    *("!<pc>.submit(lambda x: x + 1, <num>)", "!<pc>.working()", "!<pc>.pyret()", "!<pc>.runworker()", "!<pc>.post('key', <num>)", "!<pc>.take('key')", "!<pc>.look('key')", "!<pc>.look_take('nokey')", "!<pc>.upkscalar()", "!<pc>.pack(<num>)", "!<pc>.userid()"),
    *("!<pc>.setup_transfer()", "!<pc>.timeout(0)", "!<pc>.timeout(20)", "!<pc>.get_partition(0)", "!<pc>.event(1)", "!<pc>.outputcell(<int>)"),
    *("<rnd>.uniform(0, 1)", "<rnd>.repick()", "<rnd>.normal(0, 1)", "<rnd>.discunif(1, 6)", "<rnd>.Random123(1, 2, 3)", "<rnd>.seq()", "<rnd>.seq(4)", "<rnd>.negexp(2)", "<rnd>.poisson(3)", "<rnd>.MCellRan4(5)"),
    *("<rnd>.Random123_globalindex()", "<rnd>.Random123_globalindex(2)", "<rnd>.nosuch", "<rnd>.lognormal(1, 1)", "<rnd>.binomial(5, 0.5)", "<rnd>.erlang(2, 1)", "<rnd>.weibull(1, 2)", "<rnd>.geometric(0.5)", "<rnd>.hypergeo(2, 1)", "<rnd>.repick(3)"),
    *("<vec>.setrand(<rnd>)", "<vec>.addrand(<rnd>)", "<rnd>.play(<iclamp>._ref_amp)", "<rnd>.uniform()", "<rnd>.uniform(<wrong>, 1)"),
    *("h.initnrn()", "h.secondorder", "h.ParallelContext().nhost()", "neuron.psection(<sec>)['name']"),
    *("neuron.nosuch", "h.attr_praxis(1, 2, 0)", "!h.startsw() > 0", "h.startsw() > 0"),
    *("h.Impedance().loc(<sec>(0.5))", "h.StringFunctions().len('abc')", "h.StringFunctions().substr('abc', 'b')", "h.StringFunctions().nosuch", "!h.Timer('x').seconds()", "h.File().isopen()", "h.File('nosuch').ropen()"),
]  # fmt: skip
