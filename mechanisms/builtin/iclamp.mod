TITLE Current clamp: one rectangular pulse

COMMENT
An electrode current: positive depolarizes, and it enters the cell directly rather than through the membrane.
ENDCOMMENT

NEURON {
    POINT_PROCESS IClamp
    ELECTRODE_CURRENT i
    RANGE del, dur, amp, i
    THREADSAFE
}

UNITS {
    (nA) = (nanoamp)
}

PARAMETER {
    del (ms)
    dur (ms) <0, 1e9>
    amp (nA)
}

ASSIGNED {
    i (nA)
}

INITIAL {
    i = 0
}

BREAKPOINT {
    at_time(del)
    at_time(del + dur)
    if (t < del + dur && t >= del) {
        i = amp
    } else {
        i = 0
    }
}
