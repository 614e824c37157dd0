"""Results are the same to the last bit for any instruction set, block size, order of cells and number of threads.

One network has it all: unbranched cells and random trees of all sizes, hh with and without its table, a mechanism of each
kind of solver and a point process that reads and writes ions. What is compared is every voltage and state at the end, and
all spikes. models/ring with hh is compared by the whole trace of one cell.
"""

import itertools

import pytest
from oracle.machine import instruction_sets

MODS = {
    # cnexp; GLOBALs assigned in each instance, a table, a temperature, an ion with a changing potential
    "Gates": """
NEURON { SUFFIX Gates USEION ca READ eca, cai WRITE ica RANGE gbar GLOBAL minf, mtau THREADSAFE }
PARAMETER { gbar = 0.0002 }
ASSIGNED { v celsius eca cai ica minf mtau }
STATE { m h }
INITIAL { rates(v) m = minf h = 1/(1 + cai/0.001) }
BREAKPOINT { SOLVE states METHOD cnexp  ica = gbar*m*m*h*(v - eca) }
DERIVATIVE states {
    rates(v)
    m' = (minf - m)/mtau
    h' = (1/(1 + cai/0.001) - h)/(20 + 3*exp(-(v + 60)/20))
}
PROCEDURE rates(v) {
    TABLE minf, mtau DEPEND celsius FROM -120 TO 80 WITH 400
    minf = 1/(1 + exp(-(v + 35)/7))
    mtau = (0.3 + 2/(1 + exp((v + 50)/12)))/2.3^((celsius - 20)/10)
}
""",
    # derivimplicit: Newton's iterations differ from instance to instance
    "Newton": """
NEURON { SUFFIX Newton NONSPECIFIC_CURRENT i RANGE g }
PARAMETER { g = 0.0001 }
ASSIGNED { v i }
STATE { a b }
INITIAL { a = 0.2 b = 0.7 }
BREAKPOINT { SOLVE states METHOD derivimplicit  i = g*a*b*(v + 80) }
DERIVATIVE states {
    a' = (1/(1 + exp(-(v + 50)/6)) - a)/3 + 0.2*a*b*(1 - a)
    b' = 0.03*(1 - b) - 0.4*b*a^2
}
""",
    # KINETIC by sparse with CONSERVE: a pool of calcium, its buffer and its pump
    "Pool": """
NEURON { SUFFIX Pool USEION ca READ ica, cai WRITE cai RANGE buffer }
PARAMETER { depth = 0.5 buffer = 0.05 kon = 40 koff = 0.02 }
ASSIGNED { ica diam }
STATE { cai free bound pump pumpca }
INITIAL { cai = 5e-5 free = buffer*koff/(koff + kon*cai) bound = buffer - free pump = 0.001 pumpca = 0 }
BREAKPOINT { SOLVE flow METHOD sparse }
KINETIC flow {
    ~ cai << (-ica*5.18/depth)
    ~ cai + free <-> bound (kon, koff)
    ~ cai + pump <-> pumpca (20, 0.01)
    ~ pumpca <-> pump (0.05, 0.0000025)
    CONSERVE free + bound = buffer
    CONSERVE pump + pumpca = 0.001
}
""",
    # events, two states, reads and writes ions, several in one compartment
    "Syn": """
NEURON { POINT_PROCESS Syn USEION ca READ eca WRITE ica USEION na READ ena WRITE ina NONSPECIFIC_CURRENT i RANGE tau, f }
PARAMETER { tau = 2 f = 0.1 }
ASSIGNED { v eca ena ica ina i block }
STATE { g }
INITIAL { g = 0 }
BREAKPOINT {
    SOLVE decay METHOD cnexp
    block = 1/(1 + exp(-0.062*v)/3.57)
    ica = f*g*block*(v - eca)
    ina = 0.5*g*(v - ena)
    i = 0.3*g*v
}
DERIVATIVE decay { g' = -g/tau }
NET_RECEIVE(w, last) { g = g + w*(1 + 0.3*exp(-(t - last)/5)) last = t }
""",
}

