NEURON { SUFFIX cabuf USEION ca READ ica, cai WRITE cai RANGE tau, n GLOBAL depth }
UNITS { (mM)=(milli/liter) (mA)=(milliamp) (um)=(micron) FARADAY=(faraday) (coulomb) }
PARAMETER { depth=.1 (um) tau=5 (ms) cainf=1e-4 (mM) n=0 }
ASSIGNED { ica (mA/cm2) dr (mM/ms) }
STATE { cai (mM) }
INITIAL { cai = cainf n=0 }
BREAKPOINT { SOLVE st METHOD cnexp }
DERIVATIVE st { dr = -(10000)*ica/2/FARADAY/depth  if (dr<0) {dr=0} cai' = dr + (cainf-cai)/tau }
