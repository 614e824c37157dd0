TITLE Voltage clamp through a series resistance, switched by a variable

COMMENT
While switched_on is not 0 and on <= t <= off, the current is that of a battery vc behind rs [Ohm's law]; else it is 0.
vc may be played: the current of a step is that for the voltage at its end.
ENDCOMMENT

NEURON {
    POINT_PROCESS OClamp
    ELECTRODE_CURRENT i
    RANGE on, off, rs, vc, i, switched_on
}

UNITS {
    (nA) = (nanoamp)
    (mV) = (millivolt)
}

PARAMETER {
    rs = 1 (megohm) <1e-9, 1e9>
    on = 0 (ms)
    off = 0 (ms)
    vc (mV)
    switched_on = 0
}

ASSIGNED {
    i (nA)
    v (mV)
    closed
}

INITIAL {
    closed = 0
}

BREAKPOINT {
    SOLVE current_now METHOD after_cvode
    closed = 0
    if (switched_on) {
        at_time(on)
        at_time(off)
        if (t >= on && t <= off) {
            closed = 1
        }
    }
    current_now()
}

PROCEDURE current_now() {
    if (closed) {
        i = (vc - v)/rs
    } else {
        i = 0
    }
}
