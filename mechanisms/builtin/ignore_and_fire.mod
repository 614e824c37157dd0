TITLE Neuron that fires at a given rate, whatever it receives

COMMENT
For measuring a network's delivery and exchange of spikes at a known load: it costs a step and an event about what an
integrate-and-fire neuron does (docs of NEST: "ignore_and_fire"). It fires rate times per second (1/s); the first time
after the share phase of an interval. Both are rounded to steps. Events only add to `received`.
ENDCOMMENT

NEURON {
    ARTIFICIAL_CELL ignore_and_fire
    RANGE rate, phase, received
    THREADSAFE
}

PARAMETER {
    rate = 10 <0, 1e9>
    phase = 1 <0, 1>
}

ASSIGNED {
    received
    left
}

: A cell that never fires has left = 0, and counts below it.
INITIAL {
    received = 0
    left = 0
    if (rate > 0) {
        left = floor(phase*floor(1000/(rate*dt) + 0.5) + 0.5)
        if (left < 1) {
            left = floor(1000/(rate*dt) + 0.5)
        }
    }
}

BREAKPOINT {
    left = left - 1
    if (left == 0) {
        left = floor(1000/(rate*dt) + 0.5)
        net_event(t)
    }
}

NET_RECEIVE(w) {
    received = received + w
}
