TITLE Synapse with an instantaneous rise and an exponential decay

NEURON {
    POINT_PROCESS ExpSyn
    NONSPECIFIC_CURRENT i
    RANGE tau, e, i
    THREADSAFE
}

UNITS {
    (mV) = (millivolt)
    (nA) = (nanoamp)
    (uS) = (microsiemens)
}

PARAMETER {
    tau = 0.1 (ms) <1e-9, 1e9>
    e = 0 (mV)
}

STATE {
    g (uS)
}

ASSIGNED {
    i (nA)
    v (mV)
}

INITIAL {
    g = 0
}

BREAKPOINT {
    SOLVE decay METHOD cnexp
    i = g*(v - e)
}

DERIVATIVE decay {
    g' = -g/tau
}

NET_RECEIVE(weight (uS)) {
    g = g + weight
}
