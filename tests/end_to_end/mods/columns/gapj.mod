: One side of a gap junction.
NEURON { POINT_PROCESS GapJ  NONSPECIFIC_CURRENT i  RANGE g, vgap }
PARAMETER { g = 8e-4 (uS)  vgap (mV) }
ASSIGNED { v (mV)  i (nA) }
BREAKPOINT { i = g*(v - vgap) }
