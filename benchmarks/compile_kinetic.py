#!/usr/bin/env python3
"""How long does a KINETIC scheme with many states take to compile, and a step of it?

Compiles a scheme of 8 substances in --shells shells (21: 168 states) with an empty cache, with either arithmetic and by
NEURON's nrnivmodl, in turn; then runs 40 segments of it. Prints medians of processor time: of the compilation, its peak
memory, and of the run. The last lines are `libm: COMPILE s` and `vector: COMPILE s`.
"""

import os
import pathlib
import statistics
import sys
import tempfile

import compare

sys.path.append(str(compare.ROOT / "tests"))

from oracle.long_kinetic import scheme

RUN = (
    compare.PROCESSOR_TIME
    + """
create cable
access cable
{nseg = 40 L = 400 diam = 2}
insert hh
insert kinetic
objref stim
stim = new IClamp(0.5)
{stim.del = 1 stim.dur = 1e9 stim.amp = 0.5}
finitialize(-65)
start = processor_time()
while (t < 5 - dt/2) { fadvance() }
printf("took %g s\\n", processor_time() - start)
printf("states %.17g %.17g %.17g\\n", cai(0.5), pca_kinetic[1](0.3), mg_kinetic[0](1))
"""
)


def main():
    arguments = compare.parser(__doc__)
    arguments.set_defaults(pairs=3)
    arguments.add_argument("--shells", type=int, default=21)
    options = arguments.parse_args()
    bin_folder = pathlib.Path(options.ranvier).parent
    commands = {
        side: ([bin_folder / "ranvier", "compile", "--math", side], [bin_folder / "nrniv", "--math", side])
        for side in ("libm", "vector")
    }
    commands["NEURON"] = ([f"{options.neuron}/nrnivmodl"], [f"{options.neuron}/nrniv", "-nobanner"])
    compiling, memory, running, states = ({side: [] for side in commands} for _ in range(4))
    for _ in range(options.pairs):
        for side, (compile_command, run_command) in commands.items():
            with tempfile.TemporaryDirectory() as folder:
                os.environ["RANVIER_CACHE"] = f"{folder}/cache"
                (pathlib.Path(folder) / "kinetic.mod").write_text(scheme("kinetic", options.shells))
                (pathlib.Path(folder) / "run.hoc").write_text(RUN)
                ended = [compare.run(compile_command, folder), compare.run([*run_command, "-nogui", "run.hoc"], folder)]
                for each in ended:
                    if each.status != 0:
                        sys.exit(f"{side}: exit {each.status}\n{each.output}{each.errors}")
                compiling[side].append(ended[0].cpu)
                memory[side].append(ended[0].memory)
                lines = ended[1].output.splitlines()
                running[side].append(float(next(line.split()[1] for line in lines if line.startswith("took"))))
                states[side] = next(line for line in lines if line.startswith("states"))
    for side in commands:
        print(
            f"{side:7} compiles in {statistics.median(compiling[side]):6.2f} s with {max(memory[side]):4.0f} MiB, "
            f"runs in {statistics.median(running[side]):6.3f} s: {states[side]}"
        )
    print("libm's bits are NEURON's" if states["libm"] == states["NEURON"] else "libm's bits DIFFER from NEURON's")
    for side in ("libm", "vector"):
        print(f"{side}: {statistics.median(compiling[side]):.2f} s")


main()
