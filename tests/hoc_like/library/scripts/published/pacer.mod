: Pulses of x, switched at times that it tells the integrator.
NEURON {
    POINT_PROCESS Pacer
    RANGE x, begin, length, gap, calls
}

PARAMETER {
    begin = 3
    length = 0.5
    gap = 4
}

ASSIGNED { x next calls }

INITIAL {
    x = -1
    next = begin
    calls = 0
    switch()
}

BREAKPOINT { SOLVE switch METHOD cvode_t }

PROCEDURE switch() {
    calls = calls + 1
    if (at_time(next)) {
        if (x < 0) {
            x = 1
            next = next + length
        } else {
            x = -1
            next = next + gap
        }
        at_time(next)
    }
}
