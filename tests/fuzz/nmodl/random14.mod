TITLE random mechanism Rnd14

NEURON {
    SUFFIX Rnd14
    USEION ca READ cai, cao WRITE ica
    RANGE p0, p1
    GLOBAL carried
}

UNITS { (mV) = (millivolt) }
PARAMETER {
    p0 = 0.4431
    p1 = 1.553e-01
}

ASSIGNED {
    v (mV)
    celsius (degC)
    carried
    cai
    cao
    ica
}

STATE { m0 m1 c0 c1 c2 c3 }

INITIAL {
    m0 = 4.051e-01
    m1 = 0.758
    c0 = 0.25
    c1 = 0.25
    c2 = 0.25
    c3 = 0.25
    carried = 0.704
}

BREAKPOINT {
    SOLVE states METHOD cnexp
    SOLVE kin METHOD sparse
    carried = 0.9*carried + 0.1*((p0)*3^((celsius - 24)/10)/2)
    ica = 0.22*1e-4*(c3 + 0.1)*(v - 12*log(cao/cai))
}

FUNCTION f0(x, y) {
    LOCAL z, k
    z = 0
    FROM k = 0 TO 3 { z = z + fabs(x)/(1 + k) }
    f0 = z/(1 + z) + 0.3737*y/(1 + y)
}

KINETIC kin {
    ~ c0 <-> c1 (1.297*(((0.34)^2/(1 + 0.34))), ((1 - 1/(1 + 1/(1 + exp(-(v + 40)/18.93))))))
    ~ c1 <-> c2 (1.290e+00*(((1.34)^(1.46*0.5))), (((1 + tanh((v + 21)/8.037))/2)*3^((celsius - 24)/10)/2))
    ~ c1 <-> c3 (((fabs(m1) + fabs(sin(v/1.666e+01)))/2), ((1 - 1/(1 + 0.716))))
    ~ c3 <-> c0 (1.32*(((1.36)/(1 + p1))), (log(1 + p1)))
    ~ c1 <-> c3 (((p1)/(1 + p1)), 2.897e-01*(((1.302e+00)*(p1)/(1.302e+00 + p1 + 0.1))))
    CONSERVE c0 + c1 + c2 + c3 = 1
}

DERIVATIVE states {
    m0' = 0.3*(f0(v/50, 1.32)) - m0*(log(1 + p0) + 0.2)
    m1' = -m1/(0.5 + 6*(p1)*(p1)/(p1 + p1 + 0.1)) + (1 - 1/(1 + (1/(1 + exp(-(v + 65)/8.269e+00)))*(fabs(m0))))*0.2
}
