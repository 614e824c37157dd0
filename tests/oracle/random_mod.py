"""Random mechanisms in NMODL, and the hoc script that runs many of them, each in a separate section.

What they compute stays bounded: states live in about [0, 2], rates are positive. Each mechanism has two instances, so
that what one leaves in a GLOBAL shows in the other.
"""

import random

STEPS_A_SAMPLE, SAMPLES = 160, 12  # 4 ms, and 48 ms in all


class Mechanism:
    """One mechanism of the given seed: `text` is its .mod file, `setup(k)` what a script needs to run it in s[k]."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.name = f"Rnd{seed}"
        self.kind = self.pick("density", "density", "density", "point", "point", "point", "cell")
        self.neuron, self.parameters, self.assigned, self.states = [], {}, [], []
        self.range, self.globals, self.locals, self.constants = [], [], [], {}
        self.blocks, self.initial, self.breakpoint, self.functions = [], [], [], []
        self.arrays = {}  # states that are arrays: length
        self.readable = []  # what expressions may use beside numbers
        self.watched = []  # quantities that are compared
        self.equations, self.method = [], "cnexp"
        self.takes_powers = True  # NEURON's compiler ends where some equations contain ^
        self.names = []  # of the quantities that a script prints
        self.events = False
        self.text = self.artificial_cell() if self.kind == "cell" else self.mechanism()

    # Choices

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, probability):
        return self.random.random() < probability

    def literal(self, low=0.05, high=1.5):
        value = self.random.uniform(low, high)
        return self.pick(f"{value:.3g}", f"{value:.2f}", f"{value:.4g}", f"{value:.3e}")

    # Expressions

    def sigmoid(self):
        mid, slope = self.random.randint(20, 75), self.literal(4, 20)
        return self.pick(
            f"1/(1 + exp(-(v + {mid})/{slope}))",
            f"1/(1 + exp((v + {mid})/{slope}))",
            f"1.0 / ( 1 + exp( ( - v - {mid} ) / {slope} ) )",
            f"exp(-((v + {mid})/(3*{slope}))^2)",
            f"(1 + tanh((v + {mid})/{slope}))/2",
            f"0.02 + exp((v + {mid})/80)/3",
            f"fabs(sin(v/{slope}))",
        )

    def positive(self, depth, with_v=True):
        """An expression that is positive and not large."""
        if depth <= 0:
            choices = [self.literal()]
            if self.readable:
                choices += [f"fabs({self.random.choice(self.readable)})", self.literal()]
            choices += list(self.parameters) + list(self.constants)
            if with_v:
                choices.append(self.sigmoid())
            return self.random.choice([c for c in choices if self.takes_powers or "^" not in c])
        a, b = self.positive(depth - 1, with_v), self.positive(depth - 2, with_v)
        choices = [
            f"({a})*({b})",
            f"({a} + {b})/2",
            f"({a})/(1 + {b})",
            f"sqrt({a})",
            f"fabs({a} - {b})",
            f"exp(-({a}))",
            f"log(1 + {a})",
            f"({a})^2/(1 + {a})",
            f"pow({a}, 0.7)",
            f"(1 - 1/(1 + {a}))",
            f"({a})*({b})/({a} + {b} + 0.1)",
            f"({a})^({b}*0.5)",
            f"(-(-({a})))",
            f"({a})*3^((celsius - 24)/10)/2",
            f"0.5*({a}) + 0.5*({b})",
        ]
        for name in self.functions:
            choices += [f"{name}({a}, {b})", f"{name}(v/50, {b})" if with_v else f"{name}({b}, {a})"]
        return self.pick(*(c for c in choices if self.takes_powers or "^" not in c))

    # Parts

    def declare_parameters(self):
        for k in range(self.random.randint(1, 4)):
            name = f"p{k}"
            self.parameters[name] = self.literal()
            if self.chance(0.5):
                self.range.append(name)
            elif self.chance(0.5):
                self.globals.append(name)
        if self.chance(0.3):
            self.constants["k0"] = self.literal()

    def declare_functions(self):
        for k in range(self.random.randint(0, 2)):
            name, a, b = f"f{k}", self.positive(0, False), self.literal()
            body = self.pick(
                f"{name} = x*x/(1 + x*x) + y*{b}",
                f"if (x > y) {{ {name} = fabs(x - y)*{b} }} else {{ {name} = {a} }}",
                f"LOCAL z, k\n    z = 0\n    FROM k = 0 TO 3 {{ z = z + fabs(x)/(1 + k) }}\n    {name} = z/(1 + z) + {b}*y/(1 + y)",
                f"if (x < 0.1 && y > {b} || !(x > 0.5)) {{ {name} = {b} }} else if (x < 0.7) {{ {name} = exp(-x) }} else {{ {name} = {a} }}",
                f"LOCAL n\n    n = fabs(x) + y\n    while (n > 1) {{ n = n*0.5 }}\n    {name} = n + 0.01",
                f"{name} = {b}\n    if (fabs(x/y) < 1e-6) {{ {name} = y*(1 - x/y/2) }} else {{ {name} = fabs(x/(exp(x/y) - 1)) }}",
            )
            self.blocks.append(f"FUNCTION {name}(x, y) {{\n    {body}\n}}")
            self.functions.append(name)

    def declare_rates(self):
        """A procedure that computes what equations use: inf and tau, by TABLE or not."""
        names = [f"inf{k}" for k in range(self.random.randint(1, 2))] + ["tau"]
        lines = [f"{name} = {self.positive(2)}" for name in names[:-1]] + [f"tau = 0.3 + 5*({self.positive(1)})"]
        table = ""
        if self.chance(0.35):
            depend = [p for p in self.parameters] + ["celsius"]
            table = f"    TABLE {', '.join(names)} DEPEND {', '.join(depend)} FROM {self.pick(-100, -90)} TO {self.pick(60, 100)} WITH {self.pick(50, 160, 200)}\n"
            for p in list(self.range):  # a TABLE of values that differ between instances is another matter
                if p in self.parameters:
                    self.range.remove(p)
        if self.chance(0.3):
            table = "    LOCAL q\n" + table
            lines.insert(0, f"q = {self.positive(1)}")
            lines[-1] += "*q + q"
        self.blocks.append("PROCEDURE rates(v (mV)) {\n" + table + "".join(f"    {line}\n" for line in lines) + "}")
        self.assigned += names
        for name in names:
            self.random.choice([self.range, self.globals, []]).append(name)
        self.readable += names
        return "rates(v)"

    def linear_right(self, m, others):
        a, b = self.positive(2), self.positive(1)
        tau = "tau" if "tau" in self.assigned else f"(0.5 + 6*{b})"
        inf = "inf0" if "inf0" in self.assigned else f"({a})/(1 + {a})"
        return self.pick(
            f"({inf} - {m})/{tau}",
            f"({a})*(1 - {m}) - ({b})*{m}",
            f"-{m}/{tau} + {a}*0.2",
            f"0.3*({a}) - {m}*({b} + 0.2)",
            f"-{m}/{tau}",
            f"({inf}-{m})/{tau}*({b})",
            f"(1-{m})*({a}) - {m}*({b})",
            f"({a} - (1 + {b})*{m})/4",
        )

    def nonlinear_right(self, m, others):
        other = self.random.choice(others)
        a, b = self.positive(2), self.positive(1)
        return self.pick(
            f"0.3*({a})*(1 - {m}) - 0.2*{m}*{m}*({b})",
            f"0.2*({a}) - 0.5*{m}*{other}/(1 + {other}*{other}) - 0.1*{m}",
            f"({a} - {m}*sqrt(1 + {m}*{m}))/7",
            f"0.1*({b})*exp(-{m}) - 0.2*{m}",
            f"0.1*(1 - {m}*{m}*{m}) - 0.1*{m}*fabs({other})",
        )

    def differential(self, what):
        count = self.random.randint(1, 4)
        names = [f"m{k}" for k in range(count)]
        self.takes_powers = False
        self.method = method = self.pick("cnexp", "cnexp", "cnexp", "derivimplicit", "derivimplicit", "euler", "runge")
        nonlinear = method != "cnexp" or self.chance(0.2)
        if what == "both" and method == "cnexp":
            nonlinear = False  # with two SOLVE, NEURON takes such equations as if they were linear
        self.states += names
        lines = self.equations
        self.readable += names
        for m in names:
            if self.chance(0.15):
                lines.append(f"if (v > -60) {{ p_branch = {self.literal()} }} else {{ p_branch = {self.literal()} }}")
                self.assigned += [] if "p_branch" in self.assigned else ["p_branch"]
                self.readable += [] if "p_branch" in self.readable else ["p_branch"]
            right = self.nonlinear_right if nonlinear and self.chance(0.6) else self.linear_right
            lines.append(f"{m}' = {right(m, names)}")
        self.takes_powers = True
        for m in names:
            self.start(m)

    def start(self, m):
        if m in self.arrays:
            self.initial.append(f"FROM j = 0 TO {self.arrays[m] - 1} {{ {m}[j] = {self.literal()}/(1 + j) }}")
            self.watched += [f"{m}[0]", f"{m}[{self.arrays[m] - 1}]"]
        else:
            value = self.pick(self.literal(), self.literal(), "inf0" if "inf0" in self.assigned else self.literal())
            self.initial.append(f"{m} = {value}")
            self.watched.append(m)

    def kinetic(self):
        count = self.random.randint(2, 5)
        names = [f"c{k}" for k in range(count)]
        self.states += names
        lines = [self.rates] if self.rates else []
        conserves = self.chance(0.6)
        order_two = self.chance(0.35)
        for k in range(1, count):
            other = self.random.randrange(k)
            lines.append(f"~ {names[other]} <-> {names[k]} ({self.rate()}, {self.rate()})")
        for _ in range(self.random.randint(0, 2)):
            a, b = self.random.sample(names, 2)
            lines.append(f"~ {a} <-> {b} ({self.rate()}, {self.rate()})")
        if order_two and count > 2 and not conserves:
            a, b, c = self.random.sample(names, 3)
            lines.append(
                self.pick(
                    f"~ {a} + {b} <-> {c} ({self.rate()}, {self.rate()})",
                    f"~ 2 {a} <-> {b} ({self.rate()}, {self.rate()})",
                )
            )
        if not conserves and self.chance(0.5):
            lines.append(
                f"~ {names[0]} << (0.1*({self.positive(1)}) - 0.05*{names[0]})"
                if self.chance(0.5)
                else f"~ {names[0]} -> ({self.rate()}*0.1)"
            )
        if conserves:
            lines.append(f"CONSERVE {' + '.join(names)} = 1")
        if self.chance(0.3):
            self.assigned.append("flux")
            self.range.append("flux")
            lines.insert(len(lines) - (1 if conserves else 0), "flux = f_flux - b_flux")
            self.watched.append("flux")
        if not conserves and self.chance(0.3):
            self.states.append("d")
            self.arrays["d"] = size = self.random.randint(2, 4)
            lines.append(
                f"FROM j = 0 TO {size - 2} {{\n        ~ d[j] <-> d[j+1] ({self.rate()}, {self.rate()})\n    }}"
            )
            lines.append(f"~ d[{size - 1}] <-> {names[-1]} ({self.rate()}, {self.rate()})")
            self.start("d")
        if self.chance(0.2) and not conserves:
            lines.insert(0, f"COMPARTMENT {self.literal(0.5, 2)} {{ {' '.join(names)} }}")
        self.blocks.append("KINETIC kin {\n" + "".join(f"    {line}\n" for line in lines) + "}")
        self.breakpoint.append("SOLVE kin METHOD sparse")
        if conserves and self.chance(0.5):
            self.initial.append("SOLVE kin STEADYSTATE sparse")
            self.watched += names
        else:
            for name in names:
                self.watched.append(name)
                self.initial.append(f"{name} = {1 / count!r}")
        self.readable += names

    def rate(self):
        text = f"({self.positive(1)})"  # a sum without parentheses is a separate trap
        return text if self.chance(0.5) else f"{self.literal()}*({text})"

    def linear(self):
        self.takes_powers = False
        self.states += ["x1", "x2"]
        a, b = self.positive(1), self.positive(1)
        self.blocks.append(
            f"LINEAR lin {{\n    ~ (2 + {a})*x1 + x2 = 1 + {b}\n    ~ x2*(1.5 + {b}) - {self.literal()}*x1 = {self.literal()}\n}}"
        )
        self.breakpoint.append("SOLVE lin")
        self.initial.append("SOLVE lin")
        self.watched += ["x1", "x2"]
        self.readable += ["x1", "x2"]
        self.takes_powers = True

    def algebra(self):
        """Statements that carry values from step to step, and from instance to instance."""
        if self.chance(0.2):
            self.assigned.append("carried")
            self.globals.append("carried")
            self.initial.append(f"carried = {self.literal()}")
            self.breakpoint.append(f"carried = 0.9*carried + 0.1*({self.positive(1)})")
        if self.chance(0.3):
            self.assigned.append("arr[3]")
            self.range.append("arr")
            self.initial.append("FROM j = 0 TO 2 { arr[j] = 0 }")
            self.breakpoint.append(f"FROM j = 0 TO 2 {{ arr[j] = arr[j]*0.5 + {self.positive(1)}/(j + 1) }}")
            self.watched += ["arr[0]", "arr[2]"]
        if self.chance(0.15):
            self.assigned.append("total")
            self.range.append("total")
            self.initial.append("total = 0")
            functions, self.functions = (
                self.functions,
                [],
            )  # there NEURON ends in FUNCTIONs of a mechanism that isn't thread safe
            self.blocks.append(
                f"{self.pick('BEFORE STEP', 'AFTER SOLVE')} {{\n    total = total + {self.positive(1)}\n}}"
            )
            self.functions = functions
            self.watched.append("total")

    def accumulation(self):
        """The concentration of a new ion."""
        ion = "x" + self.name.lower()
        self.neuron.append(f"USEION {ion} READ {ion}i WRITE {ion}i, i{ion} VALENCE {self.pick(1, 2)}")
        self.assigned.append(f"i{ion}")
        self.states.append(f"{ion}i")
        self.initial.append(f"{ion}i = {self.literal()}")
        self.equations.append(f"{ion}i' = -0.1*i{ion} - {self.literal()}*({ion}i - 0.2)")
        self.ion_current = f"i{ion} = {self.literal(1e-3, 2e-2)}*v/60"
        self.ion_watched = f"s[%d].{ion}i(%s)"

    def currents(self):
        scale = "1e-4" if self.kind == "density" else "1e-3"
        factors = self.random.sample(self.readable, min(len(self.readable), self.random.randint(1, 2)))
        product = "*".join(self.pick(f, f"{f}^2", f"({f} + 0.1)") for f in factors) or "1"
        conductance = f"{self.literal()}*{scale}*{product}"
        choice = self.pick("own", "own", "k", "na", "ca", "electrode")
        if choice == "own":
            self.neuron.append("NONSPECIFIC_CURRENT i")
            self.assigned.append("i")
            self.breakpoint.append(f"i = {conductance}*(v - ({self.random.randint(-90, 20)}))")
        elif choice == "electrode":
            self.neuron.append("ELECTRODE_CURRENT i")
            self.assigned.append("i")
            self.breakpoint.append(f"i = {conductance}*(10 - v)/20")
        elif choice == "ca":
            self.neuron.append("USEION ca READ cai, cao WRITE ica")
            self.assigned += ["cai", "cao", "ica"]
            self.breakpoint.append(f"ica = {conductance}*(v - 12*log(cao/cai))")
        else:
            self.neuron.append(f"USEION {choice} READ e{choice} WRITE i{choice}")
            self.assigned += [f"e{choice}", f"i{choice}"]
            self.breakpoint.append(f"i{choice} = {conductance}*(v - e{choice})")
        if hasattr(self, "ion_current"):
            self.breakpoint.append(self.ion_current)

    def receive(self):
        """NET_RECEIVE: jumps of a state, own events, net_event, weights that remember."""
        self.events = True
        state = next((s for s in self.states if s.startswith("m") and s not in self.arrays), None)
        if state is None:
            state = "g0"
            self.states.append(state)
            self.initial.append("g0 = 0")
            self.watched.append("g0")
            self.readable.append("g0")
            self.equations.append(f"g0' = -g0/{self.literal(1, 9)}")
        lines = [f"INITIAL {{ a = {self.literal()} last = t }}"]
        jump = self.pick(
            f"{state} = {state} + w*a",
            f"{state} = {state} + w*(1 - {state})",
            f"{state} = {state} + w*a*exp(-(t - last)/{self.literal(5, 20)})",
        )
        lines.append("if (flag == 0) {")
        lines.append(f"    {jump}")
        lines.append(f"    a = 0.5*a + {self.positive(1)}*0.3")
        lines.append("    last = t")
        sends = self.chance(0.6)
        if sends:
            lines.append(f"    net_send({self.literal(0.3, 3)}, 1)")
        if self.chance(0.3):
            lines.append("    net_event(t)")
        lines.append("} else if (flag == 1) {")
        lines.append(
            self.pick(
                f"    {state} = {state}*0.8", "    net_event(t)", f"    a = a + 0.1\n        {state} = {state} + 0.01*a"
            )
        )
        lines.append("}")
        if self.chance(0.3):
            lines.append(
                f"if (flag == 2) {{\n        WATCH (v > {self.random.randint(-64, -50)}) 3\n    }} else if (flag == 3) {{\n        net_event(t)\n        {state} = {state} + 0.02\n    }}"
            )
            self.initial.append("net_send(0, 2)")
        if self.chance(0.2):
            lines.append("if (flag == 1) {\n        FOR_NETCONS(w2, a2, last2) { a2 = a2*0.9 + 0.01 }\n    }")
        self.blocks.append("NET_RECEIVE(w (uS), a, last (ms)) {\n" + "".join(f"    {line}\n" for line in lines) + "}")

    # Whole files

    def mechanism(self):
        self.declare_parameters()
        self.declare_functions()
        self.rates = self.declare_rates() if self.chance(0.6) else ""
        if self.rates:
            self.initial.append(self.rates)
        what = self.pick("ode", "ode", "ode", "kinetic", "kinetic", "both", "both", "linear")
        if what in ("ode", "both"):
            self.differential(what)
        if what in ("kinetic", "both"):
            self.kinetic()
        if what == "linear":
            self.linear()
        self.algebra()
        if self.kind == "density" and what != "linear" and self.chance(0.2):
            self.accumulation()
        if self.kind == "point" and what != "linear" and self.chance(0.8):
            self.receive()
        if self.equations:
            lines = [self.rates, *self.equations] if self.rates else self.equations
            self.blocks.append("DERIVATIVE states {\n" + "".join(f"    {line}\n" for line in lines) + "}")
            self.breakpoint.insert(0, f"SOLVE states METHOD {self.method}")
        self.currents()
        return self.written()

    def artificial_cell(self):
        self.events = True
        self.declare_parameters()
        self.declare_functions()
        self.parameters["tau"] = self.literal(5, 20)
        self.range.append("tau")
        self.assigned += ["m", "t0", "count"]
        self.range += ["m", "count"]
        self.watched += ["m", "count"]
        self.initial += ["m = 0", "t0 = 0", "count = 0", "net_send(tau, 1)"]
        a = self.positive(2, False)
        self.blocks.append(f"""NET_RECEIVE(w) {{
    LOCAL decay
    decay = exp(-(t - t0)/tau)
    m = m*decay
    t0 = t
    if (flag == 0) {{
        m = m + w*({a})
        if (m > {self.literal(0.02, 0.2)}) {{
            net_event(t + {self.literal(0.1, 1)})
            m = m*0.3
            {self.pick("net_move(t + 1)", "count = count + 1", "net_send(0.7, 2)")}
        }}
    }} else {{
        count = count + flag
        if (flag == 1) {{ net_send({self.literal(1, 5)}*({self.positive(1, False)} + 0.3), 1) }}
    }}
}}""")
        return self.written()

    def written(self):
        head = {"density": "SUFFIX", "point": "POINT_PROCESS", "cell": "ARTIFICIAL_CELL"}[self.kind]
        neuron = [f"{head} {self.name}"] + self.neuron
        if self.range:
            neuron.append("RANGE " + ", ".join(dict.fromkeys(self.range)))
        if self.globals:
            neuron.append("GLOBAL " + ", ".join(dict.fromkeys(self.globals)))
        parts = [
            f"TITLE random mechanism {self.name}",
            "NEURON {\n" + "".join(f"    {line}\n" for line in neuron) + "}",
        ]
        parts.append(
            "UNITS { (mV) = (millivolt) }\nPARAMETER {\n"
            + "".join(f"    {n} = {v}\n" for n, v in self.parameters.items())
            + "}"
        )
        if self.constants:
            parts.append("CONSTANT { " + " ".join(f"{n} = {v}" for n, v in self.constants.items()) + " }")
        built = [] if self.kind == "cell" else ["v (mV)", "celsius (degC)"]
        if self.kind == "cell":
            built = ["celsius (degC)"]
        parts.append("ASSIGNED {\n" + "".join(f"    {name}\n" for name in built + self.assigned) + "}")
        if self.states:
            parts.append(
                "STATE { " + " ".join(f"{s}[{self.arrays[s]}]" if s in self.arrays else s for s in self.states) + " }"
            )
        parts.append("INITIAL {\n" + "".join(f"    {line}\n" for line in self.initial) + "}")
        if self.breakpoint:
            parts.append("BREAKPOINT {\n" + "".join(f"    {line}\n" for line in self.breakpoint) + "}")
        return "\n\n".join(parts + self.blocks) + "\n"

    # The script

    def setup(self, k):
        """hoc statements that make two instances in s[k], or two cells, and give them input."""
        n = self.name
        if self.kind == "density":
            return f"s[{k}] insert {n}\n"
        lines = [f"objref o{n}[2], c{n}[2], w{n}[2]"]
        for j, x in enumerate((0.25, 0.75)):
            make = f"o{n}[{j}] = new {n}({x})"
            lines.append(f"s[{k}] {make}")
            if self.events:
                lines.append(f"c{n}[{j}] = new NetCon(drive[{j}], o{n}[{j}], 0, {0.5 + j}, {0.05 + 0.1 * j})")
            if "net_event" in self.text:
                lines.append(f"w{n}[{j}] = new NetCon(o{n}[{j}], nil)\nw{n}[{j}].record(times, ids, {2 * k + j})")
        return "\n".join(lines) + "\n"

    def quantities(self, k):
        """What is compared: hoc expressions."""
        found = [] if self.kind == "cell" else [f"s[{k}].v(0.25)", f"s[{k}].v(0.75)"]
        for name in self.watched:
            if self.kind == "density":
                stem, _, index = name.partition("[")
                found += [f"s[{k}].{stem}_{self.name}{'[' + index if index else ''}({x})" for x in (0.25, 0.75)]
            else:
                found += [f"o{self.name}[{j}].{name}" for j in (0, 1)]
        if hasattr(self, "ion_watched"):
            found += [self.ion_watched % (k, x) for x in (0.25, 0.75)]
        found += [f"{g}_{self.name}" for g in dict.fromkeys(self.globals)]
        self.names = found
        return found


def script(mechanisms):
    """Runs them all; prints `value MECHANISM NUMBER T VALUE` for each quantity, then `spike T ID`."""
    count = len(mechanisms)
    text = f"""celsius = 20
