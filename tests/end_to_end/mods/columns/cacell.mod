: Calcium that enters by ica, is bound by a buffer, and diffuses along the cable.
NEURON {
    SUFFIX cacell
    USEION ca READ ica, cai WRITE cai
    RANGE buffer, dca
    GLOBAL kpump
}
UNITS { FARADAY = (faraday) (coulomb)  (mM) = (milli/liter)  (um) = (micron)  PI = (pi) (1) }
PARAMETER { dca = 0.3 (um2/ms)  kpump = 0.05 (/ms)  buffer = 0.02 (mM) }
ASSIGNED { ica (mA/cm2)  cai (mM)  diam (um) }
STATE { ca (mM) <1e-6>  b (mM) <1e-6>  cab (mM) <1e-6> }
INITIAL { ca = 5e-5  cab = 1e-3  b = buffer - cab  cai = ca }
BREAKPOINT { SOLVE k METHOD sparse }
KINETIC k {
    COMPARTMENT PI*diam*diam/4 { ca b cab }
    LONGITUDINAL_DIFFUSION dca*PI*diam*diam/4 { ca }
    ~ ca << (-ica*PI*diam/(2*FARADAY)*(1e4))
    ~ ca + b <-> cab (5, 0.01)
    ~ ca -> (kpump*PI*diam*diam/4)
    cai = ca
}
