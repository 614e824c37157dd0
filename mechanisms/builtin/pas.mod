TITLE Passive leak

COMMENT
A constant conductance g in series with a battery e: Ohm's law per membrane area.
ENDCOMMENT

NEURON {
    SUFFIX pas
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
    g = 0.001 (S/cm2) <0, 1e9>
    e = -70 (mV)
}

ASSIGNED {
    i (mA/cm2)
    v (mV)
}

BREAKPOINT {
    i = g*(v - e)
}
