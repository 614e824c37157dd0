TITLE Synapse that opens once, as an alpha function

COMMENT
W. Rall, J. Neurophysiol. 30 (1967) 1138. The conductance starts at onset, peaks at gmax tau later, and is cut off ten
time constants after onset.
ENDCOMMENT

NEURON {
    POINT_PROCESS AlphaSynapse
    NONSPECIFIC_CURRENT i
    RANGE onset, tau, gmax, e, i
    THREADSAFE
}

UNITS {
    (nA) = (nanoamp)
    (mV) = (millivolt)
    (uS) = (microsiemens)
}

PARAMETER {
    onset = 0 (ms)
    tau = 0.1 (ms) <1e-3, 1e6>
    gmax = 0 (uS) <0, 1e9>
    e = 0 (mV)
}

ASSIGNED {
    i (nA)
    v (mV)
}

: s e^(1 - s), which is 1 at s = 1.
FUNCTION alpha(s) {
    alpha = 0
    if (s >= 0 && s <= 10) {
        alpha = s*exp(1 - s)
    }
}

BREAKPOINT {
    if (gmax) {
        at_time(onset)
    }
    i = gmax*alpha((t - onset)/tau)*(v - e)
}
