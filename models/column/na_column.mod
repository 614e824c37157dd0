TITLE Fast sodium channel

COMMENT
Kinetics of Traub & Miles 1991, with voltages relative to a threshold, as in Pospischil et al. 2008.
ENDCOMMENT

NEURON {
    SUFFIX na_column
    USEION na READ ena WRITE ina
    RANGE gbar, threshold
    THREADSAFE
}

UNITS {
    (mV) = (millivolt)
    (mA) = (milliamp)
    (S) = (siemens)
}

PARAMETER {
    gbar = 0.05 (S/cm2)
    threshold = -60 (mV)
}

STATE { m h }

ASSIGNED {
    v (mV)
    ena (mV)
    ina (mA/cm2)
}

INITIAL {
    m = opening(v - threshold)/(opening(v - threshold) + closing(v - threshold))
    h = recovery(v - threshold)/(recovery(v - threshold) + blocking(v - threshold))
}

BREAKPOINT {
    SOLVE gates METHOD cnexp
    ina = gbar*m*m*m*h*(v - ena)
}

DERIVATIVE gates {
    LOCAL u
    u = v - threshold
    m' = opening(u)*(1 - m) - closing(u)*m
    h' = recovery(u)*(1 - h) - blocking(u)*h
}

FUNCTION opening(u (mV)) (/ms) { opening = 0.32(/ms)*ratio(13(mV) - u, 4(mV)) }
FUNCTION closing(u (mV)) (/ms) { closing = 0.28(/ms)*ratio(u - 40(mV), 5(mV)) }
FUNCTION recovery(u (mV)) (/ms) { recovery = 0.128(/ms)*exp((17(mV) - u)/18(mV)) }
FUNCTION blocking(u (mV)) (/ms) { blocking = 4(/ms)/(1 + exp((40(mV) - u)/5(mV))) }

: x/(exp(x/s) - 1), which is s where x is 0
FUNCTION ratio(x (mV), s (mV)) {
    if (fabs(x/s) < 1e-6) {
        ratio = s*(1 - x/s/2)/1(mV)
    } else {
        ratio = x/(exp(x/s) - 1)/1(mV)
    }
}
