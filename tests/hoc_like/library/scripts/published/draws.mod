: Instances that draw from one stream: each learns at which draws its turn was.
NEURON {
    POINT_PROCESS Draws
    RANGE at_start, latest, next
}

ASSIGNED { at_start latest next }

INITIAL {
    at_start = exprand(1)
    next = at_start / 20
}

BREAKPOINT { SOLVE draw METHOD after_cvode }

PROCEDURE draw() {
    if (t >= next) {
        latest = exprand(1)
        next = next + latest / 20
    }
}
