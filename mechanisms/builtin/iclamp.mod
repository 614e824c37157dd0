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

BREAKPOINT {
    LOCAL end
    end = del + dur
    at_time(del)
    at_time(end)
    i = 0
    if (del <= t && t < end) {
        i = amp
    }
}

INITIAL {
    i = 0
}
