"""Random networks in hoc whose spikes, voltages and steps must not depend on who computes which cell.

A network is a text; each rank builds the cells that `place` gives it (by `-c "place = ..."`, 0 to 2). Each rank
prints the spikes of its gids, and of its cells with sections what they are like at some moments, in full precision.
"""

import random

HEAD = """{load_file("stdrun.hoc")}
{if (!name_declared("place")) execute("place = 0")}
objref pc, cells, gids, trees, nc, nil, kept, times, who, cv, r, amplitude, moments, vec
pc = new ParallelContext()
cells = new List()
gids = new Vector()
trees = new List()
kept = new List()
times = new Vector()
who = new Vector()
cv = new CVode()
func rank_of() {
    if (place == 1) return int($1*pc.nhost/NCELL)
    if (place == 2) return ($1*7 + int($1/3))%pc.nhost
    return $1%pc.nhost
}
proc look() { local i
    for i = 0, trees.count - 1 {
        vec = trees.o(i)
        printf("seen %d %.17g %.17g %.17g %.17g %.17g\\n", vec.gid, t, vec.soma.v(0.5), vec.dend[0].v(0.8), vec.fast.i, vec.slow.g)
    }
}
func mine() { return rank_of($1) == pc.id }

begintemplate Detailed
public soma, dend, fast, slow, pulse, gid
create soma, dend[1]
objref fast, slow, pulse
proc init() { local i  // gid, branches, segments, kind
    gid = $1
    create soma, dend[$2]
    soma { L = 15 + $1%4 diam = 18 }
    for i = 0, $2 - 1 {
        connect dend[i](0), soma(1 - i%2)
        dend[i] { L = 120 + 40*i diam = 1 + 0.3*i nseg = $3 insert pas e_pas = -66 g_pas = 2e-4 }
    }
    soma if ($4 == 0) { insert hh } else { insert pas e_pas = -64 }
    if ($4 == 2) dend[0] { insert hh gnabar_hh = 0.06 }
    dend[0] fast = new ExpSyn(0.5)
    dend[$2 - 1] slow = new Exp2Syn(0.9)
    slow.tau2 = 6
    slow.e = -5
    soma pulse = new IClamp(0.5)
    pulse.dur = 0
}
endtemplate Detailed
"""


