"""Draws a program: lines of Python from the patterns of several subjects, some of them spoilt."""

import random
import re

from . import containers, mechanisms, points, runs, sections, templates, values, vectors

SUBJECTS = [sections, mechanisms, vectors, containers, templates, points, runs]
LEAST_LINES, MOST_LINES = 25, 60
SPOILT = 0.06  # of the lines get a wrong argument, count of arguments, or name
CONNECTS = re.compile(r"sec(\d+)\.connect\(sec(\d+)")
PLACE = re.compile(r"<(new:)?(\w+)>")


class Program:
    """`lines` are run one after the other; `kinds` says, for each, its subject and pattern.

    A pattern is a line with places: <kind> stands for a variable of that kind, or for a value of `values.py`; <new:kind> names a
    new variable, <same> for the last section. Lines whose pattern begins with ! are never spoilt. A subject has PATTERNS, and MAKERS {kind: patterns} for variables that a line needs first.
    """

    def __init__(self, seed, subjects=SUBJECTS):
        self.random = random.Random(f"python {seed}")
        self.lines, self.kinds = [], []
        self.variables, self.made = {}, 0
        self.makers = {kind: patterns for subject in SUBJECTS for kind, patterns in subject.MAKERS.items()}
        chosen = self.random.sample(subjects, min(len(subjects), self.random.randint(2, 4)))
        for kind in ("sec", "sec"):
            self.make(kind)
        for _ in range(self.random.randint(LEAST_LINES, MOST_LINES)):
            subject = self.random.choice(chosen)
            self.add(subject, self.random.choice(subject.PATTERNS))

    def add(self, subject, pattern, may_spoil=True):
        line = self.filled(pattern.removeprefix("!"))
        if may_spoil and not pattern.startswith("!") and self.random.random() < SPOILT and "<new:" not in pattern:
            line = self.spoilt(line)
        self.lines.append(line)
        self.kinds.append((subject.__name__.rsplit(".", 1)[-1], pattern))

    def filled(self, pattern):
        new, drawn = [], []

        def fill(place):
            if place[1]:
                new.append((place[2], self.fresh(place[2])))
                return new[-1][1]
            if place[2] == "same":
                return drawn[-1]
            value = self.value(place[2])
            if place[2] == "sec":
                drawn.append(value)
            return value

        line = PLACE.sub(fill, pattern)
        line = self.without_loops(line)
        for kind, name in new:
            self.variables.setdefault(kind, []).append(name)
        return line

    def without_loops(self, line):
        """A section is connected only to older ones: NEURON does not notice longer loops, and keeps half of a refused one."""
        connects = CONNECTS.match(line)
        if not connects:
            return line
        child, parent = (int(number) for number in connects.groups())
        if child == parent:
            return f"sec{child}.parentseg()"
        return line if child > parent else f"sec{parent}.connect(sec{child}{line[connects.end() :]}"

    def fresh(self, kind):
        self.made += 1
        return f"{kind}{self.made}"

    def value(self, kind):
        if kind in self.makers:
            if not self.variables.get(kind) or (self.random.random() < 0.05 and kind != "sec"):
                self.make(kind)
            return self.random.choice(self.variables[kind])
        return self.filled(values.draw(self.random, kind))

    def make(self, kind):
        pattern = self.random.choice(self.makers[kind])
        line = self.filled(pattern)
        self.lines.append(line)
        self.kinds.append(("make", pattern))

    def spoilt(self, line):
        """The line with a wrong value for one argument, one too many or too few, or a wrong name."""
        kind = self.random.randrange(4)
        calls = list(re.finditer(r"\(([^()\[\]{}\"]*)\)", line))
        if kind == 0 and calls:
            call = self.random.choice(calls)
            words = call[1].split(",") if call[1] else []
            words.append(" " + self.filled(values.draw(self.random, "wrong")))
            return f"{line[: call.start(1)]}{','.join(words).strip()}{line[call.end(1) :]}"
        if kind == 1 and calls:
            call = self.random.choice(calls)
            words = call[1].split(",")
            del words[self.random.randrange(len(words))]
            return f"{line[: call.start(1)]}{','.join(words).strip()}{line[call.end(1) :]}"
        if kind == 2 and calls:
            call = self.random.choice(calls)
            words = call[1].split(",") if call[1] else [""]
            at = self.random.randrange(len(words))
            name = re.match(r"\s*\w+\s*=", words[at])
            words[at] = (name[0] if name else "") + self.filled(values.draw(self.random, "wrong"))
            return f"{line[: call.start(1)]}{','.join(words).strip()}{line[call.end(1) :]}"
        members = list(re.finditer(r"\.([a-zA-Z_]\w*)", line))
        if kind == 3 and members:
            member = self.random.choice(members)
            return f"{line[: member.start(1)]}{self.random.choice(['nosuch', '_nosuch', member[1] + '_x'])}{line[member.end(1) :]}"
        return line
