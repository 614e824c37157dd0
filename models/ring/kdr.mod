TITLE Delayed-rectifier potassium channel

COMMENT
M. Migliore, D. A. Hoffman, J. C. Magee, D. Johnston, J. Comput. Neurosci. 7 (1999) 5-15, with the figures of their
model (ModelDB 2796, kdrca1): one gate n, its rates from the energy of a gating charge in the membrane's field.
ENDCOMMENT

NEURON {
    SUFFIX kdr
    USEION k READ ek WRITE ik
    RANGE gbar
    THREADSAFE
}

UNITS {
    (mV) = (millivolt)
    (mA) = (milliamp)
    (S) = (siemens)
}

PARAMETER {
    gbar = 0.003 (S/cm2)
    vn = 13 (mV)        : half-way point
    zeta = -3           : gating charge
    gm = 0.7            : where in the field the charge's barrier lies
    a0 = 0.02 (/ms)
    ntaumin = 2 (ms)
    q10 = 1
}

ASSIGNED {
    v (mV)
    celsius (degC)
    ek (mV)
    ik (mA/cm2)
    ninf
    ntau (ms)
}

STATE {
    n
}

BREAKPOINT {
    SOLVE states METHOD cnexp
    ik = gbar*n*(v - ek)
}

INITIAL {
    rates(v)
    n = ninf
}

DERIVATIVE states {
    rates(v)
    n' = (ninf - n)/ntau
}

UNITSOFF
PROCEDURE rates(u (mV)) {
    LOCAL speed, energy, a
    speed = q10^((celsius - 24)/10)
    : charge times field over kT, with the constants of the published model
    energy = 1e-3*zeta*(u - vn)*9.648e4/(8.315*(273.16 + celsius))
    a = exp(energy)
    ninf = 1/(1 + a)
    ntau = exp(gm*energy)/(speed*a0*(1 + a))
    if (ntau < ntaumin) {
        ntau = ntaumin
    }
}
UNITSON
