TITLE High-threshold calcium channel

COMMENT
Kinetics of Reuveni et al. 1993.
ENDCOMMENT

NEURON {
    SUFFIX ca_column
    USEION ca READ eca WRITE ica
    RANGE gbar
    THREADSAFE
}

UNITS {
    (mV) = (millivolt)
    (mA) = (milliamp)
    (S) = (siemens)
}

PARAMETER { gbar = 0.0001 (S/cm2) }

STATE { m h }

ASSIGNED {
    v (mV)
    eca (mV)
    ica (mA/cm2)
}

INITIAL {
    m = opening(v)/(opening(v) + closing(v))
    h = recovery(v)/(recovery(v) + blocking(v))
}

BREAKPOINT {
    SOLVE gates METHOD cnexp
    ica = gbar*m*m*h*(v - eca)
}

DERIVATIVE gates {
    m' = opening(v)*(1 - m) - closing(v)*m
    h' = recovery(v)*(1 - h) - blocking(v)*h
}

FUNCTION opening(v (mV)) (/ms) { opening = 0.055(/ms)*ratio(-27(mV) - v, 3.8(mV)) }
FUNCTION closing(v (mV)) (/ms) { closing = 0.94(/ms)*exp((-75(mV) - v)/17(mV)) }
FUNCTION recovery(v (mV)) (/ms) { recovery = 0.000457(/ms)*exp((-13(mV) - v)/50(mV)) }
FUNCTION blocking(v (mV)) (/ms) { blocking = 0.0065(/ms)/(1 + exp((-15(mV) - v)/28(mV))) }

: x/(exp(x/s) - 1), which is s where x is 0
FUNCTION ratio(x (mV), s (mV)) {
    if (fabs(x/s) < 1e-6) {
        ratio = s*(1 - x/s/2)/1(mV)
    } else {
        ratio = x/(exp(x/s) - 1)/1(mV)
    }
}
