"""observe.py TASK.json: runs a published program unchanged, and writes the numbers that are compared.

TASK names the program, a folder and the expressions (tests/clients/catalog.py says what they mean). Each rank writes
FOLDER/RANK.json. A notebook's cells run in order in one namespace, without the lines that only Jupyter understands:
`%matplotlib inline`, `!pip install`.
"""

import ast
import collections.abc
import json
import os
import pathlib
import re
import sys
import types

PARTS = ("spikes", "traces", "values", "variable_step")


def by_gid(times, gids):
    """Spike times of each gid, from the two lists that simulators record."""
    found = {}
    for time, gid in sorted(zip(map(float, times), map(int, gids), strict=True)):
        found.setdefault(gid, []).append(time)
    return found


def plain(value):
    """What json can write: numbers, names, lists and mappings, with all digits."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, collections.abc.Mapping):
        return {str(name): plain(one) for name, one in value.items()}
    try:
        return float(value)
    except TypeError:
        return [plain(one) for one in value]


def code_cells(notebook):
    """The sources of a notebook's code cells."""
    cells = json.loads(pathlib.Path(notebook).read_text())["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def written_file(cell):
    """(name, text) of a %%writefile cell, else None."""
    first, _, rest = cell.partition("\n")
    return (first.split()[1], rest) if first.startswith("%%writefile ") else None


def python_of(cell):
    """The cell without the lines that only Jupyter understands."""
    return "\n".join("" if re.match(r"[%!]", line) else line for line in cell.splitlines())


class ObserveBeforeQuit(ast.NodeTransformer):
    """Observes before a call like `h.quit()`, which ends the process: `(observe_program(), h.quit())[1]`."""

    def visit_Call(self, node):
        self.generic_visit(node)
        if not (isinstance(node.func, ast.Attribute) and node.func.attr == "quit"):
            return node
        observe = ast.parse("observe_program()", mode="eval").body
        pair = ast.Subscript(ast.Tuple([observe, node], ast.Load()), ast.Constant(1), ast.Load())
        return ast.fix_missing_locations(ast.copy_location(pair, node))


class Observer:
    """Runs the program of a task as __main__ and keeps what its expressions yield."""

    def __init__(self, task):
        self.task = task
        self.module = types.ModuleType("__main__")
        self.names = self.module.__dict__
        self.found = {part: {} for part in PARTS}
        self.last = {part: {} for part in PARTS}
        self.missing = {}

    def look(self, place=""):
        """Evaluates the expressions and keeps what changed since the last look. Names may not exist yet."""
        for part in PARTS:
            if not self.task[part]:
                continue
            try:
                value = plain(eval(self.task[part], self.names | {"by_gid": by_gid, "sys": sys}))
            except (NameError, AttributeError, KeyError) as error:
                if not self.found[part]:
                    self.missing[part] = f"{type(error).__name__}: {error}"
                continue
            self.missing.pop(part, None)
            changed = {name: one for name, one in value.items() if self.last[part].get(name) != one}
            self.found[part] |= {place + name: one for name, one in changed.items()}
            self.last[part] = value

    def run(self):
        program, *arguments = self.task["program"].split()
        sys.argv = [program, *arguments]
        sys.path[0] = os.getcwd()
        sys.modules["__main__"] = self.module
        self.names |= {"__file__": program, "observe_program": self.finish}
        if program.endswith(".ipynb"):
            for k, cell in enumerate(code_cells(program)):
                self.execute(python_of(cell), f"{program}, cell {k}")
                self.look(f"cell {k}: ")
        else:
            self.execute(pathlib.Path(program).read_text(), program)
            self.look()
        self.finish()

    def execute(self, source, place):
        exec(compile(ObserveBeforeQuit().visit(ast.parse(source, place)), place, "exec"), self.names)

    def finish(self):
        """After the program, or before it quits."""
        exec(self.task["then"], self.names)
        self.look()
        neuron = sys.modules["neuron"]
        rank = next((os.environ[name] for name in ("PMI_RANK", "OMPI_COMM_WORLD_RANK") if name in os.environ), "0")
        report = {"ranks": int(neuron.h.ParallelContext().nhost()), "module": neuron.__file__, "missing": self.missing}
        (pathlib.Path(self.task["folder"]) / f"{rank}.json").write_text(json.dumps(report | self.found))


if __name__ == "__main__":
    Observer(json.loads(pathlib.Path(sys.argv[1]).read_text())).run()
