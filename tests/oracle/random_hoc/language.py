"""Random hoc programs that stop by themselves and make no error: what they print is compared between two programs.

Each program uses unique names (a number at their end), so that many run one after the other in one process.
"""

import random

FORMATS = [
    "%g",
    "%.8g",
    "%.15g",
    "%d",
    "%5.2f",
    "%-12.4f|",
    "%e",
    "%10.3e",
    "%+g",
    "%08.3f",
    "%i",
    "%x",
    "%c",
    "%G",
    "% d",
    "%5d|",
    "%-6d|",
]
TEXTS = ["abc", "x", "hello world", "", "tab\\tnew", "a.b-c", "12.5", "Zq9"]


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.tag = str(seed)
        self.lines = []
        self.loops = 0
        self.numbers = [self.name("x"), self.name("y"), self.name("z")]
        self.arrays = [(self.name("a"), 5), (self.name("b"), 3)]
        self.texts = [self.name("s"), self.name("u")]
        self.vectors = [self.name("v"), self.name("w")]
        self.objects = []
        self.functions = []
        self.scalars = list(self.numbers)  # what an expression may read here
        self.in_procedure = False
        self.uses_globals = True
        self.sections = False
        self.alone = False

    def name(self, base):
        return f"{base}_{self.tag}"

    def pick(self, *choices):
        return self.random.choice(choices)

    def text(self):
        self.declare()
        self.sections = self.random.random() < 0.4
        if self.sections:
            self.cable()
        for _ in range(self.random.randint(6, 14)):
            self.statement(0)
        if self.sections:
            self.lines.append("forall delete_section()")
        self.show_variables()
        return "\n".join(self.lines) + "\n"

    def declare(self):
        count = self.random.randint
        for number in self.numbers:
            self.lines.append(f"{number} = {self.literal()}")
        for array, size in self.arrays:
            self.lines.append(f"double {array}[{size}]")
        self.lines.append(f"double {self.name('m')}[3][4]")
        self.lines.append("strdef " + ", ".join(self.texts))
        self.lines.append(
            "objref " + ", ".join([*self.vectors, self.name("o"), self.name("p"), self.name("l"), self.name("q")])
        )
        self.lines.append(f"objref {self.name('r')}[3]")
        for vector in self.vectors:
            self.lines.append(f"{vector} = new Vector({count(3, 6)})")
            self.lines.append(f"{{{vector}.indgen({count(-3, 3)}, {self.pick('1', '0.5', '-2')})}}")
        self.lines.append(f'{self.texts[0]} = "{self.pick(*TEXTS)}"')
        self.template()
        self.outer_template()
        self.iterator()
        self.text_procedures()
        for kind in range(count(1, 3)):
            self.procedure(kind)
        self.lines.append(f"{self.name('o')} = new {self.name('T')}({self.expression(1)}, {self.expression(1)})")
        self.lines.append(f"{self.name('l')} = new List()")
        self.objects = [self.name("o")]
        self.lines.append(f"objref {self.name('w2')}")
        self.lines.append(f"{self.name('w2')} = new {self.name('W')}({count(1, 3)})")

    def show_variables(self):
        for number in self.numbers:
            self.lines.append(f'{{printf("{number} %.17g\\n", {number})}}')
        for text in self.texts:
            self.lines.append(f"print {text}")

    # Expressions

    def literal(self):
        return self.pick(
            "0",
            "1",
            "2",
            "3",
            "0.5",
            "-1",
            "1e-3",
            "2.5",
            "7",
            "1e2",
            "-0.25",
            ".125",
            "4.",
            "3e0",
            "%.3g" % self.random.uniform(-10, 10),
        )

    def expression(self, depth):
        if depth <= 0:
            return self.leaf()
        sub = self.expression
        kind = self.random.randrange(14)
        if kind < 5:
            return f"{sub(depth - 1)} {self.pick('+', '-', '*')} {sub(depth - 1)}"
        if kind == 5:
            return f"({sub(depth - 1)}) / (abs({sub(depth - 1)}) + {self.pick('1', '0.5', '2')})"
        if kind == 6:
            return f"({sub(depth - 1)} {self.pick('<', '>', '<=', '>=', '==', '!=', '&&', '||')} {sub(depth - 1)})"
        if kind == 7:
            return f"{self.pick('-', '!')}{sub(depth - 1) if self.random.random() < 0.5 else self.leaf()}"
        if kind == 8:
            return f"{self.pick('sin', 'cos', 'tanh', 'atan', 'abs', 'int', 'erf')}({sub(depth - 1)})"
        if kind == 9:
            return self.pick(
                f"sqrt(abs({sub(depth - 1)}))",
                f"log(abs({sub(depth - 1)}) + 1)",
                f"exp(-abs({sub(depth - 1)}))",
                f"log10(abs({sub(depth - 1)}) + 2)",
            )
        if kind == 10:
            return f"{self.pick('2', '-2', '(1 + abs(' + self.leaf() + '))')}^{self.pick('2', '3', '0', '-1', '2^2')}"
        if kind == 11:
            return f"({sub(depth - 1)}) % {self.pick('3', '7', '2.5', '10')}"
        if kind == 12 and self.functions:
            return f"{self.pick(*self.functions)}({sub(depth - 1)}, {sub(depth - 1)})"
        return f"({sub(depth - 1)})"

    def leaf(self):
        kind = self.random.randrange(10)
        if kind < 4:
            return self.pick(*self.scalars)
        if kind < 6 or not self.uses_globals:
            return self.literal()
        if kind == 6:
            array, size = self.pick(*self.arrays)
            return f"{array}[{self.random.randrange(size)}]"
        if kind == 7:
            return f"{self.name('m')}[{self.random.randrange(3)}][{self.random.randrange(4)}]"
        if kind == 8:
            return self.pick(
                f"{self.pick(*self.vectors)}.x[{self.random.randrange(3)}]",
                f"{self.pick(*self.vectors)}.size()",
                f"{self.pick(*self.vectors)}.sum()",
            )
        if self.objects:
            return self.pick(
                f"{self.pick(*self.objects)}.{self.pick('p', 'q')}",
                f"{self.pick(*self.objects)}.f({self.literal()})",
                f"{self.pick(*self.objects)}.d[{self.random.randrange(2)}]",
            )
        return self.literal()

    # Statements

    def statement(self, depth):
        indent = "  " * depth

        def emit(text):
            self.lines.append(indent + text)

        kind = self.random.randrange(31)
        if kind >= 26:
            self.rare_statement(kind - 26, depth, emit)
        elif kind < 6:
            self.assignment(emit)
        elif kind == 6:
            emit(f"if ({self.expression(2)}) {{")
            self.block(depth + 1)
            if self.random.random() < 0.6:
                emit(
                    "} else {"
                    if self.random.random() < 0.7
                    else f"}} else if ({self.expression(1)} > {self.literal()}) {{"
                )
                self.block(depth + 1)
            emit("}")
        elif kind < 10 and depth < 3:
            self.loop(depth, emit)
        elif kind == 10:
            emit(
                f"print {', '.join(self.pick(self.expression(2), self.pick(*self.texts)) for _ in range(self.random.randint(1, 3)))}"
            )
        elif kind == 11 and depth == 0:
            emit(self.expression(2))
        elif kind < 14:
            count = self.random.randint(1, 4)
            directives = [self.random.choice(FORMATS) for _ in range(count)]
            values = [
                self.integer() if d[-1] in "xc" or d.strip("|")[-1] in "xc" else self.expression(1) for d in directives
            ]
            text = f'"{self.pick("", "v: ", "100%% ")}{" ".join(directives)}\\n", {", ".join(values)}'
            emit(
                f"{{printf({text})}}" if self.random.random() < 0.6 else f"{{sprint({self.pick(*self.texts)}, {text})}}"
            )
        elif kind == 14:
            s, u = self.texts
            emit(
                self.pick(
                    f"{s} = {u}",
                    f'{u} = "{self.pick(*TEXTS)}"',
                    f'{{sprint({s}, "%s<%s>", {u}, "lit")}}',
                    f'print strcmp({s}, {u}) == 0, strcmp({s}, "abc") > 0',
                    f'{{sprint({s}, "%10s|%-8s|%.3s", {u}, {u}, {u})}}',
                    f"print {s}",
                    f'{{sscanf("4.5 17 word", "%f %d %s", &{self.numbers[0]}, &{self.numbers[1]}, {u})}}',
                )
            )
        elif kind < 18:
            self.vector_statement(emit)
        elif kind == 18:
            self.call(emit)
        elif kind < 22:
            self.object_statement(emit)
        elif kind == 22 and depth < 2:
            number = self.pick(*self.numbers)
            emit(f"for {self.name('it')}(&{number}, {self.random.randint(1, 4)}) {{")
            self.block(depth + 1, jumps=self.pick([], ["break"], ["continue"]))
            emit("}")
        elif kind == 23:
            emit(f'{{execute("{self.pick(*self.numbers)} = {self.outer_expression()}")}}')
        elif kind == 24:
            emit(f'print execute1("{self.pick(*self.numbers)} {self.pick("=", "+=", "-=")} {self.outer_expression()}")')
        else:
            emit(f"{{{self.pick(*self.numbers)} = {self.expression(2)}  {self.pick(*self.numbers)} += {self.leaf()}}}")
        for number in self.numbers:  # keeps them in a range where nothing overflows
            if self.random.random() < 0.25:
                emit(f"if (abs({number}) > 1000) {{ {number} = {number} / 1e4 }}")

    def outer_expression(self):
        """One of the top level, whose names alone `execute` knows."""
        scalars, self.scalars = self.scalars, self.numbers
        text = self.expression(1)
        self.scalars = scalars
        return text

    def integer(self):
        return self.pick("65", "97", "48", f"int(abs({self.pick(*self.scalars)})) % 26 + 65")

    def block(self, depth, jumps=()):
        for _ in range(self.random.randint(1, 3)):
            self.statement(depth)
        for jump in jumps:
            self.lines.append("  " * depth + f"if ({self.expression(1)} > {self.literal()}) {{ {jump} }}")
            self.statement(depth)

    def assignment(self, emit):
        value = self.expression(self.random.randint(1, 3))
        operator = self.pick("=", "=", "=", "+=", "-=", "*=")
        array, size = self.pick(*self.arrays)
        vector = self.pick(*self.vectors)
        places = [self.pick(*self.numbers)] * 3 + [
            f"{array}[{self.random.randrange(size)}]",
            f"{self.name('m')}[{self.random.randrange(3)}][{self.random.randrange(4)}]",
            f"{vector}.x[{self.random.randrange(3)}]",
        ]
        if self.objects:
            places += [f"{self.pick(*self.objects)}.p", f"{self.pick(*self.objects)}.d[{self.random.randrange(2)}]"]
        emit(f"{self.pick(*places)} {operator} {value}")

    def loop(self, depth, emit):
        self.loops += 1
        variable = self.name(f"i{self.loops}_")
        jumps = self.pick([], [], ["break"], ["continue"])
        kind = self.random.randrange(4)
        if kind < 2:
            emit(f"for {variable} = {self.pick('0', '1', '-1', '0.5')}, {self.random.randint(0, 4)} {{")
            self.scalars.append(variable)
            self.block(depth + 1, jumps)
        elif kind == 2:
            emit(
                f"for ({variable} = 0; {variable} < {self.random.randint(0, 4)}; {variable} += {self.pick('1', '0.5')}) {{"
            )
            self.scalars.append(variable)
            self.block(depth + 1, jumps)
        else:
            self.lines.append("  " * depth + f"{variable} = 0")
            emit(f"while ({variable} < {self.random.randint(0, 4)} && {self.expression(1)} < 1e9) {{")
            self.lines.append("  " * (depth + 1) + f"{variable} += 1")
            self.scalars.append(variable)
            self.block(depth + 1, jumps)
        emit("}")
        self.scalars.remove(variable)

    def vector_statement(self, emit):
        v, w = self.random.sample(self.vectors, 2)
        i = self.random.randrange(3)
        emit(
            self.pick(
                f"{{{v}.append({self.expression(1)})}}",
                f"{{{v}.add({self.expression(1)})}}",
                f"{{{v}.mul({self.literal()})}}",
                f"{{{v}.x[{i}] = {self.expression(2)}}}",
                f"{{{v}.reverse()}}",
                f"{v} = {w}.c",
                f"{v} = {w}.c.sort()",
                f"{{{v}.resize({self.random.randint(3, 7)})}}",
                f"{{{v}.fill({self.literal()}, 0, {i})}}",
                f"{{{v}.printf()}}",
                f'{{{v}.printf("%8.3f ")}}',
                f'print {v}.contains({self.literal()}), {v}.indwhere(">", {self.literal()})',
                f"print {v}.min(), {v}.max(), {v}.mean()",
                f"{{{v}.copy({w})}}",
                f"print {v}.size(), {w}.sum()",
                f"{{{v}.insrt({i}, {self.literal()})}}",
                f"{{{v}.abs().add(1).log()}}",
                f'{{{v}.where({w}, "<", 1e9) {v}.resize(3)}}',
                f"print {v}.eq({w}), {v}.get({i})",
                f"{{{v}.set({i}, {self.literal()})}}",
                f"{{{v}.rotate({i})}}",
                f"{{{v}.indgen(3)}}",
            )
        )

    def call(self, emit):
        if self.in_procedure:
            return self.assignment(emit)
        n = self.pick(*self.numbers)
        emit(
            self.pick(
                f'{self.name("g")}(&{n}, {self.expression(1)}, "{self.pick(*TEXTS)}", {self.pick(*self.vectors)})',
                f"{self.name('g')}(&{self.arrays[0][0]}[1], {self.literal()}, {self.pick(*self.texts)}, {self.pick(*self.vectors)})",
                f"print {self.name('ob')}({self.pick('0', '1', '2.5', '3')}).size()",
                f"{n} = {self.name('ob')}(2).append(1).size()",
            )
        )

    def object_statement(self, emit):
        if not self.objects or self.in_procedure:
            return self.assignment(emit)
        o, p, items, q, r = (self.name(x) for x in "oplqr")
        i = self.random.randrange(3)
        emit(
            self.pick(
                f"{o}.set({self.expression(1)})",
                f"{p} = {o}",
                f"{o} = new {self.name('T')}({self.expression(1)}, {self.literal()})",
                f"print {o}.f({self.expression(1)}), {o}.p",
                f"{{{items}.append({o})}}",
                f"print {items}.count()",
                f"if ({items}.count() > 0) {{ print {items}.object(0).p }}",
                f"if ({items}.count() > 1) {{ {{{items}.remove(0)}} }}",
                f"{r}[{i}] = new {self.name('T')}({i}, 1)",
                f'if ({p} == {o}) {{ print "same" }} else {{ print {p} != {o} }}',
                f"{o}.child = new Vector({i + 1})",
                f"if ({o}.has()) {{ print {o}.child.size() }}",
                f"{{{o}.child = {q}}}",
                f"if (object_id({p})) {{ print {p} == {o} }}",
                f'{o}.name = "{self.pick(*TEXTS)}"',
                f"print {o}.name",
                f"for {self.name('n')} = 0, {items}.count() - 1 {{ {items}.o({self.name('n')}).set(1) }}",
                f"{p} = {self.name('ob')}({i})",
                f"{p} = {q}",
                f"print object_id({q}), object_id({r}[{i}]) != 0",
                f"{o}.each(2)",
                f"print {o}.me().q",
            )
        )

    def rare_statement(self, kind, depth, emit):
        """What models write less often: words as data, objects in objects, sections, declarations."""
        s, u = self.texts
        w, o, q = self.name("w2"), self.name("o"), self.name("q")
        i = self.random.randrange(3)
        x = self.pick(*self.numbers)
        if kind == 0:
            emit(
                self.pick(
                    f'{self.name("words")}({s}, "{self.pick(*TEXTS)}", {self.expression(1)})',
                    f"print {self.name('count')}({s}, {u}, 1, {o})",
                    f"print {self.name('sum')}({', '.join(self.literal() for _ in range(self.random.randint(1, 5)))})",
                    f'{{{x} = sscanf("{self.pick("7 abc", "x 7", "1e3,zz", "")}", "{self.pick("%lf %s", "%d%s", "%lf,%s")}", &{x}, {u})}}',
                    f'print name_declared("{self.pick(s, x, o, self.name("T"), "sin", "no_such_name", self.name("f"), "Vector")}")',
                )
            )
        elif kind == 1:
            if self.in_procedure:
                return self.assignment(emit)
            emit(
                self.pick(
                    f"print {w}.inner[{i}].p, {w}.inner[{i}].me().d[1]",
                    f"{w}.inner[{i}].d[0] {self.pick('=', '+=', '*=')} {self.expression(1)}",
                    f"{{{w}.inner[{i}].set({self.literal()})}}",
                    f"print {w}.at({i}).q, {w}.names.s",
                    f'{w}.names.s = "{self.pick(*TEXTS)}"',
                    f"{w}.inner[{i}].child = {self.pick(*self.vectors)}",
                    f"{{{w}.grow({self.expression(1)}, {i})}}",
                    f"print {w}.total()",
                    f"print {w}.all.count(), {w}.all.object({w}.all.count() - 1).p",
                    f"{w} = new {self.name('W')}({i})",
                    f"print {w}.at({i}) == {w}.inner[{i}], {w}.m[1][{i}]",
                    f"{w}.m[{i % 2}][1] += {self.literal()}",
                    f'{{execute("p = p + {self.literal()}  q = q + 1", {w}.inner[{i}])}}',
                    f"{o} = {w}.at({i})",
                    f"objref {q}",
                )
            )
        elif kind == 2:
            if not self.sections or self.in_procedure:
                return self.assignment(emit)
            self.section_statement(depth, emit)
        elif kind == 3:
            array, size = self.arrays[1]
            emit(
                self.pick(
                    f"for {x} = 0, {size - 1} {array}[{x}] = {x} * {self.literal()}",
                    f"print {array}[{self.pick('0.9999999999999', '1.2', '2')}]",
                    f"{{{x} = {array}[{i}] = {self.expression(1)}}}",
                    f"if ({self.expression(1)}) {{}} else {{ {x} += 1 }}",
                    f"{{{x} = {self.literal()} /* a comment */ + {self.literal()} // and more\n}}",
                    f"{x} = {self.leaf()} + \\\n  {self.leaf()}",
                    f"print ({self.expression(1)}) == ({self.expression(1)}), -{self.leaf()}^2, !{x} + 1, 2^-1^2, 7 % 4 * 2",
                )
            )
        else:
            v, other = self.random.sample(self.vectors, 2)
            emit(
                self.pick(
                    f"{{{v}.remove(0) {v}.resize(4)}}",
                    f"print {v}.sumsq(), {v}.dot({v}), {v}.mag()",
                    f"{{{v}.sub({other}.c.resize({v}.size()))}}",
                    f"{{{v}.append({other}, 1, {other}).resize(5)}}",
                    f"{{{other}.ind({v}.c.indgen()) {other}.resize(3)}}",
                    f"print {v}.at(1, 2).size()",
                    f'{{{v}.apply("{self.pick("sin", "abs", "tanh")}")}}',
                    f"print {v}.max_ind(), {v}.min_ind(), {v}.c.integral().x[2]",
                    f"{{{v}.copy({other}, 1).resize(4)}}",
                    f"{{{v}.deriv(1, 1).resize(4)}}",
                    f'print {v}.indwhere("[]", 0, {self.literal()})',
                    f"{{{v}.mul({v}.c).mul(0.125)}}",
                    f"{{{v}.scale(0, {self.pick('1', '2.5')})}}",
                    f'{{{v}.resize(4).where({v}.c.indgen(), ">", 0).resize(4)}}',
                    f'print {v}.reduce("abs", 1), {v}.size(), {v}.stdev() >= 0',
                )
            )

    def section_statement(self, depth, emit):
        a, b = self.name("soma"), self.name("dend")
        i = self.random.randrange(3)
        emit(
            self.pick(
                f"{a} {{ L = 10 + abs({self.expression(1)})  print L, nseg }}",
                f"{b}[{i}].diam = {self.pick('1', '2.5')}",
                f"print {b}[{i}].diam(0.5), {a}.L",
                f'forsec "{self.pick("dend", "dend_" + self.tag + "[1]", "o.*" + self.tag, "soma")}" print secname()',
                f"{b}[{i}] nseg = {self.pick('1', '3', '4')}",
                f"{b}[{i}] for (x) print x, diam(x)",
                f"{b}[{i}] for (x, 0) {{ diam(x) = x + 1 }}",
                f"{b}[{i}].diam(0:1) = {self.pick('1:2', '3:1')}",
                f'{a} ifsec "soma" {{ print "soma" }}',
                'forall if (issection(".*dend.*")) print secname(), L',
                f"{a}.v(0.5) = {self.literal()}",
                f"forall {{ L += {i} }}",
                f"print {a}.v, {b}[{i}].nseg",
                f"{b}[{i}] {{ {self.pick(*self.numbers)} = distance(0, 0.5) + parent_connection() }}",
                f"{{{b}[1] {{ disconnect() }}  connect {b}[1]({self.pick('0', '1')}), {a}({self.pick('0', '0.5', '1')})}}",
            )
        )

    # Definitions

    def cable(self):
        a, b = self.name("soma"), self.name("dend")
        self.lines += [
            f"create {a}, {b}[3]",
            f"access {a}",
            f"connect {b}[0](0), {a}(1)",
            f"for {self.name('k')} = 1, 2 {{ connect {b}[{self.name('k')}](0), {b}[0](1) }}",
        ]

    def outer_template(self):
        """Objects in arrays and Lists of an object, a name of the top level, an array of two dimensions."""
        T, W = self.name("T"), self.name("W")
        self.lines += [
            f"begintemplate {W}",
            "public inner, at, names, grow, total, all, m",
            f"external {self.numbers[0]}",
            "objref inner[3], names, all",
            "double m[2][3]",
            "proc init() { local i",
            f'  all = new List()  names = new String("{self.pick(*TEXTS)}")',
            f"  for i = 0, 2 {{ inner[i] = new {T}(i * $1, {self.numbers[0]})  all.append(inner[i])  m[1][i] = i }}",
            "}",
            "obfunc at() { return inner[$1] }",
            f"proc grow() {{ all.append(new {T}($1))  inner[$2].set($1) }}",
            "func total() { local i, sum  sum = 0  for i = 0, all.count() - 1 { sum += all.object(i).p + all.o(i).d[1] }  return sum }",
            f"endtemplate {W}",
        ]

    def text_procedures(self):
        self.lines += [
            f'proc {self.name("words")}() {{ $s1 = $s2  sprint($s1, "%s-%s:%g", $s1, $s2, $3)  print $s1 }}',
            f"func {self.name('count')}() {{ if (numarg() > 3) {{ if (argtype(4) != 1) {{ return -1 }} }}  return strcmp($s1, $s2) == 0 }}",
            f"func {self.name('sum')}() {{ local i, sum",
            "  sum = 0",
            "  for i = 1, numarg() { if ($i < 0) { continue }  sum += $i }",
            "  return sum",
            "}",
        ]

    def template(self):
        T = self.name("T")
        self.lines += [
            f"begintemplate {T}",
            "public p, q, d, f, set, child, has, name, each, me",
            "objref child, this",
            "double d[2]",
            "strdef name",
            'proc init() { p = $1  q = numarg()  if (numarg() > 1) { q += $2 }  d[1] = p * 2  name = "new" }',
        ]
        keep = self.scalars, self.uses_globals
        self.scalars, self.uses_globals = ["p", "q", "d[0]", "$1"], False
        self.lines += [
            f"func f() {{ return {self.expression(2)} }}",
            f"proc set() {{ d[0] = {self.expression(2)}  p += 1 }}",
            "func has() { return object_id(child) != 0 }",
            "iterator loop() { local k  for k = 0, $1 - 1 { d[k] = k  iterator_statement } }",
            "proc each() { for loop($1) { p += d[1]  q -= 1 } }",
            "obfunc me() { return this }",
            f"endtemplate {T}",
        ]
        self.scalars, self.uses_globals = keep

    def procedure(self, kind):
        keep = self.scalars, self.in_procedure
        if kind == 0:  # a function of two numbers
            name = self.name("f")
            self.scalars = [*self.numbers, "$1", "$2", "k"]
            self.lines += [
                f"func {name}() {{ local k, m",
                f"  k = {self.expression(1)}",
                f"  m = {self.expression(2)}",
                f"  for k = 0, 2 {{ m = m + {self.expression(1)} }}",
                f"  if (m > {self.literal()}) {{ return k }}",
                "  if (abs(m) > 1e6) { return 1 }",
                "  return m",
                "}",
            ]
            self.scalars, self.in_procedure = keep
            self.functions.append(name)
        elif kind == 1:  # recursion
            name = self.name("h")
            self.lines += [
                f"func {name}() {{ if ($1 > 5 || $1 < -5) {{ return $2 }}",
                f"  return {name}(abs($1) + 1, $2) + {self.literal()}",
                "}",
            ]
            self.functions.append(name)
        if kind == 0:
            # every kind of argument
            self.scalars = [*self.numbers, "$2", "$&1", "k"]
            self.in_procedure = True
            self.lines += [
                f"proc {self.name('g')}() {{ local k localobj lo",
                "  k = numarg()",
                f"  $&1 = {self.expression(1)}",
                "  lo = new Vector($o4.size())",
                "  print lo.size(), k, argtype(1), argtype(2), argtype(3), argtype(4), argtype(5), $s3",
            ]
            self.statement(1)
            self.lines += ['  {printf("%s %g\\n", $s3, $&1)}', "}"]
            self.lines += [
                f"obfunc {self.name('ob')}() {{ localobj lo",
                "  lo = new Vector($1)",
                "  return lo.c.append(3)",
                "}",
            ]
            self.scalars, self.in_procedure = keep

    def iterator(self):
        self.lines += [
            f"iterator {self.name('it')}() {{ local k",
            "  for k = 1, $2 {",
            "    $&1 = k",
            "    iterator_statement",
            "  }",
            "}",
        ]
