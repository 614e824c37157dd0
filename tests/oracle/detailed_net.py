"""A network of cells with sections whose synapses a rule makes, and the same network made one by one in NEURON's way."""

import typing

CELLS = """
{ load_file("stdrun.hoc") }
objref pc, cell, nc, nil, cells, drives, columns, netcons, synapses, syn, file
pc = new ParallelContext()
netcons = new List()
synapses = new List()
file = new File()
begintemplate Pyramid
public soma, dend, tuft, all, connect2target
create soma, dend[2], tuft
objref all
proc init() { local i
    all = new SectionList()
    soma { L = 20  diam = 20  insert hh  all.append() }
    for i = 0, 1 {
        connect dend[i](0), soma(i)
        dend[i] { L = 100 + 100*i  diam = 2 - i  nseg = 5  insert pas e_pas = -65  all.append() }
    }
    connect tuft(0), dend[1](1)
    tuft { L = 60  diam = 1  nseg = 3  insert pas e_pas = -65  all.append() }
}
obfunc connect2target() { localobj nc, nil
    soma nc = new NetCon(&v(0.5), nil, -20, 1, 0)
    return nc
}
endtemplate Pyramid
"""
RUN = """
{ pc.set_maxstep(10)  stdinit()  pc.psolve(%s)  pc.barrier() }
"""
LIST = """
proc list_connections() { local gid, i
    for (gid = pc.id; gid < 24; gid += pc.nhost) {
        columns = pc.connections(gid)
        for i = 0, columns.size - 1 {
            printf("connection %d %d %s %s %.17g %.17g %.17g %d", gid, columns.source.x[i], columns.mechanism(i), columns.section(i), columns.x.x[i], columns.delay.x[i], columns.weight.x[i], columns.number.x[i])
            if (!strcmp(columns.mechanism(i), "Exp2Syn")) printf(" tau1=%.17g tau2=%.17g", columns.parameter("tau1").x[i], columns.parameter("tau2").x[i])
            if (!strcmp(columns.mechanism(i), "ExpSyn")) printf(" e=%.17g", columns.parameter("e").x[i])
            printf("\\n")
        }
    }
}
"""


class Row(typing.NamedTuple):
    """A connection; connections onto a cell with the same number share their synapse."""

    gid: int
    source: int
    mechanism: str
    section: str
    x: float
    delay: float
    weight: float
    number: int
    parameters: tuple


def rows_of(text):
    """The connections that `list_connections` has printed, in the order of creation onto each gid."""
    rows = [line.split()[1:] for line in text.splitlines() if line.startswith("connection ")]
    return [
        Row(int(gid), int(source), mechanism, section, float(x), float(delay), float(weight), int(number), tuple(more))
        for gid, source, mechanism, section, x, delay, weight, number, *more in rows
    ]


def one_by_one(rows):
    """Makes these synapses and connections in NEURON's way, on one rank."""
    cells = """
for (gid = 0; gid < 24; gid += 1) {
    cell = new Pyramid()
    cells.append(cell)
    pc.set_gid2node(gid, 0)
    nc = cell.connect2target()
    pc.cell(gid, nc)
}
for (gid = 24; gid < 32; gid += 1) {
    syn = new NetStim()
    syn.interval = 6
    syn.number = 1e9
    syn.start = gid - 24
    cells.append(syn)
    pc.set_gid2node(gid, 0)
    nc = new NetCon(syn, nil)
    pc.cell(gid, nc)
}
proc join() { nc = pc.gid_connect($1, synapses.o($2))  nc.delay = $3  nc.weight = $4  netcons.append(nc) }
"""
    lines = ["cells = new List()", cells]
    made = {}
    for row in rows:
        if (row.gid, row.number) not in made:
            made[row.gid, row.number] = len(made)
            values = " ".join(f"syn.{each.replace('=', ' = ')}" for each in row.parameters)
            new = f"cell.{row.section} syn = new {row.mechanism}({row.x:.17g})"
            lines.append(f"{{ cell = pc.gid2cell({row.gid})  {new}  {values}  synapses.append(syn) }}")
        lines.append(f"join({row.source}, {made[row.gid, row.number]}, {row.delay:.17g}, {row.weight:.17g})")
    return "\n".join(lines) + "\n"


def check_refusal(ranvier, folder, words, message):
    """On one and two ranks, a rule with these words is an error that names its line and has this message.

    On several ranks, what the message says from "gid 0" on may be about another gid.
    """
    call = f'cells = pc.cells("Pyramid", 0, 6)\n{{ pc.connect(cells, cells, "all_to_all", {words}) }}\n'
    (folder / "wrong.hoc").write_text(CELLS + call)
    for ranks in (1, 2):
        outcome = ranvier.run("wrong.hoc", cwd=folder, ranks=ranks)
        assert outcome.status == 1 and "wrong.hoc:" in outcome.err, outcome
        assert (message if ranks == 1 else message.partition("gid 0")[0]) in outcome.err, outcome
