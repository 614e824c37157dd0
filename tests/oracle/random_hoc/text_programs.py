"""Code that a program writes for itself, errors that it survives, files, and words taken apart."""

from .subject import Subject

SENTENCES = ["one,two,,three", "k=12.5;m=-3;", "soma dend axon", "a:b:c", "17 4 0.25 -2e3", "x"]


class TextPrograms(Subject):
    feature = "strings"

    def declare(self):
        self.functions = self.program.objref("sf")
        self.emit(f"{self.functions} = new StringFunctions()")
        self.line, self.word, self.rest = (self.program.fresh(base) for base in ("line", "word", "rest"))
        self.emit(f"strdef {self.line}, {self.word}, {self.rest}")
        self.count = 0

    def step_defined_by_text(self):
        name, x = self.program.fresh("made"), self.program.numbers[0]
        body = self.pick(
            f"return $1 * {self.number(-3, 3)}",
            f"local a  a = $1 + {self.number(0, 3)}  return a ^ 2 % 7",
            "if ($1 > 0) { return 1 } else { return -1 }",
            "local i, s  s = 0  for i = 1, 3 { s += i * $1 }  return s",
        )
        self.emit(
            f'{{sprint({self.line}, "~func {name}() {{ {body} }}") }}'
            if "%" not in body
            else f'{self.line} = "~func {name}() {{ {body} }}"'
        )
        self.emit(f"{{execute({self.line})}}")
        self.emit(f"{{{self.show(f'{name}({self.number(-4, 4)})')}}}")
        if self.random.random() < 0.4:
            self.emit(f'{{execute("~func {name}() {{ return $1 - {x} }}")}}')
            self.emit(f"{{{self.show(f'{name}(2)')}}}")

    def step_redefined(self):
        name, caller = self.program.fresh("redone"), self.program.fresh("caller")
        self.emit(f'proc {name}() {{ print "first", $1 }}')
        self.emit(f"proc {caller}() {{ local i  for i = 0, $1 {{ {name}(i * i) }} }}")
        self.emit(f"{caller}({self.random.randint(0, 2)})")
        self.emit(f'proc {name}() {{ print "second", $1 / 2 }}')
        self.emit(f"{caller}({self.random.randint(0, 2)})")

    def step_survived_error(self):
        wrong = self.pick(
            "no_such_function(1)",
            "{x = }",
            "print nobody.x",
            "y = unheard_of + 1",
            "{new NoClass()}",
            "sqrt(-1)",
            "no_array[3] = 1",
            "1 +",
            "proc p( {",
            '{execerror(\\"thrown\\", \\"here\\")}',
            f"{self.functions}.no_such_method()",
            f"{self.program.vectors[0]}.x[100] = 1",
            "{1/0}",
        )
        self.emit(f'print execute1("{wrong}", 0)')
        self.emit(f'print execute1("{self.program.numbers[1]} = {self.number(-3, 3)}", 0), {self.program.numbers[1]}')

    def step_error_inside(self):
        """Loops and calls that an error leaves; what they did until then holds."""
        name, x = self.program.fresh("fails"), self.program.numbers[0]
        self.emit(f"{x} = 0")
        self.emit(
            f'proc {name}() {{ local i  for i = 1, 5 {{ {x} += i  if (i == $1) {{ execerror("stop", "") }} }}  print "not reached" }}'
        )
        self.emit(f'print execute1("{name}({self.random.randint(1, 5)})", 0), {x}')
        self.emit(f"{{{name}(9) print {x}}}")

    def step_split(self):
        separator = self.pick(",", ":", ";", " ", "=")
        self.emit(f'{self.line} = "{self.pick(*SENTENCES)}"')
        k = self.name("k_split")
        self.emit(f"{k} = 0")
        self.emit(f'while ({self.functions}.head({self.line}, "{separator}", {self.word}) != -1 && {k} < 9) {{')
        self.emit(f'  {{{self.functions}.tail({self.line}, "{separator}", {self.rest})}}')
        self.emit(f"  print {k}, {self.word}\n  {self.line} = {self.rest}\n  {k} += 1\n}}")
        self.emit(f"print {self.line}, {self.functions}.len({self.line})")

    def step_numbers_from_text(self):
        x, y, z = self.program.numbers
        self.emit(
            f'{self.line} = "{self.pick("3 4 5", "1.5,2.5,3.5", "12:30:05", "x 1 y 2", "1e2 1E-2 .5", "0x10 010 10", "+3 -4 5.", "9", "a b c", "  7   8")}"'
        )
        self.emit(
            f'print sscanf({self.line}, "{self.pick("%lf %lf %lf", "%lf,%lf,%lf", "%d:%d:%d", "%*s %lf %*s %lf", "%g%g%g", "%x %o %d", "%i %i %i", "%3lf", "%d%*c%d")}", &{x}, &{y}, &{z})'
        )
        self.emit(f"{{{self.show(x, y, z)}}}")
        self.emit(f"{{{x} = {self.number(0, 5)} {y} = {self.number(-3, 3)} {z} = {self.number(-3, 3)}}}")

    def step_words_from_text(self):
        self.emit(f'{self.line} = "{self.pick(*SENTENCES)}"')
        self.emit(
            f'print sscanf({self.line}, "{self.pick("%s %s", "%[a-z]%s", "%[^,],%s", "%[^=]=%s", "%2s%s", "%[^:]:%[^:]", "%*s %s %s")}", {self.word}, {self.rest})'
        )
        self.emit(f"print {self.word}, {self.rest}")

    def step_trim(self):
        self.emit(f'{self.line} = "{self.pick("  both  ", "left", "  ", chr(92) + "tx ", "xxaxx", "")}"')
        characters = self.pick("", "", ', "x"', ', " a"')
        self.emit(f"{{{self.functions}.{self.pick('ltrim', 'rtrim')}({self.line}, {self.word}{characters})}}")
        self.emit(f'{{printf("<%s> %d\\n", {self.word}, {self.functions}.len({self.word}))}}')

    def step_list_of_words(self):
        words, i = self.program.objref("words"), self.name("i_words")
        self.emit(f"{words} = new List()")
        for _ in range(self.random.randint(2, 4)):
            self.emit(f'{{{words}.{self.pick("append", "prepend")}(new String("{self.pick(*SENTENCES)}"))}}')
        self.emit(
            f'for {i} = 0, {words}.count() - 1 {{ printf("%d %s %d\\n", {i}, {words}.o({i}).s, {self.functions}.len({words}.o({i}).s)) }}'
        )
        self.emit(f"{words}.o(0).s = {self.word}")
        self.emit(f"print {words}.object(0).s, strcmp({words}.o(0).s, {words}.o(1).s) == 0")

    def step_formats(self):
        self.emit(
            f'{{printf("{self.pick("%s|%10s|%-10s|%.2s", "%s %s %s %s", "%5.1s|%s|%s|%3s")}\\n", {self.word}, {self.line}, "lit", {self.rest})}}'
        )
        self.emit(
            f'{{printf("%{self.pick("", "-", "+", "0", " ", "#")}{self.pick("", "4", "12")}{self.pick("", ".0", ".3", ".10")}{self.pick("g", "f", "e", "G", "E")}|\\n", {self.value(-500, 500)})}}'
        )
        self.emit(
            f'{{printf("%{self.pick("", "-", "+", "0", " ")}{self.pick("", "3", "9")}{self.pick("d", "i", "ld")}|%c%c\\n", {self.number(-5000, 5000, 7)}, {self.random.randint(65, 90)}, {self.random.randint(97, 122)})}}'
        )

    def step_object_in_text(self):
        thing = self.pick(self.functions, self.program.vectors[0], self.program.objref("empty"))
        self.emit(f'{{sprint({self.line}, "%s", {thing})}}')
        self.emit(f'print {self.functions}.substr({self.line}, "[") >= 0, {self.functions}.len({self.line}) > 3')
        self.emit(f"print object_id({thing}) == 0, {thing} == {thing}")

    def step_file(self):
        file = self.program.objref("file")
        self.count += 1
        path = f"{self.program.fresh('data')}.txt"
        x, y, _ = self.program.numbers
        self.emit(f"{file} = new File()")
        self.emit(f'print {file}.wopen("{path}"), {file}.isopen()')
        for _ in range(self.random.randint(1, 4)):
            self.emit(
                f'{{{file}.printf("{self.pick("%g %g", "%.3f;%d", "%8.2e %g")}\\n", {self.number(-9, 9)}, {self.number(-9, 9)})}}'
            )
        self.emit(f'{{{file}.printf("%s end 4\\n5 6\\n", "{self.pick(*SENTENCES)}") {file}.close()}}')
        self.emit(f"print {file}.isopen(), {file}.ropen()")
        self.emit(
            self.pick(
                f"{{{x} = {file}.scanvar() {y} = {file}.scanvar() print {x}, {y}}}",
                f'while (!{file}.eof()) {{ if ({file}.gets({self.line}) != -1) {{ printf("%s", {self.line}) }} }}',
                f"{{print {file}.gets({self.line}) print {self.line} print {file}.scanstr({self.word}), {self.word}, {file}.eof()}}",
            )
        )
        self.emit(f"{{{file}.close()}}")
        self.emit(
            self.pick(
                f'print {file}.aopen("{path}")\n{{{file}.printf("more\\n") {file}.close()}}\nprint {file}.ropen("{path}"), {file}.gets({self.line}), {self.line}\n{{{file}.close()}}',
                f'{{{file}.unlink()}}\nprint {file}.ropen("{path}")',
                f"{{{file}.getname({self.word})}}\nprint {self.word}",
            )
        )

    def step_old_file(self):
        path = f"{self.program.fresh('old')}.txt"
        x, y, _ = self.program.numbers
        self.emit(
            f'{{wopen("{path}") fprint("%g %g\\n", {self.number(-9, 9)}, {self.number(-9, 9)}) fprint("{self.pick("last", "3 words here", "5")}\\nend\\n") wopen()}}'
        )
        self.emit(f'{{ropen("{path}") {x} = fscan() {y} = fscan() getstr({self.line}) getstr({self.rest}) ropen()}}')
        self.emit(f"print {x}, {y}, {self.rest}")

    def step_current_names(self):
        self.emit(
            f'print name_declared("{self.pick(self.word, "no_name_here", "Vector", "L", self.program.numbers[0], self.program.vectors[0], "fadvance", "hh")}"), '
            f'{self.functions}.is_name("{self.pick("finitialize", "zzz", "1x", "dt", self.line)}")'
        )
