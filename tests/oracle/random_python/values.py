"""Values that stand in patterns, by kind."""

VALUES = {
    "x": ["0.5", "0.5", "0", "1", "0.1", "0.25", "0.9", "1.0", "0.0"],
    "in": ["0.5", "0.5", "0.1", "0.25", "0.9", "0.7"],  # inside of a section
    "end": ["0", "1"],
    "num": ["0", "1", "2.5", "-3", "1e-3", "100", "7", "-0.25", "np.float64(1.5)", "np.int64(2)", "True", "3.0"],
    "pos": ["1", "2.5", "10", "0.1", "100", "33", "np.float64(4)"],
    "int": ["0", "1", "2", "3", "4"],
    "count": ["1", "2", "3", "5", "7"],
    "nseg": ["1", "2", "3", "5", "3.0", "4"],
    "idx": ["0", "1", "2", "-1", "-2", "3", "-5", "9", "np.int64(1)"],
    "slice": [":", "1:", ":2", "1:3", "::2", "::-1", "-2:", ":-1", "5:", "3:1"],
    "op": ["+", "-", "*", "/"],
    "cmp": ["==", "!="],
    "mech": ["pas", "hh", "pas", "hh", "na_ion", "k_ion", "ca_ion", "extracellular"],
    "conductance": ["0", "0.1", "0.12", "0.2", "np.float64(0.05)", "1e-3"],
    "wrong": ["None", "'abc'", "-1", "[]", "'0.5'", "object()", "2.5", "True", "<vec>", "<sec>", "{}", "(1, 2)", "-0.1", "1.1"],
    "str": ["'abc'", "''", "'x y'", "'a\\nb'"],
    "numbers": ["[1, 2, 3]", "(4.5, -1)", "[]", "range(4)", "np.arange(5.0)", "np.array([1, 2, 3])", "np.linspace(0, 1, 4)[::2]",
                "[True, 2, 3.5]", "(x * 2 for x in range(3))"],
    "fun": ["sin", "cos", "exp", "log", "sqrt", "abs", "log10", "tanh"],
}  # fmt: skip


def draw(random, kind):
    return random.choice(VALUES[kind])
