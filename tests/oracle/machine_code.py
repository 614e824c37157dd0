"""Finds places in compiled code where the C library would run with dirty upper halves of vector registers.

An instruction that writes a 256- or 512-bit register 0-15 leaves its upper part dirty; vzeroupper and vzeroall clean it.
On Intel's CPUs each SSE instruction that runs meanwhile, in the C library's scalar functions for example, is slow (Intel 64
and IA-32 Architectures Optimization Reference Manual, "Mixing AVX code with SSE code"). Compilers insert vzeroupper
before calls and returns. Functions that take or return vectors have their own convention and are exempt, and registers
16-31 cause no such state.
"""

import dataclasses
import re
import subprocess

WIDE = re.compile(r"%[yz]mm(\d+)")
LINE = re.compile(r"^\s*([0-9a-f]+):\s*(.*)$")
HEAD = re.compile(r"^[0-9a-f]+ <(.+)>:$")
TARGET = re.compile(r"\b([0-9a-f]+) <([^>]+)>")
PREFIXES = ("notrack ", "bnd ", "rep ", "repz ")


@dataclasses.dataclass(frozen=True)
class Finding:
    """A call or a return that is reached with dirty upper halves."""

    function: str
    address: int
    instruction: str


@dataclasses.dataclass
class Report:
    functions: int = 0  # that write wide registers 0-15
    exits: int = 0  # calls and returns in them
    findings: list = dataclasses.field(default_factory=list)


def passes_vectors(name):
    """By the name of a function: of a vector variant (libmvec) or with a vector among its mangled parameters."""
    return name.startswith("_ZGV") or re.search(r"Dv\d+_[a-z]", name) is not None


def dirties(instruction):
    """In AT&T's order the destination stands last; stores and comparisons do not write a vector register."""
    if not instruction.startswith("v"):
        return False
    last = re.sub(r"\{[^}]*\}", "", instruction).rsplit(",", 1)[-1].strip()
    found = re.fullmatch(r"(?:\S+\s+)?" + WIDE.pattern, last)
    return found is not None and int(found[1]) < 16


def functions_of(path):
    """(name, [(address, instruction)]) of each function, as objdump prints them."""
    text = subprocess.run(
        ["objdump", "-d", "-w", "--no-show-raw-insn", path], capture_output=True, text=True, check=True
    ).stdout
    name, code = None, []
    for line in text.splitlines():
        if head := HEAD.match(line):
            if name:
                yield name, code
            name, code = head[1], []
        elif name and (found := LINE.match(line)):
            instruction = found[2].split("#")[0].strip()
            for prefix in PREFIXES:
                instruction = instruction.removeprefix(prefix)
            code.append((int(found[1], 16), instruction))
    if name:
        yield name, code


class Function:
    """One function's code: finds the instructions that may be reached with dirty upper halves, entered clean or dirty."""

    def __init__(self, name, code):
        self.name, self.code = name, code
        self.index = {address: i for i, (address, _) in enumerate(code)}
        self.writes_wide = any(dirties(instruction) for _, instruction in code)

    def target(self, i):
        """(address, name) that a call or jump names; None: computed."""
        found = TARGET.search(self.code[i][1].partition(" ")[2])
        return (int(found[1], 16), found[2]) if found else None

    def states(self, entry, after_call):
        """May-be-dirty at each instruction; a forward analysis over the jumps. `after_call(target, dirty)` is the state
        behind a call."""
        state = [None] * len(self.code)  # None: not reached

        def walk(work):
            while work:
                i, dirty = work.pop()
                if i >= len(self.code) or (state[i] is not None and state[i] >= dirty):
                    continue
                state[i] = dirty
                word = self.code[i][1].partition(" ")[0]
                after = dirty
                if word in ("vzeroupper", "vzeroall"):
                    after = False
                elif word.startswith("call"):
                    after = after_call(self.target(i), dirty)
                elif dirties(self.code[i][1]):
                    after = True
                if word.startswith("ret") or word in ("ud2", "hlt"):
                    continue
                if word.startswith("j"):
                    target = self.target(i)
                    if target and target[0] in self.index:
                        work.append((self.index[target[0]], after))
                    if word.startswith("jmp"):
                        continue
                work.append((i + 1, after))

        walk([(0, entry or passes_vectors(self.name))])
        # What only a table of jumps reaches: as dirty as any such jump.
        by_table = any(state[i] for i, (_, text) in enumerate(self.code) if text.startswith("jmp") and "*" in text)
        for i in range(len(self.code)):
            if state[i] is None:
                walk([(i, by_table)])
        return state

    def exits(self):
        """(instruction's number, target or None for a return) of calls, returns and jumps to other functions."""
        for i, (_, instruction) in enumerate(self.code):
            word = instruction.partition(" ")[0]
            target = self.target(i)
            if word.startswith("ret"):
                yield i, None
            elif word.startswith("call") or (word.startswith("jmp") and target and target[0] not in self.index):
                yield i, target or (None, "computed")


def report(path):
    """Looks through an executable, a shared object or an object file.

    A compiler may call a function of the same file with dirty upper halves if it has seen that this does no harm there.
    Such a function is looked at a second time, entered dirty: it must not call a library so, but may return as it came.
    """
    functions = [Function(name, code) for name, code in functions_of(path)]
    own = {
        function.code[0][0]: function for function in functions if function.code and "@plt" not in function.name.lower()
    }
    entered_dirty = set()

    def own_function(target):
        return own.get(target[0]) if target else None

    def after_call(target, dirty):
        if target and passes_vectors(target[1]):
            return True
        return dirty and own_function(target) in entered_dirty

    result, found = Report(), {}
    pending = [(function, False) for function in functions if function.writes_wide]
    result.functions = len(pending)
    while pending:
        function, entry = pending.pop()
        state = function.states(entry, after_call)
        for i, target in function.exits():
            result.exits += 1
            if not state[i] or passes_vectors(function.name if target is None else target[1]):
                continue
            callee = own_function(target)
            if callee:
                if callee not in entered_dirty:
                    entered_dirty.add(callee)
                    pending += [(callee, True), (function, entry)]
            elif target is not None or not entry:
                address, instruction = function.code[i]
                found[address] = Finding(function.name, address, instruction)
    result.findings = [found[address] for address in sorted(found)]
    return result
