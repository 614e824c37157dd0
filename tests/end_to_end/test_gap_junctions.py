"""Gap junctions: values that travel from cell to cell at each step, against NEURON's, on ranks and threads."""

import pytest

GAP = """
NEURON {
    POINT_PROCESS HalfGap
    ELECTRODE_CURRENT i
    RANGE g, i, vgap
    THREADSAFE
}
PARAMETER { g = 0 (microsiemens) }
ASSIGNED {
    v (millivolt)
    vgap (millivolt)
    i (nanoamp)
}
BREAKPOINT { i = g*(vgap - v) }
"""

# A ring of cells coupled by gap junctions, every second one with a layer outside; each gets its own current.
RING = """
begintemplate Cell
public soma, dend, stim
create soma, dend
objref stim
proc init() {
    connect dend(0), soma(1)
    soma { L = 20 diam = 20 insert hh }
    dend { L = 100 diam = 2 nseg = 5 insert pas }
    if ($1 % 2) dend { insert extracellular xg = 0.01 xg[1] = 0.1 xraxial = 50 }
    soma stim = new IClamp(0.5)
    stim.dur = 5
    stim.amp = 0.3 + 0.1 * $1
}
endtemplate Cell
objref pc, cells[6], gaps[12], file, trace[6], tvec
strdef name
n = 6
{
pc = new ParallelContext()
pc.nthread(threads)
}
for i = 0, n - 1 if (i % pc.nhost == pc.id) {
    cells[i] = new Cell(i)
    cells[i].dend {pc.source_var(&v(0.7), i)}
    cells[i].soma {pc.source_var(&v(0.5), 100 + i)}
    cells[i].dend gaps[2 * i] = new HalfGap(0.7)
    cells[i].soma gaps[2 * i + 1] = new HalfGap(0.5)
    gaps[2 * i].g = 0.004
    gaps[2 * i + 1].g = 0.002
    {pc.target_var(gaps[2 * i], &gaps[2 * i].vgap, 100 + (i + 1) % n)}
    {pc.target_var(&gaps[2 * i + 1].vgap, (i + n - 1) % n)}
    trace[i] = new Vector()
    {trace[i].record(&cells[i].dend.v(0.7))}
}
{pc.setup_transfer()}
{pc.set_maxstep(10)}
finitialize(-65)
{pc.psolve(10)}
for i = 0, n - 1 {
    if (i % pc.nhost == pc.id) {
        sprint(name, "v%d.txt", i)
        file = new File()
        {file.wopen(name)}
        for j = 0, trace[i].size - 1 file.printf("%.17g\\n", trace[i].x[j])
        {file.close()}
    }
    {pc.barrier()}
}
{pc.runworker()}
{pc.done()}
quit()
"""
FILES = [f"v{i}.txt" for i in range(6)]


def numbers(text):
    return [float(line) for line in text.split()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gap")
    (folder / "halfgap.mod").write_text(GAP)
    (folder / "ring.hoc").write_text(RING)
    return folder


def run(ranvier, folder, ranks=1, threads=1, math="libm"):
    for name in FILES:
        (folder / name).unlink(missing_ok=True)
    ranvier.check("--math", math, "--quiet", "-c", f"threads = {threads}", "ring.hoc", cwd=folder, ranks=ranks)
    return [(folder / name).read_text() for name in FILES]


def test_traces_are_neurons(ranvier, neuron, folder):
    ours = run(ranvier, folder)
    script = "nthread_ = 1\nthreads = 1\n" + RING.replace(
        "insert extracellular xg = 0.01 xg[1] = 0.1 xraxial = 50",
        "insert extracellular xg = 0.01 xg[1] = 0.1 xraxial = 50",
    )
    theirs = neuron.run(script, mods=[folder / "halfgap.mod"], collect=FILES)
    for name, text in zip(FILES, ours):
        a, b = numbers(text), numbers(theirs[name])
        assert len(a) == len(b) == 401
        assert max(abs(x - y) for x, y in zip(a, b)) < 1e-8, name
    assert numbers(ours[0]) != numbers(ours[2])


@pytest.mark.parametrize("ranks, threads", [(2, 1), (1, 3), (3, 2)])
@pytest.mark.parametrize("math", ["libm", "vector"])
def test_bits_do_not_depend_on_ranks_and_threads(ranvier, folder, ranks, threads, math):
    assert run(ranvier, folder, ranks, threads, math) == run(ranvier, folder, math=math)


MISTAKES = {
    "pc.source_var(&s.v(0.5), 3)\npc.source_var(&s.v(0.5), 3)\n": "3 is already in use",
    "pc.target_var(&s.cm(0.5), 4)\npc.setup_transfer()\n": "number 4",
    "pc.source_var(&s.v(0.5), -1)\n": "-1",
    "x = 1\npc.source_var(&x, 1)\n": "is a script variable",
    "pc.source_var(&s.v(0.5), 3)\nfinitialize(-65)\n": "setup_transfer() needs to be called",
    "objref a, b\na = new IClamp(0.5)\nb = new IClamp(0.5)\npc.source_var(&s.v(0.5), 1)\npc.target_var(a, &b.amp, 1)\n": "does not belong to IClamp[0]",
    "pc.splitcell(1)\n": "splitting cells is not supported",
}


@pytest.mark.parametrize("script", MISTAKES)
def test_mistakes_are_named(ranvier, tmp_path, script):
    (tmp_path / "wrong.hoc").write_text("create s\naccess s\nobjref pc\npc = new ParallelContext()\n" + script)
    outcome = ranvier.run("wrong.hoc", cwd=tmp_path)
    assert outcome.status == 1 and MISTAKES[script] in outcome.err, outcome.err
