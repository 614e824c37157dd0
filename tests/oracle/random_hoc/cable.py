"""Sections: making them, geometry, 3-D points, lists of sections."""

from .subject import Section, Subject


class Cable(Subject):
    feature = "sections"

    def declare(self):
        count = self.random.randint(2, 5)
        self.create("soma", 1)
        self.create("dend", count)
        if self.random.random() < 0.5:
            self.create("axon", 1)
        tree = self.program.tree
        self.emit(f"access {tree[0].name}")
        self.program.accessed = tree[0]
        for i, section in enumerate(tree[1:], 1):
            section.parent = tree[self.random.randrange(i)]
            end = self.pick("0", "0", "0", "1")
            self.emit(f"connect {section.name}({end}), {section.parent.name}({self.pick('1', '1', '0', '0.5', '0.3')})")
        for section in tree:
            section.nseg = self.random.randint(1, 5)
            self.emit(
                f"{section.name} {{ nseg = {section.nseg} L = {self.value(10, 200)} diam = {self.value(1, 10)} Ra = {self.value(30, 200)} }}"
            )

    def create(self, base, size):
        name = self.program.fresh(base)
        if size == 1:
            self.emit(f"create {name}")
            self.program.tree.append(Section(name))
        else:
            self.emit(f"create {name}[{size}]")
            self.program.tree += [Section(f"{name}[{i}]") for i in range(size)]

    def step_geometry(self):
        section = self.section()
        what = self.pick("L", "diam", "Ra", "cm")
        limits = {"L": (5, 300), "diam": (0.5, 20), "Ra": (20, 300), "cm": (0.5, 2)}[what]
        if self.random.random() < 0.4:
            self.emit(f"{section.name}.{what} = {self.value(*limits)}")
        else:
            self.within(
                section,
                f"{what} {self.pick('=', '=', '=', '*=' if what != 'diam' else '=')} {self.value(*limits) if what == 'diam' else self.number(0.5, 2)}"
                if self.random.random() < 0.3
                else f"{what} = {self.value(*limits)}",
            )
        self.emit(
            f"{section.name} {{ {self.show('L', f'diam({self.position()})', 'Ra', f'area({self.position()})', f'ri({self.position()})')} }}"
        )

    def step_areas(self):
        section = self.section()
        self.within(section, f"for (x) {{ {self.show('x', 'area(x)', 'ri(x)')} }}")

    def step_nseg(self):
        section = self.section()
        if not self.may_resegment(section):
            return False
        self.set_nseg(section, self.random.randint(1, 9))
        self.emit(
            self.pick(
                f"{section.name} nseg = {section.nseg}",
                f"{section.name}.nseg = {section.nseg}",
                f"{section.name} {{ nseg = {section.nseg} }}",
            )
        )
        self.emit(f"{section.name} for (x) {{ {self.show('x', 'diam(x)', 'v(x)', 'cm(x)', 'area(x)')} }}")

    def step_forall_nseg(self):
        factor = self.pick(1, 1, 3)
        if any(section.nseg * factor > 15 or not self.may_resegment(section) for section in self.program.tree):
            return False
        for section in self.program.tree:
            self.set_nseg(section, section.nseg * factor)
        self.emit(f"forall {{ nseg *= {factor} {self.show('nseg', 'L', 'diam(0.3)')} }}")

    def step_points(self):
        section = self.section()
        section.points = self.random.randint(2, 6)
        points = [
            f"pt3dadd({', '.join(self.number(-50, 50) for _ in range(3))}, {self.number(0.5, 8)})"
            for _ in range(section.points)
        ]
        self.within(section, "pt3dclear() " + " ".join(points))
        self.emit(
            f"{section.name} {{ {self.show('n3d()', 'L', f'diam({self.position()})', f'area({self.position()})', f'ri({self.position()})')} }}"
        )
        self.show_points(section)

    def show_points(self, section):
        i = self.name("p3d")
        self.emit(
            f"{section.name} {{ for {i} = 0, n3d() - 1 {{ {self.show(*(f'{what}({i})' for what in ('x3d', 'y3d', 'z3d', 'diam3d', 'arc3d')))} }} }}"
        )

    def step_edit_points(self):
        shaped = [section for section in self.program.tree if section.points > 1]
        if not shaped:
            return False
        section = self.random.choice(shaped)
        i = self.random.randrange(section.points)
        place = ", ".join(self.number(-50, 50) for _ in range(3))
        edit, change = self.pick(
            (f"pt3dinsert({i}, {place}, {self.number(0.5, 8)})", 1),
            (f"pt3dchange({i}, {place}, {self.number(0.5, 8)})", 0),
            (f"pt3dchange({i}, {self.number(0.5, 8)})", 0),
            (f"pt3dremove({i})", -1),
            (f"pt3dadd({place}, 2)", 1),
        )
        if section.points + change < 2:
            return False
        section.points += change
        self.within(section, edit)
        self.emit(
            f"{section.name} {{ {self.show('n3d()', 'L', f'diam({self.position()})', f'area({self.position()})')} }}"
        )
        self.show_points(section)

    def step_clear_points(self):
        section = self.section()
        section.points = 0
        self.within(section, "pt3dclear()")
        self.emit(f"{section.name} {{ {self.show('n3d()', 'L', 'diam', 'area(0.5)')} }}")

    def step_define_shape(self):
        self.emit(
            "{distance() define_shape()}"
        )  # distance makes the order of sections that define_shape takes as it finds it
        for section in self.program.tree:
            section.points = max(section.points, 3)  # of those that had none
            self.show_points(section)
        section = self.section()
        self.emit(f"{section.name} {{ {self.show('L', 'diam(0.2)', 'area(0.7)')} }}")

    def step_list(self):
        sections = self.program.objref("list")
        self.emit(f"{sections} = new SectionList()")
        for _ in range(self.random.randint(1, 4)):
            self.within(
                self.section(),
                f"{sections}.{self.pick('append', 'append', 'wholetree', 'subtree', 'children', 'remove', 'allroots')}()",
            )
        if self.random.random() < 0.5:
            self.emit(f"print {sections}.unique()")
        self.within(
            self.section(),
            f"print {sections}.contains(), {sections}.size()"
            if self.random.random() < 0.5
            else f"print {sections}.contains()",
        )
        self.emit(
            self.pick(
                f"forsec {sections} {{ print secname(), nseg }}",
                f"{{{sections}.printnames()}}",
                f"forsec {sections} {{ {self.show('L', 'diam(0.4)')} }}",
            )
        )

    def step_list_minus_list(self):
        one, two = self.program.objref("list"), self.program.objref("list")
        self.emit(f"{one} = new SectionList()\n{two} = new SectionList()")
        self.emit(f"forall {{ {one}.append() }}")
        self.within(self.section(), f"{two}.subtree()")
        self.emit(f"{{{one}.remove({two}) {one}.printnames()}}")

    def step_reference(self):
        ref = self.program.objref("ref")
        section = self.section()
        self.emit(f"{section.name} {ref} = new SectionRef()")
        self.emit(f"print {ref}.has_parent(), {ref}.has_trueparent(), {ref}.nchild(), {ref}.exists(), {ref}.is_cas()")
        self.emit(f"{ref}.sec {{ print secname(), nseg }}")
        self.emit(f"{ref}.root {{ print secname() }}")
        self.emit(f"if ({ref}.has_parent()) {{ {ref}.parent {{ print secname() }} }}")
        self.emit(f"if ({ref}.has_trueparent()) {{ {ref}.trueparent {{ print secname(), L }} }}")
        k = self.name("child")
        self.emit(f"for {k} = 0, {ref}.nchild() - 1 {{ {ref}.child[{k}] {{ print secname(), parent_connection() }} }}")

    def step_names(self):
        tag = self.program.tag
        pattern = self.pick(
            "dend.*", f".*{tag}", "soma", "soma.*", r"dend.*\\[1\\]".replace("\\\\", "\\"), ".*[02].*", "d.*", "axon.*"
        )
        self.emit(
            self.pick(
                f'forsec "{pattern}" {{ print secname() }}',
                f'forall ifsec "{pattern}" {{ print secname(), nseg }}',
                f'forall if (issection("{pattern}")) print secname()',
            )
        )

    def step_exists(self):
        section = self.section()
        if section.owned:
            return False
        base, _, index = section.name.partition("[")
        index = index.rstrip("]")
        self.emit(
            f'print section_exists("{base}", {index or 0}), section_exists("{section.name}"), section_exists("nobody"), section_exists("{base}", 9)'
        )

    def step_number_of_section(self):
        section = self.section()
        number = self.name("number")
        self.emit(f"{section.name} {{ {number} = this_section() }}")
        self.emit(f"{{push_section({number}) print secname(), nseg pop_section()}}")

    def step_printed_section(self):
        """Only where the order of what is listed is NEURON's."""
        section = self.section()
        if not section.plain or not self.may_resegment(
            section
        ):  # a point process at a child's end is in its parent's segment
            return False
        self.emit(f"{section.name} {{ psection() }}")

    def step_later(self):
        self.create("late", self.random.randint(1, 2))

    def step_name_in_string(self):
        text = self.program.texts[0]
        self.emit(f"{self.section().name} {{ sectionname({text}) }}")
        self.emit(f"print {text}")
