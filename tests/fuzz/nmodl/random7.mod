TITLE random mechanism Rnd7

NEURON {
    SUFFIX Rnd7
    USEION k READ ek WRITE ik
    RANGE p0, arr
    GLOBAL inf0, inf1
}

UNITS { (mV) = (millivolt) }
PARAMETER {
    p0 = 0.622
    p1 = 0.827
}

CONSTANT { k0 = 1.746e-01 }

ASSIGNED {
    v (mV)
    celsius (degC)
    inf0
    inf1
    tau
    p_branch
    arr[3]
    ek
    ik
}

STATE { m0 m1 m2 m3 c0 c1 c2 c3 c4 }

INITIAL {
    rates(v)
    m0 = 0.8569
    m1 = 1.33
    m2 = 0.865
    m3 = inf0
    SOLVE kin STEADYSTATE sparse
    FROM j = 0 TO 2 { arr[j] = 0 }
}

BREAKPOINT {
    SOLVE states METHOD derivimplicit
    SOLVE kin METHOD sparse
    FROM j = 0 TO 2 { arr[j] = arr[j]*0.5 + (0.9196)^2/(1 + 0.9196)/(j + 1) }
    ik = 1.41*1e-4*m1*(v - ek)
}

PROCEDURE rates(v (mV)) {
    inf0 = (1 - 1/(1 + ((1 + tanh((v + 34)/14.1))/2)/(1 + k0)))
    inf1 = fabs(0.5*(0.9764) + 0.5*(exp(-((v + 63)/(3*12.51))^2)) - 1/(1 + exp(-(v + 35)/16.71)))
    tau = 0.3 + 5*((-(-(1/(1 + exp(-(v + 66)/11.2))))))
}

KINETIC kin {
    rates(v)
    ~ c0 <-> c1 ((0.5*(fabs(p_branch)) + 0.5*(1.19)), (pow(p0, 0.7)))
    ~ c0 <-> c2 (((1/(1 + exp(-(v + 26)/5.345)) + 1.282)/2), ((p1)/(1 + p1)))
    ~ c2 <-> c3 (0.80*((pow((1 + tanh((v + 32)/18.92))/2, 0.7))), (0.5*(1.002e+00) + 0.5*(k0)))
    ~ c1 <-> c4 (((p0)/(1 + 1.46)), 2.751e-01*((pow(0.78, 0.7))))
    ~ c3 <-> c1 (0.96*((((1 + tanh((v + 66)/15.22))/2)^2/(1 + (1 + tanh((v + 66)/15.22))/2))), (log(1 + 1.0 / ( 1 + exp( ( - v - 62 ) / 1.242e+01 ) ))))
    CONSERVE c0 + c1 + c2 + c3 + c4 = 1
}

DERIVATIVE states {
    rates(v)
    m0' = 0.1*((1.238)/(1 + 0.31))*exp(-m0) - 0.2*m0
    m1' = (inf0-m1)/tau*(sqrt(p0))
    if (v > -60) { p_branch = 0.838 } else { p_branch = 1.149 }
    m2' = (sqrt((fabs(m2))*(0.94)))*(1 - m2) - (exp(-(k0)))*m2
    m3' = (log(1 + (k0)/(1 + k0)))*(1 - m3) - ((fabs(m2))*(p0)/(fabs(m2) + p0 + 0.1))*m3
}
