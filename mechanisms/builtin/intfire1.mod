TITLE Artificial cell: leaky integrator of instantaneous inputs

COMMENT
m decays with tau and jumps by the weight of each event. Above 1 the cell fires and ignores its inputs for refrac; m
stands at 2 meanwhile, and starts again from 0.
ENDCOMMENT

NEURON {
    ARTIFICIAL_CELL IntFire1
    RANGE tau, refrac, m
    THREADSAFE
}

PARAMETER {
    tau = 10 (ms)
    refrac = 5 (ms)
}

ASSIGNED {
    m
    since (ms)  : the time that m is from
    silent      : 1 during the refractory time
}

INITIAL {
    silent = 0
    since = t
    m = 0
}

: The current state, for plots: 2 in the first half millisecond after a spike, -1 in the rest of the refractory time.
FUNCTION M() {
    LOCAL passed
    passed = t - since
    if (silent == 0) {
        M = m*exp(-passed/tau)
    } else {
        M = -1
        if (passed < .5) {
            M = 2
        }
    }
}

NET_RECEIVE(w) {
    if (silent) {
        if (flag == 1) {
            silent = 0
            m = 0
            since = t
        }
    } else {
        m = m*exp(-(t - since)/tau) + w
        since = t
        if (m > 1) {
            silent = 1
            m = 2
            net_send(refrac, 1)
            net_event(t)
        }
    }
}
