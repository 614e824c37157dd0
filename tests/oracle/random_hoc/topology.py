"""The tree of sections and edits of it."""

from .subject import Section, Subject


class Topology(Subject):
    feature = "topology"

    def reconnect(self, child, parent):
        end, place = self.pick("0", "0", "1"), self.position()
        if self.random.random() < 0.3:
            self.emit(f"{child.name} {{ disconnect() }}")
        parted = "." in parent.name  # whose name cannot stand before a position
        self.emit(
            self.pick(
                *[] if parted else [f"connect {child.name}({end}), {parent.name}({place})"],
                f"{parent.name} connect {child.name}({end}), {place}",
            )
        )
        child.parent = parent

    def is_below(self, section, ancestor):
        while section is not None:
            if section is ancestor:
                return True
            section = section.parent
        return False

    def pair(self):
        """A child and a parent that it can be connected to without a loop."""
        tree = self.program.tree
        for _ in range(20):
            child, parent = self.random.choice(tree), self.random.choice(tree)
            if not child.owned and not self.is_below(parent, child):
                return child, parent
        return None

    def step_connect(self):
        pair = self.pair()
        if pair is None:
            return False
        self.reconnect(*pair)
        self.query(pair[0])

    def query(self, section):
        self.emit(
            f"{section.name} {{ print parent_connection(), section_orientation() {self.show('ri(0.5)', f'ri({self.position()})')} }}"
        )

    def step_query(self):
        self.query(self.section()) if self.random.random() < 0.5 else self.emit("{topology()}")

    def step_disconnect(self):
        section = self.section()
        section.parent = None
        self.within(section, "disconnect()")
        self.query(section)

    def step_delete(self):
        tree = self.program.tree
        section = self.section()
        if len(tree) < 3 or section.owned:
            return False
        for other in tree:
            if other.parent is section:
                other.parent = None
        tree.remove(section)
        self.emit(f"{section.name} {{ delete_section() }}")
        if self.program.accessed is section or self.random.random() < 0.5:
            self.program.accessed = self.section()
            self.emit(f"access {self.program.accessed.name}")
        self.emit(self.pick("{topology()}", "forall { print secname(), nseg }"))

    def step_splice(self):
        """A section between a child and its parent."""
        tree = self.program.tree
        children = [section for section in tree if section.parent is not None and not section.owned]
        if not children:
            return False
        child = self.random.choice(children)
        others = [
            section
            for section in tree
            if not self.is_below(section, child) and not self.is_below(child.parent, section) and not section.owned
        ]
        if not others:
            return False
        other = self.random.choice(others)
        self.reconnect(other, child.parent)
        self.reconnect(child, other)
        self.emit("{topology()}")

    def step_parent(self):
        name = self.name("up")
        self.emit(f"{self.section().name} {{ {name} = parent_section(0.5) }}")
        self.emit(f"if ({name}) {{ push_section({name}) print secname() pop_section() }}")

    def step_turned_tree(self):
        """A former root becomes a child of what was below it."""
        roots = [section for section in self.program.tree if section.parent is None and not section.owned]
        if len(roots) < 1:
            return False
        root = self.random.choice(roots)
        below = [section for section in self.program.tree if section.parent is root and not section.owned]
        if not below:
            return False
        child = self.random.choice(below)
        child.parent = None
        self.emit(f"{child.name} {{ disconnect() }}")
        self.reconnect(root, child)
        self.emit("{topology()}")
        self.emit(f"{child.name} {{ distance() }}")
        self.emit(f"forall {{ {self.show('distance(0.5)', 'distance(1)')} }}")

    def step_distances_after_edit(self):
        pair = self.pair()
        if pair is None:
            return False
        origin = self.section()
        self.reconnect(*pair)
        self.emit(f"{origin.name} {{ distance(0, {self.position()}) }}")
        self.emit(f"forall {{ for (x) {{ {self.show('distance(x)')} }} }}")

    def step_segments_after_edit(self):
        pair = self.pair()
        if pair is None:
            return False
        child, parent = pair
        self.reconnect(child, parent)
        changed = self.pick(child, parent)
        if not self.may_resegment(changed):
            return False
        self.set_nseg(changed, self.random.randint(1, 7))
        self.emit(f"{changed.name} {{ nseg = {changed.nseg} }}")
        self.query(child)
        self.emit(f"{changed.name} for (x, 0) {{ {self.show('x', 'diam(x)', 'area(x)', 'ri(x)')} }}")

    def step_chain(self):
        """A new array, each connected to the one before."""
        before = len(self.program.tree)
        size = self.random.randint(2, 4)
        base, i = self.program.fresh("chain"), self.name("i_chain")
        self.emit(f"create {base}[{size}]")
        parent = self.section()
        place = self.position()
        made = [Section(f"{base}[{k}]") for k in range(size)]
        owner = parent.name if "." not in parent.name else None
        if owner:
            self.emit(f"connect {base}[0](0), {owner}({place})")
        else:
            self.emit(f"{parent.name} connect {base}[0](0), {place}")
        self.emit(
            f"for {i} = 1, {size - 1} {{ connect {base}[{i}](0), {base}[{i} - 1]({self.pick('1', '1', '0.5', '0')}) }}"
        )
        self.emit(
            f"for {i} = 0, {size - 1} {base}[{i}] {{ L = {self.number(10, 60)} + {i} diam = 2 - {i} / 4 nseg = 1 + {i} % 2 }}"
        )
        for k, section in enumerate(made):
            section.parent = made[k - 1] if k else parent
            section.nseg = 1 + k % 2
        self.program.tree += made
        assert len(self.program.tree) == before + size
        self.emit(f'forsec "{base}" {{ {self.show("L", "ri(0.5)")} print secname(), parent_connection() }}')

    def step_delete_branch(self):
        """A section and all below it, by a list of them."""
        tree = self.program.tree
        section = self.section()
        branch = [other for other in tree if self.is_below(other, section)]
        if section.owned or any(other.owned for other in branch) or len(tree) - len(branch) < 2:
            return False
        sections = self.program.objref("branch")
        self.emit(f"{sections} = new SectionList()")
        self.emit(f"{section.name} {{ {sections}.subtree() }}")
        for other in branch:
            tree.remove(other)
        self.emit(f"forsec {sections} {{ delete_section() }}")
        self.program.accessed = self.section()
        self.emit(f"access {self.program.accessed.name}")
        self.emit("forall { print secname() }")
        self.emit("{topology()}")

    def step_count_children(self):
        ref, section = self.program.objref("ref"), self.section()
        self.emit(f"{section.name} {ref} = new SectionRef()")
        self.emit(f"print {ref}.nchild()")
        self.emit(
            f"{ref}.sec {{ {self.show('parent_node(0)')} }}" if False else f"{ref}.root {{ print secname(), nseg }}"
        )

    def step_disconnect_all(self):
        for section in self.program.tree:
            section.parent = None
        self.emit("forall { disconnect() }")
        self.emit("{topology()}")
