"""Which pairs of choices are refused, by whom, and why: what docs/joins.md shows.

A pair is refused if its case ends with an error whatever the other choices are. `says` is a part of the message. Where there
is none, the pair cannot be asked for.
"""

import dataclasses

BULK = ("rule", "table", "file", "synapses")
VARIABLE = ("global", "local")
CUT = ("kill -9", "SIGTERM", "Ctrl-C")
WHOLE_NETWORK = ("simulate", "advise")
EXTRACTS = ("extract and run", "extract and trace")
NOT_DETAILED = ("point processes", "artificial", "stepped", "mixed")
GAPS = ("singly", "rule")
SECTIONLESS = ("artificial", "stepped")


@dataclasses.dataclass(frozen=True)
class Refusal:
    one: tuple[str, tuple[str, ...]]  # a factor and some of its choices
    other: tuple[str, tuple[str, ...]]
    says: str | None
    why: str  # a sentence

    def holds(self, a, b):
        """Of two (factor, choice)."""
        return (self.fits(self.one, a) and self.fits(self.other, b)) or (
            self.fits(self.one, b) and self.fits(self.other, a)
        )

    @staticmethod
    def fits(choices, chosen):
        return choices[0] == chosen[0] and chosen[1] in choices[1]

    def pairs(self):
        return [((self.one[0], a), (self.other[0], b)) for a in self.one[1] for b in self.other[1]]


def options(name):
    return Refusal(
        ("script", ("python3",)), (name, ("on",)), None, f"`--{name}` is an option of `ranvier`; `python3` has none."
    )


REFUSALS = (
    Refusal(("made", BULK), ("gids", ("none",)), "gid", "`pc.connect` names cells by their gids."),
    Refusal(("made", ("synapses",)), ("cells", NOT_DETAILED), None, "Rules make synapses in cells with sections."),
    Refusal(("made", ("synapses",)), ("steps", VARIABLE), None, "More synapses choose other variable steps; the cases compare bits."),
    Refusal(("gap junctions", GAPS), ("cells", NOT_DETAILED), None, "The cases join cells whose dendrites have nothing else."),
    Refusal(("gap junctions", ("rule",)), ("gids", ("none",)), "gid", "`pc.connect` names cells by their gids."),
    Refusal(("gap junctions", GAPS), ("steps", ("local",)), "gap junctions", "With local variable steps, cells have no times in common."),
    Refusal(("gap junctions", GAPS), ("afterwards", EXTRACTS), "gap junctions", "Extracted cells run without their neighbors."),
    Refusal(("cells", ("stepped",)), ("steps", VARIABLE), "variable steps", "Cells that advance by steps need fixed steps."),
    Refusal(("steps", ("global",)), ("ranks", ("2", "3")), "one rank", "The global variable step is that of one rank."),
    Refusal(("steps", ("local",)), ("trace", ("on",)), "trace", "With local variable steps, cells have no times in common."),
    Refusal(("steps", VARIABLE), ("interrupted", ("kill -9",)), "steps are variable", "Checkpoints need fixed steps."),
    Refusal(("steps", VARIABLE), ("afterwards", WHOLE_NETWORK), "variable steps", "`exchange simulate` needs fixed steps."),
    Refusal(("steps", ("global",)), ("afterwards", ("replay",)), "variable steps of all cells", "The global variable step depends on all cells."),
    Refusal(("steps", VARIABLE), ("afterwards", EXTRACTS), "variable", "Extracted cells run with fixed steps."),
    Refusal(("cells", SECTIONLESS), ("afterwards", ("extract and trace",)), "", "Extracted artificial cells have no names."),
    Refusal(("connections", ("off",)), ("afterwards", WHOLE_NETWORK), "edges", "`exchange simulate` needs the connections."),
    Refusal(("summary", ("off",)), ("afterwards", WHOLE_NETWORK), "", "`exchange simulate` needs the summary."),
    Refusal(("summary", ("off",)), ("intervals", ("on",)), "--summary", "Intervals are noted in the summary."),
    Refusal(("gids", ("none",)), ("afterwards", ("replay", *EXTRACTS)), "no cell with gid", "Cells are chosen by their gids."),
    Refusal(("gids", ("none",)), ("afterwards", WHOLE_NETWORK), "", "`exchange simulate` places gids."),
    Refusal(("interrupted", CUT), ("afterwards", WHOLE_NETWORK), "resumed", "A summary describes one process, not two halves."),
    Refusal(("interrupted", CUT), ("trace", ("on",)), "trace", "Checkpoints do not include traces."),
    Refusal(("script", ("python3",)), ("afterwards", WHOLE_NETWORK), None, "`python3` has no options, and so no summary."),
    *map(options, ("raster", "trace", "summary", "intervals", "figures", "connections")),
)  # fmt: skip

# Cases that cannot be asked for.
NEEDS_RASTER = ("plot", "view", "compare", "replay", *EXTRACTS, *WHOLE_NETWORK)


def refusal_of(a, b):
    return next((refusal for refusal in REFUSALS if refusal.holds(a, b)), None)


def is_refused(a, b):
    return refusal_of(a, b) is not None


def is_possible(case, but=frozenset()):
    """Whether the choices, which may be of some factors only, contain no refused pair, and what they need can be there.

    `but`: a refused pair that they may contain.
    """
    chosen = list(case.items())
    for k, a in enumerate(chosen):
        if any(is_refused(a, b) and but != {a, b} for b in chosen[k + 1 :]):
            return False
    if case.get("gids") == "none" and case.get("ranks", "1") != "1" and case.get("report") == "on":
        return False  # cells without gids are in reports of a single rank only
    if case.get("gids") == "none" and case.get("ranks", "1") != "1" and case.get("interrupted") == "SIGTERM":
        return False  # such ranks run alone: those that got no signal would wait at the barrier
    no_raster = case.get("raster") == "off" and case.get("pc.raster") == "off"
    return not (no_raster and case.get("afterwards") in NEEDS_RASTER)
