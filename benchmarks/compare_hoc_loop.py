#!/usr/bin/env python3
"""How much faster than NEURON does the hoc machine count to ten million?

`for i=0, 1e7 { x = x + i*0.5 }` at the top level of a file, in turn, pair by pair; starting the program is taken off (median of three
runs of an empty file). Ends with `ratio: MEDIAN (MIN–MAX)`, NEURON's time over Ranvier's.
"""

import pathlib
import statistics
import tempfile

from compare import compare, parser, timed

LOOP = 'x = 0\nfor i=0, 1e7 { x = x + i*0.5 }\n{printf("%.17g\\n", x)}\nquit()\n'


def main():
    options = parser(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "loop.hoc").write_text(LOOP)
        (pathlib.Path(folder) / "empty.hoc").write_text("quit()\n")

        def commands(script):
            return ([options.ranvier, "--quiet", script], [f"{options.neuron}/nrniv", "-nobanner", "-nogui", script])

        overheads = [
            statistics.median(timed(command, folder)[0] for _ in range(3)) for command in commands("empty.hoc")
        ]
        print(f"start: Ranvier {overheads[0]:.3f} s, NEURON {overheads[1]:.3f} s (taken off)")

        def same_sum(ours, theirs):
            if ours.split() != theirs.split():
                raise SystemExit(f"the sums differ: {ours.strip()}, NEURON {theirs.strip()}")

        compare(*commands("loop.hoc"), folder, options.pairs, *overheads, check=same_sum)


main()
