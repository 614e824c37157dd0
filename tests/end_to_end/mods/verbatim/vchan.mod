: a channel with a TABLE, VERBATIM between its equations and a branch that returns early
NEURON {
    SUFFIX vchan
    USEION na READ ena WRITE ina
    RANGE gbar, calls, w
    GLOBAL minf, mtau, shift
}
UNITS { (mV) = (millivolt) (mA) = (milliamp) (S) = (siemens) }
PARAMETER { gbar = 0.02 (S/cm2) shift = 3 (mV) }
STATE { m h }
ASSIGNED { v (mV) celsius (degC) ena (mV) ina (mA/cm2) minf mtau (ms) calls w[3] }
INITIAL {
    rates(v)
    m = minf
    h = 0.6
VERBATIM
    calls = 0;
    w[0] = 1.; w[1] = v; w[2] = celsius;
ENDVERBATIM
}
BREAKPOINT {
    SOLVE states METHOD cnexp
    ina = gbar*m^3*h*(v - ena)
}
DERIVATIVE states {
    rates(v)
    m' = (minf - m)/mtau
    h' = (slow(v) - h)/20
VERBATIM
    calls += 1.;
    w[1] = t;
ENDVERBATIM
}
PROCEDURE rates(v (mV)) {
    TABLE minf, mtau DEPEND shift FROM -100 TO 100 WITH 200
    minf = 1/(1 + exp(-(v + 40 + shift)/9))
    mtau = 0.1 + 0.5*exp(-((v + 40)/30)^2)
}
FUNCTION slow(v (mV)) {
VERBATIM
    if (_lv > 30.) return 0.01;
ENDVERBATIM
    slow = 1/(1 + exp((v + 62)/6))
}
