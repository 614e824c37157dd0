: a kinetic scheme, an implicit equation, an ion that VERBATIM reads and a table, beside VERBATIM
NEURON {
    SUFFIX vkin
    USEION ca READ cai, ica WRITE cai
    NONSPECIFIC_CURRENT i
    RANGE g, calls, seen, usedx
    GLOBAL gate
}
UNITS { (mV) = (millivolt) (mA) = (milliamp) (mM) = (milli/liter) }
PARAMETER {
    g = 1e-4
    rate = 0.3 (/ms)
    gate = 0.1
}
ASSIGNED { v (mV) i (mA/cm2) calls seen usedx ica (mA/cm2) alpha cai (mM) }
STATE { c o b x ca (mM) }
INITIAL {
    ca = 1e-4
    cai = ca
    SOLVE kin STEADYSTATE sparse
    x = 0.5
    calls = 0
}
BREAKPOINT {
    SOLVE kin METHOD sparse
    SOLVE grow METHOD derivimplicit
    i = g*o*(v + 50)
    VERBATIM
    calls += 1.;
    seen = _ion_cai;
    ENDVERBATIM
}
KINETIC kin {
    LOCAL k
    opening(v)
    k = rate
    ~ c <-> o (alpha, k)
    ~ o <-> b (0.1, 0.05)
    CONSERVE c + o + b = 1
}
DERIVATIVE grow {
    x' = -x*x/10 + gate
    ca' = 1e-5*x - ca/20
    cai = ca
}
PROCEDURE opening(v) {
    TABLE alpha DEPEND rate FROM -100 TO 100 WITH 50
    alpha = rate*exp(v/25)
}
FUNCTION table_at(k) {
VERBATIM
    _ltable_at = _t_alpha[(int)_lk] + _tmin_opening;
ENDVERBATIM
}
