: GLOBALs of the last instance: BREAKPOINT and INITIAL use what the solved PROCEDURE leaves.
NEURON { SUFFIX lastone GLOBAL inf NONSPECIFIC_CURRENT i RANGE g, h }

PARAMETER { g = 1e-4 }

ASSIGNED { v i inf h }

INITIAL { h = inf }

BREAKPOINT {
    SOLVE state
    i = g*inf*h*(v + 20)
}

PROCEDURE state() {
    inf = 1/(1 + exp(-(v + 60)/5))
    h = h + 0.1*(inf - h)
}
