"""Random numbers are NEURON's, bit for bit: every distribution from every generator, and streams without a seed."""

import pytest

DISTRIBUTIONS = [
    "uniform(-3, 7)",
    "discunif(-5, 12)",
    "normal(2, 9)",
    "lognormal(5, 2)",
    "poisson(4)",
    "binomial(20, 0.3)",
    "geometric(0.6)",
    "hypergeo(5, 40)",
    "negexp(7)",
    "erlang(6, 12)",
    "weibull(2, 5)",
]

STREAMS = r"""
objref r, x
double high[1]
proc draw() { local i  for i = 1, 12 printf("%.17g ", r.repick())  printf("\n") }
"""

UNSEEDED = r"""
create soma
access soma
objref stim[6], nc[6], times, ids, nil
times = new Vector()
ids = new Vector()
for i = 0, 5 { stim[i] = new NetStim()  stim[i].noise = 1 - i/10  stim[i].start = i  stim[i].interval = 7  stim[i].number = 1e30 }
stim[2] = new NetStim()  // counts on: a number is not given twice
stim[2].noise = 1
for i = 0, 5 { nc[i] = new NetCon(stim[i], nil)  nc[i].record(times, ids, i) }
for k = 0, 1 {
    finitialize(-65)
    while (t < 100) fadvance()
    for i = 0, times.size - 1 printf("%.17g %d\n", times.x[i], ids.x[i])
}
quit()
"""


NOISE = """
NEURON { POINT_PROCESS Noise RANGE first, steps, received RANDOM r }
ASSIGNED { first steps received }
INITIAL { random_setseq(r, 0) first = random_uniform(r) steps = 0 received = 0 }
BREAKPOINT { SOLVE walk METHOD after_cvode }
PROCEDURE walk() { steps = steps + random_normal(r, 1, 2) }
NET_RECEIVE(w) { if (flag == 0) { random_setseq(r, 400) received = random_negexp(r) net_send(received, 1) }
    if (flag == 1) { received = received + random_uniform(r, 2, 3) } }
FUNCTION draw(at) { random_setseq(r, at) draw = random_uniform(r) }
"""

C_INDEX = """
NEURON { SUFFIX nothing }
VERBATIM
#include "nrnran123.h"
ENDVERBATIM
PROCEDURE c_index(x) {
VERBATIM
    nrnran123_set_globalindex((uint32_t)_lx);
ENDVERBATIM
}
"""

# The index is set before the cells and after them, between runs, in the middle of a run, and by C code.
INDEXED = r"""
create soma
access soma
objref noise, stim[3], nc[3], to, times, ids, ran, nil, cv
cv = new CVode()
ran = new Random()
proc index() { ran.Random123_globalindex($1) }
index(first)
noise = new Noise(.5)
{noise.r.set_ids(1, 2, 3)}
times = new Vector()
ids = new Vector()
for i = 0, 2 { stim[i] = new NetStim()  stim[i].noise = 1  stim[i].start = i  stim[i].interval = 3  stim[i].number = 5 }
{stim[0].noiseFromRandom123(1, 2, 3)}
{stim[1].noiseFromRandom123(7, 0, 0)}
for i = 0, 2 { nc[i] = new NetCon(stim[i], nil)  nc[i].record(times, ids, i) }
to = new NetCon(nil, noise)
proc trial() { local i
    printf("trial %.17g\n", noise.draw(8))
    finitialize(-65)
    to.event(2)
    if (later >= 0) cv.event(1, "index(later)")
    while (t < 30) fadvance()
    printf("%.17g %g\n", noise.received, noise.r.get_seq())
    if (later >= 0) return  // NEURON's other streams use up what they drew before
    printf("%.17g %.17g\n", noise.first, noise.steps)
    for i = 0, times.size - 1 printf("%.17g %d\n", times.x[i], ids.x[i])
}
later = -1
trial()
index(5)
trial()
c_index(4294967295)
trial()
later = 9
trial()
printf("%.17g\n", noise.draw(8))
quit()
"""


def distributions(generator):
    """Draws from a fresh stream for each distribution; then an odd number of normals, whose second half must not survive."""
    lines = []
    for name in DISTRIBUTIONS:
        lines += ["r = new Random(3)", f"{{r.{generator}}}", f'{{printf("%.17g ", r.{name})}}', "draw()"]
    lines += ["{r.normal(0, 1)}", "{r.uniform(0, 1)}", "{r.normal(0, 1)}", "draw()", 'printf("%.17g\\n", r.seq())']
    return lines


def mcell():
    lines = ["high[0] = 17"]
    for low in (0, 5, 4000000000):
        lines += [
            f'printf("%.17g\\n", mcell_ran4_init({low}))',
            'for i = 1, 5 printf("%.17g %.17g\\n", mcell_ran4(&high[0]), high[0])',
            "r = new Random()",
            '{printf("%.17g\\n", r.MCellRan4())}',
            "{r.uniform(0, 1)}",
            "draw()",
        ]
    return lines


def numbers(text):
    return text.split()


@pytest.fixture
def both(ranvier, neuron, tmp_path):
    def ask(script):
        (tmp_path / "random.hoc").write_text(script)
        return numbers(ranvier.check("--math", "libm", "--quiet", "random.hoc", cwd=tmp_path).out), numbers(
            neuron.run(script)["out"]
        )

    return ask


def test_every_distribution_of_every_generator(both):
    lines = [STREAMS]
    for generator in ("Random123(4, 5)", "Random123(1, 2, 4294967295)", "MCellRan4(9, 3)", "MCellRan4(123456)"):
        lines += distributions(generator)
    ours, expected = both("\n".join([*lines, *mcell(), "quit()", ""]))
    assert len(expected) > 500
    assert ours == expected


def test_streams_that_nobody_seeded(both):
    ours, expected = both(UNSEEDED)
    assert len(expected) > 100
    assert ours == expected


def test_the_global_index_selects_the_streams_of_mechanisms(ranvier, neuron, tmp_path):
    (tmp_path / "noise.mod").write_text(NOISE)
    (tmp_path / "c_index.mod").write_text(C_INDEX)
    answers = []
    for first in (0, 3):
        script = f"first = {first}\n{INDEXED}"
        (tmp_path / "indexed.hoc").write_text(script)
        answers.append(numbers(ranvier.check("--math", "libm", "--quiet", "indexed.hoc", cwd=tmp_path).out))
        assert answers[-1] == numbers(neuron.run(script, mods=sorted(tmp_path.glob("*.mod")))["out"])
    # Each index has its own numbers; those set later do not depend on the first.
    trials = [" ".join(answer).split("trial") for answer in answers]
    assert len({*trials[0], *trials[1]}) == 6 and trials[0][2:] == trials[1][2:]
