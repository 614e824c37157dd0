TITLE random mechanism Rnd3

NEURON {
    SUFFIX Rnd3
    USEION xrnd3 READ xrnd3i WRITE xrnd3i, ixrnd3 VALENCE 1
    NONSPECIFIC_CURRENT i
    RANGE p1, arr
    GLOBAL p0
}

UNITS { (mV) = (millivolt) }
PARAMETER {
    p0 = 5.864e-01
    p1 = 6.909e-02
}

CONSTANT { k0 = 1.494e+00 }

ASSIGNED {
    v (mV)
    celsius (degC)
    p_branch
    arr[3]
    ixrnd3
    i
}

STATE { m0 m1 m2 xrnd3i }

INITIAL {
    m0 = 5.522e-01
    m1 = 3.394e-01
    m2 = 1.131
    FROM j = 0 TO 2 { arr[j] = 0 }
    xrnd3i = 0.2984
}

BREAKPOINT {
    SOLVE states METHOD runge
    FROM j = 0 TO 2 { arr[j] = arr[j]*0.5 + (0.887 + fabs(sin(v/6.006e+00)))/2/(j + 1) }
    i = 4.394e-01*1e-4*p_branch^2*m0*(v - (-30))
    ixrnd3 = 0.0166*v/60
}

FUNCTION f0(x, y) {
    if (x > y) { f0 = fabs(x - y)*0.98 } else { f0 = k0 }
}

FUNCTION f1(x, y) {
    if (x > y) { f1 = fabs(x - y)*1.02 } else { f1 = 9.705e-01 }
}

DERIVATIVE states {
    if (v > -60) { p_branch = 1.305e+00 } else { p_branch = 9.124e-01 }
    m0' = (1-m0)*(log(1 + (-(-(fabs(p_branch)))))) - m0*((2.304e-01 + p1)/2)
    m1' = 0.3*((1 - 1/(1 + f0(0.0605, p0))))*(1 - m1) - 0.2*m1*m1*((k0 + p1)/2)
    m2' = 0.1*((1 - 1/(1 + 1.0 / ( 1 + exp( ( - v - 22 ) / 12.47 ) ))))*exp(-m2) - 0.2*m2
    xrnd3i' = -0.1*ixrnd3 - 1.39*(xrnd3i - 0.2)
}
