"""Programs that mix sections, topology, mechanisms, distances, range variables, templates, events, Vectors, strings and the language."""

import collections
import random

from . import (
    cable,
    distance,
    events,
    language,
    mechanisms,
    networks,
    objects,
    ranges,
    statements,
    strings,
    templates,
    text_programs,
    topology,
    vectors,
)

OPTIONAL = [  # by feature, beside sections, which all programs have
    [topology.Topology],
    [mechanisms.Mechanisms],
    [distance.Distance],
    [ranges.Ranges],
    [templates.Templates, objects.Objects],
    [events.Events, networks.Networks],
    [vectors.Vectors],
    [strings.Strings, text_programs.TextPrograms],
]
LEAST_FEATURES = 5


class Mixed(language.Program):
    """`used` counts what stands in the text: (feature, kind of statement)."""

    def __init__(self, seed):
        super().__init__(seed)
        self.random = random.Random(f"mixed {seed}")
        self.used = collections.Counter()
        self.tree = []  # sections, in order of creation
        self.accessed = None
        self.handles = []  # objrefs to let go at the end
        self.digits = "%.17g"
        self.made = 0
        self.alone = False  # needs a separate process
        self.has_new_segments = False

    def emit(self, line):
        self.lines.append(line)

    def use(self, feature, kind):
        self.used[feature, kind] += 1

    def features(self):
        return {feature for feature, _ in self.used}

    def fresh(self, base):
        """A name that the program has not used yet."""
        self.made += 1
        return self.name(f"{base}{self.made}")

    def objref(self, base):
        name = self.fresh(base)
        self.handles.append(name)
        self.emit(f"objref {name}")
        return name

    def text(self):
        self.emit(
            "{t = 0 dt = 0.025 celsius = 6.3 secondorder = 0 tstop = 5 steps_per_ms = 40 v_init = -65 stoprun = 0}"
        )
        self.declare()
        subjects = [subject(self) for subject in self.choose()]
        for subject in subjects:
            subject.declare()
        turns = subjects * 2 + self.random.choices(subjects, k=self.random.randint(4, 14))
        self.random.shuffle(turns)
        for subject in turns:
            if self.random.random() < 0.15:
                self.statement(0)
                self.use("language", "statement")
            if self.has_new_segments:
                # NEURON looks up children's places again; to disconnect them before that is undefined: it reads segments that are gone.
                self.emit("{distance()}")
                self.has_new_segments = False
            subject.statement()
        for subject in subjects:
            subject.finish()
        self.show_variables()
        self.clean_up()
        return "\n".join(self.lines) + "\n"

    def choose(self):
        """The classes of this program's subjects, in a fixed order."""
        chosen = self.random.sample(OPTIONAL, self.random.randint(LEAST_FEATURES - 1, len(OPTIONAL)))
        found = [cable.Cable]
        for feature in OPTIONAL:
            if feature in chosen:
                found += feature if self.random.random() < 0.2 else [self.random.choice(feature)]
        return found + [statements.Statements] * (self.random.random() < 0.4)

    def clean_up(self):
        self.emit("{finitialize(-65)}")  # forgets events
        names = [*self.handles, *self.vectors, *(self.name(base) for base in ("o", "p", "l", "q", "r", "w2"))]
        self.emit("objref " + ", ".join(names))
        self.emit("forall delete_section()")
