"""Mechanisms in membranes and at points, and short runs with them."""

from .subject import Subject

PARAMETERS = {
    "pas": [("g_pas", 1e-5, 1e-3), ("e_pas", -80, -55)],
    "hh": [
        ("gnabar_hh", 0.05, 0.2),
        ("gkbar_hh", 0.01, 0.05),
        ("gl_hh", 1e-4, 5e-4),
        ("el_hh", -60, -50),
        ("ena", 40, 60),
        ("ek", -90, -70),
    ],
    "extracellular": [("xraxial[0]", 1e3, 1e9), ("xg[0]", 0.01, 1e3), ("xc[0]", 0, 2), ("e_extracellular", -1, 1)],
    "na_ion": [("ena", 40, 60), ("nai", 5, 15), ("nao", 100, 160)],
    "k_ion": [("ek", -90, -70), ("ki", 30, 70), ("ko", 2, 6)],
}
POINTS = {
    "IClamp": [("del", 0, 2), ("dur", 0.1, 3), ("amp", -0.2, 0.3)],
    "AlphaSynapse": [("onset", 0, 2), ("tau", 0.1, 2), ("gmax", 1e-4, 1e-2), ("e", -80, 20)],
    "ExpSyn": [("tau", 0.2, 5), ("e", -80, 20)],
    "Exp2Syn": [("tau1", 0.1, 1), ("tau2", 1.5, 5), ("e", -80, 20)],
    "SEClamp": [
        ("rs", 0.5, 10),
        ("dur1", 0, 2),
        ("amp1", -80, -40),
        ("dur2", 0, 1),
        ("amp2", -70, -20),
        ("dur3", 0, 1),
        ("amp3", -70, -50),
    ],
    "VClamp": [("dur[0]", 0.1, 2), ("amp[0]", -80, -40), ("dur[1]", 0.1, 1), ("amp[1]", -70, -20)],
    "APCount": [("thresh", -60, 0)],
}