SCRIPT = """
strdef command_
proc default() { if (!name_declared($s1)) { sprint(command_, "%s = %g", $s1, $2) execute(command_) } }
{ default("ncell", 20) default("usetable", 1) default("arrangement", 0) default("nthread", 1) }
objref pc
pc = new ParallelContext()
usetable_hh = usetable
usetable_Gates = usetable
celsius = 9.5
dt = 0.025
state_ = 0
func draw() { state_ = (16807*state_) % 2147483647 return state_ % $1 }  // 0 to $1 - 1

begintemplate Cell
    public all, source, syn, first
    create soma, dend[1]
    objref all, syn[3], nil
    external draw, state_

    // Every third cell is a cable, the others are trees whose branches hang on any earlier one.
    proc init() { local i, n, parent
        state_ = 1000 + $1
        all = new SectionList()
        n = 2 + draw(9)
        if ($1 % 3 == 0) { n = 0 }
        create dend[n + 1]
        soma { L = 30  diam = 20  nseg = 1 }
        if (n == 0) { soma { L = 500  diam = 2  nseg = 9 } }
        for i = 0, n {
            parent = int(draw(i + 1))
            if (parent == 0) { connect dend[i](0), soma(1) } else { connect dend[i](0), dend[parent - 1](1) }
            dend[i] { L = 60 + draw(40)  diam = 1 + draw(3)  nseg = 1 + draw(3) }
        }
        soma { all.append() insert hh }
        for i = 0, n dend[i] {
            all.append()
            insert pas
            g_pas = 0.0001
            e_pas = -65
            if (i % 2) { insert hh  gnabar_hh = 0.05 }
            if (draw(3)) { insert Gates  insert Pool }
            if (draw(2)) { insert Newton }
        }
        forsec all { Ra = 120  cm = 1 }
        soma { syn[0] = new Syn(0.5)  syn[1] = new Syn(0.5) }
        dend[0] { syn[2] = new Syn(0.9) }
        syn[1].tau = 5
    }
    obfunc source() { localobj nc
        soma { nc = new NetCon(&v(0.5), nil) }
        nc.threshold = -15
        return nc
    }
endtemplate Cell

objref cells, netcons, stims, number
cells = new List()
netcons = new List()
stims = new List()
number = new Vector(ncell)  // where a gid's cell lies in the list

func gid_of() {
    if (arrangement == 1) { return ncell - 1 - $1 }
    if (arrangement == 2) { return (7*$1 + 3) % ncell }
    return $1
}

proc make() { local k, j, gid  localobj cell, nc, stim
    for k = 0, ncell - 1 {
        gid = gid_of(k)
        cell = new Cell(gid)
        number.x[gid] = cells.count
        cells.append(cell)
        pc.set_gid2node(gid, pc.id)
        pc.cell(gid, cell.source())
    }
    for k = 0, ncell - 1 {
        gid = gid_of(k)
        cell = cells.object(number.x[gid])
        for j = 0, 2 {
            nc = pc.gid_connect((gid + 1 + 6*j) % ncell, cell.syn[j])
            nc.delay = 0.9 + 0.1*j + 0.003*gid
            nc.weight = 0.004/(j + 1)
            netcons.append(nc)
        }
        if (gid % 4 == 0) {
            stim = new NetStim()
            stim.start = 0.5 + 0.01*gid
            stim.number = 3
            stim.interval = 2.1
            stim.noise = 0
            nc = new NetCon(stim, cell.syn[0])
            nc.weight = 0.02
            nc.delay = 0.5
            stims.append(stim)
            netcons.append(nc)
        }
    }
}

proc show_section() {  // its number
    for (x, 0) {
        printf("%d.%d %g v %.17g", $1, $2, x, v(x))
        if (ismembrane("hh")) { printf(" hh %.17g %.17g %.17g %.17g", m_hh(x), h_hh(x), n_hh(x), ina(x)) }
        if (ismembrane("Gates")) { printf(" Gates %.17g %.17g %.17g", m_Gates(x), h_Gates(x), ica(x)) }
        if (ismembrane("Newton")) { printf(" Newton %.17g %.17g", a_Newton(x), b_Newton(x)) }
        if (ismembrane("Pool")) { printf(" Pool %.17g %.17g %.17g", cai(x), bound_Pool(x), pumpca_Pool(x)) }
        printf("\\n")
    }
}

proc show() { local gid, j, k  localobj cell
    for gid = 0, ncell - 1 {
        cell = cells.object(number.x[gid])
        k = 0
        forsec cell.all { show_section(gid, k)  k += 1 }
        for j = 0, 2 { printf("%d syn %d %.17g\\n", gid, j, cell.syn[j].g) }
    }
}

{ make() }
{ pc.nthread(nthread) pc.set_maxstep(10) finitialize(-65) pc.psolve(12) show() quit() }
"""

