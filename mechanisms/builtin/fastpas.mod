TITLE Passive leak without a current variable

COMMENT
Ohm's law per membrane area like pas, with other defaults; its conductance enters the derivative of the current as it is.
ENDCOMMENT

NEURON {
    SUFFIX fastpas
    NONSPECIFIC_CURRENT i
    RANGE g, e
    THREADSAFE
}

UNITS {
    (mV) = (millivolt)
    (mA) = (milliamp)
    (S) = (siemens)
}

PARAMETER {
    g = 5e-4 (S/cm2)
    e = -65 (mV)
}

ASSIGNED {
    v (mV)
    i (mA/cm2)
}

BREAKPOINT {
    CONDUCTANCE g
    i = g*(v - e)
}
