"""What functions of NetCon.record see with variable steps: the cell at the time of the spike, which lies within a step."""

SPIKES = r"""from neuron import h
cvode, pc = h.CVode(), h.ParallelContext()


def run(local, order, leaky, cells, duration):
    made = [h.Section(f"s{k}") for k in range(cells)]
    for sec in made:
        sec.L = sec.diam = 10
        if leaky:
            sec.insert("pas")
    stim = h.IClamp(made[0](0.5))
    stim.delay, stim.dur, stim.amp = 0, duration, 0.3
    spike = h.NetCon(made[0](0.5)._ref_v, None, sec=made[0])
    spike.threshold = -20
    spike.record(lambda: print("spike", round(h.t, 4), round(made[0](0.5).v, 3)))
    cvode.active(True)
    cvode.use_local_dt(local)
    cvode.condition_order(order)
    cvode.maxstep(1000 if order == 2 else 0.1)
    pc.set_maxstep(10)
    h.finitialize(-50)
    pc.psolve(1)
    print(round(h.t, 6), round(made[0](0.5).v, 3))
    cvode.use_local_dt(False)


"""
ONE_CELL = """for local in (False, True):
    for order in (1, 2):
        for leaky in (False, True):
            for duration in (5, 50):
                run(local, order, leaky, 1, duration)
"""


def test_the_cell_is_at_the_time_of_the_spike(python, neuron, tmp_path):
    outcome = python(SPIKES + ONE_CELL, tmp_path)
    assert outcome.status == 0, outcome
    assert outcome.out == neuron.run_python(SPIKES + ONE_CELL)


def test_so_it_is_among_others(python, tmp_path):
    alone, among = (python(SPIKES + f"run(True, 2, True, {cells}, 5)\n", tmp_path).out for cells in (1, 3))
    assert alone == among and alone.startswith("spike 0.5075 -19.955\n")
