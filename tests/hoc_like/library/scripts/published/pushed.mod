: A current that METHOD cvode_t sets.
NEURON {
    POINT_PROCESS Pushed
    RANGE del, amp, on, after
    ELECTRODE_CURRENT i
}

PARAMETER {
    del = 2
    after = 3
    amp = 0.2
}

ASSIGNED { i on v }

INITIAL { on = 0 }

BREAKPOINT {
    SOLVE set METHOD cvode_t
    i = on*amp
}

PROCEDURE set() {
    if (at_time(del)) { on = 1 }
    if (at_time(del + after)) { on = 0 }
}
