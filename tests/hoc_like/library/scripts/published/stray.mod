: A current that the solved PROCEDURE assigns; draws make the file one in C.
NEURON { SUFFIX stray NONSPECIFIC_CURRENT i RANGE amp }

PARAMETER { amp = 0.01 }

ASSIGNED { i }

INITIAL { i = 0 }

BREAKPOINT { SOLVE draw }

PROCEDURE draw() { i = amp*(scop_random() - 0.2) }
