"""Random programs over NEURON's Python API: what each line answers is compared between NEURON's module and Ranvier's.

`programs.py` draws programs from the patterns of `sections.py`, `vectors.py` and others; `runner.py` runs many of them in
one process, each in a forked child; `comparison.py` starts that process with both modules.
"""