class Net:
    """The network of a seed; `text` is its script."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        pick, uniform = self.random.choice, self.random.uniform
        self.count = self.random.randint(3, 11)
        self.steps = pick(("fixed", "fixed", "local", "local", "local"))
        self.detailed = {}  # gid: number of branches
        self.lines = [HEAD.replace("NCELL", str(self.count))]
        for gid in range(self.count):
            self.cell(gid)
        for _ in range(self.random.randint(self.count, 4 * self.count)):
            self.connection()
        if self.steps == "fixed" and len(self.detailed) > 1 and self.random.random() < 0.4:
            self.gap_junctions()
        self.settings()
        self.tstop = round(uniform(30, 60), 2)
        self.run()
        self.text = "\n".join(self.lines) + "\n"

    def put(self, gid, *statements):
        """Statements on the rank that has the cell; `vec` is the cell there."""
        self.lines += [
            f"if (mine({gid})) {{",
            f'    vec = cells.o(gids.indwhere("==", {gid}))',
            *("    " + s for s in statements),
            "}",
        ]

    def weight(self):
        return round(self.random.uniform(0.002, 0.03), 5)

    def delay(self):
        return self.random.choice((0.5, 1, 1.25, 2, round(self.random.uniform(0.4, 5), 4)))

    def cell(self, gid):
        pick, uniform, count = self.random.choice, self.random.uniform, self.random.randint
        kind = pick(("hh", "hh", "hh", "passive", "spiking dendrite", "IntFire1", "IntFire2", "IntFire4"))
        own = [f"{{pc.set_gid2node({gid}, pc.id)}}", f"{{gids.append({gid})}}"]
        if kind.startswith("IntFire"):
            own += [f"{{cells.append(new {kind}())}}", "vec = cells.o(cells.count - 1)"]
            own += [
                {
                    "IntFire1": f"vec.tau = {uniform(5, 20):.3f}",
                    "IntFire2": f"vec.ib = {uniform(0.5, 1.5):.3f}",
                    "IntFire4": f"vec.taue = {uniform(2, 4):.3f}",
                }[kind],
                "nc = new NetCon(vec, nil)",
            ]
        else:
            branches = self.detailed[gid] = count(1, 3)
            number = ("hh", "passive", "spiking dendrite").index(kind)
            own += [
                f"{{cells.append(new Detailed({gid}, {branches}, {pick((1, 3, 5))}, {number}))}}",
                "vec = cells.o(cells.count - 1)",
                "{trees.append(vec)}",
                f"vec.soma nc = new NetCon(&v(0.5), nil, {-20 if number != 1 else -55}, 1, 1)",
            ]
            if self.random.random() < 0.6:
                own += [
                    f"{{vec.pulse.del = {uniform(0, 8):.3f} vec.pulse.dur = {uniform(5, 60):.3f} vec.pulse.amp = {uniform(0.1, 0.9):.4f}}}"
                ]
        own += [f"{{pc.cell({gid}, nc) pc.area({gid}, {gid})}}"]
        if self.random.random() < 0.7:
            own += self.stimulus(gid, kind)
        if not kind.startswith("IntFire"):
            if self.random.random() < 0.25:  # a second source of the cell, in a dendrite
                own += [
                    f"{{pc.set_gid2node({gid} + 100, pc.id)}}",
                    f"vec.dend[0] nc = new NetCon(&v(0.8), nil, {-58 + count(0, 20)}, 1, 1)",
                    f"{{pc.cell({gid} + 100, nc, 1) pc.area({gid} + 100, {gid})}}",
                ]
            if self.random.random() < 0.3:
                own += self.played(pick)
        self.lines += [f"if (mine({gid})) {{", *("    " + s for s in own), "}"]

    def stimulus(self, gid, kind):
        uniform = self.random.uniform
        target = "vec" if kind.startswith("IntFire") else self.random.choice(("vec.fast", "vec.slow"))
        weight = round(uniform(0.2, 0.7), 3) if kind.startswith("IntFire") else self.weight()
        return [
            "r = new NetStim()",
            f"{{r.start = {uniform(0, 9):.3f} r.interval = {uniform(2, 11):.3f} r.number = 1e9 r.noise = {self.random.choice((0, 0.5, 1))}}}",
            f"{{r.noiseFromRandom123({gid}, 2, 5)}}",
            f"{{kept.append(r) kept.append(new NetCon(r, {target}, 0, {round(uniform(0.1, 3), 4)}, {weight}))}}",
        ]

    def played(self, pick):
        """Into the current of a pulse, by steps or between points."""
        values = ", ".join(f"{self.random.uniform(-0.1, 0.6):.4f}" for _ in range(6))
        at = ", ".join(f"{8.0 * k + round(self.random.uniform(0, 3), 3)}" for k in range(6))
        return [
            "{vec.pulse.del = 0 vec.pulse.dur = 1e9}",
            "{amplitude = new Vector() moments = new Vector()}",
            f"{{amplitude.append({values}) moments.append({at})}}",
            f"{{amplitude.play(&vec.pulse.amp, moments, {pick((0, 1))})}}",
            "{kept.append(amplitude) kept.append(moments)}",
        ]

    def connection(self):
        source, target = self.random.randrange(self.count), self.random.randrange(self.count)
        if target in self.detailed:
            place, weight = self.random.choice(("vec.fast", "vec.slow")), self.weight()
        else:
            place, weight = "vec", round(self.random.choice((0.4, 0.8, -0.3)), 2)
        self.put(
            target,
            f"nc = pc.gid_connect({source}, {place})",
            f"{{nc.weight = {weight} nc.delay = {self.delay()} kept.append(nc)}}",
        )

    def gap_junctions(self):
        a, b = self.random.sample(sorted(self.detailed), 2)
        for here, there in ((a, b), (b, a)):
            self.put(
                here,
                f"vec.soma {{pc.source_var(&v(0.5), {here})}}",
                "vec.dend[0] r = new SEClamp(0.3)",
                "{r.rs = 40 r.dur1 = 1e9 kept.append(r)}",
                f"{{pc.target_var(r, &r.amp1, {there})}}",
            )
        self.lines.append("{pc.setup_transfer()}")

    def settings(self):
        pick = self.random.choice
        if self.steps == "fixed":
            self.lines.append(f"{{dt = {pick((0.025, 0.05, 0.1))} secondorder = {pick((0, 0, 2))}}}")
        else:
            self.lines.append(
                f"{{cv.active(1) cv.use_local_dt(1) cv.atol({pick(('1e-2', '1e-3', '1e-4'))}) "
                f"cv.condition_order({pick((1, 1, 2))}) cv.maxstep({pick((0.7, 10, 1e9))})}}"
            )

    def run(self):
        """In several advances, so that ranks also stop between exchanges."""
        stops = sorted(round(self.random.uniform(0, self.tstop), 2) for _ in range(self.random.choice((0, 1, 3))))
        self.lines += ["{pc.spike_record(-1, times, who)}", "{pc.set_maxstep(10)}", "{finitialize(-65)}"]
        for stop in [*stops, self.tstop]:
            self.lines += [f"{{pc.psolve({stop})}}", "look()"]
        self.lines += [
            'for i = 0, times.size - 1 printf("spike %d %.17g\\n", who.x[i], times.x[i])',
            "{pc.barrier()}",
            "quit()",
        ]
