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
    t0 (ms)
    refractory
}

INITIAL {
    m = 0
    t0 = t
    refractory = 0
}

: The current state, for plots: 2 in the first half millisecond after a spike, -1 in the rest of the refractory time.
FUNCTION M() {
    if (refractory == 0) {
        M = m*exp(-(t - t0)/tau)
    } else if (refractory == 1) {
        if (t - t0 < .5) {
            M = 2
        } else {
            M = -1
        }
    }
}

NET_RECEIVE(w) {
    if (refractory == 0) {
        m = m*exp(-(t - t0)/tau)
        t0 = t
        m = m + w
        if (m > 1) {
            refractory = 1
            m = 2
            net_send(refrac, refractory)
            net_event(t)
        }
    } else if (flag == 1) {
        t0 = t
        refractory = 0
        m = 0
    }
}
