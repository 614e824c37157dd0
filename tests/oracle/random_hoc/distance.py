"""Path lengths from an origin."""

from .subject import Subject


class Distance(Subject):
    feature = "distance"

    def origin(self):
        self.within(self.section(), self.pick("distance()", f"distance(0, {self.position()})"))

    def declare(self):
        self.origin()

    def step_one_place(self):
        self.origin()
        self.emit(
            f"{self.section().name} {{ {self.show(f'distance({self.position()})', f'distance(1, {self.position()})')} }}"
        )

    def step_all_places(self):
        self.origin()
        self.emit(
            self.pick(
                f"forall {{ for (x) {{ {self.show('x', 'distance(x)')} }} }}",
                f"forall for (x, 0) {self.show('distance(x)')}",
            )
        )

    def step_between(self):
        one, other = self.section(), self.section()
        self.emit(f"{one.name} {{ distance(0, {self.position()}) }}")
        self.emit(f"{other.name} {{ {self.show(f'distance({self.position()})')} }}")

    def step_old_origin(self):
        """Lengths change below an origin that stays. (One whose segment an edit of the tree or of nseg takes away is undefined in NEURON.)"""
        self.origin()
        section = self.section()
        section.points = 0
        self.emit(f"{section.name} {{ pt3dclear() L = {self.number(5, 300)} }}")
        self.emit(f"forall {{ {self.show('distance(0.5)', f'distance({self.position()})')} }}")
