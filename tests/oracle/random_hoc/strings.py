"""Strings: their functions, formats, scanning."""

from .subject import Subject

WORDS = [
    "dend[3].v(0.5)",
    "hello world",
    "a1b22c333",
    "  padded  ",
    "x=1.5,y=-2",
    "Abc",
    "path/to/file.hoc",
    "12 monkeys",
    "tab\\there",
    "zz top",
]
PATTERNS = ["[0-9]", "[0-9]+", " ", "\\\\[", "[.]", "b.*", "o", "[a-z]+", "=", "^x", "[^a-z]", "e$", "/"]


class Strings(Subject):
    feature = "strings"

    def declare(self):
        self.functions = self.program.objref("strings")
        self.emit(f"{self.functions} = new StringFunctions()")
        self.texts = [self.program.fresh("text") for _ in range(3)]
        self.emit("strdef " + ", ".join(self.texts))
        for text in self.texts:
            self.emit(f'{text} = "{self.pick(*WORDS)}"')

    def word(self):
        return self.pick(*self.texts, f'"{self.pick(*WORDS)}"')

    def step_length(self):
        self.emit(
            f'print {self.functions}.len({self.word()}), {self.functions}.substr({self.word()}, "{self.pick("o", "ab", "1", " ", "d", "xyz", "")}")'
        )

    def step_head_and_tail(self):
        text = self.pick(*self.texts)
        self.emit(
            f'print {self.functions}.{self.pick("head", "tail")}({self.word()}, "{self.pick(*PATTERNS)}", {text}), {text}'
        )

    def step_cut(self):
        text = self.pick(*self.texts)
        self.emit(f'{text} = "{self.pick(*WORDS)}"')
        self.emit(f"{{{self.functions}.{self.pick('left', 'right')}({text}, {self.random.randint(0, 3)})}}")
        self.emit(f'{{printf("<%s>\\n", {text})}}')

    def step_names(self):
        self.emit(
            f'print {self.functions}.is_name("{self.pick("L", "no_such", "Vector", self.texts[0], "sin", "hh", "proc")}")'
        )

    def step_format(self):
        text = self.pick(*self.texts)
        directive = self.pick(
            "%g",
            "%.3f",
            "%8.2e",
            "%-10.4g|",
            "%+d",
            "%05d",
            "%x",
            "%o",
            "%c",
            "%i",
            "%G",
            "%.0f",
            "%#x",
            "%#g",
            "%lf",
            "%ld",
            "%5c|",
            "%u",
        )
        number = self.program.integer() if directive.strip("|#")[-1] in "cxou" else self.value(-50, 50)
        self.emit(f'{{sprint({text}, "{self.pick("", "is ", "%% ")}{directive} %s", {number}, {self.word()})}}')
        self.emit(f"print {text}, {self.functions}.len({text})")

    def step_scan(self):
        x, y, _ = self.program.numbers
        text = self.pick(*self.texts)
        line, pattern = self.pick(
            ("3.5 and 4", "%g and %g"),
            ("12,13", "%d,%d"),
            ("1e-3 0x1f", "%lf %x"),
            ("7", "%d %d"),
            ("a 1", "%*s %d %g"),
            ("-2.5e2xyz", "%f%g"),
            ("", "%d %d"),
        )
        self.emit(f'print sscanf("{line}", "{pattern}", &{x}, &{y})')
        self.emit(f'print sscanf("{self.pick("word 5", "  two words", "x")}", "%s %d", {text}, &{y}), {text}')
        self.emit(f"{{{self.show(x, y)}}}")
        self.emit(f"{{{x} = {self.number(0, 5)} {y} = {self.number(-3, 3)}}}")

    def step_compare(self):
        a, b = self.word(), self.word()
        self.emit(f"print strcmp({a}, {b}) == 0, strcmp({a}, {b}) > 0, strcmp({a}, {b}) < 0")

    def step_assign(self):
        a, b = self.random.sample(self.texts, 2)
        self.emit(
            self.pick(f"{a} = {b}", f'{{sprint({a}, "%s%s", {b}, {a})}}', f'{{sprint({a}, "{self.pick(*WORDS)}")}}')
        )
        self.emit(f"print {a}, {b}")

    def step_argument(self):
        procedure = self.program.fresh("change")
        a, b = self.random.sample(self.texts, 2)
        self.emit(
            f'proc {procedure}() {{ local k localobj sf\n  sf = new StringFunctions()  k = sf.len($s1)  sprint($s1, "%d:%s", k, $s2)  print $s1, argtype(1), argtype(2)\n}}'
        )
        self.emit(f"{{{procedure}({a}, {self.pick(b, chr(34) + 'lit' + chr(34))})}}")
        self.emit(f"print {a}")

    def step_String(self):
        holder = self.program.objref("holder")
        self.emit(f'{holder} = new String("{self.pick(*WORDS)}")')
        self.emit(f"print {holder}.s, {self.functions}.len({holder}.s)")
        self.emit(f"{holder}.s = {self.word()}")
        self.emit(f"print {holder}.s")

    def step_alias(self):
        box, x = self.program.objref("aliased"), self.program.numbers[2]
        self.emit(f"{box} = new List()")
        self.emit(f'{{{self.functions}.alias({box}, "twin", &{x})}}')
        self.emit(f"{{{self.show(f'{box}.twin')}}}")
        self.emit(f"{box}.twin = {self.number(-5, 5)}")
        self.emit(f"{{{self.show(x)}}}")

    def step_execute(self):
        text = self.pick(*self.texts)
        x = self.program.numbers[0]
        self.emit(f'{{sprint({text}, "{x} = %g", {self.value(-5, 5)}) execute({text})}}')
        self.emit(f"{{{self.show(x)}}}")

    def step_kind(self):
        point = self.program.handles[-1]
        self.emit(f"if (object_id({point})) {{ print {self.functions}.is_point_process({point}) != 0 }}")
