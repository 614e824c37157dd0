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
    v (mV)
    i (nA)
    g (uS)
}

BREAKPOINT {
    if (gmax) {
        at_time(onset)
    }
    g = gmax*alpha((t - onset)/tau)
    i = g*(v - e)
}

: x e^(1 - x), which is 1 at x = 1.
FUNCTION alpha(x) {
    if (x < 0 || x > 10) {
        alpha = 0
    } else {
        alpha = x*exp(1 - x)
    }
}