dt = 0.025
create s[{count}]
objref nil, stim[{count}], spike[{count}], drive[2], times, ids
times = new Vector()
ids = new Vector()
forall {{ L = 30 diam = 8 nseg = 2 Ra = 200 insert pas g_pas = 0.0002 e_pas = -68 }}
for k = 0, 1 {{
    drive[k] = new NetStim()
    drive[k].start = 1 + k
    drive[k].interval = 3.3 + k
    drive[k].number = 9
    drive[k].noise = 0
}}
for k = 0, {count - 1} s[k] {{
    if (k % 3 == 0) insert hh
    stim[k] = new IClamp(0.25)
    stim[k].del = 2
    stim[k].dur = 30
    stim[k].amp = 0.01 + 0.03*(k % 4)
    spike[k] = new NetCon(&v(0.75), nil)
    spike[k].threshold = -58
    spike[k].record(times, ids, {2 * count} + k)
}}
"""
    text += "".join(m.setup(k) for k, m in enumerate(mechanisms))
    for k, mechanism in enumerate(mechanisms):
        prints = "".join(
            f'    printf("value {mechanism.name} {j} %.17g %.17g\\n", t, {q})\n'
            for j, q in enumerate(mechanism.quantities(k))
        )
        text += f"proc sample{k}() {{\n{prints}}}\n"
    text += "proc sample() {\n" + "".join(f"    sample{k}()\n" for k in range(count)) + "}\n"
    return (
        text
        + f"""proc go() {{ local i, k
    finitialize(-65)
    sample()
    fadvance()
    sample()
    for i = 1, {SAMPLES} {{
        for k = 1, {STEPS_A_SAMPLE} fadvance()
        sample()
    }}
    for i = 0, times.size() - 1 printf("spike %.17g %d\\n", times.x[i], ids.x[i])
}}
go()
quit()
"""
    )


def answers(text):
    """({mechanism: [[(t, value), ...] a quantity]}, [(t, id), ...] of the spikes)"""
    values, spikes = {}, []
    for line in text.splitlines():
        words = line.split()
        if words[:1] == ["value"]:
            rows = values.setdefault(words[1], {}).setdefault(int(words[2]), [])
            rows.append((float(words[3]), float(words[4])))
        elif words[:1] == ["spike"]:
            spikes.append((float(words[1]), int(words[2])))
    return values, sorted(spikes)
