: Equations that no METHOD solves.
NEURON { SUFFIX still RANGE gbar, seen NONSPECIFIC_CURRENT i }

PARAMETER { gbar = 1e-4 }

STATE { m h }

ASSIGNED { v i minf seen }

INITIAL {
    rates(v)
    m = 0.3
    h = 1
}

BREAKPOINT {
    SOLVE states
    i = gbar*m*(v + 40)
}

DERIVATIVE states {
    rates(v)
    m' = (minf - m)/2
    h' = -h*m
    seen = seen + 1
}

PROCEDURE rates(v) { minf = 1/(1 + exp(-(v + 50)/5)) }
