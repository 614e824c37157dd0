"""Many programs in one text, and what each of them printed."""

MARKER = "@@@ program"


def batch(programs):
    """{seed: text} as one text, each program after a marker line."""
    parts = ['{load_file("stdrun.hoc")}\n']
    for seed, text in programs.items():
        parts.append(f'{{printf("{MARKER} {seed}\\n")}}\n{text}')
    return "".join(parts) + "quit()\n"


def processes(programs, size):
    """Splits {seed: Program} into those, by text, that may run in one process: {seed: text} of up to `size`."""
    texts = {seed: program.text() for seed, program in programs.items()}
    shared = [seed for seed in texts if not programs[seed].alone]
    for first in range(0, len(shared), size):
        yield {seed: texts[seed] for seed in shared[first : first + size]}
    for seed in texts:
        if programs[seed].alone:
            yield {seed: texts[seed]}


def by_program(output):
    """{seed: what it printed}"""
    parts = output.split(MARKER)[1:]
    return {int(part.split("\n", 1)[0]): part.split("\n", 1)[1] for part in parts}
