TITLE Counts upward crossings of a threshold

COMMENT
n counts the steps at which v has risen to thresh or above; time is the last of them. The
method record(Vector) that scripts know belongs to the library of script classes, which reads n and time.
ENDCOMMENT

NEURON {
    POINT_PROCESS APCount
    RANGE n, thresh
    RANGE time, firing
    THREADSAFE
}

UNITS {
    (mV) = (millivolt)
}

PARAMETER {
    n
    thresh = -20 (mV)
    time (ms)
}

ASSIGNED {
    v (mV)
    firing
}

INITIAL {
    n = 0
    firing = 0
    check()
}

BREAKPOINT {
    SOLVE check METHOD after_cvode
}

PROCEDURE check() {
    if (v >= thresh && firing == 0) {
        firing = 1
        time = t
        n = n + 1
    }
    if (firing && v < thresh && t > time) {
        firing = 0
    }
}