class Mechanisms(Subject):
    feature = "mechanisms"

    def __init__(self, program):
        super().__init__(program)
        self.points = []  # [objref, class, section or None]

    def insert(self, section, mechanism):
        self.program.use(self.feature, mechanism)
        section.mechanisms.add(mechanism)
        if mechanism == "hh":
            section.mechanisms |= {"na_ion", "k_ion"}
        if mechanism == "extracellular":
            # Such cells are solved by another elimination than NEURON's, which then keeps its own for all cells of the process.
            self.program.digits = "%.9g"
            self.program.alone = True
        self.emit(self.pick(f"{section.name} insert {mechanism}", f"{section.name} {{ insert {mechanism} }}"))

    def mechanism(self):
        return self.pick(
            "pas", "pas", "hh", "hh", "na_ion", "k_ion", *(["extracellular"] if self.random.random() < 0.3 else [])
        )

    def step_insert(self):
        section, mechanism = self.section(), self.mechanism()
        self.insert(section, mechanism)
        for variable, low, high in self.random.sample(PARAMETERS[mechanism], 2):
            self.emit(
                f"{section.name} {{ {variable} = {self.value(low, high)} }}"
                if "[" not in variable
                else f"{section.name} {{ {variable} = {self.number(low, high)} }}"
            )
        names = [variable if "[" not in variable else f"{variable}(0.5)" for variable, _, _ in PARAMETERS[mechanism]]
        self.emit(f"{section.name} {{ {self.show(*names)} }}")

    def step_insert_everywhere(self):
        mechanism = self.pick("pas", "hh")
        for section in self.program.tree:
            section.mechanisms.add(mechanism)
            if mechanism == "hh":
                section.mechanisms |= {"na_ion", "k_ion"}
        self.program.use(self.feature, mechanism)
        self.emit(f"forall {{ insert {mechanism} }}")
        self.emit(f'forall {{ print secname(), ismembrane("{mechanism}"), ismembrane("na_ion") }}')

    def step_uninsert(self):
        there = [
            (section, name)
            for section in self.program.tree
            for name in sorted(section.mechanisms)
            if not name.endswith("_ion")
        ]
        if not there:
            return False
        section, mechanism = self.random.choice(there)
        section.mechanisms.discard(mechanism)
        section.plain = False
        self.emit(f"{section.name} {{ uninsert {mechanism} }}")
        self.emit(
            f'{section.name} {{ print ismembrane("{mechanism}"), ismembrane("pas"), ismembrane("hh"), ismembrane("k_ion") }}'
        )

    def step_ion_style(self):
        there = [
            (section, name)
            for section in self.program.tree
            for name in sorted(section.mechanisms)
            if name.endswith("_ion")
        ]
        if not there:
            return False
        section, ion = self.random.choice(there)
        self.emit(f'{section.name} {{ print ion_style("{ion}") }}')
        if self.random.random() < 0.5:
            self.emit(
                f'{section.name} {{ print ion_style("{ion}", {self.pick("1, 2, 1, 0, 1", "1, 1, 0, 0, 0", "2, 2, 1, 0, 0")}) }}'
            )

    def step_point(self):
        kind = self.random.choice(sorted(POINTS))
        self.program.use(self.feature, kind)
        section = self.site()
        point = self.program.objref("point")
        self.points.append([point, kind, section])
        self.emit(
            self.pick(
                f"{section.name} {point} = new {kind}({self.point_position()})",
                f"{section.name} {{ {point} = new {kind}({self.point_position()}) }}",
            )
        )
        for variable, low, high in POINTS[kind]:
            if self.random.random() < 0.8:
                self.emit(f"{point}.{variable} = {self.value(low, high)}")
        self.emit(f"{{{self.show(*(f'{point}.{variable}' for variable, _, _ in POINTS[kind]))}}}")
        self.where(point)

    def located(self):
        return [entry for entry in self.points if entry[2] in self.program.tree]

    def where(self, point):
        self.emit(
            f'{{x = {point}.get_loc() printf("%s %.17g\\n", secname(), x) pop_section()}}'.replace(
                "x =", f"{self.name('place')} ="
            ).replace(", x)", f", {self.name('place')})")
        )

    def step_move_point(self):
        if not self.points:
            return False
        entry = self.random.choice(self.points)
        entry[2] = self.site()
        self.emit(
            self.pick(
                f"{entry[2].name} {{ {entry[0]}.loc({self.point_position()}) }}",
                f"{entry[2].name} {entry[0]}.loc({self.point_position()})",
            )
        )
        self.where(entry[0])
        self.emit(f"{{{self.show(*(f'{entry[0]}.{variable}' for variable, _, _ in POINTS[entry[1]]))}}}")

    def step_where(self):
        if not self.points:
            return False
        for point, _, section in self.points:
            self.emit(f"print {point}.has_loc()")
            if section in self.program.tree:
                self.where(point)

    def step_standard(self):
        mechanism = self.pick("pas", "hh", "IClamp", "ExpSyn")
        standard, text, i = self.program.objref("standard"), self.program.texts[0], self.name("i_std")
        self.emit(f'{standard} = new MechanismStandard("{mechanism}", {self.pick(0, 1, 1, 2, 3)})')
        self.emit(
            f"for {i} = 0, {standard}.count() - 1 {{ {standard}.name({text}, {i}) print {text}, {standard}.get({text}) }}"
        )
        having = [section for section in self.program.tree if mechanism in section.mechanisms]
        if having:
            section = self.random.choice(having)
            self.emit(f"{section.name} {{ {standard}.in({self.pick('', self.position())}) }}")
            self.emit(
                f"for {i} = 0, {standard}.count() - 1 {{ {standard}.name({text}, {i}) {self.show(f'{standard}.get({text})')} }}"
            )
            self.emit(f"{self.random.choice(having).name} {{ {standard}.out() }}")

    def step_points_of_a_section(self):
        kind, types, point = (
            self.random.choice(sorted(POINTS)),
            self.program.objref("types"),
            self.program.objref("found"),
        )
        self.emit(f"{types} = new MechanismType(1)")
        self.emit(f'{{{types}.select("{kind}")}}')
        self.emit(
            f"{self.section().name} {{ for ({point} = {types}.pp_begin(); object_id({point}) != 0; {point} = {types}.pp_next()) {{ print {point} }} }}"
        )

    def step_run(self):
        self.run(self.random.randint(2, 60))

    def run(self, steps):
        if any(section not in self.program.tree for _, _, section in self.points):
            return False
        i = self.name("step")
        self.emit(
            f"{{dt = {self.pick('0.025', '0.025', '0.1', '0.05')} secondorder = {self.pick(0, 0, 0, 1, 2)} celsius = {self.pick('6.3', '6.3', '20')}}}"
        )
        self.emit(f"{{finitialize({self.pick('-65', '-65', '-70', '')})}}")
        self.emit(f"for {i} = 1, {steps} {{ fadvance() }}")
        self.emit(f"forall {{ {self.show('v(0.5)', f'v({self.position()})', 't')} }}")
        for section in self.program.tree:
            if "hh" in section.mechanisms:
                self.emit(f"{section.name} {{ {self.show('m_hh', 'ina(0.5)', 'ik(1)', 'gk_hh(0.3)')} }}")
                break
        for point, kind, _ in self.points:
            if kind not in ("APCount",):
                self.emit(f"{{{self.show(f'{point}.i')}}}")

    def step_list_of_mechanisms(self):
        """What a section has, by MechanismType."""
        types, text, i = self.program.objref("types"), self.program.texts[0], self.name("i_types")
        self.emit(f"{types} = new MechanismType(0)")
        self.emit(
            f"{self.section().name} {{ for {i} = 0, {types}.count() - 1 {{ {types}.select({i}) {types}.selected({text}) if (ismembrane({text})) {{ print {text} }} }} }}"
        )
        self.emit(
            f'{{{types}.select("{self.pick("pas", "hh", "na_ion", "capacitance")}") print {types}.selected() > 0}}'
        )

    def step_made_by_type(self):
        types, section, mechanism = self.program.objref("types"), self.section(), self.pick("pas", "hh")
        self.emit(f"{types} = new MechanismType(0)")
        self.emit(f'{{{types}.select("{mechanism}")}}')
        section.mechanisms |= {mechanism} | ({"na_ion", "k_ion"} if mechanism == "hh" else set())
        self.emit(f"{section.name} {{ {types}.make() }}")
        self.emit(f'{section.name} {{ print ismembrane("{mechanism}") }}')
        if self.random.random() < 0.4:
            section.mechanisms.discard(mechanism)
            section.plain = False
            self.emit(f"{section.name} {{ {types}.remove() }}")
            self.emit(f'{section.name} {{ print ismembrane("{mechanism}") }}')

    def step_point_by_type(self):
        kind, types, point = (
            self.pick("IClamp", "ExpSyn", "AlphaSynapse"),
            self.program.objref("types"),
            self.program.objref("point"),
        )
        section = self.site()
        self.emit(f"{types} = new MechanismType(1)")
        self.emit(f'{{{types}.select("{kind}")}}')
        self.emit(f"objref {point}")
        self.emit(f"{section.name} {{ {types}.make({point}) {point}.loc({self.point_position()}) }}")
        self.points.append([point, kind, section])
        self.where(point)
        self.emit(f"print {types}.is_netcon_target({types}.selected()), {types}.is_artificial({types}.selected())")

    def step_standard_copied(self):
        one, other = self.program.objref("standard"), self.program.objref("standard")
        mechanism, variable = self.pick(("pas", "g_pas"), ("pas", "e_pas"), ("hh", "gnabar_hh"), ("hh", "gl_hh"))
        self.emit(f'{one} = new MechanismStandard("{mechanism}", 1)\n{other} = new MechanismStandard("{mechanism}", 1)')
        self.emit(f'{{{one}.set("{variable}", {self.number(0.001, 0.3)})}}')
        self.emit(f"{{{other}.in({one}) {self.show(f'{other}.get({chr(34)}{variable}{chr(34)})')}}}")
        having = [section for section in self.program.tree if mechanism in section.mechanisms]
        if having:
            section = self.random.choice(having)
            self.emit(f"{section.name} {{ {other}.out({self.pick('', self.position())}) }}")
            self.emit(f"{section.name} for (x) {{ {self.show(f'{variable}(x)')} }}")

    def step_standard_of_a_point(self):
        located = self.located()
        if not located:
            return False
        point, kind, _ = self.random.choice(located)
        standard, text, i = self.program.objref("standard"), self.program.texts[0], self.name("i_std")
        self.emit(f'{standard} = new MechanismStandard("{kind}", 1)')
        self.emit(f"{{{standard}.in({point})}}")
        self.emit(
            f"for {i} = 0, {standard}.count() - 1 {{ {standard}.name({text}, {i}) print {text} {self.show(f'{standard}.get({text})')} }}"
        )
        self.emit(f"{{{standard}.out({point})}}")

    def step_defaults(self):
        """GLOBALs, and what new sections get."""
        self.emit(
            f"{{nai0_na_ion = {self.number(5, 15)} ko0_k_ion = {self.number(2, 5)} usetable_hh = {self.pick(0, 1, 1)}}}"
        )
        section = self.section()
        section.mechanisms |= {"hh", "na_ion", "k_ion"}
        self.emit(f"{section.name} {{ insert hh }}")
        self.emit("{finitialize(-65)}")
        self.emit(f"{section.name} {{ {self.show('nai', 'ko', 'ena', 'm_hh', 'n_hh')} }}")
        self.emit("{nai0_na_ion = 10 ko0_k_ion = 2.5 usetable_hh = 1}")

    def step_concentrations(self):
        section = self.section()
        if "na_ion" not in section.mechanisms:
            return False
        self.emit(
            f'{section.name} {{ print ion_style("na_ion", {self.pick("1, 2, 1, 1, 0", "3, 2, 1, 1, 1", "1, 1, 0, 0, 0")}) nai = {self.number(5, 20)} }}'
        )
        self.emit("{finitialize(-65)}")
        self.emit(
            f"{section.name} {{ {self.show('nai', 'nao', 'ena', 'nernst(nai, nao, 1)', f'nernst({chr(34)}ena{chr(34)})')} }}"
        )
        self.emit(
            f"{{{self.show('nernst(%s, %s, %d)' % (self.number(1, 20), self.number(50, 150), self.random.choice([1, 2, -1])), 'ghk(%s, %s, %s, 1)' % (self.number(-70, 30), self.number(1, 20), self.number(50, 150)))}}}"
        )

    def step_all_points_of_class(self):
        found, kind, i = self.program.objref("found"), self.random.choice(sorted(POINTS)), self.name("i_points")
        self.emit(f'{found} = new List("{kind}")')
        self.emit(
            f"for {i} = 0, {found}.count() - 1 {{ if ({found}.o({i}).has_loc()) {{ print {found}.o({i}), {found}.o({i}).get_loc(), secname() pop_section() }} }}"
        )
        self.emit(f"objref {found}")

    def step_array_of_points(self):
        points, size, i = self.program.fresh("points"), self.random.randint(2, 4), self.name("i_array")
        self.program.handles.append(points)
        section = self.site()
        section.ends = True
        kind, variable = self.pick(("IClamp", "amp"), ("ExpSyn", "tau"), ("AlphaSynapse", "onset"))
        self.emit(f"objref {points}[{size}]")
        self.emit(
            f"{section.name} {{ for {i} = 0, {size - 1} {{ {points}[{i}] = new {kind}({i} / {size - 1})  {points}[{i}].{variable} = {self.number(0.1, 2)} + {i} }} }}"
        )
        self.emit(
            f"for {i} = 0, {size - 1} {{ {self.show(f'{points}[{i}].get_loc()', f'{points}[{i}].{variable}')} pop_section() }}"
        )
        k = self.random.randrange(size)
        self.emit(
            f"objref {points}[{size}]"
            if self.random.random() < 0.3
            else f"{points}[{k}] = {points}[{size - 1 - k}]\n{{{self.show(f'{points}[{k}].{variable}')}}}"
        )

    def step_removed_everywhere(self):
        mechanism = self.pick("pas", "hh")
        for section in self.program.tree:
            section.mechanisms.discard(mechanism)
            section.plain = False
        self.emit(f"forall {{ uninsert {mechanism} }}")
        self.emit(f'forall {{ print ismembrane("{mechanism}"), ismembrane("na_ion") }}')

    def step_rates(self):
        """Functions of a mechanism. (minf and its kin, which they set, are RANGE in NEURON's wheels and GLOBAL here.)"""
        section = self.section()
        if "hh" not in section.mechanisms:
            return False
        self.emit(
            f"{section.name} {{ setdata_hh({self.position()}) rates_hh({self.number(-80, 20)}) {self.show(f'vtrap_hh({self.number(-3, 3)}, 10)')} }}"
        )

    def step_run_in_parts(self):
        if any(section not in self.program.tree for _, _, section in self.points):
            return False
        self.emit(
            f"{{dt = {self.pick('0.025', '0.05')} secondorder = 0 celsius = 6.3 finitialize({self.number(-75, -60)})}}"
        )
        for _ in range(self.random.randint(1, 3)):
            change = self.pick(
                "",
                f"dt = {self.pick('0.025', '0.1', '0.0125')}",
                f"{self.section().name}.v({self.pick('0.5', '0.3')}) = {self.number(-80, -40)}",
                f"celsius = {self.pick('6.3', '12')}",
                f"{self.section().name}.cm = {self.number(0.5, 2)}",
                f"{self.section().name}.Ra = {self.number(30, 200)}",
                "fcurrent()",
            )
            self.emit(f"{{{change}}}" if change else "{t = t}")
            self.emit(f"while (t < {self.number(0.2, 3)}) {{ fadvance() }}")
            self.emit(f"forall {{ {self.show('v(0.5)', f'v({self.position()})')} }}")
        self.emit(f"{{{self.show('t')}}}")
