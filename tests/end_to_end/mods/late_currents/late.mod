: currents that an equation's block and INITIAL leave, not BREAKPOINT
NEURON {
    POINT_PROCESS Late
    USEION x WRITE ix VALENCE 1
    NONSPECIFIC_CURRENT i, j
    RANGE g, seen
}
PARAMETER { g = 0.01 }
ASSIGNED { v ix i j seen }
STATE { a b }
INITIAL { a = 1 b = 0 ix = 0 i = 0 j = 0.003 }
BREAKPOINT {
    SOLVE scheme METHOD sparse
    seen = g
}
KINETIC scheme {
    ~ a <-> b (0.3, 0.1)
    ix = g*b
    i = -0.001*a
}
