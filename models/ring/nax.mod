TITLE Sodium channel of the axon, without slow inactivation

COMMENT
M. Migliore, D. A. Hoffman, J. C. Magee, D. Johnston, J. Comput. Neurosci. 7 (1999) 5-15, with the figures of their
model (ModelDB 2796, nax): three gates m, one gate h.
ENDCOMMENT

NEURON {
    SUFFIX nax
    USEION na READ ena WRITE ina
    RANGE gbar
    THREADSAFE
}

UNITS {
    (mV) = (millivolt)
    (mA) = (milliamp)
    (S) = (siemens)
}

PARAMETER {
    gbar = 0.01 (S/cm2)
    vm = -30 (mV)       : half-way point of activation
    km = 7.2 (mV)       : its slope
    am = 0.4 (/ms)      : opening
    bm = 0.124 (/ms)    : closing
    vh = -45 (mV)       : half-way point of the inactivation's rates
    kh = 1.5 (mV)       : their slope
    ah = 0.03 (/ms)     : inactivation
    bh = 0.01 (/ms)     : recovery
    vhinf = -50 (mV)    : half-way point of steady inactivation
    khinf = 4 (mV)      : its slope
    mtaumin = 0.02 (ms)
    htaumin = 0.5 (ms)
    q10 = 2
}

ASSIGNED {
    v (mV)
    celsius (degC)
    ena (mV)
    ina (mA/cm2)
    minf
    hinf
    mtau (ms)
    htau (ms)
}

STATE {
    m h
}

BREAKPOINT {
    SOLVE states METHOD cnexp
    ina = gbar*m*m*m*h*(v - ena)
}

INITIAL {
    rates(v)
    m = minf
    h = hinf
}

DERIVATIVE states {
    rates(v)
    m' = (minf - m)/mtau
    h' = (hinf - h)/htau
}

PROCEDURE rates(u (mV)) {
    LOCAL a, b, speed
    speed = q10^((celsius - 24)/10)

    a = am*flow(u - vm, km)
    b = bm*flow(vm - u, km)
    mtau = 1/(a + b)/speed
    if (mtau < mtaumin) {
        mtau = mtaumin
    }
    minf = a/(a + b)

    a = ah*flow(u - vh, kh)
    b = bh*flow(vh - u, kh)
    htau = 1/(a + b)/speed
    if (htau < htaumin) {
        htau = htaumin
    }
    hinf = 1/(1 + exp((u - vhinf)/khinf))
}

: x/(1 - exp(-x/k)), which tends to k at 0.
FUNCTION flow(x (mV), k (mV)) (mV) {
    if (fabs(x) > 1e-6) {
        flow = x/(1 - exp(-x/k))
    } else {
        flow = k
    }
}