# (instruction set, block size, arrangement of cells, threads); blocks of 1 are single cells
VARIANTS = [
    ("baseline", 2048, 0, 1),
    ("avx2", 2048, 0, 1),
    ("avx512", 2048, 0, 1),
    ("avx512", 1, 1, 1),
    ("avx512", 100, 2, 2),
    ("avx2", 100, 1, 2),
    ("avx2", 1, 2, 1),
    ("baseline", 1, 0, 2),
    ("baseline", 100, 2, 1),
    ("avx512", 1 << 30, 1, 2),
]


def words(**values):
    return [word for name, value in values.items() for word in ("-c", f"{name} = {value}")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("same_bits")
    for name, text in MODS.items():
        (folder / f"{name}.mod").write_text(text)
    (folder / "network.hoc").write_text(SCRIPT)
    return folder


def network(ranvier, folder, math, usetable, isa, block, arrangement, threads):
    """All values at the end, and the spikes."""
    outcome = ranvier.check(
        "--quiet",
        "--math",
        math,
        "--isa",
        isa,
        "--block-size",
        block,
        "--raster",
        "spikes.txt",
        *words(usetable=usetable, arrangement=arrangement, nthread=threads),
        "network.hoc",
        cwd=folder,
    )
    return outcome.out.splitlines(), sorted((folder / "spikes.txt").read_text().splitlines())


@pytest.mark.parametrize("math, usetable", [*itertools.product(("vector", "libm"), (0, 1))])
def test_network_has_the_same_bits(ranvier, folder, math, usetable):
    variants = [
        variant
        for variant in VARIANTS
        if variant[0] in instruction_sets() and (math == "vector" or variant[0] != "avx2")
    ]
    expected, spikes = network(ranvier, folder, math, usetable, *variants[0])
    assert len(expected) > 200 and len(spikes) > 10
    for variant in variants[1:]:
        values, our_spikes = network(ranvier, folder, math, usetable, *variant)
        differing = [(a, b) for a, b in zip(expected, values) if a != b]
        assert len(values) == len(expected) and not differing, (
            f"{variant}: {len(differing)} values differ, first {differing[:1]}"
        )
        assert our_spikes == spikes, variant


@pytest.mark.parametrize("branched, usetable", [*itertools.product((0, 1), (0, 1))])
def test_ring_has_the_same_bits(ranvier, root, tmp_path, branched, usetable):
    seen = {}
    for isa, block, threads in [("baseline", 2048, 1), ("avx2", 100, 1), ("avx512", 2048, 1), ("avx512", 1, 2)]:
        if isa not in instruction_sets():
            continue
        ranvier.check(
            "--quiet",
            "--isa",
            isa,
            "--block-size",
            block,
            "-c",
            "strdef trace_out",
            "-c",
            'trace_out = "trace.txt"',
            *words(
                ncell=11,
                ncomp=25,
                use_hh=1,
                usetable=usetable,
                branched=branched,
                tstop=20,
                nthread=threads,
                trace_gid=3,
            ),
            "--raster",
            "spikes.txt",
            root / "models/ring/ring.hoc",
            cwd=tmp_path,
        )
        seen[isa, block, threads] = ((tmp_path / "trace.txt").read_text(), (tmp_path / "spikes.txt").read_text())
    (first, expected), *others = seen.items()
    assert expected[0].count("\n") == 801
    for variant, found in others:
        assert found == expected, f"{variant} against {first}"
