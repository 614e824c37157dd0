TITLE Sodium, potassium and leak of the squid giant axon

COMMENT
A. L. Hodgkin & A. F. Huxley, J. Physiol. 117 (1952) 500-544; the numbers of equations below are theirs. Their V is
the depolarization from rest with the opposite sign; here v is the membrane potential with rest at -65 mV. Rates are
theirs at 6.3 degC and speed up threefold for each 10 degC.
ENDCOMMENT

NEURON {
    SUFFIX hh
    USEION na READ ena WRITE ina REPRESENTS CHEBI:29101
    USEION k READ ek WRITE ik REPRESENTS CHEBI:29103
    REPRESENTS NCIT:C17145
    REPRESENTS NCIT:C17008
    NONSPECIFIC_CURRENT il
    RANGE gnabar, gkbar, gl, el
    RANGE gna, gk
    RANGE minf, hinf, ninf, mtau, htau, ntau
    THREADSAFE
}

UNITS {
    (mV) = (millivolt)
    (mA) = (milliamp)
    (S) = (siemens)
}

PARAMETER {
    gnabar = 0.12 (S/cm2) <0, 1e9>
    gkbar = 0.036 (S/cm2) <0, 1e9>
    gl = 0.0003 (S/cm2) <0, 1e9>
    el = -54.3 (mV)
}

ASSIGNED {
    celsius (degC)
    v (mV)

    gna (S/cm2)
    gk (S/cm2)
    ena (mV)
    ek (mV)
    ina (mA/cm2)
    ik (mA/cm2)
    il (mA/cm2)

    minf hinf ninf
    mtau (ms)
    htau (ms)
    ntau (ms)
}

STATE {
    m h n
}

: Equation 26, current by current.
BREAKPOINT {
    SOLVE gates METHOD cnexp
    gk = gkbar*n*n*n*n
    gna = gnabar*m*m*m*h
    ik = gk*(v - ek)
    ina = gna*(v - ena)
    il = gl*(v - el)
}

INITIAL {
    rates(v)
    n = ninf
    m = minf
    h = hinf
}

: Equations 7, 15 and 16, with alpha and beta turned into a time constant and a steady state.
DERIVATIVE gates {
    rates(v)
    m' = (minf - m)/mtau
    h' = (hinf - h)/htau
    n' = (ninf - n)/ntau
}

: Time constants and steady states at voltage u. Tabulated unless usetable_hh is 0.
PROCEDURE rates(u (mV)) {
    LOCAL opening, closing, total, speed
    TABLE minf, mtau, hinf, htau, ninf, ntau DEPEND celsius FROM -100 TO 100 WITH 200

    UNITSOFF
    speed = 3^((celsius - 6.3)/10)

    : m: equations 20 and 21
    opening = 0.1*vtrap(-(u + 40), 10)
    closing = 4*exp(-(u + 65)/18)
    total = opening + closing
    mtau = 1/(speed*total)
    minf = opening/total

    : h: equations 23 and 24
    opening = 0.07*exp(-(u + 65)/20)
    closing = 1/(exp(-(u + 35)/10) + 1)
    total = opening + closing
    htau = 1/(speed*total)
    hinf = opening/total

    : n: equations 12 and 13
    opening = 0.01*vtrap(-(u + 55), 10)
    closing = 0.125*exp(-(u + 65)/80)
    total = opening + closing
    ntau = 1/(speed*total)
    ninf = opening/total
    UNITSON
}

UNITSOFF
: x/(exp(x/k) - 1); near x = 0, where that is 0/0, the first two terms of its series.
FUNCTION vtrap(x, k) {
    LOCAL exponent
    exponent = x/k
    if (fabs(exponent) < 1e-6) {
        vtrap = k*(1 - exponent/2)
    } else {
        vtrap = x/(exp(exponent) - 1)
    }
}
UNITSON
