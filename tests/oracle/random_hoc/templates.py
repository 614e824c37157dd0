"""Templates with sections, nested in one another, with iterators."""

from .subject import Section, Subject


class Templates(Subject):
    feature = "templates"

    def declare(self):
        cell, net, cable = self.name("Cell"), self.name("Net"), self.random.randint(1, 3)
        self.cell, self.net, self.dendrites = cell, net, cable
        self.cells = []  # [objref, {name: Section}]
        size = self.number(10, 100)
        for line in [
            f"begintemplate {cell}",
            "public soma, dend, all, synapses, each_section, grow, total, place, label, nseg_all, inner",
            f"external {self.program.numbers[0]}",
            f"create soma, dend[{cable}]",
            "objref all, synapses, inner, this",
            "strdef label",
            "proc init() { local i",
            "  all = new SectionList()  synapses = new List()",
            f"  soma {{ nseg = 1 L = {size} diam = $1  all.append() }}",
            f"  for i = 0, {cable - 1} {{ dend[i] {{ nseg = 2*i + 1 L = {self.number(20, 200)} diam = 1 + i  all.append() }}  connect dend[i](0), soma(i % 2) }}",
            '  sprint(label, "cell of %g", $1)',
            "  if (numarg() > 1) { forsec all { insert pas  g_pas = $2 } }",
            "}",
            "iterator each_section() { local i",
            "  i = 0",
            "  forsec all { $&1 = i  iterator_statement  i += 1 }",
            "}",
            "proc grow() { local i  for i = 0, $1 - 1 { soma synapses.append(new ExpSyn(0.5)) } }",
            f"func total() {{ local sum  sum = {self.program.numbers[0]}  forsec all {{ sum += L * diam(0.5) }}  return sum }}",
            "obfunc place() { return synapses.o($1) }",
            "proc nseg_all() { forsec all { nseg = $1 } }",
            f"endtemplate {cell}",
            f"begintemplate {net}",
            "public cells, size, add, cell, sum, each",
            f"external {self.program.numbers[0]}",
            "objref cells, this",
            "proc init() { cells = new List() }",
            f"proc add() {{ cells.append(new {cell}($1, 0.001)) }}",
            "func size() { return cells.count() }",
            "obfunc cell() { return cells.object($1) }",
            "func sum() { local i, s  s = 0  for i = 0, size() - 1 { s += cell(i).total() }  return s }",
            "iterator each() { local i  for i = 0, cells.count() - 1 { $&1 = i  iterator_statement } }",
            f"endtemplate {net}",
        ]:
            self.emit(line)
        self.index = self.name("k")
        self.emit(f"{self.index} = 0")
        self.network = self.program.objref("net")
        self.emit(f"{self.network} = new {net}()")
        self.step_new_cell()

    def step_new_cell(self):
        if len(self.cells) > 3:
            return False
        name = self.program.objref("cell")
        passive = self.random.random() < 0.5
        self.emit(f"{name} = new {self.cell}({self.number(2, 20)}{', ' + self.number(1e-4, 1e-3) if passive else ''})")
        soma = Section(f"{name}.soma", owned=True)
        sections = [soma] + [
            Section(f"{name}.dend[{i}]", nseg=2 * i + 1, parent=soma, owned=True) for i in range(self.dendrites)
        ]
        if passive:
            for section in sections:
                section.mechanisms.add("pas")
        self.program.tree += sections
        self.cells.append([name, sections])
        self.emit(f"print {name}.label")
        self.emit(f"{{{self.show(f'{name}.total()')}}}")

    def step_forget_cell(self):
        """The object goes, and its sections with it."""
        if len(self.cells) < 2:
            return False
        entry = self.random.choice(self.cells)
        name, sections = entry
        if self.program.accessed in sections:
            self.program.accessed = self.program.tree[0]
            self.emit(f"access {self.program.tree[0].name}")
        self.cells.remove(entry)
        for section in sections:
            self.program.tree.remove(section)
        for section in self.program.tree:
            if section.parent in sections:
                section.parent = None
        self.emit(f"objref {name}")
        self.emit("forall { print secname() }")

    def step_sections_of_a_cell(self):
        name, sections = self.random.choice(self.cells)
        k = self.index
        self.emit(
            self.pick(
                f"for {name}.each_section(&{k}) {{ print {k}, nseg, L }}",
                f"forsec {name}.all {{ {self.show('L', 'diam(0.5)', 'nseg')} }}",
                f"{name}.soma {{ print secname(), L }}",
                f"{{{self.show(f'{name}.soma.L', f'{name}.dend[0].diam(0.5)', f'{name}.dend.nseg')}}}",
            )
        )

    def step_segments(self):
        name, sections = self.random.choice(self.cells)
        count = self.random.randint(1, 4)
        if not all(self.may_resegment(section) for section in sections):
            return False
        for section in sections:
            self.set_nseg(section, count)
        self.emit(f"{{{name}.nseg_all({count})}}")
        self.emit(f"{{{self.show(f'{name}.total()', f'{name}.dend[0].diam({self.position()})')}}}")

    def step_synapses(self):
        name, sections = self.random.choice(self.cells)
        sections[0].plain = False
        self.emit(f"{{{name}.grow({self.random.randint(1, 3)})}}")
        self.emit(
            f"print {name}.synapses.count(), {name}.synapses.o({name}.synapses.count() - 1).get_loc()\n{{pop_section()}}"
        )
        self.emit(f"{name}.place(0).tau = {self.number(1, 5)}")
        self.emit(f"{{{self.show(f'{name}.place(0).tau', f'{name}.synapses.o(0).e')}}}")

    def step_network(self):
        self.emit(f"{{{self.network}.add({self.number(1, 9)})}}")
        self.emit(f"{{{self.show(f'{self.network}.sum()', f'{self.network}.size()')}}}")
        k = self.index
        self.emit(
            f"for {self.network}.each(&{k}) {{ print {self.network}.cell({k}).label, {self.network}.cells.o({k}).soma.diam(0.5) }}"
        )
        self.emit(f"{self.network}.cell(0).soma {{ print secname() }}")

    def step_owner(self):
        name, sections = self.random.choice(self.cells)
        owner = self.program.objref("owner")
        self.emit(f"{self.random.choice(sections).name} {{ {owner} = section_owner() }}")
        self.emit(f"print {owner} == {name}, object_id({owner}) != 0")

    def step_list_of_class(self):
        found = self.program.objref("found")
        self.emit(f'{found} = new List("{self.pick(self.cell, self.net)}")')
        self.emit(f"print {found}.count()")
        self.emit(f"objref {found}")

    def step_execute_inside(self):
        name, _ = self.random.choice(self.cells)
        self.emit(
            f'{{execute("forsec all {{ {self.pick("Ra = 90", "cm = 1.5")} }}  inner = new Vector(3, 2)", {name})}}'
        )
        self.emit(f"print {name}.inner.sum(), {name}.soma.cm")
