TITLE Delayed rectifier and slow potassium channels

COMMENT
The delayed rectifier has the kinetics of Traub & Miles 1991, with voltages relative to a threshold; the slow, muscarinic
channel, which adapts the cell, those of Yamada et al. 1989. Both as in Pospischil et al. 2008.
ENDCOMMENT

NEURON {
    SUFFIX k_column
    USEION k READ ek WRITE ik
    RANGE gbar, gm, threshold
    THREADSAFE
}

UNITS {
    (mV) = (millivolt)
    (mA) = (milliamp)
    (S) = (siemens)
}

PARAMETER {
    gbar = 0.005 (S/cm2)
    gm = 0 (S/cm2)
    threshold = -60 (mV)
    tau_max = 1000 (ms)
}

STATE { n p }

ASSIGNED {
    v (mV)
    ek (mV)
    ik (mA/cm2)
}

INITIAL {
    n = opening(v - threshold)/(opening(v - threshold) + closing(v - threshold))
    p = slow(v)
}

BREAKPOINT {
    SOLVE gates METHOD cnexp
    ik = (gbar*n*n*n*n + gm*p)*(v - ek)
}

DERIVATIVE gates {
    n' = opening(v - threshold)*(1 - n) - closing(v - threshold)*n
    p' = (slow(v) - p)/slow_tau(v)
}

FUNCTION opening(u (mV)) (/ms) { opening = 0.032(/ms)*ratio(15(mV) - u, 5(mV)) }
FUNCTION closing(u (mV)) (/ms) { closing = 0.5(/ms)*exp((10(mV) - u)/40(mV)) }
FUNCTION slow(v (mV)) { slow = 1/(1 + exp(-(v + 35(mV))/10(mV))) }
FUNCTION slow_tau(v (mV)) (ms) {
    slow_tau = tau_max/(3.3*exp((v + 35(mV))/20(mV)) + exp(-(v + 35(mV))/20(mV)))
}

: x/(exp(x/s) - 1), which is s where x is 0
FUNCTION ratio(x (mV), s (mV)) {
    if (fabs(x/s) < 1e-6) {
        ratio = s*(1 - x/s/2)/1(mV)
    } else {
        ratio = x/(exp(x/s) - 1)/1(mV)
    }
}
