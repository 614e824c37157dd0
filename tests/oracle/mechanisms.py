"""Mechanisms that several tests run."""

# A current that its own equations compute.
PUMP = """
NEURON { SUFFIX Pump USEION ca READ cai, ica WRITE cai, ica }
ASSIGNED { v ica out }
STATE { cai (mM) <1e-3> }
INITIAL { cai = 5e-5 }
BREAKPOINT { SOLVE states METHOD derivimplicit  ica = out }
DERIVATIVE states {
    out = 0.0004*(v + 65) + 0.02*cai/(cai + 0.001)
    cai' = -0.003*out - (cai - 5e-5)/20
}
"""

# Watches a variable that BREAKPOINT computes, not the voltage itself.
ABOVE = """
NEURON { POINT_PROCESS Above RANGE x NONSPECIFIC_CURRENT i }
ASSIGNED { v x i }
INITIAL { net_send(0, 1) }
BREAKPOINT { x = 2*v + 30  i = 0 }
NET_RECEIVE (w) {
    if (flag == 1) { WATCH (x > 0) 2 }
    if (flag == 2) { net_event(t) WATCH (x < -80) 1 }
}
"""
