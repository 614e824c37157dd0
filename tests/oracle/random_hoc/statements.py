"""Corners of the language: numbers and operators as they are written, every kind of argument, jumps out of nested loops."""

from .subject import Subject

NUMBERS = [
    "1e3",
    "1E-2",
    "2.",
    ".5",
    "007",
    "1e+1",
    "3.e2",
    "123456789",
    "1e15",
    "1e-7",
    "0.1",
    "12345.678",
    "1e16",
    "99999999",
]


class Statements(Subject):
    feature = "language"

    def declare(self):
        self.log, self.pair = self.program.fresh("note"), self.program.fresh("pairs")
        self.range, self.until = self.program.fresh("range"), self.program.fresh("until")
        for line in [
            f'func {self.log}() {{ printf("<%g>", $1)  return $1 }}',
            f"iterator {self.range}() {{ local i  for (i = $2; i < $3; i += $4) {{ $&1 = i  iterator_statement }} }}",
            f"iterator {self.pair}() {{ local i, j  for i = 0, $3 {{ for j = i, $3 {{ $&1 = i  $&2 = j  iterator_statement }} }} }}",
        ]:
            self.emit(line)
        self.loop = [self.program.fresh(base) for base in ("li", "lj", "lk")]
        for variable in self.loop:
            self.emit(f"{variable} = 0")

    def literal(self):
        return self.random.choice(NUMBERS)

    def step_numbers(self):
        self.emit(f"print {', '.join(self.literal() for _ in range(3))}")
        self.emit(
            f"{{{self.show(f'{self.literal()} {self.pick(chr(43), chr(45), chr(42), chr(47), chr(37))} {self.literal()}', f'-{self.literal()}')}}}"
        )

    def step_precedence(self):
        x, y, z = self.program.numbers
        self.emit(f"{{{x} = {self.number(-4, 4)} {y} = {self.number(-4, 4)} {z} = {self.random.randint(-3, 3)}}}")
        a, b, c = (self.pick(x, y, z, "2", "0.5", "3") for _ in range(3))
        self.emit(
            "{"
            + self.show(
                *self.random.sample(
                    [
                        f"-{a}^2",
                        f"2^{z}^2",
                        f"{a} - {b} - {c}",
                        f"{a} * {b} % 3",
                        f"{a} < {b} < {c}",
                        f"!{a} + {b}",
                        f"-{a} * -{b}",
                        f"{a} == {b} || {b} != {c} && {a}",
                        f"({a}, {b})" if False else f"({a} + {b}) * {c}",
                        f"{a} + {b} > {c} - 1",
                        f"!({a} > {b})",
                        f"{a} >= {b} == {c} <= {a}",
                        "7 % 4 ^ 2",
                        f"- - {a}",
                        f"1 - -{a}",
                        f"abs({a}) ^ 0.5 * 2",
                        f"{a} / 4 * {b}",
                        f"int({a}) % 2",
                        "-7 % 3",
                        f"{a} && {b}",
                        f"{a} || 0",
                        f"!0 + !{a}",
                    ],
                    4,
                )
            )
            + "}"
        )

    def step_almost_equal(self):
        x = self.program.numbers[0]
        difference = self.pick("1e-12", "1e-10", "5e-12", "0", "2e-11", "-1e-12")
        self.emit(f"{x} = {self.pick('1', '0.3', '-2')} + {difference}")
        base = self.pick("1", "0.3", "-2")
        self.emit(
            f"print {x} == {base}, {x} < {base}, {x} > {base}, {x} <= {base}, {x} >= {base}, {x} != {base}, !({x} - {base})"
        )
        if self.random.random() < 0.3:
            self.emit(
                f"{{float_epsilon = {self.pick('1e-3', '1e-6', '0.1')}}}\nprint {x} == {base} + 1e-5, 1 < 1.0005, 1 == 1.01, 2 > 1.95, 5 <= 4.999999\n{{float_epsilon = 1e-11}}"
            )

    def step_short_circuit(self):
        """Both sides of && and || are evaluated or not."""
        self.emit(
            f"print {self.log}({self.pick(0, 1)}) {self.pick('&&', '||')} {self.log}({self.pick(0, 1, 2)}), {self.log}({self.pick(0, 3)}) {self.pick('&&', '||', '+', '<')} {self.log}(5)"
        )

    def step_assignments(self):
        x, y, z = self.program.numbers
        self.emit(f"{{{x} = {y} = {self.number(-3, 3)} {z} = ({x} = {self.number(0, 2)}) + 1}}")
        self.emit(f"{{{self.show(x, y, z)}}}")
        array, size = self.program.arrays[0]
        self.emit(f"for {self.loop[0]} = 0, {size - 1} {array}[{self.loop[0]}] = {self.loop[0]}^2 / 4")
        self.emit(f"{{{array}[int({self.number(0, 4)})] {self.pick('+=', '-=', '*=', '/=')} {self.number(1, 3)}}}")
        self.emit(f"{{{self.show(*(f'{array}[{k}]' for k in range(size)))}}}")
        m = self.name("m")
        self.emit(
            f"{{{m}[1][{self.random.randrange(4)}] += {self.number(-2, 2)} {self.show(f'{m}[1][0]', f'{m}[1][1]', f'{m}[1][2]', f'{m}[1][3]')}}}"
        )

    def step_nested_loops(self):
        i, j, k = self.loop
        jump = self.pick("break", "continue")
        self.emit(
            f'for {i} = 0, {self.random.randint(1, 3)} {{ for ({j} = {i}; {j} < 4; {j} += 1) {{ if ({j} == {self.random.randint(1, 3)}) {{ {jump} }} {k} = 0 while ({k} < 2) {{ {k} += 1 if ({i} + {k} == 2) {self.pick("break", "continue")} printf("%d%d%d ", {i}, {j}, {k}) }} }} if ({i} == {self.random.randint(0, 2)}) {{ {self.pick("continue", "break")} }} print {i}, {j} }}'
        )
        self.emit(f"print {i}, {j}, {k}")

    def step_iterators(self):
        i, j, _ = self.loop
        self.emit(
            self.pick(
                f"for {self.range}(&{i}, {self.number(-2, 0)}, {self.number(0.5, 3)}, {self.number(0.4, 1)}) {{ {self.show(i)} {self.pick('', f'if ({i} > 0) {{ break }}', f'if ({i} < 0) {{ continue }} print 1')} }}",
                f'for {self.pair}(&{i}, &{j}, {self.random.randint(0, 3)}) {{ {self.pick("", f"if ({i} == {j}) {{ continue }}", f"if ({j} == 2) {{ break }}")} printf("%d,%d ", {i}, {j}) }}\nprint ""',
                f'for {self.range}(&{i}, 0, 3, 1) for {self.range}(&{j}, 0, {i} + 1, 1) {{ printf("%d-%d ", {i}, {j}) }}\nprint ""',
            )
        )

    def step_broken_iterator(self):
        """A return from an iterator's statement is an error in NEURON."""
        name = self.program.fresh("finds")
        self.emit(
            f"func {name}() {{ local at, found  found = -1  for {self.range}(&at, 0, $1, 1) {{ if (at * at > $2) {{ found = at  break }} }}  return found }}"
        )
        self.emit(f"print {name}(10, {self.random.randint(0, 60)}), {name}(2, 50)")

    def step_every_argument(self):
        name, text, vector = self.program.fresh("args"), self.program.texts[0], self.program.vectors[0]
        x, y, _ = self.program.numbers
        self.emit(
            f'proc {name}() {{ local i  for i = 1, numarg() {{ if (argtype(i) == 0) {{ printf("number %g ", $i) }} else if (argtype(i) == 1) {{ printf("object %d ", object_id($oi) != 0) }} else if (argtype(i) == 2) {{ printf("text %s ", $si) }} else if (argtype(i) == 3) {{ printf("place %g ", $&i)  $&i += 1 }} }}  print "" }}'
        )
        kinds = [
            self.number(-3, 3),
            f'"{self.pick("lit", "", "two words")}"',
            text,
            vector,
            f"&{x}",
            f"&{self.program.arrays[0][0]}[1]",
            f"{y} * 2",
            f"&{vector}.x[0]",
            "new Vector(2)",
        ]
        self.emit(f"{{{name}({', '.join(self.random.choice(kinds) for _ in range(self.random.randint(0, 4)))})}}")
        self.emit(f"{{{self.show(x)}}}")

    def step_changed_arguments(self):
        name, x, text = self.program.fresh("alters"), self.program.numbers[0], self.program.texts[1]
        self.emit(f'proc {name}() {{ $1 += 2  $1 *= 3  $&2 = $1  $s3 = "changed"  print $1 }}')
        self.emit(f"{{{name}({self.pick(x, '4', x + ' + 1')}, &{x}, {text})}}")
        self.emit(f"print {text}\n{{{self.show(x)}}}")

    def step_passed_on(self):
        inner, outer, text = self.program.fresh("inner"), self.program.fresh("outer"), self.program.texts[0]
        self.emit(f'func {inner}() {{ $&2 += 1  $o4.append($1)  sprint($s3, "%s+", $s3)  return $1 * numarg() }}')
        self.emit(f"func {outer}() {{ local a  a = {inner}($1 - 1, &$&2, $s3, $o4) + $&2  return a }}")
        x, vector = self.program.numbers[1], self.program.vectors[1]
        self.emit(
            f"print {outer}({self.number(0, 5)}, &{x}, {text}, {vector}), {text}, {vector}.x[{vector}.size() - 1]"
        )
        self.emit(f'{text} = "short"')

    def step_recursion(self):
        name = self.program.fresh("again")
        self.emit(
            self.pick(
                f"func {name}() {{ local a, b  if ($1 < 2) {{ return $1 }}  a = {name}($1 - 1)  b = {name}($1 - 2)  return a + b }}",
                f"func {name}() {{ local i, s  s = $1  if ($1 > 0) {{ for i = 0, 1 {{ s += {name}($1 - 1 - i) * (i + 1) }} }}  return s }}",
                f"func {name}() {{ localobj v  v = new Vector()  if ($1 > 0) {{ v.append({name}($1 - 1), $1) }} else {{ v.append(1) }}  return v.sum() }}",
            )
        )
        self.emit(f"{{{self.show(f'{name}({self.random.randint(0, 7)})')}}}")

    def step_local_names(self):
        x = self.program.numbers[0]
        name, other = self.program.fresh("hides"), self.program.fresh("sees")
        self.emit(f"func {other}() {{ return {x} }}")
        self.emit(f"func {name}() {{ local {x}  {x} = $1  return {x} + {other}() }}")
        self.emit(f"{{{self.show(f'{name}({self.number(-3, 3)})', x)}}}")

    def step_local_objects(self):
        name = self.program.fresh("makes")
        self.emit(
            f"obfunc {name}() {{ local i localobj v, w, l\n  l = new List()\n  for i = 0, $1 {{ v = new Vector(i + 1, $2)  l.append(v)  w = v }}\n  w.x[0] += 1\n  return l\n}}"
        )
        kept = self.program.objref("kept")
        self.emit(f"{kept} = {name}({self.random.randint(0, 3)}, {self.number(-2, 2)})")
        self.emit(
            f"{{{self.show(f'{kept}.count()', f'{kept}.o({kept}.count() - 1).sum()', f'{name}(1, 2).o(0).x[0]')}}}"
        )

    def step_if_chain(self):
        x = self.program.numbers[0]
        self.emit(f"{x} = {self.number(-3, 3)}")
        self.emit(
            f'if ({x} < -1) {{ print "low" }} else if ({x} < {self.number(-1, 1)}) {{ print "middle" }} else if (!{x}) print "none" else {{ print "high" }}'
        )
        self.emit(f'if ({x} > 0) if ({x} > 1) print "a" else print "b"')

    def step_printing(self):
        x, text, vector = self.program.numbers[0], self.program.texts[0], self.program.vectors[0]
        self.emit(
            self.pick(
                f"{x}",
                f"{text}",
                f"{x} + 1",
                f"{vector}.size()",
                f"{x} == 1",
                f'print {x}, {text}, "lit", {x} * 2',
                '"literal"',
                f"{x} = 3",
                f"{vector}.x[0]",
                f"print {vector}.size, {vector}.sum()",
                f'print "a", "b", {x}',
                f"{self.program.arrays[0][0]}[1]",
                f"-{x}",
                f"print {self.number(-1e6, 1e6, 9)}, {self.number(-1e-6, 1e-6, 9)}, {self.number(-1e9, 1e9, 12)}",
            )
        )

    def step_resized_array(self):
        array, size = self.program.fresh("table"), self.random.randint(2, 4)
        self.emit(f"double {array}[{size}]")
        self.emit(f"{array}[{size - 1}] = {self.number(-3, 3)}")
        self.emit(f"{{{self.show(f'{array}[0]', f'{array}[{size - 1}]')}}}")
        self.emit(f"{self.loop[0]} = {size + 2}\ndouble {array}[{self.loop[0]}]")
        self.emit(f"{{{self.show(f'{array}[{size - 1}]', f'{array}[{size + 1}]')}}}")

    def step_math(self):
        a = self.value(-3, 3)
        self.emit(
            "{"
            + self.show(
                *self.random.sample(
                    [
                        f"sin({a})",
                        f"cos({a})",
                        f"atan({a})",
                        f"atan2({a}, 2)",
                        f"exp({a})",
                        f"log(abs({a}) + 1)",
                        f"log10(abs({a}) + 1)",
                        f"sqrt(abs({a}))",
                        f"int({a})",
                        f"abs({a})",
                        f"tanh({a})",
                        f"erf({a})",
                        f"erfc({a})",
                        "PI",
                        "E",
                        "FARADAY",
                        "R",
                        "GAMMA",
                        "DEG",
                        "PHI",
                        f"int(-{a})",
                    ],
                    4,
                )
            )
            + "}"
        )

    def step_comments_and_lines(self):
        x = self.program.numbers[0]
        self.emit(f"{x} = 1 + /* in\nbetween */ 2 // and after\n/* whole */ {x} += 1")
        self.emit(f"{{ {x} = {x} * \\\n  2\n  print {x} // inside\n  /* {{ */\n}}")
