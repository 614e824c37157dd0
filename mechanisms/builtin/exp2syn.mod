TITLE Synapse with exponential rise (tau1) and decay (tau2)

COMMENT
g is a difference of two exponentials that an event raises together by weight*factor, so that g starts at 0. factor
makes the peak of a single event equal to its weight: the peak comes when both derivatives are equal.
tau1 must be below tau2; when equal or nearly so the result tends to an alpha function.
ENDCOMMENT

NEURON {
    POINT_PROCESS Exp2Syn
    NONSPECIFIC_CURRENT i
    RANGE tau1, tau2, e, i, g
    THREADSAFE
}

UNITS {
    (mV) = (millivolt)
    (nA) = (nanoamp)
    (uS) = (microsiemens)
}

PARAMETER {
    tau1 = 0.1 (ms) <1e-9, 1e9>
    tau2 = 10 (ms) <1e-9, 1e9>
    e = 0 (mV)
}

STATE {
    A (uS)
    B (uS)
}

ASSIGNED {
    i (nA)
    g (uS)
    factor
    v (mV)
}

INITIAL {
    LOCAL peak
    B = 0
    A = 0
    : keep the difference from vanishing
    if (tau1/tau2 > 0.9999) {
        tau1 = 0.9999*tau2
    }
    : and the rise from becoming negligible
    if (tau1/tau2 < 1e-9) {
        tau1 = tau2*1e-9
    }
    peak = (tau1*tau2)/(tau2 - tau1)*log(tau2/tau1)
    factor = 1/(-exp(-peak/tau1) + exp(-peak/tau2))
}

BREAKPOINT {
    SOLVE decay METHOD cnexp
    g = B - A
    i = g*(v - e)
}

DERIVATIVE decay {
    A' = -A/tau1
    B' = -B/tau2
}

NET_RECEIVE(weight (uS)) {
    LOCAL jump
    jump = weight*factor
    A = A + jump
    B = B + jump
}
