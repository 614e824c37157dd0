"""CVode.extra_scatter_gather: Python functions that see and set states within steps, compared with NEURON."""

import pytest

CELL = r"""from neuron import h
h.load_file("stdrun.hoc")
s = h.Section(name="s")
s.L = s.diam = 10
s.insert("hh")
stim = h.IClamp(s(0.5))
stim.delay, stim.dur, stim.amp = 0.2, 1, 0.3
amp, times = h.Vector([0, 0.4]), h.Vector([0, 1])
cvode = h.CVode()
"""

SEEN = (
    CELL
    + r"""amp.play(stim._ref_amp, times, 1)
log = []
volts = h.Vector().record(s(0.5)._ref_v)


def scattered():
    log.append((0, round(h.t, 9), round(s(0.5).v, 8), round(s(0.5).hh.m, 9), round(stim.amp, 9)))


def gathered():
    log.append((1, round(h.t, 9), round(s(0.5).v, 8)))


def show():
    print(log)
    log.clear()


print(cvode.extra_scatter_gather(0, scattered), cvode.extra_scatter_gather(1, gathered))
h.finitialize(-65)
show()
h.fadvance()
show()
h.continuerun(0.3)
show()
cvode.re_init()
show()
cvode.extra_scatter_gather(0, scattered)  # twice
h.fadvance()
show()
print(cvode.extra_scatter_gather_remove(scattered))
h.fadvance()
cvode.re_init()
show()
cvode.extra_scatter_gather_remove(gathered)
cvode.re_init()
h.continuerun(2)
show()
print([round(v, 6) for v in volts.c(0, 60, 10)])


def clamp():
    s(0.5).v = -50


cvode.extra_scatter_gather(0, clamp)
h.finitialize(-65)
h.continuerun(1)
print([round(v, 6) for v in (s(0.5).v, s(0.5).hh.m, s(0.5).hh.h, s(0.5).hh.n)])
cvode.extra_scatter_gather_remove(clamp)
count = []


def counted():
    count.append(h.t)


cvode.active(True)
cvode.extra_scatter_gather(0, counted)
cvode.extra_scatter_gather(1, gathered)
h.finitialize(-65)
cvode.solve(1)
print(len(count) > 20, len(log) > 0, round(s(0.5).v, 2))
cvode.extra_scatter_gather_remove(counted)
cvode.extra_scatter_gather_remove(gathered)
cvode.active(False)
h.dt = 0.025
for wrong in ((2, counted), (0, 3), (0, None), (0,), (0, h.Vector()), ("a", counted)):
    try:
        print(cvode.extra_scatter_gather(*wrong))
    except Exception:
        print("refused")


def fails():
    raise ValueError("of the script")


cvode.extra_scatter_gather(0, fails)
try:
    h.fadvance()
except RuntimeError as error:
    print("of the script" in str(error))
cvode.extra_scatter_gather_remove(fails)
h.finitialize(-65)
h.continuerun(0.1)
print(round(h.t, 6), round(s(0.5).v, 6))
"""
)


def test_functions_are_called_within_steps_as_by_neuron(python, neuron, tmp_path):
    outcome = python(SEEN, tmp_path)
    assert outcome.status == 0, outcome
    assert outcome.out == neuron.run_python(SEEN)


REFUSED = {
    "local steps": (
        "cvode.active(True)\ncvode.use_local_dt(True)\ncvode.extra_scatter_gather(0, lambda: None)\n",
        "CVode.extra_scatter_gather needs steps of all cells",
    ),
    "a new section": (
        "made = []\ncvode.extra_scatter_gather(0, lambda: made.append(h.Section()))\n",
        "changed sections or mechanisms in the middle of a step",
    ),
    "a new mechanism": (
        "cvode.active(True)\ncvode.extra_scatter_gather(0, lambda: s.insert('pas'))\n",
        "changed sections or mechanisms in the middle of a step",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_steps_cannot_do_is_an_error(python, tmp_path, what):
    lines, message = REFUSED[what]
    script = CELL + lines + "h.finitialize(-65)\nh.fadvance()\nh.fadvance()\n"
    outcome = python(script, tmp_path)
    assert outcome.status != 0 and message in outcome.err, outcome


# A gap junction: the function comes before the transfer.
GAPS = r"""from neuron import h
pc = h.ParallelContext()
cells = [h.Section(name=f"c{k}") for k in range(2)]
for k, sec in enumerate(cells):
    sec.insert("pas")
    sec.L = sec.diam = 10
    pc.source_var(sec(0.5)._ref_v, k, sec=sec)
clamp = h.SEClamp(cells[0](0.5))
clamp.dur1, clamp.rs = 100, 1
pc.target_var(clamp, clamp._ref_amp1, 1)
pc.setup_transfer()
seen = []
h.CVode().extra_scatter_gather(0, lambda: seen.append((round(h.t, 6), round(cells[0](0.5).v, 9), round(clamp.amp1, 9))))
cells[1](0.5).pas.e = -30
h.finitialize(-65)
for k in range(5):
    h.fadvance()
print(seen)
"""


def test_functions_come_before_transfers(python, neuron, tmp_path):
    outcome = python(GAPS, tmp_path)
    assert outcome.status == 0, outcome
    assert outcome.out == neuron.run_python(GAPS)
