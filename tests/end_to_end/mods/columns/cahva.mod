: A calcium current that calcium inactivates.
NEURON { SUFFIX cahva  USEION ca READ eca, cai WRITE ica  RANGE gbar }
PARAMETER { gbar = 1e-4 (S/cm2) }
ASSIGNED { v (mV)  eca (mV)  ica (mA/cm2)  cai (mM)  minf  mtau (ms) }
STATE { m h }
INITIAL { rates(v)  m = minf  h = 1/(1 + cai/0.002) }
BREAKPOINT { SOLVE st METHOD derivimplicit  ica = gbar*m*m*h*(v - eca) }
DERIVATIVE st { rates(v)  m' = (minf - m)/mtau  h' = (1/(1 + cai/0.002) - h)/50 }
PROCEDURE rates(v) {
    TABLE minf, mtau FROM -100 TO 100 WITH 200
    minf = 1/(1 + exp(-(v + 25)/6))
    mtau = 0.5 + 3/(1 + exp((v + 30)/10))
}
