#!/usr/bin/env python3
"""How much faster than NEURON is hoc itself: loops, calls, objects, sections, strings?

One script, run by both programs in turn, repeats each statement and takes its processor time; the empty loop around a
statement is taken off, except from the two lines that measure loops. Prints nanoseconds a turn of both, medians of
`--runs` runs, the ratio of NEURON's time to Ranvier's, and whether the targets are met: loops and calls in a tenth of
NEURON's time, the rest in a fifth. Then the same for connections by pc.gid_connect (compare_connections.py).
"""

import pathlib
import statistics
import subprocess
import tempfile

from compare import PROCESSOR_TIME, judged, parser, programs
from compare_connections import compare_connections

SETUP = """
objref vec, obj, made
strdef text, other
vec = new Vector(1000)
double array[1000]
x = 0
y = 1.5
begintemplate Counter
public count, add, total, child
objref child
proc init() { count = 1  total = 0 }
proc add() { total += $1 }
endtemplate Counter
begintemplate OneSection
public soma
create soma
endtemplate OneSection
obj = new Counter()
create soma
access soma
insert hh
proc one() { x = $1 }
func two() { return $1 + $2 }
proc with_local() { local a, b  a = $1  b = a * 2  x = b }
func fib() { if ($1 < 2) { return $1 } return fib($1 - 1) + fib($1 - 2) }
iterator times() { local k  for k = 1, $1 { iterator_statement } }
"""

# name: (turns, statement, is the loop itself measured)
STATEMENTS = {
    "loop": (10000000, "x = x + i*0.5", True),
    "while loop": (10000000, None, True),
    "proc with an argument": (4000000, "one(i)", False),
    "func of two arguments": (4000000, "x = two(i, 2)", False),
    "proc with locals": (4000000, "with_local(i)", False),
    "recursion: fib(15)": (2000, "x = fib(15)", False),
    "turn of an iterator": (5000, "for times(1000) { x += 1 }", False),
    "array element": (4000000, "array[5] = i", False),
    "Vector element, read": (4000000, "x = vec.x[5]", False),
    "Vector element, set": (4000000, "vec.x[5] = i", False),
    "Vector method": (4000000, "x = vec.size()", False),
    "template's method": (4000000, "obj.add(i)", False),
    "template's member": (4000000, "x = obj.total", False),
    "new of a template": (1000000, "made = new Counter()", False),
    "new of a Vector": (1000000, "made = new Vector(5)", False),
    "new of a one-section cell": (200000, "made = new OneSection()", False),
    "range variable, read": (4000000, "x = v(0.5)", False),
    "range variable, set": (4000000, "gnabar_hh(0.5) = 0.12", False),
    "range variable of a section": (4000000, "x = soma.v(0.5)", False),
    "sprint": (1000000, 'sprint(text, "%d %s %g", i, "abc", x)', False),
    "string compare": (4000000, 'x = strcmp(text, "abc")', False),
    "string assignment": (4000000, "other = text", False),
    "sin": (4000000, "x = sin(i)", False),
    "condition": (4000000, "if (i > 5 && x < 10) { x = 1 } else { x = 2 }", False),
    "execute": (200000, 'execute("x = 1")', False),
}
WORK_A_TURN = {"turn of an iterator": 1000}
TARGETS = {
    "loop": 10,
    "proc with an argument": 10,
    "template's method": 10,
    "Vector element, read": 5,
    "Vector method": 5,
    "new of a template": 5,
    "new of a one-section cell": 5,
    "range variable, read": 5,
    "range variable, set": 5,
    "sprint": 5,
}


def script():
    lines = [PROCESSOR_TIME, SETUP]
    for number, (name, (turns, statement, _)) in enumerate(STATEMENTS.items()):
        if statement is None:
            body = f"i = 0\n  while (i < {turns}) {{ i += 1 }}"
        else:
            body = f"for i=1, {turns} {{ {statement} }}"
        lines.append(
            f"proc measure{number}() {{ local start\n  start = processor_time()\n  {body}\n"
            f'  printf("@ {name}@%.9g\\n", (processor_time() - start) / {turns} * 1e9)\n}}'
        )
    lines.append(
        "proc empty() { local start\n  start = processor_time()\n  for i=1, 4000000 { }\n"
        '  printf("@ empty@%.9g\\n", (processor_time() - start) / 4000000 * 1e9)\n}'
    )
    lines += ["{empty()}"] + [f"{{measure{number}()}}" for number in range(len(STATEMENTS))] + ["quit()", ""]
    return "\n".join(lines)


def run(command, folder):
    out = subprocess.run([*command, "hoc.hoc"], cwd=folder, capture_output=True, text=True, check=True).stdout
    return {
        name.strip(): float(value)
        for name, value in (line[1:].split("@") for line in out.splitlines() if line.startswith("@"))
    }


def main():
    options = parser(__doc__)
    options.add_argument("--runs", type=int, default=3)
    options.add_argument("--connections", type=int, default=1000000)
    options.add_argument("--markdown", action="store_true", help="the statements as the table of docs/performance.md")
    options = options.parse_args()
    commands = programs(options)
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "hoc.hoc").write_text(script())
        runs = {name: [] for name in commands}
        for _ in range(options.runs):
            for name, command in commands.items():
                runs[name].append(run(command, folder))
    if options.markdown:
        print("| | Ranvier [ns] | NEURON [ns] | ratio | target |\n|---|---|---|---|---|")
    else:
        print(f"{'':30}{'Ranvier':>10}{'NEURON':>10}   ns a turn")
    for name, (_, _, with_loop) in STATEMENTS.items():
        times = []
        for kept in runs.values():
            taken_off = 0 if with_loop else statistics.median(run["empty"] for run in kept)
            times.append((statistics.median(run[name] for run in kept) - taken_off) / WORK_A_TURN.get(name, 1))
        target = TARGETS.get(name)
        if options.markdown:
            aim = "" if target is None else f"{target}" if times[1] / times[0] >= target else f"{target} (missed)"
            print(f"| {name} | {times[0]:.1f} | {times[1]:.1f} | {times[1] / times[0]:.1f} | {aim} |")
        else:
            print(f"{name:30}{times[0]:10.1f}{times[1]:10.1f}   {judged(times[1] / times[0], target)}")
    print()
    compare_connections(commands, options.connections, options.runs)


main()
