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
