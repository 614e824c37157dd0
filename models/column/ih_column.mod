TITLE Hyperpolarization-activated cation channel

COMMENT
Kinetics of Kole, Hallermann & Stuart 2006.
ENDCOMMENT

NEURON {
    SUFFIX ih_column
    NONSPECIFIC_CURRENT i
    RANGE gbar, e
    THREADSAFE
}

UNITS {
    (mV) = (millivolt)
    (mA) = (milliamp)
    (S) = (siemens)
}

PARAMETER {
    gbar = 0.00001 (S/cm2)
    e = -45 (mV)
}

STATE { m }

ASSIGNED {
    v (mV)
    i (mA/cm2)
}

INITIAL { m = opening(v)/(opening(v) + closing(v)) }

BREAKPOINT {
    SOLVE gates METHOD cnexp
    i = gbar*m*(v - e)
}

DERIVATIVE gates { m' = opening(v)*(1 - m) - closing(v)*m }

FUNCTION opening(v (mV)) (/ms) { opening = 0.00643(/ms)*ratio(v + 154.9(mV), 11.9(mV)) }
FUNCTION closing(v (mV)) (/ms) { closing = 0.193(/ms)*exp(v/33.1(mV)) }

: x/(exp(x/s) - 1), which is s where x is 0
FUNCTION ratio(x (mV), s (mV)) {
    if (fabs(x/s) < 1e-6) {
        ratio = s*(1 - x/s/2)/1(mV)
    } else {
        ratio = x/(exp(x/s) - 1)/1(mV)
    }
}
