: currents that an equation's block and INITIAL leave, not BREAKPOINT
NEURON {
    SUFFIX slate
    USEION x WRITE ix VALENCE 1
    NONSPECIFIC_CURRENT j
    RANGE g, seen
}
PARAMETER { g = 0.01 }
ASSIGNED { v ix j seen }
STATE { a b }
INITIAL { a = 1 b = 0 ix = 0 j = 0.003 }
BREAKPOINT {
    SOLVE scheme METHOD derivimplicit
    seen = g
}
DERIVATIVE scheme {
    a' = -0.3*a + 0.1*b
 b' = 0.3*a - 0.1*b
    ix = g*b
}
