"""Range variables: set and read at a place, over a range, in whole sections and many of them."""

from .subject import Section, Subject


class Ranges(Subject):
    feature = "range variables"

    def variable(self, section):
        choice = ["v", "cm", "diam"]
        if "pas" in section.mechanisms:
            choice += ["g_pas", "e_pas"]
        if "hh" in section.mechanisms:
            choice += ["gnabar_hh", "gkbar_hh", "gl_hh", "ena", "ek"]
        if (
            section.points or section.owned
        ):  # behind a dot NEURON does not notice a new diameter, before it next looks at all
            choice.remove("diam")
        return self.random.choice(choice)

    def limits(self, variable):
        return {
            "v": (-80, -40),
            "cm": (0.5, 2),
            "diam": (0.5, 9),
            "g_pas": (1e-5, 1e-3),
            "e_pas": (-80, -50),
            "gnabar_hh": (0.05, 0.2),
            "gkbar_hh": (0.01, 0.05),
            "gl_hh": (1e-4, 5e-4),
            "ena": (40, 60),
            "ek": (-90, -70),
        }[variable]

    def read(self, section, variable):
        self.emit(
            self.pick(
                f"{section.name} {{ {self.show(variable, f'{variable}({self.position()})', f'{variable}({self.position()})')} }}",
                f"{section.name} for (x) {{ {self.show(f'{variable}(x)')} }}",
                f"{section.name} for (x, 0) {{ {self.show('x', f'{variable}(x)')} }}",
                f"{{{self.show(f'{section.name}.{variable}({self.position()})', f'{section.name}.{variable}')}}}",
            )
        )

    def step_at_a_place(self):
        section = self.section()
        variable = self.variable(section)
        value = self.value(*self.limits(variable))
        self.emit(
            self.pick(
                f"{section.name}.{variable}({self.position()}) = {value}",
                f"{section.name} {{ {variable}({self.position()}) = {value} }}",
                f"{section.name} {variable}({self.position()}) {self.pick('+=', '*=', '/=', *([] if variable == 'diam' else ['-=']))} {self.number(0.9, 1.1)}",
            )
        )
        self.read(section, variable)

    def step_in_the_section(self):
        section = self.section()
        variable = self.variable(section)
        value = self.value(*self.limits(variable))
        self.emit(
            self.pick(
                f"{section.name}.{variable} = {value}",
                f"{section.name} {{ {variable} = {value} }}",
                f"{section.name} {variable} = {value}",
            )
        )
        self.read(section, variable)

    def step_over_a_stretch(self):
        section = self.section()
        variable = self.variable(section)
        start, end = sorted(self.random.sample([0, 0.1, 0.25, 0.3, 0.5, 0.62, 0.8, 1], 2))
        if self.random.random() < 0.4:
            start, end = 0, 1
        ends = f"{self.number(*self.limits(variable))}:{self.number(*self.limits(variable))}"
        operator = self.pick("=", "=", "=", "=", "+=", "*=") if variable == "v" else "="
        behind = f"{section.name} {{ {variable}({start}:{end}) {operator} {ends} }}"
        self.emit(
            behind
            if section.owned
            else self.pick(f"{section.name}.{variable}({start}:{end}) {operator} {ends}", behind)
        )
        self.emit(f"{section.name} for (x) {{ {self.show(f'{variable}(x)')} }}")

    def step_loop_over_places(self):
        section = self.section()
        variable = self.variable(section)
        low, high = self.limits(variable)
        function = f"{low} + {self.number(0.1, 1)} * {high - low:g} * x"
        self.emit(
            f"{section.name} for {self.pick('(x)', '(x, 0)')} {{ {variable}(x) = {self.pick(function, function + '^2')} }}"
        )
        self.read(section, variable)

    def step_forall(self):
        variable = self.pick("v", "cm")
        value = self.value(*self.limits(variable))
        self.emit(
            self.pick(
                f"forall {{ {variable} = {value} }}",
                f"forall for (x) {variable}(x) += {self.number(0.01, 0.1)} * x",
                f"forall {variable}(0:1) = {value.split()[0]}:{self.number(*self.limits(variable))}",
            )
        )
        self.emit(f"forall {{ {self.show(variable, f'{variable}({self.position()})', f'{variable}(1)')} }}")

    def step_forsec(self):
        variable = self.pick("v", "cm")
        self.emit(
            f'forsec "{self.pick("dend", "soma", "d.*", ".*")}" {{ {variable} = {self.value(*self.limits(variable))} {self.show(f"{variable}({self.position()})")} }}'
        )

    def step_by_list(self):
        sections = self.program.objref("list")
        self.emit(f"{sections} = new SectionList()")
        self.emit(f"{self.section().name} {{ {sections}.{self.pick('subtree', 'wholetree', 'append')}() }}")
        variable = self.pick("v", "cm")
        self.emit(
            f"forsec {sections} {{ {variable} = {self.value(*self.limits(variable))} {self.show(f'{variable}({self.position()})')} }}"
        )

    def step_by_reference(self):
        section = self.section()
        variable = self.variable(section)
        if variable == "diam":
            return False
        ref = self.program.objref("ref")
        self.emit(f"{section.name} {ref} = new SectionRef()")
        self.emit(
            self.pick(
                f"{ref}.sec.{variable}({self.position()}) = {self.value(*self.limits(variable))}",
                f"{ref}.sec {{ {variable} = {self.value(*self.limits(variable))} }}",
            )
        )
        self.emit(f"{{{self.show(f'{ref}.sec.{variable}({self.position()})', f'{ref}.sec.{variable}')}}}")

    def step_pointer(self):
        section = self.section()
        variable = self.variable(section)
        if (
            variable == "diam"
        ):  # NEURON does not notice what is written into a diameter through a pointer, before it next looks at all
            return False
        procedure = self.program.fresh("store")
        self.emit(f"proc {procedure}() {{ $&1 = $2 }}")
        self.emit(
            f"{{{procedure}(&{section.name}.{variable}({self.position()}), {self.value(*self.limits(variable))})}}"
        )
        self.read(section, variable)

    def step_along_a_path(self):
        one, other = self.section(), self.section()
        if one.root() is not other.root() or one is other:
            return False
        plot, y, x = (self.program.objref(base) for base in ("path", "pathy", "pathx"))
        self.emit(f'{plot} = new RangeVarPlot("{self.pick("v", "cm", "diam")}")')
        self.emit(f"{one.name} {{ {plot}.begin({self.position()}) }}")
        self.emit(f"{other.name} {{ {plot}.end({self.position()}) }}")
        self.emit(f"{y} = new Vector()\n{x} = new Vector()")
        self.emit(f"print {plot}.to_vector({y}, {x})")
        self.emit(f'{{{y}.printf("%.17g ") {x}.printf("%.17g ")}}')
        self.emit(f"objref {plot}")  # else it fails once the path is gone

    def step_array_in_a_loop(self):
        """Over an array of sections."""
        base, i = self.program.fresh("row"), self.name("i_row")
        size = self.random.randint(2, 4)
        self.emit(f"create {base}[{size}]")
        self.program.tree += [Section(f"{base}[{k}]", nseg=k + 1) for k in range(size)]
        self.emit(
            f"for {i} = 0, {size - 1} {{ {base}[{i}] {{ nseg = {i} + 1 L = 20 * ({i} + 1) diam(0:1) = {self.number(1, 5)}:{self.number(1, 5)} }} }}"
        )
        self.emit(f"for {i} = 0, {size - 1} {{ {base}[{i}].cm = 1 + {i} / 8  {base}[{i}].v(0.5) = -60 - {i} }}")
        self.emit(
            f"for {i} = 0, {size - 1} {{ {self.show(f'{base}[{i}].cm(0.3)', f'{base}[{i}].v', f'{base}[{i}].diam(0.9)', f'{base}[{i}].L')} }}"
        )

    def step_segments_thereafter(self):
        """Values in segments that become more or fewer."""
        section = self.section()
        if not self.may_resegment(section):
            return False
        variable = self.pick(
            "v",
            "cm",
            *(["g_pas"] if "pas" in section.mechanisms else []),
            *(["gnabar_hh", "ena"] if "hh" in section.mechanisms else []),
        )
        low, high = self.limits(variable)
        self.emit(f"{section.name} for (x) {{ {variable}(x) = {low} + x * {self.number(0.1, 1)} * {high - low:g} }}")
        for _ in range(self.random.randint(1, 3)):
            self.set_nseg(section, self.random.randint(1, 8))
            self.emit(f"{section.name}.nseg = {section.nseg}")
            self.emit(f"{section.name} for (x) {{ {self.show('x', f'{variable}(x)')} }}")

    def step_in_a_procedure(self):
        name, section = self.program.fresh("sets"), self.section()
        variable = self.pick("v", "cm")
        low, high = self.limits(variable)
        self.emit(f"proc {name}() {{ local x, n  n = 0  for (x, 0) {{ {variable}(x) = $1 + n  n += $2 }}  print n }}")
        self.emit(f"{section.name} {{ {name}({low}, {self.number(0.01, 0.5)}) }}")
        self.read(section, variable)

    def step_sums(self):
        x = self.program.numbers[1]
        what = self.pick(
            "area(x)", "diam(x) * L / nseg", "cm(x) * area(x)", "v(x)", "ri(x)" if False else "area(x) / (L + 1)"
        )
        self.emit(f"{x} = 0")
        self.emit(f"forall for (x, 0) {x} += {what}")
        self.emit(f"{{{self.show(x)}}}")
        self.emit(f"{x} = {self.number(-2, 2)}")

    def step_by_distance(self):
        variable = self.pick("cm", "v")
        low, high = self.limits(variable)
        self.emit(f"{self.section().name} {{ distance(0, {self.position()}) }}")
        self.emit(
            f"forall for (x, 0) {{ if (distance(x) < 1e6) {{ {variable}(x) = {low} + ({high - low:g}) / (1 + distance(x) / {self.number(20, 300)}) }} }}"
        )
        self.emit(f"forall {{ {self.show(f'{variable}(0.5)', f'{variable}({self.position()})')} }}")

    def step_with_points(self):
        """Values of a section whose diameters come from its shape."""
        section = self.section()
        section.points = 3
        self.emit(
            f"{section.name} {{ pt3dclear() pt3dadd(0, 0, 0, {self.number(1, 6)}) pt3dadd({self.number(10, 60)}, 0, 0, {self.number(1, 6)}) pt3dadd({self.number(70, 150)}, {self.number(-9, 9)}, 0, {self.number(1, 6)}) }}"
        )
        self.emit(f"{section.name} for (x) {{ {self.show('diam(x)', 'area(x)', 'ri(x)')} }}")
        if self.may_resegment(section):
            self.set_nseg(section, self.random.randint(1, 6))
            self.emit(f"{section.name} {{ nseg = {section.nseg} {self.show('L', 'diam(0.3)', 'area(0.8)')} }}")
        change = self.pick(
            "",
            f"diam({self.position()}) = {self.number(1, 6)}",
            f"diam = {self.number(1, 6)}",
            f"L = {self.number(20, 300)}",
        )
        if change:
            self.emit(f"{section.name} {{ {change} {self.show('L', 'diam(0.3)', 'area(0.8)')} }}")
            i = self.name("p3d")
            self.emit(
                f"{section.name} {{ for {i} = 0, n3d() - 1 {{ {self.show(f'x3d({i})', f'diam3d({i})', f'arc3d({i})')} }} }}"
            )

    def step_copied(self):
        """From one section to another, segment by segment."""
        one, other = self.section(), self.section()
        variable, keep = self.pick("v", "cm"), self.program.objref("keep")
        i = self.name("i_keep")
        self.emit(f"{keep} = new Vector()")
        self.emit(f"{one.name} for (x, 0) {{ {keep}.append({variable}(x)) }}")
        self.emit(f"{i} = 0")
        self.emit(f"{other.name} for (x, 0) {{ {variable}(x) = {keep}.x[{i} % {keep}.size()]  {i} += 1 }}")
        self.read(other, variable)

    def step_operator_without_a_position(self):
        """Changes each segment by itself."""
        section, variable = self.section(), self.pick("cm", "v")
        low, high = self.limits(variable)
        self.emit(f"{section.name} for (x, 0) {{ {variable}(x) = {low} + {high - low:g} * x }}")
        self.emit(f"{section.name} {{ {variable} {self.pick('*=', '+=', '/=')} {self.number(0.5, 1.5)} }}")
        self.emit(f"{section.name} for (x) {{ {self.show(f'{variable}(x)')} }}")
