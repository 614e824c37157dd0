"""Runs with events: spikes and their connections, artificial cells, recorded and played Vectors, statements at times."""

from .subject import Subject


class Events(Subject):
    """Each statement is an experiment: built, run, printed and taken apart, for edits of sections in between would take away
    what connections and Vectors watch, which is undefined in NEURON."""

    feature = "events"

    def declare(self):
        self.log = self.program.fresh("log")
        self.emit(f'proc {self.log}() {{ printf("at %.17g: %g\\n", t, $1) }}')

    def statement(self):
        self.handles = []
        self.prints = []
        self.after_start = []
        for section in self.program.tree:
            if not section.mechanisms & {"pas", "hh"} and self.random.random() < 0.7:
                mechanism = self.pick("pas", "hh", "hh")
                section.mechanisms |= {mechanism} | ({"na_ion", "k_ion"} if mechanism == "hh" else set())
                self.emit(f"{section.name} {{ insert {mechanism} }}")
        self.targets, self.sources = [], []
        self.synapse()
        self.stimulus()
        for _ in range(self.random.randint(2, 6)):
            super().statement()
        self.run()
        self.take_apart()

    def objref(self, base):
        name = self.program.objref(base)
        self.handles.append(name)
        return name

    def synapse(self):
        synapse, kind = self.objref("syn"), self.pick("ExpSyn", "Exp2Syn")
        self.emit(f"{self.site().name} {synapse} = new {kind}({self.point_position()})")
        self.emit(
            f"{{{synapse}.e = {self.number(-70, 10)} {synapse}.tau{'2' if kind == 'Exp2Syn' else ''} = {self.number(0.6, 5)}}}"
        )
        self.targets.append((synapse, self.number(1e-4, 0.02)))
        self.prints.append(f"{synapse}.g")

    def stimulus(self):
        stimulus = self.objref("stim")
        self.emit(f"{self.site().name} {stimulus} = new IClamp({self.point_position()})")
        self.emit(
            f"{{{stimulus}.del = {self.number(0, 2)} {stimulus}.dur = {self.number(0.2, 3)} {stimulus}.amp = {self.number(0.01, 0.5)}}}"
        )
        self.current = stimulus

    def connection(self, source, section=None):
        target, weight = self.random.choice(self.targets)
        net_con = self.objref("nc")
        before = f"{section.name} " if section else ""
        if self.random.random() < 0.5:
            self.emit(
                f"{before}{net_con} = new NetCon({source}, {target}, {self.number(-40, 0)}, {self.number(0.1, 3, 5)}, {weight})"
            )
        else:
            self.emit(f"{before}{net_con} = new NetCon({source}, {target})")
            self.emit(
                f"{{{net_con}.delay = {self.number(0.1, 3, 5)} {net_con}.weight = {weight} {net_con}.threshold = {self.number(-40, 0)}}}"
            )
        self.record(net_con)
        return net_con

    def record(self, net_con):
        kind = self.random.randrange(4)
        if kind == 0:
            times = self.objref("times")
            self.emit(f"{times} = new Vector()\n{{{net_con}.record({times})}}")
            self.prints.append(times)
        elif kind == 1:
            times, ids = self.objref("times"), self.objref("ids")
            self.emit(
                f"{times} = new Vector()\n{ids} = new Vector()\n{{{net_con}.record({times}, {ids}, {self.random.randint(1, 9)})}}"
            )
            self.prints += [times, ids]
        elif kind == 2:
            self.emit(f'{{{net_con}.record("{self.log}({self.random.randint(1, 99)})")}}')

    def step_NetStim(self):
        source = self.objref("source")
        self.emit(f"{source} = new NetStim()")
        self.emit(
            f"{{{source}.interval = {self.number(0.3, 3)} {source}.number = {self.random.randint(1, 8)} {source}.start = {self.number(0, 3)} {source}.noise = 0}}"
        )
        self.sources.append(source)
        for _ in range(self.random.randint(1, 2)):
            self.connection(source)

    def step_NetCon(self):
        section = self.section()
        net_con = self.connection(f"&{self.pick('v(0.5)', f'v({self.position()})')}", section)
        if self.random.random() < 0.5:
            self.emit(
                f"print {net_con}.valid(), {net_con}.active(), {net_con}.wcnt(), {net_con}.syn(), {net_con}.srcgid()"
            )
            self.emit(
                f'{{{self.name("place")} = {net_con}.preloc() printf("%s %.17g\\n", secname(), {self.name("place")}) pop_section()}}'
            )

    def step_IntFire(self):
        kind = self.pick("IntFire1", "IntFire2", "IntFire4")
        cell = self.objref("cell")
        self.program.use(self.feature, kind)
        self.emit(f"{cell} = new {kind}()")
        if kind == "IntFire1":
            self.emit(f"{{{cell}.tau = {self.number(2, 20)} {cell}.refrac = {self.number(0.5, 3)}}}")
            weight = self.number(0.3, 1.2)
        elif kind == "IntFire2":
            self.emit(
                f"{{{cell}.taum = {self.number(2, 10)} {cell}.taus = {self.number(11, 30)} {cell}.ib = {self.number(0, 1.2)}}}"
            )
            weight = self.number(0.2, 1.5)
        else:
            self.emit(
                f"{{{cell}.taue = {self.number(0.5, 2)} {cell}.taui1 = {self.number(3, 4)} {cell}.taui2 = {self.number(5, 9)} {cell}.taum = {self.number(10, 30)}}}"
            )
            weight = self.number(-0.5, 1.5)
        self.targets.append((cell, weight))
        self.sources.append(cell)
        self.connection(cell)
        if self.random.random() < 0.5:
            self.prints.append(f"{cell}.M()")

    def step_synapse(self):
        self.synapse()

    def step_more_connections(self):
        if not self.sources:
            return False
        self.connection(self.random.choice(self.sources))

    def step_inactive(self):
        if not self.sources:
            return False
        net_con = self.connection(self.random.choice(self.sources))
        self.emit(f"print {net_con}.active({self.pick(0, 1)}), {net_con}.active()")

    def step_own_event(self):
        net_con = self.objref("nc")
        target, weight = self.random.choice(self.targets)
        nobody = self.objref("nobody")
        self.emit(f"{net_con} = new NetCon({nobody}, {target}, 0, {self.number(0.1, 2)}, {weight})")
        self.after_start.append(f"{net_con}.event({self.number(0.1, 4, 5)})")

    def step_event(self):
        self.after_start.append(f'cvode.event({self.number(0.1, 4, 5)}, "{self.log}({self.random.randint(100, 199)})")')

    def step_event_changes(self):
        self.after_start.append(f'cvode.event({self.number(0.1, 4, 5)}, "{self.current}.amp = {self.number(0, 0.5)}")')

    def step_initialize(self):
        handler = self.objref("handler")
        kind = self.pick("", "0, ", "1, ", "2, ", "3, ")
        statement = self.pick(
            f"{self.log}({self.random.randint(200, 299)})",
            f"{self.section().name} v = {self.number(-75, -55)}",
            f'cvode.event({self.number(0.1, 3, 5)}, \\"{self.log}(7)\\")'
            if kind in ("", "1, ", "2, ")
            else f"{self.log}(1)",
        )
        self.emit(f'{handler} = new FInitializeHandler({kind}"{statement}")')

    def step_APCount(self):
        count = self.objref("count")
        self.emit(f"{self.site().name} {count} = new APCount({self.point_position()})")
        self.emit(f"{count}.thresh = {self.number(-50, 0)}")
        self.prints += [f"{count}.n", f"{count}.time"]
        if self.random.random() < 0.5:
            times = self.objref("times")
            self.emit(f"{times} = new Vector()\n{{{count}.record({times})}}")
            self.prints.append(times)

    def step_record(self):
        vector = self.objref("rec")
        self.emit(f"{vector} = new Vector()")
        variable = self.pick(
            f"&{self.section().name}.v({self.position()})", "&t", f"&{self.current}.i", f"&{self.targets[0][0]}.i"
        )
        kind = self.random.randrange(
            3 if variable != "&t" else 2
        )  # t at given times is that of the step's beginning in NEURON
        if kind == 0:
            self.emit(f"{{{vector}.record({variable})}}")
        elif kind == 1:
            self.emit(f"{{{vector}.record({variable}, {self.pick('0.1', '0.5', '0.13', '0.025')})}}")
        else:
            times = self.objref("at")
            self.emit(
                f"{times} = new Vector()\n{{{times}.append({', '.join('%.5g' % time for time in sorted(self.random.uniform(0, 4) for _ in range(5)))})}}"
            )
            self.emit(f"{{{vector}.record({variable}, {times})}}")
        self.prints.append(vector)

    def step_play(self):
        vector = self.objref("play")
        self.emit(f"{vector} = new Vector()\n{{{vector}.append({', '.join(self.number(0, 0.4) for _ in range(5))})}}")
        kind = self.random.randrange(4)
        if kind == 0:
            self.emit(f"{{{vector}.play(&{self.current}.amp, {self.number(0.3, 1.2, 5)})}}")
        elif kind < 3:
            times = self.objref("at")
            self.emit(
                f"{times} = new Vector()\n{{{times}.append({', '.join('%.5g' % time for time in sorted(self.random.uniform(0, 4) for _ in range(5)))})}}"
            )
            self.emit(f"{{{vector}.play(&{self.current}.amp, {times}{self.pick('', ', 1')})}}")
        else:
            # At distinct times: where more than two events meet, their order in NEURON follows the shape of its queue.
            self.emit(f'{{{vector}.play("{self.log}($1)", {self.number(0.4, 1.5, 5)})}}')

    def step_list_of_connections(self):
        found = self.objref("found")
        self.emit(f'{found} = new List("NetCon")')
        self.emit(f"print {found}.count()\nobjref {found}")

    def run(self):
        stop = self.number(2, 6)
        start = "{" + " ".join(self.after_start) + "}" if self.after_start else ""
        self.emit(
            f"{{dt = {self.pick('0.025', '0.025', '0.05', '0.1')} steps_per_ms = 40 tstop = {stop} celsius = {self.pick('6.3', '20')} secondorder = 0}}"
        )
        if not self.after_start and self.random.random() < 0.4:
            self.emit("{run()}")
        else:
            self.emit(self.pick("{finitialize(-65)}", "{stdinit()}"))
            if start:
                self.emit(start)
            self.emit(
                self.pick(
                    f"while (t < {stop}) {{ fadvance() }}",
                    f"{{continuerun({stop})}}",
                    f"while (t < {stop} - dt/2) fadvance()",
                )
            )
        self.emit(f"{{{self.show('t')}}}")
        self.emit(f"forall {{ {self.show('v(0.5)', f'v({self.position()})')} }}")
        digits, shifted = self.program.digits, ".c.add(1000)" if self.program.alone else ""
        for thing in self.prints:
            if "." in thing:
                self.emit(f"{{{self.show(thing)}}}")
            else:
                self.emit(f'{{printf("%d: ", {thing}.size()) {thing}{shifted}.printf("{digits} ")}}')

    def take_apart(self):
        self.emit(
            "objref " + ", ".join(reversed(self.handles))
            if self.random.random() < 0.5
            else "objref " + ", ".join(self.handles)
        )
