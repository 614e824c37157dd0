"""The tree of sections and edits of it."""
from .subject import Subject


class Topology(Subject):
    feature = "topology"

    def reconnect(self, child, parent):
        end, place = self.pick("0", "0", "1"), self.position()
        child.plain = child.plain and end == "0"
        if self.random.random() < 0.3:
            self.emit(f"{child.name} {{ disconnect() }}")
        parted = "." in parent.name  # whose name cannot stand before a position
        self.emit(self.pick(*[] if parted else [f"connect {child.name}({end}), {parent.name}({place})"], f"{parent.name} connect {child.name}({end}), {place}"))
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
        self.emit(f"{section.name} {{ print parent_connection(), section_orientation() {self.show('ri(0.5)', f'ri({self.position()})')} }}")

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
        others = [section for section in tree if not self.is_below(section, child) and not self.is_below(child.parent, section) and not section.owned]
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
