"""Networks that run: connections in arrays and Lists, weights and delays that change, handlers, Random, chains of events."""

from .events import Events


class Networks(Events):
    """As Events, an experiment a statement; what is connected here are mostly artificial cells."""

    feature = "events"

    def declare(self):
        super().declare()
        kind, log = self.name("Stepper"), self.log
        self.stepper = kind
        for line in [
            f"begintemplate {kind}",
            "public go, count, halted, times, interval",
            f"external {log}, cvode",
            "objref times, handler, this",
            f'proc init() {{ interval = $1  times = new Vector()  count = 0  halted = 0  handler = new FInitializeHandler({self.pick("", "2, ")}"go()", this) }}',
            'proc go() { count = 0  times.resize(0)  cvode.event(interval, "tick()") }',
            'proc tick() { count += 1  times.append(t)  if (count < 4 && halted == 0) { cvode.event(t + interval, "tick()") } }',
            "proc unref() { }",
            f"endtemplate {kind}",
        ]:
            self.emit(line)

    def step_ring(self):
        """Cells that excite each other in turn."""
        count, cells, links, i = (
            self.random.randint(2, 4),
            self.program.fresh("cells"),
            self.program.fresh("links"),
            self.name("i_ring"),
        )
        self.program.handles += [cells, links]
        kind = self.pick("IntFire1", "IntFire1", "IntFire2", "IntFire4")
        self.emit(f"objref {cells}[{count}], {links}[{count}]")
        self.emit(f"for {i} = 0, {count - 1} {{ {cells}[{i}] = new {kind}()  {self.cell_values(cells, i, kind)} }}")
        self.emit(
            f"for {i} = 0, {count - 1} {{ {links}[{i}] = new NetCon({cells}[{i}], {cells}[({i} + 1) % {count}], 0, {self.number(0.3, 2, 5)} + {i}/16, {self.number(0.8, 2)}) }}"
        )
        start = self.objref("start")
        self.emit(f"{start} = new NetStim()")
        self.emit(
            f"{{{start}.number = {self.random.randint(1, 3)} {start}.start = {self.number(0.1, 1, 5)} {start}.interval = {self.number(1, 2, 5)} + 0.000017}}"
        )  # never as long as refrac: at ties NEURON follows its queue's shape
        first, times, ids = self.objref("first"), self.objref("times"), self.objref("ids")
        self.emit(f"{first} = new NetCon({start}, {cells}[0], 0, {self.number(0.1, 1, 5)}, {self.number(1.2, 3)})")
        self.emit(f"{times} = new Vector()\n{ids} = new Vector()")
        self.emit(f"for {i} = 0, {count - 1} {{ {links}[{i}].record({times}, {ids}, {i}) }}")
        self.prints += [times, ids]
        self.targets.append((f"{cells}[{count - 1}]", self.number(0.1, 0.8)))
        self.sources.append(f"{cells}[0]")
        self.emit(
            f"print {links}[0].precell() == {cells}[0], {links}[1].postcell() == {cells}[{2 % count}], {links}[0].weight, {links}[1].delay, {first}.pre() == {start}"
        )

    def cell_values(self, cells, i, kind):
        if kind == "IntFire1":
            return f"{cells}[{i}].tau = {self.number(3, 20)} + {i}  {cells}[{i}].refrac = {self.number(0.2, 2)}"
        if kind == "IntFire2":
            return f"{cells}[{i}].taum = {self.number(2, 8)} + {i}  {cells}[{i}].taus = {self.number(13, 20)}  {cells}[{i}].ib = 0"
        return f"{cells}[{i}].taue = {self.number(0.5, 2)}  {cells}[{i}].taum = {self.number(12, 30)} + {i}"

    def step_noisy_source(self):
        source = self.objref("source")
        self.emit(f"{source} = new NetStim()")
        self.emit(
            f"{{{source}.interval = {self.number(0.3, 2)} {source}.number = {self.random.randint(3, 20)} {source}.start = {self.number(0, 1)} {source}.noise = {self.pick('1', '0.5', '0.2')}}}"
        )
        self.emit(
            f"{{{source}.noiseFromRandom123({self.random.randint(0, 9)}, {self.random.randint(0, 9)}, {self.random.randint(0, 9)})}}"
        )
        self.sources.append(source)
        self.connection(source)

    def step_list_of_links(self):
        if not self.sources:
            return False
        links, i = self.objref("llist"), self.name("i_links")
        source = self.random.choice(self.sources)
        target, weight = self.random.choice(self.targets)
        self.emit(f"{links} = new List()")
        self.emit(
            f"for {i} = 0, {self.random.randint(0, 3)} {{ {links}.append(new NetCon({source}, {target}, {self.number(-20, 0)}, {self.number(0.2, 2, 5)} + {i} * {self.number(0.1, 0.4, 5)}, {weight} / ({i} + 1))) }}"
        )
        self.emit(
            f'for {i} = 0, {links}.count() - 1 {{ printf("%g %g %d\\n", {links}.o({i}).delay, {links}.o({i}).weight[0], {links}.o({i}).active()) }}'
        )
        if self.random.random() < 0.5:
            self.emit(f"{links}.o(0).weight *= {self.number(0.5, 2)}")
            self.emit(f"{{{links}.remove({links}.count() - 1)}}")
        self.emit(f'print {links}.count(), cvode.netconlist({source}, "", {target}).count()')

    def step_weight_changes(self):
        if not self.sources:
            return False
        link = self.connection(self.random.choice(self.sources))
        self.after_start.append(f'cvode.event({self.number(0.1, 4, 5)}, "{link}.weight = {self.number(0, 0.5)}")')

    def step_delay_changes(self):
        if not self.sources:
            return False
        link = self.connection(self.random.choice(self.sources))
        self.after_start.append(f'cvode.event({self.number(0.1, 4, 5)}, "{link}.delay = {self.number(0.1, 2, 5)}")')

    def step_switched(self):
        if not self.sources:
            return False
        link = self.connection(self.random.choice(self.sources))
        self.after_start.append(f'cvode.event({self.number(0.1, 4, 5)}, "{{{link}.active({self.pick(0, 1)})}}")')

    def step_stepper(self):
        stepper = self.objref("stepper")
        self.emit(f"{stepper} = new {self.stepper}({self.number(0.4, 1.5, 5)})")
        self.prints += [f"{stepper}.count", f"{stepper}.times.sum()"]
        if self.random.random() < 0.3:
            self.after_start.append(f'cvode.event({self.number(0.5, 3, 5)}, "{stepper}.halted = 1")')

    def step_lost_stepper(self):
        """Gone before its events come."""
        stepper = self.objref("stepper")
        self.emit(f"{stepper} = new {self.stepper}({self.number(0.4, 1.5, 5)})")
        self.after_start.append(f'cvode.event({self.number(0.5, 3, 5)}, "objref {stepper}")')

    def step_chain(self):
        name = self.program.fresh("chain")
        self.emit(
            f'proc {name}() {{ {self.log}($1)  if ($1 < {self.random.randint(1, 4)}) {{ {name}_next = $1 + 1  cvode.event(t + {self.number(0.2, 1, 5)}, "{name}({name}_next)") }} }}'
        )
        self.emit(f"{name}_next = 0")
        self.after_start.append(f'cvode.event({self.number(0.1, 1, 5)}, "{name}(0)")')

    def step_events_of_connection(self):
        link = self.objref("nc")
        target, weight = self.random.choice(self.targets)
        nobody = self.objref("nobody")
        self.emit(f"{link} = new NetCon({nobody}, {target})")
        self.emit(f"{{{link}.weight = {weight} {link}.delay = {self.number(0.1, 2, 5)}}}")
        for _ in range(self.random.randint(2, 4)):
            self.after_start.append(f"{link}.event({self.number(0.1, 5, 5)})")
        self.prints.append(f"{link}.weight")

    def step_random_values(self):
        generator, vector = self.objref("generator"), self.objref("drawn")
        self.emit(f"{generator} = new Random()")
        self.emit(
            f"{{{generator}.{self.pick('Random123(1, %d, 3)' % self.random.randint(0, 9), 'MCellRan4(%d, 5)' % self.random.randint(1, 99))}}}"
        )
        self.emit(f"{vector} = new Vector()")
        self.emit(
            f"{{{generator}.{self.pick('uniform(0, 1)', 'normal(1, 2)', 'negexp(2)', 'poisson(3)', 'discunif(1, 9)', 'binomial(9, 0.4)', 'lognormal(2, 1)', 'geometric(0.4)')}}}"
        )
        self.emit(
            f"{{{self.show(*[f'{generator}.repick()'] * 3, f'{generator}.{self.pick(chr(117) + chr(110) + chr(105) + chr(102) + chr(111) + chr(114) + chr(109))}(0, 5)')}}}"
        )

    def step_interrupted(self):
        self.after_start.append(f'cvode.event({self.number(0.5, 3, 5)}, "stoprun = 1")')

    def step_target_moves(self):
        if not self.sources:
            return False
        link = self.connection(self.random.choice(self.sources))
        self.synapse()  # a new one: setpost to the target that it has frees that twice in NEURON
        target, _ = self.targets[-1]
        self.emit(f"{{{link}.setpost({target})}}")
        self.emit(f"print {link}.syn() == {target}, {link}.valid(), {link}.wcnt()")
        self.emit(f"{link}.weight = {self.number(0.001, 0.5)}")

    def run(self):
        again = self.random.random() < 0.3
        super().run()
        if again:
            self.after_start = []
            super().run()
