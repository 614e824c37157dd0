#!/usr/bin/env python3
"""How much faster than NEURON is models/ring on one core?

Both run the same file in turn, pair by pair, on one rank and one thread. Setup (start of the program, building the
network) is taken off: it is measured by runs of two time steps, median of three. `--with-setup` leaves it in.
Ends with `ratio: MEDIAN (MIN–MAX)`, NEURON's time over Ranvier's.
"""

import pathlib
import statistics
import tempfile

from compare import ROOT, compare, compile_for_neuron, parser, timed


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--cells", type=int, default=128)
    arguments.add_argument("--compartments", type=int, default=50)
    arguments.add_argument("--tstop", type=float, default=100, help="[ms]")
    arguments.add_argument(
        "--channels",
        choices=["hh", "hh-exact", "nax-kdr"],
        default="hh",
        help="built-in hh with tables, without, or the two channels of models/ring",
    )
    arguments.add_argument("--math", default="vector", choices=["vector", "libm"], help="Ranvier's arithmetic")
    arguments.add_argument("--with-setup", action="store_true")
    options = arguments.parse_args()

    model = ROOT / "models" / "ring"
    statements = [f"ncell = {options.cells}", f"ncomp = {options.compartments}", "kick_every = 8"]
    if options.channels != "nax-kdr":
        statements += ["use_hh = 1", f"usetable = {int(options.channels == 'hh')}"]

    with tempfile.TemporaryDirectory() as folder:
        library = compile_for_neuron(options.neuron, model.glob("*.mod"), pathlib.Path(folder))

        def commands(tstop):
            words = [word for statement in [*statements, f"tstop = {tstop}"] for word in ("-c", statement)]
            return (
                [options.ranvier, "--quiet", "--math", options.math, *words, model / "ring.hoc"],
                [f"{options.neuron}/nrniv", "-nobanner", "-nogui", "-dll", library, *words, model / "ring.hoc"],
            )

        overheads = [0.0, 0.0]
        if not options.with_setup:
            timed(commands(0.05)[0], folder)
            overheads = [statistics.median(timed(command, folder)[0] for _ in range(3)) for command in commands(0.05)]
            print(f"setup: Ranvier {overheads[0]:.3f} s, NEURON {overheads[1]:.3f} s (taken off)")

        def same_spikes(ours, theirs):
            if ours.splitlines()[-1] != theirs.splitlines()[-1]:
                print(f"the runs differ:\n  Ranvier {ours}  NEURON  {theirs}")

        steps = options.tstop / 0.025 * options.cells * options.compartments
        print(
            f"{options.cells} cells of {options.compartments} compartments, {options.channels}, {options.tstop:g} ms, "
            f"--math {options.math}: {steps / 1e6:.1f} million compartment-steps"
        )
        compare(*commands(options.tstop), folder, options.pairs, *overheads, check=same_spikes)


main()
