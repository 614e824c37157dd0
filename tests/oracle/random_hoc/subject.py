"""What the subjects of a mixed program have in common."""

import dataclasses


@dataclasses.dataclass(eq=False)
class Section:
    """A section that exists while the program's next statement runs."""

    name: str
    nseg: int = 1
    parent: "Section" = None
    mechanisms: set = dataclasses.field(default_factory=set)
    points: int = 0  # those of its 3-D shape
    owned: bool = False  # by an object of a template
    ends: bool = False  # a point process was put at its 0 or 1 end
    plain: bool = True  # has had no point process, and lost no mechanism

    def root(self):
        return self if self.parent is None else self.parent.root()


class Subject:
    """A subject's statements are its methods step_*: each writes one or more lines, or returns False where it cannot be."""

    feature = ""
    weight = 1

    def __init__(self, program):
        self.program = program
        self.random = program.random
        self.pick, self.emit, self.name = program.pick, program.emit, program.name
        self.steps = [getattr(self, name) for name in sorted(dir(self)) if name.startswith("step_")]

    def declare(self):
        """What stands at the program's start."""

    def finish(self):
        """What stands at its end."""

    def statement(self):
        for _ in range(20):
            step = self.random.choice(self.steps)
            if step() is not False:
                self.program.use(self.feature, step.__name__.removeprefix("step_"))
                return

    # Words

    def number(self, low, high, digits=3):
        return f"%.{digits}g" % self.random.uniform(low, high)

    def value(self, low, high):
        """A number between the limits: a literal, or an expression of the program's variables."""
        if self.random.random() < 0.7:
            return self.number(low, high)
        return f"{low} + abs({self.program.expression(1)}) % {high - low}"

    def position(self):
        return self.pick("0", "1", "0.5", "0.5", "0.1", "0.25", "0.3", "1/3", "0.7", "0.9", self.number(0, 1))

    def show(self, *expressions):
        """A line that prints them to the last bit, or fewer digits where the program says so."""
        digits = " ".join([self.program.digits] * len(expressions))
        if self.program.alone:  # what is 0 but for rounding
            expressions = [f"1000 + ({expression})" for expression in expressions]
        return f'printf("{digits}\\n", {", ".join(expressions)})'

    def section(self):
        return self.random.choice(self.program.tree)

    def set_nseg(self, section, nseg):
        """Notes a number of segments that the next line gives to the section."""
        section.nseg = nseg
        self.program.has_new_segments = True

    def may_resegment(self, section):
        """False if a child has a point process at its end: where that goes with the segments of a parent that it is connected to
        in the middle is undefined in NEURON (get_loc then gives positions above 1, or fails)."""
        return not any(child.ends and child.parent is section for child in self.program.tree)

    def site(self):
        """A section for a point process."""
        section = self.section()
        section.plain = False
        self.program.site = section
        return section

    def point_position(self):
        """A position for the point process that goes to the last `site`."""
        position = self.position()
        if position in ("0", "1"):
            self.program.site.ends = True
        return position

    def within(self, section, body):
        """The body, several statements, with this section accessed in one of the ways that there are."""
        kind = self.random.randrange(5)
        if kind == 0:
            self.emit(f"access {section.name}")
            self.program.accessed = section
            self.emit(f"{{{body}}}")
        elif kind == 1 and not section.owned:
            self.emit(f'{{push_section("{section.name}") {body} pop_section()}}')
        else:
            self.emit(f"{section.name} {{ {body} }}")
