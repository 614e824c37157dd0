"""Random networks of detailed cells by rule, whose connections can be listed and made one by one (detailed_net.py)."""

import random

from .detailed_net import CELLS, LIST

SETUP = """
objref starts, from, to, at, where
starts = new Vector(8)
{ starts.indgen() }
cells = pc.cells("Pyramid", 0, 24, "position", "box", 0, 300, 0, 100, 0, 300)
drives = pc.cells("NetStim", 24, 8, "interval", 6, "number", 1e9, "start", starts, "position", "box", 0, 300, 0, 100, 0, 300)
"""


class RandomRules:
    """The network of a seed; `text` makes and lists it."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        calls = [self.call("drives", 0.006)]
        calls += [self.call(self.random.choice(("cells", "drives")), 0.001) for _ in range(self.random.randint(1, 3))]
        if self.random.random() < 0.5:
            calls.append(self.table())
        self.text = CELLS + SETUP + "".join(calls) + LIST + "{ list_connections() }\n"

    def number(self, low, high):
        return f"{self.random.uniform(low, high):.4g}"

    def quantity(self, typical, expressions):
        """Around a typical value."""
        pick = self.random.choice
        forms = [
            f"{typical:g}",
            f'"uniform", {typical / 2:g}, {typical * 2:g}',
            f'"normal", {typical:g}, {typical / 4:g}, "clip", {typical / 4:g}',
            f'"lognormal", log({typical:g}), 0.3',
        ]
        if expressions:
            forms += [
                f'"{typical:g}*(1 + dist/{pick((100, 250))})"',
                f'"{typical:g}*(2 - exp(-diam))"',
                f'"{typical:g}*(1 + order)"',
            ]
        return pick(forms)

    def rule(self):
        pick, count = self.random.choice, self.random.randint
        kind = pick(("fixed_indegree", "fixed_outdegree", "fixed_total_number", "pairwise_bernoulli", "all_to_all"))
        words = {
            "fixed_indegree": f", {count(2, 6)}",
            "fixed_outdegree": f", {count(4, 12)}",
            "fixed_total_number": f", {count(40, 120)}",
            "pairwise_bernoulli": f", {self.number(0.1, 0.5)}",
            "all_to_all": "",
        }[kind]
        if kind in ("fixed_indegree", "pairwise_bernoulli") and self.random.random() < 0.5:
            words += f', "falloff", "{pick(("gaussian", "exponential"))}", {count(60, 150)}'
            words += pick(("", f', "cutoff", {count(200, 400)}')) + pick(
                ("", ', "axes", "xz", "periodic", 300, 0, 300')
            )
        if self.random.random() < 0.3:
            words += pick((', "contacts", 3', ', "contacts", "poisson", 2.5'))
        return f'"{kind}"{words}'

    def made(self, is_table=False):
        pick = self.random.choice
        mechanism = pick(("Exp2Syn", "ExpSyn"))
        words = f'"make", "{mechanism}"'
        if mechanism == "Exp2Syn":
            words += f', "tau1", 0.5, "tau2", {self.quantity(3, not is_table)}'
        else:
            words += f', "e", {pick((0, -80, -10))}'
        if not is_table:
            words += f', "on", "{pick(("dend", "soma", "all", "dend tuft", "soma tuft"))}"'
            words += pick(
                ("", ', "by", "area"', ', "by", "segment"', ', "by", "exp(-dist/100)"', ', "by", "1 + order"')
            )
            words += pick(("", "", f', "distance", 0, {self.random.randint(30, 300)}'))
        return words + pick(("", ', "share", "segment"'))

    def delay(self):
        words = f'"delay", {self.quantity(self.random.choice((0.5, 1, 2)), False)}'
        if self.random.random() < 0.3:
            words += f', "velocity", {self.random.choice((100, 400))}'
        return words + self.random.choice(("", ', "delay_resolution", 0.1'))

    def call(self, sources, weight):
        more = self.random.choice(("", ', "autapses", 0')) + f', "seed", {self.random.randint(0, 9)}'
        words = f'{self.rule()}, {self.made()}, "weight", {self.quantity(weight, True)}, {self.delay()}{more}'
        if '"distance"' in words and '"tuft"' in words:
            words = words.replace('"soma tuft"', '"all"')
        return f"{{ pc.connect({sources}, cells, {words}) }}\n"

    def table(self):
        """Some listed connections, with their places."""
        count, lines = self.random.randint(3, 40), []
        columns = {"from": (0, 31), "to": (0, 23), "at": (0, 3)}
        for name, (low, high) in columns.items():
            lines.append(f"{name} = new Vector()")
            lines += [f"{{ {name}.append({self.random.randint(low, high)}) }}" for _ in range(count)]
        lines.append("where = new Vector()")
        lines += [f"{{ where.append({self.number(0, 1)}) }}" for _ in range(count)]
        words = f'{self.made(True)}, "section", at, "x", where, "weight", {self.quantity(0.001, True)}, {self.delay()}'
        return "\n".join(lines) + f'\n{{ pc.connect(from, to, "table", {words}) }}\n'
