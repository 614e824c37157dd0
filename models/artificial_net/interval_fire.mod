: The artificial cell of Hines, Kumar & Schuermann 2011, "Test model": between inputs its state m rises from 0 towards
: minf, which lies so far above 1 that m gets there, and the cell fires, after a new random time for each spike.

NEURON {
    ARTIFICIAL_CELL IntervalFire
    RANGE tau, shortest, longest, burst_start, burst_stop, burst_factor, m, spikes, inputs
    RANDOM interval
}

PARAMETER {
    tau = 5 (ms)            : of m
    shortest = 20 (ms)      : interval between spikes without input, at least
    longest = 40 (ms)       : and at most
    burst_start = 0 (ms)    : from here
    burst_stop = 0 (ms)     : to here
    burst_factor = 1        : intervals are multiplied by this
}

ASSIGNED {
    m
    minf
    t0 (ms)     : m is that of this time
    spikes
    inputs
}

INITIAL {
    spikes = 0
    inputs = 0
    begin_interval()
    net_send(until_firing(), 1)
}

: m starts at 0 and reaches 1 after an interval that is drawn here.
PROCEDURE begin_interval() { LOCAL drawn
    drawn = random_uniform(interval, shortest, longest)
    if (t >= burst_start && t < burst_stop) { drawn = drawn * burst_factor }
    m = 0
    t0 = t
    minf = 1 / (1 - exp(-drawn / tau))
}

FUNCTION until_firing() (ms) {
    until_firing = tau * log((minf - m) / (minf - 1))
}

NET_RECEIVE (w) {
    if (flag == 1) {
        spikes = spikes + 1
        net_event(t)
        begin_interval()
        net_send(until_firing(), 1)
    } else {
        inputs = inputs + 1
        m = minf + (m - minf) * exp(-(t - t0) / tau) + w
        t0 = t
        if (m >= 1) {
            net_move(t)
        } else {
            net_move(t + until_firing())
        }
    }
}
