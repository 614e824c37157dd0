"""Runs a hoc file of compare_kernels.py under CoreNEURON: coreneuron_ring.py FILE STATEMENT..."""
import sys

from neuron import coreneuron, h

coreneuron.enable = True
arguments = sys.argv[sys.argv.index(next(word for word in sys.argv if word.endswith(".hoc"))):]
for statement in arguments[1:]:
    h(statement)
h.load_file(1, arguments[0])
