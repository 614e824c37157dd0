"""Runs FILE.hoc of compare_kernels.py under CoreNEURON: coreneuron_ring.py FILE STATEMENT...

The name comes without its suffix, else NEURON would run the file itself before this one.
"""

import pathlib
import sys

from neuron import coreneuron, h

coreneuron.enable = True
file, *statements = sys.argv[next(k for k, word in enumerate(sys.argv) if word.endswith("coreneuron_ring.py")) + 1 :]
for statement in statements:
    h(statement)
h.load_file(1, str(pathlib.Path(file).with_suffix(".hoc")))
