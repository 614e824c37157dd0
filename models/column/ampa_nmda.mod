TITLE Excitatory synapse with AMPA and NMDA receptors

COMMENT
An event adds its first weight to the AMPA conductance, which decays, and raises a difference of two exponentials for the
NMDA conductance, whose peak is the second weight. Magnesium blocks NMDA receptors as in Jahr & Stevens 1990 (1 mM). All
states begin at 0 and enter linearly, so synapses in the same segment may be one.
ENDCOMMENT

NEURON {
    POINT_PROCESS AmpaNmda
    NONSPECIFIC_CURRENT i
    RANGE tau_ampa, rise_nmda, tau_nmda, e, i, g_ampa, g_nmda
    THREADSAFE
}

UNITS {
    (mV) = (millivolt)
    (nA) = (nanoamp)
    (uS) = (microsiemens)
}

PARAMETER {
    tau_ampa = 2 (ms) <1e-9, 1e9>
    rise_nmda = 3 (ms) <1e-9, 1e9>
    tau_nmda = 60 (ms) <1e-9, 1e9>
    e = 0 (mV)
}

STATE {
    A (uS)
    R (uS)
    D (uS)
}

ASSIGNED {
    v (mV)
    i (nA)
    g_ampa (uS)
    g_nmda (uS)
    factor
}

INITIAL {
    LOCAL peak
    A = 0
    R = 0
    D = 0
    peak = rise_nmda*tau_nmda/(tau_nmda - rise_nmda)*log(tau_nmda/rise_nmda)
    factor = 1/(exp(-peak/tau_nmda) - exp(-peak/rise_nmda))
}

BREAKPOINT {
    SOLVE decay METHOD cnexp
    g_ampa = A
    g_nmda = (D - R)*open(v)
    i = (g_ampa + g_nmda)*(v - e)
}

DERIVATIVE decay {
    A' = -A/tau_ampa
    R' = -R/rise_nmda
    D' = -D/tau_nmda
}

FUNCTION open(v (mV)) {
    open = 1/(1 + exp(-0.062(/mV)*v)/3.57)
}

NET_RECEIVE(ampa (uS), nmda (uS)) {
    A = A + ampa
    R = R + nmda*factor
    D = D + nmda*factor
}
