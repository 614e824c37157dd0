TITLE random mechanism Rnd9

NEURON {
    POINT_PROCESS Rnd9
    USEION ca READ cai, cao WRITE ica
    RANGE inf0, total
    GLOBAL p0, p2
}

UNITS { (mV) = (millivolt) }
PARAMETER {
    p0 = 0.44
    p1 = 0.779
    p2 = 1.41
}

ASSIGNED {
    v (mV)
    celsius (degC)
    inf0
    tau
    total
    cai
    cao
    ica
}

STATE { m0 }

INITIAL {
    rates(v)
    m0 = 0.7893
    total = 0
}

BREAKPOINT {
    SOLVE states METHOD cnexp
    ica = 1.339*1e-3*(m0 + 0.1)*(v - 12*log(cao/cai))
}

FUNCTION f0(x, y) {
    LOCAL n
    n = fabs(x) + y
    while (n > 1) { n = n*0.5 }
    f0 = n + 0.01
}

FUNCTION f1(x, y) {
    LOCAL z, k
    z = 0
    FROM k = 0 TO 3 { z = z + fabs(x)/(1 + k) }
    f1 = z/(1 + z) + 1.19*y/(1 + y)
}

PROCEDURE rates(v (mV)) {
    TABLE inf0, tau DEPEND p0, p1, p2, celsius FROM -100 TO 60 WITH 200
    inf0 = sqrt((-(-(p1))))
    tau = 0.3 + 5*((p0)*3^((celsius - 24)/10)/2)
}

BEFORE STEP {
    total = total + (1 - 1/(1 + p0))
}

NET_RECEIVE(w (uS), a, last (ms)) {
    INITIAL { a = 1.451e-01 last = t }
    if (flag == 0) {
        m0 = m0 + w*a*exp(-(t - last)/7.138e+00)
        a = 0.5*a + f1(v/50, p0)*0.3
        last = t
        net_send(1.35, 1)
    } else if (flag == 1) {
        a = a + 0.1
        m0 = m0 + 0.01*a
    }
}

DERIVATIVE states {
    rates(v)
    m0' = (1-m0)*((1 - 1/(1 + f0(fabs(m0), fabs(m0))))) - m0*(sqrt(p1))
}
