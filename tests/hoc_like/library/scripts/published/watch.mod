NEURON {
    POINT_PROCESS Watch
    POINTER at
    RANGE seen
    NONSPECIFIC_CURRENT i
}
ASSIGNED { at seen i (nA) }
BREAKPOINT {
    seen = at
    i = 0
}
